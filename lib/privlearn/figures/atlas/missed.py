"""Pictures of what became of the mutants."""

from collections.abc import Mapping

from matplotlib.figure import Figure

HATCHES = ("", "//", "..", "xx", "oo")


def shares_by_room(figure: Figure, counts: Mapping[str, Mapping[str, int]], names: Mapping[str, str]) -> None:
    """Draw one bar for each room of the library: the shares of its mutants by what noticed them.

    Parameters
    ----------
    figure : Figure
    counts : mapping
        Room -> outcome -> number of mutants.
    names : mapping
        Outcome -> what the legend says of it, in the order of the bars.
    """
    axes = figure.subplots()
    start = [0.0] * len(counts)
    for (outcome, name), hatch in zip(names.items(), HATCHES, strict=True):
        widths = [100 * found.get(outcome, 0) / sum(found.values()) for found in counts.values()]
        axes.barh(list(counts), widths, left=start, label=name, edgecolor="white", hatch=hatch)
        start = [left + width for left, width in zip(start, widths, strict=True)]
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set(xlim=(0, 100), xlabel="per cent of the mutants")
    figure.legend(loc="outside lower center", ncols=1, fontsize=9)
