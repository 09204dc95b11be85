"""Representations of a composed class: draw one set of hypotheses for each part, and compose all their tuples.

Definitions
-----------
The *product* of probabilistic representations ``R_1, ..., R_k`` by a rule G draws the sets ``H_i`` from ``R_i``
independently; its set is ``{G(h_1, ..., h_k) : h_i in H_i}``.  Errors add up at most, and so do the chances to miss: if
``R_i`` misses ``H_i`` at the error ``e_i`` with probability at most ``d_i``, the product misses ``G(H_1, ..., H_k)`` at
``e_1 + ... + e_k`` with probability at most ``d_1 + ... + d_k``.  Its sets are as large as the product of the sizes.

>>> from fractions import Fraction
>>> one = ProbabilisticRepresentation(((Fraction(1), ((0, 1), (1, 1))),))
>>> product_representation(8, [one, one]).branches
((Fraction(1, 1), ((0, 1), (1, 1))),)
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from privlearn.concepts.aggregation import as_rule, value_of_rule
from privlearn.dimensions.representation.probabilistic import ProbabilisticRepresentation


def product_representation(rule: int,
                           parts: Sequence[ProbabilisticRepresentation]) -> ProbabilisticRepresentation:
    """Return the product of the representations.

    Parameters
    ----------
    rule : int
        Truth table of G in as many arguments as there are parts.
    parts : sequence of ProbabilisticRepresentation
        At least one, all on the same points.

    Returns
    -------
    ProbabilisticRepresentation
        Equal hypotheses within a set are listed once, equal sets are joined.

    Raises
    ------
    ValueError
        If there is no part, the rule does not fit or the numbers of points differ.

    Notes
    -----
    Cost: the product of the numbers of branches, times the product of their sizes.

    References
    ----------
    ABMS20, Section 2 (after Theorem 2.3).

    Examples
    --------
    >>> coin = ProbabilisticRepresentation(((Fraction(1, 2), ((0,),)), (Fraction(1, 2), ((1,),))))
    >>> [(str(weight), hypotheses) for weight, hypotheses in product_representation(0b1000, [coin, coin]).branches]
    [('3/4', ((0,),)), ('1/4', ((1,),))]
    """
    if not parts or len({part.points for part in parts}) != 1:
        raise ValueError(f"parts must be representations on the same points, at least one, got points "
                         f"{[part.points for part in parts]}")
    table = as_rule(rule, len(parts))
    joined: dict[tuple[tuple[int, ...], ...], Fraction] = {}
    for chosen in product(*(part.branches for part in parts)):
        weight = Fraction(1)
        for share, _ in chosen:
            weight *= share
        made = {tuple(value_of_rule(table, *values) for values in zip(*functions, strict=True))
                for functions in product(*(hypotheses for _, hypotheses in chosen))}
        key = tuple(sorted(made))
        joined[key] = joined.get(key, Fraction(0)) + weight
    return ProbabilisticRepresentation(tuple((weight, key) for key, weight in joined.items()))
