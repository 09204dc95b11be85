"""ABMS20, Section 6: Algorithm 4 on arrays of rows; its relabelling concept is good, and the learner tracks it."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

import privlearn.papers.abms20.agnostic_learner.utility  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact.formulas import Value, formula
from privlearn.laws import uniform
from privlearn.learners.relabeling import (NoisyPoint, NoisySegment, private_agnostic_run, relabel_points,
                                           relabel_segments, small_databases)
from privlearn.learners.relabeling.agnostic import resampled_law
from privlearn.learners.relabeling.arrays import cut_law
from privlearn.papers.abms20.agnostic_learner import claim
from privlearn.papers.abms20.agnostic_learner.instances import FOUR, improper_learner
from privlearn.papers.abms20.agnostic_learner.privacy import drawn_rows

CERTAIN = Fraction(10**30)  # e^{epsilon/2}: a pattern of least error is chosen for certain
SIZE = 7
RUNS = tuple(product((relabel_segments, relabel_points), (18, 19, 37, 90), range(4)))


def sample_of(rows: int, seed: int) -> np.ndarray:
    """Return seeded rows on half of 7 points in D, on all of them in T, with random labels."""
    rng = np.random.default_rng(seed)
    xs = np.concatenate([2 * rng.integers(1 + SIZE // 2, size=rows // 2), rng.integers(SIZE, size=rows - rows // 2)])
    return np.column_stack([xs, rng.integers(2, size=rows)]).astype(np.int64)


def seen_by_the_learner(run, relabel, rows: int, seed: int) -> list[list[int]]:
    """Return the rows that the learner got in a run."""
    return run(sample_of(rows, seed), relabel, lambda drawn, rng: drawn.tolist(), root=CERTAIN,
               rng=np.random.default_rng(seed))


def best_relabelled(relabel, rows: int, seed: int) -> Iterator[list[list[int]]]:
    """Yield D with the labels of each pattern of least error."""
    half = rows // 2
    sample = sample_of(rows, seed).tolist()
    data, points = sample[:half], sorted({x for x, _ in sample[:2 * half]})
    patterns: list[set[int]] = [{*points[:k]} for k in range(len(points) + 1)]
    if relabel is relabel_points:
        patterns = [{x} for x in points] + [set()]
    errors = [sum((x in ones) != y for x, y in data) for ones in patterns]
    yield from ([[x, int(x in ones)] for x, _ in data]
                for ones, wrong in zip(patterns, errors, strict=True) if wrong == min(errors))


@check("ABMS20-6.alg4", grade="exact",
       quantifier="initial segments and point functions of 7 points, samples of 18, the fewest, 19, 37, 90 rows with "
                  "random labels, e^{eps/2} replaced by 10^30, so that a best pattern is chosen: how many rows the "
                  "learner gets, with labels of a best pattern on D",
       says="the learner gets |D|/9 rows, rounded down, all of them labelled by one best pattern on D",
       reason="Seeded runs; the law of the choice is checked for all scores at Algorithm 2.")
@sabotage("the whole sample is D", lambda sample, relabel, learner, root, rng: learner(
    relabel(sample, sample[:, 0], root, rng)[rng.integers(len(sample), size=len(sample) // 18)], rng))
@sabotage("a tenth of the rows", lambda sample, relabel, learner, root, rng: private_agnostic_run(
    sample, relabel, lambda drawn, rng: learner(drawn[:len(sample) // 20], rng), root=root, rng=rng))
@judged("==")
def runs_draw_a_ninth_of_a_best_relabelling(run=private_agnostic_run):
    for relabel, rows, seed in RUNS:
        seen = seen_by_the_learner(run, relabel, rows, seed)
        fits = any(all(row in new for row in seen) for new in best_relabelled(relabel, rows, seed))
        yield (relabel.__name__, rows, seed), (len(seen), fits), (rows // 2 // 9, True)

def refutes_runs_draw_a_ninth_of_a_best_relabelling(run, name, rows, seed):
    seen = seen_by_the_learner(run, {f.__name__: f for f in (relabel_segments, relabel_points)}[name], rows, seed)
    data, found = sample_of(rows, seed)[:rows // 2], {}
    for end in sample_of(rows, seed)[:rows - rows % 2, 0].tolist() + [-1]:
        ones = data[:, 0] <= end if name == "relabel_segments" else data[:, 0] == end
        found[end] = int((ones != data[:, 1]).sum()), {(int(x), int(y)) for x, y in zip(data[:, 0], ones, strict=True)}
    least = min(wrong for wrong, _ in found.values())
    fits = any({(x, y) for x, y in seen} <= rows_of for wrong, rows_of in found.values() if wrong == least)
    return len(seen) != rows // 18 or not fits


@check("ABMS20-6.alg4", grade="exact", quantifier="samples of 18, 19, 35, 36, 37, 90 rows, segments of 7 points",
       says="{the number of rows that the learner gets} equals {n/18, rounded down}")
@verifier(lambda drawn, n: drawn(n) != len([*range(n // 2)][8::9]))
@judged("==")
def a_ninth_of_half_the_rows_is_drawn(drawn=drawn_rows):
    for n, in drawn.instances():
        yield n, len(seen_by_the_learner(private_agnostic_run, relabel_segments, n, 0)), drawn(n)


@check("ABMS20-6.alg4", grade="exhaustive",
       quantifier="all databases of 1 to 3 rows on 3 points, domains of 3 and 5 points, e^{eps/2} = 2, 3/2: the law of "
                  "the threshold learner for large arrays is that of the exponential mechanism",
       says="each cut has the probability that the exponential mechanism gives it")
@sabotage("cuts on points of the sample only", lambda data, size, root: cut_law(data, int(data[:, 0].max()) + 1, root))
@judged("==")
def threshold_learner_is_the_exponential_mechanism(law=cut_law):
    for data, size, root in product(small_databases(3, 3), (3, 5), (Fraction(2), Fraction(3, 2))):
        if data:
            weights = {cut: root ** -sum((x <= cut) != y for x, y in data) for cut in range(-1, size)}
            total = sum(weights.values())
            expected = {cut: weight / total for cut, weight in weights.items()}
            yield (data, size, root), law(np.array(data), size, root).exact(), expected

def refutes_threshold_learner_is_the_exponential_mechanism(law, data, size, root):
    table: dict[Any, Fraction] = law(np.array(data), size, root).exact()
    wrong = [sum(int(x <= cut) ^ y for x, y in data) for cut in range(-1, size)]
    return len(table) != size + 1 or any(table[a] * root ** wrong[a + 1] != table[-1] * root ** wrong[0] for a in table)


NOISES = (Fraction(0), Fraction(1, 5), Fraction(1, 2))


def excess_of(population: NoisySegment | NoisyPoint, *answer: int) -> Fraction:
    """Return the excess error that the population gives."""
    return population.excess(*answer)


@check("ABMS20-6.1", grade="exhaustive", quantifier="segments and point functions of 5 points, all targets, noise 0, "
       "1/5, 1/2, mass 0, 1/4, 1 on the target point: all cuts, and all 32 functions: the excess error that the "
       "populations give is the error less the best one's, point by point and label by label",
       says="{the excess error that the population gives} equals {the error less that of the best concept}")
@sabotage("without the noise", lambda population, *answer: population.excess(*answer) / (1 - 2 * population.noise)
          if population.noise < Fraction(1, 2) else Fraction(0))
@judged("==")
def excess_is_the_error_above_the_best(excess=excess_of):
    for target, noise in product(range(5), NOISES):
        for cut in range(-1, 5):
            said, right = ([int(x <= c) for x in range(5)] for c in (cut, target))
            yield ("segment", target, noise, cut), excess(NoisySegment(5, target, noise), cut), noisy_gap(
                said, right, [Fraction(1, 5)] * 5, noise)
        for mass, labels in product((Fraction(0), Fraction(1, 4), Fraction(1)), product((0, 1), repeat=5)):
            weights = [(1 - mass) / 5 + mass * (x == target) for x in range(5)]
            yield (("point", target, noise, mass, labels), excess(
                NoisyPoint(5, target, mass, noise), labels[target], sum(labels)), noisy_gap(
                labels, [int(x == target) for x in range(5)], weights, noise))


def noisy_gap(said, right, weights, noise: Fraction) -> Fraction:
    """Return the error of ``said`` less that of ``right``, by the chances of both labels at every point."""
    errors = [sum((w * (noise if f == y else 1 - noise) for w, f, y in zip(weights, answer, right, strict=True)),
                  Fraction(0)) for answer in (said, right)]
    return errors[0] - errors[1]


def refutes_excess_is_the_error_above_the_best(excess, witness):
    kind, target, noise, *rest = witness
    given: tuple[Any, ...]
    if kind == "segment":
        wrong = Fraction(len({*range(rest[0] + 1)} ^ {*range(target + 1)}), 5)
        given = NoisySegment(5, target, noise), rest[0]
    else:
        mass, said = rest
        wrong = sum((((1 - mass) / 5 + mass * (x == target)) for x in range(5) if said[x] != (x == target)),
                    Fraction(0))
        given = NoisyPoint(5, target, mass, noise), said[target], sum(said)
    return excess(*given) != wrong - 2 * noise * wrong


@formula("at most", corners={"Delta": (Fraction(0), Fraction(1, 4)), "alpha": (Fraction(0), Fraction(1, 3))},
         tex={"Delta": r"\Delta"})
def error_of_the_chosen(Delta: Value, alpha: Value) -> Value:
    """Return what the error of the relabelling's concept is at most, for a least error of Delta."""
    return Delta + 3 * alpha


