// SPDX-License-Identifier: GPL-2.0
/*
 * Hits as lines of text: a buffer for each CPU, and the files `trace_pipe` and
 * `trace_now` that are read from all of them by time.
 *
 * kprobes.ko runs one handler at a time on a CPU, in NMIs too: each buffer has one
 * writer. Readers hold read_mutex. A record that finds no room is lost, and the next
 * one that does says how many were.
 */
#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/poll.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include "arch/arch.h"
#include "event.h"
#include "filter.h"
#include "print.h"
#include "text_trace.h"

/* The longest line; what is behind that is cut. */
#define MAX_LINE	32768

#define MAX_STACK	32

/* In the place of an event's number: the rest of the buffer is not used. */
#define PADDING		0

/**
 * struct record - a hit
 * @size: of all, a multiple of 8
 * @id: the event
 * @time: nanoseconds
 * @ip: see struct kpe_hit
 * @ret_ip: likewise
 * @lost: how many had been lost on this CPU, ever
 * @pid: the task
 * @comm: its name
 * @args_size: bytes of arguments
 * @num_stack: addresses behind these
 * @data: arguments, padded to 8; addresses
 */
struct record {
	u32 size;
	int id;
	u64 time;
	unsigned long ip;
	unsigned long ret_ip;
	u32 lost;
	int pid;
	char comm[TASK_COMM_LEN];
	u32 args_size;
	u32 num_stack;
	u8 data[] __aligned(8);
};

/**
 * struct buffer - a CPU's
 * @data: the records
 * @head: bytes written, ever; the writer's
 * @tail: bytes read, ever; the reader's
 * @lost: records lost, ever; the writer's
 * @told: of these, so many were told; the reader's
 */
struct buffer {
	char *data;
	unsigned long head;
	unsigned long tail;
	u32 lost;
	u32 told;
};

static unsigned int buffer_kb = 256;
module_param(buffer_kb, uint, 0400);
MODULE_PARM_DESC(buffer_kb, "KiB of trace_pipe's buffer for each CPU, rounded up to a power of two");

static unsigned long buffer_size;
static DEFINE_PER_CPU(struct buffer, buffers);
static DEFINE_PER_CPU(struct irq_work, wakers);
static DEFINE_MUTEX(read_mutex);
static DECLARE_WAIT_QUEUE_HEAD(readers);
static bool is_somebody_waiting;

/* --- writing */

static void wake_readers(struct irq_work *work)
{
	/* who waits on sets it again, once in the queue */
	WRITE_ONCE(is_somebody_waiting, false);
	wake_up_all(&readers);
}

/* Room for @size bytes in one piece, or NULL. */
static struct record *reserve(struct buffer *buffer, size_t size,
			      unsigned long *head)
{
	/* pairs with the release when a reader is done with a record */
	unsigned long tail = smp_load_acquire(&buffer->tail);
	unsigned long at = buffer->head % buffer_size, pad = 0;
	struct record *record;

	if (at + size > buffer_size)
		pad = buffer_size - at;
	if (buffer->head + pad + size - tail > buffer_size)
		return NULL;
	if (pad) {
		/* size and id fit: all is a multiple of 8 */
		record = (struct record *)(buffer->data + at);
		record->size = pad;
		record->id = PADDING;
		at = 0;
	}
	*head = buffer->head + pad;
	return (struct record *)(buffer->data + at);
}

static bool is_wanted(const struct kpe_hit *hit, const struct record *record)
{
	const struct kpe_filter *filter;
	struct kpe_subject subject = {
		.data	= record->data,
		.comm	= record->comm,
		.pid	= record->pid,
		.cpu	= smp_processor_id(),
	};

	/* preemption is disabled, and RCU is watching */
	filter = rcu_dereference_check(hit->event->filter, true);
	return !filter || kpe_filter_matches(filter, &subject);
}

/* There the caller may be in a register alone. */
static bool is_at_entry(const struct kpe_hit *hit)
{
	const struct kprobe *kp;

	if (hit->ret_ip || hit->event->target != KPE_TEXT)
		return false;
	kp = get_kprobe((void *)hit->ip);
	return kp && kp->flags & KPROBE_FLAG_ON_FUNC_ENTRY;
}

static size_t add_stack(const struct kpe_hit *hit, struct record *record,
			size_t at)
{
	unsigned long *entries = (unsigned long *)(record->data + at);

	/* of user space the place alone */
	if (user_mode(hit->regs)) {
		entries[0] = hit->ip;
		record->num_stack = 1;
		return at + sizeof(long);
	}
	record->num_stack = kpe_arch_stack(hit->regs, is_at_entry(hit),
					   entries, MAX_STACK);
	return at + record->num_stack * sizeof(long);
}

