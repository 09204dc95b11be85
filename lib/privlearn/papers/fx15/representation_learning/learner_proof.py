"""FX15, Theorem 2.5, upper bound: its proof, from random sets to boosted ones, and from these to a private learner."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import ceil, exp, log, prod
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import T3, all_functions, point_functions
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.concentration import sum_between
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.laws import Law, choice
from privlearn.learners.selection import (hashed_points, partitioned_points, representation_failure,
                                          representation_failure_bound, representation_failure_terms,
                                          representation_learner, representation_learner_rows)
from privlearn.learning import error, grid_distributions
from privlearn.learning.labelled import errors
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.fx15.representation_learning import learner_from_representation  # noqa: F401  the statement
from privlearn.papers.fx15.representation_learning.instances import RATIOS

Row = tuple[int, ...]
Weights = tuple[Fraction, ...]
Branches = tuple[tuple[Fraction, tuple[Row, ...]], ...]
Learner = Callable[[Branches, Fraction], Callable[[Any], Law]]
ONE_LACKS: Branches = tuple((QUARTER, tuple(h for h in T3.rows() if h != lacking)) for lacking in (None, *T3.rows()))
LAWS = tuple(tuple(Fraction(w, sum(some)) for w in some)
             for some in ((1, 1, 1, 1), (4, 2, 1, 1), (3, 3, 2, 4), (9, 1, 1, 1)))


def reweighted(weights: Weights, wrong: Row) -> Weights:
    """Return the weights after a round, in units of ``3^(-1/2)`` for each: three times as much where it was wrong."""
    return tuple(3 * w if bit else w for w, bit in zip(weights, wrong, strict=True))


class Boosted(NamedTuple):
    """A target f, a distribution D, a law of sets, s of which are united and m such unions boosted; the learner.

    ``divided`` is by what the number of rows is divided.
    """

    f: Row
    D: Weights
    sets: Branches
    s: int = 1
    m: int = 1
    epsilon: Fraction = QUARTER
    delta: Fraction = QUARTER
    exp_alpha: Fraction = RATIOS[2]
    divided: int = 1
    reweigh: Callable[[Weights, Row], Weights] = reweighted
    learner: Learner = representation_learner


def peeking_learner(branches: Branches, ratio: Fraction) -> Callable[[Any], Law]:
    """Take the set with the best-fitting function: no longer independent of the sample."""
    def law(database: Any) -> Law:
        best = min(range(len(branches)), key=lambda k: (min(errors(h, database) for h in branches[k][1]), k))
        return representation_learner(((Fraction(1), branches[best][1]),), ratio)(database)

    return law


@cache
def family() -> list[Boosted]:
    """Sets that lack a concept; all functions on four points, boosted; hashed and partitioned points; sets of one."""
    found = [Boosted(f, D, ONE_LACKS, s, m, delta=HALF if s == 1 else QUARTER) for f in T3.rows()[:2]
             for D in grid_distributions(2, 4) for s, m in ((1, 1), (1, 3), (2, 1), (2, 2), (2, 3))]
    found += [Boosted(f, (p, 1 - p), ((Fraction(1), tuple(T3.rows())),), exp_alpha=ratio) for f in T3.rows()
              for p in (QUARTER / 4, QUARTER, HALF, 1 - QUARTER / 4) for ratio in RATIOS]
    found += [Boosted((0,) * 4, D, ((Fraction(1), tuple(all_functions(4).rows())),), m=m) for D in LAWS
              for m in range(1, 8)]
    found += [Boosted((0, 1), (1 - epsilon / 4, epsilon / 4), ((Fraction(1), tuple(T3.rows())),), epsilon=epsilon)
              for epsilon in (Fraction(1, 10), Fraction(1, 100))]
    for branches, unit, ratios in ((hashed_points(2, 7), 4, RATIOS), (partitioned_points(4, 32), 4, RATIOS),
                                   (hashed_points(3, 7), 2, RATIOS[2:])):
        size = len(branches[0][1][0])
        found += [Boosted((1,) + (0,) * (size - 1), D, branches, exp_alpha=ratio)
                  for D in grid_distributions(size, unit) for ratio in ratios]
    found += [Boosted((0, 0, 0), (1 - e * Fraction(63, 50), e / 4, e * Fraction(101, 100)), (
        (Fraction(1), ((0, 1, 0), (0, 0, 1))),), epsilon=e) for e in (QUARTER, Fraction(1, 100))]
    found.append(Boosted((1, 0, 0), (HALF, QUARTER, QUARTER), ((Fraction(1), tuple(point_functions(3).rows())),), m=3))
    return found + [Boosted((y,), (Fraction(1),), ((QUARTER, ((1 - y,),)), (1 - QUARTER, ((y,),))), s, delta=HALF,
                            epsilon=epsilon) for y in (0, 1) for s in (1, 2) for epsilon in (HALF, Fraction(1, 100))]


@cache
def unions(sets: Branches, s: int) -> Branches:
    """Return the law of the union of s independent sets."""
    law = draw = choice({frozenset(some): p for p, some in sets})
    for _ in range(s - 1):
        law = law.then(lambda old: draw.map(old.union))
    return tuple((p, tuple(sorted(union))) for union, p in law.exact().items())


@cache
def boosted(sets: Branches, s: int, m: int) -> Branches:
    """Return the law of the set of all majorities of m functions, one of each of m independent unions."""
    law, draw = choice({frozenset([(0,) * len(sets[0][1][0])]): 1}), choice({some: p for p, some in unions(sets, s)})
    for _ in range(m):
        law = law.then(lambda votes: draw.map(lambda union: frozenset(
            tuple(map(sum, zip(v, h, strict=True))) for v in votes for h in union)))
    law = law.map(lambda votes: frozenset(tuple(int(2 * v > m) for v in vote) for vote in votes))
    return tuple((p, tuple(sorted(majorities))) for majorities, p in law.exact().items())


@cache
def rounds(given: Boosted) -> list[set[tuple[Weights, Row]]]:
    """Return the weights and numbers of wrong votes that are possible after each round, of error at most 1/4 there."""
    wrongs = {tuple(a ^ b for a, b in zip(given.f, h, strict=True)) for _, some in given.sets for h in some}
    found = [{(given.D, (0,) * len(given.D))}]
    for _ in range(given.m):
        found.append({(given.reweigh(weights, wrong), tuple(map(sum, zip(votes, wrong, strict=True))))
                      for weights, votes in found[-1] for wrong in wrongs
                      if 4 * sum(w for w, bit in zip(weights, wrong, strict=True) if bit) <= sum(weights)})
    return found


def missed(branches: Branches, target: Row, weights: Weights, square: Fraction) -> Fraction:
    """Return how often no function of the set has an error whose square is at most so large."""
    errs = ((p, min(error(weights, target, h) for h in some)) for p, some in branches)
    return sum((p for p, least in errs if least * least > square), Fraction(0))


def moment(n: int, p: Fraction, x: Fraction, share: Fraction) -> Bracket:
    """Return ``E x^(S - share n)`` for a binomial number S."""
    return exp_bracket((log_bracket(1 + p * (x - 1), 96) - log_bracket(x, 96) * share) * n, 96)


@cache
def worst_ratio_of(learner: Learner, branches: Branches, ratio: Fraction, rows: int) -> Any:
    return audit_pure(learner(branches, ratio), multiset_databases(labelled_rows(len(branches[0][1][0])), rows),
                      replace_one_unordered).exp_epsilon


def boosting(given: Boosted) -> Iterator[Line]:
    """Yield the lines up to the boosted law: histories of m rounds in which each function is good enough."""
    f, D, sets, s, m, *_ = given
    states, drawn = rounds(given), unions(sets, s)
    for weights in dict.fromkeys(weights for some in states[:-1] for weights, _ in some):
        law = tuple(w / sum(weights) for w in weights)
        yield Line("union", "<=", missed(drawn, f, law, QUARTER**2), Fraction(1, 4**s), law)
        after = max((sum(given.reweigh(weights, wrong)) for h in {h for _, some in sets for h in some}
                     if error(law, f, h) <= QUARTER for wrong in [tuple(map(int.__xor__, f, h))]), default=Fraction(0))
        yield Line("weights/round", "<=", (after / sum(weights)) ** 2 / 3, Fraction(3, 4), law)
    for weights, votes in states[-1]:
        wrong = sum((p for p, v in zip(D, votes, strict=True) if 2 * v >= m), Fraction(0))
        yield Line("weights/majority", "<=", wrong**2, sum(weights) ** 2 / 3**m, votes)
        yield Line("weights/error", "<=", wrong**2, Fraction(3, 4) ** m, votes)


def mistakes(given: Boosted, law: Branches, K: int, n: int) -> Iterator[Line]:
    """Yield the lines on the four mistakes."""
    f, D, e = given.f, given.D, given.epsilon
    terms = representation_failure_terms(K, given.exp_alpha, e, given.delta, n)
    yield Line("missed", "<=", missed(law, f, D, (e / 4) ** 2), given.delta / 2)
    served = [[error(D, f, h) for h in some] for _, some in law]
    served = [some for some in served if min(some) <= e / 4]
    for p in sorted({p for some in served for p in some}):
        if p <= e / 4:
            bound = moment(n, p, Fraction(3, 2), 3 * e / 8)
            yield Line("good/tail", "<=", sum_between(n, p, ceil(3 * e * n / 8), n), bound, ("error", p))
            yield Line("good/moment", "<=", bound, terms[1], ("error", p))
        if p > e:
            bound = moment(n, p, HALF, e / 2)
            yield Line("bad/tail", "<=", sum_between(n, p, 0, int(e * n / 2)), bound, ("error", p))
            yield Line("bad/moment", "<=", (K - 1) * bound, terms[2], ("error", p))
    alike = {tuple(sorted(tuple(h[x] for x, p in enumerate(D) if p) for h in some)): some for _, some in law}
    for some in alike.values():
        if sample := nearest(given, some, n):
            answers = given.learner(((Fraction(1), some),), given.exp_alpha)(sample).exact()
            lost = sum((q for h, q in answers.items() if error(D, f, h) > e), Fraction(0))
            yield Line("chosen", "<=", lost, terms[3], some)
    yield Line("sum", "<=", sum(terms, Bracket(Fraction(0), Fraction(0))), given.delta)


def nearest(given: Boosted, some: tuple[Row, ...], n: int) -> tuple[tuple[int, int], ...]:
    """Return the sample on which no error misleads and bad functions are least behind.

    All points but one have no row, the most of a good function's errors, or just more than a bad one's.
    """
    f, D, e = given.f, given.D, given.epsilon
    atoms, most, least = [x for x, p in enumerate(D) if p], int(3 * e * n / 8), int(e * n / 2)
    looks = {(error(D, f, h) > e, tuple(x for x in atoms if h[x] != f[x])) for h in some}
    found = []
    for rest in atoms if len({bad for bad, _ in looks}) == 2 else ():
        for times in product((0, most, least + 1), repeat=len(atoms) - 1):
            counts = dict(zip([x for x in atoms if x != rest], times, strict=True)) | {rest: n - sum(times)}
            good, bad = (min(sum(counts[x] for x in wrong) for is_bad, wrong in looks if is_bad == kind)
                         for kind in (False, True))
            if sum(times) <= n and good <= most and bad > least:
                found.append((bad - good, counts))
    counts = min(found, key=lambda pair: pair[0])[1] if found else {}
    return tuple((x, f[x]) for x, k in counts.items() for _ in range(k))


@proof("FX15-2.5.ub", grade="certified",
       quantifier="T3 by sets of which one in four lacks a concept, two targets, s = 1, 2, m = 1, 2, 3, distributions "
                  "with denominator 4; T3 itself, four distributions, e^alpha = 81/64, 1.6384, 64/25, and epsilon = "
                  "1/10, 1/100; all functions on 4 points, four distributions, m = 1..7; 4 points by 7 hashes and by "
                  "32 blocks (all three e^alpha), 8 points by 7 hashes, one target (by symmetry), distributions with "
                  "denominators 4 and 2; 3 points by two functions, epsilon = 1/4, 1/100, and by all points, m = 3; a "
                  "point, sets of one function, s = 1, 2; neighbours of 1 to 3 rows (8 points: 2)",
       reason="The last error is exact on at most two points and 1000 rows; else a rational upper bound (a moment "
              "bound), as a thousand rows have too many multisets. The step on the choice looks at extreme samples: "
              "all points but one have no row, the most errors of h, or just more than half of epsilon n.",
       instances=family, start=Boosted((0, 1), (1 - QUARTER, QUARTER), ONE_LACKS, 2, 3),
       steps={"union": "{the probability that s sets hold no function of error at most 1/4} is at most {4^-s}",
              "weights/round": "{the square of the factor by which a round changes the sum of the weights} is at most "
                               "{3/4}",
              "weights/majority": "{the squared error of the majority} is at most {the squared sum of the weights}",
              "weights/error": "{the squared error of the majority} is at most {(3/4)^m}",
              "boosted/misses": "{the probability that no majority is so good} is at most {m 4^-s}",
              "boosted/size": "{the functions in a boosted set} are at most {(s K_0)^m}",
              "numbers": "{(3/4)^m and m 4^-s for the stated m and s} are at most {epsilon^2/16 and delta/2}",
              "privacy": "{the worst ratio of neighbouring laws} is at most {e^alpha}",
              "missed": "{the probability that a set has no function of error at most epsilon/4} is at most {delta/2}",
              "good/tail": "{Pr[a function of error at most epsilon/4 errs on 3/8 epsilon n rows]} is at most "
                           "{its moment}",
              "good/moment": "{the moment} is at most {e^(-c epsilon n)}",
              "bad/tail": "{Pr[a function of error above epsilon errs on at most epsilon n/2 rows]} is at most "
                          "{its moment}",
              "bad/moment": "{K - 1 moments} are at most {(K - 1) e^(-epsilon n/8)}",
              "chosen": "{the probability of the bad ones where no error misleads} is at most "
                        "{(K - 1) e^(-alpha epsilon n/16)}",
              "sum": "{the four terms together} are at most {delta}",
              "order": "{n} is at most {900 times what the O holds}",
              "conclusion": "{Pr[error > epsilon]} is at most {delta}"},
       hypotheses=(
           Hypothesis("the law of sets (1/4, 1/4)-represents C",
                      {"sets": lambda given: ((Fraction(1), (tuple(1 - y for y in given.f),)),)},
                      ("union", "boosted/misses", "missed", "conclusion")),
           Hypothesis("weights change by the factor sqrt 3", {"reweigh": lambda weights, wrong: weights},
                      ("weights/majority", "weights/error")),
           Hypothesis("sets and rounds are enough", {"s": 1, "m": 1}, ("missed", "conclusion")),
           Hypothesis("the set is drawn independently of the sample", lambda: [Boosted(
               (1, 0, 0, 0), (HALF, Fraction(0), Fraction(0), HALF), hashed_points(2, 7), learner=peeking_learner)],
                      ("privacy",)),
           Hypothesis("there are n examples", {"divided": 1000}, ("sum", "conclusion")),
           Hypothesis("epsilon, delta < 1", needless="no error or probability is above 1")))
def a_drawn_set_is_enough(given: Boosted) -> Iterator[Line]:
    f, D, e, delta, ratio = given.f, given.D, given.epsilon, given.delta, given.exp_alpha
    law, most = boosted(given.sets, given.s, given.m), Fraction(3, 4) ** given.m
    largest, K = (max(len(some) for _, some in branches) for branches in (given.sets, law))
    n = representation_learner_rows(K, ratio, e, delta) // given.divided
    yield from boosting(given)
    yield Line("boosted/misses", "<=", missed(law, f, D, most), Fraction(given.m, 4**given.s))
    yield Line("boosted/size", "<=", K, (given.s * largest) ** given.m)
    m = ceil((7 * log_bracket(4 / e)).upper)
    s = next(s for s in count(1) if 2 * m <= delta * 4**s)
    yield Line("numbers", "<=", Fraction(3, 4) ** m, e**2 / 16, f"m = {m}")
    yield Line("numbers", "<=", Fraction(m, 4**s), delta / 2, f"s = {s}")
    for size in range(1, 4 if len(f) < 8 else 3):
        yield Line("privacy", "<=", worst_ratio_of(given.learner, law, ratio, size), ratio, f"{size} rows")
    yield from mistakes(given, law, K, n)
    errors, dimension, rest = (log_bracket(x) / log_bracket(2) for x in (1 / e, largest, 1 / delta))
    iterated = log_bracket(errors + rest) / log_bracket(2)
    yield Line("order", "<=", representation_learner_rows((s * largest) ** m, ratio, e, delta),
               (errors * (dimension + iterated) + rest) * 900 / (log_bracket(ratio) * e))
    fails = (representation_failure(law, f, D, n, ratio, e, bits=64).upper if n < 1000 and len(f) <= 2 else
             representation_failure_bound(law, f, D, n, ratio, e))
    yield Line("conclusion", "<=", fails, delta)


def refutes_a_drawn_set_is_enough(given: Boosted, step: str, case: Any) -> bool:
    """Tell whether a line is false: sets drawn one by one, a pair of functions in turn, the learner row by row."""
    f, D, sets, s, m, e, delta, ratio, divided, reweigh, learner = given

    def wrong(h: Row, law: Weights = D) -> Fraction:
        return sum((w for w, a, b in zip(law, h, f, strict=True) if a != b), Fraction(0))

    if step == "union":
        return sum(p for p, some in sets if all(wrong(h, case) > QUARTER for h in some)) > QUARTER
    if step in ("weights/majority", "weights/error"):
        return any(fooled(given, pair) for _, some in sets for pair in product(some, repeat=2))
    drawn: list[tuple[Fraction, tuple[Row, ...]]] = []
    for picks in product(sets, repeat=s * m):
        groups = [{h for _, some in picks[i::m] for h in some} for i in range(m)]
        drawn.append((prod((p for p, _ in picks), start=Fraction(1)), tuple(
            {tuple(int(2 * sum(bits) > m) for bits in zip(*votes, strict=True)) for votes in product(*groups)})))
    if step == "missed":
        return sum(p for p, some in drawn if all(wrong(h) > e / 4 for h in some)) > delta / 2
    K, answer = max(len(some) for _, some in drawn), cache(lambda S: learner(tuple(drawn), ratio)(S).exact())
    if step == "privacy":
        points = tuple(product(range(len(f)), (0, 1)))
        return any(p > ratio * answer((row, *S[1:])).get(h, 0) for S in product(points, repeat=int(case[0]))
                   for row in points for h, p in answer(S).items())
    n = ceil(max(16 / log(ratio), 37) / e * log(4 * K / delta)) // divided * float(e)
    return delta / 2 + exp((0.5 - 1.5 * log(1.5)) / 4 * n) + (K - 1) * (exp(-n / 8) + ratio ** (-n / 16)) > delta


def fooled(given: Boosted, turns: tuple[Row, ...]) -> bool:
    """Tell whether two functions in turn, each wrong on at most a quarter of the weight, make a majority too bad."""
    weights, votes = given.D, [0] * len(given.f)
    for i in range(given.m):
        missed = [a ^ b for a, b in zip(given.f, turns[i % 2], strict=True)]
        if 4 * sum(w * bit for w, bit in zip(weights, missed, strict=True)) > sum(weights):
            return False
        weights, votes = given.reweigh(weights, tuple(missed)), list(map(sum, zip(votes, missed, strict=True)))
    lost = sum(float(q) for q, k in zip(given.D, votes, strict=True) if 2 * k >= given.m)
    return lost > 1e-9 + min(0.75 ** (given.m / 2), float(sum(weights)) * 3 ** (-given.m / 2))
