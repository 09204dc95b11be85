"""FX15, Section 1: SCDP(C) = O(log |C|), by the exponential mechanism."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, isqrt
from typing import Any

from privlearn.broken.famous_learners import broken_exponential_without_factor_two
from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.concepts import T3, lines, thresholds
from privlearn.exact.fractions import QUARTER
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.selection import private_rows, representation_failure, representation_failure_bound
from privlearn.learning import grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.papers.fx15.private_learning import claim
from privlearn.papers.fx15.private_learning.instances import (LARGE, RATIOS, failure_from_the_definition,
                                                              is_not_rounded_up, rounded_up, share_of)

CLASSES = {"T3": T3, "Thr_2": thresholds(2), "Line_2": lines(2)}


claim("FX15-1.kasi", kind="proposition", uses=("BBKN14-3.2", "FX15-2.2.dp", "FX15-2.2.scdp"),
      title="Every finite class is privately learnable from O(log |C|) samples",
      note="Explicit: ceil(16/(alpha epsilon) ln(4 |C|/delta)) samples for alpha <= 1, with the exponential mechanism "
           "over C. Ratios e^alpha with rational roots. The number is generous by a factor below 16 for large classes.")


def proper_rows(size: int, ratio: Fraction, accuracy: Fraction, confidence: Fraction) -> int:
    """Return ``ceil(16 / (epsilon accuracy) ln(4 |C| / confidence))``."""
    return private_rows(16, 0, size, ratio, accuracy, confidence)


def games() -> Iterator[tuple[str, list[Any], Any, Any, Fraction]]:
    """Yield (name, hypotheses, target, distribution, ratio).

    Three small classes on a full grid; the 1024 thresholds of Thr_10, as they look on 2, 3, 4, 5, 8 points.
    """
    for name, concepts in CLASSES.items():
        for target, weights in product(concepts.rows(), grid_distributions(concepts.size, 8)):
            yield name, concepts.rows(), target, weights, RATIOS[0]
    for weights in grid_distributions(2, 4):
        yield "T3", T3.rows(), (0, 1), weights, RATIOS[1]
    for count in (2, 3, 4, 5, 8):
        seen = [tuple(int(k * 1023 // (count - 1) >= t) for k in range(count)) for t in range(1024)]
        for target in (seen[0], seen[500], seen[1023]):
            yield "Thr_10", seen, target, (Fraction(1, count),) * count, RATIOS[0]


@check("FX15-1.kasi", grade="certified",
       quantifier="epsilon = delta = 1/4, e^alpha = 9/4: T3, Thr_2, Line_2, all targets, all distributions with "
                  "denominator 8; Thr_10 with 3 targets, uniform on 2, 3, 4, 5, 8 points; e^alpha = 81/64: T3, one "
                  "target, denominator 4",
       says="{the failure, or a bound on it} is at most {delta}",
       reason="For T3 the sum over all samples, bracketed to 96 bits; for more points an exact rational upper bound "
              "(a moment bound), as hundreds of rows have too many multisets.")
@sabotage("a hundredth of the rows", make=lambda: share_of(proper_rows, 100))
@judged("<=")
def explicit_rows_are_enough_on_a_grid(rows=proper_rows):
    needed = cache(rows)
    for name, concepts, target, weights, ratio in games():
        n = needed(len(concepts), ratio, QUARTER, QUARTER)
        whole = ((Fraction(1), concepts),)
        failure = representation_failure if name == "T3" else representation_failure_bound
        yield (name, target, weights, ratio, n), failure(whole, target, weights, n, ratio, QUARTER), QUARTER

def refutes_explicit_rows_are_enough_on_a_grid(rows, name, target, weights, ratio, n):
    concepts = CLASSES[name].rows()
    enough = n == rows(len(concepts), ratio, QUARTER, QUARTER)
    return enough and failure_from_the_definition(concepts, target, weights, n, ratio, QUARTER) > QUARTER


def chance_of_a_wrong_one(size: int, ratio: Fraction, accuracy: Fraction, rows: int) -> Fraction:
    """Return ``(|C| - 1) (1 - alpha (1 - e^(-epsilon/2)))^n``, the bound for all targets and all distributions.

    A concept of error above alpha errs on Bin(n, more than alpha) rows, the target on none, so it is drawn with
    probability at most E e^(-epsilon g / 2).
    """
    root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
    return (size - 1) * (1 - accuracy * (1 - 1 / root)) ** rows


@check("FX15-1.kasi", grade="certified",
       quantifier="every class of 2, 4, 16, 2^10, 2^64 concepts, every target and EVERY distribution; epsilon = 1/4, "
                  "1/10, delta = 1/4, e^alpha = 9/4, 81/64",
       says="{(|C| - 1) (1 - epsilon (1 - e^(-alpha/2)))^n} is at most {delta}")
@sabotage("a sixteenth of the rows", make=lambda: share_of(proper_rows, 16))
def explicit_rows_are_enough_for_every_distribution(rows=proper_rows) -> Verdict:
    return judge("<=", (((*case, rows(*case)), chance_of_a_wrong_one(*case[:3], rows(*case)), case[3])
                        for case in LARGE))

def refutes_explicit_rows_are_enough_for_every_distribution(rows, size, ratio, accuracy, confidence, n):
    """A target, and |C| - 1 concepts that all differ from it on one point of mass just above alpha."""
    mass, failure = accuracy + Fraction(1, 1000), Fraction(0)
    root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
    for k in range(n + 1):
        rivals = (size - 1) / root**k
        failure += comb(n, k) * mass**k * (1 - mass) ** (n - k) * rivals / (1 + rivals)
    return n == rows(size, ratio, accuracy, confidence) and failure > confidence


@check("FX15-1.kasi", grade="certified",
       quantifier="the same parameters: ceil(16/(alpha epsilon) ln(4 |C|/delta)) is the number of rows",
       says="the number of rows is 16/(alpha epsilon) ln(4 |C|/delta), rounded up")
@verifier(lambda rows, at: is_not_rounded_up(rows, at[:4], 16, lambda accuracy: 0))
@sabotage("a hundredth more", lambda *case: proper_rows(*case) * 101 // 100)
@sabotage("one row less", lambda *case: proper_rows(*case) - 1)
def rows_are_those_of_the_formula(rows=proper_rows) -> Verdict:
    return judge("<=", rounded_up(rows, LARGE, 16, lambda accuracy: 0))


@cache
def audits(make) -> tuple[Any, ...]:
    """Return the audits of the mechanism over the three classes, with 1 to 4 rows."""
    return tuple((name, n, audit_pure(make(concepts, RATIOS[0]), multiset_databases(labelled_rows(concepts.size), n),
                                      replace_one_unordered))
                 for name, concepts in CLASSES.items() for n in (1, 2, 3, 4))


@check("FX15-1.kasi", grade="exhaustive",
       quantifier="the exponential mechanism over T3, Thr_2, Line_2, e^alpha = 9/4: all multisets of 1 to 4 labelled "
                  "rows, all replacements, all outputs",
       says="{the worst ratio of neighbouring laws} is at most {e^alpha}")
@sabotage("weights e^(alpha q) instead of e^(alpha q / 2)", broken_exponential_without_factor_two)
def output_law_is_private(make=exponential_learner) -> Verdict:
    found = audits(make)
    verdict = judge("<=", (((name, *audit.witness), audit.exp_epsilon, RATIOS[0]) for name, _, audit in found))
    return counted(verdict, sum(audit.pairs for _, _, audit in found))

def refutes_output_law_is_private(make, witness):
    name, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), make(CLASSES[name], RATIOS[0]), RATIOS[0])
