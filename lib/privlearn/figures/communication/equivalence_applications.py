"""Figures of what the equivalence is good for: repetitions, and short lists of coin strings.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE, RED

Number = float


def repetitions(figure: Figure, copies: Sequence[int], curves: Mapping[str, Sequence[Number]],
                targets: Mapping[str, Number]) -> None:
    """Draw errors against numbers of copies on a logarithmic axis, with horizontal lines at the targets.

    Parameters
    ----------
    figure : Figure
    copies : sequence of int
    curves : mapping label -> one error for each number of copies
    targets : mapping label -> error
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(copies, values, color=colour, marker=marker, label=label)
    for label, target in targets.items():
        axes.axhline(target, color=BLACK, linewidth=0.8, linestyle=":")
        axes.text(copies[-1], target, label, ha="right", va="bottom", fontsize=9)
    axes.set(yscale="decades", xlabel="copies", ylabel="error of the majority")
    axes.legend(fontsize=9)


def mistakes(figure: Figure, counts: Sequence[int], strings: int, limit: Number) -> None:
    """Draw, for every input, under how many of the strings it is answered wrongly, and the number allowed.

    Parameters
    ----------
    figure : Figure
    counts : sequence of int
        One for each input; drawn in decreasing order.
    strings : int
        T, the length of the list.
    limit : number
        The error allowed.
    """
    axes = figure.add_subplot()
    ordered = sorted(counts, reverse=True)
    over = sum(count > limit * strings for count in ordered)
    for first, last, colour in ((0, over, RED), (over, len(ordered), BLUE)):  # bars side by side, one shape a colour
        if first < last:
            axes.stairs([count / strings for count in ordered[first:last]],
                        [k - 0.5 for k in range(first, last + 1)], fill=True, color=colour)
    axes.axhline(limit, color=BLACK, linewidth=1.2, label=f"allowed: {limit:.3g}")
    axes.set(xlabel="inputs, worst first", ylabel="share of strings that err", ylim=(0, 1.05),
             xlim=(-0.5, len(ordered) - 0.5))
    axes.legend(fontsize=9)


def lengths(figure: Figure, labels: Sequence[str], series: Mapping[str, Sequence[Number | None]]) -> None:
    """Draw lengths of lists on a logarithmic axis, one group of markers for each label.

    Parameters
    ----------
    figure : Figure
    labels : sequence of str
    series : mapping label -> one length, or None, for each group
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(series.items(), (ORANGE, BLUE, BLACK), MARKERS, strict=False):
        spots = [(i, value) for i, value in enumerate(values) if value is not None]
        axes.plot([i for i, _ in spots], [value for _, value in spots], marker, color=colour, label=label, markersize=8)
    axes.set(yscale="decades", ylabel="strings")
    axes.set_xticks(range(len(labels)), labels)
    axes.legend(fontsize=9)
