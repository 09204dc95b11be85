"""BBKN14, Section 4.2: the events in the utility proof of Claim 4.5, and their sum."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, comb, floor
from typing import Any

from privlearn.claims.bbkn14.section4_boosting_steps import PAGE, SECTION, runs
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, all_hold, judge
from privlearn.exact import Bracket, as_fraction, exp_bracket, log_bracket
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket
from privlearn.mechanisms.exponential import from_scores

HUNDREDTH = Fraction(1, 100)
TRIPLES = ((Fraction(1, 4), HUNDREDTH, Fraction(1, 2)), (Fraction(2, 5), HUNDREDTH, Fraction(9, 10)),
           (Fraction(1, 10), HUNDREDTH, Fraction(1, 10)), (Fraction(2, 5), HUNDREDTH, Fraction(99, 100)))
LIST = ("(alpha, beta, epsilon) = (1/4, 1/100, 1/2), (2/5, 1/100, 9/10), (1/10, 1/100, 1/10), (2/5, 1/100, 99/100)")


def first_rows(alpha: Fraction, beta: Fraction, epsilon: Fraction) -> int:
    """Return ``ceil(24 ln(3/beta^2) / (epsilon alpha))``, as printed where the test sample is introduced."""
    return ceil((24 * log_bracket(3 / beta**2) / (epsilon * alpha)).upper)


def second_rows(alpha: Fraction, beta: Fraction, epsilon: Fraction) -> int:
    """Return ``ceil(24 ln(3/beta) / (epsilon alpha))``, as printed in the last paragraph of the proof."""
    return ceil((24 * log_bracket(3 / beta) / (epsilon * alpha)).upper)


def surely_below_exp(value: Fraction, exponent: Fraction) -> bool:
    """Tell whether ``value < (1 - exponent/2000)^2000``, which is at most ``e^-exponent``: never wrongly True."""
    return value < (1 - exponent / 2000) ** 2000


claim("BBKN14-4.5.E1", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.5",
      title="A good hypothesis looks good on the test rows", uses=("BBKN14-2.eq2.upper", "BBKN14-4.5.N", "BBKN14-fn8"),
      erratum="A misprint: the number of test rows is 24 ln(3/beta^2) / (epsilon alpha) where it is introduced and "
              "24 ln(3/beta) / (epsilon alpha) at the end of the proof. The first is what this event needs (the second "
              "gives only beta/3 as epsilon approaches 1), and it serves the end as well.",
      note="A true error below alpha/8 makes fewer test errors, by a coupling of the rows.")


@check("BBKN14-4.5.E1", grade="certified", quantifier=LIST + "; Pr[Bin(m, alpha/8) > alpha m/4], m up to 24,742, "
                                                             "divided by exp(-alpha m/24), and that by beta^2/3",
       fingerprint=lambda rows: [rows(*triple) for triple in TRIPLES])
def good_hypothesis_errs_too_often_with_at_most(rows=first_rows) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, beta, epsilon in TRIPLES:
            m = rows(alpha, beta, epsilon)
            bound = exp_bracket(-alpha * m / 24)
            yield (alpha, beta, m, "tail"), upper_tail_bracket(m, alpha / 8, floor(alpha * m / 4) + 1) / bound, 1
            yield (alpha, beta, m, "beta^2/3"), bound / (beta**2 / 3), 1

    return judge("<=", cases())


@good_hypothesis_errs_too_often_with_at_most.verifier
def _(rows, witness):
    alpha, beta, m, _ = witness
    asked = any(rows(*triple) == m for triple in TRIPLES if triple[:2] == (alpha, beta))
    return asked and surely_below_exp(beta**2 / 3, alpha * m / 24)

good_hypothesis_errs_too_often_with_at_most.sabotage(
    "the second printed m, 24 ln(3/beta) / (epsilon alpha)", second_rows)


@check("BBKN14-4.5.E1", grade="certified",
       quantifier="(alpha, beta) = (2/5, 1/100) with epsilon = 9/10, 99/100: exp(-alpha m/24) is at most beta/3 but "
                  "more than beta^2/3",
       fingerprint=lambda rows: [rows(*triple) for triple in TRIPLES])
def second_printed_m_gives_a_third_of_beta_only(rows=second_rows) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, beta, epsilon in (TRIPLES[1], TRIPLES[3]):
            m = rows(alpha, beta, epsilon)
            reached = exp_bracket(-alpha * m / 24)
            yield (alpha, beta, m, "at most"), reached, beta / 3
            yield (alpha, beta, m, "above"), beta**2 / 3, reached

    return judge("<", cases())


@second_printed_m_gives_a_third_of_beta_only.verifier
def _(rows, witness):
    alpha, beta, m, _ = witness
    reached = (1 + alpha * m / 24 / 2000) ** -2000  # at least exp(-alpha m/24)
    asked = any(rows(*triple) == m for triple in TRIPLES if triple[:2] == (alpha, beta))
    return asked and (reached <= beta**2 / 3 or reached > 2 * beta)

second_printed_m_gives_a_third_of_beta_only.sabotage("the first printed m", first_rows)


BETAS = tuple(Fraction(1, k) for k in (1, 2, 10, 100, 10**6))


def union_for_first_event(beta: Fraction) -> Fraction:
    """Return ``1 - (beta/5 + beta^2/3)``."""
    return 1 - (beta / 5 + beta**2 / 3)


@check("BBKN14-4.5.E1", grade="exact", quantifier="beta = 1, 1/2, 1/10, 1/100, 10^-6 (the difference is beta^3/15 > 0 "
                                                  "for every beta)",
       fingerprint=lambda bound: [bound(beta) for beta in BETAS])
def first_event_has_probability_above(bound=union_for_first_event) -> Verdict:
    return judge("<", ((beta, bound(beta), (1 - beta / 5) * (1 - beta**2 / 3)) for beta in BETAS))


@first_event_has_probability_above.verifier
def _(bound, beta):
    return 15 * bound(beta) >= 15 - 3 * beta - 5 * beta**2 + beta**3

first_event_has_probability_above.sabotage("1 - beta/5", lambda beta: 1 - beta / 5)


claim("BBKN14-4.5.E2", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.5",
      title="No bad hypothesis looks good on the test rows", uses=("BBKN14-2.eq2.lower", "BBKN14-4.5.N", "BBKN14-fn8"),
      note="A true error above alpha makes more test errors, by a coupling of the rows.")


@check("BBKN14-4.5.E2", grade="certified",
       quantifier=LIST + "; Pr[Bin(m, alpha) <= alpha m/2] divided by exp(-alpha m/8), and that by "
                         "(beta^2/3)^(3/epsilon)",
       fingerprint=lambda constant: constant)
def bad_hypothesis_errs_seldom_with_at_most(constant: int = 8) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, beta, epsilon in TRIPLES:
            m = first_rows(alpha, beta, epsilon)
            bound, goal = exp_bracket(-alpha * m / constant), exp_bracket(3 / epsilon * log_bracket(beta**2 / 3))
            yield (alpha, beta, epsilon, m), lower_tail_bracket(m, alpha, floor(alpha * m / 2)) / bound, 1
            yield (alpha, beta, epsilon, m), bound / goal, 1

    return judge("<=", cases())


@bad_hypothesis_errs_seldom_with_at_most.verifier
def _(constant, witness):
    alpha, _, _, m = witness
    last = floor(alpha * m / 2)  # one term of the tail is enough, and e^x >= (1 + x/2000)^2000
    term = comb(m, last) * alpha**last * (1 - alpha) ** (m - last)
    return term * (1 + alpha * m / constant / 2000) ** 2000 > 1

bad_hypothesis_errs_seldom_with_at_most.sabotage("exp(-alpha m/2)", 2)


SMALL_BETAS = (1, 2, 10, 1000, 10**6)


@check("BBKN14-4.5.E2", grade="exact", quantifier="beta = b, b/2, b/10, b/1000, b/10^6 for b = 1/100; that N <= 1/beta "
                                                  "for every smaller beta is a step above")
def union_over_all_runs_is_at_most_a_third_of_beta_up_to(largest: Fraction = HUNDREDTH) -> Verdict:
    betas = [largest / k for k in SMALL_BETAS]
    return judge("<=", ((beta, runs(beta) * beta**2 / 3, beta / 3) for beta in betas))


@union_over_all_runs_is_at_most_a_third_of_beta_up_to.verifier
def _(largest, beta):
    n = next(n for n in range(500) if 4**n * 5 <= 5**n * beta)
    return beta <= largest and n * beta > 1

union_over_all_runs_is_at_most_a_third_of_beta_up_to.sabotage("1/10: 18 runs", Fraction(1, 10))


def longest_stretch(n: int) -> Fraction:
    """Return the supremum of the beta in (0, 1] for which N is n."""
    return min(Fraction(1), 5 * Fraction(4, 5) ** (n - 1))


@check("BBKN14-4.5.E2", grade="exact",
       quantifier="every beta in (0, 1]: N (beta^2/3)^3 <= beta/3 says N beta^5 <= 9; on the stretch where N = n, "
                  "n = 8..100, at its right end; from there on n beta^5 falls by the factor 2/5 at least")
def true_exponent_leaves_room_for_this_many_runs_times_beta_to_the_fifth(room: int = 9) -> Verdict:
    ends = [(n, n * longest_stretch(n) ** 5, room) for n in range(8, 101)]
    return judge("<=", [*ends, ("factor", Fraction(101, 100) * Fraction(4, 5) ** 5, Fraction(2, 5))])


@true_exponent_leaves_room_for_this_many_runs_times_beta_to_the_fifth.verifier
def _(room, n):
    return n == runs(Fraction(1)) and n > room  # at beta = 1

true_exponent_leaves_room_for_this_many_runs_times_beta_to_the_fifth.sabotage("7", 7)


claim("BBKN14-4.5.eq-sel", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.5",
      title="A hypothesis that looks bad is rarely selected", uses=("BBKN14-4.5.E1", "BBKN14-4.5.E2", "BBKN14-4.5.N"),
      erratum="Here m is printed as 24 ln(3/beta) / (epsilon alpha). With the m of the construction the exponent is "
              "twice as good: beta^6/27 instead of beta^3/27, and the conclusion stands.")

ROOT = Fraction(9, 8)  # e^{epsilon/2}
ACCURACY = Fraction(1, 4)


def selection_vectors(good_share: Fraction) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (m, errors): first a good, then a bad hypothesis; all small vectors, then the extreme large ones."""
    for n in (2, 3):
        for errors in product(range(13), repeat=n):
            if errors[0] <= good_share * ACCURACY * 48 and errors[1] >= 6:
                yield 48, errors
    for n, m in product((2, 8, 28), (100, 655, 1980)):
        yield m, (floor(good_share * ACCURACY * m), *(ceil(ACCURACY * m / 2),) * (n - 1))