/* Of a lost record lines tell that. */
static bool write_hit(const struct kpe_hit *hit)
{
	struct buffer *buffer = this_cpu_ptr(&buffers);
	size_t args_size = kpe_fetch_size(hit), size;
	bool wants_stack = READ_ONCE(hit->event->wants_stack);
	struct record *record;
	unsigned long head;

	size = sizeof(*record) + ALIGN(args_size, 8) +
	       (wants_stack ? MAX_STACK * sizeof(long) : 0);
	record = reserve(buffer, size, &head);
	if (!record) {
		WRITE_ONCE(buffer->lost, buffer->lost + 1);
		return true;
	}
	record->id = hit->event->id;
	record->time = local_clock();
	record->ip = hit->ip;
	record->ret_ip = hit->ret_ip;
	record->lost = buffer->lost;
	record->pid = current->pid;
	memcpy(record->comm, current->comm, TASK_COMM_LEN);
	record->comm[TASK_COMM_LEN - 1] = '\0';
	record->args_size = kpe_fetch_store(hit, record->data, args_size);
	record->num_stack = 0;
	if (!is_wanted(hit, record))
		return true;
	size = ALIGN(record->args_size, 8);
	if (wants_stack)
		size = add_stack(hit, record, size);
	record->size = sizeof(*record) + size;
	/* the record is there before it can be read */
	smp_store_release(&buffer->head, head + record->size);
	/* pairs with a reader that looks after it has said that it waits */
	smp_mb();
	/* on a CPU that goes, and on the last while all is suspended, it would stay queued */
	if (READ_ONCE(is_somebody_waiting) && cpu_online(smp_processor_id()) &&
	    system_state != SYSTEM_SUSPEND)
		irq_work_queue(this_cpu_ptr(&wakers));
	return true;
}

/* --- reading */

/* The next record of a CPU, or NULL. */
static struct record *peek(struct buffer *buffer)
{
	struct record *record;

	/* pairs with the release when a record is complete */
	while (smp_load_acquire(&buffer->head) != buffer->tail) {
		record = (struct record *)(buffer->data +
					   buffer->tail % buffer_size);
		if (record->id != PADDING)
			return record;
		/* pairs with the acquire in reserve() */
		smp_store_release(&buffer->tail, buffer->tail + record->size);
	}
	return NULL;
}

static void consume(struct buffer *buffer, const struct record *record)
{
	/* it was read before there is room for another */
	smp_store_release(&buffer->tail, buffer->tail + record->size);
}

static void print_lost(struct kpe_text *text, struct buffer *buffer, u32 lost,
		       int cpu)
{
	/* of a record that was written before some were lost that have been told */
	if ((s32)(lost - buffer->told) <= 0)
		return;
	kpe_printf(text, "CPU:%d [LOST %u EVENTS]\n", cpu, lost - buffer->told);
	buffer->told = lost;
}

static void print_stack(struct kpe_text *text, const struct record *record)
{
	const unsigned long *entries = (const unsigned long *)
		(record->data + ALIGN(record->args_size, 8));
	unsigned long addr;
	unsigned int i;

	if (!record->num_stack)
		return;
	kpe_printf(text, "%23s <stack trace>\n", "");
	for (i = 0; i < record->num_stack; i++) {
		addr = i ? entries[i] : record->ret_ip ?: record->ip;
		if (is_kretprobe_trampoline(addr))
			kpe_printf(text, " => [return probe]\n");
		else
			kpe_printf(text, " => %pS\n", (void *)addr);
	}
}

/* What ftrace prints without irq-info; nothing for an event that is gone. */
static void print_record(struct kpe_text *text, const struct record *record,
			 int cpu)
{
	const struct kpe_event *event = kpe_event_by_id(record->id);
	u64 us = div_u64(record->time + 500, 1000);
	u32 fraction;

	if (!event)
		return;
	us = div_u64_rem(us, 1000000, &fraction);
	kpe_printf(text, "%16s-%-7d [%03d] %5llu.%06u: %s: ", record->comm,
		   record->pid, cpu, us, fraction, event->name);
	if (record->ret_ip)
		kpe_printf(text, "(%pS <- %ps)", (void *)record->ret_ip,
			   (void *)record->ip);
	else
		kpe_printf(text, "(%pS)", (void *)record->ip);
	kpe_print_args(text, kpe_event_args(event), record->data, 0);
	kpe_printf(text, "\n");
	print_stack(text, record);
}

/* The oldest record of all CPUs as text; false if there is none up to @until. */
static bool next_line(struct kpe_text *text, u64 until)
{
	struct record *record, *oldest = NULL;
	int cpu, of = 0;

	for_each_possible_cpu(cpu) {
		record = peek(per_cpu_ptr(&buffers, cpu));
		if (record && (!oldest || record->time < oldest->time)) {
			oldest = record;
			of = cpu;
		}
	}
	if (oldest && until && oldest->time > until)
		return false;
	if (oldest) {
		print_lost(text, per_cpu_ptr(&buffers, of), oldest->lost, of);
		print_record(text, oldest, of);
		consume(per_cpu_ptr(&buffers, of), oldest);
		return true;
	}
	for_each_possible_cpu(cpu) {
		struct buffer *buffer = per_cpu_ptr(&buffers, cpu);

		print_lost(text, buffer, READ_ONCE(buffer->lost), cpu);
	}
	return text->len;
}

