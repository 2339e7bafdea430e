// SPDX-License-Identifier: GPL-2.0
/*
 * kexec KERNEL INITRAMFS COMMAND-LINE: load a kernel; kexec: start it. Where the kernel does
 * not load files itself: this makes what firmware hands to a kernel, a device tree.
 *
 * Source: Devicetree Specification 0.4, 5 "Flattened Devicetree (DTB) Format".
 */
#include <endian.h>
#include <fcntl.h>
#include <linux/kexec.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kexec_arch.h"

#define BEGIN_NODE	1
#define END_NODE	2
#define PROP		3
#define NOP		4
#define PAGE		0x10000UL	/* as big as any */
#define ROOM		0x4000000UL

/* Where they are in memory. */
#define KERNEL_AT	(MEMORY_AT + ROOM)
#define ENTRY_AT	(KERNEL_AT + ROOM)
#define TREE_AT		(ENTRY_AT + PAGE)
#define INITRAMFS_AT	(TREE_AT + 0x100000)

struct header {
	uint32_t magic, size, structure, strings, reserved, version, compatible, cpu,
		 strings_size, structure_size;
};

static const char names[] = "bootargs\0linux,initrd-start\0linux,initrd-end";
#define START_NAME	9	/* in it */
#define END_NAME	28

static char *out;

static char *file(const char *name, size_t *size)
{
	int fd = open(name, O_RDONLY);
	size_t got = 0, max = 2 * ROOM;
	char *bytes = mmap(NULL, max, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	ssize_t n;

	if (fd < 0 || bytes == MAP_FAILED) {
		perror(name);
		exit(1);
	}
	while ((n = read(fd, bytes + got, max - got)) > 0)
		got += n;
	close(fd);
	*size = got;
	return bytes;
}

static void put(const void *bytes, size_t size)
{
	memcpy(out, bytes, size);
	out += (size + 3) & ~3UL;
}

static void put32(uint32_t word)
{
	word = htobe32(word);
	put(&word, sizeof(word));
}

static void put_property(uint32_t name, const void *value, uint32_t size)
{
	put32(PROP);
	put32(size);
	put32(name);
	put(value, size);
}

static void put_chosen(uint32_t name, const char *line, size_t initramfs_size)
{
	uint64_t start = htobe64(INITRAMFS_AT);
	uint64_t end = htobe64(INITRAMFS_AT + initramfs_size);

	put_property(name, line, strlen(line) + 1);
	put_property(name + START_NAME, &start, sizeof(start));
	put_property(name + END_NAME, &end, sizeof(end));
}

static int is_ours(const char *name)
{
	return !strcmp(name, names) || !strcmp(name, names + START_NAME) ||
	       !strcmp(name, names + END_NAME);
}

/* Our kernel's tree, but for what it says of this start. */
static void put_structure(const char *from, const char *strings, uint32_t name,
			  const char *line, size_t initramfs_size)
{
	int depth = 0, in_chosen = 0;

	for (;;) {
		const uint32_t *words = (const uint32_t *)from;
		size_t size = 4;

		switch (be32toh(words[0])) {
		case BEGIN_NODE:
			size += (strlen(from + 4) + 4) & ~3UL;
			put(from, size);
			in_chosen = ++depth == 2 && !strcmp(from + 4, "chosen");
			if (in_chosen)
				put_chosen(name, line, initramfs_size);
			break;
		case PROP:
			size += 8 + ((be32toh(words[1]) + 3) & ~3U);
			if (!in_chosen ||
			    !is_ours(strings + be32toh(words[2])))
				put(from, size);
			break;
		case END_NODE:
			depth--;
			in_chosen = 0;
			put(from, size);
			break;
		case NOP:
			break;
		default:
			put(from, size);
			return;
		}
		from += size;
	}
}

static size_t make_tree(char *to, const char *line, size_t initramfs_size)
{
	size_t size;
	char *old = file("/sys/firmware/fdt", &size), *start;
	struct header *was = (struct header *)old, *is = (struct header *)to;
	uint32_t strings_size = be32toh(was->strings_size);
	uint64_t *reserved = (uint64_t *)(old + be32toh(was->reserved));

	*is = *was;
	out = to + sizeof(*is);
	is->reserved = htobe32(out - to);
	do {
		put(reserved, 16);
		reserved += 2;
	} while (reserved[-2] || reserved[-1]);
	start = out;
	is->structure = htobe32(out - to);
	put_structure(old + be32toh(was->structure),
		      old + be32toh(was->strings), strings_size, line,
		      initramfs_size);
	is->structure_size = htobe32(out - start);
	is->strings = htobe32(out - to);
	memcpy(out, old + be32toh(was->strings), strings_size);
	memcpy(out + strings_size, names, sizeof(names));
	is->strings_size = htobe32(strings_size + sizeof(names));
	out += strings_size + sizeof(names);
	is->size = htobe32(out - to);
	return out - to;
}

static struct kexec_segment segment(const void *bytes, size_t size, size_t room,
				    unsigned long at)
{
	return (struct kexec_segment){
		.buf = (void *)bytes,
		.bufsz = size,
		.mem = (void *)at,
		.memsz = (room + PAGE - 1) & ~(PAGE - 1),
	};
}

static long load(const char *kernel, const char *initramfs, const char *line)
{
	static char flat[ROOM], entry[PAGE], tree[0x100000];
	size_t size, room, tree_size;
	struct kexec_segment segments[4];
	const char *bytes = file(kernel, &size);

	room = flatten(flat, bytes, &size);
	segments[0] = segment(flat, size, room, KERNEL_AT);
	make_entry(entry, flat, KERNEL_AT, TREE_AT);
	segments[1] = segment(entry, sizeof(entry), sizeof(entry), ENTRY_AT);
	bytes = file(initramfs, &size);
	segments[3] = segment(bytes, size, size, INITRAMFS_AT);
	tree_size = make_tree(tree, line, size);
	segments[2] = segment(tree, tree_size, tree_size, TREE_AT);
	return syscall(SYS_kexec_load, ENTRY_AT, 4UL, segments,
		       KEXEC_ARCH_DEFAULT);
}

int main(int argc, char **argv)
{
	/* Nothing returns from the second. */
	long ret = argc == 4 ? load(argv[1], argv[2], argv[3]) : reboot(RB_KEXEC);

	if (ret)
		perror("kexec");
	return ret != 0;
}
