"""ABMS20, Section 7: Lemma 7.3 (accuracy), the induction hypothesis (18), the event E_1 and equations (20) to (23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.claims.abms20.section7_b_algorithm import SECTION
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, all_classes, all_functions
from privlearn.concepts.aggregation import aggregate
from privlearn.dimensions import vc_dimension, vc_of_all_classes
from privlearn.learners.relabeling.closure_learner import best_completion_error, completion_score

PAGE = "closure/closure-accuracy"
STEP = "ABMS20-7.3"
HALF = (Fraction(1, 2), Fraction(1, 2))
SKEWED = (Fraction(1, 4), Fraction(3, 4))
QUARTERS = {2: HALF, 1: SKEWED}  # by four times the weight of the point 0
FUNCTIONS = tuple(product((0, 1), repeat=2))
Rows = tuple[tuple[int, ...], ...]

claim("ABMS20-7.3", kind="lemma", section=SECTION, page=PAGE, title="Accuracy of A_ClosureLearn",
      uses=("ABMS20-7.alg5", "ABMS20-7.3.eq18", "ABMS20-7.3.eqE1", "ABMS20-7.3.eq20-23", "ABMS20-7.3.eq24-27",
            "ABMS20-7.3.final", "ABMS20-5.4", "ABMS20-5.5"),
      erratum="For k ln(k/beta)/alpha^2 the proof needs k^2 ln(k/beta)/alpha^2, and k^2 VC(H_i)/alpha^2 is missing "
              "(see Theorem 7.1); A_1, ..., A_t should be A_1, ..., A_k. For improper learners E_1 needs a "
              "larger class.",
      note="The inequalities between measured quantities are checked on small instances and in runs; the probabilities "
           "of the events are those of the theorems in use.")


def small_classes() -> list[ConceptClass]:
    """Return the 15 non-empty classes on 2 points."""
    return [c for c in all_classes(2) if len(c)]


def all_terms(before: Fraction, deviation: Fraction, excess: Fraction, distance: Fraction) -> Fraction:
    """Return what the error after a step is at most: deviation counts twice, to the sample and back."""
    return before + 2 * deviation + excess + distance


def score_table(rule: int, second: ConceptClass) -> dict[tuple[Any, ...], int]:
    """Return the score of each function for each target and number of rows at the point 0, out of nine."""
    score = completion_score(rule, (), (second,))
    return {(f, target, zeros): score(tuple((int(k >= zeros), target[int(k >= zeros)]) for k in range(9)), f)
            for f, target in product(FUNCTIONS, repeat=2) for zeros in range(10)}


def after_table(rule: int, second: ConceptClass) -> dict[tuple[Any, ...], int]:
    """Return 36 times the error of each function's best completion, for each target and distribution."""
    return {(f, target, quarters): int(36 * best_completion_error(rule, (f,), (second,), target, weights))
            for f, target in product(FUNCTIONS, repeat=2) for quarters, weights in QUARTERS.items()}


Steps = dict[tuple[int, ...], Any]


def add_steps(rule: int, second: ConceptClass, answers: tuple[Any, ...], found: Steps) -> int:
    """Add to ``found`` what occurs with one rule and second class, and return the number of cases."""
    score, after, count = score_table(rule, second), after_table(rule, second), 0
    firsts = [tuple(c.rows()) for c in small_classes()]
    apart = {(f, g, q): 9 * (q * (f[0] != g[0]) + (4 - q) * (f[1] != g[1]))
             for f, g in product(FUNCTIONS, repeat=2) for q in QUARTERS}
    for first, target, quarters, zeros in product(firsts, FUNCTIONS, QUARTERS, range(10)):
        before, deviation = min(after[c, target, quarters] for c in first), abs(4 * zeros - 9 * quarters)
        least = min(score[c, target, zeros] for c in first)
        for chosen in first:
            excess = 4 * (score[chosen, target, zeros] - least)
            for learned in answers or (chosen,):
                key = after[learned, target, quarters], before, deviation, excess, apart[chosen, learned, quarters]
                count += 1
                if key not in found:
                    found[key] = (rule, first, tuple(second.rows()), target, QUARTERS[quarters], zeros, chosen, learned)
    return count


@cache
def all_steps(answers: tuple[Any, ...]) -> tuple[Steps, int]:
    """Return (error after, terms) times 36 with a case in which they occur, and the number of all cases.

    Every concept of the first class relabels; the answers to it are those given, or the concept itself if none are.
    """
    found: Steps = {}
    count = sum(add_steps(rule, second, answers, found) for rule, second in product((8, 14, 6), small_classes()))
    return found, count


def judged_steps(bound: Callable, answers: tuple[Any, ...]) -> Verdict:
    """Judge the error after the step against the bound, once for each combination of terms that occurs."""
    found, count = all_steps(answers)
    return counted(judge("<=", ((case, Fraction(key[0], 36), bound(*(Fraction(k, 36) for k in key[1:])))
                                for key, case in found.items())), count)


