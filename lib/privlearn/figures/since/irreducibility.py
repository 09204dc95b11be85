"""Figures of irreducibility: a reducing tree, how many classes are how irreducible, bounds of composed classes.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def leaning_tree(figure: Figure, tree: Any, whole: int) -> None:
    """Draw a reducing tree that leans to the left: questions in circles, at the leaves the dimension that is left.

    Parameters
    ----------
    tree : nested ``(point, tree if 0, tree if 1)``, at most one branch of a node a tree
    whole : int
        The dimension of the class.
    """
    axes = figure.add_subplot()
    axes.text(0.3, 0.15, f"dimension {whole}", fontsize=10, ha="left", va="center")
    x, y, depth = 0.0, 0.0, 0
    while isinstance(tree, tuple):
        on = next((b for b in (0, 1) if isinstance(tree[1 + b], tuple)), 0)
        for b in (0, 1):
            side = -1 if b == on else 1
            axes.plot([x, x + side], [y, y - 1], color=ORANGE if b == on else BLACK, linewidth=2 if b == on else 1,
                      zorder=1)
            axes.text(x + 0.62 * side, y - 0.38, str(b), fontsize=10, ha="center", color=BLACK)
            if b != on or not isinstance(tree[1 + b], tuple):
                axes.text(x + side, y - 1.22, str(tree[1 + b]), fontsize=11, ha="center", va="center")
        axes.plot(x, y, "o", markersize=20, color=BLUE, zorder=2)
        axes.text(x, y, str(tree[0]), fontsize=11, ha="center", va="center", color="white", zorder=3)
        tree, x, y, depth = tree[1 + on], x - 1, y - 1, depth + 1
    axes.set(xlim=(-depth - 0.6, 1.9), ylim=(-depth - 0.6, 0.5))
    axes.axis("off")


def census(figure: Figure, counts: Sequence[Sequence[int]]) -> None:
    """Draw how many classes have each dimension (rows, from 1 on) and each largest k (columns, from 0 on)."""
    axes = figure.add_subplot()
    for row, values in enumerate(counts):
        for column, value in enumerate(values):
            last = row + column + 1 == len(counts)
            axes.text(column, row, f"{value:,}" if value else "·", fontsize=11, ha="center", va="center",
                      color="white" if last else BLACK)
            if last:
                axes.add_patch(_square(column, row))
    axes.set_xticks(range(len(counts[0])), [str(k) for k in range(len(counts[0]))])
    axes.set_yticks(range(len(counts)), [str(d + 1) for d in range(len(counts))])
    axes.set(xlim=(-0.5, len(counts[0]) - 0.5), ylim=(len(counts) - 0.5, -0.5),
             xlabel="largest k", ylabel="Littlestone dimension")
    axes.grid(visible=False)
    axes.tick_params(length=0)


def _square(column: float, row: float) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((column - 0.48, row - 0.46), 0.96, 0.92, color=BLUE, zorder=0)


def ratios(figure: Figure, classes: Sequence[int], values: Mapping[str, Sequence[float]], limit: float) -> None:
    """Draw bounds divided by ``k d log2 k`` against the number k of classes, below the constant that is enough.

    Parameters
    ----------
    classes : sequence of int
    values : mapping from a name to a value for each number of classes
    limit : float
    """
    axes = figure.add_subplot()
    axes.axhline(limit, color=BLACK, linestyle="--", linewidth=1, label=f"{limit:.3f}")
    for number, (name, found) in enumerate(values.items()):
        axes.plot(classes, found, marker=MARKERS[number], color=COLOURS[number], label=name)
    axes.set_xscale("log", base=2)
    axes.set_xticks(list(classes), [str(k) for k in classes])
    axes.minorticks_off()
    axes.set(xlabel="classes k", ylabel="bound / (k d log k)", ylim=(0, limit + 0.6))
    axes.legend(fontsize=9, ncols=2)


def powers(figure: Figure, dimensions: Sequence[int], stated: Sequence[int], digits: Sequence[int]) -> None:
    """Draw the stated threshold dimension and how many points digits can tell apart, on a logarithmic axis."""
    axes = figure.add_subplot()
    axes.step(dimensions, stated, where="post", color=ORANGE, label="2^floor(d/5), stated")
    axes.plot(dimensions, digits, color=BLUE, label="d^2, two digits")
    axes.set_yscale("log")
    axes.set(xlabel="threshold dimension d of the three classes", ylabel="of the composition")
    axes.legend(fontsize=9)
