"""Figures of TreeLog's privacy: hockey sticks of whole runs, two ways of adding up, rows, and stable sizes.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE

DASHES: tuple[Any, ...] = ("-", "--", "-.", (0, (5, 1)))


def run_curves(figure: Figure, losses: Sequence[float], forward: Sequence[float], backward: Sequence[float],
               pure: float, bound: Sequence[tuple[float, float]], title: str = "", lowest: float = 1e-6) -> None:
    """Draw the largest hockey sticks of whole runs in both directions, and what is proved.

    Parameters
    ----------
    figure : Figure
    losses : sequence of float
        The horizontal axis: logarithms of the loss, in units of one step's epsilon.
    forward, backward : sequence of float
        From S to S + x and from S + x to S; values below ``lowest`` are cut off.
    pure : float
        The loss from which on the forward direction is proved to be 0.
    bound : sequence of (loss, delta)
        What is proved backward.
    title : str
    lowest : float
    """
    axes = figure.add_subplot()
    for values, colour, line, label in ((forward, BLUE, "-", "S against S + x, worst pair"),
                                        (backward, ORANGE, "--", "S + x against S, worst pair")):
        kept = [(loss, value) for loss, value in zip(losses, values, strict=True) if value >= lowest]
        if kept:
            axes.plot(*zip(*kept, strict=True), color=colour, linestyle=line, label=label)
    axes.plot([pure, pure], [lowest, 1], color=BLUE, linewidth=1, linestyle=":", label="proved: none beyond")
    axes.plot(*zip(*bound, strict=True), color=BLACK, linewidth=2.4, label="proved, S + x against S")
    axes.set_yscale("decades")
    axes.set_ylim(lowest, 1)
    axes.set(xlabel="loss / epsilon of a step", ylabel="hockey stick")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)


def two_accounts(figure: Figure, epsilons: Sequence[float], curves: Mapping[str, Sequence[float]],
                 title: str = "", lowest: float = 1e-12) -> None:
    """Draw the delta that several accounts prove, against epsilon.

    Parameters
    ----------
    figure : Figure
    epsilons : sequence of float
    curves : mapping name -> delta for each epsilon; values of 1 and more are not drawn
    title : str
    lowest : float
        The lower end of the vertical axis.
    """
    axes = figure.add_subplot()
    for (name, values), colour, line in zip(curves.items(), COLOURS, DASHES, strict=False):
        kept = [(epsilon, value) for epsilon, value in zip(epsilons, values, strict=True) if lowest <= value < 1]
        if kept:
            axes.plot(*zip(*kept, strict=True), color=colour, linestyle=line, label=name)
    axes.set_yscale("decades")
    axes.set_ylim(lowest, 1)
    axes.set_xlim(0, epsilons[-1])
    axes.set(xlabel="epsilon", ylabel="delta proved")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)


def rows_by_levels(figure: Figure, levels: Sequence[int], rows: Mapping[str, Sequence[int]],
                   powers: Mapping[str, float], title: str = "") -> None:
    """Draw the rows of plans against the number of levels, both logarithmic, each with a line of a given slope.

    Parameters
    ----------
    figure : Figure
    levels : sequence of int
    rows : mapping name -> rows for each number of levels
    powers : mapping name -> slope of the thin line through the last point
    title : str
    """
    axes = figure.add_subplot()
    for (name, counts), colour, marker in zip(rows.items(), COLOURS, MARKERS, strict=False):
        axes.plot(levels, counts, marker, color=colour, label=name)
        line = [counts[-1] * (n / levels[-1]) ** powers[name] for n in levels]
        axes.plot(levels, line, color=colour, linewidth=1, label=f"slope {powers[name]:g}")
    axes.set_xscale("decades", base=2)
    axes.set_yscale("decades")
    axes.set_xticks(list(levels), [str(n) for n in levels])
    axes.set(xlabel="levels N", ylabel="rows")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)
