"""Pictures of broken mechanisms: laws on two neighbouring databases, and how a defect grows with the instance."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import ScalarFormatter

from privlearn.figures import style


def neighbouring_laws(axes: Axes, laws: Mapping[str, Mapping[int, Any]]) -> None:
    """Draw the laws of an integer outcome on two databases as bars side by side.

    Parameters
    ----------
    axes : Axes
    laws : mapping
        Name of the database -> outcome -> probability; two entries.
    """
    for shift, (name, law) in zip((-0.2, 0.2), laws.items(), strict=True):
        axes.bar([k + shift for k in law], [float(p) for p in law.values()], width=0.4, label=name)
    axes.set(xlabel="outcome", ylabel="probability", xticks=sorted({k for law in laws.values() for k in law}))
    axes.legend()


def found_against_promise(axes: Axes, sizes: Sequence[int], found: Sequence[Any], promise: Any, *,
                          size_name: str) -> None:
    """Draw the ratio found on growing instances, on a logarithmic scale, beside the level of the promise."""
    axes.plot(sizes, [float(value) for value in found], "o-", color=style.RED, label="found")
    axes.set_yscale("decades", base=2)
    axes.yaxis.set_major_formatter(ScalarFormatter())
    axes.axhline(float(promise), color=style.BLUE, linestyle="--", label="promised")
    axes.set(xlabel=size_name, ylabel="privacy ratio", xticks=list(sizes))
    axes.legend()


def broken_beside_right(axes: Axes, sizes: Sequence[int], broken: Sequence[Any], right: Sequence[Any],
                        promise: Any) -> None:
    """Draw the ratios of a broken and of a right mechanism on growing instances, infinite ones at the upper edge."""
    finite = [float(value) for value in (*broken, *right, promise) if value != math.inf]
    top = 2 * max(finite)
    for found, colour, marker, name in ((broken, style.RED, "o", "broken"), (right, style.GREEN, "s", "right")):
        axes.plot(sizes, [min(float(value), top) for value in found], marker=marker, color=colour, label=name)
        for size, value in zip(sizes, found, strict=True):
            if value == math.inf:
                axes.annotate("∞", (size, top), (0, 5), textcoords="offset points", ha="center", color=colour)
    axes.axhline(float(promise), color=style.BLUE, linestyle="--", label="promised")
    axes.set(xlabel="size m of the instance", ylabel="privacy ratio", xticks=list(sizes), ylim=(0, 1.15 * top))
    axes.figure.legend(loc="outside upper center", ncols=3, fontsize=9)


def two_weights(axes: Axes, weights: Mapping[str, Sequence[Any]]) -> None:
    """Draw the weights of the magnitudes 0, 1, 2, ... under several arithmetics."""
    for (name, values), marker in zip(weights.items(), style.MARKERS, strict=False):
        axes.plot(range(len(values)), [float(value) for value in values], marker=marker, label=name)
    axes.set(xlabel="size of the noise", ylabel="weight (1 at 0)")
    axes.legend()
