"""Figures of interior points: cost against the number of points, rows against the domain, the best mechanism."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from privlearn.figures.style import BLACK, MARKERS, ORANGE

Curves = Mapping[str, tuple[Sequence[int], Sequence[float]]]


def costs(figure: Figure, panels: Mapping[str, tuple[Curves, Curves]]) -> None:
    """Draw seconds (above) and memory (below) against the number of points, a column of panels for each algorithm.

    Parameters
    ----------
    figure : Figure
    panels : mapping algorithm -> (seconds, megabytes), each a mapping family -> (numbers of points, values)
    """
    grid = figure.subplots(2, len(panels), sharex=True, sharey="row", squeeze=False)
    for column, (algorithm, measured) in enumerate(panels.items()):
        for axes, curves in zip(grid[:, column], measured, strict=True):
            for (name, (sizes, values)), marker in zip(curves.items(), MARKERS, strict=False):
                axes.plot(sizes, values, marker=marker, label=name)
            sizes, values = max(curves.values(), key=lambda curve: curve[1][-1])
            line = [values[-1] * n / sizes[-1] for n in sizes]
            axes.plot(sizes, line, ":", color=BLACK, linewidth=1, label="proportional to n")
            axes.set(xscale="decades", yscale="decades")
        grid[0, column].set_title(algorithm, fontsize=10)
        grid[1, column].set_xlabel("points n")
    grid[0, 0].set_ylabel("seconds for one answer")
    grid[1, 0].set_ylabel("megabytes beside the points")
    handles, labels = grid[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=2, fontsize=9)


def rows_against_bits(figure: Figure, bits: Sequence[int], curves: Mapping[str, Sequence[int]]) -> None:
    """Draw the rows needed against the bits of a point, both logarithmic.

    Parameters
    ----------
    figure : Figure
    bits : sequence of int
    curves : mapping algorithm -> rows for each number of bits
    """
    axes = figure.add_subplot()
    for (name, rows), marker in zip(curves.items(), MARKERS, strict=False):
        axes.plot(bits, rows, marker=marker, label=name)
    axes.set_xscale("decades", base=2)
    axes.set_yscale("decades")
    axes.set(xlabel="bits of a point", ylabel="rows needed")
    figure.legend(loc="outside upper center", ncols=3, fontsize=9)


def best_mechanism(figure: Figure, databases: Sequence[tuple[int, ...]], laws: Sequence[Sequence[Fraction]]) -> None:
    """Draw a mechanism as a table of percentages, a row for each sorted database; frames hold its interior points.

    Parameters
    ----------
    figure : Figure
    databases : sequence of tuples of int
    laws : as many sequences
        Probabilities of the answers 0, 1, 2, ...
    """
    axes = figure.subplots()
    axes.imshow([list(map(float, law)) for law in laws], cmap="Blues", vmin=0, vmax=1.6, aspect="auto")
    for row, (database, law) in enumerate(zip(databases, laws, strict=True)):
        for answer, share in enumerate(law):
            axes.text(answer, row, f"{float(share):.1%}", ha="center", va="center", fontsize=9, color=BLACK)
        low, high = database[0], database[-1]
        axes.add_patch(Rectangle((low - 0.47, row - 0.43), high - low + 0.94, 0.86, fill=False, edgecolor=ORANGE,
                                 linewidth=2))
    axes.set(xlabel="answer", ylabel="database", xticks=range(len(laws[0])), yticks=range(len(databases)),
             yticklabels=[", ".join(map(str, database)) for database in databases])
    axes.grid(False)
    axes.spines[:].set_visible(False)