static bool has_some(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		const struct buffer *buffer = per_cpu_ptr(&buffers, cpu);

		if (READ_ONCE(buffer->head) != READ_ONCE(buffer->tail) ||
		    READ_ONCE(buffer->lost) != READ_ONCE(buffer->told))
			return true;
	}
	return false;
}

static bool has_some_or_waits(void)
{
	WRITE_ONCE(is_somebody_waiting, true);
	/* pairs with write_hit() */
	smp_mb();
	return has_some();
}

/**
 * struct reading - an open file
 * @text: the line that was begun
 * @at: how much of it was read
 * @until: if not 0, it ends with the hits that there were at this time: reading
 *	may cause more of them
 * @buf: where it is
 */
struct reading {
	struct kpe_text text;
	size_t at;
	u64 until;
	char buf[MAX_LINE];
};

static int pipe_open(struct inode *inode, struct file *file)
{
	struct reading *reading;
	int ret = kpe_may_probe();

	if (ret)
		return ret;
	reading = kvzalloc(sizeof(*reading), GFP_KERNEL);
	if (!reading)
		return -ENOMEM;
	reading->text.buf = reading->buf;
	reading->text.size = sizeof(reading->buf);
	file->private_data = reading;
	return stream_open(inode, file);
}

static int now_open(struct inode *inode, struct file *file)
{
	int ret = pipe_open(inode, file);
	struct reading *reading = file->private_data;

	if (!ret)
		reading->until = local_clock();
	return ret;
}

static int pipe_release(struct inode *inode, struct file *file)
{
	kvfree(file->private_data);
	return 0;
}

/* The next line that is to be read; false if there is none. */
static bool begin_line(struct reading *reading)
{
	bool is_there;

	reading->at = 0;
	reading->text.len = 0;
	mutex_lock(&kpe_mutex);
	is_there = next_line(&reading->text, reading->until);
	mutex_unlock(&kpe_mutex);
	return is_there;
}

/*
 * As many whole lines as fit, or a part of one that does not. What it takes to write
 * them may cause more hits, so there is an end to it.
 */
static ssize_t copy_lines(struct reading *reading, char __user *buf,
			  size_t count)
{
	struct kpe_text *text = &reading->text;
	ssize_t done = 0;
	size_t part;

	count = min_t(size_t, count, MAX_LINE);
	if (mutex_lock_interruptible(&read_mutex))
		return -ERESTARTSYS;
	while (done < count) {
		cond_resched();
		if (reading->at == text->len && !begin_line(reading))
			break;
		part = min(text->len - reading->at, count - done);
		if (copy_to_user(buf + done, text->buf + reading->at, part)) {
			done = done ?: -EFAULT;
			break;
		}
		reading->at += part;
		done += part;
	}
	mutex_unlock(&read_mutex);
	return done;
}

static ssize_t pipe_read(struct file *file, char __user *buf, size_t count,
			 loff_t *pos)
{
	const struct reading *reading = file->private_data;
	ssize_t done;
	int ret;

	if (!count)
		return 0;
	for (;;) {
		done = copy_lines(file->private_data, buf, count);
		if (done || reading->until)
			return done;
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		ret = wait_event_interruptible(readers, has_some_or_waits());
		if (ret)
			return ret;
	}
}

static __poll_t pipe_poll(struct file *file, struct poll_table_struct *table)
{
	poll_wait(file, &readers, table);
	return has_some_or_waits() ? EPOLLIN | EPOLLRDNORM : 0;
}

const struct file_operations kpe_trace_pipe_fops = {
	.owner		= THIS_MODULE,
	.open		= pipe_open,
	.release	= pipe_release,
	.read		= pipe_read,
	.poll		= pipe_poll,
};

const struct file_operations kpe_trace_now_fops = {
	.owner		= THIS_MODULE,
	.open		= now_open,
	.release	= pipe_release,
	.read		= pipe_read,
};

static void text_trace_exit(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		irq_work_sync(per_cpu_ptr(&wakers, cpu));
		kvfree(per_cpu_ptr(&buffers, cpu)->data);
	}
}

static int text_trace_init(void)
{
	struct buffer *buffer;
	int cpu;

	/* the longest record must fit */
	buffer_size = roundup_pow_of_two(clamp(buffer_kb, 32U, 1U << 20)) *
		      1024UL;
	for_each_possible_cpu(cpu) {
		init_irq_work(per_cpu_ptr(&wakers, cpu), wake_readers);
		buffer = per_cpu_ptr(&buffers, cpu);
		buffer->data = kvzalloc_node(buffer_size, GFP_KERNEL,
					     cpu_to_node(cpu));
		if (!buffer->data) {
			text_trace_exit();
			return -ENOMEM;
		}
	}
	return 0;
}

const struct kpe_sink kpe_text_trace = {
	.name	= "text_trace",
	.init	= text_trace_init,
	.exit	= text_trace_exit,
	.hit	= write_hit,
};
