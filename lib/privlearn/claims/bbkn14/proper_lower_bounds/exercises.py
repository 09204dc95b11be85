"""Judges of the exercises on the page proper-lower-bounds."""

from fractions import Fraction

from privlearn.claims.answers import answered
from privlearn.concepts import ConceptClass, point_functions, projective_plane_lines
from privlearn.dimensions.representation import is_alpha_minimal, representation_alpha
from privlearn.exact import solve
from privlearn.exact.minimax import dominated_value
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
    """Judge a formula ``answer(databases, rows, exp_epsilon)`` for the best success on a packing."""
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


@answered
def judge_two_point_formula(answer) -> str:
    """Judge a formula ``answer(size, hits, exp_epsilon)`` for the probability of naming the target.

    The rest of the probability goes to the other targets evenly.  All constraints of the symmetric program are tried,
    then the failure is compared with the certified optimum.
    """
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
