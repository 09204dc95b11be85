"""Figures of private learning of thresholds and of private quantiles.

Every function draws plain numbers on the figure it is given.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, GREEN, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def learned_cut(figure: Figure, ones: Numbers, zeros: Numbers, near: tuple[float, float], inner: tuple[float, float],
                cut: float) -> None:
    """Draw a labelled column as two histograms, and once more near the cut.

    Parameters
    ----------
    figure : Figure
    ones, zeros : sequences of float
        Values by label.
    near : (left, right)
        Ends of the second panel.
    inner : (least, greatest)
        The range of the points around the cut.
    cut : float
        The answer.
    """
    for axes, ends in zip(figure.subplots(1, 2), (None, near), strict=True):
        inside = [[x for x in values if ends is None or ends[0] <= x <= ends[1]] for values in (ones, zeros)]
        axes.hist(inside, bins=40, range=ends, stacked=True, color=[BLUE, ORANGE], label=["label 1", "label 0"])
        if ends is not None:
            axes.axvspan(*inner, color=GREEN, alpha=0.15)
            axes.set_xlim(*ends)
        axes.axvline(cut, color=RED, linewidth=1.8, label="learned")
        axes.set_xlabel("value" if ends is None else "value, near the cut")
    figure.axes[0].set_ylabel("rows")
    figure.axes[0].legend(fontsize=9)


def distribution_functions(figure: Figure, values: Numbers, points: Numbers, width: float) -> None:
    """Draw the empirical distribution function of a column, and the private one with a band of the allowed error.

    Parameters
    ----------
    figure : Figure
    values : sequence of float
        Sorted.
    points : sequence of float
        Sorted, one for each block.
    width : float
        Half the band.
    """
    axes, n, k = figure.add_subplot(), len(values), len(points)
    axes.plot(values, [(i + 1) / n for i in range(n)], color=BLACK, label="data")
    ends, steps = [min(values[0], points[0]), *points, max(values[-1], points[-1])], [j / k for j in range(k + 1)]
    axes.step(ends, [*steps, 1.0], where="post", color=RED, label="private")
    axes.fill_between(ends, [max(0.0, s - width) for s in [*steps, 1.0]], [min(1.0, s + width) for s in [*steps, 1.0]],
                      step="post", color=RED, alpha=0.12)
    axes.set(xlabel="value", ylabel="share of the rows at most")
    axes.legend(loc="lower right")


def errors_by_bits(figure: Figure, bits: Sequence[int], lines: Mapping[str, Sequence[int]]) -> None:
    """Draw numbers of errors against log2 of the number of points, both axes logarithmic.

    Parameters
    ----------
    figure : Figure
    bits : sequence of int
    lines : mapping label -> errors
    """
    axes = figure.add_subplot()
    for (label, errors), colour, marker in zip(lines.items(), (BLUE, GREEN, RED, ORANGE), MARKERS, strict=False):
        axes.plot(bits, errors, marker=marker, color=colour, label=label)
    axes.set_xscale("decades", base=2)
    axes.set(yscale="decades", xlabel="log2 of the number of points", ylabel="errors, at most")
    axes.legend(fontsize=9)
