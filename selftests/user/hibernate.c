// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel makes an image of itself, which is kept here meanwhile, and goes on in that.
 * What ends with success is the program in the image.
 *
 * Source: the kernel's Documentation/power/userland-swsusp.rst.
 */
#include <fcntl.h>
#include <linux/suspend_ioctls.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROOM	0x60000000UL

static void fail(const char *why)
{
	perror(why);
	exit(1);
}

/* With all other tasks stopped. */
static int take(int how)
{
	int fd = open("/dev/snapshot", how);

	if (fd < 0 || ioctl(fd, SNAPSHOT_FREEZE))
		fail("/dev/snapshot");
	return fd;
}

int main(void)
{
	size_t page = sysconf(_SC_PAGESIZE), size = 0, at;
	/* none of it is there yet when the image is made */
	char *image = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	int fd = take(O_RDONLY), was_made = 1;

	if (image == MAP_FAILED)
		fail("no memory");
	if (ioctl(fd, SNAPSHOT_CREATE_IMAGE, &was_made))
		fail("no image is made");
	if (!was_made)
		return 0;
	while (size < ROOM && read(fd, image + size, page) > 0)
		size += page;
	close(fd);
	fd = take(O_WRONLY);
	for (at = 0; at < size; at += page)
		if (write(fd, image + at, page) < 0)
			fail("the image is not taken");
	ioctl(fd, SNAPSHOT_ATOMIC_RESTORE);
	fail("it does not go on in the image");
}
