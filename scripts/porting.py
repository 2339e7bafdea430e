#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Does Documentation/porting.rst name every hook of the arch contract, and no other?

usage: porting.py

Prints what is wrong, a line each. Hooks are all names kp_arch_* and KP_ARCH_* in
the headers of the contract, but for their include guards and what only these
headers use.
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = [*(str(p.relative_to(ROOT)) for p in sorted(ROOT.glob('arch/contract/*.h'))),
           'arch/hit_hooks.h', 'arch/task_hooks.h']
DOCUMENT = 'Documentation/porting.rst'


def names(path):
    return set(re.findall(r'\b(?:kp_arch|KP_ARCH)_\w+', (ROOT / path).read_text()))


def hooks(path):
    guard = 'KP_' + re.sub(r'\W', '_', path.removesuffix('.h')).upper() + '_H'
    return names(path) - {guard, 'KP_ARCH_HOOK'}


def main():
    contract = set().union(*map(hooks, HEADERS))
    document = names(DOCUMENT)
    for name in sorted(contract - document):
        print(f'{DOCUMENT}: does not name {name}')
    for name in sorted(document - contract):
        print(f'{DOCUMENT}: {name} is not in the contract')


if __name__ == '__main__':
    main()
