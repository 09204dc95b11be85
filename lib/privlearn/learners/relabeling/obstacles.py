"""Why relabelling is delicate: two learners that are fine on their own and useless after it.

Definitions
-----------
The *half-fail learner* answers the complement of a good hypothesis whenever exactly half of its labels are 1, and a
good one otherwise.  On independent samples that is rare; after relabelling by a concept that is 1 on exactly half of
the sample it is certain.  The *memorising learner* is right on the points it has seen and wrong on all others.

>>> half_fail_learner(((0, 1), (1, 0)), 3), half_fail_learner(((0, 1), (1, 0), (2, 0)), 3)
((0, 1, 1), (1, 0, 0))
>>> memorising_learner(((0, 1), (2, 0)), (1, 1, 0, 0))
(1, 0, 0, 1)

Source: ABMS20, Section 5 with footnote 8.
"""

from fractions import Fraction
from math import comb

from privlearn.concepts import Concept
from privlearn.exact import as_integer
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms.neighbours import Database


def labels_are_balanced(data: Database) -> bool:
    """Tell whether exactly half of the labels are 1 (true for no rows)."""
    return 2 * sum(y for _, y in data) == len(data)


def half_fail_learner(data: Database, size: int) -> Concept:
    """Return the hypothesis that is 1 where the data say 1, or its complement if exactly half of the labels are 1."""
    check_labelled(data, as_integer(size, "size", least=1))
    found = {x for x, y in data if y}
    wrong = labels_are_balanced(data)
    return tuple(int((x in found) != wrong) for x in range(size))


def memorising_learner(data: Database, target: Concept) -> Concept:
    """Return the target on the points of the data, and its complement elsewhere.

    It knows the target, which makes it worse: its empirical error is 0 if the target has labelled the data, and its
    error on the uniform distribution is one minus the share of the points seen.
    """
    check_labelled(data, len(target))
    seen = {x for x, _ in data}
    return tuple(v if x in seen else 1 - v for x, v in enumerate(target))


def relabelled_by_half(data: Database) -> Database:
    """Return the rows with label 1 on the first half of the distinct points (rounded down), as a threshold does."""
    points = sorted({x for x, _ in data})
    first = set(points[: len(points) // 2])
    return tuple((x, int(x in first)) for x, _ in data)


def balanced_probability(draws: int) -> Fraction:
    """Return the chance that ``draws`` fair labels are balanced: ``C(m, m/2) / 2^m`` for even m, 0 for odd m.

    Examples
    --------
    >>> [str(balanced_probability(m)) for m in (0, 1, 2, 10)]
    ['1', '0', '1/2', '63/256']
    """
    m = as_integer(draws, "draws", least=0)
    return Fraction(comb(m, m // 2), 1 << m) if m % 2 == 0 else Fraction(0)


def relabelling_failures(rows: int) -> tuple[Fraction, Fraction]:
    """Return how often the half-fail learner fails on a relabelled sample of distinct points: as it is, and resampled.

    The sample has ``rows`` distinct points, of which ``rows // 2`` get the label 1.  Resampled means: as many rows
    drawn from it, uniformly, with replacement.

    Examples
    --------
    >>> relabelling_failures(4), relabelling_failures(5)
    ((Fraction(1, 1), Fraction(3, 8)), (Fraction(0, 1), Fraction(0, 1)))
    """
    m = as_integer(rows, "rows", least=1)
    return Fraction(int(m % 2 == 0)), balanced_probability(m)


def least_rows_for(failure: Fraction) -> int:
    """Return the least even number of rows whose balanced probability is at most ``failure``.

    Examples
    --------
    >>> least_rows_for(Fraction(1, 4))
    10
    """
    if not 0 < failure < 1:
        raise ValueError(f"failure must be between 0 and 1, got {failure}")
    m, chance = 0, Fraction(1)
    while chance > failure:
        m += 2
        chance *= Fraction(m - 1, m)
    return m
