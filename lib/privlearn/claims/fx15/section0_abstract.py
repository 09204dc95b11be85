"""FX15, Abstract: private samples against the Littlestone dimension, and pure against approximate privacy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
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
from privlearn.exact.brackets import exp_bracket
from privlearn.exact.search import least_integer
from privlearn.learners.lines import amplified_rows
from privlearn.learners.representation_learner import private_rows

PAGE = "communication/results"
SECTION = "Abstract"
QUARTER = Fraction(1, 4)
SampleBound = Callable[[int], int]

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
def samples_grow_with_the_dimension(bound: SampleBound = private_samples_lower_bound) -> Verdict:
    return judge("<=", ((d, Fraction(d, 9) - 3, bound(d)) for d in DIMENSIONS))


@samples_grow_with_the_dimension.verifier
def _(bound: SampleBound, d: int) -> bool:
    """The chain does not allow d/9 - 3 samples less one, and the bound does."""
    return bound(d) < Fraction(d, 9) - 3 and not float_chain(d, bound(d))


@samples_grow_with_the_dimension.sabotage("the confidence of the representation fixed at 1/4: error 7/16")
def _() -> SampleBound:
    return lambda d: max(0, int((messages_lower_bound(min(d, 2000), Fraction(7, 16))).bit_length() * d // min(d, 2000)))


@samples_grow_with_the_dimension.sabotage("the Littlestone dimension in place of its multiple, by its logarithm")
def _() -> SampleBound:
    return lambda d: d.bit_length()


UPPER = tuple(2**j for j in range(4, 21))


@check("FX15-abs.1", grade="certified",
       quantifier="thresholds on 2^b points, LDim = b = 16, 32, ..., 2^20: not above what the exponential mechanism "
                  "needs; and "
                  "the least sample sizes of the one-point class (2), from its exact optimum",
       fingerprint=lambda bound: tuple(bound(d) for d in UPPER))
def no_more_is_claimed_than_a_learner_needs(bound: SampleBound = private_samples_lower_bound) -> Verdict:
    def cases() -> Iterator[tuple[int, int, int]]:
        yield 1, bound(1), 2
        for b in UPPER:
            yield b, bound(b), private_rows(16, 0, 2**b, exp_bracket(1).lower, QUARTER, QUARTER)
    return judge("<=", cases())


@no_more_is_claimed_than_a_learner_needs.verifier
def _(bound: SampleBound, d: int) -> bool:
    """64 ln(16 2^b) samples are enough for the 2^b thresholds, and two for one point: success 1 - 1/(2e)."""
    if d == 1:
        return bound(1) > 2 and 1 - 1 / (2 * EULER) > 3 / 4
    return bound(d) > 64 * (log(16) + d * log(2)) + 1


@no_more_is_claimed_than_a_learner_needs.sabotage("fifty samples for each unit of dimension")
def _() -> SampleBound:
    return lambda d: 50 * d


claim("FX15-abs.2", kind="corollary", section=SECTION, page=PAGE,
      uses=("FX15-5.ldim", "FX15-5.3", "FX15-3.1.ge", "FX15-2.5.lb"),
      title="Littlestone dimension 2 and private sample complexity as large as one likes",
      note="The witness is Line_p; the bound is the second-moment one of Theorem 5.3's claim, pushed through Theorem "
           "3.1 and "
           "the conversion of learners. Primes are not listed: the bound holds for every p from a power of two on.")

PRIMES = (2, 3, 5, 7, 11, 13)


@check("FX15-abs.2", grade="exhaustive", quantifier="p = 2, 3, 5, 7, 11, 13: all mistake trees",
       fingerprint=lambda family: tuple(hash(family(p)) for p in (3, 5)))
def lines_have_littlestone_dimension_two(family: Callable[[int], ConceptClass] = lines) -> Verdict:
    return judge("==", ((p, littlestone_dimension(family(p)), 2) for p in PRIMES))


@lines_have_littlestone_dimension_two.verifier
def _(family: Callable[[int], ConceptClass], p: int) -> bool:
    return has_mistake_tree(family(p), 3) or not has_mistake_tree(family(p), 2)


def lines_modulo(m: int) -> ConceptClass:
    """The graphs of ``y = a x + b`` modulo any m; for composite m two of them may share two points."""
    return ConceptClass.from_matrix([[int((a * x + b - y) % m == 0) for x in range(m) for y in range(m)]
                                     for a in range(m) for b in range(m)])


@lines_have_littlestone_dimension_two.sabotage("arithmetic modulo 4 in place of p = 3")
def _() -> Callable[[int], ConceptClass]:
    return lambda p: lines_modulo(4 if p == 3 else p)


@lines_have_littlestone_dimension_two.sabotage("with the complements of all lines")
def _() -> Callable[[int], ConceptClass]:
    def both(p: int) -> ConceptClass:
        return lines(p).union(ConceptClass.from_matrix(1 - lines(p).matrix, lines(p).point_names))
    return both


Size = Callable[[int], int]


def bits_for(samples: int) -> int:
    """The least b such that every ``Line_p`` with ``p >= 2^b`` needs so many samples."""
    return least_integer(lambda b: line_samples_lower_bound(b) >= samples)


@check("FX15-abs.2", grade="certified", quantifier="t = 1, ..., 20 and 10,000 samples, alpha = 1, eps = delta = 1/4",
       fingerprint=lambda size: tuple(size(t) for t in (1, 10, 20)))
def lines_need_any_number_of_samples(size: Size = bits_for) -> Verdict:
    return judge("<=", ((t, t, line_samples_lower_bound(size(t))) for t in (*range(1, 21), 10_000)))


@lines_need_any_number_of_samples.verifier
def _(size: Size, t: int) -> bool:
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


@lines_need_any_number_of_samples.sabotage("half as many bits")
def _() -> Size:
    return lambda t: bits_for(t) // 2


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


Crossing = Callable[[Fraction, Fraction], int]


@check("FX15-abs.3", grade="certified", quantifier="alpha = 1/10, 2/5 and beta = 1/100, 10^-6, at eps = delta = 1/4",
       fingerprint=lambda crossing: tuple(crossing(*at) for at in SETTINGS))
def pure_learners_need_more_from_the_crossing_on(crossing: Crossing = crossing_bits) -> Verdict:
    return judge("<", ((at, approximate_rows(*at), pure_samples(crossing(*at), at[0])) for at in SETTINGS))


@pure_learners_need_more_from_the_crossing_on.verifier
def _(crossing: Crossing, at: tuple[Fraction, Fraction]) -> bool:
    """At this p the exponential mechanism, which is pure, would not take fewer: the bound must be below its rows "
    "too."""
    alpha, beta = at
    wanted = crossing(*at) * log(2) / float(alpha)  # the bound is below ln(p)/alpha for every p
    return wanted < approximate_rows(alpha, beta)


