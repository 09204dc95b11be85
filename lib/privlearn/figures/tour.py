"""Pictures of the tour, each a drawing of a stop (:mod:`~privlearn.figures.stops`): results in, places found.

>>> leak([(0, 0), (1, 1)], 1, ((0, 1), (0, 0)), ("ill at 1", "nobody is ill"))(200).startswith("<svg")
True
"""

import math
from collections.abc import Callable, Mapping, Sequence

from privlearn.figures.stops import WIDE, Draw
from privlearn.figures.svg import (BLUE, CURVE, GROUND, LINE, MUTED, ORANGE, RAISED, TEXT, Place, box, disc, frame,
                                   line, path, words)


def leak(rows: Sequence[tuple[int, int]], gone: int, rules: Sequence[Sequence[int]], said: Sequence[str]) -> Draw:
    """Draw labelled rows with the rule learned from them, and again without one of them.

    Parameters
    ----------
    rows : sequence of (variant, label)
    gone : int
        The number of the row that is left out.
    rules : two rules, as bits
        Learned from all rows, and from those without that one.
    said : two str
        The rules in words.
    """
    titles, high = (f"The data: {len(rows)} people, by variant", "The same without one of them"), 176

    def draw(width: int) -> str:
        parts = []
        for top, title, without, rule, text in zip((0, high), titles, (-1, gone), rules, said, strict=True):
            parts += [words(2, top + 14, title, MUTED), *_people(width, top + 24, rows, without),
                      words(2, top + 88, f"The rule learned: “{text}”", font_weight=600),
                      *_rule(width, top + 140, rule)]
        return frame(width, 2 * high - 10, f"{titles[0]}; one of them is ill. The rule learned: {said[0]}. "
                                           f"{titles[1]}: {said[1]}.", *parts)

    return draw


def _people(width: int, top: float, rows: Sequence[tuple[int, int]], without: int) -> list[str]:
    """Return a box for each row; that of one who is left out is empty."""
    step, parts = (width - 4) / len(rows), []
    for k, (variant, ill) in enumerate(rows):
        x, here = 2 + k * step, k != without
        parts.append(box(x + 1, top, step - 2, 28, ORANGE if ill and here else RAISED if here else GROUND, rx=3,
                         stroke=LINE if here else MUTED, **({} if here else {"stroke_dasharray": "3 3"})))
        if here:
            parts.append(words(x + step / 2, top + 19, str(variant), GROUND if ill else TEXT, text_anchor="middle",
                               font_weight=600 if ill else 400))
        if here and ill:
            parts.append(words(x + step / 2, top + 45, "ill", ORANGE, text_anchor="middle", font_weight=600))
    return parts


def _rule(width: int, base: float, rule: Sequence[int]) -> list[str]:
    """Return an axis of all variants, with a bar wherever the rule says ill."""
    parts = [line((2, base), (width - 2, base), MUTED)]
    for variant, ill in enumerate(rule):
        x = 14 + variant * (width - 28) / (len(rule) - 1)
        parts.append(line((x, base), (x, base - (38 if ill else -4)), ORANGE if ill else MUTED,
                          stroke_width=4 if ill else 1))
        if variant % 5 == 0:
            parts.append(words(x, base + 20, str(variant), ORANGE if ill else MUTED, text_anchor="middle",
                               font_weight=600 if ill else 400))
    return parts


def odds(curves: Sequence[tuple[float, float, float]], mark: tuple[float, float, float], factor: str) -> Draw:
    """Draw what may be believed after an answer against what was believed before.

    Parameters
    ----------
    curves : sequence of (before, least after, most after)
        Probabilities.
    mark : the same, once
        The place that has labels.
    factor : str
        By which the odds change at most.
    """
    before, *after = mark
    seen = (f"What may be believed after an answer, against what was believed before it: between two curves, bent like "
            f"a lens around the diagonal. Odds change by a factor of at most {factor}, so belief moves from "
            f"{before:.0%} to {after[0]:.0%} at least and {after[1]:.0%} at most.")

    def draw(width: int) -> str:
        left, top, side, high = 44.0, 12.0, width - 58.0, (width - 58.0) * 0.78

        def place(x: float, y: float) -> Place:
            return left + x * side, top + (1 - y) * high

        low, most = [place(x, y) for x, y, _ in curves], [place(x, y) for x, _, y in curves]
        parts = [*_quarters(place), path([*low, *reversed(most)], fill=BLUE, fill_opacity="0.13"),
                 path(low, stroke=BLUE, stroke_width=2), path(most, stroke=BLUE, stroke_width=2),
                 line(place(0, 0), place(1, 1), MUTED, stroke_dasharray="4 4"),
                 words(left + 9, top + 20, "believed after it", MUTED),
                 words(left + side, top + high + 40, "believed before the answer", MUTED, text_anchor="end"),
                 line(place(before, after[0]), place(before, after[1]), TEXT, stroke_width=2)]
        for y, (right, down), anchor in zip(after, ((7, 16), (-7, -7)), ("start", "end"), strict=True):
            at = place(before, y)
            parts += [disc(at, 4, TEXT),
                      words(at[0] + right, at[1] + down, f"{y:.0%}", font_weight=600, text_anchor=anchor)]
        return frame(width, top + high + 48, seen, *parts)

    return draw


