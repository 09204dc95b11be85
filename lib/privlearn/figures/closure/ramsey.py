"""Figures of the Ramsey argument: coloured edges, staircases, sizes of monochromatic sets, extracted ladders.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, PURPLE, RED, SKY

EDGE_COLOURS = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY)


def edge_colours(axes: Axes, table: Sequence[Sequence[int]], chosen: int, names: Sequence[str], title: str) -> None:
    """Draw a matrix of edge colours, the first ``chosen`` vertices framed.

    Parameters
    ----------
    axes : Axes
    table : square table of int
        Colour of edge p, q, at least 0 and at most 5; -1 on the diagonal.
    chosen : int
        How many vertices, listed first, are the monochromatic set.
    names : sequence of str
        One for each colour.
    title : str
    """
    shades = ListedColormap(["white", *EDGE_COLOURS[:len(names)]])
    axes.imshow(table, cmap=shades, vmin=-1.5, vmax=len(names) - 0.5, interpolation="nearest")
    axes.add_patch(Rectangle((-0.5, -0.5), chosen, chosen, fill=False, edgecolor=BLACK, linewidth=2.2))
    axes.set_title(title, fontsize=11)
    axes.grid(False)
    axes.set(xticks=[], yticks=[], anchor="N")
    handles = [Rectangle((0, 0), 1, 1, color=colour) for colour in EDGE_COLOURS[:len(names)]]
    axes.legend(handles, names, loc="upper center", bbox_to_anchor=(0.5, -0.02), fontsize=9)


def staircases(figure: Figure, panels: Sequence[tuple[str, Sequence[Sequence[int]], Sequence[str], Sequence[str]]]
               ) -> None:
    """Draw 0/1 tables side by side with the diagonal framed.

    Parameters
    ----------
    panels : sequence of (title, table, row labels, column labels)
    """
    for axes, (title, table, rows, columns) in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels,
                                                   strict=True):
        axes.imshow(table, cmap=ListedColormap(["white", SKY]), vmin=0, vmax=1, interpolation="nearest")
        for i, row in enumerate(table):
            for j, bit in enumerate(row):
                axes.text(j, i, str(bit), ha="center", va="center", fontsize=11)
            axes.add_patch(Rectangle((i - 0.5, i - 0.5), 1, 1, fill=False, edgecolor=RED, linewidth=2))
        axes.set_title(title, fontsize=11)
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.grid(False)


def sizes_against_vertices(figure: Figure, vertices: Sequence[int],
                           curves: Mapping[str, tuple[Sequence[int], Sequence[int]]], *, label: str) -> None:
    """Draw what was found and what is guaranteed against the number of vertices (logarithmic).

    Parameters
    ----------
    vertices : sequence of int
    curves : mapping from a name to (found, guaranteed)
    label : str
        What is counted.
    """
    axes = figure.add_subplot()
    for k, (name, (found, guaranteed)) in enumerate(curves.items()):
        axes.plot(vertices, found, "-" + MARKERS[k], color=COLOURS[k], label=name)
        axes.plot(vertices, guaranteed, "--", color=COLOURS[k], drawstyle="steps-post")
    axes.plot([], [], "--", color=BLACK, label="guaranteed")
    axes.set_xscale("decades", base=2)
    axes.set_xticks(vertices, [str(n) for n in vertices])
    axes.minorticks_off()
    axes.set_ylim(0)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="vertices n", ylabel=label)
    axes.legend(fontsize=9)
