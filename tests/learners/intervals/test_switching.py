"""Switching points and the intervals at them."""

from collections import Counter
from itertools import product

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.intervals import (Steps, best_switch, is_as_good, segment_with_flips, surrounding,
                                          switch_numbers, switching_points)
from privlearn.learners.intervals.switching import (DECREASING, INCREASING, as_steps, functions_with,
                                                    most_inner_decreasing)

ALL = [h for size in range(1, 7) for h in product((0, 1), repeat=size)]


def test_steps_and_bits_describe_the_same_functions():
    assert switching_points((0,)) == [(0, DECREASING), (1, INCREASING)]
    assert switching_points((1,)) == [(0, INCREASING), (1, DECREASING)]
    assert all(as_steps(h).bits() == h for h in ALL)
    assert all(switching_points(as_steps(h)) == switching_points(h) for h in ALL)
    steps = Steps(2**64, 1, (5, 2**63))  # a step function is evaluated at points
    assert [steps(x) for x in (0, 4, 5, 2**63 - 1, 2**63, 2**64 - 1)] == [1, 1, 0, 0, 1, 1]


def test_the_longest_hypothesis_is_listed_and_the_next_is_refused(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        Steps(2**64, 0).bits()
    monkeypatch.setattr("privlearn.learners.intervals.switching.LONGEST", 3)
    assert Steps(3, 0, (1,)).bits() == (0, 1, 1)
    with pytest.raises(TooLargeToEnumerate, match="the bits of a hypothesis"):
        Steps(4, 0, (1,)).bits()


@pytest.mark.parametrize("point", [-1, 4, 5, 1.5])
def test_points_outside_the_domain_are_refused(point):
    with pytest.raises(ValueError, match="point must be an integer of at least 0 and at most 3"):
        Steps(4, 0)(point)
    with pytest.raises(ValueError, match="flips must be an integer of at least 0 and at most 3"):
        segment_with_flips(4, 2, {point})


@pytest.mark.parametrize("size", [0, 1.5])
def test_a_domain_has_at_least_one_point(size):
    assert Steps(1, 1).bits() == (1,)
    with pytest.raises(ValueError, match="size must"):
        Steps(size, 0)


def test_flips_change_exactly_the_given_points():
    for size, concept in ((1, 0), (1, 1), (5, 0), (5, 2), (5, 5)):
        for chosen in product((0, 1), repeat=size):
            flips = {x for x, bit in enumerate(chosen) if bit}
            wanted = tuple(int(x < concept) ^ (x in flips) for x in range(size))
            found = segment_with_flips(size, concept, flips)
            assert found.bits() == wanted
            assert len(switch_numbers(found)) <= 2 * len(flips) + 3


def test_the_best_switch_is_the_decreasing_end_of_the_first_pair_around_the_target():
    for h in ALL:
        padded = (1 - h[0], *h, 1 - h[-1])
        ends = [(j, padded[j] > padded[j + 1]) for j in range(len(h) + 1) if padded[j] != padded[j + 1]]
        for target in range(len(h) + 1):
            (j, falls), (k, _) = next(pair for pair in zip(ends, ends[1:], strict=False) if pair[1][0] >= target)
            assert best_switch(h, target) == (j if falls else k)
    for h in ALL:  # the best switch is a switching point that is as good
        for t in range(len(h) + 1):
            assert best_switch(h, t) in switch_numbers(h)
            assert is_as_good(best_switch(h, t), h, t)
    assert all((best_switch(h, t), DECREASING) in surrounding(h, t)[0] for h in ALL for t in range(len(h) + 1))
    assert not is_as_good(4, (1, 0, 0, 1, 0, 0), 1)  # the verifier refuses a worse concept


def test_as_good_is_to_err_nowhere_else():
    for h in ALL:
        points = range(len(h))
        for target, concept in product(range(len(h) + 1), repeat=2):
            wrong = {x for x in points if h[x] != (x < target)}
            assert is_as_good(concept, h, target) == ({x for x in points if (x < concept) != (x < target)} <= wrong)
    assert [most_inner_decreasing(z) for z in range(2, 8)] == [0, 1, 1, 2, 2, 3]  # counts of switching points add up
    assert all(sum(functions_with(size, z) for z in range(size + 2)) == 2**size for size in range(1, 10))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: switching_points(()), "hypothesis must be"), (lambda: switching_points((0, 2)), "hypothesis must be"),
    (lambda: switching_points((-1,)), "hypothesis must be"), (lambda: Steps(4, 0, (0,)), "changes must increase"),
    (lambda: Steps(4, 0, (4,)), "changes must increase"), (lambda: Steps(4, 0, (2, 2)), "changes must increase"),
    (lambda: Steps(4, 0, (3, 1)), "changes must increase"), (lambda: Steps(4, 2), "first must be a bit"),
    (lambda: best_switch((0, 1), 3), "target"), (lambda: surrounding((0, 1), 3), "target")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("size", range(1, 7))
def test_counts_of_functions_are_counts_of_functions(size):
    found = Counter(len(switching_points(h)) for h in product((0, 1), repeat=size))
    assert [functions_with(size, z) for z in range(size + 4)] == [found[z] for z in range(size + 4)]
    for wrong in ((0, 2), (size, -1)):
        with pytest.raises(ValueError, match="must be an integer of at least"):
            functions_with(*wrong)
