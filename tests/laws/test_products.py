"""Products of laws."""

import random
from fractions import Fraction

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import bernoulli, fold, independent, products, pure, uniform


def test_product_is_the_fold_of_its_draws_and_certain_factors_do_not_count_as_outcomes():
    coins = [bernoulli(Fraction(1, k)) for k in (2, 3, 5)]
    folded = fold((), coins, lambda drawn, coin: coin.map(lambda bit: (*drawn, bit)))
    assert independent(coins).exact() == folded.exact()
    assert independent([]).exact() == {(): 1}
    assert independent([pure("x")] * 5000).exact() == {("x",) * 5000: 1}


def test_too_many_outcomes_are_sampled_and_not_listed():
    law = independent([uniform("ab")] * 64)
    assert set(law.sample(random.Random(0))) == {"a", "b"}
    with pytest.raises(TooLargeToEnumerate, match="at least 2\\^64 elements"):
        law.exact()
    with pytest.raises(TooLargeToEnumerate, match="has 9223372036854775808 elements"):
        independent([uniform("ab")] * 63).exact()


def test_entries_must_be_laws():
    with pytest.raises(ValueError, match="laws"):
        independent([bernoulli(Fraction(1, 2)), 0])
    with pytest.raises(ValueError, match="laws"):
        independent(3)


def test_as_many_outcomes_as_the_limit_are_listed_and_one_factor_more_is_not(monkeypatch):
    monkeypatch.setattr(products, "LARGEST_PRODUCT", 8)
    assert len(independent([uniform("ab")] * 3).exact()) == 8
    with pytest.raises(TooLargeToEnumerate, match="9"):
        independent([uniform("abc")] * 2).exact()
