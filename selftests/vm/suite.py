# SPDX-License-Identifier: GPL-2.0
"""Tests, and what runs them: boots of a guest, and the host.

A test in the guest is tests/<name>.sh. Comments at its head say

    # kernels: standalone debug     where it runs; standalone debug stock if not
                                    said; with an architecture, on that
    # arch: x86_64 arm64            the architectures it is for, all if not said
    # timeout: 300                  in seconds on a fast kernel; 120 if not said
    # vm: own                       its own boot, not the one that others share
    # smp: 1                        its own boot with so many CPUs
    # cpu: max                      its own boot with another CPU of QEMU
    # append: disable_radix         its own boot with more for the kernel
    # icount: yes                   its own boot, where instructions are counted

A test on the host is host/<name>.sh, with a timeout of its own.
"""
import pathlib
import re
import subprocess
import tempfile
import threading

import ktap
import vm

SLOW = {'debug': 4}
# The others are for what depends on how tasks are preempted.
USUAL = 'standalone debug stock'
# Kernels on which only so much is run unless they are asked for by name: what is
# different there, and what debug's checks are for.
SOME = {
    'arm64-debug': 'api_semantics return_api jump_api fault_handlers order',
    'debug': 'api_semantics api_unload coming_modules fault_handlers '
             'gone_modules jump_api '
             'jump_stress leave order return_api '
             'stress stress_modules user_api user_life watch_api watch_life',
    'ppc64-standalone': 'api_semantics api_unload blacklist fault_handlers '
                        'gone_modules jump_api leave near_memory order '
                        'return_api hash_mmu',
    'arm64-stock': 'badinput_native side_by_side side_branch api_semantics '
                   'return_api jump_api user_api cpu_max ftrace_sites',
    'ppc64le-debug': 'api_semantics return_api jump_api fault_handlers order',
    'ppc64-debug': 'api_semantics return_api jump_api fault_handlers order',
    'ppc64le-stock': 'badinput_native side_by_side side_branch api_semantics '
                     'return_api jump_api everything tracer_behind '
                     'user_api blacklist',
}
# Kernels on which so much is left out likewise: it is the same everywhere.
LEFT_OUT = {
    'arm64-standalone': 'fuzz return_stress stress_modules',
    'ppc64le-standalone': 'fuzz return_stress stress_modules',
}
print_lock = threading.Lock()


class Test:
    """One script, and what its head says."""

    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.head = dict(re.findall(
            r'^# (kernels|arch|timeout|vm|smp|cpu|append|icount): *(.*?) *$',
            path.read_text(), re.M))
        self.timeout = int(self.head.get('timeout', 120))
        self.is_alone = any(k in self.head for k in (
            'vm', 'smp', 'cpu', 'append', 'icount'))

    def runs_on(self, kernel):
        arch, kind = split_name(kernel)
        kernels = self.head.get('kernels', USUAL).split()
        return ((kind in kernels or kernel in kernels) and
                arch in self.head.get('arch', arch).split())


def split_name(kernel):
    """Architecture and kind of a kernel of the lab, by its name."""
    arch, _, kind = kernel.rpartition('-')
    return arch or 'x86_64', kind


def discover(folder, wanted=''):
    """The tests of a folder; `wanted` is part of a name, or empty for all."""
    paths = sorted(pathlib.Path(folder).glob('*.sh'))
    return [Test(p) for p in paths if wanted in p.stem]


def report(results):
    """One line, and the failures below it. Returns the results."""
    with print_lock:
        print(f'{results[0].where}: {ktap.summary(results)}')
        for result in results:
            if result.status == 'failed':
                print(f'  FAILED {result.what}: {result.detail}', flush=True)
    return results


class Boot:
    """One guest, and the tests it runs."""

    def __init__(self, kernel, stage, tests, label, logs):
        self.kernel = kernel
        self.stage = stage
        self.tests = tests
        self.where = f'{kernel} guest of {label}'
        self.log = logs / f'{kernel}-{label.replace(" ", "-")}.log'
        self.kind = split_name(kernel)[1]
        self.slow = SLOW.get(self.kind, 1)
        self.seconds = self.slow * sum(t.timeout for t in tests)
        self.results = []
        self.running = None
        self.output = []
        self.ended = set()

    def line(self, line):
        word, _, rest = line.partition(' ')
        if word == 'KP-TEST-BEGIN':
            self.running, self.output = rest, []
        elif word == 'KP-TEST-END' and self.running:
            status = [int(x.split()[1]) for x in self.output
                      if x.startswith('KP-STATUS ')]
            self.results += report(ktap.parse(f'{self.kernel} {self.running}',
                                              self.output, *status[-1:]))
            self.ended.add(self.running)
            self.running = None
        else:
            self.output.append(line)

    def run(self):
        head = self.tests[0].head if self.tests[0].is_alone else {}
        with tempfile.TemporaryDirectory() as folder:
            tests = pathlib.Path(folder) / 'tests'
            tests.mkdir()
            for test in self.tests:
                (tests / test.path.name).write_bytes(test.path.read_bytes())
            (tests / 'list').write_text(''.join(
                f'{t.name} {t.timeout}\n' for t in self.tests))
            guest = vm.Guest(
                kernel=self.kernel, script=vm.GUEST / 'check.sh',
                files=[self.stage, folder], smp=int(head.get('smp', 2)),
                icount='icount' in head,
                qemu=['-cpu', head['cpu']] if 'cpu' in head else [],
                append=f'KP_KERNEL={self.kind} KP_SLOW={self.slow} ' +
                       head.get('append', ''))
            problems = guest.boot(60 * self.slow, self.log, self.line)
        for test in self.tests:
            if test.name not in self.ended:
                self.results += report([ktap.Result(
                    f'{self.kernel} {test.name}', 'ends', 'failed',
                    'it did not' if test.name == self.running
                    else 'it was not reached')])
        self.results += report(
            [ktap.Result(self.where, 'well', 'failed', p) for p in problems] or
            [ktap.Result(self.where, 'well', 'passed')])
        return self.results


def boots_for(kernel, stage, tests, logs, all_tests=True):
    """The boots that a kernel's tests take; without all_tests, those of SOME."""
    tests = [t for t in tests if t.runs_on(kernel)]
    if not all_tests and kernel in SOME:
        tests = [t for t in tests if t.name in SOME[kernel].split()]
    if not all_tests:
        out = LEFT_OUT.get(kernel, '').split()
        tests = [t for t in tests if t.name not in out]
    shared = [t for t in tests if not t.is_alone]
    if shared:
        yield Boot(kernel, stage, shared, 'shared tests', logs)
    for test in tests:
        if test.is_alone:
            yield Boot(kernel, stage, [test], test.name, logs)


class OnHost:
    """One test that runs on the host."""

    kernel = 'host'

    def __init__(self, test, env, logs):
        self.test = test
        self.env = env
        self.log = logs / f'host-{test.name}.log'
        self.seconds = test.timeout
        self.where = f'host {test.name}'

    def run(self):
        where = self.where
        with open(self.log, 'w') as out:
            try:
                status = subprocess.run(
                    ['bash', self.test.path], env=self.env, cwd=vm.ROOT,
                    stdin=subprocess.DEVNULL, stdout=out,
                    stderr=subprocess.STDOUT,
                    timeout=self.seconds).returncode
            except subprocess.TimeoutExpired:
                return report([ktap.Result(where, 'ends', 'failed',
                                           f'not within {self.seconds} s')])
        return report(ktap.parse(where, self.log.read_text().splitlines(),
                                 status))
