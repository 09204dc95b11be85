"""Judges of the exercises on the page proper-lower-bounds."""

from fractions import Fraction
from itertools import combinations

from privlearn.claims.answers import answered, is_exact
from privlearn.concepts import ConceptClass, point_functions, projective_plane_lines
from privlearn.dimensions.representation import is_alpha_minimal, representation_alpha
from privlearn.exact import solve
from privlearn.mechanisms.optima import optimal_failure, two_point_program


@answered
def judge_minimal_alpha(answer) -> str:
    """Judge an alpha for which the lines of the Fano plane are alpha-minimal for the points of 7 elements."""
    if isinstance(answer, bool) or not isinstance(answer, (int, Fraction)):
        return "not yet: give an integer or a Fraction"
    lines, points = projective_plane_lines(2), point_functions(7)
    if is_alpha_minimal(lines, points, answer):
        return f"accepted: all 7 lines together {answer}-represent the points, and no 6 of them do"
    if representation_alpha(lines, points) > answer:
        return f"not yet: the lines do not even {answer}-represent the points"
    return f"not yet: at {answer} some line can be left out"


@answered
def judge_subset_at_one(answer) -> str:
    """Judge a proper subset of the three points of ``POINT`` over 3 elements that 1-represents all three."""
    if not isinstance(answer, (set, frozenset, list, tuple)) or len(answer) not in (1, 2) or not all(
            type(j) is int and 0 <= j <= 2 for j in answer):
        return "not yet: give a non-empty proper subset of {0, 1, 2}"
    rows = point_functions(3).rows()
    value = representation_alpha(ConceptClass.from_matrix([rows[j] for j in sorted(answer)]), point_functions(3))
    return f"accepted: its value is {value}, and an error of at most 1 is no condition at all"


@answered
def judge_packing_success(answer) -> str:
    """Judge a formula ``answer(databases, rows, exp_epsilon)`` for the best success of two names on a packing."""
    if not callable(answer):
        return "not yet: give a function (databases, rows, exp_epsilon) -> Fraction"
    for count in (2, 3, 4):
        for rows in (0, 1, 2):
            for ratio in (Fraction(2), Fraction(3, 2)):
                databases = [((h, 1),) for h in range(count)]
                distances = {(left, right): rows for left in databases for right in databases if left != right}
                twos = list(combinations(range(count), 2))
                tasks = [{(databases[h], two): 1 for two in twos if h not in two} for h in range(count)]
                best = 1 - optimal_failure(databases, twos, distances, ratio, tasks).value
                given = answer(count, rows, ratio)
                if given != best:
                    return f"not yet: {count} databases, {rows} rows, ratio {ratio}: the optimum is {best}, not {given}"
    return "accepted: equal to the certified optimum of all 18 programs"


@answered
def judge_two_point_failure(answer) -> str:
    """Judge the least failure on the two-point family with T = 5, m = 2, ratio 3 and a target of mass 1/4."""
    if not is_exact(answer):
        return "not yet: give a Fraction"
    least = solve(two_point_program(5, 2, Fraction(3), Fraction(1, 4))).value
    if answer != least:
        return f"not yet: {'some learner fails less often' if answer > least else 'no learner is that good'}"
    return f"accepted: {least}, the certified optimum of the program"
