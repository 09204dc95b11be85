"""Pictures of regret between its bounds, of randomised mistakes, and of margins."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED, SKY


def between(figure: Figure, rounds: Sequence[int], lower: Sequence[float], exact: Sequence[float],
            upper: Sequence[float], title: str = "") -> None:
    """Draw the exact regret for each T with the explicit bounds on both sides.

    Parameters
    ----------
    figure : Figure
    rounds : sequence of int
    lower, exact, upper : sequences of float, as long as ``rounds``
    title : str
    """
    axes = figure.subplots()
    axes.plot(rounds, upper, "--", color=ORANGE, label="upper bound")
    axes.plot(rounds, exact, "o", color=BLUE, label="exact regret")
    axes.plot(rounds, lower, ":", color=GREEN, label="lower bound")
    axes.set(xlabel="rounds T", ylabel="regret")
    axes.set_ylim(bottom=0)
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)


def composed(figure: Figure, before: Sequence[float], after: Sequence[float], counts: Sequence[int],
             title: str = "") -> None:
    """Draw regret of composed classes against that of the classes, areas by how many classes fall together."""
    axes = figure.subplots()
    axes.scatter(before, after, s=[18 + 6 * count for count in counts], color=BLUE, alpha=0.7)
    for x, y, count in zip(before, after, counts, strict=True):
        inside = count >= 20  # small circles have their number above
        axes.annotate(str(count), (x, y), xytext=(0, 0 if inside else 8), textcoords="offset points", fontsize=8,
                      ha="center", va="center", color="white" if inside else BLACK)
    top = max([*before, *after]) + 0.2
    axes.plot([0, top], [0, top], ":", color=BLACK, linewidth=1)
    axes.set(xlabel="regret of the class", ylabel="regret of the composed class")
    axes.set_title(title, fontsize=11)


def played(figure: Figure, chances: Sequence[float], asked: Sequence[tuple[int, int]], seen: int, loss: Sequence[float],
           best: Sequence[int]) -> None:
    """Draw a game with experts: predictions and labels, and the mistakes of the learner and of the best concept.

    Parameters
    ----------
    figure : Figure
    chances : sequence of float
        The probability of predicting 1 in each round.
    asked : sequence of (point, label)
    seen : int
        So many rounds, the first ones, were played.
    loss, best : sequences, one entry more than rounds played
    """
    left, right = figure.subplots(1, 2)
    rounds = range(1, len(asked) + 1)
    left.bar(rounds[:seen], chances[:seen], color=SKY, width=0.7)
    for t, (_, label) in zip(rounds[:seen], asked, strict=False):
        left.plot([t], [label], "o", color=ORANGE if label else BLUE, clip_on=False, zorder=3)
    left.set_xticks(rounds, [str(x) for x, _ in asked])
    left.set(xlabel="point of the round", ylabel="chance to predict 1")
    left.set_xlim(0.4, len(asked) + 0.6)
    left.set_ylim(0, 1)
    left.grid(axis="x", visible=False)
    right.plot(range(seen + 1), loss, "o-", color=BLUE, label="learner, expected")
    right.plot(range(seen + 1), best, "s--", color=GREEN, label="best threshold so far")
    right.set(xlabel="rounds", ylabel="mistakes")
    right.set_xlim(-0.3, len(asked) + 0.3)
    right.set_ylim(0, len(asked))
    right.legend(fontsize=9, loc="upper left")


def randomised(figure: Figure, values: Mapping[int, Mapping[float, int]]) -> None:
    """Draw how many classes have which randomised mistake bound, one row for each dimension, between d/2 and d.

    Parameters
    ----------
    figure : Figure
    values : mapping dimension -> (value -> number of classes)
    """
    axes = figure.subplots()
    for k, (d, found) in enumerate(values.items()):
        axes.plot([d / 2, d], [d, d], color=BLACK, linewidth=1)
        for value, count in found.items():
            axes.plot([value], [d], MARKERS[k], color=COLOURS[k], markersize=3 + len(str(count)) * 1.7)
        total = sum(found.values())
        axes.annotate(f"{total:,} class{'es' if total > 1 else ''}", (d, d), xytext=(8, -3), textcoords="offset points",
                      fontsize=9)
    axes.set_yticks(list(values))
    axes.set_xlim(0, max(values) + 1.1)
    axes.set(xlabel="mistakes of the best learner with coins, expected", ylabel="Littlestone dimension d")


def margin(figure: Figure, points: Sequence[tuple[float, float]], labels: Sequence[int], width: float,
           normal: tuple[float, float], title: str = "") -> None:
    """Draw labelled points of the circle, the separating line and the strip of its margin."""
    axes = figure.subplots()
    nx, ny = normal
    for shift, line in ((-width, ":"), (0.0, "-"), (width, ":")):
        axes.plot([shift * nx - 1.2 * ny, shift * nx + 1.2 * ny], [shift * ny + 1.2 * nx, shift * ny - 1.2 * nx], line,
                  color=BLACK, linewidth=1)
    for (x, y), label in zip(points, labels, strict=True):
        axes.plot([x], [y], "o" if label > 0 else "s", color=BLUE if label > 0 else RED)
    axes.set_aspect("equal")
    axes.set_xlim(-1.25, 1.25)
    axes.set_ylim(-1.25, 1.25)
    axes.set_title(title, fontsize=11)
