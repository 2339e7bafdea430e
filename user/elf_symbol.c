// SPDX-License-Identifier: GPL-2.0
/*
 * From a symbol of an ELF file to an offset in that file. The file is whatever
 * somebody wrote: every number in it is checked before it is used, and what is
 * read and kept at once is bounded.
 *
 * Source: System V Application Binary Interface, "Object Files", "Program
 * Loading"; 64-Bit ELF V2 ABI Specification: Power Architecture, 3.1 "ELF Header",
 * 3.4.1 "Symbol Values".
 */
#include <linux/elf.h>
#include <linux/errno.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <place/why.h>
#include <user/elf_symbol.h>

#define MAX_NAME	512
#define SYMS_AT_ONCE	128
#define MAX_SECTIONS	65536
#define MAX_SYMBOLS	(16 << 20)

/* gABI: STT_LOOS; chosen when the program starts. */
#define STT_IFUNC	10

/* ELFv2 of powerpc: version in e_flags; three bits of st_other, the last reserved. */
#define EF_PPC64_ABI	3
#define LOCAL_ENTRY_BIT	5
#define LOCAL_ENTRY_MAX	6

/**
 * struct layout - where things are, whatever the class of the file
 * @is_64: ELFCLASS64
 * @has_local_entries: functions may have two entries
 * @phoff: program headers
 * @phnum: how many
 * @shoff: section headers
 * @shnum: how many
 */
struct layout {
	bool is_64;
	bool has_local_entries;
	u64 phoff;
	u32 phnum;
	u64 shoff;
	u32 shnum;
};

/**
 * struct section - what is needed of a section header
 * @type: SHT_*
 * @link: another section
 * @offset: in the file
 * @size: bytes
 */
struct section {
	u32 type;
	u32 link;
	u64 offset;
	u64 size;
};

/**
 * struct found - what a search has come up with
 * @value: address in the file's own terms
 * @entry: bytes from there to where all callers come
 * @rank: 2 for a global symbol, 1 for a weak one, 0 for a local one
 * @is_ambiguous: there is another of that rank, elsewhere
 * @is_chosen: it is a function that says where the function is
 */
struct found {
	u64 value;
	u32 entry;
	int rank;
	bool is_ambiguous;
	bool is_chosen;
};

/* Big: not on the stack. */
union chunk {
	struct elf64_sym syms64[SYMS_AT_ONCE];
	struct elf32_sym syms32[SYMS_AT_ONCE];
};

static int read_at(const struct kp_elf_file *file, u64 pos, void *buf,
		   size_t len)
{
	u64 end;

	if (check_add_overflow(pos, (u64)len, &end) || end > file->size)
		return -ENOEXEC;
	return file->read(file->from, pos, buf, len);
}

/* Entry @i of a table at @base. */
static int read_entry(const struct kp_elf_file *file, u64 base, u64 i,
		      void *buf, size_t size)
{
	u64 pos;

	if (check_mul_overflow(i, (u64)size, &pos) ||
	    check_add_overflow(base, pos, &pos))
		return -ENOEXEC;
	return read_at(file, pos, buf, size);
}

static int read_section(const struct kp_elf_file *file,
			const struct layout *layout, u32 i, struct section *to)
{
	struct elf64_shdr s64;
	struct elf32_shdr s32;
	int ret;

	if (layout->is_64) {
		ret = read_entry(file, layout->shoff, i, &s64, sizeof(s64));
		if (!ret)
			*to = (struct section){ s64.sh_type, s64.sh_link,
						s64.sh_offset, s64.sh_size };
		return ret;
	}
	ret = read_entry(file, layout->shoff, i, &s32, sizeof(s32));
	if (!ret)
		*to = (struct section){ s32.sh_type, s32.sh_link,
					s32.sh_offset, s32.sh_size };
	return ret;
}

static int read_header_64(const struct kp_elf_file *file,
			  struct layout *layout)
{
	struct elf64_hdr h;
	int ret = read_at(file, 0, &h, sizeof(h));

	if (ret)
		return ret;
	if ((h.e_type != ET_EXEC && h.e_type != ET_DYN) ||
	    (h.e_phnum && h.e_phentsize != sizeof(struct elf64_phdr)) ||
	    (h.e_shoff && h.e_shentsize != sizeof(struct elf64_shdr)))
		return -ENOEXEC;
	*layout = (struct layout){
		.is_64			= true,
		.has_local_entries	= h.e_machine == EM_PPC64 &&
					  (h.e_flags & EF_PPC64_ABI) == 2,
		.phoff			= h.e_phoff,
		.phnum			= h.e_phnum,
		.shoff			= h.e_shoff,
		.shnum			= h.e_shnum,
	};
	return 0;
}

static int read_header_32(const struct kp_elf_file *file,
			  struct layout *layout)
{
	struct elf32_hdr h;
	int ret = read_at(file, 0, &h, sizeof(h));

