# SPDX-License-Identifier: GPL-2.0
"""What parts of `make check-all` have shown: when each last passed, in
selftests/parts.txt; how many tests passed on each kernel, in selftests/kernels.txt.
What `make check` has shown is in the lab's cache, until scripts/versions-table takes it.
"""
import subprocess

import ktap
import plan
import vm

PASSED = vm.ROOT / 'selftests' / 'parts.txt'
KERNELS = vm.ROOT / 'selftests' / 'kernels.txt'
HEADS = {
    PASSED: '# Written by make check-all: part, the commit at which it last passed, '
            'minutes, results.\n',
    KERNELS: '# Written by make check-all: kernel, part, the commit, of how many tests '
             'how many passed.\n',
}
GATE = vm.CACHE / 'gate.txt'
LICENSE = '# SPDX-License-Identifier: GPL-2.0\n'
# What may differ between a commit and what was tested.
NOT_TESTED = (f':!{PASSED.relative_to(vm.ROOT)}', f':!{KERNELS.relative_to(vm.ROOT)}',
              ':!README.md')


def git(*args):
    return subprocess.run(['git', *args], cwd=vm.ROOT, check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def read(path, words):
    """By so many first words, the rest of each line, split."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {tuple(line.split()[:words]): line.split()[words:] for line in lines
            if line and not line.startswith('#')}


def write(path, lines):
    path.write_text(LICENSE + HEADS.get(path, HEADS[KERNELS]) + ''.join(
        ' '.join(map(str, [*key, *rest])) + '\n' for key, rest in lines))


def is_current(part):
    """Whether it passed with what is here now."""
    commit = read(PASSED, 1).get((part,), [''])[0]
    return bool(commit) and subprocess.run(
        ['git', 'diff', '--quiet', commit, '--', ':/', *NOT_TESTED], cwd=vm.ROOT,
        stderr=subprocess.DEVNULL).returncode == 0


def seen(kernel, results):
    """How many tests on a kernel passed, and how many have shown something."""
    tests = {}
    for result in results:
        if (result.where.startswith(f'{kernel} ') and result.where != f'{kernel} build'
                and ' guest of ' not in result.where):
            tests.setdefault(result.where, []).append(result)
    # one that was skipped as a whole has shown nothing
    shown = [t for t in tests.values() if len(t) > ktap.count(t, 'skipped')]
    return sum(not ktap.count(t, 'failed') for t in shown), len(shown)


def is_committed(name):
    """Nothing is noted of a tree that no commit holds."""
    try:
        changes = git('status', '--porcelain', '--', ':/', *NOT_TESTED)
    except (OSError, subprocess.CalledProcessError):
        return False
    if changes:
        print(f'check: {name} is not noted: there are changes without a commit')
    return not changes


def write_kernels(path, kernels):
    write(path, [(key, kernels[key]) for kernel in plan.KERNELS for part in
                 plan.NAMED if (key := (kernel, part)) in kernels])


def note_kernels(path, name, part, results):
    commit = git('rev-parse', '--short=12', 'HEAD')
    kernels = read(path, 2)
    for kernel in part.kernels:
        passed, shown = seen(kernel, results)
        kernels[kernel, name] = [commit, passed, 'of', shown]
    write_kernels(path, kernels)
    return commit


def note(name, part, minutes, results, good):
    """`part`: what was run of it."""
    if not is_committed(name):
        return
    commit = note_kernels(KERNELS, name, part, results)
    if good and part == plan.PARTS.get(name):
        passed = read(PASSED, 1)
        passed[name,] = [commit, f'{minutes:.0f}', 'min:', ktap.summary(results)]
        write(PASSED, [((p,), passed[p,]) for p in plan.PARTS if (p,) in passed])


def note_gate(results):
    """`make check` leaves the tree as it is."""
    if is_committed('the gate'):
        note_kernels(GATE, 'gate', plan.GATE, results)


def take_gate():
    """What is in the cache becomes the tree's."""
    write_kernels(KERNELS, read(KERNELS, 2) | read(GATE, 2))


def show():
    passed = read(PASSED, 1)
    for name, part in plan.PARTS.items():
        print(f'{name}: {part.covers}')
        for kernel, tests in part.kernels.items():
            print(f'    {kernel}: {"all its tests" if tests == "*" else tests}')
        if part.host:
            print(f'    host: {"all tests" if part.host == "*" else part.host}')
        print(f'    last: {" ".join(passed.get((name,), ["did not pass yet"]))}')
    return 0
