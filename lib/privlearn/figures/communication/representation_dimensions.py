"""Figures of the representation dimensions: tables, step functions, heat maps, miss probabilities, covers.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
The labels have FX15's letters: alpha, beta for privacy, epsilon, delta for error and failure.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS

Numbers = Sequence[float]


def step_functions(figure: Figure, steps: Mapping[str, Sequence[tuple[float, int]]], last: float = 0.55) -> None:
    """Draw the least number of hypotheses against alpha, one step function for each class.

    Parameters
    ----------
    figure : Figure
    steps : mapping label -> pairs (alpha from which on, size)
        In increasing order of alpha.
    last : float
        Where the axis ends.
    """
    axes = figure.add_subplot()
    for k, ((label, pairs), colour) in enumerate(zip(steps.items(), COLOURS, strict=False)):
        shift = 0.06 * k
        for (start, size), (end, _) in zip(pairs, [*pairs[1:], (last, 0)], strict=True):
            axes.plot([start, end], [size + shift] * 2, color=colour, label=label if start == pairs[0][0] else None,
                      linestyle=("-", "--")[k % 2])
        axes.plot([e for e, _ in pairs], [size + shift for _, size in pairs], MARKERS[k], color=colour)
    axes.set_xlim(0, last)
    axes.set_ylim(0, max(size for pairs in steps.values() for _, size in pairs) + 1)
    axes.set(xlabel="epsilon", ylabel="least number of hypotheses")
    axes.legend()


def hypothesis_table(figure: Figure, rows: Sequence[Sequence[int]], title: str) -> None:
    """Draw a 0/1 table: one row for each hypothesis, one column for each point, dark where the value is 1.

    Parameters
    ----------
    figure : Figure
    rows : sequence of rows of bits
    title : str
    """
    axes = figure.add_subplot()
    for i, row in enumerate(rows):
        for x, bit in enumerate(row):
            axes.add_patch(_cell(x, i, BLUE if bit else "white"))
    axes.set_xlim(-0.6, len(rows[0]) - 0.4)
    axes.set_ylim(max(len(rows), 8) - 0.4, -0.6)
    axes.set(xticks=range(len(rows[0])), yticks=range(len(rows)), xlabel="point", ylabel="hypothesis", aspect="equal")
    axes.grid(False)
    axes.set_title(title, fontsize=11)


def _cell(x: float, y: float, colour: str):  # type: ignore[no-untyped-def]  # a patch of matplotlib
    from matplotlib.patches import Rectangle

    return Rectangle((x - 0.45, y - 0.45), 0.9, 0.9, facecolor=colour, edgecolor=BLACK, linewidth=0.6)


def size_map(figure: Figure, sizes: Sequence[Sequence[int]], alphas: Sequence[str], betas: Sequence[str],
             title: str) -> None:
    """Draw the least size of a probabilistic representation as a labelled heat map.

    Parameters
    ----------
    figure : Figure
    sizes : one row for each alpha, one entry for each beta
    alphas, betas : sequences of str
        Labels.
    title : str
    """
    axes = figure.add_subplot()
    image = axes.imshow(sizes, cmap="Blues", vmin=0, vmax=2 * max(map(max, sizes)))
    image.set_rasterized(False)
    for i, row in enumerate(sizes):
        for j, size in enumerate(row):
            axes.text(j, i, str(size), ha="center", va="center", color=BLACK)
    axes.set_xticks(range(len(betas)), list(betas))
    axes.set_yticks(range(len(alphas)), list(alphas))
    axes.set(xlabel="delta", ylabel="epsilon")
    axes.grid(False)
    axes.set_title(title, fontsize=11)


def miss_bars(figure: Figure, misses: Mapping[str, Numbers], beta: float, title: str) -> None:
    """Draw the least miss probability for each size k = 1, 2, ..., with the allowed one as a line.

    Parameters
    ----------
    figure : Figure
    misses : mapping label -> values for k = 1, 2, ...
        At most three.
    beta : float
    title : str
    """
    axes = figure.add_subplot()
    width = 0.8 / len(misses)
    for k, ((label, values), colour) in enumerate(zip(misses.items(), COLOURS, strict=False)):
        places = [i + 1 + (k - (len(misses) - 1) / 2) * width for i in range(len(values))]
        axes.bar(places, values, width, color=colour, label=label, hatch="//" if k else None, edgecolor="white")
    axes.axhline(beta, color=BLACK, linestyle=":", linewidth=1)
    axes.annotate("delta", (1, beta), (0, 3), textcoords="offset points", xycoords=("axes fraction", "data"),
                  ha="right")
    axes.set_xticks(range(1, max(map(len, misses.values())) + 1))
    axes.set_ylim(0, 1)
    axes.set(xlabel="hypotheses k", ylabel="least miss probability")
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)