	if (ret)
		return ret;
	if ((h.e_type != ET_EXEC && h.e_type != ET_DYN) ||
	    (h.e_phnum && h.e_phentsize != sizeof(struct elf32_phdr)) ||
	    (h.e_shoff && h.e_shentsize != sizeof(struct elf32_shdr)))
		return -ENOEXEC;
	*layout = (struct layout){
		.phoff	= h.e_phoff,
		.phnum	= h.e_phnum,
		.shoff	= h.e_shoff,
		.shnum	= h.e_shnum,
	};
	return 0;
}

static int read_layout(const struct kp_elf_file *file, struct layout *layout,
		       const char **why)
{
	u8 ident[EI_NIDENT];
	struct section first;
	int ret = read_at(file, 0, ident, sizeof(ident));

	if (ret || memcmp(ident, ELFMAG, SELFMAG))
		return refuse(-ENOEXEC, "not an ELF file", why);
	if (ident[EI_DATA] != ELF_DATA)
		return refuse(-ENOEXEC, "an ELF file of other byte order", why);
	if (ident[EI_CLASS] == ELFCLASS64)
		ret = read_header_64(file, layout);
	else if (ident[EI_CLASS] == ELFCLASS32)
		ret = read_header_32(file, layout);
	else
		ret = -ENOEXEC;
	if (ret)
		return refuse(-ENOEXEC, "neither a program nor a library", why);
	if (!layout->shoff)
		return refuse(-ENOENT, "the file has no symbols", why);
	/* more than fit: the number is in the first section's header */
	if (!layout->shnum) {
		if (read_section(file, layout, 0, &first))
			return refuse(-ENOEXEC, "bad section headers", why);
		layout->shnum = min_t(u64, first.size, U32_MAX);
	}
	if (layout->shnum > MAX_SECTIONS)
		return refuse(-ENOEXEC, "too many sections", why);
	return 0;
}

static bool has_name(const struct kp_elf_file *file,
		     const struct section *strings, u32 name,
		     const char *symbol, size_t len, char *buf)
{
	u64 pos;

	/* with the zero at its end */
	if (name >= strings->size || strings->size - name <= len ||
	    check_add_overflow(strings->offset, (u64)name, &pos) ||
	    read_at(file, pos, buf, len + 1))
		return false;
	return !memcmp(buf, symbol, len + 1);
}

/* The global entry computes r2, and goes on at the local one. */
static u32 local_entry(const struct layout *layout, u8 other)
{
	u8 code = other >> LOCAL_ENTRY_BIT;

	if (!layout->has_local_entries || code < 2 || code > LOCAL_ENTRY_MAX)
		return 0;
	return 1 << code;
}

static void consider(struct found *found, u8 info, u64 value, u32 entry)
{
	int rank = ELF_ST_BIND(info) == STB_GLOBAL ? 2 :
		   ELF_ST_BIND(info) == STB_WEAK ? 1 : 0;

	if (found->rank > rank)
		return;
	if (found->rank == rank) {
		if (found->value != value)
			found->is_ambiguous = true;
		return;
	}
	*found = (struct found){
		.value		= value,
		.entry		= entry,
		.rank		= rank,
		.is_chosen	= ELF_ST_TYPE(info) == STT_IFUNC,
	};
}

/* No data, no sections, nothing that is defined elsewhere. */
static bool is_code(u8 info, u16 shndx)
{
	u8 type = ELF_ST_TYPE(info);

	return shndx != SHN_UNDEF && shndx < SHN_LORESERVE &&
	       (type == STT_FUNC || type == STT_NOTYPE || type == STT_IFUNC);
}

static int search(const struct kp_elf_file *file, const struct layout *layout,
		  const struct section *table, const struct section *strings,
		  const char *symbol, struct found *found)
{
	bool is_64 = layout->is_64;
	size_t size = is_64 ? sizeof(struct elf64_sym) : sizeof(struct elf32_sym);
	u64 num = table->size / size, i, j, n;
	size_t len = strlen(symbol);
	union chunk *chunk;
	int ret = 0;
	char *buf;

	if (table->size > file->size || num > MAX_SYMBOLS)
		return -ENOEXEC;
	chunk = kmalloc(sizeof(*chunk) + len + 1, GFP_KERNEL);
	if (!chunk)
		return -ENOMEM;
	buf = (char *)(chunk + 1);
	for (i = 0; i < num && !ret; i += n) {
		cond_resched();
		if (fatal_signal_pending(current)) {
			ret = -EINTR;
			break;
		}
		n = min_t(u64, num - i, SYMS_AT_ONCE);
		ret = read_at(file, table->offset + i * size, chunk, n * size);
		for (j = 0; j < n && !ret; j++) {
			const struct elf64_sym *s64 = &chunk->syms64[j];
			const struct elf32_sym *s32 = &chunk->syms32[j];
			u8 info = is_64 ? s64->st_info : s32->st_info;
			u16 shndx = is_64 ? s64->st_shndx : s32->st_shndx;

			if (is_code(info, shndx) &&
			    has_name(file, strings,
				     is_64 ? s64->st_name : s32->st_name,
				     symbol, len, buf))
				consider(found, info,
					 is_64 ? s64->st_value : s32->st_value,
					 local_entry(layout, is_64 ?
						     s64->st_other :
						     s32->st_other));
		}
	}
	kfree(chunk);
	return ret;
}

