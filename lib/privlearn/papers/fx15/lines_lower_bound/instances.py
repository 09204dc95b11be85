"""The page lines-lower-bound: protocols for lines, partitions by name, errors pair by pair."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np

from privlearn.communication.lines import (LineMessages, RatedProtocol, heard_lines, proof_gamma, rate_line_protocol,
                                           slope_partition)
from privlearn.communication.lines.collisions import climb_line_protocol, message_classes, point_counts
from privlearn.exact.formulas import Value, formula, log2

Messages = tuple[int, ...]


def incident(p: int, line: tuple[int, int], point: tuple[int, int]) -> bool:
    """Return whether the line ``y = a x + b`` passes through the point."""
    return (line[0] * point[0] + line[1] - point[1]) % p == 0


def plane(p: int) -> list[tuple[int, int]]:
    """Return all pairs over Z_p, in the order of rows and columns."""
    return [(i, j) for i in range(p) for j in range(p)]


def printed_messages(p: int) -> Fraction:
    """Return ``p / 128``, the number of messages that ``log p - 7`` bits mean."""
    return Fraction(p, 2**7)


@cache
def climbed_protocols(p: int) -> list[Messages]:
    """Return protocols that were found by local search, with 2 to 8 messages; for large p a random one with two."""
    if p > 13:
        return [tuple(Random(p).choices((0, 1), k=p * p))]
    return [climb_line_protocol(p, k, Random(100 * p + k)) for k in range(2, 9)]


def balanced(one: RatedProtocol) -> Fraction:
    """Return the worst error after a random symmetry of the plane, mixed with the constant that balances the rates."""
    low, high = sorted((one.false_zeros, one.false_ones))
    return high / (1 + high - low)


@cache
def likelier(p: int, messages: Messages) -> RatedProtocol:
    """Return the protocol with these messages, and Bob's likelier answers under the hard distribution."""
    names = {k: i for i, k in enumerate(sorted(set(messages)))}
    answers = [(p * point_counts(p, lines) > len(lines)).astype(int).ravel().tolist()
               for lines in message_classes(p, messages)]
    return rate_line_protocol(p, [names[k] for k in messages], answers)


def searched(p: int, place: int) -> RatedProtocol:
    return likelier(p, climbed_protocols(p)[place])


def least_error(p: int, messages: Messages, weight: Fraction) -> Fraction:
    """Return the error under a weight of the incident pairs when Bob answers as well as he can: pair by pair."""
    total, pairs = Fraction(0), plane(p)
    for k in set(messages):
        lines = [divmod(row, p) for row, message in enumerate(messages) if message == k]
        for x, y in pairs:
            hits = sum((a * x + b) % p == y for a, b in lines)
            total += min(weight * hits / p**3, (1 - weight) * (len(lines) - hits) / (p**4 - p**3))
    return total


@formula("at least", tex={"error": r"\varepsilon"},
         corners={"p": (2, 3, 5), "error": (0, Fraction(1, 5), Fraction(7, 16))})
def advantage_needed(p: int, error: Value) -> Value:
    """Return the least advantage of a protocol with this error."""
    return 1 - 1 / p - 2 * error


TRIED = {"gamma": (Fraction(1, 6050), Fraction(2, 121), Fraction(1, 50))}


@formula("at most", corners=TRIED)
def information_limit(gamma: Value) -> Value:
    """Return how many bits a good message tells of the point at most."""
    return log2(1 + gamma)


def squares(masses: tuple[Fraction, ...]) -> Fraction:
    """Return the sum of squares."""
    return sum((mass * mass for mass in masses if mass), Fraction(0))


Partition = tuple[int, str]


def partition(name: Partition) -> np.ndarray:
    """Return the message of every line, by name."""
    p, kind = name
    a, b = np.indices((p, p))
    tables: dict[str, Callable[[], np.ndarray]] = {
        "pencil": lambda: (b != 0).astype(int),
        "slopes": lambda: (a >= p // 2).astype(int),
        "offsets": lambda: slope_partition(p, (-(-proof_gamma(p).denominator // proof_gamma(p).numerator),)),
        "two columns": lambda: ((b >= 55) & ((a + b) % p >= 55)).astype(int),
        "random": lambda: np.random.default_rng(257).integers(0, 2, (p, p)),
        "blocks": lambda: slope_partition(p, (55, 55, 55, 55)),
        "three blocks": lambda: slope_partition(p, (52, 52, 52)),
        "three lines": lambda: np.where((a == 0) & (b < 3), b + 1, 0),
        "whole": lambda: 0 * a,
        "slope and hash": lambda: 4 * a + 4 * b // p,
    }
    return tables[kind]()


NAMED_PARTITIONS: tuple[Partition, ...] = (
    *((257, kind) for kind in ("pencil", "slopes", "offsets", "two columns", "random", "blocks")), (1009, "offsets"))


@cache
def heard_of(name: Partition) -> LineMessages:
    """Return what Bob hears of a named partition."""
    return heard_lines(name[0], partition(name))
