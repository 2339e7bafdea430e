// SPDX-License-Identifier: GPL-2.0
/* x86: exception-table entries for instructions that run in slots. */
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/extable.h>
#include <linux/string.h>
#include <asm/processor.h>

#include <arch/contract.h>
#include <compat/extable.h>

/* Exception tables hold each address as its distance from the member. */
static int relative(unsigned long target, unsigned long from, int *result)
{
	long distance = target - from;

	*result = distance;
	return *result == distance ? 0 : -ERANGE;
}

int kp_arch_build_fixup(const struct exception_table_entry *entry,
			unsigned long addr, const struct kp_arch_insn *insn,
			unsigned long slot, u8 *buf)
{
	unsigned long fixup = (unsigned long)&entry->fixup + entry->fixup;
	unsigned long at = slot + KP_ARCH_SLOT_CODE_SIZE;
	struct exception_table_entry copy = *entry;
	int ret;

	BUILD_BUG_ON(sizeof(copy) > KP_ARCH_SLOT_SIZE - KP_ARCH_SLOT_CODE_SIZE);

	/*
	 * Some fixups are for an instruction that is then skipped, and check
	 * that the fixup is the next one: in the slot, that is what follows.
	 */
	if (fixup == addr + insn->len)
		fixup = slot + insn->len;
	ret = relative(slot, at + offsetof(typeof(copy), insn), &copy.insn);
	if (!ret)
		ret = relative(fixup, at + offsetof(typeof(copy), fixup),
			       &copy.fixup);
	if (!ret && !kp_extable_keep_handler(&copy, entry, at))
		ret = -ERANGE;
	memcpy(buf, &copy, sizeof(copy));
	return ret;
}
