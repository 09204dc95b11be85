"""Any confidence for the price of its logarithm: many runs with confidence 1/4 on fresh rows, then a private selection.

Definitions
-----------
The *amplified learner* cuts the sample: ``runs`` parts go to as many runs of the overall learner with error
``alpha/4`` and confidence 1/4, the last ``selection`` rows to the exponential mechanism over the set H of their
answers.  Every row has one use, so the privacy is that of the worse of the two steps.

Its failure is at most the sum of four terms: all runs are inaccurate, ``(1/4)^runs``; one of the answers with an error
above alpha errs on at most ``alpha m/2`` of the m selection rows; an answer with error ``alpha/4`` errs on
``3 alpha m/8`` or more; the mechanism picks one that is ``alpha m/8`` rows worse than the best.

>>> [str(round(float(term.upper), 6)) for term in selection_failure(Fraction(2, 5), Fraction(49, 100), 8, 572)]
['1.5e-05', '0.0', '9.9e-05', '0.007244']
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any

from privlearn.exact import Bracket, as_fraction, as_integer, exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket
from privlearn.laws import Law, fold
from privlearn.learners.lines.basic import Hypothesis, Row, as_hypothesis, as_prime, as_row, predict
from privlearn.learners.lines.overall import overall_learner
from privlearn.learners.lines.plans import (StabilityPlan, amplification_runs, as_half, printed_line_plan,
                                            run_selection_rows)
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


def amplified_plan(alpha: Number, beta: Number, epsilon: Number, delta: Number, window: Number = 6) -> AmplifiedPlan:
    """Return the plan of FX15, Appendix C, with all numbers rounded up to integers.

    Parameters
    ----------
    alpha, beta : numbers in (0, 1/2)
        Error and failure.
    epsilon, delta : numbers in (0, 1/2)
        Privacy.
    window : number
        Length of the window of scales in the runs times 1/4: 6 as printed.

    Examples
    --------
    >>> plan = amplified_plan(Fraction(2, 5), Fraction(1, 4), Fraction(49, 100), Fraction(1, 100))
    >>> plan.runs, plan.selection
    (8, 572)
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
    Guarantee: see :class:`AmplifiedPlan`; with :func:`amplified_plan` an (alpha, beta)-learner, if its runs are
    (alpha/4, 1/4)-learners.  Source: FX15, Appendix C.

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


def missed_gap(epsilon: Number, hypotheses: int, gap: Number) -> Bracket:
    """Bracket ``K e^(-epsilon gap/2)``, a bound on the probability to choose one ``gap`` rows behind the best of K."""
    k = as_integer(hypotheses, "hypotheses", least=1)
    return k * exp_bracket(-as_fraction(epsilon, "epsilon") * as_fraction(gap, "gap") / 2, 96)


def selection_failure(alpha: Number, epsilon: Number, runs: int, rows: int,
                      base: Number = Fraction(1, 4)) -> tuple[Bracket, Bracket, Bracket, Bracket]:
    """Bracket the four terms of the failure: no run succeeds, a bad one looks good, the good one looks bad, the choice.

    Parameters
    ----------
    alpha, epsilon : numbers
    runs, rows : int
        k and m.
    base : number
        The probability with which a run fails.
    """
    e = as_inner_probability(alpha, "alpha")
    k, m = as_integer(runs, "runs", least=1), as_integer(rows, "rows", least=1)
    return (as_bracket(as_inner_probability(base, "base") ** k), k * looks_good(e, e, m), looks_bad(e, m),
            missed_gap(epsilon, k, e * m / 8))


def total_failure(alpha: Number, epsilon: Number, runs: int, rows: int) -> Bracket:
    """Bracket the sum of the terms of :func:`selection_failure`."""
    return sum(selection_failure(alpha, epsilon, runs, rows), as_bracket(0))


def enough_runs(beta: Number) -> int:
    """Return ``ceil(log_4(2/beta))``: so many runs all fail with probability at most beta/2.

    Examples
    --------
    >>> enough_runs(Fraction(1, 20))
    3
    """
    goal, runs = as_half(beta, "beta") / 2, 0
    while Fraction(1, 4) ** runs > goal:
        runs += 1
    return runs


def least_selection_rows(alpha: Number, beta: Number, epsilon: Number, runs: int) -> int:
    """Return a number m of rows for which the four terms are at most beta, and are not for ``m - 1``.

    Found by bisection: the terms jump a little with the rounding of ``alpha m/2``, so smaller numbers may do, too.
    """
    goal = as_half(beta, "beta")
    enough, less = 1, 0
    while total_failure(alpha, epsilon, runs, enough).upper > goal:
        enough, less = 2 * enough, enough
    while enough - less > 1:
        middle = (enough + less) // 2
        if total_failure(alpha, epsilon, runs, middle).upper > goal:
            less = middle
        else:
            enough = middle
    return enough
