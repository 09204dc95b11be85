"""Runs of the closure learner, its tiny instance, and the recursions of its error."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.random import Generator

from privlearn.concepts import ConceptClass
from privlearn.exact.formulas import Value, formula
from privlearn.laws import Law
from privlearn.learners.closure import (ClosureStep, CutPopulation, best_completion_error, closure_cuts_run,
                                        closure_points_run, cut_completion_errors, improper_points, step_law)
from privlearn.learners.closure.cuts import CutScore
from privlearn.learners.relabeling import exponential_cut
from privlearn.learners.selection import chosen_answer_law
from privlearn.mechanisms.neighbours import Database
from privlearn.papers.abms20.closure_learner.instances import (BASE_LEARNER, EXP_BASE, EXP_EPSILON, INTERVAL, MAJORITY,
                                                               PARITY, ROOT, TINY_CLASSES, constant_response)

POPULATIONS = {"interval, 64 points": CutPopulation(INTERVAL, (39, 23), (1,) * 64),
               "interval, 64 points, skewed": CutPopulation(INTERVAL, (39, 23), tuple(range(1, 65))),
               "majority, 4096 points": CutPopulation(MAJORITY, (999, 1999, 2999), (1,) * 4096),
               "parity, 4096 points": CutPopulation(PARITY, (999, 1999, 2999), (1,) * 4096),}
ROWS = {64: 20_000, 4096: 60_000}


def run_with(score: CutScore, name: str, seed: int) -> tuple[ClosureStep, ...]:
    """Return the steps of the run with that score in place of the completion score."""
    population, rng = POPULATIONS[name], np.random.default_rng(seed)
    size = len(population.weights)
    return closure_cuts_run(population.rule, len(population.cuts), population.sample(ROWS[size], rng),
                            exponential_cut(size, ROOT), root=ROOT, rng=rng, score=score)


@cache
def right_run(name: str, seed: int) -> tuple[ClosureStep, ...]:
    """Return the steps of the run of the closure learner."""
    return run_with(cut_completion_errors, name, seed)


def raw_errors(rule: int, before: Sequence[np.ndarray], later: int, ones: np.ndarray, zeros: np.ndarray) -> np.ndarray:
    """Return the errors of the patterns against the labels themselves, as if the other functions did not exist."""
    return np.concatenate([[0], np.cumsum(zeros - ones)]) + ones.sum()


HALF = (Fraction(1, 2), Fraction(1, 2))
SKEWED = (Fraction(1, 4), Fraction(3, 4))
Rows = tuple[tuple[int, ...], ...]


def error_by_hand(rule: int, function, rows: Rows, target, weights) -> Fraction:
    """Return the least error over second concepts, from the definition."""
    return min(sum((weights[x] for x in (0, 1) if (rule >> (2 * function[x] + c[x])) % 2 != target[x]), Fraction(0))
               for c in rows)


UNION = (3, 70, 700, 2000, 4000)
POINTS = 4096
PART = Fraction(1, 16)


def union_sample(rows: int, rng: Generator) -> np.ndarray:
    """Return rows at one of the five points with probability 1/2, else anywhere; label 1 at the five."""
    xs = np.where(rng.integers(2, size=rows) == 1, np.array(UNION)[rng.integers(5, size=rows)],
                  rng.integers(POINTS, size=rows))
    return np.column_stack([xs, np.isin(xs, UNION)]).astype(np.int64)


def union_error(functions: list[np.ndarray]) -> Fraction:
    said, target = np.max(functions, axis=0), np.isin(np.arange(POINTS), UNION)
    wrong = np.flatnonzero(said != target)
    return sum((Fraction(1, 10) for x in wrong if x in UNION), Fraction(0)) + Fraction(len(wrong), 2 * POINTS)


def five_points(sample: np.ndarray, rng: Generator) -> list[np.ndarray]:
    """Return the five functions of a run with the improper private learner of points, accuracy 1/16."""
    return closure_points_run(5, POINTS, sample, improper_points(POINTS, PART), root=ROOT, rng=rng)


SUPPORT = ((0, 0),) * 4 + ((1, 0),) * 5


def tiny_step(before: tuple[Any, ...], data) -> Law:
    """Return the law of the next function of the tiny instance, given the rows of its step."""
    classes = [ConceptClass.from_matrix(rows) for rows in TINY_CLASSES[len(before):]]
    return step_law(8, before, classes, constant_response(EXP_BASE), (data, SUPPORT), EXP_EPSILON)


def labelled(target, zeros: int):
    """Return nine rows labelled by the target, so many of them at the point 0."""
    return ((0, target[0]),) * zeros + ((1, target[1]),) * (9 - zeros)


def expected_errors(step, weights, target) -> tuple[Fraction, Fraction]:
    """Return the expected error of the best completion after the first and after the second step."""
    rest = ConceptClass.from_matrix(TINY_CLASSES[1])
    chance = [comb(9, z) * weights[0]**z * weights[1] ** (9 - z) for z in range(10)]
    after = [Fraction(0), Fraction(0)]
    first: dict[Any, Fraction] = {}
    for z, p in enumerate(chance):
        for h, q in step((), labelled(target, z)).exact().items():
            first[h] = first.get(h, Fraction(0)) + p * q
    for h, p in first.items():
        after[0] += p * best_completion_error(8, (h,), (rest,), target, weights)
        for z, q in enumerate(chance):
            for g, r in step((h,), labelled(target, z)).exact().items():
                after[1] += p * q * r * best_completion_error(8, (h, g), (), target, weights)
    return after[0], after[1]


@formula("equals", corners={"C": (2, 70, 168, 2981), "k": (0, 1, 2, 10)})
def linear_errors(C: int, k: int) -> Value:
    """Return the error in units of alpha/k by the recursion ``e_i = e_{i-1} + 3 + C``."""
    return (3 + C) * k


@formula("equals", where=("C >= 1",), corners=linear_errors.corners, loose={"C >= 1": "0 does not divide"})
def literal_errors(C: int, k: int) -> Value:
    """Return the same with (27) as printed: ``e_i = e_{i-1} + 3 + C (e_{i-1} + 1)``."""
    return (3 + C) * (((1 + C) ** k - 1) / C)


def private_selection(blocks: tuple[Database, ...], validation: Database) -> Law:
    """Return the law of the answer chosen with e^epsilon = 9/4 among those of randomised response with 5/2."""
    return chosen_answer_law(BASE_LEARNER, blocks, validation, Fraction(9, 4))
