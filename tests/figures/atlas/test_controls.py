"""Pictures of broken mechanisms and of a run."""

from fractions import Fraction

import pytest

from privlearn.figures.atlas.controls import found_against_promise, neighbouring_laws, two_weights


def test_pictures_show_what_they_are_given(drawn_axes):
    axes = drawn_axes(neighbouring_laws, {"a": {0: Fraction(1, 2), 1: Fraction(1, 2)}, "b": {0: Fraction(1)}})
    assert len(axes.patches) == 3  # each database has a bar for each outcome
    # what is found and what is promised are two lines
    axes = drawn_axes(found_against_promise, [1, 2, 3], [2, 4, 8], 4, size_name="candidates")
    assert [line.get_label() for line in axes.lines] == ["found", "promised"]
    axes = drawn_axes(two_weights, {"right": [1, Fraction(1, 2)], "wrong": [1, Fraction(2, 3)]})
    assert list(axes.lines[1].get_ydata()) == [1, pytest.approx(2 / 3)]  # each arithmetic has a line
