"""BBKN14, Section 4.2: how many rows survive their stars (footnote 7), and how often a run is repeated."""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import ceil

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.tails import lower_tail_bracket
from privlearn.learners.points.utility import improper_sample_size
from privlearn.mechanisms import all_databases, audit_pure, replace_one
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.papers.bbkn14.stars_and_boosting import claim
from privlearn.papers.bbkn14.stars_and_boosting.instances import (STAR, WITH_STAR, WITHOUT, crossing_of_one_over_beta,
                                                                  noisy_rows, room, runs, stars_last)

claim("BBKN14-fn7", kind="remark", uses=("BBKN14-2.1",),
      title="Starred rows cannot be dropped: which databases are neighbours depends on where the stars are")

RATIOS = (Fraction(3, 2), Fraction(2), Fraction(4))


@check("BBKN14-fn7", grade="exact",
       quantifier="(*, b, c) and (a, b, c): apart as they stand, and with the stars dropped and the rest filled up",
       says="{the distance of the two databases} equals {1 as they stand, 3 with the stars dropped}")
@verifier(
    lambda distances, left, right: sum(left[i] != right[i] for i in range(3)) != distances[int(STAR not in left[:1])])
@sabotage("neighbours before and after", (1, 1))
def distances_of_the_pair_before_and_after_dropping(distances: tuple[int, int] = (1, 3)) -> Verdict:
    pairs = ((WITH_STAR, WITHOUT), (stars_last(WITH_STAR), stars_last(WITHOUT)))
    return judge("==", ((pair, hamming_distance(*pair), d) for pair, d in zip(pairs, distances, strict=True)))


@check("BBKN14-fn7", grade="exhaustive",
       quantifier="three rows over {*, a, b, c}, each reported by randomised response of ratio 3/2, 2, 4: largest "
                  "ratio over all neighbours, in place (the first power) and after dropping the stars",
       says="{the worst ratio of two neighbours} equals {r in place, r^3 with the stars dropped}")
@sabotage("no loss by dropping them", (1, 1))
@sabotage("twice the loss in place", (2, 3))
@judged("==")
def dropping_stars_costs_this_power_of_the_ratio(powers: tuple[int, int] = (1, 3)):
    databases = all_databases((STAR, "a", "b", "c"), 3)
    for ratio in RATIOS:
        report = noisy_rows(ratio)
        for power, prepare in zip(powers, (tuple, stars_last), strict=True):
            found = audit_pure(lambda d, report=report, prepare=prepare: report(prepare(d)), databases,  # type: ignore
                               replace_one)
            yield (ratio, prepare is stars_last, *found.witness), found.exp_epsilon, ratio**power, found.pairs

def refutes_dropping_stars_costs_this_power_of_the_ratio(powers, ratio, dropped, left, right, outcome):
    if dropped:
        left, right = ([x for x in d if x != STAR] + [STAR] * d.count(STAR) for d in (left, right))
    power = sum(a == o for a, o in zip(left, outcome, strict=True)) - sum(
        b == o for b, o in zip(right, outcome, strict=True))
    return power > powers[dropped] or powers[dropped] > (3 if dropped else 1)  # as many rows differ at most


claim("BBKN14-4.5.f", kind="inequality", step_of="BBKN14-4.5", uses=("BBKN14-4.4",),
      title="A row survives with probability above epsilon/6, indeed above 4 epsilon/15")


def survival(epsilon: Fraction) -> Bracket:
    """Bracket ``(e^epsilon - 1) / (3 + (3/4) e^epsilon)``."""
    e = exp_bracket(epsilon)
    return (e - 1) / (3 + Fraction(3, 4) * e)


@check("BBKN14-4.5.f", grade="exact",
       quantifier="every epsilon in [0, 1]: with F = e^x - 1 - slope x (3 + (3/4) e^x), the value F(0), the "
                  "derivative F'(0), and the least value 1 - slope (3/2 + 3/4) of F'' / e^x are at least 0",
       says="F(0), F'(0) and F'' are at least 0, so that survival is at least 4/15 epsilon")
