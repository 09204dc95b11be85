"""Figures of the lower bounds: minimality intervals, success against rows, rows against d.

Every function draws plain numbers on the figure it is given and computes nothing but logarithms for axes.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.log_axes import loglog
from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED

Numbers = Sequence[float]


def minimality_intervals(figure: Figure, intervals: Mapping[str, tuple[float, float]]) -> None:
    """Draw one half-open interval of alpha for each class, from the top down.

    Parameters
    ----------
    figure : Figure
    intervals : mapping name -> (low, high)
        Empty intervals (low >= high) are marked by a cross.
    """
    axes = figure.add_subplot()
    for k, (low, high) in enumerate(intervals.values()):
        if low < high:
            axes.plot([low, high], [k, k], color=BLUE, linewidth=4, solid_capstyle="butt")
            axes.plot([low], [k], "o", color=BLUE, markersize=7)
            axes.plot([high], [k], "o", color=BLUE, markerfacecolor="white", markersize=7)
        else:
            axes.plot([low], [k], "x", color=RED, markersize=9, markeredgewidth=2)
    axes.set_yticks(range(len(intervals)), list(intervals))
    axes.invert_yaxis()
    axes.set_xlim(-0.04, 1.04)
    axes.set_xlabel("alpha")


def success_curves(figure: Figure, rows: Numbers, curves: Mapping[str, Numbers],
                   dots: Mapping[str, tuple[Numbers, Numbers]]) -> None:
    """Draw success against the number of rows: lines for closed forms, dots for other computations.

    Parameters
    ----------
    figure : Figure
    rows : sequence
        Common abscissae of the lines.
    curves : mapping label -> successes
    dots : mapping label -> (rows, successes)
    """
    axes = figure.add_subplot()
    for (label, values), colour in zip(curves.items(), (BLUE, ORANGE, GREEN, PURPLE), strict=False):
        axes.plot(rows, values, color=colour, label=label)
    for (label, (abscissae, values)), (marker, colour) in zip(
            dots.items(), (("o", BLACK), ("^", RED), ("s", GREEN)), strict=False):
        axes.plot(abscissae, values, marker, color=colour, label=label)
    axes.set_ylim(0, 1.02)
    axes.set(xlabel="rows m", ylabel="success on every hard database")
    axes.legend(loc="lower right")


def rows_needed(figure: Figure, dimensions: Numbers, lines: Mapping[str, Sequence[float | None]]) -> None:
    """Draw numbers of rows against d on logarithmic axes; ``None`` leaves a point out.

    Parameters
    ----------
    figure : Figure
    dimensions : sequence of d
    lines : mapping label -> rows, from the top down
    """
    axes = figure.add_subplot()
    styles = ((RED, "^"), (BLACK, "o"), (BLUE, "s"), (GREEN, "D"))
    for (label, values), (colour, marker) in zip(lines.items(), styles, strict=False):
        known = [(d, value) for d, value in zip(dimensions, values, strict=True) if value is not None]
        loglog(axes, [d for d, _ in known], [value for _, value in known], color=colour, marker=marker, label=label)
    axes.set_xticks(list(dimensions), [str(d) for d in dimensions])
    axes.minorticks_off()
    axes.set(xlabel="d (the class has 2^d points)", ylabel="rows")
    axes.legend()


def failure_curves(figure: Figure, rows: Numbers, curves: Mapping[str, Numbers], beta: float,
                   excluded: tuple[float, float] | None) -> None:
    """Draw failure against rows, the line beta, and the rows that the printed inequality excludes.

    Parameters
    ----------
    figure : Figure
    rows : sequence
    curves : mapping label -> failures
    beta : float
    excluded : (first, last), optional
    """
    axes = figure.add_subplot()
    for (label, values), colour in zip(curves.items(), (BLACK, RED), strict=False):
        axes.plot(rows, values, color=colour, label=label)
    axes.axhline(beta, color=GREEN, linestyle="--", linewidth=1.2, label="beta")
    if excluded is not None:
        axes.axvspan(*excluded, color=BLUE, alpha=0.18, label="excluded by the printed inequality")
    axes.set_ylim(0, 1.02)
    axes.set(xlabel="rows m", ylabel="failure")
    figure.legend(loc="outside upper center", ncols=2, fontsize=9)