@check("BBKN14-4.5.eq-sel", grade="exact",
       quantifier="e^(epsilon/2) = 9/8, alpha = 1/4: all vectors in {0..12}^N with a good and a bad entry, m = 48, "
                  "N = 2, 3; the extreme vectors for N = 2, 8, 28 and m = 100, 655, 1980 (the probability is monotone "
                  "in every entry); its 16th power against (9/8)^-m")
def bad_hypothesis_is_selected_with_at_most(good_share: Fraction = Fraction(1, 4)) -> Verdict:
    def cases() -> Iterator[Any]:
        for m, errors in selection_vectors(good_share):
            chosen = as_fraction(from_scores({i: -e for i, e in enumerate(errors)}, ROOT).masses()[1])
            yield (m, errors), chosen**16 * ROOT**m, 1  # alpha m/4 = m/16

    return judge("<=", cases())


@bad_hypothesis_is_selected_with_at_most.verifier
def _(good_share, witness):
    m, errors = witness
    weights = [8**e * 9 ** (m - e) for e in errors]
    return errors[0] <= good_share * ACCURACY * m and weights[1] ** 16 * 9**m > sum(weights) ** 16 * 8**m

bad_hypothesis_is_selected_with_at_most.sabotage("good means at most alpha m/3 errors", Fraction(1, 3))


