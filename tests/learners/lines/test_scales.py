"""Good block sizes, bad intervals, unstable scales, and the proof that there are at most five."""

from fractions import Fraction
from math import log, log2

import pytest

from privlearn.exact import Bracket, Undecided
from privlearn.learners.lines import bad_scales, none_one_two, unstable_scales
from privlearn.learners.lines.scales import BITS, as_line, bad_intervals, concentrated_masses, good_for, most_integers

HALF, SMALL = Fraction(1, 2), Fraction(1, 64)


def test_good_and_bad_block_sizes():
    # a line without a rest is never good for two
    assert all("two" not in good_for(2**k, HALF, HALF) for k in range(12))
    assert good_for(1, Fraction(1, 3), Fraction(1, 6)) == ("none",)  # the end of the none zone belongs to it
    assert len(bad_intervals(HALF, HALF)) == 1  # a single point has one bad interval
    assert len(bad_scales(Fraction(13, 128), Fraction(13, 128) - Fraction(13, 2**16))) == 8  # eight scales can be bad


def test_unstable_scales_of_single_lines():
    assert unstable_scales([HALF], Fraction(3, 4), [0]) == (0,)
    assert unstable_scales([Fraction(1, 4)], Fraction(1, 2), [0]) == ()
    assert unstable_scales([Fraction(1, 4)], Fraction(1, 8), [0]) == (0,)
    assert unstable_scales([], HALF, range(40)) == ()  # a line of mass zero is stable at every size
    assert unstable_scales([SMALL, SMALL], Fraction(1, 10), [60]) == ()  # huge block sizes are decided


@pytest.mark.parametrize("heaviest", [0, -SMALL, HALF + SMALL])
def test_the_heaviest_point_weighs_something_and_no_more_than_the_line(heaviest):
    assert as_line(HALF, HALF) == (HALF, HALF)
    with pytest.raises(ValueError, match="heaviest must be above 0"):
        as_line(HALF, heaviest)


def test_a_length_is_positive_and_can_be_rounded():
    assert most_integers(Bracket(HALF, Fraction(1))) == 1
    with pytest.raises(ValueError, match="length must be positive"):
        most_integers(0)
    with pytest.raises(Undecided, match="cannot round"):
        most_integers(Bracket(HALF, Fraction(3, 2)))
    assert [most_integers(length) for length in (Fraction(1, 2), 1, Fraction(3, 2), 5)] == [1, 1, 2, 5]


@pytest.mark.parametrize("none", [Fraction(2, 3), Fraction(2 ** (BITS + 1) // 3 - 1, 2**BITS)])
def test_probabilities_in_the_ball_of_two_thirds_to_its_very_end_are_undecided(none):
    assert unstable_scales([1 - none + Fraction(1, 2 ** (BITS - 3))], HALF, [0]) == (0,)
    with pytest.raises(Undecided, match="cannot tell"):
        unstable_scales([1 - none], HALF, [0])


LINES = [(HALF, HALF), (Fraction(1, 3), Fraction(1, 5)), (Fraction(3, 7), Fraction(1, 100)),
         (SMALL, SMALL - SMALL / 40), (Fraction(1), Fraction(9, 10))]


@pytest.mark.parametrize(("r", "q"), LINES)
def test_good_sizes_are_those_of_the_three_conditions(r, q):
    for t in [*range(1, 40), *(1 << k for k in range(6, 16)), 200, 300]:
        wanted = {"none": 3 * r * t <= 1, "one": log(6) <= r * t and 6 * t * (r - q) <= 1,
                  "two": t * (r - q) >= 2 * log(6)}
        assert good_for(t, r, q) == tuple(name for name, holds in wanted.items() if holds)


@pytest.mark.parametrize(("r", "q"), LINES)
def test_bad_intervals_and_scales_are_those_of_the_conditions(r, q):
    ends = [(log2(1 / (3 * r)), log2(log(6) / r))]
    ends += [(log2(1 / (6 * (r - q))), log2(2 * log(6) / (r - q)))] if q < r else []
    found = bad_intervals(r, q)
    assert [(float(low.lower), float(high.upper)) for low, high in found] == [pytest.approx(pair) for pair in ends]
    assert all(end.lower <= end.upper < end.lower + Fraction(1, 2**100) for pair in found for end in pair)
    inside = {k for k in range(40) for low, high in ends if low < k < high}
    assert set(bad_scales(r, q)) == {k for k in inside if not good_for(2**k, r, q)} == {
        k for k in range(40) if not good_for(2**k, r, q)}


@pytest.mark.parametrize(("r", "heaviest"), [
    (1, Fraction(2, 5)), (1, Fraction(3, 10)), (Fraction(3, 4), Fraction(1, 4)), (HALF, HALF),
    (Fraction(5, 7), Fraction(2, 9))])
def test_concentrated_masses_are_as_many_of_the_largest_as_fit(r, heaviest):
    found, rest = [], Fraction(r)
    while rest:
        found.append(min(rest, heaviest))
        rest -= found[-1]
    assert concentrated_masses(r, heaviest) == tuple(found)


def test_unstable_scales_of_several_accuracies_are_listed_in_order():
    for masses, alpha in (([Fraction(1, 8), Fraction(1, 40), Fraction(1, 40)], Fraction(1, 20)),
                          ([Fraction(1, 9), Fraction(1, 30)], Fraction(1, 30)), ([Fraction(1, 7)] * 2, Fraction(2, 7)),
                          ([Fraction(1, 7)] * 2, Fraction(28, 100)), ([SMALL, SMALL / 9], Fraction(1, 10)),
                          ([SMALL] * 3, Fraction(1, 10)), ([SMALL], Fraction(1, 10))):
        r, heaviest, wanted = sum(masses), max(masses), []
        for k in range(11):
            found = none_one_two(masses, 2**k)
            chances = [found.two, found.none if r <= alpha else 0,
                       (1 - r + heaviest) ** 2**k - found.none if r - heaviest <= alpha else 0]
            wanted += [k] if max(chances) < Fraction(2, 3) else []
        assert unstable_scales(masses, alpha, [*range(10, -1, -1), 3]) == tuple(wanted)