def _quarters(place: Callable[[float, float], Place]) -> list[str]:
    """Return a grid over the unit square, with percentages at two sides."""
    parts = []
    for k in range(5):
        at, shown = k / 4, f"{25 * k}%" if k else "0"
        (x, y), (right, foot) = place(0, at), place(at, 0)
        parts += [line((x, y), place(1, at)), line(place(at, 1), (right, foot)),
                  words(x - 7, y + 5, shown, MUTED, 13, text_anchor="end"),
                  words(right, foot + 19, shown, MUTED, 13, text_anchor="end" if k == 4 else "middle")]
    return parts


def chances(groups: Mapping[str, tuple[int, Sequence[tuple[int, float]]]]) -> Draw:
    """Draw bars of probability 1: the right answer's share, and behind it the shares of all others.

    Parameters
    ----------
    groups : mapping of str to (others, sequence of (rows, chance of the right answer))
    """
    def draw(width: int) -> str:
        y, start, length = 26.0, 62.0, width - 110.0
        parts = [words(2, 14, "Chance of the right name, by rows that show it", font_weight=600),
                 box(2, 29, 13, 13, BLUE), words(21, 41, "the right one", MUTED),
                 box(126, 29, 13, 13, RAISED, stroke=CURVE), words(145, 41, "all others", MUTED)]
        for name, (others, bars) in groups.items():
            parts.append(words(2, y + 47, name, MUTED))
            for k, (rows, chance) in enumerate(bars):
                top = y + 57 + 27 * k
                parts += [words(start - 8, top + 15, f"{rows} rows", MUTED, text_anchor="end"),
                          *_share(start, top, length, 20, chance, others),
                          words(start + length + 7, top + 15, _percent(chance))]
            y += 37 + 27 * len(bars)
        listed = "".join(f" {name}: " + ", ".join(f"{_percent(chance)} with {rows} rows" for rows, chance in bars)
                         + "." for name, (_, bars) in groups.items())
        return frame(width, y + 30, f"The best chance of the right answer.{listed}", *parts)

    return draw


def _percent(chance: float) -> str:
    """Return a chance as a percentage; 0% and 100% are kept for what is never and what is always so."""
    return "<1%" if 0 < chance < 0.005 else ">99%" if 0.995 < chance < 1 else f"{chance:.0%}"


def _share(x: float, y: float, length: float, high: float, chance: float, others: int = 0) -> list[str]:
    """Return a bar filled up to a chance, the rest of it cut among a number of others, where that can be seen."""
    filled = chance * length
    step = (length - filled) / others if others else 0
    cuts = [line((x + filled + k * step, y), (x + filled + k * step, y + high), CURVE, stroke_width="0.6")
            for k in range(1, others) if step > 3]
    return [box(x, y, length, high, RAISED, stroke=CURVE), *cuts, box(x, y, filled, high, BLUE)]


