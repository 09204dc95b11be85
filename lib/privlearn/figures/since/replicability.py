"""Figures of replicability: shared rounds, and how often readers differ, by distance, by bias and by number of rows.

Every function draws plain numbers on the figure it is given and computes nothing of its own.
"""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, MARKERS, ORANGE


def by_bias(figure: Figure, biases: Sequence[float], curves: Mapping[str, Sequence[float]], bias: float) -> None:
    """Draw probabilities that two runs differ against the bias of the coin, with a line at one bias."""
    axes = figure.add_subplot()
    axes.axvline(bias, color=BLACK, linestyle="--", linewidth=1)
    for k, (name, values) in enumerate(curves.items()):
        axes.plot(biases, values, marker=MARKERS[k], color=COLOURS[k], label=name)
    axes.set(xlabel="probability of heads", ylabel="probability of different outputs", xlim=(0, 1), ylim=(0, 0.55))
    axes.legend(fontsize=9, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1), columnspacing=1)


def rounds(figure: Figure, outcomes: Sequence[str], laws: Mapping[str, Sequence[float]],
           seen: Sequence[tuple[int, float]], taken: Mapping[str, int | None]) -> None:
    """Draw two laws as bars, and the shared rounds as numbered dots, each at its outcome and its height.

    Parameters
    ----------
    outcomes : sequence of str
    laws : mapping from a reader to a probability for each outcome
    seen : sequence of (place of the outcome, height)
    taken : mapping from a reader to the number of the round that it takes, ``None`` for none yet
    """
    axes = figure.add_subplot()
    for number, ((name, law), first) in enumerate(zip(laws.items(), taken.values(), strict=True)):
        told = "waits" if first is None else f"takes round {first + 1}"
        axes.bar([k + 0.3 * (number - 0.5) for k in range(len(law))], law, width=0.3, color=COLOURS[number],
                 label=f"{name} {told}")
    for k, (place, height) in enumerate(seen):
        last = k in taken.values()
        axes.plot([place - 0.32, place + 0.32], [height, height], color=BLACK, linewidth=2 if last else 0.7)
        axes.text(place + 0.36, height, str(k + 1), fontsize=9, va="center", fontweight="bold" if last else "normal")
    axes.set_xticks(range(len(outcomes)), outcomes)
    axes.grid(visible=False, axis="x")
    axes.set(xlabel="outcome x", ylabel="probability, or u of a round", ylim=(0, 1), xlim=(-0.5, len(outcomes) - 0.4))
    axes.legend(fontsize=9, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1))


def by_distance(figure: Figure, pairs: Sequence[tuple[float, float]], bound: Sequence[tuple[float, float]]) -> None:
    """Draw the probability that two readers differ against the distance of their laws, below its bound.

    Parameters
    ----------
    pairs : sequence of (distance, probability)
        One for each pair of laws.
    bound : sequence of (distance, bound)
        A curve.
    """
    axes = figure.add_subplot()
    axes.plot(*zip(*bound, strict=True), color=BLACK, label="2 TV / (1 + TV)")
    axes.plot((0, 1), (0, 1), "--", color=BLUE, label="TV: no less is possible")
    axes.plot(*zip(*pairs, strict=True), "o", markersize=3, color=ORANGE, label="pairs of laws")
    axes.set(xlabel="total variation distance of the laws", ylabel="probability of different outcomes")
    axes.legend(loc="lower right", fontsize=9)


def by_rows(figure: Figure, rows: Sequence[int], curves: Mapping[str, Sequence[float]]) -> None:
    """Draw probabilities that two runs differ against the number of rows of each sample, on a logarithmic axis."""
    axes = figure.add_subplot()
    for k, (name, values) in enumerate(curves.items()):
        axes.plot(rows, values, marker=MARKERS[k], color=COLOURS[k], label=name)
    axes.set_xscale("log", base=2)
    axes.set_xticks(list(rows), [str(n) for n in rows])
    axes.minorticks_off()
    axes.set(xlabel="rows of each sample", ylabel="probability of different outputs", ylim=(0, None))
    axes.legend(fontsize=9)
