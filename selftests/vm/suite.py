# SPDX-License-Identifier: GPL-2.0
"""Tests, and what runs them: boots of a guest, and the host.

A test in the guest is tests/<name>.sh. Comments at its head say

    # kernels: standalone debug     where it runs; standalone debug stock if not
                                    said; with an architecture, on that
    # arch: x86_64 arm64            the architectures it is for, all if not said
    # timeout: 300                  seconds without a line of output that may pass,
                                    at least; 120 if not said
    # vm: own                       its own boot, not the one that others share
    # smp: 1                        its own boot with so many CPUs
    # cpu: max                      its own boot with another CPU of QEMU
    # machine: virtualization=on    its own boot with more of QEMU's machine
    # mem: 1G                       its own boot with so much memory
    # append: disable_radix         its own boot with more for the kernel
    # icount: yes                   its own boot, where instructions are counted
    # clock: host                   its own boot with the host's time
    # image: yes                    its own boot, with the kernel as /kp/image
    # vmlinux: kernel/panic.c       its own boot, with the kernel as /kp/vmlinux, and these
                                    files of its source in /kp/source
    # tracers: yes                  its own boot, with Debian's perf and others, see
                                    vm/tracers
    # bcc: yes                      its own boot, with Debian's bcc, see vm/bcc, and the
                                    kernel's headers in /kp/kheaders
    # third_party: yes              its own boot, with Debian's LTTng and SystemTap, see
                                    vm/third_party, and what vm/build makes of them
    # ftracetest: yes               its own boot, with the kernel's tests of ftrace, see
                                    vm/ftracetest

A test on the host is host/<name>.sh, with a timeout of its own.
"""
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time

import ktap
import vm

SLOW = {'debug': 4}
# The others are for what depends on how tasks are preempted.
USUAL = 'standalone debug stock'
TROUBLE = 'the log shows no trouble'
print_lock = threading.Lock()


class Test:
    """One script, and what its head says."""

    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.head = dict(re.findall(
            r'^# (kernels|arch|timeout|vm|smp|cpu|machine|mem|append|icount|clock|image|'
            r'vmlinux|tracers|bcc|third_party|ftracetest): *(.*?) *$', path.read_text(), re.M))
        self.timeout = int(self.head.get('timeout', 120))
        self.is_alone = bool(self.head.keys() - {'kernels', 'arch', 'timeout'})

    def runs_on(self, kernel):
        arch, kind = split_name(kernel)
        kernels = self.head.get('kernels', USUAL).split()
        return ((kind in kernels or kernel in kernels) and
                arch in self.head.get('arch', arch).split())


def split_name(kernel):
    """Architecture and kind of a kernel of the lab, by its name; its version may
    come behind."""
    parts = kernel.split('-')
    arch = parts.pop(0) if parts[0] in vm.MACHINES else 'x86_64'
    return arch, parts[0]


def discover(folder):
    """The tests of a folder."""
    return [Test(p) for p in sorted(pathlib.Path(folder).glob('*.sh'))]


def chosen(folder, names, wanted='', kernel=None):
    """Those with these names, '*' for all; `wanted` are parts of names. A name that
    stands for no test, or for none that runs on `kernel`, is an error."""
    tests = [t for t in discover(folder) if kernel is None or t.runs_on(kernel)]
    if names != '*':
        unknown = set(names.split()) - {t.name for t in tests}
        if unknown:
            raise SystemExit(f'check: not a test of {kernel or folder}: '
                             f'{" ".join(sorted(unknown))}')
        tests = [t for t in tests if t.name in names.split()]
    return [t for t in tests if any(w in t.name for w in wanted.split() or [''])]


