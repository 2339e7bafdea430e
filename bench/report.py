#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""The table and the plots of bench/results, and what README.md shows of them.

usage: report.py [FOLDER [README]]
"""
import sys
sys.dont_write_bytecode = True

import json
import pathlib
import re

import goals
import plot

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
BEGIN = '<!-- by bench/report.py: begin -->'
END = '<!-- by bench/report.py: end -->'

# Headings, and the rows below each.
SECTIONS = (
    ('A hit, instructions more than the bare call, handler included', 'hit'),
    ('Each further probe at one address, instructions', 'further'),
    ('An event with two arguments, instructions more than the bare call', 'event'),
    ('Exceptions a hit', 'exceptions'),
    ('A hit among so many other probes, instructions', 'among'),
    ('Registering, instructions a probe, until no text changes any more',
     'register'),
    ('Unregistering, instructions a probe', 'unregister'),
    ('Work on them afterwards, instructions a probe, within 5 s', 'afterwards'),
    ('Both together', 'removal'),
    ('Disabling some of so many, one by one, instructions', 'disable'),
    ('Enabling some of so many, one by one, instructions', 'enable'),
    ('`enabled` 1 to 0, instructions a probe', 'enabled-0'),
    ('`enabled` 0 to 1, instructions a probe', 'enabled-1'),
    ('Cross-CPU syncs', 'syncs'),
    ('Updates of the function tracer', 'tracer-updates'),
    ('Times that all CPUs are stopped', 'stops'),
    ('Grace periods of RCU', 'grace-periods'),
    ('Grace periods of RCU-tasks', 'task-grace-periods'),
    ('Bytes a probe, beside the caller\'s struct', 'bytes'),
    ('Coverage', 'coverage'),
    ('Cycles more than the bare call, in user space', 'cycles'),
    ('Of the cycles of the documented sequence, per cent, paired', 'percent'),
    ('Two CPUs at once, per cent of what one takes for as many calls', 'cpus'),
    ('Nanoseconds a hit in emulation, two CPUs: for the ratio only', 'ns'),
)
# What README.md shows, and how it calls it.
SHOWN = (
    ('breakpoint at `lea`', 'hit pre lea'),
    ('breakpoint at `nop`, with post_handler', 'hit post nop'),
    ('breakpoint at `lea`, with post_handler', 'hit post lea'),
    ('jump at `mov`', 'hit jump mov'),
    ('function entry', 'hit entry C'),
    ('return probe by breakpoint, at `nop`', 'hit return nop'),
    ('return probe by jump, at `mov`', 'hit jump-return mov'),
    ('return probe at function entry', 'hit entry-return C'),
    ('jprobe by jump', 'hit jump-jprobe mov'),
    ('breakpoint among 10,000 others', 'among tail 10000'),
    ('register 1,000, a probe', 'register name 1000'),
    ('register 1,000 function entries, a probe', 'register tracer 1000'),
    ('unregister 1,000, with what is done later, a probe',
     'removal name 1000'),
)


def number(value):
    if value is None:
        return ''
    if isinstance(value, float) and value != int(value):
        return f'{value:,.1f}'
    return f'{int(value):,}'


def ratio(ours, own):
    return f'{ours / own:.2f}' if ours is not None and own else ''


def verdict(value, limit):
    """Goal and whether it is met, for people."""
    if limit is None or value is None:
        return '', ''
    most, is_least = limit
    good = value >= most if is_least else value <= most
    return f'{"≥" if is_least else "≤"} {number(most)}', \
        'met' if good else '**missed**'


def order(row):
    """Sorts 1, 100, 1000 as numbers."""
    return [(not w.isdigit(), int(w) if w.isdigit() else 0, w)
            for w in row.split()]


def lines_of(rows, kernel, figures, with_own):
    for name, row in rows:
        ours, own = figures.get(f'ours {row}'), figures.get(f'own {row}')
        wanted, met = verdict(ours, goals.goal(row, kernel, figures))
        cells = [name, number(ours), *([number(own), ratio(ours, own)]
                                       if with_own else []), wanted, met]
        yield '| ' + ' | '.join(cells) + ' |'


def head(with_own):
    names = ['', 'ours', *(['kernel\'s own', 'ratio'] if with_own else []),
             'goal', '']
    return ['| ' + ' | '.join(names) + ' |',
            '|---|' + '--:|' * (len(names) - 2) + '---|']


def about(result):
    a = result['about']
    return (f'Kernel: {a["kernel"]}. Compiler: {a["compiler"]}. '
            f'Commit: {a["commit"]}. {a["qemu"]}.')


def rows_of(figures):
    seen = {}
    for key in figures:
        seen.setdefault(key.split(' ', 1)[1])
    return list(seen)


def missed(kernel, figures):
    for row in rows_of(figures):
        limit = goals.goal(row, kernel, figures)
        if verdict(figures.get(f'ours {row}'), limit)[1] == '**missed**':
            yield row


def table(kernel, result):
    """All figures of a kernel."""
    figures = goals.complete(result['figures'])
    with_own = any(key.startswith('own ') for key in figures)
    out = [f'# {kernel}', '', about(result), '',
           'By `make bench`; `bench/report.py` made this of '
           f'`{kernel}.json`. Goals that are missed: `notes.md`.', '']
    for title, word in SECTIONS:
        rows = [r for r in rows_of(figures) if r.split()[0] == word]
        if not rows:
            continue
        if word not in ('hit', 'further', 'exceptions', 'ns'):
            rows.sort(key=order)
        out += [f'## {title}', '', *head(with_own)]
        out += lines_of([(r.split(' ', 1)[1], r) for r in rows], kernel,
                        figures, with_own)
        out.append('')
    troubles = [k for k in figures
                if k.split()[1] in ('refused', 'lost', 'never')]
    if troubles:
        out += ['## Could not be measured', '', *(f'- {t}' for t in troubles),
                '']
    return '\n'.join(out)


def readme_block(results):
    """The short table, of the kernel that has both."""
    kernel = 'stock' if 'stock' in results else next(iter(results))
    figures = goals.complete(results[kernel]['figures'])
    return '\n'.join([
        BEGIN, *head(True),
        *lines_of([s for s in SHOWN if f'ours {s[1]}' in figures], kernel,
                  figures, True),
        '', about(results[kernel]), END])


def put_block(text, block):
    """README.md with its block replaced."""
    pattern = re.escape(BEGIN) + '.*?' + re.escape(END)
    if not re.search(pattern, text, re.S):
        sys.exit('report: README.md has no place for the table')
    return re.sub(pattern, lambda match: block, text, flags=re.S)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                          else HERE / 'results')
    readme = pathlib.Path(sys.argv[2] if len(sys.argv) > 2
                          else ROOT / 'README.md')
    results = {path.stem: json.loads(path.read_text())
               for path in sorted(folder.glob('*.json'))}
    for kernel, result in results.items():
        (folder / f'{kernel}.md').write_text(table(kernel, result))
        figures = goals.complete(result['figures'])
        for name, svg in plot.plots(figures, about(result)).items():
            (folder / f'{kernel}-{name}.svg').write_text(svg)
        for row in missed(kernel, figures):
            print(f'{kernel}: missed: {row}: '
                  f'{number(figures[f"ours {row}"])}')
    if results:
        readme.write_text(put_block(readme.read_text(), readme_block(results)))


if __name__ == '__main__':
    main()
