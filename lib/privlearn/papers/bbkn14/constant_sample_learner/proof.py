"""BBKN14, Section 4.2: the proof of Lemma 4.4, line by line on two neighbouring databases.

Definitions
-----------
R is the set of the rows kept, other than the one that is replaced, given as a database with stars in place of the rest;
a_R, b_R and c_R are the chances of an outcome if the replaced row is kept in D, kept in D', or starred.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.laws import Law, choice
from privlearn.learners.points import improper_point_learner
from privlearn.mechanisms import labelled_rows, multiset_databases, starred
from privlearn.mechanisms.starring import star_keep_probability
from privlearn.papers.bbkn14.constant_sample_learner.stars import FOUR, RATIOS, exponential, printed_chain

Rows = tuple[Any, ...]


class Starring(NamedTuple):
    """Two neighbours, and an algorithm A that is run on the rows kept, each with probability q, and stars."""

    D: Rows
    E: Rows
    A: Callable[[Rows, Fraction], Law]
    exp_epsilon: Fraction
    exp_epsilon_star: Fraction
    q: Fraction
    rows_are_kept: str = "independently"

    @property
    def labels(self) -> dict[str, str]:
        return {"E": "D'", "exp_epsilon": "e^epsilon", "exp_epsilon_star": "e^(epsilon*)", "rows_are_kept": "rows kept"}


def response(rows: Rows, ratio: Fraction) -> Law:
    """Tell the first bit by randomised response; a star is answered like a 0."""
    bit = rows[0] or 0
    return choice({bit: ratio / (1 + ratio), 1 - bit: 1 / (1 + ratio)})


def points(rows: Rows, ratio: Fraction) -> Law:
    """The exponential mechanism for two points, with ratio 4."""
    return exponential(rows)


@cache
def A_2(rows: Rows, ratio: Fraction) -> Law:
    """The learner A_2 over two points, with alpha = 1/4 and a ratio below 4."""
    return improper_point_learner(rows, size=2, alpha=QUARTER)


def steep(rows: Rows, ratio: Fraction) -> Law:
    """Say 1 most often if all rows are 1, and most rarely if all are stars; private for two rows and more."""
    chance = ratio ** (all(rows) - all(row is None for row in rows)) / (5 * ratio)
    return choice({1: chance, 0: 1 - chance})


def respond_loudly(rows: Rows, ratio: Fraction) -> Law:
    """Respond with far less privacy than promised."""
    return response(rows, Fraction(99))


def response_without_stars(rows: Rows, ratio: Fraction) -> Law:
    """Respond to a bit, and tell that there is a star."""
    return choice({"star": 1}) if rows[0] is None else response(rows, ratio)


@dataclass
class Sides:
    """What the proof names on an instance."""

    given: Starring

    @cached_property
    def replaced(self) -> int:
        """The row in which the databases differ."""
        return next(i for i, (x, y) in enumerate(zip(self.given.D, self.given.E, strict=True)) if x != y)

    @cached_property
    def others(self) -> list[tuple[Rows, Fraction]]:
        """Every R, with its probability, as a database in which the replaced row is a star."""
        q, rows = self.given.q, [row for k, row in enumerate(self.given.D) if k != self.replaced]
        found = []
        for picks in product((0, 1), repeat=len(rows)):
            kept = [row if pick else None for row, pick in zip(rows, picks, strict=True)]
            kept.insert(self.replaced, None)
            found.append((tuple(kept), q ** sum(picks) * (1 - q) ** (len(rows) - sum(picks))))
        return found

    def law(self, rows: Rows) -> dict[Any, Fraction]:
        return self.given.A(rows, self.given.exp_epsilon_star).exact()

    @cached_property
    def laws(self) -> list[tuple[Rows, Fraction, list[dict[Any, Fraction]]]]:
        """For each R the laws with the replaced row kept in D, kept in D', and starred."""
        i, given = self.replaced, self.given
        return [(rows, weight, [self.law((*rows[:i], row, *rows[i + 1:])) for row in (given.D[i], given.E[i], None)])
                for rows, weight in self.others]

    def triples(self, t: Any) -> list[tuple[Any, ...]]:
        """R, its probability, a_R, b_R and c_R, for all R and an outcome."""
        return [(rows, weight, *(law.get(t, Fraction(0)) for law in laws)) for rows, weight, laws in self.laws]

    @cached_property
    def outcomes(self) -> list[Any]:
        return sorted({t for _, _, laws in self.laws for law in laws for t in law}, key=repr)

    @cached_property
    def B(self) -> list[dict[Any, Fraction]]:
        """The laws of B on D and on D'."""
        given = self.given

        def run(rows: Rows) -> Law:
            return given.A(rows, given.exp_epsilon_star)

        if given.rows_are_kept == "independently":
            return [starred(run, given.q)(rows).exact() for rows in (given.D, given.E)]
        return [choice({rows: given.q, (None,) * len(rows): 1 - given.q}).then(run).exact()
                for rows in (given.D, given.E)]


