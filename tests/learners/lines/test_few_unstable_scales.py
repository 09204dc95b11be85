"""Five unstable scales are proved, four are refused."""

from fractions import Fraction

import pytest

from privlearn.exact import Undecided
from privlearn.learners.lines import few_unstable_scales, unstable_scales
from privlearn.learners.lines.few_unstable_scales import most_unstable_scales, stability_boxes
from privlearn.learners.lines.scales import bad_intervals, good_for, most_integers

HALF, SMALL = Fraction(1, 2), Fraction(1, 64)


def test_five_is_proved_and_four_is_not():
    assert most_unstable_scales(5) > 0
    with pytest.raises(Undecided, match="more than 4"):
        most_unstable_scales(4)


@pytest.mark.parametrize("call", [lambda: good_for(0, HALF, HALF), lambda: good_for(1, HALF, 1),
                                  lambda: bad_intervals(HALF, 0), lambda: most_integers(0),
                                  lambda: most_unstable_scales(3), lambda: unstable_scales([2], HALF, [1])])
def test_bad_input_is_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()


def test_the_boxes_are_the_proof_and_lie_within_all_shares():
    boxes = stability_boxes(5)
    assert len(boxes) == most_unstable_scales(5)
    assert all(0 < low < high <= 1 and 0 <= small < large <= HALF for _, (low, high, small, large) in boxes)
    assert {steps[1] for steps, _ in boxes} == {Fraction(1, 1 << k) for k in range(5)}


STEPS = (Fraction(1), Fraction(1))


@pytest.mark.parametrize(("certain", "proved"), [(Fraction(1, 2**12), True), (Fraction(1, 2**13), False)])
def test_boxes_of_a_small_rest_are_cut_down_to_the_least_width(monkeypatch, certain, proved):
    monkeypatch.setattr(few_unstable_scales, "_certain",
                        lambda box, n, steps, use_point: (box[1] - box[0] < certain, False))
    if proved:
        assert len(few_unstable_scales._small_rest(HALF, HALF + certain, STEPS)) == 2
    else:
        with pytest.raises(Undecided, match="a scale may be unstable"):
            few_unstable_scales._small_rest(HALF, HALF + certain, STEPS)


def test_late_scales_need_a_line_that_is_seen_often_enough(monkeypatch):
    monkeypatch.setattr(few_unstable_scales, "_certain", lambda *arguments, use_point: (True, True))
    enough, less = Fraction(1298, 10**4), Fraction(1296, 10**4)  # (2/3 + (2/3)^16)^4 = 1/3 - e^(-15.5 r) between them
    assert few_unstable_scales._small_rest(enough, HALF, STEPS) == [(enough, HALF, 0, Fraction(1, 32))]
    with pytest.raises(Undecided, match="three late scales"):
        few_unstable_scales._small_rest(less, HALF, STEPS)
