"""FX15, Theorem 3.1, first part: a public-coin protocol is a probabilistic representation, by Markov's inequality."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from operator import ge, gt
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, counted, judge, judged, sabotage
from privlearn.checking.verdict import covering
from privlearn.communication import PublicCoinProtocol, representation_of_protocol, worst_error
from privlearn.communication.conversions import conditional_errors
from privlearn.communication.equality import equality_protocol
from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation import ProbabilisticRepresentation, miss_probability
from privlearn.learning import grid_distributions
from privlearn.papers.by_definition import SMALL_TOTAL
from privlearn.papers.fx15.equivalence import claim
from privlearn.papers.fx15.equivalence.instances import (CONFIDENCES, CONVENTION, ERRORS, all_instances, ball_of, both,
                                                         coarse_distributions, public_messages, public_protocols,
                                                         representation_size)

claim("FX15-3.1.le", kind="theorem",
      title="PRDim at (epsilon, delta) is at most the public-coin complexity at error epsilon delta", formulas=(both,),
      uses=("FX15-conv", "FX15-2.4", "FX15-2.4.protocol", "FX15-3.eval", "FX15-3.1.eq-markov"), erratum_kind="step",
      erratum="The proof ends with Pr[... > epsilon] < delta, which is false at delta = 0, where both sides are 0; 'at "
              "most', which is what the definition asks for, is right.", note=CONVENTION)


@check("FX15-3.1.le", grade="exact",
       quantifier="optimal protocols with 2, ..., |C| - 1 messages for T3, AllFunctions(2), Thr_2, Point_2, Line_2, "
                  "AllFunctions(3), with 4 and 7 for Thr_3, hashes of 1 and 2 bits for Point_2, and one nearly tight "
                  "protocol for one concept; epsilon in {1/10, 1/8, 1/4, 1/3, 2/5, 49/100, 1/2} above the protocol's "
                  "error; all concepts and all distributions",
       says="a miss by more than epsilon has at most the probability of the protocol's error over epsilon, and no set "
            "has more hypotheses than there are messages")
@sabotage("all functions on the points, which miss nothing",
          lambda protocol: ProbabilisticRepresentation(
              ((Fraction(1), tuple(product((0, 1), repeat=len(protocol.branches[0][2][0])))),)))
@sabotage("draws one set of coins only, always the same",
          lambda protocol: ProbabilisticRepresentation(((Fraction(1), tuple(sorted(set(protocol.branches[0][2])))),)))
@judged("<=")
def miss_is_at_most_error_over_epsilon(convert=representation_of_protocol):
    for name, (concepts, protocol) in public_protocols().items():
        made, error = convert(protocol), worst_error(protocol, concepts)
        yield from (((name, alpha), miss_probability(made, concepts, alpha), error / alpha)
                    for alpha in (*ERRORS, Fraction(49, 100)) if error < alpha)
        yield (name, "size"), made.size, protocol.messages

def refutes_miss_is_at_most_error_over_epsilon(convert, name, alpha):
    concepts, protocol = public_protocols()[name]
    if alpha == "size":
        most = max(len(bob) for _, _, bob in protocol.branches)
        return any(len(set(hypotheses)) > most for _, hypotheses in convert(protocol).branches)
    wrong = {(f, x): sum(w for w, alice, bob in protocol.branches if bob[alice[f]][x] != row[x])
             for f, row in enumerate(concepts.rows()) for x in range(concepts.size)}
    missed = (sum(w for w, hypotheses in convert(protocol).branches if ball_of(row, hypotheses, law) > alpha)
              for row in concepts.rows() for law in coarse_distributions(concepts.size, 6))
    return max(missed) > max(wrong.values()) / alpha

@miss_is_at_most_error_over_epsilon.corrupted("forgets Bob's last message")
def forgets_bob_s_last_message(protocol: PublicCoinProtocol) -> ProbabilisticRepresentation:
    kept = tuple((w, tuple(0 for _ in alice), bob[:-1] or bob) for w, alice, bob in protocol.branches)
    return representation_of_protocol(PublicCoinProtocol(kept))


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
              "delta = 0 both sides are 0.", note="Protocols with at most 4 concepts on at most 4 points.")


@cache
def coin_laws() -> list[tuple[Any, ConceptClass, PublicCoinProtocol, list[tuple[Fraction, Fraction]]]]:
    """Return the law of the error over the coins, for every protocol, concept and law in quarters, fifths or sixths."""
    found = []
    for name, (concepts, protocol) in public_protocols().items():
        if len(concepts) <= 4:
            for f, law in product(range(len(concepts)),
                                  {*grid_distributions(concepts.size, 6), *grid_distributions(concepts.size, 5),
                                   *grid_distributions(concepts.size, 4)}):
                masses: dict[Fraction, Fraction] = {}
                for weight, error in conditional_errors(protocol, concepts, f, law):
                    masses[error] = masses.get(error, Fraction(0)) + weight
                found.append(((name, f, law), concepts, protocol, [(weight, e) for e, weight in masses.items()]))
    return found


@check("FX15-3.1.eq-markov", grade="exact",
       quantifier="optimal protocols for T3, AllFunctions(2), Thr_2, Point_2, Line_2, hashes for Point_2; all "
                  "concepts and all distributions with weights that are multiples of 1/4, 1/5 or 1/6",
       says="{the mean error over coins and points} is at most {the protocol's worst error}")
def mean_error_is_at_most_the_worst(worst=worst_error) -> Verdict:
    known = {name: worst(protocol, concepts) for name, (concepts, protocol) in public_protocols().items()}
    return judge("<=", ((instance, sum(w * e for w, e in law), known[instance[0]])
                        for instance, _, _, law in coin_laws()))

def refutes_mean_error_is_at_most_the_worst(worst, name, f, law):
    concepts, protocol = public_protocols()[name]
    mean = sum(q * sum(w for w, alice, bob in protocol.branches if bob[alice[f]][x] != concepts.rows()[f][x])
               for x, q in enumerate(law))
    return mean > worst(protocol, concepts)

@mean_error_is_at_most_the_worst.corrupted("the average error over all inputs instead of the worst")
def average_error_over_all_inputs_instead(protocol: PublicCoinProtocol, concepts: ConceptClass) -> Fraction:
    uniform = (Fraction(1, concepts.size),) * concepts.size
    laws = [conditional_errors(protocol, concepts, f, uniform) for f in range(len(concepts))]
    return sum((w * e for law in laws for w, e in law), Fraction(0)) / len(concepts)


@check("FX15-3.1.eq-markov", grade="exact",
       quantifier="as above, epsilon in {1/10, 1/8, 1/4, 1/3, 2/5, 1/2}: 'at most' everywhere, strict wherever the "
                  "event has positive probability",
       says="{epsilon Pr[error > epsilon]} is at most {the mean error}, and less where it is positive")
@sabotage("the event 'at least epsilon'", (ge, both))
def markov_is_strict_where_the_event_is_possible(case=(gt, both)) -> Verdict:
    event, least = case[0], cache(case[1])
    weak: list[Any] = []
    strict: list[Any] = []
    for instance, _, _, law in coin_laws():
        mean = sum((w * e for w, e in law), Fraction(0))
        for alpha in ERRORS:
            mass = sum((w for w, e in law if event(e, alpha)), Fraction(0))
            (strict if mass else weak).append(((*instance, alpha), least(alpha, mass), mean))
    return all_hold(judge("<=", weak), judge("<", strict))

def refutes_markov_is_strict_where_the_event_is_possible(case, name, f, law, alpha):
    concepts, protocol = public_protocols()[name]
    row, mass, mean = concepts.rows()[f], Fraction(0), Fraction(0)
    for w, alice, bob in protocol.branches:
        error = sum(q for q, a, b in zip(law, bob[alice[f]], row, strict=True) if a != b)
        mass, mean = mass + w * case[0](error, alpha), mean + w * error
    return mass > 0 and case[1](alpha, mass) >= mean or case[1](alpha, mass) > mean
