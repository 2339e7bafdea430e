#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Prints Documentation/hit.svg: how a hit runs, by a breakpoint, by the function
tracer and by a jump."""

WIDTH, HEIGHT = 900, 470
COLUMNS = {'breakpoint': 150, 'function tracer': 450, 'jump': 750}
# Each way, from the probed text down to where the code goes on.
STEPS = {
    'breakpoint': [
        ('text', 'int3, brk or tw', 'in the probed text'),
        ('trap', 'exception', 'registers are saved by the kernel'),
        ('ours', 'pre_handlers', 'interrupts are off'),
        ('copy', 'the instruction', 'a copy in a slot, or emulated'),
        ('ours', 'post_handlers', 'after a second trap, or none'),
        ('text', 'the next instruction', '')],
    'function tracer': [
        ('text', 'call of the tracer', 'at the entry of a function'),
        ('trap', 'trampoline', 'registers are saved by the tracer'),
        ('ours', 'pre_handlers', 'interrupts are as they were'),
        ('ours', 'post_handlers', ''),
        ('text', 'the function', '')],
    'jump': [
        ('text', 'jump, or branch', 'over one or more instructions'),
        ('trap', 'detour', 'saves the registers, no exception'),
        ('ours', 'pre_handlers', 'no post_handler: else no jump'),
        ('copy', 'the instructions', 'copies, in the detour'),
        ('text', 'behind the jump', '')],
}
FILL = {'text': '#e8eef7', 'trap': '#f7e3e0', 'ours': '#e2f2e2',
        'copy': '#f7f1d8'}
LEGEND = {'text': 'probed text', 'trap': 'the way in', 'ours': 'handlers',
          'copy': 'the replaced instruction'}
BOX = 240, 46
TOP, STEP = 60, 62


def box(x, y, kind, title, note):
    width, height = BOX
    lines = [f'<rect x="{x - width // 2}" y="{y}" width="{width}" '
             f'height="{height}" rx="4" fill="{FILL[kind]}" stroke="#444"/>',
             f'<text x="{x}" y="{y + (19 if note else 28)}" '
             f'class="title">{title}</text>']
    if note:
        lines.append(f'<text x="{x}" y="{y + 36}" class="note">{note}</text>')
    return lines


def column(name):
    x = COLUMNS[name]
    lines = [f'<text x="{x}" y="38" class="head">{name}</text>']
    for i, (kind, title, note) in enumerate(STEPS[name]):
        y = TOP + i * STEP
        if i:
            lines.append(f'<line x1="{x}" y1="{y - STEP + BOX[1]}" x2="{x}" '
                         f'y2="{y - 3}" stroke="#444" marker-end="url(#arrow)"/>')
        lines += box(x, y, kind, title, note)
    return lines


def legend():
    lines = []
    for i, (kind, what) in enumerate(LEGEND.items()):
        x = 60 + i * 200
        lines += [f'<rect x="{x}" y="{HEIGHT - 32}" width="16" height="16" '
                  f'fill="{FILL[kind]}" stroke="#444"/>',
                  f'<text x="{x + 24}" y="{HEIGHT - 19}" '
                  f'class="legend">{what}</text>']
    return lines


def main():
    print('\n'.join([
        '<!-- SPDX-License-Identifier: GPL-2.0 -->',
        '<!-- By scripts/hit-picture.py. -->',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
        f'height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        '<style>text { font-family: sans-serif; text-anchor: middle; fill: #111 } '
        '.head { font-size: 17px; font-weight: bold } .title { font-size: 14px } '
        '.note { font-size: 11px; fill: #444 } '
        '.legend { font-size: 12px; text-anchor: start }</style>',
        '<defs><marker id="arrow" markerWidth="8" markerHeight="8" refX="6" '
        'refY="4" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#444"/>'
        '</marker></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        *(line for name in COLUMNS for line in column(name)),
        *legend(), '</svg>']))


if __name__ == '__main__':
    main()
