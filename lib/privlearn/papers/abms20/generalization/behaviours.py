"""ABMS20, Section 2.1.3: the number of behaviours of a class on a sample."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, classes_up_to_symmetry
from privlearn.dimensions import sauer_bound, vc_dimension
from privlearn.exact import Bracket, exp_bracket
from privlearn.papers.abms20.generalization import claim

claim("ABMS20-2.1.3.sauer", kind="inequality", section="2.1.3 Technical overview",
      title="A class has at most (e |S| / VC)^VC behaviours on a sample S",
      note="Up to 200 points 2.33 would do in place of e.",
      erratum_kind="false", repaired=True,
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


def power_bound(points: int, dimension: int) -> Bracket:
    e = exp_bracket(dimension)
    return e * Fraction(points, dimension) ** dimension


@check("ABMS20-2.1.3.sauer", grade="certified", quantifier="1 <= d <= n <= 200, with a rational number below e in "
       "place of e (and that it is below e); quotients rounded up to multiples of 2^-40",
       says="C(n, <=d) is less than (b n/d)^d, where the rational b = 1264/465 is below e")
@verifier(lambda base, n, d: base > exp_bracket(1).lower if n == "e" else (
    sum(comb(n, k) for k in range(d + 1)) >= (base * n / d) ** d))
@sabotage("23/10 in place of e", Fraction(23, 10))
@sabotage("2 in place of e", Fraction(2))
@sabotage("272/100, above e", Fraction(272, 100))
@judged("<")
def binomial_sum_is_below_the_power(base: Fraction = Fraction(1264, 465)):
    yield ("e", 0), base, exp_bracket(1)
    for n in range(1, 201):
        for d, total in enumerate(accumulate(comb(n, k) for k in range(n + 1))):
            if d:
                above, below = total * (base.denominator * d) ** d, (base.numerator * n) ** d
                yield (n, d), Fraction(-(-(above << 40) // below), 1 << 40), 1


@check("ABMS20-2.1.3.sauer", grade="certified", quantifier="|S| = 1, VC = 4..60: below the two behaviours of one point",
       says="{(e/VC)^VC} is less than {the number 2 of behaviours on one point}")
@verifier(lambda power, d: power(1, d).lower >= 2)
@sabotage("the binomial sum, which is never below 2",
          lambda n, d: Bracket(Fraction(sauer_bound(n, d)), Fraction(sauer_bound(n, d))))
def without_the_condition_the_power_is_below_two(power=power_bound) -> Verdict:
    return judge("<", ((d, power(1, d), 2) for d in range(4, 61)))
