"""Figures of confidence amplification: an output law, probabilities that fall with the rows.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS


def law_bars(figure: Figure, labels: Sequence[str], probabilities: Sequence[float]) -> None:
    """Draw the law of a selection as bars, one for each hypothesis."""
    axes = figure.add_subplot()
    axes.bar(range(len(labels)), probabilities, color=BLUE)
    axes.set_xticks(range(len(labels)), labels)
    axes.set_ylim(0, 1)
    axes.set(xlabel="hypothesis: rows it gets right", ylabel="probability")


def decaying_curves(figure: Figure, places: Sequence[float], curves: Mapping[str, Sequence[float]], label: str,
                    level: float | None = None) -> None:
    """Draw probabilities on a logarithmic axis against rows or gaps, the first curve solid, the others broken.

    Parameters
    ----------
    figure : Figure
    places : sequence of numbers
    curves : mapping label -> positive numbers
    label : str
        Of the horizontal axis.
    level : float, optional
        A horizontal line: what is allowed.
    """
    axes = figure.add_subplot()
    dashes = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
    for (name, values), colour, dash, marker in zip(curves.items(), COLOURS, dashes, MARKERS, strict=False):
        axes.plot(places, values, linestyle=dash, color=colour, label=name, marker=marker,
                  markevery=max(1, len(places) // 8))
    if level is not None:
        axes.axhline(level, color=BLACK, linewidth=1, linestyle=":", label="allowed")
    axes.set(yscale="decades", xlabel=label, ylabel="probability")
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)
