"""The overall learner: arrays and sequences agree, errors are clear, large samples are fast."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.learners.lines import StabilityPlan, basic_learner, learn_line, overall_learner, plan_for, released
from privlearn.learners.lines.basic import ZERO
from privlearn.learners.lines.overall import array_hypotheses, block_votes, check_row_array, vote_stability
from privlearn.learners.lines.release import release_probability
from privlearn.learners.lines.votes import stability

PLAN = StabilityPlan((1, 2), 3, Fraction(3, 2), Fraction(1, 10))


def test_array_and_sequence_have_the_same_law_on_all_small_databases():
    rows = list(product((0, 1), (0, 1), (0, 1)))
    for database in product(rows[::2] + rows[1:4], repeat=3):
        padded = [*database, *database[::-1]]
        assert overall_learner(np.array(padded), 2, PLAN).exact() == overall_learner(padded, 2, PLAN).exact()
    rows = [(0, 0, 1), (1, 1, 1)] * 3  # rows beyond the plan do not matter
    assert overall_learner([*rows, (0, 1, 1)], 2, PLAN).exact() == overall_learner(rows, 2, PLAN).exact()
    rows = [(1, 1, 1), (0, 1, 1), (0, 0, 0), (1, 0, 1), (0, 1, 1)]
    for given in (rows, *(check_row_array(np.array(rows, dtype=kind), 2) for kind in (int, bool))):
        assert list(block_votes(given, 2, 5, 1).items()) == [(ZERO, 1), ((1, 0, 1), 2), ((1, 1, 0), 1), ((1, 1, 1), 1)]


@pytest.mark.parametrize("seed", range(20))
def test_array_answers_are_those_of_the_basic_learner(seed):
    rng = np.random.default_rng(seed)
    rows = np.column_stack([rng.integers(5, size=(60, 2)), rng.random(60) < rng.random()]).astype(int)
    for size in (1, 3, 7, 20):
        blocks = 60 // size
        expected = [basic_learner(rows[i * size:(i + 1) * size].tolist(), 5) for i in range(blocks)]
        assert array_hypotheses(rows, 5, blocks, size) == expected


def test_released_winners():
    # no positive row gives zero everywhere
    assert overall_learner(np.zeros((6, 3), dtype=int), 2, PLAN).exact() == {ZERO: 1}
    # released winner zero needs no coin
    assert released({ZERO: 3, (1, 0, 1): 1}, 2, Fraction(1, 10)).exact() == {ZERO: 1}
    law = released({(2, 0, 0): 4}, 2, Fraction(1, 10)).exact()  # unvoted hypotheses are challengers
    assert law[(2, 0, 0)] == Fraction(1, 5)  # c = 2, not "never"


@pytest.mark.parametrize(("rows", "p", "message"), [
    ([(0, 0, 1)] * 5, 3, "rows must be at least 6 for this plan, got 5"),
    ([(0, 0, 1)] * 5 + [(0, 3, 1)], 3, "y of row 5"),
    (np.array([[0, 0, 1]] * 5 + [[0, 3, 1]]), 3, "y of row 5 must be an integer of at least 0 and at most 2"),
    (np.array([[0, 0, 2]] * 6), 3, "label of row 0"), (np.array([[-1, 0, 1]] * 6), 3, "x of row 0"),
    (np.zeros((6, 3)), 3, "integer array"), (np.zeros((6, 2), dtype=int), 3, "integer array"),
    (np.zeros((6, 3), dtype=int), 9, "p must be a prime, got 9"), ("rows", 3, "array, tuple or list")])
def test_bad_rows_are_refused(rows, p, message):
    with pytest.raises(ValueError, match=message):
        overall_learner(rows, p, PLAN)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_million_rows_of_a_large_plane_give_the_line(seed):
    rng, p, n = np.random.default_rng(seed), 10_007, 1_000_000
    x, y = rng.integers(p, size=(2, n))
    y = np.where(rng.random(n) < 0.01, (17 * x + 4) % p, y)
    rows = np.column_stack([x, y, (17 * x + 4 - y) % p == 0])
    plan = plan_for(n, epsilon=Fraction(2, 5), delta=Fraction(1, 10**6), miss=Fraction(1, 10**6))
    assert learn_line(rows, p, plan, rng) == (2, 17, 4)


@pytest.mark.parametrize("votes", [{(1, 0, 0): 3, ZERO: 1}, {(2, 1, 0): 5, (1, 1, 1): 2}, {(1, 0, 0): 4},
                                   {ZERO: 2, (2, 0, 0): 2}, {(1, 0, 1): 1}])
def test_the_winner_is_published_as_often_as_its_stability_passes(votes):
    winner = max(sorted(votes), key=votes.__getitem__)
    challengers = {ZERO: 0, (1, 0, 0): 0, **votes}
    ahead = [votes[winner] - n for h, n in challengers.items() if h != winner]
    assert vote_stability(votes) == stability(challengers) <= (min(ahead) + 2) // 2
    passing = release_probability(vote_stability(votes), Fraction(3, 2), Fraction(1, 10))
    law = released(votes, Fraction(3, 2), Fraction(1, 10)).exact()
    assert law == ({ZERO: 1} if winner == ZERO else {winner: passing, ZERO: 1 - passing})


@pytest.mark.parametrize("kind", [tuple, list, np.array])
def test_the_law_is_the_mean_over_the_block_sizes(kind):
    rows = [(0, 1, 1), (1, 2, 1), (0, 1, 1), (2, 2, 0), (1, 2, 1), (1, 2, 1), (0, 0, 1), (2, 1, 1), (2, 0, 0)]
    plan, wanted = StabilityPlan((3, 1, 2), 3, Fraction(7, 4), Fraction(2, 9)), {}
    for size in plan.block_sizes:
        votes = Counter(basic_learner(rows[i:i + size], 3) for i in range(0, 3 * size, size))
        assert block_votes(kind(rows) if kind is np.array else rows, 3, 3, size) == votes
        for h, chance in released(votes, plan.exp_epsilon, plan.delta).exact().items():
            wanted[h] = wanted.get(h, 0) + chance / 3
    assert overall_learner(kind(rows), 3, plan).exact() == wanted


@pytest.mark.parametrize(("row", "message"), [((3, 0, 1), "x of row 1.*at most 2"),
                                              ((0, -1, 1), "y of row 1.*at most 2"),
                                              ((0, 0, 2), "label of row 1.*at most 1")])
def test_a_bad_entry_of_an_array_is_named(row, message):
    with pytest.raises(ValueError, match=message):
        check_row_array(np.array([(2, 2, 1), row, row]), 3)
    with pytest.raises(ValueError, match="integer array of shape"):
        check_row_array(np.zeros((2, 3, 1), dtype=int), 3)
    assert check_row_array(np.array([[1, 0, 1]], dtype=np.uint8), 3).dtype == np.int64
