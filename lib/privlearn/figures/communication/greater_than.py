"""Figures of the page on greater-than: dimensions against bits, values against messages, product distributions."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.communication.one_way_protocols import draw_cells
from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED

Numbers = Sequence[float]
Pair = tuple[float, float]


def dimensions_against_bits(figure: Figure, curves: Mapping[str, Mapping[int, float]]) -> None:
    """Draw dimensions and complexities of the thresholds against the number of bits b."""
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(list(values), list(values.values()), color=colour, marker=marker, label=label)
    axes.set_xticks(sorted({b for values in curves.values() for b in values}))
    axes.set_ylim(bottom=0)
    axes.set(xlabel="bits b", ylabel="dimension, or bits")
    axes.legend(fontsize=9)


def bits_against_error(figure: Figure, panels: Mapping[str, tuple[Sequence[Pair], Sequence[Pair]]]) -> None:
    """Draw, in each panel, (least error, bits) of the optimal protocols, and the lower bound on the bits as a curve."""
    drawn = figure.subplots(1, len(panels), sharey=True)
    for axes, (title, (points, bound)) in zip(drawn, panels.items(), strict=True):
        axes.plot(*zip(*bound, strict=True), color=RED, linestyle="--", label="lower bound (1 - H(error)) b")
        axes.plot(*zip(*points, strict=True), color=BLUE, marker="o", linestyle="none", label="optimal protocols")
        axes.set(xlabel="error", title=title, xlim=(-0.03, 0.53))
    figure.axes[0].set(ylabel="bits: log k")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=9)


def two_distributions(figure: Figure, left: Sequence[Numbers], right: Sequence[Numbers],
                      concepts: Sequence[Sequence[int]], titles: tuple[str, str]) -> None:
    """Draw two distributions on cells side by side, each on its own scale."""
    for axes, masses, title in zip(figure.subplots(1, 2), (left, right), titles, strict=True):
        draw_cells(axes, masses, concepts)
        axes.get_legend().remove()
        axes.set_title(title, fontsize=11)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=9)


def mean_distances(figure: Figure, levels: Numbers, curves: Mapping[str, Numbers], mean: Numbers,
                   label: str = "mean: 1/6 everywhere") -> None:
    """Draw the distance of a level to the nearer threshold for each pair, and the mean of the pairs."""
    axes = figure.add_subplot()
    for (pair, distances), colour in zip(curves.items(), (ORANGE, GREEN), strict=False):
        axes.plot(levels, distances, color=colour, linewidth=1.4, label=pair)
    axes.plot(levels, mean, color=BLACK, linewidth=2.4, label=label)
    axes.set_ylim(0, max(0.52, 1.5 * max(mean)))
    axes.set(xlabel="level of Alice's threshold: the mass below it", ylabel="distance to the nearer one")
    axes.legend(loc="upper center", fontsize=9)
