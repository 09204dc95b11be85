"""None, One and Two, and the law of a block."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.lines import block_law, events, none_one_two
from privlearn.learners.lines.basic import ZERO
from privlearn.learners.lines.events import line_masses, none_one_two_brackets, point_probability

QUARTER = Fraction(1, 4)
UNIFORM = {(x, y): Fraction(1, 9) for x, y in product(range(3), repeat=2)}


def test_events_of_few_draws_and_of_full_and_empty_lines():
    events = none_one_two([QUARTER, Fraction(1, 5), 0], 6)  # events sum to one
    assert events.none + events.one + events.two == 1
    assert none_one_two([QUARTER, QUARTER], 1).two == 0  # two cannot happen in one draw
    assert none_one_two([], 5).none == 1  # a line without mass is never seen
    assert none_one_two([QUARTER] * 4, 1).one == 1  # a line may have all the mass


def test_brackets_contain_the_exact_probabilities():
    masses = [Fraction(1, 7), Fraction(1, 100), Fraction(1, 100)]
    exact, found = none_one_two(masses, 50), none_one_two_brackets(masses, 50)
    for name in ("none", "one", "two"):
        assert getattr(found, name).lower <= getattr(exact, name) <= getattr(found, name).upper
    found = none_one_two_brackets([QUARTER, QUARTER], 1)  # one draw shows one point or none
    for bracket, exact in ((found.none, Fraction(1, 2)), (found.one, Fraction(1, 2)), (found.two, 0),
                           (point_probability([QUARTER, Fraction(1, 8)], 0, 1), QUARTER),
                           (point_probability([QUARTER, Fraction(1, 8)], 1, 1), Fraction(1, 8))):
        assert bracket.lower <= exact <= bracket.upper <= exact + Fraction(1, 10**20)
    found = none_one_two_brackets([QUARTER], 1 << 27)  # brackets of enormous blocks have short ends
    assert found.none.upper.denominator.bit_length() < 1000
    assert found.none.lower == 0
    law = block_law(UNIFORM, (1, 0), 4, 3)  # point probability is its entry in the law
    masses = line_masses(UNIFORM, (1, 0), 3)
    bracket = point_probability(masses, 2, 4)
    assert bracket.lower <= law[(1, 2, 2)] <= bracket.upper


def test_law_sums_to_one_and_has_only_possible_answers():
    law = block_law(UNIFORM, (2, 1), 3, 3)
    assert sum(law.values()) == 1
    assert set(law) == {ZERO, (1, 0, 1), (1, 1, 0), (1, 2, 2), (2, 2, 1)}
    assert sum(line_masses({(2, 2): 1}, (1, 0), 3)) == 1  # coordinates reach to the last number below the prime


@pytest.mark.parametrize(("call", "message"), [
    (lambda: point_probability([QUARTER, QUARTER], 0, 0), "draws must"),
    (lambda: point_probability([QUARTER, QUARTER], -1, 1), "point must"),
    (lambda: point_probability([QUARTER, QUARTER], 2, 1), "point must"),
    (lambda: point_probability([QUARTER, QUARTER], 3, 1), "point must"),
    (lambda: none_one_two_brackets([QUARTER], 0), "draws must"),
    (lambda: none_one_two([Fraction(2, 3), Fraction(2, 3)], 2), "mass"), (lambda: none_one_two([-QUARTER], 2), "mass"),
    (lambda: line_masses({(0, 0): QUARTER}, (0, 0), 3), "sum to 1"),
    (lambda: line_masses({(0, 5): 1}, (0, 0), 3), "coordinates below 3"),
    (lambda: line_masses({(3, 0): 1}, (1, 0), 3), "below 3|at least 0"),
    (lambda: line_masses({(0, 3): 1}, (1, 0), 3), "below 3|at least 0"),
    (lambda: line_masses({(-1, 0): 1}, (1, 0), 3), "below 3|at least 0"),
    (lambda: line_masses({(0, -1): 1}, (1, 0), 3), "below 3|at least 0")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_exact_powers_are_taken_up_to_the_largest_exponent(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        none_one_two([QUARTER], 1 << 20)
    monkeypatch.setattr(events, "LARGEST_EXACT", 3)
    assert none_one_two([QUARTER], 3).none == Fraction(27, 64)
    with pytest.raises(TooLargeToEnumerate, match="exponent"):
        none_one_two([QUARTER], 4)
