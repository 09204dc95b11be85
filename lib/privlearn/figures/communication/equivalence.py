"""Figures of the equivalence of representations and one-way protocols.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
The labels have FX15's letters: alpha, beta for privacy, epsilon, delta for error and failure.
"""

from collections.abc import Mapping, Sequence

from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED, SKY

Number = float


def misses(figure: Figure, alphas: Sequence[Number], curves: Mapping[str, Sequence[Number]],
           bounds: Mapping[str, Sequence[Number]]) -> None:
    """Draw miss probabilities against alpha as steps, each with its bound as a dashed curve of the same colour.

    Parameters
    ----------
    figure : Figure
    alphas : sequence
    curves, bounds : mapping label -> one number for each alpha
        With the same labels.
    """
    axes = figure.add_subplot()
    for (label, values), colour in zip(curves.items(), COLOURS, strict=False):
        axes.step(alphas, values, where="post", color=colour, label=label)
        axes.plot(alphas, bounds[label], "--", color=colour, linewidth=1.2)
    axes.set_ylim(0, 1.05)
    axes.set(xlabel="epsilon", ylabel="miss probability")
    axes.legend(fontsize=9, title="dashed: error / epsilon", title_fontsize=9)


def regions(figure: Figure, tables: Mapping[str, Sequence[Sequence[int]]],
            extent: tuple[float, float, float, float]) -> None:
    """Draw tables of whole numbers over (alpha, beta) side by side, the number written into its region.

    Parameters
    ----------
    figure : Figure
    tables : mapping label -> rows
        Rows from the smallest beta on, columns from the smallest alpha on; numbers from 1 to 9.
    extent : (left, right, bottom, top)
    """
    panels = figure.subplots(1, len(tables), sharey=True, squeeze=False)[0]
    shades = ListedColormap(["#f2f2f2", "#cfe3f3", "#8fc0e0", "#4d97cc", "#2f7fba", "#1f6aa5", "#14568c", "#0b4373",
                             "#05325a"])
    left, right, bottom, top = extent
    for axes, (label, rows) in zip(panels, tables.items(), strict=True):
        height, width = (top - bottom) / len(rows), (right - left) / len(rows[0])
        axes.imshow(rows, cmap=shades, vmin=0.5, vmax=9.5, origin="lower", extent=extent, aspect="auto",
                    interpolation="nearest")
        places: dict[int, list[tuple[float, float]]] = {}
        for i, row in enumerate(rows):
            for j, number in enumerate(row):
                spot = left + (j + 0.5) * width, bottom + (i + 0.5) * height
                places.setdefault(number, []).append(spot)
        for number, spots in places.items():
            middle = tuple(sum(c) / len(spots) for c in zip(*spots, strict=True))
            x, y = min(spots, key=lambda s: (s[0] - middle[0]) ** 2 + (s[1] - middle[1]) ** 2)
            axes.text(x, y, str(number), ha="center", va="center", fontsize=12,
                      color="white" if number > 3 else "black")
        axes.set(xlim=(left, right), ylim=(bottom, top), xlabel="epsilon")
        axes.set_title(label, fontsize=9)
        axes.grid(visible=False)
    panels[0].set_ylabel("delta")


