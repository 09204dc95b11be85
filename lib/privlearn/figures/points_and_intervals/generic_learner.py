"""Figures of the generic learner and of representing classes: planes, tables, laws, failure and size curves.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

import math
from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.log_axes import loglog
from privlearn.figures.points_and_intervals.representing_classes import incidence_table
from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED, SKY

Numbers = Sequence[float]

FANO = {(1, 0, 0): (0.0, 1.0), (0, 1, 0): (-0.866, -0.5), (0, 0, 1): (0.866, -0.5), (1, 1, 0): (-0.433, 0.25),
        (0, 1, 1): (0.0, -0.5), (1, 0, 1): (0.433, 0.25), (1, 1, 1): (0.0, 0.0)}


def fano_plane(figure: Figure, masses: Mapping[tuple[int, int, int], float], target: tuple[int, int, int]) -> None:
    """Draw the plane of order 2: six lines and a circle; the area of a disc is the mass of its point.

    Parameters
    ----------
    figure : Figure
    masses : mapping (x, y, z) -> mass
        The seven non-zero vectors over the field of two elements.
    target : (x, y, z)
        Marked by a ring.
    """
    axes = figure.add_subplot()
    corners, middles = [(1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    ends = [(corners[i], corners[j]) for i, j in ((0, 1), (0, 2), (1, 2))] + list(zip(corners, middles, strict=True))
    for left, right in ends:
        axes.plot(*zip(FANO[left], FANO[right], strict=True), color=SKY, zorder=1)
    angles = [k * math.pi / 60 for k in range(121)]
    axes.plot([0.5 * math.cos(a) for a in angles], [0.5 * math.sin(a) for a in angles], color=SKY, zorder=1)
    for vector, (x, y) in FANO.items():
        mass = masses[vector]
        axes.scatter([x], [y], s=80 + 2000 * mass, color=BLUE if mass else "white", edgecolors=BLUE, zorder=2)
        axes.annotate("".join(map(str, vector)), (x, y), (8, 12), textcoords="offset points", zorder=3)
    ring_x, ring_y = FANO[target]
    axes.scatter([ring_x], [ring_y], s=420, color="none", edgecolors=RED, linewidths=2, zorder=4)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.margins(0.15)


def solved_game(figure: Figure, rows: Sequence[Sequence[int]], mixture: Sequence[object],
                distribution: Sequence[object], target: int) -> None:
    """Draw hypotheses as rows of a table, the target's column framed, with the weights of both sides of the game.

    Parameters
    ----------
    figure : Figure
    rows : sequence of sequences of bits
    mixture : one weight for each row
    distribution : one weight for each point
    target : int
    """
    incidence_table(figure, rows, (target,), lines=True)
    axes = figure.axes[0]
    axes.set_yticks(range(len(rows)), [f"{weight}" for weight in mixture])
    axes.set_xticks(range(len(rows[0])), [f"{x}\n{weight}" for x, weight in enumerate(distribution)])
    axes.set(xlabel="point, and its mass in the distribution", ylabel="weight in the mixture")


def failure_curves(figure: Figure, rows: Numbers, failures: Mapping[str, Numbers], bounds: Mapping[str, Numbers],
                   beta: float, names: tuple[str, str] = ("beta", "rows m")) -> None:
    """Draw failure probabilities (solid) and bounds on them (dashed, same colours) against rows, on logarithmic axes.

    Parameters
    ----------
    figure : Figure
    rows : sequence
        Common abscissae; a shorter list of failures stops early.
    failures, bounds : mapping label -> values
        In the same order.
    beta : float
        Marked by a horizontal line.
    names : (str, str)
        Of that line and of the horizontal axis.
    """
    axes = figure.add_subplot()
    for (label, values), colour in zip(failures.items(), COLOURS, strict=False):
        loglog(axes, rows[: len(values)], values, color=colour, label=label)
    for (label, values), colour in zip(bounds.items(), COLOURS, strict=False):
        loglog(axes, rows, values, "--", color=colour, label=label)
    axes.axhline(beta, color=BLACK, linewidth=1, linestyle=":")
    axes.annotate(names[0], (rows[0], beta), va="bottom")
    axes.set_ylim(1e-4, 2)
    axes.set(xlabel=names[1], ylabel="failure")
    axes.legend(fontsize=9, loc="lower left")


def paired_bars(figure: Figure, names: Sequence[str], series: Mapping[str, Numbers], title: str = "") -> None:
    """Draw one group of bars for each outcome, one bar for each of at most three laws.

    Parameters
    ----------
    figure : Figure
    names : sequence of str
        Outcomes.
    series : mapping label -> probabilities
    title : str
    """
    axes = figure.add_subplot()
    width = 0.8 / len(series)
    for k, ((label, values), colour) in enumerate(zip(series.items(), (BLUE, ORANGE, GREEN), strict=False)):
        axes.bar([i + (k - (len(series) - 1) / 2) * width for i in range(len(names))], values, width, color=colour,
                 label=label, hatch="//" if k else None, edgecolor="white")
    axes.axhline(0, color=BLACK, linewidth=1)
    axes.set_xticks(range(len(names)), list(names))
    axes.set(xlabel="output: the point function of", ylabel="probability")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)


def sizes_against(figure: Figure, abscissae: Sequence[int], lines: Mapping[str, Sequence[float]], label: str,
                  title: str = "") -> None:
    """Draw numbers of hypotheses against d or T, one marked line each.

    Parameters
    ----------
    figure : Figure
    abscissae : sequence of int
    lines : mapping label -> numbers of hypotheses
    label : str
        Of the horizontal axis.
    title : str
    """
    axes = figure.add_subplot()
    styles = zip((BLACK, ORANGE, BLUE, GREEN, RED), MARKERS, (":", "--", "-", "-.", "-"), strict=False)
    for (name, values), (colour, marker, dash) in zip(lines.items(), styles, strict=False):
        axes.plot(abscissae, values, dash, color=colour, marker=marker, label=name)
    axes.set(xticks=list(abscissae), xlabel=label, ylabel="hypotheses")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)
