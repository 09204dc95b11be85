"""Pictures of the page on privacy: two counts and their difference, what an answer does to beliefs, two laws.

Definitions
-----------
A *picture* here is SVG in the page itself, laid out twice: wide, and for a window of a phone.  What moves is a figure.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from matplotlib.axes import Axes

from privlearn.figures.style import RED
from privlearn.figures.svg import BLUE, LINE, MUTED, ORANGE, box, frame, path, tag, words

WIDE, NARROW = 700, 350
DASHES = ("7 4", "none", "2 3")
Place = Callable[[Fraction, Fraction], tuple[float, float]]


@dataclass(frozen=True)
class Picture:
    """An SVG in two layouts, of which a page shows the one that fits its window."""

    wide: str
    narrow: str
    alt: str

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        return (f'<div class="drawn"><div class="wide">{self.wide}</div>'
                f'<div class="narrow" style="display: none">{self.narrow}</div></div>')


def picture(draw: Callable[[int], tuple[list[str], float]], alt: str) -> Picture:
    """Return the picture whose parts and height ``draw(width)`` returns."""
    (wide, high), (narrow, higher) = draw(WIDE), draw(NARROW)
    return Picture(frame(WIDE, high, alt, *wide), frame(NARROW, higher, alt, *narrow), alt)


def difference(patients: Sequence[tuple[str, int, int]], questions: Sequence[tuple[str, int]]) -> Picture:
    """Draw the rows of a table, youngest first, the people whom each of two questions is about, and their difference.

    Parameters
    ----------
    patients : sequence of (name, age, ill)
    questions : two pairs (name, number of people, youngest first)
        The first about all of them, the second about all but the oldest.
    """
    rows = sorted(patients, key=lambda patient: patient[1])
    counts = [sum(ill for *_, ill in rows[:people]) for _, people in questions]
    last = f"{rows[-1][0]} is {'ill' if counts[0] > counts[1] else 'well'}"

    def draw(width: int) -> tuple[list[str], float]:
        gap = 8 if width == WIDE else 3
        step = (width + gap) / len(rows)
        parts = [_row(row, k * step, step - gap, row is rows[-1]) for k, row in enumerate(rows)]
        for line, ((name, people), count) in enumerate(zip(questions, counts, strict=True)):
            y, end = 86 + 44 * line, people * step - gap - 1
            parts.append(path([(1, y - 6), (1, y), (end, y), (end, y - 6)], stroke=BLUE, stroke_width=1.8))
            parts.append(words(1, y + 19, f"{name}: {count} ill", fill=BLUE))
        height = 156 if width == WIDE else 180  # where it is narrow the lines would meet
        parts.append(words(width - 1, height - 7, f"the difference: {last}", text_anchor="end", fill=ORANGE,
                           font_weight=600))
        return parts, height

    asked = ", ".join(f"{name}: {count} ill" for (name, _), count in zip(questions, counts, strict=True))
    return picture(draw, f"{len(rows)} rows, each with a name, an age and a diagnosis. {asked}. So {last}.")


def _row(patient: tuple[str, int, int], x: float, width: float, marked: bool) -> str:
    name, age, ill = patient
    lines: tuple[tuple[str, dict[str, Any]], ...] = (
        (name, {"font_weight": 600}), (str(age), {"fill": MUTED}),
        ("ill", {"fill": ORANGE, "font_weight": 600}) if ill else ("well", {"fill": MUTED}))
    size = 14 if width > 60 else 12.5
    colour, thick = (ORANGE, 2.5) if marked else (LINE, 1.2)
    return box(x + 1, 1, width - 2, 66, "none", rx=4, stroke=colour, stroke_width=thick) + "".join(
        words(x + width / 2, 21 + 20 * line, text, size=size, text_anchor="middle", **style)
        for line, (text, style) in enumerate(lines))


def moved(belief: Fraction, factor: Fraction) -> Fraction:
    """Return a belief whose odds have been multiplied by a factor.

    Examples
    --------
    >>> moved(Fraction(1, 2), Fraction(3))
    Fraction(3, 4)
    """
    return belief * factor / (belief * factor + 1 - belief)


def odds(ratios: Sequence[Fraction], mark: tuple[Fraction, Fraction]) -> Picture:
    """Draw for each ratio the beliefs that an answer can lead to, against the belief before it.

    Parameters
    ----------
    ratios : up to three numbers of at least 1
    mark : (belief before, ratio)
        Where the least and the greatest belief are written.
    """
    before, ratio = mark
    ends = [moved(before, factor) for factor in (1 / ratio, ratio)]

    def draw(width: int) -> tuple[list[str], float]:
        left, top = 46, 30
        side = 380 if width == WIDE else width - left - 20

        def place(before: Fraction, after: Fraction) -> tuple[float, float]:
            return left + side * float(before), top + side * (1 - float(after))

        parts = [*_shares(place), *_lens(place, ratios)]
        parts.append(words(left, top - 12, "believed after the answer", fill=MUTED))
        parts.append(words(left + side, top + side + 42, "believed before it", text_anchor="end", fill=MUTED))
        parts.append(path([place(before, end) for end in ends], stroke=ORANGE, stroke_width=2.5))
        for end, shift, anchor in ((ends[0], 9, "start"), (ends[1], -9, "end")):
            x, y = place(before, end)
            parts.append(tag("circle", cx=x, cy=y, r=4.5, fill=ORANGE))
            parts.append(words(x + shift, y + (20 if shift > 0 else -12), f"{float(end):.0%}", fill=ORANGE,
                               font_weight=600, text_anchor=anchor))
        if width == WIDE:
            return [*parts, *_curves(ratios, left + side + 34, top + 30, (0, 30))], top + side + 52
        return [*parts, *_curves(ratios, 1, top + side + 68, (width / 3, 0))], top + side + 80

    listed = ", ".join(map(str, ratios))
    return picture(draw, f"The belief after an answer against the belief before it: for each of the ratios {listed} "
                         f"two curves, which bound a lens around the diagonal. At ratio {ratio} a belief of {before} "
                         f"can become anything from {ends[0]} to {ends[1]}.")


def _shares(place: Place) -> list[str]:
    """Return the grid of a square of beliefs, its diagonal and its labels."""
    quarters, one = [Fraction(k, 4) for k in range(5)], Fraction(1)
    parts = [path([place(*a), place(*b)], stroke=LINE) for share in quarters
             for a, b in (((share, 0 * one), (share, one)), ((0 * one, share), (one, share)))]
    parts.append(path([place(0 * one, 0 * one), place(one, one)], stroke=MUTED, stroke_dasharray="1 4"))
    for share in quarters:
        (left, y), (x, foot) = place(0 * one, share), place(share, 0 * one)
        parts.append(words(left - 7, y + 5, f"{float(share):.0%}", text_anchor="end", fill=MUTED, size=14))
        parts.append(words(x, foot + 20, f"{float(share):.0%}", text_anchor="middle", fill=MUTED, size=14))
    return parts


def _lens(place: Place, ratios: Sequence[Fraction]) -> list[str]:
    grid = [Fraction(k, 100) for k in range(101)]
    return [path([place(belief, moved(belief, factor)) for belief in grid], stroke=BLUE, stroke_width=2,
                  stroke_dasharray=dash)
            for ratio, dash in zip(ratios, DASHES, strict=False) for factor in (ratio, 1 / ratio)]


def _curves(ratios: Sequence[Fraction], x: float, y: float, step: tuple[float, float]) -> list[str]:
    """Return what the curves are called."""
    parts = []
    for k, (ratio, dash) in enumerate(zip(ratios, DASHES, strict=False)):
        a, b = x + k * step[0], y + k * step[1]
        parts.append(path([(a, b), (a + 32, b)], stroke=BLUE, stroke_width=2, stroke_dasharray=dash))
        parts.append(words(a + 39, b + 5, f"odds × {float(ratio):g}"))
    return parts


def two_laws(laws: Mapping[str, Mapping[int, Fraction]]) -> Picture:
    """Draw two laws of a published number side by side, the first in filled bars and the second in outlines.

    Parameters
    ----------
    laws : mapping name -> law
        Two, on the same numbers.
    """
    numbers = sorted(set().union(*laws.values()))
    top = max(max(law.values()) for law in laws.values())
    styles: tuple[dict[str, Any], ...] = ({"fill": BLUE, "stroke": BLUE},
                                          {"fill": "none", "stroke": ORANGE, "stroke_width": 2})

    def draw(width: int) -> tuple[list[str], float]:
        foot, left = 250, 8
        step = (width - 2 * left) / len(numbers)
        parts = [path([(left, foot), (width - left, foot)], stroke=MUTED)]
        for which, ((name, law), style) in enumerate(zip(laws.items(), styles, strict=True)):
            for k, number in enumerate(numbers):
                height = 185 * float(law[number] / top)
                parts.append(box(left + step * (k + 0.1 + 0.4 * which) + 1, foot - height, 0.4 * step - 2, height,
                                 **style))
            parts += [box(width - 200, 8 + 24 * which, 14, 14, **style),
                      words(width - 178, 20.5 + 24 * which, name)]
        parts += [words(left + step * (k + 0.5), foot + 19, str(number), text_anchor="middle", fill=MUTED)
                  for k, number in enumerate(numbers)]
        parts.append(words(width - left, foot + 41, "published count", text_anchor="end", fill=MUTED))
        return parts, foot + 50

    first, second = laws.values()
    worst = max(max(first[k] / second[k], second[k] / first[k]) for k in numbers)
    return picture(draw, f"Two bars for each published count, {' and '.join(laws)}: they differ by a factor of {worst} "
                         "at most.")


def answers(axes: Axes, laws: Mapping[str, Mapping[Any, Fraction]], worst: Any, what: str = "answer") -> None:
    """Draw two laws as bars side by side on the outcomes of either, a tuple of bits as a word; shade one outcome.

    Parameters
    ----------
    axes : Axes
    laws : mapping name -> law
        Two.
    worst : outcome
        The one that is shaded.
    what : str
        What an outcome is called.
    """
    outcomes = sorted(set().union(*laws.values()))
    for shift, (name, law) in zip((-0.2, 0.2), laws.items(), strict=True):
        axes.bar([k + shift for k in range(len(outcomes))], [float(law.get(outcome, 0)) for outcome in outcomes],
                 width=0.4, label=name)
    place = outcomes.index(worst)
    axes.axvspan(place - 0.5, place + 0.5, color=RED, alpha=0.18, linewidth=0, zorder=0,
                 label="ratio largest")
    texts = ["".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome) for outcome in outcomes]
    axes.set(xlabel=what, ylabel="probability", xlim=(-0.7, len(outcomes) - 0.3))
    axes.set_xticks(range(len(outcomes)), texts, fontsize=9)
    axes.grid(False, axis="x")
    axes.figure.legend(loc="outside upper center", ncols=3, fontsize=9)
