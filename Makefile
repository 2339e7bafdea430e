# SPDX-License-Identifier: GPL-2.0
# What a person types. What kbuild reads is in Kbuild.

KDIR	?= /lib/modules/$(shell uname -r)/build
# Where `make install` puts what clients are built against; dkms has another place.
CLIENTS	:= /usr/local/lib/kprobes
KERNEL	?= standalone
# The lab's kernels of other architectures than x86_64 have it in their names.
LAB := $(filter arm64- ppc64le- ppc64-,$(ARCH)-)
# `make check` is always the same set of tests, unless told otherwise.
ifeq ($(origin KERNEL),file)
CHECK_KERNELS := $(filter $(ARCH),x86_64 arm64 ppc64le ppc64)
else
CHECK_KERNELS := $(addprefix $(LAB),$(KERNEL))
endif
# What modules for this kernel say in their vermagic.
RELEASE	= $(shell sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' \
	  $(KDIR)/include/generated/utsrelease.h 2>/dev/null)
TEST	?=
# Of `make check-all`: one part; the guests' time.
PART	?=
LIST	?=
CLOCK	?=
VM	:= selftests/vm

all: kprobes.ko

kprobes.ko: FORCE
	@scripts/supported "$(KDIR)"
	$(MAKE) -C $(KDIR) M=$(CURDIR) W=1 modules

# Its headers may have gone.
have-release:
	@test -n "$(RELEASE)" || { \
		echo "Of which kernel? There is none to build against in $(KDIR)."; \
		echo "Say KDIR=<its build folder>, or RELEASE=<its uname -r>."; \
		exit 1; }

install: kprobes.ko
	$(MAKE) -C $(KDIR) M=$(CURDIR) INSTALL_MOD_DIR=extra \
		$(if $(DESTDIR),INSTALL_MOD_PATH=$(DESTDIR)) modules_install
	$(if $(DESTDIR),,depmod $(RELEASE))
	scripts/client-files install $(DESTDIR)$(CLIENTS)/$(RELEASE) \
		Module.symvers
	install -D -m 755 scripts/kp $(DESTDIR)/usr/local/sbin/kp

# The tool goes with the last kernel's.
uninstall: have-release
	rm -f $(DESTDIR)/lib/modules/$(RELEASE)/extra/kprobes.ko*
	rm -f $(DESTDIR)/lib/modules/$(RELEASE)/extra/kprobe_events.ko*
	$(if $(DESTDIR),,[ ! -d /lib/modules/$(RELEASE) ] || depmod $(RELEASE))
	scripts/client-files remove $(DESTDIR)$(CLIENTS)/$(RELEASE)
	[ -e $(DESTDIR)$(CLIENTS) ] || rm -f $(DESTDIR)/usr/local/sbin/kp

# A client of somebody's: a folder, or one .c. KP: against what is installed there
client: $(if $(KP),,kprobes.ko)
	@[ -n "$(M)" ] || { echo 'make client M=<its folder, or its .c>'; exit 2; }
	@$(if $(KP),KP_CLIENT_MK='$(KP)/client.mk') \
		scripts/client-build '$(M)' '$(KDIR)'

# Debian packages, in build/deb.
deb: deps-deb
	@scripts/deb

# Not kbuild's: this works without a kernel to build against.
clean:
	find . -name .git -prune -o -type f \( -name '*.o' -o -name '*.ko' -o \
		-name '*.mod' -o -name '*.mod.c' -o -name '.*.cmd' -o -name '.*.d' -o \
		-name '*.s' -o -name kp_offsets.h -o \
		-name Module.symvers -o -name modules.order \) -exec rm -f {} +
	rm -rf build

deps:
	@$(VM)/deps lab arm64-lab ppc64-lab check lint

deps-%:
	@$(VM)/deps $*

demo: deps-$(LAB)lab
	@$(VM)/boot demo $(LAB)$(KERNEL)

# With files and folders of somebody's; a .c is a client, its module is built.
shell: deps-$(LAB)lab
	@$(VM)/boot shell $(LAB)$(KERNEL) $(FILES)

# A client of somebody's in a guest: a folder, or one .c. ARGS: its module's parameters
try: deps-$(LAB)lab
	@[ -n "$(M)" ] || { echo 'make try M=<its folder, or its .c>'; exit 2; }
	@$(VM)/boot try $(LAB)$(KERNEL) '$(M)' '$(ARGS)'

check: deps-arm64-lab deps-ppc64-lab deps-check
	@$(VM)/check --kernels '$(CHECK_KERNELS)' --test '$(TEST)'

check-all: deps-arm64-lab deps-ppc64-lab deps-check deps-deb
	@$(VM)/check $(if $(LIST),--list,--part '$(or $(PART),all)' \
		--kernels '$(CHECK_KERNELS)' $(CLOCK:%=--clock %))

bench: deps-$(LAB)lab
	@$(MAKE) --no-print-directory -C bench

bench-check: deps-$(LAB)lab
	@$(MAKE) --no-print-directory -C bench check

lint: deps-arm64-lab deps-ppc64le-lab deps-lint
	@scripts/lint

help:
	@echo 'make            build kprobes.ko and kprobe_events.ko; KDIR=<build folder of a'
	@echo '                kernel>, default'
	@echo '                $(KDIR)'
	@echo 'make install    install both for modprobe, the tool kp to /usr/local/sbin, and'
	@echo '                headers and Module.symvers for clients to'
	@echo '                $(CLIENTS)/<kernel>; DESTDIR=<folder> goes'
	@echo '                before all. make uninstall removes them; RELEASE=<kernel> if'
	@echo '                its headers have gone'
	@echo 'make client     build a client: M=<its folder, or its .c>; KDIR=; against this'
	@echo '                checkout, or KP=<where what clients need is installed>'
	@echo 'make deb        Debian packages in build/deb: kprobes-dkms, kprobes-headers,'
	@echo '                kprobes-tools, kprobes-doc'
	@echo 'make demo       boot a kernel in QEMU, probe it, watch'
	@echo 'make try        build a client, boot, load it, show what it says: M=<its folder,'
	@echo '                or its .c>; ARGS=<its parameters>; KERNEL='
	@echo 'make shell      boot it for a look around; KERNEL=standalone|debug|stock;'
	@echo '                FILES=<files and folders to have there; a .c is a client>'
	@echo 'make check      the tests that each change must pass'
	@echo '                KERNEL=, TEST=<parts of names>: all such tests, on these kernels'
	@echo 'make check-all  all tests on all kernels, for hours: the parts that did not pass'
	@echo '                yet at this commit; PART=<some of them>, KERNEL=<of some>;'
	@echo '                LIST=1 says which parts there are, and when they passed'
	@echo 'make bench      what a probe costs, beside the kernel'\''s own: bench/results'
	@echo 'make bench-check  is anything slower than in bench/results?'
	@echo '                All of these: ARCH=arm64|ppc64le|ppc64'
	@echo 'make lint       what can be said about the code without running it'
	@echo 'make deps       install the Debian 12 packages for all of this; done as'
	@echo '                needed by the others'
	@echo 'make clean      remove what was built here, not the kernels in KPROBES_CACHE'

FORCE:
.PHONY: all have-release install uninstall client deb clean deps demo shell try check check-all bench bench-check lint
.PHONY: help FORCE
