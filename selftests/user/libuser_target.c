// SPDX-License-Identifier: GPL-2.0
/* A library to be probed, by the names that the dynamic linker knows. */

long user_lib_add(long a, long b);
long user_lib_add(long a, long b)
{
	__asm__ volatile("" ::: "memory");
	return a + b;
}
