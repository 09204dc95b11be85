"""Keyed families of functions, conditioned on a point."""

from fractions import Fraction

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import conditioned
from privlearn.learners.pseudorandom import RandomFunctions, TableFamily

QUARTER = Fraction(1, 4)


@pytest.mark.parametrize("point", range(3))
def test_random_functions_through_a_point_are_those_that_rejection_leaves(point):
    family = RandomFunctions(3, QUARTER)
    assert family.keys_through(point).exact() == conditioned(family.keys(), lambda table: table[point] == 1).exact()


@pytest.mark.parametrize("family", [RandomFunctions(2, QUARTER), TableFamily(((1, 0), (1, 1)), QUARTER)])
@pytest.mark.parametrize("point", [-1, 2, 3])
def test_points_outside_the_domain_are_refused(family, point):
    with pytest.raises(ValueError, match="point must be an integer of at least 0 and at most 1"):
        family.keys_through(point)


def test_few_functions_are_coins_or_equally_likely():
    # random functions on one point are coins
    assert RandomFunctions(1, QUARTER).keys().exact() == {(0,): Fraction(3, 4), (1,): QUARTER}
    assert isinstance(RandomFunctions(1, 1).bias, Fraction)
    family = TableFamily(((1, 0), (1, 1)), QUARTER)  # listed functions are equally likely
    assert (family.marginal(0), family.marginal(1), family.key_bits) == (1, Fraction(1, 2), 1)
    family = TableFamily([[0, 1], [1, 1]], 1)  # a table is kept as tuples and fractions
    assert (family.rows, family.bias) == (((0, 1), (1, 1)), Fraction(1))
    assert isinstance(family.bias, Fraction)


def test_the_largest_table_is_listed_and_the_next_is_refused(monkeypatch):
    monkeypatch.setattr("privlearn.learners.pseudorandom.families.LARGEST_TABLE", 2)
    assert TableFamily(((1, 0),), QUARTER).table(0) == (1, 0)
    with pytest.raises(TooLargeToEnumerate, match="the table of a function"):
        TableFamily(((1, 0, 0),), QUARTER).table(0)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: RandomFunctions(0, QUARTER), "size"), (lambda: RandomFunctions(1, 2), "bias"),
    (lambda: RandomFunctions(1, -1), "bias"),
    (lambda: TableFamily(((0, 1),), QUARTER).keys_through(0).exact(), "accept must be true"),
    (lambda: TableFamily((), QUARTER), "rows must"), (lambda: TableFamily(((),), QUARTER), "rows must"),
    (lambda: TableFamily(((0, 1), (0,)), QUARTER), "rows must"), (lambda: TableFamily(((0, 2),), QUARTER), "rows must"),
    (lambda: TableFamily(((0, 1), (-1, 0)), QUARTER), "rows must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_random_members_have_the_law_of_their_tables():
    family = TableFamily(((1, 0, 0), (0, 1, 1), (1, 0, 0)), QUARTER)
    assert family.tables().exact() == {(1, 0, 0): Fraction(2, 3), (0, 1, 1): Fraction(1, 3)}
    assert [family.marginal(x) for x in range(3)] == [Fraction(2, 3), Fraction(1, 3), Fraction(1, 3)]
    assert family.keys_through(0).exact() == {0: Fraction(1, 2), 2: Fraction(1, 2)}
    assert TableFamily(((0, 0),), QUARTER).marginal(1) == 0
    family = RandomFunctions(2, Fraction(1, 3))  # random functions have a product law
    assert family.tables().exact() == {(0, 0): Fraction(4, 9), (0, 1): Fraction(2, 9), (1, 0): Fraction(2, 9),
                                       (1, 1): Fraction(1, 9)}
    assert (family.marginal(1), family.key_bits, RandomFunctions(7, 0).key_bits) == (Fraction(1, 3), 2, 7)
    assert [family.value((0, 1), x) for x in (0, 1)] == [0, 1]


@pytest.mark.parametrize(("count", "bits"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_keys_of_a_table_are_row_numbers(count, bits):
    family = TableFamily(((0, 1),) * count, QUARTER)
    assert family.key_bits == bits
    assert sorted(family.keys().exact()) == list(range(count))
