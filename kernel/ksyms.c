// SPDX-License-Identifier: GPL-2.0
/*
 * Unexported kernel symbols, resolved once, by name. This is the only place
 * that does so.
 *
 * kallsyms_lookup_name() is itself not exported (since 5.7). sprint_symbol()
 * is, and says for any address which symbol it is in: walk from symbol to
 * symbol, away from sprint_symbol() itself, as both live in one source file.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>

#define KP_MUST		true
#define KP_MAY		false

/* Symbols to look at in each direction; 109 were enough on a 6.1 kernel. */
#define MAX_STEPS	4096

struct kp_ksyms kp_ksyms;

static unsigned long (*kallsyms_name)(const char *name);

static ulong lookup_param;
module_param_named(kallsyms_lookup_name, lookup_param, ulong, 0400);
MODULE_PARM_DESC(kallsyms_lookup_name,
		 "address of the kernel's function of that name, if it cannot be found");

/**
 * struct ksym - one row of the table of symbols
 * @names: alternative names, separated by |
 * @option: configuration option that brings it
 * @must: insmod fails without it
 * @is_function: it is called
 * @where: member of kp_ksyms to fill
 */
struct ksym {
	const char *names;
	const char *option;
	bool must;
	bool is_function;
	unsigned long *where;
};

#define FN_ROW(need, ret, name, args, names, option) \
	{ names, option, need, true, (unsigned long *)&kp_ksyms.name },
#define DATA_ROW(need, type, name, names, option) \
	{ names, option, need, false, (unsigned long *)&kp_ksyms.name },

static const struct ksym ksyms[] = {
	KP_KSYMS(FN_ROW, DATA_ROW)
};

/* Length of the name that starts @symbol, and where it lies. */
static bool symbol_at(unsigned long addr, char *symbol, unsigned long *offset,
		      unsigned long *size)
{
	char *plus;

	sprint_symbol(symbol, addr);
	plus = strrchr(symbol, '+');
	if (!plus || sscanf(plus, "+%lx/%lx", offset, size) != 2)
		return false;
	*plus = '\0';
	return true;
}

static unsigned long walk(unsigned long addr, bool forward)
{
	char symbol[KSYM_SYMBOL_LEN];
	unsigned long offset, size;
	int i;

	for (i = 0; i < MAX_STEPS; i++) {
		if (!symbol_at(addr, symbol, &offset, &size))
			return 0;
		addr -= offset;
		if (!strcmp(kp_ksyms_plain(symbol), "kallsyms_lookup_name"))
			return addr;
		addr = forward ? addr + size : addr - 1;
	}
	return 0;
}

static unsigned long find_lookup_name(void)
{
	unsigned long start = (unsigned long)
		dereference_function_descriptor(sprint_symbol);

	if (lookup_param)
		return lookup_param;
	return walk(start, false) ?: walk(start, true);
}

/* Ask what we found for a symbol whose address is known. */
static bool lookup_name_works(unsigned long code)
{
	char symbol[KSYM_SYMBOL_LEN];
	unsigned long offset, size;

	if (!symbol_at(code, symbol, &offset, &size) || offset ||
	    strcmp(kp_ksyms_plain(symbol), "kallsyms_lookup_name"))
		return false;
	return kp_ksyms_lookup("sprint_symbol") ==
	       (unsigned long)dereference_function_descriptor(sprint_symbol);
}

/* Names of modules, ours included, are found too. */
static bool is_in_module(unsigned long addr)
{
	char symbol[KSYM_SYMBOL_LEN];

	sprint_symbol(symbol, addr);
	return strchr(symbol, '[');
}

static unsigned long lookup_any(const char *names)
{
	char name[KSYM_NAME_LEN];
	unsigned long addr;
	size_t len;

	for (; *names; names += len + (names[len] == '|')) {
		len = strcspn(names, "|");
		strscpy(name, names, min(len + 1, sizeof(name)));
		addr = kp_ksyms_lookup(name);
		if (addr && !is_in_module(addr))
			return addr;
	}
	return 0;
}

/**
 * kp_ksyms_init() - resolve all symbols
 *
 * Context: process context, module init.
 * Return: 0; -ENOENT if one that the module needs is missing, and the log says
 * which and what configuration option brings it.
 */
int kp_ksyms_init(void)
{
	unsigned long code = find_lookup_name();
	const struct ksym *sym;
	int missing = 0;

	kallsyms_name = kp_arch_function(code);
	if (!kallsyms_name || !lookup_name_works(code)) {
		if (lookup_param)
			pr_err("the parameter kallsyms_lookup_name=0x%lx is not the address of that function, but of %pS\n",
			       lookup_param, (void *)lookup_param);
		else
			pr_err("kallsyms_lookup_name not found (CONFIG_KALLSYMS); its address may be given as a parameter of that name\n");
		return -ENOENT;
	}
	for (sym = ksyms; sym < ksyms + ARRAY_SIZE(ksyms); sym++) {
		*sym->where = lookup_any(sym->names);
		if (sym->is_function)
			*sym->where = (unsigned long)
				      kp_arch_function(*sym->where);
		if (*sym->where || !sym->must)
			continue;
		pr_err("kernel symbol %s not found (CONFIG_%s)\n", sym->names,
		       sym->option);
		missing++;
	}
	return missing ? -ENOENT : 0;
}

/**
 * kp_ksyms_lookup() - address of a symbol by name
 * @name: symbol, or "module:symbol"
 *
 * Context: process context.
 * Return: its address, or 0.
 */
unsigned long kp_ksyms_lookup(const char *name)
{
	return kp_arch_lookup(name, kallsyms_name);
}
