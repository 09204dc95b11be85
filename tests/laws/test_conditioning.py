"""Conditional laws."""

import random
from fractions import Fraction

import pytest

from privlearn.laws import conditioned, pure, uniform

DIE = uniform(range(1, 7))


def test_accepted_outcomes_are_rescaled_and_sampled():
    assert conditioned(DIE, lambda face: face > 4).exact() == {5: Fraction(1, 2), 6: Fraction(1, 2)}
    assert conditioned(DIE, lambda face: True).exact() == DIE.exact()
    rng, law = random.Random(1), conditioned(DIE, lambda face: face == 3)
    assert {law.sample(rng) for _ in range(20)} == {3}


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: conditioned(pure(0), lambda x: x == 1).exact(), "accept must be true"),
    (lambda: conditioned(pure(0), lambda x: x == 1, tries=5).sample(random.Random(1)), "no outcome in 5 tries"),
    (lambda: conditioned(DIE, 3), "accept must be a function"), (lambda: conditioned(DIE, bool, tries=0), "tries")])
def test_impossible_events_and_no_tries_are_refused(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize("tries", [1, 3])
def test_the_last_try_counts_and_no_further_one(tries):
    law, rng = uniform(range(2)), random.Random(2)
    refusals = iter([False] * (tries - 1) + [True])
    assert conditioned(law, lambda side: next(refusals), tries=tries).sample(rng) in (0, 1)
    later = iter([False] * tries + [True])
    with pytest.raises(ValueError, match=f"no outcome in {tries} tries"):
        conditioned(law, lambda side: next(later), tries=tries).sample(rng)
