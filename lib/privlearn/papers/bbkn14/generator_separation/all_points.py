"""BBKN14, Section 6: the packing of most points, and footnote 12, an efficient learner that almost matches it."""

from fractions import Fraction
from itertools import product

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, is_enclosure, least_integer, log_bracket
from privlearn.exact.fractions import HALF, QUARTER, TENTH
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.generic.exponential import point_learner
from privlearn.learners.proper_points import exponential_point_failure
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.mechanisms.optima import packing_success
from privlearn.mechanisms.optima.average_packing import packing_enclosure, packing_program
from privlearn.papers.bbkn14.generator_separation import claim
from privlearn.papers.bbkn14.generator_separation.instances import SMALL_ROOT
from privlearn.papers.bbkn14.generic_learner.instances import broken_point_learner_counts_rows

claim("BBKN14-6.packing", kind="inequality", step_of="BBKN14-6.eff",
      title="No private learner names most points on few copies of their rows", uses=("BBKN14-2.1.group", "BBKN14-3.6"),
      erratum_kind="gap",
      erratum="Gives Omega(d / epsilon) at a constant success; the term log(1/beta) comes from BBKN14-6.eff "
              "as repaired.")

SHARES = ((Fraction(3, 4), Fraction(3, 4)), (HALF, HALF), (QUARTER, Fraction(9, 10)))
PACKINGS = tuple((t, *share) for t in (2**12, 2**64) for share in SHARES)


@check("BBKN14-6.packing", grade="certified",
       quantifier="all private mechanisms on phi T of the databases (j, 1)^m; T = 2^12, 2^64, (phi, tau) = (3/4, "
                  "3/4), (1/2, 1/2), (1/4, 9/10); symmetric program, proof verified",
       says="at e^(epsilon m) = (phi T - 1) tau/(1 - tau), {the best success} equals {the success tau asked for}")
@sabotage("T in place of phi T", lambda size, share, success: (size - 1) * success / (1 - success))
def threshold_of_the_packing(
        threshold=lambda size, share, success: (share * size - 1) * success / (1 - success)) -> Verdict:
    def optimum(size: int, share: Fraction, ratio: Fraction) -> Fraction | str:
        found = packing_enclosure(int(share * size), ratio)
        return 1 - found.value if is_enclosure(found, packing_program(int(share * size), ratio)) else "not proved"

    return judge("==", (((t, phi, tau), optimum(t, phi, threshold(t, phi, tau)), tau) for t, phi, tau in PACKINGS))

def refutes_threshold_of_the_packing(threshold, t, phi, tau):
    return threshold(t, phi, tau) * (1 - tau) != (phi * t - 1) * tau  # the other answers must fill 1 - tau exactly


@check("BBKN14-6.packing", grade="exact",
       quantifier="d = 4..512, e^epsilon = 2, 4, phi = tau = 3/4: no m with (3 T / 4 - 1) e^{-epsilon m} 3/4 > 1/4",
       says="the least m that the printed inequality allows is the least at which the best mechanism has success 3/4")
@sabotage("one row fewer", lambda d, ratio: least_integer(lambda m: 3 * (Fraction(3, 4) * 2**d - 1) <= ratio**m) - 1)
def rows_for_three_quarters(
        rows=lambda d, ratio: least_integer(
            lambda m: (Fraction(3, 4) * 2**d - 1) * Fraction(3, 4) <= ratio**m * Fraction(1, 4))) -> Verdict:
    """The least m that the printed inequality leaves is the least at which the best mechanism succeeds."""
    def enough(d: int, ratio: Fraction, m: int) -> bool:
        return packing_success(3 * 2 ** (d - 2), ratio**m) >= Fraction(3, 4)

    return judge("==", (((d, ratio), (enough(d, ratio, m), enough(d, ratio, m - 1)), (True, False))
                        for d in range(4, 513) for ratio in (Fraction(2), Fraction(4)) for m in (rows(d, ratio),)))

