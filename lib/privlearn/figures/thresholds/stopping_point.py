"""Figures of StoppingPoint: the chain of databases, two heavy paths that part, laws of the answers.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, ORANGE

Node = tuple[int, int]


def level_bars(figure: Figure, panels: Sequence[tuple[str, Mapping[int, int]]]) -> None:
    """Draw the multiplicities of several databases, one panel each, the largest bar of each in another colour.

    Parameters
    ----------
    figure : Figure
    panels : sequence of (title, value -> multiplicity)
    """
    axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for axis, (title, counts) in zip(axes, panels, strict=True):
        top = max(counts.values(), default=0)
        axis.bar(list(counts), list(counts.values()), color=[ORANGE if n == top else BLUE for n in counts.values()])
        axis.set_title(title, fontsize=11)
        axis.set_xlabel("level")
    axes[0].set_ylabel("multiplicity")


def two_paths(figure: Figure, depth: int, panels: Sequence[tuple[str, Mapping[Node, int], Sequence[Node]]]) -> None:
    """Draw the top of a binary tree with the weights of its nodes and a path, one panel for each database.

    Parameters
    ----------
    figure : Figure
    depth : int
        Deepest level drawn.
    panels : sequence of (title, node -> weight, nodes of the path)
    """
    axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for axis, (title, weights, path) in zip(axes, panels, strict=True):
        for d in range(1, depth + 1):
            for prefix in range(1 << d):
                on = (d, prefix) in path
                xs, ys = zip(_place(d, prefix), _place(d - 1, prefix >> 1), strict=True)
                axis.plot(xs, ys, color=ORANGE if on else BLACK, linewidth=3.5 if on else 0.8, zorder=1)
        for (d, prefix), weight in weights.items():
            on = (d, prefix) in path
            axis.text(*_place(d, prefix), str(weight), ha="center", va="center", zorder=2, fontsize=10,
                      bbox={"boxstyle": "circle", "facecolor": "white", "edgecolor": ORANGE if on else BLACK})
        axis.set_title(title, fontsize=11)
        axis.set_xlim(0, 1)
        axis.set_ylim(-depth - 0.4, 0.4)
        axis.axis("off")


def _place(depth: int, prefix: int) -> tuple[float, float]:
    return (prefix + 0.5) / 2**depth, -float(depth)


def answer_laws(figure: Figure, names: Sequence[str], panels: Mapping[str, Mapping[str, Sequence[float]]]) -> None:
    """Draw laws of the same outcomes side by side, one panel for each title.

    Parameters
    ----------
    figure : Figure
    names : sequence of str
        The outcomes.
    panels : mapping title -> mapping label -> probabilities
    """
    fields = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axis, (title, laws) in zip(fields, panels.items(), strict=True):
        width = 0.8 / len(laws)
        for k, (label, law) in enumerate(laws.items()):
            places = [i + (k - (len(laws) - 1) / 2) * width for i in range(len(names))]
            axis.bar(places, law, width, label=label, color=COLOURS[k])
        axis.set_xticks(range(len(names)), names)
        axis.set_title(title, fontsize=11)
    fields[0].set(ylabel="probability", ylim=(0, 1))
    fields[0].legend(fontsize=9)
