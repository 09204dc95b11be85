"""Figures of points and equality: sizes, blocks of equal key, and the learner's failure.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, COLOURS, MARKERS

Number = float


def sizes(figure: Figure, bits: Sequence[int], curves: Mapping[str, Sequence[Number]], labels: tuple[str, str]) -> None:
    """Draw numbers against the number of bits of a point.

    Parameters
    ----------
    figure : Figure
    bits : sequence of int
    curves : mapping label -> one number for each number of bits
    labels : (horizontal, vertical)
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(bits, values, color=colour, marker=marker, markersize=4, label=label)
    axes.set(xlabel=labels[0], ylabel=labels[1])
    axes.set_ylim(bottom=0)
    figure.legend(fontsize=9, loc="outside lower center", ncols=2)


def blocks(figure: Figure, panels: Mapping[str, Sequence[int]], target: int) -> None:
    """Draw square grids of points with their keys; points with the key of the target are outlined.

    Parameters
    ----------
    figure : Figure
    panels : mapping title -> 16 keys, of point 0, 1, ...
        Point x stands in row ``x >> 2``, column ``x & 3``.
    target : int
        The point of the function.
    """
    ends = ["00", "01", "10", "11"]
    every = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, (title, keys) in zip(every, panels.items(), strict=True):
        for x, key in enumerate(keys):
            same, colour = key == keys[target], COLOURS[key % len(COLOURS)]
            axes.plot([x & 3], [x >> 2], "s", markersize=21, color=colour, alpha=0.75,
                      markeredgecolor=BLACK if same else "none", markeredgewidth=3 if x == target else 1.5)
            axes.text(x & 3, x >> 2, str(key), ha="center", va="center", fontsize=10,
                      color="white" if colour == BLACK else BLACK)
        axes.set(xlim=(-0.6, 3.6), ylim=(3.6, -0.6), aspect="equal", xlabel="last two bits")
        axes.set_xticks(range(4), ends)
        axes.set_yticks(range(4), ends)
        axes.grid(visible=False)
        axes.set_title(title, fontsize=11)
    figure.axes[0].set_ylabel("first two bits")


def failures(figure: Figure, rows: Sequence[int], curves: Mapping[str, Sequence[Number]], limit: Number) -> None:
    """Draw failure probabilities against sample sizes on a logarithmic axis, with a horizontal line.

    Parameters
    ----------
    figure : Figure
    rows : sequence of int
    curves : mapping label -> one probability for each sample size
    limit : number
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(rows, values, color=colour, marker=marker, label=label)
    axes.axhline(limit, color=BLACK, linewidth=0.8, linestyle=":")
    axes.set(yscale="decades", xlabel="samples", ylabel="failure")
    axes.legend(fontsize=9)
