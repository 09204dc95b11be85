"""ABMS20, Section 2.1.3: the number of behaviours of a class on a sample."""

from collections.abc import Iterator
from math import comb, lgamma, log
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage
from privlearn.concepts import ConceptClass, classes_up_to_symmetry
from privlearn.dimensions import sauer_bound, vc_dimension
from privlearn.exact.brackets import as_bracket
from privlearn.learners.relabeling.accuracy import growth_power
from privlearn.papers.abms20.generalization import claim

claim("ABMS20-2.1.3.sauer", kind="inequality", section="2.1.3 Technical overview",
      title="A class has at most (e |S| / VC)^VC behaviours on a sample S",
      formulas=(growth_power,), erratum_kind="false", repaired=True,
      erratum="The condition |S| >= VC(H) >= 1 is missing. For VC = 10 and one point the right side is (e/10)^10, "
              "below 1, yet two behaviours exist. C(|S|, <= VC) always holds.")


@check("ABMS20-2.1.3.sauer", grade="exhaustive", quantifier="all 65535 classes on 4 points (up to symmetry), all 15 "
       "non-empty sets of points; the 2^16 + 1 initial segments of 2^16 points on a sample of 100 of them",
       says="{the number of behaviours on the sample} is at most {C(|S|, <=VC)}")
@sabotage("the empty set left out of the sum", lambda points, d: sauer_bound(points, d) - 1)
def behaviours_are_at_most_the_binomial_sum(bound=sauer_bound) -> Verdict:
    listed = list(classes_up_to_symmetry(4))

    def cases() -> Iterator[Any]:
        for concepts, _ in listed:
            rows, d = concepts.rows(), vc_dimension(concepts)
            for mask in range(1, 16):
                points = tuple(x for x in range(4) if mask >> x & 1)
                yield (rows, points), len({tuple(h[x] for x in points) for h in rows}), bound(len(points), d)
        sample = tuple(7919 * k % 2**16 for k in range(100))
        behaviours = {row.tobytes() for row in np.greater.outer(np.arange(2**16 + 1), sample)}
        seen = ConceptClass.from_matrix([list(row) for row in sorted(behaviours)])
        yield ("segments", sample), len(behaviours), bound(len(sample), vc_dimension(seen))

    return covering(judge("<=", cases()), 15 * sum(orbit for _, orbit in listed) + 1)

def refutes_behaviours_are_at_most_the_binomial_sum(bound, rows, points):
    if rows == "segments":
        return bound(len(points), 1) < len({sum(x < t for x in points) for t in range(2**16 + 1)})
    behaviours = {tuple(h[x] for x in points) for h in rows}
    sets = [[x for x in range(4) if mask >> x & 1] for mask in range(16)]
    shattered = max(len(s) for s in sets if len({tuple(h[x] for x in s) for h in rows}) == 2 ** len(s))
    return len(behaviours) > bound(len(points), shattered)


@check("ABMS20-2.1.3.sauer", grade="certified", quantifier="the instances of the formula, VC up to 1000 and |S| up to "
       "10^9, and 1 <= VC <= |S| <= 100: the sets of at most VC points, those of exactly VC for |S| = 10^9",
       says="{the number of sets of at most VC points of S} is at most {(e |S|/VC)^VC}")
@judged("<=")
def sets_of_few_points_are_at_most_the_power(power=growth_power):
    small = ((n, d) for n in range(1, 101) for d in range(1, n + 1))
    for n, d in (*power.instances(), *small):
        yield (n, d), sum(comb(n, k) for k in range(d + 1)) if n < 10**9 else comb(n, d), power(n, d)

def refutes_sets_of_few_points_are_at_most_the_power(power, n, d):
    low, high = as_bracket(power(n, d)).lower, as_bracket(power(n, d)).upper
    if n <= 100:
        return sum(comb(n, k) for k in range(min(d, n) + 1)) > high
    few = lgamma(n + 1) - lgamma(d + 1) - lgamma(n - d + 1)  # sets of exactly d points
    return low <= 0 or few > log(low.numerator) - log(low.denominator)
