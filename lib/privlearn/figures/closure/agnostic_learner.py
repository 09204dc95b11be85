"""Figures of the page on the private agnostic learner."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def answers(figure: Figure, first: Mapping[str, float], second: Mapping[str, float], title: str) -> None:
    """Draw the laws of the answer for two neighbouring databases side by side."""
    axes = figure.subplots()
    names = sorted({*first, *second})
    for side, (table, name, colour) in enumerate(((first, "database", BLUE), (second, "neighbour", ORANGE))):
        axes.bar([k + 0.38 * side for k in range(len(names))], [table.get(n, 0.0) for n in names], width=0.36,
                 color=colour, label=name)
    axes.set_xticks([k + 0.19 for k in range(len(names))], names)
    axes.set(xlabel="answer f, its values at 0 and 1", ylabel="probability")
    axes.set_title(title, fontsize=11)
    axes.set_ylim(0, 1.3 * max(*first.values(), *second.values()))
    axes.legend(loc="upper right", ncols=2)


def excess_errors(figure: Figure, rows: Sequence[int], excess: Mapping[str, Sequence[Sequence[float]]],
                  goal: float, title: str = "") -> None:
    """Draw the excess errors of all runs against the number of rows, with the medians joined."""
    axes = figure.subplots()
    for k, ((name, runs), colour, marker) in enumerate(zip(excess.items(), COLOURS, MARKERS, strict=False)):
        shift = 1.06 ** (2 * k - len(excess) + 1)
        for n, values in zip(rows, runs, strict=True):
            axes.plot([n * shift] * len(values), [max(v, 1e-6) for v in values], marker, color=colour, alpha=0.25)
        axes.plot([n * shift for n in rows], [max(sorted(values)[len(values) // 2], 1e-6) for values in runs],
                  color=colour, marker=marker, label=name)
    axes.axhline(goal, color=BLACK, ls="--", lw=1)
    axes.text(rows[-1], goal, f"{goal:g}", va="top", ha="right")
    axes.set(xscale="decades", yscale="decades")
    axes.set_xticks(rows, [f"{n:,}" for n in rows])
    axes.set_xticks([], minor=True)
    axes.set(xlabel="rows", ylabel="excess error")
    axes.set_title(title, fontsize=11)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0 + 0.09 * bool(title)), fontsize=9)


def accounting(figure: Figure, steps: Mapping[str, float]) -> None:
    """Draw privacy losses as bars, smallest guarantee last."""
    axes = figure.subplots()
    axes.barh(range(len(steps))[::-1], list(steps.values()), color=BLUE)
    axes.set_yticks(range(len(steps))[::-1], list(steps))
    for k, value in enumerate(steps.values()):
        axes.text(value, len(steps) - 1 - k, f" {value:.3f}", va="center")
    axes.set_xlim(0, 1.18 * max(steps.values()))
    axes.set_xlabel("privacy loss (nats)")
