#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Names that the kernel's headers for kprobes give to those who include them.

usage: kernel_names.py list SOURCE...    (folders of kernel sources) prints all
       kernel_names.py check FILE        (one name a line) prints those that our headers
                                         neither declare nor refuse, and that the manual
                                         does not name
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
THEIRS = ['include/linux/kprobes.h', 'include/asm-generic/kprobes.h',
          *(f'arch/{arch}/include/asm/kprobes.h' for arch in ('x86', 'arm64', 'powerpc'))]
OURS = ['include/linux/kprobes.h', 'include/linux/kprobes_refused.h',
        'include/asm/kprobes.h', 'include/asm-generic/kprobes.h']
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
    found = set(re.findall(r'^\s*#\s*define\s+(\w+)', text, re.M))
    # DEFINE_INSN_CACHE_OPS(insn) makes functions of these names.
    for kind in re.findall(r'^DEFINE_INSN_CACHE_OPS\((\w+)\)', text, re.M):
        found |= {f'get_{kind}_slot', f'free_{kind}_slot', f'is_kprobe_{kind}_slot',
                  f'kprobe_{kind}_slots'}
    for one in re.split(r'[;@]', bare(text)):
        one = ' '.join(re.sub(r'__read_mostly', '', one).split())
        tag = re.match(r'(?:struct|union|enum) (\w+)$', one)
        if tag:
            found.add(tag[1])
        elif 'DECLARE_PER_CPU(' in one:
            found |= set(re.findall(r'(\w+)\)$', one))
        elif one.startswith('typedef'):
            found |= set(re.findall(r'\(\*(\w+)\)', one) or re.findall(r'(\w+)$', one))
        elif '(' in one:
            one = re.sub(r'__\w+\(+\w*\)+ ', '', one)
            found |= set(re.findall(r'(\w+) ?\(', one)[:1])
        else:
            found |= set(re.findall(r'(\w+)(?:\[\])?$', one))
    return {name for name in found if not GUARD.search(name)}


def listed(sources):
    return set().union(*(names(pathlib.Path(source) / path)
                         for source in sources for path in THEIRS))


def known():
    """Words of our headers, and of the manual's section of names."""
    words = set().union(*(re.findall(r'\w+', code(ROOT / path)) for path in OURS))
    text = (ROOT / MANUAL).read_text(encoding='utf-8')
    section = text.split("\nNames of the kernel's header\n", 1)[1]
    section = re.split(r'\n=+\n', section.split('\n', 2)[2], maxsplit=1)[0]
    for quoted in re.findall(r'``(.*?)``', section, re.S):
        words |= set(re.findall(r'\w+', quoted))
    return words


def main():
    if sys.argv[1] == 'list':
        print('\n'.join(sorted(listed(sys.argv[2:]))))
        return
    lines = pathlib.Path(sys.argv[2]).read_text(encoding='utf-8').splitlines()
    wanted = {line for line in lines if line and not line.startswith('#')}
    print('\n'.join(sorted(wanted - known())))


if __name__ == '__main__':
    main()
