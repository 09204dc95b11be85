"""BBKN14, Section 5.1: the hypothesis that the reduction keeps has few switching points and fails little more often."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import as_fraction
from privlearn.exact.balls import fmpq, fmpq_mat
from privlearn.laws import Law, proportional
from privlearn.learners.intervals import switch_numbers
from privlearn.learners.intervals.reduction import first_simple, number_of_blocks
from privlearn.papers.bbkn14.switching_points import claim
from privlearn.papers.bbkn14.switching_points.instances import BETAS

claim("BBKN14-5.4.step3", kind="inequality", step_of="BBKN14-5.4",
      title="FAIL has probability at most beta', and few switching points at most double the chance of a "
            "bad hypothesis", uses=("BBKN14-5.4.alg",),
      erratum_kind="misprint", repaired=True,
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
        right = [as_fraction(limit) for _, limit in tight] + [Fraction(1)]
        vector = fmpq_mat(4, 1, [fmpq(v.numerator, v.denominator) for v in right])
        try:
            x = [as_fraction(v) for v in matrix.solve(vector).entries()]
        except ZeroDivisionError:  # the three do not meet in one point
            continue
        if all(sum((c * v for c, v in zip(row, x, strict=True)), zero) >= limit for row, limit in limits):
            best = max(best, x[0] / (x[0] + x[2]))
    return best


@check("BBKN14-5.4.step3", grade="exact",
       quantifier="all joint laws of the two events (every vertex of their polytope); beta' = 1/20, 1/60, 1/3",
       says="{the largest conditional chance of being bad} equals {2 beta'}")
@sabotage("conditional error at most beta'", lambda bad: bad)
def conditioning_at_most_doubles(bound=lambda bad: 2 * bad) -> Verdict:
    return judge("==", ((b, largest_conditional(b), bound(b)) for b in (*(beta / 6 for beta in BETAS), Fraction(1, 3))))

def refutes_conditioning_at_most_doubles(bound, bad):
    both, few = bad, Fraction(1, 2)  # the bad hypotheses are all among the few
    return both / few != bound(bad) and both <= bad


@check("BBKN14-5.4.step3", grade="exact", quantifier="beta = k/1000, k = 1..999",
       says="2^(-I) is at most beta/6 for I blocks, and 2^(-(I - 1)) is at least beta/6")
@sabotage("the logarithm rounded down", lambda beta: number_of_blocks(beta) - 1)
@judged("<=")
def enough_blocks_and_not_one_too_many(blocks=number_of_blocks):
    for beta in (Fraction(k, 1000) for k in range(1, 1000)):
        yield (beta, "enough"), Fraction(1, 2 ** blocks(beta)), beta / 6
        yield (beta, "least"), beta / 6, Fraction(2, 2 ** blocks(beta))

def refutes_enough_blocks_and_not_one_too_many(blocks, beta, side):
    count = blocks(beta)
    misses = 2**count * beta < 6
    return misses if side == "enough" else 2 ** (count - 1) * beta > 6


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
       says="the hypothesis kept has the learner's law conditioned on few switching points, or is FAIL")
@sabotage("uniform, as printed", spread_evenly)
@judged("==")
def kept_hypothesis_has_the_conditional_law(kept=conditioned):
    for weights, z, blocks in product(WEIGHTS, (2, 3, 4), range(1, 6)):
        law = law_of_three_bits(weights)
        ran = first_simple(lambda _, law=law: law, [()] * blocks, z).exact()  # type: ignore[misc]
        yield (weights, z, blocks), ran, kept(law.exact(), z, blocks)

def refutes_kept_hypothesis_has_the_conditional_law(kept, weights, z, blocks):
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
