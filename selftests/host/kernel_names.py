#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Names that the kernel's headers for kprobes give to those who include them.

usage: kernel_names.py list SOURCE...    (folders of kernel sources) prints a line for each:
                                         macro, value, struct, type or symbol, and the name
       kernel_names.py use FILE          (of such lines) prints a C file that uses each, in a
                                         line of a file of that name
       kernel_names.py none              prints those of which the manual says that there
                                         are none, or not more than their names
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
THEIRS = ['include/linux/kprobes.h', 'include/asm-generic/kprobes.h',
          *(f'arch/{arch}/include/asm/kprobes.h' for arch in ('x86', 'arm64', 'powerpc'))]
MANUAL = 'Documentation/kprobes.rst'
# For the preprocessor: a header's guard, and what says which architecture it is.
GUARD = re.compile(r'_H_*$|^__ARCH_WANT_')


def code(path):
    """A header without comments, and with each declaration in one line."""
    text = re.sub(r'/\*.*?\*/|//[^\n]*', ' ', path.read_text(encoding='utf-8'), flags=re.S)
    return text.replace('\\\n', ' ')


def bare(text):
    """Without directives, and without what is in braces."""
    text = re.sub(r'^\s*#.*$', '', text, flags=re.M)
    while re.search(r'\{[^{}]*\}', text):
        text = re.sub(r'\{[^{}]*\}', ' @ ', text)
    return text


def names(path):
    """What is defined or declared at the outermost level."""
    text = code(path)
    found = {('value' if value and name.isupper() else 'macro', name) for name, value in
             re.findall(r'^\s*#\s*define\s+(\w+)(?![\w(])[ \t]*(.*)', text, re.M)}
    found |= {('macro', name) for name in re.findall(r'^\s*#\s*define\s+(\w+)\(', text, re.M)}
    # DEFINE_INSN_CACHE_OPS(insn) makes functions of these names.
    for kind in re.findall(r'^DEFINE_INSN_CACHE_OPS\((\w+)\)', text, re.M):
        found |= {('symbol', name) for name in (
            f'get_{kind}_slot', f'free_{kind}_slot', f'is_kprobe_{kind}_slot',
            f'kprobe_{kind}_slots')}
    for one in re.split(r'[;@]', bare(text)):
        one = ' '.join(re.sub(r'__read_mostly', '', one).split())
        tag = re.match(r'(?:struct|union|enum) (\w+)$', one)
        kind, some = 'symbol', []
        if tag:
            kind, some = 'struct', [tag[1]]
        elif 'DECLARE_PER_CPU(' in one:
            some = re.findall(r'(\w+)\)$', one)
        elif one.startswith('typedef'):
            kind = 'type'
            some = re.findall(r'\(\*(\w+)\)', one) or re.findall(r'(\w+)$', one)
        elif '(' in one:
            one = re.sub(r'__\w+\(+\w*\)+ ', '', one)
            some = re.findall(r'(\w+) ?\(', one)[:1]
        else:
            some = re.findall(r'(\w+)(?:\[\])?$', one)
        found |= {(kind, name) for name in some}
    return {(kind, name) for kind, name in found if not GUARD.search(name)}


def listed(sources):
    return set().union(*(names(pathlib.Path(source) / path)
                         for source in sources for path in THEIRS))


# A macro is looked for; where ours is something else, that is used.
USES = {
    'macro': '#ifndef {0}\nvoid use_{1}(void) {{ (void)&{0}; }}\n#endif',
    'value': 'void use_{1}(void) {{ (void)({0}); }}',
    'struct': 'void use_{1}(struct {0} *one) {{ (void)sizeof(*one); }}',
    'type': 'void use_{1}({0} one) {{ (void)one; }}',
}
USES['symbol'] = USES['macro']


def use(lines):
    """A C file in which each is used."""
    text = ['#include <linux/kprobes.h>']
    for num, line in enumerate(lines):
        kind, name = line.split()
        text += [f'#line 1 "use/{name}"', USES[kind].format(name, num)]
    return text


def none():
    """What the manual's section of names says is not there, or by name only."""
    text = (ROOT / MANUAL).read_text(encoding='utf-8')
    section = text.split("\nNames of the kernel's header\n", 1)[1]
    section = re.split(r'\n=+\n', section.split('\n', 2)[2], maxsplit=1)[0]
    found = set(re.findall(r'``struct (\w+)``', section.split('there are only the names')[0]))
    section = section.split('There is none of these', 1)[1]
    return found | set(re.findall(r'``(?:struct )?(\w+)(?:\(\))?``', section))


def main():
    if sys.argv[1] == 'none':
        lines = sorted(none())
    elif sys.argv[1] == 'list':
        lines = sorted(' '.join(one) for one in listed(sys.argv[2:]))
    else:
        lines = pathlib.Path(sys.argv[2]).read_text(encoding='utf-8').splitlines()
        lines = use(line for line in lines if line and not line.startswith('#'))
    print('\n'.join(lines))


if __name__ == '__main__':
    main()
