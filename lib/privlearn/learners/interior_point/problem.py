"""Interior points: score, verifier, the exponential mechanism for them with its exact worst failure and rows.

Definitions
-----------
A point *has score s* in a database if at least s elements are at most it and at least s are at least it; an *interior
point* is one of score at least 1.  The *failure* of an algorithm is the largest probability, over all databases of a
size, that its answer is no interior point.  The exponential mechanism weighs the points by ``exp_epsilon ** score``.

>>> interior_score(2, (1, 1, 3)), is_interior_point(2, (1, 1, 3)), is_interior_point(0, (1, 1, 3))
(1, True, False)
>>> exponential_failure(8, 6, 2)
Fraction(3, 11)

Source: KLMNS20, Section 1, and the base case of Lemma 3.8; reconstructed.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer, is_at_most, least_integer
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, ceil, floor, formula
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws import Law
from privlearn.mechanisms import from_scores


def interior_score(x: int, database: Sequence[int]) -> int:
    """Return ``min(#{s <= x}, #{s >= x})``, which is at least 1 exactly for the interior points ``x``.

    Adding an element changes it by 0 or 1, upwards.

    Examples
    --------
    >>> [interior_score(x, (1, 1, 3)) for x in range(5)]
    [0, 2, 1, 1, 0]
    """
    below, above = sum(s <= x for s in database), sum(s >= x for s in database)
    return min(below, above)


def is_interior_point(point: int | None, database: Sequence[int]) -> bool:
    """Tell whether ``point`` lies between the smallest and the largest element (never for None or no elements).

    Examples
    --------
    >>> is_interior_point(2, (1, 1, 3)), is_interior_point(0, (1, 1, 3)), is_interior_point(None, (1,))
    (True, False, False)
    """
    return point is not None and len(database) > 0 and min(database) <= point <= max(database)


def interior_point_law(database: tuple[int, ...], choices: Iterable[int], exp_epsilon: Number,
                       threshold: int | None = None) -> Law:
    """Return the exponential mechanism over ``choices`` with the score of interior points.

    The weight of ``x`` is ``exp_epsilon ** interior_score(x, database)``: scores only grow when an element is added,
    so that adding or removing one element changes probabilities by a factor of at most ``exp_epsilon``.  With a
    ``threshold`` there is one more outcome, None, of this score; the factor is the same.

    Raises
    ------
    ValueError
        If there are no choices.
    """
    scores: dict[Any, int] = {x: interior_score(x, database) for x in choices}
    if threshold is not None:
        scores[None] = as_integer(threshold, "threshold")
    return from_scores(scores, as_exp_epsilon(exp_epsilon, "exp_epsilon"))


TINY = 1 << 4096  # failures below 1/TINY are not resolved


@formula("equals", where=("size >= 1", "rows >= 1", "exp_epsilon >= 1"),
         tex={"size": "B", "rows": "n_b", "exp_epsilon": r"e^{\epsilon_b}",
              "exp_epsilon ** rows": r"e^{\epsilon_b n_b}",
              "exp_epsilon ** ceil(rows / 2)": r"e^{\epsilon_b \lceil n_b/2 \rceil}",
              "exp_epsilon ** floor(rows / 2)": r"e^{\epsilon_b \lfloor n_b/2 \rfloor}"},
         corners={"size": (8, 6, 4, 3, 2, 1), "rows": (5, 3, 2, 1, 0), "exp_epsilon": (4, Fraction(3, 2), 1)},
         loose={"size >= 1": "there is no empty domain", "exp_epsilon >= 1": "a ratio below 1 is no e^epsilon"})
def worst_base(size: int, rows: int, exp_epsilon: Value) -> Value:
    """Return :func:`exponential_failure` of at least one row."""
    return max((size - 2) / (size - 2 + exp_epsilon ** ceil(rows / 2) + exp_epsilon ** floor(rows / 2)),
               (size - 1) / (size - 1 + exp_epsilon ** rows))


def exponential_failure(size: int, rows: int, exp_epsilon: Number) -> Fraction:
    """Return the failure of the exponential mechanism for interior points: its exact worst case over all databases.

    Parameters
    ----------
    size : int
        The domain is ``0..size - 1``; at least 1.
    rows : int
        Elements of the database, at least 0 (of which no answer is an interior point).
    exp_epsilon : number of at least 1
        The weight of a point of score q is ``exp_epsilon ** q``.

    Notes
    -----
    The worst database is two adjacent points of multiplicities ``ceil(rows/2)`` and ``floor(rows/2)``, or, for few rows
    or two points, a single repeated point: next to a median x with ``a = #{s <= x} <= #{s >= x}`` the point ``x + 1``,
    if the database reaches beyond x, has score at least ``rows - a``, and ``e^a + e^(rows - a)`` is least at the even
    split.  With rows of a few thousand use :func:`exponential_failure_bracket`.

    References
    ----------
    KLMNS20, proof of Lemma 3.8 (base case); reconstructed.

    Examples
    --------
    >>> exponential_failure(4, 8, 2), exponential_failure(2, 1, 2), exponential_failure(3, 0, 2)
    (Fraction(1, 17), Fraction(1, 3), Fraction(1, 1))
    """
    return Fraction(worst_base(size, rows, exp_epsilon) if rows else 1)


def exponential_failure_bracket(domain_bits: int, rows: int, epsilon: Number | Bracket, bits: int = 256,
                                threshold: int | None = None) -> Bracket:
    """Bracket the exponential mechanism's worst failure on ``2^domain_bits`` points, for domains of any size.

    Parameters
    ----------
    epsilon : exact number or Bracket
        The weight of a point of score q is ``e^(epsilon q)``.
    threshold : int, optional
        The score of "no answer", if that takes part; it is a failure, too.

    Examples
    --------
    >>> exponential_failure_bracket(64, 92, 1).upper < Fraction(1, 10) < exponential_failure_bracket(64, 91, 1).lower
    True
    """
    count, n = as_integer(domain_bits, "domain_bits", least=0), as_integer(rows, "rows", least=0)
    low, high = (epsilon.lower, epsilon.upper) if isinstance(epsilon, Bracket) else (as_fraction(epsilon),) * 2
    if n == 0:
        return as_bracket(1)

    def failure(outside: int, halves: tuple[int, ...]) -> Callable[[], Ball]:
        def ratio() -> Ball:
            bad = ball(2) ** count - outside + (0 if threshold is None else (ball(low, high) * threshold).exp())
            odds = sum((ball(low, high) * part).exp() for part in halves) / bad
            return ball(0, Fraction(1, TINY)) if odds > TINY else 1 / (1 + odds)

        return ratio

    ends = [bracket_of(failure(1, (n,)), bits)] if count or threshold is not None else [as_bracket(0)]
    if count > 1 or (count and threshold is not None):
        ends.append(bracket_of(failure(2, (n - n // 2, n // 2)), bits))
    return Bracket(max(Fraction(0), *(end.lower for end in ends)), min(Fraction(1), max(end.upper for end in ends)))


def exponential_rows(domain_bits: int, epsilon: Number | Bracket, beta: Number, threshold: int | None = None) -> int:
    """Return the least number of rows with which the exponential mechanism fails with probability at most beta.

    Parameters
    ----------
    domain_bits : int
        The domain is ``0..2^domain_bits - 1``; 2^64 bits are no problem.
    epsilon : positive number or Bracket
        The weight of a point of score q is ``e^(epsilon q)``: epsilon-private under ``add_remove_one`` and
        ``2 epsilon``-private under ``replace_one``.
    beta : number in (0, 1)
    threshold : int, optional
        The score of "no answer", if that takes part.

    Notes
    -----
    Exact worst case over all databases (:func:`exponential_failure_bracket`), about
    ``(2/epsilon) ln(2^domain_bits (1/beta - 1) / 2)``.

    Examples
    --------
    >>> tenth = Fraction(1, 10)
    >>> [exponential_rows(64, e, tenth) for e in (1, Fraction(1, 2))], exponential_rows(1 << 20, 1, tenth)
    ([92, 184], 1453639)
    """
    bits = 256 + 2 * as_integer(domain_bits, "domain_bits", least=0).bit_length()
    wanted = as_inner_probability(beta, "beta")
    if as_bracket(epsilon).lower <= 0:
        raise ValueError(f"epsilon must be positive, got {epsilon}")

    def enough(rows: int) -> bool:
        return is_at_most(exponential_failure_bracket(domain_bits, rows, epsilon, bits, threshold), wanted)

    return least_integer(enough, 1)
