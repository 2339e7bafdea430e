# SPDX-License-Identifier: GPL-2.0
# Mistakes of clients: what they get, what `refusals` says, and that nothing is
# left of them: text and `list` are as before, a good probe works.
#
# timeout: 100
. /kp/lib.sh
. /kp/badinput.sh

# NAME VALUE [END OF THE REFUSAL, or | another]; NAME/KERNEL goes before NAME, so does
# NAME/functions where kallsyms has functions only; and what expected_arch() says before
# what is here.
expected()
{
	cat <<'END'
nothing -22 (neither addr nor symbol_name is given)
both -22 (both addr and symbol_name are given)
offset_alone -22 (neither addr nor symbol_name is given)
unknown_symbol -2 (no such symbol)
empty_symbol -2 (no such symbol)
long_symbol -2 (no such symbol)
unknown_module -2 (no such symbol)
unknown_in_module -2 (no such symbol)
kernel_in_module -2 (no such symbol)
module_without_name -2 (no such symbol)
module_without_symbol -2 (no such symbol)
offset_in_name -2 (no such symbol; did you mean kernel_clone?)
wrong_case -2 (no such symbol)
offset_to_padding -22 (a breakpoint is there)
offset_to_next 0
offset_into_next -84 (in the middle of an instruction)
offset_huge -2 (no symbol at this address)
offset_module_huge -2 (no symbol at this address)
end_of_text -22 (not in kernel or module text)
past_end_of_text -22 (not in kernel or module text)
start_0 0
start_12 0
start_28 0
middle_1 -84 (in the middle of an instruction)
middle_6 -84 (in the middle of an instruction)
middle_11 -84 (in the middle of an instruction)
middle_13 -84 (in the middle of an instruction)
middle_27 -84 (in the middle of an instruction)
middle_29 -84 (in the middle of an instruction)
middle_33 -84 (in the middle of an instruction)
middle_of_ftrace -84 (in the middle of an instruction)
middle_of_ftrace/standalone n/a
middle_of_ftrace_end -84 (in the middle of an instruction)
middle_of_ftrace_end/standalone n/a
data_symbol -22 (not in kernel or module text)
bss_symbol -22 (not in kernel or module text)
rodata_symbol -22 (not in kernel or module text)
module_data -22 (not in kernel or module text)
module_bss -22 (not in kernel or module text)
module_rodata -22 (not in kernel or module text)
own_data -22 (not in kernel or module text)
user_addr -2 (no symbol at this address)
addr_1 -2 (no symbol at this address)
addr_last -2 (no symbol at this address)
addr_wraps -2 (no symbol at this address)
addr_non_canonical -2 (no symbol at this address)
addr_stack -2 (no symbol at this address)
addr_task -2 (no symbol at this address)
addr_vmalloc -2 (no symbol at this address)
addr_kmalloc -2 (no symbol at this address)
addr_unmapped -2 (no symbol at this address)
kernel_init_text -22 (not in kernel or module text)
kernel_init_static -22 (not in kernel or module text)
module_init_text -2 (no symbol at this address)
module_init_symbol -2 (no such symbol)
noinstr_module -22 (noinstr text)
nokprobe_module -22 (NOKPROBE_SYMBOL)
nokprobe_module_by_name -22 (NOKPROBE_SYMBOL)
nokprobe_module_inside -22 (NOKPROBE_SYMBOL)
kprobes_section -22 (noinstr text)
kprobes_section/stock -22 (marked __kprobes)
own_text -22 (kprobes.ko itself)
own_api -22 (kprobes.ko itself)
jump_label_module -22 (jump label site)
jump_label_inside -22 (jump label site)
jump_label_kernel -22 (jump label site)|(runs where no exception can be taken)
warn_inside -84 (in the middle of an instruction)
register_null -22 (no probe): -22 (NULL probe)
enable_null -22 (no probe): -22 (not registered)
disable_null -22 (no probe): -22 (not registered)
unregister_null 0 (no probe): -22 (not registered)
double_by_addr -22 (this struct kprobe is registered already)
double_by_symbol -22 bt_layout+0x0: -22 (this struct kprobe is registered already)
double_by_offset -22 (this struct kprobe is registered already)
double_disabled -22 (this struct kprobe is registered already)
double_in_batch -22 (this struct kprobe is registered already)
double_in_batch_by_addr -22 (this struct kprobe is registered already)
unregister_unknown 0 (not registered)
unregister_nothing 0 (not registered)
unregister_refused 0 (not registered)
unregister_twice 0 (not registered)
unregister_others 0 (not registered)
unregister_neighbour 0 (not registered)
unregister_mixed_batch 0 bt_next+0x0/0x10 [badinput_target]: -22 (not registered)
unregister_num_0 0
unregister_num_negative 0
enable_unregistered -22 (not registered)
disable_unregistered -22 (not registered)
enable_nothing -22 (not registered)
enable_refused -22 (not registered)
enable_after_unregister -22 (not registered)
disable_after_unregister -22 (not registered)
enable_twice 0
disable_twice 0
batch_good 0
batch_bad_first -2 kp_no_such_symbol+0x0: -2 (no such symbol)
batch_bad_last -2 kp_no_such_symbol+0x1c: -2 (no such symbol)
batch_middle_7th -84 bt_layout+0x6: -84 (in the middle of an instruction)
batch_nokprobe_7th -22 bt_nokprobe+0x0: -22 (NOKPROBE_SYMBOL)
batch_null_7th -22 (no probe): -22 (NULL probe)
batch_null_array -22 (no probe): -22 (no probes given)
batch_num_0 -22 (no probes given)
batch_num_negative -22 (no probes given)
batch_num_min -22 (no probes given)
no_memory_symbol -14 (symbol_name cannot be read)
no_memory_check -14
no_memory_register -14 (no memory): -14 (the struct cannot be read)
no_memory_enable -22 (no memory): -22 (not registered)
no_memory_unregister 0 (no memory): -22 (not registered)
no_memory_in_batch -14 [7 of 10] (no memory): -14 (the struct cannot be read)
no_memory_unregister_batch 0 [1 of 2] (no memory): -22 (not registered)
flags_garbage 18
flags_gone 16
flags_ftrace 16
flags_disabled 18
flags_of_two 16
garbage_counters 0
again_by_symbol 0
again_by_symbol_offset 0
again_by_addr 0
again_by_addr_offset 0
again_reset 0
again_other_offset 12
again_other_addr 48
again_other_symbol 48
again_symbol_other_offset 12
again_symbol_now_addr 48
again_symbol_other_addr -22 (both addr and symbol_name are given)
again_after_refusal 0 bt_layout+0x1: -84 (in the middle of an instruction)
again_after_refusal_by_addr 0 (in the middle of an instruction)
refused_kprobe 0 (this struct kprobe is registered already)
refused_return 0 (this struct kprobe is registered already)
refused_then_both -22 (both addr and symbol_name are given)
again_after_unknown 0 (no such symbol)
return_good 0
return_nothing -22 (neither addr nor symbol_name is given)
return_both -22 (both addr and symbol_name are given)
return_unknown -2 (no such symbol)
return_offset -22 (not at a function's entry)
return_offset_middle -22 (not at a function's entry)
return_offset_huge -2 (no symbol at this address)
return_offset_by_addr -22 (not at a function's entry)
return_addr_middle -22 (not at a function's entry)
return_addr_data -22 (not in kernel or module text)
return_addr_user -2 (no symbol at this address)
return_blacklisted -22 (NOKPROBE_SYMBOL)
return_switch_to -22 (not called, or does not return to its caller)
return_data_most 0
return_data_too_much -7 (data_size is more than KRETPROBE_MAX_DATA_SIZE)
return_data_huge -7 (data_size is more than KRETPROBE_MAX_DATA_SIZE)
return_double_by_addr -22 (this struct kprobe is registered already)
return_num_0 -22 (no probes given)
return_num_negative -22 (no probes given)
return_second_bad -7 (data_size is more than KRETPROBE_MAX_DATA_SIZE)
return_null -22 (no probe): -22 (NULL probe)
return_enable_unregistered -22 (not registered)
return_disable_unregistered -22 (not registered)
return_maxactive 1
END
	expected_arch
}

# Reads what is expected, then what came; writes KTAP without numbers.
judge()
{
	local names=all
	has_symbol init_task || names=functions
	awk -v kernel="$KP_KERNEL" -v names=$names '
	function finish(    want, refused) {
		if (name == "")
			return
		want = name
		if (name "/" names in value)
			want = name "/" names
		if (name "/" kernel in value)
			want = name "/" kernel
		problem = ""
		if (!(want in value))
			problem = "not in the table: " got
		else if (got != value[want])
			problem = got " instead of " value[want]
		if (text != "same")
			problem = problem " text " text
		if (listed)
			problem = problem " listed: " listed
		if (check != "works")
			problem = problem " a good probe " check
		refused = refusals != before && got != "n/a"
		before = refusals
		if (refused && !ends_with(last, reason[want]))
			problem = problem " refusal: " last
		if (refused != (reason[want] != ""))
			problem = problem (refused ? " refused: " last : \
					   " not in refusals")
		if (problem != "")
			print "not ok " name ": " problem
		else
			print "ok " name ": " got " " reason[want]
	}
	function ends_with(all, ends,    end, n, i) {
		n = split(ends, end, "|")
		for (i = 1; i <= n; i++)
			if (substr(all, length(all) - length(end[i]) + 1) == \
			    end[i])
				return 1
		return 0
	}
	FNR == NR {
		value[$1] = $2
		reason[$1] = $0
		sub(/^[^ ]* [^ ]* ?/, "", reason[$1])
		next
	}
	$1 == "mistake" {
		finish()
		name = $2
		got = $3
		text = $4
		listed = refusals = last = check = ""
		made[name] = 1
		next
	}
	$1 == "end" { finish(); ended = 1; next }
	$1 == "works" || $1 == "fails" { check = $1; next }
	$2 ~ /^[krj]$/ { listed = listed " " $3; next }
	{ refusals = refusals "\n" $0; last = $0 }
	END {
		for (want in value) {
			sub("/.*", "", want)
			if (!(want in made))
				print "not ok " want ": not made"
		}
		print (ended ? "ok" : "not ok") " all were made"
	}' /tmp/badinput.expected -
}

ktap_begin
load_kprobes
insmod /kp/kmod/badinput_target.ko
expected >/tmp/badinput.expected
make_mistakes badinput >/tmp/badinput.results
judge </tmp/badinput.results >/tmp/badinput.ktap
while read -r line; do
	case $line in
	'ok '*) ok "${line#ok }" ;;
	*) not_ok "${line#not ok }" ;;
	esac
done </tmp/badinput.ktap
rmmod badinput_target
unload_kprobes
plan_end
