"""Medians and quantiles: privacy of the window by exact audits, and the ranks that are promised."""

import random
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

from privlearn.learners.interior_point.quantiles import rank_window, window_law, window_ranks, window_rows, window_start
from privlearn.learners.interior_point.tree_log import plan_tree_log
from privlearn.mechanisms import add_remove_one, audit_approximate, replace_one, replace_one_unordered
from privlearn.private import interior_point, median, quantiles

WISHES = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 20)}
PLACES = (Fraction(0), Fraction(1, 10), Fraction(1, 2), Fraction(2, 3), Fraction(1))


def words(rows):
    return np.array(rows, dtype=np.uint64)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_one_row_changes_at_most_one_of_the_window(place, rows):
    databases = [d for n in range(7) for d in combinations_with_replacement(range(4), n)]
    windows = {d: sorted(rank_window(words(d), place, rows, 2).tolist()) for d in databases}
    pairs = add_remove_one(databases) + replace_one_unordered(databases)
    assert len(pairs) > 1000
    for left, right in pairs:
        gone = list(windows[left])
        for x in windows[right]:
            if x in gone:
                gone.remove(x)
        assert len(gone) <= 1


SMALL = plan_tree_log(1, neighbours=replace_one, epsilon=1, delta=Fraction(1, 100), beta=Fraction(1, 5))


@pytest.mark.parametrize(("relation", "sizes"), [(replace_one_unordered, (9,)), (add_remove_one, (0, 1, 7, 8, 9))])
@pytest.mark.parametrize("place", [Fraction(1, 4), Fraction(1, 2)])
def test_the_window_is_as_private_as_its_plan(relation, sizes, place):
    databases = [d for n in sizes for d in combinations_with_replacement(range(2), n)]
    audit = audit_approximate(lambda d: window_law(words(d), place, SMALL), databases, relation, SMALL.exp_epsilon)
    assert audit.delta <= SMALL.delta.upper
    assert SMALL.rows in range(2, 9)  # some windows are padded, some not


def test_a_window_that_jumps_is_not_as_private():
    def jumping(d):  # the end of the window that is near the last row, or the other, by the parity of their number
        return window_law(words(d), Fraction(len(d) % 2), SMALL)

    databases = [d for n in (8, 9) for d in combinations_with_replacement(range(2), n)]
    assert audit_approximate(jumping, databases, add_remove_one, SMALL.exp_epsilon).delta > SMALL.delta.upper


@pytest.mark.parametrize("place", PLACES)
def test_ranks_are_those_of_all_points_of_the_window_and_its_start_moves_by_at_most_one(place):
    for total in range(5, 40):
        points = words(range(total))
        window = rank_window(points, place, 5, 6).tolist()
        below, above = window_ranks(total, place, 5)
        assert below == min(sum(x <= z for x in range(total)) for z in window)
        assert above == min(sum(x >= z for x in range(total)) for z in window)
    starts = [window_start(n, place, 6) for n in range(80)]
    assert {b - a for a, b in zip(starts, starts[1:], strict=False)} <= {0, 1}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("alpha", [Fraction(1, 20), Fraction(1, 3)])
def test_with_the_rows_asked_for_the_rank_is_within_alpha(place, alpha):
    needed = window_rows(place, 7, alpha)
    for total in range(needed, needed + 60):
        below, above = window_ranks(total, place, 7)
        assert below >= (place - alpha) * total
        assert above >= (1 - place - alpha) * total
    assert needed >= 7


@pytest.mark.parametrize("neighbours", [replace_one, add_remove_one])
@pytest.mark.parametrize("release", [median, interior_point])
def test_real_columns_need_no_bounds(release, neighbours):
    column = [-1e300] * 400 + [1e-300] * 5 + [3.5] * 400
    random.Random(0).shuffle(column)
    result = release(column, neighbours=neighbours, rng=random.Random(6), **WISHES)
    assert -1e300 <= result.answer <= 3.5
    assert result.promise.epsilon == 1


def test_the_ranks_promised_are_kept():
    column = np.random.default_rng(1).permutation(20_000) / 7
    result = quantiles(column, neighbours=replace_one, rng=random.Random(1), **WISHES)
    for place, found in zip((Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)), result.answer, strict=True):
        below, above = window_ranks(20_000, place, result.plan.rows)
        assert f"at least {below} are at most the {float(place):g}-quantile and {above} at least it" in str(result)
        assert (column <= found).sum() >= below
        assert (column >= found).sum() >= above
    assert list(result.answer) == sorted(result.answer)


def test_a_window_of_a_plan_for_private_numbers_is_refused():
    plan = plan_tree_log(8, neighbours=add_remove_one, **WISHES)
    with pytest.raises(ValueError, match="plan must be made for replace_one"):
        window_law(words([1]), Fraction(1, 2), plan)


@pytest.mark.parametrize("release", [median, quantiles, interior_point])
def test_too_few_rows_are_refused_where_their_number_is_public_and_answered_where_it_is_private(release):
    with pytest.raises(ValueError, match=r"column must have at least \d+ rows .*, got 3"):
        release([1.0, 2.0, 3.0], neighbours=replace_one, rng=random.Random(0), **WISHES)
    for rows in (0, 1, 3):
        found = release([4.0] * rows, neighbours=add_remove_one, rng=random.Random(0), **WISHES)
        assert release is not interior_point or rows or found.answer is None


def test_alpha_asks_for_rows():
    with pytest.raises(ValueError, match="alpha"):
        median(range(1000), alpha=Fraction(1, 1000), neighbours=replace_one, rng=random.Random(0), **WISHES)
    median(range(1000), alpha=Fraction(1, 5), neighbours=replace_one, rng=random.Random(0), **WISHES)
