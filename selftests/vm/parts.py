# SPDX-License-Identifier: GPL-2.0
"""When the parts of `make check-all` last passed: selftests/parts.txt."""
import subprocess

import plan
import vm

FILE = vm.ROOT / 'selftests' / 'parts.txt'
HEAD = ('# SPDX-License-Identifier: GPL-2.0\n'
        '# Written by make check-all: part, the commit at which it last passed, '
        'minutes, results.\n')


def git(*args):
    return subprocess.run(['git', *args], cwd=vm.ROOT, check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def read():
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    return {line.split()[0]: line for line in lines
            if line and not line.startswith('#')}


def note(part, minutes, summary):
    """Nothing is noted of a tree that no commit holds."""
    if git('status', '--porcelain', '--', ':/', f':!{FILE.relative_to(vm.ROOT)}'):
        print(f'check: {part} is not noted: there are changes without a commit')
        return
    passed = read()
    passed[part] = (f'{part} {git("rev-parse", "--short=12", "HEAD")} '
                    f'{minutes:.0f} min: {summary}')
    FILE.write_text(HEAD + ''.join(f'{passed[p]}\n' for p in plan.PARTS
                                   if p in passed))


def show():
    passed = read()
    for name, part in plan.PARTS.items():
        print(f'{name}: {part.covers}')
        for kernel, tests in part.kernels.items():
            print(f'    {kernel}: {"all its tests" if tests == "*" else tests}')
        if part.host:
            print(f'    host: {"all tests" if part.host == "*" else part.host}')
        last = passed.get(name, f'{name} did not pass yet').split(' ', 1)[1]
        print(f'    last: {last}')
    return 0
