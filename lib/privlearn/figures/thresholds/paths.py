"""Figures of paths: the trees of neighbouring databases, probabilities of paths, the bound and the maximum."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, COLOURS, MARKERS
from privlearn.figures.thresholds.tree_log import Node, draw_tree


def neighbour_trees(figure: Figure, bits: int, trees: Sequence[tuple[Mapping[Node, int], Sequence[Node], str]]) -> None:
    """Draw trees side by side, each ``(weights, path, title)``."""
    for axes, (weights, path, title) in zip(figure.subplots(1, len(trees), squeeze=False)[0], trees, strict=True):
        draw_tree(axes, bits, weights, path, title)


def sorted_probabilities(figure: Figure, groups: Mapping[str, Sequence[float]], threshold: float) -> None:
    """Draw the probabilities of paths, largest first, with the threshold of weak ones.

    Parameters
    ----------
    figure : Figure
    groups : mapping label -> probabilities
    threshold : float
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(groups.items(), COLOURS, MARKERS, strict=False):
        ordered = sorted(values, reverse=True)
        axes.plot(range(1, len(ordered) + 1), ordered, marker=marker, color=colour, label=label)
    axes.axhline(threshold, color=BLACK, linestyle=":", label="threshold")
    axes.set(yscale="decades", xlabel="paths, likeliest first", ylabel="probability")
    axes.legend(fontsize=9)


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
