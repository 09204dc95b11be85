"""Figures of the page on the accuracy of relabelling."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED


def failure_and_sizes(figure: Figure, rows: Sequence[int], failure: Sequence[float], bound: Sequence[float],
                      sizes: Mapping[str, float], beta: float) -> None:
    """Draw the exact failure and its bound against the rows of D, and the numbers of rows that the claim asks for."""
    axes = figure.subplots()
    axes.plot(rows, failure, color=BLUE, marker="o", label="exact, hardest data")
    axes.plot(rows, bound, color=ORANGE, ls="--", label="(2e|D|)exp(-alpha|D|/2)")
    axes.axhline(beta, color=BLACK, lw=0.8)
    axes.text(1.18 * max(rows), beta, f"beta = {beta:g}", va="bottom", ha="right")
    for (name, size), colour, height in zip(sizes.items(), (GREEN, RED), (0.35, 0.1), strict=True):
        axes.axvline(size, color=colour, ls=":")
        axes.text(size, height, f" {name}", color=colour, transform=axes.get_xaxis_transform())
    axes.set_yscale("decades")
    axes.set_ylim(1e-8, 3)
    axes.set_xlim(0, 1.2 * max(rows))
    axes.set(xlabel="rows of D", ylabel="chance of a bad pattern")
    figure.legend(loc="outside upper center", ncols=2)


def two_errors(figure: Figure, points: Mapping[str, Sequence[tuple[float, float]]], factor: float,
               offset: float) -> None:
    """Draw the distance of f and h on the sample against that in the population, and the bound of the lemma."""
    axes = figure.subplots()
    for (name, pairs), colour, marker in zip(points.items(), COLOURS, MARKERS, strict=False):
        axes.plot([max(seen, 1e-5) for _, seen in pairs], [max(true, 1e-5) for true, _ in pairs], marker, color=colour,
                  alpha=0.7, label=name)
    grid = [10 ** (-5 + k / 20) for k in range(101)]
    axes.plot(grid, [min(1.0, factor * x + offset) for x in grid], color=BLACK, ls="--", label="the lemma's bound")
    axes.plot(grid, grid, color=BLACK, lw=0.8)
    axes.set(xscale="decades", yscale="decades", xlabel="error of f against h on D (0 drawn at the left)")
    axes.set_ylabel("in the population")
    axes.legend(loc="lower right")


def worst_chances(figure: Figure, taus: Sequence[float], curves: Mapping[str, Sequence[float]]) -> None:
    """Draw largest chances of overfitting over all private maps against the additive term tau."""
    axes = figure.subplots()
    for (name, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(taus, values, color=colour, marker=marker, label=name, drawstyle="steps-post")
    axes.set_ylim(0, 1.3 * max(max(values) for values in curves.values()))
    axes.set(xlabel="additive term tau", ylabel="largest chance")
    axes.legend(loc="upper right", ncols=2)
