"""From any learner of intervals to a proper one."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.exact.formulas import Logarithm
from privlearn.laws import pure
from privlearn.learners.intervals import ReductionPlan, flipping_interval_learner, plan_reduction, proper_from_improper
from privlearn.learners.intervals.reduction import first_simple, interval_selection_rows, number_of_blocks

RATIO, HALF = Fraction(9, 4), Fraction(1, 2)


def test_hypotheses_that_are_kept_or_fail():
    # the first simple hypothesis is kept
    law = first_simple(lambda block: pure(block), [(0, 1, 0), (1, 1, 1), (0, 0, 0)], 2)
    assert law.exact() == {(1, 1, 1): 1}
    plan = ReductionPlan(2, 0, 2, 1)  # no simple hypothesis is fail
    assert proper_from_improper(lambda block: pure((0, 1)), RATIO, plan)(((0, 1),)).exact() == {None: 1}
    assert proper_from_improper(lambda block: pure(None), RATIO, plan)(((0, 1),)).exact() == {None: 1}
    # the last draw weighs the concepts of switch
    law = proper_from_improper(lambda block: pure((0, 1)), RATIO, ReductionPlan(1, 0, 3, 1))(((0, 1),)).exact()
    assert law == {0: Fraction(2, 8), 1: Fraction(3, 8), 2: Fraction(3, 8)}


def test_rows_and_blocks_of_plans():
    assert [number_of_blocks(Fraction(1, k)) for k in (2, 10, 100)] == [4, 6, 10]  # blocks are enough and least
    assert number_of_blocks(Fraction(3, 8)) == 4
    assert number_of_blocks(Fraction(9, 10)) == 3
    alpha, beta = Fraction(2, 5), Fraction(3, 10)  # rows grow with the logarithm of the switches
    steps = [interval_selection_rows(2 ** (100 * k), Logarithm(4), alpha, beta) for k in (1, 2, 3)]
    assert steps[1] - steps[0] == steps[2] - steps[1] == 1000
    assert plan_reduction(7, 2**100, 4, alpha, beta) == ReductionPlan(5, 7, 2**100, steps[0])
    assert interval_selection_rows(2, Logarithm(4), HALF, HALF) == 138  # 8 ln(24) 4 + 8 ln(22) / (ln(4) / 2) = 137.38
    with pytest.raises(ValueError, match="switches must"):
        interval_selection_rows(1, Logarithm(4), HALF, HALF)
    assert plan_reduction(0, 2, 4, HALF, HALF) == ReductionPlan(4, 0, 2, 138)  # a learner may need no rows
    assert ReductionPlan(0, 0, 0, 0).total == 0


def test_a_domain_of_64_bits_is_sampled():
    size, target, rng = 2**64, 2**62, random.Random(1)
    plan = plan_reduction(400, 5, 4, Fraction(2, 5), Fraction(3, 10))
    rows = tuple((x, int(x < target)) for x in (rng.randrange(size) for _ in range(plan.total)))
    learner = flipping_interval_learner(size, 4, pure(1))
    assert abs(proper_from_improper(learner, 4, plan)(rows).sample(rng) - target) < size * Fraction(2, 5)


@pytest.mark.parametrize("row", [None, 5, (1,), (1, 2), (-1, 1), (1.5, 1), ("a", 1), [1, 1]])
def test_wrong_rows_are_refused_whatever_the_learner_finds(row):
    for hypothesis in (None, (1, 0)):  # without one no row of the last draw is read
        mechanism = proper_from_improper(lambda _, h=hypothesis: pure(h), 4, ReductionPlan(1, 1, 3, 1))
        with pytest.raises(ValueError, match="database must hold"):
            mechanism(((0, 1), row))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: proper_from_improper(lambda block: pure((0, 1)), RATIO, ReductionPlan(1, 1, 3, 2))(((0, 1),)),
        "database must have 3 rows"), (lambda: number_of_blocks(0), "beta must satisfy"),
    (lambda: number_of_blocks(1), "beta must satisfy"), (lambda: number_of_blocks(2), "beta must satisfy"),
    (lambda: interval_selection_rows(5, Logarithm(1), HALF, HALF), "epsilon must satisfy"),
    (lambda: interval_selection_rows(5, Logarithm(4), 0, HALF), "alpha must satisfy"),
    (lambda: interval_selection_rows(5, Logarithm(4), 1, HALF), "alpha must satisfy"),
    (lambda: interval_selection_rows(5, Logarithm(4), HALF, 0), "beta must satisfy"),
    (lambda: interval_selection_rows(5, Logarithm(4), HALF, 1), "beta must satisfy"),
    (lambda: proper_from_improper(pure, 4, ReductionPlan(1, 1, 3, 1))(None), "database must be"),
    (lambda: proper_from_improper(pure, 4, ReductionPlan(1, 1, 3, 1))(5), "database must be"),
    (lambda: proper_from_improper(pure, 4, ReductionPlan(1, 1, 3, 1))("ab"), "database must be"),
    (lambda: proper_from_improper(None, 4, ReductionPlan(1, 1, 3, 1)), "learner must be a function"),
    (lambda: proper_from_improper(pure, 4, "plan"), "plan must be a ReductionPlan"),
    (lambda: proper_from_improper(lambda _: 1, 4, ReductionPlan(1, 1, 3, 1))(((0, 1), (1, 0))).exact(),
        "learner must be or return a Law")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("change", [{"blocks": -1}, {"block_rows": 0.5}, {"switches": None}, {"rows": -1}])
def test_plans_out_of_range_are_refused(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        replace(ReductionPlan(1, 1, 2, 1), **change)
