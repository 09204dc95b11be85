"""Judges of the page representing-classes."""

from itertools import combinations

import pytest

from privlearn.papers.bbkn14.representing_classes.exercises import judge_five_for_eight

PAIRS = list(combinations(range(5), 2))[:8]
ROWS = [[int(h in pair) for pair in PAIRS] for h in range(5)]
CHAINS = [[set(), {0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3}], [{1}, {1, 2}, {1, 2, 3}], [{2}, {0, 2}, {0, 2, 3}],
          [{3}, {0, 3}, {0, 1, 3}], [{1, 3}], [{2, 3}]]


def test_pairs_of_five_and_six_chains_are_accepted():
    assert judge_five_for_eight((ROWS, CHAINS)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (([[int(row == point) for point in range(8)] for row in range(5)], CHAINS), "the table has value"),
    ((ROWS[:4], CHAINS), "the table needs 5 rows of 8 bits"),
    ((ROWS, CHAINS[:5]), "the chains must grow and hold every subset"),
    ((ROWS, [*CHAINS[:4], [{1, 3}, {2, 3}]]), "the chains must grow and hold every subset"),
    ((ROWS, [*CHAINS, [{0}], [{1}]]), "with 8 chains, 8 columns could lie on different ones"),
    (ROWS, "give a list of 5 rows and a list of chains")])
def test_another_table_or_other_chains_are_refused(answer, reason):
    assert judge_five_for_eight(answer).startswith(f"not yet: {reason}")
