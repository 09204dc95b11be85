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
        axis.set_title(title, fontsize=11)
    axes[0].set_ylabel("how often")


def stacked_bars(figure: Figure, names: Sequence[str], panels: Mapping[str, Mapping[str, Sequence[float]]],
                 label: str) -> None:
    """Draw panels side by side, each with one bar for each name, stacked from the parts.

    Parameters
    ----------
    figure : Figure
    names : sequence of str
        The bars.
    panels : mapping title -> mapping part -> one value for each bar
    label : str
        Of the vertical axis.
    """
    fields = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, (title, parts) in zip(fields, panels.items(), strict=True):
        floor = [0.0] * len(names)
        for (part, values), colour in zip(parts.items(), COLOURS, strict=False):
            axis.bar(names, values, bottom=floor, label=part, color=colour, width=0.6)
            floor = [a + b for a, b in zip(floor, values, strict=True)]
        axis.set_title(title, fontsize=11)
    fields[0].set_ylabel(label)
    figure.legend(*fields[0].get_legend_handles_labels(), loc="outside upper center", ncols=len(panels) + 1,
                  fontsize=10)


def rows_by_levels(figure: Figure, levels: Sequence[int], curves: Mapping[str, Sequence[int]]) -> None:
    """Draw how many rows are needed against the number of levels, both on logarithmic axes."""
    axis = figure.subplots()
    for k, (label, rows) in enumerate(curves.items()):
        axis.plot(levels, rows, color=COLOURS[k], marker=MARKERS[k], label=label)
    axis.set_xscale("decades", base=2)
    axis.set_yscale("decades")
    axis.set_xticks(list(levels), [str(n) for n in levels])
    axis.set(xlabel="levels N", ylabel="rows n")
    axis.legend(fontsize=9)
