/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where all instructions have one length and jumps are branches: the same is seen,
 * done and left by a branch and by a breakpoint. What registers there are is in
 * <jump_arch.h>, which includes this once:
 *
 *   struct jt_state, sets[], targets[], run()   calls with all registers known
 *   may_access_user(), begin_user(), end_user(), keeps_from_user()
 *   expect_same_regs(), expect_at_home()        of what a handler sees
 *   invert_regs(), expect_left()                what it changes, what that leaves
 *   LIVE_BITS, EXCEPTION_BITS of STATE()        what a branch can change, and what
 *                                               only a return from an exception can
 *   GPRS(), NUM_GPRS, FIRST_GPR                 general registers, the first argument
 *   SP(), SP_MOVED()                            of pt_regs; how far run() has left it
 *   BAD_ADDRESS, LOAD(), FAULT                  faults
 */
#ifndef BRANCHES_H
#define BRANCHES_H

static bool is_same(const struct jt_state *a, const struct jt_state *b)
{
	return !memcmp(a, b, sizeof(*a));
}

static void expect_same(const struct jt_state *a, const struct jt_state *b,
			const char *name, unsigned int set, int line)
{
	const unsigned long *x = (const void *)a, *y = (const void *)b;
	unsigned int i;

	for (i = 0; i < sizeof(*a) / sizeof(*x); i++) {
		if (x[i] == y[i])
			continue;
		failed = true;
		ktap_note("line %d: %s, set %u: word %u is %lx, not %lx",
			  line, name, set, i, x[i], y[i]);
	}
}

#define EXPECT_SAME(a, b, name, set) expect_same(a, b, name, set, __LINE__)

/* --- what handlers see */

static struct pt_regs seen;
static bool handler_may_access;

static int pre_see(struct kprobe *unused, struct pt_regs *regs)
{
	num_hits++;
	seen = *regs;
	handler_may_access |= may_access_user();
	return 0;
}

static void registers_seen(void)
{
	static struct jt_state bare[NUM_SETS], now;
	static struct pt_regs regs[NUM_SETS];
	unsigned int i, set;

	handler_may_access = false;
	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		const u8 *fn = targets[i].fn;

		for (set = 0; set < NUM_SETS; set++)
			bare[set] = run(fn, set);
		jump_allow(false);
		place(fn, pre_see);
		EXPECT(jump_is_breakpoint_at(fn));
		for (set = 0; set < NUM_SETS; set++) {
			now = run(fn, set);
			EXPECT_SAME(&now, &bare[set], targets[i].name, set);
			EXPECT_EQ(num_hits, set + 1);
			regs[set] = seen;
		}
		jump_allow(true);
		wait_for_kprobe_optimizer();
		EXPECT(jump_is_at(fn) && jump_is_listed(fn));
		num_hits = 0;
		for (set = 0; set < NUM_SETS; set++) {
			now = run(fn, set);
			EXPECT_SAME(&now, &bare[set], targets[i].name, set);
			EXPECT_EQ(num_hits, set + 1);
			expect_same_regs(&seen, &regs[set],
					 targets[i].name, set);
			EXPECT_EQ(instruction_pointer(&seen),
				  (unsigned long)fn);
			EXPECT_EQ(SP(&seen), jt_sp);
			expect_at_home(&seen, set);
		}
		unregister_kprobe(&kp);
	}
	EXPECT(!handler_may_access);
}

/* --- what handlers change */

static unsigned long moved_to, bits_changed;

static int pre_change(struct kprobe *unused, struct pt_regs *regs)
{
	num_hits++;
	invert_regs(regs);
	STATE(regs) ^= bits_changed;
	if (moved_to)
		instruction_pointer_set(regs, moved_to);
	return !!moved_to;
}

