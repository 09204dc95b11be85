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


def two_laws(figure: Figure, laws: Mapping[str, Mapping[int, float]], title: str) -> None:
    """Draw laws on integers side by side as bars, on a logarithmic axis.

    Parameters
    ----------
    figure : Figure
    laws : mapping label -> (outcome -> probability)
    title : str
    """
    axes, width = figure.add_subplot(), 0.8 / len(laws)
    for k, ((label, law), colour) in enumerate(zip(laws.items(), (BLUE, ORANGE, RED), strict=False)):
        places = [o + (k - (len(laws) - 1) / 2) * width for o in law]
        axes.bar(places, list(law.values()), width, color=colour, label=label)
    axes.set_yscale("decades")
    axes.set(xlabel="outcome", ylabel="probability", title=title)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncol=len(laws))


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
