"""Figures of related work: how far rows exceed the bound for a known distribution."""

from collections.abc import Mapping

from matplotlib.axes import Axes

from privlearn.figures.style import COLOURS


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
    axes.set(xlabel="accuracy of the synthetic sample", ylabel="excess error of its best concept")
    axes.legend(fontsize=9)
