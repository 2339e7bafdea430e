#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""The rooms of kprobes.ko in their order: is every arrow one that goes down?

usage: layers.py includes          of the sources
       layers.py calls FOLDER      of the objects that are built in FOLDER
       layers.py arrows FOLDER     all that are in both, to read
       layers.py table             the table of rooms, for design.rst
       layers.py check-table       whether design.rst has that table

Prints what is wrong, a line each. An arrow leads from a file to another one
that it includes, or whose symbol its object needs. It may lead into the same
room, or into one that is below; no circle of arrows leads back to a file.
"""
import collections
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DESIGN = ROOT / 'Documentation/design.rst'

# From the top. Rooms in one line are siblings: none of them knows another.
ROOMS = [
    {'events': 'kprobe_events.ko, a client: includes include/linux alone'},
    {'top': 'the API, init and exit, switches, what people read and write'},
    {'user': 'probes in user space',
     'watch': 'probes on debug registers',
     'probe': 'registering kprobes, return probes and jprobes'},
    {'guard': 'our own probes and notifiers in the kernel'},
    {'point': 'the life of one probed address'},
    {'place': 'may it be probed, and why not'},
    {'text': 'bytes and code memory'},
    {'hit': 'what a trap runs'},
    {'kernel': 'what the kernel hides'},
    {'compat': 'what differs between versions of the kernel'},
    {'include': 'what clients include'},
]
LEVEL = {room: i for i, line in enumerate(ROOMS) for room in line}

# An architecture may call what is here and below; the rooms from `kernel` up may
# call it.
ARCH_BELOW = LEVEL['text']

# Arrows that go up, or close a circle, and why that is right. At most five.
EXCEPTIONS = {
    ('hit/jprobe_hit.c', 'arch/*/stub_entry.S'):
        'jprobe_return() leaves by the assembly that called the handler',
    ('hit/hit.c', 'arch/*/stub_entry.S'):
        "a return address is compared with a stub's, not called",
    ('kernel/ksyms.c', 'arch/*/symbol.c'):
        'what a symbol and a function are is the architecture\'s, before a '
        'symbol is known',
    ('events/*.c', 'events/sinks.c'):
        'the table of who is told of a hit, each of which knows what an event is',
}


def room_of(path):
    parts = pathlib.PurePath(path).parts
    return 'top' if len(parts) == 1 else parts[0]


def is_api(name):
    """Whether a symbol is declared in what clients include; beside the kernel's
    own kprobes its name begins with kpm_ then."""
    bare = re.escape(name.removeprefix('kpm_'))
    return any(re.search(rf'\b{bare}\(', path.read_text())
               for path in ROOT.glob('include/linux/*.h'))


def is_down(source, target, what):
    a, b = room_of(source), room_of(target)
    if a == 'events' and b != a:
        return target.startswith('include/linux/') or \
            what != 'include' and is_api(what)
    if a == b:
        # the contract lies beside the architectures' folders
        return a != 'arch' or source.split('/')[1] == target.split('/')[1] or \
            target.count('/') == 1 or target.startswith('arch/contract/')
    if a == 'arch':
        return LEVEL[b] >= ARCH_BELOW
    if b == 'arch':
        return LEVEL[a] <= LEVEL['kernel']
    return LEVEL[a] < LEVEL[b]


def sources():
    out = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '--',
                          '*.c', '*.h', '*.S'], cwd=ROOT, check=True, text=True,
                         stdout=subprocess.PIPE).stdout.split()
    return sorted({p for p in out if (ROOT / p).exists() and
                   (room_of(p) in LEVEL or room_of(p) == 'arch')})


def resolve(source, name, known):
    folders = [str(pathlib.PurePath(source).parent), '.', 'include']
    if source.startswith('arch/'):
        folders.append('/'.join(source.split('/')[:2]))
    for folder in folders:
        path = str(pathlib.PurePath(folder, name))
        if path in known:
            return path
    return None


def includes():
    """Arrows (source, target, what)."""
    known = set(sources())
    for source in sorted(known):
        for name in re.findall(r'^#\s*include\s+[<"]([^>"]+)[>"]',
                               (ROOT / source).read_text(), re.M):
            target = resolve(source, name, known)
            if target and target != source:
                yield source, target, 'include'


def objects(folder):
    for path in sorted(folder.rglob('*.o')):
        name = str(path.relative_to(folder).with_suffix(''))
        # linked ones have no source
        if room_of(name) in LEVEL or room_of(name) == 'arch':
            for end in ('.c', '.S'):
                if (ROOT / (name + end)).exists():
                    yield name + end, path


def calls(folder):
    """Arrows (source, target, symbol)."""
    defined, needed = {}, collections.defaultdict(set)
    for source, path in objects(folder):
        out = subprocess.run(['nm', '-P', path], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
        for name, kind, *_ in map(str.split, out.splitlines()):
            if kind == 'U':
                needed[source].add(name)
            elif kind.isupper():
                defined[name] = source
    if not defined:
        sys.exit(f'layers.py: there are no objects in {folder}')
    for source in sorted(needed):
        for name in sorted(needed[source]):
            if name in defined:
                yield source, defined[name], name


def circles(arrows):
    """Sets of files that all lead to each other."""
    graph = collections.defaultdict(set)
    for source, target, _ in arrows:
        graph[source].add(target)

    def reach(start):
        seen, todo = set(), [start]
        while todo:
            for target in graph[todo.pop()] - seen:
                seen.add(target)
                todo.append(target)
        return seen
    reached = {source: reach(source) for source in list(graph)}
    found = {frozenset(b for b in reached[a] if a in reached.get(b, ()))
             for a in reached if a in reached[a]}
    return sorted(sorted(circle) for circle in found)


def is_exception(source, target):
    return any(fnmatch.fnmatchcase(source, a) and fnmatch.fnmatchcase(target, b)
               for a, b in EXCEPTIONS)


def judge(arrows):
    arrows = [a for a in arrows if not is_exception(a[0], a[1])]
    for source, target, what in arrows:
        if not is_down(source, target, what):
            print(f'{source}: up to {target}: {what}')
    for circle in circles(arrows):
        print('circle: ' + ' '.join(circle))


def purpose(path):
    """What the comment at a file's head begins with."""
    comment = re.search(r'/\*+(.*?)\*/', '\n'.join(
        (ROOT / path).read_text().split('\n')[1:]), re.S).group(1)
    first = re.sub(r'\n[ \t]*\*[ \t]?', '\n', comment).strip().split('\n\n')[0]
    sentence = re.split(r'(?<=[.])\s', ' '.join(first.split()))[0]
    return sentence.rstrip('.:')


