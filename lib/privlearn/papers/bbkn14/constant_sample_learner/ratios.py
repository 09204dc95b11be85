"""BBKN14, Section 4.2: how many rows algorithm A2 keeps, and its ratios, link by link."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp, lgamma, log, log1p
from typing import Any

from privlearn.checking import Verdict, all_hold, check, covering, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import EIGHTH, HALF, QUARTER, TENTH
from privlearn.exact.tails import lower_tail_bracket
from privlearn.learners.points import improper_rates, improper_sample_size
from privlearn.learners.points.privacy import concept_table
from privlearn.learners.points.utility import ceil_of_log4
from privlearn.papers.bbkn14.constant_sample_learner import claim
from privlearn.papers.bbkn14.constant_sample_learner.instances import (PRIVACY_ALPHAS, TWO_FIFTHS, bases, by_hand,
                                                                       laws_around, surely_kept)

claim("BBKN14-4.3.chernoff", kind="inequality", step_of="BBKN14-4.3",
      title="The random subset has 4 ln(4)/alpha rows except with probability below 1/16",
      uses=("BBKN14-A2", "BBKN14-2.eq2.lower"), formulas=(improper_sample_size,))

CHERNOFF_ALPHAS = (Fraction(49, 100), TWO_FIFTHS, QUARTER, EIGHTH, Fraction(1, 20))


def power_of_four(exponent: Fraction):
    return exp_bracket(log_bracket(4) * exponent)


@cache
def small_subset(rows: int, alpha: Fraction) -> Bracket:
    """Bracket the chance that fewer than ``4 ln 4 / alpha`` of so many rows are kept, each with chance alpha/4."""
    return lower_tail_bracket(rows, alpha / 4, ceil_of_log4(4 / alpha) - 1)


@check("BBKN14-4.3.chernoff", grade="certified",
       quantifier="alpha in {49/100, 2/5, 1/4, 1/8, 1/20, 1/40}: the tail Pr[Bin(ceil(32 ln 4/alpha^2), alpha/4) < 4 "
                  "ln 4/alpha] over 4^(-1/alpha)",
       says="{the chance of too small a subset, over 4^(-1/alpha),} is at most {1}")
def subset_is_large_enough(rows=improper_sample_size) -> Verdict:
    return judge("<=", ((alpha, small_subset(max(rows(alpha), 0), alpha) / power_of_four(-1 / alpha), 1)
                        for alpha in (*CHERNOFF_ALPHAS, Fraction(1, 40))))

def refutes_subset_is_large_enough(rows, alpha):
    n, p = max(0, rows(alpha)), float(alpha) / 4
    most = int(4 * log(4) / alpha)  # a few terms are enough
    terms = (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p)
             for k in range(max(0, most - 60), min(most, n) + 1))
    return n <= most or sum(exp(term) for term in terms) > 4 ** (-1 / float(alpha))


@check("BBKN14-4.3.chernoff", grade="certified",
       quantifier="alpha in {49/100, 2/5, 1/4, 1/8, 1/20}; for all alpha < 1/2, as 4^(-1/alpha) < 4^(-2)",
       says="{4^(-1/alpha)} is less than {one sixteenth}")
@verifier(lambda alphas, alpha: alpha in alphas and 4 ** (2 * alpha.numerator) > 4**alpha.denominator)
@sabotage("alpha = 3/4", make=lambda: (*CHERNOFF_ALPHAS, Fraction(3, 4)))
def failure_is_below_a_sixteenth(alphas: tuple[Fraction, ...] = CHERNOFF_ALPHAS) -> Verdict:
    return judge("<", ((alpha, power_of_four(-1 / alpha), Fraction(1, 16)) for alpha in alphas))


claim("BBKN14-4.3.utility", kind="inequality", step_of="BBKN14-4.3", title="1/16 + 1/2 + alpha/8 is at most 3/4",
      uses=("BBKN14-4.3.chernoff", "BBKN14-A1.total"))


@check("BBKN14-4.3.utility", grade="exact",
       quantifier="both ends of [0, 1/2], so all alpha between (linear): at most 5/8, attained at 1/2; 5/8 < 3/4",
       says="1/16 + 1/2 + alpha/8 is 5/8 at the largest alpha and less at 0, and so less than 3/4")
@verifier(lambda largest_alpha, alpha: alpha == largest_alpha and 9 + 2 * alpha != 10)
@sabotage("alpha up to 2", Fraction(2))
@sabotage("alpha up to 1/4", Fraction(1, 4))
def three_failures_together(largest_alpha: Fraction = HALF) -> Verdict:
    ends = [(alpha, Fraction(1, 16) + HALF + alpha / 8) for alpha in (largest_alpha, Fraction(0))]
    return all_hold(judge("==", [(*ends[0], Fraction(5, 8))]),
                    judge("<", [(*ends[1], Fraction(5, 8)), (HALF, Fraction(5, 8), Fraction(3, 4))]))


ALL_PAIRS = ("T <= 3, m <= 4, alpha in {1/2, 1/4, 1/10}: all databases of labelled rows and stars, all replacements of "
             "a row, up to the order of rows")


def instances_of_pairs() -> int:
    """Return how many ordered neighbouring pairs the bases stand for, for the three alphas."""
    return 3 * sum((2 * size + 1) * 2 * size for size, _ in bases())


@formula("at most", corners={"p": (Fraction(1, 1000), EIGHTH), "alpha": (Fraction(1, 100), HALF)},
         loose=dict.fromkeys(("1 - p", "alpha * (1 - p)"), "the best bound is 1 + p (8 - alpha)/alpha"))
def giving_up_bound(p: Value, alpha: Value) -> Value:
    """Return a bound on the ratio of giving up, rows being kept with probability p."""
    return 8 * p / (alpha * (1 - p)) + 1


@formula("at most", corners={"alpha": PRIVACY_ALPHAS})
def giving_up_limit(alpha: Value) -> Value:
    """Return the limit of the ratio of giving up for many rows."""
    return 3 - alpha / 4


claim("BBKN14-4.3.eq-bot", kind="inequality", step_of="BBKN14-4.3",
      title="The ratio of the probabilities of giving up is at most 8p/(alpha(1-p)) + 1",
      uses=("BBKN14-A2", "BBKN14-2.1"), formulas=(giving_up_bound, giving_up_limit),
      note="The best bound for every number of rows is 3 - alpha/4, below the one for hypotheses.")


@check("BBKN14-4.3.eq-bot", grade="exhaustive", quantifier=f"{ALL_PAIRS}; each link",
       says="the ratio of giving up is at most the middle of the chain, and that at most 8p/(alpha(1 - p)) + 1")
@sabotage("step 1 gives up with probability alpha/80 only", lambda alpha: improper_rates(alpha) | {"abort": alpha / 80})
def links_of_the_ratio_of_giving_up(rates=improper_rates) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, (size, base) in product(PRIVACY_ALPHAS, bases()):
            chosen = rates(alpha)
            p = chosen["keep"]
            without, around = laws_around(size, base, chosen)
            values = {row: law.get(None, Fraction(0)) for row, law in around.items()}
            left, right = max(values, key=values.__getitem__), min(values, key=values.__getitem__)
            middle = p / ((1 - p) * without[None]) + 1
            where = alpha, size, (*base, left), (*base, right)
            yield (*where, "first"), values[left] / values[right], middle
            yield (*where, "second"), middle, giving_up_bound(p, alpha)

    verdict = judge("<=", cases())
    return covering(verdict, instances_of_pairs())

def refutes_links_of_the_ratio_of_giving_up(rates, alpha, size, left, right, link):
    p, base = rates(alpha)["keep"], right[:-1]
    middle = p / ((1 - p) * by_hand(base, size, rates(alpha), None)) + 1
    ratio = by_hand(left, size, rates(alpha), None) / by_hand(right, size, rates(alpha), None)
    return ratio > middle if link == "first" else middle > 8 * p / (alpha * (1 - p)) + 1


@cache
def giving_up_ratio(rows: int, p: Fraction, abort: Fraction) -> Fraction:
    """Return the ratio of giving up on rows (0, 0) and a last row (0, 1) against (0, 0), from the laws."""
    left, right = (concept_table(((0, 0),) * (rows - 1) + (last,), size=2, keep=p, abort=abort)[None]
                   for last in ((0, 1), (0, 0)))
    return left / right


@check("BBKN14-4.3.eq-bot", grade="exact",
       quantifier="rows kept with probability 1/1000 and 1/8, alpha = 1/100 and 1/2, 1, 2, 20 and 2000 rows, all (0, "
                  "0) but for the last, which is (0, 1) against (0, 0)",
       says="{the ratio of giving up} is at most {8p/(alpha (1 - p)) + 1}")
@judged("<=")
def many_rows_give_up_with_at_most_the_ratio(bound=giving_up_bound):
    for (p, alpha), rows in product(bound.instances(), (1, 2, 20, 2000)):
        yield (p, alpha, rows), giving_up_ratio(rows, p, alpha / 8), bound(p, alpha)

def refutes_many_rows_give_up_with_at_most_the_ratio(bound, p, alpha, rows):
    clash = p * (1 - (1 - p) ** (rows - 1))  # the last row is kept, and another one
    return alpha / 8 + (1 - alpha / 8) * clash > bound(p, alpha) * alpha / 8


@check("BBKN14-4.3.eq-bot", against="optimum", grade="exact",
       quantifier="m - 1 rows (0, 0) and a last row (0, 1) against (0, 0), m = 1..60, alpha in {1/2, 1/4, 1/10}: the "
                  "limit less the ratio is exactly (2 - alpha/4) (1 - alpha/4)^(m-1), which falls to 0",
       says="{the limit less the ratio of giving up} equals {(2 - alpha/4) (1 - alpha/4)^(m - 1)}")
@judged("==")
def giving_up_approaches_its_limit(limit=giving_up_limit):
    for alpha, rows in product(PRIVACY_ALPHAS, range(1, 61)):
        p, rho, _ = improper_rates(alpha).values()
        yield (alpha, rows), limit(alpha) - giving_up_ratio(rows, p, rho), (2 - p) * (1 - p) ** (rows - 1)

def refutes_giving_up_approaches_its_limit(limit, alpha, rows):
    left, right = (by_hand(((0, 0),) * (rows - 1) + (last,), 2, improper_rates(alpha), None)
                   for last in ((0, 1), (0, 0)))
    return limit(alpha) != left / right + (2 - alpha / 4) * (1 - alpha / 4) ** (rows - 1)


@check("BBKN14-4.3.eq-bot", grade="exhaustive", quantifier=ALL_PAIRS,
       says="{the ratio of giving up} is less than {3 - alpha/4}")
def giving_up_stays_below_its_limit(limit=giving_up_limit) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, (size, base) in product(PRIVACY_ALPHAS, bases()):
            _, around = laws_around(size, base, improper_rates(alpha))
            values = {row: law.get(None, Fraction(0)) for row, law in around.items()}
            left, right = max(values, key=values.__getitem__), min(values, key=values.__getitem__)
            yield (alpha, size, (*base, left), (*base, right)), values[left] / values[right], limit(alpha)

    verdict = judge("<", cases())
    return covering(verdict, instances_of_pairs())

def refutes_giving_up_stays_below_its_limit(limit, alpha, size, left, right):
    p, q = (by_hand(database, size, improper_rates(alpha), None) for database in (left, right))
    return p >= limit(alpha) * q


@formula("at most", corners={"p": (TENTH / 4, EIGHTH, Fraction(9, 10)), "r": (0, HALF, 15)}, tex={
    "r": r"\frac{\Pr[\mathcal A_2(D) = h \mid i \in S]}{\Pr[\mathcal A_2(D) = h \mid i \notin S]}"})
def hypothesis_bound(p: Value, r: Value) -> Value:
    """Return a bound on the ratio of a hypothesis, of its ratio r between row i kept and not kept."""
    return p / (1 - p) * r + 1


claim("BBKN14-4.3.eq-h", kind="inequality", step_of="BBKN14-4.3",
      title="The ratio for a hypothesis is at most p/(1-p) times that of 'row i kept' to 'row i not kept', plus 1",
      uses=("BBKN14-A2",), formulas=(hypothesis_bound,))
RATES = (*map(improper_rates, PRIVACY_ALPHAS), {"keep": Fraction(9, 10), "abort": EIGHTH, "noise": EIGHTH})


@check("BBKN14-4.3.eq-h", grade="exhaustive",
       quantifier=f"{ALL_PAIRS}; rows kept with probability 9/10 and noise 1/8, too; all hypotheses",
       says="{the ratio at a hypothesis} is at most {p/(1 - p) times row i kept to not kept, plus 1}")
def ratio_of_a_hypothesis(bound=hypothesis_bound) -> Verdict:
    def cases() -> Iterator[Any]:
        for rates, (size, base) in product(RATES, bases()):
            p = rates["keep"]
            without, around = laws_around(size, base, rates)
            for h in product((0, 1), repeat=size):
                right = min(around, key=lambda row: around[row][h])
                for left, law in around.items():
                    if left != right:
                        most = bound(p, surely_kept(law[h], without[h], p) / without[h])
                        yield (rates, size, (*base, left), (*base, right), h), law[h] / around[right][h], most

    verdict = judge("<=", cases())
    pairs = len(RATES) * sum((2 * size + 1) * 2 * size * 2**size for size, _ in bases())
    return covering(verdict, pairs)

def refutes_ratio_of_a_hypothesis(bound, rates, size, left, right, h):
    p = rates["keep"]
    without = by_hand(left[:-1], size, rates, h)
    kept = (by_hand(left, size, rates, h) - (1 - p) * without) / p
    return by_hand(left, size, rates, h) / by_hand(right, size, rates, h) > bound(p, kept / without)


@formula("at most", corners={"alpha": PRIVACY_ALPHAS}, tex={"alpha / 4": r"\alpha/4"})
def starred_row_bound(alpha: Value) -> Value:
    """Return a bound on the ratio from a starred row."""
    return 1 / (1 - alpha / 4)


claim("BBKN14-4.3.star-row", kind="inequality", step_of="BBKN14-4.3", formulas=(starred_row_bound,),
      title="Against a starred row the ratio is at most 1/(1 - alpha/4), below 4/3", uses=("BBKN14-4.3.eq-h",))


@check("BBKN14-4.3.star-row", grade="exact", quantifier="alpha = 1/2, the largest; the bound grows with alpha",
       says="{1/(1 - alpha/4)} is less than {4/3}")
@verifier(lambda alpha, witness: 4 - alpha <= 3)
@sabotage("alpha = 1", Fraction(1))
def bound_for_a_star_is_below_four_thirds(alpha: Fraction = HALF) -> Verdict:
    return judge("<", [((alpha,), starred_row_bound(alpha), Fraction(4, 3))])


@check("BBKN14-4.3.star-row", grade="exhaustive",
       quantifier=f"{ALL_PAIRS}, whose row i is a star on the left; all outcomes; and one point, 300 rows (0, 1) and "
                  "a star against (0, 0)",
       says="{the ratio from a starred row} is at most {1/(1 - alpha/4)}")
def ratio_from_a_starred_row(bound=starred_row_bound) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, (size, base) in product(PRIVACY_ALPHAS, (*bases(), (1, ((0, 1),) * 300))):
            _, around = laws_around(size, base, improper_rates(alpha))
            for right, law in around.items():
                for outcome in law:
                    if right is not None and outcome in around[None]:
                        ratio = around[None][outcome] / law[outcome]
                        yield (alpha, size, (*base, right), outcome), ratio, bound(alpha)

    return judge("<=", cases())

def refutes_ratio_from_a_starred_row(bound, alpha, size, right, outcome):
    if len(right) > 4:  # h = 1 if a row (0, 1) is kept and not turned round, or none is and the 0 is
        p, none, mu = alpha / 4, (1 - alpha / 4) ** (len(right) - 1), alpha / 8
        star = (1 - none) * (1 - mu) + none * mu
        return outcome == (1,) and star > bound(alpha) * ((1 - p) * star + p * none * mu)
    rates = improper_rates(alpha)
    return by_hand((*right[:-1], None), size, rates, outcome) > bound(alpha) * by_hand(right, size, rates, outcome)
