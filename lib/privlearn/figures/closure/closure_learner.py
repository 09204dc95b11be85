"""Figures of the pages on learning composed classes privately."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED


def panels(figure: Figure, functions: Mapping[str, Sequence[int]], target: Sequence[int]) -> None:
    """Draw functions on an ordered domain under each other, the points where each differs from the target in red.

    Parameters
    ----------
    figure : Figure
    functions : mapping name -> bits
    target : sequence of bits
    """
    every = figure.subplots(len(functions), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (name, bits), colour in zip(every, functions.items(), (GREEN, BLUE, ORANGE, BLACK), strict=False):
        axes.step(range(len(bits)), bits, where="mid", color=colour)
        wrong = [x for x, (a, b) in enumerate(zip(bits, target, strict=True)) if a != b]
        axes.plot(wrong, [bits[x] for x in wrong], "x", color=RED)
        axes.set_ylim(-0.2, 1.2)
        axes.set_yticks([0, 1])
        axes.set_title(name, fontsize=10, loc="left")
    every[-1].set_xlabel("point")


def two_scores(figure: Figure, values: Mapping[str, tuple[int, int, float]]) -> None:
    """Draw for each concept its errors and its completion score, and beside them the chance that it is chosen."""
    left, right = figure.subplots(1, 2)
    places = range(len(values))
    for side, (name, colour, hatch) in enumerate((("errors", ORANGE, "//"), ("completion score", BLUE, ""))):
        left.bar([p + 0.4 * side - 0.2 for p in places], [found[side] for found in values.values()], 0.38, color=colour,
                 hatch=hatch, edgecolor="white", label=name)
    right.bar(places, [found[2] for found in values.values()], 0.6, color=BLUE)
    for axes in (left, right):
        axes.set_xticks(list(places), list(values))
        axes.set_xlabel("threshold")
        axes.grid(axis="x", visible=False)
    left.set_ylim(0, 1 + max(max(found[:2]) for found in values.values()))
    left.set_ylabel("score")
    left.legend(fontsize=9, loc="upper center", bbox_to_anchor=(0.5, 1.2), ncols=2)
    right.set_ylim(0, 1)
    right.set_ylabel("chance to be chosen")


def curves(figure: Figure, xs: Sequence[float], lines: Mapping[str, Sequence[float]], xlabel: str, ylabel: str,
           log: str = "", title: str = "", limit: float | None = None, ticks: Sequence[int] | None = None) -> None:
    """Draw one line for each name; ``log`` is any of "x" and "y"; ``limit`` a dashed line; ``ticks`` on x."""
    axes = figure.subplots()
    for (name, values), colour, marker in zip(lines.items(), COLOURS, MARKERS, strict=False):
        axes.plot(xs, values, color=colour, marker=marker, label=name)
    if limit is not None:
        axes.axhline(limit, color=BLACK, ls="--", lw=1)
    if "x" in log:
        axes.set_xscale("decades")
    if "y" in log:
        axes.set_yscale("decades")
    else:
        axes.set_ylim(bottom=0)
    if ticks is not None:
        axes.set_xticks(ticks, [str(x) for x in ticks])
    axes.minorticks_off()
    axes.set(xlabel=xlabel, ylabel=ylabel)
    axes.set_title(title, fontsize=11)
    if len(lines) > 1:
        axes.legend(fontsize=9)


def losses(figure: Figure, bars: Mapping[str, float], printed: float, bound: float) -> None:
    """Draw exact losses as bars, a printed epsilon as a dashed line; the bound is named at the right edge."""
    axes = figure.subplots()
    axes.barh(list(bars), list(bars.values()), color=[BLUE] * (len(bars) - 1) + [ORANGE])
    for k, value in enumerate(bars.values()):
        axes.text(value, k, f" {value:.4f}", va="center")
    axes.axvline(printed, color=RED, ls="--", lw=1)
    axes.text(printed, -0.5, f"printed: {printed}", color=RED, va="bottom", ha="center")
    axes.set_xlim(0, 1.35 * max(bars.values()))
    axes.set_xlabel(f"privacy loss (nats); the bound is {bound:.3f}")
    axes.invert_yaxis()
