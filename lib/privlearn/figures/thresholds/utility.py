"""Figures of TreeLog's utility: scores on a number line, levels at the base, failure against the number of rows.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def base_law(figure: Figure, probabilities: Sequence[float], inside: Sequence[int], title: str = "") -> None:
    """Draw the law of the level that the base answers, on a logarithmic scale; interior levels are marked.

    Parameters
    ----------
    figure : Figure
    probabilities : sequence of positive float
        Entry y is the probability of level y.
    inside : sequence of int
        The interior levels.
    title : str
    """
    axes = figure.add_subplot()
    outside = [y for y in range(len(probabilities)) if y not in inside]
    for levels, colour, marker, label in ((outside, BLUE, "o", "other levels"),
                                          (inside, ORANGE, "^", "interior levels")):
        axes.plot(levels, [probabilities[y] for y in levels], marker, color=colour, label=label)
    axes.set_yscale("decades")
    axes.set_ylim(min(probabilities) / 3, 1.5)
    axes.set(xlabel="level y", ylabel="probability")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", ncols=2, fontsize=10)


def failure_against_rows(figure: Figure, rows: Sequence[int], bound: Sequence[float],
                         families: Mapping[str, Sequence[float]], allowed: float) -> None:
    """Draw failure probabilities of several databases, and the bound, against the number of rows.

    Parameters
    ----------
    figure : Figure
    rows : sequence of int
    bound : sequence of float
    families : mapping name -> failure for each entry of ``rows``
    allowed : float
        A horizontal line.
    """
    axes = figure.add_subplot()
    axes.plot(rows, bound, "--", color=BLACK, label="bound for every database")
    for k, (name, values) in enumerate(families.items()):
        axes.plot(rows, values, color=COLOURS[k % 6], marker=MARKERS[k % 7], label=name)
    axes.axhline(allowed, color=BLACK, linewidth=0.8)
    axes.set(yscale="decades", xlabel="rows", ylabel="probability of failure")
    figure.legend(loc="outside lower center", ncols=2, fontsize=10)
