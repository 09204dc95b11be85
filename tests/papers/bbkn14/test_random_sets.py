"""Judges of the page random-sets."""

import pytest

from privlearn.papers.bbkn14.random_sets.exercises import judge_smallest_constant, judge_three_sets_through_each_point

ROWS = [{3 * r + c for c in range(3)} for r in range(3)]
COLUMNS = [{3 * r + c for r in range(3)} for c in range(3)]
DIAGONALS = [{3 * r + (r + s) % 3 for r in range(3)} for s in range(3)]
GOOD = {6: 611, 7: 1446}  # good points for the constants 6 and 7


def test_right_answers_are_accepted():
    assert judge_three_sets_through_each_point(ROWS + COLUMNS + DIAGONALS).startswith("accepted")
    assert judge_smallest_constant((7, GOOD[7], GOOD[6])) == "accepted: c = 7 leaves 1446 good points, c = 6 only 611"


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_three_sets_through_each_point, [{x, (x + 1) % 9, (x + 4) % 9} for x in range(8)],
     "give nine different sets, got 8"),
    (judge_three_sets_through_each_point,
     [*({0, 1, 2, 3} - {x} for x in range(4)), *({4 + (x + s) % 5 for s in range(3)} for x in range(5))],
     "these sets represent the points with 2/5 only"),
    (judge_three_sets_through_each_point, [*ROWS, *COLUMNS, *DIAGONALS[:2], {0, 1, 3}],
     "every point must lie in exactly three sets"),
    (judge_three_sets_through_each_point, ROWS + COLUMNS + ROWS, "give nine different sets, got 6"),
    (judge_three_sets_through_each_point, 9, "give a collection of sets"),
    (judge_smallest_constant, (6, GOOD[6], GOOD[6]), "with c = 6 fewer than half of the 2048 points are good"),
    (judge_smallest_constant, (8, GOOD[7], GOOD[7]), "c = 7 is enough as well"),
    (judge_smallest_constant, (7, GOOD[6], GOOD[7]), "c = 7 is right, but the numbers of good points are others"),
    (judge_smallest_constant, (1, 0, 0), "c is an integer from 2 to 64"),
    (judge_smallest_constant, 7, "give three integers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
