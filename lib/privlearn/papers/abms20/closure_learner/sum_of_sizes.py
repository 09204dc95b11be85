"""ABMS20, Section 2: Theorem 2.3, the size is a sum over the parts; the remark on pure privacy."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, comb, lcm, log

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.concepts import ConceptClass, aggregate, all_functions, initial_segments, point_functions
from privlearn.dimensions.representation import (ProbabilisticRepresentation, miss_probability,
                                                 probabilistic_representation_value, product_representation)
from privlearn.exact import log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.fractions import HALF
from privlearn.papers.abms20.closure_learner import claim
from privlearn.papers.abms20.closure_learner.instances import TINY_ROWS, law_by_hand, tiny_law

Counts = tuple[int, ...]

@formula("at most", where=("k >= 2", "0 < alpha <= 1", "0 < beta <= 1"), tex={"ln(k / beta)": r"\ln(k/\beta)"},
         corners={"k": (2, 3, 50, 1), "alpha": (Fraction(1), Fraction(1, 2), Fraction(1, 1000)),
                  "beta": (Fraction(1), Fraction(1, 2), Fraction(1, 10**20))},
         loose={"0 < alpha <= 1": "no error is above 1", "0 < beta <= 1": "no probability is above 1"})
def polynomial_factor(k: int, alpha: Value, beta: Value) -> Value:
    """Return how many times the rows of the parts the composed class needs, up to a constant."""
    return k**3 * ln(k / beta) / alpha**2


claim("ABMS20-2.3", kind="theorem", section="2 Main results", formulas=(polynomial_factor,),
      title="Closure theorem for private learning",
      uses=("ABMS20-7.1", "ABMS20-7.2", "ABMS20-7.3", "ABMS20-7.4", "ABMS20-7.4.eps"),
      difference="Theorem 7.1 for every epsilon and with all factors hidden: the form that is proved there, then "
                 "subsampling (Remark 7.4).", note="The accuracy of runs is checked with Theorem 7.1 and Lemma 7.3.")


def number_of_rows(exp_inner: Fraction, exp_epsilon: Fraction, inner: int) -> int:
    """Return ``ceil(m (c - 1)/(e^eps - 1))``: out of so many rows m are drawn for an algorithm with ratio c."""
    return ceil(inner * (exp_inner - 1) / (exp_epsilon - 1))


def count_vectors(rows: int) -> Iterator[Counts]:
    """Yield the numbers of rows of each of the four kinds, for all multisets."""
    for a, b, c in product(range(rows + 1), repeat=3):
        if a + b + c <= rows:
            yield a, b, c, rows - a - b - c


@cache
def inner_chances() -> tuple[dict[Counts, int], int]:
    """Return the chance of h_1 = 1 in the tiny instance for all multisets D_1, over a common denominator."""
    found = {}
    for counts in count_vectors(9):
        data = tuple(row for row, n in zip(TINY_ROWS, counts, strict=True) for _ in range(n))
        law = tiny_law((data, ((0, 0),) * 9)).exact()
        found[counts] = sum((p for (h, _), p in law.items() if h == (1, 1)), Fraction(0))
    unit = lcm(*(p.denominator for p in found.values()))
    return {counts: int(p * unit) for counts, p in found.items()}, unit


def subsampled_chance(counts: Counts) -> Fraction:
    """Return the chance of h_1 = 1 if nine of the rows, drawn without replacement, are D_1."""
    chances, unit = inner_chances()
    total = 0
    for a, b, c in product(*(range(min(n, 9) + 1) for n in counts[:3])):
        if 0 <= 9 - a - b - c <= counts[3]:
            ways = comb(counts[0], a) * comb(counts[1], b) * comb(counts[2], c) * comb(counts[3], 9 - a - b - c)
            total += ways * chances[a, b, c, 9 - a - b - c]
    return Fraction(total, unit * comb(sum(counts), 9))


@cache
def worst_ratio_of(rows: int) -> tuple[Fraction, tuple[Counts, Counts], int]:
    """Return the largest ratio of an answer's probabilities over neighbours of so many rows, where, and of how many."""
    chance = {counts: subsampled_chance(counts) for counts in count_vectors(rows)}
    found: list[tuple[Fraction, tuple[Counts, Counts]]] = []
    for left, p in chance.items():
        for i, j in product(range(4), repeat=2):
            if i != j and left[i]:
                right = tuple(n - (k == i) + (k == j) for k, n in enumerate(left))
                q = chance[right]
                found.append((max(p / q, (1 - p) / (1 - q)), (left, right)))
    return *max(found), len(found)


