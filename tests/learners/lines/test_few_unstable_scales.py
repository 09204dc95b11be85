"""Five unstable scales are proved, four are refused."""

from fractions import Fraction
from math import exp

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
    assert len(boxes) == most_unstable_scales(5) == most_unstable_scales() != most_unstable_scales(6)
    assert stability_boxes() == boxes
    assert all(0 < low < high <= 1 and 0 <= small < large <= HALF for _, (low, high, small, large) in boxes)
    assert {steps[1] for steps, _ in boxes} == {Fraction(1, 1 << k) for k in range(5)}


STEPS = (Fraction(1), Fraction(1))


@pytest.mark.parametrize("unstable", [4, 8])
def test_a_small_rest_that_may_be_unstable_is_undecided(monkeypatch, unstable):
    monkeypatch.setattr(few_unstable_scales, "_certain", lambda box, n, steps, use_point: (n != unstable, False))
    with pytest.raises(Undecided, match="a scale may be unstable"):
        few_unstable_scales._small_rest(HALF, Fraction(1), STEPS)


def test_late_scales_need_a_line_that_is_seen_often_enough(monkeypatch):
    monkeypatch.setattr(few_unstable_scales, "_certain", lambda *arguments, use_point: (True, True))
    enough, less = Fraction(1298, 10**4), Fraction(1296, 10**4)  # (2/3 + (2/3)^16)^4 = 1/3 - e^(-15.5 r) between them
    assert few_unstable_scales._small_rest(enough, HALF, STEPS) == (enough, HALF, 0, Fraction(1, 32))
    with pytest.raises(Undecided, match="three late scales"):
        few_unstable_scales._small_rest(less, HALF, STEPS)


@pytest.mark.parametrize(("step", "halves"), [(HALF, 1), (HALF, 2), (Fraction(1, 8), 1), (Fraction(1, 8), 2)])
def test_mass_at_level_leaves_none_at_two_thirds(step, halves):
    found = few_unstable_scales._mass_at_level(step, halves)
    value = (1 - (2 / 3) ** float(halves * step)) / float(step)
    assert float(found.lower) == pytest.approx(value, rel=1e-12)
    assert found.lower <= found.upper < found.lower + Fraction(1, 2**50)


@pytest.mark.parametrize(("steps", "low", "high"), [
    (STEPS, Fraction(1, 3), Fraction(1)), ((HALF, HALF), Fraction(375, 1024), Fraction(684, 1024)),
    ((Fraction(0), Fraction(1, 16)), Fraction(409, 1024), Fraction(832, 1024))])
def test_range_of_mass_is_rounded_outward_to_ten_bits(steps, low, high):
    assert few_unstable_scales._range_of_mass(*steps) == (low, high)


@pytest.mark.parametrize(("n", "steps"), [(1, (HALF, HALF)), (4, (Fraction(1, 4), Fraction(1, 4))),
                                          (3, (Fraction(0), Fraction(1, 4)))])
def test_decay_is_bounded_at_the_ends_of_masses_and_steps(n, steps):
    low, high = Fraction(1, 3), Fraction(2, 3)
    below, above = few_unstable_scales._decay(low, high, n, steps)
    assert float(below) == pytest.approx(float(1 - high * steps[1]) ** float(n / steps[1]), rel=1e-12)
    assert float(above) == pytest.approx(
        float(1 - low * steps[0]) ** float(n / steps[0]) if steps[0] else exp(-n * float(low)), rel=1e-12)


def test_a_mass_of_one_decays_to_nothing_in_whole_steps_only():
    for steps, ends in (((HALF, HALF), (1 / 4, 9 / 16)), ((HALF, Fraction(1)), (0, 9 / 16))):
        assert [float(end) for end in few_unstable_scales._decay(HALF, Fraction(1), 1, steps)] == pytest.approx(ends)
    for high, least in ((Fraction(1), 0), (Fraction(7, 8), 1 / 64)):
        found = few_unstable_scales._decay(HALF, high, 2, STEPS)
        assert [float(end) for end in found] == [pytest.approx(least, abs=1e-15), pytest.approx(1 / 4)]


@pytest.mark.parametrize(("low", "small", "n"), [(low, small, n) for low in (HALF, Fraction(3, 4), Fraction(15, 16))
                                                 for small in (Fraction(1, 16), Fraction(1, 5), HALF)
                                                 for n in (1, 2, 4, 8, 16)])
