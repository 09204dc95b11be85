"""Figures of paths: the trees of neighbouring databases, probabilities of paths, the bound and the maximum."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import COLOURS, MARKERS
from privlearn.figures.thresholds.tree_log import Node, draw_tree


def neighbour_trees(figure: Figure, bits: int, trees: Sequence[tuple[Mapping[Node, int], Sequence[Node], str]]) -> None:
    """Draw trees side by side, each ``(weights, path, title)``."""
    for axes, (weights, path, title) in zip(figure.subplots(1, len(trees), squeeze=False)[0], trees, strict=True):
        draw_tree(axes, bits, weights, path, title)


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