@check("ABMS20-2.3", grade="exhaustive",
       quantifier="k = 2, rule and, 2 points: nine of n rows of the first part are drawn, n as subsampling asks for "
                  "e^eps = 6/5 and 8/7; all neighbours among the multisets of n rows of the first part: the ratio is "
                  "at most e^eps",
       says="{the largest ratio of an answer's probabilities} is at most {e^epsilon}",
       reason="The law of (h_1, h_2) has the loss of h_1, as the second step does not see these rows.")
@sabotage("no more rows than the algorithm needs", lambda inner, target, m: m)
def subsampling_reaches_a_small_epsilon(rows=number_of_rows) -> Verdict:
    inner, _, _ = worst_ratio_of(9)
    found = [(target, *worst_ratio_of(rows(inner, target, 9))) for target in (Fraction(6, 5), Fraction(8, 7))]
    return counted(judge("<=", (((inner, target, pair), ratio, target) for target, ratio, pair, _ in found)),
                   sum(pairs for *_, pairs in found))

def refutes_subsampling_reaches_a_small_epsilon(rows, inner, target, pair):
    n, chances = rows(inner, target, 9), list[Fraction]()
    for counts in pair:
        total = Fraction(0)
        for kept in product(*(range(c + 1) for c in counts)):
            if sum(kept) == 9:
                data = tuple(row for row, k in zip(((0, 0), (0, 1), (1, 0), (1, 1)), kept, strict=True)
                             for _ in range(k))
                ways = [comb(c, k) for c, k in zip(counts, kept, strict=True)]
                one = sum((p for (h, _), p in law_by_hand(data, ((0,), (0,))).items() if sum(h) == 2), Fraction(0))
                total += one * Fraction(ways[0] * ways[1] * ways[2] * ways[3], comb(n, 9))
        chances.append(total)
    return max(chances[0] / chances[1], (1 - chances[0]) / (1 - chances[1])) > target


def drawn_representation(seed: int, functions: int) -> ProbabilisticRepresentation:
    """Return sixteen equally likely random sets of functions on 3 points."""
    source, rows = random.Random(seed), all_functions(3).rows()
    return ProbabilisticRepresentation(tuple((Fraction(1, 16), tuple(source.sample(rows, functions)))
                                             for _ in range(16)))


