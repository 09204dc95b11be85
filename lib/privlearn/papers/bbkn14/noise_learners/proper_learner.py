"""BBKN14, Section 5.2: the proper learner in the proof of Theorem 5.8, and the final accounting."""

import math
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import initial_segments
from privlearn.exact.formulas import Value, formula
from privlearn.laws import Law
from privlearn.learners.noise import (exponential_inner, proper_from_independent_noise, reconstructed_law,
                                      reconstruction_law)
from privlearn.learning import samples
from privlearn.mechanisms import all_databases, labelled_rows, refutes_pure
from privlearn.papers.bbkn14.noise_learners import claim
from privlearn.papers.bbkn14.noise_learners.instances import (audits, broken_reconstruction_breaks_ties_by_the_data,
                                                              proper_outer)


@formula("at least", tex={"min(alpha, beta) / 401": r"\min(\alpha, \beta)/401"},
         corners={"alpha": (Fraction(1, 40), Fraction(1, 2), Fraction(1)), "beta": (Fraction(1, 40), Fraction(1))})
def accuracy(alpha: Value, beta: Value) -> Value:
    """Return the accuracy with which the outer learner is run."""
    return min(alpha, beta) / 401


claim("BBKN14-5.8.alg-proper", kind="algorithm", formulas=(accuracy,),
      title="A proper learner of intervals from an independent noise learner: run it, reconstruct",
      uses=("BBKN14-2.5", "BBKN14-5.1", "BBKN14-5.6", "BBKN14-5.8.alg-reconstruct"), erratum_kind="constant",
      erratum="Step 1 takes alpha' = min(alpha, beta)/100 with beta' = beta/4, against the theorem's alpha' < "
              "beta'/100; min(alpha, beta)/401 agrees with it.")


@check("BBKN14-5.8.alg-proper", grade="exact",
       quantifier="exponential mechanism over intervals, e^epsilon = 4, mu = 1/50: T = 4, m = 0, 1, 2, all "
                  "databases; T = 1, 2, 3, 6, 8, 10, 12, one database each: the whole law, 2^T hypotheses listed",
       says="the law of the composed learner is the inner law sent through the law of the reconstruction")
