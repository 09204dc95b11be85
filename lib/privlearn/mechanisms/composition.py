"""Composition: what k private answers cost together.

Definitions
-----------
*Basic* composition adds up: k answers at epsilon cost ``k epsilon``.  *Advanced* composition (Dwork, Rothblum and
Vadhan) says ``epsilon sqrt(2 k ln(1/delta')) + k epsilon (e^epsilon - 1)`` if a failure probability ``delta'`` is
allowed.  The *exact* cost is known too.  Randomised response with ratio c tells a bit truly with probability
``c / (1 + c)``; any pair of laws within the ratio c of each other is an image of its two laws
(:func:`response_images`), so k adaptive answers never tell more than k responses do, and these are a binomial sum: k
bits of which j are true have likelihood ratio ``c^(2 j - k)``.

An answer that is only (epsilon, delta)-private is, at worst, a response that with probability delta tells everything.

>>> response_composition_delta(2, 3, 3)  # two answers at ratio 3, judged at ratio 3
Fraction(3, 8)
>>> response_composition_delta(2, 3, 9)  # at ratio 9, the sum of both: nothing is left
Fraction(0, 1)
"""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from privlearn.exact import (Bracket, Undecided, as_exp_epsilon, as_fraction, as_integer, as_probability, exp_bracket,
                             is_at_most, log_bracket)
from privlearn.exact.formulas import Value, exp, formula, ln, sqrt
from privlearn.exact.rationals import Number, as_inner_probability

BITS = 96


COMPOSED: dict[str, Any] = {
    "where": ("epsilon >= 0", "0 < delta_slack < 1"), "tex": {"steps": "k", "delta_slack": r"\delta'"},
    "corners": {"steps": (1, 50, 2000), "epsilon": (Fraction(1, 50), Fraction(7, 10), Fraction(11, 5)),
                "delta_slack": (Fraction(1, 10), Fraction(1, 10**6), Fraction(1, 10**60))}}
NOTHING = {"epsilon >= 0": "no epsilon is below 0", "0 < delta_slack < 1": "without failures there is no bound"}
TWICE = "twice the drift that there is: see the other bound"


@formula("at most", **COMPOSED, loose=NOTHING | dict.fromkeys(
    ("1", "exp(epsilon)", "exp(epsilon) - 1", "steps * epsilon", "steps * epsilon * (exp(epsilon) - 1)",
     "epsilon * sqrt(2 * steps * ln(1 / delta_slack))"), TWICE))
def advanced_composition(steps: int, epsilon: Value, delta_slack: Value) -> Value:
    """Return ``epsilon sqrt(2 k ln(1/delta')) + k epsilon (e^epsilon - 1)``.

    Parameters
    ----------
    steps : int
        k, at least 0.
    epsilon : number >= 0
        Of each step.
    delta_slack : number in (0, 1)
        ``delta'``, the failure probability that composition adds to the ``k delta`` of the steps.

    Notes
    -----
    Guarantee: the k-fold adaptive composition of (epsilon, delta)-private mechanisms is private with this epsilon and
    ``k delta + delta'``.

    References
    ----------
    Dwork, Rothblum and Vadhan, Boosting and Differential Privacy, FOCS 2010; KLMNS20, Section 2.

    Examples
    --------
    >>> float(advanced_composition(10, Fraction(1, 10), Fraction(1, 10**6)).upper)
    1.7674290543447575
    """
    return epsilon * sqrt(2 * steps * ln(1 / delta_slack)) + steps * epsilon * (exp(epsilon) - 1)


@formula("at most", **COMPOSED, loose=NOTHING | {"1": "half of e^(-x^2/2) bounds a normal tail"})
def drift_composition(steps: int, epsilon: Value, delta_slack: Value) -> Value:
    """Return the bound of :func:`advanced_composition` with the drift that randomised response really has.

    References
    ----------
    Kairouz, Oh and Viswanath, The Composition Theorem for Differential Privacy, ICML 2015.

    Examples
    --------
    >>> float(drift_composition(10, Fraction(1, 10), Fraction(1, 10**6)).upper)
    1.7122165112269898
    """
    return epsilon * sqrt(2 * steps * ln(1 / delta_slack)) + steps * epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1)


