"""The choosing mechanism: an exponential mechanism that never lists the solutions of quality 0.

Definitions
-----------
Let a quality function have k-bounded growth (:mod:`~privlearn.mechanisms.quality`).  Only the solutions of quality at
least 1 are listed, and there is one more outcome, ``None`` (no answer): with ``OPT`` the largest quality, answer
``None`` if ``OPT`` plus Laplace noise of scale ``4/epsilon`` is below ``T = (8/epsilon) ln(4 k / (beta epsilon
delta))``; else take f with probability proportional to ``e^{epsilon q(f) / 4}``.

The variant that draws once is :mod:`~privlearn.mechanisms.choosing_once`.

>>> table = choosing_mechanism({"a": 99, "b": 0}, epsilon=1, delta=Fraction(1, 10), beta=Fraction(1, 10))
>>> [(outcome, round(float(p.upper), 6)) for outcome, p in table.items()]
[(None, 1e-06), ('a', 0.999999)]
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, Undecided, as_fraction, as_integer, as_probability, exp_bracket, round_up
from privlearn.exact.brackets import round_down
from privlearn.exact.formulas import Value, exp, formula, ln
from privlearn.exact.rationals import Number

Outcome = Hashable


def choosing_odds(epsilon: Number, delta: Number, beta: Number, growth: int = 1) -> Fraction:
    """Return ``e^{epsilon T / 4} = (4 k / (beta epsilon delta))^2`` of the literature's threshold T.

    Examples
    --------
    >>> choosing_odds(1, Fraction(1, 10), Fraction(1, 10))
    Fraction(160000, 1)
    """
    e, k = as_positive(epsilon, "epsilon"), as_integer(growth, "growth", least=1)
    if e > 2:
        raise ValueError(f"epsilon must be at most 2, got {e}")
    return (4 * k / (as_small(beta, "beta") * e * as_small(delta))) ** 2


UNSHARP = "the source's constant is not sharp"
ERROR: dict[str, Any] = {
    "where": ("0 < epsilon <= 2", "0 < delta < 1", "0 < beta < 1", "growth >= 1", "rows >= 1"),
    "tex": {"rows": "n", "growth": "k"},
    "corners": {"epsilon": (Fraction(1, 10**60), Fraction(2), Fraction(40)), "rows": (1, 10**9),
                "delta": (Fraction(1, 10**60), Fraction(9, 10), Fraction(10**9)), "growth": (0, 1, 10**60),
                "beta": (Fraction(3, 4), Fraction(1, 10**60), Fraction(2))}}
BEYOND = {"0 < beta < 1": "no probability is above 1"} | dict.fromkeys(("growth >= 1", "rows >= 1"),
                                                                       "there is no logarithm of 0")


@formula("at most", **ERROR, loose=BEYOND | dict.fromkeys(("16", "4", "beta * epsilon"), UNSHARP))
def choosing_error(epsilon: Value, delta: Value, beta: Value, rows: int, growth: int = 1) -> Value:
    """Return the literature's error ``(16/epsilon) ln(4 k n / (beta epsilon delta))`` for n rows.

    Examples
    --------
    >>> round(float(choosing_error(1, Fraction(1, 10), Fraction(1, 10), rows=100).upper))  # 16 ln 40000
    170
    """
    return 16 / epsilon * ln(4 * growth * rows / (beta * epsilon * delta))


@formula("at most", **ERROR, loose=BEYOND | dict.fromkeys(
    ("2", "2 * growth"), "less does, but for beta near 1") | {
        "0 < epsilon <= 2": "the privacy needs it, the error does not"})
def choosing_least_error(epsilon: Value, delta: Value, beta: Value, rows: int, growth: int = 1) -> Value:
    """Return ``(12/epsilon) ln(2 k n / (beta delta))``, which the literature's mechanism keeps as well; 12 is sharp.

    Examples
    --------
    >>> round(float(choosing_least_error(1, Fraction(1, 10), Fraction(1, 10), rows=100).upper))  # 12 ln 20000
    119
    """
    return 12 / epsilon * ln(2 * growth * rows / (beta * delta))


def answer_probability(best: int, root: Bracket, odds: Bracket | Number) -> Bracket:
    """Bracket ``Pr[best + Laplace >= T]`` for noise of scale ``1 / ln root`` and ``odds = root^T``.

    Half of ``root^best / odds`` where that is at most 1, else 1 minus half of its inverse.

    Examples
    --------
    >>> two = Bracket(Fraction(2), Fraction(2))
    >>> answer_probability(2, two, odds=8), answer_probability(4, two, odds=8)
    (Bracket(lower=Fraction(1, 4), upper=Fraction(1, 4)), Bracket(lower=Fraction(3, 4), upper=Fraction(3, 4)))
    """
    power = power_bracket(root, as_integer(best, "best", least=0)) / odds
    if power.upper <= 1:
        return power / 2
    if power.lower >= 1:
        return 1 - 1 / (2 * power)
    raise Undecided("cannot decide whether best reaches the threshold: ask for more bits")


def power_bracket(base: Bracket, exponent: int) -> Bracket:
    """Bracket ``base ** exponent`` for a positive base and an exponent of at least 0, to 192 bits."""
    return Bracket(round_down(base.lower**exponent, 192), round_up(base.upper**exponent, 192))


def choosing_mechanism(scores: Mapping[Any, int], *, epsilon: Number, delta: Number, beta: Number,
                       growth: int = 1, odds: Bracket | Number | None = None, bits: int = 128) -> dict[Any, Bracket]:
    """Return the literature's choosing mechanism as a table outcome or ``None`` -> bracket of its probability.

    Parameters
    ----------
    scores : mapping
        Outcome -> integer score of at least 0; scores 0 never come out.
    epsilon : number in (0, 2]
    delta, beta : numbers in (0, 1)
    growth : int
        The k of k-bounded growth.
    odds : bracket or number, optional
        ``e^{epsilon T / 4}`` of another threshold T, so that a wrong one can be put in its place and be caught.
    bits : int
        Working precision of ``e^{epsilon / 4}``, the only irrational number here.

    Notes
    -----
    With no solution of positive score the answer is ``None``, whatever the noise.

    References
    ----------
    KLMNS20, Section 2.1 (constants reconstructed), after Beimel, Nissim and Stemmer.

    Examples
    --------
    >>> tenth = Fraction(1, 10)
    >>> table = choosing_mechanism({"a": 48}, epsilon=1, delta=tenth, beta=tenth)  # T = 8 ln 400 = 47.93
    >>> [(outcome, round(float(p.upper), 2)) for outcome, p in table.items()]
    [(None, 0.49), ('a', 0.51)]
    """
    positive = positive_scores(scores)
    if odds is None:
        odds = choosing_odds(epsilon, delta, beta, growth)
    if not positive:
        return {None: Bracket(Fraction(1), Fraction(1))}
    root = exp_bracket(as_positive(epsilon, "epsilon") / 4, bits)
    answer = answer_probability(max(positive.values()), root, odds)
    weights = {f: power_bracket(root, score) for f, score in positive.items()}
    total = sum(weights.values(), Bracket(Fraction(0), Fraction(0)))
    return {None: 1 - answer, **{f: answer * weight / total for f, weight in weights.items()}}


@formula("equals", where=("0 < epsilon <= 2", "0 < delta < 1", "0 < beta < 1"),
         corners={"epsilon": (Fraction(1), Fraction(2)), "delta": (Fraction(1, 100), Fraction(9, 10)),
                  "beta": (Fraction(1, 10), Fraction(9, 10))},
         loose=dict.fromkeys(("0 < epsilon <= 2", "0 < delta < 1", "0 < beta < 1"),
                             "the mechanism is stated for these numbers"))
def choosing_true_delta(epsilon: Value, delta: Value, beta: Value) -> Value:
    """Return the least delta of the literature version at its own epsilon, for 1-bounded growth and adding a row.

    It is the square of what was asked for, nearly: the probability that a database of one row gets an answer, which the
    empty database never gets.

    Notes
    -----
    For threshold T of at least 1.  A solution that is new in S', beside others of which the best has score b, comes
    out with probability at most ``e^{epsilon b/4} / (2 odds) / (1 + e^{epsilon (b-1)/4})``, less than that; no other
    outcome is more than e^epsilon times as likely under S' as under S.

    Examples
    --------
    >>> float(choosing_true_delta(1, Fraction(1, 100), Fraction(1, 10)).upper)
    4.01257942...e-08
    """
    return 1 / 2 * exp(epsilon / 4) * (beta * epsilon * delta / 4) ** 2


def positive_scores(scores: Mapping[Any, int]) -> dict[Any, int]:
    if not isinstance(scores, Mapping) or None in scores:
        raise ValueError(f"scores must be a mapping from outcomes other than None to integers, got {scores!r}")
    whole = {outcome: as_integer(score, "score", least=0) for outcome, score in scores.items()}
    return {outcome: score for outcome, score in whole.items() if score}


def as_positive(value: Number, name: str) -> Fraction:
    number = as_fraction(value, name)
    if number <= 0:
        raise ValueError(f"{name} must be positive, got {number}")
    return number


def as_small(value: Number, name: str = "delta") -> Fraction:
    number = as_probability(value, name)
    if not 0 < number < 1:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {number}")
    return number
