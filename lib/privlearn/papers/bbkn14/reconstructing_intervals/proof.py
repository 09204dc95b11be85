"""BBKN14, Section 5.2: how often the nearest interval is another one: the paper's bound and the exact value by lines.

Definitions
-----------
A noise pattern is a word over all T points, 1 where a point is dirty; k is *bad* if the concept k is at least as near
to the noisy concept j as j itself.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from operator import xor
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula
from privlearn.learners.noise import (catalan, failure_bounds, reconstruct_interval, reconstruction_failure,
                                      ruin_probability, ruin_table)
from privlearn.learners.noise.words import starts_with_one_or_dyck_word
from privlearn.papers.bbkn14.noise_learners.instances import two_sided
from privlearn.papers.bbkn14.reconstructing_intervals.dyck_words import count_words, tail_bound, union_bound
from privlearn.papers.bbkn14.reconstructing_intervals.instances import Row, interval
from privlearn.papers.bbkn14.reconstructing_intervals.power_series import (END, line_of_the_chain,
                                                                           line_of_the_logarithm, logarithm_limit,
                                                                           root_pi, stirling_bound)
from privlearn.papers.bbkn14.reconstructing_intervals.reconstruction import gap_bound, one_sided

TERMS = 60  # of a series
Table = dict[Row, Fraction]


@cache
def independent_flips(size: int, mu: Fraction) -> Table:
    """Return the law of the noise pattern."""
    return {word: mu**sum(word) * (1 - mu) ** (size - sum(word)) for word in product((0, 1), repeat=size)}


def doubled_blocks(size: int, mu: Fraction) -> Table:
    """Return a law with the same chance mu at every point: blocks of 1, 1, 2, 4 points flip, one block at a time."""
    ends = [0, 1, 2, 4, 8][:size.bit_length() + 1]
    blocks = [tuple(int(low <= x < high) for x in range(size)) for low, high in zip(ends, ends[1:], strict=False)]
    return {(0,) * size: 1 - len(blocks) * mu} | dict.fromkeys(blocks, mu)


def point(size: int, t: int) -> Row:
    """Return the function that is 1 at the point t only, and nowhere if there is none."""
    return tuple(int(x == t) for x in range(size))


def nearest_point(h: Row) -> int | None:
    """Return the only nearest of these functions, if there is one."""
    far = [sum(a != b for a, b in zip(h, point(len(h), t), strict=True)) for t in range(len(h) + 1)]
    return far.index(min(far)) if far.count(min(far)) == 1 else None


class Noisy(NamedTuple):
    """The concept c_j on T points, with noise of rate mu."""

    T: int
    j: int
    mu: Fraction
    c: Callable[[int, int], Row] = interval
    nearest: Callable[[Row], int | None] = reconstruct_interval
    noise: Callable[[int, Fraction], Table] = independent_flips

    def chance(self, holds: Callable[[Row], Any]) -> Fraction:
        """Return the chance of the noise patterns with a property."""
        return sum((p for word, p in self.noise(self.T, self.mu).items() if holds(word)), Fraction(0))

    @property
    def beyond(self) -> Fraction:
        """The chance of a bad point beyond j."""
        bad = bad_points(self.T, self.j, self.c)
        return self.chance(lambda word: max(bad[word], default=0) > self.j)

    @property
    def below(self) -> Fraction:
        """The chance of a bad point below j."""
        bad = bad_points(self.T, self.j, self.c)
        return self.chance(lambda word: min(bad[word], default=self.j) < self.j)

    @property
    def wrong(self) -> Fraction:
        """The chance that the nearest concept is not c_j."""
        found = found_in(self.T, self.j, self.c, self.nearest)
        return self.chance(lambda word: found[word] != self.j)


@cache
def bad_points(size: int, j: int, c: Callable[[int, int], Row]) -> dict[Row, list[int]]:
    """Return the bad points by noise pattern."""
    concepts = [c(size, t) for t in range(size + 1)]
    found = {}
    for word in product((0, 1), repeat=size):
        far = [sum(a ^ b ^ d for a, b, d in zip(concepts[j], other, word, strict=True)) for other in concepts]
        found[word] = [k for k in range(size + 1) if k != j and far[k] <= far[j]]
    return found


@cache
def found_in(size: int, j: int, c: Callable, nearest: Callable) -> dict[Row, int | None]:
    """Return what is read off the noisy concept, by noise pattern."""
    return {word: nearest(tuple(a ^ d for a, d in zip(c(size, j), word, strict=True)))
            for word in product((0, 1), repeat=size)}


def told(words: Any) -> str:
    return " ".join(sorted("".join(map(str, word)) for word in words))


@cache
def first_words(length: int) -> list[Row]:
    """Return 1 and the words, half of them 1, in which 0 has the majority in each shorter prefix."""
    words = (word for n in range(2, length + 1, 2) for word in product((0, 1), repeat=n) if 2 * sum(word) == n)
    return [(1,), *(word for word in words if all(2 * sum(word[:k]) < k for k in range(1, len(word))))]


@cache
def dyck_series(mu: Fraction, terms: int = TERMS) -> Fraction:
    """Return mu and the chances of all Dyck words of at most so many pairs."""
    return mu + sum(comb(2 * n, n) // (n + 1) * (mu * (1 - mu)) ** n for n in range(1, terms + 1))


def noisy_intervals(most: int, *rates: Fraction) -> list[Noisy]:
    return [Noisy(size, j, mu) for size in range(most + 1) for j in range(size + 1) for mu in rates]


def points_for_intervals() -> list[Noisy]:
    return [Noisy(size, j, mu, point, nearest_point) for mu in (Fraction(1, 100), Fraction(1, 20))
            for size, j in ((3, 1), (9, 0))]


def blocks_that_flip() -> list[Noisy]:
    return [Noisy(8, j, mu, noise=doubled_blocks) for j in (0, 2) for mu in (Fraction(1, 20), Fraction(1, 100))]


@proof("BBKN14-5.8.8mu", grade="certified", quantifier="T = 0, ..., 7, all j, mu = 1/100, 1/20, 9/100, and T = 12, "
       "j = 0, mu = 9/100: all noise patterns; series in balls; Catalan numbers up to 2000, and the 20000th",
       instances=lambda: [Noisy(12, 0, END)] + noisy_intervals(7, Fraction(1, 100), Fraction(1, 20), END),
       start=Noisy(5, 1, Fraction(1, 20)), grades={"bad": "exhaustive", "dyck": "exhaustive", "eq-union": "exact"},
       steps={"bad/half": "{the noise with which k is bad} is {that with at least half of the points between j and k "
                          "dirty}",
              "bad/returned": "{the noise with which c_j is not the only nearest concept} is {that with a bad point}",
              "bad/first": "{the noise from j to the first bad point} is {1, or one half dirty, the clean ones ahead "
                           "before}",
              "dyck/starts": "{the noise with a bad point beyond j} is {that which starts with 1 or with a Dyck word}",
              "dyck/count": "{the Dyck words of length 2n, and the prime ones} are {C_n, and C_(n-1)}",
              "eq-union/words": "{the chance of a bad point beyond j} is at most {mu and those of all Dyck words}",
              "eq-union/closed": "{mu + mu/(1 - mu) less 60 terms of the series} is at most {y^61/(1 - y), y = 4x}",
              "catalan": "{C_n} is less than {4^n/(n^(3/2) sqrt(pi))}",
              "eq-stirling/dropped": "{60 terms of the series with (mu (1 - mu))^n} are less than {the sum with mu^n}",
              "eq-stirling/root": "{the sum with C_n mu^n} is less than {that with (4 mu)^n/(n^(3/2) sqrt(pi))}",
              "eq-stirling/logarithm": "{the sum with n^(3/2)} is less than {mu - ln(1 - 4 mu)/sqrt(pi)}",
              "4mu/logarithm": "{-ln(1 - 4 mu)} is less than {5 mu}",
              "4mu/line": "{mu - ln(1 - 4 mu)/sqrt(pi)} is less than {4 mu}",
              "reflection": "{the chance of a bad point below j} is {that of one beyond T - j, for c_(T - j)}",
              "conclusion": "{the chances of a bad point beyond j, and of a wrong concept} are less than {4 mu, and "
                            "8 mu}"},
       hypotheses=(
           Hypothesis("the concepts are intervals", points_for_intervals, (
               "bad/half", "bad/first", "dyck/starts", "eq-union/words", "reflection", "conclusion")),
           Hypothesis("points flip independently", blocks_that_flip, ("eq-union/words", "reflection", "conclusion")),
           Hypothesis("mu <= 0.09", {"mu": Fraction(3, 20)}, ("4mu/logarithm", "4mu/line")),
           Hypothesis("mu > 0", {"mu": Fraction(0)}, (
               "eq-stirling/dropped", "eq-stirling/root", "eq-stirling/logarithm", "4mu/logarithm", "4mu/line",
               "conclusion"))))
def noisy_intervals_are_read_back(given: Noisy, count: Formula = catalan, union: Formula = union_bound,
                                  stirling: Formula = stirling_bound, limit: Formula = logarithm_limit,
                                  five: Formula = line_of_the_logarithm,
                                  four: Formula = line_of_the_chain) -> Iterator[Line]:
    T, j, mu = given.T, given.j, given.mu
    pairs = (T - j) // 2
    yield from lines_of_the_words(given, count)
    yield Line("eq-union/words", "<=", given.beyond, dyck_series(mu, pairs) if j < T else 0)
    for rate in rates(given, union):
        gap = stated(union, rate, rate + rate / (1 - rate)) - dyck_series(rate)
        yield Line("eq-union/closed", "<=", abs(gap), tail_bound(TERMS, rate), ("mu =", rate))
        yield Line("eq-union/closed", "<=", 0, gap, ("from below, mu =", rate))
    for n in range(1, pairs + 1) if T or mu != END else (*range(1, 2001), 20000):
        yield Line("catalan", "<", comb(2 * n, n) // (n + 1), stirling(n), ("n =", n))
    sums = failure_bounds(mu) if mu else dict.fromkeys(("dropped", "root"), as_bracket(0))
    yield Line("eq-stirling/dropped", "<", dyck_series(mu), sums["dropped"])
    yield Line("eq-stirling/root", "<", sums["dropped"], sums["root"])
    yield Line("eq-stirling/logarithm", "<", sums["root"], stated(limit, mu, last_bound(mu)))
    for rate in rates(given, five):
        yield Line("4mu/logarithm", "<", -log_bracket(1 - 4 * rate, 200), stated(five, rate, 5 * rate), ("mu =", rate))
    for rate in rates(given, four):
        yield Line("4mu/line", "<", last_bound(rate), stated(four, rate, 4 * rate), ("mu =", rate))
    yield Line("reflection", "==", given.below, given._replace(j=T - j).beyond)
    yield Line("conclusion", "<", given.beyond, 4 * mu, "beyond j")
    yield Line("conclusion", "<", given.wrong, 8 * mu)


def last_bound(mu: Fraction) -> Any:
    return mu - log_bracket(1 - 4 * mu, 200) / root_pi()


def rates(given: Noisy, bound: Formula) -> list[Fraction]:
    """Return the rate, on no points all those for which the formula is judged."""
    return sorted({given.mu, *(mu for mu, in bound.instances() if not given.T)})


def stated(bound: Formula, mu: Fraction, beyond: Any) -> Any:
    """Return a formula's value, or the number that it would be where it is not stated."""
    return bound(mu) if bound.holds_for(mu) else beyond


