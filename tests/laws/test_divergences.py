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
    assert worst_ratio(LEFT, LEFT)[0] == 1
    assert worst_ratio(LEFT, {"a": 1}) in ((math.inf, "b"), (math.inf, "c"))


def test_laws_and_tables_may_be_mixed_and_what_only_the_right_side_has_costs_nothing():
    for left in ({"a": 1}, pure("a")):
        assert worst_ratio(left, {"a": Fraction(1, 2), "b": Fraction(1, 2)}) == (2, "a")
    assert hockey_stick(uniform("ab"), choice({"a": 1}), 1) == (Fraction(1, 2), frozenset("b"))


def test_total_variation_is_symmetric():
    assert total_variation(LEFT, RIGHT) == total_variation(RIGHT, LEFT) == Fraction(1, 3)
    assert total_variation(LEFT, LEFT) == 0


@pytest.mark.parametrize("ratio", [1, Fraction(4, 3), Fraction(3, 2), 2, 5])
def test_the_hockey_stick_is_the_best_event(ratio):
    found, event = hockey_stick(LEFT, RIGHT, ratio)
    assert found == max(mass(LEFT, s) - ratio * mass(RIGHT, s) for s in events(LEFT))
    assert found == mass(LEFT, event) - ratio * mass(RIGHT, event)


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: worst_ratio({}, LEFT), "sum to 1, got 0"),
    (lambda: worst_ratio({0: Fraction(1, 2)}, LEFT), "sum to 1"),
    (lambda: worst_ratio({0: -1, 1: 2}, LEFT), "negative"),
    (lambda: worst_ratio(5, LEFT), "mapping"),
    (lambda: hockey_stick(LEFT, RIGHT, Fraction(1, 2)), "exp_epsilon must be at least 1")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize(("left", "right"), [((3, 5, 7, 2), (4, 1, 9, 9)), ((1, 1), (1, 0))])
def test_ratio_in_whole_numbers_is_the_ratio_of_the_tables(left, right):
    laws = [choice({k: Fraction(w, sum(ws)) for k, w in enumerate(ws)}) for ws in (left, right)]
    p, q = (whole_table(law.masses()) for law in laws)
    assert p is not None
    assert q is not None
    top, bottom, outcome = whole_ratio(p, q)
    assert (Fraction(top, bottom) if bottom else math.inf, outcome) == worst_ratio(*laws)
    assert bottom or top == outcome == 1


def test_tables_are_taken_as_they_are_and_outcomes_without_mass_have_no_ratio():
    assert table_ratio({"a": rational(1)}, {"a": rational(2)}) == (Fraction(1, 2), "a")
    assert table_ratio({"a": rational(0), "b": rational(1)}, {"b": rational(1)}) == (1, "b")
    assert whole_ratio(WholeTable({"a": 0, "b": 1}, 1), WholeTable({"b": 1}, 1)) == (1, 1, "b")


@pytest.mark.parametrize(("left", "right", "value"), [
    ({0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 4), 1: Fraction(3, 4)}, Fraction(7, 3)),
    (uniform("abc"), uniform("abc"), 1), (uniform("ab"), {"a": 1, "b": 0}, math.inf),
    ({"a": 1, "b": 0}, {"a": Fraction(1, 2), "c": Fraction(1, 2)}, 2)])
def test_renyi_divergence_of_order_two_by_hand(left, right, value):
    assert exp_renyi_two(left, right) == value


def test_a_common_denominator_may_have_four_times_the_bits_of_the_longest_and_512_more():
    primes = [p for p in range(521, 1000) if all(p % q for q in range(2, 32))][:58]  # ten bits each
    parts = {p: Fraction(1, p) for p in (7, *primes)}
    found = whole_table(parts)
    assert found == WholeTable({p: math.prod(parts) // p for p in parts}, math.prod(parts))
    assert found.unit.bit_length() == 552
    assert whole_table({**parts, 2: Fraction(1, 2)}) is None
    assert whole_table({p: Fraction(1, p) for p in range(10**6, 10**6 + 300)}) is None
