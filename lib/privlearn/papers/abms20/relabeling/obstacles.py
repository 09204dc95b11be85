"""ABMS20, Section 5 before Definition 5.1: why relabelling is delicate, and footnote 8."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, count, product
from math import comb

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.concepts import Concept
from privlearn.exact import Bracket, sqrt_bracket
from privlearn.exact.brackets import pi_bracket
from privlearn.laws import fold, pure, uniform_range, worst_ratio
from privlearn.learners.relabeling.obstacles import (balanced_probability, half_fail_learner, labels_are_balanced,
                                                     least_rows_for, memorising_learner, relabelled_by_half,
                                                     relabelling_failures)
from privlearn.mechanisms.neighbours import Database
from privlearn.papers.abms20.relabeling import claim

claim("ABMS20-5.prose", kind="remark", status="checked",
      reason="an informal account; either obstacle is shown on an explicit learner",
      title="A relabelled sample is not independent, and an improper learner may do anything outside it",
      uses=("ABMS20-5.fn8", "ABMS20-3.5"))


def samples_of(size: int, rows: int) -> Iterator[tuple[Database, Concept]]:
    """Yield samples on ``size`` points (few points, many, repeated ones) with a target that has labelled them."""
    for target in (tuple(x % 2 for x in range(size)), (1,) * size):
        for step in (1, 2, size // 2):
            yield tuple((x * step % size, target[x * step % size]) for x in range(rows)), target


@check("ABMS20-5.prose", grade="exact",
       quantifier="domains of 2r points, r = 5, ..., 50 and 5000; samples of r and of 2 rows, with and without "
                  "repeated points; two targets",
       says="the memoriser makes no error on the sample, and its error is the share of unseen points")
@sabotage("no empirical error, so no error at all", lambda data, target: target)
@judged("==")
def memoriser_is_right_on_the_sample_and_wrong_elsewhere(learner=memorising_learner):
    for r in (*range(5, 51), 5000):
        for rows in (2, r):
            for data, target in samples_of(2 * r, rows):
                found = learner(data, target)
                empirical = sum(found[x] != y for x, y in data)
                wrong = Fraction(sum(f != t for f, t in zip(found, target, strict=True)), 2 * r)
                yield (data, target), (empirical, wrong), (0, 1 - Fraction(len({x for x, _ in data}), 2 * r))

def refutes_memoriser_is_right_on_the_sample_and_wrong_elsewhere(learner, data, target):
    found, seen = learner(data, target), [x for x, _ in data]
    return any((found[x] == target[x]) != (x in seen) for x in range(len(target)))


def memorised(learner, data: Database):
    """Return the law of the memoriser's answer with the all-ones target on three points."""
    return pure(learner(data, (1, 1, 1)))


@check("ABMS20-5.prose", grade="exact",
       quantifier="three points: all pairs of samples of two rows that share a row and have different points",
       says="the two answers differ for certain: their worst ratio is infinite")
@verifier(lambda learner, witness: learner(witness[0], (1, 1, 1)) == learner(witness[1], (1, 1, 1)))
@sabotage("a constant hypothesis", lambda data, target: target)
@judged("==")
def memoriser_has_infinite_privacy_loss(learner=memorising_learner):
    for x, y, z in product(range(3), repeat=3):
        if y != z:  # then the sets of points differ
            left, right = ((x, 1), (y, 1)), ((x, 1), (z, 1))
            yield (left, right), worst_ratio(memorised(learner, left), memorised(learner, right))[0], math.inf


claim("ABMS20-5.fn8", kind="example", section="5, footnote 8",
      title="A valid learner that fails on every relabelled sample", uses=("ABMS20-3.5",),
      note="The footnote's \"low enough\" asks for at least about 2/(pi beta^2) rows. A learner that compares the "
           "number of ones with half is not differentially private, so the example shows the loss of accuracy only.")


def drawn_labels(data: Database, draws: int) -> Fraction:
    """Return the chance that rows drawn with replacement are balanced, by the law of the number of ones."""
    rows = uniform_range(len(data))
    law = fold(0, range(draws), lambda ones, _: rows.map(lambda k: ones + data[k][1]))
    return law.exact().get(Fraction(draws, 2), Fraction(0))


