"""FX15, Abstract: private samples against the Littlestone dimension, and pure against approximate privacy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, exp, log, log2
from math import e as EULER

from privlearn.claims.by_definition import has_mistake_tree
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.communication.private_samples import (
    line_samples_lower_bound,
    messages_lower_bound,
    private_samples_lower_bound,
)
from privlearn.concepts import ConceptClass, lines
from privlearn.dimensions import littlestone_dimension
from privlearn.exact.brackets import Bracket, exp_bracket
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.search import least_integer
from privlearn.learners.lines import amplified_rows
from privlearn.learners.representation_learner import private_rows

PAGE = "communication/results"
SECTION = "Abstract"
QUARTER = Fraction(1, 4)

claim("FX15-abs.1", kind="corollary", section=SECTION, page=PAGE,
      uses=("FX15-2.5.lb", "FX15-3.1.ge", "FX15-4.3", "FX15-2.2.scdp", "FX15-3.1app.thr"),
      title="Pure private sample complexity is at least of the order of the Littlestone dimension",
      note="The links of the chain are checked, each with its own sabotages, in the claims it uses. For classes small "
           "enough "
           "for an exact optimum over all mechanisms the explicit bound is 0: its constant is small. With VC(Thr_b) = "
           "1 for "
           "all b, it exceeds the VC dimension by any factor.")

DIMENSIONS = (10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000)


def float_chain(dimension: int, samples: int, accuracy: float = 0.25, failure: float = 0.25) -> bool:
    """Whether the chain allows so many samples, in floating point; for verifiers."""
    for j in range(1, 64):
        delta = j / 64
        error = accuracy + delta - accuracy * delta
        if error < 0.5:
            bits = (1 + error * log2(error) + (1 - error) * log2(1 - error)) * dimension
            nats = samples + log(log(1 / delta) / (1 - failure))
            if (log(ceil(exp(nats))) if nats < 30 else nats) < bits * log(2) - 1e-6:
                return False
    return True


@check("FX15-abs.1", grade="certified", quantifier="LDim = 10, 20, 50, ..., 1,000,000, at alpha = 1 and eps = delta = "
       "1/4",
       fingerprint=lambda bound: tuple(bound(d) for d in DIMENSIONS))
def samples_grow_with_the_dimension(bound=private_samples_lower_bound) -> Verdict:
    return judge("<=", ((d, Fraction(d, 9) - 3, bound(d)) for d in DIMENSIONS))


@samples_grow_with_the_dimension.verifier
def _(bound, d):
    """The chain does not allow d/9 - 3 samples less one, and the bound does."""
    return bound(d) < Fraction(d, 9) - 3 and not float_chain(d, bound(d))

samples_grow_with_the_dimension.sabotage("the confidence of the representation fixed at 1/4: error 7/16",
    lambda d: max(0, int((messages_lower_bound(min(d, 2000), Fraction(7, 16))).bit_length() * d // min(d, 2000))))
samples_grow_with_the_dimension.sabotage(
    "the Littlestone dimension in place of its multiple, by its logarithm", lambda d: d.bit_length())


@cache
def logarithm(number: Fraction) -> Bracket:
    """``ln`` of a number, by balls of 128 bits."""
    return bracket_of(lambda: ball(number).log(), 128)


@cache
def offset(delta: Fraction) -> Bracket:
    """``ln(4/3 ln(1/delta))``: in logarithms, the functions drawn are ``e^(alpha n)`` times this much."""
    drawn = logarithm(1 / delta) * Fraction(4, 3)
    return Bracket(logarithm(drawn.lower).lower, logarithm(drawn.upper).upper)


def chain_room(dimension: int, delta: Fraction) -> Bracket:
    """``ln(M - 1) - ln(4/3 ln(1/delta))``, M the messages that ``(1 - H(e)) LDim`` bits ask for: the chain excludes n
    rows, at this confidence, if alpha n is at most this; ``e = 1/4 + 3/4 delta``."""
    e = QUARTER + Fraction(3, 4) * delta
    nats = (logarithm(Fraction(2)) + logarithm(e) * e + logarithm(1 - e) * (1 - e)) * dimension
    if nats.lower > 140:  # ln(M - 1) is between nats - 2^-198 and nats
        return nats - Bracket(Fraction(0), Fraction(1, 2**198)) - offset(delta)
    return logarithm(Fraction(ceil(exp_bracket(nats).lower) - 1)) - offset(delta)


def dimension_delta(dimension: int) -> Fraction:
    """A confidence, in 64ths, at which the chain excludes many samples, found in floats."""
    def room(j: int) -> float:
        e = 1 / 4 + 3 * j / 256
        bits = (1 + e * log2(e) + (1 - e) * log2(1 - e)) * dimension
        others = bits * log(2) if bits > 60 else log(max(ceil(2**bits) - 1, 1e-9))
        return others - log(4 / 3 * log(64 / j))
    return Fraction(max(range(1, 21), key=room), 64)


@check("FX15-abs.1", grade="certified", quantifier="LDim = 20, 50, ..., 1,000,000, at alpha = 1 and eps = delta = 1/4: "
       "one sample less is refuted by the chain at some confidence in 64ths",
       fingerprint=lambda bound: tuple(bound(d) for d in DIMENSIONS))
def the_chain_excludes_one_sample_less(bound=private_samples_lower_bound) -> Verdict:
    return judge("<=", ((d, bound(d) - 1, chain_room(d, dimension_delta(d))) for d in DIMENSIONS if bound(d)))


@the_chain_excludes_one_sample_less.verifier
def _(bound, d):
    return float_chain(d, bound(d) - 1)

the_chain_excludes_one_sample_less.sabotage(
    "e^(-alpha n/2) for n rows replaced: twice as many samples", lambda d: 2 * private_samples_lower_bound(d))
the_chain_excludes_one_sample_less.sabotage("one sample more", lambda d: private_samples_lower_bound(d) + 1)
the_chain_excludes_one_sample_less.sabotage(
    "error eps delta = 1/16 of the protocol: (1 - H(1/16)) ln 2 LDim", lambda d: 459 * d // 1000)


UPPER = tuple(2**j for j in range(4, 21))


@check("FX15-abs.1", grade="certified",
       quantifier="thresholds on 2^b points, LDim = b = 16, 32, ..., 2^20: not above what the exponential mechanism "
                  "needs; and "
                  "the least sample sizes of the one-point class (2), from its exact optimum",
       fingerprint=lambda bound: tuple(bound(d) for d in UPPER))
def no_more_is_claimed_than_a_learner_needs(bound=private_samples_lower_bound) -> Verdict:
    def cases() -> Iterator[tuple[int, int, int]]:
        yield 1, bound(1), 2
        for b in UPPER:
            yield b, bound(b), private_rows(16, 0, 2**b, exp_bracket(1).lower, QUARTER, QUARTER)
    return judge("<=", cases())


@no_more_is_claimed_than_a_learner_needs.verifier
def _(bound, d):
    """64 ln(16 2^b) samples are enough for the 2^b thresholds, and two for one point: success 1 - 1/(2e)."""
    if d == 1:
        return bound(1) > 2 and 1 - 1 / (2 * EULER) > 3 / 4
    return bound(d) > 64 * (log(16) + d * log(2)) + 1

no_more_is_claimed_than_a_learner_needs.sabotage("fifty samples for each unit of dimension", lambda d: 50 * d)


claim("FX15-abs.2", kind="corollary", section=SECTION, page=PAGE,
      uses=("FX15-5.ldim", "FX15-5.3", "FX15-3.1.ge", "FX15-2.5.lb"),
      title="Littlestone dimension 2 and private sample complexity as large as one likes",
      note="The witness is Line_p; the bound is the second-moment one of Theorem 5.3's claim, pushed through Theorem "
           "3.1 and "
           "the conversion of learners. Primes are not listed: the bound holds for every p from a power of two on.")

PRIMES = (2, 3, 5, 7, 11, 13)


@check("FX15-abs.2", grade="exhaustive", quantifier="p = 2, 3, 5, 7, 11, 13: all mistake trees",
       fingerprint=lambda family: tuple(hash(family(p)) for p in (3, 5)))
def lines_have_littlestone_dimension_two(family=lines) -> Verdict:
    return judge("==", ((p, littlestone_dimension(family(p)), 2) for p in PRIMES))


@lines_have_littlestone_dimension_two.verifier
def _(family, p):
    return has_mistake_tree(family(p), 3) or not has_mistake_tree(family(p), 2)


def lines_modulo(m: int) -> ConceptClass:
    """The graphs of ``y = a x + b`` modulo any m; for composite m two of them may share two points."""
    return ConceptClass.from_matrix([[int((a * x + b - y) % m == 0) for x in range(m) for y in range(m)]
                                     for a in range(m) for b in range(m)])

lines_have_littlestone_dimension_two.sabotage(
    "arithmetic modulo 4 in place of p = 3", lambda p: lines_modulo(4 if p == 3 else p))


@lines_have_littlestone_dimension_two.sabotage("with the complements of all lines")
def _():
    def both(p: int) -> ConceptClass:
        return lines(p).union(ConceptClass.from_matrix(1 - lines(p).matrix, lines(p).point_names))
    return both


def bits_for(samples: int) -> int:
    """The least b such that every ``Line_p`` with ``p >= 2^b`` needs so many samples."""
    return least_integer(lambda b: line_samples_lower_bound(b) >= samples)


def line_room(bits: int, delta: Fraction) -> Bracket:
    """``ln(x - 1) - ln(4/3 ln(1/delta))`` for ``x = 4 p (1 - 2 e - 1/p)^2`` messages, ``p = 2^bits``: the chain
    excludes n rows, at this confidence, if alpha n is at most this (-1: it excludes none)."""
    gap, tiny = Fraction(1, 2) - Fraction(3, 2) * delta, Fraction(1, 1 << min(bits, 64))  # tiny is 1/p, or more than it
    least = 4 * (gap - tiny) ** 2 - tiny  # (x - 1)/p, or less than it
    if gap <= tiny or least <= 0:
        return Bracket(Fraction(-1), Fraction(-1))
    rest = Bracket(logarithm(least).lower, logarithm(least if bits <= 64 else 4 * gap**2).upper)
    return logarithm(Fraction(2)) * bits + rest - offset(delta)


def most_line_room(bits: int) -> Bracket:
    """The same at the best confidence in 64ths (that of the largest lower end)."""
    return max((line_room(bits, Fraction(j, 64)) for j in range(1, 22)), key=lambda room: room.lower)


@check("FX15-abs.2", grade="certified", quantifier="t = 1, ..., 20 and 10,000 samples, alpha = 1, eps = delta = 1/4: "
       "for p from 2^b on the chain excludes t - 1 of them",
       fingerprint=lambda size: tuple(size(t) for t in (1, 10, 20)))
def lines_need_any_number_of_samples(size=bits_for) -> Verdict:
    return judge("<=", ((t, t - 1, most_line_room(size(t))) for t in (*range(1, 21), 10_000)))


@lines_need_any_number_of_samples.verifier
def _(size, t):
    """In floats, for p = 2^b: t - 1 samples satisfy the chain for every confidence."""
    b = size(t)
    for j in range(1, 64):
        delta = j / 64
        gap = 1 - 2 * (0.25 + 0.75 * delta) - 2.0**-b
        if gap > 0 and 2.0 ** (b + 2) * gap * gap > 1:
            wanted = b * log(2) + log(4 * gap * gap)
            if (t - 1) * log(EULER) + log(log(1 / delta) / 0.75) < wanted - 1e-9:
                return False
    return True

lines_need_any_number_of_samples.sabotage("half as many bits", lambda t: bits_for(t) // 2)
lines_need_any_number_of_samples.sabotage("one bit less", lambda t: bits_for(t) - 1)


claim("FX15-abs.3", kind="corollary", section=SECTION, page=PAGE,
      uses=("FX15-abs.2", "FX15-6.1", "FX15-2.5.lb", "FX15-5.3"),
      title="Pure privacy needs of the order of t/alpha samples where approximate privacy needs log(1/beta)/alpha",
      note="The rows of the approximate learner are those of Theorem 6.1 with the window 16/delta that mends its "
           "proof; they "
           "do not depend on p. Because of the window's constant the two explicit numbers cross at primes of very many "
           "digits; the page shows where.")

SETTINGS = tuple((a, b) for a in (Fraction(1, 10), Fraction(2, 5)) for b in (Fraction(1, 100), Fraction(1, 10**6)))


def pure_samples(bits: int, alpha: Fraction) -> int:
    """What a pure learner of ``Line_p``, ``p >= 2^bits``, needs at least."""
    return line_samples_lower_bound(bits, exp_bracket(alpha))


@cache
def approximate_rows(alpha: Fraction, beta: Fraction) -> int:
    """What the stability learner takes for any p, repaired window, at eps = delta = 1/4."""
    return amplified_rows(QUARTER, QUARTER, alpha, beta, 16)


@cache
def crossing_bits(alpha: Fraction, beta: Fraction) -> int:
    """The least b, as far as the explicit numbers tell, from which a pure learner needs more than the other takes."""
    wanted = approximate_rows(alpha, beta)
    near = int(wanted * alpha)  # the bound is below b ln 2 / alpha
    return least_integer(lambda b: pure_samples(b, alpha) > wanted, near)


@check("FX15-abs.3", grade="certified", quantifier="alpha = 1/10, 2/5 and beta = 1/100, 10^-6, at eps = delta = 1/4: "
       "at the crossing, and not for 2^-40 of its bits less",
       fingerprint=lambda crossing: tuple(crossing(*at) for at in SETTINGS))
def pure_learners_need_more_from_the_crossing_on(crossing=crossing_bits) -> Verdict:
    def cases() -> Iterator[tuple[tuple[Fraction, Fraction, str], Fraction | Bracket, Fraction | Bracket]]:
        for at in SETTINGS:
            bits, excluded = crossing(*at), approximate_rows(*at) * at[0]
            yield (*at, "enough"), excluded, most_line_room(bits)
            yield (*at, "least"), most_line_room(bits - (bits >> 40) - 1), excluded

    return judge("<=", cases())


@pure_learners_need_more_from_the_crossing_on.verifier
def _(crossing, at):
    """The bound is ln(p)/alpha but for a few units: compared in floats, to a billionth."""
    alpha, beta, side = at
    share = crossing(alpha, beta) * log(2) / float(alpha * approximate_rows(alpha, beta))
    return share < 1 - 1e-9 if side == "enough" else share > 1 + 1e-9

pure_learners_need_more_from_the_crossing_on.sabotage(
    "twice as many bits: not the crossing", lambda alpha, beta: 2 * crossing_bits(alpha, beta))
pure_learners_need_more_from_the_crossing_on.sabotage("log2 p in place of ln p over alpha: fewer bits seem enough",
    lambda alpha, beta: int(approximate_rows(alpha, beta) * alpha))


@check("FX15-abs.3", grade="certified", quantifier="10 to 10^6 bits, alpha = 1/10, 2/5, 1: the pure bound "
       "times alpha is at least 0.69 b - 2, and the chain excludes one sample less",
       fingerprint=lambda pure: tuple(pure(b, Fraction(1, 10)) for b in (10, 1000)))
def pure_samples_grow_like_log_p(pure=pure_samples) -> Verdict:
    def cases() -> Iterator[tuple[tuple[int, Fraction, str], Fraction, Fraction | Bracket]]:
        for b, alpha in product((10, 100, 1000, 10_000, 1_000_000), (Fraction(1, 10), Fraction(2, 5), Fraction(1))):
            yield (b, alpha, "grows"), (Fraction(69, 100) * b - 2) / alpha, Fraction(pure(b, alpha))
            yield (b, alpha, "chain"), alpha * (pure(b, alpha) - 1), most_line_room(b)

    return judge("<=", cases())


@pure_samples_grow_like_log_p.verifier
def _(pure, at):
    """For delta = 1/16 alone the chain asks for more than the corrupted bound allows; or at no delta for so much."""
    b, alpha, side = at
    if side == "chain":
        gaps = [(d, 0.5 - 1.5 * d - 2.0 ** -min(b, 60)) for d in (j / 64 for j in range(1, 21))]
        return all(float(alpha * (pure(b, alpha) - 1)) > b * log(2) + log(4 * gap * gap) - log(log(1 / d) / 0.75) + 1e-6
                   for d, gap in gaps)
    gap = 1 - 2 * (0.25 + 0.75 / 16) - 2.0 ** -min(b, 60)
    wanted = (b * log(2) + log(4 * gap * gap) - log(log(16) / 0.75)) / float(alpha)
    return pure(b, alpha) < wanted - 1

pure_samples_grow_like_log_p.sabotage("without the factor 1/alpha", lambda bits, alpha: pure_samples(bits, Fraction(1)))
pure_samples_grow_like_log_p.sabotage("twice as many samples", lambda bits, alpha: 2 * pure_samples(bits, alpha))
