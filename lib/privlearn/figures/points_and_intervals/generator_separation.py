"""Figures of the separation by a generator: advantages, acceptances, success against rows, counts against d.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.log_axes import loglog, semilogx
from privlearn.figures.style import BLACK, COLOURS

Numbers = Sequence[float]
DASHES = ("-", "--", "-.", ":")


def advantages(figure: Figure, curves: Mapping[str, tuple[Numbers, Numbers]]) -> None:
    """Draw the advantage against the number of seeds tried, the latter to logarithmic scale.

    Parameters
    ----------
    figure : Figure
    curves : mapping label -> (numbers of seeds, advantages)
    """
    axes = figure.add_subplot()
    for (label, (tries, values)), colour, dash in zip(curves.items(), COLOURS, DASHES, strict=False):
        semilogx(axes, tries, values, dash, color=colour, base=2, label=label)
    axes.set_ylim(0, 1.03)
    axes.set(xlabel="seeds tried", ylabel="advantage")
    axes.legend(fontsize=9)


def acceptances(figure: Figure, curves: Mapping[str, Numbers], members: int, title: str) -> None:
    """Draw the acceptance of every string, the strings of the image first.

    Parameters
    ----------
    figure : Figure
    curves : mapping label -> acceptances
        One value for each string, in the same order for each label.
    members : int
        Number of strings in the image, marked by a vertical line.
    title : str
    """
    axes = figure.add_subplot()
    for (label, values), colour, dash in zip(curves.items(), COLOURS, DASHES, strict=False):
        axes.step(range(1, len(values) + 1), values, dash, color=colour, where="mid", label=label)
    axes.axvline(members + 0.5, color=BLACK, linewidth=1, linestyle=":")
    axes.annotate("image | rest", (members + 0.5, 1.04), ha="center", fontsize=9)
    axes.set_xscale("decades", base=2)
    axes.set_ylim(-0.03, 1.12)
    axes.set(xlabel="strings, those of the image first", ylabel="accepted with probability")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9, loc="center right")


def success_against_rows(figure: Figure, rows: Numbers, curves: Mapping[str, Numbers]) -> None:
    """Draw the largest success on the image against the number of rows, one line for each bound on the advantage."""
    axes = figure.add_subplot()
    for (label, values), colour, dash in zip(curves.items(), COLOURS, DASHES * 2, strict=False):
        axes.plot(rows, values, dash, color=colour, label=label)
    axes.set_ylim(0, 1.03)
    axes.set(xlabel="rows m", ylabel="largest success on the image")
    axes.legend(fontsize=9)


def counts_against_d(figure: Figure, dimensions: Numbers, counts: Mapping[str, Numbers]) -> None:
    """Draw numbers of rows against d on logarithmic axes."""
    axes = figure.add_subplot()
    for (label, values), colour, dash in zip(counts.items(), COLOURS, DASHES, strict=False):
        loglog(axes, dimensions, values, dash, color=colour, label=label)
    axes.set_xscale("decades", base=2)
    axes.set(xlabel="bits d of a point", ylabel="rows")
    axes.legend(fontsize=9)
