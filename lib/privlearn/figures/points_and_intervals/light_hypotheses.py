"""Figures of light hypotheses: laws of weights, and which pairs of weight and rows are impossible.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, RED, SKY


def success_against_rows(figure: Figure, rows: Sequence[int], curves: Mapping[str, Sequence[float]], wanted: float,
                         title: str) -> None:
    """Draw bounds on a success probability against the rows, with the wanted success as a line.

    Parameters
    ----------
    figure : Figure
    rows : sequence of int
    curves : mapping label -> probabilities
    wanted : float
    title : str
    """
    axes = figure.add_subplot()
    for (label, values), colour, dash in zip(curves.items(), COLOURS, ("-", "--", "-."), strict=False):
        axes.plot(rows, values, dash, color=colour, label=label)
    axes.axhline(wanted, color=BLACK, linestyle=":", label="wanted")
    axes.set_ylim(0, 1.05)
    axes.set(xlabel="rows m", ylabel="success at most")
    axes.set_title(title, fontsize=11)
    figure.legend(fontsize=9, loc="outside lower center", ncols=3)


def weight_laws(figure: Figure, laws: Mapping[str, Mapping[int, float]], limit: int | None = None) -> None:
    """Draw the laws of the weights of several learners one above the other.

    Parameters
    ----------
    figure : Figure
    laws : mapping label -> (weight -> probability)
    limit : int, optional
        A weight that is marked by a vertical line.
    """
    panels = figure.subplots(len(laws), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (label, law), colour in zip(panels, laws.items(), COLOURS, strict=False):
        axes.bar(list(law), list(law.values()), width=1.0, color=colour, edgecolor=colour)
        if limit is not None:
            axes.axvline(limit, color=RED, linestyle="--", linewidth=1)
        axes.set_title(label, fontsize=10, loc="right")
        axes.set_ylim(0, 1.15 * max(law.values()))
    panels[-1].set_xlabel("weight" + ("" if limit is None else f" (dashed: {limit})"))
    figure.supylabel("probability", fontsize=11)


def excluded_weights(figure: Figure, log2_weights: Sequence[float], rows: Sequence[float],
                     learners: Mapping[str, tuple[float, float]], title: str = "") -> None:
    """Draw the least rows against log2 of the weight, shade what is impossible, and mark learners.

    Parameters
    ----------
    figure : Figure
    log2_weights, rows : sequences of the same length
    learners : mapping label -> (log2 weight, rows)
    title : str
    """
    axes = figure.add_subplot()
    axes.plot(log2_weights, rows, color=BLUE)
    axes.fill_between(log2_weights, rows, 1, color=SKY, alpha=0.3)
    for (label, (x, y)), colour, marker in zip(learners.items(), COLOURS[1:], MARKERS[1:], strict=False):
        axes.plot([x], [y], marker, color=colour, markersize=9, linestyle="none", label=label)
    axes.annotate("impossible", (log2_weights[len(log2_weights) // 6], 4))
    axes.set(yscale="decades", ylim=1, xlabel="log2 of the weight w", ylabel="rows m")
    axes.set_title(title, fontsize=11)
    if learners:
        axes.legend(fontsize=9, loc="upper center", bbox_to_anchor=(0.5, 0.8))


def strips(figure: Figure, rows: Mapping[str, Sequence[int]], truth: str) -> None:
    """Draw functions as rows of cells, filled where they are 1, with a cross where they differ from ``truth``.

    Parameters
    ----------
    figure : Figure
    rows : mapping label -> bits
    truth : str
        Label of the target.
    """
    axes = figure.add_subplot()
    right = rows[truth]
    for k, bits in enumerate(rows.values()):
        y = len(rows) - 1 - k
        axes.bar(range(len(bits)), 0.8, 0.9, bottom=y, edgecolor=BLUE, linewidth=1,
                 color=[SKY if bit else "white" for bit in bits])
        wrong = [x for x, (a, b) in enumerate(zip(bits, right, strict=True)) if a != b]
        axes.plot(wrong, [y + 0.4] * len(wrong), "x", color=RED, markersize=9, markeredgewidth=2)
    axes.set_yticks([len(rows) - 1 - k + 0.4 for k in range(len(rows))], list(rows))
    axes.set_xticks(range(len(right)))
    axes.grid(False)
    axes.set_xlabel("point; filled: value 1; cross: error")