@cache
def parts() -> tuple[tuple[ConceptClass, ProbabilisticRepresentation, Fraction], ...]:
    """Return classes on 3 points with representations and the error at which each is used."""
    found = [(c, probabilistic_representation_value(c, size, e).representation, e)
             for c in (initial_segments(3), point_functions(3), all_functions(3))
             for size, e in ((1, Fraction(3, 8)), (2, Fraction(1, 4)))]
    found += [(initial_segments(3), drawn_representation(n, 5), Fraction(1, 4)) for n in (1, 2)]
    one, whole = ConceptClass.from_matrix([[1, 1, 1]]), Fraction(1)
    found += [(one, ProbabilisticRepresentation(((whole, rows),)), Fraction(1, 2))
              for rows in (((0, 1, 1), (1, 0, 0)), ((1, 0, 1), (0, 1, 0)))]
    lines = [tuple(tuple(int((x // 3, x % 3)[side] != k) for x in range(9)) for k in range(3)) for side in (0, 1)]
    found += [(ConceptClass.from_matrix([[1] * 9]), ProbabilisticRepresentation(((whole, rows),)), Fraction(1, 3))
              for rows in lines]  # wrong on a row of a square, or on a column
    found.append((one, ProbabilisticRepresentation(((3 * HALF**2, ((1, 1, 1),)), (HALF**2, ((0, 0, 0),)))), HALF**2))
    return tuple(found)


@check("ABMS20-2.3", grade="certified", against="derivation",
       quantifier="k = 2, 3, 50, alpha = 1, 1/2, 1/1000, beta = 1, 1/2, 10^-20; one or k classes of dimension 1 or "
                  "100, m_i = k VC(H_i)/alpha, the least of Remark 7.4, or m_i = 1 for two opposite concepts; the "
                  "others have one concept: the repaired size of Theorem 7.1, constants 1",
       says="{the repaired size} is at most {11/5 times the sum of the m_i times k^3 ln(k/beta)/alpha^2}")
@judged("<=")
def size_is_the_sum_times_a_polynomial(factor=polynomial_factor):
    for k, alpha, beta in factor.instances():
        for classes, d, rows in product((1, k), (1, 100), (k / alpha, 1)):
            if rows > 1 or d == 1:
                parts = classes * d * Fraction(rows)
                size = (log_bracket(k) * (classes * d) + log_bracket(k / beta)) * (k**3 / alpha**2) + parts
                yield (k, alpha, beta, classes * d, parts), size, as_bracket(factor(k, alpha, beta)) * parts * 11 / 5

def refutes_size_is_the_sum_times_a_polynomial(factor, k, alpha, beta, dimensions, parts):
    size = k**3 * (log(k) * dimensions + log(k / beta)) / alpha**2 + parts
    return size > 2.2 * (1 + 1e-12) * float(parts) * float(as_bracket(factor(k, alpha, beta)).upper)


QUARTERS = (Fraction(0), Fraction(1, 4), Fraction(1, 2))


@formula("at most", corners={"first": QUARTERS, "second": QUARTERS}, tex={"first": r"\alpha_1", "second": r"\alpha_2"})
def product_error(first: Value, second: Value) -> Value:
    """Return the error of the composition of functions of such errors."""
    return first + second


@formula("at most", corners={"first": QUARTERS, "second": QUARTERS}, tex={"first": r"\beta_1", "second": r"\beta_2"})
def product_miss(first: Value, second: Value) -> Value:
    """Return how often one of two independent sets has no good function if each has none so often."""
    return first + second - first * second


claim("ABMS20-2.3.remark", kind="remark", status="quoted", formulas=(product_error, product_miss),
      reason="the characterisation is by Beimel, Nissim and Stemmer; that representations compose is shown here",
      section="2 Main results",
      title="Pure privacy: representations of the parts give one of the composed class",
      uses=("ABMS20-2.1.1.dudley", "FX15-2.4", "FX15-2.5.ub"),
      note="That pure private learning is the same as probabilistic representation is a theorem cited by the paper; "
           "checked here is the step that closes the class of representable families under composition. Without "
           "privacy the same follows from the bound on the VC dimension, checked with Theorem 2.1.")


@check("ABMS20-2.3.remark", grade="exact",
       quantifier="and, exclusive or; thresholds, points, all functions on 3 points with the best representations by "
       "sets of 1 and 2 functions, sixteen random sets of 5 functions, two fixed sets and one bad function for one "
       "concept; functions "
       "wrong on a row, and on a column, of 9 points: all pairs on the same points (both rules are symmetric), all "
       "concepts, all distributions (solved games): the product misses at the sum of the errors",
       says="{the miss probability of the product} is at most {b_1 + b_2 - b_1 b_2, for the parts' miss "
       "probabilities b_1 and b_2}")
@judged("<=")
def errors_and_misses_of_the_parts_add_up(bounds=(product_error, product_miss)):
    misses = [miss_probability(r, c, e) for c, r, e in parts()]
    for rule, (i, j) in product((8, 6), combinations_with_replacement(range(len(misses)), 2)):
        (c, r, e), (d, s, f) = parts()[i], parts()[j]
        if c.size != d.size:
            continue
        made = product_representation(rule, [r, s])
        limit = bounds[0](e, f)  # no function has an error above 1
        found = miss_probability(made, aggregate(rule, c, d), limit) if limit < 1 else Fraction(0)
        yield (rule, i, j), found, bounds[1](misses[i], misses[j])

def refutes_errors_and_misses_of_the_parts_add_up(bounds, rule, i, j):
    (_, r, e), (_, s, f) = parts()[i], parts()[j]
    limit, targets = bounds[0](e, f), [{tuple(c) for c in parts()[n][0].rows()} for n in (i, j)]
    most = Fraction(0)
    thirds = [(a, b, 6 - a - b) for a, b in product(range(7), repeat=2) if a + b <= 6]
    for mass in thirds if parts()[i][0].size == 3 else [(1,) * 9]:
        weights = [Fraction(n, sum(mass)) for n in mass]
        for g, h in product(*targets):
            wanted, missed = [rule >> (2 * u + v) & 1 for u, v in zip(g, h, strict=True)], Fraction(0)
            for (p, first), (q, second) in product(r.branches, s.branches):
                best = min(sum(w for w, u, v, y in zip(weights, x, z, wanted, strict=True)
                               if rule >> (2 * u + v) & 1 != y) for x, z in product(first, second))
                missed += p * q * (best > limit)
            most = max(most, missed)
    return most > bounds[1](miss_probability(r, parts()[i][0], e), miss_probability(s, parts()[j][0], f))
