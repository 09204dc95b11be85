"""Judges of the exercises on the page proper-lower-bounds."""

from fractions import Fraction
from itertools import combinations

from privlearn.checking import supplied
from privlearn.concepts import ConceptClass, point_functions
from privlearn.dimensions.representation import representation_alpha
from privlearn.exact import solve
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.mechanisms.optima import optimal_failure, two_point_program

LINES = [{i, (i + 1) % 7, (i + 3) % 7} for i in range(7)]  # of the Fano plane; turning the points turns the lines


def _is_law(law) -> bool:
    return (isinstance(law, (tuple, list)) and len(law) == 7 and all(is_exact(p) and p >= 0 for p in law)
            and sum(law) == 1)


@asked("Prove by a mixture and a distribution that the lines of the Fano plane are minimal.",
       level=2, minutes=25, library="representation_game")
@answered
def judge_minimal_alpha(answer) -> str:
    """Judge ``(alpha, mixture, distribution)``: that the lines of the Fano plane are alpha-minimal, for the point 0.

    The mixture of lines errs with probability alpha at most at every point; on the distribution every line but the
    first errs more often than that.
    """
    if not isinstance(answer, tuple) or len(answer) != 3 or not (is_exact(answer[0]) and all(map(_is_law, answer[1:]))):
        return "not yet: give (alpha, seven weights of lines, seven of points), exact, each seven with sum 1"
    alpha, mixture, distribution = answer
    for x in range(7):
        miss = sum(p for p, line in zip(mixture, LINES, strict=True) if (x in line) != (x == 0))
        if miss > alpha:
            return f"not yet: the mixture is wrong at the point {x} with probability {miss}"
    for i, line in enumerate(LINES[1:], 1):
        error = sum(p for x, p in enumerate(distribution) if (x in line) != (x == 0))
        if error <= alpha:
            return f"not yet: the mixture is good, but line {i} has error {error} on the distribution, not above alpha"
    return f"accepted: the lines {alpha}-represent the points, and without a line through it a point is lost"


@asked("Leave out points at an error of 1, and show that this ends below 1.", level=1, minutes=10)
@answered
def judge_subset_at_one(answer) -> str:
    """Judge ``(set, target, distribution)``: points that 1-represent all three, and why that ends below 1."""
    if not isinstance(answer, tuple) or len(answer) != 3:
        return "not yet: give (set of points, point left out, three weights)"
    kept, target, law = answer
    if not isinstance(kept, (set, frozenset, list, tuple)) or len(kept) not in (1, 2) or not all(
            type(j) is int and 0 <= j <= 2 for j in kept):
        return "not yet: give a non-empty proper subset of {0, 1, 2}"
    if type(target) is not int or target not in {0, 1, 2} - {*kept}:
        return "not yet: the second entry is a point that the set leaves out"
    if len(law) != 3 or not all(is_exact(p) and p >= 0 for p in law) or sum(law) != 1:
        return "not yet: the weights are three exact numbers with sum 1"
    points = point_functions(3)
    value = representation_alpha(ConceptClass.from_matrix([points.rows()[j] for j in kept]), points)
    least = min(law[j] + law[target] for j in kept)
    if least < 1:
        return f"not yet: on these weights one of the functions kept has error {least}, below 1"
    return f"accepted: the value is {value}; an error of at most 1 is no condition, and any smaller alpha is one"


@asked("Give the best success of a mechanism that may name two hypotheses, as a function.",
       level=3, minutes=30, library="optimal_failure")
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


@asked("Compute the least failure on the two-point family as a function of points, rows and ratio.",
       level=2, minutes=25, library="two_point_failure")
@answered
def judge_two_point_failure(answer) -> str:
    """Judge ``answer(T, m, ratio)``, the least failure on the two-point family with a target of mass 1/4."""
    if not callable(answer):
        return "not yet: give a function (points, rows, exp_epsilon) -> failure"
    for size, rows, ratio in ((5, 2, "3"), (3, 1, "2"), (4, 3, "2"), (9, 0, "3"), (6, 4, "3/2")):
        case = size, rows, Fraction(ratio)
        least, given = solve(two_point_program(*case, Fraction(1, 4))).value, answer(*case)
        what = "T = {}, m = {}, ratio {}".format(*case)
        if not is_exact(given):
            return f"not yet: for {what} give a Fraction"
        if given != least:
            side = "some learner fails less often" if given > least else "no learner is that good"
            return f"not yet: for {what} {side}"
    return f"accepted: the certified optima of five programs; T = 5, m = 2, ratio 3 gives {answer(5, 2, Fraction(3))}"


@asked("Find parameters with which a learner attains the bound of the theorem.", level=1, minutes=15)
@answered
def judge_bound_attained(answer) -> str:
    """Judge parts of an instance of the proof on which its conclusion is an equality."""
    return supplied.tight("BBKN14-3.6", "conclusion", answer)
