"""BBKN14, Section 4.2: algorithm A1, a consistent point plus noise, its many hypotheses, and its failure."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, lcm
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import log_bracket, round_up
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.points import (ZERO, consistent_point, flipped, improper_sample_size, noisy_point_learner,
                                       noisy_sample_size, point_failure, printed_point_plan)
from privlearn.learners.points.utility import error_tail, miss_probability, noise_tail_uniform
from privlearn.learning import grid_distributions, samples
from privlearn.mechanisms import labelled_rows
from privlearn.papers.bbkn14.constant_sample_learner import claim
from privlearn.papers.bbkn14.constant_sample_learner.instances import (ALPHAS, EIGHTH_OF_ALPHA, GRIDS, TWENTIETHS,
                                                                       Distribution, broken_noisy_learner_only_at_ones,
                                                                       distributions_up_to_symmetry,
                                                                       literal_noisy_learner, played_by_hand,
                                                                       starred_databases, sweep)

claim("BBKN14-A1", kind="algorithm",
      title="Algorithm A1: a point consistent with the rows, every value flipped with probability alpha/8",
      uses=("BBKN14-3.3",), erratum_kind="convention",
      erratum="A slip in a parenthesis: inconsistency with POINT is said to happen only if two points are labelled 1 "
              "or one point has both labels. If every point is labelled 0, no point function is consistent either (T = "
              "2, rows (1, 0), (2, 0)). Algorithm and proofs go by the test of pairs, which is what the code does; A2 "
              "is as private with the other reading.")


def formula_of_a1(size: int, database, noise: Fraction) -> dict[Any, Fraction]:
    """Return A1's law from its description: labels as sets, and the product formula of the flips."""
    labels = [{row[1] for row in database if row is not None and row[0] == x} for x in range(size)]
    ones = [x for x in range(size) if 1 in labels[x]]
    if len(ones) > 1 or any(len(seen) == 2 for seen in labels):
        return {None: Fraction(1)}
    concept = [int(x in ones) for x in range(size)]
    law = {}
    for h in product((0, 1), repeat=size):
        flips = sum(a != b for a, b in zip(h, concept, strict=True))
        law[h] = noise**flips * (1 - noise) ** (size - flips)
    return law


@check("BBKN14-A1", grade="exhaustive",
       quantifier="all databases of at most 3 labelled rows and stars, T <= 3; alpha = 1/4 and 1/2; all hypotheses",
       says="A1 flips each value of the consistent point independently, and gives no hypothesis on a contradiction")
@sabotage("flips only where the concept is 1", broken_noisy_learner_only_at_ones)
@sabotage("no hypothesis where every point is labelled 0", literal_noisy_learner)
def law_is_the_product_of_the_flips(learner=noisy_point_learner) -> Verdict:
    return judge("==", (((size, database, noise), learner(database, size=size, noise=noise).exact(),
                         formula_of_a1(size, database, noise))
                        for noise in (Fraction(1, 32), Fraction(1, 16)) for size, database in starred_databases(3, 3)))

def refutes_law_is_the_product_of_the_flips(learner, size, database, noise):
    law, concept = learner(database, size=size, noise=noise).exact(), [0] * size
    if None in law:  # wrong if no pair of rows contradicts
        pairs = product([row for row in database if row is not None], repeat=2)
        return not any(a[1] != b[1] if a[0] == b[0] else a[1] == b[1] == 1 for a, b in pairs)
    for row in database:
        if row is not None:
            concept[row[0]] = row[1]
    far = tuple(1 - bit for bit in concept)
    return law.get(far, 0) != noise**size


def never(size: int, rows: frozenset[tuple[int, int]]) -> bool:
    """The parenthesis of the source taken at its word: the two readings never differ."""
    return False


@check("BBKN14-A1", grade="exhaustive",
       quantifier="all sets of labelled rows over T <= 5 points, so all databases over them: when the pairwise test "
                  "accepts and yet no point function is consistent",
       says="the pairwise test accepts rows that fit no point function exactly where every point is labelled 0")
