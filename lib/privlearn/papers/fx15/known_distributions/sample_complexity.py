"""FX15, Section 1.2: what label-private learning costs when the distribution is known."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import ConceptClass, all_functions, points, thresholds
from privlearn.dimensions.representation import largest_packing, smallest_cover
from privlearn.exact import Bracket, exp_bracket
from privlearn.exact.brackets import as_bracket, round_down
from privlearn.exact.formulas import Logarithm
from privlearn.exact.fractions import QUARTER
from privlearn.learners.generic import (cover_sample_size, label_private_optimum, moment_bound, packing_failure_bound,
                                        packing_rows, packing_sample_bound)
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.generic.known_distribution import gap_factor
from privlearn.learning import exact_failure
from privlearn.papers.fx15.known_distributions import claim
from privlearn.papers.fx15.known_distributions.covers import ALPHAS, CLASSES, Law, laws

LEARNED = {"AllFunctions(2)": all_functions(2), "Thr_2": thresholds(2), "Point_2": points(2)}
RATIOS = {Fraction(1): exp_bracket(1, 24), Fraction(1, 2): exp_bracket(Fraction(1, 2), 24)}
MOST_ROWS = {"AllFunctions(2)": 5, "Thr_2": 3, "Point_2": 3}


claim("FX15-1.2.fixedD-samples", kind="proposition",
      title="Private learning for a known distribution costs its metric entropy",
      uses=("FX15-1.2.fixedD", "FX15-2.1", "FX15-2.2.dp", "BBKN14-3.2"), formulas=(packing_rows,),
      note="Lower bound: for label privacy, from a packing at twice the accuracy. Upper bound: the exponential "
           "mechanism on a least cover at half the accuracy, with explicit constants of ours. The exponent is within a "
           "factor 2 of the moments in the worst listed case; on two points a ninth of the rows would do. The paper's "
           "O() hides the confidence, a constant. What its paragraph says of agnostic learning, of distributions known "
           "only approximately and of the doubling dimension is cited there and not checked here.")


def uniform(concepts: ConceptClass) -> Law:
    return (Fraction(1, concepts.size),) * concepts.size


@cache
def optimum(name: str, rows: int, privacy: Fraction, accuracy: Fraction) -> Bracket:
    """The least failure of all label-private learners that know the distribution is uniform.

    The bounds are met with equality for at most two rows, or where the failure is 0: else an enclosure will do.
    """
    concepts = LEARNED[name]
    found = label_private_optimum(concepts, uniform(concepts), rows, RATIOS[privacy], accuracy, interior=rows > 2)[0]
    return Bracket(max(found.lower, Fraction(0)), found.upper)


def packing_number(concepts: ConceptClass, law: Law, accuracy: Fraction) -> int:
    """The packing number at twice the accuracy (1 where no two functions are so far apart)."""
    return len(largest_packing(concepts, law, 2 * accuracy)) if 2 * accuracy < 1 else 1


def learning_cases() -> Iterator[tuple[str, Fraction, Fraction]]:
    """Classes, privacy parameters and accuracies; with accuracy 1/2 on two points a cover at it is no packing."""
    yield from product(LEARNED, RATIOS, (Fraction(1, 8), QUARTER))
    yield from product(("AllFunctions(2)",), RATIOS, (Fraction(1, 2),))


@cache
def least_rows(name: str, privacy: Fraction, accuracy: Fraction) -> int:
    """The least n at which some label-private learner fails with probability at most 1/4; limit + 1 if none does."""
    return next((n for n in range(MOST_ROWS[name] + 1) if optimum(name, n, privacy, accuracy).upper <= QUARTER),
                MOST_ROWS[name] + 1)


@check("FX15-1.2.fixedD-samples", grade="certified",
       quantifier="AllFunctions(2) with n <= 5, Thr_2 and Point_2 with n <= 3, uniform distribution, privacy 1 and "
                  "1/2, accuracy 1/8, 1/4 (and 1/2 for AllFunctions(2)): all label-private learners; equality for n = "
                  "0 where the concepts are the packing, and for the two functions on one point with n = 0, 1; the "
                  "rows that the packing asks for at the failure of the best learner with n rows (and 1/1000)",
       says="the packing bound is at most the failure of the best learner, with equality where stated, and the rows "
            "that it asks for are no more than this learner's")
@sabotage("the covering number at the accuracy, not a packing number",
          (lambda concepts, law, e: len(smallest_cover(concepts, law, e)), packing_rows))
@judged("<=")
def every_label_private_learner_fails_as_often(case=(packing_number, packing_rows)):
    number, needed = case
    for ratio, n in product((Fraction(3, 2), Fraction(3)), (0, 1)):
        count, best = number(all_functions(1), (Fraction(1),), QUARTER), label_private_optimum(
            all_functions(1), (1,), n, ratio, QUARTER)[0]
        yield ("one point", ratio, n), best.upper, packing_failure_bound(count, n, ratio)
        yield ("one point", ratio, n, "rows"), needed(count, Logarithm(ratio), best.upper + MORE), n
    for name, privacy, e in learning_cases():
        concepts = LEARNED[name]
        count = number(concepts, uniform(concepts), e)
        for n in range(MOST_ROWS[name] + 1):
            shown, best = packing_failure_bound(count, n, RATIOS[privacy]), optimum(name, n, privacy, e)
            yield (name, privacy, e, n), shown, best.lower
            if n == 0 and count == len(concepts):
                yield (name, privacy, e, n), best.upper, shown
            if count > 1:
                yield (name, privacy, e, n, "rows"), needed(count, privacy, best.upper + MORE), n
        bound = packing_sample_bound(count, RATIOS[privacy], QUARTER)
        yield (name, privacy, e), min(bound, MOST_ROWS[name] + 1), least_rows(name, privacy, e)

def refutes_every_label_private_learner_fails_as_often(case, name, *rest):
    number, needed = case
    if name == "one point":  # the learner believes the only label, if there is one, with the odds r
        count, (ratio, n) = number(all_functions(1), (Fraction(1),), QUARTER), rest[:2]
        return count != 2 or rest[2:] == ("rows",) and float(
            as_bracket(needed(2, Logarithm(ratio), 1 / (1 + ratio**n) + MORE)).lower) > n
    privacy, e, *rows = rest
    concepts = LEARNED[name]
    law, functions = uniform(concepts), list(product((0, 1), repeat=concepts.size))
    worst = max(Fraction(sum(sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) > e for h in functions),
                         len(functions)) for f in concepts.rows())  # the learner that ignores the sample
    count = number(concepts, law, e)
    if rows[1:]:
        return rows[0] == 0 and as_bracket(needed(count, privacy, worst + MORE)).lower > 0
    return (rows[0] == 0 and worst < 1 - Fraction(1, count)) if rows else worst <= QUARTER and count > 1


MORE = Fraction(1, 1000)  # added to a failure, so that no bound is met exactly
ROOTS = {privacy: round_down(exp_bracket(privacy / 2).lower, 4) for privacy in RATIOS}  # at most e^(privacy/2)


@check("FX15-1.2.fixedD-samples", grade="exact",
       quantifier="AllFunctions(2), uniform distribution, privacy 1 and 1/2, accuracy 1/8, 1/4, 1/2, confidence 1/4: "
                  "the exact failure of the exponential mechanism on a least cover at half the accuracy, all targets; "
                  "with a row less N times the gap factor to the power n is above 1/4. Two functions that differ on "
                  "mass 9/8 epsilon, epsilon down to 1/32: the exact failure with these rows, or 200 if they are more",
       says="the mechanism fails with at most 1/4, and with one row less the bound is at least 1/4")
@sabotage("a hundredth more", lambda *case: cover_sample_size(*case) * 101 // 100 + 1)
@sabotage("without 1/epsilon: the rows for accuracy 1/2, whatever the accuracy",
          lambda cover, ratio, e, beta: cover_sample_size(cover, ratio, Fraction(1, 2), beta))
@sabotage("a sixteenth of the rows", lambda cover, ratio, e, beta: cover_sample_size(cover, ratio, e, beta) // 16)
@judged("<=")
def exponential_mechanism_on_a_cover_learns(rows=cover_sample_size):
    concepts = LEARNED["AllFunctions(2)"]
    for (privacy, root), e in product(ROOTS.items(), ALPHAS):
        cover = ConceptClass.from_matrix(smallest_cover(concepts, uniform(concepts), e / 2))
        n = rows(len(cover), root**2, e, QUARTER)
        yield (privacy, e, n, "least"), QUARTER, len(cover) * gap_factor(root**2, e) ** (n - 1)
        learner = exponential_learner(cover, root**2)
        # a cover of all four functions is closed under complementing the values at a point, and such a complement
        # takes each target to another one with the same errors: one target stands for all
        alike = set(cover.rows()) == set(concepts.rows())
        for f in concepts.rows()[:1 if alike else None]:
            failure = exact_failure(learner, cover, f, uniform(concepts), n, e)
            yield from (((privacy, e, n, g), failure, QUARTER) for g in (concepts.rows() if alike else [f]))
    two = ConceptClass.from_matrix([[0, 0], [0, 1]])
    for (privacy, root), e in product(ROOTS.items(), (Fraction(1, 2**k) for k in range(1, 6))):
        n, law = rows(2, root**2, e, QUARTER), (1 - 9 * e / 8, 9 * e / 8)  # more rows: the wrong one errs more often
        failure = exact_failure(exponential_learner(two, root**2), two, (0, 0), law, min(n, 200), e)
        yield (privacy, e, n, "two functions"), failure, QUARTER

def refutes_exponential_mechanism_on_a_cover_learns(rows, privacy, e, n, f):
    root, cover = ROOTS[privacy], smallest_cover(LEARNED["AllFunctions(2)"], (Fraction(1, 2),) * 2, e / 2)
    if f == "least":
        s, found = min(float(root), 1.4), rows(len(cover), root**2, e, QUARTER)
        return len(cover) * (1 - float(e) / 2 * (s - 1) * (2 - s) / s) ** (found - 1) < 1 / 4
    if f == "two functions":
        q, few = 9 * float(e) / 8, min(rows(2, root**2, e, QUARTER), 200)
        return sum(comb(few, k) * q**k * (1 - q) ** (few - k) / (1 + float(root) ** k) for k in range(few + 1)) > 1 / 4
    failure, ways = Fraction(0), 1
    for k in range(n + 1):  # k rows show the first point
        weight = {h: root ** -((h[0] != f[0]) * k + (h[1] != f[1]) * (n - k)) for h in cover}
        bad = sum(w for h, w in weight.items() if Fraction((h[0] != f[0]) + (h[1] != f[1]), 2) > e)
        failure += Fraction(ways, 2**n) * bad / sum(weight.values())
        ways = ways * (n - k) // (k + 1)
    return n == rows(len(cover), root**2, e, QUARTER) and failure > QUARTER


@check("FX15-1.2.fixedD-samples", grade="certified",
       quantifier="Thr_2, Point_2, AllFunctions(3), uniform and eleven other distributions, privacy 1 and 1/2, "
                  "accuracy 1/8, 1/4, 1/2, n = 1, 10, 100: cover size times gap factor^n bounds the exact moments, "
                  "for all targets",
       says="{the moment bound on the failure} is at most {the cover's size times the gap factor^n}")
@sabotage("three times the gap", lambda ratio, e: max(Fraction(0), 1 - 3 * (1 - gap_factor(ratio, e))))
@judged("<=")
def failure_is_below_the_cover_bound(factor=gap_factor):
    for name, root, e in product(("Thr_2", "Point_2", "AllFunctions(3)"), ROOTS.values(), ALPHAS):
        for law in laws(CLASSES[name].size):
            cover = smallest_cover(CLASSES[name], law, e / 2)
            for f, n in product(CLASSES[name].rows(), (1, 10, 100)):
                yield ((name, root, e, law, f, n), moment_bound(cover, f, law, n, root, e),
                       len(cover) * factor(root**2, e) ** n)

def refutes_failure_is_below_the_cover_bound(factor, name, root, e, law, f, n):
    cover = smallest_cover(CLASSES[name], law, e / 2)
    wrong = [(sum(q for q, a, b in zip(law, f, h, strict=True) if a != b), h) for h in cover]
    best, total = min(wrong)[1], Fraction(0)
    for error, h in wrong:
        cells = list(zip(law, f, h, best, strict=True))
        more, less = sum(q for q, a, b, c in cells if b != a == c), sum(q for q, a, b, c in cells if b == a != c)
        gaps = {0: Fraction(1)}  # the law of (errors of h) - (errors of the best), row after row
        for _ in range(n if error > e else 0):
            grown: dict[int, Fraction] = {}
            for gap, chance in gaps.items():
                for step, part in ((1, more), (-1, less), (0, 1 - more - less)):
                    grown[gap + step] = grown.get(gap + step, Fraction(0)) + chance * part
            gaps = grown
        if error > e:
            tilts = [1 + (root - 1) * k / 8 for k in range(1, 9)]
            total += min(sum(p * t**-g for g, p in gaps.items()) for t in tilts)
    return total > len(cover) * factor(root**2, e) ** n


def moment_of_a_row(accuracy: Fraction, tilt: Fraction) -> Fraction:
    """``E s^-gap`` of one row if the bad hypothesis errs on mass a, the near one on a/2, never both."""
    bad, near = accuracy, accuracy / 2
    return bad / tilt + near * tilt + 1 - bad - near


@check("FX15-1.2.fixedD-samples", grade="exact",
       quantifier="e^alpha = 9/8 squared, 5/4 squared, 3/2 squared, 4, 16, accuracy 1/8, 1/4, 1/2: the gap factor is "
                  "the moment of the worst row, least over s in hundredths of the way to e^(alpha/2), but for "
                  "accuracy/10^4",
       says="the gap factor is at least the moment of the worst row, and at most accuracy/10^4 more")
@sabotage("a hundredth less of a gap", lambda ratio, e: 1 - (1 - gap_factor(ratio, e)) * Fraction(99, 100))
@sabotage("a hundredth more of a gap", lambda ratio, e: 1 - (1 - gap_factor(ratio, e)) * Fraction(101, 100))
@judged("<=")
def gap_factor_is_that_of_the_worst_row(factor=gap_factor):
    for root, e in product((Fraction(9, 8), Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(4)), ALPHAS):
        tilts = {1 + (root - 1) * Fraction(k, 100) for k in range(101)} | {min(root, Fraction(7, 5))}
        least = min(moment_of_a_row(e, tilt) for tilt in tilts)
        yield (root, e), least, factor(root**2, e)
        yield (root, e), factor(root**2, e), least + e / 10**4

def refutes_gap_factor_is_that_of_the_worst_row(factor, root, e):
    """The moment is least at the square root of 2, or at the end."""
    s = min(float(root), 2**0.5)
    return abs(float(factor(root**2, e)) - 1 + float(e) / 2 * (s - 1) * (2 - s) / s) > 1e-5
