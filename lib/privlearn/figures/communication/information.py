"""Figures of entropies, of the mass of bad messages, and of Pinsker's inequality.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, COLOURS, GREEN, RED, SKY

DASHES = ("-", "--", "-.", ":")


def entropy_curves(figure: Figure, probabilities: Sequence[float], curves: Mapping[str, Sequence[float]]) -> None:
    """Draw entropies of a coin against its bias.

    Parameters
    ----------
    figure : Figure
    probabilities : sequence of float
    curves : mapping label -> values
    """
    axes = figure.add_subplot()
    for (label, values), colour, dash in zip(curves.items(), COLOURS, DASHES, strict=False):
        axes.plot(probabilities, values, dash, color=colour, label=label)
    axes.set(xlabel="probability of heads", ylabel="bits")
    figure.legend(fontsize=9, loc="outside lower center", ncols=len(curves))


def bad_mass_curves(figure: Figure, factors: Sequence[float], curves: Sequence[Sequence[float]],
                    levels: Mapping[str, Sequence[float]], label: str) -> None:
    """Draw the mass of bad messages against the factor for several tables, with limits.

    Parameters
    ----------
    figure : Figure
    factors : sequence of float
        Values of 2^t.
    curves : sequences of float, one for each table
    levels : mapping label -> values
        The lemma's bound, what the best table of the family reaches.
    label : str
        What the tables are.
    """
    axes = figure.add_subplot()
    for k, values in enumerate(curves):
        axes.plot(factors, values, color=SKY, linewidth=1.2, label=label if k == 0 else None)
    for (name, values), colour, dash in zip(levels.items(), (RED, GREEN), DASHES, strict=False):
        axes.plot(factors, values, dash, color=colour, label=name)
    axes.set(xlabel="2^t", ylabel="probability of a bad message")
    figure.legend(fontsize=9, loc="outside lower center", ncols=3)


def pinsker_region(figure: Figure, pairs: Sequence[tuple[float, float]], divergences: Sequence[float],
                   bounds: Mapping[str, Sequence[float]]) -> None:
    """Draw pairs of distributions by divergence and distance, with bounds on the distance.

    Parameters
    ----------
    figure : Figure
    pairs : sequence of (divergence in bits, distance)
    divergences : sequence of float
    bounds : mapping label -> distances at these divergences
    """
    axes = figure.add_subplot()
    axes.plot(*zip(*pairs, strict=True), ".", color=SKY, markersize=3, label="pairs of distributions")
    for (label, values), colour, dash in zip(bounds.items(), (BLUE, RED), ("-", "--"), strict=False):
        axes.plot(divergences, values, dash, color=colour, label=label)
    axes.set_xlim(0, max(divergences))
    axes.set_ylim(0, 1.05)
    axes.set(xlabel="divergence in bits", ylabel="statistical distance")
    figure.legend(fontsize=9, loc="outside lower center", ncols=3)