/* In the table of a kind; a file has no more than one of each. */
static int search_table(const struct kp_elf_file *file,
			const struct layout *layout, u32 type,
			const char *symbol, struct found *found, bool *any)
{
	struct section table, strings;
	int ret;
	u32 i;

	for (i = 0; i < layout->shnum; i++) {
		cond_resched();
		ret = read_section(file, layout, i, &table);
		if (ret)
			return ret;
		if (table.type != type)
			continue;
		*any = true;
		if (table.link >= layout->shnum)
			return -ENOEXEC;
		ret = read_section(file, layout, table.link, &strings);
		if (!ret && strings.type != SHT_STRTAB)
			ret = -ENOEXEC;
		if (!ret)
			ret = search(file, layout, &table, &strings, symbol,
				     found);
		return ret;
	}
	return 0;
}

/* The segment that an address is loaded from, if it can be executed. */
static int to_offset(const struct kp_elf_file *file,
		     const struct layout *layout, u64 value, u64 *offset)
{
	struct elf64_phdr p64;
	struct elf32_phdr p32;
	u32 i;
	int ret;

	for (i = 0; i < layout->phnum; i++) {
		cond_resched();
		if (layout->is_64) {
			ret = read_entry(file, layout->phoff, i, &p64,
					 sizeof(p64));
		} else {
			ret = read_entry(file, layout->phoff, i, &p32,
					 sizeof(p32));
			p64 = (struct elf64_phdr){
				.p_type		= p32.p_type,
				.p_flags	= p32.p_flags,
				.p_offset	= p32.p_offset,
				.p_vaddr	= p32.p_vaddr,
				.p_filesz	= p32.p_filesz,
			};
		}
		if (ret)
			return ret;
		if (p64.p_type != PT_LOAD || !(p64.p_flags & PF_X) ||
		    value < p64.p_vaddr ||
		    value - p64.p_vaddr >= p64.p_filesz)
			continue;
		if (check_add_overflow(value - p64.p_vaddr, (u64)p64.p_offset,
				       offset) || *offset >= file->size)
			return -ENOEXEC;
		return 0;
	}
	return -ENOENT;
}

/**
 * kp_elf_symbol() - find a function in a program or library
 * @file: the file
 * @symbol: name of the function
 * @offset: result: where in the file it begins
 * @entry: result: bytes from there to where all callers come
 * @why: on failure, the reason
 *
 * Looks in the symbol table, and if there is none in that of the dynamic linker.
 * Global symbols come before weak ones, and these before local ones.
 *
 * Context: process context, may sleep.
 * Return: 0; -ENOEXEC if it is no ELF file, a broken one, or one of more
 * than 16777216 symbols; -ENOENT if it has no
 * such symbol, or not in code; -ENOTUNIQ if it has several; -EOPNOTSUPP if
 * the function is chosen when the program starts (STT_IFUNC); -ENAMETOOLONG;
 * -ENOMEM; -EINTR if the caller is being killed; or what reading the file
 * returned.
 */
int kp_elf_symbol(const struct kp_elf_file *file, const char *symbol,
		  u64 *offset, u32 *entry, const char **why)
{
	struct found found = { .rank = -1 };
	struct layout layout;
	bool any = false;
	int ret;

	if (!*symbol || strlen(symbol) >= MAX_NAME)
		return refuse(-ENAMETOOLONG, "no name, or too long a name", why);
	ret = read_layout(file, &layout, why);
	if (ret)
		return ret;
	ret = search_table(file, &layout, SHT_SYMTAB, symbol, &found, &any);
	if (!ret && found.rank < 0)
		ret = search_table(file, &layout, SHT_DYNSYM, symbol, &found,
				   &any);
	if (ret == -EINTR)
		return refuse(ret, "the caller is being killed", why);
	if (ret)
		return refuse(ret, "broken tables of symbols", why);
	if (!any)
		return refuse(-ENOENT, "the file has no symbols", why);
	if (found.rank < 0)
		return refuse(-ENOENT, "no such symbol in the file", why);
	if (found.is_ambiguous)
		return refuse(-ENOTUNIQ, "several symbols of that name", why);
	if (found.is_chosen)
		return refuse(-EOPNOTSUPP, "chosen when the program starts", why);
	ret = to_offset(file, &layout, found.value, offset);
	if (ret)
		return refuse(ret, "the symbol is not in code", why);
	*entry = found.entry;
	return 0;
}
