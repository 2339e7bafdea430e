/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names that the kernel's headers for kprobes give, and that mean nothing for a
 * client of kprobes.ko. The compiler says so to a client that calls one.
 * Documentation/kprobes.rst, "Names of the kernel's header".
 */
#ifndef KP_LINUX_KPROBES_REFUSED_H
#define KP_LINUX_KPROBES_REFUSED_H

/* What get_kprobe_ctlblk() told, in its member kprobe_status. */
#define KPROBE_HIT_ACTIVE	1
#define KPROBE_HIT_SS		2
#define KPROBE_REENTER		4
#define KPROBE_HIT_SSDONE	8

/* Of an instruction's copy, in units of kprobe_opcode_t. */
#ifndef MAX_INSN_SIZE
#ifdef CONFIG_X86
#define MAX_INSN_SIZE		15
#else
#define MAX_INSN_SIZE		2
#endif
#endif

#define flush_insn_slot(kp)	do { } while (0)

/* Not more than their names: nobody has one. */
struct arch_optimized_insn;
struct ftrace_ops;
struct kprobe_blacklist_entry;
struct kprobe_ctlblk;
struct kprobe_insn_cache;
struct kretprobe_blackpoint;
struct kretprobe_holder;
struct optimized_kprobe;
struct prev_kprobe;

#define __kp_refused(sentence)	__compiletime_error("kprobes.ko: " sentence)

#define __kp_state __kp_refused(\
	"the state of a hit is not the client's; kprobe_running() says which " \
	"probe it is")
__kp_state
struct kprobe_ctlblk *get_kprobe_ctlblk(void);
__kp_state
void reset_current_kprobe(void);
__kp_state
void kprobe_busy_begin(void);
__kp_state
void kprobe_busy_end(void);
__kp_state
void kprobes_inc_nmissed_count(struct kprobe *kp);

#define __kp_arch __kp_refused(\
	"it has backends of its own; register_kprobe() does what this was part of")
__kp_arch
int arch_prepare_kprobe(struct kprobe *kp);
__kp_arch
void arch_arm_kprobe(struct kprobe *kp);
__kp_arch
void arch_disarm_kprobe(struct kprobe *kp);
__kp_arch
void arch_remove_kprobe(struct kprobe *kp);
__kp_arch
int arch_init_kprobes(void);
__kp_arch
int arch_trampoline_kprobe(struct kprobe *kp);
__kp_arch
void arch_prepare_kretprobe(struct kretprobe_instance *ri,
			    struct pt_regs *regs);
__kp_arch
int arch_prepare_kprobe_ftrace(struct kprobe *kp);
__kp_arch
int arch_populate_kprobe_blacklist(void);
__kp_arch
int arch_check_ftrace_location(struct kprobe *kp);
__kp_arch
void arch_kretprobe_fixup_return(struct pt_regs *regs, kprobe_opcode_t *addr);
__kp_arch
void kprobe_flush_task(struct task_struct *task);
__kp_arch
void kprobe_free_init_mem(void);
__kp_arch
void kprobe_ftrace_kill(void);
__kp_arch
int init_test_probes(void);

#define __kp_trap __kp_refused(\
	"it takes the traps itself; set a fault_handler, or a pre_handler")
__kp_trap
int kprobe_int3_handler(struct pt_regs *regs);
__kp_trap
int kprobe_fault_handler(struct pt_regs *regs, int trapnr);
__kp_trap
bool kprobe_page_fault(struct pt_regs *regs, unsigned int trap);
__kp_trap
int kprobe_exceptions_notify(struct notifier_block *nb, unsigned long val,
			     void *data);
__kp_trap
unsigned long kretprobe_trampoline_handler(struct pt_regs *regs,
					   void *frame);
__kp_trap
unsigned long __kretprobe_trampoline_handler(struct pt_regs *regs,
					     void *frame);
__kp_trap
void *kretprobe_trampoline_addr(void);
__kp_trap
void *trampoline_probe_handler(struct pt_regs *regs);
__kp_trap
int kprobe_debug_handler(struct pt_regs *regs);
__kp_trap
void kprobe_ftrace_handler(unsigned long ip, unsigned long parent_ip,
			   struct ftrace_ops *ops, void *regs);

