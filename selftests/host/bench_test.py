# SPDX-License-Identifier: GPL-2.0
"""The bench's scripts, on figures that are made up."""
import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

BENCH = pathlib.Path(__file__).resolve().parents[2] / 'bench'
sys.path.insert(0, str(BENCH))

import compare
import figures
import goals
import plot
import report

RESULTS = []
ABOUT = {'kernel': 'stock, 1', 'compiler': 'cc', 'commit': 'c', 'qemu': 'Q'}
FIGURES = {
    'ours hit pre lea': 95, 'own hit pre lea': 500,
    'ours hit second lea': 116, 'own hit second lea': 550,
    'ours among tail 0': 100, 'ours among tail 100': 105,
    'ours among tail 1000': 106, 'own among tail 1000': 700,
    'ours register name 1000': 40001, 'own register name 1000': 3000000,
    'ours coverage boundaries tried': 2001,
    'ours coverage boundaries optimized': 1910,
}
X86_LOG = '''
     0: v=03 e=0000 i=1 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 env->regs[R_EAX]=0
     1: v=0e e=0000 i=0 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 CR2=ffffc90000001000
     2: v=03 e=0000 i=1 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 env->regs[R_EAX]=0
     3: v=ec e=0000 i=0 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 env->regs[R_EAX]=0
     4: v=0e e=0000 i=0 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 CR2=0000000000000000
     5: v=0e e=0000 i=0 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 CR2=ffffc90000001001
     6: v=03 e=0000 i=1 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 env->regs[R_EAX]=0
     7: v=0e e=0000 i=0 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 CR2=ffffc90000001002
     8: v=0e e=0000 i=0 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 CR2=ffffc90000001003
     9: v=0e e=0000 i=0 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 CR2=ffffc90000001004
    10: v=03 e=0000 i=1 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 env->regs[R_EAX]=0
    11: v=0e e=0000 i=0 cpl=0 IP=0010:ffffffff81000000 pc=f SP=1 CR2=ffffc90000001005
'''
ARM64_LOG = '''
Taking exception 7 [Breakpoint] on CPU 0
Taking exception 4 [Data Abort] on CPU 0
...with FAR 0xffffc90000001000
Taking exception 7 [Breakpoint] on CPU 0
Taking exception 5 [IRQ] on CPU 0
Taking exception 4 [Data Abort] on CPU 0
...with FAR 0x0
Taking exception 4 [Data Abort] on CPU 0
...with FAR 0xffffc90000001001
Taking exception 4 [Data Abort] on CPU 0
...with FAR 0xffffc90000001002
Taking exception 4 [Data Abort] on CPU 0
...with FAR 0xffffc90000001003
Taking exception 4 [Data Abort] on CPU 0
...with FAR 0xffffc90000001004
Taking exception 7 [Breakpoint] on CPU 0
Taking exception 4 [Data Abort] on CPU 0
...with FAR 0xffffc90000001005
'''
MARKED = ['BENCH ours mark 4 none',
          'BENCH ours marks ffffc90000001000', 'BENCH ours mark 0 hit pre lea',
          'BENCH ours mark 2 hit jump mov']


def say(is_good, what, detail=''):
    RESULTS.append(bool(is_good))
    print(f'{"" if is_good else "not "}ok {len(RESULTS)} {what}')
    if not is_good:
        print(f'# {detail}')


def equal(seen, wanted, what):
    say(seen == wanted, what, f'{seen!r}, not {wanted!r}')


def test_figures(folder):
    found = figures.parse([
        '[ 1.0] BENCH ours hit pre lea = 10', 'BENCH own hit pre lea = -1',
        'BENCH ours hit pre nop = 3', 'BENCH ours hit pre nop = 9',
        'BENCH ours hit pre nop = 4', 'BENCH ours LOST hit pre x',
        'BENCH other = 1', 'BENCH ours mark 1 hit pre lea'])
    equal(found, {'ours hit pre lea': 10, 'own hit pre lea': -1,
                  'ours hit pre nop': 4, 'ours lost hit pre x': 1},
          'figures are found, of several the middle one')
    for name, log in (('x86', X86_LOG), ('arm64', ARM64_LOG)):
        path = folder / name
        path.write_text(log)
        equal(figures.exceptions(MARKED, path),
              {'ours exceptions hit pre lea': 1 / figures.CALLS,
               'ours exceptions hit jump mov': -1 / figures.CALLS},
              f'exceptions between marks are counted, {name}')


