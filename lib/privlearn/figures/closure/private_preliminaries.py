"""Figures of the page on private preliminaries."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.style import BLACK, BLUE, COLOURS, GREEN, RED, SKY


def privacy_profiles(figure: Figure, epsilons: Sequence[float], profiles: Mapping[str, Sequence[float]]) -> None:
    """Draw the least delta against epsilon, one curve for each mechanism."""
    axes = figure.subplots()
    for colour, (name, profile) in zip(COLOURS, profiles.items(), strict=False):
        axes.plot(epsilons, profile, color=colour, label=name)
    axes.set(xlabel=r"$\varepsilon$", ylabel=r"least $\delta$")
    axes.set_ylim(0, 1)
    axes.legend()


def chosen_hypotheses(figure: Figure, scores: Sequence[int], chances: Sequence[float]) -> None:
    """Draw the probability of each hypothesis as a bar, with its score below."""
    axes = figure.subplots()
    places = range(len(scores))
    axes.bar(places, chances, color=[BLUE if s == min(scores) else SKY for s in scores])
    for k, chance in enumerate(chances):
        axes.text(k, chance, f"{chance:.3f}", ha="center", va="bottom")
    axes.set_xticks(places, [str(s) for s in scores])
    axes.set(xlabel="score of the hypothesis", ylabel="probability")
    axes.set_ylim(0, 1.08)
    axes.grid(False)


def worst_ratios(figure: Figure, numbers: Sequence[int], ratios: Mapping[int, Sequence[float]], limit: float) -> None:
    """Draw the exact worst ratio of the exponential mechanism against the number of hypotheses, for each top score."""
    axes = figure.subplots()
    for (most, found), colour, marker in zip(ratios.items(), (BLUE, GREEN, SKY), "os^", strict=False):
        axes.plot(numbers, found, color=colour, marker=marker, label=f"scores 0..{most}")
    axes.axhline(limit, color=RED, ls="--", label=r"$e^\varepsilon$")
    axes.set_xscale("decades", base=2)
    axes.set(xlabel="number of hypotheses", ylabel="worst ratio")
    axes.set_ylim(1, 1.05 * limit)
    axes.legend(loc="lower right")


def subsampling_losses(figure: Figure, epsilons: Sequence[float], losses: Mapping[str, Sequence[float]],
                       title: str = "") -> None:
    """Draw the exact loss after subsampling, divided by epsilon, for each number of drawn rows; 1 is the promise."""
    axes = figure.subplots()
    for (name, found), colour in zip(losses.items(), (SKY, BLUE, BLACK), strict=False):
        axes.plot(epsilons, [loss / eps for loss, eps in zip(found, epsilons, strict=True)], color=colour, label=name)
    axes.axhline(1, color=RED, ls="--", label="promise")
    axes.set(xlabel=r"$\varepsilon$", ylabel=r"exact loss / $\varepsilon$")
    axes.set_ylim(0, 2.4)
    axes.set_title(title, fontsize=11)
    axes.legend(loc="upper left", fontsize=9)
