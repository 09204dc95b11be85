"""ABMS20, Sections 1 and 3.2: the generic private learner and its rows."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import exp_bracket, log_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import exact_failure, grid_distributions
from privlearn.papers.abms20.private_preliminaries import claim
from privlearn.papers.abms20.private_preliminaries.instances import SEGMENTS

claim("ABMS20-3.13.generic", kind="remark", uses=("ABMS20-3.13", "ABMS20-3.10", "BBKN14-3.2"),
      title="The exponential mechanism is a generic private proper learner with O(log |H|) rows",
      note="The sample size is the explicit one of the two-part argument: half of alpha for the mechanism, half for "
           "the sample. Judged are exact instances with 4 concepts, on which 14 of the 111 rows would do.")


claim("ABMS20-1.kasi", kind="remark", section="1 Introduction", uses=("ABMS20-3.13.generic",),
      title="Every finite class is privately learnable with O(log |H|) rows")


def generic_rows(number: int, epsilon: Fraction = Fraction(1), share: int = 1) -> int:
    """Return ``max(4/(epsilon alpha), 8/alpha) ln(2 |H| / beta) / share``, rounded up, for alpha = beta = 1/4."""
    return ceil(log_bracket(Fraction(8 * number)).upper * max(16 / epsilon, Fraction(32)) / share)


def failure_above(target, weights: tuple[Fraction, ...], rows: int) -> Fraction:
    """Return an upper bound, within 2^-50, of the failure at alpha = 1/4 on 3 points with e^epsilon = 64/25 < e."""
    whole = [int(6 * w) for w in weights]
    bad = tuple(4 * sum(w for w, a, b in zip(whole, target, h, strict=True) if a != b) > 6 for h in SEGMENTS.rows())
    powers = [[w**k for k in range(rows + 1)] for w in whole]
    total = sum(ways * powers[0][i] * powers[1][j] * powers[2][k] * lost_mass(bad, errors)
                for (i, j, k), ways, errors in count_vectors(target, rows)
                if powers[0][i] and powers[1][j] and powers[2][k])
    return Fraction(total, 6**rows << 60)


@cache
def count_vectors(target, rows: int) -> list[tuple[tuple[int, int, int], int, tuple[int, ...]]]:
    """Return all counts of three points, their multinomial coefficients, and the errors of each concept."""
    counts = [(i, j, rows - i - j) for i in range(rows + 1) for j in range(rows - i + 1)]
    wrong = [[x for x in range(3) if h[x] != target[x]] for h in SEGMENTS.rows()]
    return [(c, comb(rows, c[0]) * comb(rows - c[0], c[1]), tuple(sum(c[x] for x in places) for places in wrong))
            for c in counts]


@cache
def power(errors: int) -> int:
    """Return (5/8)^errors in units of 2^-100, rounded down."""
    return (5**errors << 100) // 8**errors


@cache
def lost_mass(bad: tuple[bool, ...], errors: tuple[int, ...]) -> int:
    """Return the mass of the bad concepts in units of 2^-60, rounded up twice."""
    heavy = sum(power(e) + 1 for e, b in zip(errors, bad, strict=True) if b)
    return -(-(heavy << 60) // sum(power(e) for e in errors)) if heavy else 0


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="initial segments of 3 points, epsilon = 2 ln(8/5) < 1 (less private mechanisms do better), alpha "
                  "= beta = 1/4, all distributions with denominator 6, two targets (the others are mirror images)",
       says="{the failure probability, bounded from above} is at most {beta}",
       fingerprint=lambda rows: rows(4, Fraction(1)))
@sabotage("a ninth of the rows", lambda number, epsilon: generic_rows(number, epsilon, 9))
@sabotage("a twentieth of the rows", lambda number, epsilon: generic_rows(number, epsilon, 20))
def failure_is_at_most_beta(rows=generic_rows) -> Verdict:
    m = rows(4, Fraction(1))
    return judge("<=", (((target, weights), failure_above(target, weights, m), QUARTER)
                        for target in SEGMENTS.rows()[:2] for weights in grid_distributions(3, 6)))

def refutes_failure_is_at_most_beta(rows, target, weights):
    return exact_failure(exponential_learner(SEGMENTS, Fraction(64, 25)), SEGMENTS, target, weights,
                         rows(4, Fraction(1)), QUARTER) > QUARTER


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="the same class, parameters, distributions and targets: 14 rows are enough, 13 are not",
       says="with 14 rows the failure is at most beta, and with 13 rows it is larger for some distribution",
       reason="The bound asks for 111 rows, eight times as many.", fingerprint=lambda least: least)
@sabotage("15 rows, of which one is spare", 15)
@sabotage("13 rows", 13)
def fewest_rows_that_are_enough(least: int = 14) -> Verdict:
    games = list(product(SEGMENTS.rows()[:2], grid_distributions(3, 6)))
    worst = max(games, key=lambda game: failure_above(game[0], game[1], least - 1))
    failure = exact_failure(exponential_learner(SEGMENTS, Fraction(64, 25)), SEGMENTS, *worst, least - 1, QUARTER)
    return all_hold(judge("<=", (((*game, "enough"), failure_above(*game, least), QUARTER) for game in games)),
                    judge("<", [((*worst, "fewer"), QUARTER, failure)]))

def refutes_fewest_rows_that_are_enough(least, target, weights, side):
    m, total = least - (side == "fewer"), Fraction(0)
    for i in range(m + 1):
        for j in range(m + 1 - i):
            counts = (i, j, m - i - j)
            odds = [Fraction(5, 8) ** sum(n for n, a, b in zip(counts, h, target, strict=True) if a != b)
                    for h in SEGMENTS.rows()]
            bad = sum((w for w, h in zip(odds, SEGMENTS.rows(), strict=True) if sum(
                p for p, a, b in zip(weights, h, target, strict=True) if a != b) > QUARTER), Fraction(0))
            chance = Fraction(comb(m, i) * comb(m - i, j))
            for n, p in zip(counts, weights, strict=True):
                chance *= p**n
            total += chance * bad / sum(odds)
    return total <= QUARTER if side == "fewer" else total > QUARTER


@check("ABMS20-1.kasi", grade="certified",
       quantifier="|H| = 2^k, k = 1..64, 128, 256, 512, epsilon = 1, 1/10, 3/4: with c = max(16/epsilon, 32) the "
                  "number m of rows is the least with e^{m/c} >= 8 |H|, and at most 4 c k ln 2 + 1",
       says="m is the least number with e^(m/c) >= 8 |H|, and at most 4 c ln |H| + 1",
       fingerprint=lambda rows: [rows(2**k, Fraction(1)) for k in (1, 2, 8)])
@sabotage("rows linear in |H|", lambda number, epsilon: number * generic_rows(1, epsilon))
@sabotage("one percent more", lambda number, epsilon: ceil(generic_rows(number, epsilon) * Fraction(101, 100)))
@sabotage("one row less", lambda number, epsilon: generic_rows(number, epsilon) - 1)
@judged("<=")
def rows_grow_like_the_logarithm(rows=generic_rows):
    for k, eps in product((*range(1, 65), 128, 256, 512), (Fraction(1), Fraction(1, 10), Fraction(3, 4))):
        m, c = rows(2**k, eps), max(16 / eps, Fraction(32))
        yield (k, eps, "logarithmic"), m - 1, log_bracket(2) * (4 * c * k)
        yield (k, eps, "enough"), 2 ** (k + 3), exp_bracket(m / c)
        yield (k, eps, "least"), exp_bracket((m - 1) / c), 2 ** (k + 3)

def refutes_rows_grow_like_the_logarithm(rows, k, eps, _):
    return rows(2**k, eps) != ceil(max(16 / eps, Fraction(32)) * (k + 3) * log_bracket(2).upper)
