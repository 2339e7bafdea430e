# SPDX-License-Identifier: GPL-2.0
"""The lab's test of itself: what must count as a failure does."""
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from unittest import mock

import ktap
import logcheck
import parts
import suite
import times
import vm

RESULTS = []

REPORTS = '''
/kp/tests/some.sh: line 25: expect: not found
WARNING: CPU: 0 PID: 1 at kernel/fork.c:10 copy_process+0x10/0x20
WARNING: possible circular locking dependency detected
WARNING: possible recursive locking detected
WARNING: inconsistent lock state
WARNING: suspicious RCU usage
BUG: KASAN: slab-out-of-bounds in f+0x10/0x20 [kprobes]
BUG: sleeping function called from invalid context at mm/util.c:10
BUG: scheduling while atomic: sh/10/0x00000002
BUG: unable to handle page fault for address: ffff888000000000
BUG: kernel NULL pointer dereference, address: 0000000000000000
BUG: workqueue lockup - pool cpus=0 node=0 flags=0x0 nice=0 stuck for 31s!
BUG kmalloc-64 (Tainted: G           O      ): Right Redzone overwritten
kernel BUG at mm/slub.c:10!
Oops: 0000 [#1] PREEMPT SMP
general protection fault, probably for non-canonical address 0x1: 0000 [#1]
invalid opcode: 0000 [#1] PREEMPT SMP
Kernel panic - not syncing: Fatal exception
INFO: task sh:10 blocked for more than 120 seconds.
INFO: trying to register non-static key.
watchdog: BUG: soft lockup - CPU#0 stuck for 61s! [sh:10]
rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:
rcu: INFO: rcu_sched self-detected stall on CPU
UBSAN: array-index-out-of-bounds in a.c:1:2
refcount_t: underflow; use-after-free.
list_del corruption. prev->next should be 1, but was 2
DEBUG_LOCKS_WARN_ON(1)
ODEBUG: free active (active state 0) object type: work_struct hint: f+0x0/0x10
kmemleak: 3 new suspected memory leaks (see /sys/kernel/debug/kmemleak)
unchecked MSR access error: RDMSR from 0x10 at rIP: 0xffffffff81000000
KP-TAINT 512
KP-TAINT 128
'''.strip().splitlines()

HARMLESS = '''
kasan: KernelAddressSanitizer initialized
rcu: 	RCU lockdep checking is enabled.
kprobes: loading out-of-tree module taints kernel.
DEBUG: nothing
KP-TAINT 12288
'''.strip('\n').splitlines()

# name: (script, what the result must be)
GUEST_TESTS = {
    '10-passes': ('ktap_begin; check one true; plan_end', ['passed']),
    '11-silent': (':', ['gives results']),
    '12-fails': ('check one false; plan_end', ['one']),
    '13-no-plan': ('ok one', ['passed', 'has a plan']),
    '14-short': ('ok one; echo 1..2', ['passed', 'keeps to its plan']),
    '15-status': ('ok one; plan_end; exit 3', ['passed', 'succeeds']),
    '16-skips': ('skip one "no such thing"; plan_end', ['skipped']),
    '17-no-reason': ('echo "ok 1 one # SKIP"; echo 1..1', ['one']),
    '18-expects': ('expect_begin "WARNING: mine"; '
                   'echo "WARNING: mine" >/dev/kmsg; expect_end; '
                   'ok one; plan_end', ['passed']),
    '19-warns': ('ok one; plan_end; echo "WARNING: not mine" >/dev/kmsg',
                 ['passed', suite.TROUBLE]),
    '30-panics': ('ok one; echo c >/proc/sysrq-trigger',
                  ['ends', suite.TROUBLE, suite.TROUBLE]),
    '31-after': ('ok one; plan_end', []),
}


def say(is_good, what, detail=''):
    RESULTS.append(is_good)
    print(f'{"" if is_good else "not "}ok {len(RESULTS)} {what}')
    if not is_good:
        print(f'# {detail}')


def problems_of(*lines):
    check = logcheck.LogCheck()
    for line in lines:
        check.line(f'[    1.234567] {line}')
    return check.finish()


def test_log():
    missed = [line for line in REPORTS if not problems_of(line)]
    say(not missed, 'reports of trouble are seen', missed)
    taken = problems_of(*HARMLESS)
    say(not taken, 'other lines are not taken for one', taken)
    begin, end = 'KP-EXPECT-BEGIN WARNING: mine', 'KP-EXPECT-END'
    say(not problems_of(begin, 'WARNING: mine', end, 'KP-TAINT 512'),
        'an expected report is excused')
    say(problems_of(begin, 'WARNING: mine', 'WARNING: other', end),
        'another one beside it is not')
    say(problems_of(begin, 'WARNING: mine', end, 'WARNING: mine'),
        'nor is one that comes too late')
    say(problems_of(begin, end), 'an expected report must come')


