"""BBKN14, Section 1.2: points are properly learnable with O(1) samples if only the labels are private."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, count, product
from math import comb, factorial, isqrt, prod, sqrt
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact.brackets import as_bracket
from privlearn.learners.proper_points import (label_private_failure, label_private_failure_bound,
                                              label_private_point_learner, label_private_sample_size)
from privlearn.learners.proper_points.private_labels import Candidates, candidate_concepts
from privlearn.mechanisms import all_databases, audit_pure, flip_one_label, labelled_rows, refutes_pure
from privlearn.papers.bbkn14.introduction import claim
from privlearn.papers.bbkn14.introduction.instances import TRIPLES, hard_distributions
from privlearn.papers.hard_instances import TINY

RATIO = Fraction(4)
SIZE = 4

claim("BBKN14-1.2.label-privacy", kind="remark", section="1.2 Related work",
      uses=("BBKN14-2.2", "BBKN14-3.3", "BBKN14-3.9"), formulas=(label_private_failure_bound,),
      title="If only labels are private, points are properly learnable with a number of samples that does not depend "
            "on d",
      note="The learner and its sample size are ours; the paper quotes the fact from Chaudhuri and Hsu (2011).")


def positives_only(size: int, database) -> tuple[int, ...]:
    """Candidates that look at labels: the points labelled 1, then the smallest other point."""
    ones = sorted({x for x, y in database if y})
    return (*ones, next(x for x in range(size + 1) if x not in ones) % size) if len(ones) < size else tuple(ones)


def all_labelled() -> list[Any]:
    return [database for rows in range(5) for database in all_databases(labelled_rows(SIZE), rows)]


@check("BBKN14-1.2.label-privacy", grade="exhaustive",
       quantifier="T = 4, all databases of 1 to 4 labelled rows (up to their order), all single label flips, all "
                  "outcomes, e^epsilon = 4",
       says="{the largest ratio under a label flip} is at most {e^epsilon}")
@sabotage("candidates are the points labelled 1", positives_only)
@judged("<=")
def ratio_under_label_flips(choose: Candidates = candidate_concepts):
    learner = label_private_point_learner(SIZE, RATIO, choose)
    for rows in (1, 2, 3, 4):
        # rows may be sorted by their example: the law does not depend on the order
        examples = combinations_with_replacement(range(SIZE), rows)
        databases = [tuple(zip(xs, ys, strict=True)) for xs in examples for ys in product((0, 1), repeat=rows)]
        audit = audit_pure(learner, databases, flip_one_label)
        yield audit.witness, audit.exp_epsilon, RATIO, audit.pairs

def refutes_ratio_under_label_flips(choose, witness):
    left, right, _ = witness
    same_examples = [x for x, _ in left] == [x for x, _ in right]
    return same_examples and refutes_pure(witness, label_private_point_learner(SIZE, RATIO, choose), RATIO)


@check("BBKN14-1.2.label-privacy", grade="exhaustive",
       quantifier="T = 4, all databases of 0 to 4 labelled rows: the candidates are those of the same examples with "
                  "all labels 0",
       says="the learner's candidates stay the same when all labels are set to 0")
@sabotage("candidates are the points labelled 1", positives_only)
def candidates_do_not_look_at_labels(choose: Candidates = candidate_concepts) -> Verdict:
    return judge("==", ((database, choose(SIZE, database), choose(SIZE, tuple((x, 0) for x, _ in database)))
                        for database in all_labelled()))

def refutes_candidates_do_not_look_at_labels(choose, database):
    relabelled = [tuple(zip([x for x, _ in database], labels, strict=True))
                  for labels in product((0, 1), repeat=len(database))]
    return len({choose(SIZE, other) for other in relabelled}) > 1


ROWS = 3
DOMAINS = (2**6, 2**20)


def distributions_without_zero() -> Iterator[dict[int, Fraction]]:
    """Yield distributions on 1 to 8 points other than 0: uniform ones and ones with a heavy first atom."""
    for atoms in range(1, 9):
        support = [7 * k + 1 for k in range(atoms)]
        yield dict.fromkeys(support, Fraction(1, atoms))
        yield {x: Fraction(2 if k == 0 else 1, atoms + 1) for k, x in enumerate(support)}


def failure_by_law(choose: Candidates, size: int, mass: dict[int, Fraction], target: int, alpha: Fraction) -> Fraction:
    """Return the failure of the learner on a domain of ``size`` points, a multinomial sum over its laws."""
    learner, total = label_private_point_learner(size, RATIO, choose), Fraction(0)
    for sample in combinations_with_replacement(sorted(mass), ROWS):
        counts = Counter(sample)
        weight = Fraction(factorial(ROWS), prod(factorial(c) for c in counts.values())) * prod(mass[x] for x in sample)
        law = learner(tuple((x, int(x == target)) for x in sample)).exact()
        bad = (j for j in law if j != target and mass.get(j, Fraction(0)) + mass.get(target, Fraction(0)) > alpha)
        total += weight * sum((law[j] for j in bad), Fraction(0))
    return total


@check("BBKN14-1.2.label-privacy", grade="exact",
       quantifier="16 distributions on 1 to 8 points, two targets each, alpha = 1/4, 1/2, m = 3, e^epsilon = 4: T = "
                  "2^6 against T = 2^20, the dummy having mass 0; and against the closed form",
       says="the failure of the label-private learner is the closed form at T = 2^6 and at T = 2^20")
@sabotage("one dummy for each bit of the domain", lambda size, database:
    tuple(dict.fromkeys((*candidate_concepts(size, database), *range(size - size.bit_length(), size)))))
@judged("==")
def failure_does_not_depend_on_the_domain(choose: Candidates = candidate_concepts):
    for mass in distributions_without_zero():
        for target, alpha in product((min(mass), max(mass)), (Fraction(1, 4), Fraction(1, 2))):
            small, large = (failure_by_law(choose, size, mass, target, alpha) for size in DOMAINS)
            closed = label_private_failure(mass, target, ROWS, alpha, RATIO)
            yield (tuple(mass.items()), target, alpha), (small, large), (closed, closed)

def refutes_failure_does_not_depend_on_the_domain(choose, atoms, target, alpha):
    return failure_by_law(choose, DOMAINS[0], dict(atoms), target, alpha) != failure_by_law(
        choose, DOMAINS[1], dict(atoms), target, alpha)


@check("BBKN14-1.2.label-privacy", grade="exact",
       quantifier="5 triples (alpha, beta, e^epsilon), 10 distributions each with masses near alpha and alpha/2: exact "
                  "failure at the stated m",
       says="{the exact failure at the stated m} is at most {beta}")
@sabotage("two rows, whatever the parameters", lambda alpha, beta, ratio: 2)
@judged("<=")
def stated_rows_suffice(rows=label_private_sample_size):
    for alpha, beta, ratio in TRIPLES:
        m = rows(alpha, beta, ratio)
        for mass in hard_distributions(alpha):
            failure = label_private_failure(mass, 1, m, alpha, ratio)
            yield (tuple(mass.items()), m, alpha, beta, ratio), failure, beta

def refutes_stated_rows_suffice(rows, atoms, m, alpha, beta, ratio):
    p = dict(atoms)[1]  # a sample without the target: it cannot be named, and every candidate of two-point support errs
    certainly = (1 - p) ** m if all(x == 1 or w + p > alpha for x, w in atoms if w) and p > alpha else Fraction(0)
    return rows(alpha, beta, ratio) == m and certainly > beta


@cache
def failures_near_alpha() -> list[tuple[Any, Fraction]]:
    """Return the exact failures on the hard distributions with 1 to 24 rows."""
    return [((tuple(mass.items()), m, alpha, ratio), label_private_failure(mass, 1, m, alpha, ratio))
            for alpha, _, ratio in TRIPLES for mass in hard_distributions(alpha) for m in range(1, 25)]


@check("BBKN14-1.2.label-privacy", grade="exact",
       quantifier="the same 50 distributions, m = 1..24: the bound that holds for all distributions against the exact "
                  "failure",
       says="{the exact failure} is at most {the bound that holds for all distributions}")
def bound_is_above_the_failure(bound=label_private_failure_bound) -> Verdict:
    return judge("<=", ((case, failure, bound(*case[1:])) for case, failure in failures_near_alpha()))

def refutes_bound_is_above_the_failure(bound, atoms, m, alpha, ratio):
    mass = dict(atoms)
    # the target unseen: nothing close to it is named
    certainly = (1 - mass[1]) ** m if mass[1] > alpha else Fraction(0)
    return bound(m, alpha, ratio) < certainly


RATIOS = (Fraction(9, 4), Fraction(4), Fraction(81))
GOALS = tuple(product((Fraction(1, 2), Fraction(2, 3), Fraction(1)), (Fraction(4, 5), Fraction(1, 2), Fraction(1, 7)),
                      RATIOS))


def bounds_row_by_row(alpha: Fraction, root: Fraction) -> Iterator[Fraction]:
    """Yield the bound for 0, 1, 2, ... rows: of m + 1 and 2/alpha the larger, times a share for each row."""
    share, power = 1 - alpha / 2 + alpha / (2 * root), Fraction(1)
    for m in count():
        yield (m + 1) * power if alpha * (m + 1) > 2 else 2 * power / alpha
        power *= share


def candidates_times_power(alpha: Fraction, ratio: Fraction, m: int) -> Fraction:
    root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
    return max(Fraction(m + 1), 2 / alpha) * (1 - alpha * (root - 1) / (2 * root)) ** m


@cache
def chance_of_others(hits: int, rows: int, ratio: Fraction) -> Fraction:
    """Run the learner on so many rows of the target and one each of others; return how often it names another point."""
    sample = ((rows + 1, 1),) * hits + tuple((x, 0) for x in range(rows - hits))
    return 1 - label_private_point_learner(rows + 2, ratio)(sample).exact().get(rows + 1, Fraction(0))


@cache
def failure_on_light_points(rows: int, alpha: Fraction, ratio: Fraction) -> Fraction:
    """Return the failure for a target of mass just above alpha, bounded from below: hits in groups, by their last."""
    q, step = alpha * (1 + TINY), max(1, rows // 40)
    groups = (range(first, min(first + step, rows + 1)) for first in range(0, rows + 1, step))
    return sum((chance_of_others(hits[-1], rows, ratio) * sum(
        comb(rows, k) * q**k * (1 - q) ** (rows - k) for k in hits) for hits in groups), Fraction(0))


@check("BBKN14-1.2.label-privacy", grade="exact",
       quantifier="a target of mass just above alpha = 1/100, 7/10, 9/10, the other points so light that none is drawn "
                  "twice; m = 0, 1, 24, 200, e^{epsilon/2} = 1, 41/40, 9",
       says="{the exact failure, bounded from below,} is at most {the bound that holds for all distributions}")
@judged("<=")
def bound_is_above_the_failure_on_light_points(bound=label_private_failure_bound):
    yield from ((case, failure_on_light_points(*case), bound(*case)) for case in bound.instances())

def refutes_bound_is_above_the_failure_on_light_points(bound, m, alpha, ratio):
    q, root, failure = float(alpha), sqrt(ratio), 0.0
    for k in range(m + 1):
        weight = root**-k * (1 + (m - k) / root)  # of the other candidates; the target's is 1, once it is seen
        failure += comb(m, k) * q**k * (1 - q) ** (m - k) * weight / (weight + (k > 0))
    return float(as_bracket(bound(m, alpha, ratio)).upper) < failure


@check("BBKN14-1.2.label-privacy", grade="exact",
       quantifier="alpha = 1/2, 2/3, 1, beta = 4/5, 1/2, 1/7, e^{epsilon/2} = 3/2, 2, 9: every smaller number of rows",
       says="{the stated m} is {the first at which the bound, row by row, is at most beta}")
@sabotage("a row more", lambda *goal: label_private_sample_size(*goal) + 1)
@judged("==")
def stated_rows_are_the_first_that_the_bound_allows(rows=label_private_sample_size):
    for alpha, beta, ratio in GOALS:
        values = bounds_row_by_row(alpha, Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator)))
        yield (alpha, beta, ratio), rows(alpha, beta, ratio), next(
            k for k, value in enumerate(values) if k and value <= beta)

def refutes_stated_rows_are_the_first_that_the_bound_allows(rows, alpha, beta, ratio):
    m = rows(alpha, beta, ratio)
    return candidates_times_power(alpha, ratio, m) > beta or m > 1 and candidates_times_power(
        alpha, ratio, m - 1) <= beta
