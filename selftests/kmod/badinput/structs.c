// SPDX-License-Identifier: GPL-2.0
/*
 * Structs that are registered or not, in batches, with flags, once more, in no memory; and
 * those of return probes.
 */
#include <linux/cpumask.h>
#include <linux/string.h>

#include "badinput.h"

#define BATCH		10

static int try_twice(struct kprobe *kp)
{
	return try_probe(kp) ?: try_probe(kp);
}

static int twice_in_batch(struct kprobe *kp)
{
	struct kprobe *kps[2] = { kp, kp };
	int ret = register_kprobes(kps, 2);

	if (!ret)
		unregister_kprobes(kps, 2);
	return ret;
}

/* --- structs that are registered, or not */

static int unregister_null(void)
{
	struct kprobe *kps[1] = { NULL };

	NOT_ON_NATIVE();
	unregister_kprobe(NULL);
	unregister_kprobes(kps, 1);
	unregister_kprobes(NULL, 1);
	return 0;
}

/* The one that is registered must not suffer. */
static int double_register(struct kprobe *kp)
{
	int ret = register_kprobe(kp), again;

	if (ret)
		return ret;
	again = register_kprobe(kp);
	hits = 0;
	bt_layout();
	unregister_kprobe(kp);
	return hits == 1 ? again : -ENOTRECOVERABLE;
}

static int double_by_addr(void)
{
	struct kprobe kp = { .addr = (void *)bt_layout,
			     .pre_handler = count_hit };

	return double_register(&kp);
}

static int double_by_symbol(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout",
			     .pre_handler = count_hit };

	return double_register(&kp);
}

/* The kernel's own moves the address on, and loses the probe. */
static int double_by_offset(void)
{
	struct kprobe kp = { .addr = (void *)bt_layout, .offset = BT_SECOND,
			     .pre_handler = count_hit };

	NOT_ON_NATIVE();
	return double_register(&kp);
}

static int double_disabled(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout",
			     .flags = KPROBE_FLAG_DISABLED };
	int ret = register_kprobe(&kp), again;

	if (ret)
		return ret;
	again = register_kprobe(&kp);
	unregister_kprobe(&kp);
	return again;
}

/* Returns whether addr has been cleared, as the manual says. */
static int is_cleared(const struct kprobe *kp)
{
	return kp->addr ? -EEXIST : 0;
}

static int unregister_unknown(void)
{
	struct kprobe kp = { .addr = (void *)bt_layout };

	unregister_kprobe(&kp);
	return is_cleared(&kp);
}

static int unregister_nothing(void)
{
	struct kprobe kp = { };

	unregister_kprobe(&kp);
	return is_cleared(&kp);
}

static int unregister_refused(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout", .offset = 1 };

	if (!register_kprobe(&kp))
		return -ENOTRECOVERABLE;
	unregister_kprobe(&kp);
	return is_cleared(&kp);
}

static int unregister_twice(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout" };
	int ret = register_kprobe(&kp);

	if (ret)
		return ret;
	unregister_kprobe(&kp);
	unregister_kprobe(&kp);
	return is_cleared(&kp);
}

/* A struct that is not registered, where another one is. */
static int unregister_neighbour(void)
{
	struct kprobe good = { .symbol_name = "bt_layout",
			       .pre_handler = count_hit };
	struct kprobe bad = { .addr = (void *)bt_layout };
	int ret = register_kprobe(&good);

	if (ret)
		return ret;
	unregister_kprobe(&bad);
	hits = 0;
	bt_layout();
	unregister_kprobe(&good);
	return hits == 1 ? is_cleared(&bad) : -ENOTRECOVERABLE;
}

static int unregister_mixed_batch(void)
{
	struct kprobe good = { .symbol_name = "bt_layout",
			       .pre_handler = count_hit };
	struct kprobe bad = { .addr = (void *)bt_next };
	struct kprobe *kps[2] = { &bad, &good };
	int ret = register_kprobe(&good);

	if (ret)
		return ret;
	unregister_kprobes(kps, 2);
	hits = 0;
	bt_layout();
	return hits ? -ENOTRECOVERABLE : is_cleared(&bad);
}

