"""BBKN14, Section 4.2: how often Claim 4.5 repeats its learner until one run succeeds."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import ceil

from privlearn.checking import Verdict, all_hold, check, judge, sabotage, verifier
from privlearn.exact import log_bracket
from privlearn.exact.fractions import FIFTH
from privlearn.papers.bbkn14.stars_and_boosting import claim
from privlearn.papers.bbkn14.stars_and_boosting.instances import crossing_of_one_over_beta, room, runs

claim("BBKN14-4.5.conf", kind="inequality", step_of="BBKN14-4.5",
      title="A2 behind stars succeeds with probability above 1/5", uses=("BBKN14-4.3", "BBKN14-4.5.sample"))


@check("BBKN14-4.5.conf", grade="exact",
       quantifier="all alpha, epsilon: the two failures 4^-32 and 3/4 do not depend on them",
       says="{the success 1/5 that is claimed} is less than {1 - (4^(-32) + 3/4)}")
@verifier(lambda success, witness: success * 4**32 >= 4**32 - 1 - 3 * 4**31)
@sabotage("1/4, what A2 has on its own", Fraction(1, 4))
def success_is_above(success: Fraction = FIFTH) -> Verdict:
    return judge("<", [("too few rows, or A2 fails", success, 1 - (Fraction(1, 4**32) + Fraction(3, 4)))])


claim("BBKN14-4.5.N", kind="inequality", step_of="BBKN14-4.5",
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
       quantifier="the same beta; the logarithms in brackets, rounded up, against the count by powers",
       says="{the N found by powers} equals {ln(5/beta)/ln(5/4), rounded up}")
@sabotage("base 3/2", Fraction(3, 2))
def count_is_the_logarithm_rounded_up(base: Fraction = Fraction(5, 4)) -> Verdict:
    quotients = [(beta, log_bracket(5 / beta) / log_bracket(base)) for beta in BETAS]
    return judge("==", ((beta, runs(beta), ceil(q.upper) if ceil(q.lower) == ceil(q.upper) else None)
                        for beta, q in quotients))

def refutes_count_is_the_logarithm_rounded_up(base, witness):
    n = next(n for n in range(2000) if base**n * witness >= 5)
    return n != next(n for n in range(2000) if 5**n * witness >= 5 * 4**n)


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
