"""Figures of the page on one-way protocols: values against messages, distributions on cells, majorities."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def values_against_messages(figure: Figure, curves: Mapping[str, Mapping[int, float]],
                            uncertain: Mapping[int, tuple[float, float]] | None = None) -> None:
    """Draw least errors against the number of messages, one curve for each label.

    Parameters
    ----------
    figure : Figure
    curves : mapping label -> (messages -> error)
    uncertain : mapping messages -> (low, high), optional
        Ranges in which the truth lies, drawn as vertical bars.
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(list(values), list(values.values()), color=colour, marker=marker, label=label)
    for k, (low, high) in (uncertain or {}).items():
        axes.plot([k, k], [low, high], color=BLACK, linewidth=1.2, linestyle=":")
    longest = max((values for values in curves.values()), key=len)
    axes.set_xticks(list(longest))
    axes.set_ylim(bottom=0)
    axes.set(xlabel="messages k", ylabel="least worst error")
    axes.legend()


def cell_masses(figure: Figure, panels: Mapping[str, Sequence[Numbers]], concepts: Sequence[Sequence[int]]) -> None:
    """Draw distributions on cells, one panel each: the area of a square is the mass, its colour the concept's value.

    Parameters
    ----------
    figure : Figure
    panels : mapping title -> concepts x points numbers
    concepts : concepts x points bits
    """
    every = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, (title, masses) in zip(every, panels.items(), strict=True):
        draw_cells(axes, masses, concepts)
        axes.set_title(title, fontsize=11)
        axes.get_legend().remove()
        axes.label_outer()


def draw_cells(axes: Any, masses: Sequence[Numbers], concepts: Sequence[Sequence[int]]) -> None:
    """Draw the squares of :func:`cell_masses` on given axes; the largest mass fills its cell."""
    most = max(max(row) for row in masses)
    for f, (row, bits) in enumerate(zip(masses, concepts, strict=True)):
        for x, (mass, bit) in enumerate(zip(row, bits, strict=True)):
            if mass:
                side = 0.92 * (mass / most) ** 0.5
                axes.add_patch(_square(x, f, side, BLUE if bit else ORANGE))
    for bit, colour in ((1, BLUE), (0, ORANGE)):
        axes.scatter([], [], color=colour, marker="s", label=f"value {bit}")
    axes.set_xlim(-0.6, len(concepts[0]) - 0.4)
    axes.set_ylim(len(concepts) - 0.4, -0.6)
    axes.set(aspect="equal", xticks=range(len(concepts[0])), yticks=range(len(concepts)), xlabel="point (Bob)")
    axes.set_ylabel("concept (Alice)")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))


def _square(x: float, y: float, side: float, colour: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x - side / 2, y - side / 2), side, side, facecolor=colour, edgecolor=BLACK, linewidth=0.4)


def majority_curves(figure: Figure, copies: Sequence[int], exact: Numbers, bound: Numbers, target: float,
                    title: str = "") -> None:
    """Draw the exact error of the majority and its additive bound against the number of copies, with the target."""
    axes = figure.add_subplot()
    axes.plot(copies, bound, color=RED, linestyle="--", label="additive bound")
    axes.plot(copies, exact, color=BLUE, label="exact")
    axes.axhline(target, color=GREEN, linewidth=1.2, linestyle=":", label="target")
    axes.set_yscale("decades")
    axes.set_ylim(1e-6, 1)
    axes.set(xlabel="copies", ylabel="error of the majority", title=title)
    axes.legend()
