/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arm64: how a kernel is entered. Documentation/arch/arm64/booting.rst of the kernel:
 * "Call the kernel image".
 */

/* Of QEMU's virt machine. */
#define MEMORY_AT	0x40000000UL

/* The image as it is; its header says how much memory it needs. */
static size_t flatten(char *to, const char *file, size_t *size)
{
	uint64_t room;

	memcpy(to, file, *size);
	memcpy(&room, file + 16, sizeof(room));
	return le64toh(room);
}

/* The tree in x0, nothing in x1 to x3. */
static void make_entry(char *to, const char *kernel, uint64_t at, uint64_t tree)
{
	const uint32_t code[] = {
		0x580000c0,	/* ldr x0, 1f */
		0x580000e4,	/* ldr x4, 2f */
		0xaa1f03e1,	/* mov x1, xzr */
		0xaa1f03e2,	/* mov x2, xzr */
		0xaa1f03e3,	/* mov x3, xzr */
		0xd61f0080,	/* br x4 */
	};
	const uint64_t data[] = { tree, at };

	(void)kernel;
	memcpy(to, code, sizeof(code));
	memcpy(to + sizeof(code), data, sizeof(data));
}
