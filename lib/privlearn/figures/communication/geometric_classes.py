"""Figures of the geometric classes: sizes against dimensions, sets of grid points with boxes and circles, bars.

Every function draws plain numbers on the figure it is given.
"""

from collections.abc import Mapping, Sequence
from math import log2, sqrt

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from privlearn.figures.style import BLACK, BLUE, COLOURS, ORANGE, RED

Place = tuple[float, ...]


def gap_scatter(figure: Figure, counts: Mapping[tuple[int, int], int], points: int) -> None:
    """Draw each pair (VC dimension, size) that a class on ``points`` points has, with the bound ``2 points^VC``.

    Parameters
    ----------
    figure : Figure
    counts : mapping (VC dimension, size) -> number of classes, at least 1
    points : int, at least 2
    """
    axes = figure.subplots()
    largest = max(counts.values())
    for (dimension, size), count in sorted(counts.items()):
        exceeds = dimension and size > points**dimension
        area = 20 + 280 * sqrt(count / largest)
        axes.scatter(dimension, log2(size), s=area, color=RED if exceeds else BLUE, alpha=0.7)
    top = max(dimension for dimension, _ in counts)
    axes.plot([0, top], [1, top * log2(points) + 1], color=BLACK, linestyle="--", label="VC log |X| + 1")
    axes.plot([0, top], [0, top * log2(points)], color=ORANGE, label="VC log |X|")
    axes.set_ylim(-0.3, max(log2(size) for _, size in counts) + 0.8)
    axes.set(xticks=range(top + 1), xlabel="VC dimension", ylabel="log |C|")
    axes.legend(loc="lower right")


def _grid_panel(axes: Axes, points: Sequence[Place], inside: Sequence[int], marked: Sequence[Place],
                title: str) -> None:
    for x, bit in zip(points, inside, strict=True):
        axes.plot(*x, "o", markersize=9 if x in marked else 5, color=BLUE if bit else "white",
                  markeredgecolor=RED if x in marked else BLACK, markeredgewidth=1.6 if x in marked else 0.8)
    low = [min(x[i] for x in points) - 0.7 for i in (0, 1)]
    high = [max(x[i] for x in points) + 0.7 for i in (0, 1)]
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), xticks=[], yticks=[], aspect="equal")
    axes.grid(False)
    axes.set_title(title, fontsize=9)


def box_panels(figure: Figure, points: Sequence[Place], boxes: Sequence[tuple[Place, Place]],
               marked: Sequence[Place]) -> None:
    """Draw 16 boxes on a plane grid, one panel each, with the marked points ringed.

    Parameters
    ----------
    figure : Figure
    points : sequence of pairs
    boxes : 16 pairs of corners (s, t); a box with some s_i > t_i is empty
    marked : sequence of pairs
    """
    for axes, (s, t) in zip(figure.subplots(4, 4).flat, boxes, strict=True):
        inside = [int(all(i <= c <= j for i, c, j in zip(s, x, t, strict=True))) for x in points]
        _grid_panel(axes, points, inside, marked, "")
        if any(inside):
            axes.add_patch(Rectangle((s[0] - 0.3, s[1] - 0.3), t[0] - s[0] + 0.6, t[1] - s[1] + 0.6, fill=False,
                                     edgecolor=ORANGE, linewidth=1.6))


def ball_panels(figure: Figure, points: Sequence[Place], balls: Sequence[tuple[Place, float, str]]) -> None:
    """Draw 8 discs on a plane grid, one panel each.

    Parameters
    ----------
    figure : Figure
    points : sequence of pairs
    balls : 8 triples (centre, radius, title)
    """
    for axes, (centre, radius, title) in zip(figure.subplots(2, 4).flat, balls, strict=True):
        inside = [int(sum((a - c) ** 2 for a, c in zip(x, centre, strict=True)) <= radius**2 + 1e-9) for x in points]
        _grid_panel(axes, points, inside, (), title)
        axes.add_patch(Circle((centre[0], centre[1]), radius, fill=False, edgecolor=ORANGE, linewidth=1.6))


def dimension_bars(figure: Figure, labels: Sequence[str], series: Mapping[str, Sequence[float]]) -> None:
    """Draw groups of bars, one group for each label, one bar for each series.

    Parameters
    ----------
    figure : Figure
    labels : sequence of str
    series : mapping name -> one height for each label
    """
    axes = figure.subplots()
    width = 0.8 / len(series)
    for k, (name, heights) in enumerate(series.items()):
        places = [i + (k - (len(series) - 1) / 2) * width for i in range(len(labels))]
        axes.bar(places, list(heights), width=width * 0.92, color=COLOURS[k], label=name)
    axes.set_xticks(range(len(labels)), labels)
    axes.set(xlabel="(b, d)")
    axes.legend(loc="upper left", fontsize=9)
