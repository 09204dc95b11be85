"""Figures of composition: what k answers cost together."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from privlearn.figures.style import COLOURS, MARKERS, RED


def costs_against_steps(axes: Axes, steps: Sequence[int], curves: Mapping[str, Sequence[float]]) -> None:
    """Draw the total epsilon of each method against the number of steps."""
    for (name, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(steps, values, marker=marker, color=colour, label=name, markevery=max(1, len(steps) // 6))
    axes.set(xlabel="answers k", ylabel="total ε", ylim=(0, None))
    axes.legend()


def losses(axes: Axes, ratios: Sequence[int], left: Sequence[float], right: Sequence[float],
           excess: Sequence[float] = ()) -> None:
    """Draw two laws of a privacy loss, given in multiples of epsilon, and what of the first is in ``excess``."""
    axes.bar([r - 0.4 for r in ratios], left, width=0.8, color=COLOURS[0], label="under the first database")
    axes.bar([r + 0.4 for r in ratios], right, width=0.8, color=COLOURS[1], label="under its neighbour")
    for place, high, more in zip(ratios, left, excess, strict=False):
        axes.bar(place - 0.4, more, width=0.8, bottom=high - more, color=RED, hatch="//", edgecolor="white",
                 label="in excess" if place == ratios[-1] else None)
    axes.set(xlabel="privacy loss in multiples of ε", ylabel="probability", ylim=(0, 1.6 * max(*left, *right)))
    axes.legend(loc="upper left")
