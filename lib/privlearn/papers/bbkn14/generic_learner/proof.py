"""BBKN14, Theorem 3.2: its proof, line by line, with the rows of the theorem on samples of two points."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import compress, product
from math import ceil, comb, exp, lcm
from operator import ne
from typing import Any, NamedTuple

import privlearn.papers.bbkn14.generic_learner.sample_size  # noqa: F401  declares what is proved here
from privlearn.broken.famous_learners import broken_exponential_without_factor_two
from privlearn.checking.proofs import CONCLUSION, Hypothesis, Line, proof
from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import TooLargeToEnumerate
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.exact.rationals import rational_square_root
from privlearn.learners.generic import occam_sample_size, three_terms
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning.labelled import errors
from privlearn.mechanisms import PromisedMechanism, labelled_rows, multiset_databases
from privlearn.papers.bbkn14.generic_learner.instances import RATIO

UNIT = 1 << 1000  # probabilities of an output are rounded up to multiples of 1/UNIT
MOST_ROWS = 4000
MOST, TWO_THIRDS = Fraction(9, 10), Fraction(2, 3)
Pair = tuple[Fraction, Fraction]
Class = tuple[Concept, ...]


class Learned(NamedTuple):
    """Hypotheses, a target, a distribution D on two points, where the rows come from, what is missing or replaced."""

    H: Class
    c: Concept
    D: Pair
    drawn: Pair
    alpha: Fraction
    beta: Fraction
    exp_epsilon: Fraction = RATIO
    missing: int = 0
    replaced: int = 1
    learner: Callable[[ConceptClass, Fraction], PromisedMechanism] = exponential_learner

    @property
    def derived(self) -> tuple[str, ...]:
        return ("drawn",)

    @property
    def labels(self) -> dict[str, str]:
        return {"H": "the hypotheses", "c": "the target", "D": "D, the masses of points 0 and 1",
                "drawn": "the masses from which rows are drawn", "missing": "rows that are missing",
                "replaced": "rows that neighbours replace", "exp_epsilon": "e^epsilon"}

    def fitted(self) -> "Learned":
        return self._replace(drawn=self.D)

    def error(self, h: Concept) -> Fraction:
        """Return the true error."""
        return sum((p for x, p in enumerate(self.D) if h[x] != self.c[x]), Fraction(0))


@cache
def law(H: Class, make: Any, ratio: Fraction, database: Any) -> list[Fraction]:
    return list(make(ConceptClass.from_matrix(H), ratio)(database).exact().values())


@cache
def samples(H: Class, c: Concept, m: int, make: Any, ratio: Fraction) -> list[tuple[list[int], list[int]]]:
    """Return for k = 0..m the errors on k rows at point 0 and m - k at point 1, and the outputs in units, upwards."""
    learner, found = make(ConceptClass.from_matrix(H), ratio), []
    if m > MOST_ROWS:
        raise TooLargeToEnumerate("the samples: their rows", m, MOST_ROWS)
    for k in range(m + 1):
        S = ((0, c[0]),) * k + ((1, c[1]),) * (m - k)
        found.append(([k * (h[0] != c[0]) + (m - k) * (h[1] != c[1]) for h in H],
                      [ceil(p * UNIT) for p in learner(S).exact().values()]))
    return found


@cache
def chances(masses: Pair, m: int) -> list[Fraction]:
    """Return the chances of 0 to m rows at point 0."""
    unit = lcm(*(p.denominator for p in masses))
    a, b = (int(p * unit) for p in masses)
    return [Fraction(comb(m, k) * a**k * b ** (m - k), unit**m) for k in range(m + 1)]


@cache
def moved(points: int, replaced: int) -> list[tuple[Any, Any]]:
    """Return all databases of one and two rows, with all in which one row is replaced, or so many."""
    return [(S, other) for n in (1, 2) for S, other in product(multiset_databases(labelled_rows(points), n), repeat=2)
            if n - sum(min(S.count(row), other.count(row)) for row in {*S}) in (1, replaced)]


@cache
def learned() -> list[Learned]:
    """Return the start, two more cases, and all classes on two points, where a hypothesis errs at most alpha/2."""
    tenths, rows = [Fraction(k, 20) for k in (0, 1, 9)], list(product((0, 1), repeat=2))
    found = [(((1, 0, 0), (0, 1, 0), (0, 1, 1)), (0, 0, 0), Fraction(33, 100), TWO_THIRDS, Fraction(3, 5), RATIO),
             (((0, 1), (1, 0)), (1, 1), QUARTER, HALF, MOST, RATIO),
             (((1, 0), (0, 1)), (0, 0), Fraction(1, 20), MOST, MOST, Fraction(41, 40) ** 2)]
    found += [(tuple(h for i, h in enumerate(rows) if bits >> i & 1), (0, 0), p, MOST, MOST, RATIO)
              for bits, p in product(range(1, 15), tenths)]
    made = [Learned(H, c, (p, 1 - p), (p, 1 - p), alpha, beta, ratio) for H, c, p, alpha, beta, ratio in found]
    return [given for given in made if 2 * min(map(given.error, given.H)) <= given.alpha]


def other_exponents() -> Iterator[Learned]:
    """Yield the learners whose weights have epsilon, or nothing, in the exponent."""
    for given in learned()[::10]:
        yield given._replace(learner=broken_exponential_without_factor_two)
        yield given._replace(learner=lambda H, _: exponential_learner(H, 1))


@proof("BBKN14-3.2", grade="certified",
       quantifier="the target 00, three distributions, all classes of at most three hypotheses on two points of which "
                  "one errs at most alpha/2, alpha = beta = 9/10; three cases with alpha = 1/2, 2/3, 9/10, e^epsilon = "
                  "9/4 and (41/40)^2, up to 520 rows; all samples; privacy on all databases of one and two rows",
       instances=learned, start=lambda: learned()[0],
       steps={"weights": "{Pr[h is output]} equals {e^(-epsilon errors(h)/2)/W}",
              "scores": "{the errors of h on a neighbour less those on S} are at most {1}",
              "sum": "{W on a neighbour divided by W on S} is at most {e^(epsilon/2)}",
              "representation": "{the least true error} is at most {alpha/2}",
              "good": "{Pr[h* errs on 5 alpha m/8 rows or more]} is at most {e^(-alpha m/96)}",
              "bad/one": "{Pr[h errs on 7 alpha m/8 rows or fewer]} is at most {e^(-alpha m/128)}",
              "bad/all": "{Pr[some bad h does]} is at most {|H| e^(-alpha m/128)}",
              "drawn": "{Pr[a bad h is output], on a sample with neither,} is at most {|H| e^(-epsilon alpha m/8)}",
              "rows": "{each of these bounds} is at most {beta/3}",
              "conclusion": "{Pr[h on S], Pr[the output errs above alpha]} are at most {e^epsilon Pr[h on S'], beta}"},
       hypotheses=(
           Hypothesis("H alpha/2-represents c", {"H": ((1, 1),), "c": (0, 0)},
                      ("representation", "good", "conclusion")),
           Hypothesis("the exponent has epsilon/2", other_exponents, ("weights", "drawn", "conclusion")),
           Hypothesis("neighbours differ in one row", {"replaced": 2}, ("scores", "sum", "conclusion")),
           Hypothesis("the rows are drawn from D", {"drawn": lambda given: given.D[::-1]},
                      ("good", "bad/one", "bad/all", "conclusion")),
           Hypothesis("m is the number of the theorem", {"missing": 10**6}, ("rows", "conclusion"))))
def the_generic_learner_learns(given: Learned, size=occam_sample_size) -> Iterator[Line]:
    H, c, ratio, make = given.H, given.c, given.exp_epsilon, given.learner
    root, pairs = rational_square_root(ratio), moved(len(c), given.replaced)
    wrong = {S: [errors(h, S) for h in H] for S in dict(pairs)}
    W = {S: sum(root**-k for k in wrong[S]) for S in wrong}
    for S in wrong:
        yield Line("weights", "==", law(H, make, ratio, S), [root**-k / W[S] for k in wrong[S]], ("S =", S))
    yield Line("scores", "<=", max(a - b for S, T in pairs for a, b in zip(wrong[T], wrong[S], strict=True)), 1,
               joined=len(pairs))
    yield Line("sum", "<=", max(W[T] / W[S] for S, T in pairs), root, joined=len(pairs))
    best = min(range(len(H)), key=lambda i: given.error(H[i]))
    yield Line("representation", "<=", given.error(H[best]), given.alpha / 2)
    m = max(0, size(len(H), ratio, given.alpha, given.beta) - given.missing)
    share, terms, seen = given.alpha * m / 8, three_terms(len(H), ratio, given.alpha, m), samples(H, c, m, make, ratio)
    bad, chance = [i for i, h in enumerate(H) if given.error(h) > given.alpha], chances(given.drawn, m)
    yield Line("good", "<=", sum(p for p, (k, _) in zip(chance, seen, strict=True) if k[best] >= 5 * share), terms[0])
    for i in bad:
        yield Line("bad/one", "<=", sum(p for p, (k, _) in zip(chance, seen, strict=True) if k[i] <= 7 * share),
                   terms[1] / len(H), ("h =", H[i]))
    fewest = [min((k[i] for i in bad), default=m + 1) for k, _ in seen]
    yield Line("bad/all", "<=", sum(p for p, k in zip(chance, fewest, strict=True) if k <= 7 * share), terms[1])
    drawn = [sum(outputs[i] for i in bad) for _, outputs in seen]
    neither = [p for p, (k, _), f in zip(drawn, seen, fewest, strict=True) if k[best] < 5 * share and f > 7 * share]
    if neither:
        yield Line("drawn", "<=", Fraction(max(neither), UNIT), terms[2], joined=len(neither))
    for term in terms:
        yield Line("rows", "<=", term, given.beta / 3)
    yield Line("conclusion", "<=", max(p / q for S, T in pairs for p, q in zip(
        law(H, make, ratio, T), law(H, make, ratio, S), strict=True)), ratio, "private", len(pairs))
    failure = sum(p * q for p, q in zip(chance, drawn, strict=True)) / UNIT
    yield Line("conclusion", "<=", failure, given.beta, "accurate")


def refutes_the_generic_learner_learns(given: Learned, step: str, case: Any, size) -> bool:
    """Tell whether a line is false: privacy on all pairs of sequences of two rows, accuracy in floats, row by row."""
    H, root, error = given.H, rational_square_root(given.exp_epsilon), [*map(given.error, given.H)]
    if step == "representation":
        return 2 * min(error) > given.alpha
    if step in ("weights", "scores", "sum") or case == "private":
        listed, R = list(product(labelled_rows(len(given.c)), repeat=2)), range(len(H))
        counts = {S: [sum(h[x] ^ y for x, y in S) for h in H] for S in listed}
        weight = {S: [1 / root**k for k in counts[S]] for S in listed}
        output = {S: law(H, given.learner, given.exp_epsilon, S) for S in listed}
        near = [(S, T) for S, T in product(listed, repeat=2) if sum(map(ne, S, T)) in (1, given.replaced)]
        return {"weights": any(output[S][h] * sum(weight[S]) != weight[S][h] for S in listed for h in R),
                "scores": any(counts[S][h] > counts[T][h] + 1 for S, T in near for h in R),
                "sum": any(sum(weight[S]) > root * sum(weight[T]) for S, T in near),
                CONCLUSION: any(output[S][h] > root**2 * output[T][h] for S, T in near for h in R)}[step]
    m = max(0, size(len(H), given.exp_epsilon, given.alpha, given.beta) - given.missing)
    share, seen, many = float(given.alpha) * m, dict.fromkeys(range(m + 1), 0.0), 1 if step == "bad/one" else len(H)
    bad = [e > given.alpha and (many > 1 or case is None or h == case[1]) for h, e in zip(H, error, strict=True)]
    most = {"good": exp(-share / 96), "bad": many * exp(-share / 128), "drawn": len(H) * float(root) ** (-share / 4)}
    if step == "rows":
        return 3 * max(most.values()) > given.beta
    seen[0] = 1.0
    for k in [k for n in range(m) for k in range(n + 1, -1, -1)]:  # one row more, in place
        seen[k] = seen[k] * float(given.drawn[1]) + seen.get(k - 1, 0) * float(given.drawn[0])
    found = dict.fromkeys((*most, CONCLUSION), 0.0)
    for k, (_, outputs) in enumerate(samples(H, given.c, m, given.learner, given.exp_epsilon)):
        wrong = [sum(h[x] ^ given.c[x] for x in (0,) * k + (1,) * (m - k)) for h in H]
        late = wrong[error.index(min(error))] >= 5 * share / 8
        few, drawn = any(compress((k <= 7 * share / 8 for k in wrong), bad)), sum(compress(outputs, bad)) / UNIT
        for part, p in (("good", seen[k] * late), ("bad", seen[k] * few), (CONCLUSION, seen[k] * drawn)):
            found[part] += p
        found["drawn"] = max(found["drawn"], drawn * (not late and not few))
    part = step.partition("/")[0]
    return found[part] > (most | {CONCLUSION: given.beta})[part]