@formula("at most", corners={"apart": (Fraction(0), Fraction(1, 4)), "wrong": (Fraction(0), Fraction(1, 3))},
         tex={"apart": r"\mathrm{error}_{\mathcal P}(f, h)", "wrong": r"\mathrm{error}_\mu(h)"})
def error_of_the_answer(apart: Value, wrong: Value) -> Value:
    """Return what the error of the answer is at most."""
    return apart + wrong


claim("ABMS20-6.1.eq13-14", kind="inequality", formulas=(error_of_the_chosen,),
      section="6, proof of 6.1, equations (13) and (14)", step_of="ABMS20-6.1",
      title="The relabelling hypothesis is agnostically good", uses=("ABMS20-5.4", "ABMS20-3.9"))


claim("ABMS20-6.1.eq15-16", kind="inequality", formulas=(error_of_the_answer,),
      section="6, proof of 6.1, equations (15) and (16)", step_of="ABMS20-6.1",
      title="The learner tracks the relabelling hypothesis", uses=("ABMS20-3.12", "ABMS20-5.5", "ABMS20-6.1.eq13-14"))


@check("ABMS20-6.1.eq15-16", grade="exact",
       quantifier="all multisets D of 9 points of 2, all four patterns, 1 to 3 draws: the law of the answer is the "
                  "one for independent rows of the empirical distribution, hence Pr[error_D(f, h) > alpha] is too",
       says="the law of the answer is that for independent rows of the empirical distribution")
