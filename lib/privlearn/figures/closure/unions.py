"""Pictures of coloured trees and of ladders, for unions of two classes."""

from collections.abc import Collection, Sequence
from math import comb
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from privlearn.figures.style import BLACK, BLUE, ORANGE

COLOURS = (BLUE, ORANGE)


def coloured_tree(figure: Figure, depth: int, colours: Sequence[int], subtrees: Sequence[Any], title: str = "",
                  names: Sequence[str] = ()) -> None:
    """Draw the complete tree with coloured leaves and a highlighted subtree for each colour.

    Parameters
    ----------
    figure : Figure
    depth : int
    colours : sequence of 0 and 1, one for each leaf
    subtrees : for each colour nested ``(vertex, left, right)`` with leaf numbers at the end, or None
        Vertices are numbered 1, 2, ... by levels.
    title : str
    names : sequence of str, optional
        One for each vertex and, after them, for each leaf.
    """
    axes = figure.subplots()

    def place(number: int) -> tuple[float, int]:
        level = number.bit_length() - 1
        return (number - (1 << level) + 0.5) / (1 << level), -level

    for number in range(2, 2 << depth):
        axes.plot(*zip(place(number // 2), place(number), strict=True), color=BLACK, linewidth=0.6, zorder=1)
    for c, (colour, tree) in enumerate(zip(COLOURS, subtrees, strict=True)):
        _highlight(axes, tree, place, 1 << depth, colour, c)
    for leaf, c in enumerate(colours):
        axes.plot(*place((1 << depth) + leaf), "os"[c], color=COLOURS[c], markersize=9, zorder=4)
    for number, name in enumerate(names, 1):
        inner = number < 1 << depth
        axes.annotate(name, place(number), xytext=(0, 9 if inner else -16), textcoords="offset points", ha="center",
                      fontsize=9)
    axes.set_axis_off()
    axes.margins(0.04, 0.16 if names else 0.1)
    axes.set_title(title, fontsize=11)


def _highlight(axes: Any, tree: Any, place: Any, leaves: int, colour: str, shift: int) -> None:
    """Draw the vertices of a subtree and lines to the next ones; the two colours are drawn a little apart."""
    if not isinstance(tree, tuple):
        return
    offset = 0.05 * (2 * shift - 1)
    x, y = place(tree[0])
    for part in tree[1:]:
        a, b = place(part[0] if isinstance(part, tuple) else leaves + part)
        axes.plot([x, a], [y + offset, b + offset], color=colour, linewidth=2.6, linestyle=("-", "--")[shift], zorder=2)
        _highlight(axes, part, place, leaves, colour, shift)
    axes.plot([x], [y + offset], "os"[shift], color=colour, markersize=7, zorder=3)


def achievable(figure: Figure, depth: int, heights: Collection[tuple[int, int]], title: str = "") -> None:
    """Draw which pairs of heights occur, and the line ``x + y = depth - 1``."""
    axes = figure.subplots()
    axes.plot(*zip(*sorted(heights), strict=True), "o", color=BLUE, markersize=5, label="occurs")
    axes.plot([-1, depth], [depth, -1], color=ORANGE, linestyle="--", label=f"x + y = {depth - 1}")
    axes.set_aspect("equal")
    axes.set_xlim(-1.6, 12.6)
    axes.set_ylim(-1.6, 12.6)
    axes.set(xlabel="height x of a subtree of colour 0", ylabel="height y for colour 1")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside right upper", fontsize=9)


def two_ladders(figure: Figure, owners: Sequence[int], title: str = "") -> None:
    """Draw a staircase whose steps belong to the first (0) or the second (1) class."""
    axes = figure.subplots()
    steps = len(owners)
    for i, owner in enumerate(owners):
        axes.barh(i, steps - i, left=i, height=0.72, color=COLOURS[owner], hatch=("", "//")[owner], edgecolor="white",
                  label=f"class {owner + 1}" if i == list(owners).index(owner) else None)
    axes.invert_yaxis()
    axes.set(xlabel="point", ylabel="concept")
    axes.set_title(title, fontsize=11)
    axes.legend(loc="lower left", fontsize=9)


def layers(figure: Figure, points: int, first: int, second: int, title: str = "") -> None:
    """Draw the layers of the cube by number of ones, marking the two balls."""
    axes = figure.subplots()
    for ones in range(points + 1):
        owner = 0 if ones <= first else 1 if ones >= points - second else None
        axes.barh(ones, comb(points, ones), color="white" if owner is None else COLOURS[owner], edgecolor=BLACK,
                  hatch="//" if owner == 1 else "")
    axes.set_yticks(range(points + 1))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="functions", ylabel="number of ones")
    axes.set_title(title, fontsize=11)