/* The same by a breakpoint and by a branch; and not what happens without. */
static void check_change(const struct target *target)
{
	static struct jt_state trapped[NUM_SETS], now;
	bool differs = false;
	unsigned int set;

	jump_allow(false);
	place(target->fn, pre_change);
	EXPECT(jump_is_breakpoint_at(target->fn));
	for (set = 0; set < NUM_SETS; set++) {
		trapped[set] = run(target->fn, set);
		expect_left(&trapped[set], bits_changed);
	}
	jump_allow(true);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(target->fn));
	for (set = 0; set < NUM_SETS; set++) {
		now = run(target->fn, set);
		EXPECT_SAME(&now, &trapped[set], target->name, set);
	}
	EXPECT_EQ(num_hits, 2 * NUM_SETS);
	unregister_kprobe(&kp);
	for (set = 0; set < NUM_SETS; set++) {
		now = run(target->fn, set);
		differs |= !is_same(&now, &trapped[set]);
	}
	EXPECT(differs);
}

static void check_changes(unsigned long bits)
{
	int i;

	bits_changed = bits;
	for (i = 0; i < ARRAY_SIZE(targets); i++)
		check_change(&targets[i]);
}

static void registers_changed(void)
{
	moved_to = 0;
	check_changes(LIVE_BITS);
}

static void state_changed(void)
{
	moved_to = 0;
	check_changes(LIVE_BITS | EXCEPTION_BITS);
}

static void moved_elsewhere(void)
{
	moved_to = (unsigned long)jt_elsewhere;
	check_changes(LIVE_BITS);
	check_changes(EXCEPTION_BITS);
}

/* --- access to user memory: off in handlers, and as it was behind them */

static unsigned long user_byte;

static int pre_look_at_user(struct kprobe *unused, struct pt_regs *regs)
{
	char byte;

	num_hits++;
	handler_may_access |= may_access_user();
	/* switches it on and off */
	nofault_left = copy_from_user_nofault(&byte,
					      (void __user *)user_byte, 1);
	if (moved_to)
		instruction_pointer_set(regs, moved_to);
	return !!moved_to;
}

static bool calls_keep_access(bool may_access, long result)
{
	bool is_kept;
	long got;

	preempt_disable();
	if (may_access)
		begin_user(user_byte);
	got = jt_sum(1, 2);
	is_kept = may_access_user() == may_access;
	if (may_access)
		end_user(user_byte);
	preempt_enable();
	return is_kept && got == result;
}

static void user_access(void)
{
	bool has = keeps_from_user();
	char byte;

	user_byte = vm_mmap(NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
			    MAP_ANONYMOUS | MAP_PRIVATE, 0);
	EXPECT(!IS_ERR_VALUE(user_byte));
	EXPECT_EQ(copy_from_user(&byte, (char __user *)user_byte, 1), 0);
	moved_to = 0;
	handler_may_access = false;
	place(jt_sum, pre_look_at_user);
	EXPECT(jump_is_at(jt_sum));
	EXPECT(calls_keep_access(false, 3));
	EXPECT_EQ(nofault_left, 0);
	EXPECT(!has || calls_keep_access(true, 3));
	EXPECT_EQ(nofault_left, 0);
	moved_to = (unsigned long)jt_elsewhere;
	EXPECT(calls_keep_access(false, 0x5e));
	EXPECT(!has || calls_keep_access(true, 0x5e));
	EXPECT_EQ(num_hits, has ? 4 : 2);
	EXPECT(!handler_may_access);
	if (!has)
		ktap_note("nothing keeps the kernel from user memory here");
	unregister_kprobe(&kp);
	vm_munmap(user_byte, PAGE_SIZE);
}

static int ret_look_at_user(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	num_hits++;
	handler_may_access |= may_access_user();
	return 0;
}

static long jprobe_look_at_user(long a, long b)
{
	num_hits++;
	handler_may_access |= may_access_user();
	jprobe_return();
	return 0;
}

static void user_access_in_stubs(void)
{
	struct kretprobe rp = {
		.kp.addr = (kprobe_opcode_t *)jt_sum,
		.handler = ret_look_at_user,
		.entry_handler = ret_look_at_user,
	};
	struct jprobe jp = {
		.kp.addr = (kprobe_opcode_t *)jt_sum,
		.entry = jprobe_look_at_user,
	};
	bool has = keeps_from_user();

	handler_may_access = false;
	num_hits = 0;
	EXPECT_EQ(register_kretprobe(&rp), 0);
	EXPECT_EQ(register_jprobe(&jp), 0);
	wait_for_kprobe_optimizer();
	EXPECT(calls_keep_access(false, 3));
	EXPECT(!has || calls_keep_access(true, 3));
	EXPECT_EQ(num_hits, has ? 6 : 3);
	EXPECT(!handler_may_access);
	unregister_jprobe(&jp);
	unregister_kretprobe(&rp);
}

