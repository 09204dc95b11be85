"""Figures of known distributions: what covers of a size reach, and the failure of the learner.

The labels have FX15's letters: epsilon for the error.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.communication.representation_dimensions import Numbers
from privlearn.figures.style import BLACK, BLUE, MARKERS, ORANGE, RED


def covered_against_size(figure: Figure, points: Mapping[str, Sequence[tuple[float, float]]]) -> None:
    """Draw the sizes k against N (1 - w), with the diagonal below which no point can lie.

    Parameters
    ----------
    figure : Figure
    points : mapping label -> pairs (N (1 - w), k)
        At most three series.
    """
    axes = figure.add_subplot()
    top = max(value for pairs in points.values() for pair in pairs for value in pair)
    axes.plot([0, top], [0, top], color=BLACK, linewidth=1, linestyle=":", label="k = N (1 - w)")
    for (label, pairs), colour, marker in zip(points.items(), (BLUE, ORANGE, RED), MARKERS, strict=False):
        axes.plot(*zip(*pairs, strict=True), linestyle="none", marker=marker, color=colour, label=label, alpha=0.7)
    axes.set(xlabel="N (1 - w): cover times chance to be covered", ylabel="hypotheses k")
    axes.set_yticks(range(1, round(top) + 1))
    axes.legend(fontsize=9)


def failure_and_bound(figure: Figure, rows: Sequence[int], panels: Mapping[str, tuple[Numbers, Numbers]],
                      beta: float) -> None:
    """Draw, in each panel, the least failure of all learners and the lower bound on it against the number of rows.

    Parameters
    ----------
    figure : Figure
    rows : sequence of int
    panels : mapping title -> (least failures, bounds)
    beta : float
        The allowed failure, a horizontal line.
    """
    drawn = figure.subplots(1, len(panels), sharey=True)
    for axes, (title, (best, bound)) in zip(drawn, panels.items(), strict=True):
        axes.plot(rows, best, "o-", color=BLUE, label="best label-private learner")
        axes.plot(rows, bound, "s--", color=ORANGE, label="packing bound")
        axes.axhline(beta, color=BLACK, linestyle=":", linewidth=1, label="allowed")
        axes.set(xticks=list(rows), xlabel="rows n", ylim=(0, 1))
        axes.set_title(title, fontsize=11)
    drawn[0].set_ylabel("failure")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=9)
