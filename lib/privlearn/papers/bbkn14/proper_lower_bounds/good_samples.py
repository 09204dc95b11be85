"""BBKN14, Lemma 3.9: the two-point family, its good samples, and a success on one of them."""

from fractions import Fraction
from functools import cache
from math import floor

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import point_functions
from privlearn.exact import MinimaxProgram, binomial_probabilities, binomial_tail, exp_bracket, is_enclosure
from privlearn.exact.fractions import TENTH
from privlearn.exact.minimax import Enclosure
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


claim("BBKN14-3.9.good", kind="inequality", step_of="BBKN14-3.9",
      title="A sample shows the target at most 2 alpha m times except with probability e^{-alpha m / 3}",
      uses=("BBKN14-2.eq2.upper", "BBKN14-3.9.family"))


@cache
def tail(mass: Fraction, rows: int) -> Fraction:
    """Return ``Pr[Bin(m, alpha) > 2 alpha m]``."""
    return binomial_tail(rows, mass, at_least=floor(2 * mass * rows) + 1)


GOOD_GRID = (*((mass, rows) for mass in MASSES for rows in range(1, 201)), (Fraction(1, 20), 2000))


@check("BBKN14-3.9.good", grade="certified", quantifier="alpha = 1/10, 1/4, 1/3, m = 1..200; alpha = 1/20, m = 2000",
       says="{the chance of more than 2 alpha m hits} is at most {e^(-alpha m/3)}")
@sabotage("e^{-alpha m}", 1)
def tail_is_at_most(divisor: int = 3) -> Verdict:
    return judge("<=", (((mass, rows), tail(mass, rows), exp_bracket(-mass * rows / divisor))
                        for mass, rows in GOOD_GRID))

def refutes_tail_is_at_most(divisor, mass, rows):
    most = 2 * mass * rows
    weight = (1 - mass) ** rows  # the probabilities one after the other, each from the one before
    bad = Fraction(0)
    for k in range(rows + 1):
        bad += weight if k > most else 0
        weight = weight * mass * (rows - k) / ((1 - mass) * (k + 1))
    return bad > exp_bracket(-mass * rows / divisor).upper


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
