"""Judges of the exercises on the page constant-sample-learner."""

from fractions import Fraction
from functools import partial
from itertools import product

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn
from privlearn.laws import Law, choice, uniform
from privlearn.learners.points import improper_point_learner, improper_rates, worst_point_ratio
from privlearn.mechanisms import all_databases, audit_pure, replace_one, starred
from privlearn.mechanisms.neighbours import hamming_distance


def instance_smallest_rows(seed: int) -> Fraction:
    """Return alpha, 1/10 for seed 0."""
    return drawn(seed, (Fraction(1, 10), *(Fraction(1, k) for k in range(4, 30) if k != 10)))[0]


@asked("Find how many rows the first step of the proof needs, with the exact powers on both sides.", level=1, minutes=5)
@answered
def judge_smallest_rows(answer, seed: int = 0) -> str:
    """Judge the least n with ``(1 - alpha/2)^n <= 1/4``, with the powers for n and n - 1."""
    seen = 1 - instance_smallest_rows(seed) / 2
    return least_with_proof(answer, lambda rows: seen**rows, Fraction(1, 4), most=200, what="rows")


@asked("Find the two neighbouring databases that the improper learner tells apart best.",
       level=2, minutes=20, library="worst_point_ratio")
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


def _told(laws: dict, rows: tuple) -> Law:
    return laws[rows[0]]


@asked("Give the exact ratio of a starred randomised response as a function of truth and rate.",
       level=1, minutes=15, library="audit_pure")
@answered
def judge_starred_ratio(answer) -> str:
    """Judge ``answer(truth, keep)``, the exact ratio of randomised response, a star answered by a fair coin."""
    if not callable(answer):
        return "not yet: give a function (truth, keep) -> ratio"
    for truth, keep in product(*(map(Fraction, of) for of in (("4/5", "2/3", "9/10"), ("1/2", "1/3", "3/4")))):
        told = {bit: choice({bit: truth, 1 - bit: 1 - truth}) for bit in (0, 1)} | {None: uniform((0, 1))}
        mechanism = starred(partial(_told, told), keep)
        found, given = audit_pure(mechanism, all_databases([None, 0, 1], 1), replace_one), answer(truth, keep)
        if not is_exact(given) or given != found.exp_epsilon:
            left, right, outcome = found.witness
            return (f"not yet: for truth {truth} and keep {keep} the audit finds another ratio, at the databases "
                    f"{left} and {right} and the answer {outcome}")
    return f"accepted: as audited for nine pairs; the exercise's ratio is {answer(Fraction(4, 5), Fraction(1, 2))}"
