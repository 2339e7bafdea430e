// SPDX-License-Identifier: GPL-2.0
/*
 * A detour and a return stub in user space, on the real CPU, in cycles: the
 * objects that kprobes.ko is linked from, with stand-ins for what they use of
 * the kernel; beside the sequence that the kernel's documentation describes.
 *
 * The segment gs has the base 0 here, so per-CPU variables are plain ones.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <x86intrin.h>

#include <arch/x86/kp_offsets.h>

#define ROUNDS		301
#define CALLS		20000

/* Called with the stack as it happens to be. */
#define HANDLER __attribute__((noinline, target("general-regs-only")))

/* The kernel's. */
struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx, r11, r10, r9, r8;
	unsigned long ax, cx, dx, si, di, orig_ax, ip, cs, flags, sp, ss;
};

/* What our objects refer to. */
unsigned int __preempt_count = NO_PREEMPTION - 1;
static uint8_t fake_task[8192];
void *current_task = fake_task;
unsigned long kp_cpu[8];
int insn_decode(void *insn, const void *bytes, int len, int mode);
/* the decoder calls but one of them */
void *kp_ksyms[128];

int kp_arch_jump_region(const uint8_t *bytes, size_t avail, unsigned long addr,
			void *region, const char **why);
int kp_arch_build_detour(const void *region, const uint8_t *bytes,
			 unsigned long addr, unsigned long detour,
			 const void *pp, uint8_t *buf, const char **why);
void kp_arch_jump(uint8_t *buf, unsigned long addr, unsigned long detour);
int kp_arch_build_stub(uint8_t *buf, unsigned long addr, int kind,
		       const void *data);

bool kp_x86_returns_write_flags(void)
{
	return false;
}

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof(*(a)))

/* documented.S */
void documented_target(void);
void documented_return(void);

static unsigned long handled;

HANDLER static int pre_handler(void *kp, struct pt_regs *regs)
{
	handled++;
	return 0;
}

/* --- the kernel's own, as it is described */

struct documented_probe {
	struct documented_probe *next;
	int (*pre_handler)(void *kp, struct pt_regs *regs);
	unsigned long addr;
	unsigned long missed;
	unsigned int flags;
} documented_probe, documented_user = { .pre_handler = pre_handler };

static struct documented_probe *volatile running;
static volatile unsigned long status;

/* Dispatch: the probe becomes the current one, and each of its handlers too. */
HANDLER void documented_callback(struct documented_probe *op, struct pt_regs *regs)
{
	struct documented_probe *p;

	if (op->flags)
		return;
	(*(volatile unsigned int *)&__preempt_count)++;
	if (running) {
		running->missed++;
	} else {
		regs->sp += 8;
		regs->cs = 0x10;
		regs->ip = op->addr + 1;
		regs->orig_ax = -1;
		running = op;
		status = 1;
		for (p = op->next; p; p = p->next)
			if (p->pre_handler && !p->flags) {
				running = p;
				p->pre_handler(p, regs);
				running = NULL;
			}
		running = NULL;
	}
	(*(volatile unsigned int *)&__preempt_count)--;
}

/* Return probes: both engines' bookkeeping is left out, it is the same here. */
volatile unsigned long real_return;

HANDLER unsigned long documented_returned(struct pt_regs *regs)
{
	pre_handler(NULL, regs);
	return real_return;
}

/* --- ours */

HANDLER void kp_hit_return(struct pt_regs *regs, void *instance)
{
	pre_handler(instance, regs);
	/* what the stub's call has pushed becomes the return address */
	((unsigned long *)(regs + 1))[0] = real_return;
}

/* mov %rdi, %rax; mov %rsi, %rdx; mov %rdi, %rcx; ret */
static const uint8_t target[] = {
	0x48, 0x89, 0xf8, 0x48, 0x89, 0xf2, 0x48, 0x89, 0xf9, 0xc3
};

static uint8_t fake_pp[1024], fake_probe[256], fake_kp[256];
static unsigned long hits;

static void put(uint8_t *where, unsigned int offset, const void *value)
{
	memcpy(where + offset, &value, sizeof(value));
}