@sabotage("never, as the parenthesis says", never)
@judged("==")
def pairwise_test_differs_from_consistency(differ=lambda size, rows: rows == {(x, 0) for x in range(size)}):
    for size in range(1, 6):
        rows = labelled_rows(size)
        for pick in product((0, 1), repeat=2 * size):
            chosen = frozenset(row for row, bit in zip(rows, pick, strict=True) if bit)
            fits = any(all((x == j) == y for x, y in chosen) for j in range(size))
            accepted = consistent_point(tuple(sorted(chosen)), size=size) is not None
            yield (size, tuple(sorted(chosen))), accepted and not fits, differ(size, chosen)

def refutes_pairwise_test_differs_from_consistency(differ, size, rows):
    clash = any(a[1] != b[1] if a[0] == b[0] else a[1] == b[1] == 1 for a, b in product(rows, repeat=2))
    fits = any(all((x == j) == (y == 1) for x, y in rows) for j in range(size))
    return (not clash and not fits) != differ(size, frozenset(rows))


@formula("equals", corners={"T": tuple(range(1, 9))})
def table_count(T: int) -> Value:
    """Return the number of functions that A1 may answer."""
    return 2**T


claim("BBKN14-A1.double-exp", kind="remark", status="checked", reason="a comparison of formulas, computed",
      title="A1 chooses among all 2^(2^d) functions, too many for the private Occam bound",
      uses=("BBKN14-A1", "BBKN14-3.2"), formulas=(table_count,))


@check("BBKN14-A1.double-exp", grade="exact",
       quantifier="the concepts zero and every point, T <= 8, alpha in {1/10, 1/4, 1/2, 1, 7}: size of the support",
       says="{the number of possible hypotheses} equals {2^T}")
@verifier(lambda count, size, concept, alpha: count(size) != len(set(product((0, 1), repeat=size))))
def support_is_all_functions(count=table_count) -> Verdict:
    return judge("==", (((size, concept, alpha), len(flipped(concept, size=size, rate=alpha / 8).exact()), count(size))
                        for size, in count.instances() for concept in range(ZERO, size)
                        for alpha in (Fraction(1, 10), QUARTER, Fraction(1, 2), Fraction(1), Fraction(7))))


def all_functions(d: int) -> int:
    return 1 << (1 << d)


@check("BBKN14-A1.double-exp", grade="certified",
       quantifier="alpha = 1/4, beta = 3/4, e^epsilon = 4, d = 0..12: the rows of Theorem 3.2 against 2^d "
                  "(128/alpha) ln 2 and against A2's; beta = 1/100, e^epsilon = 5/3 > e^(1/2), d = 17..20: against "
                  "those of Claim 4.5 at epsilon = 1/2",
       says="Theorem 3.2 asks for at least 2^d (128/alpha) ln 2 rows, and for no fewer than A2 or Claim 4.5 takes")
@sabotage("2^d hypotheses only, as many as points", lambda d: 1 << d)
@sabotage("all functions up to d = 12, 2^d of them beyond", lambda d: all_functions(d) if d <= 12 else 1 << d)
@judged("<=")
def occam_rows_grow_with_the_domain(hypotheses=all_functions):
    for d in range(13):
        rows = occam_sample_size(hypotheses(d), 4, QUARTER, Fraction(3, 4))
        yield (d, "2^d"), 512 * 2**d * log_bracket(2), rows
        yield (d, "A2"), improper_sample_size(QUARTER), rows
    constant = printed_point_plan(Fraction(1, 2), QUARTER, Fraction(1, 100)).total
    yield from (((d, "Claim 4.5"), constant, occam_sample_size(hypotheses(d), Fraction(5, 3), QUARTER,
                                                               Fraction(1, 100))) for d in range(17, 21))

