"""BBKN14, Section 4.2: the first steps of Claim 4.5, from surviving rows to a private selection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.exact import Bracket, as_fraction, binomial_tail, exp_bracket, log_bracket
from privlearn.exact.tails import lower_tail_bracket
from privlearn.learners.boosting import repetitions
from privlearn.mechanisms.exponential import from_scores

PAGE = "points-and-intervals/stars-and-boosting"
SECTION = "4.2 Improper private learning of POINT with O(1) samples"
FIFTH = Fraction(1, 5)

claim("BBKN14-4.5.f", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.5", uses=("BBKN14-4.4",),
      title="A row survives with probability above epsilon/6, indeed above 4 epsilon/15")


def survival(epsilon: Fraction) -> Bracket:
    """Bracket ``(e^epsilon - 1) / (3 + (3/4) e^epsilon)``."""
    e = exp_bracket(epsilon)
    return (e - 1) / (3 + Fraction(3, 4) * e)


@check("BBKN14-4.5.f", grade="certified",
       quantifier="every epsilon in (0, 1], in 64 boxes: (e^x - 1)/x increases, so on a box it is least at the left "
                  "end, and the denominator is largest at the right end")
def survival_is_above_this_multiple_of_epsilon(slope: Fraction = Fraction(1, 6)) -> Verdict:
    def cases() -> Iterator[Any]:
        for k in range(64):
            low, high = Fraction(k, 64), Fraction(k + 1, 64)
            growth = (exp_bracket(low) - 1) / low if k else Fraction(1)
            yield (low, high), slope, growth / (3 + Fraction(3, 4) * exp_bracket(high))

    return judge("<", cases())


@survival_is_above_this_multiple_of_epsilon.verifier
def _(slope, witness):
    x = sum(witness) / 2  # e^x < 1/(1 - x/64)^64, so the survival probability is below what stands here
    e = (1 - x / 64) ** -64
    return (e - 1) / (3 + Fraction(3, 4) * e) <= slope * x

survival_is_above_this_multiple_of_epsilon.sabotage("0.28 epsilon: false near 0", Fraction(28, 100))


@check("BBKN14-4.5.f", grade="exact",
       quantifier="every epsilon in [0, 1]: with F = e^x - 1 - slope x (3 + (3/4) e^x), the value F(0), the derivative "
                  "F'(0), and the least value 1 - slope (3/2 + 3/4) of F'' / e^x are at least 0")
def survival_is_at_least_four_fifteenths_of_epsilon(slope: Fraction = Fraction(4, 15)) -> Verdict:
    return judge("<=", [("value at 0", 0, Fraction(0)), ("derivative at 0", 0, 1 - slope * Fraction(15, 4)),
                        ("second derivative", 0, 1 - slope * Fraction(9, 4))])


@survival_is_at_least_four_fifteenths_of_epsilon.verifier
def _(slope, witness):
    x = Fraction(1, 1000)
    return survival(x).upper < slope * x  # a point at which the inequality itself fails

survival_is_at_least_four_fifteenths_of_epsilon.sabotage("0.268 in place of 4/15", Fraction(268, 1000))


def share(star: Fraction, epsilon: Fraction) -> Bracket:
    """Bracket the printed survival probability from the ratio ``star``, divided by epsilon."""
    e = exp_bracket(epsilon)
    return (e - 1) / (epsilon * (star + e - e / star - 1))


@check("BBKN14-4.5.f", grade="certified",
       quantifier="every epsilon in (0, 1]: the sign of the derivative of f/epsilon is that of a function which is 0 "
                  "at 0 and whose derivative has the sign of (A + B) x + 2B - 2B e^x, A = s - 1, B = 1 - 1/s; that is "
                  "concave and 0 at 0, so positive if it is at 1")
def survival_divided_by_epsilon_increases(star: Fraction = Fraction(4)) -> Verdict:
    a, b = star - 1, 1 - 1 / star
    return judge("<", [("at 1", 0, a + 3 * b - 2 * b * exp_bracket(1)), ("derivative at 0", 0, a - b)])


@survival_divided_by_epsilon_increases.verifier
def _(star, witness):
    return share(star, Fraction(1)).upper < share(star, Fraction(1, 2)).lower

survival_divided_by_epsilon_increases.sabotage("from the ratio 6/5 in place of 4", Fraction(6, 5))


claim("BBKN14-4.5.sample", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.5",
      title="Of 384 ln 4 / (epsilon alpha^2) rows enough survive", uses=("BBKN14-2.eq2.lower", "BBKN14-4.5.f"),
      note="A larger survival probability only helps: more rows survive, by a coupling of the coins.")

PAIRS = ((Fraction(49, 100), Fraction(9, 10)), (Fraction(1, 4), Fraction(1, 2)), (Fraction(1, 8), Fraction(1, 10)))


def four_to(exponent: Fraction) -> Bracket:
    """Bracket ``4^exponent``."""
    return exp_bracket(exponent * log_bracket(4, 128), 128)


@check("BBKN14-4.5.sample", grade="certified",
       quantifier="(alpha, epsilon) = (49/100, 9/10), (1/4, 1/2), (1/8, 1/10); survival exactly epsilon/6; tail "
                  "divided by 4^(-8/alpha^2), and that by 4^-32; n up to 340,695")
def too_few_rows_survive_with_at_most(constant: int = 384) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, epsilon in PAIRS:
            rows = ceil((constant * log_bracket(4) / (epsilon * alpha**2)).upper)
            need = ceil((32 * log_bracket(4) / alpha**2).upper)
            bound = four_to(-8 / alpha**2)
            yield (alpha, epsilon, rows, need), lower_tail_bracket(rows, epsilon / 6, need - 1) / bound, 1
            yield (alpha, epsilon, "4^-32"), bound / four_to(Fraction(-32)), 1

    return judge("<=", cases())


@too_few_rows_survive_with_at_most.verifier
def _(constant, witness):
    alpha, epsilon, rows, need = witness
    asked = rows * epsilon * alpha**2 >= constant * Fraction(13862, 10**4)  # just below ln 4
    return asked and binomial_tail(rows, epsilon / 6, at_most=need - 1) > Fraction(1, 4**32)

too_few_rows_survive_with_at_most.sabotage("200 in place of 384", 200)


claim("BBKN14-4.5.conf", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.5",
      title="A2 behind stars succeeds with probability above 1/5", uses=("BBKN14-4.3", "BBKN14-4.5.sample"))


@check("BBKN14-4.5.conf", grade="exact", quantifier="all alpha, epsilon: the two failures 4^-32 and 3/4 do not "
                                                    "depend on them")
def success_is_above(success: Fraction = FIFTH) -> Verdict:
    return judge("<", [("too few rows, or A2 fails", success, 1 - (Fraction(1, 4**32) + Fraction(3, 4)))])


@success_is_above.verifier
def _(success, witness):
    return success * 4**32 >= 4**32 - 1 - 3 * 4**31

success_is_above.sabotage("1/4, what A2 has on its own", Fraction(1, 4))


claim("BBKN14-4.5.N", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.5",
      title="log(5/beta) / log(5/4) repetitions: some hypothesis is good except with probability beta/5",
      uses=("BBKN14-4.5.conf",))

BETAS = tuple(Fraction(1, k) for k in (1, 2, 10, 20, 100, 1000, 10**6, 10**12))


def runs(beta: Fraction) -> int:
    """Return ``ceil(log_{5/4}(5/beta))``, by powers of 4/5."""
    return repetitions(2 * beta / 5, FIFTH)


@check("BBKN14-4.5.N", grade="exact", quantifier="beta = 1, 1/2, 1/10, 1/20, 1/100, 1/1000, 10^-6, 10^-12: at most "
                                                 "beta/5 at N, above it at N - 1",
       fingerprint=lambda number: [number(beta) for beta in BETAS])
def all_runs_fail_with_probability_at_most_a_fifth_of_beta(number=runs) -> Verdict:
    powers = [(beta, number(beta)) for beta in BETAS]
    enough = [((beta, n), Fraction(4, 5) ** n, beta / 5) for beta, n in powers]
    return judge("<=", [*enough, *(((beta, n), beta / 5, Fraction(4, 5) ** (n - 1)) for beta, n in powers)])


@all_runs_fail_with_probability_at_most_a_fifth_of_beta.verifier
def _(number, witness):
    beta, n = witness
    return n == number(beta) and 4**n * 5 * beta.denominator > 5**n * beta.numerator

all_runs_fail_with_probability_at_most_a_fifth_of_beta.sabotage("rounded down", lambda beta: runs(beta) - 1)


@check("BBKN14-4.5.N", grade="certified", quantifier="the same beta; the logarithms in brackets, rounded up, against "
                                                     "the count by powers",
       fingerprint=lambda base: base)
def count_is_the_logarithm_rounded_up(base: Fraction = Fraction(5, 4)) -> Verdict:
    quotients = [(beta, log_bracket(5 / beta) / log_bracket(base)) for beta in BETAS]
    return judge("==", ((beta, runs(beta), ceil(q.upper) if ceil(q.lower) == ceil(q.upper) else None)
                        for beta, q in quotients))


@count_is_the_logarithm_rounded_up.verifier
def _(base, witness):
    n = next(n for n in range(2000) if base**n * witness >= 5)
    return n != next(n for n in range(2000) if 5**n * witness >= 5 * 4**n)

count_is_the_logarithm_rounded_up.sabotage("base 3/2", Fraction(3, 2))


def room(beta: Fraction) -> Bracket:
    """Bracket ``ln(5/beta) - ln(5/4)/beta``: at most 0 exactly where ``log_{5/4}(5/beta) <= 1/beta``."""
    return log_bracket(5 / beta, 128) - log_bracket(Fraction(5, 4), 128) / beta


@cache
def crossing_of_one_over_beta() -> tuple[Fraction, Fraction]:
    """Return rationals 2^-40 apart around the beta at which ``log_{5/4}(5/beta) = 1/beta``."""
    low, high = Fraction(1, 100), Fraction(1, 5)
    while high - low > Fraction(1, 2**40):
        middle = (low + high) / 2
        low, high = (middle, high) if room(middle).upper <= 0 else (low, middle)
    return low, high


@check("BBKN14-4.5.N", grade="certified",
       quantifier="all beta in (0, 1]: ln(5/beta) - ln(5/4)/beta increases up to ln(5/4) and decreases from there on, "
                  "is at most 0 at the lower end, above 0 at the upper end and at 1; the ends are 2^-40 apart",
       fingerprint=lambda ends: ends())
def repetitions_are_at_most_one_over_beta_up_to(
        ends=crossing_of_one_over_beta) -> Verdict:
    low, high = ends()
    return judge("<=", [(("lower end", low), room(low), 0), (("upper end", high), 0, room(high)),
                        (("beta = 1", Fraction(1)), 0, room(Fraction(1))),
                        (("before ln(5/4)", high), high, log_bracket(Fraction(5, 4))),
                        (("width", high - low), high - low, Fraction(1, 2**39))])


@repetitions_are_at_most_one_over_beta_up_to.verifier
def _(ends, witness):
    _, beta = witness  # N <= 1/beta says (5/4)^(1/beta) >= 5/beta
    return beta == ends()[0] and 5 ** int(1 / beta) < 5 / beta * 4 ** int(1 / beta) and (1 / beta).denominator == 1

repetitions_are_at_most_one_over_beta_up_to.sabotage(
    "1/20", lambda: (Fraction(1, 20), Fraction(1, 20) + Fraction(1, 2**40)))


@check("BBKN14-4.5.N", grade="certified",
       quantifier="every beta <= 1/100, rounded up: log_{5/4}(5t) + 1 <= t at t = 100, and the left side grows with t "
                  "by at most 1/(t ln(5/4)) <= 1")
def rounded_repetitions_are_at_most_one_over_beta_below(beta: Fraction = Fraction(1, 100)) -> Verdict:
    base, t = log_bracket(Fraction(5, 4)), 1 / beta
    return judge("<=", [(("value", t), log_bracket(5 * t) / base + 1, t), (("slope", t), 1 / (t * base), 1)])


@rounded_repetitions_are_at_most_one_over_beta_below.verifier
def _(beta, witness):
    t = int(1 / beta)
    return 5**t < 5 * t * 4**t  # already (4/5)^t > beta/5

rounded_repetitions_are_at_most_one_over_beta_below.sabotage("beta = 1/20", Fraction(1, 20))


claim("BBKN14-4.5.select-privacy", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.5",
      title="Selection by the test rows is epsilon-private", uses=("BBKN14-2.1",),
      erratum="A slip of the pen with no consequence: the normaliser is said to increase by at most exp(-eps/2) when "
              "the other hypotheses err once more. It decreases then, by a factor of at least exp(-eps/2); the errors "
              "(3, 5) turning into (3, 6) are an instance. That is what the next line uses.")

ROOT = Fraction(3, 2)
VECTORS = [errors for n in range(1, 5) for errors in product(range(4), repeat=n)]


@cache
def selection(errors: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the selection probabilities at ``e^{epsilon/2} = 3/2``."""
    law = from_scores({i: -e for i, e in enumerate(errors)}, ROOT).masses()
    return tuple(as_fraction(law[i]) for i in range(len(errors)))


