// SPDX-License-Identifier: GPL-2.0
/* kexec KERNEL INITRAMFS COMMAND-LINE: load a kernel; kexec: start it. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <unistd.h>

static int load(const char *kernel, const char *initramfs, const char *line)
{
	int image = open(kernel, O_RDONLY), files = open(initramfs, O_RDONLY);

	if (image < 0 || files < 0)
		return -1;
	return syscall(SYS_kexec_file_load, image, files, strlen(line) + 1, line,
		       0UL);
}

int main(int argc, char **argv)
{
	/* Nothing returns from the second. */
	int ret = argc == 4 ? load(argv[1], argv[2], argv[3]) : reboot(RB_KEXEC);

	if (ret)
		perror("kexec");
	return ret != 0;
}
