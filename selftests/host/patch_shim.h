/* SPDX-License-Identifier: GPL-2.0 */
/* What text/text.c needs of the kernel and of other rooms, in user space. */
#ifndef PATCH_SHIM_H
#define PATCH_SHIM_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint8_t u8;

#define __must_check	__attribute__((__warn_unused_result__))
#define __aligned(n)	__attribute__((__aligned__(n)))
#define unlikely(x)	__builtin_expect(!!(x), 0)
#define READ_ONCE(x)	(*(volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value)	(READ_ONCE(x) = (value))
#define min_t(type, a, b)	((type)(a) < (type)(b) ? (type)(a) : (type)(b))
#define container_of(p, type, member)	\
	((type *)((char *)(p) - offsetof(type, member)))
#define EXPORT_SYMBOL_GPL(symbol)	extern int patch_unused
#define lockdep_assert_held(lock)	((void)0)
#define pr_warn(...)	fprintf(stderr, __VA_ARGS__)
#define THIS_MODULE	NULL
#define __module_get(module)	((void)0)
#define module_put(mod)		((void)0)

/* One thread writes. */
struct mutex { int unused; };	/* nothing */
#define mutex_lock(lock)	((void)(lock))
#define mutex_lock_interruptible(lock)	((void)(lock), 0)
#define mutex_unlock(lock)	((void)(lock))
#define cpus_read_lock()	((void)0)
#define cpus_read_unlock()	((void)0)
#define kp_assert_no_cpu_comes()	((void)0)
#define kp_give_way()	((void)0)

struct list_head { struct list_head *next, *prev; };
#define LIST_HEAD(name)	struct list_head name = { &(name), &(name) }
#define list_empty(list)	((list)->next == (list))
#define list_is_last(entry, list)	((entry)->next == (list))
#define list_entry(p, type, member)	container_of(p, type, member)
#define list_for_each_entry(pos, list, member)				\
	for (pos = list_entry((list)->next, __typeof__(*pos), member);	\
	     &pos->member != (list);					\
	     pos = list_entry(pos->member.next, __typeof__(*pos), member))
#define list_for_each_entry_continue_reverse(pos, list, member)		\
	for (pos = list_entry(pos->member.prev, __typeof__(*pos), member); \
	     &pos->member != (list);					\
	     pos = list_entry(pos->member.prev, __typeof__(*pos), member))

static inline void list_link(struct list_head *a, struct list_head *b)
{
	a->next = b;
	b->prev = a;
}

/* Of lists that are not empty, if they are to be put somewhere. */
static inline void list_insert(struct list_head *list, struct list_head *before,
			       struct list_head *after)
{
	if (list_empty(list))
		return;
	list_link(before, list->next);
	list_link(list->prev, after);
}

static inline void list_splice(struct list_head *list, struct list_head *to)
{
	list_insert(list, to, to->next);
}

static inline void list_splice_tail(struct list_head *list, struct list_head *to)
{
	list_insert(list, to->prev, to);
}

/* The entries up to @last go from @from to @to. */
static inline void list_cut_position(struct list_head *to, struct list_head *from,
				     struct list_head *last)
{
	struct list_head *first = from->next, *rest = last->next;

	list_link(to, to);
	if (last == from)
		return;
	list_link(to, first);
	list_link(last, to);
	list_link(from, rest);
}

static inline long copy_from_kernel_nofault(void *to, const void *from, size_t n)
{
	memcpy(to, from, n);
	return 0;
}

/* x86's, as arch/x86/kp_arch_types.h says them. */
#define KP_ARCH_CONTRACT_H
#define KP_ARCH_MAX_INSN_SIZE	15
#define KP_ARCH_BREAKPOINT_SIZE	1
#define KP_ARCH_JUMP_SIZE	5
#define KP_ARCH_SLOT_SIZE	64
#define KP_ARCH_IS_LIVE(bytes)	true
#define KP_ARCH_JUMP_IS_LIVE	true

/* Never taken. */
struct mutex *kp_arch_text_mutex(void);
void kp_arch_breakpoint(u8 *buf);
void kp_arch_jump(u8 *buf, unsigned long addr, unsigned long detour);
int kp_arch_poke(void *addr, const void *bytes, size_t len);
void kp_arch_poke_sync(void);
int kp_arch_write_text(int (*write)(void *data), void *data);
const char *kp_arch_reserved_why(unsigned long addr);
int kp_arch_insn_length(const u8 *bytes, size_t avail);
void kp_arch_read_native(unsigned long addr, u8 *bytes);

/* Of the other rooms, what is read here. */
enum kp_trap_kind { KP_TRAP_NONE, KP_TRAP_INTERNAL };
struct kp_trap { unsigned long addr; enum kp_trap_kind kind; bool is_trapping; };
enum kp_state { KP_ARMED, KP_OPTIMIZED };
struct probepoint {
	struct kp_trap home;
	struct list_head batch;
	u8 orig[KP_ARCH_MAX_INSN_SIZE];
	struct { int len; } insn;
	enum kp_state state;
	unsigned long detour;
	bool is_foreign;
	int error;
};

/* Held, so to speak. */
extern struct mutex kp_mutex;
struct probepoint *kp_probepoint_find(unsigned long addr);
struct kp_trap *kp_table_find(unsigned long addr);
bool kp_native_has(unsigned long addr);

#endif /* PATCH_SHIM_H */
