"""Figures of the keyed learner: advantages, hidden points, privacy.

Every function draws plain numbers on the figure it is given.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from privlearn.figures.style import BLACK, BLUE, GREEN, MARKERS, ORANGE, PURPLE, RED

Numbers = Sequence[float]


def advantages(figure: Figure, curves: Mapping[str, Numbers]) -> None:
    """Draw the best advantage against the number of queries, from 0 queries on.

    Parameters
    ----------
    figure : Figure
    curves : mapping label -> advantages with 0, 1, 2, ... queries
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(
            curves.items(), (BLUE, GREEN, RED, ORANGE, PURPLE), MARKERS, strict=False):
        axes.plot(range(len(values)), values, marker + "-", color=colour, label=label)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="queries", ylabel="advantage of the best distinguisher")
    axes.legend()


def squares(figure: Figure, tables: Mapping[str, Sequence[int]], side: int, ringed: int) -> None:
    """Draw truth tables as squares of ``side * side`` cells, ones dark, with one point ringed.

    Parameters
    ----------
    figure : Figure
    tables : mapping title -> ``side * side`` bits, point 0 first, row by row
    side : int
    ringed : int
        Number of the point to ring.
    """
    for axes, (title, bits) in zip(figure.subplots(1, len(tables)), tables.items(), strict=True):
        axes.imshow([list(bits[k * side:(k + 1) * side]) for k in range(side)], cmap="Greys", vmin=0, vmax=1.3)
        axes.plot([ringed % side], [ringed // side], "o", color=RED, markersize=9, markerfacecolor="none",
                  markeredgewidth=2)
        axes.set_title(title, fontsize=11)
        axes.set(xticks=[], yticks=[])
        axes.grid(False)


def ratio_against_marginal(figure: Figure, curve: tuple[Numbers, Numbers], found: Mapping[str, tuple[float, float]],
                           limits: Mapping[str, float]) -> None:
    """Draw the privacy ratio at a key against the least share of keys that are 1 at a point.

    Parameters
    ----------
    figure : Figure
    curve : (shares, ratios)
    found : mapping label -> (share, ratio)
        Audited families.
    limits : mapping label -> ratio
        Horizontal lines.
    """
    axes = figure.add_subplot()
    axes.plot(*curve, color=BLUE, label="closed form")
    for (label, place), marker, colour in zip(found.items(), MARKERS, (GREEN, ORANGE, RED, PURPLE), strict=False):
        axes.plot([place[0]], [place[1]], marker, color=colour, markersize=8, label=label, zorder=3)
    for label, height in limits.items():
        axes.axhline(height, color=BLACK, linewidth=1, linestyle="--")
        axes.text(min(curve[0]), height, label, va="top")
    axes.set_xscale("decades", base=2)
    axes.set(xlabel="least share of keys that are 1 at a point", ylabel="worst ratio at a key")
    axes.legend(loc="upper right", bbox_to_anchor=(1, 1))