def shown(rows: Rows) -> Rows:
    return tuple("*" if row is None else row for row in rows)


def mixtures(s: Sides) -> Iterator[Line]:
    q, ratio = s.given.q, s.given.exp_epsilon_star
    yield Line("probability", "<=", q, 1)
    for t in s.outcomes:
        sums = [sum(w * (q * x[k] + (1 - q) * x[2]) for _, w, *x in s.triples(t)) for k in (0, 1)]
        for k, name in enumerate(("D", "D'")):
            yield Line("sum", "==", s.B[k].get(t, Fraction(0)), sums[k], (f"{name}, t =", t))
    triples = [(t, *triple) for t in s.outcomes for triple in s.triples(t)]
    for t, rows, _, a, _, c in triples:
        yield Line("star/a", "<=", a, ratio * c, ("R =", shown(rows), "t =", t))
    for t, rows, _, _, b, c in triples:
        yield Line("star/b", "<=", c, ratio * b, ("R =", shown(rows), "t =", t))


def chain(s: Sides) -> Iterator[Line]:
    given, q = s.given, s.given.q
    end = printed_chain(given.exp_epsilon_star, q)
    for t in s.outcomes:
        largest = max((q * a + (1 - q) * c) / (q * b + (1 - q) * c) for _, _, a, b, c in s.triples(t) if a + b + c)
        yield Line("eq-ratio/sets", "<=", s.B[0].get(t, Fraction(0)) / s.B[1][t], largest, ("t =", t))
        yield Line("eq-ratio/star", "<=", largest, end, ("t =", t))
    yield Line("eq-ratio/f", "==", end, given.exp_epsilon)
    for t in s.outcomes:
        p = [law.get(t, Fraction(0)) for law in s.B]
        yield Line("conclusion", "<=", p[0], given.exp_epsilon * p[1], ("t =", t))


def with_f(D: Rows, E: Rows, A: Callable[[Rows, Fraction], Law], ratio: Fraction, star: Fraction = FOUR) -> Starring:
    return Starring(D, E, A, ratio, star, star_keep_probability(ratio, star))


def family() -> Iterator[Starring]:
    """Yield neighbours of one bit for many ratios; for the ratio 4 and two points databases of at most three rows."""
    yield start()
    for i, j in combinations_with_replacement(range(1, 9), 2):
        for D, E in (((1,), (0,)), ((0,), (1,)), ((None,), (1,))):
            yield with_f(D, E, response, 1 + Fraction(i, 4), 1 + Fraction(j, 4))
    alphabet = [None, *labelled_rows(2)]
    learners: tuple[Any, ...] = ((points, RATIOS[1]), (points, RATIOS[2]), (A_2, RATIOS[0]))
    for others, (A, ratio) in product(range(3), learners):
        for base, x, y in product(multiset_databases(alphabet, others), alphabet, alphabet):
            if x != y:
                yield with_f((*base, x), (*base, y), A, ratio)


def start() -> Starring:
    """Return two rows, of which the first is replaced."""
    return with_f((1, 1), (0, 1), steep, RATIOS[0])


