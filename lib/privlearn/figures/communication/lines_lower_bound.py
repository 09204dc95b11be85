"""Figures of the lower bound for lines: bits against the prime, and what a message says about a point."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from privlearn.figures.style import BLACK, BLUE, GREEN, RED, SKY

DASHES = ("-", "--", "-.", ":")


def bits_by_prime(figure: Figure, primes: Sequence[int], curves: Mapping[str, Sequence[float]],
                  exact: Sequence[tuple[int, float]]) -> None:
    """Draw bounds on the bits of a protocol against p on a logarithmic scale, with exact values as dots.

    Parameters
    ----------
    figure : Figure
    primes : sequence of int
    curves : mapping label -> bits at these primes; not-a-number where a bound says nothing
    exact : sequence of (prime, bits)
    """
    axes = figure.add_subplot()
    for (label, values), colour, dash in zip(curves.items(), (BLUE, GREEN, RED), DASHES, strict=False):
        axes.plot(primes, values, dash, color=colour, label=label)
    axes.plot(*zip(*exact, strict=True), "o", color=BLACK, label="exact")
    axes.set_xscale("decades", base=2)
    axes.set(xlabel="p", ylabel="bits", ylim=(0, 20))
    figure.legend(loc="outside lower center", ncols=2)


def deviation_map(figure: Figure, deviations: Sequence[Sequence[float]]) -> None:
    """Draw the law of a point minus the uniform law as a heat map, x across and y upwards.

    Parameters
    ----------
    figure : Figure
    deviations : rows x of values at y, as multiples of the uniform mass
    """
    values = np.array(deviations, dtype=float).T
    axes = figure.add_subplot()
    axes.grid(False)
    limit = max(1e-9, abs(values).max())
    image = axes.imshow(values, cmap="RdBu", vmin=-limit, vmax=limit, origin="lower")
    figure.colorbar(image, ax=axes, label="relative deviation")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="x", ylabel="y")


def deficit_against_gamma(figure: Figure, primes: Sequence[int], curves: Mapping[str, Sequence[float]],
                          marked: Mapping[str, float]) -> None:
    """Draw an entropy deficit and the bounds on it.

    Parameters
    ----------
    figure : Figure
    primes : sequence of int
    curves : mapping label -> values
    marked : mapping label -> position
        Two vertical lines.
    """
    axes = figure.add_subplot()
    for (name, values), colour, dash in zip(curves.items(), (BLUE, RED, GREEN, SKY), DASHES, strict=False):
        axes.plot(primes, values, dash, color=colour, label=name)
    for (name, position), side in zip(marked.items(), (-1, 1), strict=True):  # their names on the outer sides
        axes.axvline(position, color=BLACK, linewidth=1)
        axes.annotate(name, (position, axes.get_ylim()[0]), textcoords="offset points", xytext=(3 * side, 4),
                      ha="left" if side > 0 else "right")
    axes.set(xlabel="p", ylabel="bits")
    figure.legend(loc="outside lower center", ncols=3)