def winners(rising: Mapping[str, Sequence[tuple[int, int]]], flat: Mapping[str, int], crossings: Sequence[int],
            named: Sequence[int]) -> Draw:
    """Draw rows against d on logarithmic axes, from 10 to 100,000 rows: two rising curves, two flat lines.

    Parameters
    ----------
    rising : two curves, mapping of name to (d, rows)
        The lower one first; nothing is below it.
    flat : two lines, mapping of name to rows
        First the one that crosses the curves.
    crossings : two of int
        The d at which it crosses the upper and the lower one.
    named : sequence of int
        The other d that are named on the axis.
    """
    (low_name, low), (high_name, high) = rising.items()
    names, (crossed, _) = list(flat), flat.values()
    (first, _), (last, _) = low[0], low[-1]
    seen = (f"Rows needed against d from {first} to {last:,}, on logarithmic axes. Two flat lines: {names[0]}; "
            f"{names[1]}. {low_name}: a rising curve, which crosses the first line at d = {crossings[1]:,}. "
            f"{high_name}: a dashed curve above it, which crosses at d = {crossings[0]:,}.")

    def draw(width: int) -> str:
        left, top, right, height = 52.0, 18.0, width - 6.0, 300.0

        def place(d: float, rows: float) -> Place:
            return (left + (right - left) * math.log2(d / first) / math.log2(last / first),
                    top + height * (5 - math.log10(rows)) / 4)

        lower, upper = ([place(*point) for point in curve] for curve in (low, high))
        corner, foot = place(last, crossed), place(first, 10)[1]
        parts = [words(2, 12, "rows", MUTED), *_decades(left, right, place),
                 path([*lower, *reversed(upper)], fill=ORANGE, fill_opacity="0.10"),
                 path([place(crossings[1], crossed), *(point for point in lower if point[1] < corner[1]), corner],
                      fill=BLUE, fill_opacity="0.25"),
                 path(lower, stroke=ORANGE, stroke_width="2.5"),
                 path(upper, stroke=ORANGE, stroke_width=2, stroke_dasharray="6 4"),
                 *_along(lower, low_name, 20), *_along(upper, high_name, -11)]
        for (name, rows), colour in zip(flat.items(), (BLUE, MUTED), strict=True):
            y = place(first, rows)[1]
            parts += [line((left, y), (right, y), colour, stroke_width="2.5"),
                      words(left + 6, y - 8, name, colour, font_weight=600)]
        for d, anchor, shift in zip(crossings, ("end", "start"), (10, -10), strict=True):
            at = place(d, crossed)
            parts += [line(at, (at[0], foot), TEXT, stroke_dasharray="2 3"),
                      disc(at, 5, GROUND, stroke=TEXT, stroke_width=2),
                      words(at[0] + shift, foot + 19, f"{d:,}", size=13, text_anchor=anchor, font_weight=600)]
        parts += [words(place(d, 10)[0], foot + 19, f"{d:,}", MUTED, 13, text_anchor="middle") for d in named]
        parts.append(words(right, foot + 40, "d, for 2^{d} variants", MUTED, text_anchor="end"))
        return frame(width, foot + 48, seen, *parts)

    return draw


def _decades(left: float, right: float, place: Callable[[float, float], Place]) -> list[str]:
    """Return lines at the powers of ten."""
    parts = []
    for power in range(1, 5):
        y = place(4, 10**power)[1]
        parts += [line((left, y), (right, y), MUTED if power == 1 else LINE),
                  words(left - 7, y + 5, f"{10**power:,}", MUTED, 13, text_anchor="end")]
    return parts


def _along(curve: Sequence[Place], name: str, shift: float) -> list[str]:
    """Return a name along the middle of a curve."""
    middle = 2 * len(curve) // 5
    (left, below), (x, y), (right, above) = curve[middle - 2], curve[middle], curve[middle + 2]
    turn = math.degrees(math.atan2(above - below, right - left))
    return [words(x, y + shift, name, ORANGE, 13, text_anchor="middle", font_weight=600,
                  transform=f"rotate({turn:.1f} {x:.1f} {y:.1f})")]


