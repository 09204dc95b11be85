"""Permute and flip: its law in two ways, its privacy, what it promises and what it does not."""

import random
from fractions import Fraction as F
from itertools import product

import pytest

from privlearn.laws import exp_renyi_two
from privlearn.mechanisms import audit_pure, from_scores, permute_and_flip, replace_one
from privlearn.mechanisms.noisy_maximum import support_counts
from privlearn.mechanisms.permuted_flips import permute_and_flip_table


def mechanism(candidates, base):
    return lambda database: permute_and_flip(dict(enumerate(support_counts(database, candidates))), base)


@pytest.mark.parametrize(("scores", "base", "law"), [
    ({"a": -5}, 3, {"a": 1}), (dict.fromkeys("abc", 2), 2, dict.fromkeys("abc", F(1, 3))),
    ({"a": 3, "b": 0}, 2, {"a": F(15, 16), "b": F(1, 16)})])  # b is drawn first with 1/2 and accepted with 1/8
def test_laws_by_hand(scores, base, law):
    assert permute_and_flip(scores, base).exact() == law
    assert permute_and_flip({"a": 0, "b": -10**6}, 2).sample(random.Random(1)) == "a"


@pytest.mark.parametrize("base", [1, F(3, 2), 4])
def test_the_program_has_the_law_of_the_integral(base):
    for scores in product(range(3), repeat=4):
        listed = dict(enumerate(scores))
        assert permute_and_flip(listed, base).exact() == permute_and_flip_table(listed, base)


@pytest.mark.parametrize("base", [F(11, 10), F(3, 2), 2])
def test_it_is_private_and_attains_its_promise_with_two_rows(base):
    rows, more = (list(product((0, 1), repeat=candidates)) for candidates in (2, 3))
    assert audit_pure(mechanism(2, base), list(product(rows, repeat=2)), replace_one).exp_epsilon == F(base) ** 2
    assert audit_pure(mechanism(2, base), [(row,) for row in rows], replace_one).exp_epsilon == max(2 * base - 1, 1)
    assert audit_pure(mechanism(3, base), list(product(more, repeat=2)), replace_one).exp_epsilon == F(base) ** 2


def test_its_mean_score_is_at_least_that_of_the_exponential_mechanism():
    for scores in product(range(4), repeat=3):
        listed = dict(enumerate(scores))
        flipped, weighed = (sum(p * listed[i] for i, p in law(listed, 2).exact().items())
                            for law in (permute_and_flip, from_scores))
        assert flipped >= weighed


def test_in_renyi_divergence_it_is_less_private_than_the_exponential_mechanism():
    pair = ({0: 1, 1: 0}, {0: 0, 1: 1})
    assert [exp_renyi_two(*(law(scores, 2) for scores in pair)) for law in (permute_and_flip, from_scores)] == [
        F(7, 3), F(3, 2)]


@pytest.mark.parametrize(("scores", "base", "message"), [
    ({}, 2, "scores must be a mapping that is not empty"), ([1], 2, "scores must be a mapping"),
    ({"a": F(1, 2)}, 2, "score must be an integer"), ({"a": 0}, F(1, 2), "base")])
def test_bad_scores_are_refused(scores, base, message):
    for law in (permute_and_flip, permute_and_flip_table):
        with pytest.raises(ValueError, match=message):
            law(scores, base)
