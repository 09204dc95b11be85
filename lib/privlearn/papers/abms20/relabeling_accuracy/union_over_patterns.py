"""ABMS20, Section 5, proof of Claim 5.4: few patterns, and the union over the bad ones."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.dimensions.sweeps import vc_of_all_classes
from privlearn.exact import Bracket
from privlearn.exact.brackets import as_bracket
from privlearn.learners.relabeling.accuracy import growth_power, growth_sum, hard_segment_scores
from privlearn.papers.abms20.relabeling_accuracy import claim
from privlearn.papers.abms20.relabeling_accuracy.instances import ALPHAS, power, small_instances, tail

claim("ABMS20-5.4.eq-sauer", kind="inequality", section="5, proof of Claim 5.4", step_of="ABMS20-5.4",
      title="Size of the pattern set", uses=("ABMS20-2.1.3.sauer",),
      erratum_kind="step", repaired=True,
      erratum="Slip: the intermediate bound (e|P|/VC)^VC may fail for |P| < VC, which repeated points allow; smallest "
              "case |P| = 1, VC = 2: two patterns, and (e/2)^2 < 2. The outer bound, with |S| >= VC, is right.")


@cache
def largest_patterns() -> dict[tuple[int, int], int]:
    """Return (VC, |P|) -> the most patterns that a class on 4 points with this dimension has on |P| of the points."""
    dimension, numbers = np.asarray(vc_of_all_classes(4)), np.arange(1 << 16)
    found: dict[tuple[int, int], int] = {}
    for size in range(5):
        for chosen in combinations(range(4), size):
            masks: dict[tuple[int, ...], int] = {}
            for f in range(16):
                key = tuple(f >> x & 1 for x in chosen)
                masks[key] = masks.get(key, 0) | 1 << f
            many = sum((numbers & mask != 0).astype(int) for mask in masks.values())
            for d in range(1, 5):
                found[d, size] = max(found.get((d, size), 0), int(np.max(many[dimension == d])))
    return found


def allowed_sizes(dimension: int, points: int) -> range:
    """Return the sizes of S, up to 6, for |P| points: at least |P|, 1 and the dimension."""
    return range(max(dimension, points, 1), 7)


@check("ABMS20-5.4.eq-sauer", grade="certified",
       quantifier="all 65,535 classes on 4 points with VC >= 1, all sets P of points, all |S| from max(|P|, VC) to 6",
       says="{the largest number of patterns on P} is at most {(e|S|/VC)^VC}",
       reason="e is enclosed between rationals; a multiset S enters by its points and its size only.")
@sabotage("also for |S| < VC", lambda d, p: range(max(p, 1), 7))
def patterns_are_at_most_the_power(sizes=allowed_sizes) -> Verdict:
    return counted(judge("<=", (((d, p, s), most, growth_power(s, d)) for (d, p), most in largest_patterns().items()
                                for s in sizes(d, p))), 16 * (2**16 - 1))

def refutes_patterns_are_at_most_the_power(sizes, witness):
    d, p, s = witness  # the cube on d points has 2^p patterns on p of them
    return p <= d and s in sizes(d, p) and 2**p * Fraction(d, s) ** d > power(d).upper


@check("ABMS20-5.4.eq-sauer", grade="certified",
       quantifier="|P| = 1 and VC = 2, ..., 20 (the cube on VC points): two patterns, more than (e|P|/VC)^VC",
       says="{(e/VC)^VC} is less than {the number 2 of patterns on one point}")
@verifier(lambda bound, d: as_bracket(bound(1, d)).lower >= len({(h >> 0) & 1 for h in range(2**d)}))
@sabotage("C(|P|,0) + ... + C(|P|,VC), which holds always", growth_sum)
def first_step_fails_for_few_points(bound=growth_power) -> Verdict:
    return judge("<", ((d, as_bracket(bound(1, d)), 2) for d in range(2, 21)))


claim("ABMS20-5.4.eq-tail", kind="inequality", section="5, proof of Claim 5.4", step_of="ABMS20-5.4",
      title="Tail bound of the chosen pattern", uses=("ABMS20-3.11",))


def union_tail(patterns: int, alpha: Fraction, rows: int) -> Bracket:
    """Return ``patterns e^{-alpha rows/2}``."""
    return power(-alpha * rows / 2) * patterns


@check("ABMS20-5.4.eq-tail", grade="certified",
       quantifier="all 255 classes on 3 points (21 up to symmetry), D of 1 to 4 rows, T of at most 2; alpha = 1/4, "
                  "1/2, 3/4; hard databases for initial segments with |D| = 20, 60, 100",
       says="{the chance that the chosen pattern is bad} is at most {e^(-alpha |D|/2) times the number of patterns}",
       reason="e^{-1/2} is enclosed between rationals.")
@sabotage("e^{-alpha |D|}", lambda patterns, alpha, rows: power(-alpha * rows) * patterns)
@judged("<=")
def tail_is_at_most_patterns_times_weight(bound=union_tail):
    for _, scored, _, scores in small_instances():
        for alpha in ALPHAS:
            yield (scores, alpha, scored), tail(scores, alpha * scored), bound(len(scores), alpha, scored)
    for rows in (20, 60, 100):
        scores = hard_segment_scores(rows, rows // 2, rows)
        yield (scores, Fraction(1, 2), rows), tail(scores, Fraction(rows, 2)), bound(len(scores), Fraction(1, 2),
                                                                                     rows)

def refutes_tail_is_at_most_patterns_times_weight(bound, scores, alpha, rows):
    bad = sum((power(Fraction(min(scores) - s, 2)).lower for s in scores if s - min(scores) > alpha * rows),
              Fraction(0))
    good = sum(power(Fraction(min(scores) - s, 2)).upper for s in scores if s - min(scores) <= alpha * rows)
    return bad / (bad + good) > bound(len(scores), alpha, rows).upper
