"""BBKN14, Theorem 3.6: a good database exists, the cross probability, the sum over all hypotheses."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import initial_segments
from privlearn.exact import MinimaxProgram, solve
from privlearn.learners.generic.exponential import exponential_learner, point_learner
from privlearn.mechanisms.optima import mechanism_from, optimal_failure
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.instances import RATIO

Law = tuple[Fraction, ...]  # probabilities of the hypotheses 0..N-1

claim("BBKN14-3.6.averaging", kind="inequality", step_of="BBKN14-3.6",
      title="Some database in the support is at least as good as the average one",
      uses=("BBKN14-2.2", "BBKN14-3.6.witness"))


def segment_samples(h: int, size: int, rows: int) -> list[tuple[tuple[Any, ...], Fraction]]:
    """Return every sample from the hard pair of segment h (half on h-1, half on h) with its probability."""
    support = [x for x in (h - 1, h) if 0 <= x < size]
    share = Fraction(1, len(support) ** rows)
    return [(tuple((x, int(x < h)) for x in points), share) for points in product(support, repeat=rows)]


@cache
def segment_laws(name: str, rows: int) -> dict[Any, Law]:
    """Return the law of a learner of the segments of 4 points on every database that the hard pairs can draw."""
    hypotheses = initial_segments(4)
    count = len(hypotheses)
    databases = list(dict.fromkeys(s for h in range(count) for s, _ in segment_samples(h, 4, rows)))
    if name == "exponential":
        learner: Any = exponential_learner(hypotheses, RATIO)
    else:
        distances = {(a, b): sum(x != y for x, y in zip(a, b, strict=True))
                     for a in databases for b in databases if a != b}
        tasks = [{(s, k): weight for s, weight in segment_samples(h, 4, rows) for k in range(count) if k != h}
                 for h in range(count)]
        best = optimal_failure(databases, range(count), distances, RATIO, tasks)
        learner = mechanism_from(best, databases, range(count))
    laws = {database: learner(database).exact() for database in databases}
    return {database: tuple(law.get(h, Fraction(0)) for h in range(count)) for database, law in laws.items()}


SEGMENT_CASES = tuple((name, rows) for name in ("exponential", "optimal") for rows in (1, 2, 3, 4))


@check("BBKN14-3.6.averaging", grade="exhaustive",
       quantifier="all samples of the hard pairs of the five initial segments of 4 points; the exponential mechanism "
                  "and the best private mechanism on these samples, m = 1..4; e^epsilon = 9/4",
       says="{the mean success over the samples} is at most {the success on the best sample}")
@sabotage("the worst sample", min)
@judged("<=")
def best_sample_is_at_least_the_mean(best=max):
    for name, rows in SEGMENT_CASES:
        laws = segment_laws(name, rows)
        for h in range(5):
            samples = segment_samples(h, 4, rows)
            mean = sum((weight * laws[s][h] for s, weight in samples), Fraction(0))
            yield (name, rows, h), mean, best([laws[s][h] for s, _ in samples])

def refutes_best_sample_is_at_least_the_mean(best, name, rows, h):
    points = [x for x in (h - 1, h) if 0 <= x < 4]
    chances = [segment_laws(name, rows)[tuple((x, int(x < h)) for x in drawn)][h]
               for drawn in product(points, repeat=rows)]
    return best(chances) * len(chances) < sum(chances)


@check("BBKN14-3.6.averaging", grade="certified",
       quantifier="all functions from the samples to probabilities (linear program), m = 1..4, two equally likely "
                  "points",
       says="the least gain of the best sample over the mean is exactly 0")
@sabotage("a gain of at least 1/100", Fraction(1, 100))
@judged("==")
def least_gain_over_the_mean_is_zero(gain: Fraction = Fraction(0)):
    """The least value of (best sample minus mean) over every learner is 0: true, and not to be improved."""
    for rows in (1, 2, 3, 4):
        count = 2**rows
        mean = {2 * s: -Fraction(1, count) for s in range(count)}  # block s: (succeeds, fails) on sample s
        tasks = tuple({**mean, 2 * s: 1 - Fraction(1, count)} for s in range(count))
        yield rows, solve(MinimaxProgram((2,) * count, tasks)).value, gain

def refutes_least_gain_over_the_mean_is_zero(gain, rows):
    # a learner that succeeds always gains exactly 0, and no list of numbers lies below its mean everywhere
    always = [Fraction(1)] * 2**rows
    return gain != max(always) - sum(always) / len(always)


claim("BBKN14-3.6.eq-pair", kind="inequality", step_of="BBKN14-3.6",
      title="The answer to one database has probability at least e^{-epsilon m} (1 - beta) on every other",
      uses=("BBKN14-2.1.group", "BBKN14-3.6.averaging"))

POINT_CASES = tuple((name, size, rows, ratio) for name in ("optimal", "exponential") for size in (2, 3, 4, 5, 6)
                    for rows in (1, 2, 3, 4) for ratio in (Fraction(9, 4), Fraction(4)))


@cache
def point_laws(name: str, size: int, rows: int, ratio: Fraction) -> tuple[Law, ...]:
    """Return, for each h, the law of the mechanism on m rows ``(h, 1)``."""
    databases = [((h, 1),) * rows for h in range(size)]
    if name == "exponential":
        learner: Any = point_learner(size, ratio)
    else:
        distances = {(a, b): rows for a in databases for b in databases if a != b}
        tasks = [{(database, k): 1 for k in range(size) if k != h} for h, database in enumerate(databases)]
        best = optimal_failure(databases, range(size), distances, ratio, tasks)
        learner = mechanism_from(best, databases, range(size))
    laws = [learner(database).exact() for database in databases]
    return tuple(tuple(law.get(k, Fraction(0)) for k in range(size)) for law in laws)


def plain_laws(name: str, size: int, rows: int, ratio: Fraction) -> list[list[Fraction]]:
    """Return the same laws from closed forms: weight R, or its root, on the right answer and 1 on each other."""
    weight = ratio**rows
    if name == "exponential":
        weight = {Fraction(9, 4): Fraction(3, 2), Fraction(4): Fraction(2)}[ratio] ** rows
    return [[(weight if h == k else 1) / (weight + size - 1) for k in range(size)] for h in range(size)]


def failure_of(laws: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return beta, the largest failure over the databases."""
    return 1 - min(law[h] for h, law in enumerate(laws))


