"""Figures of replicability: how often readers with shared randomness differ, by distance and by number of rows.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def by_distance(figure: Figure, pairs: Sequence[tuple[float, float]], bound: Sequence[tuple[float, float]]) -> None:
    """Draw the probability that two readers differ against the distance of their laws, below its bound.

    Parameters
    ----------
    pairs : sequence of (distance, probability)
        One for each pair of laws.
    bound : sequence of (distance, bound)
        A curve.
    """
    axes = figure.add_subplot()
    axes.plot(*zip(*bound, strict=True), color=BLACK, label="2 TV / (1 + TV)")
    axes.plot((0, 1), (0, 1), "--", color=BLUE, label="TV: no less is possible")
    axes.plot(*zip(*pairs, strict=True), "o", markersize=3, color=ORANGE, label="pairs of laws")
    axes.set(xlabel="total variation distance of the laws", ylabel="probability of different outcomes")
    axes.legend(loc="lower right", fontsize=9)


def by_rows(figure: Figure, rows: Sequence[int], curves: Mapping[str, Sequence[float]]) -> None:
    """Draw probabilities that two runs differ against the number of rows of each sample, on a logarithmic axis."""
    axes = figure.add_subplot()
    for k, (name, values) in enumerate(curves.items()):
        axes.plot(rows, values, marker=MARKERS[k], color=COLOURS[k], label=name)
    axes.set_xscale("log", base=2)
    axes.set_xticks(list(rows), [str(n) for n in rows])
    axes.minorticks_off()
    axes.set(xlabel="rows of each sample", ylabel="probability of different outputs", ylim=(0, None))
    axes.legend(fontsize=9)
