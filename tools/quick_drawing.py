"""Shortcuts in matplotlib's drawing, for pages with many frames; the pictures are the same, byte by byte.

They replace private parts of matplotlib, in the kernels that execute the pages, and only where these parts exist: with
another version of matplotlib the worst that happens is that drawing takes twice as long.  A test compares the bytes.
"""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from typing import Any

from matplotlib import textpath
from matplotlib.axis import Axis
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.figure import Figure
from matplotlib.markers import MarkerStyle
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text

REPLACED = ((Axis, "_update_ticks"), (Axis, "_get_ticklabel_bboxes"), (Text, "_get_layout"),
            (MarkerStyle, "_set_marker"), (Figure, "draw"))
# All that the layout of a text depends on besides its resolution; a wrapped text also depends on its place.
OF_TEXT = ("text", "fontproperties", "rotation", "rotation_mode", "horizontalalignment", "verticalalignment", "usetex",
           "parse_math")
OF_TEXT_PRIVATE = ("_multialignment", "_linespacing")


def draw_quickly() -> None:
    """Parse every formula once; lay a figure out, place its ticks and lay out its texts once for each printing."""
    if hasattr(textpath, "MathTextParser"):
        _share_formula_parser()
    if all(hasattr(owner, name) for owner, name in REPLACED):
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
    _draw_once(printing)
    _share_markers()
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


@dataclass
class _Placed:
    """The ticks of an axis as they were placed for a state of the axis, and the boxes of their labels once measured."""

    state: tuple[Any, ...]
    ticks: list[Any]
    boxes: tuple[list[Any], list[Any]] | None = None


def _place_ticks_once(printing: list[dict[Any, Any]]) -> None:
    """Place and measure the ticks of an axis once per printing; measure only the labels that say something."""
    axes_side: Any = Axis  # what is replaced is not public
    place = axes_side._update_ticks

    @functools.wraps(place)
    def placed(axis: Axis) -> list[Any]:
        if not printing:
            return place(axis)
        parts = (axis.major.locator, axis.major.formatter, axis.minor.locator, axis.minor.formatter)
        state = tuple(axis.get_view_interval()), axis.axes.bbox.bounds, axis.axes.figure.dpi, *map(id, parts)
        known = printing[-1].get(axis)
        if known is None or known.state != state:
            known = printing[-1][axis] = _Placed(state, place(axis))
        return known.ticks

    @functools.wraps(axes_side._get_ticklabel_bboxes)
    def boxes(axis: Axis, ticks: list[Any], renderer: Any) -> tuple[list[Any], list[Any]]:
        known = printing[-1].get(axis) if printing else None
        if known is None or known.ticks is not ticks:
            return _boxes_of_labels(ticks, renderer)
        if known.boxes is None:
            known.boxes = _boxes_of_labels(ticks, renderer)
        return known.boxes

    axes_side._update_ticks, axes_side._get_ticklabel_bboxes = placed, boxes


def _boxes_of_labels(ticks: list[Any], renderer: Any) -> tuple[list[Any], list[Any]]:
    labels = [tick.label1 for tick in ticks], [tick.label2 for tick in ticks]
    first, second = ([label.get_window_extent(renderer) for label in side
                      if label.get_text() and label.get_visible() and label.get_in_layout()] for side in labels)
    return first, second


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


def _draw_once(printing: list[dict[Any, Any]]) -> None:
    """Lay a figure out where matplotlib draws it without a pen, only to have it laid out."""
    figure_side: Any = Figure
    draw = figure_side.draw

    @functools.wraps(draw)
    def drawn(figure: Any, renderer: Any) -> None:
        engine = figure.get_layout_engine()
        if printing and engine is not None and figure.axes and not inspect.ismethod(renderer.draw_path):
            engine.execute(figure)
        else:
            draw(figure, renderer)

    figure_side.draw = drawn


def _share_markers() -> None:
    """Let a copy of a marker keep the marker's paths, which nothing changes; each mark of a tick copies its marker."""
    marker_side: Any = MarkerStyle
    choose = marker_side._set_marker

    @functools.wraps(choose)
    def chosen(style: Any, marker: Any) -> None:
        if isinstance(marker, MarkerStyle) and vars(marker).get("_user_transform", marker) is None:
            vars(style).update(vars(marker))
        else:
            choose(style, marker)

    marker_side._set_marker = chosen
