"""Learning k-CNF by noisy counts."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts.formulas import full_table
from privlearn.learners.formulas import clause_tables, private_kcnf_learner, some_noise_exceeds, violations
from privlearn.learners.formulas.k_cnf import at_most_probability
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.noise import GeometricNoise

HALF = Fraction(1, 2)


def test_violated_clauses_are_false_at_positive_points():
    rows = [(0, 1), (1, 1), (1, 1), (2, 0), (3, 1), (5, 0), (7, 1)]
    assert [violations(table, rows) for table in (0, 0b10, 0b1001, 0b10000110, 0b11111111)] == [5, 3, 3, 2, 0]
    assert violations(0, [(0, 1), (3, 1), (3, 0)]) == 2  # the empty clause is violated by every positive row
    assert violations(0b0001, [(1, 0), (2, 0)]) == 0  # negative rows violate nothing
    assert [len(clause_tables(*shape)) for shape in ((3, 2), (3, 0), (2, 1), (4, 4))] == [19, 1, 5, 81]


def test_the_law_is_that_of_independent_coins():
    learner = private_kcnf_learner(2, 1, query_ratio=Fraction(1, 3), tolerance=HALF)
    database = ((3, 1), (1, 1), (0, 0), (2, 1))
    expected: dict[int, Fraction] = {}
    chances = [at_most_probability(Fraction(1, 3), 1 - violations(c, database)) for c in clause_tables(2, 1)]
    for kept in product((0, 1), repeat=5):
        table, mass = full_table(2), Fraction(1)
        for clause, chance, bit in zip(clause_tables(2, 1), chances, kept, strict=True):
            table, mass = (table & clause if bit else table), mass * (chance if bit else 1 - chance)
        expected[table] = expected.get(table, Fraction(0)) + mass
    assert learner(database).exact() == expected


def test_the_learner_keeps_its_promise():
    learner = private_kcnf_learner(2, 1, query_ratio=HALF, tolerance=HALF)
    audit = audit_pure(learner, multiset_databases(labelled_rows(4), 2), replace_one_unordered)
    assert audit.exp_epsilon <= learner.promise.exp_epsilon == 2**5
    for variables, width, queries in ((1, 1, 3), (2, 2, 9), (3, 1, 7)):
        learner = private_kcnf_learner(variables, width, query_ratio=Fraction(2, 3), tolerance=HALF)
        assert learner.promise.exp_epsilon == Fraction(3, 2) ** queries
    # the empty database gives the empty conjunction
    assert private_kcnf_learner(3, 2, query_ratio=HALF, tolerance=HALF)(()).exact() == {full_table(3): 1}


def test_chances_of_a_large_noise():
    assert some_noise_exceeds(HALF, 0, 3) == 0  # chance of a large noise without queries is zero
    # chance of a large noise for one query is its tail
    assert some_noise_exceeds(HALF, 1, 2) == 1 - sum(GeometricNoise(HALF).probability(k) for k in range(-2, 3))


@pytest.mark.parametrize("row", [(4, 1), (-1, 0), (0, 2)])
def test_rows_that_are_no_labelled_assignments_are_refused(row):
    with pytest.raises(ValueError, match="database must hold rows"):
        private_kcnf_learner(2, 1, query_ratio=HALF, tolerance=HALF)((row,))


@pytest.mark.parametrize(("ratio", "tolerance"), [(0, HALF), (1, HALF), (HALF, 0), (HALF, 1)])
def test_parameters_at_the_ends_are_refused(ratio, tolerance):
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        private_kcnf_learner(2, 1, query_ratio=ratio, tolerance=tolerance)


@pytest.mark.parametrize("ratio", [Fraction(1, 3), HALF, Fraction(4, 5)])
def test_noise_of_any_ratio_adds_up(ratio):
    for bound in range(-4, 5):
        step = at_most_probability(ratio, bound) - at_most_probability(ratio, bound - 1)
        assert step == GeometricNoise(ratio).probability(bound)
        assert at_most_probability(ratio, bound) + at_most_probability(ratio, -bound - 1) == 1


@pytest.mark.parametrize("bound", [0, Fraction(1, 2), 1, Fraction(7, 3), 3])
def test_a_large_noise_among_many_is_the_complement_of_small_ones_only(bound):
    small = sum(GeometricNoise(Fraction(2, 5)).probability(k) for k in range(-3, 4) if abs(k) <= bound)
    assert some_noise_exceeds(Fraction(2, 5), 3, bound) == 1 - small**3


@pytest.mark.parametrize("tolerance", [Fraction(1, 5), Fraction(1, 2), Fraction(4, 5), Fraction(99, 100)])
@pytest.mark.parametrize("rows", [((0, 1),), ((0, 1), (1, 1), (1, 0), (0, 0), (1, 1))])
def test_a_clause_is_kept_up_to_half_the_tolerance(tolerance, rows):
    g = Fraction(1, 3)
    found = private_kcnf_learner(1, 0, query_ratio=g, tolerance=tolerance)(rows).exact()  # the empty clause
    positive = sum(y for _, y in rows)
    most = max(k for k in range(9) if k <= tolerance * len(rows) / 2)
    assert found == {0: at_most_probability(g, most - positive), 3: 1 - at_most_probability(g, most - positive)}


def test_rows_at_the_ends_are_rows():
    learner = private_kcnf_learner(2, 1, query_ratio=HALF, tolerance=HALF)
    assert sum(learner(((0, 0), (3, 1))).exact().values()) == 1
    with pytest.raises(ValueError, match="database must hold rows"):
        learner(((3, 1), (0, -1)))
