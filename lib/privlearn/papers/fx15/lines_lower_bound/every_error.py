"""FX15, Section 5: lines need many messages at every error below one half; a proof by second moments, line by line."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.communication.lines import collision_bound, squared_advantage_bound
from privlearn.communication.lines.collisions import direct_messages
from privlearn.communication.public_coins.partitions import set_partitions
from privlearn.exact import Bracket, sqrt_bracket
from privlearn.exact.formulas import Formula, Value, formula
from privlearn.exact.fractions import HALF
from privlearn.exact.primes import primes
from privlearn.papers.fx15.lines_lower_bound import claim
from privlearn.papers.fx15.lines_lower_bound.instances import (balanced, climbed_protocols, likelier, plane,
                                                               printed_messages)


@formula("at least", where=direct_messages.where, corners=direct_messages.corners,
         loose={"p * g >= 1": "below it the number is negative"})
def simple_messages(p: int, g: Value) -> Value:
    return 4 * g * (p * g - 2 + g)


claim("FX15-5.3.direct", kind="proposition", uses=("FX15-5.line", "FX15-5.3.mu", "FX15-5.2eq", "FX15-5.1.tv"),
      formulas=(direct_messages, simple_messages, collision_bound, squared_advantage_bound),
      title="Lines need 4 (p g - 1)^2/(p - 1) messages at every error (1 - g)/2 below one half")


class Dealt(NamedTuple):
    """A message for every line, the error that Bob makes at most, and what he knows."""

    p: int
    messages: tuple[int, ...]
    epsilon: Fraction
    Bob_knows: str = "point and message"


@cache
def through(p: int, lines: tuple[int, ...]) -> np.ndarray:
    """Return how many of the lines, numbers a p + b, pass through each point, for any modulus p."""
    a, b = np.divmod(lines, p)
    return np.concatenate([np.bincount((a * x + b) % p, minlength=p) for x in range(p)])


def classes_of(messages: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tuple(row for row, message in enumerate(messages) if message == k) for k in dict.fromkeys(messages)]


def dealt(p: int, messages: tuple[int, ...]) -> Dealt:
    return Dealt(p, messages, balanced(likelier(p, messages)))


def integer_partitions(total: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
        return
    for first in range(min(total, largest or total), 0, -1):
        yield from ((first, *rest) for rest in integer_partitions(total - first, first))


def up_to_symmetry(p: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield all partitions of the lines, one of those that the symmetries of the plane carry into each other."""
    moves = [[(u * a + s) % p * p + (w * b + c * a + t) % p for a, b in plane(p)]
             for u, w in product(range(1, p), repeat=2) for s, c, t in product(range(p), repeat=3)]
    seen: set[tuple[int, ...]] = set()
    for messages in map(tuple, set_partitions(p * p, p * p)):
        if messages not in seen:
            yield p, messages
            for move in moves:
                names: dict[int, int] = {}
                seen.add(tuple(names.setdefault(messages[row], len(names)) for row in move))


