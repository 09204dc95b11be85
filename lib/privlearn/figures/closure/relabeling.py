"""Figures of the page on relabelling."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, RED, SKY


def pattern_weights(figure: Figure, points: Sequence[int], labels: Mapping[int, Sequence[int]],
                    weights: Mapping[tuple[int, ...], float]) -> None:
    """Draw the labels of a database on top, and one row of bars' names, patterns as dots, with the chance of each.

    Parameters
    ----------
    points : sequence of int
        The points that occur, from left to right.
    labels : mapping point -> labels
        The labels that the scored rows have there; none for a point of T.
    weights : mapping pattern -> probability
    """
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(2, 3))
    rows = len(weights)
    for j, x in enumerate(points):
        found = labels.get(x, ())
        for k, y in enumerate(found):
            left.plot(j + 0.16 * (k - (len(found) - 1) / 2), rows + 0.3, "o", color=ORANGE if y else BLUE,
                      mfc=ORANGE if y else "white")
        if not found:
            left.text(j, rows + 0.3, "?", ha="center", va="center", color=BLACK)
    for row, (pattern, weight) in enumerate(weights.items()):
        for j, y in enumerate(pattern):
            left.plot(j, rows - 1 - row, "s", color=ORANGE if y else BLUE, mfc=ORANGE if y else "white")
        right.barh(rows - 1 - row, weight, height=0.6, color=SKY)
        right.text(weight, rows - 1 - row, f" {weight:.3f}", va="center")
    left.axhline(rows - 0.35, color=BLACK, lw=0.8)
    left.set_xticks(range(len(points)), [str(x) for x in points])
    left.set_yticks([*range(rows), rows + 0.3], [*(f"pattern {rows - k}" for k in range(rows)), "database"])
    left.set_xlabel("point")
    left.margins(x=0.15)
    right.set_xlabel("probability")
    right.set_xlim(0, 1.25 * max(weights.values()))
    for axes in (left, right):
        axes.grid(False)


def failures(figure: Figure, rows: Sequence[int], resampled: Sequence[float], bound: Sequence[float]) -> None:
    """Draw the failure of the half-fail learner against the number of rows: relabelled, resampled, and the bound."""
    axes = figure.subplots()
    axes.plot(rows, [1.0] * len(rows), color=RED, marker="D", label="relabelled sample")
    axes.plot(rows, resampled, color=BLUE, marker="o", label="resampled")
    axes.plot(rows, bound, color=GREEN, ls="--", label="the root of 2/(πm)")
    axes.set(xscale="decades", yscale="decades", xlabel="rows m", ylabel="probability of failure")
    axes.legend(loc="lower left")


def flow(figure: Figure) -> None:
    """Draw how the parts D, V, W of the database pass through relabelling, learning and publication."""
    axes = figure.subplots()
    axes.axis("off")
    boxes = {"D": (0, 2, "D (scored)", SKY), "V": (0, 1, "V", SKY), "W": (0, 0, "W", SKY),
             "relabel": (1.25, 1, "relabel\nby $h$", "white"), "A": (2.5, 2, "private\nlearner", "white"),
             "f": (4.0, 2, "$f$", ORANGE), "Vh": (2.65, 0.3, "relabelled V", ORANGE),
             "h": (4.0, 0.3, r"$\bar h\in H$", ORANGE)}
    for x, y, text, colour in boxes.values():
        axes.text(x, y, text, ha="center", va="center", bbox={"boxstyle": "round", "fc": colour, "ec": BLACK})
    for start, end, before, after in (("D", "relabel", 34, 30), ("V", "relabel", 20, 30), ("W", "relabel", 20, 30),
                                      ("relabel", "A", 30, 32), ("relabel", "Vh", 30, 48), ("A", "f", 34, 20),
                                      ("Vh", "h", 48, 30)):
        axes.annotate("", boxes[end][:2], boxes[start][:2],
                      arrowprops={"arrowstyle": "->", "shrinkA": before, "shrinkB": after, "color": BLACK})
    axes.set_xlim(-0.4, 4.4)
    axes.set_ylim(-0.5, 2.5)
