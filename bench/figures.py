# SPDX-License-Identifier: GPL-2.0
"""From what the clients print to figures: {'ours hit pre lea': 268, ...}."""
import re
import statistics

LINE = re.compile(r'BENCH (ours|own) (.*) = (-?\d+)$')
# Things that must not be in a good run.
TROUBLE = re.compile(r'BENCH (ours|own) (LOST|NEVER|REFUSED) (.*)$')
MARK = re.compile(r'BENCH (ours|own) mark (\d+) (.*)$')
BASE = re.compile(r'BENCH (ours|own) marks ([0-9a-f]+)$')
# QEMU's log of exceptions: x86, arm64.
X86 = re.compile(r'^ *\d+: v=([0-9a-f]{2}) .*?(?:CR2=([0-9a-f]{16}))?$')
X86_PAGE_FAULT = 14
X86_EXCEPTIONS = 32
ARM64 = re.compile(r'^Taking exception \d+ \[(.*)\]')
ARM64_ADDRESS = re.compile(r'^\.\.\.with FAR 0x([0-9a-f]+)')
ARM64_INTERRUPTS = ('IRQ', 'FIQ')
CALLS = 10


def parse(lines):
    """Figures by row; of several of one row, the median."""
    found = {}
    for line in lines:
        match = LINE.search(line)
        if match:
            row = f'{match[1]} {match[2]}'
            found.setdefault(row, []).append(int(match[3]))
        match = TROUBLE.search(line)
        if match:
            found.setdefault(f'{match[1]} {match[2].lower()} {match[3]}', [1])
    return {row: statistics.median_low(values)
            for row, values in found.items()}


def timed(found):
    """Of times: the rows get another name."""
    return {row.replace(' hit ', ' ns '): value
            for row, value in found.items()}


def logged(log):
    """Faulting addresses of the exceptions in QEMU's log, 0 for other ones."""
    pending = None
    for record in log:
        match = ARM64_ADDRESS.match(record)
        if match and pending == 0:
            pending = int(match[1], 16)
        match = ARM64.match(record)
        if match:
            if pending is not None:
                yield pending
            pending = None if match[1] in ARM64_INTERRUPTS else 0
        match = X86.match(record)
        if match and int(match[1], 16) < X86_EXCEPTIONS:
            yield (int(match[2] or '0', 16)
                   if int(match[1], 16) == X86_PAGE_FAULT else 0)
    if pending is not None:
        yield pending


def marks_of(lines):
    """{address of a mark: what the exceptions up to the next one are of}."""
    bases, marks = {}, {}
    for line in lines:
        match = BASE.search(line)
        if match:
            bases[match[1]] = int(match[2], 16)
    for line in lines:
        match = MARK.search(line)
        if match and match[1] in bases:
            first = bases[match[1]] + int(match[2])
            marks[first] = f'{match[1]} exceptions {match[3]}'
            marks[first + 1] = None
    return marks


def exceptions(lines, log):
    """Exceptions a hit: what QEMU logged between the marks of each row."""
    marks, found, row = marks_of(lines), {}, None
    with open(log, errors='replace') as records:
        for address in logged(records):
            if address in marks:
                row = marks[address]
                if row:
                    found[row] = 0
            elif row:
                found[row] += 1
    # a mark's own fault may meet probes of ours
    return {row: (count - found.get(f'{row.split()[0]} exceptions none', 0)) /
                 CALLS
            for row, count in found.items() if row.split()[2] != 'none'}
