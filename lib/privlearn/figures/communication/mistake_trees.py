"""Pictures of mistake trees, of online games, and of the dimensions of all small classes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, RED, SKY

Tree = Any


def tree(figure: Figure, nested: Tree, point: Callable[[int], str], leaf: Callable[[int], str],
         title: str = "") -> None:
    """Draw a tree ``(point, tree if 0, tree if 1)`` with labels 0 and 1 on its branches.

    Parameters
    ----------
    figure : Figure
    nested : tree
        Leaves are numbers.
    point, leaf : callable
        The text of an inner node and of a leaf.
    title : str
    """
    axes = figure.subplots()
    _draw(axes, nested, 0.0, 1.0, 0, point, leaf)
    axes.set_axis_off()
    axes.margins(0.06, 0.14)
    axes.autoscale_view()  # before the layout, which would take what lies outside for decoration
    axes.set_title(title, fontsize=11)


def _draw(axes: Axes, nested: Tree, left: float, right: float, level: int, point: Callable[[int], str],
          leaf: Callable[[int], str]) -> float:
    middle = (left + right) / 2
    if not isinstance(nested, tuple):
        axes.text(middle, -level, leaf(nested), ha="center", va="center", fontsize=9,
                  bbox={"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": GREEN})
        axes.plot([middle], [-level], alpha=0)
        return middle
    for label, (a, b) in enumerate(((left, middle), (middle, right))):
        child = (a + b) / 2
        colour = (BLUE, ORANGE)[label]
        axes.plot([middle, child], [-level, -level - 1], color=colour, linewidth=1.5, linestyle=("-", "--")[label],
                  zorder=1)
        axes.text((middle + child) / 2, -level - 0.45, str(label), color=BLACK, fontsize=9, ha="center", va="center",
                  bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"})
        _draw(axes, nested[1 + label], a, b, level + 1, point, leaf)
    axes.text(middle, -level, point(nested[0]), ha="center", va="center", fontsize=10,
              bbox={"boxstyle": "circle,pad=0.3", "facecolor": "white", "edgecolor": BLACK})
    return middle


def rounds(figure: Figure, sizes: Sequence[int], dimensions: Sequence[int], mistakes: Sequence[bool],
           title: str = "", most: int = 0) -> None:
    """Draw a game: dimension and size of the version space after each round, mistakes marked.

    Parameters
    ----------
    figure : Figure
    sizes, dimensions : sequences, one entry more than rounds
    mistakes : sequence of bool, one for each round
    title : str
    most : int
        The rounds for which there is room, if more than are played.
    """
    axes = figure.subplots()
    steps, played = range(max(len(sizes), most + 1)), range(len(sizes))
    axes.bar(played, [max(d, 0) for d in dimensions], color=SKY, width=0.6, label="Littlestone dimension left")
    for k, wrong in enumerate(mistakes, 1):
        if wrong:
            axes.plot([k - 0.5], [0.12], "X", color=RED, markersize=9, label="mistake" if k == 1 else None)
    for k, size in enumerate(sizes):
        axes.annotate(f"{size} left", (k, max(dimensions[k], 0) + 0.06), ha="center", fontsize=9)
    axes.set(xticks=list(steps), yticks=range(max(dimensions) + 1))
    axes.set_ylim(0, max(dimensions) + 1.1)
    axes.set_xlim(-0.6, len(steps) - 0.4)
    axes.set_xlabel("rounds played")
    axes.set_title(title, fontsize=11)
    axes.legend(loc="upper right", fontsize=9)


def histogram(figure: Figure, counts: Mapping[str, Sequence[int]], title: str = "") -> None:
    """Draw how many classes have each dimension, on a logarithmic scale, one group of bars for each label.

    Parameters
    ----------
    figure : Figure
    counts : mapping label -> numbers of classes of dimension 0, 1, 2, ...
    title : str
    """
    axes = figure.subplots()
    width = 0.8 / len(counts)
    for k, ((label, values), colour) in enumerate(zip(counts.items(), (BLUE, ORANGE), strict=False)):
        places = [d + (k - (len(counts) - 1) / 2) * width for d in range(len(values))]
        axes.bar(places, list(values), width=width, color=colour, label=label, hatch=("", "//")[k], edgecolor="white")
        for x, value in zip(places, values, strict=True):
            axes.annotate(f"{value:,}", (x, max(value, 1)), ha="center", va="bottom", fontsize=8)
    axes.set(yscale="decades", xticks=range(max(len(values) for values in counts.values())), xlabel="dimension")
    axes.set_ylabel("classes")
    axes.set_ylim(top=4 * max(max(values) for values in counts.values()))  # room for the numbers
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)
