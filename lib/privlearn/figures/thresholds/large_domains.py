"""Figures for TreeLog on large domains: sorted points with their prefixes, and time against the number of points."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, MARKERS, ORANGE, SKY


def sorted_words(figure: Figure, words: Sequence[str], common: Sequence[int], kept: Sequence[bool]) -> None:
    """Draw sorted binary words, one in each row; where two rows part, a bar as long as what they share.

    Parameters
    ----------
    figure : Figure
    words : sequence of str
        Binary words of equal length, in order.
    common : sequence of int
        Lengths of the common prefixes of neighbours.
    kept : sequence of bool
        Which words lie in the last node of a path: they are shown in colour.
    """
    axes = figure.add_subplot()
    for row, (word, inside) in enumerate(zip(words, kept, strict=True)):
        for place, bit in enumerate(word):
            axes.text(place + 0.5, row, bit, ha="center", va="center", family="monospace",
                      color=BLUE if inside else BLACK, weight="bold" if inside else "normal")
    split = list(common).index(min(common)) if common else None
    for row, length in enumerate(common):
        axes.plot([0, length], [row + 0.5, row + 0.5], color=ORANGE if row == split else SKY, linewidth=4,
                  solid_capstyle="butt", label="shortest: the first split" if row == split else None)
        axes.text(length + 0.1, row + 0.5, str(length), va="center", fontsize=9)
    axes.set(xlim=(-0.3, len(words[0]) + 0.3), ylim=(len(words) - 0.4, -0.6), xlabel="bits that are shared")
    axes.set_yticks([])
    axes.grid(visible=False)
    if common:
        figure.legend(loc="outside upper center", fontsize=9)


def time_against_points(figure: Figure, curves: Mapping[str, tuple[Sequence[int], Sequence[float]]]) -> None:
    """Draw seconds against the number of points, both logarithmic, with a dotted line of slope 1.

    Parameters
    ----------
    figure : Figure
    curves : mapping name -> (numbers of points, seconds)
    """
    axes = figure.add_subplot()
    for (name, (sizes, seconds)), marker in zip(curves.items(), MARKERS, strict=False):
        axes.plot(sizes, seconds, marker=marker, label=name)
    sizes, seconds = max(curves.values(), key=lambda curve: curve[1][-1])
    straight = [seconds[-1] * n / sizes[-1] for n in sizes]
    axes.plot(sizes, straight, ":", color=BLACK, linewidth=1, label="proportional to n")
    axes.set(xscale="decades", yscale="decades", xlabel="points n", ylabel="seconds for one answer")
    axes.legend(fontsize=9)


def answers_by_rows(figure: Figure, rows: Sequence[int], shares: Mapping[str, Sequence[float]], promised: int) -> None:
    """Draw the probabilities of the kinds of answers against the number of rows.

    Parameters
    ----------
    figure : Figure
    rows : sequence of int
    shares : mapping kind -> probability for each number of rows
    promised : int
        From so many rows on success is promised: a dotted line.
    """
    axes = figure.add_subplot()
    for (kind, values), colour, marker in zip(shares.items(), (BLUE, ORANGE, BLACK), MARKERS, strict=False):
        axes.plot(rows, values, marker=marker, color=colour, label=kind)
    axes.axvline(promised, color=BLACK, linestyle=":", linewidth=1, label="rows needed")
    axes.set(ylim=(-0.03, 1.03), xlabel="rows", ylabel="probability")
    figure.legend(loc="outside upper center", ncols=2, fontsize=9)


def median_errors(figure: Figure, methods: Sequence[str], columns: Sequence[str],
                  errors: Sequence[Sequence[float | None]]) -> None:
    """Draw the errors in rank of private medians, as shares of half the rows, in groups of bars.

    Parameters
    ----------
    figure : Figure
    methods, columns : sequences of str
        One bar for each method in the group of each column.
    errors : errors[method][column], None where there is no answer
    """
    axes = figure.add_subplot()
    height = 0.8 / len(methods)
    for k, (method, row) in enumerate(zip(methods, errors, strict=True)):
        places = [group + height * (k - (len(methods) - 1) / 2) for group in range(len(columns))]
        axes.barh(places, [0 if error is None else error for error in row], height=height * 0.9, label=method)
        for place, error in zip(places, row, strict=True):
            label = "no answer" if error is None else f"{error:.1%}"
            axes.text((error or 0) + 0.01, place, label, va="center", fontsize=8)
    axes.set_yticks(range(len(columns)), columns)
    axes.set(xlim=(0, 1.15), xlabel="error in rank, as a share of n/2")
    axes.invert_yaxis()
    figure.legend(loc="outside upper center", fontsize=9)
