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
                databases = [((h, 1),) for h in range(count)]
                distances = {(left, right): rows for left in databases for right in databases if left != right}
                tasks = [{(databases[h], k): 1 for k in range(count) if k != h} for h in range(count)]
                best = 1 - optimal_failure(databases, range(count), distances, ratio, tasks).value
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


def judge_two_subsets(answer: Any) -> str:
    """Judge the game of the pairs of 5 hypotheses as 10 points, for the point whose pair is the first two hypotheses.

    Parameters
    ----------
    answer : (mixture, distribution)
        5 probabilities of the hypotheses and 10 of the points, as Fractions.
    """
    from privlearn.concepts import subset_layer
    from privlearn.dimensions import RepresentationGame, is_representation_game

    if not isinstance(answer, tuple) or len(answer) != 2 or [len(part) for part in answer] != [5, 10]:
        return "not yet: give a tuple of 5 probabilities and a tuple of 10"
    if any(isinstance(p, float) for part in answer for p in part):
        return "not yet: give integers or Fractions, not floats"
    layer, target = subset_layer(5, 2), (1,) + (0,) * 9
    mixture, distribution = (tuple(map(Fraction, part)) for part in answer)
    rows = layer.rows()
    miss = max(sum((p for p, row in zip(mixture, rows, strict=True) if row[x] != target[x]), Fraction(0))
               for x in range(10))
    if not is_representation_game(RepresentationGame(miss, mixture, distribution), layer, target):
        return f"not yet: the mixture misses a point with probability {miss}; the distribution does not prove that best"
    return f"accepted: both prove the value {miss}"


def judge_smallest_rows_for_sixteen_points(answer: Any) -> str:
    """Judge the least m for POINT over 16 points, e^epsilon = 4, mass of the target 1/4, failure at most 1/10."""
    from math import comb

    if isinstance(answer, bool) or not isinstance(answer, int) or not 1 <= answer <= 500:
        return "not yet: give an integer from 1 to 500"

    def failure(rows: int) -> Fraction:
        seen = (Fraction(comb(rows, k) * 3 ** (rows - k), 4**rows) for k in range(rows + 1))
        return 1 - sum((p / (1 + Fraction(1, 2**rows) + Fraction(14, 2**k)) for k, p in enumerate(seen)), Fraction(0))

    if failure(answer) > Fraction(1, 10):
        return f"not yet: with {answer} rows the failure is {float(failure(answer)):.4f}"
    if failure(answer - 1) <= Fraction(1, 10):
        return f"not yet: {answer - 1} rows are enough as well"
    return f"accepted: failure {float(failure(answer)):.4f}, and {float(failure(answer - 1)):.4f} with one row fewer"


def judge_outside_count(answer: Any) -> str:
    """Judge ``answer(size, database) -> int``, the number of concepts outside the sample that mends the sampler."""
    from privlearn.concepts import point_functions
    from privlearn.mechanisms import exponential_learner, labelled_rows, multiset_databases, point_learner

    if not callable(answer):
        return "not yet: give a function (size, database) -> number of concepts outside the sample"
    sampler = point_learner(4, Fraction(9, 4), outside=answer)
    listed = exponential_learner(point_functions(4), Fraction(9, 4))
    databases = multiset_databases(labelled_rows(4), 3)
    for database in databases:
        if sampler(database).exact() != listed(database).exact():
            return f"not yet: on {database} the law differs from the exponential mechanism's"
    return f"accepted: the same law on all {len(databases)} databases"


def judge_superfluous_zero(answer: Any) -> str:
    """Judge ``(size, alpha)`` for which points and the zero function are no alpha-minimal class for themselves."""
    from privlearn.concepts import ConceptClass, point_functions
    from privlearn.dimensions import representation_alpha

    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], int) or not 1 <= answer[0] <= 40:
        return "not yet: give (number of points, alpha), at most 40 points"
    size, alpha = answer
    if not isinstance(alpha, Fraction) or not 0 < alpha < 1:
        return "not yet: give alpha as a Fraction between 0 and 1"
    points = point_functions(size)
    value = representation_alpha(points, points.union(ConceptClass.from_matrix([[0] * size])))
    if value > alpha:
        return f"not yet: without the zero function the class has value {value}, more than {alpha}"
    return f"accepted: without the zero function the class still {value}-represents all {size + 1} concepts"


def judge_five_for_eight(answer: Any) -> str:
    """Judge two witnesses for POINT over 8 points: 5 hypotheses with value at most 3/7, and why 4 never do.

    Parameters
    ----------
    answer : (rows, chains)
        5 rows of 8 bits; a list of at most 7 chains of subsets of {0, 1, 2, 3}, each a list of sets that grow, which
        together hold all 16 subsets (so two of any 8 columns are comparable).
    """
    from privlearn.concepts import ConceptClass, point_functions
    from privlearn.dimensions import representation_alpha

    if not isinstance(answer, tuple) or len(answer) != 2 or not all(isinstance(part, list) for part in answer):
        return "not yet: give a list of 5 rows and a list of chains"
    rows, chains = answer
    if len(rows) != 5 or any(len(row) != 8 for row in rows):
        return "not yet: the table needs 5 rows of 8 bits"
    value = representation_alpha(ConceptClass.from_matrix(rows), point_functions(8))
    if value > Fraction(3, 7):
        return f"not yet: the table has value {value}"
    growing = all(set(a) < set(b) for chain in chains for a, b in zip(chain, chain[1:], strict=False))
    if not growing or len({frozenset(s) for chain in chains for s in chain if set(s) <= {0, 1, 2, 3}}) != 16:
        return "not yet: the chains must grow and hold every subset of {0, 1, 2, 3}"
    if len(chains) > 7:
        return f"not yet: with {len(chains)} chains, 8 columns could lie on different ones"
    return f"accepted: value {value}, and on {len(chains)} chains two of any 8 columns are comparable"
