"""Figures of entropies, of min-entropy given a message, and of Pinsker's inequality.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, RED, SKY

DASHES = ("-", "--", "-.", ":")


def entropy_curves(figure: Figure, probabilities: Sequence[float], curves: Mapping[str, Sequence[float]],
                   marked: float | None = None, title: str = "") -> None:
    """Draw entropies of a coin against its bias, with a vertical line at one bias.

    Parameters
    ----------
    figure : Figure
    probabilities : sequence of float
    curves : mapping label -> values
    marked : float, optional
    title : str
    """
    axes = figure.add_subplot()
    for (label, values), colour, dash in zip(curves.items(), COLOURS, DASHES, strict=False):
        axes.plot(probabilities, values, dash, color=colour, label=label)
    if marked is not None:
        axes.axvline(marked, color=BLACK, linewidth=1)
    axes.set(xlabel="probability of heads", ylabel="bits")
    axes.set_title(title, fontsize=11)
    figure.legend(fontsize=9, loc="outside lower center", ncols=len(curves))


def bad_mass_curves(figure: Figure, factors: Sequence[float], curves: Sequence[Sequence[float]],
                    levels: Mapping[str, Sequence[float]], label: str, title: str = "") -> None:
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
    title : str
    """
    axes = figure.add_subplot()
    for k, values in enumerate(curves):
        axes.plot(factors, values, color=SKY, linewidth=1.2, label=label if k == 0 else None)
    for (name, values), colour, dash in zip(levels.items(), (RED, GREEN), DASHES, strict=False):
        axes.plot(factors, values, dash, color=colour, label=name)
    axes.set(xlabel="2^t", ylabel="probability of a bad message")
    axes.set_title(title, fontsize=11)
    figure.legend(fontsize=9, loc="outside lower center", ncols=3)


def message_bars(figure: Figure, conditionals: Sequence[Sequence[float]], shares: Sequence[float], limit: float,
                 title: str = "") -> None:
    """Draw, for each message, the conditional probabilities of x as bars, and the limit beyond which it is bad.

    Parameters
    ----------
    figure : Figure
    conditionals : sequences of float, one for each message
    shares : sequence of float
        Probability of each message.
    limit : float
    title : str
    """
    panels = figure.subplots(1, len(conditionals), sharey=True, squeeze=False)[0]
    for k, (axes, values, share) in enumerate(zip(panels, conditionals, shares, strict=True)):
        axes.bar(range(len(values)), values, color=RED if max(values) > limit else BLUE)
        axes.axhline(limit, color=BLACK, linestyle=":")
        axes.set_title(f"message {k}, sent with {float(share):.2f}", fontsize=10)
        axes.set_xticks(range(len(values)))
        axes.set_ylim(0, 1.05)
    panels[0].set_ylabel("probability of x")
    figure.suptitle(title, fontsize=11)


def pinsker_region(figure: Figure, pairs: Sequence[tuple[float, float]], divergences: Sequence[float],
                   bounds: Mapping[str, Sequence[float]], marked: tuple[float, float] | None = None,
                   title: str = "") -> None:
    """Draw pairs of distributions by divergence and distance, with bounds on the distance.

    Parameters
    ----------
    figure : Figure
    pairs : sequence of (divergence in bits, distance)
    divergences : sequence of float
    bounds : mapping label -> distances at these divergences
    marked : (divergence, distance), optional
    title : str
    """
    axes = figure.add_subplot()
    axes.plot(*zip(*pairs, strict=True), ".", color=SKY, markersize=3, label="pairs of distributions")
    for (label, values), colour, dash in zip(bounds.items(), (BLUE, RED), ("-", "--"), strict=False):
        axes.plot(divergences, values, dash, color=colour, label=label)
    if marked is not None:
        axes.plot(*marked, "o", color=BLACK, markersize=8)
    axes.set_xlim(0, max(divergences))
    axes.set_ylim(0, 1.05)
    axes.set(xlabel="divergence in bits", ylabel="statistical distance")
    axes.set_title(title, fontsize=11)
    figure.legend(fontsize=9, loc="outside lower center", ncols=3)