def lines_of_the_words(given: Noisy, count: Formula) -> Iterator[Line]:
    """Yield the lines about noise patterns, whatever their chances."""
    T, j, bad = given.T, given.j, bad_points(given.T, given.j, given.c)
    for k in range(T + 1):
        if k != j:
            low, high = sorted((j, k))
            yield Line("bad/half", "==", told(word for word in bad if k in bad[word]),
                       told(word for word in bad if 2 * sum(word[low:high]) >= high - low), ("k =", k))
    found = found_in(T, j, given.c, given.nearest)
    yield Line("bad/returned", "==", told(word for word in bad if found[word] != j), told(filter(bad.get, bad)))
    if j < T:
        first = {word[j:min(k for k in bad[word] if k > j)] for word in bad if max(bad[word], default=0) > j}
        yield Line("bad/first", "==", told(first), told(first_words(T - j)))
    yield Line("dyck/starts", "==", told(word for word in bad if max(bad[word], default=0) > j),
               told(word for word in bad if starts_with_one_or_dyck_word(word[j:])))
    for n in range((T - j) // 2, 0, -1):
        yield Line("dyck/count", "==", count_words(n), (count(n), count(n - 1)), ("n =", n))


def by_bits(given: Noisy) -> list[tuple[Row, Fraction, list[int]]]:
    """Return the noise patterns, their chances and bad points, by words of bits."""
    T, j, found = given.T, given.j, []
    number = [int("1" + "".join(map(str, given.c(T, t))), 2) for t in range(T + 1)]
    for word, p in given.noise(T, given.mu).items():
        h = number[j] ^ int("0" + "".join(map(str, word)), 2)
        found.append((word, p, [k for k in range(T + 1) if k != j and (h ^ number[k]).bit_count() <= sum(word)]))
    return found


def sides_by_bits(given: Noisy) -> list[Fraction]:
    """Return the chances of a bad point below j, beyond it and anywhere."""
    return [sum((p for _, p, near in by_bits(given) if any(map(of, near))), Fraction(0))
            for of in (given.j.__gt__, given.j.__lt__, given.j.__ne__)]


def refutes_noisy_intervals_are_read_back(given: Noisy, step: str, case: Any, count, union, stirling, limit, five,
                                          four) -> bool:
    """Tell whether a line is false, with noise patterns and concepts as numbers, and with floating point."""
    T, j, mu = given.T, given.j, given.mu
    x: Any = case[1] if isinstance(case, tuple) else mu
    if step.startswith(("bad", "dyck/starts")):
        k = int(x)
        return any({
            "bad/half": (k in near) != (2 * sum(word[j:k] + word[k:j]) >= abs(k - j)),
            "bad/returned": (near == []) != (given.nearest(tuple(map(xor, given.c(T, j), word))) == j),
            "bad/first": (first := word[j:min([i for i in near if i > j] or [j])]) > (0,) and first != (1,) and (
                2 * sum(first) != len(first) or any(2 * sum(first[:i]) >= i for i in range(1, len(first)))),
            "dyck/starts": (max(near, default=j) > j) != any(2 * sum(word[j:i]) >= i - j for i in range(j + 1, T + 1))}[
                step] for word, _, near in by_bits(given))
    words = [1, *(comb(2 * k, k) - comb(2 * k, k - 1) for k in range(1, T + 1))]
    if step in ("dyck/count", "catalan"):
        return comb(2 * x, x) - comb(2 * x, x - 1) >= as_bracket(stirling(x)).upper if step == "catalan" else (
            count(x), count(x - 1)) != (words[x], words[x - 1])
    below, beyond, wrong = sides_by_bits(given)
    m, root, terms = float(x), float(root_pi().lower), range(1, 500)
    sums = [m + sum(term(k) for k in terms) for term in (
        lambda k: comb(2 * k, k) / (k + 1) * m**k, lambda k: (4 * m) ** k / k**1.5 / root)]
    logarithm = sum((4 * m) ** k / k for k in terms)
    return {"eq-union/words": beyond > (j < T) * mu + sum(
                words[k] * (mu * (1 - mu)) ** k for k in range(1, (T - j) // 2 + 1)),
            "eq-union/closed": abs(stated(union, x, 0) - m - 1 / max(m, 1 - m) + 1) > 1e-12,
            "eq-stirling/dropped": m + m / (1 - m) >= sums[0], "eq-stirling/root": sums[0] >= sums[1],
            "eq-stirling/logarithm": sums[1] >= (float(as_bracket(stated(limit, mu, 0)).upper) or m + logarithm / root),
            "4mu/logarithm": logarithm >= stated(five, x, 5 * x),
            "4mu/line": m + logarithm / root >= stated(four, x, 4 * x),
            "reflection": below != sides_by_bits(given._replace(j=T - j))[1],
            "conclusion": beyond >= 4 * mu if case else wrong >= 8 * mu}[step]


@proof("BBKN14-5.8.exact", grade="exhaustive", quantifier="T = 0, ..., 7, all j, all noise patterns, mu = k/16, k = 1, "
       "..., 8: both sides of an equation are polynomials in mu of degree T at most, so it holds for all mu; T = 12, j "
       "= 0, mu = 1/16",
       instances=lambda: [Noisy(12, 0, Fraction(1, 16))] + noisy_intervals(7, *(Fraction(k, 16) for k in range(1, 9))),
       start=Noisy(5, 1, Fraction(1, 10)),
       steps={"once": "{the chance of a bad point among n beyond j} is {mu + sum of C_(k-1) x^k, k <= n/2}",
              "grows": "{that chance} is at most {R_(n+1)}",
              "limit/below": "{that chance} is at most {2 mu}",
              "limit/gap": "{2 mu less that chance} is at most {y^(floor(n/2) + 1)/(4 (1 - y)), y = 4x}",
              "sides": "{the chance of no bad point} is {the chance of none beyond j times that of none below}",
              "conclusion": "{the chance that c_j is not the only nearest interval} is {1 - (1 - R_(T-j))(1 - R_j)}, "
                            "less than 4 mu (1 - mu)"},
       hypotheses=(
           Hypothesis("the concepts are intervals", points_for_intervals, (
               "once", "grows", "limit/below", "sides", "conclusion")),
           Hypothesis("points flip independently", blocks_that_flip, (
               "once", "grows", "limit/below", "sides", "conclusion")),
           Hypothesis("mu <= 1/2", {"mu": Fraction(3, 4)}, ("limit/gap", "conclusion")),
           Hypothesis("mu > 0", {"mu": Fraction(0)}, ("conclusion",))))
def returns_are_counted_once(given: Noisy, side: Formula = one_sided, both: Formula = two_sided) -> Iterator[Line]:
    T, j, mu, beyond, n = given.T, given.j, given.mu, given.beyond, given.T - given.j
    yield Line("once", "==", beyond, ruin_probability(n, mu))
    yield Line("grows", "<=", beyond, ruin_probability(n + 1, mu))
    yield Line("limit/below", "<=", beyond, stated(side, mu, 2 * mu))
    if n and 2 * mu != 1:
        yield Line("limit/gap", "<=", 2 * mu - beyond, gap_bound(n, mu))
    bad = bad_points(T, j, given.c)
    yield Line("sides", "==", given.chance(lambda word: not bad[word]), (1 - beyond) * (1 - given.below))
    yield Line("conclusion", "==", given.wrong, reconstruction_failure(T, j, mu))
    yield Line("conclusion", "<", given.wrong, stated(both, mu, 4 * mu * (1 - mu)), "less than")


def refutes_returns_are_counted_once(given: Noisy, step: str, case: Any, side, both) -> bool:
    """Tell whether a line is false, with noise patterns as numbers and a walk that is followed step by step."""
    below, beyond, wrong = sides_by_bits(given)
    T, j, mu = given.T, given.j, given.mu
    ruined = ruin_table(T + 1, mu)
    if step == "limit/gap":
        return 2 * mu - beyond > gap_bound(T - j, mu)
    return {"once": beyond != ruined[T - j], "grows": beyond > ruined[T - j + 1],
            "limit/below": beyond > stated(side, mu, 2 * mu), "sides": 1 - wrong != (1 - below) * (1 - beyond),
            "conclusion": wrong >= stated(both, mu, 4 * mu * (1 - mu)) if case else (
                wrong != 1 - (1 - ruined[T - j]) * (1 - ruined[j]))}[step]
