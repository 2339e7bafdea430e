# SPDX-License-Identifier: GPL-2.0
# For tests with what Debian has of others' tools: selftests/vm/third_party.

# Each at its own place.
third_setup()
{
	ln -s /kp/third/usr /usr
	ln -s /kp/third/lib /lib
	ln -s lib /lib64
	ln -s /lib/modules /usr/lib/modules
	PATH=$PATH:/usr/bin
	mkdir -p /run /var /etc
	ln -s /run /var/run
	mkdir -p /dev/shm
	mount -t tmpfs -o mode=1777 tmpfs /dev/shm
	ifconfig lo 127.0.0.1
	echo root:x:0:0:root:/tmp:/bin/sh >/etc/passwd
	echo root:x:0: >/etc/group
}
