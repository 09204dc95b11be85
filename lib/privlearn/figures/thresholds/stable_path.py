"""Figures of the stable path: the region of stable sizes, the laws of the levels."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, RED


def stable_region(figure: Figure, parting: Mapping[tuple[int, int], int], limits: Mapping[int, int],
                  title: str = "") -> None:
    """Draw for each stopping weight and size whether some pair parts, with the limit as a line of steps.

    Parameters
    ----------
    figure : Figure
    parting : mapping (stopping weight, size) -> number of pairs that part
    limits : mapping stopping weight -> largest stable size
    title : str
    """
    axes = figure.add_subplot()
    for stable, colour, marker, label in ((True, GREEN, "o", "no pair parts"), (False, RED, "x", "some pair parts")):
        cells = [cell for cell, number in parting.items() if (number == 0) == stable]
        if cells:
            axes.plot(*zip(*cells, strict=True), marker, color=colour, label=label)
    stops = sorted(limits)
    for stop in stops:
        axes.plot([stop - 0.5, stop + 0.5], [limits[stop] + 0.5] * 2, color=BLACK, linewidth=2.2,
                  label="limit 2 t + 1" if stop == stops[0] else None)
    axes.set(xticks=stops, xlabel="stopping weight t", ylabel="elements of S + x")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", ncols=3, fontsize=9)


def level_laws(figure: Figure, before: Sequence[float], after: Sequence[float]) -> None:
    """Draw the laws of the level under S and under S + x as bars, with their ratios.

    Parameters
    ----------
    figure : Figure
    before, after : sequences of positive float, of the same length
    """
    axes = figure.add_subplot()
    places = range(len(before))
    axes.bar([y - 0.2 for y in places], before, width=0.38, color=BLUE, label="S")
    axes.bar([y + 0.2 for y in places], after, width=0.38, color=ORANGE, label="S + x")
    for y, p, q in zip(places, before, after, strict=True):
        axes.annotate(f"x {q / p:.2f}", (y, max(p, q)), ha="center", va="bottom", fontsize=10)
    axes.set_ylim(0, 1.15 * max(*before, *after))
    axes.set(xticks=list(places), xlabel="level y", ylabel="probability")
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)
