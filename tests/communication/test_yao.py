"""Yao's program: values, certificates, symmetries, limits."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from privlearn.communication import worst_error
from privlearn.communication.public_coins import (
    best_partition,
    best_response,
    distributional_error,
    is_public_coin_value,
    public_coin_messages,
    public_coin_value,
)
from privlearn.communication.public_coins.partitions import block_costs
from privlearn.communication.public_coins.symmetries import (
    Symmetry,
    carried,
    cell_orbits,
    is_symmetry,
    protocol_orbit,
    symmetry_generators,
)
from privlearn.concepts import ConceptClass, all_functions, initial_segments, lines, point_functions, thresholds
from privlearn.exact import TooLargeToEnumerate

EMPTY = ConceptClass.from_matrix([[0, 1]]).without(0)
ODD = ConceptClass.from_matrix([[0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 1]])  # no symmetry but few


@pytest.mark.parametrize("concepts", [point_functions(4), thresholds(2), all_functions(3), lines(2), ODD])
def test_both_certificates_prove_the_value_for_every_number_of_messages(concepts):
    for k in range(1, len(concepts) + 2):
        found = public_coin_value(concepts, k)
        assert is_public_coin_value(found, concepts, k)
        assert worst_error(found.protocol, concepts) == found.value == distributional_error(
            concepts, k, found.hard_distribution)


def test_one_message_is_a_fair_coin_and_names_need_no_coin():
    assert public_coin_value(all_functions(2), 1).value == Fraction(1, 2)
    assert public_coin_value(all_functions(2), 4).value == 0


def test_one_concept_needs_one_message():
    assert public_coin_value(point_functions(1), 1).value == 0
    assert public_coin_messages(point_functions(1), 0) == 1


def test_the_verifier_refuses_another_value_distribution_or_number_of_messages():
    found, concepts = public_coin_value(point_functions(4), 2), point_functions(4)
    uniform = ((Fraction(1, 16),) * 4,) * 4
    assert not is_public_coin_value(replace(found, value=found.value - Fraction(1, 99)), concepts, 2)
    assert not is_public_coin_value(replace(found, value=found.value + Fraction(1, 99)), concepts, 2)
    assert not is_public_coin_value(replace(found, hard_distribution=uniform), concepts, 2)
    assert not is_public_coin_value(found, concepts, 1)


def test_the_value_does_not_depend_on_the_order_of_the_concepts():
    backwards = ConceptClass.from_matrix(point_functions(4).matrix[::-1])
    assert is_public_coin_value(public_coin_value(backwards, 2), backwards, 2)


def test_messages_fall_as_the_error_grows():
    counts = [public_coin_messages(thresholds(2), Fraction(n, 8)) for n in range(5)]
    assert counts == sorted(counts, reverse=True)
    assert (counts[0], counts[-1]) == (4, 1)


def test_best_response_is_a_protocol_with_the_error_it_names():
    weights = [[Fraction(1, 8), Fraction(3, 8)], [Fraction(1, 4), Fraction(1, 4)]]
    error, (alice, bob) = best_response(point_functions(2), 1, weights)
    assert (alice, bob) == ((0, 0), ((0, 0),))
    assert error == Fraction(1, 8) + Fraction(1, 4)


def test_costs_of_all_blocks_are_the_minorities():
    rows, weights = ODD.rows(), ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 0, 2))
    costs = block_costs(rows, weights)
    for block in range(16):
        members = [f for f in range(4) if block >> f & 1]
        assert costs[block] == sum(min(sum(weights[f][x] for f in members if rows[f][x] == bit) for bit in (0, 1))
                                   for x in range(3))


def test_long_weights_take_the_same_partition_as_short_ones():
    weights = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 0, 2))
    long = tuple(tuple(w << 70 for w in row) for row in weights)
    cost, alice, bob = best_partition(ODD.rows(), weights, 2)
    assert best_partition(ODD.rows(), long, 2) == (cost << 70, alice, bob)


def test_unused_messages_are_left_out():
    assert best_partition(((0,), (0,)), ((1,), (1,)), 2)[0] == 0


@pytest.mark.parametrize("concepts", [point_functions(5), lines(3), all_functions(2), thresholds(3), ODD])
def test_generators_are_symmetries(concepts):
    assert all(is_symmetry(symmetry, concepts) for symmetry in symmetry_generators(concepts))


def test_a_permutation_that_keeps_no_columns_is_no_symmetry():
    assert not is_symmetry(Symmetry((1, 0, 2, 3), (0, 1, 2), (0, 0, 0)), ODD)
    assert not is_symmetry(Symmetry((0, 0, 2, 3), (0, 1, 2), (0, 0, 0)), ODD)


def test_points_and_lines_have_two_orbits_of_cells_and_all_functions_one():
    for concepts, count in ((point_functions(6), 2), (lines(3), 2), (all_functions(3), 1)):
        orbits = cell_orbits(concepts, symmetry_generators(concepts))
        assert len({number for row in orbits for number in row}) == count


def test_without_generators_every_cell_is_an_orbit():
    assert cell_orbits(point_functions(2), ()) == ((0, 1), (2, 3))


def test_a_carried_protocol_errs_at_the_images_of_the_cells():
    concepts = initial_segments(3)
    rows = concepts.rows()
    (generator,) = symmetry_generators(concepts)
    alice, bob = (0, 0, 1, 1), ((1, 0, 0), (1, 1, 1))
    moved, tables = carried((alice, bob), generator)
    for f, x in product(range(4), range(3)):
        g, y = generator.concepts[f], generator.points[x]
        assert (bob[alice[f]][x] != rows[f][x]) == (tables[moved[g]][y] != rows[g][y])


def test_the_orbit_of_a_protocol_holds_it_once():
    orbit = protocol_orbit(((0, 0, 1), ((0, 0, 0), (0, 0, 1))), symmetry_generators(point_functions(3)))
    assert len(orbit) == len(set(orbit)) == 3


@pytest.mark.parametrize(("weights", "message"), [
    ([[1, 0]], "shape 2 x 2"), ([[1], [0]], "shape 2 x 2"), ([[2, -1], [0, 0]], "non-negative"),
    ([[1, 1], [0, 0]], "sum to 1")])
def test_bad_weights_are_refused(weights, message):
    with pytest.raises(ValueError, match=message):
        distributional_error(point_functions(2), 1, weights)


@pytest.mark.parametrize("messages", [0, -1, True, 1.5])
def test_bad_numbers_of_messages_are_refused(messages):
    with pytest.raises(ValueError, match="messages must be an integer of at least 1"):
        public_coin_value(point_functions(2), messages)


def test_the_empty_class_and_negative_errors_are_refused():
    with pytest.raises(ValueError, match="concepts must not be empty"):
        public_coin_value(EMPTY, 1)
    with pytest.raises(ValueError, match="error must be at least 0"):
        public_coin_messages(point_functions(2), -1)


def test_more_than_twelve_concepts_are_refused_with_what_is_known():
    with pytest.raises(TooLargeToEnumerate, match="LDim <= log2 k"):
        public_coin_value(point_functions(13), 2)
    assert public_coin_value(point_functions(13), 13).value == 0
