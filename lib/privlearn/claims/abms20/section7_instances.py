"""Instances of ABMS20, Section 7, that several modules use: runs of the closure learner on rules of thresholds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from privlearn.learners.relabeling.at_scale import exponential_cut
from privlearn.learners.relabeling.closure_at_scale import (
    ClosureStep,
    CutPopulation,
    CutScore,
    closure_cuts_run,
    cut_completion_errors,
)

ROOT = Fraction(28, 17)  # below sqrt(e): the relabelling and the learners are less than 1-private
INTERVAL, MAJORITY, PARITY = 4, 232, 150  # c_1 and not c_2; of three; of three

POPULATIONS = {
    "interval, 64 points": CutPopulation(INTERVAL, (39, 23), (1,) * 64),
    "interval, 64 points, skewed": CutPopulation(INTERVAL, (39, 23), tuple(range(1, 65))),
    "majority, 4096 points": CutPopulation(MAJORITY, (999, 1999, 2999), (1,) * 4096),
    "parity, 4096 points": CutPopulation(PARITY, (999, 1999, 2999), (1,) * 4096),
}
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
