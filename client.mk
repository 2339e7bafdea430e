# SPDX-License-Identifier: GPL-2.0
# What a client of kprobes.ko needs to be built: our headers ahead of the kernel's, our
# symbols, and CONFIG_KPROBES where the kernel does not have it. Kbuild reads it, in
# one of two ways, with the folder that this file is in:
#
#	make MAKEFILES=<folder>/client.mk ...	any client, as it is
#	include <folder>/client.mk		a line of a client's own Kbuild
#
# The folder is this checkout, or the one of `make install` or dkms for a kernel. In
# its Makefile, nothing but Kbuild's own calls of make is changed.

kp-client := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
# A client may look there for its own, or for Kbuild's.
MAKEFILE_LIST := $(filter-out $(lastword $(MAKEFILE_LIST)),$(MAKEFILE_LIST))

ifneq ($(filter -nostdinc,$(NOSTDINC_FLAGS)),)

kp-native := $(filter CONFIG_KPROBES=y,\
	$(file <$(or $(objtree),.)/include/config/auto.conf))

# The flags are handed down to the folders below.
ifeq ($(filter -I$(kp-client)/include,$(NOSTDINC_FLAGS)),)
ifeq ($(kp-native),)
NOSTDINC_FLAGS += -I$(kp-client)/include/forced
NOSTDINC_FLAGS += -include $(kp-client)/include/kprobes/force.h
endif
NOSTDINC_FLAGS += -I$(kp-client)/include
endif

# For conditions in the client's Kbuild.
ifeq ($(kp-native),)
CONFIG_KPROBES := y
CONFIG_KRETPROBES := y
CONFIG_OPTPROBES := y
endif

# A Kbuild that has more of them says +=.
ifeq ($(filter $(kp-client)/Module.symvers,$(KBUILD_EXTRA_SYMBOLS)),)
ifeq ($(origin KBUILD_EXTRA_SYMBOLS),command line)
override KBUILD_EXTRA_SYMBOLS += $(kp-client)/Module.symvers
else
KBUILD_EXTRA_SYMBOLS += $(kp-client)/Module.symvers
endif
endif

# Kbuild does not look whether they have changed, and versions of symbols that a client has
# been built for stay in it. Since 6.13 it works in the client's folder.
$(if $(filter .,$(or $(objtree),.)),$(KBUILD_EXTMOD)/)Module.symvers: \
	$(wildcard $(kp-client)/Module.symvers)

endif
