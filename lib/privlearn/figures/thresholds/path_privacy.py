"""Figures of the privacy of path selection: probabilities of classes, and hockey-stick curves.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, RED


def class_scatter(figure: Figure, pairs: Sequence[tuple[float, float]], factor: float) -> None:
    """Draw the probability of each class under S + x against that under S, with the lines of two factors.

    Parameters
    ----------
    figure : Figure
    pairs : sequence of (probability under S, under S + x), all positive
    factor : float
        ``e^epsilon``: the lines are ``p / factor`` and ``p * factor``.
    """
    axes = figure.add_subplot()
    inside = [pair for pair in pairs if pair[1] <= factor * pair[0] * (1 + 1e-9)]
    outside = [pair for pair in pairs if pair[1] > factor * pair[0] * (1 + 1e-9)]
    low = min(min(pair) for pair in pairs)
    ends = [low, 1.0]
    axes.plot(ends, [end / factor for end in ends], color=BLACK, label="p / e^eps: no class lies below")
    axes.plot(ends, [end * factor for end in ends], "--", color=RED,
              label=f"p e^eps: {'some lie' if outside else 'no class lies'} above")
    axes.plot(*zip(*inside, strict=True), "o", color=BLUE, markersize=3, alpha=0.6)
    if outside:
        axes.plot(*zip(*outside, strict=True), "^", color=RED, markersize=5)
    axes.set(xscale="decades", yscale="decades")
    axes.set_ylim(low / factor, 1.5)
    axes.set(xlabel="probability of the class under S", ylabel="under S + x")
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)


def stick_curves(figure: Figure, places: Sequence[float], bound: Sequence[float],
                 curves: Mapping[str, Sequence[float]], lowest: float = 1e-8,
                 level: float | None = None) -> None:
    """Draw hockey sticks over ``g / epsilon`` on a logarithmic scale, below the curve that bounds them all.

    Parameters
    ----------
    figure : Figure
    places : sequence of float
        ``g / epsilon``.
    bound : sequence of float
        The curve ``W``.
    curves : mapping label -> values
        Decreasing; a curve leaves the picture where its value is below ``lowest``.
    lowest : float
        The lower end of the vertical axis.
    level : float, optional
        A horizontal line, such as the delta one wants.
    """
    axes = figure.add_subplot()
    axes.plot(places, bound, color=BLACK, linewidth=2.6, label="W")
    styles = ("-", "--", "-.", ":", (0, (5, 1)))
    for (label, values), colour, line in zip(curves.items(), COLOURS, styles, strict=False):
        seen = next((k for k, value in enumerate(values) if value < lowest), len(values))
        kept = [*zip(places[:seen], values, strict=False), *((place, lowest / 10) for place in places[seen:seen + 1])]
        axes.plot(*zip(*kept, strict=True), color=colour, linestyle=line, label=label)
    if level is not None:
        axes.axhline(level, color=BLACK, linewidth=1, linestyle=":")
    axes.set_yscale("decades")
    axes.set_ylim(lowest, 1)
    axes.set(xlabel="g / epsilon", ylabel="hockey stick at e^g")
    figure.legend(loc="outside lower center", ncols=3, fontsize=9)
