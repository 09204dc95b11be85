"""Pictures for classes given by equations: lines and hulls in a plane, and dimensions as the domain grows."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE, SKY

Point = tuple[float, float]


def lines_and_points(figure: Figure, points: Sequence[Point], lines: Mapping[str, tuple[Point, Point]],
                     title: str = "") -> None:
    """Draw points of the plane and lines, each by two of its points, with a label.

    Parameters
    ----------
    figure : Figure
    points : sequence of (x, y)
    lines : mapping label -> two points
    title : str
    """
    axes = figure.subplots()
    for k, (label, (a, b)) in enumerate(lines.items()):
        axes.axline(a, b, color=COLOURS[k], linestyle=("-", "--", ":", "-.")[k % 4], label=label)
    for k, (x, y) in enumerate(points):
        axes.plot([x], [y], "o", color=BLACK, markersize=9, zorder=3)
        axes.annotate(f"point {k}", (x, y), xytext=(7, -15), textcoords="offset points", fontsize=10)
    axes.set_xlim(-1, 2)
    axes.set_ylim(-1, 1.4)
    axes.set(aspect="equal", xticks=[], yticks=[])
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside right center", title="labels of points 0, 1", title_fontsize=9, fontsize=9)


def hull_in_plane(figure: Figure, order: int, told: Sequence[int], hull: Sequence[int], title: str = "") -> None:
    """Draw the points of the plane over a field, those told to be 1 and their hull.

    Parameters
    ----------
    figure : Figure
    order : int
        Points are ``0..order^2 - 1``; point ``a * order + b`` has coordinates a and b.
    told, hull : sequences of points
    title : str
    """
    axes = figure.subplots()
    for p in range(order**2):
        a, b = divmod(p, order)
        axes.plot([a], [b], "o", color="white", markeredgecolor=BLACK, markersize=11)
        if p in hull:
            axes.plot([a], [b], "o", color=SKY, markeredgecolor=BLUE, markersize=11)
        if p in told:
            axes.plot([a], [b], "X", color=ORANGE, markeredgecolor=BLACK, markersize=8, zorder=3)
    axes.set(aspect="equal", xticks=range(order), yticks=range(order))
    axes.margins(0.12)
    axes.set_title(title, fontsize=11)


def growth(figure: Figure, sizes: Sequence[int], inequalities: Sequence[int], equalities: Mapping[int, Sequence[int]]
           ) -> None:
    """Draw the dimension of half-lines and of zero sets of each degree against the number of points.

    Parameters
    ----------
    figure : Figure
    sizes : sequence of int
    inequalities : sequence of int
    equalities : mapping degree -> dimensions
    """
    axes = figure.subplots()
    axes.step(sizes, inequalities, where="post", color=BLACK, label="half-lines")
    for k, (degree, values) in enumerate(equalities.items()):
        axes.plot(sizes, values, color=COLOURS[k], linestyle="--", marker=MARKERS[k], markevery=8,
                  label=f"zeros, degree {degree}")
    axes.set_ylim(0, max(inequalities) + 1)
    axes.set(xlabel="points N", ylabel="Littlestone dimension")
    figure.legend(loc="outside lower center", ncols=4, fontsize=9)
