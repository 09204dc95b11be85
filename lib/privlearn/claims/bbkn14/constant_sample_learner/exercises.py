"""Judges of the exercises on the page constant-sample-learner."""

from fractions import Fraction

from privlearn.claims.answers import answered
from privlearn.laws import choice, uniform
from privlearn.learners.points import improper_point_learner, improper_rates, worst_point_ratio
from privlearn.mechanisms import all_databases, audit_pure, replace_one, starred
from privlearn.mechanisms.neighbours import hamming_distance


@answered
def judge_smallest_rows(answer) -> str:
    """Judge the least n with ``(1 - alpha/2)^n <= 1/4`` at alpha = 1/10."""
    if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer <= 1000:
        return "not yet: give an integer from 0 to 1000"
    if 4 * 19**answer > 20**answer:
        return f"not yet: {answer} rows miss the target with probability {float(Fraction(19, 20) ** answer):.4f}"
    if answer and 4 * 19 ** (answer - 1) <= 20 ** (answer - 1):
        return f"not yet: {answer - 1} rows are enough as well"
    return f"accepted: missed with probability {float(Fraction(19, 20)**answer):.4f}"


@answered
def judge_worst_pair(answer) -> str:
    """Judge ``(left, right, hypothesis)`` that attain A2's worst ratio for 3 points, 4 rows and alpha = 1/4."""
    if not isinstance(answer, tuple) or len(answer) != 3 or any(
            not isinstance(database, tuple) or len(database) != 4 for database in answer[:2]):
        return "not yet: give (left, right, hypothesis), two tuples of 4 rows and a tuple of 3 bits"
    left, right, outcome = answer
    if hamming_distance(left, right) != 1:
        return f"not yet: neighbours differ in one row, these in {hamming_distance(left, right)}"
    p, q = (improper_point_learner(database, size=3, alpha=Fraction(1, 4)).exact().get(outcome, Fraction(0))
            for database in (left, right))
    if not q:
        return "not yet: the hypothesis must be a tuple of 3 bits, or None"
    worst = worst_point_ratio(3, 4, **improper_rates(Fraction(1, 4))).exp_epsilon
    if p / q < worst:
        return f"not yet: ratio {float(p / q):.4f}, and some pair has more"
    return f"accepted: ratio {p / q} = {float(p / q):.4f}, the largest"


@answered
def judge_starred_ratio(answer) -> str:
    """Judge the exact ratio of randomised response (truth 4/5, star answered by a fair coin) starred at 1/2."""
    if isinstance(answer, bool) or not isinstance(answer, (int, Fraction)):
        return "not yet: give the ratio as a Fraction"
    answers = {bit: choice({bit: Fraction(4, 5), 1 - bit: Fraction(1, 5)}) for bit in (0, 1)}
    told = answers | {None: uniform((0, 1))}
    mechanism = starred(lambda rows: told[rows[0]], Fraction(1, 2))
    found = audit_pure(mechanism, all_databases([None, 0, 1], 1), replace_one)
    if answer != found.exp_epsilon:
        return f"not yet: the audit finds a ratio that is {'larger' if found.exp_epsilon > answer else 'smaller'}"
    left, right, outcome = found.witness
    return f"accepted: attained by the databases {left} and {right} at the answer {outcome}"
