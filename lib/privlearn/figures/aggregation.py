"""Pictures of extremal tables and of bounds on the dimension of composed classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS


def tables(figure: Figure, values: Mapping[str, Sequence[Sequence[int]]], title: str = "") -> None:
    """Draw tables of numbers side by side, a larger number on a darker square; row d1 and column d2.

    Parameters
    ----------
    figure : Figure
    values : mapping name -> rows
    title : str
    """
    panels = figure.subplots(1, len(values), squeeze=False)[0]
    largest = max(max(row) for table in values.values() for row in table)
    for axes, (name, table) in zip(panels, values.items(), strict=True):
        for one, row in enumerate(table):
            for two, value in enumerate(row):
                axes.fill([two - .5, two + .5, two + .5, two - .5], [one - .5, one - .5, one + .5, one + .5],
                          color=BLUE, alpha=0.7 * value / max(largest, 1))
                axes.text(two, one, str(value), ha="center", va="center", color=BLACK)
        axes.set_title(name, fontsize=11)
        axes.set_xlabel("second class")
        axes.grid(visible=False)
        axes.set_aspect("equal")
        axes.invert_yaxis()
    panels[0].set_ylabel("first class")
    figure.suptitle(title, fontsize=11)


def bounds(figure: Figure, arities: Sequence[int], curves: Mapping[str, Sequence[float]], title: str = "") -> None:
    """Draw bounds against the number of classes, on a logarithmic axis."""
    axes = figure.subplots()
    for (name, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(arities, values, marker + "-", color=colour, label=name)
    axes.set_yscale("log")
    axes.set_xlabel("classes k")
    axes.set_ylabel("dimension of the composed class")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)
