"""Figures of HeavyPaths: what falls off different paths, and success on the way up."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE


def path_bars(figure: Figure, panels: Sequence[tuple[str, Mapping[int, int]]], levels: int, columns: int = 4) -> None:
    """Draw the multiplicities of the levels along several paths, the largest bar of each in another colour.

    Parameters
    ----------
    figure : Figure
    panels : sequence of (title, level -> multiplicity)
    levels : int
        The deepest level.
    columns : int
        Panels beside each other.
    """
    rows = -(-len(panels) // columns)
    axes = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
    for k, axis in enumerate(axes.flat):
        if k >= len(panels):
            axis.set_visible(False)
            continue
        title, counts = panels[k]
        top = max(counts.values(), default=0)
        values = [counts.get(level, 0) for level in range(levels + 1)]
        axis.bar(range(levels + 1), values, color=[ORANGE if v == top else BLUE for v in values])
        axis.set_title(title, fontsize=9)
        axis.set_xticks(range(levels + 1))
    for axis in axes[-1]:
        axis.set_xlabel("level")
    for row in axes:
        row[0].set_ylabel("how often")


def success_by_level(figure: Figure, chances: Sequence[float], inside: Sequence[int], bound: float) -> None:
    """Draw LevelUp's probability of success for each level y, and the bound that holds inside.

    Parameters
    ----------
    figure : Figure
    chances : sequence of float
        For y = 0, 1, ...
    inside : sequence of int
        The interior points of the database of levels.
    bound : float
    """
    axis = figure.subplots()
    colours = [GREEN if y in inside else ORANGE for y in range(len(chances))]
    axis.bar(range(len(chances)), chances, color=colours)
    axis.axhline(bound, color=BLACK, linewidth=1.2, linestyle="--")
    axis.text(-0.4, bound, "bound", va="bottom", fontsize=9)
    axis.set(xticks=range(len(chances)), xlabel="y (green: an interior point of the levels)")
    axis.set_ylabel("probability of success")
    axis.set_ylim(0, 1)
