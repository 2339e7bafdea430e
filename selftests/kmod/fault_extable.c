// SPDX-License-Identifier: GPL-2.0
/*
 * Probed instructions that have an entry in an exception table: with a probe on
 * each, everything that uses them returns and leaves behind what it does
 * unprobed, be the pointer good, bad, or one that has to be waited for.
 *
 * The probed are all such instructions of this module, and those of the
 * kernel's functions below.
 */
#include <linux/delay.h>
#include <linux/extable.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/mutex.h>
/* uses mutexes since 6.11 and does not say so */
#include <linux/futex.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include <asm/futex.h>
#include <asm/word-at-a-time.h>

#include "extable_arch.h"
#include "ktap.h"

/* The kernel's exception table, from /proc/kallsyms; 0 if it is not there. */
static unsigned long ex_start, ex_stop;
module_param(ex_start, ulong, 0400);
module_param(ex_stop, ulong, 0400);

/* Whether fault_handlers are called before exception tables are searched. */
static bool asked_first = true;
module_param(asked_first, bool, 0400);

#define MAX_SITES	512
#define KBUF_SIZE	PAGE_SIZE

static const char * const functions[] = {
	EX_FUNCTIONS, "strncpy_from_user", "strnlen_user",
	"copy_from_kernel_nofault", "copy_to_kernel_nofault",
	"strncpy_from_kernel_nofault", "copy_from_user_nofault",
};

/* One page, and none behind it. */
static void *kernel_page;

/**
 * struct arg - what an operation works on
 * @user: user pointer, maybe a bad one
 * @kernel: kernel pointer, maybe one that must not be read
 * @buf: KBUF_SIZE bytes
 */
struct arg {
	void __user *user;
	void *kernel;
	u8 *buf;
};

#define OP(name, body)							\
static noinline long op_##name(const struct arg *arg)			\
{									\
	void __user *user __maybe_unused = arg->user;			\
	u8 *buf __maybe_unused = arg->buf;				\
	body								\
}

#define OP_GET(name, get, type)						\
OP(name##_##type, {							\
	type value = 0x55;						\
	long ret = get(value, (type __user *)user);			\
									\
	if (!ret || EX_FAILED_GET_IS_0)					\
		memcpy(buf, &value, sizeof(value));			\
	return ret;							\
})
#define OP_PUT(name, put, type)						\
OP(name##_##type, {							\
	return put((type)0x123456789abcdef0, (type __user *)user);	\
})
#define OP_SIZES(op, name, fn)						\
	op(name, fn, u8) op(name, fn, u16) op(name, fn, u32) op(name, fn, u64)
OP_SIZES(OP_GET, get, get_user)
OP_SIZES(OP_GET, raw_get, __get_user)
OP_SIZES(OP_PUT, put, put_user)
OP_SIZES(OP_PUT, raw_put, __put_user)

#define OP_UNSAFE(type)							\
OP(unsafe_get_##type, {							\
	type value = 0x55;						\
									\
	if (!user_access_begin(user, sizeof(type)))			\
		return -EPERM;						\
	unsafe_get_user(value, (type __user *)user, fault);		\
	user_access_end();						\
	memcpy(buf, &value, sizeof(value));				\
	return 0;							\
fault:									\
	user_access_end();						\
	memcpy(buf, &value, sizeof(value));				\
	return -EFAULT;							\
})									\
OP(unsafe_put_##type, {							\
	if (!user_access_begin(user, sizeof(type)))			\
		return -EPERM;						\
	unsafe_put_user((type)0x0fedcba987654321, (type __user *)user,	\
			fault);						\
	user_access_end();						\
	return 0;							\
fault:									\
	user_access_end();						\
	return -EFAULT;							\
})
OP_UNSAFE(u8)
OP_UNSAFE(u16)
OP_UNSAFE(u32)
OP_UNSAFE(u64)

