"""BBKN14, Section 5.2: the proof of Theorem 5.8 line by line: what noise an accurate learner adds, and what is left.

Definitions
-----------
A learner is given by its inner learner, the noise, and what it promises.  It is run on four sorts of distributions:
uniform on n points and on all, all on the point 0, and the hard one of each interval.  Beta' is what it fails with on
these, at most; so the lines need no other distributions.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, factorial, isqrt, prod
from operator import ne
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.exact.fractions import FIFTH, HALF, QUARTER
from privlearn.learners.noise import reconstruct_interval
from privlearn.learners.noise.rates import proper_success
from privlearn.mechanisms import labelled_rows, multiset_databases
from privlearn.papers.bbkn14.noise_learners.interval_rows import rows_of_noise_learners, success_left
from privlearn.papers.bbkn14.noise_learners.noise_rate import error_left, rate_of_clean_points, union_bound
from privlearn.papers.bbkn14.noise_learners.proper_learner import failure_in_all, hard_distribution

Bits = tuple[int, ...]
Chances = tuple[Fraction, ...]  # of the intervals 0..T
Rows = tuple[tuple[int, int], ...]
nearest = cache(reconstruct_interval)


def exponential(size: int, ratio: Fraction, rows: Rows) -> Chances:
    """Draw an interval by e^(-epsilon/2) to the number of its errors."""
    weights = [Fraction(isqrt(int(ratio))) ** -sum((x < j) != y for x, y in rows) for j in range(size + 1)]
    return tuple(w / sum(weights) for w in weights)


def fewest_errors(size: int, ratio: Fraction, rows: Rows) -> Chances:
    """Draw one of the intervals with the fewest errors: no privacy at all."""
    wrong = [sum((x < j) != y for x, y in rows) for j in range(size + 1)]
    return tuple(Fraction(w == min(wrong), wrong.count(min(wrong))) for w in wrong)


def flips(size: int, mu: Fraction) -> dict[Bits, Fraction]:
    return {word: mu ** sum(word) * (1 - mu) ** (size - sum(word)) for word in product((0, 1), repeat=size)}


def all_or_none(size: int, mu: Fraction) -> dict[Bits, Fraction]:
    return {(0,) * size: 1 - mu, (1,) * size: mu}


class NoiseLearner(NamedTuple):
    """A noise learner of the intervals on T = 2^d points, with m' rows, and what it promises."""

    d: int
    m: int
    mu: Fraction
    alpha: Fraction
    beta: Fraction
    exp_epsilon: Fraction
    inner: Callable[[int, Fraction, Rows], Chances] = exponential
    noise: Callable[[int, Fraction], dict[Bits, Fraction]] = flips

    @property
    def labels(self) -> dict[str, str]:
        return {"m": "m'", "alpha": "alpha'", "beta": "beta'", "exp_epsilon": "e^epsilon"}

    @property
    def T(self) -> int:
        return 1 << self.d

    @property
    def n(self) -> int:
        """The largest number of points below 1/alpha'."""
        return min(self.T, ceil(1 / self.alpha) - 1)

    @property
    def uniform(self) -> Chances:
        return tuple(Fraction(x < self.n, self.n) for x in range(self.T))

    @property
    def games(self) -> list[tuple[int, Chances]]:
        """The targets with their distributions."""
        single, whole = tuple(Fraction(x == 0) for x in range(self.T)), (Fraction(1, self.T),) * self.T
        return list(dict.fromkeys([*product(range(self.T + 1), (self.uniform, single, whole)),
                                   *((j, tuple(hard_distribution(self.T, j))) for j in range(self.T + 1))]))

    @property
    def inner_failure(self) -> Fraction:
        """Beta*, where alpha* = alpha'."""
        return 1 - min(run(self._replace(beta=Fraction(0)), *game).inner for game in self.games)

    @property
    def failure(self) -> Fraction:
        return 1 - min(run(self._replace(beta=Fraction(0)), *game).outer for game in self.games)

    @property
    def measured(self) -> "NoiseLearner":
        """The learner with the least beta' that is true."""
        return self._replace(beta=max(self.failure, self.inner_failure))


class Run(NamedTuple):
    """How often the two learners succeed and both do, what E says of the noise, and what is read off in the end."""

    inner: Fraction
    outer: Fraction
    both: Fraction
    error: Fraction  # of h, given E
    noise: Fraction  # in h, given E
    read: Chances


@cache
def noisy(size: int, mu: Fraction, noise: Callable) -> list[dict[Bits, Fraction]]:
    """Return the law of h by interval."""
    return [{tuple((x < j) ^ bit for x, bit in enumerate(word)): p for word, p in noise(size, mu).items()}
            for j in range(size + 1)]


