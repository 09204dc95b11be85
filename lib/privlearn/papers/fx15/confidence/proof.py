"""FX15, Section 6 and Appendix C: why boosting works, line by line, on learners whose runs do no more than they must.

Definitions
-----------
All runs know one good answer, of error theta epsilon; each gives with the probability that a run is not good a bad
answer of its own, of error 1.01 epsilon.  The bad answers err at the same points, where the good one is right.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import exp as e_to, log
from typing import Any, NamedTuple

import privlearn.papers.fx15.confidence.privacy  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.formulas import Formula
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.learners.lines import ratio_for
from privlearn.learners.lines.confidence import enough_runs
from privlearn.learners.lines.plans import amplification_runs, run_selection_rows
from privlearn.mechanisms import from_scores
from privlearn.papers.fx15.confidence.accuracy import GRID, TINY
from privlearn.papers.fx15.confidence.amplified_plan import SETTINGS
from privlearn.papers.fx15.confidence.instances import (WORSE, fails, fails_at_least, fails_by_counts,
                                                        fails_in_logarithms)
from privlearn.papers.fx15.confidence.privacy import TRIED, rows_of_one_half, runs_of_one_half


class Boosted(NamedTuple):
    """What is asked, how often a run is not good, and how good a good answer is; the samples of runs and selection."""

    epsilon: Fraction
    delta: Fraction
    alpha: Fraction
    run_fails: Fraction
    theta: Fraction
    runs: str = "have samples of their own"
    selection: str = "has fresh rows"

    @property
    def chances(self) -> tuple[Fraction, Fraction]:
        """How often only a bad answer errs on a row, and how often only the good one; if it is fresh."""
        return self.epsilon * WORSE * (self.selection == "has fresh rows"), self.theta * self.epsilon

    def no_run_is_good(self, k: int) -> Fraction:
        return self.run_fails ** (k if self.runs == "have samples of their own" else 1)

    def bad_choice(self, k: int, m: int) -> Fraction | Bracket:
        """Return how often a run is good, yet a bad answer chosen; for many rows, or fitted ones, a lower bound."""
        if self.runs != "have samples of their own":
            return Fraction(0)
        if self.selection != "has fresh rows":
            return (1 - self.run_fails**k - (1 - self.run_fails) ** k) / 2
        if m > 400:
            return fails_at_least(self.epsilon, self.alpha, k, m, self.run_fails, self.theta)
        return fails(self.theta * self.epsilon, self.epsilon, self.alpha, k, m, self.run_fails) - self.run_fails**k


def selected(given: Boosted, k: int, m: int, theta: Fraction, rate: Fraction, part: int,
             power: Fraction) -> Iterator[tuple[Any, ...]]:
    """Yield the lines on the choice beside a good answer, its theta as promised; it fails with at most delta/part."""
    (u, v), s = given.chances, ratio_for(given.alpha / 2)
    for gap in (-1, 0, 1, 3):
        law = from_scores({i: (gap + 1) * (i == 0) + (i > 0) for i in range(max(k, 2))}, s).exact()
        yield "weights", "<=", law[1], s**-gap, ("gap", gap)
    row = {1: u, -1: v, 0: 1 - u - v}
    mean = sum(row[x] * row[y] * row[z] * s ** -(x + y + z) for x, y, z in product(row, repeat=3))
    yield "rows", "==", mean, (factor := 1 - u * (1 - 1 / s) + v * (s - 1)) ** 3
    c = (s - 1) * (1 - theta * s) / s
    yield "factor", "<=", factor, 1 - given.epsilon * c
    yield "concave", "<=", rate * given.alpha, c
    yield "chosen", "<=", m * log_bracket(factor, 128), -power * log_bracket(part * k / given.delta, 128)
    yield "sum", "<=", given.bad_choice(k, m), given.delta / part


def refutes_selected(given: Boosted, step: str, k: int, m: int, theta: float, part: int, power: float) -> bool:
    """Tell in floats whether a row helps too little, or the failure is too large for so few rows."""
    e, d, a, (u, v), s = *given[:3], map(float, given.chances), e_to(given.alpha / 2)
    if step.endswith("sum") and m > 400:
        return fails_in_logarithms(e, a, k, m, given.run_fails, given.theta) > log(d / part)
    if step.endswith("sum"):
        return fails_by_counts(given.theta * e, e, a, k, m, given.run_fails) - float(given.run_fails) ** k > d / part
    if step.endswith("chosen"):
        return m * log(1 - u * (1 - 1 / s) + v * (s - 1)) > -power * log(part * k / d)
    c = (s - 1) * (1 - theta * s) / s
    return c < 0 if step.endswith("concave") else u * (1 - 1 / s) - v * (s - 1) < e * c


WITHOUT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("each run is good with the probability that is asked", {"run_fails": Fraction(9, 10)}),
    ("the runs have samples of their own", {"runs": "share a sample"}),
    ("a good answer has the error that is asked", {"theta": Fraction(1)}),
    ("the rows of the selection are fresh", {"selection": "has rows that the bad answers fit"}))
SAYS = {"weights": "{Pr[a bad answer is chosen], on rows with this gap,} is at most {s^(-gap)}",
        "rows": "{E[s^(-gap)] over three rows} equals {(1 - u (1 - 1/s) + v (s - 1))^3}",
        "factor": "{1 - u (1 - 1/s) + v (s - 1)} is at most {1 - epsilon c}"}
FAILURE = {"conclusion": "{Pr[the error is above epsilon], from below for more than 400 rows,} is at most {delta}"}


def outlines() -> list[Boosted]:
    """Return small cases, and all corners of the numbers."""
    small = ((HALF, Fraction(1, 256), HALF), (HALF, Fraction(1, 16), HALF), *GRID[:2], GRID[3], TINY)
    corners = product(TRIED["epsilon"], (*TRIED["delta"], QUARTER), TRIED["alpha"])
    return [Boosted(*case, HALF, HALF) for case in (*small, *corners)]


@proof("FX15-6.improve", grade="certified",
       quantifier="runs that are good with probability 1/2; (epsilon, delta, alpha) = (1/2, 1/256, 1/2), (1/2, 1/16, "
                  "1/2), (0.4, 0.25, 0.49), (0.1, 0.25, 0.49), (0.2, 0.01, 0.49), (0.1, 10^-60, 0.49), and epsilon in "
                  "{1/100, 1/2}, delta in {1/2, 1/4, 10^-60}, alpha in {1/100, 1/2}; the failure by its law up to 400 "
                  "rows, and from below",
       instances=outlines, start=outlines()[2],
       steps={"runs": "{Pr[no run is good]} is at most {delta/2}", **SAYS,
              "concave": "{0.158 alpha} is at most {c}",
              "chosen": "{m ln(1 - u (1 - 1/s) + v (s - 1))} is at most {-1.1 ln(2 k/delta)}",
              "sum": "{Pr[a run is good, yet a bad answer chosen], from below for more than 400 rows,} is at most "
                     "{delta/2}", **FAILURE},
       wordless={"privacy": "it is the proposition on privacy, which has its own checks"},
       hypotheses=(*(Hypothesis(name, change, breaks + ("conclusion",)) for (name, change), breaks in zip(
           WITHOUT, (("runs",), ("runs",), *(("factor", "chosen", "sum"),) * 2), strict=True)),
           Hypothesis("epsilon and delta are at most 1/2",
                      needless="the proof does not use it; the numbers are stated only there"),
           Hypothesis("alpha is at most 1/2", needless="step 6 needs it; the number of rows refuses others")))
def boosting_keeps_delta(given: Boosted, runs: Formula = runs_of_one_half,
                         rows: Formula = rows_of_one_half) -> Iterator[Line]:
    e, d, a, *_ = given
    if not runs.holds_for(d) or not rows.holds_for(e, d, a, k := runs(d)):
        return
    yield Line("runs", "<=", given.no_run_is_good(k), d / 2)
    for line in selected(given, k, m := rows(e, d, a, k), HALF, Fraction(158, 1000), 2, Fraction(11, 10)):
        yield Line(*line)
    yield Line("conclusion", "<=", given.no_run_is_good(k) + given.bad_choice(k, m), d)


def refutes_boosting_keeps_delta(given: Boosted, step: str, case: Any, runs: Formula, rows: Formula) -> bool:
    k = runs(given.delta)
    if step == "runs":
        return 2 * given.no_run_is_good(k) > given.delta
    return refutes_selected(given, step, k, rows(*given[:3], k), 0.5, 2, 1.1)


DELTAS = (*(Fraction(1, 10**j) for j in range(1, 31)), *(Fraction(k, 100) for k in range(1, 50)),
          *(2 * Fraction(3, 4) ** k for k in range(5, 15)), *(2 * Fraction(1, 4) ** k for k in range(2, 12)))


def amplified() -> list[Boosted]:
    """Return the settings of the page, the corners of the number of rows, and many failures that are asked."""
    corners: Iterator[Any] = product(*(run_selection_rows.corners[name] for name in ("alpha", "beta", "epsilon")))
    cases = (*GRID, (Fraction(1, 5), Fraction(2, 5), Fraction(49, 100)), *SETTINGS, TINY, *corners,
             *((Fraction(1, 5), d, Fraction(49, 100)) for d in DELTAS))
    return [Boosted(e, d, a, QUARTER, QUARTER) for e, d, a in cases]


@proof("FX15-C.alg", grade="certified", grades={"hit": "exact"},
       quantifier="runs that are good with probability 3/4; 25 (epsilon, delta, alpha) of the page, epsilon in {0.01, "
                  "0.4}, delta in {0.49, 10^-20}, alpha in {0.01, 0.49}; and (0.2, delta, 0.49) for delta = 10^-j, j = "
                  "1, ..., 30, k/100, k = 1, ..., 49, 2 (3/4)^k and 2 (1/4)^k; the failure by its law up to 400 rows, "
                  "and from below",
       instances=amplified, start=amplified()[0],
       steps={"hit/printed": "{Pr[no run of k is good]} is at most {delta/2}",
              "hit/enough": "{Pr[no run of log_4(2/delta), rounded up, is good]} is at most {delta/2}",
              **{f"final/{name}": says for name, says in SAYS.items()},
              "final/concave": "{0.3 alpha} is at most {c}",
              "final/chosen": "{m ln(1 - u (1 - 1/s) + v (s - 1))} is at most {-4.8 ln(4 k/delta)}",
              "final/sum": "{Pr[a run is good, yet a bad answer chosen], from below for more than 400 rows,} is at "
                           "most {delta/4}", **FAILURE},
       hypotheses=(*(Hypothesis(name, change, breaks + ("conclusion",)) for (name, change), breaks in zip(
           (("each run is good with probability 3/4 (preamble)", WITHOUT[0][1]), *WITHOUT[1:]),
           (("hit/printed", "hit/enough"),) * 2 + (("final/factor", "final/chosen", "final/sum"),) * 2, strict=True)),
           Hypothesis("epsilon and delta are below 1/2",
                      needless="the proof does not use it; the numbers are stated only there"),
           Hypothesis("alpha is below 1/2", needless="step 2 needs it; the number of rows refuses others")))
def amplification_keeps_delta(given: Boosted, enough: Formula = enough_runs,
                              rows: Formula = run_selection_rows) -> Iterator[Line]:
    e, d, a, *_ = given
    if not rows.holds_for(e, d, a):
        return
    k, m = amplification_runs(d), rows(e, d, a)
    yield Line("hit/printed", "<=", given.no_run_is_good(k), d / 2)
    yield Line("hit/enough", "<=", given.no_run_is_good(enough(d)), d / 2)
    for name, *line in selected(given, k, m, QUARTER, Fraction(3, 10), 4, Fraction(24, 5)):
        yield Line(f"final/{name}", *line)
    yield Line("conclusion", "<=", given.no_run_is_good(k) + given.bad_choice(k, m), d)


def refutes_amplification_keeps_delta(given: Boosted, step: str, case: Any, enough: Formula, rows: Formula) -> bool:
    k = amplification_runs(given.delta)
    if step.startswith("hit"):
        return 2 * given.no_run_is_good(k if step == "hit/printed" else enough(given.delta)) > given.delta
    return refutes_selected(given, step, k, rows(*given[:3]), 0.25, 4, 4.8)
