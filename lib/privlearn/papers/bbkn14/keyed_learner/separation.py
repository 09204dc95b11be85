"""BBKN14, Section 4.2.1: Theorem 4.9, what proper private learners pay and the efficient one does not."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, exp

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.learners.proper_points import crossover, failure_at, is_crossover
from privlearn.mechanisms.optima import two_point_failure
from privlearn.papers.bbkn14.keyed_learner import claim
from privlearn.papers.bbkn14.keyed_learner.instances import SETTINGS, constant_rows, proper_failure_in_floats

claim("BBKN14-4.9", kind="theorem",
      title="Proper private learners of points need a sample that grows with d, an efficient improper one does not",
      uses=("BBKN14-3.9", "BBKN14-4.8"),
      note="The lower bound is that of Lemma 3.9, for d >= 2 and beta <= 1/2. The comparison is for the constants of "
           "Claim 4.5, which are generous; where the two sides cross is a property of these constants.")


@check("BBKN14-4.9", grade="certified",
       quantifier="all private proper learners with as many rows as the efficient improper learner takes, (epsilon, "
                  "alpha, beta) = (1/2, 1/4, 1/100) and (9/10, 2/5, 1/100), at the given d: failure above beta",
       says="{beta} is less than {the least failure of a proper learner}")
@sabotage("d = 2^20", 2**20)
def every_proper_learner_fails_at(d: int = 2**23) -> Verdict:
    return judge("<", (((d, *setting), setting[2], failure_at(d, constant_rows(d, *setting), *setting[:2]))
                       for setting in SETTINGS[:2]))

def refutes_every_proper_learner_fails_at(d, _, epsilon, alpha, beta):
    rows = constant_rows(d, epsilon, alpha, beta)
    return proper_failure_in_floats(d, rows, float(epsilon), float(alpha)) < beta - 1e-9


@cache
def crossing(rows: int, epsilon: Fraction, alpha: Fraction, beta: Fraction) -> int:
    return crossover(rows, epsilon, alpha, beta)


@check("BBKN14-4.9", grade="certified",
       quantifier="the same two settings: failure of the best proper learner above beta at the crossover, at most "
                  "beta one bit before",
       says="the best proper learner fails with more than beta at the crossover, and at most beta one bit before")
@sabotage("a bit for every row that shows the target, at any epsilon",
          lambda rows, epsilon, alpha, beta: int(rows * alpha))
@sabotage("one bit fewer", lambda *given: crossing(*given) - 1)
@sabotage("one bit more", lambda *given: crossing(*given) + 1)
def the_two_sides_cross_at(least=crossing) -> Verdict:
    found = [((least(constant_rows(1, *setting), *setting), *setting), constant_rows(1, *setting))
             for setting in SETTINGS[:2]]
    return all_hold(judge("<", ((at, at[3], failure_at(at[0], rows, *at[1:3])) for at, rows in found)),
                    judge("<=", ((at, failure_at(at[0] - 1, rows, *at[1:3]), at[3]) for at, rows in found)))

def refutes_the_two_sides_cross_at(least, d, epsilon, alpha, beta):
    rows = constant_rows(d, epsilon, alpha, beta)
    before, here = (proper_failure_in_floats(bits, rows, float(epsilon), float(alpha)) for bits in (d - 1, d))
    return here < beta - 1e-9 or before > beta + 1e-9


@cache
def exact_failures(rows: int, epsilon: Fraction, alpha: Fraction) -> dict[int, Bracket]:
    """Return the least failure for d = 2..13, by exact sums at ratios on both sides of e^epsilon."""
    ends = exp_bracket(epsilon, 64)
    return {d: Bracket(*(two_point_failure(2**d, rows, ratio, alpha) for ratio in (ends.upper, ends.lower)))
            for d in range(2, 14)}


@check("BBKN14-4.9", grade="certified",
       quantifier="5, 12, 20 rows, epsilon = 1/2, 2, alpha = 1/4, 1/2, beta = 1/10, 1/2, all d = 3, ..., 13: against "
                  "exact binomial sums at ratios on both sides of e^epsilon",
       says="d is called the crossover exactly if the best proper learner fails with more than beta there, and not one "
            "bit before")
@sabotage("wherever the best learner fails with more than beta",
          lambda d, rows, e, a, b: failure_at(d, rows, e, a).lower > b)
@sabotage("one bit late", lambda d, rows, e, a, b: d > 3 and is_crossover(d - 1, rows, e, a, b))
@judged("==")
def crossovers_are_told(crosses=is_crossover):
    for rows, e, a, b in product((5, 12, 20), (Fraction(1, 2), Fraction(2)), (Fraction(1, 4), Fraction(1, 2)),
                                 (Fraction(1, 10), Fraction(1, 2))):
        fails = {d: found.lower > b for d, found in exact_failures(rows, e, a).items()}
        for d in range(3, 14):
            yield (d, rows, e, a, b), crosses(d, rows, e, a, b), fails[d] and not fails[d - 1]

def refutes_crossovers_are_told(crosses, d, rows, e, a, b):

    def fails(bits: int) -> bool:
        others = 2**bits - 2
        return sum(comb(rows, k) * float(a) ** k * float(1 - a) ** (rows - k) * others / (others + exp(float(e) * k))
                   for k in range(rows + 1)) > b

    return crosses(d, rows, e, a, b) != (fails(d) and not fails(d - 1))


# d, rows, e^epsilon, the target's mass
SUMS = tuple(product((2, 3, 11, 100), (1, 2, 7, 20, 300), (2, 3),
                     (Fraction(1, 10), Fraction(1, 3), Fraction(5, 7))))


@cache
def exact_failure(d: int, rows: int, ratio: int, mass: Fraction) -> Fraction:
    """Return the least failure of a proper learner, by the hits: the sum over all of them in integers."""
    hit, miss, others = mass.numerator, mass.denominator - mass.numerator, 2**d - 2
    return sum((Fraction(comb(rows, k) * hit**k * miss ** (rows - k) * others, others + ratio**k)
                for k in range(rows + 1)), Fraction(0)) / mass.denominator**rows


@check("BBKN14-4.9", grade="certified",
       quantifier="d = 2, 3, 11, 100; 1, 2, 7, 20, 300 rows, e^epsilon = 2, 3, mass 1/10, 1/3, 5/7: the exact sum over "
                  "all hits; the bracket less than 2^-120 wide, 2^-60 for 300 rows, of which unlikely hits are left "
                  "out",
       says="the bracket of the least failure contains the sum over the hits, and is narrow")
@sabotage("a row more", lambda d, rows, epsilon, mass: failure_at(d, rows + 1, epsilon, mass))
@sabotage("e^(2 epsilon)", lambda d, rows, epsilon, mass: failure_at(d, rows, 2 * as_bracket(epsilon), mass))
@judged("==")
def least_failures_are_sums_over_the_hits(failure=failure_at):
    for d, rows, ratio, mass in SUMS:
        found, true = failure(d, rows, log_bracket(ratio, 256), mass), exact_failure(d, rows, ratio, mass)
        narrow = found.upper - found.lower < Fraction(1, 2 ** (120 if rows < 300 else 60))
        yield (d, rows, ratio, mass), (found.lower <= true <= found.upper, narrow), (True, True)

def refutes_least_failures_are_sums_over_the_hits(failure, d, rows, ratio, mass):
    found, others = failure(d, rows, log_bracket(ratio, 256), mass), 2**d - 2
    weight, total = float(1 - mass) ** rows, 0.0
    for k in range(rows + 1):
        total += weight / (1 + ratio**k / others)
        weight *= float(mass / (1 - mass)) * (rows - k) / (k + 1)
    return not float(found.lower) - 1e-9 < total < float(found.upper) + 1e-9
