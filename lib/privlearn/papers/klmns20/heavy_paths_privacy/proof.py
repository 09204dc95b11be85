"""KLMNS20, Theorem 4.1: its proof line by line, on what is asked of HeavyPaths."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import ceil, exp, expm1, log, log1p, sqrt
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.balls import ctx
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula
from privlearn.exact.fractions import QUARTER
from privlearn.exact.intervals import Ball, ball, ball_bracket
from privlearn.exact.search import least_integer
from privlearn.exact.towers import log_star
from privlearn.learners.interior_point.tree_log import base_size
from privlearn.papers.klmns20.heavy_paths_privacy.plans import heavy_paths_logarithm, heavy_paths_rows

TENTH, ONE, BITS = Fraction(1, 10), Fraction(1), 768


class Asked(NamedTuple):
    """Points of 2^L, levels, what is asked of the learner; factors of e^epsilon_p - 1 and of the chance of delta_s."""

    L: int
    N: int
    epsilon: Fraction
    delta: Fraction
    beta: Fraction
    steeper: int = 1
    later: int = 1

    @property
    def labels(self) -> dict[str, str]:
        return {"steeper": "factor of e^epsilon_p - 1", "later": "factor of the chance delta/6 of a late stop"}


def tail(epsilon: Ball, least: int) -> Ball:
    """Return Pr[rho - nu >= least] for two noises of ratio e^(-epsilon/8), and least >= 1."""
    a = (-epsilon / 8).exp()
    return (1 - a) / (1 + a) ** 2 * (least + (1 + a * a) / (1 - a * a) + a / (1 - a)) * a**least


def least_gap(epsilon: Ball, most: Ball) -> int:
    """Return the least h for which the two noises differ by more with at most the given probability."""
    return least_integer(lambda h: bool(tail(epsilon, h + 1) <= most))


def odds(chance: Ball) -> Ball:
    """Return ``ln(1/p - 1)``."""
    return (1 / chance - 1).log()


def one_in(exponent: Ball) -> Ball:
    return 1 / (1 + exponent.exp())


class Taken:
    """The parameters that the proof takes, as balls and integers, and what they cost."""

    def __init__(self, given: Asked) -> None:
        N, steeper, later = given.N, given.steeper, given.later
        e, d, b = map(ball, given[2:5])
        self.lam, self.big = (6 / d).log(), (12 * N / (b * d)).log()
        self.path, self.choose = 1 + steeper * e / (2 * self.lam), e / (5 * (N * self.lam).sqrt())
        y, c, p, share = e / 8, self.choose, self.path.log(), d / 6
        new, node = up(1 + odds(share) / y), up(1 + odds(share / N) / c)
        self.low = up(new + odds(b / 4) / y)
        gaps = [least_gap(e, most) if N > 1 else 0 for most in (b / 4 / max(1, N - 1), later * share)]
        self.high = self.low + sum(gaps)
        self.trim = max(0, up((12 * N / b - 3).log() / c - 1))
        self.stop = max(self.high, up(node - 1 + odds(b / 4 / N) / c), up(odds(share) / p))
        self.late = tail(e, gaps[1] + 1) if N > 1 else ball(0)
        self.unmatched, self.new, self.node = one_in(p * self.stop), one_in(y * (new - 1)), one_in(c * (node - 1))
        self.curve = (1 - 1 / self.path) * (-(e / 2 + p) / (self.path - 1)).exp()
        rate = N * c**2 / 4
        self.way_up = rate + 2 * (rate * self.lam).sqrt()
        search = e / 8 if N > 1 else 0
        self.forward = 2 * search + p + y + self.way_up - N * (1 - self.node).log()
        self.backward = search + e / 2 + y + self.way_up
        self.lost = self.late + share, self.late + self.curve + self.unmatched + self.new + N * self.node + share
        self.fails = (((N - 1) * tail(e, gaps[0] + 1) if N > 1 else 0) + one_in(y * (self.low - new))
                      + N * (one_in(c * (self.stop + 1 - node)) + 3 / (3 + (c * (self.trim + 1)).exp())))


def up(x: Ball) -> int:
    """Return a least integer that is surely no less."""
    return ceil(ball_bracket(x).upper)


def compared(given: Asked) -> Iterator[tuple[str, Any, Any, Any]]:
    """Yield the steps before the conclusion with both sides, as balls, and the case."""
    N, (e, d, b), made, B = given.N, map(ball, given[2:5]), Taken(given), base_size(given.L, given.N)
    lam, big, c, p = made.lam, made.big, made.choose, made.path.log()
    yield "private/up", made.way_up, 21 * e / 100, None
    yield "private/B", made.backward, e, None
    yield "private/A", made.forward, e, None
    yield "private/curve", made.curve, d / 6, None
    yield "private/delta", made.lost[1], d, "B"
    yield "private/delta", made.lost[0], d, "A"
    yield "allowed/log", d * lam, 2 * e / 3, None
    yield "allowed/path", 1 + (-p * made.stop).exp(), made.path, None
    yield "allowed/node", made.node, 1 - (-c).exp(), None
    yield "allowed/level", made.new, 1 - (-e / 8).exp(), None
    yield "rows/trim", made.trim, (12 * N / b).log() / c, None
    for h in (0, 1, 9, 99):
        yield "rows/noise", tail(e, h + 1), 107 * (-e * (h + 1) / 16).exp() / 100, f"h = {h}"
    yield "rows/low", made.low, 8 / e * (lam + (4 / b).log()) + 3, None
    yield "rows/high", made.high, 29 * big / e, None
    yield "rows/stop", made.stop, ((6 * N / d).log() + (4 * N / b).log()) / c + 3 + lam / p + made.high, None
    yield "rows/levels", N * (2 * made.trim + made.stop), 3 * N + N / e * (
        20 * (N * lam).sqrt() * big + 214 * lam**2 / 100 + 29 * big), None
    yield "rows/values", B * (made.low - 1) + 1, B / e * (8 * big + ball(Fraction(86, 10))), None
    halved = Taken(given._replace(epsilon=given.epsilon / 2, delta=given.delta / 4))
    yield "replacement", halved.forward + halved.backward, e, "epsilon"
    yield "replacement", halved.lost[1] + halved.backward.exp() * halved.lost[0], d, "delta"
    if log_star(1 << given.L) == N:
        yield "few", B, 3, None


def asked() -> list[Asked]:
    """Return what is asked at the edges: from 2 to 2^(2^16) points, up to 64 levels."""
    large, small = 1 << 16, TENTH**96
    return [*(Asked(L, n, e, TENTH**k, TENTH) for L, n in ((1, 1), (16, 1), (16, 4), (large, 5), (4, 16))
              for e in (ONE, TENTH) for k in (3, 6, 24)),
            *(Asked(L, n, ONE, small, TENTH) for L, n in ((1, 1), (2, 2), (large, 5), (4, 64))),
            *(Asked(1, n, ONE, TENTH**3, b) for n in (1, 64) for b in (9 * TENTH, TENTH, TENTH**12)),
            *(Asked(16, n, e, min(TENTH, e * e / 4), b) for n in (1, 4) for e in (ONE, TENTH, TENTH**3)
              for b in (9 * TENTH, TENTH))]


@proof("KLMNS20-4.1", grade="certified",
       quantifier="2 to 2^(2^16) points, N = 1 to 64, epsilon = 1 to 10^-3, delta = min(1/10, epsilon^2/4) to 10^-96, "
                  "beta = 9/10 to 10^-12: 52 settings", instances=asked, start=Asked(16, 4, ONE, TENTH**6, TENTH),
       wordless={"taken": "a choice of parameters"},
       steps={"private/up": "{what the way up costs} is at most {0.21 epsilon}",
              "private/B": "{the epsilon of direction B} is at most {epsilon}",
              "private/A": "{the epsilon of direction A} is at most {epsilon}",
              "private/curve": "{W(g)} is at most {delta/6}",
              "private/delta": "{the delta of a direction} is at most {delta}",
              "allowed/log": "{delta ln(6/delta)} is at most {2/3 epsilon}",
              "allowed/path": "{1 + e^(-epsilon_p t)} is at most {e^epsilon_p}",
              "allowed/node": "{delta_c} is at most {1 - e^-epsilon_c}",
              "allowed/level": "{delta_y} is at most {1 - e^-epsilon_y}",
              "rows/trim": "{t_1} is at most {ln(12 N/beta)/epsilon_e}",
              "rows/noise": "{Pr[rho - nu > h]} is at most {1.07 e^(-epsilon (h + 1)/16)}",
              "rows/low": "{T_low} is at most {8/epsilon (ln(6/delta) + ln(4/beta)) + 3}",
              "rows/high": "{T_high} is at most {29 Lambda/epsilon}",
              "rows/stop": "{t} is at most {the sum of what three things ask for}",
              "rows/levels": "{N (2 t_1 + t)} is at most {its bound}",
              "rows/values": "{B (T_low - 1) + 1} is at most {B (8 Lambda + 8.6)/epsilon}",
              "replacement": "{the price of a replacement, with epsilon/2 and delta/4,} is at most {epsilon; delta}",
              "few": "{B after log*|X| levels} is at most {3}",
              "conclusion": "{rows; failure; epsilon; delta} are at most {those stated}"},
       hypotheses=(
           Hypothesis("epsilon <= 1", {"epsilon": Fraction(1000)},
                      ("private/up", "private/B", "private/A", "rows/high", "rows/levels", "rows/values",
                        "replacement", "conclusion")),
           Hypothesis("delta <= epsilon^2/4", {"delta": TENTH, "epsilon": TENTH},
                      ("allowed/log", "allowed/node", "allowed/level")),
           Hypothesis("delta <= 1/10", {"delta": QUARTER, "epsilon": ONE}, ("allowed/log",)),
           Hypothesis("the path is as steep as chosen", {"steeper": 3},
                      ("private/curve", "private/delta", "replacement", "conclusion")),
           Hypothesis("a heavy level is passed over with chance delta/6 at most", {"later": 6},
                      ("private/delta", "conclusion")),
           Hypothesis("beta < 1", needless="no probability is above 1"),
           Hypothesis("N >= 1", needless="without levels there is no path")))
def so_many_rows_are_enough(given: Asked, logarithm: Formula = heavy_paths_logarithm,
                            rows: Formula = heavy_paths_rows) -> Iterator[Line]:
    if given.N < 1 or min(given.epsilon, given.delta, given.beta) <= 0 or given.beta >= 1:
        raise ValueError("N, epsilon, delta, beta must be positive, and beta below 1")
    for step, left, right, case in enclosed(given):
        yield Line(step, "<=", left, right, case)
    L, N, e, d, b, *_ = given
    needed, fails, loss, lost = costs(given)
    if rows.holds_for(base_size(L, N), N, e, d, logarithm(N, d, b)):
        yield Line("conclusion", "<=", needed, rows(base_size(L, N), N, e, d, logarithm(N, d, b)), "rows")
    for name, cost, most in (("failure", fails, b), ("epsilon", loss, e), ("delta", lost, d)):
        yield Line("conclusion", "<=", cost, most, name)


@cache
def enclosed(given: Asked) -> list[tuple[str, Any, Any, Any]]:
    """Return the steps with their sides as brackets."""
    return [(step, *(ball_bracket(side) if hasattr(side, "is_finite") else side for side in sides), case)
            for step, *sides, case in at_full_precision(lambda: list(compared(given)))]


@cache
def costs(given: Asked) -> tuple[Any, ...]:
    """Return the rows, the failure, and the larger epsilon and delta of both directions."""
    def found() -> tuple[Any, ...]:
        made, B = Taken(given), base_size(given.L, given.N)
        pairs = (made.forward, made.backward), made.lost
        return (given.N * (2 * made.trim + made.stop) + B * (made.low - 1) + 1, ball_bracket(made.fails),
                *(ball_bracket(a if a > b else b) for a, b in pairs))

    return at_full_precision(found)


def at_full_precision(found: Any) -> Any:
    before, ctx.prec = ctx.prec, BITS
    try:
        return found()
    finally:
        ctx.prec = before


def in_floats(given: Asked) -> dict[str, float]:
    """Return what the parameters cost in floating point, the gaps from the law of the difference of two noises."""
    import numpy as np

    N, (e, d, b) = given.N, map(float, given[2:5])
    lam, y = log(6 / d), e / 8
    c, p = e / (5 * sqrt(N * lam)), log1p(given.steeper * e / (2 * lam))
    new, node = ceil(1 + log(6 / d - 1) / y), ceil(1 + log(6 * N / d - 1) / c)
    reach = ceil((50 - log(d)) / y)
    noise = np.exp(-y * abs(np.arange(-reach, reach + 1)))
    least = np.convolve(noise, noise)[2 * reach + 1:][::-1].cumsum()[::-1] / noise.sum() ** 2  # Pr[D >= 1], ...
    early, late = ((least <= most).argmax() if N > 1 else 0 for most in (b / 4 / max(1, N - 1), given.later * d / 6))
    low = ceil(new + log(4 / b - 1) / y)
    trim, high = max(0, ceil(log(12 * N / b - 3) / c - 1)), low + early + late
    stop = max(high, ceil(node - 1 + log(4 * N / b - 1) / c), ceil(log(6 / d - 1) / p))
    skipped, first, fresh = least[late] * (N > 1), y * (N > 1), 1 / (1 + exp(c * (node - 1)))
    level, curve = 1 / (1 + exp(y * (new - 1))), -expm1(-p) * exp(-(e / 2 + p) / expm1(p))
    up_again = N * c * c / 4 + sqrt(N * c * c * lam)
    return {"c": c, "lam": lam, "up": up_again, "B": first + e / 2 + y + up_again, "curve": curve, "fresh": fresh,
            "A": 2 * first + p + y + up_again - N * log1p(-fresh), "level": level, "low": low, "high": high,
            "lost A": skipped + d / 6, "levels": N * (2 * trim + stop),
            "lost": skipped + curve + 1 / (1 + exp(p * stop)) + level + N * fresh + d / 6}


def refutes_so_many_rows_are_enough(given: Asked, step: str, case: Any, logarithm: Formula, rows: Formula) -> bool:
    N, (e, d, b), B, made = given.N, map(float, given[2:5]), base_size(given.L, given.N), in_floats(given)
    half = in_floats(given._replace(epsilon=given.epsilon / 2, delta=given.delta / 4))
    big, last = log(12 * N / b) - log(d), B * (made["low"] - 1) + 1
    stated = rows(B, N, *given[2:4], logarithm(N, *given[3:5])) if case == "rows" else 0
    left, right = {
        "private/up": (made["up"], 0.21 * e), "private/B": (made["B"], e), "private/A": (made["A"], e),
        "private/curve": (made["curve"], d / 6), "private/delta": (made["lost"], d),
        "allowed/log": (d * made["lam"], e * 2 / 3), "allowed/node": (made["fresh"], -expm1(-made["c"])),
        "allowed/level": (made["level"], -expm1(-e / 8)), "rows/high": (made["high"], 29 * big / e),
        "rows/values": (last, B / e * (8 * big + 8.6)),
        "rows/levels": (made["levels"], 3 * N + N / e * (
            20 * sqrt(N * made["lam"]) * big + 2.14 * made["lam"] ** 2 + 29 * big)),
        "replacement": (half["A"] + half["B"], e) if case == "epsilon" else (
            half["lost"] + exp(half["B"]) * half["lost A"], d),
        "conclusion": (made["levels"] + last, float(as_bracket(stated).upper)) if case == "rows" else (
            made["lost"], d) if case == "delta" else (max(made["A"], made["B"]), e)}[step]
    return bool(left > right * (1 + 1e-9))
