from fractions import Fraction

import pytest

from privlearn.online.boosting import conservative_mistakes, forced_rounds, replayed_mistakes


@pytest.mark.parametrize(("arguments", "rounds"), [
    ((1, 2, Fraction(2), 0), ()),
    ((1, 4, Fraction(2), 1, 1), ((1, 1, -1, -1),))])  # of two rounds the one that leaves the voter less weight
def test_few_rounds_are_those_by_hand(arguments, rounds):
    assert forced_rounds(*arguments) == rounds
    assert replayed_mistakes(rounds, 1, Fraction(2)) == len(rounds)


def test_search_does_not_beat_the_exhaustive_adversary_and_a_large_factor_is_led_in_circles():
    assert len(forced_rounds(3, 5, Fraction(7, 5), 12)) <= conservative_mistakes(3, 5, Fraction(7, 5), 12)
    assert len(forced_rounds(1, 4, Fraction(2), 9)) == conservative_mistakes(1, 4, Fraction(2), 9)
    assert len(forced_rounds(3, 6, Fraction(55), 40)) == 40
    rounds = forced_rounds(3, 6, Fraction(7, 5), 20)
    assert replayed_mistakes(rounds, 3, Fraction(7, 5)) == len(rounds)


def test_unfair_rounds_are_noticed():
    assert replayed_mistakes([(-1, -1, 1, 1)], 3, Fraction(2)) == -1  # less than half of the weight
    assert replayed_mistakes([(1, -1, 1)], 2, 2) == -1  # a tie of the voters is not fair


@pytest.mark.parametrize(("voters", "experts", "factor", "message"), [
    (2, 4, 2, "voters must be odd"), (3, 2, 2, "experts must be an integer of at least 3"),
    (1, 2, 1, "factor must be above 1")])
def test_bad_input_is_refused(voters, experts, factor, message):
    with pytest.raises(ValueError, match=message):
        forced_rounds(voters, experts, factor, 3)
