"""Pictures of online boosting: the edge of the best voter, the bound on the dimension, numbers of experts."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED


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


def weighted_experts(figure: Figure, right: Sequence[Sequence[int]], seen: int, mistakes: Collection[int],
                     weights: Sequence[Fraction], *, voters: int) -> None:
    """Draw which experts are right in which rounds, crosses at the mistakes so far, and the experts' shares of weight.

    Parameters
    ----------
    figure : Figure
    right : one row of bits for each round
    seen : int
        So many rounds, the first ones, were played; the others are pale.
    mistakes : collection of int
        Rounds, from 0.
    weights : one for each expert
    voters : int
        So many experts, the first ones, are in another colour.
    """
    left, bars = figure.subplots(1, 2, width_ratios=(3, 4))
    colours = [BLUE if i < voters else ORANGE for i in range(len(weights))]
    for t, row in enumerate(right):
        for i, bit in enumerate(row):
            left.plot([i], [t], "o", markersize=10, color=colours[i], markerfacecolor=colours[i] if bit else "white",
                      alpha=1 if t < seen else 0.3)
    left.plot([len(weights)] * len(mistakes), sorted(mistakes), "X", color=RED, markersize=9)
    left.set(xticks=range(len(weights)), yticks=range(len(right)), xlabel="expert", ylabel="round")
    left.set_xlim(-0.6, len(weights) + 0.5)
    left.set_ylim(len(right) - 0.4, -0.6)
    left.grid(visible=False)
    shares = [float(weight / sum(weights)) for weight in weights]
    bars.bar(range(len(weights)), shares, color=colours)
    bars.set(xticks=range(len(weights)), xlabel="expert", ylabel="share of the weight")
    bars.set_ylim(0, max(0.35, 1.05 * max(shares)))
    bars.grid(axis="x", visible=False)
