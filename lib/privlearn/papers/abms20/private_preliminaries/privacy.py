"""ABMS20, Section 3.2: differential privacy and private learners (Definitions 3.3 and 3.10)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.laws import hockey_stick, worst_ratio
from privlearn.learning import grid_distributions
from privlearn.mechanisms import all_databases, randomised_response, replace_one
from privlearn.papers.abms20.private_preliminaries import claim

Table = dict[Any, Fraction]

claim("ABMS20-3.3", kind="definition", uses=("BBKN14-2.1",),
      title="(epsilon, delta)-differential privacy under replacement of one entry",
      note="Privacy parameters are ratios e^epsilon, rational numbers here.")


def table_pairs() -> Iterator[tuple[Table, Table, int]]:
    """Yield pairs of laws and a ratio: all on a grid over 3 outcomes, and 200 with 10 outcomes."""
    grid = [dict(enumerate(law)) for law in grid_distributions(3, 6)]
    yield from product(grid, grid, (1, 2, 4))
    for seed in range(200):
        weights = [[(37 * (k + 3) ** 3 * (seed + 5) + 11 * seed * k + side * 7 * k * k) % 211 for k in range(10)]
                   for side in (1, 2)]
        left, right = ({k: Fraction(w, sum(row)) for k, w in enumerate(row)} for row in weights)
        yield left, right, 1 + seed % 3


def largest_excess(left: Table, right: Table, ratio: int) -> Fraction:
    """Return the maximum of ``P(F) - ratio Q(F)`` over all events F, each by its own sum."""
    unit, sums = lcm(*(p.denominator for p in (*left.values(), *right.values()))), [0]
    for o in left:
        gain = int(unit * (left[o] - ratio * right[o]))
        sums += [s + gain for s in sums]
    return Fraction(max(sums), unit)


@check("ABMS20-3.3", grade="exhaustive",
       quantifier="all pairs of laws with denominator 6 on 3 outcomes and 200 pairs on 10 outcomes (numerators from "
                  "a fixed congruence); e^epsilon = 1, 2, 3, 4; all 2^k events",
       says="{the least delta of two laws P and Q} equals {the largest P(F) - e^epsilon Q(F) over events F}")
@sabotage("single outcomes only",
          lambda p, q, ratio: (max(max(p[o] - ratio * q.get(o, Fraction(0)) for o in p), Fraction(0)), None))
def least_delta_is_the_maximum_over_all_events(stick=hockey_stick) -> Verdict:
    return judge("==", ((case, stick(*case)[0], largest_excess(*case)) for case in table_pairs()))

def refutes_least_delta_is_the_maximum_over_all_events(stick, left, right, ratio):
    event = [o for o in left if left[o] > ratio * right[o]]
    return sum(left[o] for o in event) - ratio * sum(right[o] for o in event) > stick(left, right, ratio)[0]


TRUTHS = (Fraction(1, 2), Fraction(2, 3), Fraction(3, 4), Fraction(9, 10))


@check("ABMS20-3.3", grade="exact",
       quantifier="one bit told truly with probability 1/2, 2/3, 3/4, 9/10, on each of 1, 2, 3 rows: all ordered "
                  "neighbouring pairs",
       says="{the worst ratio over two neighbours} equals {p/(1 - p), p the chance of the truth}")
@sabotage("the truth with the mean of p and 1/2", lambda truth: randomised_response((truth + Fraction(9, 10)) / 2))
def randomised_response_loses_exactly_epsilon(make=randomised_response) -> Verdict:
    return judge("==", (((truth, left, right), worst_ratio(make(truth)(left), make(truth)(right))[0],
                         truth / (1 - truth))
                        for truth in TRUTHS for m in (1, 2, 3)
                        for left, right in replace_one(all_databases((0, 1), m))))

def refutes_randomised_response_loses_exactly_epsilon(make, truth, left, right):
    p, q = make(truth)(left).exact(), make(truth)(right).exact()
    return max(p[o] / q[o] for o in p) * (1 - truth) != truth


claim("ABMS20-3.10", kind="definition", uses=("ABMS20-3.3", "ABMS20-3.5"), same_as=("BBKN14-2.5",),
      title="Private PAC learner: private on all databases, accurate on honest samples",
      difference="Approximate privacy is allowed; the shared checks are for delta = 0.")


claim("ABMS20-3.10.note", kind="remark", status="checked",
      reason="a remark on the definition; an exercise asks for a mechanism that is private on realisable databases "
             "only",
      uses=("ABMS20-3.10",), same_as=("BBKN14-2.6",),
      title="Utility is average case, privacy is worst case")
