"""Figures of the preliminaries: ratios of neighbouring databases, group privacy, failure curves, tails and bounds.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

import math
from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.log_axes import semilogy
from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def ratio_heat_map(figure: Figure, size: int, ratios: Mapping[tuple[int, int], float], promise: float) -> None:
    """Draw the worst ratio of every ordered pair of neighbours as a square; other pairs stay blank.

    Parameters
    ----------
    figure : Figure
    size : int
        Number of databases.
    ratios : mapping (left, right) -> ratio above 0
        Numbers of the databases.
    promise : float
        The ratio at the end of the colour scale.
    """
    axes = figure.add_subplot()
    grid = [[math.log(ratios[i, j]) if (i, j) in ratios else math.nan for j in range(size)] for i in range(size)]
    image = axes.imshow(grid, cmap="viridis_r", vmin=0, vmax=math.log(promise))
    figure.colorbar(image, ax=axes, label="logarithm of the worst ratio (top: the promise)")
    axes.set(xlabel="number of the right database", ylabel="number of the left database")
    axes.grid(visible=False)


def pairs_of_laws(figure: Figure, pairs: Mapping[str, tuple[Mapping[int, float], Mapping[int, float]]]) -> None:
    """Draw pairs of laws on integers, one panel each with a common logarithmic axis, as bars side by side.

    Parameters
    ----------
    figure : Figure
    pairs : mapping title -> two mappings outcome -> probability
        The left and the right bars.
    """
    panels = figure.subplots(1, len(pairs), sharey=True, squeeze=False)[0]
    for axes, (title, laws) in zip(panels, pairs.items(), strict=True):
        for law, colour, shift in zip(laws, (BLUE, ORANGE), (-0.2, 0.2), strict=True):
            axes.bar([outcome + shift for outcome in law], list(map(float, law.values())), 0.4, color=colour)
        axes.set_yscale("decades")
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("outcome")
    panels[0].set_ylabel("probability")


def promise_and_fact(figure: Figure, promised: Numbers, audited: Mapping[str, Numbers]) -> None:
    """Draw audited ratios against promised ones; the diagonal is the promise.

    Parameters
    ----------
    figure : Figure
    promised : sequence
        Common abscissae.
    audited : mapping label -> values
    """
    axes = figure.add_subplot()
    axes.plot(promised, promised, color=RED, label="promised")
    for (label, values), colour, marker in zip(audited.items(), COLOURS, MARKERS, strict=False):
        axes.plot(promised, values, color=colour, marker=marker, label=label)
    axes.set(xlabel="promised ratio", ylabel="ratio")
    axes.legend()


def failure_and_bound(figure: Figure, rows: Numbers, failures: Mapping[str, Numbers], bound: float,
                      beta: float) -> None:
    """Draw failures against the sample size, the size that a theorem names (vertical) and beta (horizontal).

    Parameters
    ----------
    figure : Figure
    rows : sequence
        Common abscissae.
    failures : mapping label -> values
    bound, beta : float
    """
    axes = figure.add_subplot()
    for (label, values), colour in zip(failures.items(), COLOURS, strict=False):
        semilogy(axes, rows, values, color=colour, label=label)
    axes.axvline(bound, color=RED, linestyle="--", label="rows by the theorem")
    axes.axhline(beta, color=BLACK, linestyle=":", label="beta")
    axes.set(xlabel="rows", ylabel="failure")
    axes.legend()
