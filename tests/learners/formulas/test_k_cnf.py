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


@pytest.mark.parametrize(("variables", "width", "count"), [(3, 2, 19), (3, 0, 1), (2, 1, 5), (4, 4, 81)])
def test_number_of_clauses(variables, width, count):
    assert len(clause_tables(variables, width)) == count


def test_the_empty_clause_is_violated_by_every_positive_row():
    assert violations(0, [(0, 1), (3, 1), (3, 0)]) == 2


def test_negative_rows_violate_nothing():
    assert violations(0b0001, [(1, 0), (2, 0)]) == 0


@pytest.mark.parametrize("bound", range(-4, 5))
def test_the_distribution_function_of_the_noise(bound):
    noise = GeometricNoise(HALF)
    between = sum((noise.probability(k) for k in range(-30, bound + 1)), Fraction(0))
    assert 0 < at_most_probability(HALF, bound) - between < Fraction(1, 2**29)


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


def test_the_empty_database_gives_the_empty_conjunction():
    assert private_kcnf_learner(3, 2, query_ratio=HALF, tolerance=HALF)(()).exact() == {full_table(3): 1}


def test_the_learner_keeps_its_promise():
    learner = private_kcnf_learner(2, 1, query_ratio=HALF, tolerance=HALF)
    audit = audit_pure(learner, multiset_databases(labelled_rows(4), 2), replace_one_unordered)
    assert audit.exp_epsilon <= learner.promise.exp_epsilon == 2**5


def test_chance_of_a_large_noise_without_queries_is_zero():
    assert some_noise_exceeds(HALF, 0, 3) == 0


def test_chance_of_a_large_noise_for_one_query_is_its_tail():
    assert some_noise_exceeds(HALF, 1, 2) == 1 - sum(GeometricNoise(HALF).probability(k) for k in range(-2, 3))


@pytest.mark.parametrize("row", [(4, 1), (-1, 0), (0, 2)])
def test_rows_that_are_no_labelled_assignments_are_refused(row):
    with pytest.raises(ValueError, match="database must hold rows"):
        private_kcnf_learner(2, 1, query_ratio=HALF, tolerance=HALF)((row,))


@pytest.mark.parametrize(("ratio", "tolerance"), [(0, HALF), (1, HALF), (HALF, 0), (HALF, 1)])
def test_parameters_at_the_ends_are_refused(ratio, tolerance):
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        private_kcnf_learner(2, 1, query_ratio=ratio, tolerance=tolerance)
