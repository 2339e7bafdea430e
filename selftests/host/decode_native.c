// SPDX-License-Identifier: GPL-2.0
/*
 * The cases of selftests/kmod/insn_test in user space: each is run bare, and
 * with a breakpoint whose signal handler does what the hit path does. And the
 * decoder's rules: that the cases and refusals exercise every one.
 *
 * usage: decode_native
 */
#include <cpuid.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <kernel/ksyms.h>

/* for its table of reasons */
#include "../../arch/x86/decode.c"

#include "insn_harness.h"

struct kp_ksyms kp_ksyms = { .insn_decode = insn_decode };

#define PAGE	4096ul

static const char *const rules[NR_REFUSALS] = {
	[REFUSE_TRUNCATED] = "TRUNCATED",
	[REFUSE_TOO_LONG] = "TOO_LONG",
	[REFUSE_UNDEFINED] = "UNDEFINED",
	[REFUSE_MISREAD] = "MISREAD",
	[REFUSE_VEX_PREFIX] = "VEX_PREFIX",
	[REFUSE_LOCK] = "LOCK",
	[REFUSE_INT3] = "INT3",
	[REFUSE_INT] = "INT",
	[REFUSE_UD] = "UD",
	[REFUSE_IRET] = "IRET",
	[REFUSE_FAR] = "FAR",
	[REFUSE_SYSCALL] = "SYSCALL",
	[REFUSE_GS] = "GS",
	[REFUSE_TABLES] = "TABLES",
	[REFUSE_SS] = "SS",
	[REFUSE_VIRT] = "VIRT",
	[REFUSE_SGX] = "SGX",
	[REFUSE_XBEGIN] = "XBEGIN",
	[REFUSE_BRANCH_SIZE] = "BRANCH_SIZE",
	[REFUSE_BRANCH_REP] = "BRANCH_REP",
	[REFUSE_AFTER_STI] = "AFTER_STI",
	[REFUSE_AFTER_SS] = "AFTER_SS",
	[REFUSE_STI_WAIT] = "STI_WAIT",
	[REFUSE_STI_END] = "STI_END",
};

/**
 * enum mode - how a hit goes on
 * @BARE: there is none
 * @BOOST: without a post_handler: the boosted slot, or straight on
 * @POST: with one: emulation, or the slot for stepping
 */
enum mode { BARE, BOOST, POST, NUM_MODES };

static const char *const mode_names[] = { "bare", "boosted", "with post" };

/* The probe there is; the signal handler's. */
static struct {
	struct kp_arch_insn insn;
	unsigned long addr;
	unsigned long resume;
	unsigned long boost;
	unsigned long step;
	unsigned long step_trap;
	enum mode mode;
	int hits;
	int posts;
} probe;

static u8 *slots;
/* Code that is in no table; in the same page. */
static u8 *probe_code;
static int test;

static struct {
	int by_emulation[KP_X86_NR_EMULATIONS];
	int by_form[KP_X86_NR_FORMS];
	int relocated[KP_X86_NR_FORMS];
	int faultable, sp_based;
	int by_refusal[NR_REFUSALS];
} used;

/* What is said below a result that is bad: the first complaint. */
static char complaint[200];

#define complain(...)							\
	do {								\
		if (!*complaint)					\
			snprintf(complaint, sizeof(complaint),		\
				 __VA_ARGS__);				\
	} while (0)

static void result(bool good, const char *what)
{
	printf("%sok %d %s\n", good ? "" : "not ", ++test, what);
	if (*complaint)
		printf("# %s\n", complaint);
	*complaint = '\0';
}

/* --- the breakpoint */

static const int greg_of[] = {
	REG_R15, REG_R14, REG_R13, REG_R12, REG_RBP, REG_RBX, REG_R11, REG_R10,
	REG_R9, REG_R8, REG_RAX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, -1,
	REG_RIP, -1, REG_EFL, REG_RSP, -1,
};

