# SPDX-License-Identifier: GPL-2.0
"""The rows of the table, and what each is to reach.

A row is what the clients call it, without "ours" or "own"; some are worked out
from others. Goals are for ours: the most that is good, or the least where
LEAST has it.
"""
import re

# The engine's second and third probe at one address.
FURTHER = {
    'further pre': ('hit second', 'hit pre'),
    'further third': ('hit third', 'hit second'),
    'further jump': ('hit jump-second', 'hit jump'),
    'further jump-third': ('hit jump-third', 'hit jump-second'),
    'further entry': ('hit entry-second', 'hit entry'),
    'further entry-third': ('hit entry-third', 'hit entry-second'),
    'further return': ('hit second-return', 'hit return'),
    'further third-return': ('hit third-return', 'hit second-return'),
    'further jump-return': ('hit jump-second-return', 'hit jump-return'),
    'further jump-third-return': ('hit jump-third-return',
                                  'hit jump-second-return'),
    'further entry-return': ('hit entry-second-return', 'hit entry-return'),
    'further entry-third-return': ('hit entry-third-return',
                                   'hit entry-second-return'),
    # calls of what has an event, and has none
    'event': ('calls with', 'calls without'),
}

EMULATED = 'nop|push|call|jmp|ret|mov'

# pattern: the most on a kernel with kprobes of its own, and on one without.
MOST = {
    r'hit pre .*': (95, 90),
    rf'hit post ({EMULATED})': (130, 130),
    r'hit post .*': (165, 165),
    r'hit jump mov': (64, 64),
    r'hit jump-post mov': (145, 145),
    r'hit entry C': (100, None),
    r'hit return .*': (190, 190),
    r'hit jump-return .*': (160, 160),
    r'hit entry-return .*': (200, None),
    r'further [a-z-]*return .*': (40, 40),
    r'further [a-z-]*third .*': (15, 15),
    r'further .*': (20, 20),
    rf'exceptions hit post ({EMULATED})': (1, 1),
    r'exceptions hit post .*': (2, 2),
    r'exceptions hit jump.*': (0, 0),
    r'exceptions hit entry.* C': (0, None),
    r'exceptions hit .*': (1, 1),
    r'register name 100': (300000, 300000),
    r'register name 10*': (40000, 40000),
    r'register (name|addr)-off 10000?': (30000, 30000),
    r'register addr-off 100': (30000, 30000),
    r'register tracer 10*': (100000, None),
    r'unregister (name|name-off|addr-off) 1000': (2500, 2500),
    r'unregister (name|name-off|addr-off) 10000': (3200, 3200),
    r'enabled-[01] name(-off)? 10000': (5000, 5000),
    # a grace period of RCU-tasks has more than one of RCU within
    r'grace-periods (unregister \S+|register \S+-off) \d+': (1, 1),
    r'task-grace-periods register \S+ \d+': (1, 1),
    r'tracer-updates register tracer \d+': (1, None),
    r'bytes optimized .*': (330, 330),
    r'bytes int3 .*': (20, 20),
    r'bytes return .*': (702, 702),
}
# Of other architectures, by the first part of the kernel's name.
MOST_OF = {
    'arm64': {
        r'hit pre .*': 175,
        r'hit post .*': 290,
        r'hit jump mov': 110,
        r'hit jump-return .*': 220,
        r'register name 1000': 20000,
    },
    'ppc64le': {
        r'hit pre .*': 360,
        r'hit post .*': 600,
        r'register name 1000': 26000,
    },
}
# No goal is stated for one at a time.
NO_GOAL = r'(un)?register \S+ 1|enabled-\d \S+ 1'
AMONG = re.compile(r'among (\S+) [1-9]\d*')

# Per cent of those tried.
LEAST = {
    r'coverage boundaries optimized': 95,
}


def goal(row, kernel, figures):
    """(limit, whether it is the least) of a row, or None."""
    if re.fullmatch(NO_GOAL, row):
        return None
    for pattern, limit in MOST_OF.get(kernel.split('-')[0], {}).items():
        if re.fullmatch(pattern, row):
            return limit, False
    if '-' in kernel:
        return None
    match = AMONG.fullmatch(row)
    if match:
        alone = figures.get(f'ours among {match[1]} 0')
        return alone and (int(1.05 * alone), False)
    for pattern, (stock, standalone) in MOST.items():
        if re.fullmatch(pattern, row):
            limit = stock if kernel == 'stock' else standalone
            return None if limit is None else (limit, False)
    for pattern, share in LEAST.items():
        tried = figures.get(f'ours {row.rsplit(" ", 1)[0]} tried')
        if re.fullmatch(pattern, row) and tried:
            return -(-share * tried // 100), True
    own = figures.get(f'own {row}')
    if row.startswith('event ') and own:
        return 7 * own // 10, False
    if row.startswith('coverage') and row.endswith('accepted') and own:
        return own, True
    return None


def complete(figures):
    """With the rows that are worked out from others."""
    found = dict(figures)
    for who in ('ours', 'own'):
        for row, (more, less) in FURTHER.items():
            for key in figures:
                target = key.removeprefix(f'{who} {more} ')
                base = f'{who} {less} {target}'
                if target != key and ' ' not in target and base in figures:
                    found[f'{who} {row} {target}'] = figures[key] - \
                        figures[base]
        for key in figures:
            # the kernel's own leaves much of it for later
            later = key.replace(f'{who} unregister', f'{who} afterwards')
            if later != key and later in figures:
                found[key.replace('unregister', 'removal')] = figures[key] + \
                    figures[later]
    return found