@cache
def named(size: int, m: int, ratio: Fraction, inner: Callable, target: int, D: Chances) -> Chances:
    """Return the law of the inner learner's interval, over the samples of a target."""
    total = [Fraction(0)] * (size + 1)
    for points in combinations_with_replacement([x for x in range(size) if D[x]], m):
        chance = prod((D[x] for x in points), start=Fraction(factorial(m)))
        chance /= prod(factorial(points.count(x)) for x in set(points))
        law = inner(size, ratio, tuple((x, int(x < target)) for x in points))
        total = [a + chance * p for a, p in zip(total, law, strict=True)]
    return tuple(total)


@cache
def apart(D: Chances, j: int, h: Any) -> Fraction:
    """Return the error of a hypothesis, or of an interval."""
    return sum((w for x, w in enumerate(D) if (x < j) != (h[x] if isinstance(h, tuple) else x < h)), Fraction(0))


@cache
def accurate(size: int, mu: Fraction, noise: Callable, alpha: Fraction, target: int,
             D: Chances) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Return for each interval c* the chance that h is accurate, and the shares in it of both its errors."""
    found = []
    for j, table in enumerate(noisy(size, mu, noise)):
        good = [(q, wrong, apart(D, j, h)) for h, q in table.items() if (wrong := apart(D, target, h)) <= alpha]
        found.append((sum((q for q, *_ in good), Fraction(0)), sum((q * a for q, a, _ in good), Fraction(0)),
                      sum((q * b for q, _, b in good), Fraction(0))))
    return found


@cache
def channel(size: int, mu: Fraction, noise: Callable) -> list[Chances]:
    """Return for each interval c* the chances of what is read off h."""
    return [tuple(sum((q for h, q in table.items() if nearest(h) == end), Fraction(0)) for end in range(size + 1))
            for table in noisy(size, mu, noise)]


def mean(law: Chances, values: Any) -> Fraction:
    return sum((p * value for p, value in zip(law, values, strict=True)), Fraction(0))


@cache
def run(given: NoiseLearner, target: int, D: Chances) -> Run:
    law = named(given.T, given.m, given.exp_epsilon, given.inner, target, D)
    good = tuple(p * (apart(D, target, j) <= given.alpha) for j, p in enumerate(law))
    likely, wrong, noise = zip(*accurate(given.T, given.mu, given.noise, given.alpha, target, D), strict=True)
    both = mean(good, likely)
    read = tuple(mean(law, ends) for ends in zip(*channel(given.T, given.mu, given.noise), strict=True))
    return Run(sum(good, Fraction(0)), mean(law, likely), both, mean(good, wrong) / (both or 1),
               mean(good, noise) / (both or 1), read)


@cache
def worst_ratio(given: NoiseLearner) -> Fraction:
    """Return the largest quotient of two chances to read an interval, on neighbouring databases."""
    ends, found = list(zip(*channel(given.T, given.mu, given.noise), strict=True)), Fraction(1)
    laws = {rows: [mean(given.inner(given.T, given.exp_epsilon, rows), end) for end in ends]
            for rows in multiset_databases(labelled_rows(given.T), given.m)}
    for rows, law in laws.items():
        for i, new in product(range(given.m), labelled_rows(given.T)):
            other = laws[tuple(sorted((*rows[:i], new, *rows[i + 1:])))]
            found = max(found, *(a / b if b else Fraction(10**9 * (a > 0)) for a, b in zip(law, other, strict=True)))
    return found


@cache
def errors_on(D: Chances) -> dict[Chances, int]:
    """Return how often the errors of h as c*, of c* and of h occur, over all targets, intervals c* and hypotheses."""
    found: dict[Chances, int] = {}
    ends = range(len(D) + 1)
    for t, j, h in product(ends, ends, product((0, 1), repeat=len(D))):
        key = apart(D, j, h), apart(D, t, j), apart(D, t, h)
        found[key] = found.get(key, 0) + 1
    return found


@cache
def learners() -> list[NoiseLearner]:
    """Return learners that succeed more often than not, with the least beta' that is true."""
    tiny, found = Fraction(1, 1000), []
    for (d, m), ratio, mu in product(((0, 1), (1, 4), (2, 8)), (16, 10**4), (
            Fraction(0), Fraction(1, 200), Fraction(1, 20), FIFTH, 2 * FIFTH)):
        inners = (exponential, lambda T, r, rows: exponential(T, r**2, rows))[:1 + (m == 1 and mu > 0)]  # tight for one
        for alpha, inner in product((tiny, QUARTER, 2 * FIFTH), inners):
            given = NoiseLearner(d, m, mu, alpha, Fraction(0), Fraction(ratio), inner).measured
            if given.beta < HALF:
                found.append(given._replace(alpha=given.beta / 25) if alpha == tiny else given)
    return found


