"""Figures of HeavyPaths: what falls off different paths, the way up, how a budget is shared, rows against levels.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, COLOURS, MARKERS, ORANGE


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
    axis.set_xscale("decades", base=2)
    axis.set_yscale("decades")
    axis.set_xticks(list(levels), [str(n) for n in levels])
    axis.set(xlabel="levels N", ylabel="rows n")
    axis.set_title(title, fontsize=10)
    axis.legend(fontsize=9)
