"""FX15, Theorem 3.1, first part: a public-coin protocol is a probabilistic representation, by Markov's inequality."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.checking.verdict import covering
from privlearn.communication import PublicCoinProtocol, representation_of_protocol
from privlearn.communication.conversions import conditional_errors
from privlearn.communication.equality import equality_protocol
from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation import miss_probability
from privlearn.papers.by_definition import SMALL_TOTAL
from privlearn.papers.fx15.equivalence import claim
from privlearn.papers.fx15.equivalence.instances import (CONFIDENCES, CONVENTION, ERRORS, all_instances, ball_of, both,
                                                         public_messages, representation_size)

claim("FX15-3.1.le", kind="theorem",
      title="PRDim at (epsilon, delta) is at most the public-coin complexity at error epsilon delta", formulas=(both,),
      uses=("FX15-conv", "FX15-2.4", "FX15-2.4.protocol", "FX15-3.eval", "FX15-3.1.eq-markov"), erratum_kind="step",
      erratum="The proof ends with Pr[... > epsilon] < delta, which is false at delta = 0, where both sides are 0; 'at "
              "most', which is what the definition asks for, is right.", note=CONVENTION)


def worst_uniform_miss(bits: int, hash_bits: int, alpha: Fraction) -> tuple[Fraction, int]:
    """Return the largest miss probability for the point function 0 and x uniform in a set, and that set as a mask."""
    sets = np.arange(1, 1 << (1 << bits), dtype=np.uint32)
    sizes, scale, total = np.bitwise_count(sets), (1 << bits) ** hash_bits, np.zeros(len(sets), dtype=np.int64)
    for weight, hypotheses in representation_of_protocol(equality_protocol(bits, hash_bits)).branches:
        masks = [sum(bit << x for x, bit in enumerate(h)) ^ 1 for h in hypotheses]  # where they differ from the concept
        least = np.min([np.bitwise_count(sets & np.uint32(mask)) for mask in masks], axis=0).astype(np.int64)
        total += int(weight * scale) * (least * alpha.denominator > sizes.astype(np.int64) * alpha.numerator)
    worst = int(total.argmax())
    return Fraction(int(total[worst]), scale), int(sets[worst])


@check("FX15-3.1.le", grade="exhaustive",
       quantifier="hashes of 2 and 3 bits; Point_3: all distributions; Point_4: the uniform distributions on all "
                  "65,535 non-empty sets of points; epsilon in {1/10, 1/8, 1/4, 1/3, 2/5, 1/2} above the error "
                  "1/2^hash bits",
       says="{the probability of a miss by more than epsilon} is at most {2^(-h)/epsilon for h hash bits}",
       reason="One concept, as all are alike by translation. Point_4 at uniform distributions only: with 16 points "
              "too many sets of coins can be missed together.")
@sabotage("takes a hash of h bits to collide with probability 1/4^h", lambda h: Fraction(1, 4**h))
def hashing_misses_with_error_over_epsilon(error=lambda h: Fraction(1, 1 << h)) -> Verdict:
    def cases() -> Iterator[Any]:
        first = ConceptClass.from_matrix([[1] + [0] * 7])
        for hash_bits, alpha in ((h, e) for h in (2, 3) for e in ERRORS if error(h) < e):
            random_sets = representation_of_protocol(equality_protocol(3, hash_bits))
            yield ((3, hash_bits, alpha, None), miss_probability(random_sets, first, alpha), error(hash_bits) / alpha)
            missed, points = worst_uniform_miss(4, hash_bits, alpha)
            yield (4, hash_bits, alpha, points), missed, error(hash_bits) / alpha

    verdict = judge("<=", cases())
    return counted(verdict, verdict.instances + verdict.instances // 2 * 65534)  # every other case joins 65,535 sets

def refutes_hashing_misses_with_error_over_epsilon(error, bits, hash_bits, alpha, points):
    count = []
    for chosen in ([x for x in range(1 << bits) if mask >> x & 1] for mask in ([points] if points else range(1, 256))):
        missed = 0
        for rows in product(range(1 << bits), repeat=hash_bits):
            keys = [tuple((row & x).bit_count() & 1 for row in rows) for x in range(1 << bits)]
            wrong = [sum((keys[x] == key) != (x == 0) for x in chosen) for key in product((0, 1), repeat=hash_bits)]
            missed += min(wrong) > alpha * len(chosen)
        count.append(missed)
    return Fraction(max(count), (1 << bits) ** hash_bits) > error(hash_bits) / alpha


def kernel_law(rows: int, dimension: int) -> list[tuple[int, Fraction]]:
    """Law of the rank of a uniformly random matrix of bits, rows x dimension, one row after the other."""
    law = {0: Fraction(1)}
    for _ in range(rows):
        grown: dict[int, Fraction] = {}
        for rank, p in law.items():
            inside = Fraction(1, 1 << (dimension - rank))
            grown[rank] = grown.get(rank, Fraction(0)) + p * inside
            grown[rank + 1] = grown.get(rank + 1, Fraction(0)) + p * (1 - inside)
        law = {rank: p for rank, p in grown.items() if p}
    return sorted(law.items())


@check("FX15-3.1.le", grade="exact",
       quantifier="Point_10 and 4 hash bits; x uniform on the non-zero vectors of a subspace of dimension 1, ..., "
                  "10; epsilon in {1/10, 1/8, 1/4, 1/3, 2/5, 1/2}",
       says="{Pr[Alice's hypothesis errs by more than epsilon]} is at most {2^(-4)/epsilon, or 1}",
       reason="What is bounded is Alice's own hypothesis, as in the proof, from the exact law of the rank; the "
              "distributions are the uniform ones on subspaces.")
@sabotage("takes a hash of 4 bits to collide with probability 1/4^4", lambda h: Fraction(1, 4**h))
@judged("<=")
def long_points_by_the_rank(error=lambda h: Fraction(1, 1 << h)):
    for dimension, alpha in product(range(1, 11), ERRORS):
        nonzero = (1 << dimension) - 1
        own = [(p, Fraction((1 << dimension - rank) - 1, nonzero)) for rank, p in kernel_law(4, dimension)]
        yield ((dimension, alpha), sum((p for p, wrong in own if wrong > alpha), Fraction(0)),
               min(Fraction(1), error(4) / alpha))

def refutes_long_points_by_the_rank(error, dimension, alpha):
    limit = 1 + alpha * ((1 << dimension) - 1)  # members of the kernel, 0 among them
    count = 0
    for columns in product(range(16), repeat=dimension):  # the images of a basis under a matrix with 4 rows
        images = [0]
        for column in columns:
            images += [column ^ image for image in images]
        count += images.count(0) > limit
    return count > error(4) / alpha * 16**dimension


@check("FX15-3.1.le", grade="certified",
       quantifier="all 273 classes on at most 3 points, through 28 orbits, Point_2 and Line_2; epsilon in {1/10, "
                  "1/8, 1/4, 1/3, 2/5}, delta in {1/16, 1/8, 1/5, 1/4, 1/3, 1/2, 3/4, 1}; all representations and "
                  "all protocols",
       says="{the least size at (epsilon, delta)} is at most {the least messages at error epsilon delta}")
def representation_is_no_larger_than_messages(error=both) -> Verdict:
    cases = (((concepts.rows(), alpha, beta), representation_size(concepts, alpha, beta),
              public_messages(concepts, error(alpha, beta)))
             for concepts in all_instances() for alpha in ERRORS[:-1] for beta in CONFIDENCES)
    verdict = judge("<=", cases)
    return covering(verdict, (SMALL_TOTAL + 2) * 5 * len(CONFIDENCES))

def refutes_representation_is_no_larger_than_messages(error, rows, alpha, beta):
    concepts, functions = ConceptClass.from_matrix(rows), list(product((0, 1), repeat=len(rows[0])))
    for k in range(1, len(rows)):
        branches = public_coin_value(concepts, k).protocol.branches
        wrong = max(sum(w for w, alice, bob in branches if bob[alice[f]][x] != row[x])
                    for f, row in enumerate(rows) for x in range(len(row)))
        if wrong <= error(alpha, beta):  # k messages do; no k functions miss a uniform concept that seldom
            uniform = (Fraction(1, len(rows[0])),) * len(rows[0])
            return min(Fraction(sum(ball_of(row, chosen, uniform) > alpha for row in rows), len(rows))
                       for chosen in product(functions, repeat=k)) > beta
    return False


claim("FX15-3.1.eq-markov", kind="inequality", step_of="FX15-3.1.le",
      title="Mean error at most epsilon delta: over the coins, an error above epsilon has probability at most delta",
      uses=("FX15-2.4.protocol",), erratum_kind="step", repaired=True, formulas=(both,),
      erratum="Printed with a strict sign, which is right exactly where the probability on the left is positive; at "
              "delta = 0 both sides are 0.", note="The proof's lines judge it for every protocol.")


@check("FX15-3.1.eq-markov", grade="exact", against="law",
       quantifier="one concept on two points, a hypothesis that errs with probability epsilon + 1/1000 if the coins "
                  "say so, with probability delta, and never otherwise",
       says="{epsilon Pr[error > epsilon]} is less than {the mean error}")
@judged("<")
def mean_is_more_than_the_product(least=both):
    for alpha, mass in least.instances():
        wrong = alpha + Fraction(1, 1000)
        protocol = PublicCoinProtocol(((mass, (0,), ((1, 0),)), (1 - mass, (0,), ((0, 0),))))
        law = conditional_errors(protocol, ConceptClass.from_matrix([[0, 0]]), 0, (wrong, 1 - wrong))
        yield (alpha, mass), least(alpha, mass), sum(w * e for w, e in law)

def refutes_mean_is_more_than_the_product(least, alpha, mass):
    return least(alpha, mass) >= mass * (alpha + Fraction(1, 1000))
