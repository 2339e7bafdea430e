/* SPDX-License-Identifier: GPL-2.0 */
/* ppc64le: how a kernel is entered, as its arch/powerpc/kernel/head_64.S says. */
#include <elf.h>

#define MEMORY_AT	0UL

/* What is loaded of an ELF file. */
static size_t flatten(char *to, const char *file, size_t *size)
{
	const Elf64_Ehdr *elf = (const Elf64_Ehdr *)file;
	const Elf64_Phdr *part = (const Elf64_Phdr *)(file + elf->e_phoff);
	size_t room = 0;
	int i;

	for (*size = 0, i = 0; i < elf->e_phnum; i++, part++) {
		if (part->p_type != PT_LOAD || !part->p_memsz)
			continue;
		memcpy(to + part->p_paddr, file + part->p_offset, part->p_filesz);
		if (part->p_paddr + part->p_filesz > *size)
			*size = part->p_paddr + part->p_filesz;
		if (part->p_paddr + part->p_memsz > room)
			room = part->p_paddr + part->p_memsz;
	}
	return room;
}

/*
 * The tree in r3, the kernel in r4, nothing in r5. The first 256 bytes are copied to
 * address 0, where the other CPUs come, at 0x60: these are the kernel's.
 */
static void make_entry(char *to, const char *kernel, uint64_t at, uint64_t tree)
{
	const uint32_t branch = 0x48000100;	/* b to what follows them */
	const uint32_t code[] = {
		0x429f0005,	/* bcl 20,31,.+4 */
		0x7d8802a6,	/* mflr r12 */
		0xe86c001c,	/* ld r3,0x1c(r12) */
		0xe88c0024,	/* ld r4,0x24(r12) */
		0x38a00000,	/* li r5,0 */
		0x7c8903a6,	/* mtctr r4 */
		0x4e800420,	/* bctr */
		0x60000000,	/* nop */
	};
	const uint64_t data[] = { tree, at };

	memcpy(to, kernel, 0x100);
	memcpy(to, &branch, sizeof(branch));
	memcpy(to + 0x100, code, sizeof(code));
	memcpy(to + 0x100 + sizeof(code), data, sizeof(data));
}
