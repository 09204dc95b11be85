"""Reorder, slice, compute: sizes, laws by hand, delayed answers, orders."""

import random
from fractions import Fraction

import pytest

from privlearn.laws import pure
from privlearn.mechanisms.slicing import (Again, Cut, adjacency_fault, ascending, cut_size, descending, noisy_bit,
                                          reorder_slice_compute)

HALF = Fraction(1, 2)
THE_SLICE = pure  # an answer that publishes the slice itself


@pytest.mark.parametrize(("size", "rows", "ratio", "law"), [
    (1, 4, Fraction(1, 3), {1: Fraction(2, 3), 2: Fraction(2, 9), 3: Fraction(2, 27), 4: Fraction(1, 27)}),
    (3, 0, HALF, {0: 1}), (3, 2, HALF, {2: 1}), (3, 3, HALF, {3: 1})])
def test_sizes_beyond_the_rows_are_one_case(size, rows, ratio, law):
    assert cut_size(size, rows, ratio).exact() == law


def test_no_row_is_in_two_slices_and_the_next_may_come_from_the_other_end():
    law = reorder_slice_compute((3, 1, 2), [Cut(ascending, 1, THE_SLICE)] * 3, HALF).exact()
    assert law[(1,), (2,), (3,)] == Fraction(1, 4)  # the last slice has its row whatever the noise
    assert law[(1, 2), (3,), ()] == Fraction(1, 4)
    assert all(sum(slices, ()) == (1, 2, 3) for slices in law)
    law = reorder_slice_compute((1, 2, 3), [Cut(ascending, 1, THE_SLICE), Cut(descending, 1, THE_SLICE)], HALF).exact()
    assert law[(1,), (3,)] == Fraction(1, 4)
    assert law[(1,), (3, 2)] == Fraction(1, 4)


def test_a_step_may_depend_on_the_answers():
    steps = [Cut(ascending, 1, THE_SLICE),
             lambda told: Cut(ascending if len(told[0]) > 1 else descending, 1, THE_SLICE)]
    law = reorder_slice_compute((1, 2, 3), steps, HALF).exact()
    assert ((1,), (3,)) in law
    assert ((1,), (2,)) not in law


def test_a_slice_may_be_used_again_as_often_as_is_said_and_keeps_its_number():
    cut = Cut(ascending, 1, THE_SLICE)
    law = reorder_slice_compute((1, 2), [cut, cut, Again(0, THE_SLICE)], HALF, uses=2).exact()
    assert law == {((1,), (2,), (1,)): HALF, ((1, 2), (), (1, 2)): HALF}
    law = reorder_slice_compute((1, 2, 3), [cut] * 3 + [Again(k, THE_SLICE) for k in (1, 2, 0)], HALF, uses=2).exact()
    assert all(told[3:] == (told[1], told[2], told[0]) for told in law)
    law = reorder_slice_compute((1,), [cut, Again(0, THE_SLICE), Again(0, THE_SLICE)], HALF, uses=3).exact()
    assert sum(law.values()) == 1


def test_a_bit_is_told_at_its_ratio_and_a_sample_is_an_answer_of_the_law():
    law = reorder_slice_compute((1, 2, 3), [Cut(ascending, 1, noisy_bit(bool, 2))] * 3, HALF)
    assert law.sample(random.Random(1)) in law.exact()
    assert noisy_bit(bool, 3)((1,)).exact() == {0: Fraction(1, 4), 1: Fraction(3, 4)}
    assert noisy_bit(bool, 3)(()).exact() == {0: Fraction(3, 4), 1: Fraction(1, 4)}
    assert reorder_slice_compute((1, 2), [], HALF).exact() == {(): 1}  # no step, no answer


def test_noise_has_a_ratio_between_0_and_1_and_an_order_keeps_how_often_each_row_occurs():
    for ratio in (0, 1, Fraction(3, 2)):
        with pytest.raises(ValueError, match="ratio must"):
            reorder_slice_compute((1, 2), [Cut(ascending, 1, THE_SLICE)], ratio).exact()
    with pytest.raises(ValueError, match="each as often"):
        reorder_slice_compute((1, 1, 2), [Cut(lambda rows: (1, 2, 2), 1, THE_SLICE)], HALF).exact()


@pytest.mark.parametrize(("steps", "uses", "reason"), [
    ([Cut(ascending, 1, THE_SLICE), Again(0, THE_SLICE)], 1, "each at most 1 times"),
    ([Cut(ascending, 1, THE_SLICE), Again(0, THE_SLICE), Again(0, THE_SLICE)], 2, "each at most 2 times"),
    ([Cut(ascending, 1, THE_SLICE), Again(1, THE_SLICE)], 2, "steps must use slices that were cut"),
    ([Cut(ascending, 1, THE_SLICE), Again(-1, THE_SLICE)], 2, "steps must use slices that were cut"),
    ([lambda told: None], 1, "steps must be or give a Cut or an Again"),
    ([Cut(lambda rows: rows[1:], 1, THE_SLICE)], 1, "order must return the rows that it is given"),
    ([Cut(lambda rows: (0, 0), 1, THE_SLICE)], 1, "order must return the rows that it is given"),
    ([Cut(lambda rows: rows * 2, 1, THE_SLICE)], 1, "order must return the rows that it is given"),
    ([Cut(ascending, -1, THE_SLICE)], 1, "size must"), ([Cut(ascending, 1, len)], 1, "compute must be or return a Law"),
    ([], 0, "uses must")])
def test_what_is_no_plan_is_refused(steps, uses, reason):
    with pytest.raises(ValueError, match=reason):
        reorder_slice_compute((1, 2), steps, HALF, uses=uses).exact()


def test_an_order_from_either_end_preserves_adjacency_and_others_do_not():
    databases = [(), (1,), (2,), (1, 2), (1, 1, 2), (1, 1)]
    assert adjacency_fault(ascending, databases) is adjacency_fault(descending, databases) is None
    turned = adjacency_fault(lambda rows: sorted(rows, reverse=len(rows) == 3), [(1, 2), (1, 2, 3)])
    assert turned == ((1, 2, 3), (1, 2))
    assert adjacency_fault(lambda rows: (), [(), (1,)]) == ((1,), ())  # the row is lost
