"""Figures of Fano's inequality: conditional entropies against errors, and how a message shares out its bits."""

from collections.abc import Sequence
from typing import Any

from privlearn.figures.style import BLACK, BLUE, ORANGE, RED

Point = tuple[float, float]


def fano_scatter(ax: Any, points: Sequence[tuple[float, float]], curve: Sequence[tuple[float, float]]) -> None:
    """Draw (disagreement, entropy left) of many pairs of bits below the entropy curve."""
    ax.plot(*zip(*curve, strict=True), color=ORANGE, label="H(error)")
    ax.plot(*zip(*points, strict=True), linestyle="none", marker=".", markersize=3, color=BLUE, label="pairs of bits")
    ax.axvline(0.5, color=BLACK, linewidth=0.8, linestyle=":")
    ax.set(xlabel="probability that the bits differ", ylabel="bits of entropy left")
    ax.legend(loc="lower left", bbox_to_anchor=(1, 0.4), fontsize=9, markerscale=3)


def entropy_chord(ax: Any, curve: Sequence[Point], ends: tuple[Point, Point], left: Point) -> None:
    """Draw the entropy curve, a chord between two places on it, and (disagreement, entropy left) on the chord."""
    ax.plot(*zip(*curve, strict=True), color=ORANGE, label="H")
    ax.plot(*zip(*ends, strict=True), "o-", color=BLUE, linewidth=1.2, label="given y = 0, given y = 1")
    ax.plot([left[0]], [left[1]], "D", color=RED, markersize=8, label="their mean: H(x | y)")
    ax.axvline(left[0], color=BLACK, linewidth=0.8, linestyle=":")
    ax.set(xlabel="probability that the bits differ", ylabel="bits of entropy", ylim=(-0.05, 1.05))
    ax.legend(loc="lower left", bbox_to_anchor=(1, 0.3), fontsize=9)


def information_shares(ax: Any, shares: Sequence[float], bound: float) -> None:
    """Draw the bits that a message says about each position, one bar on the other, and the logarithm of its kinds."""
    for i, share in enumerate(shares):
        ax.bar([i + 1], [share], bottom=[sum(shares[:i])], color=BLUE, width=0.6)
        ax.plot([i + 0.7, i + 1.7], [sum(shares[:i + 1])] * 2, color=BLACK, linewidth=0.7)
    ax.axhline(bound, color=RED, linestyle="--", label="log k")
    ax.set(xlabel="position", ylabel="bits known, added up", xticks=range(1, len(shares) + 1),
           xlim=(0.4, len(shares) + 0.8), ylim=(0, max(2.6, 1.3 * bound)))
    ax.legend(loc="upper left", fontsize=9)
