#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Are lists of the manual what the sources have?

- Documentation/kernel-symbols.rst: unexported symbols that must be there, and those that
  may be absent, as the tables of KP_KSYMS have them
- Documentation/kprobes.rst: the reasons of the file `blacklist`, as in place/blacklist.c
- Documentation/testing.rst: each test

usage: documented.py

Prints what is wrong, a line each.
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = ['kernel/ksyms.h', 'compat/exec_alloc.h', 'compat/task_call.h',
          *(str(p.relative_to(ROOT)) for p in sorted(ROOT.glob('arch/*/kp_arch_ksyms.h')))]
# A row, up to its last two strings: names, and the option.
ROW = re.compile(r'\b(?:FN|DATA)\((KP_MUST|KP_MAY),.*?"([^"]*)",\s*"[^"]*"\)', re.S)


def read(path):
    return (ROOT / path).read_text(encoding='utf-8')


def column(path, head, title):
    """The first column of the list with that title, below a line."""
    text = read(path).split(f'\n{head}\n', 1)[1].split(f'   * - {title}\n', 1)[1]
    text = re.split(r'\n\S', text, maxsplit=1)[0]
    return ' '.join(re.findall(r'^   \* - (.*?)(?=^     - )', text, re.S | re.M))


def differ(path, what, listed, real):
    for name in sorted(real - listed):
        print(f'{path}: {what} lacks {name}')
    for name in sorted(listed - real):
        print(f'{path}: {what} has {name}, which is not there')


def check_symbols():
    path = 'Documentation/kernel-symbols.rst'
    rows = [row for table in TABLES
            for row in ROW.findall(read(table).replace('\\\n', '\n'))]
    for need, head in (('KP_MUST', 'Must be there:'), ('KP_MAY', 'May be absent:')):
        cells = re.sub(r'\([^)]*\)', '', column(path, head, 'symbol'))
        differ(path, f'"{head}"',
               {word for word in re.findall(r'\w+', cells) if '_' in word},
               {name for row in rows if row[0] == need for name in row[1].split('|')})


def check_reasons():
    path = 'Documentation/kprobes.rst'
    source = read('place/blacklist.c')
    # Names of symbols have no spaces; reasons have, or are called why_...
    reasons = set(re.findall(r'\bwhy_\w+\[\] = "([^"]*)"', source))
    reasons |= {text for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', source) if ' ' in text}
    cells = column(path, 'blacklist\n---------', 'reason')
    differ(path, 'the list of reasons',
           {' '.join(cell.split()) for cell in re.findall(r'``(.*?)``', cells, re.S)},
           reasons)


def check_tests():
    path = 'Documentation/testing.rst'
    text = read(path).split('\nWhat each test covers\n', 1)[1]
    for folder in ('selftests/tests', 'selftests/host'):
        for test in sorted((ROOT / folder).glob('*.sh')):
            if f'`{folder}/{test.name}`' not in text:
                print(f'{path}: lacks {folder}/{test.name}')


if __name__ == '__main__':
    check_symbols()
    check_reasons()
    check_tests()
