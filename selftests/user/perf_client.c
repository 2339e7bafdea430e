// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open(): probes by the PMU `kprobe` and events by their number, with and
 * without a BPF program; counts calls of sethostname() that it makes itself.
 *
 * usage: perf_client [-r] [-b kprobe|tracepoint] [-w] [-n] [-o OFFSET]
 *                    -k SYMBOL | -a ADDRESS | -t NUMBER
 *
 * -r: of returns; -w: says that it is open, and waits for the end of its input; -n: as
 * a user without rights opens it, for hits in user space; says that it is open, no more
 *
 * Prints "count N", and with -b "bpf N": how often the program ran.
 */
#define _GNU_SOURCE
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALLS	3
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static int pmu_type(void)
{
	FILE *file = fopen("/sys/bus/event_source/devices/kprobe/type", "r");
	int type;

	if (!file || fscanf(file, "%d", &type) != 1)
		die("PMU kprobe");
	fclose(file);
	return type;
}

static int bpf(int cmd, union bpf_attr *attr)
{
	return syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

static int make_map(void)
{
	union bpf_attr attr = {
		.map_type	= BPF_MAP_TYPE_ARRAY,
		.key_size	= sizeof(uint32_t),
		.value_size	= sizeof(uint64_t),
		.max_entries	= 1,
	};
	int fd = bpf(BPF_MAP_CREATE, &attr);

	if (fd < 0)
		die("map");
	return fd;
}

#define INSN(_code, _dst, _src, _off, _imm)				\
	((struct bpf_insn){ .code = (_code), .dst_reg = (_dst),		\
			    .src_reg = (_src), .off = (_off), .imm = (_imm) })

/* Adds one to the only element of the map, and wants the record. */
static int load_program(const char *type, int map)
{
	const struct bpf_insn insns[] = {
		INSN(BPF_ST | BPF_MEM | BPF_W, 10, 0, -4, 0),
		INSN(BPF_ALU64 | BPF_MOV | BPF_X, 2, 10, 0, 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, 2, 0, 0, -4),
		INSN(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, map),
		INSN(0, 0, 0, 0, 0),
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2, 0),
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, 1, 0, 0, 1),
		INSN(BPF_STX | BPF_ATOMIC | BPF_DW, 0, 1, 0, BPF_ADD),
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, 1),
		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};
	static char log[16384];
	union bpf_attr attr = {
		.prog_type	= type[0] == 'k' ? BPF_PROG_TYPE_KPROBE :
				  BPF_PROG_TYPE_TRACEPOINT,
		.insns		= (uintptr_t)insns,
		.insn_cnt	= ARRAY_SIZE(insns),
		.license	= (uintptr_t)"GPL",
		.log_buf	= (uintptr_t)log,
		.log_size	= sizeof(log),
		.log_level	= 1,
	};
	int fd = bpf(BPF_PROG_LOAD, &attr);

	if (fd < 0) {
		puts(log);
		die("program");
	}
	return fd;
}

static uint64_t read_map(int map)
{
	uint32_t key = 0;
	uint64_t value = 0;
	union bpf_attr attr = {
		.map_fd	= map,
		.key	= (uintptr_t)&key,
		.value	= (uintptr_t)&value,
	};

	if (bpf(BPF_MAP_LOOKUP_ELEM, &attr))
		die("look up");
	return value;
}

static void lose_rights(void)
{
	if (setgid(65534) || setuid(65534))
		die("setuid");
}

static int open_event(int argc, char **argv, const char **program, int *waits)
{
	struct perf_event_attr attr = {
		.size		= sizeof(attr),
		.type		= PERF_TYPE_TRACEPOINT,
		.sample_period	= 1,
	};
	int option, fd;

	while ((option = getopt(argc, argv, "rb:wno:k:a:t:")) != -1) {
		switch (option) {
		case 'r':
			attr.config |= 1;
			break;
		case 'b':
			*program = optarg;
			break;
		case 'w':
			*waits = 1;
			break;
		case 'n':
			attr.exclude_kernel = 1;
			break;
		case 'o':
			attr.probe_offset = strtoull(optarg, NULL, 0);
			break;
		case 'k':
			attr.type = pmu_type();
			attr.kprobe_func = (uintptr_t)optarg;
			break;
		case 'a':
			attr.type = pmu_type();
			attr.kprobe_addr = strtoull(optarg, NULL, 0);
			break;
		case 't':
			attr.config = strtoull(optarg, NULL, 0);
			break;
		default:
			exit(2);
		}
	}
	if (attr.exclude_kernel)
		lose_rights();
	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	if (fd < 0)
		die("perf_event_open");
	if (!attr.exclude_kernel)
		return fd;
	puts("open");
	exit(0);
}

int main(int argc, char **argv)
{
	const char *program = NULL;
	int waits = 0, map = -1, fd = open_event(argc, argv, &program, &waits), i;
	uint64_t count;

	if (program) {
		map = make_map();
		if (ioctl(fd, PERF_EVENT_IOC_SET_BPF, load_program(program, map)))
			die("attach");
	}
	if (waits) {
		puts("open");
		fflush(stdout);
		while (read(0, &count, sizeof(count)) > 0)
			;
	}
	for (i = 0; i < CALLS; i++)
		if (sethostname("kprobes", 7))
			die("sethostname");
	if (read(fd, &count, sizeof(count)) != sizeof(count))
		die("read");
	printf("count %llu\n", (unsigned long long)count);
	if (program)
		printf("bpf %llu\n", (unsigned long long)read_map(map));
	return 0;
}
