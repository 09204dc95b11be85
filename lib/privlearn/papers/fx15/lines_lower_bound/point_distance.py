"""FX15, Section 5.2: how far the point is from uniform given the message, by Pinsker's inequality."""

from collections import Counter
from fractions import Fraction

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, sabotage, verifier
from privlearn.communication.lines import LineMessages, proof_gamma
from privlearn.exact import Bracket
from privlearn.exact.fractions import FIFTH, HALF
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.primes import primes
from privlearn.exact.signs import prove_positive
from privlearn.papers.fx15.lines_lower_bound import claim
from privlearn.papers.fx15.lines_lower_bound.instances import NAMED_PARTITIONS, PARTITIONS, heard_of, partition

claim("FX15-5.3.pinsker", kind="inequality", step_of="FX15-5.3",
      uses=("FX15-5.2", "FX15-5.3eq", "FX15-5.3.ident", "FX15-5.3.good", "FX15-5.3.gamma"),
      title="From divergence to distance, and the total",
      erratum_kind="constant", repaired=True,
      erratum="Printed: sqrt(gamma/2) < 1/2 - 1/p - 2 eps; it is an equality, gamma being chosen so. The sum is strict "
              "all the same, because bad messages have probability below 1/2 (the text: at most), and because with the "
              "logarithm's base set right Pinsker's inequality gives sqrt(ln(1 + gamma)/2) < sqrt(gamma/2).")


@check("FX15-5.3.pinsker", grade="exact",
       quantifier="all primes from 11 to 2000: gamma/2 against the square of 1/2 - 1/p - 2/5",
       says="{gamma/2} equals {(1/2 - 1/p - 2/5)^2}")
@verifier(lambda relation, witness: relation == "<" and proof_gamma(witness) * 50 * witness**2 == (witness - 10) ** 2)
@sabotage("strictly less, as printed", "<")
def half_of_gamma_is_the_square(relation: str = "==") -> Verdict:
    return judge(relation, ((p, proof_gamma(p) / 2, (HALF - Fraction(1, p) - 2 * FIFTH) ** 2)
                            for p in primes(11, 2000)))


def bits_times_ln2(x: Ball) -> Ball:
    """Return ``ln(1 + x)``, which is ``ln 2`` times ``log2(1 + x)``: what the sharp Pinsker inequality halves."""
    return (1 + x).log()


@check("FX15-5.3.pinsker", grade="certified",
       quantifier="gamma of every integer p = 11, ..., 2000, and the whole interval from gamma(11) = 1/6050 to 1/50, "
                  "in which gamma lies for all larger p",
       says="ln(1 + gamma) is less than gamma, and more than gamma - gamma^2/2")
@sabotage("log2(1 + gamma) itself, without the ln 2", lambda x: (1 + x).log() / ball(2).log())
@sabotage("one percent less", lambda x: (1 + x).log() * 99 / 100)
def repaired_pinsker_term_is_below_gamma(value=bits_times_ln2) -> Verdict:
    def at(gamma: Fraction) -> Bracket:
        return bracket_of(lambda: value(ball(gamma)))

    points = all_hold(judge("<", ((p, at(proof_gamma(p)), proof_gamma(p)) for p in range(11, 2001))), judge("<", (
        ((p, "no less"), proof_gamma(p) * (1 - proof_gamma(p) / 2), at(proof_gamma(p))) for p in range(11, 2001))))
    if not points.holds:
        return points
    ends = proof_gamma(11), Fraction(1, 50)
    boxes = prove_positive(lambda x: x - value(x), *ends)
    return all_hold(points, judge("<", [((*ends, "boxes of the bisection"), 0, boxes)]))

def refutes_repaired_pinsker_term_is_below_gamma(value, witness):
    gamma = proof_gamma(witness[0] if isinstance(witness, tuple) else witness)
    if isinstance(witness, tuple):
        return bracket_of(lambda: value(ball(gamma))).upper <= gamma - gamma**2 / 2
    right = gamma - gamma**2 / 2 + gamma**3 / 3  # at least ln(1 + gamma)
    return bracket_of(lambda: value(ball(gamma))).lower >= gamma > right


def total_distance_bound(found: LineMessages) -> Fraction:
    """Return the probability of a bad message plus the distance given a good one."""
    return found.bad_share + found.distance(found.good)


@check("FX15-5.3.pinsker", grade="exact", quantifier=PARTITIONS + "; p = 257: 20 single lines and the rest",
       says="the distance of the point from uniform is at most Pr[bad message] plus the distance given a good one, and "
            "equal to it if no message is bad")
@sabotage("the bad messages left out", lambda found: found.distance(found.good))
@sabotage("half of the bad messages: single lines reach nearly the whole",
          lambda found: found.bad_share / 2 + found.distance(found.good))
@sabotage("one percent more", lambda found: total_distance_bound(found) * Fraction(101, 100))
def total_distance(bound=total_distance_bound) -> Verdict:
    cases = [(name, heard_of(name).distance(), bound(heard_of(name)))
             for name in [*NAMED_PARTITIONS, (257, "single lines")]]
    return all_hold(judge("<=", cases), judge("==", (case for case in cases if not heard_of(case[0]).bad_share)))

def refutes_total_distance(bound, witness):
    p, table = witness[0], partition(witness)
    a, y = np.indices((p, p))
    total, sizes = 0, Counter(table.ravel().tolist())
    for x in range(p):
        messages = table[a, (y - a * x) % p]
        for k, size in sizes.items():
            through = np.bincount(y[messages == k], minlength=p)
            total += int(np.maximum(p * through - size, 0).sum())
    bad = any(2 * (p - 10) ** 2 * size < 100 * p**3 for size in sizes.values())
    more = bound(heard_of(witness)) - Fraction(total, p**4)
    return more < 0 or more > 0 and not bad