static int unregister_num(int num)
{
	struct kprobe kp = { .symbol_name = "bt_layout",
			     .pre_handler = count_hit };
	struct kprobe *kps[1] = { &kp };
	int ret = register_kprobe(&kp);

	if (ret)
		return ret;
	unregister_kprobes(kps, num);
	hits = 0;
	bt_layout();
	unregister_kprobe(&kp);
	return hits == 1 ? 0 : -ENOTRECOVERABLE;
}

static int enable_refused(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout", .offset = 1 };

	if (!register_kprobe(&kp))
		return -ENOTRECOVERABLE;
	return enable_kprobe(&kp);
}

static int enable_after_unregister(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout" };

	return try_probe(&kp) ?: enable_kprobe(&kp);
}

static int disable_after_unregister(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout" };

	return try_probe(&kp) ?: disable_kprobe(&kp);
}

static int switch_twice(int (*first)(struct kprobe *),
			int (*second)(struct kprobe *))
{
	struct kprobe kp = { .symbol_name = "bt_layout" };
	int ret = register_kprobe(&kp);

	if (ret)
		return ret;
	ret = first(&kp) ?: first(&kp) ?: second(&kp) ?: second(&kp);
	unregister_kprobe(&kp);
	return ret;
}

/* --- batches */

static struct kprobe batch[BATCH];
static struct kprobe *batch_ptrs[BATCH];

static void fill_batch(void)
{
	static const unsigned int starts[] = { BT_STARTS };
	int i;

	memset(batch, 0, sizeof(batch));
	for (i = 0; i < BATCH; i++) {
		batch[i].symbol_name = "bt_layout";
		batch[i].offset = starts[i % ARRAY_SIZE(starts)];
		batch[i].pre_handler = count_hit;
		batch_ptrs[i] = &batch[i];
	}
}

static int try_batch(int num)
{
	int ret = register_kprobes(batch_ptrs, num);

	if (!ret) {
		unregister_kprobes(batch_ptrs, num);
		return ret;
	}
	hits = 0;
	bt_layout();
	return hits ? -ENOTRECOVERABLE : ret;
}

static int try_batch_of(int num)
{
	fill_batch();
	return try_batch(num);
}

static int batch_7th(const char *symbol, unsigned int offset)
{
	fill_batch();
	batch[6].symbol_name = symbol;
	batch[6].offset = offset;
	return try_batch(BATCH);
}

static int batch_bad_at(int at)
{
	fill_batch();
	batch[at].symbol_name = "kp_no_such_symbol";
	return try_batch(BATCH);
}

/* Of two that are bad, the kernel's own names the first. */
static int batch_two_bad(void)
{
	fill_batch();
	batch[3].offset = 6;
	batch[6].symbol_name = "kp_no_such_symbol";
	return try_batch(BATCH);
}

static int batch_mended(void)
{
	int ret;

	fill_batch();
	batch[6].symbol_name = "kp_no_such_symbol";
	if (!register_kprobes(batch_ptrs, BATCH))
		return -ENOTRECOVERABLE;
	batch[6].symbol_name = "bt_layout";
	ret = register_kprobes(batch_ptrs, BATCH);
	if (!ret)
		unregister_kprobes(batch_ptrs, BATCH);
	return ret;
}

static int batch_null_7th(void)
{
	NOT_ON_NATIVE();
	fill_batch();
	batch_ptrs[6] = NULL;
	return try_batch(BATCH);
}

static int batch_registered_7th(void)
{
	int ret;

	fill_batch();
	ret = register_kprobe(&batch[6]);
	if (ret)
		return ret;
	ret = register_kprobes(batch_ptrs, BATCH);
	hits = 0;
	bt_layout();
	unregister_kprobe(&batch[6]);
	return hits == 1 ? ret : -ENOTRECOVERABLE;
}

/* --- names and structs that have gone with the memory that they were in */

/* The last page but one is none. */
#define NO_MEMORY	((void *)-8192L)

