// SPDX-License-Identifier: GPL-2.0
/*
 * x86: a jump instead of a breakpoint. It leads to a detour: that saves what a
 * trap would save, has the handlers called (stub_entry.S), runs copies of the
 * instructions that the jump covers, and jumps back.
 */
#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/cache.h>
#include <linux/errno.h>
#include <linux/string.h>
#include <asm/segment.h>
#include <asm/text-patching.h>

#include <arch/contract.h>
#include <hit/probepoint.h>
#include <kp_arch_hit.h>

#include <kp_x86_detour.h>
#include <kp_x86_relocate.h>
#include <compat/ibt.h>

#define PUSH_IMM32_SIZE	5
#define STI		0xfb

static bool is_indirect(const struct kp_arch_insn *insn)
{
	return insn->emulation == KP_X86_JMP_REG ||
	       insn->form == KP_X86_JMP_MEM;
}

/* Where indirect branches may lead within a function. */
static bool is_landing_pad(const u8 *bytes)
{
	u32 word;

	memcpy(&word, bytes, sizeof(word));
	return kp_is_endbr(word);
}

int kp_arch_jump_region(const u8 *bytes, size_t avail, unsigned long addr,
			struct kp_arch_region *region, const char **why)
{
	unsigned int at = 0;

	memset(region, 0, sizeof(*region));
	*why = "the function ends too soon";
	if (avail < KP_ARCH_JUMP_SIZE)
		return -ERANGE;
	if (is_landing_pad(bytes)) {
		*why = "a landing pad, which a jump is not";
		return -EILSEQ;
	}
	while (at < KP_ARCH_JUMP_SIZE) {
		struct kp_arch_insn *insn = &region->insn[region->num];
		int ret;

		/* they go together, so what is before one does not matter */
		ret = kp_arch_decode(bytes + at, avail - at, NULL, 0,
				     addr + at, insn, why);
		if (ret)
			return -EILSEQ;
		if (bytes[at + insn->opcode_offset] == STI) {
			*why = "sti, and what follows it is elsewhere";
			return -EILSEQ;
		}
		region->at[region->num++] = at;
		at += insn->len;
		region->len = at;
		if (kp_x86_is_call(insn) && at < KP_ARCH_JUMP_SIZE) {
			*why = "a call returns into the jump";
			return -EILSEQ;
		}
		if (!kp_x86_goes_on(insn))
			break;
	}
	/* what follows an indirect jump may be known to a table alone */
	if (at < KP_ARCH_JUMP_SIZE && is_indirect(&region->insn[region->num - 1])) {
		*why = "an indirect jump may lead behind itself";
		return -EILSEQ;
	}
	region->flags_are_dead = kp_x86_flags_are_dead(bytes, region->len, addr);
	if (!region->flags_are_dead && kp_x86_returns_write_flags()) {
		*why = "returns that count (retbleed=stuff) would change status flags";
		return -EILSEQ;
	}
	return 0;
}

static int put_s32(u8 *to, long value)
{
	s32 truncated = value;

	memcpy(to, &truncated, sizeof(truncated));
	return truncated == value ? 0 : -ERANGE;
}

/*
 * A single return probe, or a set of them, may need few registers. If there are others
 * later, that way leads to the other; if there are no others later, it stays with the other.
 */
static unsigned long common_part(const struct kp_arch_region *region,
				 const struct probepoint *pp)
{
	bool is_bare = READ_ONCE(pp->single)->bare != KP_BARE_NOT;

	/* post_handlers see them */
	if (region->flags_are_dead && !kp_rare_post(pp))
		return (unsigned long)(is_bare ? kp_x86_detour_dead_return :
						 kp_x86_detour_dead);
	return (unsigned long)(is_bare ? kp_x86_detour_return :
					 kp_x86_detour_common);
}

