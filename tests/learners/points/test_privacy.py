"""The audit of A2 over all databases is the plain audit, only faster."""

import math
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from privlearn.learners.points import improper_rates, improper_ratio, subsampled_point, worst_point_ratio
from privlearn.learners.points.noisy import improper_point_learner_at
from privlearn.learners.points.privacy import concept_table, improper_ratio_limit
from privlearn.mechanisms import all_databases, audit_pure, labelled_rows, refutes_pure, replace_one

RATES = {"keep": Fraction(1, 3), "abort": Fraction(1, 5), "noise": Fraction(1, 7)}
SMALL = [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)]


@pytest.mark.parametrize("rates", [RATES, improper_rates(Fraction(1, 2)), RATES | {"noise": Fraction(5, 7)},
                                   RATES | {"abort": Fraction(1, 1000)}])
@pytest.mark.parametrize(("size", "rows"), SMALL)
def test_orbits_give_the_plain_audit(size, rows, rates):
    databases = all_databases([None, *labelled_rows(size)], rows)
    plain = audit_pure(lambda d: improper_point_learner_at(d, size=size, **rates), databases, replace_one)
    assert worst_point_ratio(size, rows, **rates).exp_epsilon == plain.exp_epsilon


@pytest.mark.parametrize(("size", "rows"), SMALL)
def test_witness_attains_the_ratio(size, rows):
    found = worst_point_ratio(size, rows, **RATES)
    left, right, outcome = found.witness
    laws = [improper_point_learner_at(d, size=size, **RATES).exact() for d in (left, right)]
    assert laws[0][outcome] == found.exp_epsilon * laws[1][outcome]


def test_giving_up_and_keeping_decide_the_ratio():
    # without giving up the ratio is infinite
    found = worst_point_ratio(2, 2, keep=Fraction(1, 8), abort=0, noise=Fraction(1, 16))
    assert found.exp_epsilon == math.inf
    assert refutes_pure(found.witness, lambda d: improper_point_learner_at(
        d, size=2, keep=Fraction(1, 8), abort=0, noise=Fraction(1, 16)), 10**9)
    # never giving up is not zero over zero
    assert worst_point_ratio(1, 1, keep=Fraction(1, 8), abort=0, noise=Fraction(1, 16)).exp_epsilon == Fraction(11, 4)
    # keeping nothing is perfectly private
    assert worst_point_ratio(2, 2, keep=0, abort=Fraction(1, 8), noise=Fraction(1, 8)).exp_epsilon == 1


def test_ratios_grow_to_the_limit_and_tables_are_folds():
    ratios = [improper_ratio(m, Fraction(1, 4)) for m in range(1, 30)]
    assert ratios == sorted(set(ratios))
    assert ratios[-1] < improper_ratio_limit(Fraction(1, 4)) == Fraction(46, 15)
    for database in all_databases([None, *labelled_rows(2)], 3):
        assert concept_table(database, size=2, keep=RATES["keep"], abort=RATES["abort"]) == subsampled_point(
            database, size=2, keep=RATES["keep"], abort=RATES["abort"]).exact()


@pytest.mark.parametrize("bad", [{"keep": 1}, {"noise": 0}, {"noise": 1}, {"abort": 2}])
def test_bad_rates_are_refused(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        worst_point_ratio(2, 2, **(RATES | bad))


@pytest.mark.parametrize(("rows", "alpha"), [(1, Fraction(1, 2)), (2, Fraction(1, 3)), (4, Fraction(2, 5))])
def test_ratio_of_the_two_neighbours_is_that_of_their_laws(rows, alpha):
    left, right = (improper_point_learner_at(((0, 0),) * (rows - 1) + (row,), size=2, **improper_rates(alpha)).exact()
                   for row in ((1, 1), (0, 1)))
    assert improper_ratio(rows, alpha) == left[0, 1] / right[0, 1]


@pytest.mark.parametrize(("size", "rows"), SMALL)
def test_pairs_of_added_rows_are_counted_for_each_base_up_to_renaming(size, rows):
    bases = [base for base in combinations_with_replacement(product(range(rows), repeat=2), size)
             if sum(map(sum, base)) < rows]
    found = worst_point_ratio(size, rows, **RATES)
    assert found.pairs == len(bases) * (1 + 2 * size) * 2 * size
    assert {len(database) for database in found.witness[:2]} == {rows}
    assert len(set(found.witness[0]) - set(found.witness[1])) <= 1


@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(2, 7), Fraction(1, 100)])
def test_rates_and_limit_are_those_of_the_algorithm(alpha):
    assert improper_rates(alpha) == {"keep": alpha / 4, "abort": alpha / 8, "noise": alpha / 8}
    p, mu = alpha / 4, alpha / 8
    assert improper_ratio_limit(alpha) == 1 + p / (1 - p) * (1 - mu) / mu


@pytest.mark.parametrize(("call", "message"), [
    (lambda: improper_ratio_limit(0), "alpha"), (lambda: improper_ratio_limit(4), "alpha"),
    (lambda: worst_point_ratio(0, 2, **RATES), "size must be an integer of at least 1"),
    (lambda: worst_point_ratio(2, 0, **RATES), "rows must be an integer of at least 1"),
    (lambda: improper_ratio(0, Fraction(1, 2)), "rows must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
