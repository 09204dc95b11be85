"""Figures of the page on exponential and choosing mechanisms."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.log_axes import loglog, semilogy
from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def law_on_line(figure: Figure, laws: Mapping[str, Numbers], database: Sequence[int], title: str = "") -> None:
    """Draw one or two laws on the points ``0, 1, ...`` as bars and the database as stacked dots below them.

    Parameters
    ----------
    figure : Figure
    laws : mapping label -> probabilities
        At most three, of equal length.
    database : sequence of int
    title : str
    """
    axes = figure.add_subplot()
    size, width = len(next(iter(laws.values()))), 0.8 / len(laws)
    top = max(max(values) for values in laws.values())
    for k, ((label, values), colour) in enumerate(zip(laws.items(), (BLUE, ORANGE, GREEN), strict=False)):
        at = [x + (k - (len(laws) - 1) / 2) * width for x in range(size)]
        axes.bar(at, values, width, color=colour, label=label, hatch="//" if k else None, edgecolor="white")
    for x in sorted(set(database)):
        count = list(database).count(x)
        axes.plot([x] * count, [-top * 0.06 * (k + 1) for k in range(count)], "o", color=BLACK, markersize=5)
    axes.axhline(0, color=BLACK, linewidth=1)
    axes.set(xticks=range(size), yticks=[tick for tick in axes.get_yticks() if tick >= 0])
    axes.set(xlabel="point of the domain (dots: the database)", ylabel="probability")
    axes.set_title(title, fontsize=11)
    if len(laws) > 1:
        axes.legend(fontsize=9)


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


def failure_and_bound(figure: Figure, gaps: Sequence[int], failure: Numbers, bound: Numbers, title: str = "") -> None:
    """Draw failure probabilities (dots) and their bound (line) against the gap, to logarithmic scale."""
    axes = figure.add_subplot()
    semilogy(axes, gaps, bound, "--", color=BLACK, label="bound of the lemma")
    semilogy(axes, gaps, failure, "o-", color=BLUE, label="exact probability of a bad solution")
    axes.set_ylim(1e-7, 3)
    axes.minorticks_off()
    axes.set(xlabel="score of the good solution above all others", ylabel="probability")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)


def growing_count(figure: Figure, counts: Sequence[int], laws: Mapping[str, Numbers], threshold: float,
                  title: str = "") -> None:
    """Draw the probabilities of each outcome as one count grows, and the threshold."""
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(laws.items(), (BLUE, ORANGE, BLACK), MARKERS, strict=False):
        axes.plot(counts, values, color=colour, marker=marker, label=label)
    axes.axvline(threshold, color=RED, linestyle=":", label="threshold")
    axes.set_ylim(-0.03, 1.03)
    axes.set(xticks=list(counts)[:: max(1, len(counts) // 10)], xlabel="score of the first solution")
    axes.set_ylabel("probability")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)


def true_against_asked(figure: Figure, asked: Numbers, curves: Mapping[str, Numbers]) -> None:
    """Draw the true delta of mechanisms against the delta they were asked for, both to logarithmic scale."""
    axes = figure.add_subplot()
    loglog(axes, asked, asked, ":", color=BLACK, label="true = asked")
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        loglog(axes, asked, values, color=colour, marker=marker, label=label)
    axes.minorticks_off()
    axes.set(xlabel="delta asked for", ylabel="true delta")
    axes.legend(fontsize=9)
