"""ABMS20, Section 5: Claim 5.4, the chosen concept is good; few patterns, and the union over the bad ones."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.dimensions.sweeps import vc_of_all_classes
from privlearn.exact import Bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, exp, formula
from privlearn.learners.relabeling import enough_rows
from privlearn.learners.relabeling.accuracy import (chosen_above_bracket, growth_power, growth_sum, hard_segment_data,
                                                    hard_segment_scores)
from privlearn.papers.abms20.relabeling_accuracy import claim
from privlearn.papers.abms20.relabeling_accuracy.instances import power

claim("ABMS20-5.4", kind="claim", section="5 Private agnostic learning and closure of private learning",
      title="Relabelling finds a near-optimal hypothesis", uses=("ABMS20-5.alg2", "ABMS20-3.7"),
      erratum_kind="false", repaired=True,
      erratum="Slip in the side conditions: the claim needs |S| >= VC(H) >= 1. On the cube on 4 or more points with "
              "a single row the printed hypothesis holds for a beta below the exact failure probability. With "
              'C(|S|,0) + ... + C(|S|,VC) in place of (e|S|/VC)^VC no condition is needed. In the proof, "q(D,h) > '
              'min + alpha" must read "> min + alpha |D|".', formulas=(enough_rows,))


def rows_of(number: Bracket | Fraction) -> int:
    """Return the least number of rows, at least 1, that is no less."""
    return max(math.ceil(as_bracket(number).upper), 1)


def chance_exceeds(bound, alpha: Fraction, d: int, scored: int, rows: int, scores: tuple[int, ...]) -> bool:
    """Tell whether a score is certainly above the least by more than alpha |D| with a chance above the bound."""
    weights = [(power(Fraction(min(scores) - s, 2)), s - min(scores) > alpha * scored) for s in scores]
    bad = sum((weight.lower for weight, far in weights if far), Fraction(0))
    good = sum((weight.upper for weight, far in weights if not far), Fraction(0))
    return bool(bad / (bad + good) > bound(alpha, d, scored, rows).upper)


def by_definition(scores: tuple[int, ...], slack: Fraction) -> Bracket:
    """Return the chance that a score above the least by more than the slack is chosen, e^{-q/2} its weight."""
    least, zero = min(scores), Bracket(Fraction(0), Fraction(0))
    bad, good = (sum((power(Fraction(least - q, 2)) for q in scores if (q - least > slack) == side), start=zero)
                 for side in (True, False))
    return bad / (bad + good)


@check("ABMS20-5.4", grade="certified", quantifier="all lists of 1 to 3 scores in 0..3, slack 0, 1/2, 1, 2, 3, that is "
       "also at equality: the brackets of the chance of a bad choice against the definition, and narrower than 10^-9",
       says="the bracket of the chance meets that of the definition, and is at most 10^-9 wide")
@sabotage("a score above by exactly the slack is bad", lambda scores, slack: chosen_above_bracket(
    [q if q - min(scores) != slack or not slack else q + 1 for q in scores], slack))
@sabotage("the exponent without the half", lambda scores, slack: chosen_above_bracket(
    [2 * q for q in scores], 2 * slack))
@judged("<=")
def chance_of_a_bad_choice_is_that_of_the_definition(chance=chosen_above_bracket):
    for scores in (s for size in (1, 2, 3) for s in product(range(4), repeat=size)):
        for slack in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)):
            found, expected = chance(scores, slack), by_definition(scores, slack)
            yield (scores, slack, "above"), expected.lower, found.upper
            yield (scores, slack, "below"), found.lower, expected.upper
            yield (scores, slack, "width"), found.upper - found.lower, Fraction(1, 10**9)

def refutes_chance_of_a_bad_choice_is_that_of_the_definition(chance, scores, slack, _):
    weights = [math.exp(-q / 2) for q in scores]
    bad = sum(w for w, q in zip(weights, scores, strict=True) if q > min(scores) + slack) / sum(weights)
    found = chance(scores, slack)
    return not float(found.lower) - 1e-9 < bad < float(found.upper) + 1e-9


def errors_of_segments(data: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the errors of the initial segments, from the empty one to that of all points of the data."""
    return [sum((x < end) != y for x, y in data) for end in range(2 + max(x for x, _ in data))]


@check("ABMS20-5.4", grade="exhaustive",
       quantifier="|D| = 1..12, every slack below |D|: all initial segments on the hard database",
       says="{the errors that each segment has more than the empty one} equal {the slack and 1, and 1 more at a last "
            "single row}, on |D| rows")
@sabotage("a zero of the first point fewer", lambda rows, slack: hard_segment_data(rows, max(slack - 1, 0)))
@sabotage("a pair has its label 1 alone",
          lambda rows, slack: tuple((x, int(x > 0)) for x, _ in hard_segment_data(rows, slack)))
