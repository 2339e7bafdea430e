#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Compare results with the last committed ones: is a row worse?

usage: compare.py OLD NEW

Both are folders with <kernel>.json. A row of ours is worse if it takes more
than 3 % more instructions, and more than one: figures are whole. Not compared is
what was done once, with fewer than 1,000 probes: waits and a tick of the timer
in between make too much of that. The last line counts the rows.
"""
import sys
sys.dont_write_bytecode = True

import json
import pathlib

# Rows that count instructions, exactly. What is done later is not all of ours.
COUNTED = ('hit', 'among', 'register', 'unregister', 'disable', 'enable',
           'enabled-0', 'enabled-1')
# Of so many calls that a tick does not count.
REPEATED = ('hit', 'among')
ENOUGH = 1000
PER_CENT = 3


def is_counted(key):
    words = key.split()
    return (words[0] == 'ours' and words[1] in COUNTED and
            (words[1] in REPEATED or int(words[-1]) >= ENOUGH))


def is_worse(old, new):
    return new * 100 > old * (100 + PER_CENT) and new > old + 1


def compare(old, new):
    """Lists of rows: as good, worse, and not measured in one of both."""
    good, worse, alone = [], [], []
    for key in new:
        if not is_counted(key):
            continue
        if key not in old:
            alone.append(key)
        else:
            (worse if is_worse(old[key], new[key]) else good).append(key)
    return good, worse, alone


def main():
    old_folder, new_folder = map(pathlib.Path, sys.argv[1:3])
    passed = failed = skipped = 0
    for path in sorted(new_folder.glob('*.json')):
        new = json.loads(path.read_text())['figures']
        kernel = path.stem
        committed = old_folder / path.name
        if not committed.exists():
            print(f'{kernel}: no committed results')
            failed += 1
            continue
        old = json.loads(committed.read_text())['figures']
        good, worse, alone = compare(old, new)
        for key in worse:
            print(f'{kernel}: WORSE {key}: {old[key]} -> {new[key]}')
        for key in alone:
            print(f'{kernel}: SKIPPED {key}: not in the committed results')
        # nothing measured is nothing passed
        failed += len(worse) + (not good)
        passed += len(good)
        skipped += len(alone)
    if not passed:
        failed = failed or 1
    print(f'{passed} passed, {failed} failed, {skipped} skipped')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
