"""Figures of concentration: exact tails beside the classical bounds."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from privlearn.figures.log_axes import semilogy
from privlearn.figures.points_and_intervals.preliminaries import Numbers
from privlearn.figures.style import COLOURS


def tail_and_bound(figure: Figure, deviations: Numbers, tails: Mapping[str, Numbers],
                   bounds: Mapping[str, Numbers], least: float) -> None:
    """Draw exact tails (solid) and the bounds on them (dashed, same colours) against the deviation.

    Parameters
    ----------
    figure : Figure
    deviations : sequence
        Common abscissae.
    tails, bounds : mapping label -> values
        In the same order; what is smaller than ``least`` is drawn at the lower edge.
    least : float
        The lower edge of the logarithmic axis.
    """
    axes = figure.add_subplot()
    for (label, values), colour in zip(tails.items(), COLOURS, strict=False):
        semilogy(axes, deviations, [max(value, least) for value in values], color=colour, label=label)
    for (label, values), colour in zip(bounds.items(), COLOURS, strict=False):
        semilogy(axes, deviations, [max(value, least) for value in values], "--", color=colour, label=label)
    axes.set(xlabel="delta", ylabel="probability")
    axes.set_ylim(bottom=least, top=3)
    axes.legend(loc="lower left")