@pure_learners_need_more_from_the_crossing_on.sabotage("log2 p in place of ln p over alpha: fewer bits seem enough")
def _() -> Crossing:
    return lambda alpha, beta: int(approximate_rows(alpha, beta) * alpha)


@check("FX15-abs.3", grade="certified", quantifier="bits 10 to 10^6: the pure bound over alpha grows like ln p",
       fingerprint=lambda pure: tuple(pure(b, Fraction(1, 10)) for b in (10, 1000)))
def pure_samples_grow_like_log_p(pure: Callable[[int, Fraction], int] = pure_samples) -> Verdict:
    return judge("<=", (((b, alpha), (Fraction(69, 100) * b - 2) / alpha, pure(b, alpha)) for b in
                        (10, 100, 1000, 10_000, 1_000_000) for alpha in (Fraction(1, 10), Fraction(2, 5), Fraction(1))))


@pure_samples_grow_like_log_p.verifier
def _(pure: Callable[[int, Fraction], int], at: tuple[int, Fraction]) -> bool:
    """For delta = 1/16 alone the chain asks for more than the corrupted bound allows."""
    b, alpha = at
    gap = 1 - 2 * (0.25 + 0.75 / 16) - 2.0 ** -min(b, 60)
    wanted = (b * log(2) + log(4 * gap * gap) - log(log(16) / 0.75)) / float(alpha)
    return pure(b, alpha) < wanted - 1


@pure_samples_grow_like_log_p.sabotage("without the factor 1/alpha")
def _() -> Callable[[int, Fraction], int]:
    return lambda bits, alpha: pure_samples(bits, Fraction(1))
