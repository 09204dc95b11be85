"""Figures of sample sizes: rows against the size of the domain, and bounds in the iterated logarithm.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, COLOURS, MARKERS

Curve = Mapping[int, float]


def rows_against_domain(figure: Figure, curves: Mapping[str, Curve]) -> None:
    """Draw numbers of rows against the binary logarithm of the size of the domain, both on logarithmic scales.

    Parameters
    ----------
    figure : Figure
    curves : mapping name -> {log2 of the size: rows}
    """
    axes = figure.add_subplot()
    _curves(axes, curves)
    axes.set_xscale("decades", base=2)
    axes.set_yscale("decades")
    axes.set_ylabel("rows")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=10)


def crossing_panels(figure: Figure, panels: Mapping[str, tuple[Mapping[str, Curve], int]]) -> None:
    """Draw panels side by side: curves on linear scales, with a line where the first two cross.

    Parameters
    ----------
    figure : Figure
    panels : mapping title -> (curves as for :func:`rows_against_domain`, log2 of the size where they cross)
    """
    for k, (title, (curves, crossing)) in enumerate(panels.items()):
        axes = figure.add_subplot(1, len(panels), k + 1)
        _curves(axes, curves)
        axes.axvline(crossing, color=BLACK, linewidth=0.8, linestyle=":")
        axes.set_title(f"{title}: from {crossing} on", fontsize=11)
        axes.legend(fontsize=9)
    figure.axes[0].set_ylabel("rows")


def _curves(axes: Axes, curves: Mapping[str, Curve]) -> None:
    for k, (name, curve) in enumerate(curves.items()):
        axes.plot(list(curve), list(curve.values()), color=COLOURS[k % 6], marker=MARKERS[k % 7], label=name)
    axes.set_xlabel("log|X|")


def row_parts(figure: Figure, bars: Mapping[str, tuple[int, int, int]], most: int) -> None:
    """Draw rows as horizontal bars of three parts: trimmed, dropped, at the base; the total is written behind.

    Parameters
    ----------
    figure : Figure
    bars : mapping name -> (trimmed elements, dropped levels, elements at the base)
    most : int
        The end of the axis; longer bars are cut off there, with dots before their total.
    """
    axes = figure.add_subplot()
    names = list(bars)
    for part, label in enumerate(("trimmed", "dropped levels", "at the base")):
        starts = [min(most, sum(bars[name][:part])) for name in names]
        ends = [min(most, sum(bars[name][:part + 1])) for name in names]
        axes.barh(names, [end - start for start, end in zip(starts, ends, strict=True)], left=starts,
                  color=COLOURS[part], label=label)
    for place, name in enumerate(names):
        total = sum(bars[name])
        axes.text(min(total, most) + most / 80, place, f"{'... ' * (total > most)}{total}", va="center", fontsize=10)
    axes.set_xlim(0, most * 1.25)
    axes.invert_yaxis()
    axes.set_xlabel("rows")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=10)
