"""BBKN14, Section 3: how many rows Theorem 3.2 asks for, of points by themselves and by the size of the class."""

from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb, exp, isqrt, log, log1p
from typing import Any

import privlearn.papers.bbkn14.generic_learner.guarantee  # noqa: F401  declares what is checked here
from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import point_functions
from privlearn.concepts.sets import point_function
from privlearn.dimensions.representation import representation_alpha, representation_game
from privlearn.dimensions.representation.points import (class_of_columns, columns_value, growing_tables,
                                                        smallest_size_for)
from privlearn.dimensions.representation.points.columns import pairs_with_zero
from privlearn.dimensions.representation.points.searches import antichains
from privlearn.exact import Bracket, log_bracket, sqrt_bracket
from privlearn.exact.fractions import QUARTER, TENTH
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.generic.exponential import exponential_learner, exponential_success
from privlearn.learners.proper_points import exponential_point_failure, smallest_rows_exponential
from privlearn.papers.bbkn14.generic_learner import claim
from privlearn.papers.hard_instances import crowd_failure


@check("BBKN14-3.2", grade="certified",
       quantifier="the instances of the formula: one hypothesis is the target, N - 1 others err on one region of mass "
                  "just above alpha; none of m rows lies there, or (with probability 1/2) no more than the median",
       says="{the failure of the exponential mechanism, bounded from below} is at most {beta}")
@judged("<=")
def a_crowd_of_bad_hypotheses_is_rarely_drawn(size=occam_sample_size):
    for n, r, alpha, beta in size.instances():
        yield (n, r, alpha, beta), crowd_failure(n - 1, r, alpha, size(n, r, alpha, beta)), beta

def refutes_a_crowd_of_bad_hypotheses_is_rarely_drawn(size, n, r, alpha, beta):
    m, p = max(0, size(n, r, alpha, beta)), float(alpha) * (1 + 1e-6)
    median, tilt = int(m * p) + 1, (log(r.numerator) - log(r.denominator)) / 2
    found = [-log1p(exp(min(700, tilt * k - log(n - 1)))) + log_chance
             for k, log_chance in ((0, m * log1p(-p) if p > 0 else 0), (median, -log(2)))]
    return alpha <= 0 or max(found) > log(beta.numerator) - log(beta.denominator)


@check("BBKN14-3.2", grade="exact",
       quantifier="e^epsilon in {9/4, 2^1000, 2^(10^6)}, N = 1024, alpha = beta = 1/10: with so many rows, the least "
                  "failure of any learner, private or not, on three targets with mass 11/100 is at most beta",
       says="{the least failure of any learner} is at most {beta}")
@sabotage("(log2 N + log2 1/beta) / (epsilon alpha), the single denominator",
          lambda n, r, alpha, beta: ceil((log_bracket(n / beta) / (log_bracket(2) * log_bracket(r) * alpha)).upper))
def rows_do_not_fall_below_what_every_learner_needs(size=occam_sample_size) -> Verdict:
    unseen = Fraction(89, 100)
    return judge("<=", ((r, unseen ** size(1024, r, TENTH, TENTH) * Fraction(2, 3), TENTH)
                        for r in (Fraction(9, 4), Fraction(2**1000), Fraction(2**1_000_000))))

def refutes_rows_do_not_fall_below_what_every_learner_needs(size, witness):
    rows, mass = size(1024, witness, TENTH, TENTH), Fraction(11, 100)
    seen = sum(comb(rows, k) * mass**k * (1 - mass) ** (rows - k) for k in range(1, rows + 1))
    return 1 - seen - (1 - seen) / 3 > TENTH  # a sample that shows no target is answered with one of the three


claim("BBKN14-3.3.self", kind="remark",
      formulas=(exponential_success,),
      title="POINT represents itself, so it is privately and properly learnable with O((d + log(1/beta)) / (epsilon "
            "alpha)) rows", uses=("BBKN14-3.1", "BBKN14-3.2", "BBKN14-3.3"))


@check("BBKN14-3.3.self", grade="certified", quantifier="POINT_d by itself, d = 0..4, all targets",
       says="the least alpha with which the points represent themselves is 0")
@sabotage("without one of the hypotheses", lambda points, concepts: representation_alpha(
    points.without(0) if len(points) > 1 else points, concepts))
