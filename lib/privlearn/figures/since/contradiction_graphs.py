"""Figures of contradiction graphs: samples on a circle, a game's matrix, clique numbers by order, a closed form.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Collection, Mapping, Sequence
from math import cos, pi, sin

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def graph(figure: Figure, names: Sequence[str], edges: Collection[tuple[int, int]], chosen: Collection[int]) -> None:
    """Draw a graph on a circle, a clique of it in colour.

    Parameters
    ----------
    names : sequence of str
        What the vertices are called, in the order of the circle, from its top to the right.
    edges : pairs of vertices
    chosen : vertices of the clique
    """
    axes = figure.add_subplot()
    angles = [pi / 2 - 2 * pi * k / len(names) for k in range(len(names))]
    places = [(cos(angle), sin(angle)) for angle in angles]
    for left, right in edges:
        inside = left in chosen and right in chosen
        axes.plot(*zip(places[left], places[right], strict=True), color=ORANGE if inside else BLACK,
                  linewidth=2.2 if inside else 0.5, alpha=1 if inside else 0.35, zorder=2 if inside else 1)
    for vertex, (name, (x, y)) in enumerate(zip(names, places, strict=True)):
        axes.plot(x, y, "o", markersize=9, color=ORANGE if vertex in chosen else BLUE, zorder=3)
        axes.text(1.16 * x, 1.12 * y, name, fontsize=10, va="center",
                  ha="center" if abs(x) < 0.2 else "left" if x > 0 else "right")
    axes.set(xlim=(-2.1, 2.1), ylim=(-1.3, 1.3), aspect="equal")
    axes.axis("off")


def game(figure: Figure, samples: Mapping[str, str], functions: Mapping[str, str],
         agreeing: Collection[tuple[int, int]]) -> None:
    """Draw which samples (rows) agree with which functions (columns), beside the weights that both are played with.

    Parameters
    ----------
    samples, functions : mappings from a name to a weight
    agreeing : pairs (sample, function)
        Their places.
    """
    axes = figure.add_subplot()
    axes.plot([column for _, column in agreeing], [row for row, _ in agreeing], "s", markersize=8, color=ORANGE)
    axes.set_xticks(range(len(functions)), [f"{name}\n{weight}" for name, weight in functions.items()], fontsize=8)
    axes.set_yticks(range(len(samples)), [f"{name} ({weight})" for name, weight in samples.items()], fontsize=8)
    axes.set(xlim=(-0.6, max(5, len(functions)) - 0.4), ylim=(max(5, len(samples)) - 0.4, -0.6),
             xlabel="function and its weight", ylabel="sample and its weight")
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")


def numbers_by_order(figure: Figure, orders: Sequence[int], numbers: Mapping[str, Sequence[float]]) -> None:
    """Draw clique numbers against the order, with ``2^m`` above them, on a logarithmic axis.

    Parameters
    ----------
    orders : sequence of int
    numbers : mapping from a class, or a kind of number, to the clique numbers
    """
    axes = figure.add_subplot()
    axes.plot(orders, [2**m for m in orders], "--", color=BLACK, label="2^m")
    for k, (name, values) in enumerate(numbers.items()):
        axes.plot(orders, values, marker=MARKERS[k], color=COLOURS[k], label=name)
    axes.set_yscale("log", base=2)
    axes.set_xticks(list(orders))
    axes.set_yticks([2**m for m in (0, *orders)], [str(2**m) for m in (0, *orders)])
    axes.minorticks_off()
    axes.set(xlabel="order m", ylabel="clique number")
    axes.legend(fontsize=9)


def closed_form(figure: Figure, sizes: Sequence[int], fractional: Sequence[float], whole: Sequence[int]) -> None:
    """Draw the fractional and the whole clique number of the point functions against the number of points."""
    axes = figure.add_subplot()
    axes.plot(sizes, fractional, "o-", color=ORANGE, label="fractional clique number")
    axes.plot(sizes, whole, "s-", color=BLUE, label="clique number")
    axes.axhline(4, color=BLACK, linestyle="--", linewidth=1, label="2^m")
    axes.set(xlabel="points n", ylim=(2, 4.2))
    axes.legend(loc="lower right", fontsize=9)
