"""Choosing in one shot: the exponential mechanism above a threshold, beside the outcome that there is no answer.

Definitions
-----------
Only the solutions of quality at least 1 are listed (:mod:`~privlearn.mechanisms.choosing`): take f with weight
``e^{epsilon q(f)}`` and ``None`` (no answer) with weight ``e^{epsilon threshold}``, at once.  Let the quality have
k-bounded growth.  Under adding a row to S (giving S') there are two guarantees:

- direction B, from S' to S: ``Pr[M(S') in E] <= e^epsilon Pr[M(S) in E] + delta`` with
  ``delta = k / (k + e^{epsilon (threshold - 1)})`` (:func:`one_shot_delta`), and no less would do;
- direction A, from S to S': the same with delta 0, **if and only if** ``1 + k e^{epsilon (1 - threshold)}`` is at most
  ``e^epsilon`` (:func:`one_shot_is_pure`); for k = 1 that is ``delta <= 1 - e^{-epsilon}``.

>>> choose_one_shot({"a": 2, "b": 1, "c": 0}, exp_epsilon=2, threshold=3).exact()
{'a': Fraction(2, 7), 'b': Fraction(1, 7), None: Fraction(4, 7)}
>>> one_shot_delta(2, 3)
Fraction(1, 5)
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from privlearn.exact import as_exp_epsilon, as_fraction, as_integer, least_integer
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.rationals import Number
from privlearn.laws import Law, pure, uniform_range
from privlearn.mechanisms.choosing import as_small, positive_scores
from privlearn.mechanisms.exponential import from_scores, run_law


def choose_one_shot(scores: Mapping[Any, int], exp_epsilon: Number, threshold: int) -> Law:
    """Return the one-shot choosing mechanism's law; outcomes are the solutions of positive score, and ``None``.

    Parameters
    ----------
    scores : mapping
        Outcome -> integer score of at least 0.  Scores 0 may be left out; they never come out.
    exp_epsilon : number
        ``e^epsilon``, at least 1.
    threshold : int
        The score at which a single solution is as likely as no answer.

    Raises
    ------
    ValueError
        If a score is negative or no integer, ``None`` is a solution, or ``exp_epsilon`` is below 1.

    Notes
    -----
    Guarantee: see the module; it is a law for every threshold, but a private one needs :func:`check_one_shot`.
    ``Pr[None] <= 1 / (1 + e^{epsilon (OPT - threshold)})`` if OPT is at least 1, with equality for one solution; with
    no solution of positive score the answer is ``None``.

    References
    ----------
    In place of KLMNS20, Lemma 2.4.

    Examples
    --------
    >>> choose_one_shot({"a": 3, "b": 0}, exp_epsilon=2, threshold=3).exact()
    {'a': Fraction(1, 2), None: Fraction(1, 2)}
    """
    positive = positive_scores(scores)
    limit = as_integer(threshold, "threshold")
    return from_scores({**positive, None: limit}, as_exp_epsilon(exp_epsilon))


def one_shot_run_law(runs: Sequence[tuple[int, int]], exp_epsilon: Number, threshold: int) -> Law:
    """Return the law of the run ``(number of solutions, score)`` from which :func:`choose_one_shot_runs` draws.

    Outcomes are positions in ``runs``, or ``None``; a run of score 0 or without solutions never comes out.

    Examples
    --------
    >>> one_shot_run_law([(2**64, 0), (2, 1)], exp_epsilon=2, threshold=2).exact()
    {1: Fraction(1, 2), None: Fraction(1, 2)}
    """
    whole = [(as_integer(size, "number of solutions", least=0), as_integer(score, "score", least=0))
             for size, score in runs]
    kept = [k for k, (size, score) in enumerate(whole) if size and score]
    law = run_law([*(whole[k] for k in kept), (1, as_integer(threshold, "threshold"))], as_exp_epsilon(exp_epsilon))
    return law.map(lambda drawn: kept[drawn] if drawn < len(kept) else None)


def choose_one_shot_runs(runs: Sequence[tuple[int, int]], exp_epsilon: Number, threshold: int) -> Law:
    """Return :func:`choose_one_shot` for runs ``(number of solutions, score)``, however many solutions a run has.

    Outcomes are ``(run, position in the run)``, or ``None``.

    Examples
    --------
    >>> choose_one_shot_runs([(2**64, 0), (2, 1)], 2, 2).exact()
    {(1, 0): Fraction(1, 4), (1, 1): Fraction(1, 4), None: Fraction(1, 2)}
    """
    sizes = [size for size, _ in runs]

    def within(run: int | None) -> Law:
        return pure(None) if run is None else uniform_range(sizes[run]).map(lambda position: (run, position))

    return one_shot_run_law(runs, exp_epsilon, threshold).then(within)


NO_RATIO = "a ratio below 1 is no e^epsilon"


@formula("equals", where=("exp_epsilon >= 1", "growth >= 1"),
         tex={"growth": "k", "exp_epsilon": r"e^\epsilon", "exp_epsilon ** (threshold - 1)": r"e^{\epsilon(\tau - 1)}"},
         corners={"exp_epsilon": (Fraction(1), Fraction(3, 2), Fraction(4)), "threshold": (-1, 1, 4),
                  "growth": (0, 1, 2, 3)},
         loose={"exp_epsilon >= 1": NO_RATIO, "growth >= 1": "where no score may grow nothing changes"})
def one_shot_delta(exp_epsilon: Value, threshold: Value, growth: int = 1) -> Value:
    """Return the exact delta of direction B, ``k / (k + e^{epsilon (threshold - 1)})`` for k-bounded growth.

    It is attained: on the empty database against k solutions that all rise to 1.

    Examples
    --------
    >>> one_shot_delta(4, 4)
    Fraction(1, 65)
    """
    return growth / (growth + exp_epsilon ** (threshold - 1))


@formula("at most", where=("exp_epsilon >= 1", "best >= 1"),
         tex={"exp_epsilon": r"e^\epsilon", "best": r"\mathrm{OPT}",
              "exp_epsilon ** (best - threshold)": r"e^{\epsilon(\mathrm{OPT} - \tau)}"},
         corners={"exp_epsilon": (Fraction(1), Fraction(3, 2), Fraction(4)), "best": (0, 1, 2, 8),
                  "threshold": (-1, 1, 2, 7)}, loose={"exp_epsilon >= 1": NO_RATIO})
def one_shot_no_answer(exp_epsilon: Value, best: int, threshold: Value) -> Value:
    """Return the largest probability of no answer where the best score is at least 1.

    Examples
    --------
    >>> one_shot_no_answer(2, 4, 3)
    Fraction(1, 3)
    """
    return 1 / (1 + exp_epsilon ** (best - threshold))


def one_shot_is_pure(exp_epsilon: Number, threshold: int, growth: int = 1) -> bool:
    """Tell whether direction A needs no delta: ``1 + k e^{epsilon (1 - threshold)} <= e^epsilon``.

    Examples
    --------
    >>> one_shot_is_pure(2, 1), one_shot_is_pure(Fraction(11, 10), 1)
    (True, False)
    """
    ratio, k = as_exp_epsilon(exp_epsilon), as_integer(growth, "growth", least=1)
    return 1 + k * ratio ** (1 - as_integer(threshold, "threshold")) <= ratio


def check_one_shot(exp_epsilon: Number, threshold: int, growth: int = 1) -> None:
    """Raise a ``ValueError`` unless direction A is pure, the precondition of all that builds on one-shot choosing.

    Examples
    --------
    >>> check_one_shot(2, 1)
    >>> check_one_shot(Fraction(3, 2), 1)
    Traceback (most recent call last):
        ...
    ValueError: threshold must be at least 3 for exp_epsilon = 3/2, got 1: ...
    """
    if not one_shot_is_pure(exp_epsilon, threshold, growth):
        needed = one_shot_least_threshold(exp_epsilon, 1 - 1 / as_fraction(exp_epsilon), growth)
        raise ValueError(f"threshold must be at least {needed} for exp_epsilon = {as_fraction(exp_epsilon)}, got "
                         f"{threshold}: else delta exceeds 1 - 1/exp_epsilon, and adding a row is not purely private")


@formula("equals", where=("epsilon > 0", "0 < delta <= 1 - exp(-epsilon)", "growth >= 1"), tex={"growth": "k"},
         corners={"epsilon": (Logarithm(Fraction(3, 2)), Logarithm(Fraction(4)), Fraction(1, 10)),
                  "delta": (Fraction(2, 5), Fraction(1, 100)), "growth": (1, 3)},
         loose={"epsilon > 0": "else no delta is allowed", "growth >= 1": "without growth there is no logarithm"})
def one_shot_threshold(epsilon: Value, delta: Value, growth: int = 1) -> Value:
    """Return the threshold that gives exactly ``delta``, where direction A is pure.

    Parameters
    ----------
    epsilon : number above 0
    delta : number in (0, 1)
    growth : int

    Examples
    --------
    >>> float(one_shot_threshold(Fraction(1, 5), Fraction(1, 10**6)).upper)
    70.07754778...
    """
    return 1 + 1 / epsilon * ln(growth * (1 / delta - 1))


def one_shot_least_threshold(exp_epsilon: Number, delta: Number, growth: int = 1) -> int:
    """Return the least integer threshold of at least 1 with at most ``delta`` in direction B and none in direction A.

    Examples
    --------
    >>> one_shot_least_threshold(2, Fraction(1, 1000)), one_shot_least_threshold(Fraction(3, 2), Fraction(1, 2))
    (11, 3)
    """
    ratio, d = as_exp_epsilon(exp_epsilon), as_small(delta)
    if ratio == 1:
        raise ValueError("exp_epsilon must be above 1, got 1: no threshold is enough")
    return least_integer(lambda t: one_shot_delta(ratio, t, growth) <= d and one_shot_is_pure(ratio, t, growth), 1)
