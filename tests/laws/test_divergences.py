"""Worst ratio and hockey stick against brute force over all events."""

import math
from fractions import Fraction
from itertools import combinations

import pytest

from privlearn.exact import rational
from privlearn.laws import choice, exp_renyi_two, hockey_stick, pure, total_variation, uniform, worst_ratio
from privlearn.laws.divergences import WholeTable, table_ratio, whole_ratio, whole_table

LEFT = {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)}
RIGHT = {"a": Fraction(1, 4), "b": Fraction(1, 4), "c": Fraction(1, 2)}


def events(outcomes):
    return [set(chosen) for size in range(len(outcomes) + 1) for chosen in combinations(sorted(outcomes), size)]


def mass(table, event):
    return sum((table.get(outcome, Fraction(0)) for outcome in event), Fraction(0))


def test_the_worst_ratio_over_outcomes_is_that_over_events():
    by_events = max(mass(LEFT, s) / mass(RIGHT, s) for s in events(LEFT) if mass(RIGHT, s))
    assert worst_ratio(LEFT, RIGHT) == (by_events, "a") == (2, "a")


@pytest.mark.parametrize("ratio", [1, Fraction(4, 3), Fraction(3, 2), 2, 5])
def test_the_hockey_stick_is_the_best_event(ratio):
    found, event = hockey_stick(LEFT, RIGHT, ratio)
    assert found == max(mass(LEFT, s) - ratio * mass(RIGHT, s) for s in events(LEFT))
    assert found == mass(LEFT, event) - ratio * mass(RIGHT, event)


def test_an_impossible_outcome_makes_the_ratio_infinite():
    assert worst_ratio(LEFT, {"a": 1}) in ((math.inf, "b"), (math.inf, "c"))


def test_an_outcome_that_only_the_right_side_has_costs_nothing():
    assert worst_ratio({"a": 1}, {"a": Fraction(1, 2), "b": Fraction(1, 2)}) == (2, "a")


def test_equal_laws_have_ratio_1_and_distance_0():
    assert worst_ratio(LEFT, LEFT)[0] == 1
    assert total_variation(LEFT, LEFT) == 0


def test_total_variation_is_symmetric():
    assert total_variation(LEFT, RIGHT) == total_variation(RIGHT, LEFT) == Fraction(1, 3)


def test_laws_and_tables_may_be_mixed():
    assert worst_ratio(pure("a"), {"a": Fraction(1, 2), "b": Fraction(1, 2)}) == (2, "a")
    assert hockey_stick(uniform("ab"), choice({"a": 1}), 1) == (Fraction(1, 2), frozenset("b"))


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: worst_ratio({}, LEFT), "sum to 1, got 0"),
    (lambda: worst_ratio({0: Fraction(1, 2)}, LEFT), "sum to 1"),
    (lambda: worst_ratio({0: -1, 1: 2}, LEFT), "negative"),
    (lambda: worst_ratio(5, LEFT), "mapping"),
    (lambda: hockey_stick(LEFT, RIGHT, Fraction(1, 2)), "exp_epsilon must be at least 1")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


def test_ratio_in_whole_numbers_is_the_ratio_of_the_tables() -> None:
    left, right = ({k: Fraction(w, sum(ws)) for k, w in enumerate(ws)} for ws in ((3, 5, 7, 2), (4, 1, 9, 9)))
    p, q = whole_table(choice(left).masses()), whole_table(choice(right).masses())
    assert p is not None
    assert q is not None
    top, bottom, outcome = whole_ratio(p, q)
    assert (Fraction(top, bottom), outcome) == worst_ratio(left, right)


def test_ratio_in_whole_numbers_is_infinite_where_the_other_table_has_nothing() -> None:
    p, q = whole_table(choice({0: Fraction(1, 2), 1: Fraction(1, 2)}).masses()), whole_table(choice({0: 1}).masses())
    assert p is not None
    assert q is not None
    assert whole_ratio(p, q) == (1, 0, 1)


def test_tables_with_many_unrelated_denominators_are_not_put_over_one() -> None:
    assert whole_table({p: Fraction(1, p) for p in range(10**6, 10**6 + 300)}) is None


def test_renyi_divergence_of_order_two_by_hand():
    left, right = {0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 4), 1: Fraction(3, 4)}
    assert exp_renyi_two(left, right) == Fraction(7, 3)


def test_renyi_divergence_of_a_law_from_itself_is_zero():
    assert exp_renyi_two(uniform("abc"), uniform("abc")) == 1


def test_renyi_divergence_is_infinite_where_the_other_law_has_no_mass():
    assert exp_renyi_two(uniform("ab"), {"a": 1, "b": 0}) == math.inf
    assert exp_renyi_two({"a": 1, "b": 0}, {"a": Fraction(1, 2), "c": Fraction(1, 2)}) == 2


def test_tables_are_taken_as_they_are():
    assert table_ratio({"a": rational(1)}, {"a": rational(2)}) == (Fraction(1, 2), "a")


def test_outcomes_without_mass_have_no_ratio():
    assert table_ratio({"a": rational(0), "b": rational(1)}, {"b": rational(1)}) == (1, "b")
    assert whole_ratio(WholeTable({"a": 0, "b": 1}, 1), WholeTable({"b": 1}, 1)) == (1, 1, "b")


def test_a_common_denominator_may_have_four_times_the_bits_of_the_longest_and_512_more():
    primes = [p for p in range(521, 1000) if all(p % q for q in range(2, 32))][:58]  # ten bits each
    parts = {p: Fraction(1, p) for p in (7, *primes)}
    found = whole_table(parts)
    assert found == WholeTable({p: math.prod(parts) // p for p in parts}, math.prod(parts))
    assert found.unit.bit_length() == 552
    assert whole_table({**parts, 2: Fraction(1, 2)}) is None
