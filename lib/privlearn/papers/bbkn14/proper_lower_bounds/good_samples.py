"""BBKN14, Section 3.1: Lemma 3.9 by good samples, which are close: each other target keeps its part."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import floor, lgamma, log
from typing import Any

from privlearn.checking import Verdict, all_hold, check, counted, judge, judged, sabotage
from privlearn.concepts import point_functions
from privlearn.exact import (Bracket, MinimaxProgram, binomial_probabilities, binomial_tail, exp_bracket, is_enclosure,
                             log_bracket, round_up)
from privlearn.exact.brackets import as_bracket, round_down
from privlearn.exact.formulas import Value, exp, formula
from privlearn.exact.fractions import TENTH
from privlearn.exact.minimax import Enclosure
from privlearn.exact.tails import upper_tail_bracket
from privlearn.learners.generic.exponential import point_learner
from privlearn.learners.proper_points import excluded_rows, smallest_rows_any_learner
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.instances import MASSES, RATIO, successes

claim("BBKN14-3.9.family", kind="definition",
      title="The hard distributions: most mass on one common point, the rest on the target",
      uses=("BBKN14-2.2.error", "BBKN14-3.3"), erratum_kind="step", repaired=True,
      erratum="Printed with mass exactly alpha on the target: then every other target's concept has error exactly "
              "alpha and is accepted. With any mass above alpha only the target's own concept is.")


@check("BBKN14-3.9.family", grade="exact",
       quantifier="T = 8, alpha = 1/10, mass 1/10 and 1/10 + 1/1000; all targets and all concepts",
       says="with mass above alpha the target alone has error <= alpha, with mass alpha all targets have")
@sabotage("only the target at mass alpha too, as printed", lambda mass, alpha, size, target: {target})
@judged("==")
def accepted_concepts_are_the_stated_ones(
        accepted=lambda mass, alpha, size, target: {target} if mass > alpha else set(range(1, size))):
    rows = point_functions(8).rows()
    for mass in (TENTH + Fraction(1, 1000), TENTH):
        for i in range(1, 8):
            errors = [sum((q for x, q in ((0, 1 - mass), (i, mass)) if rows[i][x] != rows[j][x]), Fraction(0))
                      for j in range(8)]
            good = {j for j, error in enumerate(errors) if error <= TENTH}
            yield (mass, i), good, accepted(mass, TENTH, 8, i)

def refutes_accepted_concepts_are_the_stated_ones(accepted, mass, i):
    answer = accepted(mass, TENTH, 8, i)
    errors = {j: (mass if j != i else Fraction(0)) + (1 - mass if j == 0 else 0) for j in range(8)}
    return any((errors[j] <= TENTH) != (j in answer) for j in range(8))


@formula("at most", corners={"alpha": (Fraction(1, 100), Fraction(1, 3)), "m": (1, 200, 20000)})
def bad_sample(alpha: Value, m: int) -> Value:
    """Return a bound on the probability that a sample shows the target more than twice as often as expected."""
    return exp(-alpha * m / 3)


claim("BBKN14-3.9.good", kind="inequality", step_of="BBKN14-3.9", formulas=(bad_sample,),
      title="A sample shows the target at most 2 alpha m times except with probability e^{-alpha m / 3}",
      uses=("BBKN14-2.eq2.upper", "BBKN14-3.9.family"))


@cache
def tail(mass: Fraction, rows: int) -> Fraction:
    return binomial_tail(rows, mass, at_least=floor(2 * mass * rows) + 1)


@cache
def tail_bracket(mass: Fraction, rows: int) -> Bracket:
    return upper_tail_bracket(rows, mass, floor(2 * mass * rows) + 1)


@check("BBKN14-3.9.good", grade="certified",
       quantifier="alpha = 1/100, 1/3, m = 1, 200, 20000; alpha = 1/10, 1/4, 1/3, m = 1..200",
       says="{the chance of more than 2 alpha m hits} is at most {e^(-alpha m/3)}")
def tail_is_at_most(bound=bad_sample) -> Verdict:
    return judge("<=", (((mass, rows), tail_bracket(mass, rows), bound(mass, rows))
                        for mass, rows in (*bound.instances(), *product(MASSES, range(1, 201)))))

def refutes_tail_is_at_most(bound, mass, rows):
    k = floor(2 * mass * rows) + 1  # one term is enough
    term = lgamma(rows + 1) - lgamma(k + 1) - lgamma(rows - k + 1) + k * log(mass) + (rows - k) * log(1 - mass)
    value = as_bracket(bound(mass, rows)).upper
    return k <= rows and (value <= 0 or term > log(value))


claim("BBKN14-3.9.success", kind="inequality", step_of="BBKN14-3.9",
      title="Some good sample makes the learner succeed with probability at least 1 - Gamma",
      uses=("BBKN14-2.2", "BBKN14-3.9.good"))


@check("BBKN14-3.9.success", grade="exact",
       quantifier="exponential mechanism and best mechanism, e^epsilon = 9/4; T = 4, 8, 1024; alpha = 1/10, 1/3; m = "
                  "1..60",
       says="{the mean success less the tail} is at most {the success on the best good sample}")
@sabotage("success on every good sample", min)
@judged("<=")
def some_good_sample_succeeds(best=max):
    """``max over s <= 2 alpha m of a_s >= E a_s - Pr[s > 2 alpha m]``."""
    for rows in range(1, 61):
        for mass in (TENTH, Fraction(1, 3)):
            weights = binomial_probabilities(rows, mass)
            for name in ("exponential", "optimal"):
                for size in (4, 8, 1024):
                    a = successes(name, size, rows)
                    mean = sum((w * p for w, p in zip(weights, a, strict=True)), Fraction(0))
                    good = a[: floor(2 * mass * rows) + 1]
                    yield (name, size, rows, mass), mean - tail(mass, rows), best(good)

def refutes_some_good_sample_succeeds(best, name, size, rows, mass):
    root = Fraction(3, 2) if name == "exponential" else RATIO
    first = root**-rows if name == "exponential" else 0
    a = [1 / (1 + first + (size - 2) / root**s) for s in range(rows + 1)]
    weights, good = binomial_probabilities(rows, mass), [s for s in range(rows + 1) if s <= 2 * mass * rows]
    bad = 1 - sum(weights[s] for s in good)
    return best([a[s] for s in good]) < sum(w * p for w, p in zip(weights, a, strict=True)) - bad


@check("BBKN14-3.9.success", grade="certified",
       quantifier="all sequences of success probabilities (linear program, primal and dual in closed form, "
                  "verified); alpha = 1/10, 1/4, 1/3; m = 1..40",
       says="the best good sample falls short of the mean success by the tail at most, and this is attained")
@sabotage("nothing is lost", lambda mass, rows: Fraction(0))
@judged("==")
def step_loses_exactly_the_tail(loss=tail):
    """The least of (best good sample minus mean) over all conceivable learners is minus the tail."""
    for mass in MASSES:
        for rows in range(1, 41):
            weights, most = binomial_probabilities(rows, mass), floor(2 * mass * rows)
            mean = {2 * s: -w for s, w in enumerate(weights)}  # block s: (succeeds, fails) on s hits
            program = MinimaxProgram((2,) * (rows + 1),
                                     tuple({**mean, 2 * s: 1 - weights[s]} for s in range(most + 1)))
            point = tuple(Fraction(int(s > most) if wins else int(s <= most))
                          for s in range(rows + 1) for wins in (True, False))
            multipliers = tuple(w / sum(weights[: most + 1]) for w in weights[: most + 1])
            value = -loss(mass, rows)
            yield (mass, rows), is_enclosure(Enclosure(value, value, point, multipliers, {}), program), True

def refutes_step_loses_exactly_the_tail(loss, witness):
    mass, rows = witness  # the learner that succeeds on bad samples only gains minus their probability
    bad = [s > 2 * mass * rows for s in range(rows + 1)]
    return loss(mass, rows) != sum(w for w, b in zip(binomial_probabilities(rows, mass), bad, strict=True) if b)


claim("BBKN14-3.9.eq-dp", kind="inequality", step_of="BBKN14-3.9",
      title="Good samples of two targets differ in at most 4 alpha m rows",
      uses=("BBKN14-2.1.group", "BBKN14-3.9.success"),
      note="The 2 of aligned rows in place of the 4 is for learners that ignore the order of their rows; any learner "
           "becomes one, at no cost in privacy or success, by shuffling them first.")


def sample_of(target: int, shown: int, rows: int) -> tuple[Any, ...]:
    return tuple((target, 1) if shown >> k & 1 else (0, 0) for k in range(rows))


@check("BBKN14-3.9.eq-dp", grade="exhaustive",
       quantifier="alpha = 1/10, 1/4, 1/3; m = 1..8; all pairs of good samples of two targets",
       says="the largest distance of good samples is the least of m and 2 floor(2 alpha m), and at most 4 alpha m")
@sabotage("2 alpha m without aligning the rows", lambda mass, rows: floor(2 * mass * rows))
@sabotage("rounded down after doubling", lambda mass, rows: min(rows, floor(4 * mass * rows)))
def largest_distance_of_good_samples(reach=lambda mass, rows: min(rows, 2 * floor(2 * mass * rows))) -> Verdict:
    pairs, largest = 0, list[Any]()
    for mass, rows in product(MASSES, range(1, 9)):
        good = [shown for shown in range(1 << rows) if shown.bit_count() <= 2 * mass * rows]
        first, second = ([(shown, sample_of(target, shown, rows)) for shown in good] for target in (1, 2))
        pairs += len(good) ** 2
        distance, left, right = max((hamming_distance(a, b), s, t) for s, a in first for t, b in second)
        largest.append(((mass, rows, left, right), distance, reach(mass, rows)))
    bounded = judge("<=", ((case, reached, 4 * case[0] * case[1]) for case, _, reached in largest))
    return counted(all_hold(judge("==", largest), bounded), pairs)

def refutes_largest_distance_of_good_samples(reach, mass, rows, left, right):
    a, b = sample_of(1, left, rows), sample_of(2, right, rows)
    both_good = all(sum(y for _, y in sample) <= 2 * mass * rows for sample in (a, b))
    most = max(k for k in range(rows + 1) if k <= 2 * mass * rows)  # rows that one good sample shows at most
    found = sum(x != y for x, y in zip(a, b, strict=True))
    return both_good and (found > reach(mass, rows) or most + most < reach(mass, rows) or reach(mass, rows) > rows)


@check("BBKN14-3.9.eq-dp", grade="exhaustive",
       quantifier="alpha = 1/10, 1/4, 1/3; m = 1..8; all pairs of good samples, rows sorted so that those that show "
                  "the target come first",
       says="{the distance of two aligned good samples} is at most {2 alpha m, rounded down}")
@sabotage("alpha m, the mean number", lambda mass, rows: floor(mass * rows))
@judged("<=")
def aligned_samples_are_twice_as_close(reach=lambda mass, rows: floor(2 * mass * rows)):
    for mass in MASSES:
        for rows in range(1, 9):
            for s in range(floor(2 * mass * rows) + 1):
                for t in range(floor(2 * mass * rows) + 1):
                    a, b = sample_of(1, (1 << s) - 1, rows), sample_of(2, (1 << t) - 1, rows)
                    yield (mass, rows, s, t), hamming_distance(a, b), reach(mass, rows)

def refutes_aligned_samples_are_twice_as_close(reach, mass, rows, s, t):
    differing = [k for k in range(rows) if k < s or k < t]
    return max(s, t) <= 2 * mass * rows and len(differing) > reach(mass, rows)


DP_GRID = tuple((name, size, rows, mass) for name in ("optimal", "exponential") for size in (4, 8)
                for rows in range(1, 13) for mass in (TENTH, Fraction(1, 4), Fraction(1, 3)))


def gamma_of(name: str, size: int, rows: int, mass: Fraction) -> Bracket:
    """Return ``Gamma = beta + e^{-alpha m / 3}`` for a learner."""
    weights = binomial_probabilities(rows, mass)
    beta = 1 - sum((w * a for w, a in zip(weights, successes(name, size, rows), strict=True)), Fraction(0))
    return beta + exp_bracket(-mass * rows / 3)


def law_on_good_sample(name: str, size: int, rows: int, mass: Fraction) -> list[Fraction]:
    """Return the law on the good sample of target 1 on which the learner does best, rows that show it first."""
    a = successes(name, size, rows)
    best = max(range(floor(2 * mass * rows) + 1), key=lambda s: a[s])
    if name == "exponential":
        law = point_learner(size, RATIO)(sample_of(1, (1 << best) - 1, rows)).exact()
        return [law.get(j, Fraction(0)) for j in range(size)]
    if best == 0:
        return [Fraction(0)] + [Fraction(1, size - 1)] * (size - 1)
    return [Fraction(0), a[best]] + [(1 - a[best]) / (size - 2)] * (size - 2)


@check("BBKN14-3.9.eq-dp", grade="certified",
       quantifier="all other targets j; exponential mechanism and best mechanism on the family; e^epsilon = 9/4; T = "
                  "4, 8; m = 1..12; alpha = 1/10, 1/4, 1/3",
       says="{e^(-4 epsilon alpha m) (1 - Gamma)} is at most {the probability of the other target}",
       reason="e^{-4 epsilon alpha m} is irrational for most m, so the inequality is decided by rational brackets")
@sabotage("e^{-epsilon alpha m / 4}", lambda mass, rows: exp_bracket(-mass * rows / 4 * log_bracket(RATIO)))
@judged("<=")
def other_targets_keep_probability(scale=lambda mass, rows: exp_bracket(-4 * mass * rows * log_bracket(RATIO))):
    for name, size, rows, mass in DP_GRID:
        law, gamma = law_on_good_sample(name, size, rows, mass), gamma_of(name, size, rows, mass)
        for j in range(2, size):
            yield (name, size, rows, mass, j), scale(mass, rows) * (1 - gamma), law[j]

def refutes_other_targets_keep_probability(scale, name, size, rows, mass, j):
    root = Fraction(3, 2) if name == "exponential" else RATIO
    first = root**-rows if name == "exponential" else 0
    a = [1 / (1 + first + (size - 2) / root**s) for s in range(rows + 1)]
    beta = 1 - sum((w * p for w, p in zip(binomial_probabilities(rows, mass), a, strict=True)), Fraction(0))
    each = a[floor(2 * mass * rows)] / root ** floor(2 * mass * rows)  # the success grows with the hits
    return j != 1 and scale(mass, rows).lower * (1 - beta - exp_bracket(-mass * rows / 3).upper) > each


claim("BBKN14-3.9.final", kind="inequality", step_of="BBKN14-3.9",
      title="(2^d - 2) e^{-4 epsilon alpha m} (1 - Gamma) <= Gamma with Gamma = beta + e^{-alpha m / 3}",
      uses=("BBKN14-3.9.eq-dp", "BBKN14-3.9.good", "BBKN14-3.9.success"), erratum_kind="gap",
      erratum="For m with Gamma >= 1 nothing is excluded; and at epsilon = 1 the largest excluded m does not grow with "
              "log(1/beta), which the statement of the lemma claims (and another argument proves).")


def printed_exclusion(d: int) -> tuple[int, ...]:
    """Return the excluded m at epsilon = ln 2 and alpha = beta = 1/10."""
    return excluded_rows(d, log_bracket(2, 96), TENTH, TENTH)


DIMENSIONS = (8, 16, 64, 128, 256)


def excluded_by_powers(d: int) -> list[int]:
    """Return the same m by repeated multiplication of brackets instead of one exponential for each m."""
    fall, decay = exp_bracket(-4 * TENTH * log_bracket(2, 160), 160), exp_bracket(-TENTH / 3, 160)
    left, small = Bracket(Fraction(2**d - 2), Fraction(2**d - 2)), Bracket(Fraction(1), Fraction(1))
    found, rows = [], 0
    while left.upper > TENTH:  # afterwards left < beta < Gamma for good
        gamma = TENTH + small
        difference = left * (1 - gamma) - gamma
        if difference.lower > 0:
            found.append(rows)
        elif difference.upper > 0:
            raise ArithmeticError(f"undecided at {rows}")
        left, small, rows = _shorter(left * fall), _shorter(small * decay), rows + 1
    return found


def _shorter(value: Bracket) -> Bracket:
    return Bracket(round_down(value.lower, 160), round_up(value.upper, 160))


@check("BBKN14-3.9.final", grade="certified",
       quantifier="d = 8, 16, 64, 128, 256, epsilon = ln 2, alpha = beta = 1/10; all integers m",
       says="the excluded m are those found by repeated multiplication, and have no gaps")
@sabotage("Gamma without e^{-alpha m / 3}: every small m is excluded",
          lambda d: tuple(range(printed_exclusion(d)[-1] + 1)))
@judged("==")
def excluded_rows_form_the_stated_interval(excluded=printed_exclusion):
    for d in DIMENSIONS:
        rows = excluded(d)
        yield (d, "all"), list(rows), excluded_by_powers(d)
        yield (d, "gaps"), [b for a, b in pairwise(rows) if b != a + 1], []

def refutes_excluded_rows_form_the_stated_interval(excluded, d, kind):
    rows = set(excluded(d))
    for m in range(4 * d):
        gamma = TENTH + exp_bracket(Fraction(-m, 30))
        side = (2**d - 2) * exp_bracket(-TENTH * 4 * m * log_bracket(2)) * (1 - gamma) - gamma
        if (side.lower > 0) != (m in rows):
            return True
    return kind == "gaps" and len(rows) != max(rows) - min(rows) + 1


@check("BBKN14-3.9.final", grade="certified", quantifier="d = 8, 16, 64, 128, 256, e^epsilon = 2, alpha = beta = 1/10",
       says="{the largest excluded m} is less than {the least m of any proper learner}")
@sabotage("exponent epsilon alpha m / 4", lambda d: excluded_rows(d, log_bracket(2, 96) / 16, TENTH, TENTH))
def excluded_rows_are_below_the_optimum(excluded=printed_exclusion) -> Verdict:
    return judge("<", ((d, excluded(d)[-1], smallest_rows_any_learner(d, 2, TENTH, TENTH)) for d in DIMENSIONS))

def refutes_excluded_rows_are_below_the_optimum(excluded, d):
    rows, beta, weight = excluded(d)[-1], Bracket(Fraction(0), Fraction(0)), Fraction(9, 10) ** excluded(d)[-1]
    for k in range(rows + 1):  # at an m called excluded the best mechanism of the family still reaches 1/10
        beta += round_up(weight, 80) * Fraction(2**d - 2, 2**k + 2**d - 2)
        weight = weight * (rows - k) / (9 * (k + 1))
    return beta.upper <= TENTH


POWERS = (10, 100, 1000, 10000)


@cache
def excluded_without_beta() -> int:
    """Return the largest m with ``(2^10 - 2) e^{-2m/5} (1 - g) > g``, ``g = e^{-m/30}`` (false for good at 200)."""
    sides = ((m, exp_bracket(Fraction(-2 * m, 5)), exp_bracket(Fraction(-m, 30))) for m in range(1, 200))
    return max(m for m, fall, gamma in sides if (1022 * fall * (1 - gamma) - gamma).lower > 0)


def limit_of_exclusion(power: int) -> int:
    """Return the largest m excluded at epsilon = 1, d = 10, alpha = 1/10 and beta = 0, whatever the power of 10."""
    return excluded_without_beta()


@check("BBKN14-3.9.final", grade="certified",
       quantifier="epsilon = 1, d = 10, alpha = 1/10; beta = 10^-10, 10^-100, 10^-1000, 10^-10000; all integers m",
       says="{the largest excluded m} equals {the largest m excluded at beta = 0}")
@sabotage("growing with log(1/beta)", lambda power: limit_of_exclusion(power) * power // 10 + 1)
def exclusion_stops_growing_with_beta(largest=limit_of_exclusion) -> Verdict:
    return judge("==", ((k, excluded_rows(10, 1, TENTH, Fraction(1, 10**k))[-1], largest(k)) for k in POWERS))

def refutes_exclusion_stops_growing_with_beta(largest, power):
    m = largest(power)
    gamma = as_bracket(Fraction(1, 10**power)) + exp_bracket(Fraction(-m, 30))
    return (1022 * exp_bracket(Fraction(-2 * m, 5)) * (1 - gamma) - gamma).upper <= 0  # m is not excluded
