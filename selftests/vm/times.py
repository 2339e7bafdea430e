# SPDX-License-Identifier: GPL-2.0
"""How long each test took last, in the lab's cache, and how long is left."""
import json
import os

import vm

FILE = vm.CACHE / 'seconds.json'
# Of a test that did not run here yet.
UNKNOWN = 20


def read():
    try:
        return json.loads(FILE.read_text())
    except (OSError, ValueError):
        return {}


def save(seconds):
    """By test."""
    new = FILE.with_suffix(f'.{os.getpid()}')
    FILE.parent.mkdir(parents=True, exist_ok=True)
    new.write_text(json.dumps(
        read() | {test: round(s) for test, s in seconds.items()}, indent=0,
        sort_keys=True))
    new.replace(FILE)


def longest_first(jobs):
    """Sorts them by how long they took last, or else by how long they may."""
    known = read()
    jobs.sort(key=lambda job: (-sum(known.get(where, UNKNOWN) for where in job.wheres),
                               -job.seconds))


class Left:
    """What is left of some jobs, of which so many run at a time."""

    def __init__(self, jobs, at_a_time):
        known = read()
        self.seconds = {job.where: sum(known.get(where, UNKNOWN)
                                       for where in job.wheres) for job in jobs}
        self.total = len(jobs)
        self.at_a_time = at_a_time

    def ended(self, job):
        self.seconds.pop(job.where, None)

    def __str__(self):
        # the longest one cannot be shared
        left = max(sum(self.seconds.values()) / self.at_a_time,
                   max(self.seconds.values(), default=0))
        return (f'{self.total - len(self.seconds)} of {self.total} boots, '
                f'about {left / 60:.0f} min left')
