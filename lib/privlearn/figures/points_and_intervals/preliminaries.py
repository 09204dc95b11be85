"""Figures of the preliminaries: group privacy, and what is promised against what is audited.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, COLOURS, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def pairs_of_laws(figure: Figure, pairs: Mapping[str, tuple[Mapping[int, float], Mapping[int, float]]]) -> None:
    """Draw pairs of laws on integers, one panel each with a common logarithmic axis, as bars side by side.

    Parameters
    ----------
    figure : Figure
    pairs : mapping title -> two mappings outcome -> probability
        The left and the right bars.
    """
    panels = figure.subplots(1, len(pairs), sharey=True, squeeze=False)[0]
    for axes, (title, laws) in zip(panels, pairs.items(), strict=True):
        for law, colour, shift in zip(laws, (BLUE, ORANGE), (-0.2, 0.2), strict=True):
            axes.bar([outcome + shift for outcome in law], list(map(float, law.values())), 0.4, color=colour)
        axes.set_yscale("decades")
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("outcome")
    panels[0].set_ylabel("probability")


def promise_and_fact(figure: Figure, promised: Numbers, audited: Mapping[str, Numbers]) -> None:
    """Draw audited ratios against promised ones; the diagonal is the promise.

    Parameters
    ----------
    figure : Figure
    promised : sequence
        Common abscissae.
    audited : mapping label -> values
    """
    axes = figure.add_subplot()
    axes.plot(promised, promised, color=RED, label="promised")
    for (label, values), colour, marker in zip(audited.items(), COLOURS, MARKERS, strict=False):
        axes.plot(promised, values, color=colour, marker=marker, label=label)
    axes.set(xlabel="promised ratio", ylabel="ratio")
    axes.legend()
