#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A random sample of the instructions of a kernel's text, by objdump.

usage: [OBJDUMP=...] boundaries.py VMLINUX NUMBER

Prints each one's distance from the start of all text, in hex; the same ones each
time, in an order without meaning. Padding (int3) is no instruction.
"""
import os
import random
import re
import subprocess
import sys

MOST = 40000
LINE = re.compile(r'^ *([0-9a-f]+):\s+(\S+)')
# Of objdump -h: a section with code, and its address.
SECTION = re.compile(r'^ *\d+ \S+ +[0-9a-f]+ +([0-9a-f]+) .*\n.*\bCODE\b', re.M)


def main():
    vmlinux, number = sys.argv[1], int(sys.argv[2])
    found = []
    tool = os.environ.get('OBJDUMP', 'objdump')
    headers = subprocess.run([tool, '-h', vmlinux], text=True, check=True,
                             stdout=subprocess.PIPE).stdout
    # on powerpc .text is not the first
    start = min(int(addr, 16) for addr in SECTION.findall(headers))
    with subprocess.Popen([tool, '-d', '-j', '.text', '--no-show-raw-insn',
                           vmlinux],
                          text=True, stdout=subprocess.PIPE) as objdump:
        for line in objdump.stdout:
            match = LINE.match(line)
            if not match:
                continue
            addr = int(match[1], 16)
            if match[2] != 'int3':
                found.append(addr - start)
    # of fewer, the first of the same
    sample = random.Random(1).sample(found, min(MOST, len(found)))
    for distance in sample[:number]:
        print(f'{distance:x}')


if __name__ == '__main__':
    main()
