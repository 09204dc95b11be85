"""Inequalities proved on whole intervals."""

from fractions import Fraction

import pytest

from privlearn.exact import Undecided
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.signs import prove_positive, sign_boxes


def dips(x):  # positive at all multiples of 1/10, negative at 1/20
    return (x - ball(Fraction(1, 20))) ** 2 - ball(Fraction(1, 1000))


def test_a_true_inequality_is_proved():
    assert prove_positive(lambda x: x.exp() - 1 - x, Fraction(1, 10), 1) >= 1
    assert prove_positive(lambda x: x, 1, 1) == 1  # one point takes one box
    assert all(dips(ball(Fraction(k, 10))) > 0 for k in range(11))


@pytest.mark.parametrize("function", [lambda x: x - 1, dips, lambda x: x],
                         ids=["false", "false between grid points", "equal at an end"])
def test_other_inequalities_are_not_proved(function):
    with pytest.raises(Undecided, match="not provably positive"):
        prove_positive(function, 0, 1, depth=20)


@pytest.mark.parametrize("call", [lambda: ball(2, 1), lambda: ball("1"), lambda: prove_positive(lambda x: x, 2, 1),
                                  lambda: prove_positive(lambda x: x, 1, 2, depth=-1),
                                  lambda: bracket_of(lambda: ball(1), 0)])
def test_bad_arguments_are_value_errors(call):
    with pytest.raises(ValueError, match="must be"):
        call()


def test_boxes_cover_the_interval():
    boxes = sorted((low, high) for low, high, _ in sign_boxes(lambda x: x.exp() - 1 - x / 2, Fraction(1, 10), 1))
    assert boxes[0][0] == Fraction(1, 10)
    assert boxes[-1][1] == 1
    assert all(left[1] == right[0] for left, right in zip(boxes, boxes[1:], strict=False))


def test_a_negative_part_is_found_first_where_it_is_wide_and_a_point_is_one_box():
    value = next(value for _, _, value in sign_boxes(lambda x: x - 1, 0, 4) if value.upper <= 0)
    assert value.lower >= Fraction(-1001, 1000)
    assert [high for _, high, _ in sign_boxes(lambda x: x, 1, 1)] == [1]


@pytest.mark.parametrize(("function", "low", "depth"), [(lambda x: x * x, -1, 8), (lambda x: x, 0, 3)])
def test_an_enclosure_that_touches_zero_has_no_certain_sign(function, low, depth):
    with pytest.raises(Undecided):
        list(sign_boxes(function, low, 1, depth=depth))


def hill(x):  # needs two halvings on [0, 1]
    return x * x - x + ball(Fraction(3, 5))


def test_boxes_are_halved_as_often_as_allowed_and_not_more():
    assert prove_positive(lambda x: x, 1, 2, depth=0) == 1
    assert prove_positive(hill, 0, 1, depth=2) == 4
    assert [(low, high) for low, high, _ in sign_boxes(hill, 0, 1, depth=2)] == [
        (Fraction(k, 4), Fraction(k + 1, 4)) for k in range(4)]
    for depth in (0, 1):
        with pytest.raises(Undecided, match="no certain sign"):
            prove_positive(hill, 0, 1, depth=depth)


@pytest.mark.parametrize("value", [0, -1])
def test_what_is_never_above_zero_is_one_box_that_refutes(value):
    assert [(low, high, found.upper) for low, high, found in sign_boxes(lambda x: ball(value), 0, 1)] == [(0, 1, value)]
    with pytest.raises(Undecided, match="certainly not there"):
        prove_positive(lambda x: ball(value), 0, 1)


@pytest.mark.parametrize("function", [lambda x: x, lambda x: 1 - x])
def test_neither_half_is_cut_more_often_than_allowed(function):
    asked = []

    def counted(x):
        asked.append(x)
        assert len(asked) < 100
        return function(x)

    with pytest.raises(Undecided):
        list(sign_boxes(counted, 0, 1, depth=5))


def test_boxes_are_halved_sixty_times_unless_told():
    with pytest.raises(Undecided, match=rf"on \[0, {Fraction(1, 2**60)}\]"):
        prove_positive(lambda x: x, 0, 1)
    with pytest.raises(Undecided, match=rf"on \[0, {Fraction(1, 2**40)}\]"):
        list(sign_boxes(lambda x: x, 0, 1))
