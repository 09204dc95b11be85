"""BBKN14, Section 5.2: Definition 5.6, private independent noise learners."""

import math
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import ConceptClass, initial_segments, point_functions
from privlearn.exact.fractions import QUARTER, TWENTIETH
from privlearn.laws import Law
from privlearn.learners.noise import IndependentNoiseLearner, audit_noise_learner, exponential_inner
from privlearn.learners.noise.inner_and_outer import Inner, Selection, noise_fault
from privlearn.learners.noise.points import point_inner, points_and_zero
from privlearn.learning import grid_distributions
from privlearn.mechanisms import (all_databases, audit_pure, labelled_rows, multiset_databases, refutes_pure,
                                  replace_one, replace_one_unordered)
from privlearn.papers.bbkn14.noise_learners import claim
from privlearn.papers.bbkn14.noise_learners.instances import (broken_outer_flips_a_block, broken_outer_never_fails,
                                                              broken_outer_noise_from_the_data)

EXPONENTIAL = "exponential mechanism, intervals"
POINTS = "A2, points and zero"
POINTS_ONLY = "A2, points alone"


@cache
def parts(kind: str, size: int) -> tuple[Inner, ConceptClass, tuple[Fraction, ...]]:
    """Return an inner learner, its class, and the noise rates of the instances."""
    if kind == EXPONENTIAL:
        segments = initial_segments(size)
        return cache(exponential_inner(segments, 4)), segments, (Fraction(1, 100), TWENTIETH)

    def inner(database) -> Law:  # A2 at alpha = 2/5
        return point_inner(database, size=size, keep=Fraction(1, 10), abort=TWENTIETH)

    return cache(inner), points_and_zero(size) if kind == POINTS else point_functions(size), (TWENTIETH,)


def databases_of(kind: str, size: int, rows: int) -> list[Any]:
    """Return all databases of the instance: labelled rows, and stars where the learner takes them."""
    stars: list[Any] = [] if kind == EXPONENTIAL else [None]
    return all_databases(labelled_rows(size) + stars, rows)


def table_by_counting(inner: dict[Any, Fraction], concepts: ConceptClass, noise: Fraction) -> dict[Any, Fraction]:
    """Return the law that the definition asks for, from the distance of each hypothesis to each concept."""
    size, members = concepts.size, set(concepts.rows())
    share = [noise**k * (1 - noise) ** (size - k) for k in range(size + 1)]
    table: dict[Any, Fraction] = {None: sum((mass for c, mass in inner.items() if c not in members), Fraction(0))}
    for h in product((0, 1), repeat=size):
        table[h] = sum((mass * share[sum(a != b for a, b in zip(c, h, strict=True))]
                        for c, mass in inner.items() if c in members), Fraction(0))
    return {outcome: mass for outcome, mass in table.items() if mass}


claim("BBKN14-5.6", kind="definition",
      title="A private independent noise learner is an inner learner of a concept, followed by independent noise",
      uses=("BBKN14-2.1", "BBKN14-2.2", "BBKN14-2.5"))


@check("BBKN14-5.6", grade="exhaustive",
       quantifier="T = 1..4, all databases of 0..2 rows: exponential mechanism over intervals (e^epsilon = 4, noise "
                  "1/100 and 1/20); A2 with stars, alpha = 2/5, over the points with and without the zero function; "
                  "all outcomes",
       says="the outer law is the inner concept plus independent noise, or failure where that is not in the class")
@sabotage("correlated noise: all points flip together", broken_outer_flips_a_block)
@sabotage("a hypothesis where the inner learner has none", broken_outer_never_fails)
@judged("==")
def outer_law_is_a_concept_of_the_class_plus_independent_noise(make=IndependentNoiseLearner):
    for kind, size in product((EXPONENTIAL, POINTS, POINTS_ONLY), (1, 2, 3, 4)):
        inner, concepts, rates = parts(kind, size)
        for noise, rows in product(rates, (0, 1, 2)):
            outer = make(inner, concepts, noise)
            for database in databases_of(kind, size, rows):
                expected = table_by_counting(inner(database).exact(), concepts, noise)
                yield (kind, size, noise, database), outer(database).exact(), expected

