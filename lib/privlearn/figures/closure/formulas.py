"""Pictures of a majority of majorities, and of the bound after each stage of the proof."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, RED


def formula_tree(figure: Figure, gates: Sequence[Sequence[str]], outer: Sequence[str], title: str = "") -> None:
    """Draw a majority (left) of majorities of named leaves (right); leaves "0" and "1" are padding, in colour.

    Parameters
    ----------
    figure : Figure
    gates : the leaves of each inner majority
    outer : the constants at the outer majority
    title : str
    """
    axes = figure.subplots()
    axes.axis("off")
    rows = sum(map(len, gates)) + len(outer)
    above = float(rows)
    places: list[tuple[float, str]] = []
    for leaves in gates:
        heights = [above - i for i in range(len(leaves))]
        above -= len(leaves)
        middle = sum(heights) / len(heights)
        places.append((middle, "MAJ"))
        for height, leaf in zip(heights, leaves, strict=True):
            axes.plot([1, 2], [middle, height], color=BLACK, linewidth=0.8, zorder=1)
            _leaf(axes, 2, height, leaf)
    for leaf in outer:
        places.append((above, leaf))
        above -= 1
    for height, leaf in places:
        axes.plot([0, 1], [(rows + 1) / 2, height], color=BLACK, linewidth=0.8, zorder=1)
        _leaf(axes, 1, height, leaf)
    _leaf(axes, 0, (rows + 1) / 2, "MAJ")
    axes.set_xlim(-0.4, 2.4)
    axes.set_ylim(0.3, rows + 0.7)
    axes.set_title(title, fontsize=11)


def _leaf(axes: object, x: float, y: float, text: str) -> None:
    colour = {"0": ORANGE, "1": RED, "MAJ": BLUE}.get(text, GREEN)
    axes.text(x, y, text, ha="center", va="center", color="white", fontsize=10, zorder=2,  # type: ignore[attr-defined]
              bbox={"boxstyle": "round", "facecolor": colour, "edgecolor": "none"})


def waterfall(figure: Figure, names: Sequence[str], values: Sequence[float], direct: float, title: str = "") -> None:
    """Draw the bound after each stage as bars on a logarithmic axis, with the direct bound as a line."""
    axes = figure.subplots()
    axes.bar(range(len(values)), values, color=BLUE)
    axes.axhline(direct, linestyle="--", color=ORANGE, label="counting tuples of experts")
    axes.set_xticks(range(len(values)), names, fontsize=9)
    axes.set_yscale("decades")
    axes.set_ylim(1, 100 * max(values))
    axes.set_ylabel("bound on the dimension")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)
