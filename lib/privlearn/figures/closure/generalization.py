"""Figures of the page on generalization."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from privlearn.figures.log_axes import semilogy
from privlearn.figures.style import BLACK, BLUE, GREEN, ORANGE, RED, SKY


def bad_event(figure: Figure, rows: Sequence[int], chances: Sequence[float], beta: float, asked: int) -> None:
    """Draw the exact probability of the bad event against the number of points, and what the theorem asks for."""
    axes = figure.subplots()
    semilogy(axes, rows, chances, color=BLUE, marker="o", ms=3, label="exact probability")
    axes.axhline(beta, color=RED, ls="--", label=rf"$\beta = {beta:g}$")
    axes.set(xlabel="points m", ylabel="probability of the bad event")
    axes.set_ylim(1e-4, 1.5)
    axes.set_title(f"the theorem asks for m = {asked}", fontsize=11)
    axes.legend(loc="lower left")


def needed_constants(figure: Figure, betas: Sequence[float], printed: Sequence[float],
                     repaired: Sequence[float]) -> None:
    """Draw the lower bound on the constant that one fair coin forces, against beta, as printed and repaired."""
    axes = figure.subplots()
    axes.plot(betas, printed, color=RED, label=r"with $\ln(1/\beta)$, as printed")
    axes.plot(betas, repaired, color=BLUE, label=r"with $\ln(2/\beta)$")
    axes.axvline(0.5, color=BLACK, lw=0.8, ls=":")
    axes.set(yscale="decades", xlabel=r"$\beta$", ylabel=r"$\gamma$ is at least")
    axes.legend(loc="upper left")


def two_rates(figure: Figure, alphas: Sequence[float], realizable: Sequence[int], agnostic: Sequence[int]) -> None:
    """Draw the exact number of rows needed against alpha on logarithmic axes, with lines of slope -1 and -2."""
    axes = figure.subplots()
    for rows, colour, marker, slope, name in ((realizable, BLUE, "o", 1, "with a perfect concept"),
                                              (agnostic, ORANGE, "s", 2, "without one")):
        axes.plot(alphas, rows, color=colour, marker=marker, ls="", label=name)
        axes.plot(alphas, [rows[-1] * (alphas[-1] / a) ** slope for a in alphas], color=colour, lw=1, ls="--",
                  label=rf"$\alpha^{{-{slope}}}$")
    axes.set_xscale("decades", base=2)
    axes.set(yscale="decades", xlabel=r"$\alpha$", ylabel="rows needed")
    axes.legend()


def overfitting(figure: Figure, curves: Mapping[str, Sequence[tuple[float, float]]]) -> None:
    """Draw the largest probability of overfitting against tau as steps, given as (tau, probability) at each step."""
    axes = figure.subplots()
    end = 1.25 * max(tau for steps in curves.values() for tau, _ in steps)
    for (name, steps), colour, style in zip(curves.items(), (RED, BLUE, GREEN, SKY), ("-", "--", "-.", ":"),
                                            strict=False):
        taus, chances = zip(*steps, strict=True)
        axes.step([*taus, end], [*chances, chances[-1]], where="post", color=colour, ls=style, label=name)
    axes.set(xlabel=r"$\tau$", ylabel="probability of overfitting")
    axes.set_xlim(0, end)
    axes.legend()
