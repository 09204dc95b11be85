"""Figures of the lower bounds for interior points: failures of the best mechanism, of a bound, and of one mechanism."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE, RED

Numbers = Sequence[float]


def failures_by_size(figure: Figure, panels: Mapping[str, Mapping[str, tuple[Numbers, Numbers]]]) -> None:
    """Draw one panel for each title: label -> (rows, failures), in the order packing bound, optimum, mechanism.

    Parameters
    ----------
    figure : Figure
    panels : mapping title -> mapping label -> (rows, failures)
    """
    all_axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, (title, curves) in zip(all_axes, panels.items(), strict=True):
        for (label, (rows, failures)), colour, marker in zip(curves.items(), (ORANGE, BLUE, RED), ("v", "o", "^"),
                                                             strict=False):
            axes.plot(rows, failures, marker=marker, color=colour, label=label)
        axes.set(title=title, xlabel="rows n", xticks=list(next(iter(curves.values()))[0]))
    all_axes[0].set_ylabel("failure on the worst database")
    all_axes[0].set_ylim(0, None)
    all_axes[-1].legend(fontsize=9)


def failure_against_size(figure: Figure, curves: Mapping[str, tuple[Numbers, Numbers]], goal: float) -> None:
    """Draw least failures against the number of points, one line for each number of rows, and a dashed goal."""
    axes = figure.add_subplot()
    for (label, (sizes, failures)), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(sizes, failures, marker=marker, color=colour, label=label)
    axes.axhline(goal, color=BLACK, linestyle="--", linewidth=1.2)
    axes.set(xticks=list(next(iter(curves.values()))[0]), xlabel="points |X|", ylabel="least failure of all mechanisms")
    axes.set_ylim(0, None)
    axes.legend()