def test_goals():
    found = goals.complete(FIGURES)
    equal((found['ours further pre lea'], found['own further pre lea']),
          (21, 50), 'what a further probe adds')
    equal(goals.complete({'own unregister name 1': 3,
                          'own afterwards name 1': 4})['own removal name 1'],
          7, 'what is done later is of removing')
    equal(goals.goal('hit pre lea', 'stock', found), (95, False), 'a goal')
    equal(goals.goal('hit pre lea', 'standalone', found), (90, False),
          'another one without own kprobes')
    equal(goals.goal('among tail 1000', 'stock', found), (105, False),
          'a goal by another row')
    equal(goals.goal('coverage boundaries optimized', 'stock', found),
          (1901, True), 'the least that is good')
    equal(goals.goal('ns pre lea', 'stock', found), None, 'no goal')
    equal(goals.goal('hit pre add', 'arm64-stock', found), (175, False),
          'a goal of another architecture')
    equal(goals.goal('hit pre lea', 'stock-6.12', found), None,
          'no goal of another version')
    equal(list(report.missed('stock', found)),
          ['among tail 1000', 'register name 1000', 'further pre lea'],
          'goals that are missed are named')


def test_report(folder):
    results, readme = folder / 'results', folder / 'README.md'
    results.mkdir()
    (results / 'stock.json').write_text(json.dumps(
        {'about': ABOUT, 'figures': FIGURES}))
    readme.write_text(f'before\n{report.BEGIN}\nold\n{report.END}\nafter\n')
    sys.argv[1:] = [str(results), str(readme)]
    with contextlib.redirect_stdout(io.StringIO()):
        report.main()
        once = readme.read_text()
        report.main()
    table = (results / 'stock.md').read_text().splitlines()
    for line in ('| pre lea | 95 | 500 | 0.19 | ≤ 95 | met |',
                 '| name 1000 | 40,001 | 3,000,000 | 0.01 | ≤ 40,000 | '
                 '**missed** |',
                 '| boundaries optimized | 1,910 |  |  | ≥ 1,901 | met |'):
        say(line in table, f'a row: {line}', table)
    equal(once, readme.read_text(), 'twice gives the same README')
    say(once.startswith('before\n') and once.endswith('after\n') and
        'old' not in once and '| breakpoint at `lea` | 95 |' in once,
        'the README has the table', once)
    readme.write_text('no place')
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            report.main()
        say(False, 'a README without a place for it is an error')
    except SystemExit as error:
        say(error.code, 'a README without a place for it is an error')
    svg = xml.etree.ElementTree.parse(results / 'stock-hits.svg').getroot()
    lines = [e.get('points').split() for e in svg.iter() if e.get('points')]
    equal([len(line) for line in lines], [3, 1], 'a point for each figure')
    x, y = zip(*(map(float, p.split(',')) for p in lines[0]))
    say(x[0] < x[1] < x[2] and y[0] >= y[1] >= y[2],
        'more is further right, and up', (x, y))
    equal(plot.plots({}, ''), {}, 'no figures, no plot')


def run_compare(folder, old, new):
    for name, content in (('old', old), ('new', new)):
        (folder / name).mkdir(exist_ok=True)
        for path in (folder / name).iterdir():
            path.unlink()
        if content is not None:
            (folder / name / 'stock.json').write_text(
                json.dumps({'about': ABOUT, 'figures': content}))
    done = subprocess.run([BENCH / 'compare.py', folder / 'old', folder / 'new'],
                          text=True, stdout=subprocess.PIPE)
    return done.returncode, done.stdout.strip().split('\n')[-1]


def test_compare(folder):
    equal([compare.is_worse(*p) for p in
           ((100, 103), (100, 104), (20, 21), (20, 22), (100, 50))],
          [False, True, False, True, False], '3 % and one instruction')
    for what, old, new, wanted in (
            ('the same', FIGURES, FIGURES,
             (0, '6 passed, 0 failed, 0 skipped')),
            ('worse', FIGURES, {**FIGURES, 'ours hit pre lea': 98},
             (1, '5 passed, 1 failed, 0 skipped')),
            ('better, and the kernel\'s own worse', FIGURES,
             {**FIGURES, 'ours hit pre lea': 1, 'own hit pre lea': 999},
             (0, '6 passed, 0 failed, 0 skipped')),
            ('a row of its own', FIGURES, {**FIGURES, 'ours hit new x': 1},
             (0, '6 passed, 0 failed, 1 skipped')),
            ('nothing measured', FIGURES, {},
             (1, '0 passed, 1 failed, 0 skipped')),
            ('nothing committed', None, FIGURES,
             (1, '0 passed, 1 failed, 0 skipped')),
            ('nothing at all', FIGURES, None,
             (1, '0 passed, 1 failed, 0 skipped'))):
        equal(run_compare(folder, old, new), wanted, f'comparing: {what}')


def main():
    print('KTAP version 1')
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        test_figures(folder)
        test_goals()
        test_report(folder)
        test_compare(folder)
    print(f'1..{len(RESULTS)}')
    return 0 if all(RESULTS) else 1


if __name__ == '__main__':
    sys.exit(main())