def refutes_occam_rows_grow_with_the_domain(hypotheses, d, which):
    log2_size = hypotheses(d).bit_length() - 1
    if which == "Claim 4.5":  # 512 ln(300 |H|) against 28 blocks of 384 ln 4 / (1/2 (1/32)^2) rows
        return 512 * (log2_size + 9) * Fraction(70, 101) < 28 * 384 * 2 * Fraction(69, 100) * 2 * 32**2
    return 512 * (log2_size + 2) * Fraction(70, 101) < 512 * 2**d * Fraction(69, 100)  # 69/100 < ln 2 < 70/101


claim("BBKN14-A1.miss", kind="inequality", step_of="BBKN14-A1",
      title="Before the noise, 2 ln(4)/alpha rows give error below alpha/2 with probability 3/4",
      uses=("BBKN14-A1", "BBKN14-2.2"), formulas=(noisy_sample_size,))


@check("BBKN14-A1.miss", grade="certified",
       quantifier="alpha = 1/1000 and 1/20, ..., 19/20, n = ceil(2 ln 4 / alpha); all distributions: (1 - theta)^n "
                  "falls with the mass theta >= alpha/2 of the target",
       says="{the chance of missing a target of mass alpha/2} is at most {one quarter}")
def target_is_missed_with_probability_a_quarter(rows=noisy_sample_size) -> Verdict:
    alphas = (*TWENTIETHS, *(alpha for alpha, in rows.instances()))
    return judge("<=", ((alpha, miss_probability(max(alpha / 2, Fraction(0)), max(rows(alpha), 0)), QUARTER)
                        for alpha in alphas))

def refutes_target_is_missed_with_probability_a_quarter(rows, alpha):
    left = Fraction(1)
    for _ in range(rows(alpha)):
        left = round_up(left * (1 - alpha / 2), 200)
    return left > QUARTER + Fraction(1, 2**100)


def miss_at_least(distribution: tuple[Fraction, ...], rows: int, alpha: Fraction) -> Fraction:
    """Return the probability that the noiseless concept has error at least ``alpha / 2``, in closed form."""
    mass = distribution[0]
    return (1 - mass) ** rows if mass >= alpha / 2 else Fraction(0)


def played_miss(distribution: tuple[Fraction, ...], rows: int, alpha: Fraction) -> Fraction:
    """Return the same by playing every sample: target point 0."""
    target = tuple(int(x == 0) for x in range(len(distribution)))
    total = Fraction(0)
    for database, probability in samples(distribution, target, rows):
        concept = consistent_point(database, size=len(distribution))
        wrong = [w for x, w in enumerate(distribution) if (x == concept) != target[x]]
        total += probability * (sum(wrong) >= alpha / 2)
    return total


@check("BBKN14-A1.miss", grade="exact",
       quantifier="T in {2, 3, 6}, all distributions on the grid of denominator 6 (12 for T = 2), 0 to 4 rows, alpha "
                  "in {1/3, 1/2, 1}: every sample is played",
       says="{the failure before the noise, played} equals {the closed form of that failure}")
@sabotage("one row fewer", lambda distribution, rows, alpha: miss_at_least(distribution, max(0, rows - 1), alpha))
def noiseless_failure_is_the_closed_form(closed=miss_at_least) -> Verdict:
    games = ((d, rows, alpha) for size, unit in ((2, 12), (3, 6), (6, 6))
             for d in distributions_up_to_symmetry(size, unit) for rows in range(5)
             for alpha in (Fraction(1, 3), Fraction(1, 2), Fraction(1)))
    return judge("==", ((game, played_miss(*game), closed(*game)) for game in games))

def refutes_noiseless_failure_is_the_closed_form(closed, distribution, rows, alpha):
    unit = lcm(*(w.denominator for w in distribution))
    cells = [x for x, w in enumerate(distribution) for _ in range(int(w * unit))]
    unseen = sum(0 not in drawn for drawn in product(cells, repeat=rows))
    return Fraction(unseen, unit**rows) * (distribution[0] >= alpha / 2) != closed(distribution, rows, alpha)


@formula("equals", tex=EIGHTH_OF_ALPHA, corners={"alpha": ALPHAS})
def noise_error(alpha: Value) -> Value:
    """Return the expected error of the noise."""
    return alpha / 8