@check("BBKN14-4.5.eq-sel", grade="exact",
       quantifier="m = 24 ln(3/beta^k) / (epsilon alpha) makes exp(-epsilon alpha m/8) = (beta^k/3)^(24/8): beta^3/27 "
                  "for k = 1 and beta^6/27 for k = 2, at beta = 1, 1/2, 1/10, 1/100, 10^-6")
def selection_bound_is_a_power_of_beta(constant: int = 24) -> Verdict:
    return judge("==", (((beta, k), (beta**k / 3) ** (constant // 8), beta ** (3 * k) / 27)
                        for beta in BETAS for k in (1, 2)))


@selection_bound_is_a_power_of_beta.verifier
def _(constant, witness):
    beta, k = witness
    value: Bracket = exp_bracket(-Fraction(constant, 8) * log_bracket(3 / beta**k))
    return not value.lower <= beta ** (3 * k) / 27 <= value.upper

selection_bound_is_a_power_of_beta.sabotage("16 in place of 24", 16)


@check("BBKN14-4.5.eq-sel", grade="exact", quantifier="beta = b, b/2, b/10, b/1000, b/10^6 for b = 1/100: N beta^3/27, "
                                                      "and with it N beta^6/27, is at most beta^2/27")
def some_bad_hypothesis_is_selected_with_at_most_up_to(largest: Fraction = HUNDREDTH) -> Verdict:
    return judge("<=", (((largest / k, power), runs(largest / k) * (largest / k) ** power / 27, (largest / k) ** 2 / 27)
                        for k in SMALL_BETAS for power in (3, 6)))


@some_bad_hypothesis_is_selected_with_at_most_up_to.verifier
def _(largest, witness):
    beta, power = witness
    n = next(n for n in range(500) if 4**n * 5 <= 5**n * beta)
    return beta <= largest and n * beta ** (power - 2) > 1

some_bad_hypothesis_is_selected_with_at_most_up_to.sabotage("1/10", Fraction(1, 10))


claim("BBKN14-4.5.total", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.5",
      title="The four failures sum to at most beta",
      uses=("BBKN14-4.5.E1", "BBKN14-4.5.E2", "BBKN14-4.5.eq-sel"),
      erratum="A gap with an easy repair. The sum is at most beta for every beta up to 63/50. But two of its terms use "
              "N <= 1/beta, which is true up to beta = 0.048 only, and the claim is for beta up to 1; without it the "
              "same terms exceed beta from about 0.13 on. Running the learner with min(beta, 1/100) mends it; "
              "so does, up to 19/20, using the exponents that Chernoff's bound really gives.")


def printed_sum(beta: Fraction) -> Fraction:
    """Return the sum of the four printed terms."""
    return beta / 5 + beta**2 / 3 + beta / 3 + beta**2 / 27


@check("BBKN14-4.5.total", grade="exact",
       quantifier="every beta in (0, b]: sum/beta = 8/15 + (10/27) beta grows, so it is compared at b = 63/50, where "
                  "equality holds, and at 1, 1/100")
def printed_terms_sum_to_at_most_beta_up_to(largest: Fraction = Fraction(63, 50)) -> Verdict:
    return judge("<=", ((beta, printed_sum(beta), beta) for beta in (largest, min(largest, Fraction(1)), HUNDREDTH)))


@printed_terms_sum_to_at_most_beta_up_to.verifier
def _(largest, beta):
    return beta <= largest and 72 * beta + 50 * beta**2 > 135 * beta

printed_terms_sum_to_at_most_beta_up_to.sabotage("beta up to 2", Fraction(2))


@check("BBKN14-4.5.total", grade="exact",
       quantifier="beta = b + 10^-9: the sum exceeds it, so b = 63/50 is the largest")
def printed_terms_exceed_beta_right_after(largest: Fraction = Fraction(63, 50)) -> Verdict:
    beyond = largest + Fraction(1, 10**9)
    return judge("<", [(beyond, beyond, printed_sum(beyond))])


@printed_terms_exceed_beta_right_after.verifier
def _(largest, beta):
    return largest < beta and 72 + 50 * beta <= 135

printed_terms_exceed_beta_right_after.sabotage("1", Fraction(1))


def route(beta: Fraction, power: int) -> Fraction:
    """Return the four terms with N itself: ``beta/5 + beta^2/3 + N bad + N beta^{3 power}/27``.

    ``bad`` is ``beta^2/3`` for ``power = 1``, as printed, and ``beta^6/27`` for ``power = 2``, the true exponent.
    """
    bad = beta**2 / 3 if power == 1 else beta**6 / 27
    return beta / 5 + beta**2 / 3 + runs(beta) * (bad + beta ** (3 * power) / 27)


def stretches(largest: Fraction) -> Iterator[tuple[int, Fraction]]:
    """Yield (N, right end) of all stretches of equal N below ``largest``, down to N = 100."""
    first = runs(largest)
    yield first, largest
    yield from ((n, longest_stretch(n)) for n in range(first + 1, 101))


@check("BBKN14-4.5.total", grade="exact",
       quantifier="every beta in (0, 19/20]: the terms divided by beta grow while N stays, so at the right end of "
                  "every stretch N = n <= 100; beyond, n beta^5 falls")
def true_exponents_sum_to_at_most_beta_up_to(largest: Fraction = Fraction(19, 20)) -> Verdict:
    return judge("<=", (((n, beta), Fraction(1, 5) + beta / 3 + 2 * n * beta**5 / 27, 1)
                        for n, beta in stretches(largest)))


@true_exponents_sum_to_at_most_beta_up_to.verifier
def _(largest, witness):
    n, beta = witness
    in_stretch = beta <= largest and 4 ** (n - 1) * 5 > 5 ** (n - 1) * beta
    return in_stretch and 27 * beta + 45 * beta**2 + 10 * n * beta**6 > 135 * beta

true_exponents_sum_to_at_most_beta_up_to.sabotage("every beta up to 1", Fraction(1))


PRINTED_FAILS_FROM = Fraction(33, 250)


def left_ends(least: Fraction) -> Iterator[Fraction]:
    """Yield ``least`` and the left ends, up to 1, of the later stretches of equal N."""
    yield least
    yield from (5 * Fraction(4, 5) ** n for n in range(runs(least) - 1, runs(Fraction(1)) - 1, -1))


@check("BBKN14-4.5.total", grade="exact",
       quantifier="every beta in [33/250, 1], where the printed route would need N <= 1/beta: the terms divided by "
                  "beta grow while N stays, so at the left end of every stretch of equal N; not yet at 131/1000",
       fingerprint=lambda power: power)
def printed_route_without_that_step_exceeds_beta(power: int = 1) -> Verdict:
    exceeded = judge("<", ((beta, beta, route(beta, power)) for beta in left_ends(PRINTED_FAILS_FROM)))
    return all_hold(exceeded, judge("<=", ((beta, route(beta, power), beta) for beta in [Fraction(131, 1000)])))


@printed_route_without_that_step_exceeds_beta.verifier
def _(power, beta):
    n = next(n for n in range(500) if 4**n * 5 <= 5**n * beta)
    bad = 9 * beta**2 + beta**3 if power == 1 else 2 * beta**6  # 27 times what each of the N runs adds
    return (27 * beta + 45 * beta**2 + 5 * n * bad > 135 * beta) != (beta >= PRINTED_FAILS_FROM)

printed_route_without_that_step_exceeds_beta.sabotage("with the true exponents", 2)
