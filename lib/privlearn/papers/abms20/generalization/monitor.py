"""ABMS20, Section 3.2: the proof of Theorem 3.14, on mechanisms that are run as often as it asks.

Definitions
-----------
A mechanism is run on T samples of n points.  A test with the mean ``mean`` under the distribution and ``emp`` on its
sample has the score ``s = mean/e^(2 epsilon) - emp``; the monitor chooses a test, or the test 0 of score 0, with
probability proportional to ``e^(epsilon n s)``.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, log, prod
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import TENTH
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.rationals import rational_square_root
from privlearn.laws import Law
from privlearn.laws.divergences import table_hockey_stick
from privlearn.mechanisms import from_scores
from privlearn.papers.abms20.generalization.private_mechanisms import leaking, printed_tau

Sample = tuple[int, ...]
Run = tuple[Fraction, Fraction]  # (mean, emp) of a test


def rare_point(sample: Sample, K: int, exp_epsilon: Fraction, delta: Fraction) -> Law:
    """Answer with a point, the likelier the rarer: a replaced row changes two numbers of rows by 1."""
    return from_scores({tuple(int(x == y) for x in range(K)): -sample.count(y) for y in range(K)},
                       rational_square_root(exp_epsilon))


def leak(sample: Sample, K: int, exp_epsilon: Fraction, delta: Fraction) -> Law:
    return leaking(K, delta)(sample)


def leaks_often(sample: Sample, K: int, exp_epsilon: Fraction, delta: Fraction) -> Law:
    return leaking(K, 1 - delta)(sample)


def all_samples(K: int, n: int) -> list[Sample]:
    return list(product(range(K), repeat=n))


def one_point_again(K: int, n: int) -> list[Sample]:
    return [(x,) * n for x in range(K)]


class Monitored(NamedTuple):
    """A mechanism that answers a sample of n of K equally likely points with a test, and its promises."""

    K: int
    n: int
    exp_epsilon: Fraction
    delta: Fraction
    A: Callable[..., Law] = leak
    samples: Callable[[int, int], list[Sample]] = all_samples
    rate: Fraction = Fraction(1)

    @property
    def labels(self) -> dict[str, str]:
        return {"exp_epsilon": "e^epsilon", "K": "points", "rate": "exponents of the monitor, times"}

    @property
    def per_row(self) -> Bracket:
        return log_bracket(self.exp_epsilon) * self.n

    @property
    def X(self) -> Bracket:
        return 1 / (self.per_row * self.delta)

    @property
    def T(self) -> int:
        return int((self.X * log_bracket(self.X)).lower) if self.X.lower > 1 else 0

    def law(self, sample: Sample) -> dict[Any, Any]:
        return dict(self.A(sample, self.K, self.exp_epsilon, self.delta).masses())

    def score(self, run: Run) -> Fraction:
        return run[0] / self.exp_epsilon**2 - run[1]


@cache
def run_once(given: Monitored) -> dict[Run, Fraction]:
    """Return the law of (mean, emp) of one run."""
    found: dict[Run, Fraction] = {}
    samples = given.samples(given.K, given.n)
    for sample in samples:
        for test, chance in given.A(sample, given.K, given.exp_epsilon, given.delta).exact().items():
            emp = Fraction(sum(test[x] for x in sample), given.n)
            run = Fraction(sum(test), given.K), emp
            found[run] = found.get(run, Fraction(0)) + chance / len(samples)
    return found


@cache
def monitored(given: Monitored) -> tuple[Bracket, Bracket, dict[Fraction, Fraction]]:
    """Return the expectations of mean and emp of the monitor's choice, and the law of the largest score."""
    law, games, largest = run_once(given), [], dict[Fraction, Fraction]()
    for tests in combinations_with_replacement(law, given.T):
        times = Counter(tests)
        chance = prod((law[run] ** k / factorial(k) for run, k in times.items()), start=Fraction(factorial(given.T)))
        games.append((times, chance))
        best = max(Fraction(0), *map(given.score, tests))
        largest[best] = largest.get(best, Fraction(0)) + chance

    def average(part: int) -> Any:
        rate = ball(given.exp_epsilon).log() * ball(given.rate * given.n)
        weights = {run: (rate * ball(given.score(run))).exp() for run in law}
        return sum((ball(chance) * sum((k * weights[run] * ball(run[part]) for run, k in times.items()), ball(0))
                    / (1 + sum(k * weights[run] for run, k in times.items())) for times, chance in games), ball(0))

    return bracket_of(lambda: average(0)), bracket_of(lambda: average(1)), largest


