#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Name each symbol that an object of the hit path needs and may not.

usage: hit-path.py LIST FOLDER ARCH

The objects are those that Kbuild and arch/ARCH/Kbuild name in kp-hit-path, and
that are in what was linked in FOLDER. LIST has lines "symbol <pattern>", for all
of them, or "symbol <pattern> <object>". An object may need what another one of the
hit path defines.
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def symbols(path, *options):
    out = subprocess.run(['nm', '-P', *options, path], check=True, text=True,
                         stdout=subprocess.PIPE).stdout
    return {line.split()[0] for line in out.splitlines()}


def listed(arch):
    for file in 'Kbuild', f'arch/{arch}/Kbuild':
        text = (ROOT / file).read_text().replace('\\\n', ' ')
        for words in re.findall(r'^kp-(?:arch-)?hit-path\s*[:+]?=(.*)', text,
                                re.M):
            yield from (w for w in words.split() if w.endswith('.o'))


def main():
    listing, folder, arch = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    words = [line.split() for line in open(listing)
             if line.strip() and not line.startswith('#')]
    # what kbuild has linked: some objects are not for every configuration
    linked = {str(pathlib.PurePath(line)) for line in
              (folder / 'kprobes.mod').read_text().split()}
    linked = {p.removeprefix(f'{folder}/') for p in linked}
    objects = []
    for name in listed(arch):
        stem = ROOT / name.removesuffix('.o')
        if not any(stem.with_name(stem.name + s).exists() for s in ('.c', '.S')):
            print(f'{name} is in kp-hit-path, but has no source')
        elif name in linked:
            objects.append(name)
    if not objects:
        print(f'no object of the hit path is in {folder}')
    own = set().union(*(symbols(folder / p, '--defined-only')
                        for p in objects))
    for name in objects:
        allowed = [w[1] for w in words if w[0] == 'symbol' and
                   w[2:] in ([], [name])]
        for symbol in sorted(symbols(folder / name, '-u') - own):
            if not any(fnmatch.fnmatchcase(symbol, a) for a in allowed):
                print(f'{name} needs {symbol}')


if __name__ == '__main__':
    main()
