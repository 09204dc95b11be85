"""FX15, Section 1: SCDP(C) = O(log |C|), and learning with twice the error of a representation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, isqrt, prod
from typing import Any

from privlearn.claims.broken.famous_learners import broken_exponential_without_factor_two
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, lines, point_functions, subset_layer, thresholds
from privlearn.dimensions.deterministic_representation import smallest_representation
from privlearn.learners import (
    grid_distributions,
    private_rows,
    representation_failure,
    representation_failure_bound,
)
from privlearn.mechanisms import (
    audit_pure,
    exponential_learner,
    labelled_rows,
    multiset_databases,
    refutes_pure,
    replace_one_unordered,
)

PAGE = "communication/private-learning"
SECTION = "1 Introduction"
QUARTER = Fraction(1, 4)
RATIOS = (Fraction(9, 4), Fraction(81, 64))  # e^alpha with rational roots: alpha about 0.81 and 0.24
T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
CLASSES = {"T3": T3, "Thr_2": thresholds(2), "Line_2": lines(2)}


claim("FX15-1.kasi", kind="proposition", section=SECTION, page=PAGE,
      uses=("BBKN14-3.2", "FX15-2.2.dp", "FX15-2.2.scdp"),
      title="Every finite class is privately learnable from O(log |C|) samples",
      note="Explicit: ceil(16/(alpha epsilon) ln(4 |C|/delta)) samples for alpha <= 1, with the exponential mechanism "
           "over C. Ratios e^alpha with rational roots. The number is generous by a factor below 16 for large classes.")


def proper_rows(size: int, ratio: Fraction, accuracy: Fraction, confidence: Fraction) -> int:
    """Return ``ceil(16 / (alpha accuracy) ln(4 |C| / confidence))``."""
    return private_rows(16, 0, size, ratio, accuracy, confidence)


def share_of(rows: Callable, part: int) -> Callable:
    """Return a fixed part of the rows, at least one row."""
    return lambda size, ratio, accuracy, confidence: max(1, rows(size, ratio, accuracy, confidence) // part)


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
       reason="For T3 the sum over all samples, bracketed to 96 bits; for more points an exact rational upper bound (a "
              "moment bound), as hundreds of rows have too many multisets.",
       fingerprint=lambda rows: rows(4, RATIOS[0], QUARTER, QUARTER))
def explicit_rows_are_enough_on_a_grid(rows=proper_rows) -> Verdict:
    needed = cache(rows)

    def cases() -> Iterator[Any]:
        for name, concepts, target, weights, ratio in games():
            n = needed(len(concepts), ratio, QUARTER, QUARTER)
            whole = ((Fraction(1), concepts),)
            failure = representation_failure if name == "T3" else representation_failure_bound
            yield (name, target, weights, ratio, n), failure(whole, target, weights, n, ratio, QUARTER), QUARTER

    return judge("<=", cases())


def failure_from_the_definition(concepts: list[Any], target: Any, weights: Any, rows: int, ratio: Fraction,
                                accuracy: Fraction) -> Fraction:
    """Return the failure of the exponential mechanism: all sequences of points, weights by repeated division."""
    root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
    bad = [sum((w for w, a, b in zip(weights, c, target, strict=True) if a != b), Fraction(0)) > accuracy
           for c in concepts]
    total = Fraction(0)
    for drawn in product([x for x, w in enumerate(weights) if w], repeat=rows):
        weight = [root ** -sum(c[x] != target[x] for x in drawn) for c in concepts]
        lost = sum((w for w, wrong in zip(weight, bad, strict=True) if wrong), Fraction(0))
        total += lost / sum(weight) * prod((weights[x] for x in drawn), start=Fraction(1))
    return total


@explicit_rows_are_enough_on_a_grid.verifier
def _(rows, witness):
    name, target, weights, ratio, n = witness
    concepts = CLASSES[name].rows()
    enough = n == rows(len(concepts), ratio, QUARTER, QUARTER)
    return enough and failure_from_the_definition(concepts, target, weights, n, ratio, QUARTER) > QUARTER

explicit_rows_are_enough_on_a_grid.sabotage("a hundredth of the rows", make=lambda: share_of(proper_rows, 100))


LARGE = tuple((1 << k, ratio, accuracy, QUARTER) for k in (1, 2, 4, 10, 64) for ratio in RATIOS
              for accuracy in (QUARTER, Fraction(1, 10)))


def chance_of_a_wrong_one(size: int, ratio: Fraction, accuracy: Fraction, rows: int) -> Fraction:
    """Return ``(|C| - 1) (1 - epsilon (1 - e^(-alpha/2)))^n``, the bound for all targets and all distributions.

    A concept of error above epsilon errs on Bin(n, more than epsilon) rows, the target on none, so it is drawn with
    probability at most E e^(-alpha g / 2).
    """
    root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
    return (size - 1) * (1 - accuracy * (1 - 1 / root)) ** rows


@check("FX15-1.kasi", grade="certified",
       quantifier="every class of 2, 4, 16, 2^10, 2^64 concepts, every target and EVERY distribution; epsilon = 1/4, "
                  "1/10, delta = 1/4, e^alpha = 9/4, 81/64",
       fingerprint=lambda rows: [rows(*case) for case in LARGE])
def explicit_rows_are_enough_for_every_distribution(rows=proper_rows) -> Verdict:
    return judge("<=", (((*case, rows(*case)), chance_of_a_wrong_one(*case[:3], rows(*case)), case[3])
                        for case in LARGE))


@explicit_rows_are_enough_for_every_distribution.verifier
def _(rows, witness):
    """A target, and |C| - 1 concepts that all differ from it on one point of mass just above epsilon."""
    size, ratio, accuracy, confidence, n = witness
    mass, failure = accuracy + Fraction(1, 1000), Fraction(0)
    root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
    for k in range(n + 1):
        rivals = (size - 1) / root**k
        failure += comb(n, k) * mass**k * (1 - mass) ** (n - k) * rivals / (1 + rivals)
    return n == rows(size, ratio, accuracy, confidence) and failure > confidence

explicit_rows_are_enough_for_every_distribution.sabotage(
    "a sixteenth of the rows", make=lambda: share_of(proper_rows, 16))


@cache
def audits(make: Callable) -> tuple[Any, ...]:
    """Return the audits of the mechanism over the three classes, with 1 to 4 rows."""
    return tuple((name, n, audit_pure(make(concepts, RATIOS[0]), multiset_databases(labelled_rows(concepts.size), n),
                                      replace_one_unordered))
                 for name, concepts in CLASSES.items() for n in (1, 2, 3, 4))


@check("FX15-1.kasi", grade="exhaustive",
       quantifier="the exponential mechanism over T3, Thr_2, Line_2, e^alpha = 9/4: all multisets of 1 to 4 labelled "
                  "rows, all replacements, all outputs",
       fingerprint=lambda make: make(T3, RATIOS[0])(((0, 0), (1, 1))).exact())
def output_law_is_private(make=exponential_learner) -> Verdict:
    found = audits(make)
    verdict = judge("<=", (((name, *audit.witness), audit.exp_epsilon, RATIOS[0]) for name, _, audit in found))
    return counted(verdict, sum(audit.pairs for _, _, audit in found))


@output_law_is_private.verifier
def _(make, witness):
    name, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), make(CLASSES[name], RATIOS[0]), RATIOS[0])

output_law_is_private.sabotage("weights e^(alpha q) instead of e^(alpha q / 2)", broken_exponential_without_factor_two)


claim("FX15-1.repr-learn", kind="proposition", section=SECTION, page=PAGE, uses=("BBKN14-3.1", "BBKN14-3.2"),
      title="An epsilon-representation H gives a private learner of error 2 epsilon from O(log |H| / epsilon) samples",
      note="Explicit: ceil(64/(alpha epsilon) ln(4 |H|/delta)) samples, our constant.")

REPRESENTED = (("points on 4", point_functions(4), Fraction(1, 8)), ("points on 4", point_functions(4), QUARTER),
               ("Thr_2", thresholds(2), Fraction(1, 8)), ("Thr_2", thresholds(2), QUARTER),
               ("points on 10", point_functions(10), Fraction(3, 7)))


@cache
def representing(name: str, accuracy: Fraction) -> ConceptClass:
    """Return a smallest class that represents; for ten points the five hypotheses whose pairs are the points."""
    if name == "points on 10":
        return subset_layer(5, 2)
    concepts = next(c for label, c, _ in REPRESENTED if label == name)
    found: ConceptClass = smallest_representation(concepts, accuracy).hypotheses
    return found


def doubling_rows(size: int, ratio: Fraction, accuracy: Fraction, confidence: Fraction) -> int:
    """Return ``ceil(64 / (alpha accuracy) ln(4 |H| / confidence))``."""
    return private_rows(64, 0, size, ratio, accuracy, confidence)


def represented_games() -> Iterator[tuple[str, Fraction, Any, Any]]:
    """Yield (name, epsilon, target, distribution): denominator 8; on ten points at most two atoms and one target."""
    for name, concepts, accuracy in REPRESENTED:
        few = concepts.size == 10
        places = sorted(grid_distributions(concepts.size, 8, max_atoms=2 if few else None), key=max)
        for target, weights in product(concepts.rows()[:1] if few else concepts.rows(), places):
            yield name, accuracy, target, weights


@check("FX15-1.repr-learn", grade="certified",
       quantifier="smallest representations of the points on 4 points and of Thr_2 at epsilon = 1/8, 1/4, and of 10 "
                  "points by 5 hypotheses at 3/7; delta = 1/4, e^alpha = 9/4: all targets, all distributions with "
                  "denominator 8 (10 points: one target, by symmetry, at most 2 atoms)",
       reason="An exact rational upper bound on the failure (a moment bound): a thousand rows have too many multisets.",
       fingerprint=lambda rows: rows(4, RATIOS[0], QUARTER, QUARTER))
def error_is_at_most_doubled(rows=doubling_rows) -> Verdict:
    needed = cache(rows)

    def cases() -> Iterator[Any]:
        for name, accuracy, target, weights in represented_games():
            hypotheses = representing(name, accuracy)
            n = needed(len(hypotheses), RATIOS[0], accuracy, QUARTER)
            bound = representation_failure_bound(((Fraction(1), hypotheses.rows()),), target, weights, n, RATIOS[0],
                                                 2 * accuracy)
            yield (name, accuracy, target, weights, n), bound, QUARTER

    return judge("<=", cases())


@error_is_at_most_doubled.verifier
def _(rows, witness):
    name, accuracy, target, weights, n = witness
    hypotheses = representing(name, accuracy).rows()
    failure = failure_from_the_definition(hypotheses, target, weights, n, RATIOS[0], 2 * accuracy)
    return n == rows(len(hypotheses), RATIOS[0], accuracy, QUARTER) and failure > QUARTER

error_is_at_most_doubled.sabotage("a thousandth of the rows", make=lambda: share_of(doubling_rows, 1000))


def chance_of_a_doubled_error(size: int, ratio: Fraction, accuracy: Fraction, rows: int) -> Fraction:
    """Return ``(|H| - 1) (1 - 2 epsilon (1 - 1/r) + epsilon (r - 1))^n``, r = e^(alpha/2): for all targets and D.

    A good h errs with probability at most epsilon, a bad one with more than 2 epsilon; it is worst for the moment
    E r^(-g) of the bad one's excess g that they never err together.
    """
    root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
    return (size - 1) * (1 - 2 * accuracy * (1 - 1 / root) + accuracy * (root - 1)) ** rows


@check("FX15-1.repr-learn", grade="certified",
       quantifier="every epsilon-representation by 2, 4, 16, 2^10, 2^64 functions, every target and EVERY "
                  "distribution; epsilon = 1/4, 1/10, delta = 1/4, e^alpha = 9/4, 81/64",
       fingerprint=lambda rows: [rows(*case) for case in LARGE])
def error_is_at_most_doubled_for_every_distribution(rows=doubling_rows) -> Verdict:
    return judge("<=", (((*case, rows(*case)), chance_of_a_doubled_error(*case[:3], rows(*case)), case[3])
                        for case in LARGE))


@error_is_at_most_doubled_for_every_distribution.verifier
def _(rows, witness):
    """One function errs on mass epsilon, all others on another part of mass just above 2 epsilon: row after row."""
    size, ratio, accuracy, confidence, n = witness
    bad, good = float(2 * accuracy) + 0.001, float(accuracy)
    gaps = {0: 1.0}  # errors of the others less those of the one
    for _ in range(n if n == rows(size, ratio, accuracy, confidence) else 0):
        after: dict[int, float] = {}
        for gap, chance in gaps.items():
            for step, part in ((1, bad), (-1, good), (0, 1 - bad - good)):
                after[gap + step] = after.get(gap + step, 0.0) + chance * part
        gaps = after
    rivals = {gap: (size - 1) * float(ratio) ** (-gap / 2) for gap in gaps}
    failure = sum(chance * rivals[gap] / (1 + rivals[gap]) for gap, chance in gaps.items())
    return n == rows(size, ratio, accuracy, confidence) and failure > float(confidence) + 1e-6

error_is_at_most_doubled_for_every_distribution.sabotage("a quarter of the rows for two functions, however many",
    lambda size, ratio, accuracy, confidence: doubling_rows(2, ratio, accuracy, confidence) // 4)
