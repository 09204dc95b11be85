"""Figures of the boosted learner of points: failure budgets, bounds against beta, the selection.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.log_axes import semilogy
from privlearn.figures.style import BLACK, BLUE, COLOURS, ORANGE

Numbers = Sequence[float]


def failure_budget(figure: Figure, allowed: Mapping[str, float], reached: Mapping[str, float], beta: float) -> None:
    """Draw two horizontal bars for each term of a sum, on a logarithmic axis, and the sum's limit.

    Parameters
    ----------
    figure : Figure
    allowed, reached : mapping name of the term -> probability
        The same names; a value below 1e-300 is drawn at that.
    beta : float
    """
    axes = figure.add_subplot()
    places = range(len(allowed))
    for shift, (label, colour, hatch, terms) in zip((0.2, -0.2), (("allowed by the proof", BLUE, None, allowed),
                                                    ("computed", ORANGE, "//", reached)), strict=True):
        axes.barh([-k + shift for k in places], [max(1e-300, terms[name]) for name in allowed], 0.36, color=colour,
                  hatch=hatch, edgecolor="white", label=label)
    axes.axvline(beta, color=BLACK, linestyle=":", label="beta")
    axes.set_xscale("decades")
    axes.set_yticks([-k for k in places], list(allowed))
    axes.set_xlabel("probability")
    axes.legend(fontsize=9, loc="upper center", bbox_to_anchor=(0.45, 1.17), ncols=3)


def route_against_beta(figure: Figure, betas: Numbers, routes: Mapping[str, Numbers]) -> None:
    """Draw bounds on the failure, divided by beta, against beta; the line 1 is what is wanted."""
    axes = figure.add_subplot()
    for (label, values), colour, dash in zip(routes.items(), COLOURS, ("-", "--", "-."), strict=False):
        semilogy(axes, betas, [value / beta for value, beta in zip(values, betas, strict=True)], dash, color=colour,
                      label=label)
    axes.axhline(1, color=BLACK, linestyle=":")
    axes.set(xlabel="beta", ylabel="bound / beta")
    axes.legend(fontsize=9)


def selection_bars(figure: Figure, errors: Sequence[int], before: Numbers, after: Numbers) -> None:
    """Draw selection probabilities before and after one row was replaced, one pair of bars for each hypothesis."""
    axes = figure.add_subplot()
    places = range(len(errors))
    axes.bar([k - 0.2 for k in places], before, 0.38, color=BLUE, label="before")
    axes.bar([k + 0.2 for k in places], after, 0.38, color=ORANGE, hatch="//", edgecolor="white", label="after")
    axes.set_xticks(list(places), [f"{e} error{'s' * (e != 1)}" for e in errors])
    axes.set_ylabel("probability of being selected")
    axes.legend()