def test_results(kernel, folder):
    for name, (script, _) in GUEST_TESTS.items():
        (folder / f'{name}.sh').write_text(f'. /kp/lib.sh\n{script}\n')
    stage = folder / 'stage'
    stage.mkdir()
    boot = suite.Boot(kernel, stage, suite.discover(folder), 'lab', folder)
    with contextlib.redirect_stdout(io.StringIO()):
        results = boot.run()
        rest = boot.left.run()
        again = boot.again(f'{kernel} 12-fails').run()
    for name, (_, wanted) in GUEST_TESTS.items():
        mine = [r for r in results if r.where.endswith(name)]
        seen = [r.what if r.status == 'failed' else r.status for r in mine]
        say(seen == wanted, f'a test: {name[3:]}', seen)
    trouble = [r.detail for r in results if r.what == suite.TROUBLE]
    say(any('Kernel panic' in d for d in trouble), 'a panic is seen', trouble)
    say(any('ended without' in d for d in trouble), 'so is the end', trouble)
    say(not any('WARNING: mine' in d for d in trouble),
        'a report that is expected is not', trouble)
    say([r.where.split()[-1] for r in rest if 'guest' not in r.where] ==
        ['31-after'] and all(r.status == 'passed' for r in rest),
        'what a dead guest did not reach is run', rest)
    say([r.what for r in again if r.status == 'failed'] == ['one'],
        'a test is run again, alone', again)
    lines = suite.excerpt(boot.log, next(
        r for r in results if r.what == 'one' and r.where.endswith('12-fails')))
    say(lines[-4].endswith('12-fails') and lines[-3].endswith('not ok 1 one'),
        'the lines of a log that a failure is of', lines)


def test_kexec(folder):
    (folder / 'twice.sh').write_text('')
    boot = suite.Boot('standalone', folder, suite.discover(folder), 'lab', folder)
    with contextlib.redirect_stdout(io.StringIO()):
        for line in ('KP-TEST-BEGIN twice', 'ok 1 one', 'KP-TEST-BEGIN twice',
                     'not ok 2 two', '1..2', 'KP-STATUS 0', 'KP-TEST-END twice'):
            boot.line(line)
    seen = [r.what for r in boot.results if r.status == 'failed']
    say(len(boot.results) == 2 and seen == ['two'],
        'a test that starts another kernel', boot.results)


def test_clock(kernel, folder):
    script = folder / 'clock.sh'
    script.write_text('sleep 5\ncat /proc/uptime /proc/interrupts\nsleep 5\n')
    logs = []
    for i in range(2):
        log = folder / f'clock-{i}.log'
        vm.Guest(kernel, script).boot(vm.SILENT, log)
        # the command has the name of a file that is made for it
        logs.append(log.read_text().split('\n', 1)[1])
    say(logs[0] == logs[1], 'two runs are the same run',
        [line for line in logs[1].splitlines()
         if line not in logs[0].splitlines()][:3])


def client(symbol):
    """A client's source, with a probe at a function."""
    return (
        '#include <linux/kprobes.h>\n#include <linux/module.h>\n'
        f'static struct kprobe probe = {{ .symbol_name = "{symbol}" }};\n'
        'static int __init client_init(void)\n'
        '{\n\treturn register_kprobe(&probe);\n}\n'
        'static void __exit client_exit(void)\n'
        '{\n\tunregister_kprobe(&probe);\n}\n'
        'module_init(client_init);\nmodule_exit(client_exit);\n'
        'MODULE_DESCRIPTION("a client");\nMODULE_LICENSE("GPL");\n')


