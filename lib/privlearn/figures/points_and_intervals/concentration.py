"""Figures of concentration: exact tails beside the classical bounds."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from privlearn.figures.log_axes import semilogy
from privlearn.figures.points_and_intervals.preliminaries import Numbers
from privlearn.figures.style import COLOURS

SMALLEST = 1e-60  # what a logarithmic axis shows for a probability of 0


def tail_and_bound(figure: Figure, deviations: Numbers, tails: Mapping[str, Numbers],
                   bounds: Mapping[str, Numbers]) -> None:
    """Draw exact tails (solid) and the bounds on them (dashed, same colours) against the deviation.

    Parameters
    ----------
    figure : Figure
    deviations : sequence
        Common abscissae.
    tails, bounds : mapping label -> values
        In the same order; zeros are drawn at the lower edge.
    """
    axes = figure.add_subplot()
    for (label, values), colour in zip(tails.items(), COLOURS, strict=False):
        semilogy(axes, deviations, [max(value, SMALLEST) for value in values], color=colour, label=label)
    for (label, values), colour in zip(bounds.items(), COLOURS, strict=False):
        semilogy(axes, deviations, [max(value, SMALLEST) for value in values], "--", color=colour, label=label)
    axes.set(xlabel="delta", ylabel="probability")
    axes.set_ylim(bottom=SMALLEST, top=3)
    axes.legend(loc="lower left")
