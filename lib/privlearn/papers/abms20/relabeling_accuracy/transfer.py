"""ABMS20, proof of Lemma 5.5, (9) to (12): the learner's answer generalizes; errors add up."""

import math
from fractions import Fraction
from itertools import combinations_with_replacement, product

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import Concept
from privlearn.exact import exp_bracket, log_bracket
from privlearn.papers.abms20.relabeling_accuracy import claim
from privlearn.papers.abms20.relabeling_accuracy.instances import Sixths, grid

claim("ABMS20-5.5.eq9-10", kind="inequality", uses=("ABMS20-3.4", "ABMS20-3.6"), step_of="ABMS20-5.5",
      title="The test predicate")


def differs(answer: Concept, published: Concept, x: int, label: int) -> int:
    """Return 1 if the answer f and the published concept differ at x; the label is not looked at."""
    return int(answer[x] != published[x])


@check("ABMS20-5.5.eq9-10", grade="exhaustive",
       quantifier="all f and published concepts on 3 points; all D of 1 to 3 labelled rows, and mu = all "
                  "distributions with multiples of 1/3 (the same averages)",
       says="{the average of the test} equals {the error of f against the published concept}",
       reason="A distribution with multiples of 1/3 is the empirical one of 3 rows; both sides are linear in mu.")
@verifier(lambda test, f, h, data: sum(test(f, h, x, y) for x, y in data) != sum(f[x] ^ h[x] for x, _ in data))
@sabotage("the labels in place of the published concept", lambda f, h, x, y: int(f[x] != y))
@judged("==")
def averages_of_the_test_are_errors(test=differs):
    functions, records = list(product((0, 1), repeat=3)), list(product(range(3), (0, 1)))
    for f, h in product(functions, repeat=2):
        apart = {x for x in range(3) if f[x] != h[x]}
        for rows in (1, 2, 3):
            for data in combinations_with_replacement(records, rows):
                mass = [Fraction(sum(z[0] == x for z in data), rows) for x in range(3)]
                yield ((f, h, data), sum(Fraction(test(f, h, *z), rows) for z in data),
                       sum((mass[x] for x in apart), Fraction(0)))


claim("ABMS20-5.5.eq11-12", kind="inequality", step_of="ABMS20-5.5", title="Generalization of the test",
      uses=("ABMS20-3.14", "ABMS20-5.3", "ABMS20-5.5.eq9-10"))

ONE_OVER_E = exp_bracket(-1).lower
PRIVACIES = (Fraction(1), Fraction(21, 10), Fraction(4))


def generalization_rows(epsilon: Fraction, alpha: Fraction, beta: Fraction) -> int:
    """Return ``(10/(epsilon alpha)) ln(1/(epsilon beta))``, rounded up."""
    return math.ceil((log_bracket(1 / (epsilon * beta)) * (10 / (epsilon * alpha))).upper)


@check("ABMS20-5.5.eq11-12", grade="certified",
       quantifier="epsilon = 1, 2.1, 4; alpha = 1, 1/2, 1/10, 1/100; beta = 1/5, 1/20, 10^-3, 10^-6; delta |D| = 0, "
                  "beta/10, beta where epsilon (delta |D| + beta) < 1: the additive term is at most alpha",
       says="{the additive term of the generalization theorem} is at most {alpha}")
@sabotage("half the rows", lambda epsilon, alpha, beta: generalization_rows(epsilon, alpha, beta) // 2)
@judged("<=")
def additive_term_is_at_most_alpha(rows=generalization_rows):
    for epsilon, alpha, beta, share in product(
            PRIVACIES, (Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)),
            (Fraction(1, 5), Fraction(1, 20), Fraction(1, 1000), Fraction(1, 10**6)),
            (Fraction(0), Fraction(1, 10), Fraction(1))):
        x = epsilon * beta * (1 + share)
        if x < 1:
            n = rows(epsilon, alpha, beta)
            yield (epsilon, alpha, beta, share), log_bracket(1 / x) * (10 / (epsilon * n)), alpha

def refutes_additive_term_is_at_most_alpha(rows, witness):
    epsilon, alpha, beta, share = witness  # 10 ln(1/x) > epsilon n alpha, compared after exponentiating
    power = exp_bracket(rows(epsilon, alpha, beta) * epsilon * alpha / 10)
    return power.upper * epsilon * beta * (1 + share) < 1


@check("ABMS20-5.5.eq11-12", grade="certified",
       quantifier="x = epsilon (delta |D| + beta) = (1/e)/k, k = 1, ..., 200 and 10^6: x/ln(1/x) is at most x, that "
                  "is at most epsilon times (delta |D| + beta)",
       says="ln(1/x) is at least 1, so that x/ln(1/x) is at most x",
       reason="1/e is replaced by its lower end. The judged number is the largest x that is allowed.")
@verifier(lambda largest, k: exp_bracket(1).lower * largest > k)
@sabotage("x up to 1/2", Fraction(1, 2))
@judged("<=")
def tail_is_at_most_the_padding(largest: Fraction = ONE_OVER_E):
    for k in (*range(1, 201), 10**6):
        yield k, 1, log_bracket(k / largest)


claim("ABMS20-5.5.eq-triangle", kind="inequality", uses=("ABMS20-3.4",),
      section="5, proof of Lemma 5.5, last display", step_of="ABMS20-5.5",
      title="Combination",
      erratum_kind="misprint", repaired=True,
      erratum="Misprint: the first relation is printed as an equality. f = h = 0 and the other concept 1 on one "
              "point give 0 on the left and 2 on the right; the inequality is what the proof needs.")


def disagreement(first: Concept, second: Concept, masses: Sixths) -> Fraction:
    """Return the mass of the points where two functions differ."""
    return Fraction(sum(m for m, a, b in zip(masses, first, second, strict=True) if a != b), sum(masses))


@check("ABMS20-5.5.eq-triangle", grade="exhaustive",
       quantifier="all triples of functions on 3 points, all 28 distributions with multiples of 1/6 (population or "
                  "sample)",
       says="{the distance of f and h} is at most {the sum of their distances from a third function}")
@sabotage("the larger of the two", max)
def errors_satisfy_the_triangle_inequality(right=lambda a, b: a + b) -> Verdict:
    functions = list(product((0, 1), repeat=3))
    return judge("<=", (((f, g, h, p), disagreement(f, h, p), right(disagreement(f, g, p), disagreement(g, h, p)))
                        for p in grid(3) for f, g, h in product(functions, repeat=3)))

def refutes_errors_satisfy_the_triangle_inequality(right, f, g, h, p):
    mass = [sum(p[x] for x in range(3) if a[x] ^ b[x]) for a, b in ((f, h), (f, g), (g, h))]
    return mass[0] > 6 * right(Fraction(mass[1], 6), Fraction(mass[2], 6))


@check("ABMS20-5.5.eq-triangle", grade="exact",
       quantifier="f = h = 0 and the published concept 1 on one point: the printed equality fails",
       says="{the distance of f and h} is less than {the sum of the two other distances}")
@verifier(lambda right, witness: right(Fraction(0 ^ 1), Fraction(1 ^ 0)) <= Fraction(0 ^ 0))
@sabotage("the difference in place of the sum", lambda a, b: a - b)
def printed_equality_fails(right=lambda a, b: a + b) -> Verdict:
    return judge("<", [("one point", disagreement((0,), (0,), (1,)),
                        right(disagreement((0,), (1,), (1,)), disagreement((1,), (0,), (1,))))])