static void exchange_regs(struct pt_regs *regs, greg_t *gregs, bool back)
{
	unsigned long *reg = (unsigned long *)regs;
	int i;

	for (i = 0; i < sizeof(greg_of) / sizeof(*greg_of); i++) {
		if (greg_of[i] < 0)
			continue;
		if (back)
			gregs[greg_of[i]] = reg[i];
		else
			reg[i] = gregs[greg_of[i]];
	}
}

static void hit(struct pt_regs *regs)
{
	unsigned long at = regs->ip - INT3_INSN_SIZE;

	if (at == probe.addr) {
		probe.hits++;
		if (probe.mode == BOOST) {
			regs->ip = probe.resume ?: probe.boost;
		} else if (probe.insn.emulation) {
			kp_arch_emulate(&probe.insn, probe.addr, regs);
			probe.posts++;
		} else {
			regs->ip = probe.step;
		}
	} else if (at == probe.step_trap && probe.mode == POST) {
		kp_arch_finish_step(&probe.insn, probe.addr, regs);
		probe.posts++;
	} else {
		fprintf(stderr, "a breakpoint at %lx\n", at);
		_exit(1);
	}
}

static void on_trap(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;
	struct pt_regs regs = {};

	exchange_regs(&regs, uc->uc_mcontext.gregs, false);
	hit(&regs);
	exchange_regs(&regs, uc->uc_mcontext.gregs, true);
}

static const struct insn_case *running;
/* If set, a fault is meant to come: where its registers go. */
static struct pt_regs *fault_regs;

static void on_crash(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	if (fault_regs) {
		exchange_regs(fault_regs, uc->uc_mcontext.gregs, false);
		uc->uc_mcontext.gregs[REG_RIP] = (greg_t)insn_exit;
		return;
	}
	printf("# %s, %s: signal %d at %llx\nnot ok %d survives\n",
	       running ? running->name : "?", mode_names[probe.mode], sig,
	       uc->uc_mcontext.gregs[REG_RIP], ++test);
	fflush(stdout);
	_exit(1);
}

static void catch(int sig, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction action = {
		.sa_sigaction = handler,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER,
	};

	if (sigaction(sig, &action, NULL))
		abort();
}

