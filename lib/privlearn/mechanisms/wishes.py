"""What a planner is asked for: privacy, failure and a domain, refused where no plan could be proved.

>>> from privlearn.mechanisms import add_remove_one
>>> checked_wishes(8, add_remove_one, 1, Fraction(1, 100), Fraction(1, 10))[2]
(Fraction(1, 1), Fraction(1, 100), Fraction(1, 10))
"""

from fractions import Fraction

from privlearn.exact import as_fraction, as_integer
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.mechanisms.neighbours import Relation, add_remove_one, is_replacement, replace_one


def checked_goal(epsilon: Number, delta: Number, beta: Number) -> tuple[Fraction, Fraction, Fraction]:
    """Return epsilon in (0, 20], delta and beta in (0, 1) as fractions; a ``ValueError`` for anything else.

    Below 2^-40 and 2^-1000 they are refused, too: plans are sought in floats before they are proved.

    Examples
    --------
    >>> checked_goal(1, Fraction(1, 100), Fraction(1, 10))
    (Fraction(1, 1), Fraction(1, 100), Fraction(1, 10))
    """
    wanted, leak = as_fraction(epsilon, "epsilon"), as_inner_probability(delta, "delta")
    failure = as_inner_probability(beta, "beta")
    if not 0 < wanted <= 20:
        raise ValueError(f"epsilon must be positive and at most 20, got {wanted}")
    for name, number, bits in (("epsilon", wanted, 40), ("delta", leak, 1000), ("beta", failure, 1000)):
        if number < Fraction(1, 1 << bits):
            raise ValueError(f"{name} must be at least 2^-{bits}")
    return wanted, leak, failure


def checked_wishes(domain_bits: int, neighbours: Relation, epsilon: Number, delta: Number,
                   beta: Number) -> tuple[int, Relation, tuple[Fraction, Fraction, Fraction]]:
    """Return what a planner is asked for, checked: bits, the relation, and (epsilon, delta, beta).

    Raises
    ------
    ValueError
        If one of them is out of its range.

    Examples
    --------
    >>> checked_wishes(8, add_remove_one, 21, Fraction(1, 100), Fraction(1, 10))
    Traceback (most recent call last):
        ...
    ValueError: epsilon must be positive and at most 20, got 21
    """
    relation = replace_one if is_replacement(neighbours) else add_remove_one
    return as_integer(domain_bits, "domain_bits", least=1), relation, checked_goal(epsilon, delta, beta)