@judged("==")
def all_segments_but_one_are_worse_by_just_more_than_the_slack(data=hard_segment_data):
    for rows in range(1, 13):
        for slack in range(rows):
            listed, pairs = data(rows, slack), (rows - slack - 1) // 2
            errors = errors_of_segments(listed)
            more = [slack + 1] * (pairs + 1) + [slack + 2] * ((rows - slack - 1) % 2)
            yield (rows, slack), (len(listed), errors[0], [e - errors[0] for e in errors[1:]]), (rows, pairs, more)

def refutes_all_segments_but_one_are_worse_by_just_more_than_the_slack(data, rows, slack):
    listed = data(rows, slack)
    zeros, ones = Counter(x for x, y in listed if not y), Counter(x for x, y in listed if y)
    points = sorted(zeros | ones)
    found = [sum(zeros[x] for x in points[:k]) + sum(ones[x] for x in points[k:]) for k in range(len(points) + 1)]
    best, second, *_ = sorted(found)
    return len(listed) != rows or best != found[0] or second != best + slack + 1 or max(found) > second + 1


HARD = tuple((rows, slack, others) for rows in range(1, 8) for slack in range(rows) for others in range(3))


def errors_beside_others(rows: int, slack: int, others: int) -> tuple[int, ...]:
    """Return the errors of the segments on the hard data, T having ``others`` points next to the point 0."""
    found = errors_of_segments(tuple((x + others if x else 0, y) for x, y in hard_segment_data(rows, slack)))
    return tuple(found if len(found) > 2 else found + found[-1:] * others)  # D may have the point 0 alone


@check("ABMS20-5.4", grade="exhaustive",
       quantifier="1 to 7 rows, every slack, 0 to 2 further points: the errors row by row; sums of binomial "
                  "coefficients for 0 to 6 points and dimensions 0 to 7: all sets with at most so many points",
       says="segments err on the hard data as they are said to, and the growth sum counts the small sets")
@sabotage("T has no points", (lambda rows, slack, others: hard_segment_scores(rows, slack, 0), growth_sum))
@sabotage("the largest sets are left out", (hard_segment_scores, lambda n, d: growth_sum(n, max(d - 1, 0))))
@judged("==")
def scores_and_sums_are_counted(tools=(hard_segment_scores, growth_sum)):
    scores, sets = tools
    for case in HARD:
        yield case, scores(*case), errors_beside_others(*case)
    for n, d in product(range(7), range(8)):
        yield (n, d), sets(n, d), sum(mask.bit_count() <= d for mask in range(1 << n))

def refutes_scores_and_sums_are_counted(tools, witness):
    if len(witness) == 2:
        n, d = witness
        return tools[1](n, d) != len({frozenset(few) for k in range(d + 1) for few in combinations(range(n), k)})
    rows, slack, others = witness
    found = tools[0](*witness)
    pairs = (rows - slack - 1) // 2
    wrong = slack + 1 + pairs  # beyond the first point every segment errs on its zeros, and on one row of each pair
    return len(found) != 2 + others + (rows - slack) // 2 or found[0] != pairs or min(found[1:]) < wrong


claim("ABMS20-5.4.eq-sauer", kind="inequality", section="5, proof of Claim 5.4", step_of="ABMS20-5.4",
      title="Size of the pattern set", uses=("ABMS20-2.1.3.sauer",), formulas=(growth_power,),
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


@check("ABMS20-5.4.eq-sauer", grade="certified",
       quantifier="all 65,535 classes on 4 points with VC >= 1, all sets P of points, all |S| from max(|P|, VC) to 6; "
                  "the instances of the formula, |S| up to 10^9: the functions with at most VC ones",
       says="{the largest number of patterns on P} is at most {(e|S|/VC)^VC}",
       reason="e is enclosed between rationals; a multiset S enters by its points and its size only.")
def patterns_are_at_most_the_power(bound=growth_power) -> Verdict:
    cases = [((d, p, s), most, bound(s, d)) for (d, p), most in largest_patterns().items() for s in range(max(d, p), 7)]
    large = (((d, s, s), growth_sum(s, d), bound(s, d)) for s, d in bound.instances())
    return counted(judge("<=", (*cases, *large)), 16 * (2**16 - 1))

def refutes_patterns_are_at_most_the_power(bound, d, p, s):
    return sum(math.comb(p, j) for j in range(d + 1)) > as_bracket(bound(s, d)).upper  # functions with at most d ones


@formula("at most", tex={"patterns": r"|\Pi_{\mathcal H}(P)|", "scored": "|D|"},
         corners={"patterns": (2, 1000), "alpha": (Fraction(1, 100), Fraction(1, 2), Fraction(2)),
                  "scored": (1, 100, 10**4)})
def bad_pattern_bound(patterns: int, alpha: Value, scored: int) -> Value:
    """Return a bound of the chance of a pattern that is bad by more than ``alpha |D|``."""
    return patterns * exp(-alpha * scored / 2)


claim("ABMS20-5.4.eq-tail", kind="inequality", section="5, proof of Claim 5.4", step_of="ABMS20-5.4",
      title="Tail bound of the chosen pattern", uses=("ABMS20-3.11",), formulas=(bad_pattern_bound,))