def table():
    yield '.. list-table::'
    yield '   :header-rows: 1'
    yield '   :widths: 26 74'
    yield ''
    yield '   * - room or file'
    yield '     - what is there'
    files = [p for p in sources() if p.endswith('.c')]
    for line in ROOMS:
        for room, what in line.items():
            here = [p for p in files if room_of(p) == room]
            name = '**top**' if room == 'top' else f'`{room}/`'
            yield f'   * - {name}'
            yield f'     - **{what}**'
            for path in here:
                yield f'   * - `{path}`'
                yield f'     - {purpose(path)}'


def check_table():
    wanted = '\n'.join(table())
    if wanted not in DESIGN.read_text():
        print('Documentation/design.rst: the table of rooms is not what '
              '`scripts/layers.py table` prints')


def main():
    what, folder = sys.argv[1], [pathlib.Path(p) for p in sys.argv[2:]]
    if what == 'includes':
        judge(list(includes()))
    elif what == 'calls':
        judge(list(calls(folder[0])))
    elif what == 'arrows':
        for arrow in list(includes()) + list(calls(folder[0])):
            print(*arrow)
    elif what == 'table':
        print('\n'.join(table()))
    else:
        check_table()
    if len(EXCEPTIONS) > 5:
        print('layers.py: more than five exceptions')


if __name__ == '__main__':
    main()
