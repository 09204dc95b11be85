from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import projective_plane_lines
from privlearn.concepts.sets import pack
from privlearn.dimensions.representation.points import largest_multiplicities, uniform_bound
from privlearn.dimensions.representation.points.multiplicities import (first_sets_through, largest_meeting,
                                                                       meets_requirements, multiplicities,
                                                                       uniform_enclosure)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 7, 16, 33])
def test_binary_counters_agree_with_plain_addition(number):
    rng = np.random.default_rng(number)
    matrix = rng.integers(0, 2, (40, 100), dtype=np.uint8)
    targets, chosen = np.arange(100), rng.integers(0, 40, (100, number))
    plain = [max(c for b, c in enumerate(matrix[rows].sum(axis=0).tolist()) if b != j)
             for j, rows in enumerate(chosen)]
    assert largest_multiplicities(pack(matrix), targets, chosen).tolist() == plain


def test_more_targets_than_a_batch_are_counted_alike(monkeypatch):
    matrix = np.random.default_rng(1).integers(0, 2, (9, 70), dtype=np.uint8)
    chosen = np.tile(np.arange(5), (70, 1))
    whole = largest_multiplicities(pack(matrix), np.arange(70), chosen)
    monkeypatch.setattr("privlearn.dimensions.representation.points.multiplicities.BATCH_WORDS", 3)
    assert (largest_multiplicities(pack(matrix), np.arange(70), chosen) == whole).all()
    assert largest_multiplicities(pack(np.eye(3)), np.arange(0), np.zeros((0, 2), dtype=int)).tolist() == []


def test_first_sets_are_the_first_and_missing_ones_are_marked(monkeypatch):
    matrix = np.array([[1, 0, 1], [1, 1, 0], [1, 0, 1]])
    assert first_sets_through(pack(matrix), 3, 2).tolist() == [[0, 1], [-1, -1], [0, 2]]
    monkeypatch.setattr("privlearn.dimensions.representation.points.multiplicities.BATCH_ENTRIES", 1)
    assert first_sets_through(pack(matrix), 3, 2).tolist() == [[0, 1], [-1, -1], [0, 2]]


def test_every_point_must_be_in_enough_sets_and_every_two_sets_meet_at_most_once():
    star, plane = np.array([[1, 1, 0], [1, 0, 1]]), projective_plane_lines(3).matrix
    for sets, degree, meets in ((plane, 4, True), (plane, 5, False), (1 - np.eye(5, dtype=int), 4, False),
                                (star, 1, True), (star, 2, False), (np.array([[1, 1, 0], [1, 1, 1]]), 1, False)):
        assert meets_requirements(sets, degree) == meets
    with pytest.raises(ValueError, match="least_degree must be"):
        meets_requirements(star, 0)


def test_uniform_bound_of_a_plane_is_one_over_the_lines_through_a_point():
    assert uniform_bound(projective_plane_lines(4).matrix, 7) == Fraction(1, 5)
    for target in (3, 6):  # the adversary and the mixture meet
        assert uniform_enclosure(projective_plane_lines(2).matrix, target) == (Fraction(1, 3), Fraction(1, 3))
    assert largest_meeting(np.ones((1, 4))) == 0  # one set meets no other


@pytest.mark.parametrize(("call", "message"), [
    (lambda: multiplicities(np.eye(3), 0, np.array([1])), "chosen must"),
    (lambda: multiplicities(np.eye(3), 0, np.array([0, 1])), "chosen must"),
    (lambda: uniform_bound(np.array([[0, 1]]), 0), "target must"),
    (lambda: uniform_enclosure(np.eye(2, dtype=np.uint8), -1), "target must be"),
    (lambda: uniform_enclosure(np.eye(2, dtype=np.uint8), 2), "target must be")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