def neighbours_of(errors: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the vectors that one row can turn these errors into."""
    yield from (tuple(e + d for e, d in zip(errors, change, strict=True))
                for change in product((-1, 0, 1), repeat=len(errors)))


def worst_change(select: Callable, errors: tuple[int, ...]) -> tuple[Fraction, Any]:
    """Return the largest ratio of a selection probability to what it was, with the new errors and the hypothesis."""
    before = select(errors)
    return max(((after / old, (other, i)) for other in neighbours_of(errors)
                for i, (after, old) in enumerate(zip(select(other), before, strict=True))), key=lambda found: found[0])


@check("BBKN14-4.5.select-privacy", grade="exhaustive",
       quantifier="e^(epsilon/2) = 3/2; all vectors of errors in {0..3}^N, N <= 4, all changes in {-1, 0, 1}^N, all "
                  "selected hypotheses",
       fingerprint=lambda select: [select(errors) for errors in VECTORS])
def selection_probability_changes_by_at_most_the_ratio(select=selection) -> Verdict:
    found = [(errors, *worst_change(select, errors)) for errors in VECTORS]
    verdict = judge("<=", (((errors, *where), ratio, ROOT**2) for errors, ratio, where in found))
    return counted(verdict, sum(len(errors) * 3 ** len(errors) for errors in VECTORS))


@selection_probability_changes_by_at_most_the_ratio.verifier
def _(select, witness):
    errors, other, i = witness
    possible = all(abs(a - b) <= 1 for a, b in zip(errors, other, strict=True))
    return possible and select(other)[i] * 4 > 9 * select(errors)[i]


@selection_probability_changes_by_at_most_the_ratio.sabotage("weights exp(-epsilon errors), without the 1/2")
def _():
    def unhalved(errors: tuple[int, ...]) -> tuple[Fraction, ...]:
        law = from_scores({i: -e for i, e in enumerate(errors)}, ROOT**2).exact()
        return tuple(law[i] for i in range(len(errors)))

    return unhalved


def normaliser(errors: tuple[int, ...]) -> Fraction:
    """Return the sum of ``e^{-epsilon errors / 2}`` at ``e^{epsilon/2} = 3/2``."""
    return sum((ROOT**-e for e in errors), Fraction(0))


@check("BBKN14-4.5.select-privacy", grade="exhaustive",
       quantifier="the same vectors; some hypotheses err once more, the others as before: all 2^N changes")
def normaliser_shrinks_by_at_most(least_factor: Fraction = 1 / ROOT) -> Verdict:
    return judge("<=", (((errors, up), least_factor,
                         normaliser(tuple(e + u for e, u in zip(errors, up, strict=True))) / normaliser(errors))
                        for errors in VECTORS for up in product((0, 1), repeat=len(errors))))


@normaliser_shrinks_by_at_most.verifier
def _(least_factor, witness):
    errors, up = witness
    after = sum(Fraction(2, 3) ** (e + u) for e, u in zip(errors, up, strict=True))
    return after < least_factor * sum(Fraction(2, 3) ** e for e in errors)

normaliser_shrinks_by_at_most.sabotage("never: it grows, as the text has it", Fraction(1))