static int no_memory_symbol(void)
{
	struct kprobe kp = { .symbol_name = NO_MEMORY };

	NOT_ON_NATIVE();
	if (kprobe_check(&kp, NULL, 0) != -EFAULT)
		return -ENOTRECOVERABLE;
	return try_probe(&kp);
}

static int no_memory_unregister(void)
{
	NOT_ON_NATIVE();
	unregister_kprobe(NO_MEMORY);
	return 0;
}

static int no_memory_in_batch(void)
{
	NOT_ON_NATIVE();
	fill_batch();
	batch_ptrs[6] = NO_MEMORY;
	return try_batch(BATCH);
}

/* The other one must go. */
static int no_memory_unregister_batch(void)
{
	struct kprobe good = { .symbol_name = "bt_layout",
			       .pre_handler = count_hit };
	struct kprobe *kps[2] = { NO_MEMORY, &good };
	int ret;

	NOT_ON_NATIVE();
	ret = register_kprobe(&good);
	if (ret)
		return ret;
	unregister_kprobes(kps, 2);
	hits = 0;
	bt_layout();
	return hits ? -ENOTRECOVERABLE : 0;
}

/* --- flags */

/* Flags that a struct has while it is registered; a jump or not is no matter. */
static int flags_from(u32 flags)
{
	struct kprobe kp = { .symbol_name = "bt_layout", .flags = flags };
	int ret = register_kprobe(&kp);

	if (ret)
		return ret;
	ret = kp.flags & ~KPROBE_FLAG_OPTIMIZED;
	unregister_kprobe(&kp);
	return ret;
}

static int garbage_counters(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout", .nmissed = 77,
			     .opcode = 0x11 };
	int ret = register_kprobe(&kp);

	if (ret)
		return ret;
	ret = kp.nmissed ?: kp.opcode == BT_OPCODE ? 0 : -EIO;
	unregister_kprobe(&kp);
	return ret;
}

/* --- structs used again */

static int again_reset(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout", .offset = BT_SECOND };
	int ret = try_probe(&kp);

	kp.addr = NULL;
	return ret ?: try_probe(&kp);
}

/* The address that a second request reaches, from the start of bt_layout. */
static int reach(struct kprobe *kp)
{
	int ret = register_kprobe(kp);

	if (ret)
		return ret;
	ret = (void *)kp->addr - bt_code(bt_layout);
	unregister_kprobe(kp);
	return ret;
}

static int again_other_offset(void)
{
	struct kprobe kp = { .addr = (void *)bt_layout };
	int ret = try_probe(&kp);

	kp.offset = 12;
	return ret ?: reach(&kp);
}

static int again_other_addr(void)
{
	struct kprobe kp = { .addr = (void *)bt_layout, .offset = BT_SECOND };
	int ret = try_probe(&kp);

	kp.addr = (void *)bt_next;
	kp.offset = 0;
	return ret ?: reach(&kp);
}

static int again_addr_restored(void)
{
	struct kprobe kp = { .addr = (void *)bt_layout, .offset = BT_SECOND };
	int ret = try_probe(&kp);

	kp.addr = (void *)bt_layout;
	return ret ?: reach(&kp);
}

static int again_other_symbol(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout" };
	int ret = try_probe(&kp);

	kp.symbol_name = "bt_next";
	return ret ?: reach(&kp);
}

static int again_symbol_other_offset(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout" };
	int ret = try_probe(&kp);

	kp.offset = 12;
	return ret ?: reach(&kp);
}

static int again_symbol_now_addr(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout" };
	int ret = try_probe(&kp);

	kp.symbol_name = NULL;
	kp.addr = (void *)bt_next;
	return ret ?: reach(&kp);
}

static int again_symbol_other_addr(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout" };
	int ret = try_probe(&kp);

	kp.addr = (void *)bt_next;
	return ret ?: try_probe(&kp);
}

static int again_after_refusal(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout", .offset = 1 };

	if (!register_kprobe(&kp))
		return -ENOTRECOVERABLE;
	kp.offset = 0;
	return try_probe(&kp);
}

static int again_after_refusal_by_addr(void)
{
	struct kprobe kp = { .addr = (void *)bt_layout, .offset = 1 };

	if (!register_kprobe(&kp))
		return -ENOTRECOVERABLE;
	kp.offset = 0;
	return reach(&kp);
}

