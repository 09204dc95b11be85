"""Figures of the open questions: what is known from below and from above, as bars."""

from collections.abc import Mapping

from matplotlib.axes import Axes

from privlearn.figures.style import COLOURS


def bars(axes: Axes, values: Mapping[str, tuple[float, float]], names: tuple[str, str], xlabel: str) -> None:
    """Draw two horizontal bars for each entry, the second for the bound on the first, on a logarithmic axis.

    Parameters
    ----------
    axes : Axes
    values : mapping label -> (value, bound)
    names : what the two are called
    xlabel : str
    """
    rows = range(len(values))
    for k, name in enumerate(names):
        axes.barh([row + 0.4 * k for row in rows], [pair[k] for pair in values.values()], 0.38, color=COLOURS[k],
                  label=name, hatch="" if k == 0 else "//")
    axes.set_yticks([row + 0.2 for row in rows], list(values))
    axes.set_xscale("decades")
    axes.set_xlim(left=1e-3)
    axes.set_xlabel(xlabel)
    axes.legend(fontsize=9, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
