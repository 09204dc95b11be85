"""Figures of the page on exponential and choosing mechanisms."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from matplotlib.figure import Figure

from privlearn.figures.log_axes import loglog, semilogy
from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def excess_area(figure: Figure, left: Numbers, right: Numbers, ratio: float, names: Sequence[str]) -> None:
    """Draw a law, ``ratio`` times another one, and the part of the first that sticks out: the hockey stick."""
    axes = figure.add_subplot()
    places = range(len(left))
    scaled = [ratio * q for q in right]
    axes.bar(places, left, 0.8, color=BLUE, alpha=0.45, label="Pr under S + x")
    above = [max(0.0, p - q) for p, q in zip(left, scaled, strict=True)]
    axes.bar(places, above, 0.8, bottom=[min(p, q) for p, q in zip(left, scaled, strict=True)], color=RED, hatch="//",
             edgecolor="white", label=f"excess: {sum(above):.4f} in total")
    for k, q in enumerate(scaled):
        axes.plot([k - 0.45, k + 0.45], [q, q], color=BLACK, label="ratio times Pr under S" if k == 0 else None)
    axes.set_xticks(list(places), list(names))
    axes.set_ylim(0, 1.05 * max(*left, *right))
    axes.set(xlabel="output", ylabel="probability")
    axes.set_title(f"ratio e^epsilon = {ratio:g}", fontsize=11)
    axes.legend(fontsize=9)


def failure_and_bound(figure: Figure, gaps: Sequence[int], families: Mapping[str, tuple[Numbers, Numbers]]) -> None:
    """Draw failure probabilities (marks) and their bounds (lines) against the gap, to logarithmic scale."""
    axes = figure.add_subplot()
    for (label, (failure, bound)), colour, marker in zip(families.items(), COLOURS, MARKERS, strict=False):
        semilogy(axes, gaps, bound, "--", color=colour, linewidth=1)
        semilogy(axes, gaps, failure, marker, color=colour, label=label)
    axes.set_ylim(1e-7, 3)
    axes.set(xlabel="score of the good solution above all others", ylabel="probability")
    axes.legend(fontsize=10)


def growing_count(figure: Figure, counts: Sequence[int], panels: Mapping[int, Mapping[str, Numbers]]) -> None:
    """Draw the probabilities of each outcome as one count grows, one panel for each threshold, marked by a line."""
    fields = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, (threshold, laws) in zip(fields, panels.items(), strict=True):
        for (label, values), colour, line in zip(laws.items(), (BLUE, ORANGE, BLACK), ("-", "--", ":"), strict=False):
            axes.plot(counts, values, line, color=colour, label=label)
        axes.axvline(threshold, color=RED, linewidth=1)
        axes.set_title(f"threshold {threshold}", fontsize=11)
    fields[0].set_ylabel("probability")
    figure.supxlabel("score of the first solution", fontsize=11)
    figure.legend(*fields[0].get_legend_handles_labels(), loc="outside upper center", ncols=3, fontsize=10)


def laws_and_ratios(figure: Figure, laws: Mapping[str, Mapping[Any, Any]], label: str) -> None:
    """Draw two laws on a logarithmic axis, joined by strokes as long as their ratios; the longest is red.

    Parameters
    ----------
    figure : Figure
    laws : mapping name -> law
        Two; a law maps outcomes to probabilities, ``None`` stands last.  Where one is 0 the stroke reaches the axis.
    label : str
        Of the horizontal axis.
    """
    axes = figure.add_subplot()
    seen = {outcome for law in laws.values() for outcome, mass in law.items() if mass}
    outcomes = sorted(seen - {None}) + [None] * (None in seen)
    columns = [[float(law.get(outcome, 0)) for outcome in outcomes] for law in laws.values()]
    low = min(mass for column in columns for mass in column if mass) / 2
    ratios = [max(pair) / min(pair) if min(pair) else inf for pair in zip(*columns, strict=True)]
    for k, pair in enumerate(zip(*columns, strict=True)):
        longest = 1 < ratios[k] == max(ratios)
        axes.plot([k, k], [mass or low for mass in pair], color=RED if longest else BLACK,
                  linewidth=5 if longest else 1.5,
                  label="largest ratio" if longest and ratios.index(ratios[k]) == k else None)
    for (name, column), colour, marker, size in zip(zip(laws, columns, strict=True), (BLUE, ORANGE), "os", (9, 6),
                                                    strict=True):
        semilogy(axes, range(len(outcomes)), [mass or None for mass in column], marker, base=2, color=colour,
                 markersize=size, label=name)
    axes.set_xticks(range(len(outcomes)), ["none" if outcome is None else str(outcome) for outcome in outcomes])
    axes.set(xlabel=label, ylabel="probability", ylim=(low, 1.4 * max(map(max, columns))))
    figure.legend(loc="outside upper center", ncols=3, fontsize=9)


def true_against_asked(figure: Figure, asked: Numbers, curves: Mapping[str, Numbers]) -> None:
    """Draw the true delta of mechanisms against the delta they were asked for, both to logarithmic scale."""
    axes = figure.add_subplot()
    loglog(axes, asked, asked, ":", color=BLACK, label="true = asked")
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        loglog(axes, asked, values, color=colour, marker=marker, label=label)
    axes.minorticks_off()
    axes.set(xlabel="delta asked for", ylabel="true delta")
    axes.legend(fontsize=9)
