"""Amplification by subsampling."""

from fractions import Fraction

import pytest

from privlearn.laws import bernoulli
from privlearn.mechanisms import (Promise, PromisedMechanism, add_remove_one, all_databases, audit_pure,
                                  noisy_histogram, randomised_response, subsampled)
from privlearn.mechanisms.subsampling import amplified_exp_epsilon, kept_rows

HALF = Fraction(1, 2)
DATABASES = [database for n in range(3) for database in all_databases((0, 1), n)]
ANY_ONE = PromisedMechanism(lambda database: bernoulli(Fraction(4, 5) if any(database) else Fraction(1, 5)),
                            Promise(Fraction(4), add_remove_one))


@pytest.mark.parametrize("kept", [Fraction(1, 10), HALF, Fraction(2, 3), 1])
def test_the_amplified_ratio_is_attained(kept):
    found = audit_pure(subsampled(ANY_ONE, kept), DATABASES, add_remove_one)
    assert found.exp_epsilon == amplified_exp_epsilon(4, kept) == subsampled(ANY_ONE, kept).promise.exp_epsilon


def test_a_histogram_keeps_its_amplified_promise_and_keeping_nothing_costs_nothing():
    mechanism = subsampled(noisy_histogram(2, HALF, most=2), HALF)
    assert mechanism.promise.exp_epsilon == Fraction(3, 2)
    assert audit_pure(mechanism, DATABASES, add_remove_one).exp_epsilon <= Fraction(3, 2)
    assert audit_pure(subsampled(ANY_ONE, 0), DATABASES, add_remove_one).exp_epsilon == 1
    assert kept_rows(("a", "b"), Fraction(1, 3)).exact() == {
        (): Fraction(4, 9), ("a",): Fraction(2, 9), ("b",): Fraction(2, 9), ("a", "b"): Fraction(1, 9)}


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: subsampled(randomised_response(Fraction(3, 4)), HALF), "under add_remove_one"),
    (lambda: subsampled(PromisedMechanism(ANY_ONE.law, Promise(4, add_remove_one, Fraction(1, 9))), HALF), "delta 0"),
    (lambda: amplified_exp_epsilon(HALF, HALF), "exp_epsilon must be at least 1"),
    (lambda: amplified_exp_epsilon(2, 2), "kept must lie between"),
    (lambda: kept_rows(5, HALF), "tuples of hashable rows")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
