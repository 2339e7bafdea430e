# SPDX-License-Identifier: GPL-2.0
"""Finds reports of trouble in a kernel log.

A test that provokes a report says so in the log:

    KP-EXPECT-BEGIN <regular expression>
    ...
    KP-EXPECT-END

Between the two, lines of trouble that match are excused; one at least must come.
"""
import dataclasses
import re

STAMP = re.compile(r'^\[ *\d+\.\d+\](\[ *[TC]\d+\])? ?')

TROUBLE = re.compile('|'.join((
    r'WARNING:',
    r'\bBUG:',
    r'kernel BUG at',
    r'\bBUG \S+ \(',                    # slub
    r'\bOops\b',
    r'\bKASAN:',
    r'\bUBSAN:',
    r'\bODEBUG:',
    r'possible (circular|recursive|irq lock inversion)',
    r'possible .*lock.* detected',
    r'inconsistent lock state',
    r'DEBUG_LOCKS_WARN',
    r'trying to register non-static key',
    r'suspicious RCU usage',
    r'rcu: INFO: .*stall',
    r'rcu_\w+ (self-)?detected (expedited )?stall',
    r'blocked for more than',
    r'soft lockup',
    r'hard LOCKUP',
    r'hung task',
    r'scheduling while atomic',
    r'sleeping function called',
    r'general protection',
    r'[Uu]nable to handle',
    r'double fault',
    r'invalid opcode',
    r'unchecked MSR access',
    r'stack-protector',
    r'Bad page',
    r'page allocation failure',
    r'refcount_t:',
    r'list_(add|del) corruption',
    r'kmemleak: [1-9]\d* new suspected',
    r'Kernel panic',
    r'printk messages dropped',
    # a script of ours that calls what there is not
    r'^/kp/\S+: line \d+: .*not found$',
)))

# Of a kernel that will say so again and again.
HANGS = re.compile(r'stall|soft lockup|hard LOCKUP|workqueue lockup|blocked for more than')

# /proc/sys/kernel/tainted: bits that say that something went wrong.
BAD_TAINT = {4: 'M', 5: 'B', 7: 'D', 9: 'W', 14: 'L'}


@dataclasses.dataclass(frozen=True)
class Problem:
    """`test`: the one that ran, or None."""
    test: str | None
    text: str

    def __str__(self):
        return self.text


class LogCheck:
    """Is fed the log line by line; `problems` is what it found."""

    def __init__(self):
        self.problems = []
        self.test = None
        self.expected = None
        self.seen = False
        self.provoked = False
        self.hangs = False

    def line(self, text):
        text = STAMP.sub('', text)
        if text.startswith('KP-TEST-BEGIN '):
            self.test = text.split(' ', 1)[1]
            # the one before has ended
            self.hangs = False
        elif text.startswith('KP-TEST-END'):
            self.test = None
        elif text.startswith('KP-EXPECT-BEGIN '):
            self.end_expectation()
            self.expected = re.compile(text.split(' ', 1)[1])
        elif text.startswith('KP-EXPECT-END'):
            self.end_expectation()
        elif text.startswith('KP-TAINT '):
            self.taint(int(text.split()[1]))
        elif self.expected and self.expected.search(text):
            self.seen = self.provoked = True
        elif TROUBLE.search(text):
            self.hangs = self.hangs or bool(HANGS.search(text))
            self.problem(text)

    def problem(self, text):
        self.problems.append(Problem(self.test, text))

    def end_expectation(self):
        if self.expected and not self.seen:
            self.problem(f'did not come: {self.expected.pattern}')
        self.expected, self.seen = None, False

    def taint(self, value):
        bad = [flag for bit, flag in BAD_TAINT.items() if value >> bit & 1]
        if bad and not self.provoked:
            self.problem('taint ' + ''.join(bad))

    def finish(self):
        self.end_expectation()
        return self.problems
