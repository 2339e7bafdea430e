#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Clients that ask for CONFIG_KPROBES are built by client.mk as they are. The kernel's
# headers say what they say without; on a kernel with kprobes nothing is forced.
# timeout: 120
set -u

count=0
result()
{
	local status=$?
	count=$((count + 1))
	[ $status = 0 ] && echo "ok $count $1" || echo "not ok $count $1"
}

echo 'KTAP version 1'
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Each header of the kernel that looks at what is forced is included by one of ours,
# or is one of these: ours comes in its place; for the linker; for the assembler,
# where it closes a function to probes.
harmless="linux/kprobes.h asm/kprobes.h asm-generic/kprobes.h
	  asm-generic/vmlinux.lds.h
	  asm/asm.h asm/assembler.h asm/ppc_asm.h"
options=$(sed -n 's/^#\(define\|undef\) CONFIG_\([A-Z_]*\).*/\2/p' \
	include/kprobes/{show_options,force}.h | paste -sd '|')

headers_covered()
{
	local kernel=$1 arch=$2 source header missed=0 seen=0

	for source in "$kernel"/build/source "$kernel"/usr/src/*-common; do
		[ -d "$source/include/linux" ] || continue
		while read -r header; do
			seen=$((seen + 1))
			[ ! -e "include/forced/$header" ] || continue
			[[ " ${harmless//[$'\n\t']/ } " != *" $header "* ]] || continue
			echo "# $header is not covered"
			missed=1
		done < <(cd "$source" &&
			grep -rlwE "CONFIG_($options)" include "arch/$arch/include" |
			sed 's,^\(arch/[a-z0-9]*/\)\?include/,,')
	done
	[ $missed = 0 ] && [ $seen -ge 5 ]
}

