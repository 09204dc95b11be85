"""Blocks with noisy boundaries."""

from fractions import Fraction
from itertools import accumulate, product
from math import prod

import pytest

from privlearn.learners.interior_point.noisy_blocks import changed_blocks, cut_places, displacement_tail, shifted_noise

HALF = Fraction(1, 2)


def test_cuts_rise_from_zero_to_all_and_shifts_go_back():
    for noise in product(range(-5, 6), repeat=2):
        cuts = cut_places(7, 3, noise)
        assert (cuts[0], cuts[-1]) == (0, 7)
        assert list(cuts) == sorted(cuts)
    for noise, i, j in product(product(range(-2, 3), repeat=3), range(8), range(8)):
        there = shifted_noise(noise, 8, 4, removed=i, inserted=j)
        assert shifted_noise(there, 8, 4, removed=j, inserted=i) == noise


def test_one_block_and_equal_ranks_have_nothing_to_shift():
    assert cut_places(4, 1, ()) == (0, 4)
    assert cut_places(1, 1, ()) == (0, 1)
    assert displacement_tail(1, HALF, 0) == 0
    assert cut_places(1, 1, ()) == (0, 1)
    assert shifted_noise((), 1, 1, removed=0, inserted=0) == ()
    assert shifted_noise((1, 2), 6, 3, removed=2, inserted=2) == (1, 2)  # equal ranks need no shift
    assert changed_blocks((1, 2, 3), (0, 1, 3), [1, 2, 3], (0, 1, 3)) == 0  # equal databases have no changed block


def test_tails_of_walks():
    def mass(k):
        return (1 - HALF) / (1 + HALF) * HALF ** abs(k)

    inside = sum(mass(a) * mass(b) for a in range(-2, 3) for b in range(-4, 5) if abs(a + b) <= 2)
    assert displacement_tail(3, HALF, 2) == 1 - inside
    tails = [displacement_tail(4, HALF, limit) for limit in range(8)]  # tail falls with the limit
    assert tails == sorted(tails, reverse=True)
    ratio = Fraction(1, 2**1100)  # a ratio of very many digits is taken exactly
    assert displacement_tail(2, ratio, 1) == 2 * ratio**2 / (1 + ratio)


@pytest.mark.parametrize(("removed", "inserted"), [(4, 0), (-1, 0), (0, 4), (0, 5), (0, -1)])
def test_ranks_outside_are_refused(removed, inserted):
    with pytest.raises(ValueError, match="removed" if removed else "inserted"):
        shifted_noise((0,), 4, 2, removed=removed, inserted=inserted)


@pytest.mark.parametrize(("rows", "blocks"), [(7, 3), (11, 4), (3, 5), (2, 2)])
def test_the_cuts_between_the_ranks_are_displaced_by_one(rows, blocks):
    noise = (2, -1, 5, 3)[:blocks - 1]
    for i, j in product(range(rows), repeat=2):
        found = tuple(accumulate(shifted_noise(noise, rows, blocks, removed=i, inserted=j)))
        between = [min(i, j) < rows * k // blocks <= max(i, j) for k in range(1, blocks)]
        assert found == tuple(old + (1 if i > j else -1) * moved
                              for old, moved in zip(accumulate(noise), between, strict=True))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: displacement_tail(0, HALF, 1), "blocks must be an integer of at least"),
    (lambda: displacement_tail(1, HALF, -1), "limit must be an integer of at least"),
    (lambda: shifted_noise((), 0, 1, removed=0, inserted=0), "rows must be an integer of at least 1"),
    (lambda: shifted_noise((), 1, 0, removed=0, inserted=0), "blocks must be an integer of at least 1"),
    (lambda: cut_places(4, 3, (0,)), "must"), (lambda: cut_places(0, 2, (0,)), "must"),
    (lambda: cut_places(4, 0, ()), "must"), (lambda: shifted_noise((), 6, 2, removed=0, inserted=5), "zip"),
    (lambda: shifted_noise((0, 0), 6, 2, removed=0, inserted=5), "zip")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("blocks", [1, 2, 3, 4])
@pytest.mark.parametrize("limit", [0, 1, 2])
def test_tail_is_the_mass_of_the_walks_that_leave(blocks, limit):
    ratio, inside = Fraction(2, 5), Fraction(0)
    for walk in product(range(-limit, limit + 1), repeat=blocks - 1):
        steps = [b - a for a, b in zip((0, *walk), walk, strict=False)]
        inside += prod((1 - ratio) / (1 + ratio) * ratio ** abs(step) for step in steps)
    assert displacement_tail(blocks, ratio, limit) == 1 - inside
