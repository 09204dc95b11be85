"""Figures of the page on sanitizers: usefulness, failure, a released histogram, and the rows that are needed."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.log_axes import loglog, semilogy
from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, RED

Numbers = Sequence[float]


def usefulness_against_outputs(figure: Figure, outputs: Numbers, curves: Mapping[str, Numbers],
                               packing: float, packing_label: str = "packing bound") -> None:
    """Draw the least success over all databases against the rows of the synthetic database, and the packing bound."""
    axes = figure.add_subplot()
    for (label, values), (colour, marker) in zip(curves.items(), ((BLUE, "o"), (ORANGE, "s")), strict=False):
        axes.plot(outputs, values, color=colour, marker=marker, label=label)
    axes.axhline(packing, color=RED, linestyle="--", linewidth=1.2, label=packing_label)
    axes.set_ylim(0, 1)
    axes.set(xlabel="rows k of the synthetic database", ylabel="success on the worst database")
    axes.legend(fontsize=9, loc="lower right")


def failure_against_rows(figure: Figure, rows: Numbers, worst: Numbers, bound: Numbers, title: str = "") -> None:
    """Draw the exact worst failure and the bound of the proof against the rows of the database, logarithmically."""
    axes = figure.add_subplot()
    semilogy(axes, rows, bound, color=RED, marker="^", label="candidates x tail (the proof)")
    semilogy(axes, rows, worst, color=BLACK, marker="o", label="worst database, exactly")
    axes.axhline(1, color=GREEN, linewidth=1, linestyle="--")
    axes.set(xlabel="rows m of the database", ylabel="failure", title=title)
    axes.legend()


def released_histogram(figure: Figure, truth: Numbers, released: Numbers, alpha: float) -> None:
    """Draw the frequencies of the largest cells, a band of width alpha, and the released frequencies."""
    axes = figure.add_subplot()
    cells = range(1, len(truth) + 1)
    axes.fill_between(cells, [max(0.0, t - alpha) for t in truth], [t + alpha for t in truth], color=BLUE, alpha=0.15,
                      label="within alpha")
    axes.plot(cells, truth, color=BLUE, marker="o", label="database")
    axes.plot(cells, released, color=RED, marker="x", linestyle="none", label="released")
    axes.set(xlabel="cell, largest first", ylabel="frequency")
    axes.legend()


def rows_against_dimension(figure: Figure, dimensions: Numbers, lines: Mapping[str, Numbers]) -> None:
    """Draw numbers of rows against d on logarithmic axes, upper bounds from the top down, then lower bounds."""
    axes = figure.add_subplot()
    looks = ((ORANGE, "D", "-"), (GREEN, "s", "-"), (BLUE, "^", "--"), (RED, "v", "--"))
    for (label, values), (colour, marker, line) in zip(lines.items(), looks, strict=True):
        loglog(axes, dimensions, values, color=colour, marker=marker, linestyle=line, label=label)
    axes.set_xticks(list(dimensions), [str(d) for d in dimensions])
    axes.minorticks_off()
    axes.set(xlabel="d (the domain has 2^d points)", ylabel="rows")
    axes.legend(fontsize=9)
