"""Figures of the reconstruction: mismatch walks, ruin curves, the chain of bounds, the law of the result.

Every function draws plain numbers on the figure it is given.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, MARKERS, ORANGE, PURPLE, RED, SKY

Numbers = Sequence[float]
LINE_COLOURS = (BLACK, BLUE, GREEN, ORANGE, RED, PURPLE, SKY)


def mismatch_walk(figure: Figure, bits: Sequence[int], walk: Sequence[int], true_end: int, found: int | None) -> None:
    """Draw a hypothesis as a row of cells, and its number of mismatches to every interval above it.

    Parameters
    ----------
    figure : Figure
    bits : sequence of 0 and 1, length T
    walk : sequence of int, length T + 1
    true_end : int
        The interval before noise, marked by a line.
    found : int or None
        The unique minimum, or ``None``: then all minima are marked as tied.
    """
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(6, 1))
    upper.plot(range(len(walk)), walk, color=BLUE, marker=".")
    upper.axvline(true_end, color=GREEN, linestyle="--", linewidth=1.2, label="true interval")
    least = [t for t, value in enumerate(walk) if value == min(walk)]
    label, colour = ("tie: no answer", RED) if found is None else ("fewest mismatches", BLACK)
    upper.plot(least, [min(walk)] * len(least), "D", color=colour, label=label)
    upper.set(ylabel="mismatches", title="no answer" if found is None else f"reconstructed: {found}")
    upper.legend(loc="best")
    for x, bit in enumerate(bits):
        dirty = bit != int(x < true_end)
        lower.bar(x + 0.5, 1, width=0.9, color=RED if dirty else SKY, edgecolor=BLACK, linewidth=0.4)
        if len(bits) <= 48:
            lower.text(x + 0.5, 0.45, str(bit), ha="center", va="center", fontsize=9)
    lower.set_yticks([])
    lower.grid(False)
    lower.set_xlabel("interval t; below: the hypothesis, dirty points in red")


def ruin_curves(figure: Figure, points: Sequence[int], curves: Mapping[str, Numbers], limits: Numbers) -> None:
    """Draw ``R_n`` against n, one line for each mu, with its limit 2 mu as a dashed line.

    Parameters
    ----------
    figure : Figure
    points : sequence of n
    curves : mapping label -> probabilities
    limits : sequence
        One limit for each curve.
    """
    axes = figure.add_subplot()
    for (label, values), limit, colour, marker in zip(curves.items(), limits, LINE_COLOURS, MARKERS, strict=False):
        axes.plot(points, values, color=colour, marker=marker, markersize=3.5, label=label)
        axes.axhline(limit, color=colour, linestyle="--", linewidth=1)
    axes.set_xscale("symlog", base=2, linthresh=1)
    axes.set_xticks([0, 1, 2, 4, 8, 16, 32, 64, 128], [str(n) for n in (0, 1, 2, 4, 8, 16, 32, 64, 128)])
    axes.set_xlim(0, 1.1 * max(points))
    axes.set_ylim(bottom=0)
    axes.set(xlabel="points n on one side", ylabel="probability R_n of a bad point")
    axes.legend(loc="center right", bbox_to_anchor=(1, 0.62), ncols=2)  # between the limits 0.4 and 0.8


def bound_curves(figure: Figure, rates: Numbers, curves: Mapping[str, Numbers]) -> None:
    """Draw bounds against mu, the smallest first."""
    axes = figure.add_subplot()
    widths = (4.5, 3.2, 1.8, 1.8, 1.8, 1.8, 1.8)
    dashes = ("-", "-", "-", "--", "-", "--", "-")
    for (label, line), colour, width, dash in zip(curves.items(), LINE_COLOURS, widths, dashes, strict=False):
        axes.plot(rates, line, color=colour, linewidth=width, linestyle=dash, label=label)
    axes.set_xlim(0, max(rates))
    axes.set_ylim(bottom=0)
    axes.set(xlabel="noise rate mu", ylabel="failure on one side")
    axes.legend(fontsize=9)


def law_bars(figure: Figure, law: Mapping[str, float], title: str = "") -> None:
    """Draw the probabilities of the reconstruction's results on a logarithmic axis.

    Parameters
    ----------
    figure : Figure
    law : mapping name -> probability above 0
    title : str
    """
    axes = figure.add_subplot()
    axes.bar(range(len(law)), list(law.values()), color=[RED if name == "None" else BLUE for name in law])
    axes.set_yscale("decades")
    axes.set_ylim(1e-9, 2)
    axes.set_xticks(range(len(law)), list(law), fontsize=9)
    axes.set(xlabel="reconstructed interval", ylabel="probability", title=title)
