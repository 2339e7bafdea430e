// SPDX-License-Identifier: GPL-2.0
/*
 * Where a live patch's text is written when the module comes that it patches: a table as the
 * kernel keeps it, of a module that is none.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/module.h>

#include <compat/live_patch.h>

#include "api_test.h"

#define TEXT	0x1000UL
#define LEN	5UL

static const char names[] = "\0.klp.rela.vmlinux..text\0.klp.rela.other..text\0.rela.text";

#define LATE_NAME	(1 + sizeof(".klp.rela.vmlinux..text"))
#define PLAIN_NAME	(LATE_NAME + sizeof(".klp.rela.other..text"))

static Elf_Rela of_kernel[] = { { .r_offset = 0x100 } };
static Elf_Rela of_other[] = { { .r_offset = 0x201 }, { .r_offset = 0x301 } };
static Elf_Rela plain[] = { { .r_offset = 0x401 } };

static Elf_Shdr sections[] = {
	{ },
	{ .sh_addr = TEXT, .sh_size = 0x1000 },
	{ .sh_name = 1, .sh_flags = SHF_RELA_LIVEPATCH,
	  .sh_size = sizeof(of_kernel), .sh_info = 1 },
	{ .sh_name = LATE_NAME, .sh_flags = SHF_RELA_LIVEPATCH,
	  .sh_size = sizeof(of_other), .sh_info = 1 },
	{ .sh_name = PLAIN_NAME, .sh_size = sizeof(plain), .sh_info = 1 },
};

static struct klp_modinfo info = {
	.hdr.e_shnum = ARRAY_SIZE(sections),
	.sechdrs = sections,
	.secstrings = (char *)names,
};

static struct module patch = {
	.klp = true,
	.klp_info = &info,
	.state = MODULE_STATE_LIVE,
};

static bool is_written(unsigned long offset)
{
	return kp_module_is_written_late(&patch, TEXT + offset, LEN);
}

static void relocations_for_modules(void)
{
	sections[2].sh_addr = (unsigned long)of_kernel;
	sections[3].sh_addr = (unsigned long)of_other;
	sections[4].sh_addr = (unsigned long)plain;
	/* a call, and what is in front of it */
	EXPECT(is_written(0x200));
	EXPECT(is_written(0x300));
	EXPECT(!is_written(0x200 - LEN));
	EXPECT(!is_written(0x300 - LEN));
	/* powerpc writes the instruction behind a call, too */
	EXPECT(is_written(0x205));
	EXPECT(!is_written(0x209));
	EXPECT(!is_written(0));
	/* those that are written before, or belong to no live patch */
	EXPECT(!is_written(0x100));
	EXPECT(!is_written(0x400));
}

static void while_it_comes(void)
{
	patch.klp_info = NULL;
	EXPECT(is_written(0));
	patch.state = MODULE_STATE_COMING;
	EXPECT(is_written(0));
	patch.klp = false;
	EXPECT(!is_written(0x200));
}

static const struct api_test tests[] = {
	API_TEST(relocations_for_modules),
	API_TEST(while_it_comes),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Test: relocations of live patches");
MODULE_LICENSE("GPL");
