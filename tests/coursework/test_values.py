"""Plain values as text: what is read is what was written, and nothing else can be."""

import json
from fractions import Fraction

import pytest

from privlearn.concepts import points
from privlearn.coursework.values import decoded, encoded
from privlearn.exercises.answers import UnfitAnswer


@pytest.mark.parametrize("value", [
    None, True, 0, -(1 << 4000), 0.1, float("inf"), "", "a\n\"", "\ud800", ..., Fraction(-2, 3), (), (1, (2,)),
    [1, [2]], {1, 2}, frozenset({(1,)}), {(1, 2): [None], "a": {}}, ["tuple", [1]], [["function", 0]],
])
def test_a_value_comes_back_as_it_was(value):
    found = decoded(encoded(value, []), list)
    assert (found, type(found)) == (value, type(value))


def test_a_class_of_concepts_comes_back_and_a_function_is_its_number():
    assert (decoded(encoded(points(1), []), list).matrix == points(1).matrix).all()
    functions = []
    text = encoded((len, [max]), functions)
    assert [function("ab") for function in functions] == [2, "b"]
    assert decoded(text, lambda number: functions[number])[0]("abc") == 3


@pytest.mark.parametrize("value", [1j, object(), [range(2)]])
def test_what_is_not_plain_is_not_written(value):
    with pytest.raises(UnfitAnswer):
        encoded(value, [])


@pytest.mark.parametrize("text", ["", "{", "[1", '["object", []]', "[]", '["fraction", 1, 0]', '["fraction", "1e9"]',
                                  '[[1]]', '["set", [["list", []]]]', '["dict", [1]]', '["class", [[2]]]', "[" * 10**5,
                                  json.dumps(["fraction"]), '{"a": 1}', '["function", 3]'])
def test_other_text_is_refused(text):
    with pytest.raises(UnfitAnswer):
        decoded(text, [].__getitem__)