@cache
def promises(given: Monitored) -> tuple[Any, Fraction]:
    """Return the largest hockey stick of a run on neighbours, and the largest change of n times a score there."""
    stick, change = Fraction(0), Fraction(0)
    for x in product(range(given.K), repeat=given.n):
        for z in {(*x[:i], y, *x[i + 1:]) for i in range(given.n) for y in range(given.K)}:
            stick = max(stick, table_hockey_stick(given.law(x), given.law(z), given.exp_epsilon)[0])
            change = max([change, *(abs(Fraction(sum(t[u] - t[v] for u, v in zip(x, z, strict=True))))
                                    for t in given.law(x))])
    return stick, change * given.rate


@cache
def enough_to_run() -> list[Monitored]:
    mechanisms = (rare_point, Fraction(4)), (rare_point, Fraction(9, 4)), (leak, Fraction(2)), (leak, Fraction(3, 2))
    return [given for (A, c), K, n, delta in product(mechanisms, (2, 3, 4), (2, 3), (TENTH, 2 * TENTH))
            if (given := Monitored(K, n, c, delta, A)).T]


@proof("ABMS20-3.14", grade="certified",
       quantifier="the rare point (e^eps = 4, 9/4) and the leak (e^eps = 2, 3/2) on 2, 3, 4 equally likely points, 2 "
                  "and 3 rows, delta = 1/10, 1/5, where X ln X >= 1: all samples and neighbours, T = 1, ..., 30 runs, "
                  "the monitor's choice; scores above tau, and from each positive score on",
       instances=enough_to_run, start=Monitored(3, 2, Fraction(2), 2 * TENTH),
       steps={"runs/most": "{T} is at most {X ln X}",
              "runs/least": "{X ln X} is less than {2T}",
              "private/run": "{the largest hockey stick of a run on neighbours at e^eps} is at most {delta}",
              "private/score": "{the largest change of an exponent, over eps,} is at most {1}",
              "average": "{the average mean of the chosen test} is at most {e^(2 eps) times that of its empirical "
                         "mean, plus T times the hockey stick of step 2}",
              "worst": "{the average of the largest score} is at most {that of the choice, plus ln(T + 1)/(eps n)}",
              "together/event": "{the chance that the largest score is so large} equals {1 - (1 - p)^T}",
              "together/Markov": "{the chance that the largest score is so large} is at most {(T delta + ln(T + 1)/"
                                 "(eps n)) divided by the score}",
              "together/quarter": "{(T delta + ln(T + 1)/(eps n))/tau} is at most {1/4}",
              "rare/run": "{p} is at most {ln(4/3)/T, where the chance in all runs is at most 1/4}",
              "rare/bound": "{ln(4/3)/T} is less than {1/(X ln X)}",
              "conclusion": "{the chance of a score above tau} is at most {1/(X ln X)}"},
       hypotheses=(
           Hypothesis("A is (eps, delta)-private", lambda: [Monitored(4, 3, Fraction(2), 2 * TENTH, leaks_often)],
                      ("private/run",)),
           Hypothesis("the rows are independent", lambda: [Monitored(2, 6, Fraction(9, 4), Fraction(1, 9), rare_point,
                                                                     one_point_again)], ("average",)),
           Hypothesis("the monitor's exponents are eps n s", lambda: [
               Monitored(3, 2, Fraction(2), 2 * TENTH, rate=Fraction(3, 2))], ("private/score",)),
           Hypothesis("0 < eps delta n < 1", needless="else tau is not defined, or not positive")))