@check("BBKN14-3.6.eq-pair", grade="exact",
       quantifier="all pairs of hypotheses; points, T = 2..6, m = 1..4, e^epsilon = 9/4, 4; the best mechanism on "
                  "the hard databases and the exponential mechanism",
       says="the answer to one database has probability at least e^(-epsilon m) (1 - beta) on another")
@sabotage("exponent m - 1", lambda rows: rows - 1)
@judged("<=")
def cross_probability_is_at_least(exponent=lambda rows: rows):
    for name, size, rows, ratio in POINT_CASES:
        laws = point_laws(name, size, rows, ratio)
        scale, beta = ratio ** -exponent(rows), failure_of(laws)
        for h, k in product(range(size), repeat=2):
            if h != k:
                yield (name, size, rows, ratio, h, k), scale * laws[k][k], laws[h][k]
                yield (name, size, rows, ratio, h, k), scale * (1 - beta), scale * laws[k][k]

def refutes_cross_probability_is_at_least(exponent, name, size, rows, ratio, h, k):
    laws = plain_laws(name, size, rows, ratio)
    return laws[k][k] > ratio ** exponent(rows) * laws[h][k]


claim("BBKN14-3.6.eq-sum", kind="inequality", step_of="BBKN14-3.6",
      title="Summed over the other hypotheses: (|H| - 1) e^{-epsilon m} (1 - beta) <= beta",
      uses=("BBKN14-3.6.eq-pair",))


@check("BBKN14-3.6.eq-sum", grade="exact",
       quantifier="all h; points, T = 2..6, m = 1..4, e^epsilon = 9/4, 4; the best mechanism on the hard databases "
                  "and the exponential mechanism",
       says="(|H| - 1) e^(-epsilon m) (1 - beta) <= the chance of a wrong answer to h <= beta")
@sabotage("a sum over all hypotheses, |H| terms", lambda count: count)
@judged("<=")
def failure_is_at_least_the_sum(terms=lambda count: count - 1):
    for name, size, rows, ratio in POINT_CASES:
        laws = point_laws(name, size, rows, ratio)
        beta = failure_of(laws)
        for h in range(size):
            wrong = sum(laws[h][k] for k in range(size) if k != h)
            yield (name, size, rows, ratio, h), terms(size) * ratio**-rows * (1 - beta), wrong
            yield (name, size, rows, ratio, h), wrong, beta

def refutes_failure_is_at_least_the_sum(terms, name, size, rows, ratio, h):
    laws = plain_laws(name, size, rows, ratio)
    return terms(size) * min(laws[k][k] for k in range(size)) > ratio**rows * (1 - laws[h][h])


@check("BBKN14-3.6.eq-sum", grade="exact",
       quantifier="all h; points, T = 2..6, m = 1..4, e^epsilon = 9/4, 4; the best mechanism on the hard databases",
       says="{the chance of a wrong answer} equals {(|H| - 1) e^(-epsilon m) (1 - beta)}")
@sabotage("half of the terms", lambda count: count // 2)
@judged("==")
def best_mechanism_meets_the_sum_with_equality(terms=lambda count: count - 1):
    for name, size, rows, ratio in POINT_CASES:
        if name == "optimal":
            laws = point_laws(name, size, rows, ratio)
            for h in range(size):
                yield (size, rows, ratio, h), 1 - laws[h][h], terms(size) * ratio**-rows * (1 - failure_of(laws))

def refutes_best_mechanism_meets_the_sum_with_equality(terms, size, rows, ratio, _):
    good = ratio**rows / (ratio**rows + size - 1)
    return (1 - good) * ratio**rows != terms(size) * good
