"""Figures of the results of FX15: numbers of samples on logarithmic axes."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from privlearn.figures.style import BLACK, COLOURS

DASHES = ("-", "--", "-.", ":")


def samples(axes: Axes, curves: Mapping[str, Sequence[tuple[float, float]]], xlabel: str,
            ylabel: str = "samples", marks: Sequence[tuple[float, float]] = ()) -> None:
    """Draw numbers of samples, one curve for each name, on logarithmic axes.

    Parameters
    ----------
    axes : Axes
    curves : mapping name -> points (x, y)
        All above 0.
    xlabel, ylabel : str
    marks : points (x, y)
        Where curves cross: drawn as black rings.
    """
    for k, (name, points) in enumerate(curves.items()):
        axes.plot([x for x, _ in points], [y for _, y in points], DASHES[k % len(DASHES)], label=name,
                  color=COLOURS[k % len(COLOURS)])
    axes.plot([x for x, _ in marks], [y for _, y in marks], "o", color=BLACK, markersize=10, fillstyle="none")
    axes.set(xscale="decades", yscale="decades", xlabel=xlabel, ylabel=ylabel)
    axes.legend(fontsize=10)