/* Twice in a batch is refused late; the struct must be as it was. */
static int refused_kprobe(void)
{
	struct kprobe kp = {
		.addr = (void *)bt_layout, .offset = BT_SECOND, .nmissed = 77,
		.pre_handler = count_hit, .opcode = 0x11, .flags = 0x80000010,
	}, *twice[] = { &kp, &kp };
	struct kprobe before;

	NOT_ON_NATIVE();
	memcpy(&before, &kp, sizeof(kp));
	if (!register_kprobes(twice, 2))
		return -ENOTRECOVERABLE;
	return memcmp(&before, &kp, sizeof(kp));
}

static int refused_return(void)
{
	struct kretprobe rp = {
		.kp = { .symbol_name = "bt_layout", .pre_handler = count_hit },
		.nmissed = 77,
	}, *twice[] = { &rp, &rp };
	struct kretprobe before;

	NOT_ON_NATIVE();
	memcpy(&before, &rp, sizeof(rp));
	if (!register_kretprobes(twice, 2))
		return -ENOTRECOVERABLE;
	return memcmp(&before, &rp, sizeof(rp));
}

static int refused_then_both(void)
{
	struct kprobe kp = { .symbol_name = "bt_layout" };
	struct kprobe *twice[] = { &kp, &kp };

	NOT_ON_NATIVE();
	if (!register_kprobes(twice, 2))
		return -ENOTRECOVERABLE;
	kp.addr = bt_code(bt_layout);
	return try_probe(&kp);
}

static int again_after_unknown(void)
{
	struct kprobe kp = { .symbol_name = "kp_no_such_symbol" };

	if (!register_kprobe(&kp))
		return -ENOTRECOVERABLE;
	kp.symbol_name = "bt_layout";
	return try_probe(&kp);
}

/* --- return probes */

static int try_return(const char *symbol, const void *addr, unsigned int offset,
		      size_t data_size)
{
	struct kretprobe rp = { .kp.symbol_name = symbol,
				.kp.addr = (void *)addr, .kp.offset = offset,
				.data_size = data_size };
	int ret = register_kretprobe(&rp);

	if (!ret)
		unregister_kretprobe(&rp);
	return ret;
}

static int return_double_by_addr(void)
{
	struct kretprobe rp = { .kp.addr = (void *)bt_layout };
	int ret = register_kretprobe(&rp), again;

	if (ret)
		return ret;
	again = register_kretprobe(&rp);
	unregister_kretprobe(&rp);
	return again;
}

static int return_num(int num)
{
	struct kretprobe rp = { .kp.symbol_name = "bt_layout" };
	struct kretprobe *rps[1] = { &rp };

	return register_kretprobes(rps, num);
}

/* None of the two stays. */
static int return_second_bad(void)
{
	struct kretprobe good = { .kp.symbol_name = "bt_layout" };
	struct kretprobe bad = { .kp.symbol_name = "bt_next",
				 .data_size = KRETPROBE_MAX_DATA_SIZE + 1 };
	struct kretprobe *rps[2] = { &good, &bad };

	return register_kretprobes(rps, 2);
}

static int return_null(void)
{
	struct kretprobe *rps[1] = { NULL };

	NOT_ON_NATIVE();
	unregister_kretprobe(NULL);
	unregister_kretprobes(rps, 1);
	return register_kretprobe(NULL);
}

static int return_maxactive(void)
{
	struct kretprobe rp = { .kp.symbol_name = "bt_layout",
				.maxactive = -5, .nmissed = 7 };
	int ret = register_kretprobe(&rp);

	if (ret)
		return ret;
	ret = rp.maxactive == max_t(int, 10, 2 * num_possible_cpus()) &&
	      rp.nmissed == 0;
	unregister_kretprobe(&rp);
	return ret;
}

/* --- all of them */

#include "struct_rows.h"

#undef CALL
#undef OTHER
#define CALL	CALL_ROW
#define OTHER	OTHER_ROW

const struct mistake bad_structs[] = {
#include "struct_rows.h"
	{ }
};
