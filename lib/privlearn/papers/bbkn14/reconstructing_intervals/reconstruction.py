"""BBKN14, Section 5.2: the interval nearest to a noisy copy, and how often it is another one, exactly."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import as_fraction, rational
from privlearn.exact.formulas import Value, formula
from privlearn.laws import independent, pure
from privlearn.learners.noise import (catalan, mismatches, noisy_interval, reconstruct_interval, reconstruction_law,
                                      ruin_probability, ruin_table)
from privlearn.learners.noise.nearest_interval import BLOCK
from privlearn.papers.bbkn14.noise_learners.instances import two_sided
from privlearn.papers.bbkn14.reconstructing_intervals import claim
from privlearn.papers.bbkn14.reconstructing_intervals.instances import (RATES, distances, interval, packed_nearest,
                                                                        powers_of_step)

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


@formula("at most", where=("0 <= mu <= 1 / 2",), corners={"mu": (*RATES[:4], Fraction(3, 4))},
         loose={"0 <= mu <= 1 / 2": "2 mu is above 1 there"})
def one_sided(mu: Value) -> Value:
    """Return the limit of the probability of a bad point on one side."""
    return 2 * mu


claim("BBKN14-5.8.exact", kind="inequality", formulas=(one_sided, two_sided),
      title="The exact failure probability: 2 mu on an infinite side, R_n on n points, at most 4 mu (1 - mu) in all",
      uses=("BBKN14-5.8.alg-reconstruct", "BBKN14-5.8.bad", "BBKN14-5.8.dyck"),
      note="Ours; the paper bounds what is computed here.")


@check("BBKN14-5.8.exact", grade="exact", quantifier="n = 0, ..., 128 and mu in {1/100, 1/50, 1/20, 9/100, 1/5, 2/5}",
       says="{the ruin probability by Catalan numbers} equals {the ruin probability by recursion}")
@sabotage("counts all Dyck words, not the prime ones (the union bound)",
          lambda n, mu: sum((catalan(k) * (mu * (1 - mu)) ** k for k in range(1, n // 2 + 1)), mu * (n > 0)))
def catalan_sum_equals_the_recursion(ruin=ruin_probability) -> Verdict:
    return judge("==", (((n, mu), ruin(n, mu), value) for mu in RATES for n, value in enumerate(ruin_table(128, mu))))

def refutes_catalan_sum_equals_the_recursion(ruin, n, mu):
    heights, ruined = [Fraction(1)] + [Fraction(0)] * (n + 1), Fraction(0)
    for _ in range(n):
        ruined += mu * (heights[0] + heights[1])
        heights = [Fraction(0)] + [(1 - mu) * heights[h - 1] + (mu * heights[h + 1] if h < n else 0)
                                   for h in range(1, n + 1)] + [Fraction(0)]
    return ruin(n, mu) != ruined


@check("BBKN14-5.8.exact", grade="exact",
       quantifier="n = 0, ..., 127: R_n <= R_(n+1) < 2 mu, mu in {1/100, 1/50, 1/20, 9/100, 1/5, 2/5}",
       says="the ruin probability R_n never falls as n grows, and stays below 2 mu; with n points on both sides the "
            "failure stays below 4 mu (1 - mu)")
@sabotage("R_n < mu: only the first point counted", (lambda mu: mu, two_sided))
def ruin_increases_and_stays_below(case=(one_sided, two_sided)) -> Verdict:
    limit, both = case
    tables = {mu: ruin_table(128, mu) for mu in RATES}
    rising = judge("<=", (((n, mu), table[n], table[n + 1]) for mu, table in tables.items() for n in range(128)))
    below = judge("<", (((n, mu), table[n], limit(mu)) for mu, table in tables.items() for n in range(129)))
    twice = judge("<=", (((n, mu, "both sides"), 1 - (1 - table[n]) ** 2, both(mu)) for mu in sorted(
        {*RATES, *(mu for mu, in both.instances())}) for table in (ruin_table(128, mu),) for n in range(129)))
    return all_hold(rising, below, twice)

def refutes_ruin_increases_and_stays_below(case, n, mu, *sides):
    ruin = mu * (n > 0) + sum(catalan(k - 1) * (mu * (1 - mu)) ** k for k in range(1, n // 2 + 1))
    return 2 * ruin - ruin**2 > case[1](mu) if sides else ruin >= case[0](mu)


def ruin_coefficients(n: int) -> list[int]:
    """Return the coefficients of ``R_n`` as a polynomial in mu up to ``mu^(n/2)``."""
    half = n // 2
    total = [0, 1] + [0] * half
    for k, power in zip(range(half + 1), powers_of_step(half + 1), strict=False):
        if k:
            total = [a + catalan(k - 1) * b for a, b in zip(total, power, strict=True)]
    return total[: half + 1]


@check("BBKN14-5.8.exact", grade="exact",
       quantifier="all n = 2, 4, ..., 200 and all mu: the coefficients of mu^0, ..., mu^(n/2) of the polynomial R_n "
                  "are those of 2 mu",
       says="up to mu^(n/2) the coefficients of R_n are those of 2 mu")
@sabotage("mu + mu / (1 - mu), the union bound", lambda k: 0 if k == 0 else 2 if k == 1 else 1)
def two_mu_is_the_limit(limit=lambda k: 2 if k == 1 else 0) -> Verdict:
    return judge("==", ((n, tuple(ruin_coefficients(n)), tuple(limit(k) for k in range(n // 2 + 1)))
                        for n in range(2, 201, 2)))

def refutes_two_mu_is_the_limit(limit, n):
    # 2 mu - R_n is a rational number below (4 mu)^(n/2 + 1) for small mu: no other polynomial is that close
    mu = Fraction(1, 10**6)
    supposed = sum(limit(k) * mu**k for k in range(n // 2 + 1))
    return abs(supposed - ruin_table(n, mu)[n]) > (4 * mu) ** (n // 2 + 1)


def gap_bound(n: int, mu: Fraction) -> Fraction:
    """Return ``y^(n//2 + 1) / (4 (1 - y))`` with ``y = 4 mu (1 - mu)``: at least ``2 mu - R_n``, as C_k <= 4^k."""
    y = 4 * mu * (1 - mu)
    return y ** (n // 2 + 1) / (4 * (1 - y))


@check("BBKN14-5.8.exact", grade="exact",
       quantifier="n = 8, 16, ..., 256 and mu in {1/100, 1/50, 1/20, 9/100, 1/5, 2/5}: 0 < 2 mu - R_n <= bound",
       says="2 mu - R_n is positive and at most y^(n/2 + 1)/(4 (1 - y)), y = 4 mu (1 - mu)")
@verifier(lambda bound, n, mu: 2 * mu - ruin_table(n, mu)[n] > bound(n, mu))
@sabotage("the first term of the series only", lambda n, mu: catalan(n // 2) * (mu * (1 - mu)) ** (n // 2 + 1))
def finite_sides_are_this_close_to_two_mu(bound=gap_bound) -> Verdict:
    pairs = [(n, mu, 2 * mu - ruin_probability(n, mu)) for mu in RATES for n in range(8, 257, 8)]
    positive = judge("<", (((n, mu), Fraction(0), gap) for n, mu, gap in pairs))
    return all_hold(positive, judge("<=", (((n, mu), gap, bound(n, mu)) for n, mu, gap in pairs)))


def stubborn(size: int, j: int, mu: Fraction) -> dict[int | None, Fraction]:
    """Return the law of a reconstruction that knows the true interval wherever it should say ``None``."""
    law = reconstruction_law(size, j, mu)
    return {**{end: w for end, w in law.items() if end is not None},
            j: law.get(j, Fraction(0)) + law.get(None, Fraction(0))}


@check("BBKN14-5.8.exact", grade="exhaustive",
       quantifier="T = 0, ..., 7, all j, mu in {1/100, 9/100, 2/5, 3/5}: the whole law, all 2^T noise patterns listed",
       says="the law of the reconstruction is that of all noise patterns listed")
@sabotage("never says None: its mass goes to the true interval", stubborn)
@judged("==")
def law_of_the_reconstruction_is_exact(channel=reconstruction_law):
    for size, mu in product(range(8), (*RATES[::3], Fraction(2, 5), Fraction(3, 5))):
        for j in range(size + 1):
            listed: dict[int | None, Fraction] = {}
            for word, end in packed_nearest(size):
                dirty = sum(a != b for a, b in zip(word, interval(size, j), strict=True))
                listed[end] = listed.get(end, Fraction(0)) + mu**dirty * (1 - mu) ** (size - dirty)
            yield (size, j, mu), channel(size, j, mu), listed

def refutes_law_of_the_reconstruction_is_exact(channel, size, j, mu):
    law: dict[int | None, Fraction] = {}
    for noise in product((0, 1), repeat=size):
        wrong = distances(tuple(int(x < j) ^ dirty for x, dirty in enumerate(noise)))
        end = wrong.index(min(wrong)) if wrong.count(min(wrong)) == 1 else None
        law[end] = law.get(end, Fraction(0)) + mu ** sum(noise) * (1 - mu) ** (size - sum(noise))
    return channel(size, j, mu) != law


def probability_of_winning(size: int, j: int, end: int, mu: Fraction) -> Fraction:
    """Return the probability that ``end`` has fewer mismatches than all others: walk from it to both sides."""

    def stays_up(rates_of_up: list[Fraction]) -> Fraction:
        heights = {0: rational(1)}
        for up in map(rational, rates_of_up):
            following: dict[int, Any] = {}
            for height, weight in heights.items():
                following[height + 1] = following.get(height + 1, 0) + weight * up
                if height >= 2:
                    following[height - 1] = following.get(height - 1, 0) + weight * (1 - up)
            heights = following
        return as_fraction(sum(heights.values()))

    # a point speaks for `end` against those beyond it if it is clean where the intervals j and end agree
    right = [1 - mu if x >= j else mu for x in range(end, size)]
    left = [1 - mu if x < j else mu for x in reversed(range(end))]
    return stays_up(right) * stays_up(left)


@check("BBKN14-5.8.exact", grade="exact",
       quantifier="T = 40, j in {0, 13, 20, 40}, mu in {1/50, 2/5}: the probability of every interval, by a "
                  "recursion that starts from that interval",
       says="{the chance of an interval in the law} equals {the chance by a walk from that interval}")
@sabotage("never says None: its mass goes to the true interval", stubborn)
def law_of_the_reconstruction_on_forty_points(channel=reconstruction_law) -> Verdict:
    where = [(40, j, mu) for j in (0, 13, 20, 40) for mu in (Fraction(1, 50), Fraction(2, 5))]
    laws = {key: channel(*key) for key in where}
    return judge("==", (((*key, end), laws[key].get(end, Fraction(0)), probability_of_winning(40, key[1], end, key[2]))
                        for key in where for end in range(41)))

def refutes_law_of_the_reconstruction_on_forty_points(channel, size, j, mu, end):
    table = {(0, end == 0): Fraction(1)}  # (mismatch above its minimum so far, whether `end` alone attains it)
    for x in range(size):
        following: dict[Any, Fraction] = {}
        for (above, alone), weight in table.items():
            for bit, share in ((int(x < j), 1 - mu), (int(x >= j), mu)):
                now = above + 1 - 2 * bit
                state = (0, x + 1 == end) if now < 0 else (now, alone and now > 0)
                following[state] = following.get(state, Fraction(0)) + weight * share
        table = following
    return channel(size, j, mu).get(end, 0) != sum(weight for (_, alone), weight in table.items() if alone)
