"""Product distributions: values with certificates, and 1/6 for thresholds."""

from fractions import Fraction

import pytest

from privlearn.communication.public_coins import (distributional_error, level_protocol, mean_errors, product_value,
                                                  public_coin_value)
from privlearn.communication.public_coins.product_distributions import LEVELS, mean_distance_to_levels
from privlearn.concepts import all_functions, initial_segments, point_functions

SIXTH = Fraction(1, 6)
MASSES = (Fraction(1, 10), Fraction(5, 10), Fraction(1, 10), Fraction(3, 10))


@pytest.mark.parametrize("concepts", [initial_segments(4), point_functions(4)])
@pytest.mark.parametrize("messages", [1, 2, 3, 5])
def test_protocol_and_prior_prove_the_value(concepts, messages):
    found = product_value(concepts, messages, MASSES)
    weights = [[p * mass for mass in MASSES] for p in found.prior]
    assert max(mean_errors(found.protocol, concepts, MASSES)) == found.value
    assert distributional_error(concepts, messages, weights) == found.value


def test_product_inputs_are_no_harder_than_all_inputs():
    assert product_value(initial_segments(4), 2, MASSES).value <= public_coin_value(initial_segments(4), 2).value


def test_one_function_of_two_needs_one_message():
    assert product_value(all_functions(1), 1, (1,)).value == Fraction(1, 2)
    assert product_value(all_functions(1), 2, (1,)).value == 0


@pytest.mark.parametrize("masses", [MASSES, (1, 0, 0, 0), (0, 0, 0, 1), (0, Fraction(1, 2), Fraction(1, 2), 0)])
def test_the_level_protocol_errs_at_most_a_sixth(masses):
    segments = initial_segments(4)  # complements of "1 from j on"
    levels = [sum(masses[:j]) for j in range(5)]
    flipped = type(segments).from_matrix(1 - segments.matrix)
    assert max(mean_errors(level_protocol(levels, masses), flipped, masses)) <= SIXTH


def test_a_sixth_is_attained_by_three_thresholds():
    half = Fraction(1, 2)
    assert product_value(initial_segments(2), 2, (half, half)).value == SIXTH


@pytest.mark.parametrize("masses", [(1,), (Fraction(1, 2),) * 3, (2, -1)])
def test_bad_distributions_are_refused(masses):
    with pytest.raises(ValueError, match="distribution must (hold 2|not have negative)"):
        product_value(initial_segments(2), 2, masses)


def test_one_pair_of_levels_has_far_ones():
    assert [mean_distance_to_levels(LEVELS[:1], Fraction(k, 3)) for k in (1, 3)] == [Fraction(1, 3)] * 2


@pytest.mark.parametrize(("pairs", "level", "rule"), [
    ((), 0, "pairs must not be empty"), (LEVELS, 2, "level must lie")])
def test_no_distance_to_no_levels(pairs, level, rule):
    with pytest.raises(ValueError, match=rule):
        mean_distance_to_levels(pairs, level)


def test_every_level_has_the_same_mean_distance():
    assert {mean_distance_to_levels(LEVELS, Fraction(k, 60)) for k in range(61)} == {Fraction(1, 6)}


def test_distance_to_one_pair_is_that_to_its_nearer_end():
    assert mean_distance_to_levels(((Fraction(0), Fraction(1)),), Fraction(1, 4)) == Fraction(1, 4)


@pytest.mark.parametrize(("pairs", "level"), [((), Fraction(1, 2)), (LEVELS, 2)])
def test_no_pairs_and_levels_outside_are_refused(pairs, level):
    with pytest.raises(ValueError, match="pairs|level"):
        mean_distance_to_levels(pairs, level)