/* --- faults */

static unsigned long good = 0x600d;
static unsigned int num_faults;
static unsigned long fault_ip, moved_by;
static int fault_trapnr;

static int mend_load(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	num_faults++;
	fault_ip = instruction_pointer(regs);
	fault_trapnr = trapnr;
	EXPECT(p == &kp);
	GPRS(regs)[FIRST_GPR] = (unsigned long)&good;
	instruction_pointer_set(regs, fault_ip + moved_by);
	return 1;
}

/* The instruction faults where its copy is, and is tried again there. */
static void probed_faults(void)
{
	struct jt_state out;

	for (moved_by = 0; moved_by <= 4; moved_by += 4) {
		place(jt_load, pre_see);
		EXPECT(jump_is_at(jt_load));
		kp.fault_handler = mend_load;
		num_faults = 0;
		out = run(jt_load, 0);
		EXPECT_EQ(out.regs[FIRST_GPR],
			  moved_by ? (unsigned long)&good + 1 : good + 1);
		EXPECT_EQ(SP_MOVED(&out), 0);
		EXPECT_EQ(num_faults, 1);
		EXPECT_EQ(num_hits, 1);
		EXPECT_EQ(fault_ip, (unsigned long)jt_load);
		EXPECT_EQ(fault_trapnr, FAULT);
		unregister_kprobe(&kp);
	}
}

static noinline unsigned long load_bad(void)
{
	unsigned long value, addr = BAD_ADDRESS;

	/* KASAN is not to see it */
	LOAD(value, addr);
	return value;
}

static int pre_fault(struct kprobe *p, struct pt_regs *regs)
{
	num_hits++;
	EXPECT_EQ(load_bad(), good);
	return 0;
}

static int mend_handler(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	unsigned int i;

	num_faults++;
	EXPECT(p == &kp);
	EXPECT_EQ(trapnr, FAULT);
	for (i = 0; i < NUM_GPRS; i++)
		if (GPRS(regs)[i] == BAD_ADDRESS)
			GPRS(regs)[i] = (unsigned long)&good;
	return 1;
}

static void handler_faults(void)
{
	place(jt_sum, pre_fault);
	kp.fault_handler = mend_handler;
	EXPECT(jump_is_at(jt_sum));
	num_faults = 0;
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(num_faults, 1);
	EXPECT_EQ(num_hits, 1);
	unregister_kprobe(&kp);
}

/* --- what must not be a branch */

static void fixup_is_not_a_jump(void)
{
	struct jt_state out;

	place(jt_first_faults, pre_see);
	EXPECT(jump_is_breakpoint_at(jt_first_faults));
	EXPECT_STREQ(jump_why(jt_first_faults),
		     "a fault there is mended, and may sleep");
	out = run(jt_first_faults, 0);
	EXPECT_EQ(out.regs[FIRST_GPR], 0xfa);
	EXPECT_EQ(num_hits, 1);
	unregister_kprobe(&kp);
}

/* Neighbours are in nobody's way. */
static void neighbours(void)
{
	struct kprobe second = {
		.addr = (kprobe_opcode_t *)jump_at(jt_sum, 4),
		.pre_handler = pre_count,
	};

	place(jt_sum, pre_count);
	EXPECT_EQ(register_kprobe(&second), 0);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jt_sum) && jump_is_at(second.addr));
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(num_hits, 2);
	unregister_kprobe(&kp);
	EXPECT_EQ(jt_sum(1, 2), 3);
	EXPECT_EQ(num_hits, 3);
	unregister_kprobe(&second);
}

#define BRANCHES_TESTS							\
	API_TEST(registers_seen), API_TEST(registers_changed),		\
	API_TEST(state_changed), API_TEST(moved_elsewhere),		\
	API_TEST(user_access), API_TEST(user_access_in_stubs),		\
	API_TEST(probed_faults), API_TEST(handler_faults),		\
	API_TEST(fixup_is_not_a_jump), API_TEST(neighbours),

#endif /* BRANCHES_H */
