"""BBKN14, Section 7: the proof of Theorem 7.2, line by line on the databases of a packing."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, log
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.exact.fractions import FIFTH, HALF, HUNDREDTH, QUARTER, TENTH
from privlearn.mechanisms import multiset_databases
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.papers.bbkn14.sanitization.lower_bound import (ABOVE, LITTLE_MORE, PACKINGS, kept_share,
                                                              printed_threshold, stated_rows)
from privlearn.release import (geometric_histogram, point_queries, query_answers, small_database_sanitizer,
                               smallest_rows_sanitizer)
from privlearn.release.counting_queries import in_cell_by_two_queries

ONE, RARE = Fraction(1), Fraction(1, 1000)
Rows = tuple[int, ...]
Answers = tuple[Fraction, ...]
Table = dict[Answers, Fraction]


class Sanitizer(NamedTuple):
    """A sanitizer A of T points on m rows, of which k are moved; it fails with beta at most, if 0 as often as it does.

    Of more than eight points eight are listed, the last of which stands for all that are not.
    """

    T: int
    m: int
    k: int
    alpha: Fraction
    beta: Fraction
    A: Callable[["Sanitizer", Rows], Table]
    exp_epsilon: Fraction
    useful_is: str = "off by less than alpha"
    claimed: str = "what is stated"


def databases(given: Sanitizer) -> list[Rows]:
    return [(0,) * (given.m - given.k) + (i,) * given.k for i in range(min(given.T, 8))]


@cache
def shares(rows: Rows, listed: int) -> Answers:
    return query_answers(rows, point_queries(listed))


def best(given: Sanitizer, rows: Rows) -> Table:
    """Publish the true answers as often as privacy on the packing allows, else those of another database of it."""
    listed, often = databases(given), given.exp_epsilon**given.k
    law = {shares(D, len(listed)): (often if rows == D else 1) / (often + given.T - 1) for D in listed}
    return law | {(0 * ONE,) * len(listed): ONE - sum(law.values())}  # the rest is of points that are not listed


def truth(given: Sanitizer, rows: Rows) -> Table:
    """Publish the true answers: no privacy at all."""
    return {shares(rows, given.T): ONE}


def histogram(given: Sanitizer, rows: Rows) -> Table:
    """Add geometric noise to every count."""
    counts, law = [Fraction(v, given.m) for v in range(given.m + 1)], geometric_histogram(given.T, given.exp_epsilon)
    return {tuple(counts[v] for v in out): p for out, p in law(rows).exact().items()}


def four_rows(given: Sanitizer, rows: Rows) -> Table:
    """Publish a small database, with e^(epsilon/2) = 2."""
    law = small_database_sanitizer(given.T, 4, point_queries(given.T), Fraction(2), resolution=1)
    return {shares(out, given.T): p for out, p in law(rows).exact().items()}


def any_of(outputs: Iterable[Answers], name: str) -> Callable[[Sanitizer, Rows], Table]:
    """Return the sanitizer that publishes any of some answers, whatever the rows are."""
    listed = tuple(dict.fromkeys(outputs))
    law = dict.fromkeys(listed, Fraction(1, len(listed)))

    def publish(given: Sanitizer, rows: Rows) -> Table:
        return law

    publish.__name__ = name
    return publish


class Sides:
    """What the proof names on an instance; points are counted from 0."""

    def __init__(self, given: Sanitizer) -> None:
        self.given, self.D = given, databases(given)
        self.truth = [shares(rows, len(self.D)) for rows in self.D]
        self.laws = [given.A(given, rows) for rows in self.D]
        most = given.useful_is != "off by less than alpha"
        boxes = [[(a - given.alpha, a + given.alpha) for a in answers] for answers in self.truth]
        self.useful_for = {said: [i for i, box in enumerate(boxes) if all(
            low < a < high or most and a in (low, high) for a, (low, high) in zip(said, box, strict=True))]
            for said in dict.fromkeys(said for n, law in enumerate(self.laws) if law not in self.laws[:n]
                                      for said in law)}
        self.own = [self.chance(i, i) for i in range(len(self.D))]
        self.at_first = [self.chance(i, 0) for i in range(len(self.D))]
        self.beta = given.beta or 1 - min(self.own)
        self.Q = (given.T - 1) * (1 / self.beta - 1)

    def chance(self, i: int, at: int) -> Fraction:
        """Pr[A(D_at) is in S_i]."""
        return sum((self.laws[at].get(said, 0 * ONE) for said, found in self.useful_for.items() if i in found), 0 * ONE)


def packed(s: Sides, kept: Formula) -> Iterator[Line]:
    given, points = s.given, range(len(s.D))
    for i in points[1:]:
        yield Line("databases", "==", hamming_distance(s.D[0], s.D[i]), given.k, ("i =", i + 1))
    for i, j in combinations(points, 2):
        far = max(abs(a - b) for a, b in zip(s.truth[i], s.truth[j], strict=True))
        yield Line("disjoint/far", "<=", 2 * given.alpha, far, ("i, j =", (i + 1, j + 1)))
    for said, found in s.useful_for.items():
        yield Line("disjoint/useful", "<=", len(found), 1, said)
    for said in s.useful_for if given.k == 3 * given.alpha * given.m else ():
        if sum(said) <= 1 or given.claimed == "two queries, for all answers":
            cells = sum(in_cell_by_two_queries(i, said, given.alpha) for i in points)
            yield Line("disjoint/two queries", "<=", cells, 1, said)
    for i in points[1:]:
        yield Line("eq-dp/private", "<=", s.own[i] / given.exp_epsilon**given.k, s.at_first[i], ("i =", i + 1))
    for i in points[1:]:
        yield Line("eq-dp/beta", "<=", kept(given.exp_epsilon, given.k, s.beta), s.at_first[i], ("i =", i + 1))


def summed(s: Sides, rows: Formula, threshold: Formula) -> Iterator[Line]:
    given, ratio, spread = s.given, s.given.exp_epsilon, s.given.alpha * s.given.m
    yield Line("eq-sum/cells", "<=", sum(s.at_first[1:]) + (given.T - len(s.D)) * s.at_first[-1], 1 - s.at_first[0])
    yield Line("eq-sum/beta", "<=", 1 - s.at_first[0], s.beta)
    yield Line("eq-sum/Q", "<=", s.Q, ratio**given.k)
    if (3 * spread).denominator == 1 or given.claimed == "the printed bound, for all alpha m":
        yield from stated("eq-sum/printed", threshold, s)
    if given.k == ceil(2 * spread) and (ratio < s.Q or given.claimed == "the bound on m, for all epsilon"):
        yield Line("rows/two", "<=", 2, given.k)
        yield Line("rows/few", "<", given.k, 4 * spread)
    if given.T >= 4 and s.beta <= HALF or given.claimed == "the order, for all d and beta":
        yield Line("omega", "<=", (given.T / s.beta) ** 3, s.Q**8)
    yield Line("conclusion", "<=", s.Q / ratio**given.k, 1, "Q")
    yield from stated("conclusion", rows, s)


def goals(given: Sanitizer, beta: Fraction, step: str) -> dict[str, tuple[Fraction, Fraction, int]]:
    """Return alpha, beta and rows of A, and of two who need one row only: the answer 1/2, and the row itself."""
    alone = {"one row": (given.alpha, (given.T - 1) / (given.exp_epsilon + given.T - 1), 1)}
    return {"A": (given.alpha, beta, given.m), "1/2": (ABOVE, beta, 1)} | (alone if step == "conclusion" else {})


def stated(step: str, number: Formula, s: Sides) -> Iterator[Line]:
    """Yield the lines of a number of rows; failing with at most beta, they fail with at most a little more."""
    for case, (alpha, beta, rows) in goals(s.given, s.beta, step).items():
        goal = s.given.T, alpha, beta * LITTLE_MORE, Logarithm(s.given.exp_epsilon)
        if number.holds_for(*goal):
            yield Line(step, "<=", number(*goal), rows, case)
        elif s.given.claimed == "the bound on m, for all epsilon" and case == "A":
            yield Line(step, "<=", number.changed(number.body, "", ())(*goal), rows, case)


@cache
def family() -> list[Sanitizer]:
    """Return the best sanitizers of packings, two others, and what publishes any database, or any answers at all."""
    found = [start()]
    for T, m, alpha, ratio in (*PACKINGS, (6, 10, TENTH, 2), (6, 10, 3 * TENTH, 4)):
        found += [Sanitizer(T, m, int(k), alpha, 0 * ONE, best, Fraction(ratio))
                  for k in (3 * alpha * m, ceil(2 * alpha * m))]
    for T, alpha, beta, ratio in product((2, 3, 16, 2**20), (HUNDREDTH, TENTH, Fraction(2, 7), QUARTER, HALF),
                                         (HALF, FIFTH, TENTH, HUNDREDTH), (2, 3, 8)):
        m = smallest_rows_sanitizer(T, ratio, alpha, beta)
        found.append(Sanitizer(T, m, ceil(2 * alpha * m), alpha, beta, best, Fraction(ratio)))
    small = any_of((shares(db, 4) for n in range(1, 13) for db in multiset_databases(range(4), n)), "any database")
    grid = any_of(product((Fraction(k, 20) for k in range(21)), repeat=3), "any answers")
    return found + [Sanitizer(T, m, k, Fraction(k, 3 * m), 0 * ONE, A, Fraction(4)) for T, m, k, A in (
        (3, 20, 18, four_rows), (4, 10, 3, histogram), *((4, m, 3, small) for m in (10, 5, 4)),
        *((3, m, 3, grid) for m in (10, 5, 4, 3)))]


def start() -> Sanitizer:
    """Return four points and four rows, of which half are moved."""
    return Sanitizer(4, 4, 2, Fraction(1, 6), FIFTH, best, Fraction(4))


def changed(**parts: Any) -> Callable[[], Iterable[Sanitizer]]:
    """Return the family of the start with other parts."""
    return lambda: [start()._replace(**parts)]


ONE_ROW = {"m": 1, "k": 1, "alpha": TENTH, "beta": Fraction(3, 7)}


@proof("BBKN14-7.2", grade="certified", grades={"disjoint": "exhaustive", "eq-dp": "exact"},
       quantifier="the best on the packing with 3 alpha m and with ceil(2 alpha m) moved rows: T = 2..8, (m, alpha) = "
                  "(10, 1/10), (4, 1/4), e^epsilon = 2, 4, and T = 6; with ceil(2 alpha m): T = 2, 3, 16, 2^20 (eight "
                  "points listed), alpha = 1/100, 1/10, 1/4, 2/7, 1/2, beta = 1/100, 1/10, 1/5, 1/2, e^epsilon = 2, 3, "
                  "8, the least m that is not excluded; small databases (T = 3, m = 20), the geometric histogram (T = "
                  "4, m = 10); all databases of 1 to 12 rows on 4 points, alpha = 1/10, 1/5, 1/4, and all answers on 3 "
                  "points in steps of 1/20, also 1/3",
       reason="logarithms are bracketed; there beta is larger by a share of 10^-9, as the bounds are attained",
       instances=family, start=start,
       steps={"databases": "{the rows in which D_1 and D_i differ} are {k}",
              "disjoint/far": "{2 alpha} is at most {the largest difference of an answer on D_i and on D_j}",
              "disjoint/useful": "{the databases for which an output is useful} are at most {1}",
              "disjoint/two queries": "{the printed success sets that contain an output} are at most {1}",
              "eq-dp/private": "{e^(-epsilon k) Pr[A(D_i) in S_i]} is at most {Pr[A(D_1) in S_i]}",
              "eq-dp/beta": "{e^(-epsilon k) (1 - beta)} is at most {Pr[A(D_1) in S_i]}",
              "eq-sum/cells": "{the sum of Pr[A(D_1) in S_i], i >= 2,} is at most {Pr[A(D_1) not in S_1]}",
              "eq-sum/beta": "{Pr[A(D_1) not in S_1]} is at most {beta}",
              "eq-sum/Q": "{Q} is at most {e^(epsilon k)}",
              "eq-sum/printed": "{ln(Q)/(3 epsilon alpha)} is at most {m}",
              "rows/two": "{2} is at most {k}",
              "rows/few": "{k} is less than {4 alpha m}",
              "omega": "{(2^d/beta)^3} is at most {Q^8}",
              "conclusion": "{Q/e^(epsilon k), or ln(Q)/(4 epsilon alpha),} is at most {1, or m}"},
       wordless={"one row": "it shows where the bounds end; a check of its own solves the program"},
       hypotheses=(
           Hypothesis("alpha is at most 1/2", changed(
               alpha=3 * QUARTER, k=4, A=any_of([(HALF,) * 4], "1/2"), beta=RARE),
                      ("disjoint/far", "disjoint/useful", "eq-sum/cells", "eq-sum/Q", "conclusion")),
           Hypothesis("errors of exactly alpha do not count as useful",
                      changed(alpha=QUARTER, A=any_of([(3 * QUARTER, *(QUARTER,) * 3)], "halfway between"), beta=RARE,
                              useful_is="off by at most alpha"),
                      ("disjoint/useful", "eq-sum/cells", "eq-sum/Q", "eq-sum/printed", "conclusion")),
           Hypothesis("two queries are looked at for databases only",
                      changed(T=3, m=10, k=3, alpha=TENTH, beta=ONE, claimed="two queries, for all answers",
                              A=any_of([(7 * TENTH, 3 * TENTH, 3 * TENTH)], "7/10, 3/10, 3/10")),
                      ("disjoint/two queries",)),
           Hypothesis("A is epsilon-private", changed(A=truth, beta=RARE),
                      ("eq-dp/private", "eq-dp/beta", "eq-sum/Q", "eq-sum/printed", "conclusion")),
           Hypothesis("A fails with probability at most beta", changed(beta=RARE),
                      ("eq-dp/beta", "eq-sum/beta", "eq-sum/Q", "eq-sum/printed", "conclusion")),
           Hypothesis("3 alpha m is whole, for the printed bound",
                      changed(claimed="the printed bound, for all alpha m", **ONE_ROW), ("eq-sum/printed",)),
           Hypothesis("alpha is at most 1/3, for the printed bound", needless="for alpha <= 1/2 the first "
                      "inequality implies it, as 3 alpha m, if whole, is at least ceil(2 alpha m)"),
           Hypothesis("e^epsilon is less than Q, for the bound on m",
                      changed(claimed="the bound on m, for all epsilon", **ONE_ROW),
                      ("rows/two", "rows/few", "conclusion")),
           Hypothesis("d is at least 2 and beta at most 1/2, for its order", lambda: [
               start()._replace(T=T, beta=beta, claimed="the order, for all d and beta")
               for T, beta in ((2, 2 * FIFTH), (4, 3 * QUARTER))], ("omega",))))
def sanitizers_of_points_need_rows(given: Sanitizer, rows: Formula = stated_rows, kept: Formula = kept_share,
                                   threshold: Formula = printed_threshold) -> Iterator[Line]:
    sides = Sides(given)
    yield from packed(sides, kept)
    yield from summed(sides, rows, threshold)


def refutes_sanitizers_of_points_need_rows(given: Sanitizer, step: str, case: Any, rows: Formula, kept: Formula,
                                           threshold: Formula) -> bool:
    """Tell whether a line is false, answers being compared in whole rows."""
    T, m, k, r, spread = given.T, given.m, given.k, given.exp_epsilon, given.alpha * given.m
    points = range(min(T, 8))

    def is_near(said: Answers, i: int) -> bool:
        counts = [(m - k) * (x == 0) + k * (x == i) for x in points]
        off = max(abs(m * a - count) for a, count in zip(said, counts, strict=True))
        return off < spread or "at most" in given.useful_is and off == spread

    def success(i: int, at: int) -> Fraction:
        law = given.A(given, (0,) * (m - k) + (at,) * k)
        return sum((p for said, p in law.items() if is_near(said, i)), Fraction(0))

    beta = given.beta or max(1 - success(i, i) for i in points)
    if case in (goal := goals(given, beta, step)):
        alpha, failure, available = goal[case]
        number = threshold if step == "eq-sum/printed" else rows
        found = number.changed(number.body, "", ())(T, alpha, failure * LITTLE_MORE, Logarithm(r))
        return as_bracket(found).lower > available
    if step in ("eq-sum/Q", "conclusion"):
        return (T - 1) * (1 - beta) > beta * r**k
    if step.startswith("disjoint/t"):
        return sum(2 < a / given.alpha < 4 for a in case[1:]) > 1
    if step.startswith("disjoint"):
        return k < 2 * spread if step == "disjoint/far" else sum(is_near(case, i) for i in points) > 1
    if step.startswith("eq-dp"):
        i = case[1] - 1
        return (success(i, i) / r**k if step == "eq-dp/private" else kept(r, k, beta)) > success(i, 0)
    if step == "eq-sum/cells":
        return sum((success(i, 0) for i in points), Fraction(0)) > 1
    return {"eq-sum/beta": success(0, 0) < 1 - beta, "rows/two": k == 1, "rows/few": k >= 4 * spread}.get(
        step, 3 * log(T / beta) > 8 * log((T - 1) * (1 - beta) / beta))
