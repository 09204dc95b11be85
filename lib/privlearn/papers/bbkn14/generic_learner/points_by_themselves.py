"""BBKN14, Section 3: what Theorem 3.2 gives for points, learnt by themselves."""

from fractions import Fraction
from functools import cache
from math import isqrt

from privlearn.checking import Verdict, all_hold, check, judge, sabotage, verifier
from privlearn.concepts import point_functions
from privlearn.concepts.sets import point_function
from privlearn.dimensions.representation import representation_alpha
from privlearn.exact import Bracket, sqrt_bracket
from privlearn.exact.fractions import TENTH
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.generic.exponential import exponential_learner, exponential_success
from privlearn.learners.proper_points import exponential_point_failure, smallest_rows_exponential
from privlearn.papers.bbkn14.generic_learner import claim
from privlearn.papers.bbkn14.generic_learner.instances import rows_with_constant_one

claim("BBKN14-3.3.self", kind="remark",
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
@sabotage("without the term of the T - 2 other points",
          lambda size, rows, hits, root: exponential_success(2, rows, hits, root))
def closed_form_is_the_law_on_every_sample(success=exponential_success) -> Verdict:
    learners = {root: exponential_learner(point_functions(4), root**2) for root in (Fraction(3, 2), Fraction(2))}
    return judge("==", (((rows, hits, root), success(4, rows, hits, root),
                         learner(((1, 1),) * hits + ((0, 0),) * (rows - hits)).exact()[1])
                        for root, learner in learners.items() for rows in range(6) for hits in range(rows + 1)))

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
@sabotage("both constants 128 and 8/epsilon replaced by 1/epsilon", rows_with_constant_one)
def smallest_number_of_rows_is_at_most_the_sample_size(size=occam_sample_size) -> Verdict:
    return judge("<=", ((d, smallest(d), size(2**d, Fraction(2), TENTH, TENTH)) for d in (8, 16, 64, 128, 256)))
