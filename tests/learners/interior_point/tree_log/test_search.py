"""The search for parameters: proposals keep the budget they were given."""

import math
from itertools import product

import pytest

from privlearn.learners.interior_point.tree_log.search import (Budget, _golden, _is_hopeless, _is_pure, _least_base,
                                                               _neighbours, _rounded, float_path_gap, propose,
                                                               proposed_rows, relaxed)


@pytest.mark.parametrize(("fold", "path"), [(2, "none"), (2, "bounded"), (1, "any")])
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 3.0])
def test_proposal_spends_no_more_than_epsilon(fold, path, epsilon):
    budget = Budget(levels=1, size=65, epsilon=epsilon, delta=1e-6, beta=0.1, fold=fold, path=path)
    found = propose(budget)
    spent = found.gap + found.choose + found.end + found.base
    if fold == 2:
        spent = 2 * spent + found.path - found.gap
    assert spent <= epsilon


def test_proposals_of_the_heavy_path_and_for_more_levels():
    found = propose(Budget(levels=1, size=1 << 16, epsilon=1.0, delta=1e-6, beta=0.1, fold=2, path="none"))
    assert found.base_rows <= found.stop + 1
    budgets = [Budget(levels=n, size=8, epsilon=1.0, delta=1e-6, beta=0.1, fold=1, path="any") for n in (1, 2, 3)]
    counts = [proposed_rows(propose(budget), budget.levels) for budget in budgets]
    assert counts == sorted(counts)
    with pytest.raises(ValueError, match="no parameters"):
        propose(Budget(levels=1, size=65, epsilon=20.0, delta=1e-6, beta=1e-300, fold=2, path="bounded"))


def test_gap_solves_the_curve():
    p, tail = 0.05, 1e-6
    g, c = float_path_gap(p, tail, "any"), math.exp(p)
    assert (1 - 1 / c) * math.exp(-(g + p) / (c - 1)) == pytest.approx(tail)


@pytest.mark.parametrize(("fold", "path", "levels", "size", "epsilon", "beta", "found"), [
    (2, "none", 1, 65, 1.0, 0.1, (29, 91, 71, 81)), (2, "none", 1, 8, 0.3, 0.1, (96, 283, 221, 197)),
    (2, "none", 1, 8, 1.0, 1e-4, (65, 143, 82, 143)), (2, "none", 1, 65, 8.0, 0.1, (3, 12, 10, 9)),
    (2, "none", 1, 2, 20.0, 0.5, (0, 3, 3, 2)), (2, "bounded", 1, 65, 1.0, 0.1, (34, 144, 114, 90)),
    (2, "bounded", 3, 5, 1.0, 0.1, (93, 373, 283, 187)), (1, "any", 1, 65, 1.0, 0.1, (24, 276, 222, 72)),
    (1, "any", 2, 8, 0.3, 0.1, (174, 1557, 1266, 354)), (2, "none", 1, 65, 1.0, 0.97, (2, 65, 57, 43)),
    (1, "any", 1, 8, 1.0, 0.99, (2, 237, 217, 30))])
def test_proposals_are_the_same_everywhere(fold, path, levels, size, epsilon, beta, found):
    proposal = propose(Budget(levels=levels, size=size, epsilon=epsilon, delta=1e-6, beta=beta, fold=fold, path=path))
    assert (proposal.trim, proposal.stop, proposal.threshold, proposal.base_rows) == found


@pytest.mark.parametrize("name", ["delta", "beta"])
def test_wishes_too_small_for_floats_have_no_proposal(name):
    wishes = {"levels": 1, "size": 9, "epsilon": 1.0, "delta": 1e-6, "beta": 0.1, "fold": 1, "path": "any"}
    assert propose(Budget(**wishes | {name: 1e-199}))
    with pytest.raises(ValueError, match="no parameters found"):
        propose(Budget(**wishes | {name: 1e-200}))


@pytest.mark.parametrize("beta", [1e-6, 1e-190])
def test_much_epsilon_does_not_overflow(beta):
    found = propose(Budget(levels=1, size=9, epsilon=60.0, delta=1e-6, beta=beta, fold=2, path="none"))
    assert proposed_rows(found, 1) < 1000


@pytest.mark.parametrize(("lowest", "steps"), [*product((0.0, 0.3, 1.0), (5, 20, 40))])
def test_golden_sections_close_in_on_a_valley(lowest, steps):
    found = _golden(lambda x: lowest - x if x < lowest else 2 * (x - lowest), -1.0, 2.0, steps)
    assert abs(found - lowest) <= 1.5 * ((math.sqrt(5) - 1) / 2) ** steps + 1e-9


@pytest.mark.parametrize(("p", "c", "chosen", "stop"), [
    *product((0.0, 0.2, 0.7), (0.1, 0.5, 2.0), (0.05, 0.6), (1, 4))])
def test_steps_are_pure_where_both_conditions_hold(p, c, chosen, stop):
    assert _is_pure(p, c, chosen, stop) == (chosen + math.exp(-c) <= 1 and (
        p == 0 or math.exp(p * stop) * (math.exp(p) - 1) >= 1))


@pytest.mark.parametrize(("levels", "trim", "rest", "allowed"), [
    *product((1, 2, 5), (0, 3), (0.7, 3.0, 11.0), (0.003, 0.5))])
def test_a_split_is_hopeless_where_every_share_fails_too_often(levels, trim, rest, allowed):
    def at_base(e):
        return 1 / (1 + math.exp(rest - levels * e))

    least = min(at_base(e) + 3 * levels / (3 + math.exp(e * (trim + 1))) for e in (
        rest / levels * k / 2000 for k in range(2001)))
    assert _is_hopeless(at_base, levels, trim, rest, allowed) == (least > allowed)


SMALL = Budget(levels=1, size=9, epsilon=8.0, delta=1e-3, beta=0.3, fold=2, path="none")


def test_rounding_takes_the_least_integers_with_their_shares_and_completion_the_fewest_rows():
    point = relaxed(SMALL)
    _, c, e, b, _, _, chosen, beta_c, beta_e, beta_b = point
    start = _rounded(SMALL, point)
    assert start.threshold == next(k for k in range(1, 99) if chosen * (1 + math.exp(c * (k - 1))) >= 1)
    assert start.stop == next(k for k in range(99) if beta_c * (1 + math.exp(c * (k + 1 - start.threshold))) >= 1)
    assert start.trim == next(k for k in range(99) if beta_e * (3 + math.exp(e * (k + 1))) >= 3)
    assert start.base_rows == next(k for k in range(1, 99) if beta_b * (7 + 2 * math.exp(b * k / 2)) >= 7)
    best = propose(SMALL)
    around = list(_neighbours(best))
    assert len(around) == len(set(around))
    chosen, fewest = (best.trim, best.stop, best.threshold), proposed_rows(best, 1)
    assert chosen in around
    assert not any(_least_base(trial, best.base_rows, point, SMALL, fewest) for trial in around)
    assert _least_base(chosen, best.base_rows, point, SMALL, fewest + 1) == best
