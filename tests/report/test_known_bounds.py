"""Bounds on learning a class: their hypotheses, what is left out, and lower bounds against exact values."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.communication import private_samples_lower_bound
from privlearn.concepts import ConceptClass, all_classes, all_functions, lines, point_functions, thresholds
from privlearn.dimensions import littlestone_dimension, vc_dimension
from privlearn.exact import exp_bracket, least_integer
from privlearn.learners.generic import one_point_success
from privlearn.learners.interior_point.threshold_samples import private_threshold_rows
from privlearn.learners.points import frugal_plan
from privlearn.learning.heavy_point import heavy_point_risk, rows_for_two_targets
from privlearn.learning.shattered_sets import bayes_risk
from privlearn.report import known_bounds as known
from privlearn.report.known_bounds import TABLE, Wishes, any_learner_rows, one_point_samples

QUARTER = Fraction(1, 4)
LITTLESTONE, DIFFER = "(from the Littlestone dimension)", "differ at a point"
POINTS, TREE_LOG, RELABELLED = "(improper learner of points)", "(thresholds by TreeLog)", "relabelled)"


def of(c, wishes=Wishes(), littlestone=None):  # noqa: B008 - frozen
    bounds, left_out = known.known_bounds(c, vc=vc_dimension(c), wishes=wishes,
                                          littlestone=littlestone_dimension(c) if littlestone is None else littlestone)
    return {row["name"]: row["value"] for row in bounds}, {row["name"]: row["reason"] for row in left_out}


def named(rows, words):
    (found,) = [value for name, value in rows.items() if words in name]
    return found


def test_every_name_is_a_bound_or_left_out_for_every_class_on_3_points():
    for c in all_classes(3):
        bounds, left_out = of(c)
        assert [*bounds, *left_out] != [] or not len(c)
        assert not len(c) or sorted([*bounds, *left_out]) == sorted(name for name, _, _ in TABLE)
        assert all(isinstance(value, int) and value > 0 for value in bounds.values())


@pytest.mark.parametrize("wishes", [
    Wishes(), Wishes(epsilon=Fraction(1, 10)), Wishes(epsilon=Fraction(30)), Wishes(alpha=Fraction(1, 100)),
    Wishes(beta=Fraction(1, 1000)), Wishes(alpha=Fraction(3, 4), beta=Fraction(3, 4)), Wishes(delta=Fraction(1, 2))])
@pytest.mark.parametrize("c", [thresholds(5), point_functions(9), lines(3), all_functions(5)], ids=len)
def test_no_number_that_is_enough_is_below_one_that_is_needed(c, wishes):
    bounds, _ = of(c, wishes)
    samples = {name: value for name, value in bounds.items() if "samples" in name}
    needed = [value for name, value in samples.items() if "at least" in name and "purely" not in name]
    pure = [value for name, value in samples.items() if "at least" in name]
    assert max(needed, default=0) <= min(value for name, value in samples.items() if "enough" in name)
    assert max(pure, default=0) <= min(v for name, v in samples.items() if "enough" in name and "purely" in name)


def test_learners_of_points_and_thresholds_are_for_their_classes_only():
    for c, points, chain in ((point_functions(9), True, False), (thresholds(4), False, True), (lines(3), False, False),
                             (all_functions(1), True, True)):
        bounds, left_out = of(c)
        for words, there in ((POINTS, points), (TREE_LOG, chain), (RELABELLED, chain)):
            assert any(words in name for name in bounds) == there
            assert any(words in name for name in left_out) == (not there)


def test_their_rows_are_those_of_the_plans():
    wishes = Wishes(epsilon=Fraction(1, 2), alpha=Fraction(1, 10), beta=Fraction(1, 20))
    bounds, _ = of(point_functions(9), wishes)
    assert named(bounds, POINTS) == frugal_plan(wishes.epsilon, wishes.alpha, wishes.beta).total
    for size in (2, 3, 4, 5, 8, 9, 33):
        c = ConceptClass.from_matrix(np.tri(size - 1, size - 1, dtype=int).tolist() + [[0] * (size - 1)])
        bits = next(b for b in range(1, 9) if size <= 2**b)
        assert len(c) == size
        assert named(of(c, wishes)[0], TREE_LOG) == private_threshold_rows(
            domain_bits=bits, epsilon=wishes.epsilon, delta=wishes.delta, alpha=wishes.alpha, beta=wishes.beta)


def test_what_says_nothing_is_left_out_with_the_number_or_reason_and_what_says_something_is_not():
    bounds, left_out = of(thresholds(3))
    assert named(left_out, LITTLESTONE).startswith("0, no more than the 3 ")
    assert named(left_out, DIFFER).startswith("2, no more than the 3 ")
    assert not any(LITTLESTONE in name or DIFFER in name for name in bounds)
    bounds, _ = of(thresholds(3), Wishes(epsilon=Fraction(1, 16)), littlestone=1000)
    assert named(bounds, DIFFER) == 23
    assert named(bounds, LITTLESTONE) > 1000
    assert named(bounds, "messages at error") > 2
    _, left_out = of(ConceptClass.from_matrix([[0, 1]]))
    assert {named(left_out, words)[0] for words in ("mistakes", "messages at", "private or not", DIFFER)} == {"0", "1"}
    _, left_out = of(point_functions(3), Wishes(epsilon=Fraction(1, 10**12)))
    assert "no number for these parameters: epsilon must be at least" in named(left_out, POINTS)


def test_one_point_is_learned_with_the_exact_optimum_and_a_rounded_error_asks_for_no_more():
    for epsilon in (Fraction(1, 50), Fraction(1, 3), Fraction(1), Fraction(7)):
        ratio = exp_bracket(epsilon)
        for beta in (Fraction(1, 10**6), Fraction(1, 7), QUARTER, Fraction(1, 2), Fraction(99, 100)):
            searched = least_integer(lambda n: one_point_success(n, ratio).upper >= 1 - beta)  # noqa: B023
            assert one_point_samples(epsilon, beta) == searched
    alpha = Fraction(20_000_003, 10**8)
    found = named(of(thresholds(4), Wishes(alpha=alpha), littlestone=1000)[0], LITTLESTONE)
    assert 0 < found <= private_samples_lower_bound(1000, exp_bracket(1), alpha, QUARTER)


BETAS = (Fraction(1, 100), Fraction(1, 10), QUARTER, Fraction(2, 5))


@pytest.mark.parametrize(("alpha", "beta"), list(product((Fraction(1, 50), Fraction(1, 9), QUARTER), BETAS)))
def test_rows_of_every_learner_are_the_most_of_three_risks(alpha, beta):
    for c in (thresholds(2), all_functions(4), all_functions(9)):
        d = vc_dimension(c)
        rows = [rows_for_two_targets(alpha, beta), least_integer(lambda n: bayes_risk(d, n, alpha) <= beta)]  # noqa: B023
        if d > 1 and alpha <= Fraction(1, 8):
            larger = Fraction(-(-alpha * 64 // 1), 64)
            rows.append(least_integer(lambda n: heavy_point_risk(d, n, larger) <= beta))  # noqa: B023
        assert any_learner_rows(c, d, alpha, beta) == max(rows)


def test_two_concepts_that_agree_nowhere_are_told_by_one_row_and_small_errors_cost_no_time():
    for rows, d, least in (([[0, 0], [1, 1]], 1, 1), ([[0, 0], [0, 1]], 1, 69), ([[0, 1]], 0, 0)):
        assert any_learner_rows(ConceptClass.from_matrix(rows), d, Fraction(1, 100), QUARTER) == least
    tiny = Fraction(1, 10**12)
    assert any_learner_rows(all_functions(5), 5, tiny, tiny) > 10**12
