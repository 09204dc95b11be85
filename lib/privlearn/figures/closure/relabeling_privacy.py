"""Figures of the page on the privacy of relabelling."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def ratios(figure: Figure, sizes: Sequence[int], curves: Mapping[str, Sequence[float]],
           limits: Mapping[str, float]) -> None:
    """Draw ratios against the number of ordinary patterns, each with its limit as a dashed line of the same colour."""
    axes = figure.subplots()
    for (name, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(sizes, values, color=colour, marker=marker, label=name)
        axes.axhline(limits[name], color=colour, ls="--", lw=1)
        axes.text(sizes[-1], limits[name], f"{limits[name]:.4g}", color=colour, va="bottom", ha="right")
    axes.set_xscale("decades")
    axes.set_ylim(0, 1.12 * max(limits.values()))
    axes.set(xlabel="ordinary patterns N", ylabel="weight ratio")
    figure.legend(loc="outside upper center", ncols=len(curves), fontsize=9)


def chain(figure: Figure, values: Sequence[float]) -> None:
    """Draw the six lines of the chain of inequalities as bars."""
    axes = figure.subplots()
    names = ["$w_{1,h}$", "line 1", "line 2", "line 3", "line 4", r"$4e\,w_{2,h}$"]
    axes.bar(names, values, color=[ORANGE, *[BLUE] * 4, ORANGE])
    for k, value in enumerate(values):
        axes.text(k, value, f"{value:.3g}", ha="center", va="bottom")
    axes.set_ylabel("value")


def losses(figure: Figure, repeats: Sequence[int], curves: Mapping[str, Sequence[float]], limit: float) -> None:
    """Draw the privacy loss of the earlier transformation against the repetitions, with the height of saturation."""
    axes = figure.subplots()
    for (name, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(repeats, values, color=colour, marker=marker, label=name)
    axes.axhline(limit, color=BLACK, ls="--", lw=1)
    axes.text(repeats[0], limit, f" {limit:.4f}", va="bottom")
    axes.set_xscale("decades")
    axes.set_ylim(0, 2.2)
    axes.set(xlabel="copies R of every point with each label", ylabel="privacy loss (nats)")
    figure.legend(loc="outside upper center", ncols=2)


def weights(figure: Figure, table: Mapping[str, tuple[float, float]], title: str) -> None:
    """Draw the two chances of every pattern on the common points side by side."""
    axes = figure.subplots()
    for side, (name, colour) in enumerate((("first input", BLUE), ("second input", ORANGE))):
        axes.bar([k + 0.38 * side for k in range(len(table))], [pair[side] for pair in table.values()], width=0.36,
                 color=colour, label=name)
    axes.set_xticks([k + 0.19 for k in range(len(table))], list(table))
    axes.set(xlabel="pattern on the common points", ylabel="probability")
    axes.set_title(title, fontsize=11)
    axes.set_ylim(0, 1.5 * max(max(pair) for pair in table.values()))  # room for the legend
    axes.legend(loc="upper right", fontsize=9)
