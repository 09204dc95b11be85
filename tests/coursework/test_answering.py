"""The answer's side: what it says to the judge's process and what it hears."""

import io
import json

import pytest

from privlearn.coursework.answering import asker
from privlearn.exercises.answers import UnfitAnswer


def heard(*messages):
    return io.StringIO("".join(json.dumps(message) + "\n" for message in messages))


def said(out):
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_values_are_given_and_the_verdict_is_returned():
    out = io.StringIO()
    assert asker(heard({"verdict": "accepted: so"}), out)((1, 2)) == "accepted: so"
    assert said(out) == [{"judge": '["tuple", [["tuple", [1, 2]]]]'}]


def test_a_function_is_called_when_asked_for_and_what_is_not_plain_is_not_given():
    calls = [{"call": [0, '["tuple", [3]]']}, {"call": [0, '["tuple", [0]]']}, {"verdict": "not yet: no"}]
    out = io.StringIO()
    assert asker(heard(*calls), out)(lambda n: 6 // n) == "not yet: no"
    assert said(out)[1:] == [{"found": "2"},
                             {"raised": "the function raised ZeroDivisionError: integer division or modulo by zero"}]
    with pytest.raises(UnfitAnswer):
        asker(heard(), io.StringIO())(object())
