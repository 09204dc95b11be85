"""Judges of the exercises on the page privacy."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.claims.answers import answered, is_exact
from privlearn.exact.rationals import Number
from privlearn.laws import Law, choice, uniform
from privlearn.mechanisms import audit_approximate, audit_pure, randomised_response, refutes_pure, replace_one

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")
TARGET = "Dora"
LONGEST_ATTACK = 100
PRIOR, HIGHEST = Fraction(1, 10), Fraction(1, 3)  # what is believed before an answer, and at most after it
ONE_BIT = ((0,), (1,))
RATIO, DELTA = Fraction(2), Fraction(1, 10)


@answered
def judge_differences(answer: Any) -> str:
    """Judge an attack by counts over exactly four of the eight patients, on all 256 tables.

    Parameters
    ----------
    answer : list of (coefficient, four names)
        The coefficients times the counts must sum to the bit of ``TARGET``, whatever the bits are.
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
    for table in product((0, 1), repeat=len(NAMES)):
        ill = dict(zip(NAMES, table, strict=True))
        found = sum(coefficient * sum(ill[name] for name in four) for coefficient, four in answer)
        if found != ill[TARGET]:
            who = " and ".join(name for name in NAMES if ill[name]) or "nobody"
            return f"not yet: where {who} is ill, the counts give {found} for {TARGET}, not {ill[TARGET]}"
    return f"accepted: on all 256 tables {len(answer)} counts over four patients give the bit of {TARGET}"


@answered
def judge_truth(answer: Any) -> str:
    """Judge the largest probability of the truth at which no answer lifts a belief of 1/10 above 1/3."""
    if not is_exact(answer) or not Fraction(1, 2) <= answer < 1:
        return "not yet: give a Fraction of at least 1/2 and below 1"
    if _belief_after_yes(answer) > HIGHEST:
        return f"not yet: the answer 1 lifts the belief to {_belief_after_yes(answer)}"
    if _belief_after_yes(answer) < HIGHEST:
        return f"not yet: the belief stays at {_belief_after_yes(answer)} or below; the truth could be told more often"
    return f"accepted: odds of 1 to 9 become at most 1 to 2, a ratio of {answer / (1 - answer)}"


def _belief_after_yes(truth: Number) -> Fraction:
    """Return what is believed of the bit 1 after randomised response has said 1."""
    on_zero, on_one = (randomised_response(truth)(database).exact()[(1,)] for database in ONE_BIT)
    return PRIOR * on_one / (PRIOR * on_one + (1 - PRIOR) * on_zero)


def noise_within_two(database: tuple[int, ...]) -> Law:
    """Return the law of the count of ones plus a number of -2, ..., 2, all equally likely."""
    return uniform(range(-2, 3)).map(lambda noise: sum(database) + noise)


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
