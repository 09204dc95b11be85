"""Figures of learning by a representation: bounds around the number of rows that is needed."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, RED


def bounds_around(figure: Figure, rows: Mapping[str, tuple[int, int, int]]) -> None:
    """Draw a lower bound, the exact number and an upper bound for each instance, on a logarithmic axis.

    Parameters
    ----------
    figure : Figure
    rows : mapping label -> (lower, exact, upper)
    """
    axes = figure.add_subplot()
    for k, (lower, exact, upper) in enumerate(rows.values()):
        axes.plot([lower, upper], [k, k], color=BLUE, linewidth=1.5)
        axes.plot([lower, upper], [k, k], "|", color=BLUE, markersize=12, label="explicit bounds" if not k else None)
        axes.plot([exact], [k], "D", color=RED, markersize=7, label="exact" if not k else None)
        axes.annotate(str(exact), (exact, k), (0, 7), textcoords="offset points", ha="center", fontsize=10)
    axes.set_xscale("decades")
    axes.set_yticks(range(len(rows)), list(rows))
    axes.set_ylim(len(rows) - 0.4, -0.8)
    axes.set_xlabel("examples n")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
