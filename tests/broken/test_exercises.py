"""Judges of the page controls."""

import pytest

from privlearn.broken.exercises import judge_clamped_noisy_max


@pytest.mark.parametrize(("answer", "said"), [
    (((0, 0, 1), (1, 1, 0), 2), "accepted"),
    (((1, 1, 0), (0, 0, 1), 2), "not yet: 1/27 is at most 4 times 8/27"),
    (((0, 0, 1), (1, 1, 0), 0), "not yet: 13/27 is at most 4 times 20/27"),
    (((1, 0, 0), (0, 1, 1), 0), "not yet: 22/27 is at most 4 times 11/27"),
    (((0, 0, 1), (0, 0, 1), 2), "not yet: 8/27 is at most 4 times 8/27"),
    (((0, 0, 1), (1, 1, 0), 3), "not yet: 0 is at most 4 times 0"),
    (((0, 0, 1), (1, 1), 2), "not yet: database must hold rows of 3 bits"),
    (((0, 0, 1), (1, 1, 2), 2), "not yet: database must hold rows of 3 bits"),
    (((0, 0, 1), (1, 1, 0)), "not yet: give (row, row, index)"),
])
def test_only_a_candidate_that_loses_its_vote_to_the_others_is_accepted(answer, said):
    assert judge_clamped_noisy_max(answer).startswith(said)
