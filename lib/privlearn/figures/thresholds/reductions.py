"""Figures of the reductions: labelled points on a line, the four problems, blocks with noisy boundaries.

Every function draws plain numbers on the figure it is given.
"""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from privlearn.figures.log_axes import semilogy
from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, ORANGE, RED

Rows = Sequence[tuple[int, int]]
LABELS = {1: ("o", BLUE), 0: ("s", ORANGE)}
PLACES = {"interior point": (0.0, 1.0), "threshold": (1.0, 1.0), "counts": (0.0, 0.0), "distribution": (1.0, 0.0)}


def _stacked(axes: Axes, rows: Rows) -> None:
    height: dict[int, int] = {}
    seen: set[int] = set()
    for x, y in sorted(rows):
        height[x] = height.get(x, 0) + 1
        marker, colour = LABELS[y]
        axes.plot([x], [height[x]], marker, color=colour, markersize=8, label=None if y in seen else f"label {y}")
        seen.add(y)
    axes.set_ylim(0.3, max(height.values(), default=1) + 0.9)
    axes.set_yticks([])
    axes.grid(visible=False, axis="y")


def labelled_lines(figure: Figure, panels: Mapping[str, tuple[Rows, tuple[float, float], Sequence[float]]]) -> None:
    """Draw labelled records as stacked dots, one panel below the other, a range of cuts shaded, some cuts as lines.

    Parameters
    ----------
    figure : Figure
    panels : mapping title -> (records, (least, greatest) of the range, cuts)
        A cut u stands between u and u + 1.
    """
    fields = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (title, (rows, inside, cuts)) in zip(fields, panels.items(), strict=True):
        _stacked(axes, rows)
        axes.axvspan(inside[0] - 0.3, inside[1] + 0.8, color=GREEN, alpha=0.15)
        for cut in cuts:
            axes.axvline(cut + 0.5, color=RED, linestyle="--", linewidth=1.6)
        axes.set_title(title, fontsize=11)
    if len(panels) > 1:
        fields[0].legend(loc="upper left", fontsize=9)
    else:  # a low panel has no room for it
        figure.legend(loc="outside right center", fontsize=9)
    fields[-1].set_xlabel("points of the domain")


def four_problems(figure: Figure, arrows: Mapping[tuple[str, str], str]) -> None:
    """Draw the four problems in a square with an arrow for each reduction and what it costs.

    Parameters
    ----------
    figure : Figure
    arrows : mapping (from, to) -> cost
        Names are those of ``PLACES``.
    """
    axes = figure.add_subplot()
    axes.set_axis_off()
    axes.set_xlim(-0.35, 1.35)
    axes.set_ylim(-0.25, 1.25)
    box = {"boxstyle": "round", "fc": "white", "ec": BLACK}
    for name, place in PLACES.items():
        axes.text(*place, name, ha="center", va="center", fontsize=12, bbox=box)
    for (start, end), cost in arrows.items():
        (x, y), (u, v) = PLACES[start], PLACES[end]
        side = 0.055  # the two directions side by side
        dx, dy = (v - y) * side, (x - u) * side
        near, far = (0.26, 0.74) if x != u else (0.14, 0.86)
        tail, head = ((x + t * (u - x) + dx, y + t * (v - y) + dy) for t in (near, far))
        axes.annotate("", head, tail, arrowprops={"arrowstyle": "->", "color": BLUE, "linewidth": 1.8})
        middle = ((tail[0] + head[0]) / 2 + dx, (tail[1] + head[1]) / 2 + dy)
        if x == u:
            axes.text(middle[0] + dx, middle[1], cost, fontsize=9, va="center", ha="left" if dx > 0 else "right")
        else:
            axes.text(middle[0], middle[1] + dy, cost, fontsize=9, va="bottom" if dy > 0 else "top", ha="center")


def counts_and_answers(figure: Figure,
                       panels: Mapping[str, tuple[Sequence[int], Sequence[int], Sequence[int]]]) -> None:
    """Draw true counts as a step line and the answers from blocks, with the blocks' cuts as levels.

    Parameters
    ----------
    figure : Figure
    panels : mapping title -> (true counts, answers, cuts)
        Counts and answers at ``0, 1, ...``; cuts are numbers of points.
    """
    fields = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, (title, (true, answers, cuts)) in zip(fields, panels.items(), strict=True):
        axes.step(range(len(true)), true, where="post", color=BLACK, linewidth=1.5, label="counts")
        axes.step(range(len(answers)), answers, where="post", color=RED, linewidth=2, label="answers")
        for k, (low, high) in enumerate(zip(cuts, cuts[1:], strict=False)):
            axes.axhspan(low, high, color=COLOURS[k % 2 * 2], alpha=0.1)
        axes.set_title(title, fontsize=11)
        axes.set_xlabel("point c")
    fields[0].set_ylabel("rows at most c")
    fields[0].legend(fontsize=9, loc="upper left")


def tails_and_bound(figure: Figure, radii: Sequence[float], tails: Mapping[str, Sequence[float]],
                    bound: Sequence[float]) -> None:
    """Draw probabilities of a distance of at least r on a logarithmic axis, with their bound.

    Parameters
    ----------
    figure : Figure
    radii : sequence of float
    tails : mapping label -> probabilities
    bound : sequence of float
    """
    axes = figure.add_subplot()
    semilogy(axes, radii, bound, color=BLACK, linestyle="--", label="bound")
    for (label, values), colour in zip(tails.items(), (BLUE, RED, GREEN, ORANGE), strict=False):
        semilogy(axes, radii, values, "o-", color=colour, label=label)
    axes.set(xlabel="r", ylabel="Pr[distance at least r]")
    axes.legend(fontsize=9)
