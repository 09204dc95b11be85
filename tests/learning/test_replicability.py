"""Agreement by its definition, the rule of a shared threshold, and what correlated sampling makes of a law."""

from fractions import Fraction as F
from math import comb

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import pure, uniform
from privlearn.learning import replicability
from privlearn.learning.replicability import (agreement, agreement_bound, correlated_run, ordered_samples,
                                              replicable_majority, threshold_rule, unordered_samples)

FAIR = {0: F(1, 2), 1: F(1, 2)}


def first_row(database, _):
    return database[0]


def test_samples_have_the_probabilities_of_independent_rows():
    third = {0: F(2, 3), 1: F(1, 3)}
    assert dict(ordered_samples(third, 2)) == {(0, 0): F(4, 9), (0, 1): F(2, 9), (1, 0): F(2, 9), (1, 1): F(1, 9)}
    assert dict(unordered_samples(third, 2)) == {(0, 0): F(4, 9), (0, 1): F(4, 9), (1, 1): F(1, 9)}
    assert list(ordered_samples(FAIR, 0)) == list(unordered_samples(FAIR, 0)) == [((), 1)]


def test_as_many_samples_as_the_limit_are_listed_and_one_more_is_not(monkeypatch):
    for samples in (ordered_samples, unordered_samples):
        with pytest.raises(TooLargeToEnumerate):
            list(samples(uniform(range(60)), 60))
    monkeypatch.setattr(replicability, "LARGEST_COLLECTION", 8)
    assert len(list(ordered_samples(FAIR, 3))) == len(list(unordered_samples(FAIR, 7))) == 8
    for samples, rows, found in ((ordered_samples, 4, "16"), (unordered_samples, 8, "9")):
        with pytest.raises(TooLargeToEnumerate, match=found):
            list(samples(FAIR, rows))


def test_agreements_by_hand():
    assert agreement(first_row, FAIR, 2, coins=pure(0), runs=1) == 1
    assert [agreement(first_row, uniform(range(3)), 1, coins=pure(0), runs=k) for k in (2, 3)] == [F(1, 3), F(1, 9)]
    assert agreement(lambda _, coin: coin, FAIR, 3, coins=uniform("abc"), runs=4) == 1  # it looks at coins only
    assert [1 - agreement(threshold_rule, FAIR, n, coins=uniform(range(1, n + 1))) for n in (1, 2, 3)] == [
        F(1, 2), F(3, 8), F(5, 16)]


def test_bounds_of_more_runs_and_the_share_of_ones_by_hand():
    bounds = {(F(1, 2), 1): 1, (F(2, 3), 3): F(4, 9), (0, 2): 0, (1, 9): 1}
    assert {given: agreement_bound(*given) for given in bounds} == bounds
    assert replicable_majority((1, 0, 1)).exact() == {0: F(1, 3), 1: F(2, 3)}


def test_a_run_of_majority_is_that_of_the_shared_threshold():
    found = correlated_run(replicable_majority, FAIR, 8)
    assert found.disagreement == found.distance == F(comb(16, 8), 4**8)
    assert found.own_coins == F(1, 2)
    assert found.disagreement < found.bound


def test_a_run_that_ignores_its_sample_is_one_law_and_one_that_publishes_it_differs_as_rows_do():
    found = correlated_run(lambda _: uniform("ab"), FAIR, 3)
    assert (found.disagreement, found.bound, found.distance, found.to_mean) == (0, 0, 0, 0)
    assert found.own_coins == F(1, 2)
    found = correlated_run(lambda database: pure(database[0]), FAIR, 1)
    assert found.disagreement == found.bound == found.distance == found.to_mean == found.own_coins == F(1, 2)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: replicable_majority(()), "database must not be empty"),
    (lambda: agreement(first_row, FAIR, 1, coins=pure(0), runs=0), "runs"),
    (lambda: agreement(first_row, FAIR, 1, coins={0: 1}), "coins must be or return a Law"),
    (lambda: agreement(first_row, FAIR, -1, coins=pure(0)), "rows"),
    (lambda: agreement_bound(2, 2), "same"), (lambda: agreement_bound(1, 0), "runs"),
    (lambda: correlated_run(lambda _: 3, FAIR, 1), "what algorithm returns must be or return a Law")])
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
