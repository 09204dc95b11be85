"""Judges of the exercises on the page equivalence-applications."""

from fractions import Fraction
from itertools import product
from math import comb

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn

START = Fraction(15, 64)


def _majority(error: Fraction, copies: int) -> Fraction:
    return sum((comb(copies, i) * error**i * (1 - error) ** (copies - i) for i in range(copies // 2 + 1, copies + 1)),
               Fraction(0))


def instance_boosting_copies(seed: int) -> Fraction:
    """Return the error to begin with, 15/64 for seed 0."""
    return drawn(seed, (START, *(Fraction(k, 64) for k in range(5, 22) if k != 15)))[0]


@asked("Find how many copies a boosted protocol needs, with the exact errors on both sides.",
       level=1, minutes=10, library="least_copies")
@answered
def judge_boosting_copies(answer, seed: int = 0) -> str:
    """Judge the least odd number of copies from one error to (1/64)(1/64), with the errors for it and two fewer."""
    start = instance_boosting_copies(seed)
    return least_with_proof(answer, lambda copies: _majority(start, copies), Fraction(1, 4096), most=199, what="copies",
                            first=1, step=2)


@asked("Find four vectors under which any two words have equal hashes seldom enough.", level=2, minutes=20)
@answered
def judge_hash_list(answer) -> str:
    """Judge a list of at most four 3-bit vectors under which equality by one hash errs with at most 5/8."""
    if not isinstance(answer, (tuple, list)) or not answer or any(
            not is_exact(row) or row != int(row) or not 0 <= row < 8 for row in answer):
        return "not yet: give a tuple of integers from 0 to 7, the vectors"
    if len(answer) > 4:
        return f"not yet: {len(answer)} strings; four are enough"
    wrong = {z: sum((int(row) & z).bit_count() % 2 == 0 for row in answer) for z in range(1, 8)}
    worst = max(wrong, key=lambda z: wrong[z])
    if Fraction(wrong[worst], len(answer)) > Fraction(5, 8):
        return f"not yet: points that differ by {worst:03b} agree under {wrong[worst]} of {len(answer)} strings"
    return f"accepted: two different points agree under at most {wrong[worst]} of {len(answer)} strings"


@asked("Show by hand that two links between measures fail: a protocol and a list of pairs.", level=3, minutes=30)
@answered
def judge_t3_links(answer) -> str:
    """Judge ``(alice, bob, pairs)``: T3 with two private messages at error 1/3, and random pairs at (1/3, 1/3)."""
    concepts = ((0, 0), (0, 1), (1, 1))
    if not isinstance(answer, tuple) or len(answer) != 3:
        return "not yet: give (alice, bob, pairs)"
    alice, bob, pairs = answer
    if any(len(rows) != n or any(len(row) != 2 or not all(is_exact(q) and 0 <= q <= 1 for q in row) for row in rows)
           for rows, n in ((alice, 3), (bob, 2))):
        return "not yet: alice has three rows of two probabilities, bob two, exact numbers from 0 to 1"
    if any(sum(row) != 1 for row in alice):
        return "not yet: each of Alice's rows sums to 1"
    for f, row in zip(concepts, alice, strict=True):
        for x in (0, 1):
            says = sum((Fraction(p) * Fraction(q[x]) for p, q in zip(row, bob, strict=True)), Fraction(0))
            if abs(says - f[x]) > Fraction(1, 3):
                return f"not yet: for {f} at point {x} Bob errs with probability {abs(says - f[x])}"
    functions = set(product((0, 1), repeat=2))
    if any(len(pair) != 2 or not set(pair) <= functions for pair in pairs) or not pairs:
        return "not yet: pairs is a non-empty list of pairs of functions on two points, equally likely"
    for f in concepts:
        if Fraction(sum(f not in pair for pair in pairs), len(pairs)) > Fraction(1, 3):
            return f"not yet: with both points equally likely, the pairs miss {f} with probability above 1/3"
    return "accepted: two messages and pairs do what the two links would forbid"


def instance_largest_beta(seed: int) -> Fraction:
    """Return the error allowed, 1/9 for seed 0."""
    return drawn(seed, (Fraction(1, 9), *(Fraction(1, k) for k in (3, 4, 5, 6, 7, 10, 11, 12, 13))))[0]


@asked("Find the largest failure with which a representation still becomes a good protocol.", level=1, minutes=10)
@answered
def judge_largest_beta(answer, seed: int = 0) -> str:
    """Judge the largest beta with which (1/16, beta) becomes a protocol of a wanted error."""
    goal = instance_largest_beta(seed)
    if not is_exact(answer) or not 0 <= answer <= 1:
        return "not yet: give an exact number from 0 to 1"
    error = 1 - Fraction(15, 16) * (1 - Fraction(answer))
    if error > goal:
        return f"not yet: the protocol errs with {error}, more than {goal}"
    if error < goal:
        return f"not yet: the protocol errs with {error}; there is room"
    return f"accepted: 1/16 + {answer} - {Fraction(answer) / 16} = {goal}"
