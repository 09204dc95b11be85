"""Shortcuts in matplotlib's drawing, for pages with many frames; the pictures are the same, byte by byte.

They replace private parts of matplotlib, in notebook kernels only, and only where these parts exist: with another
version of matplotlib the worst that happens is that drawing takes twice as long.  A test compares the bytes.
"""

from __future__ import annotations

import functools
from typing import Any

from matplotlib import textpath
from matplotlib.axis import Axis
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.mathtext import MathTextParser

PRIVATE = ("_update_ticks", "_get_ticklabel_bboxes")


def draw_quickly() -> None:
    """Parse every formula once, and place the ticks of an axis once for each printing of its figure."""
    if hasattr(textpath, "MathTextParser"):
        _share_formula_parser()
    if all(hasattr(Axis, name) for name in PRIVATE):
        _measure_ticks_once()


def _share_formula_parser() -> None:
    """Let all figures share one parser of formulas, and so its cache; matplotlib makes one for each drawing.

    The labels of logarithmic axes are formulas, and parsing them again takes half the time of a frame.
    """
    replaced: Any = textpath
    replaced.MathTextParser = _parser


@functools.cache
def _parser(output: Any) -> Any:
    return MathTextParser(output)


@functools.cache  # once only: a wrapper must not wrap itself
def _measure_ticks_once() -> None:
    """Let a figure place the ticks of an axis once per printing, and measure only the labels that say something.

    While it prints one figure, matplotlib places all ticks some ten times, and measures the empty labels of the minor
    ticks each time; with logarithmic axes that is half the time of a frame.  The pictures are the same, byte by byte.
    """
    axes_side: Any = Axis  # what is replaced is not public
    canvas_side: Any = FigureCanvasBase
    place, measure, print_figure = axes_side._update_ticks, axes_side._get_ticklabel_bboxes, canvas_side.print_figure
    printing: list[dict[Axis, tuple[Any, list[Any]]]] = []  # what is known of each axis, innermost printing last

    @functools.wraps(place)
    def placed(axis: Axis) -> list[Any]:
        if not printing:
            return place(axis)
        parts = (axis.major.locator, axis.major.formatter, axis.minor.locator, axis.minor.formatter)
        key = tuple(axis.get_view_interval()), axis.axes.bbox.bounds, axis.axes.figure.dpi, *map(id, parts)
        known = printing[-1].get(axis)
        if known is None or known[0] != key:
            known = printing[-1][axis] = key, place(axis)
        return known[1]

    @functools.wraps(measure)
    def boxes(axis: Axis, ticks: list[Any], renderer: Any) -> tuple[list[Any], list[Any]]:
        labels = [tick.label1 for tick in ticks], [tick.label2 for tick in ticks]
        first, second = ([label.get_window_extent(renderer) for label in side
                          if label.get_text() and label.get_visible() and label.get_in_layout()] for side in labels)
        return first, second

    @functools.wraps(print_figure)
    def printed(canvas: FigureCanvasBase, *args: Any, **kwargs: Any) -> Any:
        printing.append({})
        try:
            return print_figure(canvas, *args, **kwargs)
        finally:
            printing.pop()

    axes_side._update_ticks, axes_side._get_ticklabel_bboxes = placed, boxes
    canvas_side.print_figure = printed