@check("ABMS20-5.fn8", grade="exhaustive",
       quantifier="all sets of m distinct points out of m + 1, m = 1, ..., 6, with all m^m draws; m = 9, 10, 20, 50 "
                  "by the law of the number of ones",
       says="relabelled samples always fail if m is even, resampled ones with the chance of balanced labels; else none",
       reason="One set of points stands for all from m = 9 on: only their order matters. A check of its own "
              "bounds the chance of balanced labels up to m = 10,000.")
@sabotage("failure for certain with odd m as well", lambda m: (Fraction(1), relabelling_failures(m)[1]))
@sabotage("resampling without replacement", lambda m: (relabelling_failures(m)[0], relabelling_failures(m)[0]))
@judged("==")
def relabelled_samples_fail_always_and_resampled_ones_seldom(failures=relabelling_failures):
    for m in range(1, 7):
        for points in combinations(range(m + 1), m):
            data = relabelled_by_half(tuple((x, 0) for x in points))
            ones = [sum(row[1] for row in rows) for rows in product(data, repeat=m)]
            resampled = Fraction(sum(2 * k == m for k in ones), m**m)
            wrong = half_fail_learner(data, m + 1)[points[-1]]  # the last point has the label 0
            expected = (wrong, resampled if m % 2 == 0 else Fraction(0))
            yield (m, points), failures(m), expected
    for m in (9, 10, 20, 50):
        data = relabelled_by_half(tuple((x, 0) for x in range(m)))
        yield (m, ()), failures(m), (labels_are_balanced(data), drawn_labels(data, m))

def refutes_relabelled_samples_fail_always_and_resampled_ones_seldom(failures, witness):
    m = witness[0]
    chance = Fraction(1)
    for k in range(1, m // 2 + 1):
        chance *= Fraction(2 * k - 1, 2 * k)
    return failures(m) != ((1, chance) if m % 2 == 0 else (0, 0))


HALF_PI = pi_bracket(64) / 2


@check("ABMS20-5.fn8", grade="certified", quantifier="even m <= 2000 and m = 10,000: C(m, m/2) 2^-m <= sqrt(2/(pi m))",
       says="{m times the squared chance of balanced labels} is at most {2/pi}",
       reason="Both sides squared: C(m, m/2)^2 4^-m m <= 2/pi.")
@sabotage("2/(pi m) with one percent less", 1 / HALF_PI * Fraction(99, 100))
@judged("<=")
def balanced_labels_are_rare(bound: Bracket = 1 / HALF_PI):
    chance, m = Fraction(1), 0
    while m < 2000:
        m += 2
        chance *= Fraction(m - 1, m)
        yield m, chance**2 * m, bound
    yield 10_000, balanced_probability(10_000) ** 2 * 10_000, bound

def refutes_balanced_labels_are_rare(bound, m):
    root = sqrt_bracket(bound.upper / m)
    return Fraction(math.comb(m, m // 2), 2**m) > root.upper


@check("ABMS20-5.fn8", grade="exact",
       quantifier="failure 1/2, 3/8, 63/256, attained exactly, and 1/3, 1/10, 1/30: the least even number of rows "
                  "whose chance C(m, m/2) 2^-m of balanced labels is at most the failure",
       says="{the number of rows found} equals {the least even m with C(m, m/2) 2^(-m) <= beta}")
@sabotage("below the failure, not at most", lambda failure: least_rows_for(failure * Fraction(999, 1000)))
@sabotage("2/(pi beta^2) rounded down, by the estimate", lambda failure: int(2 / (3.15 * float(failure) ** 2)) // 2 * 2)
@judged("==")
def fewest_rows_that_seldom_fail(least=least_rows_for):
    for failure in map(Fraction, ("1/2", "3/8", "63/256", "1/3", "1/10", "1/30")):
        expected = next(m for m in count(2, 2) if comb(m, m // 2) <= failure * 2**m)
        yield failure, least(failure), expected

def refutes_fewest_rows_that_seldom_fail(least, failure):
    m = least(failure)
    return m % 2 == 1 or balanced_probability(m) > failure or (m >= 2 and balanced_probability(m - 2) <= failure)
