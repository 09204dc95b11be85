"""Figures of small classes for points: petals of a plane, histograms of multiplicities, rows against d.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from privlearn.figures.log_axes import loglog
from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, ORANGE, PURPLE, RED, SKY

PETALS = (BLUE, ORANGE, GREEN, PURPLE, SKY, RED)


def petals(figure: Figure, rows: Sequence[Sequence[int]], target: int, title: str = "") -> None:
    """Draw the sets through a point as rows of a table, each in a colour of its own, the common point framed.

    Parameters
    ----------
    figure : Figure
    rows : sequence of sequences of bits
        The sets that contain the target.
    target : int
        Column of the common point.
    title : str
    """
    axes = figure.add_subplot()
    colours = ["white", *(PETALS[i % len(PETALS)] for i in range(len(rows)))]
    axes.imshow([[(i + 1) * bit for bit in row] for i, row in enumerate(rows)], cmap=ListedColormap(colours),
                vmin=0, vmax=len(rows), aspect="auto", interpolation="nearest")
    left, right, low, high = target - 0.5, target + 0.5, -0.5, len(rows) - 0.5
    axes.plot([left, right, right, left, left], [low, low, high, high, low], color=BLACK, linewidth=3, clip_on=False,
              zorder=3)
    axes.set_yticks(range(len(rows)))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(False)
    axes.set(xlabel="point", ylabel="line")
    axes.set_title(title, fontsize=11)


def counts_histogram(figure: Figure, counts: Mapping[int, int], limit: float, labels: tuple[str, str],
                     title: str = "", span: tuple[float, float] | None = None) -> None:
    """Draw how often each number occurs, with a vertical line at a limit.

    Parameters
    ----------
    figure : Figure
    counts : mapping number -> occurrences
    limit : float
        Where the line stands.
    labels : (str, str)
        Of the horizontal axis and of the line.
    title : str
    span : (float, float), optional
        Of the horizontal axis, where several histograms are to be compared.
    """
    axes = figure.add_subplot()
    axes.bar(list(counts), list(counts.values()), width=0.85, color=BLUE)
    axes.axvline(limit, color=RED, linestyle="--", label=labels[1])
    if span is not None:
        axes.set_xlim(span)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.margins(y=0.15)
    axes.set(xlabel=labels[0], ylabel="points")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9, loc="upper right")


def rows_curves(figure: Figure, exponents: Sequence[float], curves: Mapping[str, Sequence[float]],
                crossings: Sequence[tuple[float, float]] = ()) -> None:
    """Draw base-two logarithms of numbers of rows against those of d, both on logarithmic axes.

    Parameters
    ----------
    figure : Figure
    exponents : sequence of float
        ``log2 d``.
    curves : mapping label -> ``log2`` of the rows
    crossings : sequence of (log2 d, log2 rows)
        Marked by rings.
    """
    axes = figure.add_subplot()
    styles = zip(curves.items(), COLOURS, ("-", "--", ":"), strict=False)
    for (label, values), colour, dash in styles:
        loglog(axes, exponents, values, dash, color=colour, label=label)
    for x, y in crossings:
        axes.scatter([x], [y], s=90, color="none", edgecolors=BLACK, linewidths=1.5, zorder=3)
    axes.set(xlabel="log2 d", ylabel="log2 of the rows")
    axes.legend(fontsize=9)
