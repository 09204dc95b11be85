"""Figures of the results of FX15: numbers of samples on logarithmic axes."""

from __future__ import annotations

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
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.legend(fontsize=9)


def steps(axes: Axes, curves: Mapping[str, Sequence[tuple[float, float]]], xlabel: str,
          ylabel: str = "samples") -> None:
    """Draw whole numbers as steps with markers, one series for each name, x logarithmic, y linear from 0."""
    for k, (name, points) in enumerate(curves.items()):
        axes.plot([x for x, _ in points], [y for _, y in points], "osD^"[k % 4] + DASHES[k % len(DASHES)], label=name,
                  color=COLOURS[k % len(COLOURS)])
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.legend(fontsize=9)


def excess(axes: Axes, pairs: Mapping[tuple[float, float], int]) -> None:
    """Draw accuracy and excess error of pairs of samples, with the lines "equal" and "twice".

    Parameters
    ----------
    axes : Axes
    pairs : mapping (accuracy, excess error) -> how many
    """
    most = max(pairs.values())
    listed = sorted(pairs.items())
    axes.scatter([float(x) for (x, _), _ in listed], [float(y) for (_, y), _ in listed], color=COLOURS[0],
                 s=[12 + 250 * count / most for _, count in listed], alpha=0.6)
    for factor, dash, name in ((1, "--", "the accuracy"), (2, "-", "twice the accuracy")):
        axes.plot([0, 1 / factor], [0, 1], dash, color=COLOURS[factor], label=name)
    axes.set_xlabel("accuracy of the synthetic sample")
    axes.set_ylabel("excess error of its best concept")
    axes.legend(fontsize=9)


def bars(axes: Axes, values: Mapping[str, tuple[float, float]], names: tuple[str, str], xlabel: str) -> None:
    """Draw two horizontal bars for each entry, the second for the bound on the first, on a logarithmic axis.

    Parameters
    ----------
    axes : Axes
    values : mapping label -> (value, bound)
    names : what the two are called
    xlabel : str
    """
    rows = range(len(values))
    for k, name in enumerate(names):
        axes.barh([row + 0.4 * k for row in rows], [pair[k] for pair in values.values()], 0.38, color=COLOURS[k],
                  label=name, hatch="" if k == 0 else "//")
    axes.set_yticks([row + 0.2 for row in rows], list(values))
    axes.set_xscale("log")
    axes.set_xlim(left=1e-3)
    axes.set_xlabel(xlabel)
    axes.legend(fontsize=9, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
