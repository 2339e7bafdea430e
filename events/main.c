// SPDX-License-Identifier: GPL-2.0
/* kprobe_events.ko: probing by lines of text. Init, exit, modules that come and go. */
#include <linux/module.h>
#include <linux/notifier.h>

#include "event.h"
#include "trace_event.h"

/* As in dkms.conf. */
#define VERSION	"0.1"

/* kprobes.ko was told before: its notifier was registered earlier. */
static int module_notify(struct notifier_block *nb, unsigned long state,
			 void *data)
{
	if ((state != MODULE_STATE_COMING && state != MODULE_STATE_GOING) ||
	    !kpe_module_is_concerned(data))
		return NOTIFY_DONE;
	mutex_lock(&kpe_mutex);
	if (state == MODULE_STATE_COMING)
		kpe_probes_come(data);
	else
		kpe_probes_go(data);
	mutex_unlock(&kpe_mutex);
	return NOTIFY_DONE;
}

static struct notifier_block module_block = {
	.notifier_call = module_notify,
};

static int __init kprobe_events_init(void)
{
	int ret = kpe_dir_find();

	if (ret)
		return ret;
	ret = kpe_sinks_init();
	if (ret)
		goto forget;
	ret = register_module_notifier(&module_block);
	if (ret)
		goto exit_events;
	ret = kpe_pmu_init();
	if (ret)
		goto no_notifier;
	ret = kpe_files_init();
	if (ret)
		goto exit_pmu;
	kpe_trace_files_init();
	kpe_trace_dynamic_init();
	return 0;
exit_pmu:
	kpe_pmu_exit();
no_notifier:
	unregister_module_notifier(&module_block);
exit_events:
	kpe_events_exit();
forget:
	kpe_dir_forget();
	return ret;
}

static void __exit kprobe_events_exit(void)
{
	/* nobody defines any more, then no module comes */
	kpe_trace_dynamic_exit();
	kpe_trace_files_exit();
	kpe_files_exit();
	kpe_pmu_exit();
	unregister_module_notifier(&module_block);
	kpe_events_exit();
	kpe_dir_forget();
}

module_init(kprobe_events_init);
module_exit(kprobe_events_exit);
MODULE_DESCRIPTION("Events made of probes, by lines of text");
MODULE_AUTHOR("kprobes.ko developers");
MODULE_VERSION(VERSION);
MODULE_LICENSE("GPL");
