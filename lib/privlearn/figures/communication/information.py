"""Figures of entropies, of two variables, of the mass of bad messages, and of Pinsker's inequality.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, RED, SKY

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


def law_and_entropies(figure: Figure, masses: Sequence[float], entropies: Mapping[str, float]) -> None:
    """Draw a law as bars beside its entropies, the largest possible one first."""
    law, bits = figure.subplots(1, 2, gridspec_kw={"width_ratios": [2, 3]})
    law.bar(range(len(masses)), masses, color=SKY)
    law.set(xticks=range(len(masses)), xlabel="value", ylabel="probability", ylim=(0, 1))
    places = range(len(entropies), 0, -1)
    bits.barh(places, list(entropies.values()), color=COLOURS[:len(entropies)], height=0.6)
    bits.set_yticks(places, list(entropies))
    bits.set(xlabel="bits", xlim=(0, 1.05 * max(entropies.values())))


def two_variables(figure: Figure, panels: Mapping[str, Mapping[tuple[int, int], float]]) -> None:
    """Draw laws of pairs (x, y) side by side; the area of a square is the mass, on one scale.

    Parameters
    ----------
    figure : Figure
    panels : mapping title -> (mapping pair -> mass)
        All with the same pairs.
    """
    most = max(max(masses.values()) for masses in panels.values())
    for axes, (title, masses) in zip(figure.subplots(1, len(panels), sharey=True, squeeze=False)[0], panels.items(),
                                     strict=True):
        for (x, y), mass in masses.items():
            side = 0.92 * (mass / most) ** 0.5
            axes.add_patch(Rectangle((y - side / 2, x - side / 2), side, side, facecolor=BLUE, edgecolor=BLACK,
                                     linewidth=0.4))
        height, width = (max(values) for values in zip(*masses, strict=True))
        axes.set(xlim=(-0.6, width + 0.6), ylim=(height + 0.6, -0.6), aspect="equal", xticks=range(width + 1),
                 yticks=range(height + 1), xlabel="y")
        axes.set_title(title, fontsize=11)
    figure.axes[0].set_ylabel("x")
