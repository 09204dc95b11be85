"""Pictures of broken mechanisms and of a run."""

from fractions import Fraction

import pytest

from privlearn.figures.atlas.controls import found_against_promise, neighbouring_laws, two_weights


def test_each_database_has_a_bar_for_each_outcome(axes):
    neighbouring_laws(axes, {"a": {0: Fraction(1, 2), 1: Fraction(1, 2)}, "b": {0: Fraction(1)}})
    assert len(axes.patches) == 3


def test_what_is_found_and_what_is_promised_are_two_lines(axes):
    found_against_promise(axes, [1, 2, 3], [2, 4, 8], 4, size_name="candidates")
    assert [line.get_label() for line in axes.lines] == ["found", "promised"]


def test_each_arithmetic_has_a_line(axes):
    two_weights(axes, {"right": [1, Fraction(1, 2)], "wrong": [1, Fraction(2, 3)]})
    assert list(axes.lines[1].get_ydata()) == [1, pytest.approx(2 / 3)]
