"""Tables of all small classes agree with the solvers that know nothing of them."""

import random

import numpy as np
import pytest

from privlearn.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from privlearn.dimensions.sweeps import class_of_number, dimensions_on_five_points, five_point_census, five_points
from privlearn.dimensions.sweeps.five_points import Census, dimensions_of_row, kept_census
from privlearn.dimensions.sweeps.numbers import renamings_of_all_classes


def test_dimensions_on_five_points_are_those_of_the_solvers():
    draw = random.Random(5)
    dense, single = (draw.getrandbits(32) for _ in range(150)), (1 << draw.randrange(32) for _ in range(9))
    for number in [1, 2**32 - 1, *dense, *single]:
        concepts = class_of_number(number, 5)
        expected = littlestone_dimension(concepts), vc_dimension(concepts), threshold_dimension(concepts)
        assert dimensions_on_five_points(number) == expected


def test_census_is_the_same_without_compilation_in_parts_and_by_orbits():
    rows, many = [0, 1, 0x1BF, 0xFFFF], list(range(40, 60))
    left, right = five_point_census(rows), five_point_census(rows, compiled=False)
    assert (left.counts == right.counts).all()
    assert (left.examples == right.examples).all()
    assert (five_point_census(many, jobs=2).counts == five_point_census(many).counts).all()
    orbit = np.unique(renamings_of_all_classes(4)[:, 0x1BF]).tolist()
    assert (five_point_census(orbit).counts == five_point_census([0x1BF], [len(orbit)]).counts).all()


@pytest.mark.parametrize(("call", "message"), [
    (lambda: five_point_census([1, 2], [1]), "weights must be"),
    (lambda: dimensions_on_five_points(-1), "number must be"),
    (lambda: dimensions_on_five_points(2**32), "number must be")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("rows", [[9, 0, 3], [0xFFFF, 2]])
def test_census_has_every_class_and_the_least_of_each_cell(rows):
    weights = [2, 7, 1][:len(rows)]
    counts, examples, low = np.zeros((6, 6, 6), dtype=int), np.zeros((6, 6, 6), dtype=int), np.arange(1 << 16)
    for high in sorted(rows, reverse=True):  # the least class of a cell comes last
        for cell in {*zip(*(d.tolist() for d in dimensions_of_row(high, low)), strict=True)} - {(-1, -1, 0)}:
            there = np.all([d == c for d, c in zip(dimensions_of_row(high, low), cell, strict=True)], axis=0)
            counts[cell] += weights[rows.index(high)] * there.sum()
            examples[cell] = high << 16 | int(there.argmax())
    found = five_point_census(rows, weights, compiled=False)
    assert (found.counts == counts).all()
    assert (found.examples == examples).all()
    assert counts.sum() == sum(weights) * 65536 - (weights[rows.index(0)] if 0 in rows else 0)


def test_the_kept_census_is_that_of_all_classes(monkeypatch):
    small, told = Census(np.arange(216), np.arange(216)), []
    monkeypatch.setattr(five_points, "five_point_census", lambda **options: told.append(options) or small)
    monkeypatch.setattr(five_points, "kept", lambda name, compute, files: told.append(name) or compute())
    found = kept_census(jobs=3)
    assert isinstance(found, Census)
    assert (found.counts is small.counts, found.examples is small.examples) == (True, True)
    assert told == ["five_point_census", {"jobs": 3}]


@pytest.mark.parametrize("place", range(5))
def test_a_class_with_one_free_point_has_dimension_one(place):
    two = 1 << 0 | 1 << (1 << place)
    assert dimensions_on_five_points(two) == (1, 1, 1)
    assert dimensions_on_five_points(1 << (1 << place)) == (0, 0, 1)
    assert dimensions_on_five_points(1) == (0, 0, 0)