def advanced_beats_basic_from(epsilon: Number, delta_slack: Number) -> int | None:
    """Return the least k from which the advanced bound is below ``k epsilon``; ``None`` if it never is.

    The comparison divides by ``epsilon sqrt(k)``: ``sqrt(2 ln(1/delta')) < sqrt(k) (2 - e^epsilon)``.

    Examples
    --------
    >>> advanced_beats_basic_from(Fraction(1, 10), Fraction(1, 10**6))
    35
    >>> advanced_beats_basic_from(1, Fraction(1, 10**6)) is None
    True
    """
    gap = 2 - exp_bracket(as_fraction(epsilon, "epsilon"), BITS)
    if is_at_most(gap, 0):
        return None
    least = 2 * log_bracket(1 / as_inner_probability(delta_slack, "delta_slack"), BITS) / (gap * gap)
    first = least.lower.numerator // least.lower.denominator + 1
    if first <= least.upper:
        raise Undecided(f"cannot decide whether the crossing lies below {first}: ask for more bits")
    return first


def response_composition_delta(steps: int, exp_epsilon: Number, exp_total: Number, delta: Number = 0) -> Fraction:
    """Return the least delta that holds at ratio ``exp_total`` for every k-fold composition, exactly.

    Parameters
    ----------
    steps : int
        k, at least 0.
    exp_epsilon : number >= 1
        Ratio of each step.
    exp_total : number >= 1
        Ratio at which the composition is judged.
    delta : number in [0, 1]
        Failure probability of each step.

    Returns
    -------
    Fraction
        ``1 - (1 - delta)^k (1 - h)`` with the hockey stick h of k randomised responses.

    References
    ----------
    Kairouz, Oh and Viswanath, The Composition Theorem for Differential Privacy, ICML 2015.

    Examples
    --------
    >>> response_composition_delta(1, 3, 1), response_composition_delta(1, 3, 3, delta=Fraction(1, 10))
    (Fraction(1, 2), Fraction(1, 10))
    """
    k, c = as_integer(steps, "steps", least=0), as_exp_epsilon(exp_epsilon)
    total, told = as_exp_epsilon(exp_total, "exp_total"), as_probability(delta, "delta")
    a, b = c.numerator, c.denominator  # in whole numbers: j true bits have weights a^j b^(k-j) and a^(k-j) b^j
    gain = sum(max(0, comb(k, j) * (total.denominator * a**j * b ** (k - j) - total.numerator * a ** (k - j) * b**j))
               for j in range(k + 1))
    stick = Fraction(gain, total.denominator * (a + b) ** k)
    return 1 - (1 - told) ** k * (1 - stick)


def composition_delta(steps: int, epsilon: Number, total: Number, delta: Number = 0) -> Bracket:
    """Bracket the least delta that holds at ``total`` for every k-fold composition of (epsilon, delta)-private steps.

    The number of :func:`response_composition_delta` at ratios ``e^epsilon`` and ``e^total``, which are no rationals.

    Parameters
    ----------
    steps : int
        k, at least 0.
    epsilon, total : numbers >= 0
    delta : number in [0, 1]

    Notes
    -----
    Cost: k operations on balls of some hundred bits.

    Examples
    --------
    >>> float(composition_delta(10, Fraction(1, 10), Fraction(1, 2)).upper)
    0.009929626917388853
    """
    from privlearn.exact.intervals import ball, bracket_of

    k, e = as_integer(steps, "steps", least=0), as_fraction(epsilon, "epsilon")
    whole, told = as_fraction(total, "total"), as_probability(delta, "delta")
    if e < 0 or whole < 0:
        raise ValueError(f"epsilon and total must be at least 0, got {e} and {whole}")

    def leak() -> Any:
        step = ball(-e).exp()
        weight = (1 / (1 + step)) ** k  # of j true bits, from j = k downwards; k - j of them weigh step^(2 j - k) of it
        gap, stick = ball(whole - e * k).exp(), ball(0)
        for j in range(k, 0, -1):
            if (2 * j - k) * e <= whole:
                break
            stick += weight * (1 - gap)
            weight, gap = weight * step * j / (k - j + 1), gap / (step * step)
        return 1 - (1 - ball(told)) ** k * (1 - stick)

    return bracket_of(leak, 256)


