"""Correlated sampling: joint laws, the probability that readers differ, and readers of a seed."""

import random
from fractions import Fraction as F
from itertools import islice

import pytest

from privlearn.laws import bernoulli, correlated, correlated_disagreement, correlated_sample, pure, uniform
from privlearn.laws.correlated_sampling import (WAITING, _SharedUniform, disagreement_bound, first_accepted,
                                                ratio_disagreement_bound, shared_rounds)

LEFT, RIGHT = {0: F(3, 4), 1: F(1, 4)}, {0: F(1, 4), 1: F(3, 4)}


def test_joint_laws_by_hand():
    assert correlated([bernoulli(F(1, 3))] * 4).exact() == {(0,) * 4: F(2, 3), (1,) * 4: F(1, 3)}
    # the next round that one accepts: 0 and 1 by both 1/4 each, by one alone 1/2 each, of 3/2 in all
    assert correlated([LEFT, RIGHT]).exact() == {
        (0, 0): F(1, 6) + F(1, 3) * F(1, 4), (1, 1): F(1, 6) + F(1, 3) * F(1, 4), (0, 1): F(1, 3) * F(3, 4) * 2}
    assert correlated([]).exact() == {(): 1}
    assert correlated([pure("a"), pure("b")]).sample(random.Random(7)) == ("a", "b")


def test_marginals_of_three_readers():
    laws = [LEFT, RIGHT, {0: F(1, 2), 2: F(1, 2)}]
    joint = correlated(laws).exact()
    for k, law in enumerate(laws):
        assert all(sum(p for taken, p in joint.items() if taken[k] == x) == law.get(x, 0) for x in range(3))


def test_disagreements_by_hand():
    assert correlated_disagreement(pure("a"), pure("b")) == 1
    assert correlated_disagreement(uniform("abc"), uniform("abc")) == 0
    assert correlated_disagreement(LEFT, RIGHT) == F(1, 2)  # on two outcomes the distance
    assert correlated_disagreement(uniform("ab"), uniform("bc")) == disagreement_bound(F(1, 2)) == F(2, 3)
    left, right = {0: F(1, 2), 1: F(1, 2)}, {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}  # some agree later
    assert correlated_disagreement(left, right) == (F(1, 2) - F(1, 4) * F(1, 4)) / F(5, 4)


def test_a_round_is_accepted_below_the_probability_only():
    rounds = [(0, F(3, 4)), (1, F(1, 4)), (2, F(0)), (0, F(74, 100))]
    assert first_accepted(LEFT, rounds) == 0
    assert first_accepted(LEFT, rounds[:3]) is WAITING
    assert first_accepted(RIGHT, rounds) == 1


def test_seeded_readers_of_one_law_take_the_same_and_of_two_differ_about_as_often_as_they_say():
    taken = [correlated_sample(LEFT, universe=range(3), seed=seed) for seed in range(40)]
    assert taken == [correlated_sample(bernoulli(F(1, 4)), universe=range(3), seed=seed) for seed in range(40)]
    assert set(taken) == {0, 1}
    differ = sum(correlated_sample(LEFT, universe=(0, 1), seed=seed) != correlated_sample(
        RIGHT, universe=(0, 1), seed=seed) for seed in range(200))
    assert 70 < differ < 130  # 100 are expected; outside with probability below 1/10000


def test_rounds_of_a_seed_are_at_random_places_with_numbers_from_0_to_below_1():
    rounds = list(islice(shared_rounds("xyz", 9), 30))
    assert [x for x, _ in rounds] == ["xyz"[random.Random(f"9 {k}").randrange(3)] for k in range(30)]
    assert all(u < F(1) and not u < F(0) for _, u in (next(shared_rounds("a", 5)), *rounds))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: correlated_sample(LEFT, universe=(0,), seed=1), "universe must hold all outcomes"),
    (lambda: shared_rounds((), 1), "universe must not be empty"),
    (lambda: shared_rounds("ab", 1.5), "seed be an integer"),
    (lambda: correlated(LEFT), "laws must be a sequence"),
    (lambda: correlated([{0: F(1, 2)}]), "weights must sum to 1"),
    (lambda: disagreement_bound(2), "distance"), (lambda: ratio_disagreement_bound(F(1, 2)), "ratio")])
def test_what_is_no_law_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


TABLES = [{0: F(1, 2), 1: F(1, 3), 2: F(1, 6)}, {0: F(1, 5), 2: F(1, 5), 3: F(3, 5)}, {1: F(1)},
          {0: F(1, 4), 1: F(1, 4), 3: F(1, 2)}]


@pytest.mark.parametrize("left", TABLES)
@pytest.mark.parametrize("right", TABLES)
def test_two_readers_are_those_of_the_rounds(left, right):
    def both(x):
        return min(left.get(x, 0), right.get(x, 0))

    accepted = sum(max(left.get(x, 0), right.get(x, 0)) for x in range(4))
    joint = {}
    for x in range(4):
        joint[x, x] = joint.get((x, x), 0) + both(x) / accepted
        for y in range(4):  # one accepts x alone, the other y later
            joint[x, y] = joint.get((x, y), 0) + (left.get(x, 0) - both(x)) / accepted * right.get(y, 0)
            joint[y, x] = joint.get((y, x), 0) + (right.get(x, 0) - both(x)) / accepted * left.get(y, 0)
    joint = {pair: p for pair, p in joint.items() if p}
    assert correlated([left, right]).exact() == joint
    assert correlated_disagreement(left, right) == sum(p for (x, y), p in joint.items() if x != y)


@pytest.mark.parametrize("probability", [F(1, 3), F(1, 2), F(2**70 - 1, 2**71), F(1, 2**80)])
def test_a_shared_number_is_that_of_its_bits(probability):
    for seed in "abc":
        rng = random.Random(seed)
        words = [rng.getrandbits(64) for _ in range(3)]
        u = F(sum(word << 64 * (2 - i) for i, word in enumerate(words)), 1 << 192)
        assert (_SharedUniform(seed) < probability) == (u < probability)
        near = F(words[0], 1 << 64)
        assert not _SharedUniform(seed) < near
        assert _SharedUniform(seed) < near + F(1, 1 << 64)
