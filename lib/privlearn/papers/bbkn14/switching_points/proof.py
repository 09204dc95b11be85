"""BBKN14, Section 5.1: the reduction of Theorem 5.4, step by step in games whose distribution has one or two atoms.

Definitions
-----------
Concepts that are 1 on the same atoms have the same errors: *gap* g holds those that are 1 on the first g atoms.  A
learner is a function of the rows of a block, or a table of hypotheses with their chances, whatever the rows.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import compress, product
from math import comb, floor, log
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, as_fraction, rational
from privlearn.exact.brackets import round_down, round_up
from privlearn.exact.fractions import HALF
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.rationals import rational_square_root
from privlearn.laws import Law, choice, uniform
from privlearn.learners.intervals import (ReductionPlan, flipping_interval_learner, interval_reduction_failure,
                                          plan_reduction, switch_numbers)
from privlearn.learners.intervals.switching import as_steps
from privlearn.learning import samples
from privlearn.learning.labelled import errors
from privlearn.papers.bbkn14.switching_points import deviations, sample_size, switching  # noqa: F401  the steps
from privlearn.papers.bbkn14.switching_points.instances import SEVENTHS
from privlearn.papers.bbkn14.switching_points.reduction import ALPHA, BETA

Rows = tuple[tuple[int, int], ...]
Table = tuple[tuple[tuple[int, ...], Fraction], ...]
Kind = tuple[tuple[bool, ...], tuple[tuple[int, int], ...]]  # on which atoms it errs, how many concepts each gap has


class Game(NamedTuple):
    """A target t, a distribution D on T points, a learner A, I blocks of n rows, s last rows."""

    T: int
    D: tuple[tuple[int, Fraction], ...]
    t: int
    A: Callable[["Game", Rows], Law] | Table
    n: int
    z: int
    alpha: Fraction
    beta: Fraction
    exp_epsilon: Fraction
    I: int  # noqa: E741
    s: int

    @property
    def derived(self) -> tuple[str, ...]:
        return "I", "s"

    @property
    def labels(self) -> dict[str, str]:
        return {"exp_epsilon": "e^epsilon"}

    def fitted(self) -> "Game":
        """Return the game with the blocks and rows of the plan, its one or two points in order."""
        if not 1 <= len(self.D) <= 2 or not 0 <= self.t <= self.T:
            raise ValueError("D must have one or two points, and t must be at most T")
        return game(self.T, dict(sorted(self.D)), self.t, self.A, self.n, self.z, self.alpha, self.beta,
                    self.exp_epsilon)

    @property
    def places(self) -> list[Fraction]:
        return [dict(self.D).get(x, Fraction(0)) for x in range(self.T)]

    @property
    def target(self) -> tuple[int, ...]:
        return tuple(int(x < self.t) for x in range(self.T))


def flipping(given: Game, rows: Rows) -> Law:
    """Draw an interval by its errors, and turn over none or one of its bits."""
    return flipping_interval_learner(given.T, given.exp_epsilon, uniform((0, 1)))(rows)


def game(T: int, D: dict[int, Fraction], t: int, A: Any, n: int, z: int, alpha: Fraction = ALPHA,
         beta: Fraction = BETA, ratio: Fraction = Fraction(4)) -> Game:
    """Return a game with the blocks and rows of the plan."""
    plan = plan_reduction(n, z, ratio, alpha, beta)
    return Game(T, tuple(D.items()), t, A, n, z, alpha, beta, ratio, plan.blocks, plan.rows)


def start(mass: Fraction = Fraction(1, 12), A: Any = flipping, z: int = 4) -> Game:
    return game(6, {1: mass, 4: 1 - mass}, 3, A, 32, z)


def on_one_point(k: int, z: int, alpha: Fraction, beta: Fraction) -> Game:
    """Return the k-th game in which all rows show one point.

    The four answers are constants and, where these switch often enough, alternating functions, wrong or right at the
    point: in turn the extreme chances that are assumed, beta/6 for wrong ones, 1/2 for those that switch often.
    """
    T, ratio, table = k % 64 + 1, (Fraction(4), Fraction(9, 4), Fraction(25))[k % 3], dict[Any, Fraction]()
    t, x, b, none = k // 7 % (T + 1), k % T, beta / 6, Fraction(0)
    chances = ((b, HALF - b, none, HALF), (none, HALF, b, HALF - b), (b, 1 - b, none, none), (none, HALF, none, HALF),
               (none, 1 - b, b, none), (none, 1 - none, none, none))[k // 3 % 6]
    for p, (often, right) in zip(chances, product((False, True), repeat=2), strict=True):
        h = tuple(int(x < t) ^ (not right) ^ (often and z <= T and (x - y) % 2) for y in range(T))
        table[h] = table.get(h, none) + p
    return game(T, {x: Fraction(1)}, t, tuple((h, p) for h, p in table.items() if p), k % 3, z, alpha, beta, ratio)


@cache
def family() -> list[Game]:
    tenths, twentieths = ([Fraction(j, unit) for j in range(1, unit // 10 + 9)] for unit in (10, 20))
    parameters = [*product((2, 3, 4, 5, 6), SEVENTHS, SEVENTHS), *product((11,), twentieths, tenths), *(
        ((2, 3, 2**64)[k % 3], tenths[k % 9], Fraction(k, 1000)) for k in range(1, 1000))]
    two = [(16, {10: HALF, 20: HALF}), (16, {15: HALF, 16: HALF}), (3, {0: Fraction(1, 8), 31: Fraction(7, 8)}),
           (0, {5: Fraction(9, 20), 6: Fraction(11, 20)}), (32, {12: Fraction(3, 5), 30: Fraction(2, 5)})]
    return [*(on_one_point(k, *chosen) for k, chosen in enumerate(parameters)), start(),
            *(game(32, D, t, flipping, 32, 3) for t, D in two)]


def learned(given: Game) -> dict[Any, Any]:
    """Return the law of A on a random block."""
    if not callable(given.A):
        return dict(given.A)
    found: dict[Any, Any] = {}
    for rows, p in samples(given.places, given.target, given.n):
        for h, share in given.A(given, rows).masses().items():
            found[h] = found.get(h, 0) + rational(p) * share
    return found


def kept(given: Game) -> dict[Kind, Any]:
    """Run A on one block after the other, and return how likely each kind of hypothesis is to be kept."""
    kinds, target, points, left = dict[Kind, Any](), given.target, [x for x, _ in given.D], rational(1)
    for h, p in learned(given).items():
        if len(numbers := switch_numbers(h)) <= given.z:
            gaps = Counter(bisect_left(points, j) for j in numbers)
            kind = tuple(as_steps(h)(x) != target[x] for x in points), tuple(sorted(gaps.items()))
            kinds[kind] = kinds.get(kind, 0) + rational(p)
    found = dict.fromkeys(kinds, rational(0))
    for _ in range(given.I):
        found = {kind: found[kind] + left * p for kind, p in kinds.items()}
        left *= 1 - sum(kinds.values())
    return found


def on(wrong: Iterable[bool], weights: Iterable[Any]) -> Any:
    """Return the weight of the atoms that are wrong."""
    return sum(compress(weights, wrong))


class Chances:
    """Probabilities of what may go wrong, and the extremes over samples and hypotheses."""

    def __init__(self, given: Game) -> None:
        a, s, target = given.alpha / 4, given.s, given.target
        self.found, self.far, self.misled, self.drawn, self.failed, self.unsound, self.stray = (
            [rational(0)] * 7)
        self.off, self.most_misled, self.least, self.bad = [rational(0)] * 4
        root, masses = rational(rational_square_root(given.exp_epsilon)), [q for _, q in given.D]
        gaps = [[(k < g) != target[x] for k, (x, _) in enumerate(given.D)] for g in range(len(masses) + 1)]
        counts = ((Counter(x for x, _ in rows), q) for rows, q in samples(given.places, target, s))
        seen = [([count[x] for x, _ in given.D], rational(q)) for count, q in counts]
        for rows, q in seen:
            both = [(on(wrong, rows), on(wrong, masses)) for wrong in gaps]
            self.stray += q * any(abs(e - s * error) >= s * a for e, error in both)
            self.unsound += q * any(e <= 3 * a * s and error > given.alpha for e, error in both)
        for (wrong, offered), p in kept(given).items():
            error, off, misled, failed, drawn = on(wrong, masses), *[rational(0)] * 4
            for rows, q in seen:
                own, law = on(wrong, rows), [on(gaps[g], rows) for g, _ in offered]
                odds = [count * root ** (min(law) - e) for e, (_, count) in zip(law, offered, strict=True)]
                off, misled = off + q * (abs(own - s * error) >= s * a), misled + q * (own > 2 * a * s)
                failed += q * on((on(gaps[g], masses) > given.alpha for g, _ in offered), odds) / sum(odds)
                if own <= 2 * a * s:
                    bad = on((e > 3 * a * s for e in law), odds) / sum(odds)
                    self.least, self.bad = max(self.least, rational(Fraction(min(law), s))), max(self.bad, bad)
                    drawn += q * bad
            self.found, self.failed, self.off = self.found + p, self.failed + p * failed, max(self.off, off)
            if error > a:
                self.far += p
            else:
                self.misled, self.drawn = self.misled + p * misled, self.drawn + p * drawn
                self.most_misled = max(self.most_misled, misled)


def near(number: Any) -> Fraction | Bracket:
    """Return a number, if it has many digits as a bracket."""
    value = as_fraction(number)
    return value if value.denominator < 2**64 else Bracket(round_down(value, 64), round_up(value, 64))


@proof("BBKN14-5.4.alg", steps_of="BBKN14-5.4", grade="certified",
       quantifier="1214 games on one point, T up to 64, z up to 2^64: alpha in twentieths up to 1/2, sevenths, tenths; "
                  "beta = 1/1000, ..., 999/1000 and sevenths; e^epsilon = 9/4, 4, 25; learners that err and switch "
                  "often as much as is assumed. T = 6 and 32, six distributions on two points: the exponential "
                  "mechanism on 32 rows, with one random bit turned over half of the time",
       instances=family, start=start,
       steps={"s/terms": "{the terms of s in alpha, beta} equal {those in alpha', beta'}",
              "s/sample": "{2 e^(-2 s alpha'^2)} is at most {beta'}",
              "s/draw": "{z e^(-epsilon alpha' s/2)} is at most {beta'/(1 - beta')}",
              "step3/fail": "{Pr[FAIL]} is at most {beta'}",
              "step3/inaccurate": "{Pr[error of h > alpha'], one being found} is at most {2 beta'}",
              "hoeffding/off": "{Pr[Q is off by alpha' or more]} is at most {2 e^(-2 s alpha'^2)}",
              "hoeffding/double": "{Pr[Q > 2 alpha'], the error being at most alpha'} is at most {beta'}",
              "eq-ratio/best": "{the least empirical error in SWITCH(h)} is at most {2 alpha'}",
              "eq-ratio/odds": "{e^(epsilon alpha' s/2)/z Pr[bad]} is at most {Pr[good]}",
              "eq-ratio/share": "{Pr[bad]} is at most {beta'}",
              "vc/off": "{Pr[some concept is off by alpha' or more]} is at most {2 e^(-2 s alpha'^2)}",
              "vc/sound": "{Pr[some concept of error > alpha is good]} is at most {beta'}",
              "total": "{the sum of the five chances} is at most {beta}",
              "samples": "{I n' + s} equals {the displayed number}",
              "conclusion": "{Pr[FAIL, or error > alpha]} is at most {beta}"},
       wordless={"one-decreasing": "of all intervals on up to 64 points it is a check of its own",
                 "private": "on all databases of small instances it is a check of its own"},
       hypotheses=(
           Hypothesis("A is epsilon-private", needless="only privacy rests on it, and that is audited on all databases "
                      "of small instances"),
           Hypothesis("A switches seldom with probability at least 1/2", lambda: [start(HALF, z=2)],
                      ("step3/fail", "step3/inaccurate", "total", "conclusion")),
           Hypothesis("A has error at most alpha' with probability at least 1 - beta'",
                      lambda: [start(HALF, (((1,) * 6, HALF), ((0,) * 6, HALF)))],
                      ("step3/inaccurate", "total", "conclusion")),
           Hypothesis("there are I blocks", lambda: [start(HALF, z=3)._replace(I=1)],
                      ("step3/fail", "total", "samples", "conclusion")),
           Hypothesis("the last draw has s rows", {"s": 1},
                      ("s/sample", "s/draw", "hoeffding/double", "eq-ratio/share", "vc/sound", "total", "samples",
                       "conclusion"))))
def reduction_fails_seldom(given: Game) -> Iterator[Line]:
    alpha, beta, z, s = given.alpha, given.beta, given.z, given.s
    a, b, epsilon = alpha / 4, beta / 6, ball(given.exp_epsilon).log()
    stray, growth = (bracket_of(x.exp, 64) for x in (ball(-2 * s * a**2), epsilon * ball(a * s / 2)))
    yield Line("s/terms", "==", (8 / alpha**2, 12 / beta, 8 / alpha, (6 - beta) * z / beta),
               (1 / (2 * a**2), 2 / b, 2 / a, (1 - b) * z / b))
    yield Line("s/sample", "<=", 2 * stray, b)
    yield Line("s/draw", "<=", z / growth, b / (1 - b))
    chance = Chances(given)
    yield Line("step3/fail", "<=", near(1 - chance.found), b)
    yield Line("step3/inaccurate", "<=", near(chance.far / chance.found), 2 * b)
    yield Line("hoeffding/off", "<=", near(chance.off), 2 * stray)
    yield Line("hoeffding/double", "<=", near(chance.most_misled), b)
    yield Line("eq-ratio/best", "<=", near(chance.least), 2 * a)
    yield Line("eq-ratio/odds", "<=", growth / z * near(chance.bad), near(1 - chance.bad))
    yield Line("eq-ratio/share", "<=", near(chance.bad), b)
    yield Line("vc/off", "<=", near(chance.stray), 2 * stray)
    yield Line("vc/sound", "<=", near(chance.unsound), b)
    yield Line("total", "<=", near(
        1 - chance.found + chance.far + chance.misled + chance.drawn + chance.unsound), beta)
    rows = bracket_of(lambda: ball(12 / beta).log() * ball(8 / alpha**2)
                      + ball((6 - beta) * z / beta).log() * ball(8 / alpha) / epsilon)
    yield Line("samples", "==", given.I * given.n + s,
               next(k for k in range(64) if 2**k * b >= 1) * given.n - floor(-rows.upper))
    yield Line("conclusion", "<=", near(1 - chance.found + chance.failed), beta)


def by_first_points(D: tuple[tuple[int, Fraction], ...], t: int, rows: int) -> list[tuple[Rows, Fraction]]:
    """Return the samples of so many rows by how many show the first of one or two atoms, with probabilities."""
    first, last = ((x, int(x < t)) for x in (D[0][0], D[-1][0]))
    return [((first,) * k + (last,) * (rows - k), comb(rows, k) * D[0][1]**k * (1 - D[0][1])**(rows - k))
            for k in range(rows + 1) if len(D) > 1 or k == rows]


def refutes_reduction_fails_seldom(given: Game, step: str, case: Any) -> bool:
    """Tell whether a line is false: hypotheses and concepts as they are, samples by their number of first points."""
    T, D, t, A, n, z, alpha, beta, ratio, I, s = given  # noqa: E741
    learn, a, b = partial(A, given) if callable(A) else lambda _: choice(dict(A)), alpha / 4, beta / 6
    if step.startswith("s/"):
        return ((log(z * (1 - b) / b) - log(ratio) * a * s / 2) if step == "s/draw" else log(2 / b) - 2 * s * a**2) > 0

    split = partial(by_first_points, D, t)
    few = {h.bits(): q for h, q in choice(dict(split(n))).then(learn).map(as_steps).exact().items()
           if len(switch_numbers(h)) <= z}
    concepts = [(1,) * j + (0,) * (T - j) for j in range(T + 1)]
    error = {h: sum(q for y, q in D if h[y] != (y < t)) for h in (*few, *concepts)}
    if step == "step3/fail":
        return (1 - sum(few.values())) ** I > b
    if step == "step3/inaccurate":
        return sum(q for h, q in few.items() if error[h] > a) > 2 * b * sum(few.values())
    if step == "samples":
        return s == 1 or 2**I * b < 1
    if step == "hoeffding/double":
        return any(sum(q for rows, q in split(s) if errors(h, rows) > 2 * a * s) > b for h in few if error[h] <= a)

    def bad(h: tuple[int, ...], rows: Rows) -> Fraction:
        """Return the chance of a bad concept, 0 if h has too many errors itself."""
        wrong = [errors(concepts[j], rows) for j in switch_numbers(h)] if errors(h, rows) <= 2 * a * s else [0]
        weights = [rational_square_root(ratio) ** -e for e in wrong]
        return on((e > 3 * a * s for e in wrong), weights) / sum(weights)

    if step == "eq-ratio/share":
        return any(bad(h, rows) > b for h in few for rows, _ in split(s))
    unsound = sum(q for rows, q in split(s) if any(errors(c, rows) <= 3 * a * s and error[c] > alpha for c in concepts))
    if step == "vc/sound":
        return unsound > b
    if step == "total":
        lost = sum(q * r * (1 if error[h] > a or errors(h, rows) > 2 * a * s else bad(h, rows))
                   for h, q in few.items() for rows, r in split(s))
        none = (1 - sum(few.values())) ** I
        return none + (1 - none) * lost / (sum(few.values()) or 1) + unsound > beta
    found = interval_reduction_failure(lambda rows: learn(rows).map(as_steps), ratio, ReductionPlan(I, n, z, s), t,
                                       given.places, alpha)
    return found.failure > beta
