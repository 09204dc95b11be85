from fractions import Fraction

import pytest

from privlearn.online.boosting import conservative_mistakes, forced_rounds, replayed_mistakes


def test_no_rounds_no_mistakes():
    assert forced_rounds(1, 2, Fraction(2), 0) == ()
    assert replayed_mistakes((), 1, Fraction(2)) == 0


def test_search_does_not_beat_the_exhaustive_adversary():
    factor = Fraction(7, 5)
    assert len(forced_rounds(3, 5, factor, 12)) <= conservative_mistakes(3, 5, factor, 12)


def test_search_finds_the_most_mistakes_on_a_small_instance():
    assert len(forced_rounds(1, 4, Fraction(2), 9)) == conservative_mistakes(1, 4, Fraction(2), 9)


def test_every_round_found_forces_a_mistake():
    rounds = forced_rounds(3, 6, Fraction(7, 5), 20)
    assert replayed_mistakes(rounds, 3, Fraction(7, 5)) == len(rounds)


def test_a_large_factor_is_led_in_circles():
    assert len(forced_rounds(3, 6, Fraction(55), 40)) == 40


def test_unfair_rounds_are_noticed():
    assert replayed_mistakes([(-1, -1, 1, 1)], 3, Fraction(2)) == -1


@pytest.mark.parametrize(("voters", "experts", "factor", "message"), [
    (2, 4, 2, "voters must be odd"),
    (3, 2, 2, "experts must be an integer of at least 3"),
    (1, 2, 1, "factor must be above 1")])
def test_bad_input_is_refused(voters, experts, factor, message):
    with pytest.raises(ValueError, match=message):
        forced_rounds(voters, experts, factor, 3)


def test_of_two_rounds_the_one_is_kept_that_leaves_the_voter_less_weight():
    assert forced_rounds(1, 4, Fraction(2), 1, width=1) == ((1, 1, -1, -1),)


def test_a_tie_of_the_voters_is_not_fair():
    assert replayed_mistakes([(1, -1, 1)], 2, 2) == -1
