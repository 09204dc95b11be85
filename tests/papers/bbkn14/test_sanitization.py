"""Judges of the page sanitization."""

import pytest

from privlearn.papers.bbkn14.sanitization.exercises import judge_close_packing, judge_rounding


def largest_remainders(counts, k):
    """Round every count down, and give what is left to the largest remainders."""
    rows = sum(counts)
    said = [k * count // rows for count in counts]
    for x in sorted(range(len(counts)), key=lambda x: -(k * counts[x] % rows))[:k - sum(said)]:
        said[x] += 1
    return tuple(x for x, times in enumerate(said) for _ in range(times))


def rest_to_the_first(counts, k):
    said = [x for x, count in enumerate(counts) for _ in range(k * count // sum(counts))]
    return (*said, *[0] * (k - len(said)))


def test_right_answers_are_accepted():
    assert judge_rounding(largest_remainders).startswith("accepted")  # largest remainders
    assert judge_close_packing([(0,) * 16 + (i,) * 4 for i in range(4)]).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_rounding, rest_to_the_first, "at counts"), (judge_rounding, lambda counts, k: (0,) * k, "at counts"),
    (judge_rounding, lambda counts, k: largest_remainders(counts, k)[1:], "at counts"),
    (judge_rounding, (0, 1), "give a function"),
    (judge_close_packing, [(0,) * 17 + (i,) * 3 for i in range(4)],
     "two of the databases share useful answers: no count differs by more than 3"),
    (judge_close_packing, [(0,) * 15 + (i,) * 5 for i in range(4)],
     "two of the databases differ in 5 rows, more than 2 alpha m = 4"),
    (judge_close_packing, [(0,) * 16 + (i,) * 4 for i in range(3)], "give four tuples of 20 points"),
    (judge_close_packing, [(0,) * 16 + (i,) * 4 for i in range(1, 5)], "give four tuples of 20 points"),
    (judge_close_packing, 4, "give four tuples of 20 points")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
