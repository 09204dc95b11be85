"""Figures of switching points: step functions, errors side by side, excluded regions, deviations.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, MARKERS, ORANGE, RED, SKY

Bits = Sequence[int]


def _stairs(axes: Axes, bits: Bits, label: str, colour: str, level: float = 0.0, dash: str = "-") -> None:
    ends = [k - 0.5 for k in range(len(bits) + 1)]
    axes.stairs([level + 0.7 * bit for bit in bits], ends, baseline=None, color=colour, label=label, linewidth=2,
                linestyle=dash)


def step_function(figure: Figure, bits: Bits, switches: Sequence[tuple[int, str]], title: str = "") -> None:
    """Draw a function with its switching points: triangles up for increasing, down for decreasing ones.

    Parameters
    ----------
    figure : Figure
    bits : sequence of bits
    switches : sequence of (number, kind)
        Switching point j stands between the points j - 1 and j.
    title : str
    """
    axes = figure.add_subplot()
    _stairs(axes, bits, "h", BLUE)
    for kind, marker, colour in (("increasing", "^", GREEN), ("decreasing", "v", RED)):
        places = [j - 0.5 for j, found in switches if found == kind]
        axes.plot(places, [0.35] * len(places), marker, color=colour, markersize=10, label=kind)
    axes.set_xticks(range(len(bits)))
    axes.set_yticks([0, 0.7], ["0", "1"])
    axes.set_ylim(-0.15, 1.3)
    axes.set_xlabel("point (a switching point j lies left of point j)")
    axes.set_title(title, fontsize=11)
    axes.legend(ncols=3, loc="upper center", fontsize=9)


def error_sets(figure: Figure, rows: Mapping[str, Bits], truth: str, title: str = "") -> None:
    """Draw functions one above the other and shade where each differs from the one named ``truth``.

    Parameters
    ----------
    figure : Figure
    rows : mapping label -> bits
        All of the same length, drawn from top to bottom.
    truth : str
        Label of the target.
    title : str
    """
    axes = figure.add_subplot()
    right = rows[truth]
    for k, ((label, bits), colour) in enumerate(zip(rows.items(), (BLACK, BLUE, GREEN, ORANGE), strict=False)):
        level = float(len(rows) - 1 - k)
        wrong = [x for x, (a, b) in enumerate(zip(bits, right, strict=True)) if a != b]
        axes.bar(wrong, [0.85] * len(wrong), 1.0, bottom=level - 0.05, color=RED, alpha=0.35, hatch="//",
                 edgecolor="white")
        _stairs(axes, bits, label, colour, level)
    axes.set_xticks(range(len(right)))
    axes.set_yticks([len(rows) - 1 - k + 0.35 for k in range(len(rows))], list(rows))
    axes.set_ylim(-0.2, len(rows))
    axes.set_xlabel("point; shaded: errors")
    axes.set_title(title, fontsize=11)


def excluded_region(figure: Figure, log2_switches: Sequence[float], lines: Mapping[str, Sequence[float]],
                    title: str = "") -> None:
    """Draw the least rows against log2 of the number of switching points; below the first line is shaded.

    Parameters
    ----------
    figure : Figure
    log2_switches : sequence
    lines : mapping label -> rows
        The first one bounds the shaded region.
    title : str
    """
    axes = figure.add_subplot()
    for k, ((label, values), colour) in enumerate(zip(lines.items(), COLOURS, strict=False)):
        axes.plot(log2_switches, values, color=colour, label=label, marker=MARKERS[k], markevery=8)
        if not k:
            axes.fill_between(log2_switches, values, color=SKY, alpha=0.3)
    axes.annotate("impossible", (log2_switches[len(log2_switches) // 10], 2))
    axes.set(xlabel="log2 of the number z of switching points", ylabel="rows m", ylim=0)
    axes.set_title(title, fontsize=11)
    axes.legend(fontsize=9)


def deviation_curves(figure: Figure, powers: Sequence[int], curves: Mapping[str, Sequence[float]], beta: float) -> None:
    """Draw probabilities of a deviation against ``k`` where ``alpha' = 2^-k``, with the allowed failure as a line.

    Parameters
    ----------
    figure : Figure
    powers : sequence of int
    curves : mapping label -> probabilities
    beta : float
    """
    axes = figure.add_subplot()
    for (label, values), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        axes.plot(powers, values, color=colour, marker=marker, label=label)
    axes.axhline(beta, color=BLACK, linestyle=":", label="allowed: beta'")
    axes.set_xticks(list(powers), [f"2^-{k}" for k in powers], fontsize=9)
    axes.set_ylim(-0.02, 1.03)
    axes.set(xlabel="accuracy alpha'", ylabel="probability of the deviation")
    axes.legend(fontsize=9)
