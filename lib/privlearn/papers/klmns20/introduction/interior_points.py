"""KLMNS20, Definition 1.1: the interior point problem, and the exponential mechanism's exact worst case for it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.learners.interior_point import interior_score, is_interior_point
from privlearn.learners.interior_point.problem import exponential_failure
from privlearn.mechanisms import from_scores, multiset_databases
from privlearn.papers.klmns20.introduction import claim

claim("KLMNS20-1.1", kind="definition", title="Interior point problem",
      note="Beside the definition: the exact worst case of the exponential mechanism for this problem, which is two "
           "adjacent points with half of the rows each, not the constant database. The proof is on the page.")


@check("KLMNS20-1.1", grade="exhaustive",
       quantifier="all multisets of 1..6 points of 0..7 and all answers; six pairs on 2^(2^20) points",
       says="a point is interior exactly if its score is at least 1")
@verifier(lambda rule, database, x: rule(x, database) != (x in range(min(database), max(database) + 1)))
@sabotage("strictly between the smallest and the largest", lambda x, database: min(database) < x < max(database))
@sabotage("only elements of the database", lambda x, database: x in database)
def score_is_positive_exactly_inside(rule=is_interior_point) -> Verdict:
    top = (1 << (1 << 20)) - 1

    def cases() -> Iterator[Any]:
        for rows in range(1, 7):
            for database in multiset_databases(range(8), rows):
                yield from ((database, x, rule(x, database), interior_score(x, database) >= 1) for x in range(8))
        for database in ((0, top), (top, top), (top >> 1, top)):
            yield from (((), k, rule(x, database), interior_score(x, database) >= 1)
                        for k, x in enumerate((top >> 1, top)))

    return judge("==", (((database, x), left, right) for database, x, left, right in cases()))


WORST_GRID = ((4, 8), (5, 4), (6, 5), (7, 6), (8, 5), (2, 3), (3, 1), (3, 2))


def mechanism_failure(size: int, database: tuple[int, ...], exp_epsilon: Fraction) -> Fraction:
    """Return the exponential mechanism's probability of an answer outside the database's range."""
    law = from_scores({x: interior_score(x, database) for x in range(size)}, exp_epsilon).exact()
    return sum((w for x, w in law.items() if not is_interior_point(x, database)), Fraction(0))


@check("KLMNS20-1.1", grade="exact",
       quantifier="all multisets for (|X|, n) in {(4,8), (5,4), (6,5), (7,6), (8,5), (2,3), (3,1), (3,2)}, weight "
                  "3/2 or 2 to the score",
       says="{the exponential mechanism's largest failure} equals {the closed form for two adjacent or equal points}")
@sabotage("only constant databases", lambda size, rows, ratio: (size - 1) / (size - 1 + ratio**rows))
@sabotage("two adjacent points, all others counted as answers",
          lambda size, rows, ratio: (size - 2) / (size + ratio ** (rows - rows // 2) + ratio ** (rows // 2)))
@sabotage("the uneven row of an odd number left out",
          lambda size, rows, ratio: exponential_failure(size, rows - rows % 2 or rows, ratio))
@judged("==")
def worst_case_of_the_exponential_mechanism(worst=exponential_failure):
    for (size, rows), ratio in product(WORST_GRID, (Fraction(3, 2), Fraction(2))):
        failures = {d: mechanism_failure(size, d, ratio) for d in multiset_databases(range(size), rows)}
        found = max(failures, key=lambda d: failures[d])
        yield (size, ratio, found), failures[found], worst(size, rows, ratio)

def refutes_worst_case_of_the_exponential_mechanism(worst, size, ratio, database):

    def failure(points: tuple[int, ...]) -> Fraction:
        weight = [ratio ** min(sum(s <= x for s in points), sum(s >= x for s in points)) for x in range(size)]
        return 1 - Fraction(sum(weight[points[0] : points[-1] + 1]), sum(weight))

    listed = combinations_with_replacement(range(size), len(database))
    return worst(size, len(database), ratio) != max(failure(points) for points in listed)
