"""Figures of the searches for dimensions: bounds as they close, step by step."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, ORANGE


def searches(figure: Figure, names: Sequence[str], naive: Sequence[float | None], ours: Sequence[float]) -> None:
    """Draw running times of two programs on the same classes, on a logarithmic scale.

    Parameters
    ----------
    figure : Figure
    names : sequence of str
    naive, ours : seconds; ``None`` where the program was not run
    """
    axes = figure.subplots()
    places = range(len(names))
    shown = [(k, seconds) for k, seconds in enumerate(naive) if seconds is not None]
    axes.plot([seconds for _, seconds in shown], [k for k, _ in shown], "D", color=ORANGE, label="naive recursion")
    axes.plot(list(ours), list(places), "o", color=BLUE, label="this library")
    axes.set_xscale("decades")
    axes.set_yticks(list(places), list(names), fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel("seconds")
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)
