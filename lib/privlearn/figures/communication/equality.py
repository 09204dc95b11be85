"""Figures of points and equality: sizes, blocks of equal key, and the learner's failure.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, COLOURS, MARKERS

Number = float


def sizes(figure: Figure, bits: Sequence[int], curves: Mapping[str, Sequence[Number]], labels: tuple[str, str],
          limits: Mapping[str, Number] | None = None, title: str = "") -> None:
    """Draw numbers against the number of bits of a point, with horizontal lines at some limits.

    Parameters
    ----------
    figure : Figure
    bits : sequence of int
    curves : mapping label -> one number for each number of bits
    labels : (horizontal, vertical)
    limits : mapping label -> number, optional
    title : str
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(bits, values, color=colour, marker=marker, markersize=4, label=label)
    for label, limit in (limits or {}).items():
        axes.axhline(limit, color=BLACK, linewidth=0.8, linestyle=":")
        axes.text(bits[-1], limit, label, ha="right", va="bottom", fontsize=9)
    axes.set(xlabel=labels[0], ylabel=labels[1])
    axes.set_ylim(bottom=0)
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)


def blocks(figure: Figure, keys: Sequence[int], target: int, title: str = "") -> None:
    """Draw the points of a square grid with their keys; points with the key of the target are outlined.

    Parameters
    ----------
    figure : Figure
    keys : sequence of int
        16 keys, of point 0, 1, ...; point x stands in row ``x >> 2``, column ``x & 3``.
    target : int
        The point of the function.
    title : str
    """
    axes = figure.add_subplot()
    for x, key in enumerate(keys):
        row, column = x >> 2, x & 3
        same = key == keys[target]
        axes.plot([column], [row], "s", markersize=34, color=COLOURS[key % len(COLOURS)], alpha=0.75,
                  markeredgecolor=BLACK if same else "none", markeredgewidth=3 if x == target else 1.5)
        axes.text(column, row, str(key), ha="center", va="center", fontsize=12)
    axes.set(xlim=(-0.6, 3.6), ylim=(3.6, -0.6), aspect="equal", xlabel="last two bits", ylabel="first two bits")
    axes.set_xticks(range(4), ["00", "01", "10", "11"])
    axes.set_yticks(range(4), ["00", "01", "10", "11"])
    axes.grid(visible=False)
    axes.set_title(title, fontsize=11)


def failures(figure: Figure, rows: Sequence[int], curves: Mapping[str, Sequence[Number]], limit: Number,
             title: str = "") -> None:
    """Draw failure probabilities against sample sizes on a logarithmic axis, with a horizontal line.

    Parameters
    ----------
    figure : Figure
    rows : sequence of int
    curves : mapping label -> one probability for each sample size
    limit : number
    title : str
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(rows, values, color=colour, marker=marker, label=label)
    axes.axhline(limit, color=BLACK, linewidth=0.8, linestyle=":")
    axes.set(yscale="decades", xlabel="samples", ylabel="failure")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)
