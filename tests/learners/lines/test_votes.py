"""Votes and their stability."""

import pytest

from privlearn.learners.lines import most_frequent, stability
from privlearn.learners.lines.votes import changed_votes, vote_vectors


def test_ties_go_to_the_smallest_hypothesis():
    assert most_frequent({"b": 2, "a": 2, "c": 1}) == "a"


def test_the_exercise_of_the_page():
    assert stability({0: 3, 1: 5, 2: 2}) == 1
    assert stability({0: 5, 1: 3, 2: 2}) == 2


def test_a_single_vote_is_unstable():
    assert stability({"a": 1, "b": 0}) == 1
    assert stability({"a": 0, "b": 1}) == 1


def test_unanimous_votes_need_more_than_half():
    assert stability({"a": 6, "b": 0}) == 4
    assert stability({"a": 0, "b": 6}) == 3


def test_vote_vectors_are_all_of_them_once():
    found = list(vote_vectors(3, 4))
    assert len(found) == len(set(found)) == 15
    assert {sum(v) for v in found} == {4}


def test_one_changed_vote_moves_one():
    assert sorted(changed_votes((2, 0, 1))) == [(1, 0, 2), (1, 1, 1), (2, 1, 0), (3, 0, 0)]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: most_frequent({}), "votes"), (lambda: most_frequent({"a": 0}), "votes"),
    (lambda: most_frequent({"a": -1}), "votes"), (lambda: most_frequent({"a": 1.5}), "votes"),
    (lambda: most_frequent([1, 2]), "votes"), (lambda: stability({"a": 3}), "at least two")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