def shell(kernel, files, typed):
    """What `make shell FILES=` prints; `typed` is typed at its prompt: one line, as the
    echo of a second would be among what the first prints."""
    env = dict(os.environ, KP_STAGE=os.environ[f'KP_STAGE_{kernel.upper()}'])
    with subprocess.Popen([vm.HERE / 'boot', 'shell', kernel, *files], env=env,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as boot:
        out = b''
        for line in vm.lines(boot.stdout, vm.Deadline(vm.SILENT)):
            out += line + b'\n'
            # a line of its own, ahead of the prompt
            if line.startswith(b'Leave with'):
                boot.stdin.write(typed)
                boot.stdin.flush()
        boot.kill()
    return out.decode(errors='replace').replace('\r', '')


def test_shell(kernel, folder):
    (folder / 'some').mkdir()
    (folder / 'some' / 'file').write_text('in a folder\n')
    (folder / 'client.c').write_text(client('kernel_clone'))
    files = [folder / 'client.c', folder / 'some']
    out = shell(kernel, files, b'cat some/file; insmod client.ko; '
                b'cat $KP_DEBUGFS/list; ls samples | cat; exit\n')
    for what, line in (('a folder', 'in a folder$'),
                       ("a client's probe", 'f+[0-9a-f]+ +k +kernel_clone.0x0 '),
                       ('the samples', 'kprobe_example.ko$')):
        say(re.search(f'^{line}', out, re.M), f'make shell FILES=: {what}',
            out[-2000:])
    out = shell(kernel, [folder / 'none'], b'')
    say(out == f'boot: FILES: there is no {folder}/none\n',
        'make shell FILES=: a path that is wrong', out)


def test_seen():
    results = [ktap.Result(where, 'it', status) for where, status in (
        ('k build', 'passed'), ('k guest of shared tests', 'passed'),
        ('k good', 'passed'), ('k good', 'skipped'), ('k bad', 'passed'),
        ('k bad', 'failed'), ('k skipped', 'skipped'), ('k-2 good', 'passed'))]
    say(parts.seen('k', results) == (1, 2), 'tests of a kernel are counted',
        parts.seen('k', results))


def test_left():
    class Job:
        def __init__(self, where, seconds=60):
            self.where, self.wheres, self.seconds = where, [where], seconds

    with mock.patch.object(times, 'read', lambda: {'k b': 30, 'k c': 10}):
        jobs = [Job(f'k {n}', s) for n, s in zip('abcd', (1, 2, 9, 3))]
        times.longest_first(jobs)
    order = ' '.join(job.where for job in jobs)
    say(order == 'k b k d k a k c', 'the longest goes first', order)
    jobs = [Job(f'k {n}') for n in range(9)]
    left = times.Left(jobs, 3)
    say(str(left) == '0 of 9 boots, about 1 min left', 'what is left', left)
    for job in jobs:
        left.ended(job)
    say(str(left) == '9 of 9 boots, about 0 min left', 'nothing is left', left)


def test_try(kernel, folder):
    """`make try`: a client that works, and one that is refused, in a folder."""
    folder.joinpath('good.c').write_text(client('kernel_clone'))
    folder.joinpath('bad').mkdir()
    folder.joinpath('bad', 'bad.c').write_text(client('kernel_clonk'))
    folder.joinpath('bad', 'Kbuild').write_text('obj-m := bad.o\n')
    env = dict(os.environ, KP_STAGE=os.environ[f'KP_STAGE_{kernel.upper()}'])
    for name, path, status, line in (
            ('a client', 'good.c', 0, r'^  [0-9a-f]+ +k +kernel_clone.0x0 '),
            ('one that is refused', 'bad', 1,
             r'/refusals\n  .*bad: register_kprobe kernel_clonk.0x0: -2 '
             r'\(no such symbol; did you mean kernel_clone\?\)$')):
        ran = subprocess.run([vm.HERE / 'boot', 'try', kernel, folder / path], env=env,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             errors='replace', check=False)
        say(ran.returncode == status and re.search(line, ran.stdout, re.M),
            f'make try: {name}', ran.stdout[-2000:])


@mock.patch.object(vm, 'HANGING', 5)
def test_boots(kernel, folder):
    for name, script, timeout, wanted in (
            ('well', 'echo hello', 60, []),
            ('status', 'exit 1', 60, ['ended without']),
            ('hang', 'while :; do :; done', 6, ['hangs']),
            ('hang that prints', 'while :; do echo more; done', 6, ['hangs']),
            ('hang that the kernel reports', 'echo "rcu: INFO: rcu_sched self-detected '
             'stall on CPU" >/dev/kmsg; while :; do echo more; done', 600,
             ['rcu: INFO', 'hangs'])):
        path = folder / name
        path.write_text(script + '\n')
        problems = vm.Guest(kernel, path).boot(timeout, folder / 'log')
        say(len(problems) == len(wanted) and
            all(str(p).startswith(w) for p, w in zip(problems, wanted)),
            f'a script: {name}', problems)


def main():
    kernel = sys.argv[1]
    print('KTAP version 1')
    test_log()
    test_seen()
    test_left()
    with tempfile.TemporaryDirectory() as folder:
        test_results(kernel, pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        test_shell(kernel, pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        test_try(kernel, pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        test_kexec(pathlib.Path(folder))
        test_clock(kernel, pathlib.Path(folder))
        test_boots(kernel, pathlib.Path(folder))
    print(f'1..{len(RESULTS)}')
    return 0 if all(RESULTS) else 1


if __name__ == '__main__':
    sys.exit(main())
