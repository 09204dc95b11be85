"""BGHILPSS23: from privacy to replicability, on neighbours, on samples, and on the private learner of points."""

from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import comb
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import EIGHTH, HALF, QUARTER, THIRD
from privlearn.laws import Law, choice, pure, worst_ratio
from privlearn.laws.correlated_sampling import (correlated, correlated_disagreement, disagreement_bound,
                                                ratio_disagreement_bound)
from privlearn.learning.replicability import CorrelatedRun, correlated_run, replicable_majority, unordered_samples
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.bghilpss23.replicability import claim
from privlearn.papers.bghilpss23.replicability.instances import (Table, apart, labelled, pairs_of_laws, point_learner,
                                                                 two_halves)

ZERO = Fraction(0)

claim("BGHILPSS23-private", kind="remark", section="0 Exact forms and proofs",
      uses=("BGHILPSS23-sampling.exact", "BBKN14-2.1"), formulas=(ratio_disagreement_bound,),
      title="Run by correlated sampling, a mechanism with ratio e^epsilon gives neighbours different outputs with "
            "probability at most 1 - e^-epsilon, and no less would do")


def full_pairs() -> Iterator[tuple[Table, Table]]:
    """Yield pairs of laws with the same outcomes: on a grid, and those of the private learner on all neighbours."""
    yield from ((left, right) for left, right in pairs_of_laws(most=6) if left.keys() == right.keys())
    rows = [*labelled_rows(2), None]
    laws = {database: point_learner(database).exact() for n in (1, 2, 3) for database in multiset_databases(rows, n)}
    for n in (1, 2, 3):
        for left, right in replace_one_unordered(multiset_databases(rows, n)):
            yield laws[left], laws[right]


@cache
def all_disagreements() -> tuple[tuple[Any, Fraction, Any], ...]:
    """Return pairs of laws with how often their readers differ and their largest ratio."""
    pairs: list[Any] = [(pair, *pair, max(worst_ratio(*pair)[0], worst_ratio(*pair[::-1])[0])) for pair in full_pairs()]
    halves = [((50, r), *two_halves(50, r), r) for r in (Fraction(3, 2), Fraction(2), Fraction(4))]
    return tuple((name, correlated_disagreement(left, right), ratio) for name, left, right, ratio in (*halves, *pairs))


@check("BGHILPSS23-private", grade="exact", quantifier="laws on 3 outcomes with denominators up to 6; the private "
       "learner of 2 points, up to 3 rows, all neighbours; and 3 pairs of laws in two halves of 50 outcomes",
       says="{the disagreement} is at most {1 - 1/r}")
@judged("<=")
def neighbours_mostly_get_the_same_output(bound=ratio_disagreement_bound) -> Iterator[Any]:
    for pair, differ, ratio in all_disagreements():
        yield pair, differ, bound(ratio)

def refutes_neighbours_mostly_get_the_same_output(bound, witness: tuple[Any, Any]) -> bool:
    left, right = witness if isinstance(witness[0], dict) else two_halves(*witness)
    least = {x: min(left[x], right[x]) for x in left}
    most = 2 - sum(least.values())
    value = (2 * apart(left, right) - sum(p * abs(left[x] - right[x]) for x, p in least.items())) / most
    return value > bound(max(max(left[x], right[x]) / p for x, p in least.items()))


@formula("at most", where=("tau >= 0",), corners={"tau": (0, Fraction(1, 10000), Fraction(1, 4), Fraction(1, 2))},
         loose={"tau >= 0": "a distance is not negative", "2": "the bound is nearly attained for small tau only"})
def simulated_bound(tau: Value) -> Value:
    return 4 * tau / (1 + 2 * tau)


claim("BGHILPSS23-private.samples", kind="remark", section="0 Exact forms and proofs",
      uses=("BGHILPSS23-private", "BGHILPSS23-replicable"), formulas=(simulated_bound,),
      title="Replicability by correlated sampling: the mean of 2 T/(1 + T) over pairs of samples, at most 4 tau/(1 + 2 "
            "tau) if the law of the output is tau from what it is without the sample",
      note="The amplification of privacy that comes before, and the number of samples that it takes, are not computed.")

