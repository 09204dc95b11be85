"""Pictures of bounds on unions of many classes, of the weighted majority's discount and of blocks of thresholds."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE, RED, SKY


def bounds(figure: Figure, experts: Sequence[int], curves: Mapping[str, Sequence[float]], title: str = "") -> None:
    """Draw bounds on the dimension of a union against the number of classes; the first curve is the exact value.

    Parameters
    ----------
    figure : Figure
    experts : sequence of int
    curves : mapping name -> values
    title : str
    """
    axes = figure.subplots()
    for k, (name, values) in enumerate(curves.items()):
        line = MARKERS[k] if k == 0 else ("-", "--", "-.", ":")[k % 4]
        axes.plot(experts, values, line, color=COLOURS[k], label=name)
    axes.set(xlabel="classes k", ylabel="dimension of the union")
    axes.set_ylim(bottom=0)
    axes.set_title(title, fontsize=11)
    figure.legend(fontsize=9, loc="outside lower center", ncols=3)


def discounts(figure: Figure, discount: Sequence[float], curves: Mapping[str, Sequence[float]],
              best: Mapping[str, tuple[float, float]], title: str = "", spheres: Sequence[int] = ()) -> None:
    """Draw the mistake bound against the discount, the minimum of each curve marked, and perhaps a bound below each."""
    axes = figure.subplots()
    for (name, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(discount, values, color=colour, label=name)
        axes.plot(*best[name], marker, color=colour)
    for bound, colour in zip(spheres, COLOURS, strict=False):
        axes.axhline(bound, color=colour, linestyle=":", linewidth=1.2)
    axes.set(xlabel="discount", ylabel="mistake bound")
    axes.set_ylim(0, 3 * max(values for _, values in best.values()))
    axes.set_title(title, fontsize=11)
    axes.legend(loc="upper center", ncols=2, fontsize=9)


def staircase(figure: Figure, blocks: int, size: int, title: str = "") -> None:
    """Draw the matrix of thresholds, one row for each concept, its blocks of rows in turn in two colours."""
    axes = figure.subplots()
    total = blocks * size
    for i in range(total):
        axes.barh(i, total - i, left=i, height=0.9, color=(BLUE, SKY)[(i // size) % 2])
    for block in range(1, blocks):
        axes.axhline(block * size - 0.5, color=RED, linewidth=1)
    axes.invert_yaxis()
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="point", ylabel="concept")
    axes.set_title(title, fontsize=11)
    axes.grid(visible=False)


def chips(figure: Figure, states: Sequence[Sequence[int]], title: str = "") -> None:
    """Draw a chip game: stacks of experts by lives left, round after round.

    Parameters
    ----------
    figure : Figure
    states : sequence of (c_0, ..., c_d)
    title : str
    """
    axes = figure.subplots()
    lives = len(states[0])
    colours = (ORANGE, BLUE, SKY, BLACK)
    for j in range(lives):
        below = [sum(state[:j]) for state in states]
        axes.bar(range(len(states)), [state[j] for state in states], bottom=below, color=colours[j % 4], width=0.7,
                 label=f"{j} {'life' if j == 1 else 'lives'} left")
    axes.set(xticks=range(len(states)), xlabel="mistakes of the learner", ylabel="experts")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)