@proof("BBKN14-4.4", grade="exact",
       quantifier="randomised response on one bit, e^epsilon = 1 + i/4, e^(epsilon*) = 1 + j/4, 1 <= i <= j <= 8; for "
                  "e^(epsilon*) = 4 the exponential mechanism for two points (e^epsilon = 5/4, 2) and A_2 (3/2): all "
                  "neighbouring databases of at most 3 labelled rows and stars, up to the order of the common ones; "
                  "all outcomes, all sets R",
       instances=family, start=start,
       steps={"probability": "{q} is at most {1}",
              "sum": "{Pr[B(D) = t]} equals {the sum over R of Pr[R] (q a_R + (1 - q) c_R)}, with b_R for D'",
              "star/a": "{a_R} is at most {e^(epsilon*) c_R}",
              "star/b": "{c_R} is at most {e^(epsilon*) b_R}",
              "eq-ratio/sets": "{Pr[B(D) = t]/Pr[B(D') = t]} is at most {the largest quotient of a set R}",
              "eq-ratio/star": "{the largest quotient of a set R} is at most "
                               "{(1 + q (e^(epsilon*) - 1))/(1 - q (1 - e^(-epsilon*)))}",
              "eq-ratio/f": "{(1 + q (e^(epsilon*) - 1))/(1 - q (1 - e^(-epsilon*)))} equals {e^epsilon}",
              "conclusion": "{Pr[B(D) = t]} is at most {e^epsilon Pr[B(D') = t]}"},
       hypotheses=(
           Hypothesis("epsilon is at most epsilon*", {"exp_epsilon": Fraction(20), "q": Fraction(19, 18)},
                      ("probability",)),
           Hypothesis("the rows are kept independently", lambda: [start()._replace(rows_are_kept="all or none")],
                      ("sum", "eq-ratio/sets", "conclusion")),
           Hypothesis("one row is replaced", lambda: [start()._replace(E=(None, None))],
                      ("sum", "eq-ratio/sets", "conclusion")),
           Hypothesis("A is epsilon*-private", lambda: [start()._replace(A=respond_loudly)],
                      ("star/a", "eq-ratio/star", "conclusion")),
           Hypothesis("A is so where rows are stars", {"D": (1,), "E": (0,), "A": response_without_stars},
                      ("star/a", "star/b", "eq-ratio/star", "conclusion")),
           Hypothesis("rows are kept with probability f", {"q": HALF}, ("eq-ratio/f", "conclusion"))))
def starred_rows_lose_less_privacy(given: Starring) -> Iterator[Line]:
    sides = Sides(given)
    for part in (mixtures, chain):
        yield from part(sides)


def refutes_starred_rows_lose_less_privacy(given: Starring, step: str, case: Any) -> bool:
    """Tell whether a line is false: B by every set of rows kept, quotients multiplied out."""
    q, star, t = given.q, given.exp_epsilon_star, case and case[-1]

    def named(rows: Rows) -> Fraction:
        return given.A(rows, star).exact().get(t, Fraction(0))

    def named_by_B(rows: Rows) -> Fraction:
        if given.rows_are_kept != "independently":
            return q * named(rows) + (1 - q) * named((None,) * len(rows))
        return sum((q ** sum(picks) * (1 - q) ** (len(rows) - sum(picks)) * named(
            tuple(row if pick else None for row, pick in zip(rows, picks, strict=True)))
                    for picks in product((0, 1), repeat=len(rows))), Fraction(0))

    if step == "probability":
        return q > 1
    if step == "eq-ratio/f":
        return star * (1 + q * (star - 1)) != given.exp_epsilon * (star - q * (star - 1))
    if step == "conclusion":
        return named_by_B(given.D) > given.exp_epsilon * named_by_B(given.E)
    i, weights = min(k for k, row in enumerate(given.D) if row != given.E[k]), []
    a, b, c = list[Fraction](), list[Fraction](), list[Fraction]()
    for picks in product((0, 1), repeat=len(given.D) - 1):
        rest = [row if pick else None for row, pick in zip(given.D[:i] + given.D[i + 1:], picks, strict=True)]
        weights.append(q ** sum(picks) * (1 - q) ** (len(picks) - sum(picks)))
        for found, row in ((a, given.D[i]), (b, given.E[i]), (c, None)):
            found.append(named((*rest[:i], row, *rest[i:])))
    if step == "sum":
        kept, rows = (b, given.E) if case[0].startswith("D'") else (a, given.D)
        return named_by_B(rows) != sum(w * (q * x + (1 - q) * y) for w, x, y in zip(weights, kept, c, strict=True))
    if step.startswith("star"):
        return any(x > star * z if step == "star/a" else z > star * y for x, y, z in zip(a, b, c, strict=True))
    largest = max((q * x + (1 - q) * z) / (q * y + (1 - q) * z) for x, y, z in zip(a, b, c, strict=True))
    if step == "eq-ratio/sets":
        return named_by_B(given.D) > largest * named_by_B(given.E)
    return largest * (star - q * (star - 1)) > star * (1 + q * (star - 1))
