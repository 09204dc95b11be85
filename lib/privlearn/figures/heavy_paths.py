"""Figures of HeavyPaths: what falls off different paths, the way up, how a budget is shared, rows against levels.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE


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
    axis.text(len(chances) - 0.55, bound, "bound", ha="right", va="bottom", fontsize=9)
    axis.set_xticks(range(len(chances)))
    axis.set_xlabel("y (green: an interior point of the levels)")
    axis.set_ylabel("probability of success")
    axis.set_ylim(0, 1)


def chain_of_databases(figure: Figure, panels: Sequence[tuple[str, Mapping[int, int], int | None]],
                       labels: Sequence[str]) -> None:
    """Draw the databases from the last one to the first, each with the point that HeavyPaths has found in it.

    Parameters
    ----------
    figure : Figure
    panels : sequence of (title, point -> multiplicity, point or None)
        One for each database.
    labels : sequence of str
        Written between neighbouring panels.
    """
    axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for k, (axis, (title, counts, point)) in enumerate(zip(axes, panels, strict=True)):
        axis.bar(list(counts), list(counts.values()), color=BLUE, width=0.8)
        if point is not None:
            axis.axvline(point, color=ORANGE, linewidth=2.5)
            axis.set_xlabel(f"point {point}" + (f" → {labels[k]}" if k < len(labels) else ""))
        axis.set_title(title, fontsize=10)
    axes[0].set_ylabel("how often")


def stacked_bars(figure: Figure, names: Sequence[str], parts: Mapping[str, Sequence[float]], label: str,
                 title: str = "") -> None:
    """Draw one bar for each name, stacked from the parts.

    Parameters
    ----------
    figure : Figure
    names : sequence of str
        The bars.
    parts : mapping from name to one value for each bar
    label : str
        Of the vertical axis.
    """
    axis = figure.subplots()
    floor = [0.0] * len(names)
    for k, (part, values) in enumerate(parts.items()):
        axis.bar(names, values, bottom=floor, label=part, color=COLOURS[k % len(COLOURS)], width=0.6)
        floor = [a + b for a, b in zip(floor, values, strict=True)]
    axis.set_ylabel(label)
    axis.set_title(title, fontsize=10)
    axis.legend(fontsize=9, loc="center left", bbox_to_anchor=(1, 0.5))


def rows_by_levels(figure: Figure, levels: Sequence[int], curves: Mapping[str, Sequence[int]],
                   title: str = "") -> None:
    """Draw how many rows are needed against the number of levels, both on logarithmic axes."""
    axis = figure.subplots()
    for k, (label, rows) in enumerate(curves.items()):
        axis.plot(levels, rows, color=COLOURS[k], marker=MARKERS[k], label=label)
    axis.set_xscale("log", base=2)
    axis.set_yscale("log")
    axis.set_xticks(list(levels), [str(n) for n in levels])
    axis.set_xlabel("levels N")
    axis.set_ylabel("rows n")
    axis.set_title(title, fontsize=10)
    axis.legend(fontsize=9)
