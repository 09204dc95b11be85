"""Pictures of the page for data of one's own."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, MARKERS, ORANGE


def releases_within_a_budget(figure: Figure, costs: Sequence[float], found: Mapping[str, Sequence[int]]) -> None:
    """Draw, for each rule, how many releases a budget allows against the cost of each.

    Parameters
    ----------
    figure : Figure
    costs : sequence of float
        Epsilon of each release.
    found : mapping
        Rule -> as many numbers of releases.
    """
    axes = figure.subplots()
    for (rule, numbers), marker in zip(found.items(), MARKERS, strict=False):
        axes.plot(costs, numbers, marker=marker, label=rule, markerfacecolor="none" if marker == MARKERS[3] else None)
    axes.set(xscale="log", yscale="log", xlabel="epsilon of each release", ylabel="releases in the budget")
    axes.legend(fontsize=9)


def laws_of_medians(figure: Figure, columns: Mapping[str, Sequence[int]], laws: Sequence[Mapping[int, Fraction]],
                    window: range) -> None:
    """Draw two columns as dots, those of some ranks filled, and below them the law of a median of each as bars.

    Parameters
    ----------
    figure : Figure
    columns : mapping name -> numbers
        Two.
    laws : two mappings number -> probability
    window : range
        The ranks, from 0, of the rows that are filled.
    """
    above, axes = figure.subplots(2, 1, sharex=True, height_ratios=(2, 5))
    for line, colour, (name, column), law in zip((1, 0), (BLUE, ORANGE), columns.items(), laws, strict=True):
        rows = sorted(column)
        for rank, row in enumerate(rows):
            place = row + 0.17 * (rank - rows.index(row) - (rows.count(row) - 1) / 2)
            above.plot(place, line, "o", color=colour, markerfacecolor=colour if rank in window else "white")
        shift = 0.4 * (0.5 - line)
        axes.bar([k + shift for k in sorted(law)], [float(law[k]) for k in sorted(law)], width=0.4, color=colour,
                 label=name)
    above.set(yticks=(1, 0), yticklabels=list(columns), ylim=(-0.7, 1.7))
    above.spines["bottom"].set_visible(False)
    above.tick_params(bottom=False)
    axes.set(xlabel="answer", ylabel="probability", xticks=sorted(set().union(*laws)))
    for part in (above, axes):
        part.grid(False, axis="x")
