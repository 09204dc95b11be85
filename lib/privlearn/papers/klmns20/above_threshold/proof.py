"""KLMNS20, Theorem 4.2: its proof, line by line on the answers of two neighbours."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import floor
from operator import add
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.mechanisms import above_threshold
from privlearn.mechanisms.first_above import least_error
from privlearn.mechanisms.noise import GeometricNoise
from privlearn.papers.klmns20.above_threshold.guarantees import (E1, MAP_LOGS, MIDDLE, QUARTERS, SETTINGS, far_pair,
                                                                 windowed, wrong_report)

Ratios = tuple[Fraction, Fraction]
DISTANCES = (1, 2, 4, 5, 10, 12, 14)  # for each k, beta and noise below, the least that is wrong, and others


class Moved(NamedTuple):
    """Answers on two neighbours, each of which moves by s - m to s, e^eps_1, e^eps_2, beta, and the noises' ratios."""

    f: tuple[int, ...]
    f_later: tuple[int, ...]
    T: int = 2
    e1: Fraction = Fraction(4)
    e2: Fraction = Fraction(2)
    s: int = 1
    m: int = 2
    beta: Fraction = Fraction(1, 2)
    noises: Ratios | tuple[()] = ()

    @property
    def labels(self) -> dict[str, str]:
        return {"f": "answers on S", "f_later": "answers on S'", "e1": "e^eps_1", "e2": "e^eps_2",
                "s": "s, the most that an answer rises", "m": "m; no answer falls by more than m - s",
                "noises": "ratios of the noises, if not e^eps_1, e^eps_2"}


@cache
def moved() -> tuple[Moved, ...]:
    """Return all small answers and moves, general and monotone ones, far pairs, and answers that may be wrong."""
    found = []
    general = ((E1, Fraction(9, 7)), (E1, Fraction(6, 5)))
    for s, m, settings in ((1, 2, general), (1, 1, SETTINGS), (0, 1, SETTINGS)):
        pairs = [far_pair((s - m, s), s == 0)]
        for k in (1, 2, 3):
            pairs += [(f, tuple(map(add, f, move))) for f in product(range(4), repeat=k)
                      for move in product(range(s - m, s + 1), repeat=k) if any(move)]
        found += [Moved(*pair, MIDDLE, *setting, s, m) for setting in settings for pair in pairs]
    for c, beta, k, far in product(QUARTERS, (Fraction(9, 10), Fraction(1, 10)), (1, 2, 3), DISTANCES):
        found += [Moved(f, f, 0, c**2, c, beta=beta) for f in product((-far, far), repeat=k)]
    return tuple(found)


@cache
def wrong_from(error: Formula, k: int, beta: Fraction, c: Fraction) -> int:
    """Return the least integer above the error, for ``c = e^{epsilon/4}``."""
    return floor(as_bracket(error(k, beta, Logarithm(c**4))).upper) + 1


@cache
def chance_above(need: int, ratio: Fraction) -> Fraction:
    """Return the probability that a noise is at least ``need``."""
    if need <= 0:
        return 1 - chance_above(1 - need, ratio)
    return (1 - sum(map(GeometricNoise(1 / ratio).probability, range(1 - need, need)), Fraction(0))) / 2


@cache
def largest_ratios(shift: int, e2: Fraction) -> Ratios:
    """Return the largest ratios of being below, and above, at a threshold to that at one higher by ``shift``."""
    pairs = [(chance_above(need, e2), chance_above(need + shift, e2)) for need in range(-6, 7)]
    return max((1 - p) / (1 - q) for p, q in pairs), max(p / q for p, q in pairs)


law_of = cache(lambda *given: above_threshold(*given).exact())


