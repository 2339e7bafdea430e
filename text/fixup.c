// SPDX-License-Identifier: GPL-2.0
/*
 * Exception-table entries for instructions that run in slots. They name
 * instruction and fixup by their distance.
 */
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <linux/types.h>

#include <arch/contract.h>
#include <compat/extable.h>

int kp_arch_build_fixup(const struct exception_table_entry *entry,
			unsigned long addr, const struct kp_arch_insn *insn,
			unsigned long slot, u8 *buf)
{
	unsigned long fixup = (unsigned long)&entry->fixup + entry->fixup;
	unsigned long at = slot + KP_ARCH_SLOT_CODE_SIZE;
	struct exception_table_entry copy = *entry;
	long distance;

	BUILD_BUG_ON(sizeof(copy) > KP_ARCH_SLOT_SIZE - KP_ARCH_SLOT_CODE_SIZE);

	/*
	 * Some fixups are for an instruction that is then skipped, and check
	 * that the fixup is the next one: in the slot, that is what follows.
	 */
	if (fixup == addr + insn->len)
		fixup = slot + insn->len;
	copy.insn = slot - (at + offsetof(typeof(copy), insn));
	distance = fixup - (at + offsetof(typeof(copy), fixup));
	copy.fixup = distance;
	if (copy.fixup != distance || !kp_extable_keep_handler(&copy, entry, at))
		return -ERANGE;
	memcpy(buf, &copy, sizeof(copy));
	return 0;
}
