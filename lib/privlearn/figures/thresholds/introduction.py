"""Figures of the introduction to thresholds: failures, scores on a number line, rows against the size of the domain.

Every function draws plain numbers on the figure it is given and computes nothing but logarithms for axes.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.log_axes import semilogy
from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def failures_against_rows(figure: Figure, curves: Mapping[str, tuple[Numbers, Numbers]],
                          goal: float | None = None) -> None:
    """Draw failures against the number of rows, on a logarithmic vertical axis.

    Parameters
    ----------
    figure : Figure
    curves : mapping label -> (rows, failures)
        Later curves are drawn thinner, so that curves that coincide are all seen.
    goal : float, optional
        A dashed line.
    """
    axes = figure.add_subplot()
    for k, (label, (rows, failures)) in enumerate(curves.items()):
        semilogy(axes, rows, failures, color=COLOURS[k], linewidth=max(1.2, 6 - 2 * k), label=label)
    if goal is not None:
        axes.axhline(goal, color=BLACK, linestyle="--", linewidth=1.2)
    axes.set(xlabel="examples n", ylabel="probability of failure")
    axes.legend()


def scores_on_a_line(figure: Figure, database: Sequence[int], scores: Sequence[int], inside: tuple[int, int]) -> None:
    """Draw a multiset as stacked dots below, its interior points shaded, and the scores of all points as a staircase.

    Parameters
    ----------
    figure : Figure
    database : sequence of int
    scores : sequence of int
        One for each point ``0, 1, ...``.
    inside : (least, greatest)
        The interior points.
    """
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    above.stairs(scores, [k - 0.5 for k in range(len(scores) + 1)], color=BLUE, linewidth=2)
    above.set_ylabel("score")
    height: dict[int, int] = {}
    for x in sorted(database):
        height[x] = height.get(x, 0) + 1
        below.plot([x], [height[x]], "o", color=RED, markersize=7)
    below.set_ylim(0.2, max(height.values()) + 0.8)
    below.set(yticks=[], xlabel="points of the domain, one dot for each row")
    for axes in (above, below):
        axes.axvspan(inside[0] - 0.5, inside[1] + 0.5, color=GREEN, alpha=0.15)


def rows_against_bits(figure: Figure, lines: Mapping[str, tuple[Numbers, Numbers]],
                      dots: Mapping[str, tuple[Numbers, Numbers]], *, logarithmic: bool = False) -> None:
    """Draw numbers of rows against log2 of the domain's size: lines for formulas, dots for exact counts.

    Parameters
    ----------
    figure : Figure
    lines, dots : mapping label -> (bits, rows)
    logarithmic : bool
        On both axes.
    """
    axes = figure.add_subplot()
    for (label, (bits, rows)), colour in zip(lines.items(), (ORANGE, GREEN, BLACK), strict=False):
        axes.plot(bits, rows, color=colour, label=label)
    for (label, (bits, rows)), colour, marker in zip(dots.items(), (BLUE, RED, GREEN), MARKERS, strict=False):
        axes.plot(bits, rows, marker, linestyle="-" if logarithmic else "none", color=colour, label=label)
    if logarithmic:
        axes.set_xscale("decades", base=2)
        axes.set_yscale("decades")
    axes.set(xlabel="log2 of the number of points", ylabel="rows")
    axes.legend()


def errors_of_cuts(figure: Figure, runs: Sequence[tuple[float, float, int]], weights: Sequence[float]) -> None:
    """Draw the errors of all cuts as steps over log2 positions, and the probability of each run as bars.

    Parameters
    ----------
    figure : Figure
    runs : sequence of (left, right, errors)
    weights : sequence of float
        Probability of each run.
    """
    above, below = figure.subplots(1, 2)
    for k, (left, right, errors) in enumerate(runs):
        above.plot([left, right], [errors, errors], color=COLOURS[k % len(COLOURS)], linewidth=4)
    above.set(xlabel="position of the cut (share of the domain)", ylabel="errors")
    below.bar(range(len(weights)), weights, color=[COLOURS[k % len(COLOURS)] for k in range(len(weights))])
    below.set_xticks(range(len(weights)), [f"run {k + 1}" for k in range(len(weights))])
    below.set_ylim(0, 1)
    below.set_ylabel("probability")
