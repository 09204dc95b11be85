"""Votes and their stability."""

import pytest

from privlearn.learners.lines import most_frequent, stability
from privlearn.learners.lines.votes import changed_votes, vote_vectors


def test_stabilities_by_hand():
    assert stability({0: 3, 1: 5, 2: 2}) == 1  # the exercise of the page
    assert stability({0: 5, 1: 3, 2: 2}) == 2
    assert stability({"a": 1, "b": 0}) == 1  # a single vote is unstable
    assert stability({"a": 0, "b": 1}) == 1
    assert stability({"a": 6, "b": 0}) == 4  # unanimous votes need more than half
    assert stability({"a": 0, "b": 6}) == 3
    assert most_frequent({"b": 2, "a": 2, "c": 1}) == "a"  # ties go to the smallest hypothesis


def test_votes_and_their_changes():
    found = list(vote_vectors(3, 4))  # vote vectors are all of them once
    assert len(found) == len(set(found)) == 15
    assert {sum(v) for v in found} == {4}
    # one changed vote moves one
    assert sorted(changed_votes((2, 0, 1))) == [(1, 0, 2), (1, 1, 1), (2, 1, 0), (3, 0, 0)]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: most_frequent({}), "votes"), (lambda: most_frequent({"a": 0}), "votes"),
    (lambda: most_frequent({"a": -1}), "votes"), (lambda: most_frequent({"a": 1.5}), "votes"),
    (lambda: most_frequent([1, 2]), "votes"), (lambda: stability({"a": 3}), "at least two")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
