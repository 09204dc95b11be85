"""Figures of reorder-slice-compute: slices and laws of two databases, losses by slices, deltas by the ratio.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def slices(figure: Figure, runs: Mapping[str, Sequence[Sequence[int]]], extra: int) -> None:
    """Draw rows on a line, one line for each run, in the colour of their slice; grey ones are left.

    Parameters
    ----------
    runs : mapping from a name to slices
        The last of them is what is left.
    extra : int
        The row that only some of the runs have; it is circled.
    """
    axes = figure.add_subplot()
    for height, (name, parts) in enumerate(runs.items()):
        axes.text(-0.8, -height, name, ha="right", va="center", fontsize=10)
        for number, part in enumerate(parts):
            colour = COLOURS[number] if number < len(parts) - 1 else "0.75"
            axes.plot(part, [-height] * len(part), "s", markersize=17, color=colour)
            for row in part:
                axes.text(row, -height, str(row), ha="center", va="center", fontsize=9,
                          color="white" if number < len(parts) - 1 else BLACK)
                if row == extra:
                    axes.plot([row], [-height], "o", markersize=25, fillstyle="none", color=BLACK)
    axes.set(xlim=(-5.2, 1 + max(row for parts in runs.values() for part in parts for row in part)),
             ylim=(0.6 - len(runs), 0.6))
    axes.axis("off")


def two_laws(figure: Figure, answers: Sequence[str], laws: Mapping[str, Sequence[float]]) -> None:
    """Draw the probability of each answer under two databases as bars beside each other.

    Parameters
    ----------
    answers : sequence of str
    laws : mapping from a name to a probability for each answer
    """
    axes = figure.add_subplot()
    for number, (name, law) in enumerate(laws.items()):
        places = [k + 0.4 * (number - 0.5) for k in range(len(law))]
        axes.bar(places, law, width=0.36, color=COLOURS[number], label=name)
    axes.set_xticks(range(len(answers)), answers, fontsize=8 if len(answers) > 8 else 10)
    axes.grid(visible=False, axis="x")
    axes.set(xlabel="answers", ylabel="probability")
    axes.legend(fontsize=9, ncols=2, loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0)


def ratios_by_slices(figure: Figure, numbers: Sequence[int], ratios: Mapping[str, Sequence[float]],
                     composition: Sequence[float]) -> None:
    """Draw worst ratios against the number of slices, beside composition, on an axis of powers of two."""
    axes = figure.add_subplot()
    axes.plot(numbers, composition, "--", color=BLACK, label="composition")
    for number, (name, values) in enumerate(ratios.items()):
        axes.plot(numbers, values, marker=MARKERS[number], color=COLOURS[number], label=name)
    axes.set_yscale("log", base=2)
    ticks = [2**k for k in range(len(numbers) + 1)]
    axes.set_yticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_xticks(list(numbers))
    axes.set(xlabel="slices", ylabel="worst ratio")
    axes.legend(fontsize=9)


def deltas_by_ratio(figure: Figure, ratios: Sequence[float], deltas: Mapping[str, Sequence[float]],
                    table: Sequence[float]) -> None:
    """Draw deltas against the ratio: exact ones, and those of a table for any number of slices."""
    axes = figure.add_subplot()
    for number, (name, values) in enumerate(deltas.items()):
        axes.plot(ratios, values, color=COLOURS[number], label=name)
    axes.plot(ratios, table, "--", color=BLACK, label="any number (table)")
    axes.set(xlabel="ratio", ylabel="delta", ylim=(0, None))
    axes.legend(fontsize=9)


def losses_by_slices(figure: Figure, numbers: Sequence[int], composition: Sequence[float],
                     levels: Mapping[str, float]) -> None:
    """Draw what composition costs against the number of slices, and as lines what holds for any number.

    Parameters
    ----------
    composition : sequence of float
        Epsilon for each of the numbers.
    levels : mapping from a name to an epsilon
    """
    axes = figure.add_subplot()
    axes.plot(numbers, composition, color=BLACK, label="optimal composition")
    for (name, level), colour in zip(levels.items(), (ORANGE, BLUE), strict=False):
        axes.axhline(level, color=colour, linestyle="-", label=name)
    axes.set(xlabel="slices", ylabel="epsilon", ylim=(0, None))
    axes.legend(fontsize=9)