def test_certain_answers_on_a_single_mass_and_share_are_the_likely_ones(low, small, n):
    rest, heavy, none = (float(1 - share * low / 2) ** (2 * n) for share in (small, 1 - small, 1))
    line, point = 1 - rest - heavy + none > 2 / 3, rest - none > 2 / 3
    for use_point in (False, True):
        found = few_unstable_scales._certain((low, low, small, small), n, (HALF, HALF), use_point)
        assert found == (line or (use_point and point), line)


def test_certain_answers_hold_at_all_corners_of_a_box():
    box = (HALF, Fraction(3, 4), Fraction(1, 5), Fraction(1, 3))
    for n in range(1, 24):
        for point in (False, True):
            whole = few_unstable_scales._certain(box, n, (HALF, HALF), point)
            corners = [few_unstable_scales._certain((r, r, share, share), n, (HALF, HALF), point)
                       for r in box[:2] for share in box[2:]]
            assert not whole[1] or all(line for _, line in corners)
            assert not whole[0] or all(stable for stable, _ in corners)


@pytest.mark.parametrize("ends", [(7, 8, 6, 8), (14, 15, 6, 7), (8, 12, 3, 8)])
def test_certain_answers_are_likely_with_every_probability_at_its_worst_end(ends):
    low, high, small, large = box = tuple(Fraction(end, 16) for end in ends)
    for n in range(1, 24):
        lightest, rest, heavy, least, most = ((1 - m / 2) ** (2 * n) for m in (
            high * large, low * small, low * (1 - large), high, low))
        line, point = 1 - rest - heavy + least > Fraction(2, 3), lightest - most > Fraction(2, 3)
        assert few_unstable_scales._certain(box, n, (HALF, HALF), use_point=True) == (line or point, line)


def test_uncertain_scales_are_counted_until_two_stays_likely(monkeypatch):
    asked = []

    def certain(box, n, steps, use_point):
        asked.append((n, use_point))
        return n in (2, 16), n == 16

    monkeypatch.setattr(few_unstable_scales, "_certain", certain)
    assert few_unstable_scales._uncertain((HALF, HALF, SMALL, Fraction(1, 3)), STEPS) == 3
    assert asked == [(1, True), (2, True), (4, True), (8, True), (16, True)]
    few_unstable_scales._uncertain((HALF, HALF, SMALL, HALF), STEPS)
    assert asked[5:] == [(1 << k, False) for k in range(5)]


@pytest.mark.parametrize(("last", "count"), [(512, 9), (1024, 1024)])
def test_scales_up_to_the_ninth_are_counted(monkeypatch, last, count):
    monkeypatch.setattr(few_unstable_scales, "_certain", lambda box, n, steps, use_point: (n == last, n == last))
    assert few_unstable_scales._uncertain((HALF, HALF, SMALL, HALF), STEPS) == count


@pytest.mark.parametrize(("box", "parts"), [
    ((HALF, Fraction(1), Fraction(1, 4), HALF), {(HALF, Fraction(3, 4)), (Fraction(3, 4), Fraction(1))}),
    ((HALF, Fraction(1), Fraction(1, 8), HALF), {(Fraction(1, 8), Fraction(1, 3)), (Fraction(1, 3), HALF)}),
    ((HALF, Fraction(3, 4), Fraction(1, 3), HALF), {(Fraction(1, 3), Fraction(5, 12)), (Fraction(5, 12), HALF)}),
    ((HALF, Fraction(1), 0, Fraction(1, 3)), {(0, Fraction(1, 6)), (Fraction(1, 6), Fraction(1, 3))})])
def test_boxes_are_cut_on_the_longer_side_and_at_a_third(monkeypatch, box, parts):
    monkeypatch.setattr(few_unstable_scales, "_uncertain", lambda found, steps: 6 if found == box else 5)
    found = few_unstable_scales._cover(box, STEPS, 5)
    masses, shares = {part[:2] for part in found}, {part[2:] for part in found}
    assert len(found) == 2
    assert (masses, shares) in ((parts, {box[2:]}), ({box[:2]}, parts))


@pytest.mark.parametrize(("width", "cut"), [(Fraction(1, 2**12), True), (Fraction(1, 2**13), False)])
def test_boxes_of_the_least_width_are_cut_once_more(monkeypatch, width, cut):
    box = HALF, HALF + width, SMALL, SMALL + width / 2
    monkeypatch.setattr(few_unstable_scales, "_uncertain", lambda found, steps: 6 if found == box else 5)
    if cut:
        assert len(few_unstable_scales._cover(box, STEPS, 5)) == 2
    else:
        with pytest.raises(Undecided, match="more than 5 scales"):
            few_unstable_scales._cover(box, STEPS, 5)
