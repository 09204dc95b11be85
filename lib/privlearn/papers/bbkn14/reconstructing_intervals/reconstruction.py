"""BBKN14, Section 5.2: the interval nearest to a noisy copy, and how often it is another one."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.laws import independent, pure
from privlearn.learners.noise import mismatches, noisy_interval, reconstruct_interval, reconstruction_law, ruin_table
from privlearn.learners.noise.nearest_interval import BLOCK
from privlearn.papers.bbkn14.noise_learners.instances import two_sided
from privlearn.papers.bbkn14.reconstructing_intervals import claim
from privlearn.papers.bbkn14.reconstructing_intervals.instances import RATES, Row, distances, packed_nearest

claim("BBKN14-5.8.alg-reconstruct", kind="algorithm",
      title="Reconstruction: the interval with the fewest mismatches, in one pass", uses=("BBKN14-5.1",),
      note="The time is asserted by the test suite (ten million points in about a second), not by a verdict.")


@check("BBKN14-5.8.alg-reconstruct", grade="exhaustive", quantifier="all hypotheses h on T = 0, ..., 14 points",
       says="the pass returns the unique nearest interval, and none where several are nearest")
@sabotage("returns the first of several nearest intervals", lambda h: int(mismatches(h).argmin()))
@sabotage("takes the interval t to be 1 from t on", lambda h: reconstruct_interval([1 - bit for bit in h]))
def one_pass_finds_the_unique_nearest_interval(reconstruct=reconstruct_interval) -> Verdict:
    return judge("==", ((h, reconstruct(h), nearest) for size in range(15) for h, nearest in packed_nearest(size)))

def refutes_one_pass_finds_the_unique_nearest_interval(reconstruct, h):
    wrong = distances(h)
    winners = [t for t, count in enumerate(wrong) if count == min(wrong)]
    return reconstruct(h) != (winners[0] if len(winners) == 1 else None)


@check("BBKN14-5.8.alg-reconstruct", grade="exhaustive",
       quantifier="all hypotheses h on T = 0, ..., 10 points, all intervals t = 0, ..., T",
       says="{the mismatches counted} equal {the Hamming distance of h to the interval}")
@verifier(lambda count, h, t: count(h)[t] != h[:t].count(0) + h[t:].count(1))
@sabotage("starts with the number of zeros instead of ones", lambda h: mismatches(h) - sum(h) + (len(h) - sum(h)))
def mismatch_is_the_distance_to_the_interval(count=mismatches) -> Verdict:
    return judge("==", (((h, t), int(value), wrong)
                        for size in range(11) for h in product((0, 1), repeat=size)
                        for t, (value, wrong) in enumerate(zip(count(h), distances(h), strict=True))))


def large_hypotheses() -> Iterator[tuple[Any, np.ndarray]]:
    """Yield seeded noisy intervals on 10^6 and 10^7 points, and one hypothesis whose two nearest are far apart."""
    for size, seed, dirty in ((10**6, 1, 0.02), (10**6, 2, 0.09), (10**6, 3, 0.4), (10**7, 4, 0.02)):
        bits = (np.random.default_rng(seed).random(size) < dirty).astype(np.uint8)
        bits[: size // 3] ^= 1
        yield (size, seed), bits
    half = np.zeros(10**6, dtype=np.uint8)
    half[1 : 2 * BLOCK : 2] = 1  # 0101...: every even position up to 2 * BLOCK is equally near
    yield (10**6, "alternating"), half


def nearest_by_runs(bits: np.ndarray) -> int | None:
    """Return the unique nearest interval by a walk over the runs of equal bits, in plain integers."""
    changes = np.flatnonzero(np.diff(bits)) + 1
    starts = [0, *changes.tolist(), bits.size]
    height, low, where = 0, 0, [0]
    for start, stop in zip(starts, starts[1:], strict=False):
        height += (stop - start) * (-1 if bits[start] else 1)  # minima lie at the ends of runs
        if height < low:
            low, where = height, [stop]
        elif height == low and stop not in where[-1:]:
            where.append(stop)
    return where[0] if len(where) == 1 else None


@check("BBKN14-5.8.alg-reconstruct", grade="exact",
       quantifier="three seeded noisy intervals and one alternating hypothesis on 10^6 points, one noisy interval on "
                  "10^7",
       says="the pass returns what a walk over the runs of equal bits returns",
       reason="Values are compared exactly with another algorithm (a walk over runs of equal bits); the hypotheses are "
              "a seeded sample. The seconds are judged by a test.")
@sabotage("looks at the first block only", lambda h: reconstruct_interval(h[:BLOCK]))
def one_pass_is_right_on_ten_million_points(reconstruct=reconstruct_interval) -> Verdict:
    return judge("==", ((name, reconstruct(bits.tobytes()), nearest_by_runs(bits))
                        for name, bits in large_hypotheses()))

def refutes_one_pass_is_right_on_ten_million_points(reconstruct, witness):
    bits = next(bits for name, bits in large_hypotheses() if name == witness)
    ones = np.concatenate(([0], np.cumsum(bits, dtype=np.int64)))  # mismatch(t) = zeros below t + ones from t on
    wrong = np.arange(bits.size + 1) - ones + (ones[-1] - ones)
    winners = np.flatnonzero(wrong == wrong.min())
    return reconstruct(bits.tobytes()) != (int(winners[0]) if winners.size == 1 else None)


claim("BBKN14-5.8.8mu", kind="inequality",
      title="The reconstruction fails with probability at most 8 mu, in truth at most 4 mu (1 - mu)",
      uses=("BBKN14-5.8.alg-reconstruct", "BBKN14-5.8.bad", "BBKN14-5.8.dyck", "BBKN14-5.8.exact",
            "BBKN14-5.8.eq-union", "BBKN14-5.8.catalan", "BBKN14-5.8.eq-stirling", "BBKN14-5.8.4mu"))


@check("BBKN14-5.8.8mu", grade="exact",
       quantifier="T = 0, ..., 64, all j, mu in {1/100, 1/50, 1/20, 9/100, 1/5, 2/5}: failure <= 4 mu - 4 mu^2 < 8 mu",
       says="the failure is at most 4 mu (1 - mu), which is below 8 mu")
@sabotage("3 mu", lambda mu: 3 * mu)
@sabotage("2 mu: the bad points below j forgotten", lambda mu: 2 * mu)
def two_sided_failure_is_at_most(bound=two_sided) -> Verdict:
    tables = {mu: ruin_table(64, mu) for mu in RATES}
    sharp = judge("<=", (((size, j, mu), 1 - (1 - table[size - j]) * (1 - table[j]), bound(mu))
                         for mu, table in tables.items() for size in range(65) for j in range(size + 1)))
    return all_hold(sharp, judge("<", (((mu,), bound(mu), 8 * mu) for mu in RATES)))

def refutes_two_sided_failure_is_at_most(bound, size, j, mu):
    law = reconstruction_law(size, j, mu)
    return 1 - law[j] > bound(mu)


COPIES = tuple((size, j, mu) for size in range(7) for j in range(size + 1)
               for mu in (Fraction(0), RATES[2], Fraction(1, 2), Fraction(1)))


@check("BBKN14-5.8.8mu", grade="exhaustive",
       quantifier="T = 0, ..., 6, all j, mu = 0, 1/20, 1/2, 1, all hypotheses h: mu for every point at which it is not "
                  "the interval, 1 - mu for every other",
       says="{the probability of a noisy copy} equals {its product of mu and 1 - mu}")
@sabotage("the interval is 1 from j on", lambda size, j, mu: noisy_interval(size, size - j, 1 - mu))
@sabotage("no noise on the interval itself",
          lambda size, j, mu: independent([pure(1)] * j).then(
              lambda left: noisy_interval(size - j, 0, mu).map(lambda right: left + right)))
@judged("==")
def noisy_copy_has_independent_flips(copy=noisy_interval):
    for size, j, mu in COPIES:
        law = copy(size, j, mu).exact()
        for h in product((0, 1), repeat=size):
            wrong = distances(h)[j]
            yield (size, j, mu, h), law.get(h, 0), mu**wrong * (1 - mu) ** (size - wrong)

def refutes_noisy_copy_has_independent_flips(copy, size, j, mu, h):
    flipped = [bit if x >= j else 1 - bit for x, bit in enumerate(h)]
    chance = Fraction(1)
    for dirty in flipped:
        chance *= mu if dirty else 1 - mu
    return copy(size, j, mu).exact().get(h, 0) != chance


def reflect(h: Row) -> Row:
    """Return the hypothesis read from the other end, with 0 and 1 exchanged: interval t becomes interval T - t."""
    return tuple(1 - bit for bit in reversed(h))


@check("BBKN14-5.8.8mu", grade="exhaustive", quantifier="all hypotheses on T = 0, ..., 10 points, all intervals",
       says="reading h from the other end, 0 and 1 exchanged, reverses its distances to the intervals")
@verifier(lambda reflection, h: distances(reflection(h)) != distances(h)[::-1])
@sabotage("reverses the order, keeps the labels", lambda h: tuple(reversed(h)))
def reflection_exchanges_the_two_sides(reflection=reflect) -> Verdict:
    return judge("==", ((h, list(mismatches(reflection(h))), list(mismatches(h))[::-1])
                        for size in range(11) for h in product((0, 1), repeat=size)))
