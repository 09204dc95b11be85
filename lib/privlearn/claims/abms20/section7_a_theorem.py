"""ABMS20, Section 7: Theorem 7.1, the closure theorem for private learning: its sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact.brackets import Bracket, log_bracket

PAGE = "closure/closure-learner"
SECTION = "7 Closure of private learning"
GRID = tuple((k, decimals) for k in (2, 5, 10, 50) for decimals in (2, 6, 12))
Size = Callable[[int, Bracket], Any]

claim("ABMS20-7.1", kind="theorem", section=SECTION, page=PAGE, title="Closure theorem for private learning",
      uses=("ABMS20-7.2", "ABMS20-7.3"),
      erratum="Three repairs. (1) k^2 ln(k/beta) must be k^3 ln(k/beta): each of k steps needs uniform convergence to "
              "alpha/k. (2) The term k^2 VC(H_i)/alpha^2 of (26) is dropped, though VC(H_i) may exceed the dimension "
              "of the composed class. (3) For improper learners E_1 needs a larger class. With the sum of the VC(H_i) "
              "times log k for the dimension and k^3 for k^2 in the second term the theorem is as proved.",
      open_rest="Runs at scale (intervals on 2^12 points).")


def step_sum(k: int, logarithm: Bracket) -> Bracket:
    """Return (19) + (24) + (26) summed over k steps, times alpha^2, for dimensions 1: ``k 2 k^2 (1 + ln(k/beta))``."""
    return (logarithm + 1) * (2 * k**3)


def printed_size(k: int, logarithm: Bracket) -> Bracket:
    """Return the printed ``k^3 VC + k^2 ln(k/beta)`` for dimension 1."""
    return logarithm * k**2 + k**3


@check("ABMS20-7.1", grade="certified",
       quantifier="k in {2, 5, 10, 50}, beta in {1e-2, 1e-6, 1e-12}, VC = 1: the requirements of the steps "
                  "exceed twice "
                  "the printed total (they are of the order of the repaired one)",
       fingerprint=lambda size: size(2, log_bracket(200)))
def printed_size_is_below_the_requirements(size: Size = printed_size) -> Verdict:
    return judge("<", ((given, size(given[0], log_bracket(given[0] * 10**given[1])) * 2, step_sum(
        given[0], log_bracket(given[0] * 10**given[1]))) for given in GRID))


@printed_size_is_below_the_requirements.verifier
def _(size: Size, witness: Any) -> bool:
    k, decimals = witness
    log = log_bracket(k * 10**decimals)
    needed = sum((k * k + k * k * log.upper) * 2 for _ in range(k))
    return bool((size(k, log) * 2).lower >= needed - 1)


@printed_size_is_below_the_requirements.sabotage("the repaired size")
def _() -> Size:
    return lambda k, logarithm: (logarithm + 1) * k**3 + 1
