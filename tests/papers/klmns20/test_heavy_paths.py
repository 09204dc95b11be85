"""Judges of the page heavy-paths."""

import pytest

from privlearn.papers.klmns20.heavy_paths.exercises import judge_even_paths


def test_four_values_three_times_each_are_accepted():
    assert judge_even_paths((0, 2, 4, 6) * 3).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((0, 2, 4) * 3, "there are only 3 paths"),
    ((0, 2, 4, 6) * 3 + (0,) * 2, "6 on the heavy path, 8 on the path to (depth, prefix) = (3, 4)"),
    ((0, 2, 4, 6) * 3 + (8,), "give a database as a tuple of integers 0..7"),
    ([0, 2, 4, 6], "give a database as a tuple"), ((0, 2, 4, 6) * 51, "far fewer points will do")])
def test_another_database_is_refused(answer, reason):
    assert judge_even_paths(answer).startswith(f"not yet: {reason}")
