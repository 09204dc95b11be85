"""Figures of paths: the trees of neighbouring databases, probabilities of paths, the bound and the maximum."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import COLOURS, MARKERS, RED
from privlearn.figures.thresholds.tree_log import Node, draw_tree


def neighbour_trees(figure: Figure, bits: int, trees: Sequence[tuple[Mapping[Node, int], Sequence[Node], str]]) -> None:
    """Draw trees side by side, each ``(weights, path, title)``."""
    for axes, (weights, path, title) in zip(figure.subplots(1, len(trees), squeeze=False)[0], trees, strict=True):
        draw_tree(axes, bits, weights, path, title)


def matched_ends(figure: Figure, bits: int,
                 trees: Mapping[str, tuple[Mapping[Node, int], Mapping[Node, int | None]]]) -> None:
    """Draw trees side by side with the ends of their paths; matching ends have the same colour, a cross has no match.

    Parameters
    ----------
    figure : Figure
    bits : int
    trees : mapping title -> (weights, end of a path -> number of its class, None if it is unmatched)
    """
    for axes, (title, (weights, ends)) in zip(figure.subplots(1, len(trees), squeeze=False)[0], trees.items(),
                                              strict=True):
        draw_tree(axes, bits, weights, (), title)
        for (depth, prefix), number in ends.items():
            middle = (prefix + 0.5) * 2 ** (bits - depth) - 0.5
            if number is None:
                axes.plot([middle], [depth], "X", color=RED, markersize=18, zorder=2)
            else:
                axes.plot([middle], [depth], "s", color=COLOURS[number % len(COLOURS)], markersize=18, zorder=2,
                          markerfacecolor="none", markeredgewidth=2.5)


def bound_and_maximum(figure: Figure, stops: Sequence[int], found: Mapping[str, Sequence[float]],
                      bounds: Mapping[str, Sequence[float]]) -> None:
    """Draw largest probabilities found (marks) and their bounds (lines) against the stopping weight.

    Parameters
    ----------
    figure : Figure
    stops : sequence of int
    found, bounds : mappings label -> values
    """
    axes = figure.add_subplot()
    for (label, values), colour in zip(bounds.items(), COLOURS, strict=False):
        axes.plot(stops, values, "--", color=colour, label=f"bound, {label}")
    for (label, values), colour, marker in zip(found.items(), COLOURS, MARKERS, strict=False):
        axes.plot(stops, values, marker, color=colour, label=f"found, {label}", markersize=8)
    axes.set(xticks=list(stops), yscale="decades", xlabel="stopping weight t", ylabel="probability")
    axes.legend(fontsize=9)
