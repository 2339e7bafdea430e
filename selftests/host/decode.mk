# SPDX-License-Identifier: GPL-2.0
# The x86 decoder and emulator in user space, for the tests beside this file.
# The kernel's own decoder comes from its source.
#
# usage: make -f decode.mk OUT=<folder> SOURCE=<kernel source> <folder>/<program>

here	:= $(dir $(realpath $(lastword $(MAKEFILE_LIST))))
root	:= $(here)../..
arch	:= $(root)/arch/x86
cases	:= $(root)/selftests/kmod/insn_test
tools	:= $(SOURCE)/tools

CFLAGS	:= -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -Wno-unused-parameter \
	   -Wno-sign-compare -fno-strict-aliasing -mno-red-zone \
	   -fno-pie -include $(here)decode_shim.h -I$(OUT)/shim \
	   -I$(root)/include -idirafter $(root) -I$(arch) -I$(cases) -I$(cases)/x86 -I$(tools)/arch/x86/include
LDFLAGS	:= -no-pie

# What our sources include and decode_shim.h stands for.
shim	:= linux/bug.h linux/cache.h linux/compiler.h linux/kernel.h linux/ptrace.h \
	   linux/string.h asm/processor-flags.h asm/segment.h asm/text-patching.h \
	   kernel/ksyms.h kp_arch_hit.h
shim	:= $(addprefix $(OUT)/shim/,$(shim))

ours	:= $(addprefix $(OUT)/,split.o decode.o scan.o slot.o emulate.o)
theirs	:= $(addprefix $(OUT)/,insn.o inat.o)

$(OUT)/decode_text: $(OUT)/decode_text.o $(ours) $(theirs)
$(OUT)/decode_random: $(OUT)/decode_random.o $(ours) $(theirs)
# it includes decode.c
$(OUT)/decode_native: $(OUT)/decode_native.o $(OUT)/insn_cases.o \
		      $(OUT)/insn_run.o $(filter-out %/decode.o,$(ours)) \
		      $(theirs)

programs := $(addprefix $(OUT)/,decode_text decode_random decode_native)
$(programs):
	$(CC) $(LDFLAGS) -o $@ $^

$(OUT)/%.o: $(here)%.c $(shim) $(here)decode_shim.h
	$(CC) $(CFLAGS) -c -o $@ $<

$(OUT)/%.o: $(arch)/%.c $(shim) $(here)decode_shim.h
	$(CC) $(CFLAGS) -c -o $@ $<

$(OUT)/%.o: $(cases)/x86/%.S $(wildcard $(cases)/x86/*) $(wildcard $(cases)/*.h)
	$(CC) -I$(cases) -I$(cases)/x86 -c -o $@ $<

$(OUT)/%.o: $(tools)/arch/x86/lib/%.c $(OUT)/inat-tables.c
	$(CC) -O2 -I$(tools)/include -I$(tools)/arch/x86/include -I$(OUT) \
		-c -o $@ $<

$(OUT)/inat-tables.c:
	awk -f $(tools)/arch/x86/tools/gen-insn-attr-x86.awk \
		$(tools)/arch/x86/lib/x86-opcode-map.txt >$@.tmp
	mv $@.tmp $@

$(shim):
	mkdir -p $(@D)
	: >$@