START = NoiseLearner(1, 4, Fraction(1, 200), Fraction(11, 1250), Fraction(11, 50), Fraction(16))


def blind_or_noisy() -> Iterator[NoiseLearner]:
    """Yield learners that fail at least half of the time."""
    for given in (START, *learners()):
        yield given._replace(m=0, alpha=QUARTER).measured
        yield given._replace(mu=Fraction(4, 5), alpha=QUARTER).measured


def failing_more_often() -> Iterator[NoiseLearner]:
    for given in (START, *learners()):
        yield given._replace(beta=given.beta / 4)
        yield given._replace(m=0)


def changed(**parts: Any) -> Callable[[], list[NoiseLearner]]:
    return lambda: [given._replace(**parts).measured for given in (START, *learners())]


@proof("BBKN14-5.8", grade="certified", quantifier="exponential mechanisms over the intervals of 1, 2, 4 points, "
       "e^epsilon = 16 and 10^4, m' = 1, 4, 8; mu = 0, 1/200, 1/20, 1/5, 2/5; alpha' = beta'/25, 1/4, 2/5; those "
       "with the least beta' below 1/2; on one point also those that are as private as they may",
       instances=learners, start=START, grades={"event": "exact", "eq6-8": "exact", "eq9": "exact",
                                                    "eq-final": "exact"},
       steps={"event/both": "{1 - beta' - beta*} is at most {Pr[E]}",
              "event/half": "{1/2} is less than {Pr[E]}",
              "eq6-8/triangle": "{error(c*, h) - error(c_t, c*)} is at most {error(c_t, h)}",
              "eq6-8/mean": "{the mean of error(c*, h) given E, less alpha*} is at most {that of error(c_t, h)}",
              "eq9/accuracy": "{the mean of error(c_t, h) given E} is at most {alpha'}",
              "eq9/clean": "{Pr[E] on n equally likely points} is at most {(1 - mu)^n}",
              "eq9/half": "{(1 - 1/(k + 1))^k} is at most {1/2}",
              "eq9/rate": "{mu} is less than {1/(n + 1)}",
              "eq-final/failure": "{the failure of the proper learner} is at most {beta* + 8 mu}",
              "eq-final/noise": "{beta* + 8 mu} is at most {beta' + 16 alpha'}",
              "eq-final/budget": "{beta' + 16 alpha'} is at most {41/100 beta}",
              "single/mixed": "{the outer success on one point} is {q (1 - mu) + (1 - q) mu}",
              "single/inner": "{1/2} is less than {q}",
              "single/rate": "{mu} is less than {1/2}",
              "clean/success": "{1 - beta'} is at most {the outer success on n equally likely points}",
              "clean/noise": "{that success} is at most {(1 - mu)^n}",
              "hard": "{1 - beta'} is at most {how often the inner learner names j on its hard distribution}",
              "proper/private": "{the largest ratio of the proper learner} is at most {e^epsilon}",
              "proper/success": "{(1 - beta')(1 - 2 mu)^2} is at most {how often it returns j}",
              "packing": "{2^d s} is at most {(1 - s) e^(epsilon m')}, s the least success",
              "least": "{(1 - beta')(2 (1 - beta')^(1/n) - 1)^2} is at most {(1 - beta')(1 - 2 mu)^2}",
              "conclusion": "{1/epsilon ln(2^d s/(1 - s))} is at most {m'}"},
       hypotheses=(
           Hypothesis("beta' < 1/2", blind_or_noisy, ("single/inner", "single/rate", "clean/noise", "proper/success")),
           Hypothesis("the learner fails with at most beta'", failing_more_often,
                      ("event/both", "event/half", "eq-final/noise", "single/inner", "clean/success", "hard",
                       "proper/success", "least", "conclusion")),
           Hypothesis("alpha' < 1/2", changed(alpha=HALF), ("hard", "proper/success")),
           Hypothesis("points flip independently", changed(noise=all_or_none), ("eq9/clean", "clean/noise", "least")),
           Hypothesis("the learner is private", changed(inner=fewest_errors),
                      ("proper/private", "packing", "conclusion"))))
