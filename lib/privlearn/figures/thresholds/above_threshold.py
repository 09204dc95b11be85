"""Figures of AboveThreshold."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from privlearn.figures.log_axes import semilogy
from privlearn.figures.style import BLACK, COLOURS, MARKERS, ORANGE


def stops(axes: Axes, answers: Sequence[int], threshold: int, probabilities: Sequence[float],
          noisy: Sequence[int] = (), level: int | None = None) -> None:
    """Draw answers as steps with their threshold, and below each the probability that it is the first above.

    ``probabilities`` has one more entry than ``answers``, shown at the dash: that none is reported above.  ``noisy``
    answers to the first queries and a noisy ``level`` of the threshold belong to one run.
    """
    places = range(len(answers))
    axes.bar([*places, len(answers)], probabilities, color=COLOURS[5], label="probability of being first")
    axes.set(ylabel="probability", xlabel="query", ylim=(0, 1))
    axes.set_xticks([*places, len(answers)], [*map(str, places), "–"])
    other = axes.twinx()
    other.plot(places, answers, "o", color=COLOURS[3], label="true answer")
    other.axhline(threshold, color=BLACK, linestyle="--", label="threshold")
    if level is not None:
        other.axhline(level, color=ORANGE, linestyle=":", label="noisy threshold")
        other.plot(range(len(noisy)), noisy, "x", color=ORANGE, markersize=7, label="noisy answer")
    other.set(ylabel="answer")
    other.spines["right"].set_visible(True)
    other.grid(visible=False)
    handles = [pair for owner in (axes, other) for pair in zip(*owner.get_legend_handles_labels(), strict=True)]
    if level is None:
        axes.legend(*zip(*handles, strict=True), loc="upper left")
    else:
        axes.figure.legend(*zip(*handles, strict=True), loc="outside upper center", ncols=3, fontsize=9)


def failures_against_errors(axes: Axes, errors: Sequence[int], failures: Mapping[int, Sequence[float]], beta: float,
                            printed: Mapping[int, int]) -> None:
    """Draw worst failure probabilities against the error, with the goal and, as short lines, the printed errors.

    Parameters
    ----------
    axes : Axes
    errors : sequence of int
    failures : mapping number of queries -> exact probability for each error
    beta : float
        The goal.
    printed : mapping number of queries -> error
    """
    for (queries, values), colour, marker in zip(failures.items(), COLOURS, MARKERS, strict=False):
        label = f"{queries} {'query' if queries == 1 else 'queries'}"
        semilogy(axes, errors, values, marker=marker, color=colour, label=label)
        axes.axvline(printed[queries], ymax=0.25, color=colour, linestyle=":")
    axes.axhline(beta, color=BLACK, linestyle="--", label="β")
    axes.set(xlabel="error (dotted: the printed one)", ylabel="probability of a wrong report")
    axes.legend()


def ratios_against_queries(axes: Axes, queries: Sequence[int], curves: Mapping[str, Sequence[float]],
                           promise: float) -> None:
    """Draw worst privacy losses against the number of queries, with the promise as a line."""
    for (name, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(queries, values, marker=marker, color=colour, label=name)
    axes.axhline(promise, color=BLACK, linestyle="--", label="promise ε₁ + ε₂")
    axes.set(xlabel="queries k", ylabel="worst privacy loss", ylim=(0, 1.5 * max(map(max, curves.values()))))
    axes.set_xticks(queries)
    axes.legend(loc="upper left", ncols=2, fontsize=9)
