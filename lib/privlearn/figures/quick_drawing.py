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
from matplotlib.text import Text

PRIVATE = (Axis, "_update_ticks"), (Axis, "_get_ticklabel_bboxes"), (Text, "_get_layout")
# All that the layout of a text depends on besides its resolution; a wrapped text also depends on its place.
OF_TEXT = ("text", "fontproperties", "rotation", "rotation_mode", "horizontalalignment", "verticalalignment", "usetex",
           "parse_math")
OF_TEXT_PRIVATE = ("_multialignment", "_linespacing")


def draw_quickly() -> None:
    """Parse every formula once; place the ticks of an axis and lay out a text once for each printing of its figure."""
    if hasattr(textpath, "MathTextParser"):
        _share_formula_parser()
    if all(hasattr(owner, name) for owner, name in PRIVATE):
        _measure_once()


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
def _measure_once() -> None:
    """Let a figure measure once per printing what it measures some ten times.

    While it prints one figure, matplotlib places all ticks some ten times, measures the empty labels of the minor
    ticks each time, and lays out every text again whenever it is asked for its extent; that is more than half the
    time of a frame.  The pictures are the same, byte by byte.
    """
    printing: list[dict[Any, Any]] = []  # what is known of each axis and text, innermost printing last
    _place_ticks_once(printing)
    _lay_out_texts_once(printing)
    canvas_side: Any = FigureCanvasBase
    print_figure = canvas_side.print_figure

    @functools.wraps(print_figure)
    def printed(canvas: FigureCanvasBase, *args: Any, **kwargs: Any) -> Any:
        printing.append({})
        try:
            return print_figure(canvas, *args, **kwargs)
        finally:
            printing.pop()

    canvas_side.print_figure = printed


def _place_ticks_once(printing: list[dict[Any, Any]]) -> None:
    """Place the ticks of an axis once per printing, and measure only the labels that say something."""
    axes_side: Any = Axis  # what is replaced is not public
    place = axes_side._update_ticks

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

    @functools.wraps(axes_side._get_ticklabel_bboxes)
    def boxes(axis: Axis, ticks: list[Any], renderer: Any) -> tuple[list[Any], list[Any]]:
        labels = [tick.label1 for tick in ticks], [tick.label2 for tick in ticks]
        first, second = ([label.get_window_extent(renderer) for label in side
                          if label.get_text() and label.get_visible() and label.get_in_layout()] for side in labels)
        return first, second

    axes_side._update_ticks, axes_side._get_ticklabel_bboxes = placed, boxes


def _lay_out_texts_once(printing: list[dict[Any, Any]]) -> None:
    """Lay out texts that are alike once per printing; where they stand is added to a layout later."""
    text_side: Any = Text
    lay_out = text_side._get_layout

    @functools.wraps(lay_out)
    def laid_out(text: Any, renderer: Any) -> Any:
        if not printing or text.get_wrap():
            return lay_out(text, renderer)
        key = (type(renderer), text.figure.dpi, *(getattr(text, f"get_{name}")() for name in OF_TEXT),
               *(getattr(text, name) for name in OF_TEXT_PRIVATE))
        known = printing[-1].get(key)
        if known is None:
            known = printing[-1][key] = lay_out(text, renderer)
        return known

    text_side._get_layout = laid_out
