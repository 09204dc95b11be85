"""Figures of the representation dimensions: tables of hypotheses, and a map of least sizes.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
The labels have FX15's letters: alpha, beta for privacy, epsilon, delta for error and failure.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE

Numbers = Sequence[float]

def hypothesis_tables(figure: Figure, tables: Mapping[str, Sequence[Sequence[int]]], rows: str = "hypothesis") -> None:
    """Draw 0/1 tables side by side: a row for each hypothesis, a column for each point, dark where the value is 1.

    Parameters
    ----------
    figure : Figure
    tables : mapping title -> rows of bits
    rows : str
        What a row is.
    """
    every = figure.subplots(1, len(tables), sharey=True, squeeze=False)[0]
    for axes, (title, table) in zip(every, tables.items(), strict=True):
        for i, row in enumerate(table):
            for x, bit in enumerate(row):
                axes.add_patch(_cell(x, i, BLUE if bit else "white"))
        axes.set(xlim=(-0.6, len(table[0]) - 0.4), xticks=[], yticks=[], xlabel="point", aspect="equal")
        axes.set_title(title, fontsize=11)
    every[0].set(ylim=(max(map(len, tables.values())) - 0.4, -0.6), ylabel=rows)


def _cell(x: float, y: float, colour: str):  # type: ignore[no-untyped-def]  # a patch of matplotlib
    from matplotlib.patches import Rectangle

    return Rectangle((x - 0.45, y - 0.45), 0.9, 0.9, facecolor=colour, edgecolor=BLACK, linewidth=0.6)


def size_map(figure: Figure, sizes: Sequence[Sequence[int]], alphas: Sequence[str], betas: Sequence[str]) -> None:
    """Draw the least size of a probabilistic representation as a labelled heat map.

    Parameters
    ----------
    figure : Figure
    sizes : one row for each alpha, one entry for each beta
    alphas, betas : sequences of str
        Labels.
    """
    axes = figure.add_subplot()
    image = axes.imshow(sizes, cmap="Blues", vmin=0, vmax=2 * max(map(max, sizes)))
    image.set_rasterized(False)
    for i, row in enumerate(sizes):
        for j, size in enumerate(row):
            axes.text(j, i, str(size), ha="center", va="center", color=BLACK)
    axes.set_xticks(range(len(betas)), list(betas))
    axes.set_yticks(range(len(alphas)), list(alphas))
    axes.set(xlabel="delta", ylabel="epsilon")
    axes.grid(False)
