"""Figures of BBKN14, Section 1: plain numbers in, axes out."""

from collections import Counter
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, COLOURS, MARKERS, ORANGE, RED


def dimension_against_size(axes: Axes, classes: Sequence[tuple[float, int]],
                           named: Mapping[str, tuple[float, int]]) -> Axes:
    """Draw VC dimension against log2 of the size, with a larger disc where more classes lie.

    Parameters
    ----------
    axes : Axes
    classes : sequence of (log2 of the number of concepts, VC dimension)
    named : mapping name -> the same pair, highlighted
    """
    counts = Counter(classes)
    axes.scatter([x for x, _ in counts], [y for _, y in counts], s=[40 + 15 * n for n in counts.values()], color=BLUE,
                 alpha=0.5, linewidths=0, label="classes on 3 points (the larger, the more)")
    for (name, (x, y)), colour, marker in zip(named.items(), (ORANGE, RED), MARKERS[1:], strict=False):
        axes.plot([x], [y], marker=marker, markersize=11, color=colour, fillstyle="none", markeredgewidth=2,
                  linestyle="none", label=name)
    top = max(x for x, _ in [*classes, *named.values()])
    axes.plot([0, top], [0, top], color="black", linewidth=1, linestyle="--", label="equality")
    axes.set(xlabel="log2 of the number of concepts", ylabel="VC dimension", ylim=(-0.3, top + 0.3))
    axes.legend(fontsize=9, loc="upper left", markerscale=0.6)
    return axes


def cell_bands(figure: Figure, cells: Mapping[str, Sequence[tuple[int, int, int]]]) -> None:
    """Draw each cell of a table as a band between its lower and its upper end.

    Parameters
    ----------
    figure : Figure
    cells : mapping name -> sequence of (d, lower, upper)
    """
    axes = figure.add_subplot()
    for (name, points), colour, marker in zip(cells.items(), COLOURS, MARKERS, strict=False):
        xs = [d for d, _, _ in points]
        lower, upper = [low for _, low, _ in points], [high for _, _, high in points]
        axes.fill_between(xs, lower, upper, color=colour, alpha=0.15, linewidth=0)
        axes.plot(xs, lower, color=colour, marker=marker, linewidth=1.2)
        axes.plot(xs, upper, color=colour, marker=marker, linewidth=1.2, label=name)
    axes.set_xscale("decades", base=2)
    axes.set_yscale("decades")
    axes.set(xlabel="d", ylabel="rows: lower and upper end", ylim=(3, 1e9))
    axes.legend(fontsize=9, loc="lower left", bbox_to_anchor=(-0.1, 1.01), ncols=2, columnspacing=1)
