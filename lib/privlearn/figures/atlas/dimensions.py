"""Figures of the searches for dimensions: bounds as they close, step by step; and a mistake tree in words."""

from collections.abc import Iterator, Sequence
from typing import Any

from matplotlib.figure import Figure

from privlearn.figures.style import BLUE, ORANGE


def searches(figure: Figure, names: Sequence[str], naive: Sequence[float | None], ours: Sequence[float]) -> None:
    """Draw running times of two programs on the same classes, on a logarithmic scale.

    Parameters
    ----------
    figure : Figure
    names : sequence of str
    naive, ours : seconds; ``None`` where the program was not run
    """
    axes = figure.subplots()
    places = range(len(names))
    shown = [(k, seconds) for k, seconds in enumerate(naive) if seconds is not None]
    axes.plot([seconds for _, seconds in shown], [k for k, _ in shown], "D", color=ORANGE, label="naive recursion")
    axes.plot(list(ours), list(places), "o", color=BLUE, label="this library")
    axes.set_xscale("decades")
    axes.set_yticks(list(places), list(names), fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel("seconds")
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)


def tree_in_words(tree: Any, names: Sequence[Any], indent: int = 2) -> Iterator[str]:
    """Yield the lines of a mistake tree ``(point, tree if 0, tree if 1)``, whose leaves are rows, each with a name.

    >>> list(tree_in_words((1, (2, 3, 2), 0), "abcd"))
    ['  point 1 is 0:', '    point 2 is 0: concept d', '    point 2 is 1: concept c', '  point 1 is 1: concept a']
    """
    if isinstance(tree, int):
        yield f"{' ' * indent}concept {names[tree]}"
        return
    for bit, part in enumerate(tree[1:]):
        begins = f"{' ' * indent}point {tree[0]} is {bit}:"
        if isinstance(part, int):
            yield f"{begins} concept {names[part]}"
        else:
            yield begins
            yield from tree_in_words(part, names, indent + 2)