def error_by_hand(rule: int, function: Any, rows: Rows, target: Any, weights: Any) -> Fraction:
    """Return the least error over second concepts, from the definition."""
    return min(sum((weights[x] for x in (0, 1) if (rule >> (2 * function[x] + c[x])) % 2 != target[x]), Fraction(0))
               for c in rows)


def terms_by_hand(witness: Any) -> tuple[Fraction, ...]:
    """Return the four terms at a witness from the definition."""
    rule, first, second, target, weights, zeros, chosen, learned = witness
    sample = (Fraction(zeros, 9), 1 - Fraction(zeros, 9))
    best = min(error_by_hand(rule, c, second, target, sample) for c in first)
    return (min(error_by_hand(rule, c, second, target, weights) for c in first), abs(sample[0] - weights[0]),
            error_by_hand(rule, chosen, second, target, sample) - best,
            sum((weights[x] for x in (0, 1) if chosen[x] != learned[x]), Fraction(0)))


@check("ABMS20-7.3", grade="exhaustive",
       quantifier="and, or, xor; all pairs of classes on 2 points, all four targets (composed or not), two "
                  "distributions, samples of nine rows with 0 to 9 at one point, all relabelling concepts, all "
                  "functions as answers: the error after a step against its terms",
       fingerprint=lambda bound: bound(*(Fraction(k) for k in (1, 10, 100, 1000))))
def one_step_adds_at_most_its_terms(bound=all_terms) -> Verdict:
    return judged_steps(bound, FUNCTIONS)


@one_step_adds_at_most_its_terms.verifier
def _(bound, witness):
    rule, _, second, target, weights, _, _, learned = witness
    return error_by_hand(rule, learned, second, target, weights) > bound(*terms_by_hand(witness))

one_step_adds_at_most_its_terms.sabotage(
    "the learner's own error is forgotten", lambda before, deviation, excess, distance: before + 2 * deviation + excess)
one_step_adds_at_most_its_terms.sabotage("the error before the step is forgotten",
    lambda before, deviation, excess, distance: 2 * deviation + excess + distance)


claim("ABMS20-7.3.eq18", kind="inequality", section=SECTION, page=PAGE, step_of=STEP, title="Induction hypothesis",
      erratum="Sign slip: printed 1 - O(i) beta/k + O(i delta |S_i|); the second term is subtracted too.")


def realizable(rule: int, first: ConceptClass, second: ConceptClass) -> list[tuple[int, ...]]:
    """Return the functions of the composed class."""
    return aggregate(rule, first, second).rows()


@check("ABMS20-7.3.eq18", grade="exhaustive",
       quantifier="all pairs of the 15 classes on 2 points, the 8 rules up to negation of "
                  "all values and targets, all realizable targets: the error before the first step is 0",
       fingerprint=lambda targets: targets(8, *small_classes()[:2]))
def induction_starts_at_zero(targets=realizable) -> Verdict:
    return judge("==", (((rule, tuple(c.rows()), tuple(d.rows()), target),
                         best_completion_error(rule, (), (c, d), target, HALF), 0)
                        for rule in range(8) for c, d in product(small_classes(), repeat=2)
                        for target in targets(rule, c, d)))


@induction_starts_at_zero.verifier
def _(targets, witness):
    rule, first, second, target = witness
    made = {tuple((rule >> (2 * a + b)) % 2 for a, b in zip(f, g, strict=True)) for f in first for g in second}
    return target not in made and target in targets(rule, *(ConceptClass.from_matrix(r) for r in (first, second)))

induction_starts_at_zero.sabotage("any target", lambda rule, first, second: all_functions(2).rows())


claim("ABMS20-7.3.eqE1", kind="inequality", section=SECTION, page=PAGE, step_of=STEP,
      title="Uniform convergence for partial compositions",
      erratum="E_1 is stated for G(H_1, ..., H_k) and used for G(h_1, .., h_{i-1}, c_i, .., c_k), which is not in this "
              "class when a learner is improper: H_1 = {0}, H_2 all functions on 4 points, G = and, h_1 = 1 has "
              "dimension 4 where the composed class has 0. Use the growth of H_i, ..., H_k instead. And (19) lacks a "
              "factor k^2 on ln(k/beta). For proper learners the first point does not arise.")


def partial_numbers(rule: int, earlier: int) -> np.ndarray:
    """Return for each class number on 4 points the number of {G(h_1, c) : c in the class}."""
    numbers, found = np.arange(1 << 16), np.zeros(1 << 16, dtype=np.int64)
    for f in range(16):
        image = sum((rule >> (2 * (earlier >> x & 1) + (f >> x & 1)) & 1) << x for x in range(4))
        found |= (numbers >> f & 1) << image
    return found


@check("ABMS20-7.3.eqE1", grade="exhaustive",
       quantifier="k = 2: all 65,535 classes H_2 on 4 points, all 16 functions h_1, all 16 rules: the dimension of "
                  "{G(h_1, c)} is at most VC(H_2), the largest n with 2^n <= C(n, <= VC(H_2))",
       fingerprint=lambda partial: partial(6, 5).tolist())