def refutes_outer_law_is_a_concept_of_the_class_plus_independent_noise(make, kind, size, noise, database):
    inner, concepts, _ = parts(kind, size)
    law, left = make(inner, concepts, noise)(database).exact(), inner(database).exact()
    members = [tuple(row) for row in concepts.matrix.tolist()]
    expected = {h: sum(left.get(c, 0) * math.prod(noise if a != b else 1 - noise for a, b in zip(c, h, strict=True))
                       for c in members) for h in product((0, 1), repeat=size)}
    return any(law.get(h, 0) != mass for h, mass in expected.items()) or law.get(None, 0) + sum(expected.values()) != 1


@cache
def inner_ratio(kind: str, size: int, rows: int):
    """Return the exact privacy ratio of the inner learner by itself."""
    return audit_pure(parts(kind, size)[0], databases_of(kind, size, rows), replace_one).exp_epsilon


@check("BBKN14-5.6", grade="exhaustive",
       quantifier="T = 1..4, all ordered pairs of neighbouring databases of 1 and of 2 rows: exponential mechanism "
                  "over intervals (e^epsilon = 4, noise 1/100 and 1/20) against its own ratio; A2 with stars at "
                  "alpha = 2/5, whose inner learner has no finite ratio, against 4",
       says="{the worst ratio of the outer learner} is at most {the inner learner's ratio, or 4 for A2}")
@sabotage("a noise rate that depends on the labels", broken_outer_noise_from_the_data)
@judged("<=")
def outer_ratio_is_at_most_the_promise(make=IndependentNoiseLearner):
    for kind, size, rows in product((EXPONENTIAL, POINTS), (1, 2, 3, 4), (1, 2)):
        inner, concepts, rates = parts(kind, size)
        databases = databases_of(kind, size, rows)
        pairs = replace_one(databases)
        limit = inner_ratio(kind, size, rows) if kind == EXPONENTIAL else Fraction(4)
        for noise in rates:
            audit = audit_pure(make(inner, concepts, noise), databases, pairs)
            yield (kind, size, noise, limit, *audit.witness), audit.exp_epsilon, limit, audit.pairs

def refutes_outer_ratio_is_at_most_the_promise(make, witness):
    kind, size, noise, limit, *pair_and_outcome = witness
    inner, concepts, _ = parts(kind, size)
    return refutes_pure(tuple(pair_and_outcome), make(inner, concepts, noise), limit)


@check("BBKN14-5.6", grade="exhaustive",
       quantifier="T = 1..4, all databases of 1 and of 2 rows with stars, alpha = 2/5",
       says="the privacy ratio of A2's inner learner alone is infinite")
def inner_learner_alone_may_have_no_finite_ratio(reach=lambda size, rows: inner_ratio(POINTS, size, rows)) -> Verdict:
    return judge("==", (((size, rows), reach(size, rows), math.inf) for size, rows in product((1, 2, 3, 4), (1, 2))))

def refutes_inner_learner_alone_may_have_no_finite_ratio(reach, size, rows):
    inner = parts(POINTS, size)[0]
    named = (1, *(0,) * (size - 1))  # possible if a row shows the point, impossible if none does
    seen, unseen = (inner(((0, label),) * rows).exact() for label in (1, 0))
    return math.isfinite(reach(size, rows)) and named in seen and named not in unseen

@inner_learner_alone_may_have_no_finite_ratio.corrupted("the inner learner is taken to have the outer ratio")
def inner_learner_taken_have_outer_ratio(size: int, rows: int):
    inner, concepts, rates = parts(POINTS, size)
    outer = IndependentNoiseLearner(inner, concepts, rates[0])
    return audit_pure(outer, databases_of(POINTS, size, rows), replace_one).exp_epsilon


@check("BBKN14-5.6", grade="exhaustive",
       quantifier="the validator of the definition on the exponential mechanism over intervals (e^epsilon = 4, noise "
                  "1/20): T = 1..4, all databases of 0..2 rows",
       says="the validator finds no fault in the law of the outer learner")