def chosen_tests_generalize(given: Monitored) -> Iterator[Line]:
    T, X, delta = given.T, given.X, given.delta
    often = X * log_bracket(X)
    yield Line("runs/most", "<=", T, often)
    yield Line("runs/least", "<", often, 2 * T)
    stick, change = promises(given)
    yield Line("private/run", "<=", stick, delta)
    yield Line("private/score", "<=", change, 1)
    mean, emp, largest = monitored(given)
    yield Line("average", "<=", mean, emp * given.exp_epsilon**2 + T * stick)
    slack = log_bracket(T + 1) / given.per_row
    yield Line("worst", "<=", sum((s * chance for s, chance in largest.items()), Fraction(0)),
               mean * (1 / given.exp_epsilon**2) - emp + slack)
    levels = [(least, sum(p for s, p in largest.items() if s >= least), sum(
        p for run, p in run_once(given).items() if given.score(run) >= least)) for least in sorted({*largest} - {0})]
    for least, chance, p in levels:
        yield Line("together/event", "==", chance, 1 - (1 - p) ** T, ("score", least))
        yield Line("together/Markov", "<=", chance, (slack + T * delta) * (1 / least), ("score", least))
    tau = as_bracket(printed_tau(given.n, log_bracket(given.exp_epsilon), delta))
    yield Line("together/quarter", "<=", (slack + T * delta) / tau, Fraction(1, 4))
    for least, chance, p in levels:
        if 4 * chance <= 1:
            yield Line("rare/run", "<=", p, log_bracket(Fraction(4, 3)) * Fraction(1, T), ("score", least))
    yield Line("rare/bound", "<", log_bracket(Fraction(4, 3)) * Fraction(1, T), 1 / often)
    yield Line("conclusion", "<=", sum((p for run, p in run_once(given).items() if given.score(run) > tau.upper),
                                       Fraction(0)), 1 / often)


def refutes_chosen_tests_generalize(given: Monitored, step: str, case: Any) -> bool:
    """Tell whether a line is false, by floats: one sample after another, and all sequences of tests."""
    c, n, T, everything = float(given.exp_epsilon), given.n, given.T, product(range(given.K), repeat=given.n)
    if step == "private/score":  # a row more in a test
        return given.rate > 1
    if step == "private/run":
        laws = {x: given.A(x, given.K, given.exp_epsilon, given.delta).exact() for x in everything}
        return any(sum(max(0.0, p - c * laws[z].get(test, 0)) for test, p in laws[x].items()) > given.delta + 1e-9
                   for x, z in product(laws, repeat=2) if sum(u != v for u, v in zip(x, z, strict=True)) == 1)
    samples = given.samples(given.K, n)
    once = [(sum(test) / given.K, sum(test[x] for x in sample) / n, float(p) / len(samples)) for sample in samples
            for test, p in given.A(sample, given.K, given.exp_epsilon, given.delta).exact().items()]
    mean = emp = best = likely = 0.0
    for runs in product(once, repeat=T):
        weights = [c ** (n * float(given.rate) * (one[0] / c**2 - one[1])) for one in runs]
        chance, top = prod(p for *_, p in runs), max(0.0, *(m / c**2 - e for m, e, _ in runs))
        mean += chance * sum(w * one[0] for w, one in zip(weights, runs, strict=True)) / (1 + sum(weights))
        emp += chance * sum(w * one[1] for w, one in zip(weights, runs, strict=True)) / (1 + sum(weights))
        best, likely = best + chance * top, likely + chance * (step == "together/Markov" and top >= case[1] - 1e-9)
    more = T * float(given.delta), log(T + 1) / (n * log(c))
    return (mean > c**2 * emp + more[0] + 1e-9 if step == "average" else best > mean / c**2 - emp + more[1] + 1e-9
            if step == "worst" else likely * float(case[1]) > sum(more) + 1e-9 if step == "together/Markov" else False)
