"""Figures of the block sizes: chances of the answers as stacked areas, good and bad zones, bad intervals over integers.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, RED, SKY


def stacked_answers(figure: Figure, scales: Sequence[float], parts: Mapping[str, Sequence[float]],
                    unstable: Sequence[int], title: str = "") -> None:
    """Draw the probabilities of the answers as a stack that sums to 1, with marks at the unstable scales.

    Parameters
    ----------
    figure : Figure
    scales : sequence of numbers
        ``log2 t``.
    parts : mapping label -> probabilities
    unstable : sequence of int
        Scales at which no answer has probability 2/3.
    title : str
    """
    axes = figure.add_subplot()
    areas = axes.stackplot(scales, list(parts.values()), labels=list(parts), colors=(SKY, ORANGE, RED, BLUE), alpha=0.8)
    for area, hatch in zip(areas, ("", "//", "..", "\\\\"), strict=False):
        area.set_hatch(hatch)
        area.set_edgecolor("white")
    axes.plot(unstable, [1.04] * len(unstable), "v", color=BLACK, label="no answer reaches 2/3")
    axes.set_ylim(0, 1.1)
    axes.set_xlim(min(scales), max(scales))
    axes.set(xlabel="log2 of the block size t", ylabel="probability")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", ncols=3, fontsize=9)


def zones(figure: Figure, rows: Mapping[str, Sequence[tuple[float, float]]], integers: Sequence[int],
          bad: Sequence[int], title: str = "") -> None:
    """Draw intervals on the logarithmic scale, a row for each kind, over the integers, those that are bad marked.

    Parameters
    ----------
    figure : Figure
    rows : mapping label -> list of (from, to)
    integers, bad : sequences of int
    title : str
    """
    axes = figure.add_subplot()
    for height, ((_, intervals), colour) in enumerate(zip(rows.items(), (SKY, ORANGE, BLUE, RED, RED), strict=False)):
        for low, high in intervals:
            axes.plot([low, high], [height, height], color=colour, linewidth=9, solid_capstyle="butt")
    rest = [k for k in integers if k not in set(bad)]
    axes.plot(rest, [-1] * len(rest), "o", color=GREEN, label="good")
    axes.plot(bad, [-1] * len(bad), "X", color=BLACK, markersize=8, label="bad")
    axes.set_yticks([-1, *range(len(rows))], ["integers k", *rows])
    axes.set_xlim(min(integers) - 0.5, max(integers) + 0.5)
    axes.set_ylim(-1.6, len(rows) - 0.4)
    axes.set(xticks=list(integers)[::2], xlabel="log2 of the block size t")
    axes.set_title(title, fontsize=11)
    figure.legend(fontsize=9, loc="outside lower right", ncols=2)
