"""Lazy hypotheses: the law of the table, on domains that cannot be listed."""

import random
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from privlearn.learners.points import ZERO, LazyHypothesis, flipped, lazily_flipped, lazy
from privlearn.learners.points.lazy import coins, endless_flips


def joint_law(concept, size, queries, rate):
    law = {}
    for flips in product((0, 1), repeat=len(queries)):
        h = LazyHypothesis(concept, size=size, flips=iter(flips))
        table = tuple(value for _, value in sorted((x, h[x]) for x in queries))
        chance = rate ** sum(flips) * (1 - rate) ** (len(flips) - sum(flips))
        law[table] = law.get(table, 0) + chance
    return law


@pytest.mark.parametrize("concept", [ZERO, 0, 2])
def test_values_have_the_law_of_the_full_table_in_every_order(concept):
    full = flipped(concept, size=3, rate=Fraction(1, 5)).exact()
    for order in permutations(range(3)):
        assert joint_law(concept, 3, order, Fraction(1, 5)) == full


def test_one_point_and_no_coin_and_no_flips_are_enough():
    assert LazyHypothesis(ZERO, size=1, flips=iter([1]))[0] == 1
    assert lazily_flipped(0, size=1, rate=0).exact() == {(1,): 1}
    assert coins(Fraction(1, 2), 0, random.Random(1)) == []
    # no flips leave the point function even on a huge domain
    h = lazily_flipped(2**4000, size=2**4096, rate=0).sample(np.random.default_rng(1))
    assert (h(2**4000), h(0), h.asked) == (1, 0, 2)
    assert list(h([0, 2**4000])) == [0, 1]
    # exact reading is that of the table
    assert lazily_flipped(1, size=2, rate=Fraction(1, 8)).exact() == flipped(1, size=2, rate=Fraction(1, 8)).exact()
    assert lazily_flipped(None, size=2, rate=Fraction(1, 8)).exact() == {None: 1}


def test_a_value_does_not_change():
    h = lazily_flipped(ZERO, size=2**64, rate=Fraction(1, 2)).sample(random.Random(1))
    first = h.predict(range(200))
    assert (h.predict(np.arange(200)) == first).all()
    assert 60 < first.sum() < 140
    assert h.asked == 200


def array_law(concept, queries, rate):
    """The law of the answers to several arrays of questions, single questions between them."""
    points = sorted({x for asked in queries for x in np.atleast_1d(asked)})
    law = {}
    for flips in product((0, 1), repeat=len(points)):
        h = LazyHypothesis(concept, size=4, flips=iter(flips))
        answers = {}
        for asked in queries:
            values = h.predict(asked) if isinstance(asked, np.ndarray) else [h[asked]]
            for x, value in zip(np.atleast_1d(asked), values, strict=True):
                assert answers.setdefault(int(x), int(value)) == value  # an answer does not change
        assert h.asked == len(points)
        chance = rate ** sum(flips) * (1 - rate) ** (len(flips) - sum(flips))
        key = tuple(answers[x] for x in points)
        law[key] = law.get(key, 0) + chance
    return law


@pytest.mark.parametrize("concept", [ZERO, 0, 2])
@pytest.mark.parametrize("queries", [
    [np.array([2, 0, 2, 1])], [1, np.array([0, 1]), np.array([2, 1]), 0, 2], [np.array([2]), np.array([0, 1, 2])],
    [0, np.array([], dtype=int), 1, np.array([2]), np.array([2, 1, 0])]])
def test_arrays_of_questions_have_the_law_of_the_full_table(concept, queries):
    assert array_law(concept, queries, Fraction(1, 5)) == flipped(concept, size=3, rate=Fraction(1, 5)).exact()


