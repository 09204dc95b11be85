"""FHMM23 on prediction with expert advice where one expert is perfect: logarithms, and what following costs."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.dimensions import randomized_littlestone_dimension
from privlearn.exact import solve
from privlearn.exact.minimax import is_enclosure
from privlearn.online.experts.universal import following_experts, following_program, perfect_experts, universal_experts
from privlearn.papers.fhmm23.randomized_littlestone import claim

claim("FHMM23-perfect", kind="proposition", uses=("FHMM23-11",),
      title="If one of n experts never errs: floor(log4 n) <= M*(n) <= log4 n")

Count = Callable[[int], Fraction]


@check("FHMM23-perfect", grade="exact", quantifier="n = 1, ..., 1,024",
       says="{floor(log4 n), and 4^b for M* = b/a} is at most {M*(n), and n^a}")
@sabotage("half of log2 n, rounded up", lambda n: Fraction((n - 1).bit_length(), 2))
@sabotage("1.01 times the value", lambda n: Fraction(101, 100) * perfect_experts(n))
@sabotage("two experts less", lambda n: perfect_experts(max(1, n - 2)))
@sabotage("the harmonic sum of those who follow", following_experts)
@judged("<=")
def between_logarithms(value: Count = perfect_experts) -> Iterator[Any]:
    for n in range(1, 1025):
        found = value(n)
        yield (n, "below"), (n.bit_length() - 1) // 2, found
        yield (n, "above"), 4**found.numerator, n**found.denominator

def refutes_between_logarithms(value: Count, n, side) -> bool:
    floor = max(f for f in range(6) if 4**f <= n)
    return value(n) < floor if side == "below" else 4**value(n).numerator > n**value(n).denominator


claim("FHMM23-perfect.exact", kind="remark", section="0 Perfect experts", uses=("FHMM23-perfect",),
      title="Between powers of two M*(n) lies on the chord of log4: (f - 1 + n/2^f)/2 for 2^f <= n < 2^(f+1)",
      note="Not found in what could be read of the paper.")


def best_split(most: int) -> list[Fraction]:
    """Return what n = 0, 1, ..., experts cost, -1 for none, by trying every division of them into two camps."""
    value = [Fraction(-1), Fraction(0)]
    for n in range(2, most + 1):
        value.append(max((1 + value[m] + value[n - m]) / 2 for m in range(1, n)))
    return value


@check("FHMM23-perfect.exact", grade="exact",
       quantifier="n = 1, ..., 7 by the universal class; n = 1, ..., 256 by every division into two camps",
       says="{the randomised dimension, or the best division} equals {the formula}")
@sabotage("the logarithm rounded down", lambda n: Fraction(n.bit_length() - 1, 2))
@sabotage("1.01 times the value", lambda n: Fraction(101, 100) * perfect_experts(n))
@sabotage("the chord of the whole power of four", lambda n: (
    f := (n.bit_length() - 1) // 2) + Fraction(n - 4**f, 3 * 4**f))
@judged("==")
def on_the_chord(value: Count = perfect_experts) -> Iterator[Any]:
    for n in range(1, 8):
        yield n, randomized_littlestone_dimension(universal_experts(n)), value(n)
    for n, best in enumerate(best_split(256)[1:], start=1):
        yield n, best, value(n)

def refutes_on_the_chord(value: Count, n: int) -> bool:
    depths = [n.bit_length() - 1] * (2 ** n.bit_length() - n) + [n.bit_length()] * 2 * (n - 2 ** (n.bit_length() - 1))
    assert sum(Fraction(1, 2**d) for d in depths) == 1
    return 2 * value(n) != sum(Fraction(d, 2**d) for d in depths)


claim("FHMM23-following", kind="proposition", uses=("FHMM23-perfect",),
      title="Predicting by convex combinations of n experts, one of them perfect, costs 1/2 + 1/3 + ... + 1/n exactly")


@check("FHMM23-following", grade="certified", quantifier="n = 1, ..., 8: every law on the experts, every set that errs",
       says="{the value of the game, one linear program for each n} equals {1/2 + ... + 1/n}")
@sabotage("1 + 1/2 + ... + 1/n", lambda n: 1 + following_experts(n))
@sabotage("1/2 + ... + 1/(n-1)", lambda n: following_experts(max(1, n - 1)))
@sabotage("any bit may be predicted", perfect_experts)
@sabotage("1.01 times the sum", lambda n: Fraction(101, 100) * following_experts(n))
@judged("==")
def following_costs_the_harmonic_sum(value: Count = following_experts) -> Iterator[Any]:
    values: tuple[Fraction, ...] = (Fraction(0),)
    yield 1, values[0], value(1)
    for n in range(2, 9):
        program = following_program(values)
        found = solve(program)
        values += (found.lower if is_enclosure(found, program) and found.lower == found.upper else Fraction(-1),)
        yield n, values[-1], value(n)

def refutes_following_costs_the_harmonic_sum(value: Count, n: int) -> bool:
    costs = [Fraction(0)]  # equal chances are best: m of n err, for the worst m
    for size in range(2, n + 1):
        costs.append(max(Fraction(m, size) + costs[size - m - 1] for m in range(1, size)))
    return value(n) != costs[-1]
