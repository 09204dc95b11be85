"""FX15, Section 5: the protocol for lines with 4p messages, all its branches written out."""

from fractions import Fraction
from itertools import product

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.communication import PublicCoinProtocol, error_matrix
from privlearn.communication.lines import slope_and_hash, slope_and_hash_protocol
from privlearn.concepts import lines
from privlearn.papers.fx15.lines_lower_bound.message_bound import HASHED

WRITTEN = tuple((p, m) for p, most in HASHED for m in range(1, most + 1) if m**p <= 32)


def without_the_bold_coin(p: int, buckets: int) -> PublicCoinProtocol:
    """Return the protocol in which Bob believes every hash that agrees."""
    branches = [branch for branch in slope_and_hash_protocol(p, buckets).branches if any(map(any, branch[2]))]
    return PublicCoinProtocol(tuple((Fraction(1, len(branches)), alice, bob) for _, alice, bob in branches))


def without_the_slope(p: int, buckets: int) -> PublicCoinProtocol:
    """Return the protocol in which Alice sends slope 0 with the hash of her offset."""
    return PublicCoinProtocol(tuple((w, tuple(message % buckets for message in alice), bob)
                                    for w, alice, bob in slope_and_hash_protocol(p, buckets).branches))


def chances(made: PublicCoinProtocol, p: int, line: int, point: int) -> Fraction:
    """Return the probability that Bob answers 1 to a point, both numbered row by row."""
    return sum((w for w, alice, bob in made.branches if bob[alice[line]][point]), Fraction(0))


@check("FX15-5.3", grade="exact",
       quantifier="p = 2 with up to 5 hash values, p = 3 with up to 3, p = 5 with up to 2: all lines and points, all "
                  "outcomes of the coins",
       says="the protocol written out has p m messages and errs with probability 1/(m + 1) on every line and point")
@verifier(lambda make, p, m: make(p, m).messages != p * m or any(
    chances(make(p, m), p, a * p + b, x * p + y) != slope_and_hash(p, m)((a, b), (x, y)).exact().get(1, 0)
    for a, b, x, y in product(range(p), repeat=4)))
@sabotage("every hash that agrees is believed", without_the_bold_coin)
@sabotage("the slope is not sent", without_the_slope)
@judged("==")
def written_out_it_errs_equally_everywhere(make=slope_and_hash_protocol):
    for p, m in WRITTEN:
        found = make(p, m)
        errors = {error for row in error_matrix(found, lines(p)) for error in row}
        yield (p, m), (found.messages, errors), (p * m, {Fraction(1, m + 1)})
