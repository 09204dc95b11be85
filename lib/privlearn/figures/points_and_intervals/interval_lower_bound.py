"""Figures of the page on intervals: the class, the optima on tiny domains, and the rows that proper learners need."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, RED

Numbers = Sequence[float]


def interval_steps(figure: Figure, size: int, chosen: int) -> None:
    """Draw all intervals on ``size`` points as rows of filled points, with one and its hard distribution marked."""
    axes = figure.add_subplot()
    for j in range(size + 1):
        colour = RED if j == chosen else BLACK
        for x in range(size):
            axes.plot(x, j, marker="o", color=colour, markerfacecolor=colour if x < j else "white", markersize=9)
    for x in {max(chosen - 1, 0), min(chosen, size - 1)}:
        axes.axvline(x, color=BLUE, linewidth=10, alpha=0.2)
    axes.set_xticks(range(size))
    axes.set_yticks(range(size + 1), [f"below {j}" for j in range(size + 1)])
    axes.set_xlabel("point (filled: label 1)")
    axes.grid(visible=False)


def optima_against_size(figure: Figure, sizes: Numbers, curves: Mapping[str, Numbers]) -> None:
    """Draw optimal success probabilities against the number of points."""
    axes = figure.add_subplot()
    looks = ((BLUE, "s", "-"), (RED, "o", "-"), (GREEN, "^", "--"))
    for (label, values), (colour, marker, line) in zip(curves.items(), looks, strict=False):
        axes.plot(sizes, values, color=colour, marker=marker, linestyle=line, label=label)
    axes.set_xticks(list(sizes))
    axes.set_ylim(0, 1)
    axes.set(xlabel="points T", ylabel="best success of any private learner")
    axes.legend(loc="lower left")
