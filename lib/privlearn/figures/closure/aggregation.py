"""Pictures of extremal tables and of bounds on the dimension of composed classes."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def tables(figure: Figure, values: Mapping[str, Sequence[Sequence[int]]], title: str = "") -> None:
    """Draw tables of numbers side by side, a larger number on a darker square; row d1 and column d2.

    Parameters
    ----------
    figure : Figure
    values : mapping name -> rows
    title : str
    """
    panels = figure.subplots(1, len(values), squeeze=False)[0]
    largest = max(max(row) for table in values.values() for row in table)
    for axes, (name, table) in zip(panels, values.items(), strict=True):
        for one, row in enumerate(table):
            for two, value in enumerate(row):
                axes.fill([two - .5, two + .5, two + .5, two - .5], [one - .5, one - .5, one + .5, one + .5],
                          color=BLUE, alpha=0.7 * value / max(largest, 1))
                axes.text(two, one, str(value), ha="center", va="center", color=BLACK)
        axes.set_title(name, fontsize=11)
        axes.set(xlabel="second class", xticks=range(len(table[0])), yticks=range(len(table)))
        axes.grid(visible=False)
        axes.set_aspect("equal")
        axes.invert_yaxis()
    panels[0].set_ylabel("first class")
    figure.suptitle(title, fontsize=11)


def classes(figure: Figure, named: Mapping[str, Sequence[Sequence[int]]]) -> None:
    """Draw classes side by side, a row for each concept and a column for each point; ones are filled."""
    panels = figure.subplots(1, len(named), squeeze=False)[0]
    longest = max(map(len, named.values()))
    for axes, (name, rows) in zip(panels, named.items(), strict=True):
        width = len(rows[0])
        for i, row in enumerate(rows):
            for x, bit in enumerate(row):
                axes.fill([x - .5, x + .5, x + .5, x - .5], [i - .5, i - .5, i + .5, i + .5], edgecolor=BLACK,
                          facecolor=BLUE if bit else "white", alpha=0.6, linewidth=0.6)
        axes.set(xticks=range(width), yticks=range(len(rows)), aspect="equal", frame_on=False)
        axes.set_xlim(-0.7, width - 0.3)
        axes.set_ylim(longest - 0.3, -0.7)
        axes.tick_params(labelsize=8, labeltop=True, labelbottom=False, length=0)
        axes.set_title(name, fontsize=11)
        axes.grid(visible=False)


def bounds(figure: Figure, arities: Sequence[int], curves: Mapping[str, Sequence[float]], title: str = "") -> None:
    """Draw bounds against the number of classes, on a logarithmic axis; a shorter curve ends early."""
    axes = figure.subplots()
    for (name, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(arities[:len(values)], values, marker + "-", color=colour, label=name)
    axes.set(yscale="decades", xlabel="classes k", ylabel="dimension")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)


def crossing(figure: Figure, counts: Sequence[int], bound: int, title: str = "") -> None:
    """Draw the number of patterns that n points need, ``2^n``, and how many there are at most; their last meeting.

    Parameters
    ----------
    figure : Figure
    counts : sequence of int
        The largest number of patterns on n = 1, 2, ... points.
    bound : int
        The last n with ``2^n`` at most that number.
    title : str
    """
    axes = figure.subplots()
    points = range(1, len(counts) + 1)
    axes.plot(points, [2**n for n in points], "o-", color=BLUE, label="needed: 2^n")
    axes.plot(points, counts, "s-", color=ORANGE, label="available at most")
    axes.axvline(bound, color=BLACK, linewidth=1, linestyle=":", label="closure bound")
    axes.set_yscale("decades", base=2)
    axes.set(xlabel="points n", ylabel="patterns")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)


def staircase(figure: Figure, values: Sequence[Sequence[int]], title: str = "") -> None:
    """Draw a matrix of 0 and 1, row i for ``h_i`` and column j for ``x_j``, numbered from 1; ones are filled."""
    axes = figure.subplots()
    for i, row in enumerate(values, 1):
        for j, value in enumerate(row, 1):
            if value:
                axes.fill([j - .5, j + .5, j + .5, j - .5], [i - .5, i - .5, i + .5, i + .5], color=BLUE, alpha=0.6)
            axes.text(j, i, str(value), ha="center", va="center", color=BLACK)
    axes.set_xticks(range(1, len(values[0]) + 1), [f"x{j}" for j in range(1, len(values[0]) + 1)])
    axes.set_yticks(range(1, len(values) + 1), [f"h{i}" for i in range(1, len(values) + 1)])
    axes.set_xlim(0.5, len(values[0]) + 0.5)
    axes.set_ylim(len(values) + 0.5, 0.5)
    axes.set_aspect("equal")
    axes.grid(visible=False)
    axes.set_title(title, fontsize=11)
