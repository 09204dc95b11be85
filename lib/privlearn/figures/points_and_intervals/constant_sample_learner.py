"""Figures of the improper learner of points: noisy hypotheses, errors, ratios, keep probabilities.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, ORANGE, RED

Numbers = Sequence[float]


def noisy_functions(figure: Figure, hypotheses: Mapping[str, Sequence[int]], target: int, width: int) -> None:
    """Draw functions as square tables of points, dark where 1, with the target's point ringed.

    Parameters
    ----------
    figure : Figure
    hypotheses : mapping title -> bits
        Each of length a multiple of ``width``.
    target : int
    width : int
        Points in a row of the picture.
    """
    axes = figure.subplots(1, len(hypotheses), squeeze=False)[0]
    for axis, (title, bits) in zip(axes, hypotheses.items(), strict=True):
        for x, bit in enumerate(bits):
            if bit:
                axis.scatter([x % width], [x // width], s=14, marker="s", color=BLUE)
        axis.scatter([target % width], [target // width], s=130, color="none", edgecolors=RED, linewidths=2)
        axis.set_xlim(-1, width)
        axis.set_ylim(len(bits) // width, -1)
        axis.set(aspect="equal", xticks=[], yticks=[])
        axis.grid(False)
        axis.set_title(title, fontsize=11)


def error_distribution(figure: Figure, errors: Numbers, probabilities: Numbers, threshold: float, title: str) -> None:
    """Draw the law of an error as bars, those (dotted) from the threshold on in another colour.

    Parameters
    ----------
    figure : Figure
    errors, probabilities : sequences of equal length
    threshold : float
        Marked by a vertical line.
    title : str
    """
    axes = figure.add_subplot()
    low = [(e, p) for e, p in zip(errors, probabilities, strict=True) if e < threshold]
    high = [(e, p) for e, p in zip(errors, probabilities, strict=True) if e >= threshold]
    axes.vlines([e for e, _ in low], 0, [p for _, p in low], color=BLUE, label="below alpha/2", linewidth=6)
    axes.vlines([e for e, _ in high], 0, [p for _, p in high], color=RED, label="alpha/2 or more", linewidth=6,
                linestyles=":")
    axes.axvline(threshold, color=BLACK, linestyle=":")
    axes.set_xlim(-0.05, 1.05)
    axes.set_ylim(0, 1)
    axes.set(xlabel="error added by the noise", ylabel="probability")
    axes.set_title(title, fontsize=11)
    axes.legend()


def ratio_curves(figure: Figure, abscissae: Numbers, curves: Mapping[str, Numbers], promise: float, label: str,
                 marks: Mapping[str, float]) -> None:
    """Draw ratios against a probability, with the promised ratio and named abscissae as lines.

    Parameters
    ----------
    figure : Figure
    abscissae : sequence
    curves : mapping label -> ratios
    promise : float
    label : str
        Of the horizontal axis.
    marks : mapping name -> abscissa
        Vertical lines.

    Notes
    -----
    The legend stands below the axes, where no curve passes.
    """
    axes = figure.add_subplot()
    for (name, values), colour, dash in zip(curves.items(), (BLUE, ORANGE, GREEN), ("-", "--", "-."), strict=False):
        axes.plot(abscissae, values, dash, color=colour, label=name)
    axes.axhline(promise, color=BLACK, linestyle=":")
    axes.annotate("wanted", (abscissae[0], promise), ha="left", va="bottom")
    for (name, place), colour in zip(marks.items(), (RED, COLOURS[4]), strict=False):
        axes.axvline(place, color=colour, linewidth=1, linestyle="--")
        axes.annotate(name, (place, 0.98), xycoords=axes.get_xaxis_transform(), rotation=90, ha="right", va="top",
                      fontsize=9)
    axes.set(xlabel=label, ylabel="ratio")
    axes.set_ylim(1, None)
    figure.legend(fontsize=9, loc="outside lower center", ncols=len(curves))
