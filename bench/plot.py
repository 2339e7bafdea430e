# SPDX-License-Identifier: GPL-2.0
"""Plots as SVG: figures over the number of probes, both axes logarithmic."""
import math
import re
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 800, 420
LEFT, RIGHT, TOP, BOTTOM = 90, 250, 40, 50
COLOURS = ('#1b6ca8', '#12a08c', '#5a4fcf', '#c8553d', '#e09f3e', '#8d5a97',
           '#6b705c')

PLOTS = {
    'hits': ('A hit among other probes: instructions', {
        'ours, breakpoint': r'ours among tail (\d+)',
        'ours, return probe': r'ours among return (\d+)',
        "kernel's, first of its chain": r'own among head (\d+)',
        "kernel's, last of its chain": r'own among tail (\d+)',
        "kernel's, return probe": r'own among return (\d+)',
    }),
    'registration': ('Registering and unregistering: instructions a probe', {
        'ours, register': r'ours register name (\d+)',
        'ours, function entries': r'ours register tracer (\d+)',
        'ours, unregister': r'ours unregister name (\d+)',
        "kernel's, register": r'own register name (\d+)',
        "kernel's, function entries": r'own register tracer (\d+)',
        "kernel's, unregister": r'own unregister name (\d+)',
    }),
}


def series(figures, pattern):
    """Points of a row, by number of probes; none counts as one."""
    found = {}
    for key, value in figures.items():
        match = re.fullmatch(pattern, key)
        if match and value > 0:
            found.setdefault(max(1, int(match[1])), value)
    return sorted(found.items())


class Axis:
    """From values to places, logarithmic, from one power of ten to another."""

    def __init__(self, values, start, end):
        self.low = math.floor(math.log10(min(values)))
        self.high = max(self.low + 1, math.ceil(math.log10(max(values))))
        self.start, self.end = start, end

    def place(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self):
        return [10 ** n for n in range(self.low, self.high + 1)]


def text(x, y, what, anchor='start', size=12):
    return (f'<text x="{x}" y="{y}" text-anchor="{anchor}" '
            f'font-size="{size}">{escape(what)}</text>')


def draw(title, lines, about):
    """An SVG of `lines`: {name: [(x, y), ...]}."""
    points = [p for line in lines.values() for p in line]
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    across = Axis([x for x, _ in points], LEFT, right)
    up = Axis([y for _, y in points], bottom, TOP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
           f'height="{HEIGHT}" font-family="sans-serif">',
           '<!-- SPDX-License-Identifier: GPL-2.0 -->',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           text(LEFT, 24, title, size=15)]
    for value in across.ticks():
        x = across.place(value)
        out += [f'<path d="M{x} {TOP}V{bottom}" stroke="#ddd"/>',
                text(x, bottom + 18, f'{value:,}', 'middle')]
    for value in up.ticks():
        y = up.place(value)
        out += [f'<path d="M{LEFT} {y}H{right}" stroke="#ddd"/>',
                text(LEFT - 8, y + 4, f'{value:,}', 'end')]
    for n, (name, line) in enumerate(lines.items()):
        colour = COLOURS[n % len(COLOURS)]
        places = [(across.place(x), up.place(y)) for x, y in line]
        path = ' '.join(f'{x},{y}' for x, y in places)
        out.append(f'<polyline points="{path}" fill="none" '
                   f'stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
                for x, y in places]
        y = TOP + 10 + 20 * n
        out += [f'<path d="M{right + 15} {y}h20" stroke="{colour}" '
                'stroke-width="3"/>', text(right + 42, y + 4, name)]
    out += [text((LEFT + right) / 2, HEIGHT - 14, 'probes', 'middle'),
            text(LEFT, HEIGHT - 2, about, size=8), '</svg>', '']
    return '\n'.join(out)


def plots(figures, about):
    """SVGs by name; none of what was not measured."""
    found = {}
    for name, (title, wanted) in PLOTS.items():
        lines = {who: series(figures, pattern)
                 for who, pattern in wanted.items()}
        lines = {who: line for who, line in lines.items() if line}
        if lines:
            found[name] = draw(title, lines, about)
    return found