@formula("at most")
def noise_tail() -> Value:
    """Return a bound on the chance that the noise errs by half of the accuracy."""
    return 1 / 4


claim("BBKN14-A1.noise", kind="inequality", step_of="BBKN14-A1",
      title="The noise adds error alpha/8 in expectation, and alpha/2 with probability at most 1/4",
      uses=("BBKN14-A1", "BBKN14-2.2.error"), formulas=(noise_error, noise_tail))


@check("BBKN14-A1.noise", grade="exact",
       quantifier="T <= 8, the concepts zero and every point, every point mass as D (the expectation is linear in "
                  "D), alpha in {1/8, 1/4, 2/5}: all 2^T hypotheses",
       says="{the expected error of the noise} equals {alpha/8}")
@judged("==")
def expected_error_of_the_noise(error=noise_error):
    for size, alpha in product(range(1, 9), ALPHAS):
        for concept in (ZERO, *range(size)):
            law = flipped(concept, size=size, rate=alpha / 8).exact()
            for x in range(size):
                bit = int(x == concept)
                wrong = sum((mass for h, mass in law.items() if h[x] != bit), Fraction(0))
                yield (size, concept, x, alpha), wrong, error(alpha)

def refutes_expected_error_of_the_noise(error, size, concept, x, alpha):
    others = [(alpha / 8) ** k * (1 - alpha / 8) ** (size - 1 - k) * comb(size - 1, k) for k in range(size)]
    return alpha / 8 * sum(others) != error(alpha)  # the bit at x flips, any k of the others do


@cache
def tail_of_noise(distribution: Distribution, alpha: Fraction) -> Fraction:
    return error_tail(distribution, wrong=(0,) * len(distribution), rate=alpha / 8, threshold=alpha / 2)


def listed_distributions() -> Iterator[Distribution]:
    """Yield the uniform laws on 1..40 points, geometric weights on at most 8, and grids on 3, 4, 6 and 8 points."""
    yield from ((Fraction(1, n),) * n for n in range(1, 41))
    for n in range(2, 9):
        yield tuple(Fraction(1 << k, (1 << n) - 1) for k in range(n))
    for size, unit in (*GRIDS, (8, 8)):
        yield from (d for d in grid_distributions(size, unit) if list(d) == sorted(d))


@check("BBKN14-A1.noise", grade="exact",
       quantifier="uniform D on 1 to 40 points, weights 1, 2, 4, ... on 2 to 8 points, all grid distributions with T "
                  "= 3, 4 (denominator 24), 6 (12), 8 (8); alpha in {1/8, 1/4, 2/5}",
       says="{the chance that the noise errs by alpha/2 or more} is at most {one quarter}",
       reason="For all other distributions it is Markov's inequality applied to the expectation.")
def tail_of_the_noise_is_at_most_a_quarter(tail=noise_tail) -> Verdict:
    return judge("<=", (((d, a), tail_of_noise(d, a), tail()) for d, a in product(listed_distributions(), ALPHAS)))

def refutes_tail_of_the_noise_is_at_most_a_quarter(tail, distribution, alpha):
    n, p = len(distribution), alpha / 8
    if len(set(distribution)) == 1:  # a uniform law: a binomial tail
        return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if 2 * k >= alpha * n),
                   Fraction(0)) > tail()
    flips = (f for f in product((0, 1), repeat=n)
             if 2 * sum(w * b for w, b in zip(distribution, f, strict=True)) >= alpha)
    return sum((p ** sum(f) * (1 - p) ** (n - sum(f)) for f in flips), Fraction(0)) > tail()


def peak_of_uniform_tails(alpha: Fraction) -> tuple[int, Fraction]:
    return 2 // alpha, 1 - (1 - alpha / 8) ** (2 // alpha)