@sabotage("0.268 in place of 4/15", Fraction(268, 1000))
def survival_is_at_least_four_fifteenths_of_epsilon(slope: Fraction = Fraction(4, 15)) -> Verdict:
    return judge("<=", [("value at 0", 0, Fraction(0)), ("derivative at 0", 0, 1 - slope * Fraction(15, 4)),
                        ("second derivative", 0, 1 - slope * Fraction(9, 4))])

def refutes_survival_is_at_least_four_fifteenths_of_epsilon(slope, witness):
    x = Fraction(1, 1000)
    return survival(x).upper < slope * x  # a point at which the inequality itself fails


def share(star: Fraction, epsilon: Fraction) -> Bracket:
    """Bracket the printed survival probability from the ratio ``star``, divided by epsilon."""
    e = exp_bracket(epsilon)
    return (e - 1) / (epsilon * (star + e - e / star - 1))


@check("BBKN14-4.5.f", grade="certified",
       quantifier="every epsilon in (0, 1]: the sign of the derivative of f/epsilon is that of a function which is 0 "
                  "at 0 and whose derivative has the sign of (A + B) x + 2B - 2B e^x, A = s - 1, B = 1 - 1/s; that "
                  "is concave and 0 at 0, so positive if it is at 1",
       says="the survival probability divided by epsilon increases with epsilon")
@verifier(lambda star, witness: share(star, Fraction(1)).upper < share(star, Fraction(1, 2)).lower)
@sabotage("from the ratio 6/5 in place of 4", Fraction(6, 5))
def survival_divided_by_epsilon_increases(star: Fraction = Fraction(4)) -> Verdict:
    a, b = star - 1, 1 - 1 / star
    return judge("<", [("at 1", 0, a + 3 * b - 2 * b * exp_bracket(1)), ("derivative at 0", 0, a - b)])


@formula("rows", tex={"384 * ln(4) / (epsilon * alpha ** 2)": r"384 \ln 4/(\eps\alpha^2)"}, corners={
    "alpha": (Fraction(49, 100), Fraction(1, 4), Fraction(1, 8)), "epsilon": (Fraction(9, 10), Fraction(1, 10))})
def block_rows(alpha: Value, epsilon: Value) -> Value:
    """Return the rows of a block at accuracy alpha."""
    return ceil(384 * ln(4) / (epsilon * alpha**2))


claim("BBKN14-4.5.sample", kind="inequality", step_of="BBKN14-4.5", formulas=(block_rows,),
      title="Of 384 ln 4 / (epsilon alpha^2) rows enough survive", uses=("BBKN14-2.eq2.lower", "BBKN14-4.5.f"),
      note="A larger survival probability only helps: more rows survive, by a coupling of the coins.")


def four_to(exponent: Fraction) -> Bracket:
    return exp_bracket(exponent * log_bracket(4, 128), 128)


@cache
def too_few_survive(rows: int, alpha: Fraction, epsilon: Fraction) -> Bracket:
    """Bracket the chance that fewer than ``32 ln 4 / alpha^2`` of so many rows survive, each with epsilon/6."""
    return lower_tail_bracket(max(0, rows), epsilon / 6, improper_sample_size(alpha) - 1)


claim("BBKN14-4.5.conf", kind="inequality", step_of="BBKN14-4.5",
      title="A2 behind stars succeeds with probability above 1/5", uses=("BBKN14-4.3", "BBKN14-4.5.sample"))


@formula("rows", tex={"ln(5 / beta) / ln(5 / 4)": r"\log_{5/4}(5/\beta)"},
         corners={"beta": (Fraction(9, 10), Fraction(1, 100), Fraction(1, 10**100))})
def blocks_for(beta: Value) -> Value:
    """Return the number of blocks; :func:`runs` counts them by powers, which decides where beta/5 is one of 4/5."""
    return ceil(ln(5 / beta) / ln(5 / 4))


claim("BBKN14-4.5.N", kind="inequality", step_of="BBKN14-4.5", formulas=(blocks_for,),
      title="log(5/beta) / log(5/4) repetitions: some hypothesis is good except with probability beta/5",
      uses=("BBKN14-4.5.conf",))

BETAS = tuple(Fraction(1, k) for k in (1, 2, 10, 20, 100, 1000, 10**6, 10**12))
REACHED = 5 * Fraction(4, 5) ** 8


