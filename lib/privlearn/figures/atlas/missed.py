"""A picture of the mutants: how the changes of each room of the library came out."""

from collections.abc import Mapping

from matplotlib.axes import Axes

from privlearn.figures import style

SHADES = (style.BLUE, style.SKY, style.PURPLE, style.ORANGE, style.RED, style.GREEN)


def shares_by_room(axes: Axes, counts: Mapping[str, Mapping[str, int]], names: Mapping[str, str]) -> None:
    """Draw one bar for each room, divided by what noticed its mutants.

    Parameters
    ----------
    axes : Axes
    counts : mapping
        Room -> outcome -> number of mutants.
    names : mapping
        Outcome -> its name in the legend, from the strongest to the weakest; at most six.
    """
    rooms = list(counts)[::-1]
    totals = [sum(counts[room].values()) for room in rooms]
    left = [0.0] * len(rooms)
    for (outcome, name), shade in zip(names.items(), SHADES, strict=False):
        shares = [100 * counts[room].get(outcome, 0) / total for room, total in zip(rooms, totals, strict=True)]
        axes.barh(rooms, shares, left=left, color=shade, label=name)
        left = [start + share for start, share in zip(left, shares, strict=True)]
    axes.set(xlim=(0, 100), xlabel="share of the mutants in per cent")
    axes.set_yticks(range(len(rooms)), [f"{room} ({total})" for room, total in zip(rooms, totals, strict=True)])
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=1)
