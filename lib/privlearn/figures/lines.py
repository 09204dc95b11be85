"""Figures of lines over a prime field: pencils, optimal errors, bounds, and what a message says about a point.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, RED, SKY

Point = tuple[int, int]
DASHES = ("-", "--", "-.", ":")


def plane(figure: Figure, p: int, panels: Sequence[tuple[str, Sequence[Sequence[Point]]]],
          marked: Sequence[Point] = ()) -> None:
    """Draw the plane with some lines, one panel for each family, every line with its own marker.

    Parameters
    ----------
    figure : Figure
    p : int
    panels : sequence of (title, lines)
        A line is a sequence of points.
    marked : sequence of points
        Drawn in black in every panel.
    """
    frames = figure.subplots(1, len(panels), squeeze=False)[0]
    for axes, (title, lines) in zip(frames, panels, strict=True):
        for k, line in enumerate(lines):
            shift = 0.22 * (k / max(1, len(lines) - 1) - 0.5)  # lines that share a point stay visible
            axes.plot([x + shift for x, _ in line], [y for _, y in line], MARKERS[k % len(MARKERS)],
                      color=COLOURS[k % len(COLOURS)], markersize=5)
        axes.plot([x for x, _ in marked], [y for _, y in marked], "o", color=BLACK, markersize=11, fillstyle="none")
        axes.set_xticks(range(p))
        axes.set_yticks(range(p))
        axes.set_xlim(-0.6, p - 0.4)
        axes.set_ylim(-0.6, p - 0.4)
        axes.set_aspect("equal")
        axes.set_title(title, fontsize=11)


def errors_by_messages(figure: Figure, messages: Sequence[int], exact: Sequence[float], below: Sequence[float],
                       marked: int | None = None, title: str = "") -> None:
    """Draw the least error against the number of messages, with a lower bound.

    Parameters
    ----------
    figure : Figure
    messages : sequence of int
    exact, below : sequences of float
    marked : int, optional
        A number of messages to point out.
    title : str
    """
    axes = figure.add_subplot()
    axes.plot(messages, exact, "o", color=BLUE, label="least error, exact")
    axes.plot(messages, below, "--", color=RED, label="second-moment bound")
    if marked is not None:
        axes.plot([marked], [exact[list(messages).index(marked)]], "o", color=BLACK, markersize=12, fillstyle="none")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(-0.02, 0.55)
    axes.set_xlabel("messages k")
    axes.set_ylabel("error")
    axes.set_title(title, fontsize=11)
    figure.legend(fontsize=9, loc="outside lower center", ncols=2)


def partition_grid(figure: Figure, tables: Sequence[tuple[str, Sequence[Sequence[int]]]], title: str = "") -> None:
    """Draw square tables of message numbers: slope across, offset upwards.

    Parameters
    ----------
    figure : Figure
    tables : sequence of (title, rows of int)
    title : str
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
        axes.set_xticks(range(size))
        axes.set_yticks(range(size))
        axes.grid(False)
        axes.set_aspect("equal")
        axes.set_xlabel("slope")
        axes.set_title(name, fontsize=10)
    panels[0].set_ylabel("offset")
    figure.suptitle(title, fontsize=11)


def bits_by_prime(figure: Figure, primes: Sequence[int], curves: Mapping[str, Sequence[float]],
                  exact: Sequence[tuple[int, float]] = (), title: str = "") -> None:
    """Draw bounds on the bits of a protocol against p on a logarithmic scale, with exact values as dots.

    Parameters
    ----------
    figure : Figure
    primes : sequence of int
    curves : mapping label -> bits at these primes; not-a-number where a bound says nothing
    exact : sequence of (prime, bits)
    title : str
    """
    axes = figure.add_subplot()
    for (label, values), colour, dash in zip(curves.items(), (BLUE, GREEN, RED), DASHES, strict=False):
        axes.plot(primes, values, dash, color=colour, label=label)
    if exact:
        axes.plot(*zip(*exact, strict=True), "o", color=BLACK, label="exact")
    axes.set_xscale("log", base=2)
    axes.set_xlabel("p")
    axes.set_ylabel("bits")
    axes.set_title(title, fontsize=11)
    figure.legend(fontsize=9, loc="outside lower center", ncols=2)


def deviation_map(figure: Figure, deviations: Sequence[Sequence[float]], title: str = "") -> None:
    """Draw the law of a point minus the uniform law as a heat map, x across and y upwards.

    Parameters
    ----------
    figure : Figure
    deviations : rows x of values at y, as multiples of the uniform mass
    title : str
    """
    values = np.array(deviations, dtype=float).T
    axes = figure.add_subplot()
    axes.grid(False)
    limit = max(1e-9, abs(values).max())
    image = axes.imshow(values, cmap="RdBu", vmin=-limit, vmax=limit, origin="lower")
    figure.colorbar(image, ax=axes, label="relative deviation")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("x")
    axes.set_ylabel("y")
    axes.set_title(title, fontsize=11)


def deficit_against_gamma(figure: Figure, positions: Sequence[float], curves: Mapping[str, Sequence[float]],
                          label: str, marked: Mapping[str, float] | None = None, title: str = "") -> None:
    """Draw an entropy deficit and the bounds on it.

    Parameters
    ----------
    figure : Figure
    positions : sequence of float
        Primes or numbers of offsets.
    curves : mapping label -> values
    label : str
        What the positions are.
    marked : mapping label -> position, optional
        Vertical lines.
    title : str
    """
    axes = figure.add_subplot()
    for (name, values), colour, dash in zip(curves.items(), (BLUE, RED, GREEN, SKY), DASHES, strict=False):
        axes.plot(positions, values, dash, color=colour, label=name)
    for k, (name, position) in enumerate((marked or {}).items()):
        axes.axvline(position, color=BLACK, linewidth=1)
        side = 1 if k or len(marked or {}) == 1 else -1  # two lines: their names on the outer sides
        axes.annotate(name, (position, axes.get_ylim()[0]), textcoords="offset points", xytext=(3 * side, 4),
                      ha="left" if side > 0 else "right", fontsize=9)
    axes.set_xlabel(label)
    axes.set_ylabel("bits")
    axes.set_title(title, fontsize=11)
    figure.legend(fontsize=9, loc="outside lower center", ncols=3)
