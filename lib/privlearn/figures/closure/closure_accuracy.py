"""Figures of the accuracy of the closure learner: the terms of its failure."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, COLOURS


def terms(figure: Figure, steps: Sequence[Mapping[str, float]], after: Sequence[float], title: str,
          top: float | None = None) -> None:
    """Draw for every step the stacked terms of its bound, and the error that was reached; the axis ends at ``top``."""
    axes = figure.subplots()
    places = list(range(1, len(steps) + 1))
    bottom = [0.0] * len(steps)
    for name, colour in zip(steps[0], COLOURS, strict=False):
        heights = [step[name] for step in steps]
        axes.bar(places, heights, bottom=bottom, color=colour, width=0.55, label=name)
        bottom = [a + b for a, b in zip(bottom, heights, strict=True)]
    axes.plot(places, after, "D", color=BLACK, label="error reached")
    axes.set_ylim(0, top)
    axes.set(xticks=places, xlabel="step", ylabel="error of the best completion")
    axes.set_title(title, fontsize=11)
    figure.legend(loc="outside lower center", ncols=3, fontsize=9)