@sabotage("correlated noise: all points flip together", broken_outer_flips_a_block)
@judged("==")
def validator_finds_no_fault(make=IndependentNoiseLearner):
    for size in (1, 2, 3, 4):
        inner, concepts, _ = parts(EXPONENTIAL, size)
        pair, outer = IndependentNoiseLearner(inner, concepts, TWENTIETH), make(inner, concepts, TWENTIETH)
        for rows in (0, 1, 2):
            for database in databases_of(EXPONENTIAL, size, rows):
                yield (size, database), noise_fault(outer, pair, [database]), None

def refutes_validator_finds_no_fault(make, size, database):
    inner, concepts, _ = parts(EXPONENTIAL, size)
    law, left = make(inner, concepts, TWENTIETH)(database).exact(), inner(database).exact()

    def character(table: dict[Any, Fraction], chosen) -> Fraction:  # E (-1)^(number of ones on the chosen points)
        return sum((w * (-1) ** sum(bit * x for bit, x in zip(chosen, h, strict=True)) for h, w in table.items()),
                   Fraction(0))

    return any(character(law, chosen) != (1 - 2 * TWENTIETH) ** sum(chosen) * character(left, chosen)
               for chosen in product((0, 1), repeat=size))


GAME_ROWS = 6
PROMISED = Fraction(16)
SELECTED = Selection(QUARTER, Fraction(1, 5), TWENTIETH)


@cache
def interval_pair(size: int, noise: Fraction) -> IndependentNoiseLearner:
    """Return the exponential mechanism over intervals at e^epsilon = 16, plus noise."""
    segments = initial_segments(size)
    return IndependentNoiseLearner(cache(exponential_inner(segments, PROMISED)), segments, noise)


@check("BBKN14-5.6", grade="exact",
       quantifier="exponential mechanism over intervals, e^epsilon = 16, m = 6, alpha' = 1/2, beta' = 1/4; T = 2, 3, "
                  "4; all targets, distributions on the grid of denominator 4, privacy over all multisets of 2 rows",
       says="the ratio is at most e^epsilon, and both learners have the accuracy and confidence asked for")
@sabotage("noise 2/5", make=lambda: Selection(QUARTER, Fraction(1, 5), Fraction(2, 5)))
@sabotage("the inner learner is asked for less than the outer one",
          make=lambda: Selection(Fraction(3, 4), Fraction(1, 5), TWENTIETH))
@judged("<=")
def all_clauses_hold_of_one_pair(selected: Selection = SELECTED):
    yield "accuracy asked of the inner learner", selected.alpha, Fraction(1, 2)
    yield "failure asked of the inner learner", selected.beta, QUARTER
    for size in (2, 3, 4):
        found = audit_noise_learner(
            interval_pair(size, selected.noise), selected, alpha=Fraction(1, 2), rows=GAME_ROWS,
            distributions=grid_distributions(size, 4), databases=multiset_databases(labelled_rows(size), 2),
            neighbours=replace_one_unordered)
        yield (size, "ratio"), found.exp_epsilon, PROMISED
        yield (size, "inner", found.inner.target, found.inner.distribution), found.inner.failure, selected.beta
        yield (size, "outer", found.outer.target, found.outer.distribution), found.outer.failure, QUARTER

def refutes_all_clauses_hold_of_one_pair(selected, witness):
    if isinstance(witness, str):
        return selected.alpha > Fraction(1, 2) or selected.beta > QUARTER
    size, which, target, distribution = witness
    learner, limit, beta = (interval_pair(size, selected.noise), Fraction(1, 2), QUARTER)
    if which == "inner":
        learner, limit, beta = learner.inner, selected.alpha, selected.beta  # type: ignore[assignment]
    total = Fraction(0)
    for points in product(range(size), repeat=GAME_ROWS):  # every sample in every order
        chance = math.prod(distribution[x] for x in points)
        for h, mass in learner(tuple((x, target[x]) for x in sorted(points))).exact().items() if chance else ():
            total += chance * mass * (sum(w for w, a, b in zip(distribution, target, h, strict=True) if a != b) > limit)
    return total > beta