@judged("==")
def law_is_the_inner_law_through_the_channel(push=reconstructed_law):
    listed = [(4, database) for rows in (0, 1, 2) for database in all_databases(labelled_rows(4), rows)]
    for size, database in listed + [(n, ((0, 1), (n - 1, 0), (n // 2, 1))) for n in (1, 2, 3, 6, 8, 10, 12)]:
        outer = proper_outer(size, 4, Fraction(1, 50))
        yield ((size, database), proper_from_independent_noise(outer)(database).exact(),
               push(outer.inner(database), size, Fraction(1, 50)))

def refutes_law_is_the_inner_law_through_the_channel(push, size, database):
    inner, mu = proper_outer(size, 4, Fraction(1, 50)).inner(database), Fraction(1, 50)
    table: dict[Any, Fraction] = {}
    for concept, mass in inner.exact().items():
        for h in product((0, 1), repeat=size):
            far = [sum(b != (x < t) for x, b in enumerate(h)) for t in range(size + 1)]
            end = far.index(min(far)) if far.count(min(far)) == 1 else None
            chance = math.prod(mu if a != b else 1 - mu for a, b in zip(concept, h, strict=True))
            table[end] = table.get(end, 0) + mass * chance
    return table != push(inner, size, mu)

@law_is_the_inner_law_through_the_channel.corrupted("FAIL is taken for the interval 0")
def fail_taken_interval_0(inner: Law, size: int, noise: Fraction) -> dict[Any, Fraction]:
    law = reconstructed_law(inner, size, noise)
    law[0] = law.get(0, Fraction(0)) + law.pop(None, Fraction(0))
    return law


channel = cache(reconstruction_law)


@cache
def composed_failure(size: int, rows: int, noise: Fraction, end: int) -> tuple[Fraction, Fraction]:
    """Return the failures of the inner and of the composed learner to name ``end``, on its hard distribution.

    The distribution puts mass 1/2 on either side of the end (all on the first or last point for the constants).
    """
    goal, inner = initial_segments(size).rows()[end], exponential_inner(initial_segments(size), 16)
    wrong = composed = Fraction(0)
    for database, chance in samples(hard_distribution(size, end), goal, rows):
        law = inner(database).exact()
        wrong += chance * (1 - law.get(goal, Fraction(0)))
        composed += chance * (1 - sum(mass * channel(size, sum(c), noise).get(end, 0) for c, mass in law.items()))
    return wrong, composed


def hard_distribution(size: int, end: int) -> list[Fraction]:
    """Return mass 1/2 on the two points next to the end, or all on one."""
    sides = [x for x in (end - 1, end) if 0 <= x < size]
    return [Fraction(x in sides, len(sides)) for x in range(size)]


@check("BBKN14-5.8.alg-proper", grade="exact",
       quantifier="exponential mechanism over intervals, e^epsilon = 16, mu = 1/50, 1/5; T = 4, m = 2, 6 and T = 16, m "
                  "= 6: all targets on their hard distributions; failure to name the target against beta* + 1 - (1 - 2 "
                  "mu)^2",
       says="{the failure of the composed learner} is at most {beta* + 1 - (1 - 2 mu)^2}")
@sabotage("the symmetric case left out: 2 mu for the reconstruction", lambda beta, mu: beta + 2 * mu)
@judged("<=")
def composed_failure_is_within_the_budget(budget=lambda beta, mu: beta + 1 - (1 - 2 * mu) ** 2):
    for (size, rows), mu in product(((4, 2), (4, 6), (16, 6)), (Fraction(1, 50), Fraction(1, 5))):
        for end in range(size + 1):
            wrong, composed = composed_failure(size, rows, mu, end)
            yield (size, rows, mu, end), composed, budget(wrong, mu)

def refutes_composed_failure_is_within_the_budget(budget, size, rows, mu, end):
    goal, outer = initial_segments(size).rows()[end], proper_outer(size, 16, mu)
    sides = [x for x in (end - 1, end) if 0 <= x < size]
    inner_right = both_right = Fraction(0)
    for points in product(sides, repeat=rows) if size <= 4 else ():
        database = tuple((x, goal[x]) for x in points)
        inner_right += outer.inner(database).exact().get(goal, Fraction(0))
        for h, mass in outer(database).exact().items():
            near = sorted((sum(b != (x < t) for x, b in enumerate(h)), t) for t in range(size + 1))
            both_right += mass * (near[0][1] == end and near[1][0] > near[0][0])
    share = Fraction(1, len(sides) ** rows)
    return 1 - share * both_right > budget(1 - share * inner_right, mu)


@check("BBKN14-5.8.alg-proper", grade="exhaustive",
       quantifier="exponential mechanism over intervals, e^epsilon = 4 and 9, mu = 1/50, 1/5; T = 4, m = 1, 2: all "
                  "ordered pairs of neighbouring databases, all outcomes; against the exact ratio of the outer learner",
       says="{the ratio of the proper learner} is at most {the ratio of the outer learner}")
@sabotage("step 3 looks at the data: ties are broken by a label", broken_reconstruction_breaks_ties_by_the_data)
def proper_learner_is_as_private_as_the_outer_one(proper=proper_from_independent_noise) -> Verdict:
    return audits(proper, 4, (1, 2))

def refutes_proper_learner_is_as_private_as_the_outer_one(proper, witness):
    size, ratio, mu, limit, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), proper(proper_outer(size, ratio, mu)), limit)


GRID = tuple(Fraction(k, 40) for k in range(1, 41))


@check("BBKN14-5.8.alg-proper", grade="exact",
       quantifier="alpha = 1/1000, alpha, beta = 1/40..40/40: alpha' = min(alpha, beta)/401 and beta' = beta/4 "
                  "against alpha' < beta'/100 and alpha' < alpha; linear in (alpha, beta)",
       says="{alpha' = min(alpha, beta)/401} is less than {beta'/100 and alpha}")
@verifier(lambda accuracy, alpha, beta: 400 * accuracy(alpha, beta) >= beta or accuracy(alpha, beta) >= alpha)
@sabotage("min(alpha, beta)/400", lambda alpha, beta: min(alpha, beta) / 400)
def parameters_meet_the_hypothesis(accuracy=accuracy) -> Verdict:
    return judge("<", (((alpha, beta), accuracy(alpha, beta), min(beta / 4 / 100, alpha))
                       for alpha, beta in product((Fraction(1, 1000), *GRID), GRID)))



@formula("at most", corners={"beta": (Fraction(1, 40), Fraction(1))})
def failure_in_all(beta: Value) -> Value:
    """Return the bound on the failure of the composed learner."""
    return 41 / 100 * beta


claim("BBKN14-5.8.eq-final", kind="inequality", step_of="BBKN14-5.8", formulas=(failure_in_all,),
      title="The final accounting: beta* + 8 mu <= beta' + 16 alpha' <= beta",
      uses=("BBKN14-5.6", "BBKN14-5.8.eq9", "BBKN14-5.8.8mu", "BBKN14-5.8.4mu", "BBKN14-5.8.alg-proper"))


def printed_accuracy(alpha: Fraction, beta: Fraction) -> Fraction:
    return min(alpha, beta) / 100


@check("BBKN14-5.8.eq-final", grade="exact",
       quantifier="alpha, beta = 1/40..40/40, alpha' = min(alpha, beta)/100 (and so for 401): beta/4 + 16 alpha' <= "
                  "41/100 beta <= beta, and mu <= 2 alpha' <= 1/50 <= 9/100; each link is linear in (alpha, beta)",
       says="beta/4 + 16 alpha' is at most 41/100 beta, and 2 alpha' is at most 1/50", against="derivation")
@sabotage("alpha' = beta/10", (lambda alpha, beta: beta / 10, failure_in_all))
@sabotage("1 per cent more", (lambda alpha, beta: printed_accuracy(alpha, beta) * Fraction(101, 100), failure_in_all))
@judged("<=")
def total_failure_is_within_beta(case=(printed_accuracy, failure_in_all)):
    printed, limit = case
    for alpha, beta in product(GRID, GRID):
        for name, a in (("printed", printed(alpha, beta)), ("corrected", printed(alpha, beta) * 100 / 401)):
            yield (name, "total", alpha, beta), beta / 4 + 8 * (2 * a), limit(beta)
            yield (name, "noise", alpha, beta), 2 * a, Fraction(1, 50)

def refutes_total_failure_is_within_beta(case, name, which, alpha, beta):
    a = case[0](alpha, beta) / (1 if name == "printed" else Fraction(401, 100))
    return 4 * beta + 256 * a > 16 * case[1](beta) if which == "total" else 100 * a > 1
