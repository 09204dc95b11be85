"""Figures of private learning and its sample complexity: privacy curves, success against rows, bounds around a number.

Every function draws plain numbers on the figure it is given.
The labels have FX15's letters: alpha, beta for privacy, epsilon, delta for error and failure.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def privacy_curves(figure: Figure, epsilons: Numbers, curves: Mapping[str, Numbers]) -> None:
    """Draw the least delta of each mechanism against epsilon.

    Parameters
    ----------
    figure : Figure
    epsilons : sequence
        Common abscissae.
    curves : mapping label -> values of delta
    """
    axes = figure.add_subplot()
    for (label, values), colour in zip(curves.items(), COLOURS, strict=False):
        axes.plot(epsilons, values, color=colour, label=label)
    axes.set_ylim(-0.02, 1.02)
    axes.set(xlabel="alpha", ylabel="least beta")
    axes.legend(fontsize=10)


def success_against_rows(figure: Figure, curves: Mapping[str, Numbers], goal: float) -> None:
    """Draw the best success of each class against n = 1, 2, ..., with the success that is asked for as a line.

    Parameters
    ----------
    figure : Figure
    curves : mapping label -> successes for n = 1, 2, ...
    goal : float
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(range(1, len(values) + 1), values, color=colour, marker=marker, label=label)
    axes.axhline(goal, color=BLACK, linestyle=":", linewidth=1)
    axes.set_ylim(0.2, 1.02)
    axes.set(xlabel="examples n", ylabel="best worst-case success")
    figure.legend(fontsize=10, loc="outside upper center", ncols=1 if len(curves) > 3 else 3)


def rows_against_bits(figure: Figure, bits: Sequence[int], lines: Mapping[str, Numbers]) -> None:
    """Draw numbers of rows against the bits of a point, both axes logarithmic."""
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(lines.items(), (RED, ORANGE, BLUE), MARKERS, strict=False):
        axes.plot(bits, values, color=colour, marker=marker, label=label)
    axes.set_xscale("decades", base=2)
    axes.set_yscale("decades", base=2)
    axes.set(xlabel="bits b of a point", ylabel="examples n")
    axes.legend(fontsize=10)


def answer_chances(figure: Figure, chances: Numbers, worst: tuple[int, int], title: str = "") -> None:
    """Draw the probability of the answer 1 for each number of labels 1; the worst two databases in orange.

    Parameters
    ----------
    figure : Figure
    chances : sequence
        For 0, 1, 2, ... labels 1.
    worst : (int, int)
    title : str
    """
    axes = figure.add_subplot()
    for k, chance in enumerate(chances):
        colour = ORANGE if k in worst else BLUE
        axes.bar([k], [1], width=0.7, facecolor="none", edgecolor=BLACK, linewidth=0.6)
        axes.bar([k], [chance], width=0.7, color=colour, hatch="//" if k in worst else "", edgecolor="white")
    axes.set(xticks=range(len(chances)), ylim=(0, 1.02), xlabel="labels 1 among the examples", ylabel="answer 1",
             title=title)