def square(figure: Figure, bob: Sequence[Sequence[Number]], laws: Mapping[str, Sequence[Number]],
           corners: Mapping[str, Sequence[int]], error: Number) -> None:
    """Draw a protocol with two messages and two points in the unit square, with the cells of rounding.

    Parameters
    ----------
    figure : Figure
    bob : two rows of two probabilities
        Where Bob's messages stand.
    laws : mapping concept -> (chance of answering 1 at the first point, at the second)
    corners : mapping concept -> its two values
    error : number
        Half the side of the box drawn around each concept: what the protocol must reach.
    """
    axes = figure.add_subplot()
    axes.axhline(0.5, color=BLACK, linewidth=0.8, linestyle=":")
    axes.axvline(0.5, color=BLACK, linewidth=0.8, linestyle=":")
    axes.plot(*zip(*bob, strict=True), "-", color=BLUE, linewidth=1.2)
    for k, (x, y) in enumerate(bob):
        axes.plot([x], [y], "s", color=BLUE, markersize=14, markerfacecolor="none",
                  label="Bob's messages" if not k else None)
        axes.annotate("", (float(x > 0.5), float(y > 0.5)), (x, y),
                      arrowprops={"arrowstyle": "->", "color": RED, "linewidth": 1.5})
    for k, (name, (x, y)) in enumerate(corners.items()):
        low = (x - error if x else 0, y - error if y else 0)
        axes.add_patch(Rectangle(low, error, error, facecolor=ORANGE, alpha=0.3,
                                 label="error of a concept" if not k else None))
        axes.plot(*[[c] for c in laws[name]], MARKERS[k], color=GREEN, markersize=8,
                  label=f"Alice's law for {name}")
    axes.set(xlim=(-0.06, 1.06), ylim=(-0.06, 1.06), xlabel="chance of answering 1 at point 0",
             ylabel="at point 1", aspect="equal")
    figure.legend(fontsize=9, loc="outside right upper")


def mixtures(figure: Figure, rows: Mapping[str, Sequence[Number]], errors: Sequence[Number], limit: Number,
             title: str = "") -> None:
    """Draw mixtures over hypotheses as stacked bars, and for one of them its error at every point.

    Parameters
    ----------
    figure : Figure
    rows : mapping concept -> probabilities of the hypotheses
    errors : sequence
        Error at each point of the concept in question.
    limit : number
        The alpha of the representation.
    title : str
    """
    bars, points = figure.subplots(1, 2, gridspec_kw={"width_ratios": [3, 2]})
    count = len(next(iter(rows.values())))
    for h in range(count):
        below = [sum(row[:h]) for row in rows.values()]
        bars.bar(range(len(rows)), [row[h] for row in rows.values()], 0.7, bottom=below, edgecolor="white",
                 color=COLOURS[h % len(COLOURS)], label=f"h{h}")
    bars.set_xticks(range(len(rows)), list(rows), fontsize=9)
    bars.set_ylim(0, 1.22)
    bars.set(xlabel="concept", ylabel="probability of the message")
    bars.legend(ncols=count, fontsize=9, loc="upper center", handlelength=0.7, columnspacing=0.6, handletextpad=0.3)
    points.bar(range(len(errors)), errors, 0.6, color=SKY, edgecolor=BLUE)
    points.axhline(limit, color=RED, label="epsilon")
    points.set(xlabel="point", ylabel="error", ylim=(0, max(1.25 * limit, 0.1)), xticks=range(len(errors)))
    points.legend(fontsize=9)
    figure.suptitle(title, fontsize=11)


def scatter(figure: Figure, counts: Mapping[tuple[int, int], int], labels: tuple[str, str]) -> None:
    """Draw how many classes have each pair of numbers, as discs with the count written in, and the diagonal.

    Parameters
    ----------
    figure : Figure
    counts : mapping (horizontal, vertical) -> number of classes
    labels : (horizontal, vertical)
    """
    axes = figure.add_subplot()
    most = max(max(pair) for pair in counts)
    axes.plot([0.5, most + 0.5], [0.5, most + 0.5], color=BLACK, linewidth=0.8, linestyle=":")
    for (x, y), count in counts.items():
        axes.plot([x], [y], "o", color=BLUE, markersize=14 + 0.12 * count, alpha=0.85)
        axes.text(x, y, str(count), ha="center", va="center", color="white", fontsize=9)
    axes.set(xlim=(0.4, most + 0.6), ylim=(0.4, most + 0.6), xlabel=labels[0], ylabel=labels[1])
    axes.set(xticks=range(1, most + 1), yticks=range(1, most + 1))