def optimal_composition(steps: int, exp_epsilon: Number, delta_slack: Number) -> Fraction:
    """Return the least ratio at which k steps with ratio ``exp_epsilon`` cost at most ``delta_slack``, exactly.

    The hockey stick of k responses falls along straight pieces in the ratio; the answer is where it meets the slack.

    Examples
    --------
    >>> optimal_composition(2, 3, Fraction(3, 8))
    Fraction(3, 1)
    >>> optimal_composition(2, 3, 0)
    Fraction(9, 1)
    """
    k, c, slack = as_integer(steps, "steps", least=0), as_exp_epsilon(exp_epsilon), as_probability(delta_slack,
                                                                                                   "delta_slack")
    a, b = c.numerator, c.denominator
    whole, left, right = (a + b) ** k * slack.numerator, 0, 0
    best = 1, 1  # numerator and denominator, compared crosswise: reducing fractions of this length takes longer
    for j in range(k, -1, -1):  # the events "at least j true bits", from the most telling one on
        left += comb(k, j) * a**j * b ** (k - j)
        right += comb(k, j) * a ** (k - j) * b**j
        here = left * slack.denominator - whole, right * slack.denominator
        best = here if here[0] * best[1] > best[0] * here[1] else best
    return Fraction(*best)


def renyi_composition(steps: int, exp_epsilon: Number, delta_slack: Number, most_order: int = 64) -> Bracket:
    """Bracket what Renyi accounting with whole orders ``2..most_order`` gives for k steps.

    The Renyi divergence of order a of one response is ``ln(p^a q^(1-a) + q^a p^(1-a)) / (a - 1)``; divergences add,
    and order a costs ``ln(1/delta') / (a - 1)`` at the end.

    Examples
    --------
    >>> value = renyi_composition(100, Fraction(21, 20), Fraction(1, 10**6))
    >>> 2 < value.lower and value.upper < advanced_composition(100, Fraction(1, 20), Fraction(1, 10**6)).lower
    True
    """
    k, c = as_integer(steps, "steps", least=0), as_exp_epsilon(exp_epsilon)
    end = log_bracket(1 / as_inner_probability(delta_slack, "delta_slack"), BITS)
    orders = range(2, as_integer(most_order, "most_order", least=2) + 1)
    found = [(k * log_bracket((c**a + c ** (1 - a)) / (1 + c), BITS) + end) / (a - 1) for a in orders]
    return Bracket(min(value.lower for value in found), min(value.upper for value in found))


def response_images(left: Mapping[Any, Number], right: Mapping[Any, Number],
                    exp_epsilon: Number) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    """Return the laws that randomised response has to be followed by to give a pair of laws.

    Parameters
    ----------
    left, right : mapping outcome -> probability
        Within the ratio ``exp_epsilon`` of each other on every outcome.
    exp_epsilon : number > 1

    Returns
    -------
    (law after the bit 0, law after the bit 1)
        Response tells 0 with probability ``c / (1 + c)`` under ``left`` and ``1 / (1 + c)`` under ``right``.

    Examples
    --------
    >>> response_images({0: Fraction(1, 2), 1: Fraction(1, 2)}, {0: Fraction(1, 4), 1: Fraction(3, 4)}, 3)
    ({0: Fraction(5, 8), 1: Fraction(3, 8)}, {0: Fraction(1, 8), 1: Fraction(7, 8)})
    """
    c = as_exp_epsilon(exp_epsilon)
    if c == 1:
        raise ValueError("exp_epsilon must be above 1: at ratio 1 the two laws are equal")
    outcomes = list(dict.fromkeys([*left, *right]))
    p, q = ({o: as_probability(table.get(o, 0)) for o in outcomes} for table in (left, right))
    far = [o for o in p if p[o] > c * q[o] or q[o] > c * p[o]]
    if far:
        raise ValueError(f"left and right must be within the ratio {c} on every outcome, got {p[far[0]]} and "
                         f"{q[far[0]]} on {far[0]!r}")
    return tuple({o: (c * x[o] - y[o]) / (c - 1) for o in p} for x, y in ((p, q), (q, p)))  # type: ignore[return-value]