def partial_dimension_is_at_most_that_of_the_rest(partial=partial_numbers) -> Verdict:
    table = np.asarray(vc_of_all_classes(4))

    def cases() -> Iterator[Any]:
        for rule, earlier in product(range(16), repeat=2):
            gap = (table - table[partial(rule, earlier)])[1:]
            at = int(np.argmin(gap)) + 1
            yield (rule, earlier, at), int(table[at]) - int(gap[at - 1]), int(table[at])

    return counted(judge("<=", cases()), 65535 * 256)


@partial_dimension_is_at_most_that_of_the_rest.verifier
def _(partial, witness):
    rule, earlier, number = witness
    sizes = []
    for c in (number, int(partial(rule, earlier)[number])):
        members = [f for f in range(16) if c >> f & 1]
        sizes.append(max((s.bit_count() for s in range(16) if len({f & s for f in members}) == 1 << s.bit_count()),
                         default=-1))
    return sizes[1] > sizes[0]

partial_dimension_is_at_most_that_of_the_rest.sabotage("h_1 may depend on the second concept",
    lambda rule, earlier: partial_numbers(rule, earlier) | partial_numbers(rule, 15 - earlier))


@check("ABMS20-7.3.eqE1", grade="exact",
       quantifier="H_1 = {0}, H_2 all functions on 4 points, G = and, the improper h_1 = 1: the composed class has a "
                  "smaller dimension than the partial one")
def improper_functions_leave_the_composed_class(earlier: tuple[int, ...] = (1, 1, 1, 1)) -> Verdict:
    rest, zero = all_functions(4), ConceptClass.from_matrix([(0,) * 4])
    partial = aggregate(8, ConceptClass.from_matrix([earlier]), rest)
    return judge("<", (((earlier,), vc_dimension(aggregate(8, zero, rest)), vc_dimension(partial)),))


@improper_functions_leave_the_composed_class.verifier
def _(earlier, witness):
    return len({tuple(a * b for a, b in zip(earlier, f, strict=True)) for f in product((0, 1), repeat=4)}) < 2

improper_functions_leave_the_composed_class.sabotage("the proper function 0", (0, 0, 0, 0))


def printed_requirement(k: int, dimension: int, logarithm: int) -> int:
    """Return ``k^2 VC + ln(k/beta)``, the right side of (19) times alpha^2."""
    return k * k * dimension + logarithm


@check("ABMS20-7.3.eqE1", grade="exact",
       quantifier="k = 2, ..., 50, VC in {1, 10, 100}: uniform convergence to alpha/k needs k^2 (VC + ln(k/beta)), "
                  "more than 3/2 times the printed number if ln(k/beta) is 1, 10, 1000 times VC, and more than k^2/2 "
                  "times if it is 10^6 VC",
       fingerprint=lambda printed: printed(3, 5, 7))
def printed_requirement_is_too_small(printed=printed_requirement) -> Verdict:
    grid = [((k, d, d * n), Fraction(3, 2) if n < 10**6 else Fraction(k * k, 2))
            for k in range(2, 51) for d in (1, 10, 100) for n in (1, 10, 1000, 10**6)]
    return judge("<", ((given, least, Fraction(given[0]**2 * (given[1] + given[2]), printed(*given)))
                       for given, least in grid))


@printed_requirement_is_too_small.verifier
def _(printed, witness):
    k, d, n = witness
    most = 2 * sum(d + n for _ in range(k * k)) // 3
    return printed(k, d, n) >= (most if n < 10**6 * d else 2 * (d + n))

printed_requirement_is_too_small.sabotage(
    "with the factor k^2 on the logarithm", lambda k, dimension, logarithm: k * k * (dimension + logarithm))


claim("ABMS20-7.3.eq20-23", kind="inequality", section=SECTION, page=PAGE, step_of=STEP,
      title="Errors through the relabelling step", uses=("ABMS20-7.alg5",),
      erratum="VC(|H_i|) is printed for VC(H_i), and S_i should be D_i.")


@check("ABMS20-7.3.eq20-23", grade="exhaustive",
       quantifier="and, or, xor; all pairs of classes on 2 points, all four targets (composed or not), two "
                  "distributions, samples of nine rows with 0 to 9 at one point, all relabelling concepts, the answer "
                  "being that concept",
       fingerprint=lambda bound: bound(*(Fraction(k) for k in (1, 10, 100, 1000))))
def relabelling_adds_three_terms(bound=all_terms) -> Verdict:
    return judged_steps(bound, ())


@relabelling_adds_three_terms.verifier
def _(bound, witness):
    rule, _, second, target, weights, _, chosen, _ = witness
    return error_by_hand(rule, chosen, second, target, weights) > bound(*terms_by_hand(witness))

relabelling_adds_three_terms.sabotage(
    "one deviation only", lambda before, deviation, excess, distance: before + deviation + excess + distance)
relabelling_adds_three_terms.sabotage("the score of the relabelling taken to be the best",
    lambda before, deviation, excess, distance: before + 2 * deviation + distance)
