// SPDX-License-Identifier: GPL-2.0
/*
 * By what kprobes.ko calls functions that it knows by name. Parameter: where kp_ksyms is.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/string.h>

#include <kernel/ksyms.h>
#include "api_test.h"

#define JMP_OPCODE	0xe9
#define ENDBR_SIZE	4

static ulong ksyms;
module_param(ksyms, ulong, 0400);

struct row {
	const char *names;
	size_t offset;
};

#define FN_ROW(need, ret, name, args, names, option) \
	{ names, offsetof(struct kp_ksyms, name) },
#define DATA_ROW(need, type, name, names, option)

static const struct row rows[] = { KP_KSYMS(FN_ROW, DATA_ROW) };

static const u8 *pointer_of(const struct row *row)
{
	return *(const u8 **)(ksyms + row->offset);
}

/* One of some names, with | between them, followed by an offset of 0. */
static bool is_start_of(unsigned long addr, const char *names)
{
	char symbol[KSYM_SYMBOL_LEN];
	size_t len;

	sprint_symbol(symbol, addr);
	for (; *names; names += len + (names[len] == '|')) {
		len = strcspn(names, "|");
		if (!strncmp(symbol, names, len) &&
		    strstarts(symbol + len, "+0x0/") && !strchr(symbol, '['))
			return true;
	}
	return false;
}

static unsigned long behind_jump(const u8 *jump)
{
	s32 distance;

	memcpy(&distance, jump + 1, sizeof(distance));
	return (unsigned long)jump + 5 + distance;
}

static void pointers_lead_to_their_functions(void)
{
	unsigned int i, found = 0, thunks = 0;
	const u8 *at;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		at = pointer_of(&rows[i]);
		if (!at)
			continue;
		found++;
		if (is_start_of((unsigned long)at, rows[i].names))
			continue;
		thunks++;
		EXPECT_EQ(at[ENDBR_SIZE], JMP_OPCODE);
		EXPECT(is_start_of(behind_jump(at + ENDBR_SIZE), rows[i].names));
	}
	ktap_note("%u functions, %u by way of a thunk", found, thunks);
	EXPECT(found > 20);
	/* such as have no ENDBR are among them */
	EXPECT_EQ(thunks > 0, IS_ENABLED(CONFIG_X86_KERNEL_IBT));
}

static void they_begin_with_endbr(void)
{
	static const u8 endbr64[ENDBR_SIZE] = { 0xf3, 0x0f, 0x1e, 0xfa };
	const u8 *at;
	unsigned int i;

	for (i = 0; IS_ENABLED(CONFIG_X86_KERNEL_IBT) && i < ARRAY_SIZE(rows); i++) {
		at = pointer_of(&rows[i]);
		if (!at || !memcmp(at, endbr64, ENDBR_SIZE))
			continue;
		failed = true;
		ktap_note("%s: %*ph", rows[i].names, ENDBR_SIZE, at);
	}
}

static void they_can_be_called(void)
{
	const struct kp_ksyms *theirs = (void *)ksyms;

	EXPECT_EQ(theirs->core_kernel_text((unsigned long)sprint_symbol), 1);
	EXPECT_EQ(theirs->core_kernel_text(ksyms), 0);
}

static const struct api_test tests[] = {
	API_TEST(pointers_lead_to_their_functions),
	API_TEST(they_begin_with_endbr),
	API_TEST(they_can_be_called),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Test: pointers to functions found by name");
MODULE_LICENSE("GPL");
