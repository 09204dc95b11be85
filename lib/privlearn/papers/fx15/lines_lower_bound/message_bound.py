"""FX15, Section 5: lines need many messages (Theorem 5.3); the bound that implies it, and protocols that limit it."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.communication import PublicCoinProtocol, error_matrix
from privlearn.communication.lines import (hash_coins, line_advantage, line_value, messages_needed, slope_and_hash,
                                           slope_and_hash_lazily, slope_and_hash_protocol, squared_advantage_bound)
from privlearn.communication.lines.collisions import climb_line_protocol, least_error_bound
from privlearn.communication.lines.hashing import slope_and_hash_answer, slope_and_hash_message
from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import lines
from privlearn.exact import sqrt_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import FIFTH, QUARTER, THIRD
from privlearn.exact.primes import primes
from privlearn.papers.fx15.lines_lower_bound import claim
from privlearn.papers.fx15.lines_lower_bound.instances import incident, plane, printed_messages

Line = tuple[int, int]
SLIGHT = Fraction(1, 10**12)


claim("FX15-5.3", kind="theorem",
      uses=("FX15-5.line", "FX15-2.4.protocol", "FX15-2.1eq", "FX15-5.1.entropies", "FX15-5.1.tv", "FX15-5.2",
            "FX15-5.3.gamma", "FX15-5.3.mu", "FX15-5.2eq", "FX15-5.3.good", "FX15-5.3.ident", "FX15-5.3eq",
            "FX15-5.3.pinsker", "FX15-5.4"),
      title="Public-coin protocols for lines need log p - 7 bits (Theorem 5.3)", erratum_kind="step",
      erratum="True as printed. For p <= 128 it says nothing, and at p = 131 it says 0.033 bits; the proof needs p >= "
              "110 only. Three local slips of the proof do not affect it: a false identity of two laws, a strict sign "
              "where there is equality, and log2(1 + gamma) < gamma in Claim 5.4; each is repaired at its step.",
      note="For all primes at once the theorem rests on its proof. What is checked here: the printed bound is weaker "
           "than a second-moment bound for all primes up to 10^4 (for large p by a factor of about 184), every step on "
           "the instances named, and a protocol with 4p messages, so that for large p the least number of messages is "
           "known up to a factor of about 25/9, all at error 1/5.")


@check("FX15-5.3", grade="exact",
       quantifier="all 1229 primes up to 10^4, errors 1/5, 1/4, 1/3, 7/16; one message is always needed",
       says="{p/128} is at most {the messages the direct bound asks for, or 1}")
@sabotage("log p + 3: more than the protocol's log p + 2", lambda p: Fraction(8 * p))
@sabotage("log p - 1: too much for p = 3", lambda p: Fraction(p, 2))
@sabotage("log p - 3: too much for p = 11 at error 7/16", lambda p: Fraction(p, 8))
@judged("<=")
def printed_bound_follows_from_the_direct_one(bound=printed_messages):
    for p, error in product(primes(2, 10**4), (FIFTH, QUARTER, THIRD, Fraction(7, 16))):
        yield (p, error), bound(p), max(Fraction(1), messages_needed(p, error))

def refutes_printed_bound_follows_from_the_direct_one(bound, p, error):
    """The least k with k (p - 1) / (4 p^2) >= (1 - 1/p - 2 error)^2, or one message, is below the bound."""
    direct = 4 * max(Fraction(0), p - 1 - 2 * p * error) ** 2 / (p - 1)
    return max(Fraction(1), direct) < bound(p)


@check("FX15-5.3", grade="certified",
       quantifier="Line_2 with 1..4 messages, Line_3 with 1..9: the bound against the exact optimum over all "
                  "public-coin protocols",
       says="the lower bound b on the error is at most the public-coin value, and (1 - 1/p - 2b)^2 the bound on the "
            "squared advantage, up to 10^-12")
@verifier(lambda bound, p, k, *side: abs(1 - 1 / p - 2 * float(as_bracket(bound(p, k)).lower) - (
    k * (p - 1)) ** 0.5 / (2 * p)) > 1e-9 if side else public_coin_value(lines(p), k).value < as_bracket(
        bound(p, k)).lower)
@sabotage("without the 1/p", lambda p, k: (1 - sqrt_bracket(squared_advantage_bound(p, k))) * Fraction(1, 2))
@sabotage("one percent less", lambda p, k: least_error_bound(p, k) * Fraction(99, 100))
@judged("<=")
def exact_optimum_is_above_the_bound(bound=least_error_bound):
    for p, k in (*product((2,), range(1, 5)), *product((3,), range(1, 10))):
        yield (p, k), bound(p, k), line_value(p, k).value
        gap = 1 - Fraction(1, p) - bound(p, k) * 2
        yield (p, k, "no more"), gap * gap, squared_advantage_bound(p, k) + SLIGHT
        yield (p, k, "no less"), squared_advantage_bound(p, k), gap * gap + SLIGHT


HASHED = ((2, 5), (3, 4), (5, 2))


@check("FX15-5.3", grade="exact",
       quantifier="all pairs of a line and a point: over all hash functions for p = 2, 3, 5 with up to 5, 4, 2 "
                  "values; with the hash drawn where it is read for p = 2, 3, 5, 7 with up to 5 values",
       says="{the probability of a wrong answer} equals {1/(m + 1) for m hash values}")
@judged("==")
def slope_and_hash_errs_equally_everywhere(make=slope_and_hash):
    every = [(make, p, m) for p, most in HASHED for m in range(1, most + 1)]
    for build, p, m in (*every, *((slope_and_hash_lazily, p, m) for p in primes(2, 7) for m in range(1, 6))):
        run = build(p, m)
        for line, point in product(plane(p), repeat=2):
            wrong = int(not incident(p, line, point))
            yield (p, m, line, point), run(line, point).exact().get(wrong, 0), Fraction(1, m + 1)

def refutes_slope_and_hash_errs_equally_everywhere(make, witness):
    p, m, (a, b), (x, y) = witness
    other = (y - a * x) % p
    agree = sum(h[b] == h[other] for h in product(range(m), repeat=p))
    right = Fraction(agree * m, m**p * (m + 1))  # probability of the answer 1
    return make(p, m)((a, b), (x, y)).exact().get(1, 0) != right

@slope_and_hash_errs_equally_everywhere.corrupted("Bob answers 1 whenever the hashes agree")
def bob_answers_1_whenever_hashes_agree(p: int, m: int) -> Callable:
    coins = hash_coins(p, m).map(lambda drawn: (drawn[0], 1))
    return lambda line, point: coins.map(
        lambda drawn: slope_and_hash_answer(drawn, slope_and_hash_message(drawn, line), point))


CLIMBED = tuple((p, k, seed) for p, k in ((2, 2), (3, 2), (3, 4), (5, 3), (7, 2)) for seed in (1, 2))


def climbed(climb: Any, p: int, messages: int, seed: int) -> tuple[int, ...]:
    return tuple(climb(p, messages, Random(seed)))


@cache
def advantage(p: int, messages: tuple[int, ...]) -> int:
    """Return ``p^4`` times the advantage: how much likelier than a uniform pair's the incident pairs are, over all."""
    rows = [divmod(row, p) for row in range(p * p)]
    total = 0
    for k in set(messages):
        heard = [line for line, message in zip(rows, messages, strict=True) if message == k]
        for x, y in rows:
            total += max(p * sum((a * x + b - y) % p == 0 for a, b in heard) - len(heard), 0)
    return total


@check("FX15-5.3", grade="exact",
       quantifier="p = 2, 3, 5, 7 with 2 to 4 messages, two beginnings each: every line with every other message",
       says="{the largest advantage after another message for one line} is at most {that of the protocol found}")
@sabotage("no rounds", lambda p, messages, rng: climb_line_protocol(p, messages, rng, 0))
@sabotage("one message for all lines", lambda p, messages, rng: (0,) * (p * p))
@judged("<=")
def no_change_of_a_line_helps(climb=climb_line_protocol):
    for p, messages, seed in CLIMBED:
        found = climbed(climb, p, messages, seed)
        yield ((p, messages, seed), max(advantage(p, (*found[:row], k, *found[row + 1:]))
                                        for row in range(p * p) for k in range(messages)), advantage(p, found))

def refutes_no_change_of_a_line_helps(climb, witness):
    p, messages, _ = witness
    found = climbed(climb, *witness)
    return any(line_advantage(p, (*found[:row], k, *found[row + 1:])) > line_advantage(p, found)
               for row in range(p * p) for k in range(messages))


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