def points_represent_themselves(alpha=representation_alpha) -> Verdict:
    classes = ((d, point_functions(2**d)) for d in range(5))
    return judge("==", ((d, alpha(points, points), 0) for d, points in classes))

def refutes_points_represent_themselves(alpha, witness):
    points = point_functions(2**witness)
    named = all(point_function(2**witness, j) in points.rows() for j in range(2**witness))
    return named and alpha(points, points) != 0  # every concept is a hypothesis, which errs nowhere


@check("BBKN14-3.3.self", grade="exact",
       quantifier="T = 4, m <= 5, root of e^epsilon in {3/2, 2}, all samples of the family",
       says="{the closed form of the success} equals {the learner's probability of the target}")
def closed_form_is_the_law_on_every_sample(success=exponential_success) -> Verdict:
    learners = {root: exponential_learner(point_functions(4), root**2) for root in (Fraction(3, 2), Fraction(2))}
    return judge("==", (((rows, hits, root), success(4, rows, hits, root),
                         learner(((1, 1),) * hits + ((0, 0),) * (rows - hits)).exact()[1])
                        for root, learner in learners.items() for rows in range(5, -1, -1) for hits in range(rows + 1)))

def refutes_closed_form_is_the_law_on_every_sample(success, rows, hits, root):
    database = [(1, 1)] * hits + [(0, 0)] * (rows - hits)
    weight = [root ** -sum((x == j) != y for x, y in database) for j in range(4)]
    return weight[1] / sum(weight) != success(4, rows, hits, root)


@cache
def smallest(d: int) -> int:
    """Return the smallest m at which the exponential mechanism fails with at most 1/10, e^epsilon = 2 and mass 1/10."""
    return smallest_rows_exponential(d, 2, TENTH, TENTH)