# A client that asks in every way, with a folder below.
write_client()
{
	rm -rf "$tmp/client"
	mkdir -p "$tmp/client/below"
	cat >"$tmp/client/asks.c" <<-'END'
		#define pr_fmt(fmt) "asks: " fmt
		#include <linux/kprobes.h>
		#include <linux/module.h>
		#if !defined(CONFIG_KPROBES) || !IS_ENABLED(CONFIG_KRETPROBES)
		#error no probes
		#endif
		#if defined(KP_FORCED) && defined(CONFIG_ARCH_CORRECT_STACKTRACE_ON_KRETPROBE)
		#error stack traces end at return probes
		#endif
		int below(void);
		static struct kprobe probe = { .symbol_name = "kernel_clone" };
		static int __init asks_init(void)
		{
			wait_for_kprobe_optimizer();
			pr_info("%d\n", below());
			return register_kprobe(&probe);
		}
		static void __exit asks_exit(void)
		{
			unregister_kprobe(&probe);
		}
		module_init(asks_init);
		module_exit(asks_exit);
		MODULE_DESCRIPTION("asks");
		MODULE_LICENSE("GPL");
	END
	cat >"$tmp/client/below/below.c" <<-'END'
		#ifndef CONFIG_KPROBES
		#error no probes below
		#endif
		#include <linux/sched.h>
		#include <linux/kprobes.h>
		int below(void);
		int below(void) { return KPROBE_FLAG_FTRACE; }
	END
	printf '%s\n' "$@" >"$tmp/client/Kbuild"
	cat >>"$tmp/client/Kbuild" <<-'END'
		ifneq ($(CONFIG_KPROBES)$(CONFIG_KRETPROBES),yy)
		$(error asks needs CONFIG_KPROBES)
		endif
		# SystemTap's calls make again with the first there.
		ifneq ($(filter %client.mk,$(MAKEFILE_LIST)),)
		$(error asks finds another's makefile)
		endif
		obj-m := both.o
		both-y := asks.o below/below.o
	END
}

# build_in FOLDER KERNEL ARCH TOOLS ARGUMENT...
build_in()
{
	make -s -C "$2/build" ARCH="$3" CROSS_COMPILE="$4" M="$1" "${@:5}" \
		>"$tmp/log" 2>&1 && ! grep -E 'warning:|WARNING:' "$tmp/log"
}

# The kernel's headers, sched.h before what includes it; ours is beside them in both.
write_headers()
{
	rm -rf "$tmp/$1"
	mkdir "$tmp/$1"
	printf 'NOSTDINC_FLAGS += -I%s/include\nobj-m := headers.o\n' "$2" \
		>"$tmp/$1/Kbuild"
	cat >"$tmp/$1/headers.c" <<-'END'
		#include <linux/sched.h>
		#ifdef CONFIG_ARM64
		#include <asm/stacktrace.h>
		#endif
		#include <linux/module.h>
		#include <linux/ftrace.h>
		#include <linux/fs.h>
		#include <linux/perf_event.h>
		#include <linux/trace_events.h>
		#include <linux/kprobes.h>
		#include <net/sock.h>
	END
}

# What the compiler makes of them.
text_of()
{
	grep -v '^#\|^[[:space:]]*$' "$tmp/$1/headers.i"
}

each_kernel()
{
	local kernel=$1 name=$2 arch=$3 tools=$4 built=$5

	headers_covered "$kernel" "$arch"
	result "$name: every header that looks at what is forced is covered"
	write_headers plain "$built"
	write_headers forced "$built"
	build_in "$tmp/plain" "$kernel" "$arch" "$tools" headers.i &&
		build_in "$tmp/forced" "$kernel" "$arch" "$tools" headers.i \
			MAKEFILES="$built/client.mk" &&
		[ "$(text_of plain | wc -l)" -ge 10000 ] &&
		diff <(text_of plain) <(text_of forced) | head -n 20
	[ "${PIPESTATUS[*]}" = '0 0' ]
	result "$name: the kernel's headers say what they say without"
	grep -q /include/kprobes/force.h "$tmp/forced/headers.i"
	if [ "${name#*stock}" = "$name" ]; then
		result "$name: it was forced"
	else
		[ $? != 0 ]
		result "$name: nothing was forced"
	fi
}

for kernel in STANDALONE:x86: STOCK:x86: ARM64_STANDALONE:arm64:aarch64-linux-gnu- \
	      PPC64LE_STANDALONE:powerpc:powerpc64le-linux-gnu-; do
	IFS=: read -r name arch tools <<<"$kernel"
	folder=KP_KERNEL_$name stage=KP_STAGE_$name
	[ -n "${!folder:-}" ] || continue
	each_kernel "${!folder}" "${name,,}" "$arch" "$tools" "${!stage}/../src"
done

if [ -n "${KP_KERNEL_STANDALONE:-}" ]; then
	built=$(realpath "$KP_STAGE_STANDALONE/../src")
	write_client
	! build_in "$tmp/client" "$KP_KERNEL_STANDALONE" x86 '' &&
		grep -q 'asks needs CONFIG_KPROBES' "$tmp/log"
	result 'a client that asks is not built by itself'
	write_client
	build_in "$tmp/client" "$KP_KERNEL_STANDALONE" x86 '' \
		MAKEFILES="$built/client.mk" || { cat "$tmp/log"; false; }
	result 'it is by MAKEFILES='
	[ "$(modinfo -F depends "$tmp/client/both.ko")" = kprobes ]
	result 'it depends on kprobes.ko'
	write_client "include $built/client.mk"
	build_in "$tmp/client" "$KP_KERNEL_STANDALONE" x86 '' || { cat "$tmp/log"; false; }
	result 'it is by a line in its Kbuild'
	[ "$(modinfo -F depends "$tmp/client/both.ko")" = kprobes ]
	result 'it depends on kprobes.ko then'
fi
if [ -n "${KP_KERNEL_STOCK:-}" ]; then
	built=$(realpath "$KP_STAGE_STOCK/../src")
	write_client
	build_in "$tmp/client" "$KP_KERNEL_STOCK" x86 '' MAKEFILES="$built/client.mk"
	result 'on a kernel with kprobes it is built as well'
	nm -u "$tmp/client/both.ko" | grep -q kpm_register_kprobe
	result 'and has our functions'
	mkdir "$tmp/kp"
	cp -r "$built"/{include,client.mk,Module.symvers} "$tmp/kp"
	write_client "include $tmp/kp/client.mk"
	build_in "$tmp/client" "$KP_KERNEL_STOCK" x86 '' &&
		sed -i 's/^0x[0-9a-f]*\(\tkpm_register_kprobe\t\)/0x12345678\1/' \
			"$tmp/kp/Module.symvers" &&
		build_in "$tmp/client" "$KP_KERNEL_STOCK" x86 '' &&
		grep -q '0x12345678.*kpm_register_kprobe' "$tmp/client/both.mod.c"
	result 'and their new versions, when it is built again'
fi
[ $count -gt 0 ] || { count=1; echo 'ok 1 forced # SKIP needs a kernel'; }
echo "1..$count"
