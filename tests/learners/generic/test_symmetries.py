"""Symmetries of a class."""

from __future__ import annotations

import pytest

from privlearn.concepts import ConceptClass, all_functions, point_functions
from privlearn.learners.generic import class_symmetries

T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])


def test_all_functions_have_the_full_group_of_symmetries() -> None:
    assert len(class_symmetries(all_functions(2))) == 8


def test_three_thresholds_have_one_reflection() -> None:
    assert class_symmetries(T3) == [((0, 1), (0, 0)), ((1, 0), (1, 1))]


def test_symmetries_must_keep_every_class() -> None:
    assert len(class_symmetries(point_functions(3), ConceptClass.from_matrix([[1, 0, 0]]))) == 2


def test_classes_on_different_domains_are_refused() -> None:
    with pytest.raises(ValueError, match="same number of points"):
        class_symmetries(T3, all_functions(1))
