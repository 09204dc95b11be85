"""Points as a one-parameter problem: equal to the general value, verified beyond it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.communication.equality import is_symmetric_points_value, least_error, symmetric_points_value
from privlearn.communication.equality.least_error import even_errors
from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import point_functions
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("points", range(2, 7))
def test_the_general_value_is_the_same_for_every_number_of_messages(points):
    for k in range(1, points + 2):
        assert symmetric_points_value(points, k).value == public_coin_value(point_functions(points), k).value


@pytest.mark.parametrize(("points", "messages"), [(2, 1), (12, 2), (16, 4), (64, 9), (64, 64), (65, 64)])
def test_the_verifier_accepts_the_value_and_refuses_others(points, messages):
    found = symmetric_points_value(points, messages)
    assert is_symmetric_points_value(found, points, messages)
    assert not is_symmetric_points_value(replace(found, value=found.value + Fraction(1, 10**6)), points, messages)
    if found.value:
        assert not is_symmetric_points_value(replace(found, value=found.value - Fraction(1, 10**6)), points, messages)


@pytest.mark.parametrize("messages", [1, 2, 3, 4])
@pytest.mark.parametrize("points", [2, 3, 4, 6])
def test_no_mixture_of_two_protocols_proves_less(points, messages):
    found = symmetric_points_value(points, messages)
    less = replace(found, value=found.value * Fraction(99, 100))
    for z in range(-1, points + 2):
        for more in range(z, points + 2):
            for w in (Fraction(j, 8) for j in range(-1, 10)):
                forged = replace(less, mixture=((1 - w, z), (w, more)))
                assert not found.value or not is_symmetric_points_value(forged, points, messages)


def test_with_two_messages_the_value_tends_to_less_than_a_third():
    values = [symmetric_points_value(2**d, 2).value for d in range(2, 15)]
    assert values == sorted(values)
    assert values[-1] < Fraction(1, 3)
    assert even_errors(0, 3) == 0  # no concepts


def test_domains_are_taken_up_to_the_largest_and_from_two_points_on(monkeypatch):
    monkeypatch.setattr(least_error, "LARGEST_DOMAIN", 4)
    assert symmetric_points_value(4, 4).value == 0
    with pytest.raises(TooLargeToEnumerate, match="symmetric protocols"):
        symmetric_points_value(5, 4)
    with pytest.raises(ValueError, match="points must be an integer of at least 2"):
        symmetric_points_value(1, 1)
    with pytest.raises(TooLargeToEnumerate):
        symmetric_points_value((1 << 20) + 1, 2)
