#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Name each symbol that an object of the hit path needs and may not.

usage: hit-path.py LIST FOLDER ARCH

LIST has lines "object <file>" and "symbol <pattern>"; FOLDER holds the objects.
An object may need what another one of the list defines. Of the objects below
arch/, those of ARCH are meant.
"""
import fnmatch
import pathlib
import subprocess
import sys


def symbols(path, *options):
    out = subprocess.run(['nm', '-P', *options, path], check=True, text=True,
                         stdout=subprocess.PIPE).stdout
    return {line.split()[0] for line in out.splitlines()}


def main():
    listing, folder, arch = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    words = [line.split() for line in open(listing)
             if line.strip() and not line.startswith('#')]
    objects = [folder / w[1] for w in words if w[0] == 'object' and
               w[1].split('/')[:-1] in ([], ['arch', arch])]
    allowed = [w[1] for w in words if w[0] == 'symbol']
    own = set().union(*(symbols(p, '--defined-only') for p in objects))
    for path in objects:
        for name in sorted(symbols(path, '-u') - own):
            if not any(fnmatch.fnmatchcase(name, a) for a in allowed):
                print(f'{path.relative_to(folder)} needs {name}')


if __name__ == '__main__':
    main()
