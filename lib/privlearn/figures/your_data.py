"""Pictures of the page for data of one's own."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import MARKERS


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