Run = Callable[[Callable[[Any], Law], Any, int], CorrelatedRun]
LEARNERS = {"points": (point_learner, labelled), "majority": (replicable_majority, lambda p: {1: p, 0: 1 - p})}


def by_pairs(name: str, p: Fraction, rows: int) -> CorrelatedRun:
    """Return the same five numbers from all pairs of sequences of rows and their joint laws."""
    learner, distribution = LEARNERS[name]
    sides = distribution(p)
    samples = [(learner(drawn).exact(), p ** drawn.count(first) * (1 - p) ** (rows - drawn.count(first)))
               for first in [next(iter(sides))] for drawn in product(sides, repeat=rows)]
    mean = {x: sum((w * law.get(x, ZERO) for law, w in samples), ZERO) for x in set().union(*(s[0] for s in samples))}
    joint: dict[Any, Fraction] = {}
    totals = [ZERO] * 4
    for left, a in samples:
        for right, b in samples:
            key = frozenset(left.items()), frozenset(right.items())
            if key not in joint:
                joint[key] = sum((q for (x, y), q in correlated([left, right]).exact().items() if x != y), ZERO)
            own = 1 - sum((q * right.get(x, ZERO) for x, q in left.items()), ZERO)
            t = apart(left, right)
            totals = [so_far + a * b * value for so_far, value in
                      zip(totals, (joint[key], 2 * t / (1 + t), t, own), strict=True)]
    differ, bound, distance, own_coins = totals
    return CorrelatedRun(differ, bound, distance, sum((w * apart(law, mean) for law, w in samples), ZERO), own_coins)


def every_multiset_alike(algorithm: Any, distribution: Any, rows: int) -> CorrelatedRun:
    """Give all multisets of rows the same probability."""
    listed = [database for database, _ in unordered_samples(distribution, rows)]
    return correlated_run(lambda chosen: algorithm(listed[chosen[0]]),
                          {k: Fraction(1, len(listed)) for k in range(len(listed))}, 1)


@check("BGHILPSS23-private.samples", grade="exhaustive", quantifier="the private learner of points (alpha = 1/2, 2 "
       "points) and the rule of a shared threshold, a row of mass 1/4, 1/3 and 1/2, samples of 1 to 4 rows",
       says="the five numbers of a run are those over all pairs of sequences of rows")
@sabotage("all multisets alike", every_multiset_alike)
@sabotage("runs with coins of their own", lambda *given: replace(
    correlated_run(*given), disagreement=correlated_run(*given).own_coins))
@sabotage("the distance of two runs in place of that from the mean", lambda *given: replace(
    correlated_run(*given), to_mean=correlated_run(*given).distance))
@sabotage("2 TV/(1 + TV) of the mean distance", lambda *given: replace(
    correlated_run(*given), bound=disagreement_bound(correlated_run(*given).distance)))
@sabotage("1.01 of the disagreement", lambda *given: replace(
    correlated_run(*given), disagreement=correlated_run(*given).disagreement * Fraction(101, 100)))
@judged("==")
def runs_are_compared_over_all_pairs(run: Run = correlated_run) -> Iterator[Any]:
    for name, (learner, distribution) in LEARNERS.items():
        for p in (QUARTER, THIRD, HALF):
            for rows in range(1, 5):
                yield (name, p, rows), astuple(run(learner, distribution(p), rows)), astuple(by_pairs(name, p, rows))

def refutes_runs_are_compared_over_all_pairs(run: Run, name, p, rows) -> bool:
    """Compute the five numbers from the laws of counts, of which each sample has one."""
    learner, distribution = LEARNERS[name]
    first, second = distribution(p)
    laws = [learner((first,) * k + (second,) * (rows - k)).exact() for k in range(rows + 1)]
    weights = [comb(rows, k) * p**k * (1 - p) ** (rows - k) for k in range(rows + 1)]
    outcomes = set().union(*laws)
    mean = {x: sum((w * law.get(x, ZERO) for law, w in zip(laws, weights, strict=True)), ZERO) for x in outcomes}

    def over_pairs(value: Callable[[Table, Table], Fraction]) -> Fraction:
        return sum((v * w * value(a, b) for a, v in zip(laws, weights, strict=True)
                    for b, w in zip(laws, weights, strict=True)), ZERO)

    right = (over_pairs(_differ), over_pairs(lambda a, b: 2 * apart(a, b) / (1 + apart(a, b))), over_pairs(apart),
             sum((w * apart(law, mean) for law, w in zip(laws, weights, strict=True)), ZERO),
             1 - sum(mass**2 for mass in mean.values()))
    return astuple(run(learner, distribution(p), rows)) != right


