# SPDX-License-Identifier: GPL-2.0
"""Reads KTAP, and counts."""
import dataclasses
import re

RESULT = re.compile(r'^(?P<bad>not )?ok\b *(?P<number>\d+)? *-? *'
                    r'(?P<what>.*?)(?: *# *SKIP\b *(?P<why>.*))?$')
PLAN = re.compile(r'^1\.\.(\d+)')


@dataclasses.dataclass
class Result:
    """`status` is one of passed, failed, skipped; `detail` says why."""
    where: str
    what: str
    status: str
    detail: str = ''

    def __str__(self):
        detail = f': {self.detail}' if self.detail else ''
        return f'{self.where}: {self.what} {self.status}{detail}'


def parse(where, lines, status=0):
    """The results in one test's output; `status` is how the test exited.

    A test without results, with fewer or more than its plan says, or that ends
    with a status of failure without naming one, has failed.
    """
    results, numbered, plan = [], 0, None

    def fail(what, detail=''):
        results.append(Result(where, what, 'failed', detail))

    for line in lines:
        if match := PLAN.match(line):
            plan = int(match[1])
        elif line.startswith('Bail out!'):
            fail('bails out', line)
        elif match := RESULT.match(line):
            numbered += match['number'] is not None
            if match['bad']:
                fail(match['what'])
            elif match['why'] == '':
                fail(match['what'], 'skipped without a reason')
            elif match['why']:
                results.append(Result(where, match['what'], 'skipped',
                                      match['why']))
            else:
                results.append(Result(where, match['what'], 'passed'))
        elif line.startswith('# ') and results and \
                results[-1].status == 'failed' and not results[-1].detail:
            results[-1].detail = line[2:]
    if not results:
        fail('gives results', 'none')
    elif plan is None:
        fail('has a plan', 'none')
    elif plan != numbered:
        fail('keeps to its plan', f'{plan} planned, {numbered} given')
    if status and all(r.status != 'failed' for r in results):
        fail('succeeds', f'exit status {status}')
    return results


def count(results, status):
    return sum(r.status == status for r in results)


def summary(results):
    return ', '.join(f'{count(results, s)} {s}'
                     for s in ('passed', 'failed', 'skipped'))
