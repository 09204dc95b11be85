"""BBKN14, Section 5.1: the hypothesis that the reduction keeps, and how far errors on a sample are from true errors."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, is_at_most, log_bracket
from privlearn.exact.concentration import hoeffding_of_mean, two_sided_tail
from privlearn.exact.fair_coin import fair_deviation, fair_deviation_by_beta, fair_deviation_floor
from privlearn.exact.fractions import HALF
from privlearn.laws import Law, proportional
from privlearn.learners.intervals import switch_numbers
from privlearn.learners.intervals.reduction import first_simple, number_of_blocks
from privlearn.learning import deviation_laws, grid_distributions, reaches
from privlearn.papers.bbkn14.concentration.tails import stray, two_sided
from privlearn.papers.bbkn14.switching_points import claim
from privlearn.papers.bbkn14.switching_points.instances import SETTINGS

claim("BBKN14-5.4.step3", kind="inequality", step_of="BBKN14-5.4",
      title="FAIL has probability at most beta', and few switching points at most double the chance of a "
            "bad hypothesis", uses=("BBKN14-5.4.alg",), formulas=(number_of_blocks,),
      erratum_kind="misprint", repaired=True,
      erratum="Two slips of wording. The hypothesis kept is not uniform; it has the learner's law conditioned on few "
              "switching points. And the assumption 'at most z' makes Pr[more than z] <= 1/2, printed with >= z.")


@check("BBKN14-5.4.step3", grade="exact", quantifier="beta = k/1000, k = 1..999", against="optimum",
       says="2^(-I) is at most beta/6 for I blocks, and 2^(-(I - 1)) is at least beta/6")
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


sampled_deviation = replace(hoeffding_of_mean, tex={"n": "s", "a": r"\alpha'"})
claim("BBKN14-5.4.hoeffding", kind="inequality", step_of="BBKN14-5.4", formulas=(sampled_deviation,),
      title="The empirical error of the kept hypothesis is at most 2 alpha'",
      uses=("BBKN14-2.eq2.hoeffding", "BBKN14-5.4.s", "BBKN14-5.4.step3"),
      note="For all means by the inequality itself; the exact tails are those of 50 means.")


def printed_rows(alpha: Fraction, beta: Fraction) -> int:
    return int(-(-(log_bracket(12 / beta) * (8 / alpha**2)).upper // 1))


@check("BBKN14-5.4.hoeffding", grade="certified",
       quantifier="alpha = 2/5, 1/5; beta = 3/10, 1/10; s = ceil(8 ln(12/beta)/alpha^2); means k/50, k = 1..50; s = 1, "
                  "2, 60, 2000, alpha' = 1/20, 1/4, 1/2, means 1/10, 1/2",
       says="{the chance that a mean is off by alpha'} is at most {2 e^(-2 s alpha'^2)}")
@judged("<=")
def exact_tail_is_within_the_bound(bound=sampled_deviation):
    for (s, a), p in product(bound.instances(), (HALF, Fraction(1, 10))):
        yield (s, p, a), two_sided(s, p, s * a), bound(s, a)
    for alpha, beta in SETTINGS:
        s, limit = printed_rows(alpha, beta), bound(printed_rows(alpha, beta), alpha / 4)
        for p in (Fraction(k, 50) for k in range(1, 51)):
            yield (s, p, alpha / 4), two_sided_tail(s, p, s * alpha / 4), limit

def refutes_exact_tail_is_within_the_bound(bound, s, p, a):
    return not is_at_most(stray(s, p, s * a), bound(s, a))


claim("BBKN14-5.4.vc", kind="inequality", step_of="BBKN14-5.4",
      title="A concept with empirical error at most 3 alpha' has error at most 4 alpha'",
      uses=("BBKN14-2.2.error", "BBKN14-5.1", "BBKN14-5.1.vc", "BBKN14-5.4.s"),
      note="The inequality of Dvoretzky, Kiefer and Wolfowitz is cited for all distributions; its instances here are "
           "exact.", erratum_kind="gap",
      erratum="The step holds, its justification has a gap: from about (1/alpha') log(1/alpha') samples all empirical "
              "errors within alpha' of the true ones on both sides cannot be had, whatever the constant, as a single "
              "concept of error 1/2 shows. What is needed follows from the term ln(12/beta)/alpha^2 alone by one "
              "application of the inequality of Dvoretzky, Kiefer and Wolfowitz; no constant K is left.")


@check("BBKN14-5.4.vc", grade="exact",
       quantifier="T = 2, 3, weights multiples of 1/4, all targets, s = 1..12 rows, by the circle cut at the target; "
                  "all deviations a = k/12 at which the bound is below 1; for s = 1, 2, 3 from the definition as well",
       says="{the chance that some concept is off by a or more} is at most {2 e^(-2 s a^2)}")
@sabotage("without the factor 2", lambda s, a: exp_bracket(-2 * s * a**2))
@judged("<=")
def deviations_of_all_concepts_at_once(bound=lambda rows, deviation: 2 * exp_bracket(-2 * rows * deviation**2)):
    limits = {(s, Fraction(k, 12)): bound(s, Fraction(k, 12)) for s in range(1, 13) for k in range(1, 13)}
    judged = [(s, a) for (s, a), limit in limits.items() if limit.lower < 1]
    for size in (2, 3):
        for places in grid_distributions(size, 4):
            for t in range(size + 1):
                circle = places[t:] + places[:t]
                laws = {s: deviation_laws(circle, 0, s)[0] for s in range(1, 13)}
                for s, a in judged:
                    yield (places, t, s, a), reaches(laws[s], a), limits[s, a]
                    if s <= 3:
                        yield (places, t, s, a), some_concept_is_off(places, t, s, a), limits[s, a]


def some_concept_is_off(places: tuple[Fraction, ...], t: int, s: int, a: Fraction) -> Fraction:
    """Return the chance that some empirical error among s rows is off by a or more, from all samples."""
    total = Fraction(0)
    for points in product(range(len(places)), repeat=s):
        off = (abs(sum(places[low:high], Fraction(0)) - Fraction(sum(low <= x < high for x in points), s))
               for low, high in (sorted((j, t)) for j in range(len(places) + 1)))
        total += prod(places[x] for x in points) if max(off) >= a else 0
    return total

def refutes_deviations_of_all_concepts_at_once(bound, places, t, s, a):
    return some_concept_is_off(places, t, s, a) > bound(s, a).upper


ELLS = (1, 8, 64)
POWERS = range(4, 17, 2)


def throws(ell: int, power: int) -> int:
    """Return the printed number of samples for ``alpha' = 2^-power`` and ``beta' = 1/16``, logarithms to base 2."""
    return ell * (4 + power) * 2**power


def floor_of_failure(ell: int, power: int) -> Bracket:
    return fair_deviation_floor(throws(ell, power), throws(ell, power) // 2**power)


@check("BBKN14-5.4.vc", grade="certified",
       quantifier="ell = 1, 8, 64, 1024, 2^20; alpha' = 2^-4, 2^-6, ..., 2^-16, and the first power of 2 at which "
                  "the lower bound exceeds 1/2",
       says="the chance of deviating is at least 1 - alpha' sqrt(8 m/pi), which reaches 1/2 for each of these ell")
@sabotage("half of the values close to the mean counted",
          lambda ell, power: 1 - (1 - floor_of_failure(ell, power)) * HALF)
@judged("<=")
def no_constant_saves_the_printed_inequality(floor=floor_of_failure):
    for ell, power in product(ELLS, POWERS):
        rows = throws(ell, power)
        yield (ell, power), floor(ell, power), fair_deviation(rows, Fraction(rows, 2**power))
    for ell in (*ELLS, 1024, 2**20):
        power = next(k for k in range(4, 60) if floor_of_failure(ell, k).lower > HALF)
        yield (ell, power), HALF, floor(ell, power)

def refutes_no_constant_saves_the_printed_inequality(floor, ell, power):
    exact = fair_deviation_by_beta(throws(ell, power), Fraction(throws(ell, power), 2**power))
    return floor(ell, power).lower > exact.upper
