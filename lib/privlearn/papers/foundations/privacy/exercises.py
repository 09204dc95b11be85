"""Judges of the exercises on the page privacy."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.exact.rationals import Number
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn
from privlearn.laws import Law, choice, uniform
from privlearn.mechanisms import audit_approximate, audit_pure, randomised_response, refutes_pure, replace_one

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
LONGEST_ATTACK = 100
ONE_BIT = ((0,), (1,))
RATIO, DELTA = Fraction(2), Fraction(1, 10)


def instance_differences(seed: int) -> str:
    """Return whose bit is asked for, Dora's for seed 0."""
    return drawn(seed, ("Dora", *(name for name in NAMES if name != "Dora")))[0]


@asked("Combine counts over exactly four of eight patients so that they give one patient's bit.", level=2, minutes=15)
@answered
def judge_differences(answer: Any, seed: int = 0) -> str:
    """Judge an attack by counts over exactly four of the eight patients, on all 256 tables.

    Parameters
    ----------
    answer : list of (coefficient, four names)
        The coefficients times the counts must sum to the bit of the patient of this seed, whatever the bits are.
    """
    if not isinstance(answer, (list, tuple)) or not 0 < len(answer) <= LONGEST_ATTACK:
        return f"not yet: give a list of at most {LONGEST_ATTACK} pairs (coefficient, four names)"
    for pair in answer:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not is_exact(pair[0]):
            return "not yet: give pairs (coefficient, four names), each coefficient an int or a Fraction"
        if not isinstance(pair[1], (list, tuple, set, frozenset)) or len(pair[1]) != 4:
            return "not yet: each question is about exactly four patients"
        if len(set(pair[1]) & set(NAMES)) != 4:
            return f"not yet: name four different ones of {', '.join(NAMES)}"
    target = instance_differences(seed)
    for table in product((0, 1), repeat=len(NAMES)):
        ill = dict(zip(NAMES, table, strict=True))
        found = sum(coefficient * sum(ill[name] for name in four) for coefficient, four in answer)
        if found != ill[target]:
            who = " and ".join(name for name in NAMES if ill[name]) or "nobody"
            return f"not yet: where {who} is ill, the counts give {found} for {target}, not {ill[target]}"
    return f"accepted: on all 256 tables {len(answer)} counts over four patients give the bit of {target}"


@asked("Find how often randomised response may tell the truth if a belief must not grow beyond a limit.",
       level=1, minutes=10)
@answered
def judge_truth(answer: Any) -> str:
    """Judge ``answer(before, most)``, the largest probability of the truth at which no belief grows beyond ``most``."""
    if not callable(answer):
        return "not yet: give a function (belief before, most after) -> probability of the truth"
    for before, most in product((Fraction(1, 10), Fraction(1, 4)), (Fraction(1, 3), Fraction(1, 2), Fraction(9, 10))):
        truth, case = answer(before, most), f"from {before} to at most {most}"
        if not is_exact(truth) or not Fraction(1, 2) <= truth < 1:
            return f"not yet: {case} give a Fraction of at least 1/2 and below 1"
        after = _belief_after_yes(before, truth)
        if after > most:
            return f"not yet: {case}: the answer 1 lifts the belief to {after}"
        if after < most:
            return f"not yet: {case}: the belief stays at {after} or below; the truth could be told more often"
    return f"accepted: in all six cases; from 1/10 to at most 1/3 it is {answer(Fraction(1, 10), Fraction(1, 3))}"


def _belief_after_yes(before: Fraction, truth: Number) -> Fraction:
    """Return what is believed of the bit 1 after randomised response has said 1."""
    on_zero, on_one = (randomised_response(truth)(database).exact()[(1,)] for database in ONE_BIT)
    return before * on_one / (before * on_one + (1 - before) * on_zero)


def noise_within_two(database: tuple[int, ...]) -> Law:
    """Return the law of the count of ones plus a number of -2, ..., 2, all equally likely."""
    return uniform(range(-2, 3)).map(lambda noise: sum(database) + noise)


@asked("Refute noise that is never above 2 by two neighbours and a published number.", level=1, minutes=5)
@answered
def judge_bounded_noise(answer: Any) -> str:
    """Judge a witness ``(left, right, outcome)`` that noise within two hides nothing with certainty.

    Left and right are neighbours of four bits each, and the outcome is possible on the left only.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        return "not yet: give (left, right, outcome)"
    left, right, outcome = answer
    for database in (left, right):
        if not isinstance(database, tuple) or len(database) != 4 or any(
                type(bit) is not int or bit not in (0, 1) for bit in database):
            return "not yet: left and right are tuples of four bits"
    if (left, right) not in replace_one([left, right]):
        return "not yet: left and right must differ in exactly one row"
    if type(outcome) is not int or outcome not in noise_within_two(left).exact():
        return "not yet: this outcome is not possible on the left"
    if outcome in noise_within_two(right).exact():
        return "not yet: this outcome is possible on both databases, and equally likely"
    refuted = refutes_pure((left, right, outcome), noise_within_two, 10**9)
    return f"{'accepted' if refuted else 'not yet'}: {outcome} proves that the table is not the right one"


@asked("Give a best mechanism for one bit with a ratio of 2 and a delta of 1/10.", level=2, minutes=15)
@answered
def judge_one_bit(answer: Any) -> str:
    """Judge the best mechanism for one bit with ratio 2 and delta 1/10, two laws on the outcomes 0 and 1.

    Being right with probability s on both bits takes ``s <= 2 (1 - s) + 1/10``, so no mechanism beats 7/10.
    """
    if not isinstance(answer, tuple) or len(answer) != 2 or not all(isinstance(law, Mapping) for law in answer):
        return "not yet: give two dicts, answer -> probability, for the bits 0 and 1"
    laws = [choice(law) for law in answer]
    tables = [law.exact() for law in laws]
    if not set().union(*tables) <= {0, 1}:
        return "not yet: the answers are 0 and 1"
    found = audit_approximate(lambda database: laws[database[0]], ONE_BIT, replace_one, RATIO)
    if found.delta > DELTA:
        return f"not yet: at ratio {RATIO} this needs delta {found.delta}, on the answers {sorted(found.witness[2])}"
    success = min(tables[bit].get(bit, Fraction(0)) for bit in (0, 1))
    if success < (RATIO + DELTA) / (1 + RATIO):
        return f"not yet: private, but right with probability {success} only"
    alone = audit_pure(lambda database: laws[database[0]], ONE_BIT, replace_one).exp_epsilon
    return f"accepted: right with probability {success}, the most there is; without delta the ratio would be {alone}"
