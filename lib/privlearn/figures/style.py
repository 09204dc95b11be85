"""The one style of all figures: colour-blind safe, deterministic SVG, legible in light and dark.

Definitions
-----------
Figures are drawn dark on white; the book's style sheet inverts their lightness on dark pages, keeping the hues.  The
first code cell of every page calls :func:`use`, which also starts the inline backend: a kernel whose first figure is
drawn inside a style context would silently lose all later ones.
"""

from __future__ import annotations

import functools
from typing import Any

import matplotlib as mpl
from matplotlib.axis import Axis
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.mathtext import MathTextParser

# Okabe and Ito's colours, without their yellow, which is too faint for lines
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000")
COLOURS = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK)
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def use() -> None:
    """Apply the style to all figures of this kernel and make inline figures deterministic SVG."""
    from cycler import cycler

    mpl.rcParams.update({
        "axes.prop_cycle": cycler(color=COLOURS),
        "axes.axisbelow": True,
        "axes.grid": True,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "figure.figsize": (6.4, 3.8),
        "figure.facecolor": "white",
        "font.family": "sans-serif",
        "font.size": 11,
        "grid.alpha": 0.3,
        "legend.frameon": False,
        "lines.linewidth": 1.8,
        "lines.markersize": 5,
        "svg.fonttype": "none",
        "svg.hashsalt": "privlearn",
    })
    _share_formula_parser()
    _measure_ticks_once()
    shell = _shell()
    if shell is not None:
        shell.run_line_magic("matplotlib", "inline")
        shell.run_line_magic("config", "InlineBackend.figure_formats = ['svg']")
        shell.run_line_magic(
            "config", "InlineBackend.print_figure_kwargs = {'bbox_inches': 'tight', 'metadata': {'Date': None}}")
        shell.run_line_magic("config", "InlineBackend.rc = {}")


def _share_formula_parser() -> None:
    """Let all figures share one parser of formulas, and so its cache; matplotlib makes one for each drawing.

    The labels of logarithmic axes are formulas, and parsing them again takes half the time of a frame.
    """
    from matplotlib import textpath

    textpath.MathTextParser = _parser


@functools.cache
def _parser(output: str) -> MathTextParser:
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


def _shell():  # type: ignore[no-untyped-def]  # IPython is not typed
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    return get_ipython()