def refutes_rows_for_three_quarters(rows, d, ratio):
    enough = [3 * (3 * 2 ** (d - 2) - 1) <= ratio**m for m in (rows(d, ratio) - 1, rows(d, ratio))]
    return enough != [False, True]


claim("BBKN14-fn12", kind="remark", title="Lemma 3.4 almost matches the lower bound, efficiently",
      uses=("BBKN14-2.5", "BBKN14-3.2", "BBKN14-3.4", "BBKN14-6.eff"))

SIX_FIFTHS = Fraction(6, 5)


@check("BBKN14-fn12", grade="certified",
       quantifier="d = 12, 16, 64, 256; e^epsilon = 9/4, (65/64)^2; alpha = 1/4, 1/10; beta = 1/10",
       says="{the rows of Theorem 3.2} are at most {lower bound times 6/5 max(128 epsilon, 8)/alpha}")
@sabotage("constant 1: an exact match", make=lambda: Fraction(1))
@judged("<=")
def count_is_close_to_the_lower_bound(constant: Fraction = SIX_FIFTHS):
    """Count of Theorem 3.2 <= constant max(128 epsilon, 8) / alpha times the lower bound."""
    for d, ratio, alpha in product((12, 16, 64, 256), (Fraction(9, 4), SMALL_ROOT**2), (QUARTER, TENTH)):
        epsilon = log_bracket(ratio)
        bound = log_bracket((2**d - 1) * 9) / epsilon
        gap = 128 * epsilon if epsilon.lower >= Fraction(1, 16) else Bracket(Fraction(8), Fraction(8))
        yield (d, ratio, alpha), occam_sample_size(2**d, ratio, alpha, TENTH), constant * gap / alpha * bound

def refutes_count_is_close_to_the_lower_bound(constant, witness):
    d, _, _ = witness  # the quotient is ln(3 2^d / beta) / ln((2^d - 1)(1 - beta) / beta), compared as powers
    return (30 * 2**d) ** constant.denominator > (9 * (2**d - 1)) ** constant.numerator


@check("BBKN14-fn12", grade="exhaustive",
       quantifier="the sampler of Lemma 3.4 over 4 points, m <= 3, e^epsilon = 9/4: all multisets of rows, "
                  "replacements, outcomes",
       says="{the worst ratio of two neighbours} is at most {e^epsilon}")
@verifier(lambda make, witness: refutes_pure(witness, make(4, Fraction(9, 4)), Fraction(9, 4)))
@sabotage("the printed sampler, which counts rows instead of distinct points", broken_point_learner_counts_rows)
def efficient_learner_is_private(make=point_learner) -> Verdict:
    audits = [audit_pure(make(4, Fraction(9, 4)), multiset_databases(labelled_rows(4), m), replace_one_unordered)
              for m in (1, 2, 3)]
    verdict = judge("<=", ((found.witness, found.exp_epsilon, Fraction(9, 4)) for found in audits))
    return counted(verdict, sum(found.pairs for found in audits))


@check("BBKN14-fn12", grade="certified",
       quantifier="d = 12, 16, 64, e^{epsilon/2} = 65/64, alpha = 1/4, beta = 1/10: exact failure on two atoms at the "
                  "count",
       says="{the failure on two atoms} is at most {beta}")
@sabotage("the factor 8 forgotten", lambda d: occam_sample_size(2**d, SMALL_ROOT**2, QUARTER, TENTH) // 8)
def efficient_learner_is_accurate(rows=lambda d: occam_sample_size(2**d, SMALL_ROOT**2, QUARTER, TENTH)) -> Verdict:
    return judge("<=", ((d, exponential_point_failure(2**d, rows(d), SMALL_ROOT, QUARTER), TENTH)
                        for d in (12, 16, 64)))

def refutes_efficient_learner_is_accurate(rows, d):
    hits = -(-rows(d) // 4)  # with probability at least 1/2 at most so many rows show the target: the median
    return Fraction(1, 2) * (2**d - 2) / (2**d - 2 + SMALL_ROOT**hits) > TENTH