#define __kp_override __kp_refused(\
	"write the instruction pointer and the result in a pre_handler, and " \
	"return 1")
__kp_override
void arch_kprobe_override_function(struct pt_regs *regs);

#define __kp_blacklist __kp_refused(\
	"read the file blacklist; NOKPROBE_SYMBOL() closes a function of your own")
__kp_blacklist
bool within_kprobe_blacklist(unsigned long addr);
__kp_blacklist
bool arch_within_kprobe_blacklist(unsigned long addr);
__kp_blacklist
int kprobe_add_ksym_blacklist(unsigned long entry);
__kp_blacklist
int kprobe_add_area_blacklist(unsigned long start,
			      unsigned long end);

#define __kp_slot __kp_refused(\
	"there is no cache of instruction slots; they are kprobes.ko's alone")
__kp_slot
kprobe_opcode_t *get_insn_slot(void);
__kp_slot
void free_insn_slot(kprobe_opcode_t *slot, int dirty);
__kp_slot
kprobe_opcode_t *get_optinsn_slot(void);
__kp_slot
void free_optinsn_slot(kprobe_opcode_t *slot, int dirty);
__kp_slot
kprobe_opcode_t *__get_insn_slot(struct kprobe_insn_cache *cache);
__kp_slot
void __free_insn_slot(struct kprobe_insn_cache *cache, kprobe_opcode_t *slot,
		      int dirty);
__kp_slot
bool __is_insn_slot_addr(struct kprobe_insn_cache *cache, unsigned long addr);
__kp_slot
int kprobe_cache_get_kallsym(struct kprobe_insn_cache *cache,
			     unsigned int *symnum, unsigned long *value,
			     char *type, char *sym);
__kp_slot
void *alloc_insn_page(void);
__kp_slot
void free_insn_page(void *page);
__kp_slot
void *alloc_optinsn_page(void);
__kp_slot
void free_optinsn_page(void *page);

#define __kp_lookup __kp_refused(\
	"set symbol_name and offset; registering looks them up and says why not")
__kp_lookup
kprobe_opcode_t *kprobe_lookup_name(const char *name,
				    unsigned int offset);
__kp_lookup
int kprobe_on_func_entry(kprobe_opcode_t *addr, const char *sym,
			 unsigned long offset);
__kp_lookup
kprobe_opcode_t *arch_adjust_kprobe_addr(unsigned long addr,
					 unsigned long offset,
					 bool *on_func_entry);
__kp_lookup
bool arch_kprobe_on_func_entry(unsigned long offset);
__kp_lookup
unsigned long arch_deref_entry_point(void *entry);
__kp_lookup
int arch_kprobe_get_kallsym(unsigned int *symnum, unsigned long *value,
			    char *type, char *sym);
__kp_lookup
int kprobe_get_kallsym(unsigned int symnum, unsigned long *value, char *type,
		       char *sym);

#define __kp_jump __kp_refused(\
	"whether a probe is a jump is its own affair; see the file list, and " \
	"wait_for_kprobe_optimizer()")
__kp_jump
int arch_prepared_optinsn(struct arch_optimized_insn *insn);
__kp_jump
int arch_check_optimized_kprobe(struct optimized_kprobe *op);
__kp_jump
int arch_prepare_optimized_kprobe(struct optimized_kprobe *op,
				  struct kprobe *orig);
__kp_jump
void arch_remove_optimized_kprobe(struct optimized_kprobe *op);
__kp_jump
void arch_optimize_kprobes(struct list_head *list);
__kp_jump
void arch_unoptimize_kprobes(struct list_head *list,
			     struct list_head *done);
__kp_jump
void arch_unoptimize_kprobe(struct optimized_kprobe *op);
__kp_jump
int arch_within_optimized_kprobe(struct optimized_kprobe *op,
				 kprobe_opcode_t *addr);
__kp_jump
void opt_pre_handler(struct kprobe *kp, struct pt_regs *regs);
__kp_jump
bool optprobe_queued_unopt(struct optimized_kprobe *op);
__kp_jump
bool kprobe_disarmed(struct kprobe *kp);

#endif /* KP_LINUX_KPROBES_REFUSED_H */
