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
