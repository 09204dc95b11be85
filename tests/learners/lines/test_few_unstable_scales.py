"""Five unstable scales are proved, four are refused."""

from fractions import Fraction

import pytest

from privlearn.exact import Undecided
from privlearn.learners.lines import unstable_scales
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
