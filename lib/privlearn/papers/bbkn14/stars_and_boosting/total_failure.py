"""BBKN14, Section 4.2: the sum of all failures in Claim 4.5, as printed and with the true exponents."""

from collections.abc import Iterator
from fractions import Fraction

from privlearn.checking import Verdict, all_hold, check, judge, sabotage, verifier
from privlearn.exact.fractions import HUNDREDTH
from privlearn.papers.bbkn14.stars_and_boosting import claim
from privlearn.papers.bbkn14.stars_and_boosting.instances import longest_stretch, route, runs

claim("BBKN14-4.5.total", kind="inequality", step_of="BBKN14-4.5", title="The four failures sum to at most beta",
      uses=("BBKN14-4.5.E1", "BBKN14-4.5.E2", "BBKN14-4.5.eq-sel"), erratum_kind="gap",
      erratum="A gap with an easy repair. The sum is at most beta for every beta up to 63/50. But two of its terms use "
              "N <= 1/beta, which is true up to beta = 0.048 only, and the claim is for beta up to 1; without it the "
              "same terms exceed beta from about 0.13 on. Running the learner with min(beta, 1/100) mends it; so does, "
              "up to 19/20, using the exponents that Chernoff's bound really gives.")


def printed_sum(beta: Fraction) -> Fraction:
    """Return the sum of the four printed terms."""
    return beta / 5 + beta**2 / 3 + beta / 3 + beta**2 / 27


@check("BBKN14-4.5.total", grade="exact",
       quantifier="every beta in (0, b]: sum/beta = 8/15 + (10/27) beta grows, so it is compared at b = 63/50, where "
                  "equality holds, and at 1, 1/100",
       says="{the sum of the four printed terms} is at most {beta}")
@verifier(lambda largest, beta: beta <= largest and 72 * beta + 50 * beta**2 > 135 * beta)
@sabotage("beta up to 2", Fraction(2))
def printed_terms_sum_to_at_most_beta_up_to(largest: Fraction = Fraction(63, 50)) -> Verdict:
    return judge("<=", ((beta, printed_sum(beta), beta) for beta in (largest, min(largest, Fraction(1)), HUNDREDTH)))


@check("BBKN14-4.5.total", grade="exact",
       quantifier="beta = b + 10^-9: the sum exceeds it, so b = 63/50 is the largest",
       says="{beta} is less than {the sum of the four printed terms}")
@verifier(lambda largest, beta: largest < beta and 72 + 50 * beta <= 135)
@sabotage("1", Fraction(1))
def printed_terms_exceed_beta_right_after(largest: Fraction = Fraction(63, 50)) -> Verdict:
    beyond = largest + Fraction(1, 10**9)
    return judge("<", [(beyond, beyond, printed_sum(beyond))])


def stretches(largest: Fraction) -> Iterator[tuple[int, Fraction]]:
    """Yield (N, right end) of all stretches of equal N below ``largest``, down to N = 100."""
    first = runs(largest)
    yield first, largest
    yield from ((n, longest_stretch(n)) for n in range(first + 1, 101))


@check("BBKN14-4.5.total", grade="exact",
       quantifier="every beta in (0, 19/20]: the terms divided by beta grow while N stays, so at the right end of "
                  "every stretch N = n <= 100; beyond, n beta^5 falls",
       says="the terms with the true exponents sum to at most beta")
@sabotage("every beta up to 1", Fraction(1))
def true_exponents_sum_to_at_most_beta_up_to(largest: Fraction = Fraction(19, 20)) -> Verdict:
    return judge("<=", (((n, beta), Fraction(1, 5) + beta / 3 + 2 * n * beta**5 / 27, 1)
                        for n, beta in stretches(largest)))

def refutes_true_exponents_sum_to_at_most_beta_up_to(largest, n, beta):
    in_stretch = beta <= largest and 4 ** (n - 1) * 5 > 5 ** (n - 1) * beta
    return in_stretch and 27 * beta + 45 * beta**2 + 10 * n * beta**6 > 135 * beta


PRINTED_FAILS_FROM = Fraction(33, 250)


def left_ends(least: Fraction) -> Iterator[Fraction]:
    """Yield ``least`` and the left ends, up to 1, of the later stretches of equal N."""
    yield least
    yield from (5 * Fraction(4, 5) ** n for n in range(runs(least) - 1, runs(Fraction(1)) - 1, -1))


@check("BBKN14-4.5.total", grade="exact",
       quantifier="every beta in [33/250, 1], where the printed route would need N <= 1/beta: the terms divided by "
                  "beta grow while N stays, so at the left end of every stretch of equal N; not yet at 131/1000",
       says="the printed terms with N itself exceed beta, and not yet at beta = 131/1000")
@sabotage("with the true exponents", 2)
def printed_route_without_that_step_exceeds_beta(power: int = 1) -> Verdict:
    exceeded = judge("<", ((beta, beta, route(beta, power)) for beta in left_ends(PRINTED_FAILS_FROM)))
    return all_hold(exceeded, judge("<=", ((beta, route(beta, power), beta) for beta in [Fraction(131, 1000)])))

def refutes_printed_route_without_that_step_exceeds_beta(power, beta):
    n = next(n for n in range(500) if 4**n * 5 <= 5**n * beta)
    bad = 9 * beta**2 + beta**3 if power == 1 else 2 * beta**6  # 27 times what each of the N runs adds
    return (27 * beta + 45 * beta**2 + 5 * n * bad > 135 * beta) != (beta >= PRINTED_FAILS_FROM)
