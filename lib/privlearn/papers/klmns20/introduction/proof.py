"""KLMNS20, Section 1: the proof for the generic private learner of thresholds, from its laws and all databases."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import count, product
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.exact.fractions import HALF, TENTH
from privlearn.exact.rationals import rational_square_root
from privlearn.learners.intervals import threshold_errors, threshold_learner
from privlearn.mechanisms import PromisedMechanism, labelled_rows, multiset_databases
from privlearn.papers.klmns20.introduction.generic_learner import (enough_rows, fewest_rows, likely_errors,
                                                                   realisable_databases)

ROWS = range(1, 6)
Rows = tuple[tuple[int, int], ...]


def with_a_wrong_label(X: int, n: int) -> Iterable[Rows]:
    right = realisable_databases(X, n)
    return (*right, *(((x, 1 - y), *others) for (x, y), *others in right))


def half_the_exponent(X: int, exp_epsilon: Fraction) -> PromisedMechanism:
    return threshold_learner(X, rational_square_root(exp_epsilon))


def twice_the_exponent(X: int, exp_epsilon: Fraction) -> PromisedMechanism:
    return threshold_learner(X, exp_epsilon**2)


class Task(NamedTuple):
    """Points, e^(epsilon/2), the share of errors allowed, how often more; how many rows are listed; what may change."""

    X: int
    root: Fraction
    alpha: Fraction
    beta: Fraction
    listed: int = 1
    replaced: int = 1
    learner: Callable[[int, Fraction], PromisedMechanism] = threshold_learner
    databases: Callable[[int, int], Iterable[Rows]] = realisable_databases

    @property
    def labels(self) -> dict[str, str]:
        return {"X": "|X|", "root": "e^(epsilon/2)", "listed": "rows of the databases that are listed"}


def errors_law(given: Task, S: Rows) -> dict[int, Fraction]:
    """Return the law of the errors of the cut that the learner chooses."""
    errors = [threshold_errors(u, S) for u in range(-1, given.X)]
    law = dict.fromkeys(errors, Fraction(0))
    for u, p in given.learner(given.X, given.root**2)(S).exact().items():
        law[errors[u + 1]] += p
    return law


def above(law: dict[int, Fraction], p: Any) -> Fraction:
    return sum((q for wrong, q in law.items() if wrong > p), Fraction(0))


laws = cache(lambda given, n: [errors_law(given, S) for S in given.databases(given.X, n)])
worst = cache(lambda given, n, p: max(above(law, p) for law in laws(given, n)))


@cache
def least_rows(given: Task) -> int:
    """Return the least number of rows with which more than alpha n errors have probability beta at most."""
    for n in range(1, 80):
        if worst(given, n, given.alpha * n) <= given.beta:
            return n
    raise LookupError("no number of rows is enough")


@cache
def losses(given: Task, n: int) -> tuple[int, Fraction, int]:
    """Return the largest change of errors and of the law over all neighbours, and the number of pairs."""
    def near(S: Rows, replaced: int) -> set[Rows]:
        return {tuple(sorted((*T[:i], row, *T[i + 1:]))) for T in near(S, replaced - 1) for i in range(n)
                for row in labelled_rows(given.X)} if replaced else {S}

    cuts, learner = range(-1, given.X), given.learner(given.X, given.root**2)
    seen = {tuple(sorted(S)): ([threshold_errors(u, S) for u in cuts], learner(S).exact())
            for S in multiset_databases(labelled_rows(given.X), n)}
    pairs = [(seen[S], seen[T]) for S in seen for T in near(S, given.replaced)]
    return (max(abs(a - b) for (left, _), (right, _) in pairs for a, b in zip(left, right, strict=True)),
            max(p / right[u] for (_, left), (_, right) in pairs for u, p in left.items()), len(pairs))


@cache
def tasks() -> list[Task]:
    """Return the family."""
    return [Task(X, Fraction(root), Fraction(alpha), Fraction(beta), listed) for X, root, alpha, beta, listed in (
        (3, 3, "1/5", "1/5", 2), (2, "3/2", "1/5", "1/5", 4), (3, "3/2", "1/5", "1/5", 4), (4, "3/2", "3/10", "1/2", 4),
        (2, 2, "1/10", "1/4", 1), (3, 5, "1/10", "1/5", 1), (3, 2, "2/5", "1/20", 1), (4, 5, "1/5", "1/5", 1),
        (5, 5, "1/5", "1/2", 1), (6, 5, "1/5", "1/2", 1), (5, "3/2", "1/2", "1/2", 1), (3, 2, "9/10", "1/5", 1),
        (2, 2, "1/5", "2/3", 1))]


@proof("KLMNS20-1.generic", grade="exhaustive",
       quantifier="|X| = 2..6, e^(epsilon/2) = 3/2, 2, 3, 5, alpha up to 9/10, beta up to |X|/(|X| + 1), 13 of them: "
                  "all realisable multisets of 1 to 5 rows, of up to n*, and of the least two numbers that are said to "
                  "be enough, one for each list of errors; privacy over "
                  "all multisets of labelled rows, replacements, outcomes, e^epsilon = 9/4: n <= 4 on 2, 3, 4 points",
       instances=tasks, start=lambda: tasks()[0],
       steps={"change": "{the largest change of the errors of a cut} is {1}",
              "privacy": "{the largest ratio of Pr[cut] between neighbours} is at most {e^epsilon}",
              "zero": "{the least errors of a cut, at most,} are {0}",
              "failure": "{Pr[p or more errors]} is at most {|X|/(|X| + e^(epsilon p/2))}",
              "beyond t": "{|X|/(|X| + e^(epsilon p/2)) for the least p above t} is at most {beta |X|/(|X| + 1)}",
              "enough": "{Pr[more than alpha n errors] on n >= 2/(alpha epsilon) ln(|X| (1 - beta)/beta) rows} is at "
                        "most {beta}",
              "room": "{p for n* rows} is at most {n*}",
              "hard": "{(|X| - 1)/(|X| - 1 + e^(epsilon p/2))} is at most {Pr[p or more errors on the hard database]}",
              "needed": "{(|X| - 1)(1 - beta)/beta} is at most {e^(epsilon p/2) for n* rows}",
              "conclusion": "{the failure, a bound on n*, n*} is at most {beta, n*, a bound on n*}"},
       hypotheses=(
           Hypothesis("a cut labels the database", {"X": 3, "root": Fraction(5), "databases": with_a_wrong_label},
                      ("zero", "failure", "enough", "conclusion")),
           Hypothesis("one row is replaced", {"listed": 2, "replaced": 2}, ("change", "privacy")),
           Hypothesis("a cut has the weight e^(-epsilon err/2)", {
                          "X": 3, "root": Fraction(4), "learner": half_the_exponent},
                      ("failure", "enough", "conclusion")),
           Hypothesis("epsilon is halved in the exponent", {"learner": twice_the_exponent},
                      ("privacy", "hard", "needed", "conclusion")),
           Hypothesis("alpha < 1", {"X": 6, "root": Fraction(2), "alpha": Fraction(1), "beta": HALF},
                      ("room", "needed", "conclusion")),
           Hypothesis("beta <= |X|/(|X| + 1)", {"beta": 9 * TENTH}, ("conclusion",)),
           Hypothesis("|X| >= 2", needless="with one point the lower bound is minus infinity; the upper one holds")))
def every_bit_costs_rows(given: Task, t: Formula = likely_errors, least: Formula = fewest_rows,
                         most: Formula = enough_rows) -> Iterator[Line]:
    X, root, alpha, beta, epsilon = *given[:4], Logarithm(given.root**2)
    sizes, odds = range(1, given.listed + 1), (1 - beta) / beta
    yield from (Line("change", "==", losses(given, n)[0], 1, ("n =", n), losses(given, n)[2]) for n in sizes)
    yield from (Line("privacy", "<=", losses(given, n)[1], root**2, ("n =", n), losses(given, n)[2]) for n in sizes)
    yield from (Line("zero", "==", max(map(min, laws(given, n))), 0, ("n =", n)) for n in ROWS)
    yield from (Line("failure", "<=", worst(given, n, p - 1), X / (X + root**p), ("n =", n, "p =", p))
                for n in ROWS for p in range(1, n + 1))
    limit = int(as_bracket(t(X, epsilon, beta)).upper)
    yield Line("beyond t", "<=", X / (X + root ** (limit + 1)), beta * X / (X + 1))
    first = next(n for n in count(1) if root ** (alpha.numerator * n) >= (X * odds) ** alpha.denominator)
    yield from (Line("enough", "<=", worst(given, n, alpha * n), beta, ("n =", n)) for n in (first, first + 1))
    n = least_rows(given)
    p = int(alpha * n) + 1
    yield Line("room", "<=", p, n)
    law = errors_law(given, ((0, 0),) * p + ((X - 1, 0),) * (n - p))
    yield Line("hard", "<=", (X - 1) / (X - 1 + root**p), above(law, p - 1))
    yield Line("needed", "<=", (X - 1) * odds, root**p)
    yield Line("conclusion", "<=", least(X, epsilon, alpha, beta), n, "needed")
    yield Line("conclusion", "<=", n, most(X, epsilon, alpha, beta), "enough")
    yield from (Line("conclusion", "<=", worst(given, m, limit), beta, ("n =", m)) for m in ROWS if m > limit)


def refutes_every_bit_costs_rows(given: Task, step: str, case: Any, t: Formula, least: Formula, most: Formula) -> bool:
    """Tell whether a line is false: every cut's errors and probability on every database by itself."""
    X, root, alpha, beta = given[:4]
    learner = cache(lambda S: given.learner(X, root**2)(S).exact())

    def wrong(u: int, S: Rows) -> int:
        return sum((x <= u) != y for x, y in S)

    def chance(S: Rows, p: int) -> Fraction:
        return sum((q for u, q in learner(S).items() if wrong(u, S) >= p), Fraction(0))

    def missed(n: int, p: int, allowed: Fraction) -> bool:
        return any(chance(S, p) > allowed for S in given.databases(X, n))

    far = 1 + int(as_bracket(t(X, Logarithm(root**2), beta)).upper)
    if step == "beyond t":
        return beta * root**far < X + 1 - beta * X
    if case and case[0] == "n =":
        n = case[1]
        if step in ("change", "privacy"):
            pairs = product(map(tuple, product(labelled_rows(X), repeat=n)), repeat=2)
            near = [(S, T) for S, T in pairs if sum(a != b for a, b in zip(S, T, strict=True)) <= given.replaced]
            return any(abs(wrong(u, S) - wrong(u, T)) > 1 if step == "change" else
                       learner(S)[u] > root**2 * learner(T)[u] for S, T in near for u in range(-1, X))
        if step == "zero":
            return any(all(wrong(u, S) for u in range(-1, X)) for S in given.databases(X, n))
        p = {"failure": case[-1], "enough": int(alpha * n) + 1, "conclusion": far}[step]
        return missed(n, p, X / (X + root**p) if step == "failure" else beta)
    n = next(n for n in count(1) if not missed(n, int(alpha * n) + 1, beta))
    p, S = int(alpha * n) + 1, ((0, 0),) * (int(alpha * n) + 1) + ((X - 1, 0),) * (n - int(alpha * n) - 1)
    low, high = (as_bracket(bound(X, Logarithm(root**2), alpha, beta)) for bound in (least, most))
    return {"room": p > n, "hard": chance(S, p) * (X - 1 + root**p) < X - 1,
            "needed": (X - 1) * (1 - beta) > beta * root**p,
            "conclusion": low.lower > n if case == "needed" else high.upper < n}[step]
