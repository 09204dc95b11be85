"""FX15, Appendix C: the steps of the printed proof (deviations, union bound, gap), and how seldom the learner fails."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import ceil, comb, exp as e_to, factorial, floor, log, log1p, prod

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.concentration import relative_entropy
from privlearn.exact.formulas import Value, exp, formula, ln
from privlearn.exact.fractions import QUARTER
from privlearn.laws import bernoulli
from privlearn.learners.lines.confidence import (amplified_law, failure_bound, looks_bad, looks_good, missed_gap,
                                                 spread_failure)
from privlearn.learners.lines.plans import amplification_runs, run_selection_rows
from privlearn.papers.fx15.confidence import claim
from privlearn.papers.fx15.confidence.amplified_plan import SETTINGS
from privlearn.papers.fx15.confidence.instances import log_term, summed

GRID = tuple((Fraction(e, 100), Fraction(d, 100), Fraction(a, 100)) for e, d, a in (
    (40, 25, 49), (10, 25, 49), (10, 5, 25), (20, 1, 49), (49, 49, 49)))  # epsilon, delta, alpha


@formula("at most", tex={"epsilon": r"\eps"}, loose={"12": "7 would do, 6 not"},
         corners={"epsilon": (Fraction(1, 100), Fraction(2, 5)), "m": (1, 60, 10**5)})
def bad_looks_good(epsilon: Value, m: int) -> Value:
    return exp(-epsilon * m / 12)


@formula("at least")
def good_rate() -> Value:
    return 3 / 8 * ln(3 / 2) - 1 / 8


claim("FX15-C.1eq", kind="inequality", step_of="FX15-C.alg", title="(3.1): bad hypotheses look bad",
      formulas=(bad_looks_good,),
      uses=("BBKN14-2.eq2.lower",))


@check("FX15-C.1eq", grade="certified",
       quantifier="epsilon = 0.01, 0.4, m = 1, 60, 100000; epsilon = 0.1, 0.2, 0.4, 0.8, m = 1, ..., 60, and m of the "
                  "algorithm for delta in {0.05, 0.25, 0.49}, alpha in {0.25, 0.49}: exact tails",
       says="error epsilon looks good with probability at most e^(-epsilon m/12), and even e^(-epsilon m/7)")
@sabotage("e^(-epsilon m/6)", (bad_looks_good, lambda e, m: exp_bracket(-e * m / 6, 96)))
@judged("<=")
def bad_hypothesis_looks_good_seldom(bounds=(bad_looks_good, lambda e, m: exp_bracket(-e * m / 7, 96))):
    few = product((Fraction(1, 10), Fraction(1, 5), Fraction(2, 5), Fraction(4, 5)), range(1, 61))
    for e, m in (*bad_looks_good.instances(), *few, *((e, run_selection_rows(e, d, a)) for e, d, a in SETTINGS)):
        yield from (((place, e, m), looks_good(e, e, m), bound(e, m)) for place, bound in enumerate(bounds))

def refutes_bad_hypothesis_looks_good_seldom(bounds, place, e, m):
    most = as_bracket(bounds[place](e, m)).upper
    return most <= 0 or log_term(m, e, floor(e * m / 2)) > log_bracket(most).upper


claim("FX15-C.2eq", kind="inequality", step_of="FX15-C.alg", formulas=(good_rate,),
      title="(3.2): good hypotheses look good, with the right exponent", uses=("BBKN14-2.eq2.upper",),
      erratum_kind="constant", repaired=True,
      erratum="Printed with probability 1 - e^(-epsilon m/8): the bound was used with mean epsilon in place of "
              "epsilon/4. For epsilon = 0.4, m = 397 the exact probability of the contrary is 8.7e-4, not at most "
              "2.4e-9. Right is the exponent (3/8 ln(3/2) - 1/8) epsilon m, about epsilon m/37. Strictly below 3/2 of "
              "its error no hypothesis of error 0 can be; below 3/8 epsilon it is. That the learner fails with at most "
              "delta is shown without this step.")


@check("FX15-C.2eq", grade="certified",
       quantifier="five (epsilon, delta, alpha) with m of the algorithm, and epsilon in {0.1, 0.2, 0.4}, m = 1, ..., "
                  "60 and 397: exact tails",
       says="error epsilon/4 gives 3/8 epsilon m errors or more with probability <= e^(-(3/8 ln(3/2) - 1/8) epsilon m)")
@sabotage("the rate 1/8, as printed", lambda: Fraction(1, 8))
@judged("<=")
def good_hypothesis_looks_bad_seldom(rate=good_rate):
    cases = *((e, run_selection_rows(e, d, a)) for e, d, a in GRID), *product(
        (Fraction(1, 10), Fraction(1, 5), Fraction(2, 5)), (*range(1, 61), 397))
    for e, m in cases:
        yield (e, m), looks_bad(e, m), exp_bracket(-rate() * (e * m), 96)

def refutes_good_hypothesis_looks_bad_seldom(rate, e, m):
    return summed(m, e / 4, ceil(3 * e * m / 8), m) > exp_bracket(-rate() * (e * m), 96).upper


@check("FX15-C.2eq", grade="certified",
       quantifier="epsilon = k/100 for k = 1, ..., 49, and 10^-3, 10^-6, where the rate is nearly attained",
       says="{the rate times epsilon} is at most {the divergence of 3/8 from 1/4 epsilon}")
@judged("<=")
def divergence_is_at_least_the_linear_rate(rate=good_rate):
    for e in (*(Fraction(k, 100) for k in range(1, 50)), Fraction(1, 1000), Fraction(1, 10**6)):
        yield e, rate() * e, relative_entropy(3 * e / 8, e / 4)

def refutes_divergence_is_at_least_the_linear_rate(rate, e):
    a, b = float(3 * e / 8), float(e / 4)
    return as_bracket(rate()).lower * e > a * log(a / b) + (1 - a) * (log1p(-a) - log1p(-b)) + 1e-15


@check("FX15-C.2eq", grade="certified", quantifier="the rate c = 3/8 ln(3/2) - 1/8, bracketed",
       says="{1/37} is less than {the rate}")
@verifier(lambda share, witness: float(share) > 3 / 8 * log(3 / 2) - 1 / 8)
@sabotage("1/36", Fraction(1, 36))
def rate_is_above_one_in_37(share: Fraction = Fraction(1, 37)) -> Verdict:
    return judge("<", [("rate", share, good_rate())])


@formula("at most", tex={"epsilon": r"\eps", "good_rate()": "c"}, loose={"12": "7 would do, 6 not"}, corners={
    "k": (1, 40, 10**60), "epsilon": (Fraction(1, 100), Fraction(2, 5)), "m": (1, 60, 397, 10**5)})
def union_bound(k: int, epsilon: Value, m: int) -> Value:
    """Return a bound on the chance that some bad answer looks good, or the good one bad."""
    return k * exp(-epsilon * m / 12) + exp(-good_rate() * epsilon * m)


claim("FX15-C.union", kind="inequality", step_of="FX15-C.alg", formulas=(union_bound,),
      title="Union bound: all bad hypotheses look bad, the good one looks good", uses=("FX15-C.1eq", "FX15-C.2eq"),
      erratum_kind="constant", repaired=True,
      erratum="Needs the corrected exponent of (3.2), and no union over the good hypotheses: one is enough. So mended "
              "it holds for alpha <= 16/37; for alpha = 0.49, epsilon = 0.1, delta = 10^-60 the good hypothesis looks "
              "bad with more than delta/4. The learner does not fail for that: the direct proof needs no such step.")


@check("FX15-C.union", grade="certified",
       quantifier="k = 1, 40, 10^60, epsilon = 0.01, 0.4, m = 1, 60, 397, 10^5: exact tails for bad answers of error "
                  "epsilon that never look good together",
       says="{k times the chance to look good, and the good one's to look bad,} are at most "
            "{k e^(-epsilon m/12) + e^(-c epsilon m)}")
@judged("<=")
def disjoint_failures_are_within_the_union_bound(bound=union_bound):
    for k, e, m in bound.instances():
        yield (k, e, m), k * looks_good(e, e, m) + looks_bad(e, m), bound(k, e, m)

def refutes_disjoint_failures_are_within_the_union_bound(bound, k, e, m):
    good, bad = floor(e * m / 2), ceil(3 * e * m / 8)
    total = k * e_to(log_term(m, e, good)) + e_to(log_term(m, e / 4, bad)) if m == 10**5 else (
        k * summed(m, e, 0, good) + summed(m, e / 4, bad, m))
    return total > as_bracket(bound(k, e, m)).upper


TINY = (Fraction(1, 10), Fraction(1, 10**60), Fraction(49, 100))
CALM = (*((e, d, min(a, Fraction(43, 100))) for e, d, a in GRID), (*TINY[:2], Fraction(16, 37)))


@check("FX15-C.union", grade="certified",
       quantifier="five (epsilon, delta, alpha) with alpha <= 0.43, and (0.1, 10^-60, 16/37); with (0.1, 10^-60, 0.49) "
                  "it is above delta/4",
       says="the two deviation terms are at most delta/4 for alpha <= 16/37, and above it once for alpha = 0.49")
@sabotage("m/4 rows", lambda e, d, a: run_selection_rows(e, d, a) // 4)
@sabotage("twice the rows", lambda e, d, a: 2 * run_selection_rows(e, d, a))
@judged("<=")
def deviations_cost_at_most_a_quarter_of_delta(rows=run_selection_rows):
    for e, d, a in (*CALM, TINY):
        m = rows(e, d, a)
        cost = (amplification_runs(d) * looks_good(e, e, m) + looks_bad(e, m)) / d
        yield ((e, d, a), cost, QUARTER) if (e, d, a) != TINY else ((e, d, a), QUARTER, cost)

def refutes_deviations_cost_at_most_a_quarter_of_delta(rows, e, d, a):
    m, exceeds = rows(e, d, a), (e, d, a) != TINY
    if not exceeds:  # by Chernoff's bounds both terms are small
        k = amplification_runs(d)
        return (k * exp_bracket(-e * m / 12, 96) + exp_bracket(-good_rate() * (e * m), 96)).upper <= d / 4
    first, p = ceil(3 * e * m / 8), e / 4  # some terms from the first on bound the tail from below
    nats = log_bracket(p, 192) * first + log_bracket(1 - p, 192) * (m - first)
    term = comb(m, first) * exp_bracket(nats, 96).lower
    total = Fraction(0)
    for k in range(first, first + 60):
        total, term = total + term, term * (m - k) / (k + 1) * p / (1 - p)
    return total > d / 4


@formula("at least", corners={"epsilon": (Fraction(1, 5),), "m": (6, 30, 40)}, tex={"epsilon": r"\eps"})
def selection_gap(epsilon: Value, m: int) -> Value:
    """Return by how many rows a choice may stay behind the best."""
    return epsilon * m / 8


@formula("at most", tex={"epsilon": r"\eps"}, corners={
    "k": (1, 8, 40), "alpha": (Fraction(1, 10), Fraction(49, 100)), "epsilon": (Fraction(1, 10), Fraction(2, 5)),
    "m": (1, 397, 7999)})
def gap_missed(k: int, alpha: Value, epsilon: Value, m: int) -> Value:
    """Return a bound on the chance that the mechanism chooses one further behind the best of k."""
    return k * exp(-alpha * epsilon * m / 16)


claim("FX15-C.gap", kind="inequality", step_of="FX15-C.alg", formulas=(selection_gap, gap_missed),
      title="Selection threshold: within epsilon m/8 of the best is good enough", uses=("FX15-C.EM",),
      erratum_kind="convention", repaired=True,
      erratum="Printed as epsilon/8: as q counts rows, it is epsilon m/8. With epsilon/8 the mechanism would have to "
              "hit the maximum itself, which Theorem C.1 does not promise.")


@check("FX15-C.gap", grade="exhaustive",
       quantifier="epsilon = 1/5, m = 1, ..., 40: all error counts of three hypotheses one of which errs on less than "
                  "3/8 epsilon m rows, all choices within the gap",
       says="{the most errors of a choice within the gap} are less than {epsilon m/2}")
@sabotage("the gap that leads up to epsilon m/2 itself", lambda e, m: floor(e * m / 2) - (ceil(3 * e * m / 8) - 1))
@judged("<")
def choices_within_the_gap_look_good(gap=selection_gap):
    e = Fraction(1, 5)
    for m in range(1, 41):
        allowed, limit = floor(gap(e, m)), e * m / 2
        for best in range(ceil(3 * e * m / 8)):
            for counts in combinations_with_replacement(range(best, m + 1), 2):
                worst = max(c for c in (best, *counts) if c <= best + allowed)
                yield (m, (best, *counts), worst), worst, limit

def refutes_choices_within_the_gap_look_good(gap, m, counts, chosen):
    best = max(m - c for c in counts)
    return m - best < Fraction(3, 40) * m and m - chosen >= best - gap(Fraction(1, 5), m) and 10 * chosen >= m


@check("FX15-C.gap", grade="certified",
       quantifier="k = 1, 8, 40 answers one row or less beyond the gap, beside the best; alpha = 0.1, 0.49, epsilon = "
                  "0.1, 0.4, m = 1, 397, 7999",
       says="{the chance to choose one of them} is at most {k e^(-alpha epsilon m/16)}")
@judged("<=")
def one_beyond_the_gap_is_chosen_so_seldom(bound=gap_missed):
    for k, a, e, m in bound.instances():
        far = k * exp_bracket(-a * (floor(e * m / 8) + 1) / 2, 96)
        yield (k, a, e, m), far / (1 + far), bound(k, a, e, m)

def refutes_one_beyond_the_gap_is_chosen_so_seldom(bound, k, a, e, m):
    far = k * e_to(-float(a) / 2 * (floor(e * m / 8) + 1))
    return far / (1 + far) > float(as_bracket(bound(k, a, e, m)).upper)


@check("FX15-C.gap", grade="certified",
       quantifier="five (epsilon, delta, alpha) with m of the algorithm: k e^(-alpha epsilon m/16), the bound of "
                  "Theorem C.1 at this gap, against delta/4",
       says="k e^(-alpha epsilon m/16) is below delta/4 with m rows, and above delta/4 with one row less")
@sabotage("gap epsilon/8, as printed", lambda epsilon, k, gap: missed_gap(epsilon, k, gap / 400))
@judged("<")
def mechanism_stays_within_the_gap(miss=missed_gap):
    for e, d, a in GRID:
        k, m = amplification_runs(d), run_selection_rows(e, d, a)
        yield (e, d, a, "enough"), miss(a, k, e * m / 8), d / 4
        yield (e, d, a, "least"), d / 4, miss(a, k, e * (m - 1) / 8)

def refutes_mechanism_stays_within_the_gap(miss, e, d, a, kind):
    k, m = amplification_runs(d), run_selection_rows(e, d, a)
    if kind == "enough":
        return as_bracket(miss(a, k, e * m / 8)).lower > d / 4
    nats = log_bracket(4 * k / d) - a * e * (m - 1) / 16  # k e^(-alpha epsilon (m - 1)/16) is e^nats times delta/4
    return nats.lower > 0 and as_bracket(miss(a, k, e * (m - 1) / 8)).upper < d / 4


claim("FX15-C.final", kind="inequality", step_of="FX15-C.alg",
      title="The amplified learner fails with probability at most delta", formulas=(run_selection_rows,),
      uses=("FX15-C.hit", "FX15-6.improve"),
      note="The printed proof adds up the terms of its steps. Judged here are those of the direct proof, and the "
           "failure of the learner itself by its law.")


# Z_5 and the line y = 0: a point on it, of mass bad, and two off it, of masses good and the rest
SEEN, KNOWN = ((1, 0, 1), (2, 1, 0), (3, 3, 0)), (2, 1, 4)  # rows of the support; y = x + 4 meets the first two
OWN = ((0,), (1, 4, 4), (1, 4, 3))  # what the runs answer in their bad moments: all are 0 on the support
LAWS = tuple((QUARTER * e, e, s, k, m, base) for e, s, k, m, base in product(
    (Fraction(2, 5), Fraction(1, 10)), (Fraction(5, 4), Fraction(9, 8)), (1, 2, 3), (1, 2, 5),
    (QUARTER, Fraction(1, 2))))


def failure_of_the_law(law, good: Fraction, bad: Fraction, root: Fraction, k: int, m: int, base: Fraction) -> Fraction:
    """Return the probability that a law of answers gives to bad ones, over all selection rows over Z_5."""
    runs = [bernoulli(base).map((KNOWN, own).__getitem__) for own in OWN[:k]]
    total, chances = Fraction(0), (bad, good, 1 - good - bad)
    for rows in combinations_with_replacement(range(3), m):
        counts = [rows.count(i) for i in range(3)]
        weight = Fraction(factorial(m), prod(map(factorial, counts))) * prod(
            (c**n for c, n in zip(chances, counts, strict=True)), start=Fraction(1))
        answers = law(runs, [SEEN[i] for i in rows], 5, root).exact()
        total += weight * sum(w for h, w in answers.items() if h != KNOWN)
    return total


@check("FX15-C.final", grade="certified",
       quantifier="p = 5, one, two and three runs, 1, 2 and 5 selection rows, epsilon = 0.4 and 0.1, e^(alpha/2) = 5/4 "
                  "and 9/8, runs that are bad with probability 1/4 and 1/2: the law of the library's selection, over "
                  "all samples of rows",
       says="the failure by the law of the selection lies in the bracket of the failure, and below the direct bound")
@sabotage("rows that are wrong count as right", lambda runs, rows, p, root: amplified_law(
    runs, [(x, y, 1 - label) for x, y, label in rows], p, root))
@sabotage("weights e^(alpha q)", lambda runs, rows, p, root: amplified_law(runs, rows, p, root**2))
@judged("<=")
def failure_is_that_of_the_law(law=amplified_law):
    for good, bad, s, k, m, base in LAWS:
        found, by_law = spread_failure(good, bad, s, k, m, base), failure_of_the_law(law, good, bad, s, k, m, base)
        yield (good, bad, s, k, m, base), found.lower, by_law
        yield (good, bad, s, k, m, base), by_law, found.upper
        yield (good, bad, s, k, m, base), by_law, failure_bound(bad, s, k, m, base)

def refutes_failure_is_that_of_the_law(law, good, bad, s, k, m, base):
    wanted = base**k
    for rows in product(range(3), repeat=m):  # all samples, row by row
        chance, gap = prod((bad, good, 1 - good - bad)[i] for i in rows), rows.count(0) - rows.count(1)
        for runs in product((0, 1), repeat=k):  # 1 for a bad moment
            j, weight = sum(runs), prod(base if own else 1 - base for own in runs)
            wanted += chance * weight * j / (j + s**gap) if j < k else 0
    return failure_of_the_law(law, good, bad, s, k, m, base) != wanted
