"""FX15, Section 5: lines separate the probabilistic representation dimension from Littlestone's dimension."""

from fractions import Fraction
from itertools import product
from math import ceil

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.communication import worst_error
from privlearn.communication.lines import (LineValue, best_line_protocol, line_value, messages_needed,
                                           symmetric_line_protocol)
from privlearn.communication.public_coins import public_coin_value
from privlearn.communication.public_coins.partitions import set_partitions
from privlearn.concepts import lines
from privlearn.exact.fractions import FIFTH, QUARTER
from privlearn.exact.primes import primes
from privlearn.papers.fx15.lines import claim
from privlearn.papers.fx15.lines_lower_bound.instances import least_error, plane

claim("FX15-5.sep", kind="corollary", status="quoted",
      reason="the quantum bound is by Aaronson; the classical separation is proved here, with its constant",
      uses=("FX15-5.line", "FX15-5.ldim", "FX15-2.4", "FX15-2.4.protocol", "FX15-2.1eq", "FX15-3.1.ge", "FX15-5.3"),
      title="PRDim is bounded by no function of LDim",
      note="Exact values for p = 2 and 3; that they grow for all p is the bound that is proved after Theorem 5.3, here "
           "at the error 7/16 to which the parameters 1/4, 1/4 of PRDim lead. The paper also cites a bound on quantum "
           "one-way communication (Aaronson), which is not checked here.")


@check("FX15-5.sep", grade="certified",
       quantifier="Line_2 with 1..4 messages, Line_3 with 1..9: the symmetric protocol written out, its largest "
                  "error over all pairs, against the least error of any deterministic protocol under the hard "
                  "distribution, all partitions by recursion over sets of lines",
       says="the value is the error of a protocol and the least error under the hard distribution")
@sabotage("false ones forgiven: all values 0",
          lambda p, k: LineValue(Fraction(0), line_value(p, k).incident_weight, line_value(p, k).mixture))
@judged("==")
def exact_public_coin_values(solve=line_value):
    for p in (2, 3):
        for k in range(1, p * p + 1):
            solved = solve(p, k)
            above = worst_error(symmetric_line_protocol(p, solved.mixture), lines(p))
            below = best_line_protocol(p, k, solved.incident_weight).error(solved.incident_weight)
            yield (p, k), (above, below), (solved.value, solved.value)

def refutes_exact_public_coin_values(solve, witness):
    p, k = witness  # under one distribution, all partitions tried, every protocol errs more than is claimed
    return min(least_error(p, m, Fraction(1, 2)) for m in set_partitions(p * p, k)) > solve(p, k).value


def orbit_value(p: int, k: int) -> Fraction:
    """Return the public-coin value by the two-orbit program."""
    return line_value(p, k).value


@check("FX15-5.sep", grade="certified",
       quantifier="Line_2 with 1..4 messages, Line_3 with 1..9: the program of two orbits against the general solver "
                  "of the minimax game",
       says="{the value by the program of two orbits} equals {the value of the minimax game}")
def two_programs_agree(value=orbit_value) -> Verdict:
    return judge("==", (((p, k), value(p, k), public_coin_value(lines(p), k).value)
                        for p in (2, 3) for k in range(1, p * p + 1)))

def refutes_two_programs_agree(value, p, k):
    mixture = line_value(p, k).mixture
    wrong = {True: Fraction(0), False: Fraction(0)}
    for weight, one in mixture:
        for (a, b), (x, y) in product(plane(p), repeat=2):
            on = (a * x + b) % p == y
            error = one.answers[one.messages[a * p + b]][x * p + y] != on
            wrong[on] += weight * error / (p**3 if on else p**4 - p**3)
    low = min(least_error(p, m, line_value(p, k).incident_weight) for m in set_partitions(p * p, k))
    return max(wrong.values()) == low != value(p, k)

@two_programs_agree.sabotage("the error under the paper's mixture, where incident pairs weigh 1/2 + 1/(2p)")
def error_under_paper_s_mixture_where():
    weight = {p: Fraction(1, 2) + Fraction(1, 2 * p) for p in (2, 3)}
    return lambda p, k: best_line_protocol(p, k, weight[p]).error(weight[p])


def functions_needed(p: int) -> Fraction:
    """Return how many functions a (1/4, 1/4)-representation needs: messages at the error that Theorem 3.1 gives."""
    return messages_needed(p, QUARTER + QUARTER - QUARTER * QUARTER)


@check("FX15-5.sep", grade="exact",
       quantifier="all 1229 primes p up to 10^4: PRDim at (1/4, 1/4), by Theorem 3.1 at error 7/16",
       says="{the largest number of functions that are too few} equals {(p - 15)/16, rounded down, or 0}")
@sabotage("the same number for all large primes", lambda p: min(Fraction(100), functions_needed(p)))
@sabotage("the messages at error 1/5", lambda p: messages_needed(p, FIFTH))
@judged("==")
def no_number_of_functions_suffices(bound=functions_needed):
    yield from ((p, max(0, ceil(bound(p)) - 1), max(0, (p - 15) // 16)) for p in primes(2, 10**4))

def refutes_no_number_of_functions_suffices(bound, p):
    """With k functions Bob's advantage is at most sqrt(k (p - 1)) / (2 p), and 1/8 - 1/p is asked for."""
    few = ((p - 8) ** 2 - 1) // (16 * (p - 1)) if p > 8 else 0  # the largest k with 16 k (p - 1) < (p - 8)^2
    return max(0, ceil(bound(p)) - 1) != few
