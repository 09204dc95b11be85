"""BBKN14, Claim 4.5: a lazy hypothesis answers arrays of points as it answers one point after the other."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import check, judged, sabotage
from privlearn.learners.points import ZERO, LazyHypothesis
from privlearn.papers.bbkn14.stars_and_boosting.instances import RATE
from privlearn.papers.bbkn14.stars_and_boosting.whole_learner import lazy_point

BEYOND = 1 << 64  # from here on a point does not fit into an array
ASKED: list[tuple[int, int, tuple[Any, ...]]] = [
    (concept, size, (points, x, tuple(range(size)))) for size in (1, 2, 3) for concept in range(ZERO, size)
    for points in ((), *product(range(size), repeat=2 + (size < 3))) for x in range(size)]
ASKED += [(concept, 4 * BEYOND, (BEYOND, 7, (9, BEYOND - 1, 7), (9, 8))) for concept in (7, 8, BEYOND)]


def law_of_array_answers(make, concept: int, size: int, blocks: tuple[Any, ...]) -> dict[Any, Fraction]:
    """Return the joint law of the answers to questions of which some are arrays of points, over all flips."""
    law: dict[Any, Fraction] = {}
    for flips in product((0, 1), repeat=min(size, 5)):
        hypothesis = make(concept, size, iter((*flips, *[0] * 8)))
        answers = tuple(tuple(hypothesis(np.array(block, dtype=np.uint64)).tolist()) if isinstance(block, tuple)
                        else hypothesis(block) for block in blocks)
        law[answers] = law.get(answers, Fraction(0)) + RATE ** sum(flips) * (1 - RATE) ** (len(flips) - sum(flips))
    return law


class ForgetfulOfArrays(LazyHypothesis):
    """A lazy hypothesis that does not remember what was asked by an array."""

    def predict(self, points: Any) -> np.ndarray[Any, Any]:
        self._points, self._bits = self._points[:0], self._bits[:0]
        return super().predict(points)


@check("BBKN14-4.5", grade="exhaustive",
       quantifier="1, 2, 3 points, all point functions and zero: an array of two or three points or of none, one "
                  "point, an array of all; 2^66 points: two single ones and two arrays; over all flips, rate 1/5",
       says="answers asked by arrays and one by one have the joint law of independent flips, one for each point")
@sabotage("a fresh flip for every array",
          lambda concept, size, flips: ForgetfulOfArrays(concept, size=size, flips=flips))
@sabotage("a flip for two points",
          lambda concept, size, flips: lazy_point(concept, size, (f for flip in flips for f in (flip, flip))))
@judged("==")
def arrays_are_answered_as_points_are(make=lazy_point):
    for concept, size, blocks in ASKED:
        law: dict[Any, Fraction] = {}
        listed = sorted({x for block in blocks for x in (block if isinstance(block, tuple) else (block,))})
        for flips in product((0, 1), repeat=len(listed)):
            value = {x: int(x == concept) ^ flip for x, flip in zip(listed, flips, strict=True)}
            told = tuple(tuple(value[x] for x in b) if isinstance(b, tuple) else value[b] for b in blocks)
            law[told] = law.get(told, Fraction(0)) + RATE ** sum(flips) * (1 - RATE) ** (len(flips) - sum(flips))
        yield (concept, size, blocks), law_of_array_answers(make, concept, size, blocks), law

def refutes_arrays_are_answered_as_points_are(make, witness):
    concept, size, blocks = witness
    points = [x for block in blocks for x in (block if isinstance(block, tuple) else (block,))]
    law = law_of_array_answers(make, *witness)
    flips = {tuple(bit ^ (x == concept) for x, bit in zip(points, flattened(answers), strict=True)): mass
             for answers, mass in law.items()}
    if any(row[i] != row[points.index(x)] for row in flips for i, x in enumerate(points)):
        return True  # one point with two values
    rows = {tuple(row[points.index(x)] for x in sorted(set(points))): mass for row, mass in flips.items()}
    return len(rows) != 2 ** len(set(points)) or any(
        mass != RATE ** sum(row) * (1 - RATE) ** (len(row) - sum(row)) for row, mass in rows.items())


def flattened(answers: tuple[Any, ...]) -> list[int]:
    """Return the answers of all questions in one row."""
    return [bit for block in answers for bit in (block if isinstance(block, tuple) else (block,))]
