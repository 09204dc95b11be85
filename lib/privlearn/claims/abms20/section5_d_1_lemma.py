"""ABMS20, Section 5: Lemma 5.5, from closeness of f and h on the sample to closeness in the population."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.learners.relabeling import initial_segment_errors

PAGE = "closure/relabeling-accuracy"
SIZE, ROWS, ALPHA, BETA, EPSILON = 2**20, 20_000, 0.01, 0.05, 0.1

claim("ABMS20-5.5", kind="lemma", section="5 Private agnostic learning and closure of private learning", page=PAGE,
      title="From empirical to population closeness of f and h",
      uses=("ABMS20-5.3", "ABMS20-3.8", "ABMS20-3.9", "ABMS20-3.14", "ABMS20-5.5.eq7", "ABMS20-5.5.eq8",
            "ABMS20-5.5.eq9-10", "ABMS20-5.5.eq11-12", "ABMS20-5.5.eq-triangle"),
      note="Explicitly: error_P(f,h) <= e^{2 eps'} (error_D(f,h) + 2 alpha + tau) + alpha with eps' the privacy of "
           "relabel-and-learn. With eps' = 4, as printed, e^{2 eps'} is 2981, and the bound says something only for "
           "alpha below about 1/6000. The check takes a smaller epsilon. The quantifier over all private learners is "
           "covered by the steps of the proof, not by this check.")


def private_cut(rng: Generator, errors: np.ndarray) -> int:
    """Return an index drawn with probability proportional to ``e^{-EPSILON errors/2}``."""
    weights = np.exp(-EPSILON * (errors - errors.min()) / 2)
    return int(rng.choice(len(weights), p=weights / weights.sum()))


Answer = Callable[[Generator, np.ndarray, np.ndarray], float]


def by_private_learner(rng: Generator, points: np.ndarray, data: np.ndarray) -> float:
    """Return the cut of the exponential mechanism on the relabelled rows, among the ends of 1024 equal blocks."""
    cuts = np.linspace(0, SIZE, 1025).astype(np.int64)
    order = np.sort(data[:, 0][data[:, 1] == 1])
    zeros = np.sort(data[:, 0][data[:, 1] == 0])
    errors = len(order) - np.searchsorted(order, cuts) + np.searchsorted(zeros, cuts)
    return float(cuts[private_cut(rng, errors)])


def errors_of_run(answer: Answer, rng: Generator, cut: int) -> tuple[float, float]:
    """Return error_P(f, h) and error_D(f, h) of one run on uniform points, labels below ``cut`` flipped by 20 percent.

    An answer that is no number stands for the function that equals h on the sample and differs elsewhere.
    """
    xs = rng.integers(0, SIZE, ROWS)
    labels = (xs < cut).astype(np.int64) ^ (rng.random(ROWS) < 0.2)
    published = rng.integers(0, SIZE, ROWS)
    points = np.unique(np.concatenate([xs, published]))
    chosen = private_cut(rng, initial_segment_errors(np.column_stack([xs, labels]), points))
    h = int(points[chosen]) if chosen < len(points) else SIZE
    f = answer(rng, points, np.column_stack([xs, (xs < h).astype(np.int64)]))
    if math.isnan(f):
        return 1 - len(np.unique(xs)) / SIZE, 0.0
    low, high = sorted((f, float(h)))
    return (high - low) / SIZE, float(((xs >= low) & (xs < high)).mean())


def explicit_bound(empirical: float) -> float:
    """Return ``e^{2 eps'} (empirical + 2 alpha + tau) + alpha`` with ``eps' = 2 ln(1 + e^{eps/2}) + eps``."""
    total = 2 * math.log(1 + math.exp(EPSILON / 2)) + EPSILON
    tau = 10 / (total * ROWS) * math.log(1 / (total * BETA))
    return math.exp(2 * total) * (empirical + 2 * ALPHA + tau) + ALPHA


@check("ABMS20-5.5", grade="statistical",
       quantifier="initial segments of 2^20 points, |D| = |V| = 20,000, 20 percent label noise, three targets, 10 runs "
                  "each; relabelling and exponential mechanism with epsilon = 1/10; alpha = 1/100, beta = 1/20",
       reason="One base learner and three distributions: the lemma speaks of all.",
       fingerprint=lambda answer: str(answer(np.random.default_rng(1), np.arange(3), np.array([[5, 1], [7, 0]]))))
def population_error_is_within_the_explicit_bound(answer: Answer = by_private_learner, *, rng: Generator) -> Verdict:
    runs = [(cut, errors_of_run(answer, rng, cut)) for cut in (SIZE // 2, SIZE // 3, SIZE // 10) for _ in range(10)]
    return judge("<=", (((cut, k, run), run[0], explicit_bound(run[1])) for k, (cut, run) in enumerate(runs)))


@population_error_is_within_the_explicit_bound.verifier
def _(answer: Answer, witness: Any) -> bool:
    again = errors_of_run(answer, np.random.default_rng(7), witness[0])
    return again[0] > explicit_bound(again[1]) and witness[2][0] > explicit_bound(witness[2][1])


@population_error_is_within_the_explicit_bound.sabotage("a learner that memorises: right on the sample, else wrong")
def _() -> Answer:
    return lambda rng, points, data: math.nan