def noise_learners_need_many_rows(given: NoiseLearner, union: Formula = union_bound, left: Formula = error_left,
                                  clean: Formula = rate_of_clean_points, budget: Formula = failure_in_all,
                                  kept: Formula = proper_success, least: Formula = success_left,
                                  rows: Formula = rows_of_noise_learners) -> Iterator[Line]:
    runs = {game: run(given._replace(beta=Fraction(0)), *game) for game in given.games}
    yield from printed_argument(given, runs, union, left, clean)
    yield from accounting(given, runs, budget)
    mu, m, beta, n, ends = given.mu, given.m, given.beta, given.n, range(given.T + 1)
    for (target, D), found in runs.items():
        if D[0] == 1:
            yield Line("single/mixed", "==", found.outer, found.inner * (1 - mu) + (1 - found.inner) * mu, target)
            yield Line("single/inner", "<", HALF, found.inner, target)
    yield Line("single/rate", "<", mu, HALF)
    for target in ends:
        yield Line("clean/success", "<=", 1 - beta, runs[target, given.uniform].outer, target)
        yield Line("clean/noise", "<=", runs[target, given.uniform].outer, (1 - mu) ** n, target)
    hard = {j: tuple(hard_distribution(given.T, j)) for j in ends}
    for j in ends:
        yield Line("hard", "<=", 1 - beta, named(given.T, m, given.exp_epsilon, given.inner, j, hard[j])[j], j)
    if given.T * m <= 8:
        yield Line("proper/private", "<=", worst_ratio(given._replace(beta=Fraction(0))), given.exp_epsilon)
    returned = [runs[j, hard[j]].read[j] for j in ends]
    s = (1 - beta) * (1 - 2 * mu) ** 2
    for j in ends:
        yield Line("proper/success", "<=", kept(beta, mu) if kept.holds_for(beta, mu) else s, returned[j], j)
    yield Line("packing", "<=", given.T * min(returned), (1 - min(returned)) * given.exp_epsilon**m)
    if least.holds_for(beta, n):
        yield Line("least", "<=", least(beta, n), s)
    yield Line("conclusion", "<=", rows(given.d, s, Logarithm(given.exp_epsilon)), m)


def printed_argument(given: NoiseLearner, runs: Any, union: Formula, left: Formula, clean: Formula) -> Iterator[Line]:
    """Yield the lines up to (9), from the event that both learners succeed."""
    beta, inner, uniform, quarter = given.beta, given.inner_failure, given.uniform, given.beta < QUARTER
    for game, found in runs.items():
        yield Line("event/both", "<=", union(beta, inner), found.both, game)
    for game, found in runs.items():
        if quarter:
            yield Line("event/half", "<", HALF, found.both, game)
    for (noise, wrong, error), count in errors_on(uniform).items():
        yield Line("eq6-8/triangle", "<=", left(noise, wrong), error, joined=count)
    likely = {game: found for game, found in runs.items() if found.both}
    for game, found in likely.items():
        yield Line("eq6-8/mean", "<=", found.noise - given.alpha, found.error, game)
    for game, found in likely.items():
        yield Line("eq9/accuracy", "<=", found.error, given.alpha, game)
        if game[1] == uniform:
            yield Line("eq9/clean", "<=", found.both, (1 - given.mu) ** given.n, game)
    for k in range(given.n + 1):
        if clean.holds_for(k):
            yield Line("eq9/half", "<=", (1 - clean(k)) ** k, HALF, ("k =", k))
    if quarter:
        yield Line("eq9/rate", "<", given.mu, Fraction(1, given.n + 1))


def accounting(given: NoiseLearner, runs: Any, budget: Formula) -> Iterator[Line]:
    """Yield the lines of the paper's accounting, with beta = 4 beta'."""
    alpha, beta, mu, inner = given.alpha, given.beta, given.mu, given.inner_failure
    if beta < QUARTER and mu <= 2 * alpha <= Fraction(9, 100):
        for (target, D), found in runs.items():
            good = sum((p for j, p in enumerate(found.read) if apart(D, target, j) <= alpha), Fraction(0))
            yield Line("eq-final/failure", "<=", 1 - good, inner + 8 * mu, (target, D))
        yield Line("eq-final/noise", "<=", inner + 8 * mu, beta + 16 * alpha)
    if beta < QUARTER and 25 * alpha <= beta:
        yield Line("eq-final/budget", "<=", beta + 16 * alpha, budget(4 * beta))


def by_samples(given: NoiseLearner, samples: dict[Rows, Any]) -> list[tuple[Fraction, int, Bits]]:
    """Return the chances of c* and h, sample by sample."""
    return [(chance * p * q, j, tuple((x < j) ^ bit for x, bit in enumerate(word))) for rows, chance in samples.items()
            for j, p in enumerate(given.inner(given.T, given.exp_epsilon, rows))
            for word, q in given.noise(given.T, given.mu).items()]