def excerpt(log, result):
    """Ten lines of a log, up to the one that a result is of, or its last ones."""
    lines = log.read_text(errors='replace').splitlines()
    bare = [vm.STAMP.sub('', line) for line in lines]
    begin = f'KP-TEST-BEGIN {result.where.split()[-1]}'
    start = bare.index(begin) if begin in bare else 0
    ends = [i for i in range(start, len(bare)) if bare[i] == result.detail or
            re.fullmatch(rf'not ok \d* *-? *{re.escape(result.what)}', bare[i])]
    end = ends[0] + 3 if ends else len(lines)
    return lines[max(0, end - 10):end]


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

    def __init__(self, kernel, stage, tests, label, logs, clock=vm.STEADY):
        self.kernel = kernel
        self.clock = clock
        self.stage = stage
        self.tests = tests
        self.label = label
        self.logs = logs
        self.where = f'{kernel} guest of {label}'
        self.log = logs / f'{kernel}-{re.sub("[, ]+", "-", label)}.log'
        self.kind = split_name(kernel)[1]
        self.slow = SLOW.get(self.kind, 1)
        self.seconds = self.slow * sum(t.timeout for t in tests)
        self.results = []
        self.running = None
        self.output = []
        self.ended = {}
        self.since = 0.0

    def line(self, line):
        word, _, rest = line.partition(' ')
        # A test that starts another kernel goes on in it.
        if word == 'KP-TEST-BEGIN' and rest != self.running:
            self.running, self.output = rest, []
            self.since = time.monotonic()
        elif word == 'KP-TEST-END' and self.running:
            status = [int(x.split()[1]) for x in self.output
                      if x.startswith('KP-STATUS ')]
            self.results += report(ktap.parse(f'{self.kernel} {self.running}',
                                              self.output, *status[-1:]))
            self.ended[f'{self.kernel} {self.running}'] = time.monotonic() - self.since
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
            if 'image' in head:
                shutil.copy(vm.kernel_folder(self.kernel) / 'image', folder)
            if 'vmlinux' in head:
                self.take_vmlinux(pathlib.Path(folder), head['vmlinux'].split())
            more = []
            if 'tracers' in head:
                more.append(vm.folder_by('tracers', split_name(self.kernel)[0]))
            if 'bcc' in head:
                more.append(vm.folder_by('bcc'))
                self.take_headers(pathlib.Path(folder) / 'kheaders')
            if 'ftracetest' in head:
                more.append(vm.folder_by('ftracetest'))
            if 'third_party' in head:
                more.append(vm.folder_by('third_party') + '/guest')
            guest = vm.Guest(
                kernel=self.kernel, script=vm.GUEST / 'check.sh',
                files=[self.stage, folder, *more], smp=int(head.get('smp', 2)),
                mem=head.get('mem', '2G' if head.keys() & {'tracers', 'third_party'} else ''),
                icount='icount' in head,
                clock=vm.clock(head['clock']) if 'clock' in head else self.clock,
                qemu=[arg for key in ('cpu', 'machine') if key in head
                      for arg in (f'-{key}', head[key])],
                append=f'KP_KERNEL={self.kind} KP_SLOW={self.slow} ' +
                       head.get('append', ''))
            problems = guest.boot(vm.SILENT, self.log, self.line)
        self.results += self.not_ended()
        # Trouble is the test's that was running.
        for problem in problems:
            self.results += report([ktap.Result(
                f'{self.kernel} {problem.test}' if problem.test else self.where,
                TROUBLE, 'failed', problem.text)])
        if not problems:
            self.results += report([ktap.Result(self.where, 'well', 'passed')])
        return self.results

    def take_vmlinux(self, folder, sources):
        """The kernel with what tools read of it, and files of its source."""
        kernel = vm.kernel_folder(self.kernel)
        subprocess.run(['objcopy', '-R', '.rela*', kernel / 'vmlinux',
                        folder / 'vmlinux'], check=True)
        for name in sources:
            to = folder / 'source' / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(kernel / 'build' / 'source' / name, to)

    def take_headers(self, folder):
        """The headers that the kernel itself has an archive of."""
        folder.mkdir()
        subprocess.run(['tar', '-C', folder, '-xf', vm.kernel_folder(self.kernel) /
                        'build' / 'kernel' / 'kheaders_data.tar.xz'], check=True)

    def not_ended(self):
        """The test that hung or died has failed; `left` is what comes behind it."""
        names = self.not_reached()
        if not self.running and not names:
            return []
        died = self.running or names[0].name
        return report([ktap.Result(f'{self.kernel} {died}', 'ends', 'failed',
                                   'it did not')])

    def not_reached(self):
        return [t for t in self.tests if t.name != self.running and
                f'{self.kernel} {t.name}' not in self.ended]

    @property
    def left(self):
        """A boot for the tests that a dead guest did not reach, or None."""
        # Where nothing was running, the first of them is to blame.
        tests = self.not_reached()[0 if self.running else 1:]
        return self.like(tests, 'rest') if tests else None

    @property
    def wheres(self):
        return [f'{self.kernel} {t.name}' for t in self.tests]

    def again(self, where):
        """A boot for one of the tests alone; None if `where` is none of them."""
        tests = [t for t in self.tests if f'{self.kernel} {t.name}' == where]
        return self.like(tests, f'{tests[0].name} again') if tests else None

    def like(self, tests, label):
        return Boot(self.kernel, self.stage, tests,
                    f'{self.label}, {label}', self.logs, self.clock)


def boots_for(kernel, stage, tests, logs, clock=vm.STEADY):
    """The boots that these tests take on a kernel."""
    shared = [t for t in tests if not t.is_alone]
    if shared:
        yield Boot(kernel, stage, shared, 'shared tests', logs, clock)
    for test in tests:
        if test.is_alone:
            yield Boot(kernel, stage, [test], test.name, logs, clock)


class OnHost:
    """One test that runs on the host."""

    kernel = 'host'

    def __init__(self, test, env, logs):
        self.test = test
        self.env = env
        self.log = logs / f'host-{test.name}.log'
        self.seconds = test.timeout
        self.where = f'host {test.name}'
        self.wheres = [self.where]
        self.left = None
        self.ended = {}

    def again(self, _):
        again = OnHost(self.test, self.env, self.log.parent)
        again.log = self.log.with_suffix('.again.log')
        return again

    def run(self):
        start = time.monotonic()
        try:
            return self.results()
        finally:
            self.ended[self.where] = time.monotonic() - start

    def results(self):
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
