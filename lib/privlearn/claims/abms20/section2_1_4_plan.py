"""ABMS20, Sections 2.1.3 and 2.1.4: the plan of the proofs of Theorems 2.3 and 2.4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from privlearn.claims.abms20.section7_instances import POPULATIONS, right_run, run_with
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.learners.relabeling.closure_at_scale import CutScore, cut_completion_errors, traced

claim("ABMS20-2.1.4.plan", kind="remark", section="2.1.3 and 2.1.4 Technical overview", page="closure/closure-accuracy",
      title="One function after the other, each with a good completion", uses=("ABMS20-7.alg5", "ABMS20-7.3"),
      note="The half of the plan that concerns agnostic learning, generalization by privacy in place of VC arguments, "
           "is checked with Theorem 6.1.")


def raw_errors(rule: int, before: Sequence[np.ndarray], later: int, ones: np.ndarray, zeros: np.ndarray) -> np.ndarray:
    """Return the errors of the patterns against the labels themselves, as if the other functions did not exist."""
    return np.concatenate([[0], np.cumsum(zeros - ones)]) + ones.sum()


@check("ABMS20-2.1.4.plan", grade="exact",
       quantifier="intervals on 64 points (uniform and skewed, 20,000 rows), majority and parity of three thresholds "
                  "on 4096 points (60,000 rows), two runs each: after step i some completion has error at most i/100",
       reason="Runs with fixed seeds; the errors are exact fractions of the population.",
       fingerprint=lambda score: score(4, (), 1, np.array([0, 2, 0]), np.array([1, 0, 1])).tolist())
def every_prefix_has_a_good_completion(score: CutScore = cut_completion_errors) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, population in POPULATIONS.items():
            for seed in (1, 2):
                run = right_run(name, seed) if score is cut_completion_errors else run_with(score, name, seed)
                answers = tuple(step.answer for step in run)
                for i, terms in enumerate(traced(population, run), 1):
                    yield (name, seed, i, answers[:i]), terms.after, Fraction(i, 100)

    return judge("<=", cases())


@every_prefix_has_a_good_completion.verifier
def _(score, witness):
    name, seed, i, answers = witness
    if tuple(step.answer for step in run_with(score, name, seed))[:i] != answers or "interval" not in name:
        return False
    xs, weights = range(64), POPULATIONS[name].weights
    later = range(-1, 64) if i == 1 else answers[1:]
    wrong = min(sum(weights[x] for x in xs if (x <= answers[0] and x > c) != (23 < x <= 39)) for c in later)
    return wrong * 100 > i * sum(weights)

every_prefix_has_a_good_completion.sabotage("each function fits the raw labels", raw_errors)
