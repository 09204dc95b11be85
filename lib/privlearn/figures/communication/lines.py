"""Figures of lines over a prime field: pencils, optimal errors, bounds, and what a message says about a point.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from privlearn.figures.style import BLUE, COLOURS, MARKERS, RED

Point = tuple[int, int]


def plane(figure: Figure, p: int, panels: Sequence[tuple[str, Sequence[Sequence[Point]]]]) -> None:
    """Draw the plane with some lines, one panel for each family, every line with its own marker.

    Parameters
    ----------
    figure : Figure
    p : int
    panels : sequence of (title, lines)
        A line is a sequence of points.
    """
    frames = figure.subplots(1, len(panels), squeeze=False)[0]
    for axes, (title, lines) in zip(frames, panels, strict=True):
        for k, line in enumerate(lines):
            shift = 0.22 * (k / max(1, len(lines) - 1) - 0.5)  # lines that share a point stay visible
            axes.plot([x + shift for x, _ in line], [y for _, y in line], MARKERS[k % len(MARKERS)],
                      color=COLOURS[k % len(COLOURS)], markersize=5)
        axes.set(xticks=range(p), yticks=range(p))
        axes.set_xlim(-0.6, p - 0.4)
        axes.set_ylim(-0.6, p - 0.4)
        axes.set_aspect("equal")
        axes.set_title(title, fontsize=11)


def errors_by_messages(figure: Figure, messages: Sequence[int], exact: Sequence[float], below: Sequence[float]) -> None:
    """Draw the least error against the number of messages, with a lower bound.

    Parameters
    ----------
    figure : Figure
    messages : sequence of int
    exact, below : sequences of float
    """
    axes = figure.add_subplot()
    axes.plot(messages, exact, "o", color=BLUE, label="least error, exact")
    axes.plot(messages, below, "--", color=RED, label="second-moment bound")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(-0.02, 0.55)
    axes.set(xlabel="messages k", ylabel="error")
    figure.legend(fontsize=9, loc="outside lower center", ncols=2)


def partition_grid(figure: Figure, tables: Sequence[tuple[str, Sequence[Sequence[int]]]]) -> None:
    """Draw square tables of message numbers: slope across, offset upwards.

    Parameters
    ----------
    figure : Figure
    tables : sequence of (title, rows of int)
    """
    panels = figure.subplots(1, len(tables), squeeze=False)[0]
    for axes, (name, rows) in zip(panels, tables, strict=True):
        for a, row in enumerate(rows):
            for b, message in enumerate(row):
                axes.text(a, b, str(message), ha="center", va="center", fontsize=13,
                          color=COLOURS[message % len(COLOURS)])
        size = len(rows)
        axes.set_xlim(-0.5, size - 0.5)
        axes.set_ylim(-0.5, size - 0.5)
        axes.set(xticks=range(size), yticks=range(size))
        axes.grid(False)
        axes.set(aspect="equal", xlabel="slope")
        axes.set_title(name, fontsize=10)
    panels[0].set_ylabel("offset")
