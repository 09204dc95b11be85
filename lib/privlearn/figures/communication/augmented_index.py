"""Figures of the page on augmented index."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from matplotlib.collections import LineCollection

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def message_tree(ax: Any, alice: Sequence[int], bits: int, title: str = "") -> None:
    """Draw the binary tree of all strings with the message of each leaf, and Bob's error at each node.

    The area of the disc at an inner node is the probability that Bob stands there and errs, for a uniform string.
    """
    size, edges, wrong = 1 << bits, [], []
    inner = [(u, level) for level in range(bits) for u in range(1 << level)]
    for u, level in inner:
        edges += [(_place(u, level, bits), _place(2 * u + side, level + 1, bits)) for side in (0, 1)]
        half, first = size >> level + 1, u * (size >> level)
        under = list(alice[first:first + half]), list(alice[first + half:first + 2 * half])
        wrong.append(sum(min(side.count(m) for side in under) for m in set(alice)))
    ax.add_collection(LineCollection(edges, colors=BLACK, linewidths=0.7, zorder=1))
    ax.scatter(*zip(*(_place(u, level, bits) for u, level in inner), strict=True), zorder=2, edgecolor=BLACK,
               s=[25 + 1400 * w / size for w in wrong], color=[ORANGE if w else "white" for w in wrong], linewidth=0.7)
    for message in sorted(set(alice)):
        leaves = [_place(number, bits, bits) for number, m in enumerate(alice) if m == message]
        ax.scatter(*zip(*leaves, strict=True), s=90, marker=MARKERS[message % len(MARKERS)],
                   color=COLOURS[message % len(COLOURS)], zorder=2)
    for number in (0, size - 1):
        x, y = _place(number, bits, bits)
        ax.text(x, y - 0.28, f"{number:0{bits}b}", ha="center", va="top")
    ax.set(title=title, xlim=(-0.7, size - 0.3), ylim=(-bits - 0.6, 0.4))
    ax.axis("off")


def _place(u: int, level: int, bits: int) -> tuple[float, float]:
    width = 1 << (bits - level)
    return u * width + (width - 1) / 2, -float(level)


def bits_against_bound(ax: Any, curves: Mapping[int, Sequence[tuple[float, float]]]) -> None:
    """Draw, for each d, the points (bits that the bound asks for, bits that the best protocol uses)."""
    top = max(max(pair) for points in curves.values() for pair in points)
    ax.plot([0, top], [0, top], color=BLACK, linewidth=1, label="equal")
    for (d, points), marker in zip(sorted(curves.items()), MARKERS, strict=False):
        ax.plot(*zip(*points, strict=True), marker=marker, linestyle=":", label=f"d = {d}")
    ax.set(xlabel="bits that the bound asks for", ylabel="bits that are used: log k")
    ax.legend()


def tree_path(ax: Any, tree: Any, path: Sequence[int], names: Mapping[Any, str]) -> None:
    """Draw a mistake tree with one path highlighted: nodes show points, leaves the names of concepts."""
    depth = len(path)
    for u in (u for length in range(depth + 1) for u in product((0, 1), repeat=length)):
        node, level = tree, len(u)
        for bit in u:
            node = node[1 + bit]
        number = int("".join(map(str, u)) or "0", 2)
        x, y = _place(number, level, depth)
        lit = tuple(path[:level]) == u
        if level:
            above = _place(number >> 1, level - 1, depth)
            ax.plot([above[0], x], [above[1], y], color=BLUE if lit else BLACK, linewidth=2.5 if lit else 0.7, zorder=1)
        text = f"at {node[0]}" if level < depth else names[node]
        ax.text(x, y, text, ha="center", va="center", fontsize=9, color=BLUE if lit else BLACK, zorder=3,
                bbox={"facecolor": "white", "edgecolor": BLUE if lit else BLACK, "boxstyle": "round,pad=0.25"})
    ax.set(xlim=(-0.7, (1 << depth) - 0.3), ylim=(-depth - 0.5, 0.5))
    ax.axis("off")