/* Memory for code, where 32 bits reach it. */
static uint8_t *code_alloc(void)
{
	uint8_t *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	if (code == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	memset(code, 0xcc, 4096);
	return code;
}

static uint8_t *make_probed(void)
{
	uint8_t *code = code_alloc(), *detour = code + 256, region[1024];
	unsigned long at = (unsigned long)code;
	const char *why = "?";

	put(fake_pp, PP_SINGLE, fake_probe);
	put(fake_probe, PROBE_HITS, &hits);
#ifdef PROBE_KP
	put(fake_probe, PROBE_KP, fake_kp);
#endif
#ifdef PROBE_PRE
	put(fake_probe, PROBE_PRE, pre_handler);
#else
	put(fake_kp, KPROBE_PRE_HANDLER, pre_handler);
#endif
	memcpy(code, target, sizeof(target));
	memset(region, 0, sizeof(region));
	if (kp_arch_jump_region(target, sizeof(target), at, region, &why) ||
	    kp_arch_build_detour(region, target, at, (unsigned long)detour,
				 fake_pp, detour, &why)) {
		fprintf(stderr, "native: no detour: %s\n", why);
		exit(1);
	}
	kp_arch_jump(code, at, (unsigned long)detour);
	return code;
}

/* --- timing */

static uint64_t time_calls(const void *fn)
{
	void (*call)(long a, long b) = (void (*)(long, long))fn;
	unsigned int aux;
	uint64_t start;
	int i;

	_mm_lfence();
	start = __rdtsc();
	for (i = 0; i < CALLS; i++)
		call(i, i);
	return __rdtscp(&aux) - start;
}

/*
 * A call that returns by way of @trampoline: its return address is changed at
 * its entry, as a return probe does. NULL: it is not changed. From a few calls
 * deep: processors predict where returns lead by counting calls.
 */
void call_returning(const void *fn, const void *trampoline);
asm(".text\n"
    "call_returning:\n"
    "	call	1f\n"
    "	ret\n"
    "1:	call	2f\n"
    "	ret\n"
    "2:	call	3f\n"
    "	ret\n"
    "3:	call	4f\n"
    "	ret\n"
    "4:	testq	%rsi, %rsi\n"
    "	jz	5f\n"
    "	movq	(%rsp), %rax\n"
    "	movq	%rax, real_return(%rip)\n"
    "	movq	%rsi, (%rsp)\n"
    "5:	jmp	*%rdi\n");

static uint64_t time_returns(const void *fn, const void *trampoline)
{
	unsigned int aux;
	uint64_t start;
	int i;

	_mm_lfence();
	start = __rdtsc();
	for (i = 0; i < CALLS; i++)
		call_returning(fn, trampoline);
	return __rdtscp(&aux) - start;
}

static int cmp(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double median(double *values)
{
	qsort(values, ROUNDS, sizeof(*values), cmp);
	return values[ROUNDS / 2];
}

/* Each round measures all three, so that what disturbs one disturbs all. */
static void report(const char *what, uint64_t (*bare)(void),
		   uint64_t (*ours)(void), uint64_t (*own)(void))
{
	static double a[ROUNDS], b[ROUNDS], ratio[ROUNDS];
	int i;

	for (i = 0; i < ROUNDS; i++) {
		double base = bare(), x = ours() - base, y = own() - base;

		a[i] = x / CALLS;
		b[i] = y / CALLS;
		ratio[i] = x / y;
	}
	printf("BENCH ours cycles %s = %.0f\n", what, median(a));
	printf("BENCH own cycles %s = %.0f\n", what, median(b));
	printf("BENCH ours percent %s = %.0f\n", what, 100 * median(ratio));
}

static uint8_t *bare, *probed, *stub;

static uint64_t detour_bare(void)
{
	return time_calls(bare);
}

static uint64_t detour_ours(void)
{
	return time_calls(probed);
}

static uint64_t detour_own(void)
{
	return time_calls(documented_target);
}

static uint64_t return_bare(void)
{
	return time_returns(bare, NULL);
}

static uint64_t return_ours(void)
{
	return time_returns(bare, stub);
}

static uint64_t return_own(void)
{
	return time_returns(bare, documented_return);
}

static void must_count(const char *what, uint64_t (*fn)(void))
{
	handled = 0;
	fn();
	if (handled == CALLS)
		return;
	fprintf(stderr, "native: %s: %lu handlers of %d\n", what, handled,
		CALLS);
	exit(1);
}

int main(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kp_ksyms); i++)
		kp_ksyms[i] = insn_decode;
	documented_probe.next = &documented_user;
	bare = code_alloc();
	memcpy(bare, target, sizeof(target));
	probed = make_probed();
	stub = code_alloc();
	if (kp_arch_build_stub(stub, (unsigned long)stub, 0, fake_kp))
		return 1;

	must_count("detour", detour_ours);
	must_count("documented detour", detour_own);
	must_count("return stub", return_ours);
	must_count("documented return", return_own);
	report("detour", detour_bare, detour_ours, detour_own);
	report("return", return_bare, return_ours, return_own);
	return 0;
}
