"""BBKN14, Section 1.2: learning and sanitizing cost at least the VC dimension."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact.minimax import is_enclosure, solve
from privlearn.learners.bayes_risk import bayes_risk, bayes_risk_by_enumeration
from privlearn.release import subset_queries
from privlearn.release.symmetric import symmetric_program
from privlearn.release.usefulness import Queries

PAGE = "points-and-intervals/introduction"
SECTION = "1.2 Related work"
EIGHTH, SEVENTH = Fraction(1, 8), Fraction(1, 7)
ROWS, HALF, RATIO = 4, Fraction(1, 2), 4  # rows of input and output, alpha, e^epsilon of the release check

claim("BBKN14-1.2.vc-lower", kind="remark", section=SECTION, page=PAGE, uses=("BBKN14-2.2", "BBKN14-2.3", "BBKN14-fn3"),
      title="Learning, private or not, and sanitizing cost at least a constant times the VC dimension",
      note="For learning, the bound is checked up to VC dimension 64, for every learner; for sanitizing, the optimum "
           "over all private "
           "mechanisms with synthetic output of four rows falls as the shattered domain grows (v = 2 to 6).")


@check("BBKN14-1.2.vc-lower", grade="exact",
       quantifier="every learner, every class that shatters v = 2, 3, ..., 64 points, n = floor(v/2) samples, alpha = "
                  "1/8",
       fingerprint=lambda samples: tuple(samples(v) for v in (2, 3, 4)))
def every_learner_errs_with_probability_a_seventh(samples=lambda v: v // 2) -> Verdict:
    return judge("<=", (((v, samples(v)), SEVENTH, bayes_risk(v, samples(v), EIGHTH)) for v in range(2, 65)))


@every_learner_errs_with_probability_a_seventh.verifier
def _(samples, witness):
    v, n = witness
    unseen_at_all = v * Fraction(v - 1, v) ** n  # a learner that repeats what it saw errs only if a point is unseen
    return n == samples(v) and unseen_at_all < SEVENTH

every_learner_errs_with_probability_a_seventh.sabotage("n = 8 v samples", lambda v: 8 * v)


@check("BBKN14-1.2.vc-lower", grade="exhaustive",
       quantifier="v = 1..4, n <= 3 (n <= 5 for v <= 3), alpha = 0, 1/8, 1/3: every sample, target and answer against "
                  "the closed form",
       fingerprint=lambda risk: risk(3, 2, EIGHTH))
def risk_is_the_best_answer_to_every_sample(risk=bayes_risk) -> Verdict:
    games = [(v, n) for v in (1, 2, 3, 4) for n in range(6 if v < 4 else 4)]
    return judge("==", (((v, n, a), risk(v, n, a), bayes_risk_by_enumeration(v, n, a))
                        for (v, n), a in product(games, (Fraction(0), EIGHTH, Fraction(1, 3)))))


@risk_is_the_best_answer_to_every_sample.verifier
def _(risk, witness):
    v, n, alpha = witness
    total = Fraction(0)
    for sample in product(range(v), repeat=n):  # any answer to the unseen points is as good as all zeros
        unseen = v - len(set(sample))
        wrong = [sum(bits) > alpha * v for bits in product((0, 1), repeat=unseen)]
        total += Fraction(sum(wrong), len(wrong))
    return risk(v, n, alpha) != total / v**n

risk_is_the_best_answer_to_every_sample.sabotage(
    "samples taken for distinct", lambda v, n, alpha: 1 - Fraction(1, 2 ** max(0, v - n)))


def best_usefulness(v: int, queries: Queries) -> tuple[Fraction, Fraction]:
    """Return certified lower and upper bounds of the best usefulness over all private mechanisms."""
    program = symmetric_program(v, ROWS, ROWS, queries, HALF, RATIO)
    enclosure = solve(program)
    if not is_enclosure(enclosure, program):
        raise AssertionError("the enclosure of the linear program does not verify")
    return 1 - enclosure.upper, 1 - enclosure.lower


@check("BBKN14-1.2.vc-lower", grade="certified",
       quantifier="v = 2, 3, 4, 5, 6 shattered points, all databases of 4 rows, all mechanisms of ratio 4 with "
                  "synthetic output of 4 rows, "
                  "alpha = 1/2 (strict)",
       fingerprint=lambda queries: tuple(len(queries(v)) for v in (2, 3)))
def best_usefulness_falls_with_the_dimension(queries=subset_queries) -> Verdict:
    optima = {v: best_usefulness(v, queries(v)) for v in (2, 3, 4, 5, 6)}
    return judge("<", ((v, optima[v + 1][1], optima[v][0]) for v in (2, 3, 4, 5)))


@best_usefulness_falls_with_the_dimension.verifier
def _(queries, v):
    # if no query tells two points apart, a release of anything is useful for everything, on v + 1 points as on v
    return all(len({point in query for point in range(size)}) == 1 for size in (v, v + 1) for query in queries(size))

best_usefulness_falls_with_the_dimension.sabotage(
    "queries that shatter nothing: the empty and the full set", lambda v: (frozenset(), frozenset(range(v))))
