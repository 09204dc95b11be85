"""Pictures of the introduction to closure: raw labels against relabelled ones, and three ways to grow."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED


def failures(figure: Figure, values: Mapping[str, tuple[float, float]], *,
             xlabel: str = "labels of the interval on three points",
             ylabel: str = "probability of a wrong answer") -> None:
    """Draw for each target how likely two learners are to fail, the first without and the second with relabelling.

    Parameters
    ----------
    figure : Figure
    values : mapping target -> (failure without, failure with relabelling)
    xlabel, ylabel : str
        For something else than failures of targets.
    """
    axes = figure.subplots()
    places = range(len(values))
    for which, (colour, hatch, label) in enumerate(((ORANGE, "//", "labels as they are"), (BLUE, "", "relabelled"))):
        axes.bar([p + 0.4 * which - 0.2 for p in places], [pair[which] for pair in values.values()], 0.38,
                 color=colour, hatch=hatch, edgecolor="white", label=label)
    axes.set_xticks(list(places), list(values), family="monospace")
    axes.set(xlabel=xlabel, ylabel=ylabel)
    axes.set_ylim(0, 1)
    axes.legend(fontsize=9, loc="upper center", bbox_to_anchor=(0.5, 1.2), ncols=2)
    axes.grid(axis="x", visible=False)


def growth(figure: Figure, dimensions: Sequence[int], iterated: Sequence[int]) -> None:
    """Draw ``log* d``, ``d^5`` and ``2^d`` against d, both axes logarithmic.

    Parameters
    ----------
    figure : Figure
    dimensions, iterated : sequences of int
        d and ``log* d``.
    """
    axes = figure.subplots()
    top = 1e9
    axes.plot(dimensions, iterated, "o-", color=BLUE, label="log* d")
    for power, line, colour, label in ((lambda d: d**5, "^--", GREEN, "d^5"), (lambda d: 2**d, "s-", RED, "2^d")):
        small = [d for d in dimensions if power(d) <= top]
        axes.plot(small, [power(d) for d in small], line, color=colour, label=label)
    axes.set_xscale("decades", base=2)
    axes.set_yscale("decades")
    axes.set_ylim(0.5, top)
    axes.set(xlabel="Littlestone dimension d", ylabel="rows, up to factors")
    axes.legend(fontsize=9, loc="upper right")


def least_failures(figure: Figure, rows: Sequence[int], curves: Mapping[str, Sequence[float]]) -> None:
    """Draw the least failure of any private learner against the number of rows, one curve for each class."""
    axes = figure.subplots()
    for (name, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(rows, values, marker + "-", color=colour, label=name)
    axes.set(xticks=list(rows), xlabel="rows", ylabel="least failure")
    axes.set_ylim(0, 0.8)
    axes.legend(fontsize=9)
