"""Judges of the page controls."""

import pytest

from privlearn.broken.exercises import judge_clamped_noisy_max


def test_a_candidate_that_loses_its_vote_to_the_others_is_accepted():
    assert judge_clamped_noisy_max(((0, 0, 1), (1, 1, 0), 2)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((1, 1, 0), (0, 0, 1), 2), "1/27 is at most 4 times 8/27"),
    (((0, 0, 1), (1, 1, 0), 0), "13/27 is at most 4 times 20/27"),
    (((1, 0, 0), (0, 1, 1), 0), "22/27 is at most 4 times 11/27"),
    (((0, 0, 1), (0, 0, 1), 2), "8/27 is at most 4 times 8/27"),
    (((0, 0, 1), (1, 1, 0), 3), "0 is at most 4 times 0"),
    (((0, 0, 1), (1, 1), 2), "database must hold rows of 3 bits"),
    (((0, 0, 1), (1, 1, 2), 2), "database must hold rows of 3 bits"),
    (((0, 0, 1), (1, 1, 0)), "give (row, row, index)"),
])
def test_another_witness_is_refused(answer, reason):
    assert judge_clamped_noisy_max(answer).startswith(f"not yet: {reason}")
