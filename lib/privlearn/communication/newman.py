"""Newman's theorem: a short list of coin strings in place of public coins.

Definitions
-----------
A public-coin protocol is a law over *coins*; once they are fixed, every input (concept, point) is answered rightly or
wrongly.  Its *mistakes* are a vector of bits, one for each input.  If the mean of the mistakes is at most e for every
input, then T independent strings of coins average to at most ``e + slack`` on *all* N inputs at once, except with
probability ``N exp(-2 slack^2 T)``; below 1 a good list exists.  Alice draws one of its T strings with coins of her own
and sends its number with her message: private coins, ``T k`` messages, and Bob uses no coins at all.

A list is never trusted because it was likely to be good: it is accepted if the exact average is small enough.

>>> union_bound_strings(64, Fraction(1, 72))
10780
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any

import numpy as np

from privlearn.communication.protocols import PrivateCoinProtocol, PublicCoinProtocol
from privlearn.concepts import ConceptClass
from privlearn.exact import as_integer, as_probability
from privlearn.exact.formulas import Value, floor, formula, ln
from privlearn.exact.rationals import Number, as_inner_probability

Draw = Callable[[np.random.Generator], Hashable]
Mistakes = Callable[[Any], np.ndarray]
Coins = tuple[Draw, Mistakes]


class NoList(ArithmeticError):
    """No list of strings passed the exact check; nothing is accepted in its place."""


@formula("rows", where=("inputs >= 1", "slack > 0"),
         tex={"inputs": "|C||X|", "ln(inputs)": r"\ln(|C||X|)", "slack": r"\eta"},
         corners={"inputs": (0, 4, 64, 65536, 1 << 40, 1),
                  "slack": (Fraction(1, 72), Fraction(1, 8), Fraction(1, 4), -1)},
         loose={"1": "strings come in whole numbers", "inputs >= 1": "without inputs there is nothing to err on"})
def union_bound_strings(inputs: int, slack: Value) -> Value:
    """Return the least T with ``inputs exp(-2 slack^2 T) < 1``.

    Parameters
    ----------
    inputs : int
        Number of inputs: concepts times points.
    slack : number above 0
        By how much the error may grow.

    Examples
    --------
    >>> union_bound_strings(2, Fraction(1, 2))
    2
    """
    return floor(ln(inputs) / (2 * slack**2)) + 1


def worst_average(strings: Sequence[Any], mistakes: Mistakes) -> Fraction:
    """Return the largest average of the mistakes over the strings, over all inputs, exactly.

    >>> worst_average((0, 1, 1), lambda coin: np.array([coin, 1 - coin]))
    Fraction(2, 3)
    """
    if not strings:
        raise ValueError("strings must not be empty")
    total = np.zeros(len(mistakes(strings[0])), dtype=np.int64)
    for string, times in _counts(strings).items():
        total += times * mistakes(string).astype(np.int64)
    return Fraction(int(total.max(initial=0)), len(strings))


def _counts(strings: Sequence[Any]) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for string in strings:
        counts[string] = counts.get(string, 0) + 1
    return counts


def fixed_strings(coins: Coins, strings: int, target: Number, *, seed: int, tries: int = 50) -> tuple[Any, ...]:
    """Return a list of coin strings whose exact worst average is at most ``target``.

    Parameters
    ----------
    coins : (draw, mistakes)
        See :func:`protocol_coins` and :func:`hash_coins_of_equality`.
    strings : int
        Length of the list.
    target : number
        Error allowed, for example the protocol's error plus a slack.
    seed : int
        The list is a function of the arguments.
    tries : int

    Raises
    ------
    NoList
        If none of the lists drawn passes.

    Examples
    --------
    >>> coins = hash_coins_of_equality(2, 1)
    >>> worst_average(fixed_strings(coins, 8, Fraction(1, 2), seed=1), coins[1]) <= Fraction(1, 2)
    True
    """
    draw, mistakes = coins
    goal, count = as_probability(target, "target"), as_integer(strings, "strings", least=1)
    rng = np.random.default_rng(seed)
    for _ in range(as_integer(tries, "tries", least=1)):
        found = tuple(draw(rng) for _ in range(count))
        if worst_average(found, mistakes) <= goal:
            return found
    raise NoList(f"none of {tries} lists of {count} strings has error at most {goal}")


def greedy_strings(coins: Coins, most: int, target: Number, *, seed: int, candidates: int = 64) -> tuple[Any, ...]:
    """Return a list that grows string by string, each chosen among some drawn ones to even out the mistakes.

    The choice is guided by a potential; the list is returned as soon as its exact worst average is at most ``target``.

    Raises
    ------
    NoList
        If that does not happen within ``most`` strings.

    Examples
    --------
    >>> sorted(greedy_strings(hash_coins_of_equality(2, 1), 9, Fraction(1, 3), seed=1))
    [(1,), (2,), (3,)]
    """
    draw, mistakes = coins
    goal, rng = as_probability(target, "target"), np.random.default_rng(seed)
    as_integer(candidates, "candidates", least=1)
    chosen: list[Any] = []
    total: np.ndarray | None = None
    for length in range(1, as_integer(most, "most", least=1) + 1):
        drawn = [draw(rng) for _ in range(candidates)]
        grown = [np.asarray(mistakes(one), dtype=np.int64) + (0 if total is None else total) for one in drawn]
        best = min(range(candidates), key=lambda i: (float(np.exp2(1.5 * (grown[i] - float(goal) * length)).sum()), i))
        chosen.append(drawn[best])
        total = grown[best]
        if Fraction(int(total.max(initial=0)), length) <= goal:
            return tuple(chosen)
    raise NoList(f"no list of up to {most} strings has error at most {goal}")


def protocol_coins(protocol: PublicCoinProtocol, concepts: ConceptClass) -> Coins:
    """Return the coins of a protocol: strings are numbers of branches, inputs run over concepts, then points.

    >>> always_one = PublicCoinProtocol(((Fraction(1), (0, 0), ((1, 1),)),))
    >>> draw, mistakes = protocol_coins(always_one, ConceptClass.from_matrix([[0, 1], [1, 1]]))
    >>> mistakes(0).tolist()
    [1, 0, 0, 0]
    """
    scale = lcm(*(weight.denominator for weight, _, _ in protocol.branches))
    ends = list(accumulate(int(weight * scale) for weight, _, _ in protocol.branches))
    truth = np.array(concepts.rows(), dtype=np.uint8)
    wrong = [(np.array([bob[message] for message in alice], dtype=np.uint8) ^ truth).ravel()
             for _, alice, bob in protocol.branches]

    def draw(rng: np.random.Generator) -> int:
        ticket = int(rng.integers(scale))
        return next(i for i, end in enumerate(ends) if ticket < end)

    return draw, lambda branch: wrong[branch]


def hash_coins_of_equality(bits: int, hashes: int) -> Coins:
    """Return the coins of equality by inner products: strings are matrices, inputs the differences ``x ^ y``.

    A mistake is a non-zero difference with key 0; the answer for equal points is always right.

    >>> draw, mistakes = hash_coins_of_equality(2, 1)
    >>> mistakes((1,)).tolist()  # the row 01 sends the difference 10 to 0, but not 01 and 11
    [0, 1, 0]
    """
    b, j = as_integer(bits, "bits", least=1, most=16), as_integer(hashes, "hashes", least=1)
    differences = np.arange(1, 1 << b, dtype=np.uint32)

    def draw(rng: np.random.Generator) -> tuple[int, ...]:
        return tuple(int(row) for row in rng.integers(1 << b, size=j))

    def mistakes(matrix: tuple[int, ...]) -> np.ndarray:
        wrong = np.ones(len(differences), dtype=bool)
        for row in matrix:
            wrong &= np.bitwise_count(differences & np.uint32(row)) % 2 == 0
        return wrong.astype(np.uint8)

    return draw, mistakes


def newman_protocol(protocol: PublicCoinProtocol, strings: Sequence[int]) -> PrivateCoinProtocol:
    """Return the private-coin protocol of a list of branches: Alice draws one and sends its place and her message.

    Message ``t k + s`` means: string t of the list, message s.  Bob has no coins.

    Examples
    --------
    >>> from privlearn.communication.protocols import deterministic_protocol
    >>> newman_protocol(deterministic_protocol((0, 1), ((0,), (1,))), (0, 0)).messages
    4
    """
    if not strings:
        raise ValueError("strings must not be empty")
    k, share = protocol.messages, Fraction(1, len(strings))
    bob: list[tuple[Fraction, ...]] = []
    alice = [[Fraction(0)] * (k * len(strings)) for _ in protocol.branches[0][1]]
    for t, branch in enumerate(strings):
        _, messages, tables = protocol.branches[branch]
        padded = (*tables, *[tables[-1]] * (k - len(tables)))
        bob += [tuple(map(Fraction, table)) for table in padded]
        for f, message in enumerate(messages):
            alice[f][t * k + message] = share
    return PrivateCoinProtocol(tuple(map(tuple, alice)), tuple(bob))


def fewest_hash_strings(bits: int, hashes: int, target: Number) -> int:
    """Return a lower bound on the length of any list of matrices: ``ceil(1 / target)`` where ``hashes < bits``.

    Every matrix with fewer rows than columns sends some non-zero vector to 0: one mistake in a list of T is 1/T.

    >>> fewest_hash_strings(2, 1, Fraction(1, 3))
    3
    """
    goal = as_inner_probability(target, "target")
    return -(-goal.denominator // goal.numerator) if hashes < bits else 1
