"""Figures of the lower bounds for interior points: failures of the best mechanism, of a bound, and of one mechanism."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED

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


def mechanism_table(figure: Figure, laws: Mapping[Sequence[int], Numbers]) -> None:
    """Draw a mechanism as a table, a row for each database and a column for each answer; right answers are framed.

    Parameters
    ----------
    figure : Figure
    laws : mapping database -> probabilities of the answers 0, 1, ...
    """
    axes = figure.add_subplot()
    axes.imshow(list(laws.values()), cmap="Blues", vmin=0, vmax=1.4, aspect="auto")
    for row, (database, law) in enumerate(laws.items()):
        for x, mass in enumerate(law):
            axes.text(x, row, f"{mass:.3f}", ha="center", va="center")
        axes.plot([min(database) - 0.46, max(database) + 0.46, max(database) + 0.46, min(database) - 0.46,
                   min(database) - 0.46], [row + 0.4, row + 0.4, row - 0.4, row - 0.4, row + 0.4], color=GREEN)
    axes.set_yticks(range(len(laws)), [", ".join(map(str, database)) for database in laws])
    axes.set(xticks=range(len(next(iter(laws.values())))), xlabel="answer", ylabel="database")
    axes.grid(visible=False)


def failure_against_size(figure: Figure, curves: Mapping[str, tuple[Numbers, Numbers]], goal: float) -> None:
    """Draw least failures against the number of points, one line for each number of rows, and a dashed goal."""
    axes = figure.add_subplot()
    for (label, (sizes, failures)), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(sizes, failures, marker=marker, color=colour, label=label)
    axes.axhline(goal, color=BLACK, linestyle="--", linewidth=1.2)
    axes.set(xticks=list(next(iter(curves.values()))[0]), xlabel="points |X|", ylabel="least failure of all mechanisms")
    axes.set_ylim(0, None)
    axes.legend()
