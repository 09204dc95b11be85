"""Figures of TreeLog: one level of a run, paths of neighbouring databases, a tree without its chains, hashing.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED, SKY

Node = tuple[int, int]


def _place(node: Node, bits: int) -> float:
    """Return the middle of the leaves below a node."""
    depth, prefix = node
    return (prefix + 0.5) * 2 ** (bits - depth) - 0.5


def draw_tree(axes: Axes, bits: int, weights: Mapping[Node, int], path: Sequence[Node], title: str = "") -> None:
    """Draw the nodes of positive weight, with their weights, and a path.

    Parameters
    ----------
    axes : Axes
    bits : int
        At most 6.
    weights : mapping node -> weight
    path : sequence of nodes
        From the root down.
    title : str
    """
    for depth, prefix in weights:
        if depth:
            above = depth - 1, prefix >> 1
            on_path = (depth, prefix) in path and above in path
            axes.plot([_place(above, bits), _place((depth, prefix), bits)], [depth - 1, depth],
                      color=RED if on_path else BLACK, linewidth=3 if on_path else 0.8, alpha=1 if on_path else 0.5)
    for node, weight in weights.items():
        axes.text(_place(node, bits), node[0], str(weight), ha="center", va="center", fontsize=9, color=BLACK,
                  bbox={"boxstyle": "circle,pad=0.2", "facecolor": "white",
                        "edgecolor": RED if node in path else BLACK})
    axes.set_ylim(bits + 0.6, -0.5)
    axes.set_xlim(-0.9, 2**bits - 0.1)
    axes.set(yticks=range(bits + 1), xticks=range(0, 2**bits, max(1, 2**bits // 8)), ylabel="level", xlabel="points")
    axes.grid(visible=False)
    axes.set_title(title, fontsize=11)


def tree_level(figure: Figure, bits: int, weights: Mapping[Node, int], path: Sequence[Node] = (),
               falls: Sequence[int] = (), inner: Sequence[int] = (), y: int | None = None, chosen: Node | None = None,
               leaves: Sequence[int] = (), scores: Sequence[int] = (), answer: int | None = None) -> None:
    """Draw one level of a run: the tree with the path, the chosen node and its leaves; beside it the levels.

    What a run has not come to yet is left out.

    Parameters
    ----------
    figure : Figure
    bits : int
    weights : mapping node -> weight
    path : sequence of nodes
    falls, inner : sequences of int
        How many points have each level, and how many of these the inner database keeps.
    y : int, optional
    chosen : node at level ``y``, optional
    leaves, scores : sequences of int
        Candidate leaves of the chosen node with their scores; score 0 means no interior point.
    answer : int, optional
        The leaf that is released.
    """
    tree, bars = figure.subplots(1, 2, sharey=True, width_ratios=(3, 1))
    draw_tree(tree, bits, weights, path)
    if y is not None:
        tree.axhline(y, color=BLUE, linestyle="--", linewidth=1.2, zorder=0)
        bars.axhline(y, color=BLUE, linestyle="--", linewidth=1.2)
    if chosen is not None:
        tree.plot([_place(chosen, bits)], [chosen[0]], "s", color=BLUE, markersize=17, markerfacecolor="none",
                  label="chosen node")
    for good, marker, colour, label in ((True, "o", GREEN, "leaf, interior"),
                                        (False, "X", ORANGE, "leaf, not interior")):
        places = [x for x, score in zip(leaves, scores, strict=True) if (score > 0) == good]
        tree.plot(places, [bits + 0.42] * len(places), marker, color=colour, markersize=7,
                  label=label if leaves else None)
    if answer is not None:
        tree.plot([answer], [bits + 0.42], "o", color=RED, markersize=12, markerfacecolor="none", label="answer")
    if falls:
        bars.barh(range(len(falls)), falls, color=SKY, height=0.6, hatch="//", edgecolor="white", label="fall here")
        bars.barh(range(len(inner)), inner, color=BLUE, height=0.6, edgecolor="white", label="kept in D")
    else:
        bars.set_xticks([])
    bars.set_xlabel("points")
    bars.set_title("levels", fontsize=11)
    if falls:
        figure.legend(loc="outside lower center", ncols=3, fontsize=9)


def tree_without_chains(figure: Figure, links: Mapping[Node, Node | None], path: Sequence[Node], bits: int) -> None:
    """Draw the branching nodes and leaves of a deep tree: leaves in order from left to right, depth downwards.

    Parameters
    ----------
    figure : Figure
    links : mapping node -> the listed node above it, or None
        Every node after the one above it.
    path : sequence of listed nodes
    bits : int
    """
    leaves = sorted(node for node in links if node[0] == bits)
    place: dict[Node, float] = {leaf: float(i) for i, leaf in enumerate(leaves)}
    below: dict[Node, list[Node]] = {}
    for node in reversed(list(links)):
        if node not in place:
            place[node] = sum(place[child] for child in below[node]) / len(below[node])
        above = links[node]
        if above is not None:
            below.setdefault(above, []).append(node)
    axes = figure.add_subplot()
    for node, above in links.items():
        if above is not None:
            red = node in path
            axes.plot([place[above], place[node], place[node]], [above[0], above[0], node[0]],
                      color=RED if red else BLACK, linewidth=2.5 if red else 0.7, alpha=1 if red else 0.6)
    ends = [node for node in path if node not in below]
    axes.plot([place[node] for node in ends], [node[0] for node in ends], "o", color=RED)
    axes.set_ylim(bits * 1.03, -bits * 0.03)
    axes.set(xlabel="distinct points in order", ylabel="depth")
    axes.grid(visible=False)


def levels_as_colours(figure: Figure, rows: Sequence[Sequence[int]], names: Sequence[str], bits: int) -> None:
    """Draw the level of every point of the domain, one row of marks for each path.

    Parameters
    ----------
    figure : Figure
    rows : sequence of sequences of int
        Levels ``0..bits`` of the points 0, 1, ...
    names : sequence of str
    bits : int
        At most 6: there is one colour and marker for each level.
    """
    axes = figure.add_subplot()
    for height, row in enumerate(rows):
        for level in range(bits + 1):
            places = [x for x, found in enumerate(row) if found == level]
            axes.plot(places, [height] * len(places), MARKERS[level], color=COLOURS[level], markersize=9,
                      label=f"level {level}" if height == 0 else None)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel("points")
    axes.grid(visible=False)
    figure.legend(loc="outside lower center", ncols=5, fontsize=9)


def answer_law(figure: Figure, probabilities: Sequence[float], interval: tuple[int, int], nothing: float,
               title: str = "") -> None:
    """Draw the law of an answer: one bar for each point, coloured by whether it is an interior point.

    Parameters
    ----------
    figure : Figure
    probabilities : sequence
        Of the points 0, 1, ...
    interval : (smallest, largest) element of the database
    nothing : float
        Probability of no answer, drawn at the right.
    title : str
    """
    axes = figure.add_subplot()
    size = len(probabilities)
    inside = [x for x in range(size) if interval[0] <= x <= interval[1]]
    outside = [x for x in range(size) if x not in inside]
    for places, colour, hatch, label in ((inside, GREEN, "", "interior point"),
                                         (outside, ORANGE, "//", "not interior")):
        axes.bar(places, [probabilities[x] for x in places], color=colour, hatch=hatch, edgecolor="white", label=label)
    axes.bar([size + 0.5], [nothing], color=BLACK, label="no answer", width=0.6)
    axes.set_xticks([*range(size), size + 0.5], [*map(str, range(size)), "none"])
    axes.set_ylim(0, 1.05)
    axes.set_ylabel("probability")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", ncols=3, fontsize=9)
