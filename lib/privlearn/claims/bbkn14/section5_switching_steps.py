"""BBKN14, Section 5.1: the steps of the proof of Theorem 5.4, from the sample size s to the empirical error."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from flint import fmpq, fmpq_mat

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import as_fraction, exp_bracket, log_bracket
from privlearn.exact.concentration import hoeffding_of_mean, two_sided_tail
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import Law, proportional
from privlearn.learners.interval_reduction import first_simple, number_of_blocks
from privlearn.learners.switching import switch_numbers

PAGE = "points-and-intervals/switching-points"
SECTION = "5.1 Restrictions on the hypothesis class (switching points)"
BETAS, ALPHAS = (Fraction(3, 10), Fraction(1, 10)), (Fraction(2, 5), Fraction(1, 5))
SETTINGS = tuple(product(ALPHAS, BETAS))
# five values of each variable: a rational identity of degree at most 2 in each that holds there holds everywhere
SEVENTHS, THIRDS = ([Fraction(k, unit) for k in range(1, 6)] for unit in (7, 3))
ALL: tuple[Any, ...] = tuple(product(SEVENTHS, SEVENTHS, range(2, 7), THIRDS))
SYMBOLIC = ("all alpha, beta, z, epsilon: rational functions of degree at most 2 in each variable, compared at 5 "
            "values of each")

claim("BBKN14-5.4.s", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-5.4",
      title="The two terms of the sample size s, in alpha' = alpha/4 and beta' = beta/6",
      uses=("BBKN14-5.4.alg",),
      note="The third term, with an unspecified constant K, is not needed once the first has ln(24/beta); see the "
           "generalisation step.")


@check("BBKN14-5.4.s", grade="exact", quantifier=SYMBOLIC)
def terms_are_the_same_in_primed_parameters(scales=(4, 6)) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, beta, z, epsilon in ALL:
            a, b = alpha / scales[0], beta / scales[1]
            printed = 8 / alpha**2, 12 / beta, 8 / (alpha * epsilon), (6 - beta) * z / beta
            primed = 1 / (2 * a**2), 2 / b, 2 / (a * epsilon), (1 - b) * z / b
            yield (alpha, beta, z, epsilon), primed, printed

    return judge("==", cases())


@terms_are_the_same_in_primed_parameters.verifier
def _(scales, witness):
    alpha, beta, _, _ = witness
    return 16 * (alpha / scales[0]) ** 2 != alpha**2 or 6 * (beta / scales[1]) != beta

terms_are_the_same_in_primed_parameters.sabotage("alpha' = alpha/3", (3, 6))
terms_are_the_same_in_primed_parameters.sabotage("beta' = beta/5", (4, 5))


claim("BBKN14-5.4.step3", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-5.4",
      title="FAIL has probability at most beta', and few switching points at most double the chance of a bad "
            "hypothesis",
      uses=("BBKN14-5.4.alg",),
      erratum="Two slips of wording. The hypothesis kept is not uniform; it has the learner's law conditioned on few "
              "switching points. And the assumption 'at most z' makes Pr[more than z] <= 1/2, printed with >= z.")


def largest_conditional(bad: Fraction) -> Fraction:
    """Return the largest Pr[B | F] of two events with Pr[B] <= bad and Pr[F] >= 1/2, over all vertices.

    The four cells (B F, B not F, F not B, neither) form a polytope; a quotient of linear functions with a positive
    denominator is largest at a vertex.
    """
    zero = Fraction(0)
    limits = [([1, 0, 0, 0], zero), ([0, 1, 0, 0], zero), ([0, 0, 1, 0], zero), ([0, 0, 0, 1], zero),
              ([-1, -1, 0, 0], -bad), ([1, 0, 1, 0], Fraction(1, 2))]  # all of the form row . x >= limit
    best = Fraction(-1)
    for tight in combinations(limits, 3):
        matrix = fmpq_mat(4, 4, [fmpq(v) for row, _ in tight for v in row] + [fmpq(1)] * 4)
        if matrix.det() == 0:
            continue
        right = [as_fraction(limit) for _, limit in tight] + [Fraction(1)]
        vector = fmpq_mat(4, 1, [fmpq(v.numerator, v.denominator) for v in right])
        x = [as_fraction(v) for v in matrix.solve(vector).entries()]
        if all(sum((c * v for c, v in zip(row, x, strict=True)), zero) >= limit for row, limit in limits):
            best = max(best, x[0] / (x[0] + x[2]))
    return best


@check("BBKN14-5.4.step3", grade="exact",
       quantifier="all joint laws of the two events (every vertex of their polytope); beta' = 1/20, 1/60, 1/3",
       fingerprint=lambda bound: [bound(beta / 6) for beta in BETAS])
def conditioning_at_most_doubles(bound=lambda bad: 2 * bad) -> Verdict:
    return judge("==", ((b, largest_conditional(b), bound(b)) for b in (*(beta / 6 for beta in BETAS), Fraction(1, 3))))


@conditioning_at_most_doubles.verifier
def _(bound, bad):
    both, few = bad, Fraction(1, 2)  # the bad hypotheses are all among the few
    return both / few != bound(bad) and both <= bad

conditioning_at_most_doubles.sabotage("conditional error at most beta'", lambda bad: bad)


@check("BBKN14-5.4.step3", grade="exact", quantifier="beta = k/1000, k = 1..999",
       fingerprint=lambda blocks: [blocks(beta) for beta in BETAS])
def enough_blocks_and_not_one_too_many(blocks=number_of_blocks) -> Verdict:
    def cases() -> Iterator[Any]:
        for beta in (Fraction(k, 1000) for k in range(1, 1000)):
            yield (beta, "enough"), Fraction(1, 2 ** blocks(beta)), beta / 6
            yield (beta, "least"), beta / 6, Fraction(2, 2 ** blocks(beta))

    return judge("<=", cases())


@enough_blocks_and_not_one_too_many.verifier
def _(blocks, witness):
    beta, side = witness
    count = blocks(beta)
    misses = 2**count * beta < 6
    return misses if side == "enough" else 2 ** (count - 1) * beta > 6

enough_blocks_and_not_one_too_many.sabotage("the logarithm rounded down", lambda beta: number_of_blocks(beta) - 1)


Table = dict[Any, Fraction]
HYPOTHESES = tuple(product((0, 1), repeat=3))
WEIGHTS = ((1,) * 8, (1, 2, 3, 4, 5, 6, 7, 8), (0, 1, 5, 0, 2, 7, 0, 1), (3, 0, 4, 1, 0, 6, 2, 0))


def law_of_three_bits(weights: tuple[int, ...]) -> Law:
    """Return a law over the functions on three points."""
    return proportional(dict(zip(HYPOTHESES, weights, strict=True)))


def conditioned(table: Table, switches: int, blocks: int) -> Table:
    """Return the law conditioned on few switching points, with FAIL where no block has them."""
    few = {h: p for h, p in table.items() if len(switch_numbers(h)) <= switches}
    missed = (1 - sum(few.values())) ** blocks
    kept = {h: p / sum(few.values()) * (1 - missed) for h, p in few.items()}
    return {o: p for o, p in {**kept, None: missed}.items() if p}


def spread_evenly(table: Table, switches: int, blocks: int) -> Table:
    """Return the law that takes all hypotheses with few switching points alike."""
    right = conditioned(table, switches, blocks)
    few = [h for h in right if h is not None]
    missed = right.get(None, Fraction(0))
    return {h: p if h is None else (1 - missed) / len(few) for h, p in right.items()}


@check("BBKN14-5.4.step3", grade="exact",
       quantifier="four laws over the functions on 3 points; z = 2, 3, 4; 1 to 5 blocks",
       fingerprint=lambda kept: kept(law_of_three_bits(WEIGHTS[1]).exact(), 3, 2))
def kept_hypothesis_has_the_conditional_law(kept=conditioned) -> Verdict:
    def cases() -> Iterator[Any]:
        for weights, z, blocks in product(WEIGHTS, (2, 3, 4), range(1, 6)):
            law = law_of_three_bits(weights)
            ran = first_simple(lambda _, law=law: law, [()] * blocks, z).exact()  # type: ignore[misc]
            yield (weights, z, blocks), ran, kept(law.exact(), z, blocks)

    return judge("==", cases())


@kept_hypothesis_has_the_conditional_law.verifier
def _(kept, witness):
    weights, z, blocks = witness
    table = {h: Fraction(w, sum(weights)) for h, w in zip(HYPOTHESES, weights, strict=True) if w}
    simple = {h for h in table if 2 + sum(a != b for a, b in zip(h, h[1:], strict=False)) <= z}
    brute: dict[Any, Fraction] = {}
    for run in product(table, repeat=blocks):
        first = next((h for h in run if h in simple), None)
        chance = Fraction(1)
        for h in run:
            chance *= table[h]
        brute[first] = brute.get(first, Fraction(0)) + chance
    return brute != kept(table, z, blocks)

kept_hypothesis_has_the_conditional_law.sabotage("uniform, as printed", spread_evenly)


claim("BBKN14-5.4.hoeffding", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-5.4",
      title="The empirical error of the kept hypothesis is at most 2 alpha'",
      uses=("BBKN14-2.eq2.hoeffding", "BBKN14-5.4.s", "BBKN14-5.4.step3"),
      note="For all means by the inequality itself; the exact tails are those of 50 means.")


def printed_rows(alpha: Fraction, beta: Fraction) -> int:
    """Return ``ceil(8 ln(12/beta) / alpha^2)``, the first term of s."""
    return int(-(-(log_bracket(12 / beta) * (8 / alpha**2)).upper // 1))


@check("BBKN14-5.4.hoeffding", grade="certified",
       quantifier="alpha = 2/5, 1/5; beta = 3/10, 1/10; s = ceil(8 ln(12/beta)/alpha^2); means k/50, k = 1..50",
       fingerprint=lambda bound: bound(10, Fraction(1, 10)))
def exact_tail_is_within_the_bound(bound=hoeffding_of_mean) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, beta in SETTINGS:
            s, limit = printed_rows(alpha, beta), bound(printed_rows(alpha, beta), alpha / 4)
            for p in (Fraction(k, 50) for k in range(1, 51)):
                yield (s, p, alpha / 4), two_sided_tail(s, p, s * alpha / 4), limit

    return judge("<=", cases())


@exact_tail_is_within_the_bound.verifier
def _(bound, witness):
    s, p, a = witness
    law = [Fraction(1)]  # the law of the sum, one row after the other
    for _ in range(s):
        law = [(1 - p) * x + p * y for x, y in zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)]
    return sum(w for k, w in enumerate(law) if abs(k - p * s) >= a * s) > bound(s, a).upper

exact_tail_is_within_the_bound.sabotage("exponent 4 s alpha'^2", lambda s, a: 2 * exp_bracket(-4 * s * a**2))


@check("BBKN14-5.4.hoeffding", grade="certified", quantifier="alpha = k/20, k = 1..10; beta = j/10, j = 1..9",
       fingerprint=lambda rows: [rows(alpha, beta) for alpha, beta in SETTINGS])
def bound_is_at_most_the_budget(rows=printed_rows) -> Verdict:
    return judge("<=", (((alpha, beta), hoeffding_of_mean(rows(alpha, beta), alpha / 4), beta / 6)
                        for alpha in (Fraction(k, 20) for k in range(1, 11))
                        for beta in (Fraction(j, 10) for j in range(1, 10))))


@bound_is_at_most_the_budget.verifier
def _(rows, witness):
    alpha, beta = witness
    return bracket_of(lambda: 2 * ball(-2 * rows(alpha, beta) * (alpha / 4) ** 2).exp()).lower > beta / 6

bound_is_at_most_the_budget.sabotage("s = ln(12/beta)/alpha^2", lambda alpha, beta: printed_rows(alpha, beta) // 8)
