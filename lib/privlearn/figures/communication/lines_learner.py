"""Figures of the learner of lines: blocks on the plane, the test, None/One/Two, failure, hockey stick, sample sizes.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
The labels have FX15's letters: alpha, beta for privacy, epsilon, delta for error and failure.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED, SKY

Point = tuple[int, int]


def plane_samples(figure: Figure, p: int, line: Sequence[Point], panels: Sequence[tuple[Sequence[Point], str]],
                  answers: Sequence[Sequence[Point]]) -> None:
    """Draw samples on the plane, one panel each, with the points where the learner's answer is 1.

    Parameters
    ----------
    figure : Figure
    p : int
    line : sequence of points
        The target.
    panels : sequence of (sample, title)
    answers : sequence of sequences of points
        For each panel the points that the answer labels 1.
    """
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, (sample, title), answer in zip(axes, panels, answers, strict=True):
        axis.plot(*zip(*line, strict=True), "o", color=SKY, markersize=9, alpha=0.5, label="target")
        inside = [z for z in sample if z in set(line)]
        outside = [z for z in sample if z not in set(line)]
        for points, marker, colour, label in ((outside, "x", BLACK, "seen, label 0"),
                                              (inside, "D", BLUE, "seen, label 1"),
                                              (answer, "o", RED, "answer says 1")):
            face = "none" if label == "answer says 1" else colour
            size = 12 if label == "answer says 1" else 6
            axis.plot([z[0] for z in points], [z[1] for z in points], marker, color=colour, markersize=size,
                      markerfacecolor=face, label=label)
        axis.set_title(title, fontsize=11)
        axis.set_xlim(-0.7, p - 0.3)
        axis.set_ylim(-0.7, p - 0.3)
        axis.set(aspect="equal", xticks=range(0, p, 2), yticks=range(0, p, 2))
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=9)


def decision_rule(figure: Figure, changes: Sequence[int], passes: Sequence[float], threshold: float,
                  title: str = "") -> None:
    """Draw the probability that a winner of stability c is published, with the threshold of the noisy comparison.

    Parameters
    ----------
    figure : Figure
    changes : sequence of int
    passes : sequence of probabilities
    threshold : float
    title : str
    """
    axes = figure.add_subplot()
    axes.plot(changes, passes, "-o", color=BLUE, label="published")
    axes.axvline(threshold, color=RED, linestyle="--", label="threshold")
    axes.set_ylim(-0.03, 1.03)
    axes.set(xlabel="stability c: votes that must change", ylabel="probability")
    axes.set_title(title, fontsize=11)
    axes.legend(loc="center right")


def event_curves(figure: Figure, scales: Sequence[float], curves: Mapping[str, Sequence[float]], level: float,
                 title: str = "") -> None:
    """Draw probabilities against log2 of the block size, with a level to be reached.

    Parameters
    ----------
    figure : Figure
    scales : sequence
    curves : mapping label -> probabilities
    level : float
    title : str
    """
    axes = figure.add_subplot()
    dashes = ("-", "--", "-.", ":")
    for (label, values), colour, dash, marker in zip(curves.items(), COLOURS, dashes, MARKERS, strict=False):
        axes.plot(scales, values, dash, color=colour, label=label, marker=marker)
    axes.axhline(level, color=BLACK, linewidth=1, linestyle=":", label="2/3")
    axes.set_ylim(-0.03, 1.03)
    axes.set(xlabel="log2 of the block size t", ylabel="probability")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", ncols=5, fontsize=9)


def failure_by_scale(figure: Figure, scales: Sequence[int], failures: Mapping[str, Sequence[float]],
                     beta: float) -> None:
    """Draw the failure probability for each block size as bars side by side, with the allowed average.

    Parameters
    ----------
    figure : Figure
    scales : sequence of int
    failures : mapping label -> probabilities
    beta : float
    """
    axes = figure.add_subplot()
    width = 0.8 / len(failures)
    for i, ((label, values), colour, hatch) in enumerate(zip(failures.items(), (BLUE, ORANGE, GREEN), ("", "//", ".."),
                                                             strict=False)):
        places = [k + (i - (len(failures) - 1) / 2) * width for k in scales]
        axes.bar(places, values, width, color=colour, hatch=hatch, edgecolor="white", label=label)
    axes.axhline(beta, color=BLACK, linestyle=":", label="delta, allowed on average")
    axes.set_xticks(list(scales)[::2])
    axes.set_ylim(0, 1.05)
    axes.set(xlabel="k, the block size being 2^k", ylabel="probability of failure")
    axes.legend(fontsize=9, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1))


def hockey_sticks(figure: Figure, groups: Mapping[str, Sequence[float]], delta: float) -> None:
    """Draw the hockey sticks of all neighbouring votes, sorted, one curve for each group, with the promise delta.

    Parameters
    ----------
    figure : Figure
    groups : mapping label -> values
        Of at most 1, any order.
    delta : float
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(groups.items(), COLOURS, MARKERS, strict=False):
        ordered = sorted(values, reverse=True)
        places = [k / max(len(ordered) - 1, 1) for k in range(len(ordered))]
        axes.step(places, ordered, color=colour, where="mid", label=label, marker=marker, markevery=0.1)
    axes.axhline(delta, color=BLACK, linestyle=":", label="beta")
    axes.set(xlabel="share of the neighbouring pairs, largest loss first", ylabel="loss at e^alpha")
    axes.legend(fontsize=9)


def sizes_against_p(figure: Figure, exponents: Sequence[int], curves: Mapping[str, Sequence[float]]) -> None:
    """Draw numbers of rows, on a logarithmic scale, against log2 of p.

    Parameters
    ----------
    figure : Figure
    exponents : sequence of int
    curves : mapping label -> rows
    """
    axes = figure.add_subplot()
    dashes = ("-", "--", "-.", ":")
    for (label, values), colour, dash in zip(curves.items(), COLOURS, dashes, strict=False):
        axes.plot(exponents, values, dash, color=colour, label=label)
    axes.set_xscale("decades", base=2)
    axes.set(yscale="decades", xlabel="log2 of p", ylabel="rows")
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)
