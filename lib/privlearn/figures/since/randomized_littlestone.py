"""Figures of the randomised Littlestone dimension: a weighted tree, predictions, pairs of dimensions, what errors cost.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, RED


def weighted_tree(figure: Figure, nested: Any, weights: Mapping[tuple[int, ...], str], point: Callable[[int], str],
                  leaf: Callable[[tuple[int, ...], int], str]) -> None:
    """Draw a tree ``(point, tree if 0, tree if 1)`` with a weight beside each edge, solid for 0 and dashed for 1.

    Parameters
    ----------
    figure : Figure
    nested : tree
        Leaves are numbers.
    weights : mapping from the path that ends with an edge to its text
    point : callable
        The text of an inner node.
    leaf : callable
        The text of a leaf, given the path to it and its number.
    """
    axes = figure.subplots()
    _draw(axes, nested, (), 0.0, weights, point, leaf)
    axes.set(xlim=(-0.7, _leaves(nested) - 0.3), ylim=(-_depth(nested) - 0.5, 0.5))
    axes.set_axis_off()


def _depth(nested: Any) -> int:
    return 1 + max(map(_depth, nested[1:])) if isinstance(nested, tuple) else 0


def _leaves(nested: Any) -> int:
    return _leaves(nested[1]) + _leaves(nested[2]) if isinstance(nested, tuple) else 1


def _middle(nested: Any, left: float) -> float:
    """Return where the root stands of a tree whose leaves stand one apart from ``left`` on."""
    if not isinstance(nested, tuple):
        return left
    return (_middle(nested[1], left) + _middle(nested[2], left + _leaves(nested[1]))) / 2


def _draw(axes: Axes, nested: Any, path: tuple[int, ...], left: float, weights: Mapping[tuple[int, ...], str],
          point: Callable[[int], str], leaf: Callable[[tuple[int, ...], int], str]) -> None:
    place, level = _middle(nested, left), -len(path)
    if not isinstance(nested, tuple):
        axes.text(place, level, leaf(path, nested), ha="center", va="center", fontsize=9,
                  bbox={"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": GREEN})
        return
    for label, start in enumerate((left, left + _leaves(nested[1]))):
        child = _middle(nested[1 + label], start)
        axes.plot([place, child], [level, level - 1], color=(BLUE, ORANGE)[label], linestyle=("-", "--")[label],
                  linewidth=1.6, zorder=1)
        axes.text((place + child) / 2, level - 0.5, weights[*path, label], fontsize=9, ha="center", va="center",
                  bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"})
        _draw(axes, nested[1 + label], (*path, label), start, weights, point, leaf)
    axes.text(place, level, point(nested[0]), ha="center", va="center", fontsize=10,
              bbox={"boxstyle": "circle,pad=0.3", "facecolor": "white", "edgecolor": BLACK})


def pairs(figure: Figure, counts: Mapping[tuple[int, float], int]) -> None:
    """Draw the pairs (Littlestone's dimension, the randomised one) between their two bounds, with numbers of classes.

    Parameters
    ----------
    figure : Figure
    counts : mapping from a pair to the number of classes that have it
    """
    axes = figure.subplots()
    most = max(depth for depth, _ in counts)
    for share, name, style in ((1.0, "RL = LDim", "--"), (0.5, "RL = LDim/2", ":")):
        axes.plot([0, most + 0.4], [0, share * (most + 0.4)], style, color=BLACK, linewidth=1, label=name)
    axes.plot(*zip(*counts, strict=True), "o", color=BLUE)
    for (depth, half), count in counts.items():
        axes.annotate(f"{count:,}", (depth, half), xytext=(7, 0), textcoords="offset points", fontsize=8, va="center")
    axes.set(xlabel="Littlestone's dimension", ylabel="randomised Littlestone dimension", xlim=(-0.2, most + 0.6),
             ylim=(-0.1, most / 2 + 0.2))
    axes.set_xticks(range(most + 1))
    axes.legend(loc="upper left", fontsize=9)


def predictions(figure: Figure, before: Sequence[float], asked: tuple[int, int] | None) -> None:
    """Draw the probability of predicting 1 at each point; at the point asked, how far it is from the label told.

    Parameters
    ----------
    figure : Figure
    before : sequence of float
        One for each point.
    asked : (point, label), optional
    """
    axes = figure.subplots()
    axes.bar(range(len(before)), before, width=0.5, color=BLUE, label="probability of predicting 1")
    if asked:
        axes.plot(asked[:1] * 2, [before[asked[0]], asked[1]], color=RED, linewidth=5, solid_capstyle="butt",
                  label="paid: the probability of an error")
        axes.plot(*asked, "o", color=BLACK, markersize=8, clip_on=False, label="the label told next")
    axes.set(xlabel="point", xlim=(-0.6, len(before) - 0.4), ylim=(0, 1))
    axes.set_xticks(range(len(before)))
    axes.legend(fontsize=9, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1), columnspacing=1)


def errors(figure: Figure, allowed: Sequence[int], without: Sequence[int], coins: Sequence[float], *,
           names: Sequence[str] = ("without coins: 2k + 1", "with coins: M*(2, k)", "the better expert: k",
                                   "errors k of the better of two experts")) -> None:
    """Draw what two experts, or a class, cost without and with coins, against how often the better one errs.

    Parameters
    ----------
    figure : Figure
    allowed : sequence of int
    without, coins : sequences of numbers
    names : four texts
        Of the three lines and the axis.
    """
    axes = figure.subplots()
    axes.plot(allowed, without, "s-", color=BLUE, label=names[0])
    axes.plot(allowed, coins, "o-", color=ORANGE, label=names[1])
    axes.plot(allowed, list(allowed), "--", color=BLACK, linewidth=1, label=names[2])
    axes.set(xlabel=names[3], ylabel="mistakes")
    if len(allowed) < 6:
        axes.set_xticks(list(allowed))
    axes.legend(fontsize=9)


def perfect(figure: Figure, counts: Sequence[int], logarithms: Sequence[float], predicting: Sequence[float],
            following: Sequence[float]) -> None:
    """Draw what n experts cost, one of them perfect: for those who predict any bit, and for those who follow one."""
    axes = figure.subplots()
    axes.plot(counts, following, "s-", color=RED, markersize=4, label="following: 1/2 + ... + 1/n")
    axes.plot(counts, logarithms, "--", color=BLACK, linewidth=1, label="log4 n")
    axes.plot(counts, predicting, "o-", color=ORANGE, markersize=4, label="predicting: M*(n)")
    axes.set(xlabel="experts n", ylabel="mistakes expected")
    axes.legend(fontsize=9)