@check("BBKN14-4.5.N", grade="exact",
       quantifier="beta = 1, 1/2, 1/10, 1/20, 1/100, 1/1000, 10^-6, 10^-12 and 5 (4/5)^8, where 8 runs reach beta/5 "
                  "exactly: at most beta/5 at N, above it at N - 1",
       says="(4/5)^N is at most beta/5, and (4/5)^(N - 1) is above beta/5")
@sabotage("rounded down", lambda beta: runs(beta) - 1)
@sabotage("one more where beta/5 is reached exactly",
          lambda beta: runs(beta) + (5 * Fraction(4, 5) ** runs(beta) == beta))
def all_runs_fail_with_probability_at_most_a_fifth_of_beta(number=runs) -> Verdict:
    powers = [(beta, number(beta)) for beta in (*BETAS, REACHED)]
    return all_hold(judge("<=", (((beta, n), Fraction(4, 5) ** n, beta / 5) for beta, n in powers)),
                    judge("<", (((beta, n), beta / 5, Fraction(4, 5) ** (n - 1)) for beta, n in powers)))

def refutes_all_runs_fail_with_probability_at_most_a_fifth_of_beta(number, beta, n):
    few, most = (4**k * 5 * beta.denominator - 5**k * beta.numerator for k in (n - 1, n))
    return n == number(beta) and (most > 0 or few <= 0)


@check("BBKN14-4.5.N", grade="certified",
       quantifier="all beta in (0, 1]: ln(5/beta) - ln(5/4)/beta increases up to ln(5/4) and decreases from there "
                  "on, is at most 0 at the lower end, above 0 at the upper end and at 1; the ends are 2^-40 apart",
       says="ln(5/beta)/ln(5/4) is at most 1/beta up to the lower end, and above 1/beta from the upper end on")
@sabotage("1/20", lambda: (Fraction(1, 20), Fraction(1, 20) + Fraction(1, 2**40)))
@sabotage("both ends 2^-40 too low", lambda: tuple(end - Fraction(1, 2**40) for end in crossing_of_one_over_beta()))
@sabotage("ends twice as far apart",
          lambda: (crossing_of_one_over_beta()[0] - Fraction(1, 2**40), crossing_of_one_over_beta()[1]))
def repetitions_are_at_most_one_over_beta_up_to(ends=crossing_of_one_over_beta) -> Verdict:
    low, high = ends()
    return all_hold(judge("<=", [(("lower end", low), room(low), 0),
                                 (("before ln(5/4)", high), high, log_bracket(Fraction(5, 4))),
                                 (("width", high - low), high - low, Fraction(1, 2**40))]),
                    judge("<", [((name, beta), 0, room(beta))
                                for name, beta in (("upper end", high), ("beta = 1", Fraction(1)))]))

def refutes_repetitions_are_at_most_one_over_beta_up_to(ends, witness):
    low, high = ends()
    with localcontext(prec=60):
        base, places = Decimal("1.25").ln(), [Decimal(end.numerator) / end.denominator for end in (low, high)]
        below, above = ((5 / place).ln() - base / place for place in places)
        return {"lower end": below > 0, "upper end": above <= 0, "before ln(5/4)": places[1] > base,
                "width": places[1] - places[0] > Decimal(2) ** -40}[witness[0]]


@check("BBKN14-4.5.N", grade="certified",
       quantifier="every beta <= 1/100, rounded up: log_{5/4}(5t) + 1 <= t at t = 100, and the left side grows with "
                  "t by at most 1/(t ln(5/4)) <= 1",
       says="ln(5t)/ln(5/4) + 1 is at most t at t = 100, and grows no faster than t from there on")
@sabotage("beta = 1/20", Fraction(1, 20))
def rounded_repetitions_are_at_most_one_over_beta_below(beta: Fraction = Fraction(1, 100)) -> Verdict:
    base, t = log_bracket(Fraction(5, 4)), 1 / beta
    return judge("<=", [(("value", t), log_bracket(5 * t) / base + 1, t), (("slope", t), 1 / (t * base), 1)])

def refutes_rounded_repetitions_are_at_most_one_over_beta_below(beta, witness):
    t = int(1 / beta)
    return 5**t < 5 * t * 4**t  # already (4/5)^t > beta/5
