"""Figures of independent noise learners: noisy intervals, bounds on the rate, the law of the reconstruction.

Every function draws plain numbers on the figure it is given.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, RED

Numbers = Sequence[float]


def concept_and_noise(figure: Figure, concept: Sequence[int], hypothesis: Sequence[int]) -> None:
    """Draw a concept, the points at which the hypothesis differs, and the hypothesis, one strip each.

    Parameters
    ----------
    figure : Figure
    concept, hypothesis : sequences of bits
        The same length; a 1 is drawn dark.
    """
    dirty = [int(a != b) for a, b in zip(concept, hypothesis, strict=True)]
    strips = (("concept c*", concept, BLUE), ("noise", dirty, RED), ("hypothesis h", hypothesis, BLUE))
    axes = figure.add_subplot()
    for k, (_, bits, colour) in enumerate(strips):
        axes.broken_barh([(x - 0.5, 1) for x, bit in enumerate(bits) if bit], (k - 0.4, 0.8), color=colour,
                         linewidth=0.4)  # edges of the same colour: no hairlines between neighbours
        axes.plot([-0.5, len(bits) - 0.5], [k + 0.4, k + 0.4], color=BLACK, linewidth=0.8)
    axes.set_yticks(range(3), [name for name, _, _ in strips])
    axes.invert_yaxis()
    axes.grid(visible=False)
    axes.set_xlim(-0.5, len(concept) - 0.5)
    axes.set(xlabel="point", title=f"{sum(dirty)} of {len(dirty)} points flipped")


def rate_bounds(figure: Figure, accuracies: Numbers, bounds: Mapping[str, Numbers],
                lines: Mapping[str, Numbers]) -> None:
    """Draw proved bounds on the noise rate against alpha', steps solid and straight lines dashed."""
    axes = figure.add_subplot()
    for (label, values), colour in zip(bounds.items(), (BLUE, ORANGE, GREEN), strict=False):
        axes.plot(accuracies, values, color=colour, label=label)
    for (label, values), colour in zip(lines.items(), (BLACK, RED), strict=False):
        axes.plot(accuracies, values, color=colour, linestyle="--", linewidth=1.2, label=label)
    axes.set_ylim(0, 0.8)
    axes.set(xlabel="accuracy alpha'", ylabel="noise rate mu")
    figure.legend(loc="outside upper center", ncols=2, fontsize=9)


def channel_bars(figure: Figure, offsets: Sequence[int], weights: Numbers, title: str) -> None:
    """Draw the law of the reconstructed end relative to the true one, on a logarithmic scale."""
    axes = figure.add_subplot()
    axes.bar(offsets, weights, color=[BLUE if k else GREEN for k in offsets])
    axes.set(yscale="decades", xticks=[k for k in offsets if k % 2 == 0], xlabel="reconstructed end minus true end")
    axes.set(ylabel="probability", title=title)
