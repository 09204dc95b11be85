"""ABMS20, Section 7, proof of Lemma 7.3: the terms of a step of a run, from their definitions."""

from fractions import Fraction
from itertools import product

import numpy as np

import privlearn.papers.abms20.closure_accuracy.accuracy  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.learners.closure import ClosureStep, CutPopulation, StepTerms, traced

SIZE = 5
RULES = ((2, (2,)), (1, (4,)), (4, (3, 0)), (6, (4, 1)), (14, (-1, 2)), (232, (0, 2, 4)), (150, (3, 1, 2)))


def drawn_steps(rule: int, cuts: tuple[int, ...], seed: int) -> tuple[CutPopulation, tuple[ClosureStep, ...]]:
    """Return a population and seeded steps: any rows, any relabelling cuts, any answers (-1 and the last point too)."""
    rng = np.random.default_rng(seed)
    population = CutPopulation(rule, cuts, tuple(rng.integers(0, 4, size=SIZE).tolist()[:-1]) + (1,))
    steps = tuple(ClosureStep(np.column_stack([rng.integers(SIZE, size=7), rng.integers(2, size=7)]),
                              int(rng.integers(-1, SIZE)), int(rng.integers(4)), int(rng.integers(-1, SIZE)))
                  for _ in cuts)
    return population, steps


def wrong_points(rule: int, cuts: tuple[int, ...], x: int, y: int) -> int:
    """Return 1 if the rule of the thresholds does not say y at x."""
    return int(rule >> sum((x <= cut) << place for place, cut in enumerate(reversed(cuts))) & 1 != y)


def defined_terms(population: CutPopulation, steps: tuple[ClosureStep, ...]) -> list[tuple[Fraction, ...]]:
    """Return (before, deviation, excess, distance, after) of every step, over all completions one by one."""
    rule, k, mass = population.rule, len(steps), sum(population.weights)
    label = [1 - wrong_points(rule, population.cuts, x, 1) for x in range(SIZE)]

    def error(cuts: tuple[int, ...]) -> Fraction:
        return Fraction(sum(w * wrong_points(rule, cuts, x, label[x]) for x, w in enumerate(population.weights)), mass)

    found: list[tuple[Fraction, ...]] = []
    before = Fraction(0)
    for i, step in enumerate(steps):
        fixed = tuple(s.answer for s in steps[:i])
        seen = {rest: Fraction(sum(wrong_points(rule, (*fixed, *rest), int(x), int(y)) for x, y in step.data),
                               len(step.data)) for rest in product(range(-1, SIZE), repeat=k - i)}
        deviation = max(abs(share - error((*fixed, *rest))) for rest, share in seen.items())
        after = min(error((*fixed, step.answer, *rest)) for rest in product(range(-1, SIZE), repeat=k - 1 - i))
        distance = Fraction(sum(w for x, w in enumerate(population.weights)
                                if (x <= step.chosen) != (x <= step.answer)), mass)
        found.append((before, deviation, Fraction(step.excess, len(step.data)), distance, after))
        before = after
    return found


@check("ABMS20-7.3", grade="exact",
       quantifier="seven rules of 1 to 3 thresholds on 5 points, six seeded runs each with any rows and answers, cuts "
                  "before the first point and at the last among them: the five terms of every step, and the error of "
                  "the answer, over all completions one by one",
       says="the five terms of each step and the error of the answer are those found over all completions one by one")
@sabotage("deviations to one side only", lambda population, steps: tuple(
    StepTerms(t.before, max((t.deviation - Fraction(1, 7)), Fraction(0)), t.excess, t.distance, t.after)
    for t in traced(population, steps)))
@sabotage("the target's labels for those of the answer", lambda population, steps: tuple(
    StepTerms(t.before, t.deviation, t.excess, t.distance, Fraction(0)) for t in traced(population, steps)))
@judged("==")
def terms_are_those_of_the_definition(terms=traced):
    for (rule, cuts), seed in product(RULES, range(6)):
        population, steps = drawn_steps(rule, cuts, seed)
        found = [(t.before, t.deviation, t.excess, t.distance, t.after) for t in terms(population, steps)]
        last = population.error([step.answer for step in steps])
        yield (rule, cuts, seed), (found, last), (defined_terms(population, steps), found[-1][-1])

def refutes_terms_are_those_of_the_definition(terms, rule, cuts, seed):
    population, steps = drawn_steps(rule, cuts, seed)
    table = {c: [rule // 2 ** int("".join(str(int(x <= cut)) for cut in c), 2) % 2 for x in range(SIZE)]
             for c in product(range(-1, SIZE), repeat=len(cuts))}
    target, weights, answers = table[cuts], population.weights, tuple(step.answer for step in steps)
    for i, (step, claimed) in enumerate(zip(steps, terms(population, steps), strict=True)):
        rows, off, after = step.data.tolist(), Fraction(0), Fraction(1)
        for c, said in table.items():
            true = Fraction(sum(w * (s != t) for w, s, t in zip(weights, said, target, strict=True)), sum(weights))
            if c[:i] == answers[:i]:
                off = max(off, abs(Fraction(sum(said[x] != y for x, y in rows), len(rows)) - true))
            if c[:i + 1] == answers[:i + 1]:
                after = min(after, true)
        if (off, after) != (claimed.deviation, claimed.after):
            return True
    return False
