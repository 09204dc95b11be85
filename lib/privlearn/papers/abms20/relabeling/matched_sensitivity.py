"""ABMS20, Sections 2.1.3 and 5: what stands in the way of relabelling, and matched sensitivity."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, count, product
from math import comb
from typing import Any

from privlearn.checking import Verdict, check, counted, covering, judge, judged, sabotage, verifier
from privlearn.concepts import Concept, ConceptClass, all_classes, all_functions, initial_segments
from privlearn.exact import is_at_most
from privlearn.exact.brackets import pi_bracket
from privlearn.exact.formulas import Value, binom, ceil, formula, sqrt
from privlearn.exact.fractions import HALF
from privlearn.laws import fold, pure, uniform_range, worst_ratio
from privlearn.learners.relabeling import error_count, matched_sensitivity, small_databases, standard_sensitivity
from privlearn.learners.relabeling.obstacles import (balanced_probability, half_fail_learner, labels_are_balanced,
                                                     least_rows_for, memorising_learner, relabelled_by_half,
                                                     relabelling_failures)
from privlearn.learners.relabeling.relabel import Score
from privlearn.learners.relabeling.sensitivity import MatchedSensitivity
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


@check("ABMS20-5.prose", grade="exact", quantifier="domains of 2r points, r = 5, ..., 50 and 5000; samples of r and of "
       "2 rows, with and without repeated points; two targets",
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
            yield (left, right), worst_ratio(*(pure(learner(data, (1, 1, 1))) for data in (left, right)))[0], math.inf


pi = pi_bracket()


@formula("equals", corners={"m": (2, 4, 10, 50)}, tex={"m / 2": "m/2"})
def balanced_chance(m: int) -> Value:
    return binom(m, m / 2) * 2**-m


@formula("at most", corners={"m": (2, 100, 10000)})
def balanced_at_most(m: int) -> Value:
    return sqrt(2 / (pi * m))


@formula("rows", corners={"beta": (Fraction(1, 100), Fraction(1, 10), HALF, Fraction(2))})
def seldom_balanced_rows(beta: Value) -> Value:
    return ceil(2 / (pi * beta**2))


claim("ABMS20-5.fn8", kind="example", section="5, footnote 8",
      formulas=(balanced_chance, balanced_at_most, seldom_balanced_rows),
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
@sabotage("failure for certain with odd m as well", (
    lambda m: (Fraction(1), relabelling_failures(m)[1]), balanced_chance))
@sabotage("resampling without replacement", (
    lambda m: (relabelling_failures(m)[0], relabelling_failures(m)[0]), balanced_chance))
@judged("==")
def relabelled_samples_fail_always_and_resampled_ones_seldom(case=(relabelling_failures, balanced_chance)):
    def told(m: int) -> tuple[Any, ...]:
        return *case[0](m), case[1](m) if m % 2 == 0 else 0

    for m in range(1, 7):
        for points in combinations(range(m + 1), m):
            data = relabelled_by_half(tuple((x, 0) for x in points))
            ones = [sum(row[1] for row in rows) for rows in product(data, repeat=m)]
            resampled = Fraction(sum(2 * k == m for k in ones), m**m) if m % 2 == 0 else Fraction(0)
            wrong = half_fail_learner(data, m + 1)[points[-1]]  # the last point has the label 0
            yield (m, points), told(m), (wrong, resampled, resampled)
    for m in (9, 10, 20, 50):
        data = relabelled_by_half(tuple((x, 0) for x in range(m)))
        resampled = drawn_labels(data, m)
        yield (m, ()), told(m), (labels_are_balanced(data), resampled, resampled)

def refutes_relabelled_samples_fail_always_and_resampled_ones_seldom(case, witness):
    m = witness[0]
    chance = Fraction(1)
    for k in range(1, m // 2 + 1):
        chance *= Fraction(2 * k - 1, 2 * k)
    return case[0](m) != ((1, chance) if m % 2 == 0 else (0, 0)) or m % 2 == 0 and case[1](m) != chance


@check("ABMS20-5.fn8", grade="certified", quantifier="even m <= 2000 and m = 10,000",
       says="{the chance of balanced labels} is at most {sqrt(2/(pi m))}")
@judged("<=")
def balanced_labels_are_rare(bound=balanced_at_most):
    for m in (10_000, *range(2000, 0, -2)):
        yield m, balanced_probability(m), bound(m)

def refutes_balanced_labels_are_rare(bound, m):
    return not is_at_most(Fraction(math.comb(m, m // 2), 2**m), bound(m))


@check("ABMS20-5.fn8", grade="certified", quantifier="beta = 1/100, 1/10, 1/2 and 2, the next even number of rows",
       says="{the chance of balanced labels} is at most {beta}")
@judged("<=")
def rows_are_seldom_balanced(rows=seldom_balanced_rows):
    for beta, in rows.instances():
        yield beta, balanced_probability(rows(beta) + rows(beta) % 2), beta

def refutes_rows_are_seldom_balanced(rows, beta):
    half = (rows(beta) + 1) // 2
    return math.prod(Fraction(2 * k - 1, 2 * k) for k in range(1, half + 1)) > beta


@check("ABMS20-5.fn8", grade="exact", quantifier="failure 1/2, 3/8, 63/256, attained exactly, and 1/3, 1/10, 1/30: the "
       "least even number of rows whose chance C(m, m/2) 2^-m of balanced labels is at most the failure",
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


def completed_errors(rule: int, others: tuple[Concept, ...]) -> Score:
    """Return the score ``min over c of errors of G(h, c)`` (equation (17) with two classes and the first one open)."""

    def score(data: Database, concept: Concept) -> int:
        return min(sum((rule >> (2 * concept[x] + c[x]) & 1) != y for x, y in data) for c in others)

    return score


@cache
def random_score(seed: int) -> Score:
    """Return a score whose values in {0, ..., 999} are drawn once for every database (as a multiset) and concept."""
    table: dict[Any, int] = {}

    def score(data: Database, concept: Concept) -> int:
        key = (tuple(sorted(data)), concept)
        if key not in table:
            table[key] = random.Random(f"{seed}{key}").randrange(1000)
        return table[key]

    return score


claim("ABMS20-5.1", kind="definition", title="Matched sensitivity",
      note="For relabelling the score may depend on h only through its values on the points of the database. The "
           "definition does not ask for it; the number of errors and the score of equation (17) have the property. "
           "The algorithms here refuse a score that differs for two concepts that agree on the points of D.")


def by_pairs(score: Score, concepts: ConceptClass, most_rows: int) -> int:
    """Return the matched sensitivity from the definition: all S, records and pairs of concepts that agree on S."""
    records = [(x, y) for x in range(concepts.size) for y in (0, 1)]
    best, functions = 0, concepts.rows()
    for rows in range(most_rows + 1):
        for data in combinations_with_replacement(records, rows):
            values = {(z, h): score((*data, z), h) for z in records for h in functions}
            for h, other in product(functions, repeat=2):
                if all(h[x] == other[x] for x, _ in data):
                    best = max(best, *(values[z, h] - values[w, other] for z, w in product(records, repeat=2)))
    return best


def scored_classes() -> Iterator[tuple[Any, Score, ConceptClass, int]]:
    """Scores to be measured: errors and the completion score on all functions of 2 points, random tables."""
    whole = all_functions(2)
    others = {c.rows()[0]: tuple(c.rows()) for c in all_classes(2) if len(c)}
    for rule in (8, 14, 6, 11):
        for key, rest in sorted(others.items()):
            yield ("completion", rule, key), completed_errors(rule, rest), whole, 2
    for seed in range(4):
        yield ("random", seed), random_score(seed), whole, 1
    yield ("errors",), error_count, initial_segments(3), 2


@check("ABMS20-5.1", grade="exact", quantifier="errors on initial segments of 3 points; the score of equation (17) for "
       "and, or, xor, implication with 4 second classes on 2 points; 4 tables of random scores: all S of at most 2 "
       "rows, records and concepts that agree on S",
       says="{the matched sensitivity by groups} equals {the matched sensitivity by pairs of concepts}")
@sabotage("one concept on both sides", standard_sensitivity)
def groups_give_what_pairs_give(measure=matched_sensitivity) -> Verdict:
    made = [(key, measure(score, c, rows), by_pairs(score, c, rows)) for key, score, c, rows in scored_classes()]
    return counted(judge("==", ((key, found.value, expected) for key, found, expected in made)),
                   sum(found.comparisons for _, found, _ in made))

def refutes_groups_give_what_pairs_give(measure, witness):
    _, score, concepts, rows = next(made for made in scored_classes() if made[0] == witness)
    found = measure(score, concepts, rows)
    data, z, h, w, other = found.witness
    agree = all(h[x] == other[x] for x, _ in data)
    return not agree or score((*data, z), h) - score((*data, w), other) != found.value or found.value < by_pairs(
        score, concepts, rows)

@groups_give_what_pairs_give.corrupted("all pairs of concepts, whether they agree on S or not")
def all_pairs_concepts_whether_they_agree(score: Score, concepts: ConceptClass, rows: int) -> MatchedSensitivity:
    best = -1
    witness: tuple[Any, ...] = ()
    for data in small_databases(concepts.size, rows):
        values = [(score((*data, (x, y)), h), (x, y), h) for x in range(concepts.size) for y in (0, 1)
                  for h in concepts.rows()]
        low, high = min(values), max(values)
        if high[0] - low[0] > best:
            best, witness = high[0] - low[0], (data, *high[1:], *low[1:])
    return MatchedSensitivity(best, witness, 1)


@check("ABMS20-5.1", grade="exact", quantifier="200 tables of random scores on all functions of 2 points: S empty and "
       "of one row, all records and concepts",
       says="{the sensitivity} is at most {the matched sensitivity}")
@sabotage("S empty only", lambda score, concepts, rows: matched_sensitivity(score, concepts, 0))
def matched_is_at_least_standard(measure=matched_sensitivity) -> Verdict:
    return judge("<=", ((seed, standard_sensitivity(random_score(seed), all_functions(2), 1).value,
                         measure(random_score(seed), all_functions(2), 1).value) for seed in range(200)))

def refutes_matched_is_at_least_standard(measure, seed):
    score, found = random_score(seed), measure(random_score(seed), all_functions(2), 1).value
    records = [(x, y) for x in (0, 1) for y in (0, 1)]
    return any(abs(score((*s, z), h) - score((*s, w), h)) > found for s in [(), *((z,) for z in records)]
               for z, w in product(records, repeat=2) for h in product((0, 1), repeat=2))


claim("ABMS20-5.1.note", kind="observation",
      title="Matched sensitivity at most 1 implies sensitivity at most 1", uses=("ABMS20-5.1",),
      note="That the converse fails is not in the paper; the example is ours.")

TWO = ConceptClass.from_matrix([[0, 0], [0, 1]])  # two concepts that agree on the point 0
RECORDS = ((0, 0), (0, 1), (1, 0), (1, 1))


def table_score(values: tuple[int, ...]) -> Score:
    """Return the score of one-row databases with the given eight values."""
    return lambda data, concept: values[2 * RECORDS.index(data[0]) + concept[1]]


@check("ABMS20-5.1.note", grade="exhaustive",
       quantifier="all 3^8 scores with values 0, 1, 2 of one-row databases on 2 points and 2 concepts",
       says="{the sensitivity} is at most {the matched sensitivity}")
@sabotage("only one order of each pair of labels",
          lambda score, concepts, rows: MatchedSensitivity(
          max(score((z,), h) - score((w,), h) for h in concepts.rows() for z in RECORDS for w in RECORDS if z <= w),
          (), 1))
@judged("<=")
def standard_is_at_most_matched(measure=matched_sensitivity):
    for values in product((0, 1, 2), repeat=8):
        standard = max(max(values[k::2]) - min(values[k::2]) for k in (0, 1))
        yield values, standard, measure(table_score(values), TWO, 0).value

def refutes_standard_is_at_most_matched(measure, values):
    found = measure(table_score(values), TWO, 0).value
    return any(abs(values[i] - values[j]) > found for i, j in product(range(8), repeat=2) if (i - j) % 2 == 0)


@check("ABMS20-5.1.note", grade="exact", quantifier="the score 10 [h = h_1]: S of at most 2 rows on 2 points",
       says="the score has sensitivity 0 and matched sensitivity 10")
@sabotage("the number of errors", error_count)
def converse_fails(score: Score = lambda data, concept: 10 * (concept == (0, 0))) -> Verdict:
    found = [measure(score, TWO, 2).value for measure in (standard_sensitivity, matched_sensitivity)]
    return judge("==", [("sensitivities", tuple(found), (0, 10))])

def refutes_converse_fails(score, witness):
    values = [[score((z,), h) for z in RECORDS] for h in TWO.rows()]
    standard = max(max(row) - min(row) for row in values)
    return standard > 0 or abs(values[0][0] - values[1][0]) != 10


@formula("equals")
def sensitivity_of_errors() -> Value:
    return 1


claim("ABMS20-5.2", kind="example", title="The number of errors has matched sensitivity 1", uses=("ABMS20-5.1",),
      formulas=(sensitivity_of_errors,))


@check("ABMS20-5.2", grade="exhaustive", quantifier="all 255 classes on 3 points, all S of at most 2 rows; initial "
       "segments of 4 points, all S of at most 4 rows; all records, all concepts that agree on S",
       says="the number of errors has matched sensitivity exactly 1")
@sabotage("the row on point 0 counts twice", (
    lambda data, concept: sum((concept[x] != y) * (2 if x == 0 else 1) for x, y in data), sensitivity_of_errors))
def matched_sensitivity_of_errors_is_one(case=(error_count, sensitivity_of_errors)) -> Verdict:
    score, value = cache(case[0]), case[1]()
    whole = [(c, matched_sensitivity(score, c, 2)) for c in all_classes(3) if len(c)]
    whole.append((initial_segments(4), matched_sensitivity(score, initial_segments(4), 4)))
    return covering(judge("==", (((c.rows(), *found.witness), found.value, value) for c, found in whole)),
                    sum(found.comparisons for _, found in whole))

def refutes_matched_sensitivity_of_errors_is_one(case, witness):
    score, concepts = case[0], witness[0]  # on 3 points with at most 2 rows, on 4 with at most 4: all of them
    rows, records = 4 if len(concepts[0]) == 4 else 2, list(product(range(len(concepts[0])), (0, 1)))
    moved = (abs(score((*s, z), h) - score((*s, w), other)) for n in range(rows + 1)
             for s in combinations_with_replacement(records, n) for h, other in product(concepts, repeat=2)
             if all(h[x] == other[x] for x, _ in s) for z, w in product(records, repeat=2))
    return max(moved) != case[1]()