@check("BBKN14-A1.noise", grade="exact",
       quantifier="uniform D on n = 1..200 points, alpha in {1/8, 1/4, 2/5}: the largest tail, attained at n = "
                  "floor(2/alpha)",
       says="the largest tail of the noise is 1 - (1 - alpha/8)^n, attained at n = floor(2/alpha) and nowhere else")
@sabotage("one point fewer", lambda alpha: (2 // alpha - 1, 1 - (1 - alpha / 8) ** (2 // alpha - 1)))
@sabotage("the right height, one point further on", lambda alpha: (2 // alpha + 1, peak_of_uniform_tails(alpha)[1]))
@judged("==")
def worst_uniform_tail(peak=peak_of_uniform_tails):
    for alpha in ALPHAS:
        tails = [noise_tail_uniform(n, rate=alpha / 8, threshold=alpha / 2) for n in range(1, 201)]
        places = tuple(n for n, tail in enumerate(tails, 1) if tail == max(tails))
        yield (alpha, places[0]), (places, max(tails)), (peak(alpha)[:1], peak(alpha)[1])

def refutes_worst_uniform_tail(peak, alpha, n):
    place, height = peak(alpha)
    below = [sum((comb(size, k) * (alpha / 8) ** k * (1 - alpha / 8) ** (size - k) for k in range(size + 1)
                  if 2 * k < alpha * size), Fraction(0)) for size in (n, place)]
    return 1 - below[0] != height or below[1] > below[0]


claim("BBKN14-A1.total", kind="inequality", step_of="BBKN14-A1", title="A1 learns with confidence 1/2",
      uses=("BBKN14-A1", "BBKN14-A1.miss", "BBKN14-A1.noise", "BBKN14-2.2"), formulas=(noisy_sample_size,))


@cache
def a1_failure(distribution: Distribution, alpha: Fraction, *, inclusive: bool = True) -> Fraction:
    return point_failure(distribution, 0, rows=noisy_sample_size(alpha), alpha=alpha, noise=alpha / 8,
                         inclusive=inclusive)


@check("BBKN14-A1.total", grade="exact",
       quantifier="alpha in {1/8, 1/4, 2/5} with ceil(2 ln 4 / alpha) rows; T = 3 and 4, all distributions of "
                  "denominator 24, T = 6 of denominator 12; all targets by symmetry; error exactly alpha is a failure",
       says="{the exact failure of A1} is at most {one half}",
       reason="For all other distributions by the union bound: A1.miss and A1.noise give a quarter each.")
@sabotage("confidence 1/20", Fraction(1, 20))
def exact_failure_is_at_most(beta: Fraction = HALF) -> Verdict:
    return judge("<=", (((d, alpha), a1_failure(d, alpha), beta) for d, alpha in sweep()))

def refutes_exact_failure_is_at_most(beta, d, alpha):
    rows = next(n for n in range(1, 99) if n * alpha >= 2 * Fraction(1386295, 10**6))  # just above ln 4
    return played_by_hand(d, rows=rows, keep=Fraction(1), abort=Fraction(0), noise=alpha / 8, alpha=alpha,
                          inclusive=True) > beta


@check("BBKN14-A1.total", grade="exact",
       quantifier="alpha = 1/1000 and 1/20, ..., 19/20; the target has mass alpha, one other point the rest; error "
                  "exactly alpha is a failure",
       says="{the exact failure of A1 with the stated rows} is at most {one half}")
@judged("<=")
def target_of_mass_alpha_is_missed_rarely_enough(rows=noisy_sample_size):
    for alpha in (*TWENTIETHS, *(alpha for alpha, in rows.instances())):
        yield alpha, point_failure((alpha, 1 - alpha), 0, rows=max(rows(alpha), 0), alpha=alpha, noise=alpha / 8,
                                   inclusive=True) if alpha > 0 else 1, HALF  # every error is above 0

def refutes_target_of_mass_alpha_is_missed_rarely_enough(rows, alpha):  # missed, and not flipped by the noise
    return alpha <= 0 or (1 - alpha) ** max(rows(alpha), 0) * (1 - alpha / 8) > HALF
