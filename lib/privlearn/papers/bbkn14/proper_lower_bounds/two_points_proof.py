"""BBKN14, Section 3.1: the proof of Lemma 3.9, line by line on the samples of the hard distributions.

Definitions
-----------
The domain has T = 2^d points, of which 0 is the common one and the others are targets.  A sample of a target i has rows
(i, 1), which *show* it, and rows (0, 0).  A learner is given by its laws on all samples of all targets; alpha is the
probability that a row shows the target, which the lemma lets decrease to the accuracy.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from math import isqrt
from typing import Any, NamedTuple

import privlearn.papers.bbkn14.proper_lower_bounds.rows_needed  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, binomial_probabilities, exp_bracket, is_at_most, log_bracket
from privlearn.exact.fractions import HALF, HUNDREDTH, TENTH
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.mechanisms.optima import two_point_failure
from privlearn.papers.bbkn14.proper_lower_bounds.instances import RATIO

Rows = tuple[tuple[int, int], ...]
Table = dict[Any, Fraction]
DISPLAYED = "(2^d - 2) e^(-4 epsilon alpha m) (1 - Gamma) <= Gamma"
ROWS = "d ln(2)/64 + ln(1/beta)/5 <= epsilon alpha m"
ALL_BUT_ZERO, ONE = "1 - c_0", Fraction(1)


class Sampled(NamedTuple):
    """A learner A of the points of d bits from m rows, each of which shows the target with probability alpha."""

    d: int
    m: int
    accuracy: Fraction
    alpha: Fraction
    beta: Fraction
    A: Callable[["Sampled", Rows], Table]
    exp_epsilon: Fraction = RATIO
    rows_are: str = "independent"
    claimed: str = "both bounds"

    @property
    def labels(self) -> dict[str, str]:
        return {"exp_epsilon": "e^epsilon", "rows_are": "rows", "claimed": "claimed"}


def exponential(given: Sampled, rows: Rows) -> Table:
    """Draw a point by e^(-epsilon/2) to the number of errors of its function."""
    root = Fraction(isqrt(given.exp_epsilon.numerator), isqrt(given.exp_epsilon.denominator))
    weights = {j: root ** -sum((x == j) != y for x, y in rows) for j in range(2**given.d)}
    return {j: w / sum(weights.values()) for j, w in weights.items()}


def best(given: Sampled, rows: Rows) -> Table:
    """Name the target as often as privacy on the samples allows."""
    shown = [x for x, y in rows if y]
    rare = 1 / (given.exp_epsilon ** len(shown) + 2**given.d - 2)
    return {j: rare * given.exp_epsilon ** shown.count(j) for j in range(1, 2**given.d)}


def by_first_row(given: Sampled, rows: Rows) -> Table:
    """Look at the first row alone."""
    return best(given, rows[:1])


def uniform(given: Sampled, rows: Rows) -> Table:
    """Ignore the rows."""
    return dict.fromkeys(range(2**given.d), Fraction(1, 2**given.d))


def always_one(given: Sampled, rows: Rows) -> Table:
    """Name the target 1."""
    return {1: ONE}


def follow(given: Sampled, rows: Rows) -> Table:
    """Name the target that is shown: no privacy at all."""
    return {max(1, *(x for x, _ in rows)): ONE}


def improper(given: Sampled, rows: Rows) -> Table:
    """Answer with the function that is 0 at the point 0 alone, and right about every target."""
    return {ALL_BUT_ZERO: ONE}


@dataclass
class Sides:
    """What the proof names on an instance."""

    given: Sampled

    @cached_property
    def targets(self) -> range:
        return range(1, 2**self.given.d)

    @cached_property
    def samples(self) -> dict[int, dict[Rows, Fraction]]:
        """For each target its samples with their probabilities."""
        given, found = self.given, {}
        for i in self.targets:
            if given.rows_are == "independent":
                found[i] = {tuple((i, 1) if bit else (0, 0) for bit in bits):
                            given.alpha ** sum(bits) * (1 - given.alpha) ** (given.m - sum(bits))
                            for bits in product((0, 1), repeat=given.m)}
            else:
                found[i] = {((i, 1),) * given.m: given.alpha, ((0, 0),) * given.m: 1 - given.alpha}
        return found

    @cached_property
    def laws(self) -> dict[Rows, Table]:
        return {rows: self.given.A(self.given, rows) for found in self.samples.values() for rows in found}

    def chance(self, j: int, rows: Rows) -> Fraction:
        """Pr[A(rows) = c_j]."""
        return self.laws[rows].get(j, Fraction(0))

    def is_good(self, rows: Rows) -> bool:
        return sum(y for _, y in rows) <= 2 * self.given.alpha * self.given.m

    @cached_property
    def good_success(self) -> dict[int, Fraction]:
        """For each target how often a sample is good and the target is named."""
        return {i: sum((q * self.chance(i, rows) for rows, q in found.items() if self.is_good(rows)), Fraction(0))
                for i, found in self.samples.items()}

    @cached_property
    def D(self) -> dict[int, Rows]:
        """For each target the good sample on which it is named most often."""
        return {i: max(filter(self.is_good, found), key=lambda rows: self.chance(i, rows))
                for i, found in self.samples.items()}

    @cached_property
    def tail(self) -> Bracket:
        """e^(-alpha m/3)."""
        return exp_bracket(-self.given.alpha * self.given.m / 3)

    @property
    def gamma(self) -> Bracket:
        return self.given.beta + self.tail

    def power(self, c: int) -> Bracket:
        """e^(c epsilon alpha m)."""
        return exp_bracket(c * self.given.alpha * self.given.m * log_bracket(self.given.exp_epsilon))

    @cached_property
    def least_failure(self) -> Fraction:
        """beta*(m)."""
        given = self.given
        return two_point_failure(2**given.d, given.m, given.exp_epsilon, given.alpha) if given.d > 1 else Fraction(0)

    @property
    def others_keep(self) -> Bracket:
        return (2**self.given.d - 2) * self.power(-4) * (1 - self.gamma)


def error_of(given: Sampled, j: Any, i: int) -> Fraction:
    """Return the error of an answer if the target is i."""
    return Fraction(0) if j in (i, ALL_BUT_ZERO) else given.alpha if j else ONE


def good_samples(s: Sides) -> Iterator[Line]:
    given, pairs = s.given, list(permutations(s.targets, 2))
    for i in s.targets:
        yield Line("target", "<", given.accuracy, min(error_of(given, j, i) for j in range(2**given.d) if j != i), i)
    for i, found in s.samples.items():
        yield Line("good", "<=", sum(q for rows, q in found.items() if not s.is_good(rows)), s.tail, i)
    for i in s.targets:
        yield Line("success/mean", "<=", 1 - s.gamma, s.good_success[i], i)
    for i in s.targets:
        yield Line("success/best", "<=", s.good_success[i], s.chance(i, s.D[i]), i)
    for i, j in pairs:
        yield Line("eq-dp/rows", "<=", hamming_distance(s.D[i], s.D[j]), 4 * given.alpha * given.m, (i, j))
    for i, j in pairs:
        yield Line("eq-dp/private", "<=", s.power(-4) * s.chance(j, s.D[j]), s.chance(j, s.D[i]), (i, j))
    for i in s.targets:
        yield Line("final/others", "<=", s.others_keep, 1 - s.chance(i, s.D[i]), i)
    for i in s.targets:
        yield Line("final/Gamma", "<=", 1 - s.chance(i, s.D[i]), s.gamma, i)


def closed_form(s: Sides) -> Iterator[Line]:
    given, others = s.given, 2**s.given.d - 2
    for k in range(given.m + 1):
        shown = [(i, rows) for i in s.targets for rows in s.samples[i] if sum(y for _, y in rows) == k]
        if not shown:
            continue
        a = sum(s.chance(i, rows) for i, rows in shown) / len(shown)
        q = sum(s.chance(j, rows) for i, rows in shown for j in s.targets if j != i) / (len(shown) * max(1, others))
        if others:
            yield Line("optimum/private", "<=", a, given.exp_epsilon**k * q, f"k = {k}")
        yield Line("optimum/sum", "<=", a + others * q, 1, f"k = {k}")
    yield Line("optimum/failure", "<=", s.least_failure, given.beta)


def two_terms(s: Sides) -> Iterator[Line]:
    given, T = s.given, 2**s.given.d
    hit = 1 - given.alpha * (1 - 1 / given.exp_epsilon)
    yield Line("confidence/power", "<=", Fraction(T - 2, T - 1) * hit**given.m, s.least_failure)
    yield Line("confidence/convex", "<=", s.power(-1), hit**given.m)
    if given.claimed == "both bounds":
        yield Line("confidence/thirds", "<=", Fraction(2, 3), Fraction(T - 2, T - 1))
        yield Line("confidence/fifths", "<=", (1 / given.beta)**2, (2 / (3 * given.beta))**5)
        yield Line("domain", "<", T - 2, s.power(16))
        yield Line("conclusion", "<=", given.d * log_bracket(2) / 64 + log_bracket(1 / given.beta) / 5,
                   given.alpha * given.m * log_bracket(given.exp_epsilon), ROWS)
    yield Line("conclusion", "<=", s.others_keep, s.gamma, DISPLAYED)


def failing_with(given: Sampled) -> Sampled:
    """Return the instance with beta what the learner fails with on the worst target, and the bounds that hold then."""
    s = Sides(given)
    beta = max(sum((q * p for rows, q in found.items() for j, p in s.laws[rows].items()
                    if error_of(given, j, i) > given.accuracy), Fraction(0)) for i, found in s.samples.items())
    return given._replace(beta=beta, claimed="both bounds" if beta <= HALF else "the displayed one")


def family() -> Iterator[Sampled]:
    """Yield four learners for several alphas and ratios, the accuracy slightly below alpha."""
    yield start()
    for (d, m), alpha, ratio in product(((2, 0), (2, 1), (2, 3), (2, 5), (2, 8), (3, 1), (3, 3)),
                                       (TENTH, 4 * TENTH, 9 * TENTH), (RATIO, Fraction(25))):
        for A in (exponential, best, by_first_row, uniform) if m < 8 else (exponential, best):
            yield failing_with(Sampled(d, m, alpha - HUNDREDTH, alpha, ONE, A, ratio))


def start() -> Sampled:
    """Return four points and eight rows: a sample is bad if seven or eight rows show the target."""
    return Sampled(2, 8, 39 * HUNDREDTH, 40 * HUNDREDTH, TENTH, best, Fraction(4))


RARE, CLOSE = Fraction(1, 1000), Fraction(101, 100)
LATER = "final/others", "final/Gamma", "optimum/failure", "domain", "conclusion"


@proof("BBKN14-3.9", grade="certified",
       quantifier="(d, m) = (2, 0), (2, 1), (2, 3), (2, 5), (2, 8), (3, 1), (3, 3), alpha = 1/10, 2/5, 9/10, the "
                  "accuracy 1/100 below it, e^epsilon = 9/4, 25; the exponential mechanism, the best on the samples, "
                  "the best that looks at the first row alone and the uniform learner (the first two if m = 8)",
       reason="e^(-alpha m/3) and e^(-4 epsilon alpha m) are irrational, so they are bracketed by rationals",
       instances=family, start=start,
       steps={"target": "{the accuracy} is less than {the least error of another answer}",
              "good": "{Pr[S is bad]} is at most {e^(-alpha m/3)}",
              "success/mean": "{1 - Gamma} is at most {Pr[A(S) = c_i and S is good]}",
              "success/best": "{Pr[A(S) = c_i and S is good]} is at most {Pr[A(D_i) = c_i]}",
              "eq-dp/rows": "{the rows in which D_i and D_j differ} are at most {4 alpha m}",
              "eq-dp/private": "{e^(-4 epsilon alpha m) Pr[A(D_j) = c_j]} is at most {Pr[A(D_i) = c_j]}",
              "final/others": "{(2^d - 2) e^(-4 epsilon alpha m) (1 - Gamma)} is at most {Pr[A(D_i) != c_i]}",
              "final/Gamma": "{Pr[A(D_i) != c_i]} is at most {Gamma}",
              "optimum/private": "{a_k} is at most {e^(epsilon k) q_k}",
              "optimum/sum": "{a_k + (2^d - 2) q_k} is at most {1}",
              "optimum/failure": "{beta*(m)} is at most {beta}",
              "confidence/power": "{(T - 2)/(T - 1) (1 - alpha (1 - e^(-epsilon)))^m} is at most {beta*(m)}",
              "confidence/convex": "{e^(-epsilon alpha m)} is at most {(1 - alpha (1 - e^(-epsilon)))^m}",
              "confidence/thirds": "{2/3} is at most {(T - 2)/(T - 1)}",
              "confidence/fifths": "{(1/beta)^2} is at most {(2/(3 beta))^5}",
              "domain": "{2^d - 2} is less than {e^(16 epsilon alpha m)}",
              "conclusion": "{the left side} is at most {the right side}"},
       wordless={"limit": "the lines hold for every alpha above the accuracy, and both sides are continuous in it"},
       hypotheses=(
           Hypothesis("alpha is above the accuracy",
                      {"accuracy": 4 * TENTH, "A": always_one, "beta": RARE, "exp_epsilon": CLOSE},
                      ("target", "success/mean", *LATER)),
           Hypothesis("the rows are independent", {"rows_are": "one row, repeated"},
                      ("good", "success/mean", "final/Gamma")),
           Hypothesis("A answers with point functions", {"A": improper, "beta": RARE, "exp_epsilon": CLOSE},
                      ("success/mean", *LATER)),
           Hypothesis("A fails with probability at most beta", {"A": uniform, "beta": RARE, "exp_epsilon": CLOSE},
                      ("success/mean", *LATER)),
           Hypothesis("A is epsilon-private", lambda: [start()._replace(A=follow, beta=HUNDREDTH, exp_epsilon=CLOSE)],
                      ("eq-dp/private", "final/others", "optimum/private", "optimum/failure", "domain", "conclusion")),
           Hypothesis("d is at least 2, for the second bound", {"d": 1, "m": 0, "A": always_one, "beta": RARE},
                      ("confidence/thirds", "conclusion")),
           Hypothesis("beta is at most 1/2, for the second bound", lambda: [start()._replace(
               m=0, A=uniform, beta=Fraction(3, 4))], ("confidence/fifths", "domain", "conclusion"))))
def proper_private_learners_of_points_need_rows(given: Sampled) -> Iterator[Line]:
    sides = Sides(given)
    for part in (good_samples, closed_form, two_terms):
        yield from part(sides)


def refutes_proper_private_learners_of_points_need_rows(given: Sampled, step: str, case: Any) -> bool:
    """Tell whether a line is false, from sets of rows and logarithms."""
    T, spread, beta = 2**given.d, given.alpha * given.m, given.beta
    loss = spread * log_bracket(given.exp_epsilon)
    if step == "target":
        return (given.alpha if T > 2 else ONE) <= given.accuracy
    if step.startswith("confidence"):
        return 3 * (T - 2) < 2 * (T - 1) if step == "confidence/thirds" else 243 * beta**3 > 32
    if step == "domain":
        return not is_at_most(log_bracket(T - 2), 16 * loss)
    if step == "optimum/failure":
        chances = binomial_probabilities(given.m, given.alpha)
        return sum(p / (1 + (T - 2) / given.exp_epsilon**k) for k, p in enumerate(chances)) + beta < 1
    if case == ROWS:
        return not is_at_most(given.d * log_bracket(2) / 64 - log_bracket(beta) / 5, loss)
    bad = beta + exp_bracket(-spread / 3)
    if case == DISPLAYED:
        return not is_at_most((T - 2) * exp_bracket(-4 * loss) * (1 - bad), bad)
    return broken_on_samples(given, step, case, bad, exp_bracket(-4 * loss))


def broken_on_samples(given: Sampled, step: str, case: Any, bad: Bracket, close: Bracket) -> bool:
    """Tell whether a line about the samples of the targets of its case is false."""
    def law(i: int, shown: tuple[int, ...]) -> Table:
        return given.A(given, tuple((i * bit, bit) for bit in shown))

    def best_law(i: int) -> Table:
        return max((law(i, shown) for shown in good), key=lambda found: found.get(i, 0))

    m, alpha = given.m, given.alpha
    weight = {shown: alpha ** sum(shown) * (1 - alpha) ** (m - sum(shown)) for shown in product((0, 1), repeat=m)}
    if given.rows_are != "independent":
        weight = {(0,) * m: 1 - alpha, (1,) * m: alpha}
    good = [shown for shown in weight if sum(shown) <= 2 * alpha * m]
    if step == "good":
        return not is_at_most(1 - sum(weight[shown] for shown in good), bad - given.beta)
    if step == "success/mean":
        return not is_at_most(1 - bad, sum(weight[shown] * law(case, shown).get(case, 0) for shown in good))
    if step == "optimum/private":
        sets, targets = [shown for shown in weight if f"k = {sum(shown)}" == case], range(1, 2**given.d)
        own = sum(law(i, shown).get(i, 0) for shown in sets for i in targets)
        other = sum(law(i, shown).get(j, 0) for shown in sets for i, j in permutations(targets, 2))
        return own * (2**given.d - 2) > other * given.exp_epsilon ** sum(sets[0])
    if step == "eq-dp/private":
        i, j = case
        return not is_at_most(close * best_law(j).get(j, Fraction(0)), best_law(i).get(j, Fraction(0)))
    wrong = 1 - best_law(case).get(case, Fraction(0))
    if step == "final/others":
        return not is_at_most((2**given.d - 2) * close * (1 - bad), wrong)
    return step == "final/Gamma" and not is_at_most(wrong, bad)
