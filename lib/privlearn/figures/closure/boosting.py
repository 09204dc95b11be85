"""Pictures of online boosting: the edge of the best voter, the bound on the dimension, numbers of experts."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE


def edges(figure: Figure, voters: Sequence[int], values: Sequence[float], right: Sequence[float],
          printed: Sequence[float]) -> None:
    """Draw the values of extremal games with the right and the printed formula."""
    axes = figure.subplots()
    axes.plot(voters, right, "-", color=GREEN, label="(k - 1)/(2k)")
    axes.plot(voters, printed, "--", color=ORANGE, label="printed 1/2 - 1/k")
    axes.plot(voters, values, "o", color=BLUE, label="extremal instance")
    axes.set(xlabel="voters k", ylabel="error of the best concept")
    axes.legend(fontsize=9)


def curves(figure: Figure, across: Sequence[float], found: Mapping[str, Sequence[float]], *, xlabel: str, ylabel: str,
           title: str = "") -> None:
    """Draw named curves over common values, both axes logarithmic."""
    axes = figure.subplots()
    for k, (name, values) in enumerate(found.items()):
        axes.plot(across, values, MARKERS[k] + "-", color=COLOURS[k], markersize=4, label=name)
    axes.set_xscale("decades")
    axes.set_yscale("decades")
    axes.set(xlabel=xlabel, ylabel=ylabel)
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)


def boosted(figure: Figure, mistakes: Sequence[bool], weak: Sequence[float], hinge: float, bound: float,
            title: str = "") -> None:
    """Draw cumulative mistakes of the booster and of one weak learner, with the sum of hinge losses and its bound."""
    axes = figure.subplots()
    rounds = range(1, len(weak) + 1)
    axes.plot(rounds, list(accumulate(weak)), "-", color=ORANGE, label="weak learner, expected")
    axes.plot(rounds, list(accumulate(map(int, mistakes))), "-", color=BLUE, drawstyle="steps-post", label="booster")
    axes.axhline(hinge, linestyle="--", color=BLUE, label="hinge losses")
    axes.axhline(bound, linestyle=":", color=BLACK, label="bound")
    axes.set(xlabel="round", ylabel="mistakes")
    axes.set_ylim(0, 1.5 * max(hinge, bound))
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9, ncols=2, loc="upper left")