@sabotage("rows uniform on the points that occur",
          lambda learner, rows, draws: resampled_law(learner, tuple(sorted(set(rows))), draws))
@sabotage("one row, repeated",
          lambda learner, rows, draws: uniform(range(9)).then(lambda k: learner((rows[k],) * draws)))
@judged("==")
def resampled_rows_are_independent(law=resampled_law):
    for ones, h, draws in product(range(10), FOUR, (1, 2, 3)):
        data = tuple((int(k < ones), h[int(k < ones)]) for k in range(9))
        expected = dict.fromkeys(FOUR, Fraction(0))
        for xs in product((0, 1), repeat=draws):
            chance = math.prod((Fraction(ones if x else 9 - ones, 9) for x in xs), start=Fraction(1))
            for f, p in improper_learner(tuple((x, h[x]) for x in xs)).exact().items():
                expected[f] += chance * p
        found = law(improper_learner, data, draws).exact()
        yield (data, draws), tuple(found.get(f, Fraction(0)) for f in FOUR), tuple(expected[f] for f in FOUR)

def refutes_resampled_rows_are_independent(law, data, draws):
    total = dict.fromkeys(FOUR, Fraction(0))
    for rows in product(data, repeat=draws):
        for f, p in improper_learner(rows).exact().items():
            total[f] += p / 9**draws
    return total != {f: law(improper_learner, data, draws).exact().get(f, 0) for f in FOUR}