/* Save what lies highest; @common saves the rest. */
static int put_head(u8 *buf, unsigned long addr, unsigned long detour,
		    unsigned long common)
{
	const u8 head[] = {
		0x48, 0x8d, 0x64, 0x24, 0x100 - KP_X86_DETOUR_GAP,
					/* lea -gap(%rsp), %rsp */
		0x6a, __KERNEL_DS,	/* push ss */
		0x54,			/* push %rsp */
		0x9c,			/* pushfq */
		0x6a, __KERNEL_CS,	/* push cs */
		0x68, 0, 0, 0, 0,	/* push ip, as handlers find it */
		CALL_INSN_OPCODE,
	};
	const unsigned int ip = sizeof(head) - 1 - sizeof(s32);

	BUILD_BUG_ON(sizeof(head) + sizeof(s32) != KP_ARCH_DETOUR_COPY);
	memcpy(buf, head, sizeof(head));
	return put_s32(buf + ip, addr + INT3_INSN_SIZE) ?:
	       put_s32(buf + sizeof(head),
		       common - (detour + KP_ARCH_DETOUR_COPY));
}

/* The first instruction runs where post_handlers are called behind it, and comes back. */
static int put_post_jump(u8 *to, unsigned long at, unsigned long post)
{
	*to = JMP32_INSN_OPCODE;
	return put_s32(to + 1, post - (at + JMP32_INSN_SIZE)) ?: JMP32_INSN_SIZE;
}

int kp_arch_build_detour(const struct kp_arch_region *region, const u8 *bytes,
			 unsigned long addr, unsigned long detour,
			 const struct probepoint *pp, u8 *buf, const char **why)
{
	struct kp_x86_mark *mark = (struct kp_x86_mark *)(buf + KP_X86_DETOUR_MARKS);
	unsigned int at = KP_ARCH_DETOUR_COPY, i;
	unsigned long post = kp_rare_post(pp);
	u8 code[KP_X86_RELOCATED_MAX];
	int len;

	BUILD_BUG_ON(KP_X86_DETOUR_MARKS + KP_X86_NUM_MARKS * sizeof(*mark) >
		     KP_X86_DETOUR_DATA);
	BUILD_BUG_ON(KP_X86_DETOUR_DATA + sizeof(pp) > KP_ARCH_DETOUR_SIZE);
	BUILD_BUG_ON(KP_ARCH_JUMP_SIZE + 1 > KP_X86_NUM_MARKS);

	memset(buf, INT3_INSN_OPCODE, KP_X86_DETOUR_MARKS);
	memset(mark, 0, KP_X86_DETOUR_DATA - KP_X86_DETOUR_MARKS);
	memcpy(buf + KP_X86_DETOUR_DATA, &pp, sizeof(pp));
	*why = "a displacement does not reach from the detour";
	if (put_head(buf, addr, detour, common_part(region, pp)))
		return -ERANGE;
	for (i = 0; i < region->num; i++) {
		const struct kp_arch_insn *insn = &region->insn[i];

		if (!i && post)
			len = put_post_jump(code, detour + at, post);
		else
			len = kp_x86_relocate(insn, bytes + region->at[i],
					      addr + region->at[i], code,
					      detour + at);
		if (len < 0)
			return -ERANGE;
		if (at + len > KP_X86_DETOUR_MARKS)
			goto no_space;
		memcpy(buf + at, code, len);
		*mark++ = (struct kp_x86_mark){ at, region->at[i] };
		if (kp_x86_is_call(insn))
			*mark++ = (struct kp_x86_mark){ at + PUSH_IMM32_SIZE,
						 region->at[i] | KP_X86_IS_PUSHED };
		at += len;
	}
	if (!kp_x86_goes_on(&region->insn[i - 1]))
		return 0;
	if (at + JMP32_INSN_SIZE > KP_X86_DETOUR_MARKS)
		goto no_space;
	buf[at] = JMP32_INSN_OPCODE;
	return put_s32(buf + at + 1, addr + region->len -
				     (detour + at + JMP32_INSN_SIZE));
no_space:
	*why = "the instructions are too long for a detour";
	return -ENOSPC;
}

void kp_arch_jump(u8 *buf, unsigned long addr, unsigned long detour)
{
	buf[0] = JMP32_INSN_OPCODE;
	/* what is probed and detours are within reach of the same text */
	(void)put_s32(buf + 1, detour - (addr + JMP32_INSN_SIZE));
}