@proof("KLMNS20-4.2", grade="exhaustive",
       quantifier="k = 1, 2, 3, all answers in 0..3, threshold 2, and pairs at distance 100 from it: all moves in "
                  f"{{-1, 0, 1}}^k, e^e1 = 5/3, e^e2 = 9/7, 6/5, and in {{0, 1}}^k and {{-1, 0}}^k, {MAP_LOGS}; "
                  "answers 1, 2, 4, 5, 10, 12, 14 from the threshold, on all "
                  "sides, e^(eps/4) = 9/7, 2, beta = 9/10, 1/10",
       instances=moved, start=Moved((0, 2, 6), (1, 1, 6), 3),
       steps={"below": "{the largest ratio of Pr[f_i is below | rho] to Pr[f_i' is | rho + s]} is at most {1}",
              "above": "{the largest such ratio of being above} is at most {e^(m eps_2)}",
              "error/one": "{Pr[nu - rho, or rho - nu, is beyond alpha]} is at most {x^a (1 + x)/(1 + x + x^2)}",
              "error/quiet": "{Pr[nu - rho is beyond alpha] with less noise nu} is at most {that with more}",
              "error/all": "{k x^a} is less than {beta}",
              "conclusion": "{the largest ratio of a report, Pr[one is wrong]} is at most {e^(s eps_1 + m eps_2), "
                            "beta}"},
       hypotheses=(Hypothesis("no answer rises by more than s", {"s": 0, "m": 1}, ("below", "conclusion")),
                   Hypothesis("no answer falls by more than m - s", {"m": 1}, ("above", "conclusion")),
                   Hypothesis("the query noise has no more than eps_2", {
                       "noises": lambda given: (given.e1, given.e2**2)}, ("above", "conclusion")),
                   Hypothesis("the threshold noise has no more than eps_1", {
                       "noises": lambda given: (Fraction(100), given.e2)}, ("conclusion",)),
                   Hypothesis("the query noise has no less than eps_2", {
                       "noises": lambda given: (given.e1, (1 + given.e2) / 2)}, ("error/one", "conclusion")),
                   Hypothesis("beta < 1", needless="no probability is above 1")))
def one_noisy_threshold_for_all(given: Moved, error: Formula = least_error) -> Iterator[Line]:
    f, f_later, T, e1, e2, s, m, beta, noises = given
    n1, n2 = noises or (e1, e2)
    below, above = zip(*(largest_ratios(s - after + before, n2) for before, after in zip(f, f_later, strict=True)),
                       strict=True)
    yield Line("below", "<=", max(below), 1)
    yield Line("above", "<=", max(above), e2**m)
    law, law_later = (law_of(answers, T, n1, n2) for answers in (f, f_later))
    if e1 == e2**2:
        x, k, a = 1 / e2, len(f), wrong_from(error, len(f), beta, e2)
        beyond, back = law_of((-a,), 0, n1, n2)[0], law_of((a,), 0, n1, n2)[None]
        yield Line("error/one", "<=", max(beyond, back), x**a * (1 + x) / (1 + x + x**2))
        yield Line("error/quiet", "<=", law_of((-a,), 0, n1, n2**2)[0], beyond)
        yield Line("error/all", "<", k * x**a, beta)
        for told, case in ((law, "error"), (law_of(f, T, n1, n2**2), "error, quiet")):
            yield Line("conclusion", "<=", wrong_report(tuple(answer - T for answer in f), a - 1, told), beta, case)
    yield Line("conclusion", "<=", max(p / law_later[i] for i, p in law.items()), e1**s * e2**m, "privacy")


def refutes_one_noisy_threshold_for_all(given: Moved, step: str, case: Any, error: Formula) -> bool:
    """Tell whether a line is false, by sums over the noise of the threshold, far out cut off."""
    f, f_later, T, e1, e2, s, m, beta, noises = given
    n1, n2 = noises or (e1, e2)
    if step in ("below", "above"):
        pairs = [[windowed((-need,), 0, n1, n2, 0) for need in (need, need + s - after + before)]
                 for before, after in zip(f, f_later, strict=True) for need in range(-6, 7)]
        return any(p[None] > q[None] if step == "below" else p[0] > e2**m * q[0] for p, q in pairs)
    if case == "privacy":
        p, q = (windowed(answers, T, n1, n2, 200) for answers in (f, f_later))
        return any(p[i] > e1**s * e2**m * q[i] for i in p)
    far = as_bracket(error(len(f), beta, Logarithm(e2**4))).upper
    a = next(a for a in count() if a > far)
    law, high, low, quiet = (windowed(answers, at, n1, r, 100) for answers, at, r in (
        (f, T, n2 ** (1 + (case == "error, quiet"))), ((a,), 0, n2), ((-a,), 0, n2), ((-a,), 0, n2**2)))
    wrong = [i for i in law if any(y > T + far for y in f[:i]) or i is not None and f[i] < T - far]
    return {"error/one": max(low[0], high[None]) * (e2**2 + e2 + 1) > (e2**2 + e2) / e2**a,
            "error/quiet": quiet[0] > low[0], "error/all": len(f) >= beta * e2**a,
            "conclusion": sum(law[i] for i in wrong) > beta}[step]
