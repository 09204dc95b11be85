"""Conditional laws."""

import random
from fractions import Fraction

import pytest

from privlearn.laws import conditioned, pure, uniform

DIE = uniform(range(1, 7))


def test_accepted_outcomes_are_rescaled():
    assert conditioned(DIE, lambda face: face > 4).exact() == {5: Fraction(1, 2), 6: Fraction(1, 2)}


def test_accepting_everything_changes_nothing():
    assert conditioned(DIE, lambda face: True).exact() == DIE.exact()


def test_samples_are_accepted():
    rng, law = random.Random(1), conditioned(DIE, lambda face: face == 3)
    assert {law.sample(rng) for _ in range(20)} == {3}


def test_an_impossible_event_is_refused_exactly():
    with pytest.raises(ValueError, match="accept must be true"):
        conditioned(pure(0), lambda x: x == 1).exact()


def test_an_impossible_event_is_refused_by_sampling():
    with pytest.raises(ValueError, match="no outcome in 5 tries"):
        conditioned(pure(0), lambda x: x == 1, tries=5).sample(random.Random(1))


def test_the_event_must_be_a_function():
    with pytest.raises(ValueError, match="accept must be a function"):
        conditioned(DIE, 3)


def test_no_tries_are_refused():
    with pytest.raises(ValueError, match="tries"):
        conditioned(DIE, bool, tries=0)


@pytest.mark.parametrize("tries", [1, 3])
def test_the_last_try_counts_and_no_further_one(tries):
    law, rng = uniform(range(2)), random.Random(2)
    refusals = iter([False] * (tries - 1) + [True])
    assert conditioned(law, lambda side: next(refusals), tries=tries).sample(rng) in (0, 1)
    later = iter([False] * tries + [True])
    with pytest.raises(ValueError, match=f"no outcome in {tries} tries"):
        conditioned(law, lambda side: next(later), tries=tries).sample(rng)
