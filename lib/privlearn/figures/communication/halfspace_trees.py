"""Figures of Appendix B: counts of halfspaces, values of weights before and after they are spread, the two slices.

Every function draws plain numbers on the figure it is given.
"""

from collections.abc import Collection, Mapping, Sequence
from math import log2

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED

Place = tuple[int, ...]


def count_lines(figure: Figure, dimensions: Sequence[int], counts: Mapping[str, Collection[int]]) -> None:
    """Draw the logarithms of several counts against the dimension.

    Parameters
    ----------
    figure : Figure
    dimensions : sequence of int
    counts : mapping label -> positive counts, one for each dimension
    """
    axes = figure.subplots()
    for k, (label, values) in enumerate(counts.items()):
        axes.plot(list(dimensions), [log2(value) for value in values], color=COLOURS[k], marker=MARKERS[k], label=label)
    axes.set(xticks=list(dimensions), xlabel="dimension d of the cube", ylabel="logarithm to base 2")
    axes.legend(loc="upper left")


def spread_values(figure: Figure, before: Sequence[int], after: Sequence[int], scale: int, bar: int) -> None:
    """Draw the values ``w . x`` of all grid points before and after, on the scale of the old weights.

    Parameters
    ----------
    figure : Figure
    before, after : sequences of int, one entry for each grid point
    scale : int
        New values are divided by it.
    bar : int
        The new threshold.
    """
    axes = figure.subplots()
    for old, new in zip(before, after, strict=True):
        axes.plot([old, new / scale], [1, 0], color=BLACK, linewidth=0.6, alpha=0.5)
    axes.plot(list(before), [1] * len(before), "o", color=BLUE)
    axes.plot([value / scale for value in after], [0] * len(after), "|", color=ORANGE, markersize=16,
              markeredgewidth=1.6)
    axes.axvline(bar / scale, color=RED, linestyle="--", label="new threshold")
    axes.set_yticks([1, 0], [f"before: {len(set(before))} values", f"after: {len(set(after))} values"])
    axes.set_ylim(-0.5, 1.5)
    axes.set(xlabel="w . x, in units of the old weights")
    axes.legend(loc="upper left")


def leaf_path(figure: Figure, points: Sequence[Place], inside: Sequence[int], path: Sequence[tuple[Place, int]],
              title: str = "") -> None:
    """Draw a halfspace on a plane grid with the points of its path numbered; the slices y = 0 and y = 1 are framed.

    Parameters
    ----------
    figure : Figure
    points : sequence of pairs
    inside : sequence of 0 and 1
    path : sequence of (point, label)
    title : str
    """
    axes = figure.subplots()
    side = max(x for x, _ in points)
    for y, colour in ((0, GREEN), (1, ORANGE)):
        axes.fill_between([-0.5, side + 0.5], y - 0.42, y + 0.42, color=colour, alpha=0.15, linewidth=0)
        axes.text(side + 0.6, y, f"slice y = {y}", va="center", fontsize=9)
    for x, bit in zip(points, inside, strict=True):
        axes.plot(*x, "o", markersize=16, color=BLUE if bit else "white", markeredgecolor=BLACK)
    for step, (x, label) in enumerate(path, 1):
        axes.text(x[0], x[1], str(step), ha="center", va="center", color="white" if label else BLACK, fontsize=9)
    axes.set(xlim=(-0.6, side + 1.8), ylim=(-0.6, side + 0.6), aspect="equal", xticks=range(side + 1),
             yticks=range(side + 1), xlabel="x", ylabel="y", title=title)
    axes.grid(False)
