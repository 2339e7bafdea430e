// SPDX-License-Identifier: GPL-2.0
/*
 * The order of writes on real CPUs: text/text.c itself turns two instructions
 * into a breakpoint, a jump, and back, while another thread executes them. Its
 * cross-CPU sync is membarrier()'s.
 *
 * And whether the breakpoint is said to be ours, by is_trapping, whenever it is there.
 *
 * usage: patch_test ROUNDS [SYNC-LEFT-OUT]
 *
 * Of the six syncs of a round, one may be left out, 1 to 6, to see what comes
 * of it: processors forgive much.
 */
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "patch_shim.h"
#include <text/text.h>

#define SYNCS_A_ROUND	6
#define RESULT		0x77

/* mov $0x70, %al; add $7, %al; movzbl %al, %eax; ret: the first two change. */
static const u8 code[] = {
	0xb0, 0x70, 0x04, 0x07, 0x90, 0x0f, 0xb6, 0xc0, 0xc3,
};

#define REGION	5

/* Another instruction there. */
#define OTHER_AT	5
#define OTHER_SIZE	3

/* One thread writes: they are never taken. */
struct mutex kp_mutex;
/* Likewise. */
static struct mutex text_mutex;
static u8 *text, *alias;
static unsigned long slot;
static unsigned int left_out, sync_number;
static atomic_ulong calls, traps, wrong;
static atomic_bool stop;

/* Whose text is written; and how often it was not said to be ours. */
static const struct probepoint *written;
static unsigned long unsaid;

static void look(void)
{
	unsaid += written && !written->home.is_trapping;
}

struct mutex *kp_arch_text_mutex(void)
{
	return &text_mutex;
}

void kp_arch_breakpoint(u8 *buf)
{
	buf[0] = 0xcc;
}

void kp_arch_jump(u8 *buf, unsigned long addr, unsigned long detour)
{
	int32_t distance = detour - (addr + KP_ARCH_JUMP_SIZE);

	buf[0] = 0xe9;
	memcpy(buf + 1, &distance, sizeof(distance));
}

/* Byte by byte: no CPU may rely on more than the first being written at once. */
int kp_arch_poke(void *addr, const void *bytes, size_t len)
{
	volatile u8 *to = alias + ((u8 *)addr - text);
	size_t i;

	look();
	for (i = 0; i < len; i++)
		to[i] = ((const u8 *)bytes)[i];
	return 0;
}

static int membarrier(int command)
{
	return syscall(SYS_membarrier, command, 0, 0);
}

void kp_arch_poke_sync(void)
{
	look();
	if (++sync_number != left_out &&
	    membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE))
		abort();
	sync_number %= SYNCS_A_ROUND + 1;
}

int kp_arch_write_text(int (*write)(void *data), void *data)
{
	return write(data);
}

/* Not called here. */
const char *kp_arch_reserved_why(unsigned long addr)
{
	return NULL;
}

int kp_arch_insn_length(const u8 *bytes, size_t avail)
{
	return -EILSEQ;
}

void kp_arch_read_native(unsigned long addr, u8 *bytes)
{
}

struct probepoint *kp_probepoint_find(unsigned long addr)
{
	return NULL;
}

struct kp_trap *kp_table_find(unsigned long addr)
{
	return NULL;
}

bool kp_native_has(unsigned long addr)
{
	return false;
}

/* As a hit does: go on in a copy of the region. */
static void on_trap(int signal, siginfo_t *info, void *context)
{
	greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;

	if (regs[REG_RIP] - 1 != (greg_t)text)
		abort();
	regs[REG_RIP] = slot;
	atomic_fetch_add(&traps, 1);
}

/* What was executed was neither the old instructions nor the new ones. */
static void on_torn(int signal)
{
	static const char text[] = "torn: the program was stopped by a signal\n";

	(void)!write(1, text, sizeof(text) - 1);
	_exit(3);
}

static void *run(void *unused)
{
	int (*function)(void) = (int (*)(void))text;

	while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
		if (function() != RESULT)
			atomic_fetch_add(&wrong, 1);
		atomic_fetch_add_explicit(&calls, 1, memory_order_release);
	}
	return NULL;
}

/* Who was behind the first instruction has left it. */
static void wait_for_runner(void)
{
	unsigned long before = atomic_load(&calls);

	while (atomic_load(&calls) < before + 2)
		sched_yield();
}

static void copy_region(u8 *to)
{
	memcpy(to, code, REGION);
	kp_arch_jump(to + REGION, (unsigned long)(to + REGION),
		     (unsigned long)text + REGION);
}

static void prepare(void)
{
	size_t size = sysconf(_SC_PAGESIZE);
	int fd = memfd_create("text", 0);
	u8 *copies;

	if (fd < 0 || ftruncate(fd, size))
		abort();
	text = mmap(NULL, size, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
	alias = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	copies = mmap(text + 16 * size, size, PROT_READ | PROT_WRITE | PROT_EXEC,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (text == MAP_FAILED || alias == MAP_FAILED || copies == MAP_FAILED)
		abort();
	/* across a cache line, where a write of several bytes may be torn */
	text += 64 - 2;
	alias += 64 - 2;
	memcpy(alias, code, sizeof(code));
	copy_region(copies);
	slot = (unsigned long)copies;
}

static void one_round(struct list_head *batch, struct probepoint *pp)
{
	sync_number = 0;
	if (kp_text_arm(batch))
		abort();
	wait_for_runner();
	kp_text_optimize(batch);
	if (pp->error)
		abort();
	kp_text_unoptimize(batch);
	if (pp->error)
		abort();
	kp_text_disarm(batch);
	unsaid += pp->home.is_trapping;
}

/* Behind a breakpoint there is to be another one, where the text is something else. */
static bool is_refused(struct list_head *batch, struct probepoint *pp)
{
	struct probepoint other = {
		.home.addr = (unsigned long)text + OTHER_AT,
		.insn.len = OTHER_SIZE,
		.batch = { batch, &pp->batch },
	};
	int ret;

	pp->batch.next = &other.batch;
	batch->prev = &other.batch;
	ret = kp_text_arm(batch);
	pp->batch.next = batch;
	batch->prev = &pp->batch;
	return ret == -EBUSY && other.error == -EBUSY && !other.home.is_trapping &&
	       !pp->home.is_trapping;
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000, i;
	struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };
	struct probepoint pp = { .insn.len = 2 };
	struct list_head batch = { &pp.batch, &pp.batch };
	pthread_t runner;

	left_out = argc > 2 ? atoi(argv[2]) : 0;
	if (membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE)) {
		printf("skip\n");
		return 0;
	}
	prepare();
	pp.home.addr = (unsigned long)text;
	pp.batch = (struct list_head){ &batch, &batch };
	pp.detour = slot;
	memcpy(pp.orig, code, REGION);
	sigaction(SIGTRAP, &action, NULL);
	signal(SIGILL, on_torn);
	signal(SIGSEGV, on_torn);
	if (pthread_create(&runner, NULL, run, NULL))
		abort();
	written = &pp;
	for (i = 0; i < rounds; i++)
		one_round(&batch, &pp);
	unsaid += !is_refused(&batch, &pp);
	atomic_store(&stop, true);
	pthread_join(runner, NULL);
	printf("%lu rounds, %lu calls, %lu traps, %lu wrong, %lu unsaid\n", rounds,
	       atomic_load(&calls), atomic_load(&traps), atomic_load(&wrong), unsaid);
	return atomic_load(&wrong) || unsaid || memcmp(text, code, sizeof(code)) ||
	       pp.is_foreign;
}
