"""Pictures of online boosting: the edge of the best voter, the bound on the dimension, numbers of experts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, COLOURS, GREEN, MARKERS, ORANGE


def edges(figure: Figure, voters: Sequence[int], values: Sequence[float], right: Sequence[float],
          printed: Sequence[float]) -> None:
    """Draw the values of extremal games with the right and the printed formula."""
    axes = figure.subplots()
    axes.plot(voters, right, "-", color=GREEN, label="(k - 1)/(2k)")
    axes.plot(voters, printed, "--", color=ORANGE, label="printed 1/2 - 1/k")
    axes.plot(voters, values, "o", color=BLUE, label="extremal instance")
    axes.set_xlabel("voters k")
    axes.set_ylabel("error of the best concept")
    axes.legend(fontsize=9)


def curves(figure: Figure, across: Sequence[float], found: Mapping[str, Sequence[float]], *, xlabel: str, ylabel: str,
           title: str = "", log_x: bool = False) -> None:
    """Draw named curves over common values, the vertical axis logarithmic."""
    axes = figure.subplots()
    for k, (name, values) in enumerate(found.items()):
        axes.plot(across, values, MARKERS[k] + "-", color=COLOURS[k], markersize=4, label=name)
    axes.set_yscale("log")
    if log_x:
        axes.set_xscale("log")
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)
