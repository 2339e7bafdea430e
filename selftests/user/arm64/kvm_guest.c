// SPDX-License-Identifier: GPL-2.0
/*
 * kvm_guest NUM: a guest of KVM's that stores to a device, which there is none, so many times.
 * Each comes here by way of the kernel.
 */
#include <fcntl.h>
#include <linux/kvm.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#define CODE_AT		0x40000000UL
#define DEVICE_AT	0x50000000UL
#define MEMORY_SIZE	0x10000UL	/* a page of any kernel */

static const uint32_t code[] = {
	0xb9000020,	/* str w0, [x1] */
	0x11000400,	/* add w0, w0, #1 */
	0x17fffffe,	/* b .-8 */
};

static int call(int fd, unsigned long request, void *arg, const char *name)
{
	int ret = ioctl(fd, request, arg);

	if (ret < 0) {
		perror(name);
		exit(1);
	}
	return ret;
}

#define CALL(fd, request, arg) call(fd, request, (void *)(arg), #request)

static void set(int vcpu, size_t offset, uint64_t value)
{
	struct kvm_one_reg reg = {
		.id = KVM_REG_ARM64 | KVM_REG_SIZE_U64 | KVM_REG_ARM_CORE |
		      offset / sizeof(uint32_t),
		.addr = (uintptr_t)&value,
	};

	CALL(vcpu, KVM_SET_ONE_REG, &reg);
}

static int make(int vm)
{
	void *memory = mmap(NULL, MEMORY_SIZE, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct kvm_userspace_memory_region region = {
		.guest_phys_addr = CODE_AT,
		.memory_size = MEMORY_SIZE,
		.userspace_addr = (uintptr_t)memory,
	};
	struct kvm_vcpu_init init;
	int vcpu;

	memcpy(memory, code, sizeof(code));
	CALL(vm, KVM_SET_USER_MEMORY_REGION, &region);
	vcpu = CALL(vm, KVM_CREATE_VCPU, 0);
	CALL(vm, KVM_ARM_PREFERRED_TARGET, &init);
	CALL(vcpu, KVM_ARM_VCPU_INIT, &init);
	set(vcpu, offsetof(struct kvm_regs, regs.pc), CODE_AT);
	set(vcpu, offsetof(struct kvm_regs, regs.regs[0]), 0);
	set(vcpu, offsetof(struct kvm_regs, regs.regs[1]), DEVICE_AT);
	return vcpu;
}

int main(int argc, char **argv)
{
	int kvm = open("/dev/kvm", O_RDWR), vcpu;
	uint32_t n, num = argc > 1 ? atoi(argv[1]) : 1, stored;
	struct kvm_run *run;

	if (kvm < 0) {
		perror("/dev/kvm");
		return 1;
	}
	vcpu = make(CALL(kvm, KVM_CREATE_VM, 0));
	run = mmap(NULL, CALL(kvm, KVM_GET_VCPU_MMAP_SIZE, 0),
		   PROT_READ | PROT_WRITE, MAP_SHARED, vcpu, 0);
	for (n = 0; n < num; n++) {
		CALL(vcpu, KVM_RUN, 0);
		memcpy(&stored, run->mmio.data, sizeof(stored));
		if (run->exit_reason != KVM_EXIT_MMIO ||
		    run->mmio.phys_addr != DEVICE_AT || stored != n) {
			printf("exit %u of %u: %u\n", n, num, run->exit_reason);
			return 1;
		}
	}
	return 0;
}