@pytest.mark.parametrize(("points", "first"), [([3, 1], 1), ([3, 1, 2], 1), ([3, 2, 0], 2), ([3, 2, 1, 0], 2)])
def test_many_points_are_asked_in_parts_and_in_rising_order_in_each(monkeypatch, points, first):
    monkeypatch.setattr(lazy, "MANY", 2)
    monkeypatch.setattr(lazy, "PARTS", 2)
    h = LazyHypothesis(ZERO, size=4, flips=iter([1, 0, 0, 0]))
    assert h.predict(np.array(points)).tolist() == [int(x == first) for x in points]


@pytest.mark.parametrize("x", [-1, 4, 1.5, "0", True])
def test_points_outside_are_refused(x):
    with pytest.raises(ValueError, match="x must be an integer"):
        LazyHypothesis(0, size=4, flips=iter([0]))[x]


@pytest.mark.parametrize("x", [1.0, True, Fraction(1)])
def test_errors_do_not_tell_which_points_were_asked(x):
    h = LazyHypothesis(0, size=4, flips=iter([0, 0]))
    assert h[1] == 0
    for ask in (h, h.__getitem__, lambda point: h.predict([point])):
        with pytest.raises(ValueError, match="x must be an integer"):
            ask(x)


def test_coins_have_their_probability():
    for rng in (random.Random(0), np.random.default_rng(0)):
        assert coins(0, 50, rng) == [0] * 50
        assert coins(1, 50, rng) == [1] * 50
        assert coins(Fraction(1, 2), 0, rng) == []
    heads = sum(coins(Fraction(1, 3), 30_000, np.random.default_rng(5)))  # coins have their probability
    assert abs(heads - 10_000) < 650  # 8 standard deviations


def test_ties_are_decided_by_further_bits():
    class Ties(random.Random):
        def randbytes(self, n):
            return (2**64 // 3).to_bytes(8, "big") * (n // 8)

        def randrange(self, bound):
            return 0 if bound == 3 else super().randrange(bound)

    assert coins(Fraction(1, 3), 2, Ties()) == [1, 1]  # 2^64 = 3 * cut + 1: the tie is a hit for 0 < 1


@pytest.mark.parametrize(("call", "message"), [
    (lambda: LazyHypothesis(ZERO, size=0, flips=iter([])), "size must"),
    (lambda: lazily_flipped(ZERO, size=0, rate=0), "size must"),
    (lambda: coins(Fraction(1, 2), -1, random.Random(1)), "count must"),
    (lambda: LazyHypothesis(ZERO, size=4, flips=iter([0] * 9)).predict(np.array([-1, 2])),
        "x must be an integer of at least 0 and at most 3"),
    (lambda: LazyHypothesis(ZERO, size=4, flips=iter([0] * 9)).predict(np.array([0, 4])),
        "x must be an integer of at least 0 and at most 3"),
    (lambda: LazyHypothesis(0, size=4, flips=iter([0])).predict(3), "points must be"),
    (lambda: LazyHypothesis(0, size=4, flips=iter([0])).predict(None), "points must be"),
    (lambda: LazyHypothesis(0, size=4, flips=iter([0])).predict(np.array(3)), "points must be"),
    (lambda: LazyHypothesis(0, size=4, flips=iter([0])).predict(np.zeros((2, 2), dtype=int)), "points must be"),
    (lambda: LazyHypothesis(0, size=4, flips=iter([0]))[[1, 2]], "x must be an integer"),
    (lambda: LazyHypothesis(0, size=4, flips=iter([0]))[{1: 2}], "x must be an integer"),
    (lambda: LazyHypothesis(0, size=4, flips=iter([0]))["a"], "x must be an integer"),
    (lambda: LazyHypothesis(0, size=4, flips=[0, 1]), "flips must be an iterator"),
    (lambda: lazily_flipped(0, size=4, rate=Fraction(1, 2)).sample(None), "rng must be"),
    (lambda: LazyHypothesis(None, size=4, flips=iter([])), "concept must be a point or ZERO"),
    (lambda: next(endless_flips(Fraction(1, 2), None)), "rng must be")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
