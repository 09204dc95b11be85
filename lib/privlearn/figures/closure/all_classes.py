"""Figures of the dimensions of all small classes: a table of counts, the least and largest values, a staircase.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Sequence
from math import log10

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, ORANGE, RED, SKY


def joint_counts(figure: Figure, counts: Sequence[Sequence[int]], title: str) -> None:
    """Draw how many classes have which two dimensions: a disc for each pair, its area the logarithm of the number.

    Parameters
    ----------
    counts : table of int
        Row: Littlestone's dimension; column: threshold dimension.
    title : str
    """
    axes = figure.add_subplot()
    for depth, row in enumerate(counts):
        for chain, number in enumerate(row):
            if number:
                axes.scatter([depth], [chain], s=25 + 55 * log10(number), color=SKY, zorder=2)
                axes.text(depth, chain + 0.36, f"{number:,}", ha="center", va="bottom", fontsize=8)
    last = len(counts) - 1
    axes.plot(range(last + 1), [(depth + 1).bit_length() - 1 for depth in range(last + 1)], "-", color=BLUE,
              label="T at least log (LDim + 1), rounded down")
    axes.plot(range(last + 1), [2 ** (depth + 1) - 1 for depth in range(last + 1)], "--", color=ORANGE,
              label="LDim at least log T, rounded down")
    axes.set_xlim(-0.5, last + 0.5)
    axes.set_ylim(-0.4, last + 0.9)
    axes.set(xticks=range(last + 1), yticks=range(last + 1), xlabel="Littlestone's dimension")
    axes.set_ylabel("threshold dimension")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", fontsize=9)


def staircase(figure: Figure, bits: Sequence[Sequence[int]], rows: Sequence[str], columns: Sequence[str],
              title: str) -> None:
    """Draw a table of bits, ones shaded, the diagonal framed.

    Parameters
    ----------
    bits : square table of 0 and 1
    rows, columns : sequence of str
        Names of the functions and of the points.
    title : str
    """
    from matplotlib.patches import Rectangle

    axes = figure.add_subplot()
    for i, row in enumerate(bits):
        for j, bit in enumerate(row):
            axes.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, color=SKY if bit else "white", alpha=0.8))
            axes.text(j, i, str(bit), ha="center", va="center", fontsize=11)
        axes.add_patch(Rectangle((i - 0.5, i - 0.5), 1, 1, fill=False, edgecolor=RED, linewidth=2, zorder=3))
    axes.set_xlim(-0.5, max(len(columns), 1) - 0.5)
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    axes.set_aspect("equal")
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.grid(False)
    axes.set_title(title, fontsize=11)
