"""Judges of the exercises on the page one-way-protocols."""

from fractions import Fraction
from math import comb

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn

CHAIN = ((0, 0), (0, 1), (1, 1))


@asked("Give a private-coin protocol with error 1/3 for three concepts, and show that less is impossible.",
       level=3, minutes=35, library="chain_protocol")
@answered
def judge_two_private_messages(answer) -> str:
    """Judge a two-message private-coin protocol for the concepts 00, 01, 11 with error 1/3, and why not less.

    Parameters
    ----------
    answer : (alice, bob, middle)
        ``alice[f]`` is the probability of message 1 for the f-th concept, ``bob[s]`` the probabilities of the answer 1
        at the two points after message s; ``middle(e)`` returns the least and the largest place of the concept 01 that
        the two points allow at error e, when the other two concepts sit at the ends.
    """
    if not isinstance(answer, tuple) or len(answer) != 3 or not callable(answer[2]):
        return "not yet: give three numbers for Alice, two pairs for Bob, and a function error -> (low, high)"
    alice, bob, middle = answer
    if len(alice) != 3 or [len(chances) for chances in bob] != [2, 2]:
        return "not yet: give three numbers for Alice and two pairs for Bob"
    numbers = [*alice, *bob[0], *bob[1]]
    if not all(is_exact(p) and 0 <= p <= 1 for p in numbers):
        return "not yet: give integers or Fractions between 0 and 1, not floats"
    wrong = {(f, x): abs(bit - (1 - place) * bob[0][x] - place * bob[1][x])
             for f, (place, row) in enumerate(zip(alice, CHAIN, strict=True)) for x, bit in enumerate(row)}
    cell = max(wrong, key=lambda key: wrong[key])
    if wrong[cell] > Fraction(1, 3):
        return f"not yet: at concept {CHAIN[cell[0]]}, point {cell[1]} the error is {wrong[cell]}"
    for e in (Fraction(n, 40) for n in range(1, 20)):
        if tuple(middle(e)) != (1 - e / (1 - e), e / (1 - e)):
            return f"not yet: the protocol is right; at error {e} the places of 01 have other limits than {middle(e)}"
    return "accepted: error 1/3, and below 1/3 the least place would exceed the largest"


def instance_least_copies(seed: int) -> Fraction:
    """Return the error wanted, 1/3 for seed 0."""
    return drawn(seed, (Fraction(1, 3), *(Fraction(k, 60) for k in range(12, 24) if k != 20)))[0]


@asked("Find the least odd number of copies for a wanted error, with the exact errors on both sides.",
       level=1, minutes=15, library="least_copies")
@answered
def judge_least_copies(answer, seed: int = 0) -> str:
    """Judge the least odd number of copies whose majority turns the error 7/16 into a wanted one, with both errors."""
    def tail(m: int) -> Fraction:
        return Fraction(sum(comb(m, j) * 7**j * 9 ** (m - j) for j in range(m // 2 + 1, m + 1)), 16**m)

    return least_with_proof(answer, tail, instance_least_copies(seed), most=199, what="copies", first=1, step=2)