#define OP_COPY(len)							\
OP(copy_from_user_##len, { return copy_from_user(buf, user, len); })	\
OP(copy_to_user_##len, { return copy_to_user(user, buf, len); })	\
EX_OP_COPY(len)								\
OP(clear_user_##len, { return clear_user(user, len); })			\
OP(strncpy_##len, {							\
	return strncpy_from_user((char *)buf, user, len);		\
})									\
OP(strnlen_##len, { return strnlen_user(user, len); })			\
OP(kernel_nofault_##len, {						\
	return copy_from_kernel_nofault(buf, arg->kernel, len);		\
})									\
OP(user_nofault_##len, { return copy_from_user_nofault(buf, user, len); }) \
OP(to_user_nofault_##len, {						\
	return copy_to_user_nofault(user, buf, len);			\
})
OP_COPY(1)
OP_COPY(13)
OP_COPY(203)
OP_COPY(3000)

/* Its first byte must be there. */
OP(zeropad, {
	unsigned long offset = offset_in_page(arg->kernel);

	return load_unaligned_zeropad(kernel_page + max(offset, PAGE_SIZE - 7));
})

OP(futex_add, {
	int old = 7;
	long ret = arch_futex_atomic_op_inuser(FUTEX_OP_ADD, 3, &old, user);

	memcpy(buf, &old, sizeof(old));
	return ret;
})

OP(futex_or, {
	int old = 7;
	long ret = arch_futex_atomic_op_inuser(FUTEX_OP_OR, 3, &old, user);

	memcpy(buf, &old, sizeof(old));
	return ret;
})

OP(futex_cmpxchg, {
	u32 old = 7;
	long ret = futex_atomic_cmpxchg_inatomic(&old, user, 0x01010101, 5);

	memcpy(buf, &old, sizeof(old));
	return ret;
})

EX_OPS

#define E(name) { #name, op_##name }
#define E_SIZES(name)	E(name##_u8), E(name##_u16), E(name##_u32), \
			E(name##_u64)
#define E_COPY(len)	E(copy_from_user_##len), E(copy_to_user_##len),	\
	EX_E_COPY(len)							\
	E(clear_user_##len), E(strncpy_##len),				\
	E(strnlen_##len), E(kernel_nofault_##len),			\
	E(user_nofault_##len), E(to_user_nofault_##len)

static const struct {
	const char *name;
	long (*op)(const struct arg *arg);
} ops[] = {
	E_SIZES(get), E_SIZES(raw_get), E_SIZES(put), E_SIZES(raw_put),
	E_SIZES(unsafe_get), E_SIZES(unsafe_put),
	E_COPY(1), E_COPY(13), E_COPY(203), E_COPY(3000),
	E(zeropad), E(futex_add), E(futex_or), E(futex_cmpxchg),
	EX_E_OPS
};

/*
 * Page 0 is there, 1 must be waited for, 2 is unmapped, 3 must not be written,
 * and 4 is unmapped.
 */
#define NUM_PAGES	5

static const struct pointer {
	const char *name;
	long offset;		/* from the mapping; -1: an address as it is */
	unsigned long addr;
	int kernel;		/* from the end of the kernel's page */
} pointers[] = {
	{ "good", 16, 0, -(int)PAGE_SIZE + 8 },
	{ "crossing into a page to wait for", PAGE_SIZE - 3, 0, -3 },
	{ "to wait for", PAGE_SIZE + 24, 0, -8 },
	{ "crossing into an unmapped page", 2 * PAGE_SIZE - 3, 0, -1 },
	{ "crossing far into an unmapped page", 2 * PAGE_SIZE - 61, 0, -61 },
	{ "unmapped", 2 * PAGE_SIZE + 8, 0, 0 },
	{ "read-only", 3 * PAGE_SIZE + 8, 0, 16 },
	{ "NULL", -1, 0, 64 },
	{ "low", -1, 4096, -7 },
};

struct outcome {
	long ret;
	u64 hash;
};

static struct outcome bare[ARRAY_SIZE(ops)][ARRAY_SIZE(pointers)];
static u8 *buf;

static unsigned long map_pages(void)
{
	unsigned long base, ro;

	base = vm_mmap(NULL, 0, NUM_PAGES * PAGE_SIZE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, 0);
	if (IS_ERR_VALUE(base))
		return 0;
	vm_munmap(base + 2 * PAGE_SIZE, 3 * PAGE_SIZE);
	ro = vm_mmap(NULL, base + 3 * PAGE_SIZE, PAGE_SIZE, PROT_READ,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, 0);
	memset(buf, 1, KBUF_SIZE);
	if (IS_ERR_VALUE(ro) || copy_to_user((void __user *)base, buf,
					     PAGE_SIZE))
		return 0;
	return base;
}

/* Of KBUF_SIZE bytes; KASAN would take most of the time. */
static noinline __no_sanitize_address u64 hash(const u64 *words, u64 seed)
{
	int i;

	for (i = 0; i < KBUF_SIZE / sizeof(*words); i++)
		seed = (seed ^ words[i]) * 0x9e3779b97f4a7c15ULL;
	return seed;
}

static struct outcome run_one(int op, const struct pointer *pointer)
{
	struct arg arg = { .buf = buf };
	unsigned long base = map_pages();
	struct outcome outcome = { };
	int i;

	if (!base)
		return outcome;
	arg.user = (void __user *)(pointer->offset < 0 ? pointer->addr :
				   base + pointer->offset);
	arg.kernel = kernel_page + PAGE_SIZE + pointer->kernel;
	memset(buf, 0xa5, KBUF_SIZE);
	outcome.ret = ops[op].op(&arg);
	outcome.hash = hash((u64 *)buf, 1);
	for (i = 0; i < 2; i++)
		if (copy_from_user(buf, (void __user *)base + i * PAGE_SIZE,
				   PAGE_SIZE))
			outcome.hash++;
		else
			outcome.hash = hash((u64 *)buf, outcome.hash);
	vm_munmap(base, NUM_PAGES * PAGE_SIZE);
	cond_resched();
	return outcome;
}

static void run_bare(void)
{
	int i, k;

	for (i = 0; i < ARRAY_SIZE(ops); i++)
		for (k = 0; k < ARRAY_SIZE(pointers); k++)
			bare[i][k] = run_one(i, &pointers[k]);
}

static int run_probed(void)
{
	struct outcome outcome;
	int i, k, wrong = 0;

	for (i = 0; i < ARRAY_SIZE(ops); i++)
		for (k = 0; k < ARRAY_SIZE(pointers); k++) {
			outcome = run_one(i, &pointers[k]);
			if (outcome.ret == bare[i][k].ret &&
			    outcome.hash == bare[i][k].hash)
				continue;
			if (wrong++ < 20)
				ktap_note("%s, %s: returns %ld, bare %ld, memory %s",
					  ops[i].name, pointers[k].name,
					  outcome.ret, bare[i][k].ret,
					  outcome.hash == bare[i][k].hash ?
					  "the same" : "differs");
		}
	return wrong;
}

static unsigned long sites[MAX_SITES];
static unsigned int num_sites;
static struct kprobe *probes, *batch[MAX_SITES];
static atomic_t pre_hits, post_hits, faults;
static DECLARE_BITMAP(was_hit, MAX_SITES);

/* Debug kernels run some between a trap and its handler. */
static bool is_accepted(const char *symbol)
{
	static char last[KSYM_SYMBOL_LEN];
	static bool accepted;
	struct kprobe kp = { .symbol_name = symbol,
			     .flags = KPROBE_FLAG_DISABLED };

	if (!strcmp(symbol, last))
		return accepted;
	strscpy(last, symbol, sizeof(last));
	accepted = !register_kprobe(&kp);
	if (accepted)
		unregister_kprobe(&kp);
	else
		ktap_note("%s is refused", symbol);
	return accepted;
}

static bool is_wanted(unsigned long addr)
{
	char symbol[KSYM_SYMBOL_LEN], *name = symbol;
	int i;

	sprint_symbol_no_offset(symbol, addr);
	/* with ELF version 1 what has no dot is a descriptor */
	name += symbol[0] == '.';
	for (i = 0; i < ARRAY_SIZE(functions); i++)
		if (!strncmp(name, functions[i], strlen(functions[i])))
			return is_accepted(symbol);
	return false;
}

static void find_sites(const struct exception_table_entry *from,
		       const struct exception_table_entry *to, bool all)
{
	const struct exception_table_entry *entry;
	unsigned long addr;

	for (entry = from; entry < to && num_sites < MAX_SITES; entry++) {
		addr = (unsigned long)&entry->insn + entry->insn;
		if (num_sites && sites[num_sites - 1] == addr)
			continue;
		if ((all || is_wanted(addr)) && !ex_is_refused(addr))
			sites[num_sites++] = addr;
	}
}

static int pre(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&pre_hits);
	set_bit(kp - probes, was_hit);
	return 0;
}

static void post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	atomic_inc(&post_hits);
}

/* Declines. */
static int fault(struct kprobe *kp, struct pt_regs *regs, int trapnr)
{
	atomic_inc(&faults);
	return 0;
}

static int register_all(bool with_post, bool with_fault)
{
	unsigned int i;

	atomic_set(&pre_hits, 0);
	atomic_set(&post_hits, 0);
	atomic_set(&faults, 0);
	memset(probes, 0, MAX_SITES * sizeof(*probes));
	for (i = 0; i < num_sites; i++) {
		probes[i].addr = (kprobe_opcode_t *)sites[i];
		probes[i].pre_handler = pre;
		probes[i].post_handler = with_post ? post : NULL;
		probes[i].fault_handler = with_fault ? fault : NULL;
		batch[i] = &probes[i];
	}
	return register_kprobes(batch, num_sites);
}

static void test_mode(bool with_post, bool with_fault, const char *what)
{
	int error, wrong;

	error = register_all(with_post, with_fault);
	wrong = run_probed();
	if (!error)
		unregister_kprobes(batch, num_sites);
	ktap_note("%s: %d hits, %d of post_handlers, %d faults", what,
		  atomic_read(&pre_hits), atomic_read(&post_hits),
		  atomic_read(&faults));
	ktap_result(!error, "%s: %u instructions probed: %d", what, num_sites,
		    error);
	ktap_result(!wrong, "%s: %zu operations as bare", what,
		    ARRAY_SIZE(ops) * ARRAY_SIZE(pointers));
	ktap_result(atomic_read(&pre_hits) > (ex_start ? 1000 : 200) &&
		    !!atomic_read(&post_hits) == with_post &&
		    !!atomic_read(&faults) == (with_fault && asked_first),
		    "%s: handlers were called", what);
}

/* Take the mmap lock for writing, again and again. */
static int contend(void *data)
{
	struct mm_struct *mm = data;

	while (!kthread_should_stop()) {
		mmap_write_lock(mm);
		usleep_range(200, 400);
		mmap_write_unlock(mm);
		cond_resched();
		usleep_range(20, 50);
	}
	return 0;
}

#define CONTENDED_RUNS	150

static void test_contended(bool with_post, const char *what)
{
	struct task_struct *task;
	int i, wrong = 0;

	if (register_all(with_post, false)) {
		ktap_result(false, "%s: registered", what);
		return;
	}
	task = kthread_run(contend, current->mm, "fault_contend");
	for (i = 0; i < CONTENDED_RUNS; i++) {
		unsigned long base = map_pages();
		void __user *user = (void __user *)base + PAGE_SIZE;
		u64 value = 1;

		if (get_user(value, (u64 __user *)(user + 64)) || value)
			wrong++;
		if (copy_from_user(buf, user - 100, 200))
			wrong++;
		if (copy_to_user(user - 100, buf, 200))
			wrong++;
		if (clear_user(user + 8, 500))
			wrong++;
		vm_munmap(base, NUM_PAGES * PAGE_SIZE);
	}
	kthread_stop(task);
	unregister_kprobes(batch, num_sites);
	ktap_result(!wrong, "%s: %d of %d accesses failed while the mmap lock was contended",
		    what, wrong, 4 * CONTENDED_RUNS);
}

static int __init fault_extable_init(void)
{
	ktap_begin();
	buf = kmalloc(KBUF_SIZE, GFP_KERNEL);
	probes = vmalloc(MAX_SITES * sizeof(*probes));
	kernel_page = vmalloc(PAGE_SIZE);
	if (!buf || !probes || !kernel_page)
		goto free;
	memset(kernel_page, 0x3c, PAGE_SIZE);

	find_sites((void *)ex_start, (void *)ex_stop, false);
	if (ex_start)
		ktap_result(num_sites > 50, "found %u instructions in functions of the kernel",
			    num_sites);
	find_sites(THIS_MODULE->extable,
		   THIS_MODULE->extable + THIS_MODULE->num_exentries, true);
	run_bare();
	test_mode(false, false, "pre_handler");
	test_mode(true, true, "all handlers");
	ktap_result(bitmap_weight(was_hit, MAX_SITES) > num_sites / 2,
		    "probed instructions that were hit: %u of %u",
		    bitmap_weight(was_hit, MAX_SITES), num_sites);
	test_contended(false, "pre_handler");
	test_contended(true, "and post_handler");
free:
	vfree(kernel_page);
	vfree(probes);
	kfree(buf);
	ktap_end();
	return 0;
}

static void __exit fault_extable_exit(void)
{
}

module_init(fault_extable_init);
module_exit(fault_extable_exit);
MODULE_DESCRIPTION("Test of probed instructions with exception-table entries");
MODULE_LICENSE("GPL");
