"""Any confidence for the price of its logarithm: many runs with confidence 1/4 on fresh rows, then a private selection.

Definitions
-----------
The *amplified learner* cuts the sample: ``runs`` parts go to as many runs of the overall learner with error
``alpha/4`` and confidence 1/4, the last ``selection`` rows to the exponential mechanism over the set H of their
answers.  Every row has one use, so the privacy is that of the worse of the two steps.

It *fails* if its answer has an error above alpha.  Either no run is accurate, ``(1/4)^runs``; or one of at most
``runs - 1`` bad answers is taken beside a good one, each with probability at most ``E[s^-gap]``, where s is ``root``
and the gap is by how many rows the bad one errs more often on the selection.

>>> f"{float(failure_bound(Fraction(2, 5), ratio_for(Fraction(49, 200)), 8, 397).upper):.4e}"
'1.5259e-05'
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, floor, lcm
from typing import Any

from privlearn.exact import Bracket, as_integer, exp_bracket, log_bracket
from privlearn.exact.formulas import Value, exp, formula, log2
from privlearn.exact.fractions import QUARTER
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket
from privlearn.laws import Law, fold
from privlearn.learners.generic.known_distribution import gap_factor
from privlearn.learners.lines.basic import Hypothesis, Row, as_hypothesis, as_prime, as_row, predict
from privlearn.learners.lines.overall import overall_learner
from privlearn.learners.lines.plans import (REPAIRED_WINDOW, StabilityPlan, amplification_runs, as_half,
                                            printed_line_plan, run_selection_rows)
from privlearn.learners.lines.release import as_release_ratio, ratio_for
from privlearn.mechanisms import from_scores


@dataclass(frozen=True)
class AmplifiedPlan:
    """How the amplified learner cuts its sample.

    Attributes
    ----------
    run : StabilityPlan
        Of every run.
    runs, selection : int
        How many runs, and how many rows for the selection; at least 1.
    root : Fraction
        ``e^(epsilon/2)`` of the selection, above 1.

    Notes
    -----
    Guarantee: ``(ln max(run.exp_epsilon, root^2), run.delta)``-private under replace-one.
    """

    run: StabilityPlan
    runs: int
    selection: int
    root: Fraction

    def __post_init__(self) -> None:
        for name in ("runs", "selection"):
            object.__setattr__(self, name, as_integer(getattr(self, name), name, least=1))
        object.__setattr__(self, "root", as_release_ratio(self.root))

    @property
    def rows(self) -> int:
        """The rows it needs."""
        return self.runs * self.run.rows + self.selection


def amplified_plan(alpha: Number, beta: Number, epsilon: Number, delta: Number,
                   window: Number = REPAIRED_WINDOW) -> AmplifiedPlan:
    """Return the plan of FX15, Appendix C, with all numbers rounded up to integers and the longer window in the runs.

    Parameters
    ----------
    alpha, beta : numbers in (0, 1/2)
        Error and failure.
    epsilon, delta : numbers in (0, 1/2)
        Privacy.
    window : number
        Length of the window of scales in the runs times 1/4.  With 10 or more the runs are known to be
        (alpha/4, 1/4)-learners; 6, as printed, makes a private plan of which that is not known.

    Examples
    --------
    >>> plan = amplified_plan(Fraction(2, 5), Fraction(1, 4), Fraction(49, 100), Fraction(1, 100))
    >>> plan.runs, plan.selection
    (8, 397)
    """
    run = printed_line_plan(as_half(alpha, "alpha") / 4, Fraction(1, 4), epsilon, delta, window)
    return AmplifiedPlan(run, amplification_runs(beta), run_selection_rows(alpha, beta, epsilon),
                         ratio_for(as_half(epsilon, "epsilon") / 2))


def _as_rows(rows: Sequence[Any], prime: int) -> tuple[Row, ...]:
    return tuple(as_row(row, prime, f"row {i}") for i, row in enumerate(rows))


@lru_cache(maxsize=1 << 10)  # many pairs of runs give the same few sets
def _selected(hypotheses: tuple[Hypothesis, ...], listed: tuple[Row, ...], prime: int, root: Number) -> Law:
    points, labels = [row[:2] for row in listed], [row[2] for row in listed]
    scores = {h: sum(int(y == label) for y, label in zip(predict(h, points, prime).tolist(), labels, strict=True))
              for h in hypotheses}
    return from_scores(scores, root)


def amplified_law(runs: Sequence[Law], rows: Sequence[Any], p: int, root: Number) -> Law:
    """Return the law of the selection among the answers of independent runs, given by their laws."""
    if not runs:
        raise ValueError("runs must not be empty: there is nothing to select from")
    prime = as_prime(p)
    listed = _as_rows(rows, prime)
    answers = fold((), list(runs), lambda found, run: run.map(
        lambda h: tuple(sorted({*found, as_hypothesis(h, prime)}))))
    return answers.then(lambda found: _selected(found, listed, prime, root))


def amplified_learner(rows: Any, p: int, plan: AmplifiedPlan) -> Law:
    """Return the law of the amplified learner.

    Parameters
    ----------
    rows : integer array of shape (n, 3), or sequence of (x, y, label)
        ``n >= plan.rows``: the first part for the runs, the next rows for the selection, more are not used.
    p : int
        A prime.
    plan : AmplifiedPlan

    Raises
    ------
    ValueError
        If there are too few rows, or as in :func:`~privlearn.learners.lines.overall.overall_learner`.

    Notes
    -----
    Guarantee: see :class:`AmplifiedPlan`; with :func:`amplified_plan` an (alpha, beta)-learner.  Source: FX15,
    Appendix C.

    Examples
    --------
    >>> run = StabilityPlan(block_sizes=(2,), blocks=3, exp_epsilon=Fraction(3, 2), delta=Fraction(1, 4))
    >>> rows = [(0, 1, 1), (1, 3, 1)] * 8
    >>> law = amplified_learner(rows, 5, AmplifiedPlan(run, runs=2, selection=4, root=Fraction(2))).exact()
    >>> {h: str(w) for h, w in law.items()}
    {(0,): '455/1088', (2, 2, 1): '633/1088'}
    """
    if len(rows) < plan.rows:
        raise ValueError(f"rows must be at least {plan.rows} for this plan, got {len(rows)}")
    cuts = [i * plan.run.rows for i in range(plan.runs + 1)]
    runs = [overall_learner(rows[start:end], p, plan.run) for start, end in zip(cuts, cuts[1:], strict=False)]
    return amplified_law(runs, rows[cuts[-1]:plan.rows], p, plan.root)


def looks_good(error: Number, alpha: Number, rows: int) -> Bracket:
    """Bracket the probability that a hypothesis of this error errs on at most ``alpha m/2`` of m rows."""
    return lower_tail_bracket(rows, error, floor(as_inner_probability(alpha, "alpha") * rows / 2))


def looks_bad(alpha: Number, rows: int) -> Bracket:
    """Bracket the probability that a hypothesis of error ``alpha/4`` errs on ``3 alpha m/8`` of m rows or more."""
    e = as_inner_probability(alpha, "alpha")
    return upper_tail_bracket(rows, e / 4, ceil(3 * e * rows / 8))


@formula("at most", tex={"epsilon": r"\alpha", "K": "|H|", "gap": "t"}, corners={
    "epsilon": (Fraction(1, 100), Fraction(1, 2), 4), "K": (1, 2, 40), "gap": (Fraction(1, 2), 1, 40)},
    loose={"-epsilon * gap": "rows are whole: what is behind by less than one is behind by none"})
def missed_gap(epsilon: Value, K: int, gap: Value) -> Value:
    """Return ``K e^(-epsilon gap/2)``, a bound on the probability to choose one ``gap`` rows behind the best of K."""
    return K * exp(-epsilon * gap / 2)


def failure_bound(alpha: Number, root: Number, runs: int, rows: int, base: Number = QUARTER,
                  share: Number = QUARTER) -> Bracket:
    """Bracket ``base^k + (k - 1) gap_factor^m``, a bound on the failure of the amplified learner.

    Parameters
    ----------
    alpha : number strictly between 0 and 1
        An answer of larger error is a failure.
    root : number above 1
        ``e^(epsilon/2)`` of the selection.
    runs, rows : int
        k and m.
    base, share : numbers
        A run has an error above ``share`` times alpha with probability at most ``base``, whatever the other runs do.
    """
    k, m = as_integer(runs, "runs", least=1), as_integer(rows, "rows", least=1)
    factor = gap_factor(as_release_ratio(root) ** 2, alpha, share)
    return as_inner_probability(base, "base") ** k + (k - 1) * exp_bracket(m * log_bracket(factor, 128), 96)


def spread_failure(good: Number, bad: Number, root: Number, runs: int, rows: int, base: Number = QUARTER) -> Bracket:
    """Bracket the failure of the amplified learner whose runs all know one good answer, and each a bad one of its own.

    Parameters
    ----------
    good, bad : numbers above 0, of sum at most 1
        The errors of the good answer and of every bad one: these err at the same points, where the good one is right.
    root : number above 1
        ``e^(epsilon/2)`` of the selection.
    runs, rows : int
        k and m.
    base : number
        A run gives its bad answer with this probability.

    Notes
    -----
    With j bad answers beside the good one and a gap of g rows the selection fails with probability ``j/(j + root^g)``.
    Cost: O(rows^2) integer operations.
    """
    k, m, b = as_integer(runs, "runs", least=1), as_integer(rows, "rows", least=1), as_inner_probability(base, "base")
    q, p, s = as_inner_probability(good, "good"), as_inner_probability(bad, "bad"), as_release_ratio(root)
    if p + q > 1:
        raise ValueError(f"good + bad must be at most 1, got {p + q}")
    unit = lcm(p.denominator, q.denominator)
    less, more, law = int(q * unit), int(p * unit), [1]
    for _ in range(m):  # the law of the gap, from -m to m, in parts of unit^m
        law = [less * x + (unit - less - more) * y + more * z
               for x, y, z in zip([*law, 0, 0], [0, *law, 0], [0, 0, *law], strict=True)]
    chances = [comb(k, j) * b**j * (1 - b) ** (k - j) for j in range(k)]

    def total() -> Ball:
        found, power, parts = ball(b**k), 1 / ball(s) ** m, ball(Fraction(1, unit**m))
        for weight in law:
            found += parts * weight * sum(ball(chance) * j / (j + power) for j, chance in enumerate(chances))
            power *= ball(s)
        return found

    return bracket_of(total, 256)


@formula("rows", tex={"beta": r"\delta"},
         corners={"beta": (Fraction(1, 2), Fraction(2, 5), Fraction(1, 8), Fraction(1, 10**9))})
def enough_runs(beta: Value) -> Value:
    """Return so many runs that all fail with probability at most beta/2.

    Examples
    --------
    >>> enough_runs(Fraction(1, 20))
    3
    """
    return ceil(1 / 2 * log2(2 / beta))
