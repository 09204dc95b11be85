"""Judges of the exercises: each takes an answer and says "accepted: ..." or "not yet: ..." with the reason."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from privlearn.claims.bbkn14.section1_labels import TRIPLES, hard_distributions
from privlearn.claims.broken.famous_noise import broken_noisy_max_of_clamped_counts
from privlearn.laws import choice
from privlearn.learners.bayes_risk import bayes_risk_by_enumeration
from privlearn.learners.label_private import label_private_failure
from privlearn.mechanisms import refutes_pure


def judge_two_output_mechanism(answer: Any) -> str:
    """Judge a mechanism on one bit with two outputs on which looking at the most likely output is not enough.

    Parameters
    ----------
    answer : (dict, dict)
        Output -> probability on the databases ``(0,)`` and ``(1,)``, the same two outputs in both.
    """
    if not isinstance(answer, tuple) or len(answer) != 2 or not all(isinstance(law, dict) for law in answer):
        return "not yet: give two dicts, output -> probability, one for each database"
    try:
        laws = [choice(law).exact() for law in answer]
    except ValueError as error:
        return f"not yet: {error}"
    if any(len(law) != 2 for law in laws) or set(laws[0]) != set(laws[1]):
        return "not yet: both laws need the same two outputs, each with positive probability"
    pairs = [(laws[0], laws[1]), (laws[1], laws[0])]
    likely = max(left[top] / right[top] for left, right in pairs for top in left if left[top] == max(left.values()))
    worst = max(left[o] / right[o] for left, right in pairs for o in left)
    if likely == worst:
        return f"not yet: the most likely outputs already show the ratio {worst}"
    return f"accepted: the most likely outputs show {likely}, the rare one {worst}"


def judge_label_private_rows(answer: Any) -> str:
    """Judge a sample size for the label-private learner, ``answer(alpha, beta, exp_epsilon) -> int``.

    Each of five parameter triples is tried on ten distributions, with exact failure probabilities.
    """
    if not callable(answer):
        return "not yet: give a function (alpha, beta, exp_epsilon) -> number of rows"
    worst = Fraction(0)
    for alpha, beta, ratio in TRIPLES:
        rows = answer(alpha, beta, ratio)
        if not isinstance(rows, int) or not 0 <= rows <= 150:
            return f"not yet: at {alpha}, {beta}, {ratio} give an integer from 0 to 150, got {rows!r}"
        for mass in hard_distributions(alpha):
            failure = label_private_failure(mass, 1, rows, alpha, ratio)
            if failure > beta:
                return f"not yet: {rows} rows fail more often than beta at alpha = {alpha}, beta = {beta}, {ratio}"
            worst = max(worst, failure / beta)
    return f"accepted: on all 50 distributions the failure is at most {float(worst):.3g} times beta"


def judge_bayes_risk(answer: Any) -> str:
    """Judge the exact Bayes risk at v = 3 shattered points, n = 1 sample and alpha = 1/8."""
    if isinstance(answer, bool) or not isinstance(answer, (int, Fraction)):
        return "not yet: give a Fraction"
    risk = bayes_risk_by_enumeration(3, 1, Fraction(1, 8))
    if answer != risk:
        return f"not yet: the best learner does {'better' if answer > risk else 'worse'} than {answer}"
    return "accepted: the same as by listing every sample, target and answer"


def judge_clamped_noisy_max(answer: Any) -> str:
    """Judge a witness against noisy max of clamped counts, 3 candidates, 1 row, promised ratio 4.

    Parameters
    ----------
    answer : (row, row, int)
        Two rows of 3 bits and an index: replacing the one row by the other makes the index more than 4 times as likely.
    """
    broken = broken_noisy_max_of_clamped_counts(3, Fraction(1, 2))
    if not isinstance(answer, tuple) or len(answer) != 3 or not isinstance(answer[2], int):
        return "not yet: give (row, row, index), each row a tuple of 3 bits"
    left, right, index = answer
    try:
        p, q = (broken((row,)).exact().get(index, Fraction(0)) for row in (left, right))
    except ValueError as error:
        return f"not yet: {error}"
    if not refutes_pure(((left,), (right,), index), broken, 4):
        return f"not yet: {p} is at most 4 times {q}"
    return f"accepted: {p} is more than 4 times {q}"


def judge_minimal_alpha(answer: Any) -> str:
    """Judge an alpha for which the lines of the Fano plane are alpha-minimal for the points of 7 elements."""
    from privlearn.concepts import point_functions, projective_plane_lines
    from privlearn.dimensions import is_alpha_minimal, representation_alpha

    if isinstance(answer, bool) or not isinstance(answer, (int, Fraction)):
        return "not yet: give an integer or a Fraction"
    lines, points = projective_plane_lines(2), point_functions(7)
    if is_alpha_minimal(lines, points, answer):
        return f"accepted: all 7 lines together {answer}-represent the points, and no 6 of them do"
    if representation_alpha(lines, points) > answer:
        return f"not yet: the lines do not even {answer}-represent the points"
    return f"not yet: at {answer} some line can be left out"


def judge_subset_at_one(answer: Any) -> str:
    """Judge a proper subset of the three points of ``POINT`` over 3 elements that 1-represents all three."""
    from privlearn.concepts import ConceptClass, point_functions
    from privlearn.dimensions import representation_alpha

    if not isinstance(answer, (set, frozenset, list, tuple)) or not set(answer) < {0, 1, 2} or not answer:
        return "not yet: give a non-empty proper subset of {0, 1, 2}"
    rows = point_functions(3).rows()
    value = representation_alpha(ConceptClass.from_matrix([rows[j] for j in sorted(answer)]), point_functions(3))
    return f"accepted: its value is {value}, and an error of at most 1 is no condition at all"


def judge_packing_success(answer: Any) -> str:
    """Judge a formula ``answer(databases, rows, exp_epsilon)`` for the best success on a packing."""
    from privlearn.mechanisms import optimal_failure

    if not callable(answer):
        return "not yet: give a function (databases, rows, exp_epsilon) -> Fraction"
    for count in (2, 3, 5):
        for rows in (0, 1, 2):
            for ratio in (Fraction(2), Fraction(3, 2)):
                distances = {(h, k): rows for h in range(count) for k in range(count) if h != k}
                tasks = [{(h, k): 1 for k in range(count) if k != h} for h in range(count)]
                best = 1 - optimal_failure(range(count), range(count), distances, ratio, tasks).value
                given = answer(count, rows, ratio)
                if given != best:
                    return f"not yet: {count} databases, {rows} rows, ratio {ratio}: the optimum is {best}, not {given}"
    return "accepted: equal to the certified optimum of all 18 programs"


def judge_two_point_formula(answer: Any) -> str:
    """Judge a formula ``answer(size, hits, exp_epsilon)`` for the probability of naming the target.

    The rest of the probability goes to the other targets evenly.  All constraints of the symmetric program are tried,
    then the failure is compared with the certified optimum.
    """
    from privlearn.exact.minimax import dominated_value, solve
    from privlearn.mechanisms.point_programs import two_point_program

    if not callable(answer):
        return "not yet: give a function (size, hits, exp_epsilon) -> Fraction"
    checked = 0
    for size, rows, ratio in ((3, 3, Fraction(2)), (4, 3, Fraction(2)), (8, 5, Fraction(3, 2)), (16, 4, Fraction(3))):
        good = [answer(size, hits, ratio) for hits in range(rows + 1)]
        if good[0] != Fraction(1, size - 1):
            return f"not yet: with no hit all {size - 1} targets look alike, so start with {Fraction(1, size - 1)}"
        point = (Fraction(1), Fraction(0), *(p for a in good[1:] for p in (a, 1 - a, Fraction(0))))
        program = two_point_program(size, rows, ratio, Fraction(3, 10))
        broken = [(i, j, r) for i, j, r in program.ratios if point[i] > r * point[j]]
        if broken or min(point) < 0:
            return f"not yet: {len(broken)} of {len(program.ratios)} constraints fail at T = {size}, m = {rows}"
        checked += len(program.ratios)
        if dominated_value(program, point) > solve(program).value:
            return f"not yet: all constraints hold at T = {size}, m = {rows}, but a better learner exists"
    return f"accepted: all {checked} constraints hold, and nothing on the family does better"