static void set_up(void)
{
	unsigned long start = (unsigned long)insn_text & -PAGE;
	unsigned long end = (unsigned long)insn_text_end + PAGE;
	stack_t alt = { .ss_sp = malloc(1 << 18), .ss_size = 1 << 18 };

	slots = mmap((void *)(start + (64ul << 20)), PAGE,
		     PROT_READ | PROT_WRITE | PROT_EXEC,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (slots == MAP_FAILED ||
	    mprotect((void *)start, (end & -PAGE) - start,
		     PROT_READ | PROT_WRITE | PROT_EXEC) ||
	    sigaltstack(&alt, NULL)) {
		perror("decode_native");
		exit(2);
	}
	probe_code = slots + PAGE / 2;
	catch(SIGTRAP, on_trap);
	catch(SIGSEGV, on_crash);
	catch(SIGBUS, on_crash);
	catch(SIGILL, on_crash);
	catch(SIGFPE, on_crash);
}

/* --- decoding */

/* As a probe's address is checked: walk there. Returns an error or 0. */
static int decode_at(u8 *entry, u8 *at, u8 *end, struct kp_arch_insn *insn,
		     const char **why)
{
	u8 *prev = NULL;
	int len = 0;

	*why = "the way there";
	while (entry < at) {
		prev = entry;
		len = kp_arch_insn_length(entry, end - entry);
		if (len < 0)
			return len;
		entry += len;
	}
	if (entry != at)
		return -EILSEQ;
	return kp_arch_decode(at, end - at, prev, len, (unsigned long)at, insn,
			      why);
}

static bool build_slots(u8 *bytes, const char **why)
{
	u8 *boost = slots, *step = slots + KP_ARCH_SLOT_SIZE, offset;
	int err;

	memset(slots, INT3_INSN_OPCODE, 2 * KP_ARCH_SLOT_SIZE);
	probe.boost = (unsigned long)boost;
	probe.step = (unsigned long)step;
	probe.step_trap = 0;
	probe.resume = kp_arch_resume(&probe.insn, probe.addr);
	if (!probe.resume) {
		err = kp_arch_build_slot(&probe.insn, bytes, probe.addr,
					 probe.boost, KP_SLOT_BOOST, boost,
					 &offset, why);
		if (err)
			return false;
	}
	if (!probe.insn.emulation) {
		err = kp_arch_build_slot(&probe.insn, bytes, probe.addr,
					 probe.step, KP_SLOT_STEP, step,
					 &offset, why);
		if (err)
			return false;
		probe.step_trap = probe.step + offset;
	}
	return true;
}

static void count_use(void)
{
	used.by_emulation[probe.insn.emulation]++;
	used.faultable += probe.insn.is_faultable;
	used.sp_based += probe.insn.is_sp_based;
	if (!probe.insn.emulation) {
		used.by_form[probe.insn.form]++;
		used.relocated[probe.insn.form] += !!probe.insn.disp_offset;
	}
}

/* --- running */

static unsigned int cpu_features(void)
{
	static const struct {
		unsigned int leaf, reg, bit, feature;
	} table[] = {
		{ 1, 2, 22, CPU_MOVBE }, { 1, 2, 23, CPU_POPCNT },
		{ 0x80000001, 2, 5, CPU_LZCNT }, { 7, 1, 3, CPU_BMI1 },
		{ 7, 1, 8, CPU_BMI2 }, { 7, 1, 19, CPU_ADX },
		{ 1, 2, 9, CPU_SSSE3 }, { 1, 2, 19, CPU_SSE41 },
		{ 1, 2, 20, CPU_SSE42 }, { 1, 2, 28, CPU_AVX },
		{ 7, 1, 5, CPU_AVX2 }, { 1, 2, 12, CPU_FMA },
		{ 7, 1, 31, CPU_AVX512VL }, { 1, 2, 13, CPU_CX16 },
		{ 1, 2, 25, CPU_AES }, { 7, 1, 29, CPU_SHA },
		{ 7, 1, 24, CPU_CLWB }, { 1, 2, 27, CPU_XSAVE },
	};
	unsigned int found = 0, r[4];
	int i;

	for (i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (__get_cpuid_count(table[i].leaf, 0, &r[0], &r[1], &r[2],
				      &r[3]) &&
		    r[table[i].reg] >> table[i].bit & 1)
			found |= table[i].feature;
	return found;
}

static struct insn_result run(const struct insn_case *c, unsigned int state)
{
	struct insn_result result;

	insn_prepare(c, state, 0);
	insn_run();
	insn_collect(c, &result);
	return result;
}

/* Returns what is wrong, or NULL. */
static const char *check_state(const struct insn_case *c, unsigned int state)
{
	struct insn_result bare, probed;
	u8 original = *c->probe;
	const char *what;

	probe.mode = BARE;
	bare = run(c, state);
	for (probe.mode = BOOST; probe.mode <= POST; probe.mode++) {
		probe.hits = 0;
		probe.posts = 0;
		*c->probe = INT3_INSN_OPCODE;
		probed = run(c, state);
		*c->probe = original;
		if (probe.hits != 1)
			return "hits";
		if (probe.posts != (probe.mode == POST ? 1 : 0))
			return "posts";
		what = insn_difference(&bare, &probed);
		if (what)
			return what;
	}
	return NULL;
}

static bool check_case(const struct insn_case *c)
{
	unsigned int state;
	const char *why;

	running = c;
	probe.addr = (unsigned long)c->probe;
	if (decode_at(c->entry, c->probe, c->probe + 64, &probe.insn, &why)) {
		complain("%s: refused: %s", c->name, why);
		return false;
	}
	if (!build_slots(c->probe, &why)) {
		complain("%s: %s", c->name, why);
		return false;
	}
	count_use();
	for (state = 0; state < insn_num_states(c); state++) {
		why = check_state(c, state);
		if (why) {
			complain("%s, %s, state %u: %s", c->name,
				 mode_names[probe.mode], state, why);
			return false;
		}
	}
	return true;
}

static bool is_first_of_group(const struct insn_case *c)
{
	const struct insn_case *other;

	for (other = insn_cases; other < c; other++)
		if (!strcmp(other->group, c->group))
			return false;
	return true;
}

static int check_group(const char *group, unsigned int features)
{
	const struct insn_case *c;
	int forms = 0, bad = 0, lacking = 0;
	char text[100];

	for (c = insn_cases; c < insn_cases_end; c++) {
		if (strcmp(c->group, group))
			continue;
		if (c->cpu & ~features) {
			lacking++;
			continue;
		}
		forms++;
		insn_simd = c->flags & INSN_SIMD ?
			(features & CPU_AVX ? 2 : 1) : 0;
		bad += !check_case(c);
	}
	if (forms)
		snprintf(text, sizeof(text), "%s: %d forms", group, forms);
	else
		snprintf(text, sizeof(text), "%s # SKIP the CPU has none of %d",
			 group, lacking);
	result(!bad, text);
	return forms;
}

/* --- refusals and coverage */

static bool check_reject(const struct insn_reject *r)
{
	struct kp_arch_insn insn;
	const char *why;
	int i, err;

	err = decode_at(r->entry, r->probe, r->end, &insn, &why);
	for (i = 1; i < NR_REFUSALS; i++)
		if (err && why == reasons[i])
			break;
	if (i == NR_REFUSALS || strcmp(rules[i], r->rule)) {
		complain("%s: %s instead of %s", r->name,
			 err ? why : "accepted", r->rule);
		return false;
	}
	used.by_refusal[i]++;
	return true;
}

/* A walk must not go on behind what is 16 bits on one processor, 32 on another. */
static bool check_lengths(void)
{
	static const u8 rel[][7] = {
		{ 0x66, 0xe8 }, { 0x66, 0xe9 }, { 0x66, 0x0f, 0x84 },
	};
	static const u8 short_jump[] = { 0x66, 0xeb, 0 };
	int i;

	for (i = 0; i < sizeof(rel) / sizeof(*rel); i++)
		if (kp_arch_insn_length(rel[i], sizeof(rel[i])) != -EILSEQ)
			return false;
	return kp_arch_insn_length(short_jump, sizeof(short_jump)) == 3;
}

static bool is_covered(const int *counts, int from, int to, const char *what)
{
	bool all = true;

	for (; from < to; from++)
		if (!counts[from]) {
			complain("no case for %s %d", what, from);
			all = false;
		}
	return all;
}

static void check_rules(void)
{
	const struct insn_reject *r;
	bool good = true;
	int i;

	for (r = insn_rejects; r < insn_rejects_end; r++)
		good &= check_reject(r);
	result(good, "refused for the right reason");
	result(check_lengths(), "lengths that depend on the vendor");
	good = is_covered(used.by_refusal, 1, NR_REFUSALS, "refusal");
	for (i = 1; i < NR_REFUSALS; i++)
		good &= rules[i] && reasons[i];
	result(good, "every refusal exercised");
	good = is_covered(used.by_emulation, 0, KP_X86_NR_EMULATIONS,
			  "emulation");
	good &= is_covered(used.by_form, 0, KP_X86_NR_FORMS, "form");
	good &= is_covered(used.relocated, 0, KP_X86_NR_FORMS,
			   "relocated form");
	result(good && used.faultable && used.sp_based,
	       "every way of running an instruction exercised");
}

/* --- slots out of reach */

static bool check_far(const u8 *bytes, int len, unsigned long addr,
		      unsigned long slot, enum kp_slot_kind kind)
{
	u8 buf[KP_ARCH_SLOT_SIZE], offset;
	struct kp_arch_insn insn;
	const char *why = NULL;

	if (kp_arch_decode(bytes, len, NULL, 0, addr, &insn, &why))
		return false;
	return kp_arch_build_slot(&insn, bytes, addr, slot, kind, buf, &offset,
				  &why) == -ERANGE && why;
}

static void check_reach(void)
{
	static const u8 load_rip[] = { 0x48, 0x8b, 0x05, 0xf0, 0xff, 0xff, 0x7f };
	static const u8 add[] = { 0x48, 0x01, 0xc8 };
	static const u8 call_mem[] = { 0xff, 0x10 };
	static const u8 call_sp[] = { 0xff, 0x94, 0x24, 0xfc, 0xff, 0xff, 0x7f };
	const unsigned long home = 0xffffffff81000000, far = 0xffff888000000000;
	const unsigned long near = home + 0x1000;
	bool good = true;

	good &= check_far(load_rip, sizeof(load_rip), home, near - 0x2000,
			  KP_SLOT_BOOST);
	good &= check_far(load_rip, sizeof(load_rip), home, far, KP_SLOT_STEP);
	good &= check_far(add, sizeof(add), home, far, KP_SLOT_BOOST);
	good &= check_far(call_mem, sizeof(call_mem), far, far + 0x1000,
			  KP_SLOT_BOOST);
	good &= check_far(call_sp, sizeof(call_sp), home, near, KP_SLOT_BOOST);
	result(good, "what a slot cannot reach is refused");
}

/* --- faults in slots */

static struct pt_regs run_into_fault(enum mode mode)
{
	struct pt_regs regs = {};
	u8 original = *probe_code;

	probe.mode = mode;
	insn_prepare(insn_cases, 0, 0);
	insn_in.regs[0] = 8;
	insn_entry = probe_code;
	fault_regs = &regs;
	if (mode != BARE)
		*probe_code = INT3_INSN_OPCODE;
	insn_run();
	*probe_code = original;
	fault_regs = NULL;
	if (mode != BARE)
		kp_arch_fault_home(&probe.insn, probe.addr,
				   mode == BOOST ? probe.boost : probe.step,
				   &regs);
	return regs;
}

/* All through rax, where nothing is mapped. */
static void check_faults(void)
{
	static const u8 codes[][4] = {
		{ 0xff, 0x10 },			/* call *(%rax) */
		{ 0xff, 0x20 },			/* jmp *(%rax) */
		{ 0x48, 0x8b, 0x08 },		/* mov (%rax), %rcx */
		{ 0x0f, 0xc1, 0x48, 0x08 },	/* xadd %ecx, 8(%rax) */
	};
	struct pt_regs bare, probed;
	const char *why = "";
	bool good = true;
	int i, mode;

	insn_simd = 0;
	for (i = 0; i < sizeof(codes) / sizeof(*codes); i++) {
		memcpy(probe_code, codes[i], sizeof(codes[i]));
		bare = run_into_fault(BARE);
		probe.addr = (unsigned long)probe_code;
		good &= !kp_arch_decode(probe_code, 15, NULL, 0, probe.addr,
					&probe.insn, &why) &&
			build_slots(probe_code, &why);
		for (mode = BOOST; good && mode <= POST; mode++) {
			probed = run_into_fault(mode);
			good = !memcmp(&bare, &probed, sizeof(bare));
			if (!good)
				complain("code %d, %s", i, mode_names[mode]);
		}
	}
	result(good, "a fault in a slot is told as one at home");
}

int main(void)
{
	unsigned int features = cpu_features();
	const struct insn_case *c;
	int forms = 0;

	printf("KTAP version 1\n");
	set_up();
	for (c = insn_cases; c < insn_cases_end; c++)
		if (is_first_of_group(c))
			forms += check_group(c->group, features);
	check_rules();
	check_reach();
	check_faults();
	printf("# %d forms run, %zd refused\n1..%d\n", forms,
	       insn_rejects_end - insn_rejects, test);
	return 0;
}
