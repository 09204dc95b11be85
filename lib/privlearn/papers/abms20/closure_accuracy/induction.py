"""ABMS20, Sections 2.1.4 and 7: every prefix has a good completion (18), exactly and in runs."""

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import ConceptClass, aggregate, all_functions
from privlearn.laws import Law
from privlearn.learners.closure import best_completion_error, cut_completion_errors, traced
from privlearn.learners.closure.cuts import CutScore
from privlearn.papers.abms20.closure_accuracy import claim
from privlearn.papers.abms20.closure_accuracy.instances import (HALF, POPULATIONS, SKEWED, error_by_hand,
                                                                expected_errors, labelled, raw_errors, right_run,
                                                                run_with, small_classes, tiny_step)
from privlearn.papers.abms20.closure_learner.instances import (EXP_BASE, TINY_CLASSES, TINY_ROWS, constant_response,
                                                               one_step)

claim("ABMS20-2.1.4.plan", kind="remark", status="checked",
      reason="a plan, carried out in the lemma below; runs on up to 60,000 rows keep to it",
      section="2.1.3 and 2.1.4 Technical overview",
      title="One function after the other, each with a good completion", uses=("ABMS20-7.alg5", "ABMS20-7.3"),
      note="The half of the plan that concerns agnostic learning, generalization by privacy in place of VC "
           "arguments, is checked with Theorem 6.1.")


@check("ABMS20-2.1.4.plan", grade="exact",
       quantifier="intervals on 64 points (uniform and skewed, 20,000 rows), majority and parity of three thresholds "
                  "on 4096 points (60,000 rows), two runs each: after step i some completion has error at most i/100",
       says="{the least error of a completion after step i} is at most {i/100}",
       reason="Runs with fixed seeds; the errors are exact fractions of the population.")
@sabotage("each function fits the raw labels", raw_errors)
@judged("<=")
def every_prefix_has_a_good_completion(score: CutScore = cut_completion_errors):
    for name, population in POPULATIONS.items():
        for seed in (1, 2):
            run = right_run(name, seed) if score is cut_completion_errors else run_with(score, name, seed)
            answers = tuple(step.answer for step in run)
            for i, terms in enumerate(traced(population, run), 1):
                yield (name, seed, i, answers[:i]), terms.after, Fraction(i, 100)

def refutes_every_prefix_has_a_good_completion(score, name, seed, i, answers):
    if tuple(step.answer for step in run_with(score, name, seed))[:i] != answers or "interval" not in name:
        return False
    xs, weights = range(64), POPULATIONS[name].weights
    later = range(-1, 64) if i == 1 else answers[1:]
    wrong = min(sum(weights[x] for x in xs if (x <= answers[0] and x > c) != (23 < x <= 39)) for c in later)
    return wrong * 100 > i * sum(weights)


claim("ABMS20-7.3.eq18", kind="inequality", uses=("ABMS20-7.alg5",), step_of="ABMS20-7.3", title="Induction hypothesis",
      erratum_kind="misprint",
      erratum="Sign slip: printed 1 - O(i) beta/k + O(i delta |S_i|); the second term is subtracted too.")


def realizable(rule: int, first: ConceptClass, second: ConceptClass) -> list[tuple[int, ...]]:
    """Return the functions of the composed class."""
    return aggregate(rule, first, second).rows()


@check("ABMS20-7.3.eq18", grade="exhaustive",
       quantifier="all pairs of the 15 classes on 2 points, the 8 rules up to negation of all values and targets, "
                  "all realizable targets: the error before the first step is 0",
       says="some composition of the classes has no error before the first step")
@sabotage("any target", lambda rule, first, second: all_functions(2).rows())
def induction_starts_at_zero(targets=realizable) -> Verdict:
    return judge("==", (((rule, tuple(c.rows()), tuple(d.rows()), target),
                         best_completion_error(rule, (), (c, d), target, HALF), 0)
                        for rule in range(8) for c, d in product(small_classes(), repeat=2)
                        for target in targets(rule, c, d)))

def refutes_induction_starts_at_zero(targets, rule, first, second, target):
    made = {tuple((rule >> (2 * a + b)) % 2 for a, b in zip(f, g, strict=True)) for f in first for g in second}
    return target not in made and target in targets(rule, *(ConceptClass.from_matrix(r) for r in (first, second)))


def expected_by_hand(weights, target) -> tuple[Fraction, Fraction]:
    """Return the same from sums over samples, patterns and rows."""
    found = [Fraction(0), Fraction(0)]
    for z, y in product(range(10), repeat=2):
        p = comb(9, z) * comb(9, y) * weights[0] ** (z + y) * weights[1] ** (18 - z - y)
        for h, q in one_step(TINY_CLASSES[0], labelled(target, z), (0, 1), None).items():
            found[0] += p * q * error_by_hand(8, h, TINY_CLASSES[1], target, weights)
            for g, r in one_step(TINY_CLASSES[1], labelled(target, y), (0, 1), h).items():
                found[1] += p * q * r * error_by_hand(8, h, (g,), target, weights)
    return found[0], found[1]


@check("ABMS20-7.3.eq18", grade="exact",
       quantifier="two classes of three concepts on 2 points, rule and; two distributions, all four targets, nine "
                  "random rows in each step: the exact expectation of the best completion's error after each step, "
                  "by laws and by sums over samples, patterns and rows",
       says="both expected errors of the best completion are those of the sums over samples, patterns and rows")
def expected_errors_agree(step=tiny_step) -> Verdict:
    return judge("==", (((weights, target), expected_errors(step, weights, target), expected_by_hand(weights, target))
                        for weights in (HALF, SKEWED) for target in product((0, 1), repeat=2)))

def refutes_expected_errors_agree(step, weights, target):
    for before, z in product([(), ((0, 0),), ((1, 1),)], range(10)):
        data, total, ones = labelled(target, z), Fraction(0), Fraction(0)
        for h in TINY_CLASSES[len(before)]:
            partners = before or TINY_CLASSES[1]
            wrong = min(sum(h[x] * c[x] != y for x, y in data) for c in partners)
            total += Fraction(2**wrong, 3**wrong)
            ones += Fraction(2**wrong, 3**wrong) * Fraction(sum(h[x] for x, _ in data), 9)
        if step(before, data).exact().get((1, 1), 0) != (2 + 3 * ones / total) / 7:
            return True
    return False

@expected_errors_agree.corrupted("the learners get the rows as they came")
def learners_get_rows_they_came(before: tuple[Any, ...], data) -> Law:
    rows = tuple(sorted(data, key=TINY_ROWS.index))
    return constant_response(EXP_BASE)((rows[len(rows) // 2],))
