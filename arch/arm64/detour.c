// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: a branch instead of a breakpoint. It leads to a detour: that saves the
 * registers, has the handlers called (stub_entry.S, detour_hit.c), runs the
 * instruction as its slot does, and branches back.
 */
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <asm/byteorder.h>

#include <arch/contract.h>
#include <hit/probepoint.h>
#include <kp_arch_hit.h>

#include "detour_code.h"

#define INSN_SIZE	4
#define B		0x14000000

/**
 * struct detour - what kp_arch_build_detour() makes
 * @call: calls @common
 * @copy: the instruction, and the way back home
 * @common: kp_arm64_detour_common(), or what does the same
 * @pp: the probepoint
 */
struct detour {
	struct kp_arm64_call call;
	u8 copy[KP_ARCH_SLOT_CODE_SIZE];
	unsigned long common;
	const struct probepoint *pp;
};

int kp_arch_scan(const u8 *bytes, unsigned long addr, unsigned long *names)
{
	return 0;
}

/* Where landing pads are checked, a branch is none, but a breakpoint is. */
static bool is_checked_landing_pad(const u8 *bytes)
{
	return IS_ENABLED(CONFIG_ARM64_BTI_KERNEL) &&
	       kp_arm64_is_landing_pad(bytes);
}

int kp_arch_jump_region(const u8 *bytes, size_t avail, unsigned long addr,
			struct kp_arch_region *region, const char **why)
{
	memset(region, 0, sizeof(*region));
	/* it has been accepted, so what is before it does not matter */
	if (kp_arch_decode(bytes, avail, NULL, 0, addr, &region->insn, why))
		return -EILSEQ;
	if (is_checked_landing_pad(bytes)) {
		*why = "a landing pad, which a branch is not";
		return -EILSEQ;
	}
	region->num = 1;
	region->len = INSN_SIZE;
	return 0;
}

static bool is_in_reach(unsigned long from, unsigned long to)
{
	return to - from == sign_extend64(to - from, 27);
}

/* With post_handlers, the slot that has them called: it leads back home, too. */
static int put_copy(const struct kp_arch_insn *insn, const u8 *bytes,
		    unsigned long addr, unsigned long to, unsigned long post,
		    u8 *buf)
{
	if (!post)
		return kp_arm64_relocate(insn, bytes, addr, to, buf);
	if (!is_in_reach(to, post))
		return -ERANGE;
	kp_arch_jump(buf, to, post);
	return 0;
}

/*
 * A single return probe may need few registers. If there are others later, that way leads
 * to the other; if there are no others later, it stays with the other.
 */
static unsigned long common_part(const struct probepoint *pp)
{
	if (READ_ONCE(pp->single)->bare == KP_BARE_ONE)
		return kp_arm64_pick_common(kp_arm64_detour_return,
					    kp_arm64_detour_return_dit,
					    kp_arm64_detour_common);
	return kp_arm64_pick_common(kp_arm64_detour_plain, kp_arm64_detour_dit,
				    kp_arm64_detour_common);
}

int kp_arch_build_detour(const struct kp_arch_region *region, const u8 *bytes,
			 unsigned long addr, unsigned long detour,
			 const struct probepoint *pp, u8 *buf, const char **why)
{
	struct detour code = {
		.call = kp_arm64_build_call(KP_ARM64_DETOUR_COMMON),
		.common = common_part(pp),
		.pp = pp,
	};

	BUILD_BUG_ON(offsetof(struct detour, call.back) != KP_ARM64_DETOUR_BACK);
	BUILD_BUG_ON(offsetof(struct detour, copy) != KP_ARCH_DETOUR_COPY);
	BUILD_BUG_ON(offsetof(struct detour, common) != KP_ARM64_DETOUR_COMMON);
	BUILD_BUG_ON(offsetof(struct detour, pp) != KP_ARM64_DETOUR_DATA);
	BUILD_BUG_ON(sizeof(code) > KP_ARCH_DETOUR_SIZE);

	*why = "a branch does not reach from or to the detour";
	if (!is_in_reach(addr, detour) ||
	    put_copy(&region->insn, bytes, addr, detour + KP_ARCH_DETOUR_COPY,
		     kp_rare_post(pp), code.copy))
		return -ERANGE;
	memset(buf, 0, KP_ARCH_DETOUR_SIZE);
	memcpy(buf, &code, sizeof(code));
	return 0;
}

void kp_arch_jump(u8 *buf, unsigned long addr, unsigned long detour)
{
	__le32 word = cpu_to_le32(B | (((detour - addr) >> 2) &
				       GENMASK(25, 0)));

	memcpy(buf, &word, sizeof(word));
}
