"""BBKN14, Lemma 3.9, step by step: good samples, a good success, the packing, the last inequality."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import floor
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.exact import (
    Bracket,
    binomial_probabilities,
    binomial_tail,
    exp_bracket,
    log_bracket,
)
from privlearn.exact.minimax import Enclosure, MinimaxProgram, is_enclosure
from privlearn.mechanisms import (
    exponential_success,
    hamming_distance,
    point_learner,
    target_probability,
)

PAGE = "points-and-intervals/proper-lower-bounds"
SECTION = "3.1 Separation between proper learning and proper private learning"
TENTH = Fraction(1, 10)
RATIO = Fraction(9, 4)
MASSES = (TENTH, Fraction(1, 4), Fraction(1, 3))


claim("BBKN14-3.9.good", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-3.9",
      title="A sample shows the target at most 2 alpha m times except with probability e^{-alpha m / 3}",
      uses=("BBKN14-2.eq2.upper", "BBKN14-3.9.family"))


@cache
def tail(mass: Fraction, rows: int) -> Fraction:
    """Return ``Pr[Bin(m, alpha) > 2 alpha m]``."""
    return binomial_tail(rows, mass, at_least=floor(2 * mass * rows) + 1)


GOOD_GRID = (*((mass, rows) for mass in MASSES for rows in range(1, 201)), (Fraction(1, 20), 2000))


@check("BBKN14-3.9.good", grade="certified",
       quantifier="alpha = 1/10, 1/4, 1/3, m = 1..200; alpha = 1/20, m = 2000", fingerprint=lambda divisor: divisor)
def tail_is_at_most(divisor: int = 3) -> Verdict:
    return judge("<=", (((mass, rows), tail(mass, rows), exp_bracket(-mass * rows / divisor))
                        for mass, rows in GOOD_GRID))


@tail_is_at_most.verifier
def _(divisor, witness):
    mass, rows = witness
    most = 2 * mass * rows
    weight = (1 - mass) ** rows  # the probabilities one after the other, each from the one before
    bad = Fraction(0)
    for k in range(rows + 1):
        bad += weight if k > most else 0
        weight = weight * mass * (rows - k) / ((1 - mass) * (k + 1))
    return bad > exp_bracket(-mass * rows / divisor).upper

tail_is_at_most.sabotage("e^{-alpha m}", 1)


claim("BBKN14-3.9.success", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-3.9",
      title="Some good sample makes the learner succeed with probability at least 1 - Gamma",
      uses=("BBKN14-2.2", "BBKN14-3.9.good"))


@cache
def successes(name: str, size: int, rows: int) -> tuple[Fraction, ...]:
    """Return the chance of naming the target on a sample that shows it s times, s = 0..m, e^epsilon = 9/4."""
    if name == "exponential":
        return tuple(exponential_success(size, rows, hits, Fraction(3, 2)) for hits in range(rows + 1))
    values = (target_probability(size, hits, RATIO) for hits in range(rows + 1))
    return tuple(value for value in values if isinstance(value, Fraction))


@check("BBKN14-3.9.success", grade="exact",
       quantifier="exponential mechanism and best mechanism, e^epsilon = 9/4; T = 4, 8, 1024; alpha = 1/10, 1/3; m = "
                  "1..60",
       fingerprint=lambda best: best([Fraction(0), Fraction(1)]))
def some_good_sample_succeeds(best=max) -> Verdict:
    """``max over s <= 2 alpha m of a_s >= E a_s - Pr[s > 2 alpha m]``."""
    def cases() -> Iterator[Any]:
        for rows in range(1, 61):
            for mass in (TENTH, Fraction(1, 3)):
                weights = binomial_probabilities(rows, mass)
                for name in ("exponential", "optimal"):
                    for size in (4, 8, 1024):
                        a = successes(name, size, rows)
                        mean = sum((w * p for w, p in zip(weights, a, strict=True)), Fraction(0))
                        good = a[: floor(2 * mass * rows) + 1]
                        yield (name, size, rows, mass), mean - tail(mass, rows), best(good)

    return judge("<=", cases())


@some_good_sample_succeeds.verifier
def _(best, witness):
    name, size, rows, mass = witness
    root = Fraction(3, 2) if name == "exponential" else RATIO
    first = root**-rows if name == "exponential" else 0
    a = [1 / (1 + first + (size - 2) / root**s) for s in range(rows + 1)]
    weights, good = binomial_probabilities(rows, mass), [s for s in range(rows + 1) if s <= 2 * mass * rows]
    bad = 1 - sum(weights[s] for s in good)
    return best([a[s] for s in good]) < sum(w * p for w, p in zip(weights, a, strict=True)) - bad

some_good_sample_succeeds.sabotage("success on every good sample", min)


@check("BBKN14-3.9.success", grade="certified",
       quantifier="all sequences of success probabilities (linear program, primal and dual in closed form, verified); "
                  "alpha = 1/10, 1/4, 1/3; m = 1..40",
       fingerprint=lambda loss: loss(TENTH, 20))
def step_loses_exactly_the_tail(loss=tail) -> Verdict:
    """The least of (best good sample minus mean) over all conceivable learners is minus the tail."""
    def cases() -> Iterator[Any]:
        for mass in MASSES:
            for rows in range(1, 41):
                weights, most = binomial_probabilities(rows, mass), floor(2 * mass * rows)
                mean = {2 * s: -w for s, w in enumerate(weights)}  # block s: (succeeds, fails) on s hits
                program = MinimaxProgram((2,) * (rows + 1),
                                         tuple({**mean, 2 * s: 1 - weights[s]} for s in range(most + 1)))
                point = tuple(Fraction(int(s > most) if wins else int(s <= most))
                              for s in range(rows + 1) for wins in (True, False))
                multipliers = tuple(w / sum(weights[: most + 1]) for w in weights[: most + 1])
                value = -loss(mass, rows)
                yield (mass, rows), is_enclosure(Enclosure(value, value, point, multipliers, {}), program), True

    return judge("==", cases())


@step_loses_exactly_the_tail.verifier
def _(loss, witness):
    mass, rows = witness  # the learner that succeeds on bad samples only gains minus their probability
    bad = [s > 2 * mass * rows for s in range(rows + 1)]
    return loss(mass, rows) != sum(w for w, b in zip(binomial_probabilities(rows, mass), bad, strict=True) if b)

step_loses_exactly_the_tail.sabotage("nothing is lost", lambda mass, rows: Fraction(0))


claim("BBKN14-3.9.eq-dp", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-3.9",
      title="Good samples of two targets differ in at most 4 alpha m rows",
      uses=("BBKN14-2.1.group", "BBKN14-3.9.success"))


def sample_of(target: int, shown: int, rows: int) -> tuple[Any, ...]:
    """Return the sample that shows the target in the rows of the bit mask ``shown``."""
    return tuple((target, 1) if shown >> k & 1 else (0, 0) for k in range(rows))


@check("BBKN14-3.9.eq-dp", grade="exhaustive",
       quantifier="alpha = 1/10, 1/4, 1/3; m = 1..8; all pairs of good samples of two targets",
       fingerprint=lambda reach: reach(Fraction(1, 4), 8))
def largest_distance_of_good_samples(
        reach=lambda mass, rows: min(rows, 2 * floor(2 * mass * rows))) -> Verdict:
    pairs = 0

    def cases() -> Iterator[Any]:
        nonlocal pairs
        for mass in MASSES:
            for rows in range(1, 9):
                good = [shown for shown in range(1 << rows) if shown.bit_count() <= 2 * mass * rows]
                pairs += len(good) ** 2
                # the rows that differ are those that show a target in either sample
                largest, left, right = max(((a | b).bit_count(), a, b) for a in good for b in good)
                distance = hamming_distance(sample_of(1, left, rows), sample_of(2, right, rows))
                yield (mass, rows, left, right), distance, reach(mass, rows)
                yield (mass, rows, left, right), largest, distance

    return counted(judge("==", cases()), pairs)


@largest_distance_of_good_samples.verifier
def _(reach, witness):
    mass, rows, left, right = witness
    a, b = sample_of(1, left, rows), sample_of(2, right, rows)
    both_good = all(sum(y for _, y in sample) <= 2 * mass * rows for sample in (a, b))
    return both_good and sum(x != y for x, y in zip(a, b, strict=True)) > reach(mass, rows)

largest_distance_of_good_samples.sabotage(
    "2 alpha m without aligning the rows", lambda mass, rows: floor(2 * mass * rows))


@check("BBKN14-3.9.eq-dp", grade="exhaustive",
       quantifier="alpha = 1/10, 1/4, 1/3; m = 1..8; all pairs "
                  "of good samples, rows sorted so that those "
                  "that show the target come first", fingerprint=lambda reach: reach(Fraction(1, 4), 8))
def aligned_samples_are_twice_as_close(reach=lambda mass, rows: floor(2 * mass * rows)) -> Verdict:
    def cases() -> Iterator[Any]:
        for mass in MASSES:
            for rows in range(1, 9):
                for s in range(floor(2 * mass * rows) + 1):
                    for t in range(floor(2 * mass * rows) + 1):
                        a, b = sample_of(1, (1 << s) - 1, rows), sample_of(2, (1 << t) - 1, rows)
                        yield (mass, rows, s, t), hamming_distance(a, b), reach(mass, rows)

    return judge("<=", cases())


@aligned_samples_are_twice_as_close.verifier
def _(reach, witness):
    mass, rows, s, t = witness
    differing = [k for k in range(rows) if k < s or k < t]
    return max(s, t) <= 2 * mass * rows and len(differing) > reach(mass, rows)

aligned_samples_are_twice_as_close.sabotage("alpha m, the mean number", lambda mass, rows: floor(mass * rows))


def printed_scale(mass: Fraction, rows: int) -> Bracket:
    """Return ``e^{-4 epsilon alpha m}`` at e^epsilon = 9/4."""
    return exp_bracket(-4 * mass * rows * log_bracket(RATIO))


DP_GRID = tuple((name, size, rows, mass) for name in ("optimal", "exponential") for size in (4, 8)
                for rows in range(1, 13) for mass in (TENTH, Fraction(1, 4), Fraction(1, 3)))


def gamma_of(name: str, size: int, rows: int, mass: Fraction) -> Bracket:
    """Return ``Gamma = beta + e^{-alpha m / 3}`` for a learner."""
    weights = binomial_probabilities(rows, mass)
    beta = 1 - sum((w * a for w, a in zip(weights, successes(name, size, rows), strict=True)), Fraction(0))
    return beta + exp_bracket(-mass * rows / 3)


def law_on_good_sample(name: str, size: int, rows: int, mass: Fraction) -> list[Fraction]:
    """Return the law on the good sample of target 1 on which the learner does best, rows that show it first."""
    a = successes(name, size, rows)
    best = max(range(floor(2 * mass * rows) + 1), key=lambda s: a[s])
    if name == "exponential":
        law = point_learner(size, RATIO)(sample_of(1, (1 << best) - 1, rows)).exact()
        return [law.get(j, Fraction(0)) for j in range(size)]
    if best == 0:
        return [Fraction(0)] + [Fraction(1, size - 1)] * (size - 1)
    return [Fraction(0), a[best]] + [(1 - a[best]) / (size - 2)] * (size - 2)


@check("BBKN14-3.9.eq-dp", grade="certified",
       quantifier="all other targets j; exponential mechanism and best mechanism on the family; e^epsilon = 9/4; T = "
                  "4, 8; m = 1..12; alpha = 1/10, 1/4, 1/3",
       reason="e^{-4 epsilon alpha m} is irrational for most m, so the inequality is decided by rational brackets",
       fingerprint=lambda scale: scale(TENTH, 10))
def other_targets_keep_probability(scale=printed_scale) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, size, rows, mass in DP_GRID:
            law, gamma = law_on_good_sample(name, size, rows, mass), gamma_of(name, size, rows, mass)
            for j in range(2, size):
                yield (name, size, rows, mass, j), scale(mass, rows) * (1 - gamma), law[j]

    return judge("<=", cases())


@other_targets_keep_probability.verifier
def _(scale, witness):
    name, size, rows, mass, j = witness
    root = Fraction(3, 2) if name == "exponential" else RATIO
    first = root**-rows if name == "exponential" else 0
    a = [1 / (1 + first + (size - 2) / root**s) for s in range(rows + 1)]
    beta = 1 - sum((w * p for w, p in zip(binomial_probabilities(rows, mass), a, strict=True)), Fraction(0))
    each = a[floor(2 * mass * rows)] / root ** floor(2 * mass * rows)  # the success grows with the hits
    return j != 1 and scale(mass, rows).lower * (1 - beta - exp_bracket(-mass * rows / 3).upper) > each

other_targets_keep_probability.sabotage(
    "e^{-epsilon alpha m / 4}", lambda mass, rows: exp_bracket(-mass * rows / 4 * log_bracket(RATIO)))
