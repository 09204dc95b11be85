"""ABMS20, Section 3.2: private algorithms, errors, and what learning means."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import lcm
from typing import Any

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions, initial_segments
from privlearn.laws import hockey_stick, worst_ratio
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import (empirical_disagreement, empirical_error, grid_distributions, label_error,
                                worst_empirical_failure)
from privlearn.mechanisms import all_databases, randomised_response, replace_one
from privlearn.papers.abms20.private_preliminaries import claim

SEGMENTS = initial_segments(3)


Table = dict[Any, Fraction]

claim("ABMS20-3.3", kind="definition", uses=("BBKN14-2.1",),
      title="(epsilon, delta)-differential privacy under replacement of one entry",
      note="Privacy parameters are ratios e^epsilon, rational numbers here.")


def table_pairs() -> Iterator[tuple[Table, Table, int]]:
    """Yield pairs of laws and a ratio: all on a grid over 3 outcomes, and 200 with 10 outcomes."""
    grid = [dict(enumerate(law)) for law in grid_distributions(3, 6)]
    yield from product(grid, grid, (1, 2, 4))
    for seed in range(200):
        weights = [[(37 * (k + 3) ** 3 * (seed + 5) + 11 * seed * k + side * 7 * k * k) % 211 for k in range(10)]
                   for side in (1, 2)]
        left, right = ({k: Fraction(w, sum(row)) for k, w in enumerate(row)} for row in weights)
        yield left, right, 1 + seed % 3


def largest_excess(left: Table, right: Table, ratio: int) -> Fraction:
    """Return the maximum of ``P(F) - ratio Q(F)`` over all events F, each by its own sum."""
    unit, sums = lcm(*(p.denominator for p in (*left.values(), *right.values()))), [0]
    for o in left:
        gain = int(unit * (left[o] - ratio * right[o]))
        sums += [s + gain for s in sums]
    return Fraction(max(sums), unit)


@check("ABMS20-3.3", grade="exhaustive", quantifier="all pairs of laws with denominator 6 on 3 outcomes and 200 pairs "
       "on 10 outcomes (numerators from a fixed congruence); e^epsilon = 1, 2, 3, 4; all 2^k events",
       says="{the least delta of two laws P and Q} equals {the largest P(F) - e^epsilon Q(F) over events F}")
@sabotage("single outcomes only",
          lambda p, q, ratio: (max(max(p[o] - ratio * q.get(o, Fraction(0)) for o in p), Fraction(0)), None))
def least_delta_is_the_maximum_over_all_events(stick=hockey_stick) -> Verdict:
    return judge("==", ((case, stick(*case)[0], largest_excess(*case)) for case in table_pairs()))

def refutes_least_delta_is_the_maximum_over_all_events(stick, left, right, ratio):
    event = [o for o in left if left[o] > ratio * right[o]]
    return sum(left[o] for o in event) - ratio * sum(right[o] for o in event) > stick(left, right, ratio)[0]


TRUTHS = (Fraction(1, 2), Fraction(2, 3), Fraction(3, 4), Fraction(9, 10))


@check("ABMS20-3.3", grade="exact", quantifier="one bit told truly with probability 1/2, 2/3, 3/4, 9/10, on each of 1, "
       "2, 3 rows: all ordered neighbouring pairs",
       says="{the worst ratio over two neighbours} equals {p/(1 - p), p the chance of the truth}")
@sabotage("the truth with the mean of p and 1/2", lambda truth: randomised_response((truth + Fraction(9, 10)) / 2))
def randomised_response_loses_exactly_epsilon(make=randomised_response) -> Verdict:
    return judge("==",
                 (((truth, left, right), worst_ratio(make(truth)(left), make(truth)(right))[0], truth / (1 - truth))
                  for truth in TRUTHS for m in (1, 2, 3) for left, right in replace_one(all_databases((0, 1), m))))

def refutes_randomised_response_loses_exactly_epsilon(make, truth, left, right):
    p, q = make(truth)(left).exact(), make(truth)(right).exact()
    return max(p[o] / q[o] for o in p) * (1 - truth) != truth


claim("ABMS20-3.10", kind="definition", uses=("ABMS20-3.3", "ABMS20-3.5"), same_as=("BBKN14-2.5",),
      title="Private PAC learner: private on all databases, accurate on honest samples",
      difference="Approximate privacy is allowed; the shared checks are for delta = 0.")


claim("ABMS20-3.10.note", kind="remark", status="checked",
      reason="a remark on the definition; an exercise asks for a mechanism that is private on realisable databases "
             "only",
      uses=("ABMS20-3.10",), same_as=("BBKN14-2.6",),
      title="Utility is average case, privacy is worst case")


claim("ABMS20-3.4", kind="definition", same_as=("BBKN14-2.2.error",),
      title="The generalization error is the mass of disagreement; alpha-good hypotheses")


claim("ABMS20-3.5", kind="definition", uses=("ABMS20-3.4",), same_as=("BBKN14-2.2",),
      title="(alpha, beta)-accurate PAC learner with m samples, proper and improper",
      difference="The sample size m is part of the definition, efficiency is not.")


claim("ABMS20-3.6", kind="definition", uses=("ABMS20-3.4",), title="Empirical error on samples with and without labels")


@check("ABMS20-3.6", grade="exhaustive",
       quantifier="all multisets of 1..4 of 3 points, all 64 pairs of functions; and 10^6 rows of 3 points",
       says="{the disagreement of c and h on the sample} equals {the error of h on the sample labelled by c}")
@verifier(lambda judged, points, c, h: judged(points, c, h) * len(points) != sum(abs(c[x] - h[x]) for x in points))
@sabotage("divided by the number of distinct points",
          lambda points, c, h: Fraction(sum(c[x] != h[x] for x in points), len(set(points))))
def disagreement_is_the_error_on_the_labelled_sample(judged=empirical_disagreement) -> Verdict:
    samples = [s for m in range(1, 5) for s in combinations_with_replacement(range(3), m)]
    pairs = list(product(all_functions(3).rows(), repeat=2))
    large = tuple(x * x % 7 % 3 for x in range(10**6))
    cases = [*product(samples, pairs), (large, ((0, 1, 0), (1, 1, 0)))]
    return judge("==", (((s[:4], c, h), judged(s, c, h), empirical_error(tuple((x, c[x]) for x in s), h))
                        for s, (c, h) in cases))


claim("ABMS20-3.7", kind="definition", uses=("ABMS20-3.6",),
      title="Agnostic PAC learner: error at most that of the best concept plus alpha",
      erratum_kind="convention", repaired=True,
      erratum="The printed condition |error(h) - min error| <= alpha, with h in H, should be one-sided and let an "
              "improper learner answer outside H. X = {0, 1}, H = {0}, every point labelled by itself, uniform: h(x) "
              "= x has error 0, the minimum is 1/2, and a perfect hypothesis is refused for every alpha < 1/2. Only "
              "the one-sided form is used later.")

ALPHAS = (Fraction(0), Fraction(1, 6), Fraction(1, 4), Fraction(1, 3), Fraction(49, 100))


def one_sided(found: Fraction, best: Fraction, alpha: Fraction) -> bool:
    """Tell whether the error found is at most ``alpha`` above the best of the class."""
    return found <= best + alpha


def two_sided(found: Fraction, best: Fraction, alpha: Fraction) -> bool:
    """Tell the same of the absolute difference, as printed."""
    return abs(found - best) <= alpha


@check("ABMS20-3.7", grade="exhaustive", quantifier="all 15 classes on 2 points, all 84 laws of a labelled point with "
       "denominator 6, alpha = 0, 1/6, 1/4, 1/3, 49/100: a hypothesis with the least error of all functions",
       says="a hypothesis of least error meets the one-sided condition")
@sabotage("the printed absolute value", two_sided)
def no_better_hypothesis_is_refused(accepts=one_sided) -> Verdict:
    functions = all_functions(2).rows()
    classes = [[f for k, f in enumerate(functions) if number >> k & 1] for number in range(1, 16)]
    places = [(mu, {f: label_error(mu, f) for f in functions}) for mu in grid_distributions(4, 6)]
    return judge("==", (((mu, tuple(c), a), accepts(min(errors.values()), min(errors[f] for f in c), a), True)
                        for (mu, errors), c, a in product(places, classes, ALPHAS)))

def refutes_no_better_hypothesis_is_refused(accepts, mu, concepts, alpha):
    errors = {f: sum(w for k, w in enumerate(mu) if f[k // 2] != k % 2) for f in product((0, 1), repeat=2)}
    found, best = min(errors.values()), min(errors[f] for f in concepts)
    return found <= best and not accepts(found, best, alpha)


@check("ABMS20-3.7", grade="exhaustive", quantifier="all 255 classes on 3 points, their members, all 462 laws of a "
       "labelled point with denominator 6; alpha = 0, 1/6, 1/4, 1/3, 49/100 (each pair of errors judged once)",
       says="the one-sided and the printed two-sided condition accept the same hypotheses of the class")
@verifier(lambda accepts, found, best, alpha:
          found >= best and accepts(found, best, alpha) != (best - alpha <= found <= best + alpha))
@sabotage("the wrong side: best <= found + alpha", lambda found, best, alpha: best <= found + alpha)
def for_proper_answers_both_forms_agree(accepts=one_sided) -> Verdict:
    functions = all_functions(3).rows()
    pairs = set()
    for mu in grid_distributions(6, 6):
        errors = sorted(label_error(mu, f) for f in functions)
        pairs |= {(errors[i], errors[j]) for i in range(8) for j in range(i, 8)}  # best, found: in every class of both
    judged = judge("==", (((found, best, a), accepts(found, best, a), two_sided(found, best, a))
                          for (best, found), a in product(sorted(pairs), ALPHAS)))
    return covering(judged, 462 * 1024 * len(ALPHAS))  # 1024 = sum of the class sizes


claim("ABMS20-3.11", kind="definition", uses=("ABMS20-3.6", "ABMS20-3.alg1"),
      title="Empirical learner: accurate on every sample labelled by a concept",
      note="The printed answer h in H should be any function where improper learners are meant.")

MANY = [(0,) * 8, *((1, *bits, 0) for bits in product((0, 1), repeat=6) if any(bits))]  # 64 concepts, two groups


@check("ABMS20-3.11", grade="exact", quantifier="the initial segments of 3 points, exponential mechanism with "
       "e^epsilon = 4, m = 1..9 rows, alpha = 0, 1/m, ..., (m-1)/m: all targets, all samples; 64 concepts, m = 200, "
       "alpha = k/m for 9 values of k: a sample that 63 of them miss in k + 1 rows, which is the worst",
       says="{the probability of an error above alpha} is at most {|H| e^(-epsilon alpha m/2)}")
@sabotage("a quarter more in the base", Fraction(5, 2))
@sabotage("exponent epsilon alpha m, without the half", 4)
@judged("<=")
def exponential_mechanism_fails_with_at_most_size_times_exp(root: int | Fraction = 2):
    """The bound |H| e^(-epsilon alpha m / 2) in powers of e^(epsilon / 2) = 2."""
    learner = exponential_learner(SEGMENTS, Fraction(4))
    many = exponential_learner(ConceptClass.from_matrix(MANY), Fraction(4))
    for m in range(1, 10):
        for k in range(m):
            failure, where = worst_empirical_failure(learner, SEGMENTS, m, Fraction(k, m))
            yield (m, k, where), failure, Fraction(len(SEGMENTS.rows()), root**k)
    for k in (0, 1, 4, 5, 6, 7, 10, 50, 199):
        law = many(((0, 0),) * (k + 1) + ((7, 0),) * (199 - k)).exact()
        yield (200, k, "64 concepts"), sum(p for h, p in law.items() if MANY[h][0]), Fraction(64, root**k)

def refutes_exponential_mechanism_fails_with_at_most_size_times_exp(root, m, k, database):
    if database == "64 concepts":
        return Fraction(63, 63 + 2 ** (k + 1)) > Fraction(64, root**k)
    misses = [sum((x < t) != y for x, y in database) for t in range(4)]
    other = [sum((x >= 3 - t) != y for x, y in database) for t in range(4)]
    lost = [Fraction(sum(2 ** (m - e) for e in es if e > k), sum(2 ** (m - e) for e in es)) for es in (misses, other)]
    return lost[0 if min(misses) == 0 else 1] > Fraction(4, root**k)


def losses(m: int, k: int) -> list[Fraction]:
    """Return the failures on all ordered samples, from the weights 2^-errors."""
    found = []
    for points, target in product(product(range(3), repeat=m), SEGMENTS.rows()):
        wrong = [sum(h[x] != target[x] for x in points) for h in SEGMENTS.rows()]
        found.append(Fraction(sum(2 ** (m - e) for e in wrong if e > k), sum(2 ** (m - e) for e in wrong)))
    return found


@check("ABMS20-3.11", grade="exhaustive",
       quantifier="the same class and mechanism, m = 1..4, alpha = 0, 1/m, ...: all ordered samples, all targets",
       says="{the worst failure by the routine} equals {the largest failure on an ordered sample}")
@sabotage("the average over the samples",
          lambda learner, concepts, m, alpha: (sum(found := losses(m, int(alpha * m)), Fraction(0)) / len(found), ()))
def failure_is_the_maximum_over_all_samples(failure=worst_empirical_failure) -> Verdict:
    learner = exponential_learner(SEGMENTS, Fraction(4))
    return judge("==", (((m, k), failure(learner, SEGMENTS, m, Fraction(k, m))[0], max(losses(m, k)))
                        for m in range(1, 5) for k in range(m)))

def refutes_failure_is_the_maximum_over_all_samples(failure, m, k):
    claimed = failure(exponential_learner(SEGMENTS, Fraction(4)), SEGMENTS, m, Fraction(k, m))[0]
    return any(lost > claimed for lost in losses(m, k))
