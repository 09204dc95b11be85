"""Figures of Fano's inequality: conditional entropies against errors."""

from collections.abc import Sequence
from typing import Any

from privlearn.figures.style import BLACK, BLUE, ORANGE


def fano_scatter(ax: Any, points: Sequence[tuple[float, float]], curve: Sequence[tuple[float, float]]) -> None:
    """Draw (disagreement, entropy left) of many pairs of bits below the entropy curve."""
    ax.plot(*zip(*curve, strict=True), color=ORANGE, label="H(error)")
    ax.plot(*zip(*points, strict=True), linestyle="none", marker=".", markersize=3, color=BLUE, label="pairs of bits")
    ax.axvline(0.5, color=BLACK, linewidth=0.8, linestyle=":")
    ax.set(xlabel="probability that the bits differ", ylabel="bits of entropy left")
    ax.legend(loc="lower left", bbox_to_anchor=(1, 0.4), fontsize=9, markerscale=3)
