"""Figures of the learner of lines: blocks on the plane, the test, None/One/Two, failure, hockey stick, sample sizes.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
The labels have FX15's letters: alpha, beta for privacy, epsilon, delta for error and failure.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, RED, SKY

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
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)


def decision_rules(figure: Figure, changes: Sequence[int],
                   curves: Mapping[str, tuple[Sequence[float], float]]) -> None:
    """Draw the probability that a winner of stability c is published, with the thresholds of the noisy comparison.

    Parameters
    ----------
    figure : Figure
    changes : sequence of int
    curves : mapping label -> (probabilities, threshold)
    """
    axes = figure.add_subplot()
    for (label, (passes, threshold)), colour in zip(curves.items(), COLOURS, strict=False):
        axes.plot(changes, passes, "-o", color=colour, markersize=3)
        axes.axvline(threshold, color=colour, linestyle="--", linewidth=1)
        axes.annotate(label, (threshold, 0.5), (12, 0), textcoords="offset points", va="center")
    axes.set(xlabel="stability c: votes that must change", ylabel="published", ylim=(-0.03, 1.03))


def event_curves(figure: Figure, scales: Sequence[float], curves: Mapping[str, Sequence[float]], level: float) -> None:
    """Draw probabilities against log2 of the block size, with a level to be reached.

    Parameters
    ----------
    figure : Figure
    scales : sequence
    curves : mapping label -> probabilities
    level : float
    """
    axes = figure.add_subplot()
    dashes = ("-", "--", "-.", ":")
    for (label, values), colour, dash, marker in zip(curves.items(), COLOURS, dashes, MARKERS, strict=False):
        axes.plot(scales, values, dash, color=colour, label=label, marker=marker)
    axes.axhline(level, color=BLACK, linewidth=1, linestyle=":", label="2/3")
    axes.set_ylim(-0.03, 1.03)
    axes.set(xlabel="log2 of the block size t", ylabel="probability")
    figure.legend(loc="outside lower center", ncols=3)


def failure_by_scale(figure: Figure, scales: Sequence[int], panels: Mapping[str, Sequence[float]],
                     beta: float) -> None:
    """Draw the failure probability for each block size as bars, one panel for each plan, with the allowed average.

    Parameters
    ----------
    figure : Figure
    scales : sequence of int
    panels : mapping title -> probabilities
    beta : float
    """
    for axes, (title, values) in zip(
            figure.subplots(1, len(panels), sharey=True, squeeze=False)[0], panels.items(), strict=True):
        axes.bar(scales, values, color=BLUE)
        axes.axhline(beta, color=BLACK, linestyle=":")
        axes.set_title(title, fontsize=11)
        axes.set(xticks=scales[::2], ylim=(0, 1.05))
    figure.supxlabel("k, the block size being 2^k", fontsize=11)
    figure.axes[0].set_ylabel("failure")


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
    axes.legend()


def rows_needed(figure: Figure, panels: Mapping[str, tuple[Sequence[float], Mapping[str, Sequence[float]]]]) -> None:
    """Draw numbers of rows, on one logarithmic scale, against the quantity that names the panel.

    Parameters
    ----------
    figure : Figure
    panels : mapping xlabel -> (abscissas, mapping label -> rows)
    """
    every = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, (xlabel, (places, curves)) in zip(every, panels.items(), strict=True):
        for (label, values), colour, dash in zip(curves.items(), COLOURS, ("-", "--", "-."), strict=False):
            axes.plot(places, values, dash, color=colour)
            end, side = (-1, "right") if values[-1] > 10 * values[0] else (0, "left")
            axes.annotate(label, (places[end], values[end]), (0, 4), textcoords="offset points", ha=side)
        axes.set(yscale="decades", xlabel=xlabel)
    figure.axes[0].set_xscale("decades", base=2)
    figure.axes[0].set_ylabel("rows")
