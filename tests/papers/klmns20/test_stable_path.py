"""Judges of the page stable-path."""

import pytest

from privlearn.papers.klmns20.stable_path.exercises import judge_parting_pair


def test_a_new_element_between_two_values_is_accepted():
    assert judge_parting_pair(((4, 4, 4, 6, 6, 6, 6), 5)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((4, 4, 4, 6, 6, 6, 6), 6), "D ="), (((0, 0, 0, 2, 2, 2, 2), 1), "0 and 2 must not both occur"),
    (((4, 4, 4, 4, 6, 6, 6, 6), 5), "S + x has 9 elements"),
    (((4, 4, 4, 6, 6, 6, 8), 5), "elements are integers from 0 to 7"), ((4, 5), "give a database and an element")])
def test_another_pair_is_refused(answer, reason):
    assert judge_parting_pair(answer).startswith(f"not yet: {reason}")
