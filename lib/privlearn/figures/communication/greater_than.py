"""Figures of the page on greater-than: dimensions against bits, values against messages, product distributions."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.communication.one_way_protocols import draw_cells
from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def dimensions_against_bits(figure: Figure, curves: Mapping[str, Mapping[int, float]]) -> None:
    """Draw dimensions and complexities of the thresholds against the number of bits b."""
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(list(values), list(values.values()), color=colour, marker=marker, label=label)
    axes.set_xticks(sorted({b for values in curves.values() for b in values}))
    axes.set_ylim(bottom=0)
    axes.set(xlabel="bits b", ylabel="dimension, or bits of communication")
    axes.legend(fontsize=9)


def bits_against_error(figure: Figure, points: Sequence[tuple[float, float]], bound: Sequence[tuple[float, float]],
                       title: str = "") -> None:
    """Draw (least error, bits) of the optimal protocols, and the lower bound on the bits as a curve."""
    axes = figure.add_subplot()
    axes.plot(*zip(*bound, strict=True), color=RED, linestyle="--", label="lower bound (1 - H(error)) b")
    axes.plot(*zip(*points, strict=True), color=BLUE, marker="o", linestyle="none", label="optimal protocols, log k")
    axes.set_xlim(-0.02, 0.52)
    axes.set_ylim(-0.1, 3.2)
    axes.set(xlabel="error", ylabel="bits", title=title)
    axes.legend()


def two_distributions(figure: Figure, left: Sequence[Numbers], right: Sequence[Numbers],
                      concepts: Sequence[Sequence[int]], titles: tuple[str, str]) -> None:
    """Draw two distributions on cells one above the other, each on its own scale."""
    for axes, masses, title in zip(figure.subplots(2, 1), (left, right), titles, strict=True):
        draw_cells(axes, masses, concepts)
        axes.set_title(title)


def mean_distances(figure: Figure, levels: Numbers, curves: Mapping[str, Numbers], mean: Numbers) -> None:
    """Draw the distance of a level to the nearer threshold for each pair, and the mean of the pairs."""
    axes = figure.add_subplot()
    for (label, distances), colour in zip(curves.items(), (ORANGE, GREEN), strict=False):
        axes.plot(levels, distances, color=colour, linewidth=1.4, label=label)
    axes.plot(levels, mean, color=BLACK, linewidth=2.4, label="mean: 1/6 everywhere")
    axes.set_ylim(0, 0.52)
    axes.set(xlabel="level of Alice's threshold: the mass below it", ylabel="distance to the nearer one")
    axes.legend(loc="upper center", fontsize=9)