def readings(cut: Sequence[int], taken: Sequence[float], target: int) -> Draw:
    """Draw a cut of the variants, a line for each part: a message, a rule, and how likely a learner takes it.

    Parameters
    ----------
    cut : sequence of int
        The number of each variant's part.
    taken : sequence of float
        The probability with which the learner takes each part.
    target : int
        The variant that is to be learned.
    """
    bits = (len(taken) - 1).bit_length()
    names = [f"{part:0{bits}b}" for part in range(len(taken))]
    seen = (f"{len(cut)} variants, cut at random into {len(taken)} parts. Each line is a message, the rule that says "
            "ill in one part, and the chance with which the private learner takes it: "
            + ", ".join(f"{name} {chance:.0%}" for name, chance in zip(names, taken, strict=True))
            + f". The variant of the illness, {target}, is in part {names[cut[target]]}.")

    def draw(width: int) -> str:
        start, after = (78.0, width - 92.0) if width == WIDE else (66.0, width - 74.0)
        step, foot = (after - 10 - start) / len(cut), 50 + 42 * len(taken) - 10
        heads = (2, "message"), (start, "rule"), (after, "chosen")
        parts = [words(x, 15, head, font_weight=600) for x, head in heads]
        parts += [words(start + (k + 0.5) * step, 42, str(k), ORANGE if k == target else MUTED, 11,
                        text_anchor="middle", font_weight=600 if k == target else 400) for k in range(len(cut))]
        for part, (name, chance) in enumerate(zip(names, taken, strict=True)):
            top, weight = 50 + 42 * part, 600 if cut[target] == part else 400
            parts += [words(2, top + 20, name, font_weight=weight),
                      *(box(start + k * step + 1, top, step - 2, 28, BLUE if own == part else RAISED, rx=2,
                            stroke=BLUE if own == part else LINE) for k, own in enumerate(cut)),
                      *_share(after, top + 4, width - after - 40, 20, chance),
                      words(width - 2, top + 19, f"{chance:.0%}", font_weight=weight, text_anchor="end")]
        x = start + target * step
        parts += [box(x - 2, 28, step + 4, foot - 24, "none", stroke=ORANGE, stroke_width=2, rx=3),
                  words(x + step / 2, foot + 22, "ill", ORANGE, text_anchor="middle", font_weight=600)]
        return frame(width, foot + 30, seen, *parts)

    return draw


def walk(weights: Mapping[tuple[int, int], int], way: Sequence[tuple[int, int]], leave: Sequence[int],
         note: str) -> Draw:
    """Draw a binary tree over values with a way down, and how many rows leave the way at each level.

    Parameters
    ----------
    weights : mapping of (level, number) to rows
    way : sequence of (level, number)
        From the root to a leaf.
    leave : sequence of int
        How many rows leave it at each level.
    note : str
        What is written below.
    """
    bits = len(way) - 1
    nodes = [(level, number) for level in range(bits + 1) for number in range(2**level)]
    seen = (f"A binary tree over {2**bits} values and a way down from the root, always to the fuller half. Of "
            f"{sum(leave)} rows, those that leave it at the levels 0 to {bits} number {', '.join(map(str, leave))}.")

    def draw(width: int) -> str:
        side, top, high = width - (112.0 if width == WIDE else 76.0), 38.0, 58.0

        def place(level: int, number: float) -> Place:
            return 8 + side * (number + 0.5) / 2**level, top + high * level

        parts = [words(width - 2, 15, "rows that leave" if width == WIDE else "rows leave", text_anchor="end",
                       font_weight=600)]
        for level, count in enumerate(leave):
            y = place(level, 0)[1]
            parts += [line((8, y), (width - 2, y), LINE, stroke_dasharray="2 4"),
                      box(side + 14, y - 12, width - side - 14, 24, GROUND),
                      words(width - 22, y + 5, f"level {level}:", MUTED, text_anchor="end"),
                      words(width - 2, y + 5, str(count), font_weight=600, text_anchor="end")]
        for on in (False, True):
            parts += [line(place(level - 1, number // 2), place(level, number), BLUE if on else CURVE,
                           stroke_width=4 if on else 1)
                      for level, number in nodes[1:] if ((level, number) in way) == on]
        for node in nodes:
            parts += _node(place(*node), node in way, weights.get(node, 0), node[0] == bits)
        foot = place(bits, 0)[1] + 54
        parts += [words(place(bits, k)[0], foot, str(k), MUTED, 11, text_anchor="middle") for k in range(2**bits)]
        return frame(width, foot + 38, seen, *parts, words(2, foot + 30, note))

    return draw


def _node(at: Place, on: bool, rows: int, leaf: bool) -> list[str]:
    """Return a node with the number of its rows; a leaf off the way is left out, its rows are dots."""
    dots = [disc((at[0], at[1] + 20 + 9 * k), 3.5, BLUE if on else CURVE) for k in range(rows)] if leaf else []
    if leaf and not on:
        return dots
    return [disc(at, 10, BLUE if on else GROUND, stroke=BLUE if on else CURVE),
            words(at[0], at[1] + 4.5, str(rows), GROUND if on else MUTED, 13, text_anchor="middle",
                  font_weight=600 if on else 400), *dots]