def samples_of(given: NoiseLearner, target: int, D: Chances) -> dict[Rows, Any]:
    """Return the samples of a target, by sorted rows."""
    drawn = Counter(tuple(sorted((x, int(x < target)) for x in points)) for points in product(
        [x for x in range(given.T) if D[x]], repeat=given.m))
    return {rows: count * prod(D[x] for x, _ in rows) for rows, count in drawn.items()}


def read_off(found: list[tuple[Fraction, int, Bits]], end: int) -> Fraction:
    """Return how often an interval is nearer to h than all others."""
    far = cache(lambda h: [h[:t].count(0) + h[t:].count(1) for t in range(len(h) + 1)])
    return sum((p for p, _, h in found if far(h)[end] == min(far(h)) and far(h).count(min(far(h))) == 1), Fraction(0))


def refutes_noise_learners_need_many_rows(given: NoiseLearner, step: str, case: Any, union, left, clean, budget, kept,
                                          least, rows) -> bool:
    """Tell whether a line is false, from the chances of c* and h, sample by sample."""
    T, mu, alpha, beta, n, star = given.T, given.mu, given.alpha, given.beta, given.n, given.inner_failure
    hard = [tuple(hard_distribution(T, t)) for t in range(T + 1)]
    target = case if isinstance(case, int) else 0
    D = given.uniform if step.startswith("clean") else hard[target if step.startswith(("hard", "proper")) else 0]
    k, s = 0, (1 - beta) * (1 - 2 * mu) ** 2
    if isinstance(case, tuple):
        target, D, k = (0, D, case[1]) if case[0] == "k =" else (*case, 0)
    found = by_samples(given, samples_of(given, target, D))
    error: list[Any] = [(p, apart(D, target, j), apart(D, target, h), apart(D, j, h)) for p, j, h in found]
    inner, outer = (sum(p for p, *errors in error if errors[i] <= alpha) for i in (0, 1))
    both, wrong, noise = (sum(p * (1, *e)[i] for p, *e in error if max(e[:2]) <= alpha) for i in (0, 2, 3))
    return bool({
        "event/both": lambda: union(beta, star) > both, "event/half": lambda: 2 * both <= 1,
        "eq6-8/triangle": lambda: any(left(apart(D, a, h), apart(D, t, a)) > apart(D, t, h) for t, a, h in product(
            range(T + 1), range(T + 1), product((0, 1), repeat=T)) for D in [given.uniform]),
        "eq6-8/mean": lambda: noise - alpha * both > wrong, "eq9/accuracy": lambda: wrong > alpha * both,
        "eq9/clean": lambda: both > (1 - mu) ** n, "eq9/half": lambda: 2 * (1 - clean(k)) ** k > 1,
        "eq9/rate": lambda: mu * (n + 1) >= 1, "eq-final/failure": lambda: 1 - sum(
            read_off(found, t) for t in range(T + 1) if apart(D, target, t) <= alpha) > star + 8 * mu,
        "eq-final/noise": lambda: star + 8 * mu > beta + 16 * alpha,
        "eq-final/budget": lambda: beta + 16 * alpha > budget(4 * beta),
        "single/mixed": lambda: outer != inner + mu - 2 * inner * mu, "single/inner": lambda: 2 * inner <= 1,
        "single/rate": lambda: 2 * mu >= 1, "clean/success": lambda: outer < 1 - beta,
        "clean/noise": lambda: outer > (1 - mu) ** n,
        "hard": lambda: sum(p for p, j, _ in found if j == target) < 1 - beta,
        "proper/private": lambda: is_above(given, given.exp_epsilon),
        "proper/success": lambda: read_off(found, target) < (kept(beta, mu) if kept.holds_for(beta, mu) else s),
        "packing": lambda: (best := min(read_off(by_samples(given, samples_of(given, t, at)), t) for t, at in enumerate(
            hard))) * T > (1 - best) * given.exp_epsilon**given.m,
        "least": lambda: as_bracket(least(beta, n)).lower > s,
        "conclusion": lambda: as_bracket(rows(given.d, s, Logarithm(given.exp_epsilon))).lower > given.m}[step]())


def is_above(given: NoiseLearner, ratio: Fraction) -> bool:
    """Tell whether some interval is read more than so many times as often on one database as on a neighbour."""
    laws = {rows: [read_off(by_samples(given, {rows: 1}), end) for end in range(given.T + 1)]
            for rows in product(labelled_rows(given.T), repeat=given.m)}
    return any(a > ratio * b for one, other in product(laws, repeat=2) if sum(map(ne, one, other)) == 1
               for a, b in zip(laws[one], laws[other], strict=True))
