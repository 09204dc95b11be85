"""FX15, Lemma A.1: Fano's inequality for two bits."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import gcd, log2 as float_log2
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, sabotage
from privlearn.communication import shannon_entropy
from privlearn.communication.information import conditional_entropy
from privlearn.exact import LogSum
from privlearn.exact.fractions import HALF
from privlearn.papers.fx15.fano import claim

Table = dict[tuple[Any, ...], Fraction]


@cache
def entropy_of_bit(p: Fraction) -> LogSum:
    """The binary entropy of a rational probability, exactly."""
    return shannon_entropy((p, 1 - p))


def plain_entropy(masses: list[Fraction]) -> float:
    """Entropy in bits in floating point, for verifiers."""
    return -sum(float(p) * float_log2(p) for p in masses if p)


claim("FX15-A.1", kind="lemma", uses=("FX15-5.1.entropies",),
      title="Fano's inequality for bits: a bit guessed with error eps has at most H(eps) bits of entropy left",
      erratum_kind="false", repaired=True,
      erratum="The condition eps <= 1/2 is missing. For eps = 0.9 and two independent fair bits the left side is 1, "
              "the right side H(0.9) = 0.469 (0.9 is allowed because they agree with probability 1/2 >= 0.1).")


def bit_tables(largest: int) -> Iterator[tuple[int, int, int, int]]:
    """Joint laws of two bits as integer weights of 00, 01, 10, 11, with at most this total: every law once.

    One of two laws that an exchange of 0 and 1 in both bits takes into each other: nothing judged here changes.
    """
    for total in range(1, largest + 1):
        for a, b, c in product(range(total + 1), repeat=3):
            d = total - a - b - c
            if d >= 0 and (a, b) <= (d, c) and gcd(a, b, c, d) == 1:
                yield a, b, c, d


def as_table(weights: tuple[int, int, int, int]) -> Table:
    """The joint law (x, y) with these integer weights."""
    total = sum(weights)
    return {pair: Fraction(w, total) for pair, w in zip(product((0, 1), repeat=2), weights, strict=True) if w}


def errors_allowed(disagreement: Fraction) -> list[Fraction]:
    """The numbers eps for which the lemma speaks: the disagreement itself, one half, and their mean."""
    return [disagreement, (disagreement + HALF) / 2, HALF] if disagreement <= HALF else []


@cache
def entropy_left(weights: tuple[int, int, int, int]) -> LogSum:
    """What is left of the entropy of x when y is known."""
    return conditional_entropy(as_table(weights), (0,), (1,))


@check("FX15-A.1", grade="certified",
       quantifier="all joint laws of two bits with integer weights of total at most 20 that disagree with "
                  "probability at most 1/2, one of every two that differ by exchanging 0 and 1; eps = the "
                  "disagreement, 1/2, and halfway",
       says="the entropy left of one bit when the other is known is at most H(epsilon), and equal to it just where "
            "epsilon is the disagreement, which the other bit does not change")
@sabotage("the lemma as printed: every eps from the disagreement up to 9/10",
          lambda wrong: [error for error in (*errors_allowed(wrong), Fraction(9, 10)) if error >= wrong])
@sabotage("eps = 9/10 for independent fair bits only",
          lambda disagreement: [Fraction(9, 10)] if disagreement == HALF else errors_allowed(disagreement))
@sabotage("one percent less than the disagreement",
          lambda disagreement: [disagreement * Fraction(99, 100)] if disagreement < HALF else [HALF])
def entropy_left_is_at_most_that_of_the_error(allowed=errors_allowed) -> Verdict:
    def cases(equal: bool) -> Iterator[tuple[Any, LogSum, LogSum]]:
        for a, b, c, d in bit_tables(20):
            wrong = Fraction(b + c, a + b + c + d)
            for error in allowed(wrong):  # y leaves the disagreement as it is: c/(a + c) = b/(b + d)
                if (error == wrong and a * b == c * d) == equal:
                    yield ((a, b, c, d), error), entropy_left((a, b, c, d)), entropy_of_bit(error)

    strict = ((at, left.bracket(), right.bracket()) for at, left, right in cases(False))
    return all_hold(judge("==", cases(True)), judge("<", strict))

def refutes_entropy_left_is_at_most_that_of_the_error(allowed, at):
    (a, b, c, d), error = at
    total, wrong = a + b + c + d, Fraction(b + c, a + b + c + d)
    left = sum((n + m) / total * plain_entropy([Fraction(n, n + m), Fraction(m, n + m)])
               for n, m in ((a, c), (b, d)) if n + m)  # what is left of x given y = 0 and given y = 1
    return error in allowed(wrong) and left > plain_entropy([error, 1 - error]) + 1e-9