@cache
def dealt_protocols() -> list[Dealt]:
    """All messages for the lines of p = 3, 2; all sizes of messages for p = 5; spread, climbed and random messages."""
    found = [*up_to_symmetry(3), *up_to_symmetry(2)]
    found += [(5, tuple(k for k, size in enumerate(sizes) for _ in range(size))) for sizes in integer_partitions(25)]
    found += [(p, tuple(int(row // p + p * (row % p) < s) for row in range(p * p)))
              for p in primes(2, 13) for s in range(1, p * p + 1)]
    found += [(p, messages) for p in (5, 7, 11, 43, 211) for messages in climbed_protocols(p)]
    found += [(p, tuple(m * a + m * b // p for a, b in plane(p))) for p in primes(5, 31) for m in (2, 3, 4)]
    return [dealt(p, tuple(messages)) for p, messages in found]


def parities() -> Iterator[Dealt]:
    """Yield, for even moduli, the messages that tell slope and offset but for a multiple of 2."""
    for p in (4, 6, 8):
        yield Dealt(p, tuple(2 * (a % 2) + b % 2 for a, b in plane(p)), HALF)


@cache
def squared_sum_of_roots(sizes: tuple[int, ...]) -> Bracket | int:
    """Return a bracket of it, the number itself where all sizes are equal."""
    if len(set(sizes)) == 1:
        return len(sizes) ** 2 * sizes[0]
    roots = sum((sqrt_bracket(s) for s in sizes), Bracket(Fraction(0), Fraction(0)))
    return roots * roots


value = cache(lambda bound, *at: bound(*at))


@proof("FX15-5.3.direct", grade="certified",
       quantifier="all messages for the lines of p = 2 and 3, up to symmetries of the plane; one protocol for all "
                  "sizes of messages for p = 5; the most spread class of each size, and the rest, for p up to 13; "
                  "2..8 messages from local search for p = 5, 7, 11, two at random for p = 43, 211; slope and hash "
                  "with 2, 3, 4 hash values for p = 5, ..., 31; each at its own error",
       instances=dealt_protocols, start=dealt(3, (0, 0, 1, 0, 2, 2, 1, 3, 3)),
       steps={"coins": "{1 - 1/p - 2 epsilon} is at most {Bob's advantage with the best outcome of the coins}",
              "collision": "{Pr[two points of a class agree]} is at most {1/(s p) + (1 - 1/s)/p^2}",
              "Cauchy": "{the squared distance from a uniform point} is at most {(p^2 Pr[two points agree] - 1)/4}",
              "distance": "{the squared distance from a uniform point} is at most {(p - 1)/(4 s)}",
              "mean": "{Bob's advantage} is at most {the mean distance over the messages}",
              "roots": "{the squared sum of the roots of the sizes} is at most {k p^2}",
              "advantage": "{the squared advantage} is at most {k (p - 1)/(4 p^2)}",
              "simple": "{4 g (p g - 2 + g)} is at most {4 (p g - 1)^2/(p - 1)}",
              "printed": "{p/128} is at most {1, or the messages asked for at error 7/16}",
              "conclusion": "{4 (p g - 1)^2/(p - 1)} is at most {k}"},
       hypotheses=(
           Hypothesis("p is a prime", parities, ("collision", "distance", "advantage")),
           Hypothesis("the error is at most epsilon", {"epsilon": lambda given: given.epsilon / 2},
                      ("coins", "conclusion")),
           Hypothesis("Bob's answer depends on the point, the message and the coins alone",
                      {"Bob_knows": "the line, too", "epsilon": Fraction(0)}, ("mean", "advantage", "conclusion")),
           Hypothesis("p g is at least 1", needless="the bound is stated only there; below it the number "
                                                             "grows again and is false")))
def lines_need_many_messages(given: Dealt, direct: Formula = direct_messages, simple: Formula = simple_messages,
                             collision: Formula = collision_bound,
                             squared: Formula = squared_advantage_bound) -> Iterator[Line]:
    p, g, parts = given.p, 1 - 2 * given.epsilon, [through(given.p, lines) for lines in classes_of(given.messages)]
    sizes, k = tuple(int(n.sum()) // p for n in parts), len(parts)
    far = [Fraction(int(np.maximum(p * n - s, 0).sum()), p * p * s) for s, n in zip(sizes, parts, strict=True)]
    mean = sum(s * one for s, one in zip(sizes, far, strict=True)) / p**2
    advantage = 1 - Fraction(1, p)
    if given.Bob_knows == "point and message":  # he says 1 where the point is likelier under mu_1
        advantage = sum((Fraction(p * int(n[p * n > s].sum()) - s * int((p * n > s).sum()), p**4)
                         for s, n in zip(sizes, parts, strict=True)), Fraction(0))
    yield Line("coins", "<=", 1 - Fraction(1, p) - 2 * given.epsilon, advantage)
    for s, n, distance in zip(sizes, parts, far, strict=True):
        agree = Fraction(int((n * n).sum()), (p * s)**2)
        yield Line("collision", "<=", agree, value(collision, p, s), ("lines", s))
        yield Line("Cauchy", "<=", distance**2, (p * p * agree - 1) / 4, ("lines", s))
        yield Line("distance", "<=", distance**2, Fraction(p - 1, 4 * s), ("lines", s))
    yield Line("mean", "<=", advantage, mean)
    yield Line("roots", "<=", squared_sum_of_roots(tuple(sorted(sizes))), k * p * p)
    yield Line("advantage", "<=", advantage**2, value(squared, p, k))
    if direct.holds_for(p, g):
        if direct is direct_messages:  # what follows from the number judges no variant of it
            yield Line("simple", "<=", value(simple, p, g), value(direct, p, g))
            yield Line("printed", "<=", printed_messages(p), max(1, value(direct, p, Fraction(1, 8)) if p > 8 else 1))
        yield Line("conclusion", "<=", value(direct, p, g), k)


def refutes_lines_need_many_messages(given: Dealt, step: str, case: Any, direct: Formula, simple: Formula,
                                     collision: Formula, squared: Formula) -> bool:
    """Tell whether a line is false: the points of all lines of a message, listed."""
    p, g, told = given.p, 1 - 2 * given.epsilon, sorted(set(given.messages))
    masses, sizes = [], [given.messages.count(k) for k in told]
    for k, s in zip(told, sizes, strict=True):
        heard = [(x, (a * x + b) % p) for (a, b), m in zip(plane(p), given.messages, strict=True) if m == k
                 for x in range(p)]
        masses.append([Fraction(n, p * s) for n in Counter(heard).values()])
    far = [sum(max(q - Fraction(1, p * p), Fraction(0)) for q in law) for law in masses]
    mean = sum((s * one for s, one in zip(sizes, far, strict=True)), Fraction(0)) / p**2
    advantage = 1 - Fraction(1, p) if "line" in given.Bob_knows else sum(
        s * (q - Fraction(1, p * p)) / p**2 for s, law in zip(sizes, masses, strict=True) for q in law if q * p * p > 1)
    if step in ("collision", "distance"):
        at = [n for n, s in enumerate(sizes) if s == case[1]]
        return any(sum(q * q for q in masses[n]) > collision(p, case[1]) if step == "collision"
                   else 4 * case[1] * far[n] ** 2 > p - 1 for n in at)
    return {"coins": lambda: p * advantage < p * g - 1, "mean": lambda: advantage > mean,
            "advantage": lambda: advantage**2 > squared(p, len(told)),
            "simple": lambda: simple(p, g) > direct(p, g), "conclusion": lambda: direct(p, g) > len(told)}[step]()
