"""FX15, Theorem 2.5, lower bound: its proof, from a private learner to its runs on one database, and on dummies."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, exp, factorial, log, log1p, prod
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation import smallest_probabilistic_representation
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.formulas import Formula
from privlearn.exact.fractions import QUARTER
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import Law, choice
from privlearn.learners.generic import PrivateOptimum, best_private_learner
from privlearn.learners.selection import drawn_hypotheses
from privlearn.learners.selection.representations import success_on_every_database
from privlearn.learning import error
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.fx15.representation_learning import representation_from_learner  # noqa: F401  the statement
from privlearn.papers.fx15.representation_learning.instances import CASES, CLASSES, Case, optimum, places

Row = tuple[int, ...]
Database = tuple[tuple[int, int], ...]
CONFIDENCES = (QUARTER, Fraction(1, 10), Fraction(1, 100))
DUMMY = ConceptClass.from_matrix([[0, 0], [1, 0]])  # a real point and a dummy that every concept labels 0


class Runs(NamedTuple):
    """A private learner A and its success on samples of D with the labels of f; the database S_0 of its runs.

    With ``dummy`` the last point is a dummy, of mass ``1 - 4 epsilon``.  ``dimension`` is from where on the dimension
    bounds the examples; ``name`` is that of the class, if its least representations are compared with.
    """

    A: Callable[[Any], Law]
    exp_alpha: Fraction
    success: Fraction
    f: Row
    D: tuple[Fraction, ...]
    S_0: Database
    epsilon: Fraction = QUARTER
    delta: Fraction = QUARTER
    dummy: bool = False
    dimension: int = 5
    name: str = ""

    @property
    def n(self) -> int:
        return len(self.S_0)

    @property
    def derived(self) -> tuple[str, ...]:
        return "success", "name"

    def fitted(self) -> "Runs":
        return self._replace(success=sum((p * good_mass(self, S) for p, S in samples(self)), Fraction(0)))


@cache
def told(A: Callable[[Any], Law], S: Database) -> dict[Any, Fraction]:
    return A(S).exact()


def good_mass(given: Runs, S: Database) -> Fraction:
    """Return how often A names a function of error at most epsilon."""
    return sum((p for h, p in told(given.A, S).items() if error(given.D, given.f, h) <= given.epsilon), Fraction(0))


def samples(given: Runs) -> Iterator[tuple[Fraction, Database]]:
    """Yield the multisets of n examples, with their probabilities."""
    rows = [(x, y) for x, (y, p) in enumerate(zip(given.f, given.D, strict=True)) if p]
    for S in combinations_with_replacement(rows, given.n):
        times = Counter(S)
        ways = Fraction(factorial(given.n), prod(map(factorial, times.values())))
        yield ways * prod(given.D[x] ** k for (x, _), k in times.items()), S


def counting_learner(ratio: Fraction, n: int) -> Callable[[Any], Law]:
    """Two points and a dummy: name a point with a chance of ``r^k`` in ``2 r^n + 4`` if k rows say that it is 1."""
    def counts(database: Any) -> Law:
        chances = [ratio ** database.count((x, 1)) / (2 * ratio**n + 4) for x in (0, 1)]
        return choice({(1, 0, 0): chances[0], (0, 1, 0): chances[1], (0, 0, 0): 1 - sum(chances)})

    return counts


@cache
def counting(ratio: Fraction, n: int, epsilon: Fraction) -> Runs:
    """Return the learner that counts, on dummies, with its exact success."""
    D = (4 * epsilon, Fraction(0), 1 - 4 * epsilon)
    return Runs(counting_learner(ratio, n), ratio, Fraction(0), (1, 0, 0), D, ((2, 0),) * n, epsilon,
                dummy=True).fitted()


@cache
def least_size(name: str, confidence: Fraction) -> int:
    """Return the least K of a (1/4, confidence)-representation of the class by sets of K functions."""
    return smallest_probabilistic_representation(CLASSES[name], QUARTER, confidence)


def logarithm(p: Fraction, K: int, times: int = 1) -> Bracket:
    """Return ``times ln p``, to more bits than K has."""
    return bracket_of(lambda: ball(p).log() * times, 128 + 4 * K.bit_length())


@cache
def worst_ratio_of(A: Callable[[Any], Law], n: int) -> Any:
    return audit_pure(A, multiset_databases(labelled_rows(3), n), replace_one_unordered).exp_epsilon


def doubting(ratio: Fraction, n: int, success: Fraction, more: Row = ()) -> Runs:
    """Return a learner of two concepts, on a database against the one that is right: a row costs it a factor r."""
    def doubts(database: Any) -> Law:
        named = success / ratio ** database.count((0, 0))
        return choice({(1, *more): named, (0, *more): 1 - named})

    return Runs(doubts, ratio, success, (1, *more), (Fraction(1),), ((0, 0),) * n)


@cache
def padded_optimum(epsilon: Fraction, rows: int, accuracy: Fraction) -> PrivateOptimum:
    """Return the best private learner where the real point has mass 4 alpha."""
    return best_private_learner(DUMMY, rows, exp_bracket(epsilon, 40), accuracy, [(4 * accuracy, 1 - 4 * accuracy)])


def worst_games(case: Case) -> Iterator[Runs]:
    """Yield the best private learner of a class on each database, with the game that gives a good set least there."""
    found, (name, epsilon, n), concepts = optimum(case), case, CLASSES[case[0]]
    ratio, success = exp_bracket(epsilon, 40).lower, 1 - found.strict[1].upper
    games = {frozenset(h for h in product((0, 1), repeat=concepts.size) if error(D, f, h) <= QUARTER):
             Runs(found.learner, ratio, success, f, D, (), name=name)
             for f, D in product(concepts.rows(), places(concepts.size))}
    for S in multiset_databases(labelled_rows(concepts.size), n):
        yield min((game._replace(S_0=S) for game in games.values()), key=lambda game: good_mass(game, S))


@cache
def family() -> list[Runs]:
    """The corners of the formula; the best learners on all databases; two learners on dummies."""
    found = [doubting(ratio, n, success)._replace(delta=delta)
             for n, ratio, success, delta in drawn_hypotheses.instances()]
    found += [game._replace(delta=delta) for case in CASES for game in worst_games(case) for delta in CONFIDENCES]
    for epsilon, n, accuracy in product((Fraction(1, 2), Fraction(1)), range(2, 7), (QUARTER / 4, QUARTER / 8)):
        best = padded_optimum(epsilon, n, accuracy)
        found += [Runs(best.learner, exp_bracket(epsilon, 40).lower, 1 - best.strict[1].upper, (bit, 0), (
            4 * accuracy, 1 - 4 * accuracy), ((1, 0),) * n, accuracy, dummy=True) for bit in (0, 1)]
    given = counting(Fraction(5, 2), 3, QUARTER / 4)  # with two real points, on one of which a good function errs
    found.append(given._replace(f=(1, 1, 0), D=(QUARTER * 3 / 4, QUARTER / 4, 1 - QUARTER)).fitted())
    return found + [counting(*case) for case in product(
        (Fraction(3, 2), Fraction(5, 2)), (1, 2, 3, 20, 100), (QUARTER / 8, QUARTER / 4, QUARTER / 2, QUARTER))]


@proof("FX15-2.5.lb", grade="certified",
       quantifier="the best private learner of the one-point class, T3 and all functions on 2 points, alpha = 1/2, 1, "
                  "n = 1..5: every database S_0, with the target and the distribution of denominator 20 whose good set "
                  "has least mass there, delta = 1/4, 1/10, 1/100, and the least size of a representation for the "
                  "first two; the instances of the formula, n = 0, 1, 40, e^alpha = 1, 3/2, 10^6, delta = 9/10, 1/2, "
                  "10^-100, a learner that a row costs a factor e^alpha; n dummies: the best learner of two functions, "
                  "n = 2..6, epsilon = 1/16, 1/32, and one that counts, e^alpha = 3/2, 5/2, n = 1, 2, 3, 20, 100, "
                  "epsilon = 1/32, 1/16, 1/8, 1/4, once with two real points",
       instances=family, start=lambda: counting(Fraction(5, 2), 3, QUARTER / 2),
       steps={"success": "{1 - delta_0} is at most {Pr[A(S) in G] for a random sample S}",
              "sample": "{Pr[A(S) in G] for a random sample S} is at most {the largest of a sample}",
              "group": "{e^(-alpha k) Pr[A(S) in G], k rows of S being replaced,} is at most {Pr[A(S_0) in G]}",
              "run": "{q} is at most {Pr[A(S_0) in G]}",
              "runs/power": "{K ln(1 - q)} is at most {-q K}",
              "runs/number": "{-q K} is at most {ln delta}",
              "dummy/error": "{the largest error of a function in G on the real rows} is at most {1/4}",
              "dummy/mean": "{(1 - delta_0)/E e^(alpha M)} is at most {Pr[A(S_0) in G]}",
              "dummy/moment": "{ln E e^(alpha M)} is at most {4 epsilon n (e^alpha - 1)}",
              "attained": "{what a learner that counts keeps of its success} equals {Pr[A(S_0) in G]}",
              "dimension": "{the logarithm of the number of runs on dummies} is at most {20 alpha epsilon n}",
              "conclusion": "{K ln Pr[A(S_0) not in G], or the least size of a representation,} is at most "
                            "{ln delta, or K}"},
       hypotheses=(
           Hypothesis("A is alpha-private", lambda: [
               given._replace(exp_alpha=(1 + given.exp_alpha) / 2) for given in (counting(Fraction(5, 2), 3, QUARTER),
                                                                               doubting(Fraction(9), 2, QUARTER))],
                      ("group", "run", "dummy/mean", "conclusion")),
           Hypothesis("A succeeds with probability 1 - delta_0", lambda: [
               counting(Fraction(5, 2), n, QUARTER / 4)._replace(success=Fraction(99, 100)) for n in (1, 3)],
                      ("success", "run", "dummy/mean", "conclusion")),
           Hypothesis("S_0 consists of dummies", lambda: [doubting(Fraction(5, 2), 3, QUARTER, (0,))._replace(
               D=(QUARTER, 1 - QUARTER), epsilon=QUARTER / 4, dummy=True)], ("dummy/mean",)),
           Hypothesis("alpha <= 1", lambda: [counting(Fraction(16), n, QUARTER) for n in range(1, 4)], ("dimension",)),
           Hypothesis("PRDim >= 5", lambda: [counting(Fraction(5, 2), 3, QUARTER / 4)._replace(dimension=0)],
                      ("dimension",)),
           Hypothesis("epsilon <= 1/4", needless="else the dummy would have a negative mass, 1 - 4 epsilon")))
def runs_on_one_database_represent(given: Runs, draws: Formula = drawn_hypotheses) -> Iterator[Line]:
    n, r, mass = given.n, given.exp_alpha, good_mass(given, given.S_0)
    masses = [(p, S, good_mass(given, S)) for p, S in samples(given)]
    mean = sum((p * won for p, _, won in masses), Fraction(0))
    yield Line("success", "<=", given.success, mean)
    yield Line("sample", "<=", mean, max(won for *_, won in masses))
    for _, S, won in masses:
        yield Line("group", "<=", won / r ** (n - (Counter(S) & Counter(given.S_0)).total()), mass, S)
    q, K = given.success / r**n, draws(n, r, given.success, given.delta)
    enough = logarithm(given.delta, K)
    yield Line("run", "<=", q, mass)
    yield Line("runs/power", "<=", logarithm(1 - q, K, K), -q * K)
    yield Line("runs/number", "<=", -q * K, enough)
    if given.dummy:
        yield from on_dummies(given, mass)
    yield Line("conclusion", "<=", logarithm(1 - mass, K, K), enough, "miss")
    if given.name and given.delta in CONFIDENCES[:2]:
        yield Line("conclusion", "<=", least_size(given.name, given.delta), K, "least")


def on_dummies(given: Runs, mass: Fraction) -> Iterator[Line]:
    """Yield the lines on the database of dummies."""
    n, r, real = given.n, given.exp_alpha, 4 * given.epsilon
    alone = tuple(p / real for p in given.D[:-1])
    good = [h for h in told(given.A, given.S_0) if error(given.D, given.f, h) <= given.epsilon]
    yield Line("dummy/error", "<=", max(error(alone, given.f[:-1], h[:-1]) for h in good), QUARTER)
    yield Line("dummy/mean", "<=", success_on_every_database(n, r, given.success, real), mass)
    x = real * n * (r - 1)
    grown = sum((p * r ** sum(x < len(given.D) - 1 for x, _ in S) for p, S in samples(given)), Fraction(0))
    yield Line("dummy/moment", "<=", log_bracket(grown), x)
    if n <= 3:
        counts = counting(r, n, given.epsilon)
        yield Line("attained", "==", success_on_every_database(n, r, counts.success, real),
                   good_mass(counts, counts.S_0))
        yield Line("attained", "<=", worst_ratio_of(counts.A, n), r, "privacy")
    number = log_bracket(2 * ceil((log_bracket(4) * exp_bracket(x) * Fraction(4, 3)).upper)) / log_bracket(2)
    if number.upper >= given.dimension:
        yield Line("dimension", "<=", number, 20 * log_bracket(r) * given.epsilon * n)


def refutes_runs_on_one_database_represent(given: Runs, step: str, case: Any, draws: Formula) -> bool:
    """Tell whether a line is false: samples drawn row by row, replaced rows counted one by one, numbers in floats."""
    n, r, f, D = given.n, given.exp_alpha, given.f, given.D

    def mass(S: Database) -> Fraction:
        return sum((p for h, p in given.A(S).exact().items()
                    if sum(w for w, a, b in zip(D, h, f, strict=True) if a != b) <= given.epsilon), Fraction(0))

    if step == "success":
        return sum(prod(D[x] for x in S) * mass(tuple((x, f[x]) for x in S))
                   for S in product([x for x, p in enumerate(D) if p], repeat=n)) < given.success
    if step == "group":
        left = list(given.S_0)
        for row in case:
            if row in left:
                left.remove(row)
        return mass(case) > r ** len(left) * mass(given.S_0)
    if step == "dummy/mean":
        grown = sum(prod(4 * given.epsilon * r if bit else 1 - 4 * given.epsilon for bit in real)
                    for real in product((0, 1), repeat=n))
        return given.success > grown * mass(given.S_0)
    if step == "dimension":
        runs = 2 * ceil(4 / 3 * log(4) * exp(4 * float(given.epsilon) * n * float(r - 1)))
        return log(runs) > 20 * log(2) * log(r) * given.epsilon * n
    K, enough = draws(n, r, given.success, given.delta), log(given.delta.numerator) - log(given.delta.denominator)
    if step == "runs/number":
        return -float(K * given.success / r**n) > enough
    if case == "least":  # under the uniform distribution K functions are good for K times as many targets at most
        targets, size = CLASSES[given.name].rows(), len(f)
        served = max(sum(4 * sum(a != b for a, b in zip(h, g, strict=True)) <= size for g in targets)
                     for h in product((0, 1), repeat=size))
        return 1 - Fraction(K * served, len(targets)) > given.delta
    return K * log1p(-float(mass(given.S_0))) > enough
