"""BBKN14, Section 5.2: the proper learner in the proof of Theorem 5.8, and the final accounting."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact.formulas import Value, formula
from privlearn.laws import Law
from privlearn.learners.noise import proper_from_independent_noise, reconstructed_law
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


def hard_distribution(size: int, end: int) -> list[Fraction]:
    """Return mass 1/2 on the two points next to the end, or all on one."""
    sides = [x for x in (end - 1, end) if 0 <= x < size]
    return [Fraction(x in sides, len(sides)) for x in range(size)]


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
