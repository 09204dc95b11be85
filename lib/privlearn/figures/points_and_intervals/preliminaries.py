"""Figures of the preliminaries: two laws side by side, for privacy of rows and of groups.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log2
from typing import Any

from matplotlib.figure import Figure

from privlearn.figures.log_axes import semilogy
from privlearn.figures.style import BLACK, BLUE, ORANGE, RED

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


def joined_laws(figure: Figure, laws: Mapping[str, Mapping[Any, Any]], worst: Any, label: str = "outcome") -> None:
    """Draw two laws on a logarithmic axis: the distance of two marks is their ratio, the one at ``worst`` is red.

    Parameters
    ----------
    figure : Figure
    laws : mapping name -> law
        Two; a law maps outcomes to probabilities.  A tuple of digits is shown as a word, ``None`` stands last.
    worst : outcome
    label : str
        Of the horizontal axis.
    """
    axes = figure.add_subplot()
    seen = {outcome for law in laws.values() for outcome in law}
    outcomes = sorted(seen - {None}) + [None] * (None in seen)
    heights = {name: [float(law.get(outcome, 0)) for outcome in outcomes] for name, law in laws.items()}
    shown = [height for column in heights.values() for height in column if height]
    least, most = 2.0 ** floor(log2(min(shown))), 2.0 ** ceil(log2(max(shown)))
    for k, ends in enumerate(zip(*heights.values(), strict=True)):
        here = outcomes[k] == worst
        axes.plot([k, k], [max(least, end) for end in ends], color=RED if here else BLACK, linewidth=5 if here else 1.5,
                  label="ratio largest" if here else None)
    for (name, column), colour, marker, size in zip(heights.items(), (BLUE, ORANGE), "os", (9, 6), strict=True):
        semilogy(axes, range(len(outcomes)), [height or None for height in column], marker, base=2, color=colour,
                 markersize=size, label=name)
    words = ["none" if outcome is None else "".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)
             for outcome in outcomes]
    axes.set_xticks(range(len(outcomes)), words, rotation=90 if len("".join(words)) > 45 else 0)
    axes.set(xlabel=label, ylabel="probability", ylim=(least / 1.1, 1.1 * most))
    figure.legend(loc="outside upper center", ncols=3, fontsize=9)
