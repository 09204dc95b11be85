"""BBKN14, Section 6: the proof that efficient private learners of POINT-hat need many rows, on whole tables.

Definitions
-----------
A learner is given by its table: row j has the chances, for each point i, that the answer is 1 at i, on m rows (j, 1).
The first K points are the image of the generator.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.exact.fractions import HUNDREDTH, TENTH
from privlearn.learners.generic.exponential import point_learner
from privlearn.learners.pseudorandom import subset_point_learner
from privlearn.papers.bbkn14.generator_separation.efficient_learners import packed_failure, rows_at_advantage
from privlearn.papers.bbkn14.generator_separation.instances import UNEVEN, naming_ratio

Table = tuple[tuple[Fraction, ...], ...]


class Efficient(NamedTuple):
    """A learner, and what it promises: beta on the image, advantage delta, e^epsilon."""

    K: int
    d: int
    m: int
    exp_epsilon: Fraction
    learner: Callable[["Efficient"], Table]
    beta: Fraction = Fraction(0)
    delta: Fraction = Fraction(0)

    @property
    def labels(self) -> dict[str, str]:
        return {"exp_epsilon": "e^epsilon"}

    @property
    def T(self) -> int:
        return 1 << self.d

    @property
    def measured(self) -> "Efficient":
        """The learner with the least beta and delta that are true."""
        s = named(self)
        return self._replace(beta=1 - min(s[:self.K]), delta=abs(mean(s[:self.K]) - mean(s)))


def mean(values: tuple[Fraction, ...]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


@cache
def table(learner: Callable, K: int, d: int, m: int, exp_epsilon: Fraction) -> Table:
    return tuple(learner(Efficient(K, d, m, exp_epsilon, learner)))


def table_of(given: Efficient) -> Table:
    return table(given.learner, *given[:4])


def named(given: Efficient) -> tuple[Fraction, ...]:
    """Return s_j for all points."""
    return tuple(row[j] for j, row in enumerate(table_of(given)))


def from_all(given: Efficient) -> Table:
    return laws(given, point_learner(given.T, given.exp_epsilon))


def from_image(given: Efficient) -> Table:
    return laws(given, subset_point_learner(tuple(range(given.K)), given.T, given.exp_epsilon))


def laws(given: Efficient, learner: Callable) -> Table:
    found = [learner(((j, 1),) * given.m).exact() for j in range(given.T)]
    return tuple(tuple(law.get(i, Fraction(0)) for i in range(given.T)) for law in found)


def naming(successes: tuple[Fraction, ...]) -> Table:
    """Name j with probability s_j, else any other point."""
    others = len(successes) - 1
    return tuple(tuple(s if i == j else (1 - s) / others for i in range(len(successes)))
                 for j, s in enumerate(successes))


def best(given: Efficient) -> Table:
    """Name j e^(epsilon m) times as often as any other point."""
    R = given.exp_epsilon**given.m
    return naming((R / (R + given.T - 1),) * given.T)


def uneven(given: Efficient) -> Table:
    return naming(UNEVEN)


def nearly_always(given: Efficient) -> Table:
    """Name the point that is shown, but for one time in a hundred: no privacy."""
    return naming((1 - HUNDREDTH,) * given.T)


def all_ones(given: Efficient) -> Table:
    """Answer with the constant 1, nine times in ten, whatever the rows."""
    return ((9 * TENTH,) * given.T,) * given.T


@cache
def learners() -> list[Efficient]:
    found = [Efficient(K, d, m, ratio, make) for K, d in ((1, 2), (2, 3), (4, 4), (4, 5)) for m in (1, 3, 8)
             for ratio in (Fraction(9, 4), Fraction(16)) for make in (from_all, from_image, best)]
    return [given.measured for given in (*found, Efficient(4, 6, 1, naming_ratio(UNEVEN), uneven))]


START = Efficient(2, 3, 3, Fraction(16), from_all).measured


@proof("BBKN14-6.eff", grade="certified", quantifier="(K, d) = (1, 2), (2, 3), (4, 4), (4, 5), m = 1, 3, 8, "
       "e^epsilon = 9/4, 16: the exponential mechanism over all points and over the image, and the learner that names "
       "j e^(epsilon m) times as often as any other; the learner of 64 points that the printed cases miss; beta and "
       "delta measured",
       instances=learners, start=START, grades={"packing": "exact"},
       steps={"named": "{1 - beta} is at most {Pr[B says 1] on a string of the image}",
              "average": "{1 - beta - delta} is at most {the average of all s_j}",
              "private": "{e^(-epsilon m) s_i} is at most {Pr[c_i is named] on the rows (j, 1)}",
              "room/others": "{e^(-epsilon m) times the sum of s_i, i != j} is at most {Pr[another answer than c_j]}",
              "room/beta": "{that} is at most {beta}",
              "room/shares": "{2^d (1 - beta - delta) - 1} is at most {the sum of s_i, i != j}",
              "packing": "{(phi 2^d - 1) e^(-epsilon m) tau} is at most {1 - tau}",
              "conclusion": "{1/epsilon ln((2^d (1 - beta - delta) - 1)/beta)} is at most {m}"},
       hypotheses=(
           Hypothesis("the learner fails with probability at most beta", {"beta": lambda given: given.beta / 4},
                      ("named", "average", "room/beta", "room/shares", "conclusion")),
           Hypothesis("alpha is less than 1", {"beta": Fraction(0)},  # at alpha = 1 no answer is wrong
                      ("named", "average", "room/beta", "room/shares")),
           Hypothesis("the advantage is at most delta", {"delta": Fraction(0)},
                      ("average", "room/shares", "conclusion")),
           Hypothesis("the learner is private", lambda: [
               Efficient(2, d, 1, Fraction(2), nearly_always).measured for d in (3, 4)],
                      ("private", "room/others", "packing", "conclusion")),
           Hypothesis("answers are point functions", lambda: [
               Efficient(2, d, 1, Fraction(2), all_ones).measured for d in (3, 4)],
                      ("room/others", "packing", "conclusion"))))
def success_needs_rows_or_advantage(given: Efficient, packed: Formula = packed_failure,
                                    rows: Formula = rows_at_advantage) -> Iterator[Line]:
    K, T, beta, R, s, laws = given.K, given.T, given.beta, given.exp_epsilon**given.m, named(given), table_of(given)
    yield Line("named", "<=", 1 - beta, min(s[:K]))
    yield Line("average", "<=", 1 - beta - given.delta, mean(s))
    for i in range(T):
        yield Line("private", "<=", s[i] / R, min(row[i] for row in laws), ("i =", i))
    for j in range(K):
        yield Line("room/others", "<=", (sum(s) - s[j]) / R, 1 - s[j], ("j =", j))
    for j in range(K):
        yield Line("room/beta", "<=", 1 - s[j], beta, ("j =", j))
    for j in range(K):
        yield Line("room/shares", "<=", T * (1 - beta - given.delta) - 1, sum(s) - s[j], ("j =", j))
    for tau in sorted(set(s)):
        yield Line("packing", "<=", packed(Fraction(sum(p >= tau for p in s), T), given.d, R, tau), 1 - tau)
    goal = given.d, beta, given.delta, Logarithm(given.exp_epsilon)
    if rows.holds_for(*goal):
        yield Line("conclusion", "<=", rows(*goal), given.m)


def refutes_success_needs_rows_or_advantage(given: Efficient, step: str, case: Any, packed, rows) -> bool:
    """Tell whether a line is false, all quotients multiplied out."""
    T, R, laws, goal = given.T, given.exp_epsilon**given.m, table_of(given), (
        given.d, given.beta, given.delta, Logarithm(given.exp_epsilon))
    own, j = [laws[i][i] for i in range(T)], case[1] if case else 0
    rest = sum(own[:j] + own[j + 1:])
    return {"named": lambda: any(p + given.beta < 1 for p in own[:given.K]),
            "average": lambda: sum(own) + T * (given.beta + given.delta) < T,
            "private": lambda: any(own[j] > R * row[j] for row in laws),
            "room/others": lambda: rest > R * (1 - own[j]), "room/beta": lambda: own[j] + given.beta < 1,
            "room/shares": lambda: rest + 1 + T * (given.beta + given.delta) < T,
            "packing": lambda: any(packed(Fraction(k, T), given.d, R, tau) > 1 - tau for k, tau in enumerate(
                sorted(own, reverse=True), 1)),
            "conclusion": lambda: as_bracket(rows(*goal)).lower > given.m}[step]()
