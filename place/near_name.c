// SPDX-License-Identifier: GPL-2.0
/*
 * "Did you mean": the function of the kernel whose name is nearest to one that
 * there is not. A name with something behind a dot (foo.isra.0 for foo), or as an
 * allocation that is counted (foo_noprof), comes first, then one with a mistake or two in
 * it, then one with something in front of an underscore (__x64_sys_open for sys_open).
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include <kernel/names.h>
#include <place/near_name.h>

/* Names that are longer have no near ones. */
#define MAX_NAME	64

/* Mistakes that a name may have, if it is not short. */
#define MAX_MISTAKES	2
#define SHORT_NAME	6

/* What is found: the lower, the better. */
#define WITH_PREFIX	10
#define FAR		100

/* What functions that allocate have behind their names, since 6.10. */
static const char counted[] = "_noprof";

/**
 * struct search - the best so far
 * @name: what is looked for
 * @len: of @name
 * @most: mistakes that are let pass
 * @rank: how far @near is
 * @near: result
 */
struct search {
	const char *name;
	unsigned int len;
	unsigned int most;
	unsigned int rank;
	char *near;
};

/*
 * Characters to insert, to remove, to replace, or to exchange with the next one
 * (the optimal string alignment); more than @most is not told apart.
 */
static unsigned int mistakes(const char *a, unsigned int a_len, const char *b,
			     unsigned int b_len, unsigned int most)
{
	u8 rows[3][MAX_NAME + 1];
	unsigned int i, j, least;

	if (a_len > b_len + most || b_len > a_len + most)
		return most + 1;
	for (j = 0; j <= b_len; j++)
		rows[0][j] = j;
	for (i = 1; i <= a_len; i++) {
		const u8 *above = rows[(i - 1) % 3];
		u8 *row = rows[i % 3];

		row[0] = i;
		least = i;
		for (j = 1; j <= b_len; j++) {
			row[j] = min3(above[j] + 1, row[j - 1] + 1,
				      above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[j] = min_t(u8, row[j],
					       rows[(i - 2) % 3][j - 2] + 1);
			least = min_t(unsigned int, least, row[j]);
		}
		if (least > most)
			return most + 1;
	}
	return rows[a_len % 3][b_len];
}

static unsigned int rank_of(const struct search *search, const char *name)
{
	unsigned int len = strlen(name), found;

	if (len > search->len && !memcmp(name, search->name, search->len) &&
	    (name[search->len] == '.' || !strcmp(name + search->len, counted)))
		return 0;
	if (len > search->len && name[len - search->len - 1] == '_' &&
	    !strcmp(name + len - search->len, search->name))
		return WITH_PREFIX + len - search->len;
	if (len > MAX_NAME)
		return FAR;
	found = mistakes(search->name, search->len, name, len, search->most);
	return found <= search->most ? found : FAR;
}

static int look_at(const char *name, unsigned long addr, void *data)
{
	struct search *search = data;
	unsigned int rank = rank_of(search, name);

	if (rank < search->rank) {
		search->rank = rank;
		strscpy(search->near, name, KSYM_NAME_LEN);
	}
	return 0;
}

/**
 * kp_near_name() - the function whose name is nearest to a wrong one
 * @name: the name that there is not
 * @near: result, KSYM_NAME_LEN bytes
 *
 * Goes through all functions of the kernel, not of modules: tens of
 * milliseconds.
 *
 * Context: process context, may sleep.
 * Return: whether there is one.
 */
bool kp_near_name(const char *name, char *near)
{
	struct search search = {
		.name	= name,
		.len	= strlen(name),
		.rank	= FAR,
		.near	= near,
	};

	if (search.len < 3 || search.len > MAX_NAME)
		return false;
	search.most = search.len < SHORT_NAME ? 1 : MAX_MISTAKES;
	kp_names_each(look_at, &search);
	return search.rank < FAR;
}
