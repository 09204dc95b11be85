"""Pictures of the front page, as SVG that takes the page's own colours: plain numbers in, HTML out.

Definitions
-----------
A *layout* is a size, its margins and what is written on the axes.  The picture is made in two layouts, so that no label
shrinks on a phone; the style sheet of the book shows one of them, and a notebook the wide one.
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2, log10

from privlearn.figures.svg import BLUE, GROUND, LINE, MUTED, ORANGE, TEXT, Place, disc, frame, line, path, tag

LEAST_ROWS, MOST_ROWS = 10, 100_000
VERDICTS = "how-to-read.html#verdicts"  # beside the front page
D = tag("tspan", "d", font_style="italic")
RAISED_D = tag("tspan", "d", font_style="italic", font_size=11, dy=-5)


@dataclass(frozen=True)
class Shown:
    """A piece of HTML, shown as such by notebooks and pages; elsewhere it is its description."""

    content: str
    description: str

    def __repr__(self) -> str:
        return self.description

    def _repr_html_(self) -> str:
        return self.content


@dataclass(frozen=True)
class Layout:
    """A size in pixels, the rims left for what is written at the axes, and which values of d are named."""

    name: str
    width: int
    height: int
    left: int
    bottom: int
    named: tuple[int, ...]
    mechanism: tuple[str, ...]
    point: tuple[str, ...]
    top: int = 26
    right: int = 16

    def x(self, d: float, most: int) -> float:
        """Return where d is, on a logarithmic axis from 2 on."""
        return self.left + (self.width - self.left - self.right) * (log2(d) - 1) / (log2(most) - 1)

    def y(self, rows: float) -> float:
        """Return where a number of rows is, on a logarithmic axis."""
        share = (log10(rows) - log10(LEAST_ROWS)) / (log10(MOST_ROWS) - log10(LEAST_ROWS))
        return self.height - self.bottom - (self.height - self.bottom - self.top) * share


WIDE = Layout("wide", 640, 420, 58, 52, (2, 4, 16, 64, 256, 1024, 4096), ("the exponential mechanism",),
              ("every private learner", "that answers with a point"))
NARROW = Layout("narrow", 354, 340, 54, 50, (2, 16, 128, 1024), ("exponential", "mechanism"),
                ("private,", "answering", "with a point"))


def rows_needed(proper: Sequence[tuple[int, int, int]], *, free: int, improper: int, crossing: int,
                goal: tuple[Fraction, Fraction, Fraction], checked: Mapping[str, str]) -> Shown:
    """Draw how many rows it takes to learn a point among 2^d, with a caption that says it in words.

    Parameters
    ----------
    proper : sequence of (d, rows, rows)
        What every private learner needs that answers with a point, and what the exponential mechanism needs.
    free, improper : int
        Rows that suffice for every d, without privacy and for a private learner that may answer with any function.
    crossing : int
        The least d at which every private learner that answers with a point needs more than ``improper`` rows.
    goal : (epsilon, alpha, beta)
        Privacy, error and failure of all of them.
    checked : mapping text -> id of the claim that shows it

    Raises
    ------
    ValueError
        If a number does not fit on the axes, or the crossing is not where the curve passes the line.
    """
    numbers = [free, improper, *(rows for _, *both in proper for rows in both)]
    if min(numbers) < LEAST_ROWS or max(numbers) > MOST_ROWS:
        raise ValueError(f"rows must be from {LEAST_ROWS} to {MOST_ROWS}, got {min(numbers)} to {max(numbers)}")
    if any((rows > improper) != (d >= crossing) for d, rows, _ in proper):
        raise ValueError(f"crossing must be where the curve passes {improper}, got {crossing}")
    (first, low, mechanism), (last, high, most) = proper[0], proper[-1]
    alt = (f"Rows needed against d, both on logarithmic scales, for d from {first} to {last:,}. Two flat lines: "
           f"{free} rows without privacy, {improper:,} for a private learner with any answer. Two rising curves: every "
           f"private learner that answers with a point, from {low} to {high:,} rows at least, and the exponential "
           f"mechanism, from {mechanism} to {most:,}. The lower curve passes the upper line at d = {crossing:,}.")
    pictures = "".join(_picture(layout, proper, free, improper, crossing, alt) for layout in (WIDE, NARROW))
    found = (f'<p class="finding">From <i>d</i> = {crossing:,} on, a private learner that may answer with any function '
             f"takes fewer rows, {improper:,}, than any that must answer with a point.</p>")
    return Shown(f'<figure class="drawn rows-needed">{found}{pictures}'
                 f"<figcaption>{_caption(goal, checked)}</figcaption></figure>", alt)


def _caption(goal: tuple[Fraction, Fraction, Fraction], checked: Mapping[str, str]) -> str:
    epsilon, alpha, beta = goal
    links = " and ".join(f'<a data-claim="{html.escape(id)}">{html.escape(text)}</a>' for text, id in checked.items())
    return (f"Rows needed to learn one point among 2<sup><i>d</i></sup> (ε = {epsilon}, error at most {alpha}, failure "
            f"at most {beta}). Solid: what every private learner needs that must answer with a point; dashed: what "
            f"the exponential mechanism needs on the same distributions. Checked here: {links}.")


def _picture(layout: Layout, proper: Sequence[tuple[int, int, int]], free: int, improper: int, crossing: int,
             alt: str) -> str:
    """Return one layout as SVG."""
    most = proper[-1][0]
    here, level = layout.x(crossing, most), layout.y(improper)
    least = [(layout.x(d, most), layout.y(rows)) for d, rows, _ in proper]
    mechanism = [(layout.x(d, most), layout.y(rows)) for d, _, rows in proper]
    floor, end = layout.height - layout.bottom, layout.width - layout.right
    picture = frame(
        layout.width, layout.height, alt, *_axes(layout, most),
        path([*least, *reversed(mechanism)], fill=ORANGE, opacity=0.15),
        path(mechanism, stroke=ORANGE, stroke_width=1.6, stroke_dasharray="5 4"),
        path(least, stroke=ORANGE, stroke_width=2.4),
        line((layout.left, layout.y(free)), (end, layout.y(free)), MUTED, stroke_width=2),
        line((layout.left, level), (end, level), BLUE, stroke_width=2.6),
        line((here, level), (here, floor), TEXT, stroke_width=1.2, stroke_dasharray="2 3"),
        disc((here, level), 5.5, GROUND, stroke=TEXT, stroke_width=2),
        _label(here - 8, floor - 10, D, f" = {crossing:,}", fill=TEXT, text_anchor="end", font_weight=600),
        *_names(layout, least, mechanism, free, improper))
    return f'<div class="{layout.name}"{" hidden" * (layout is NARROW)}>{picture}</div>'


def _axes(layout: Layout, most: int) -> list[str]:
    """Return the lines of the grid, and what is written at their ends."""
    floor, end = layout.height - layout.bottom, layout.width - layout.right
    powers = range(round(log10(LEAST_ROWS)), round(log10(MOST_ROWS)) + 1)
    parts = []
    for rows in (10**power for power in powers):
        y = layout.y(rows)
        parts.append(line((layout.left, y), (end, y), MUTED if rows == LEAST_ROWS else LINE))
        parts.append(_label(layout.left - 7, y + 5, f"{rows:,}", text_anchor="end"))
    for d in (d for d in layout.named if d <= most):
        x = layout.x(d, most)
        parts += [line((x, floor), (x, floor + 5), MUTED), _label(x, floor + 20, f"{d:,}", text_anchor="middle")]
    return [*parts, _label(0, 13, "rows needed"),
            _label(end, layout.height - 6, D, ", for a domain of 2", RAISED_D, tag("tspan", " points", dy=5),
                   text_anchor="end")]


def _names(layout: Layout, least: Sequence[Place], mechanism: Sequence[Place], free: int, improper: int) -> list[str]:
    """Return the names of the lines: the flat ones on them, the rising ones where nothing else is drawn."""
    start = layout.left + 6
    (end, high), (begin, low) = mechanism[len(mechanism) // 2], least[len(least) * 2 // 5]
    above = [_label(end - 10, high - 4 - 18 * k, text, fill=ORANGE, text_anchor="end")
             for k, text in enumerate(reversed(layout.mechanism))]
    below = [_label(begin + 12, low + 16 + 18 * k, text, fill=ORANGE, font_weight=600)
             for k, text in enumerate(layout.point)]
    return [*above, *below,
            _label(start, layout.y(improper) - 9, f"private, any answer: {improper:,}", fill=BLUE, font_weight=600),
            _label(start, layout.y(free) + 19, f"without privacy: {free}", font_weight=600)]


def _label(x: float, y: float, *inner: str, fill: str = MUTED, **attributes: object) -> str:
    """Return a text that stays legible on lines: its letters have a rim of the page's ground."""
    return tag("text", *inner, x=x, y=y, fill=fill, font_size=14.5, paint_order="stroke", stroke=GROUND, stroke_width=4,
               stroke_linejoin="round", **attributes)


def state_of_checks(totals: Mapping[str, int]) -> Shown:
    """Say how many statements are checked, from the totals of a run.

    Parameters
    ----------
    totals : mapping
        From :func:`~privlearn.shown.atlas.summary`.
    """
    sound, rest = totals["exact, exhaustive or certified"], totals["claims"] - totals["checked"]
    said = f'{totals["proved"]} of {totals["claims"]} statements proved and checked'
    text = (f'<strong><a href="{VERDICTS}">{said}</a></strong>, {totals["checked"] - totals["proved"]} more checked, '
            f'{rest} quoted, open or assumed. {totals["checks"]:,} checks, '
            f'{"all" if sound == totals["checks"] else format(sound, ",")} of them without a floating-point number; '
            f'{totals["caught"]:,} of {totals["sabotages"]:,} planted errors refuted.')
    return Shown(f'<p class="state">{text}</p>', said)