def success_by_sum(d: int, rows: int) -> Bracket:
    """Bracket the success on the two-point family at e^epsilon = 2, mass 1/10, in integers of fixed point."""
    bits, t = 160 + 2 * d, 2**d
    units = 1 << bits, isqrt(2 << 2 * bits)  # 1 and sqrt 2

    def powers(k: int, end: int) -> int:  # 2^(-k/2), rounded down (end 0) or up (end 1)
        return (units[k % 2] + end * (k % 2) >> (k + 1) // 2) + end

    ends, weight = [0, 0], 9**rows
    for k in range(rows + 1):
        for end in (0, 1):
            rest = (1 << bits) + powers(rows, 1 - end) + (t - 2) * powers(k, 1 - end)
            ends[end] += weight * ((1 << 2 * bits) // rest + end)
        weight = weight * (rows - k) // (9 * (k + 1))
    return Bracket(*(Fraction(end, 10**rows << bits) for end in ends))


@check("BBKN14-3.3.self", grade="certified",
       quantifier="d in {8, 16, 64, 128, 256}, e^epsilon = 2, mass of the target = beta = 1/10: failure at m and at m "
                  "- 1",
       says="the failure is at most beta with m rows and above beta with m - 1",
       reason="m - 1 refutes all smaller numbers of rows: the success on a sample grows with its hits and its rows.")
@sabotage("one row fewer", lambda d: smallest(d) - 1)
@sabotage("without the term of the T - 2 other points, so independent of d", lambda d: smallest(2))
@sabotage("one row more", lambda d: smallest(d) + 1)
def smallest_number_of_rows_is_exact(rows=smallest) -> Verdict:
    found = [(d, rows(d)) for d in (8, 16, 64, 128, 256)]
    return all_hold(judge("<=", (((d, m, "enough"), 1 - success_by_sum(d, m), TENTH) for d, m in found)),
                    judge("<", (((d, m, "too few"), TENTH, 1 - success_by_sum(d, m - 1)) for d, m in found)))

def refutes_smallest_number_of_rows_is_exact(rows, d, m, which):
    failure = exponential_point_failure(2**d, m if which == "enough" else m - 1, sqrt_bracket(2, 160), TENTH)
    return failure.lower > TENTH if which == "enough" else failure.upper <= TENTH


@check("BBKN14-3.3.self", grade="certified",
       quantifier="d in {8, 16, 64, 128, 256}, e^epsilon = 2, alpha = beta = 1/10; the two-point family only",
       says="{the least rows that suffice on this family} are at most {the sample size of Theorem 3.2}")
@verifier(lambda size, witness: success_by_sum(witness, size(2**witness, Fraction(2), TENTH, TENTH)).upper < 1 - TENTH)
def smallest_number_of_rows_is_at_most_the_sample_size(size=occam_sample_size) -> Verdict:
    return judge("<=", ((d, smallest(d), size(2**d, Fraction(2), TENTH, TENTH)) for d in (8, 16, 64, 128, 256)))


ALPHAS = (Fraction(0), Fraction(1, 3), Fraction(2, 5), Fraction(3, 7), Fraction(49, 100))

claim("BBKN14-3.2.log-H", kind="remark", status="quoted",
      reason="that the VC dimension governs learning without privacy is by Blumer et al. and Ehrenfeucht et al.; the "
             "rows of the generic learner are computed beside it",
      title="The generic learner's rows grow with the logarithm of the smallest class that alpha/2-represents "
            "the concepts", uses=("BBKN14-1.2.vc-lower", "BBKN14-3.1", "BBKN14-3.2", "BBKN14-3.10"),
      note="That VC dimension characterises learning without privacy is cited, not shown here.")


@cache
def least_values(ground: int) -> list[Fraction | None]:
    """Return, for T = 1..10, the least value below 1/2 of a table of ``ground`` hypotheses, by growing tables."""
    levels = growing_tables(ground, Fraction(49, 100), 10)
    return [min((columns_value(c, ground)[0] for c in tables), default=None) for tables in levels]


def least_size_by_growing(points: int, alpha: Fraction) -> int:
    """Return the least k such that some table of k hypotheses on so many points has value at most alpha."""
    if alpha == 0 and representation_alpha(point_functions(points).without(0), point_functions(points)) > 0:
        return points  # value 0 means that the concept itself is there
    for k in range(1, 6):
        value = least_values(k)[points - 1]
        if value is not None and value <= alpha:
            return k
    six = pairs_with_zero(6).restrict(range(points))
    return 6 if representation_alpha(six, point_functions(points)) <= alpha else 7


@check("BBKN14-3.2.log-H", grade="certified",
       quantifier="T = 2..10, alpha in {0, 1/3, 2/5, 3/7, 49/100}: least number of hypotheses by two exhaustive "
                  "searches (antichains; tables grown point by point), each table with its certified game",
       says="{the least size by the search of antichains} equals {the least size by growing tables}")
@sabotage("5 hypotheses for 8 points at alpha = 2/5",
          lambda points, alpha: 5 if (points, alpha) == (8, Fraction(2, 5)) else smallest_size_for(points, alpha))
def smallest_sizes_for_small_domains(size=smallest_size_for) -> Verdict:
    return judge("==", (((t, a), size(t, a), least_size_by_growing(t, a)) for t, a in product(range(2, 11), ALPHAS)))

def refutes_smallest_sizes_for_small_domains(size, points, alpha):
    k, concepts = size(points, alpha), point_functions(points).rows()
    # claimed to be enough: in every antichain of k hypotheses some point's game has a value above alpha
    return all(any(representation_game(class_of_columns(columns, k), concept).value > alpha for concept in concepts)
               for columns in antichains(k, points))


@check("BBKN14-3.2.log-H", grade="certified",
       quantifier="N = 1, 2, 4, ..., 2^64, e^epsilon in {9/4, 1.01}, alpha = 1/4, beta = 1/10: rows for 2N less rows "
                  "for N",
       says="doubling N adds max(128, 8/epsilon) ln 2/alpha rows, give or take one row")
@sabotage("rows proportional to N", lambda n, r, alpha, beta: occam_sample_size(1, r, alpha, beta) * n)
@judged("<=")
def each_doubling_costs_the_same_rows(size=occam_sample_size):
    for k, r in product(range(64), (Fraction(9, 4), Fraction(101, 100))):
        more = size(2 ** (k + 1), r, QUARTER, TENTH) - size(2**k, r, QUARTER, TENTH)
        factor: Any = 128 if r == Fraction(9, 4) else 8 / log_bracket(r)
        step = log_bracket(2) * factor / QUARTER
        yield (k, r), more, step + 1
        yield (k, r), step - 1, more

def refutes_each_doubling_costs_the_same_rows(size, k, r):
    more = size(2 ** (k + 1), r, QUARTER, TENTH) - size(2**k, r, QUARTER, TENTH)
    epsilon = (Decimal(r.numerator) / r.denominator).ln()
    return abs(more - max(128, 8 / epsilon) * Decimal(2).ln() * 4) > 1
