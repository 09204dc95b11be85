"""Figures of representing classes: which hypothesis contains which point."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import RED, SKY


def incidence_table(figure: Figure, rows: Sequence[Sequence[int]], highlight: Sequence[int] = (), *,
                    lines: bool = False) -> None:
    """Draw a 0/1 table, hypotheses down and points across; highlighted columns are framed.

    Parameters
    ----------
    figure : Figure
    rows : sequence of sequences of bits
    highlight : sequence of int
        Column numbers.
    lines : bool
        Are there lines between the cells?
    """
    axes = figure.add_subplot()
    axes.imshow([[1 - bit for bit in row] for row in rows], cmap="gray", vmin=-0.6, vmax=1, aspect="equal")
    if lines:
        axes.hlines([k - 0.5 for k in range(len(rows) + 1)], -0.5, len(rows[0]) - 0.5, color=SKY, linewidth=1)
        axes.vlines([k - 0.5 for k in range(len(rows[0]) + 1)], -0.5, len(rows) - 0.5, color=SKY, linewidth=1)
    for column in highlight:
        axes.plot([column - 0.5, column + 0.5, column + 0.5, column - 0.5, column - 0.5],
                  [-0.5, -0.5, len(rows) - 0.5, len(rows) - 0.5, -0.5], color=RED)
    axes.set(xticks=range(len(rows[0])), yticks=range(len(rows)))
    axes.grid(False)
    axes.set(xlabel="point", ylabel="hypothesis")
