"""Figures of the random class: two complementary triangles, a block in a staircase, laws, union bounds.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from privlearn.figures.style import BLUE, COLOURS, MARKERS, ORANGE, RED, SKY

Table = Sequence[Sequence[int]]


def triangles(figure: Figure, f: Table, g: Table) -> None:
    """Draw f, g and their union as 0/1 tables, rows i from above and points j from the left, both from 1."""
    union = [[a | b for a, b in zip(one, two, strict=True)] for one, two in zip(f, g, strict=True)]
    panels = ((r"$f_i(j)$", f, BLUE), (r"$g_i(j)$", g, ORANGE), (r"$f_i \vee g_i$", union, SKY))
    for axes, (title, table, colour) in zip(figure.subplots(1, 3), panels, strict=True):
        m = len(table)
        axes.imshow(table, cmap=ListedColormap(["white", colour]), vmin=0, vmax=1, interpolation="nearest",
                    extent=(0.5, m + 0.5, m + 0.5, 0.5))
        axes.set_title(title, fontsize=12)
        axes.set(xlabel="point j", xticks=[1, m], yticks=[1, m])
        axes.grid(False)
    figure.axes[0].set_ylabel("row i")


def block_in_staircase(figure: Figure, length: int, side: int) -> None:
    """Draw a ladder of some length with the block of its first ``side`` functions on its last ``side`` points."""
    axes = figure.add_subplot()
    axes.imshow([[int(i <= j) for j in range(length)] for i in range(length)], cmap=ListedColormap(["white", SKY]),
                vmin=0, vmax=1, extent=(0.5, length + 0.5, length + 0.5, 0.5))
    axes.add_patch(Rectangle((length - side + 0.5, 0.5), side, side, fill=False, edgecolor=RED, linewidth=2.5))
    axes.set(xlabel="point", ylabel="function", xticks=range(1, length + 1), yticks=range(1, length + 1))
    axes.grid(False)


def threshold_histogram(figure: Figure, shares: Mapping[int, float], guaranteed: int, *, title: str,
                        label: str) -> None:
    """Draw the shares of the values of T(H), with the guaranteed value as a vertical line.

    Parameters
    ----------
    shares : mapping from T to a share
    guaranteed : int
        The least t for which the theorem promises some outcome with T(H) <= t.
    title, label : str
        Above the figure, and what the line means.
    """
    axes = figure.add_subplot()
    axes.bar(list(shares), list(shares.values()), color=BLUE, width=0.8)
    axes.axvline(guaranteed, color=RED, linestyle="--", label=label)
    axes.set_xlim(0, guaranteed + 1.5)
    axes.set_ylim(0, 1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="T(H)", ylabel="share of the outcomes")
    axes.set_title(title, fontsize=11)
    axes.legend(loc="upper center", fontsize=9)


def union_bounds(figure: Figure, sides: Sequence[int], curves: Mapping[str, Sequence[float]], printed_side: int,
                 *, title: str) -> None:
    """Draw log2 of union bounds against the side k of the block; below 0 an outcome without a block exists."""
    axes = figure.add_subplot()
    for k, (name, values) in enumerate(curves.items()):
        axes.plot(sides, values, "-" + MARKERS[k], color=COLOURS[k], label=name)
    axes.axhline(0, color=RED, linestyle="--")
    axes.axvline(printed_side, color=COLOURS[2], linestyle=":", label="k of the paper")
    axes.set(xlabel="side k of the block", ylabel="log2 of the bound")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)
