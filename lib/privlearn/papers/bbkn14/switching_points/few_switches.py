"""BBKN14, Section 5.1: the proof of Theorem 5.4 with constants, on learners known by their laws."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import compress, product
from math import isqrt, lcm
from operator import ne
from typing import Any, NamedTuple

import privlearn.papers.bbkn14.switching_points.all_mechanisms  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.fractions import HALF
from privlearn.learners.intervals.switching_rows import needed_group_ratio

Rows = tuple[tuple[int, int], ...]


class Learning(NamedTuple):
    """A learner A that answers with one of the hypotheses H, by its weights on m rows."""

    H: tuple[tuple[int, ...], ...]
    z: int
    m: int
    alpha: Fraction
    beta: Fraction
    A: Callable[["Sides", Rows], list[int]]
    exp_epsilon: int

    @property
    def labels(self) -> dict[str, str]:
        return {"exp_epsilon": "e^epsilon"}


def mixed(s: "Sides", rows: Rows, seldom: int = 1) -> list[int]:
    """Answer half of the time simply, else not: e^epsilon times as often where it decreases at the border of row 1."""
    border, ratio = sum(rows[0]), s.given.exp_epsilon
    weights = [ratio if border in js else 1 for js in s.falls]
    often = sum(weights) - (few := sum(compress(weights, s.simple)))
    return [w * (often * seldom if one else few) for w, one in zip(weights, s.simple, strict=True)]


def decided(s: "Sides", rows: Rows) -> list[int]:
    """Answer with hypotheses that decrease at the border: no privacy at all."""
    return [int(sum(rows[0]) in js) for js in s.falls]


def exponential(s: "Sides", rows: Rows) -> list[int]:
    """Draw a hypothesis by e^(-epsilon/2) to the number of its errors."""
    return [isqrt(s.given.exp_epsilon) ** sum(h[x] == y for x, y in rows) for h in s.given.H]


class Sides:
    """What the proof names: decreasing points, accurate borders and, pattern by pattern, the laws of all borders."""

    def __init__(self, given: Learning) -> None:
        H, borders = given.H, range(1, len(given.H[0]))
        self.n, self.given, self.simple = len(borders), given, [2 + sum(map(ne, h, h[1:])) <= given.z for h in H]
        self.falls = [{j for j in borders if h[j - 1] > h[j]} for h in H]
        enough = [Fraction(wrong, 2) <= given.alpha for wrong in range(3)]
        self.right = [{j for j in borders if enough[1 - h[j - 1] + h[j]]} for h in H]
        self.laws = {pattern: [given.A(self, tuple((j - bit, bit) for bit in pattern)) for j in borders]
                     for pattern in product((1, 0), repeat=given.m)}

    def least(self, kinds: Callable[[int], list[bool]]) -> Fraction:
        """Return the least chance over the borders, all patterns being equally likely, of answers of a kind."""
        chances = ([Fraction(sum(compress(laws[j - 1], kinds(j))), sum(laws[j - 1])) for laws in self.laws.values()]
                   for j in range(1, self.n + 1))
        return min(sum(found, Fraction(0)) for found in chances) / len(self.laws)

    @property
    def success(self) -> Fraction:
        return self.least(lambda j: [j in js for js in self.right])


def two_kinds(T: int, z: int, ratio: int) -> Learning:
    """Return the learner of one row whose hypotheses decrease at w places of one parity, or at every other one."""
    n, w = T - 1, (z - 1) // 2
    sets = [{(k + 2 * i) % n + 1 for i in range(w)} for k in range(n)]
    H = [tuple(int(x < min(js) or x + 1 in js) for x in range(T)) for js in sets]
    H += [tuple((x + bit) % 2 for x in range(T)) for bit in (0, 1)]
    made = Learning(tuple(H), z, 1, Fraction(49, 100), HALF, mixed, ratio)
    return made._replace(beta=1 - Sides(made).success)


@cache
def learners() -> list[Learning]:
    found = [two_kinds(*sizes) for sizes in ((6, 3, 30), (1001, 42, 30), (300, 6, 10**6), (1001, 4, 100),
                                             (1000, 3, 10**9))]
    for T, z, m, alpha, ratio in product((2, 3, 4), (3, 4, 5), (1, 2), (Fraction(0), Fraction(49, 100)),
                                         (25, 10**4)):
        given = Learning(tuple(product((0, 1), repeat=T)), z, m, alpha, HALF, exponential, ratio)
        sides = Sides(given)
        if sides.success > HALF and sides.least(lambda _, sides=sides: sides.simple) >= HALF:  # type: ignore[misc]
            found.append(given._replace(beta=1 - sides.success))
    return found


def changed(**parts: Any) -> Callable[[], list[Learning]]:
    return lambda: [two_kinds(6, 3, 30)._replace(**parts)]


@proof("BBKN14-5.4", grade="exact",
       quantifier="(T, z, R) = (6, 3, 30), (1000, 3, 10^9), (1001, 4, 100), (300, 6, 10^6), (1001, 42, 30): a learner "
                  "that has at most z switching points half of the time; T = 2, 3, 4, m = 1, 2, z = 3, 4, 5, alpha = "
                  "0, 49/100, e^epsilon = 25, 10^4: the exponential mechanism on all functions, where it has few "
                  "switching points at least half of the time; beta what they fail with, if below 1/2",
       instances=learners, start=lambda: two_kinds(6, 3, 30),
       steps={"success": "{the pairs of h and j with error at most alpha, but j not in S(h)} are {none}",
              "few": "{the size of S(h), h simple} is at most {w}",
              "private": "{P_i(h)} is at most {R P_j(h)}",
              "outside": "{(n - w) times the P_i(h), i in S(h)} are at most {R w times the P_j(h), j not in S(h)}",
              "sum": "{sigma} is at most {c p}",
              "half": "{1/2} is at most {Pr[the answer is simple], for each j}",
              "average": "{1 - beta} is at most {1 - (1 - c) p, averaged over the patterns}",
              "conclusion": "{(1 - 2 beta)(T - 1 - w)/(2 beta w)} is at most {e^(epsilon m)}"},
       hypotheses=(
           Hypothesis("alpha is less than 1/2", changed(alpha=HALF, beta=Fraction(1, 62)),
                      ("success", "average", "conclusion")),
           Hypothesis("A is epsilon-private", changed(A=decided, beta=Fraction(1, 1000)),
                      ("private", "outside", "sum", "average", "conclusion")),
           Hypothesis("answers have at most z switching points with probability at least 1/2",
                      changed(A=partial(mixed, seldom=0), beta=Fraction(1, 31)), ("half", "conclusion")),
           Hypothesis("A fails with probability at most beta", changed(beta=Fraction(1, 1000)),
                      ("average", "conclusion")),
           Hypothesis("z is at least 3", needless="for z = 2 no simple answer succeeds, so 1 - beta would be at most "
                      "1/2: there is no such learner"),
           Hypothesis("0 < beta < 1/2", needless="beta = 0 is excluded by step 7; from 1/2 on the right side is not "
                      "positive")))
def few_switches_need_rows(given: Learning, needed: Any = needed_group_ratio) -> Iterator[Line]:
    yield from steps_before(given)
    yield Line("conclusion", "<=", needed(len(given.H[0]), given.z, given.beta), given.exp_epsilon**given.m)


@cache
def steps_before(given: Learning) -> list[Line]:
    return list(few_switches(given))


def few_switches(given: Learning) -> Iterator[Line]:
    s, w, R, averages = Sides(given), (given.z - 1) // 2, given.exp_epsilon**given.m, []
    c, zero = Fraction(w * R, w * R + s.n - w), Fraction(0)
    yield Line("success", "==", sum(len(js - S) for js, S in zip(s.right, s.falls, strict=True)), 0)
    yield Line("few", "<=", max((len(S) for S in compress(s.falls, s.simple)), default=0), w)
    for pattern, laws in s.laws.items():
        total = lcm(*map(sum, laws))
        scaled = [(law, total // sum(law)) for law in laws]
        columns = list(zip(*([p * k for p in law] for law, k in scaled), strict=True))
        most, fewest = max(((max(P), min(P)) for P in columns), key=lambda pair: pair[0] - R * pair[1])
        yield Line("private", "<=", Fraction(most, total), Fraction(R * fewest, total), pattern)
        sums = [(sum(P[j - 1] for j in S), sum(P)) for P, S in zip(columns, s.falls, strict=True)]
        sides = [(Fraction((s.n - w) * part, total), Fraction(R * w * (whole - part), total))
                 for part, whole in compress(sums, s.simple)]
        yield Line("outside", "<=", *max(sides, key=lambda pair: pair[0] - pair[1]), pattern)
        sigma, p = (sum((Fraction(pair[k], total * s.n) for pair in compress(sums, s.simple)), zero) for k in (0, 1))
        yield Line("sum", "<=", sigma, c * p, pattern)
        averages.append(p)
    yield Line("half", "<=", HALF, s.least(lambda _: s.simple))
    yield Line("average", "<=", 1 - given.beta, 1 - (1 - c) * sum(averages, zero) / len(averages))


def refutes_few_switches_need_rows(given: Learning, step: str, case: Any, needed: Any) -> bool:
    """Tell whether a line is false: pattern by pattern, fractions for each hypothesis and border."""
    H, s, n, w, R = given.H, Sides(given), len(given.H[0]) - 1, -((2 - given.z) // 2), given.exp_epsilon**given.m
    if step == "conclusion":
        return needed(n + 1, given.z, given.beta) > R
    if step == "success":
        pairs = (h[j - 1:j + 1] for h in H for j in range(1, n + 1))
        return any(1 - left + right <= 2 * given.alpha for left, right in pairs if (left, right) != (1, 0))
    excess, some = [], []
    for pattern in (case,) if case else product((1, 0), repeat=given.m):
        laws = {j: given.A(s, tuple((j - bit, bit) for bit in pattern)) for j in range(1, n + 1)}
        P = {(h, j): Fraction(p, sum(law)) for j, law in laws.items() for h, p in zip(H, law, strict=True)}
        few = [h for h in H if "".join(map(str, h)).count("01") + "".join(map(str, h)).count("10") <= given.z - 2]
        if step == "private":
            return any(P[h, i] > R * P[h, j] for h in H for i in laws for j in laws)
        hit = {h: sum(P[h, j] for j in laws if h[j - 1:j + 1] == (1, 0)) for h in few}
        whole = {h: sum(P[h, j] for j in laws) for h in few}
        if step == "outside":
            return any((n - w) * hit[h] > R * w * (whole[h] - hit[h]) for h in few)
        if step == "sum":
            return (w * R + n - w) * sum(hit.values()) > w * R * sum(whole.values())
        excess.append((n - w) * sum(whole.values()) / (w * R + n - w))
        some.append([sum(P[h, j] for h in few) for j in laws])
    if step == "half":
        return min(map(sum, zip(*some, strict=True))) * 2 < len(some)
    return sum(excess) > given.beta * n * len(excess)
