"""Figures of the preliminaries: two laws side by side, for group privacy.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, ORANGE

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
        axes.set(xlabel="outcome", xticks=sorted(laws[0])[::2])
    panels[0].set_ylabel("probability")