def _differ(left: Table, right: Table) -> Fraction:
    later = sum((min(p, right[x]) * abs(p - right[x]) for x, p in left.items() if x in right), ZERO)
    return (2 * apart(left, right) - later) / (1 + apart(left, right))


def beside_numbers(pull: Fraction) -> Table:
    """Return the law of a bit, 0 with probability 1/2 and some more, and of a uniform number, both as one integer."""
    return {2 * k + bit: (HALF + pull - 2 * bit * pull) / NAMES for k in range(NAMES) for bit in (0, 1)}


def _pulled(pull: Fraction, rows: tuple[int, ...]) -> Law:
    return choice(beside_numbers(pull * rows[0]))


def rare(q: Fraction) -> dict[int, Fraction]:
    """Return the distribution of a row that is 1 or -1 with probability q/2 each, else 0."""
    return {0: 1 - q, 1: q / 2, -1: q / 2}


CHAIN = [(HALF, rows) for rows in (1, 2, 4, 8, 16)] + [(QUARTER, rows) for rows in (1, 3, 9)]
RARE, NAMES = Fraction(1, 100), 100


@cache
def all_runs() -> dict[tuple[Fraction, int], CorrelatedRun]:
    """Return the runs of the learner of points; of what rare rows pull (0 rows); of a published row (-1)."""
    points = {(p, rows): correlated_run(point_learner, labelled(p), rows) for p, rows in CHAIN}
    pulled = {(q, 0): correlated_run(partial(_pulled, q / 2), rare(q), 1) for q in (HALF, EIGHTH, RARE)}
    told = correlated_run(lambda rows: pure(rows[0]), dict.fromkeys(range(NAMES), RARE), 1)
    return points | pulled | {(Fraction(NAMES), -1): told}


@check("BGHILPSS23-private.samples", against="optimum", grade="exact", quantifier="the private learner of points on 8 "
       "pairs of a mass and a number of rows up to 16; a bit that rare rows pull beside one of 100 numbers, both rates "
       "1/2, 1/8 and 1/100; a row, one of 100, that is published",
       says="{the disagreement} is at most the mean of 2 T/(1 + T), which is at most {4 tau/(1 + 2 tau)}; for rates "
       "1/100 it is at least 0.98 of that")
def distance_from_the_mean_is_enough(bound=simulated_bound) -> Verdict:
    rarely = all_runs()[RARE, 0]
    return all_hold(judge("<=", ((case, found.disagreement, found.bound) for case, found in all_runs().items())),
                    judge("<=", ((case, found.bound, bound(found.to_mean)) for case, found in all_runs().items())),
                    judge("<=", [((RARE, 0), Fraction(98, 100) * bound(rarely.to_mean), rarely.disagreement)]))

def refutes_distance_from_the_mean_is_enough(bound, p, rows) -> bool:
    if rows < 0:
        laws = [({x: Fraction(1)}, 1 / p) for x in range(NAMES)]
    elif rows:  # the law of the learner depends on the number of rows (0, 1) alone
        laws = [(point_learner(((0, 1),) * k + ((1, 0),) * (rows - k)).exact(),
                 comb(rows, k) * p**k * (1 - p) ** (rows - k)) for k in range(rows + 1)]
    else:
        laws = [(beside_numbers(p / 2 * row), weight) for row, weight in rare(p).items()]
    mean = {x: sum((w * law.get(x, ZERO) for law, w in laws), ZERO) for x in set().union(*(law for law, _ in laws))}
    most = sum(v * w * 2 * apart(a, b) / (1 + apart(a, b)) for a, v in laws for b, w in laws)
    found = sum(v * w * _differ(a, b) for a, v in laws for b, w in laws)
    limit = bound(sum((w * apart(law, mean) for law, w in laws), ZERO))
    return most > limit or p == RARE and found < Fraction(98, 100) * limit
