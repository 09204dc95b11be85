"""FX15, Abstract: pure private learning needs samples of the order of the Littlestone dimension."""

from fractions import Fraction
from math import ceil, e as EULER, exp, log, log2

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.communication import messages_lower_bound, private_samples_lower_bound
from privlearn.exact import Bracket, exp_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.learners.selection import private_rows
from privlearn.papers.fx15.results import claim
from privlearn.papers.fx15.results.instances import logarithm, offset

DIMENSIONS = (10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000)


claim("FX15-abs.1", kind="corollary",
      uses=("FX15-2.5.lb", "FX15-3.1.ge", "FX15-4.3", "FX15-2.2.scdp", "FX15-3.1app.thr"),
      title="Pure private sample complexity is at least of the order of the Littlestone dimension",
      note="The links of the chain are checked, each with its own sabotages, in the claims it uses. For classes small "
           "enough for an exact optimum over all mechanisms the explicit bound is 0: its constant is small. With "
           "VC(Thr_b) = 1 for all b, it exceeds the VC dimension by any factor.")


def float_chain(dimension: int, samples: int, accuracy: float = 0.25, failure: float = 0.25) -> bool:
    """Whether the chain allows so many samples, in floating point; for verifiers."""
    for j in range(1, 64):
        beta = j / 64
        error = accuracy + beta - accuracy * beta
        if error < 0.5:
            bits = (1 + error * log2(error) + (1 - error) * log2(1 - error)) * dimension
            nats = samples + log(log(1 / beta) / (1 - failure))
            if (log(ceil(exp(nats))) if nats < 30 else nats) < bits * log(2) - 1e-6:
                return False
    return True


@check("FX15-abs.1", grade="certified",
       quantifier="LDim = 10, 20, 50, ..., 1,000,000, at alpha = 1 and eps = delta = 1/4: at least LDim/9 - 3, and so "
                  "many samples the chain allows at all confidences in 64ths",
       says="the bound is at least LDim/9 - 3, and at least what the chain excludes at any confidence")
@sabotage("the confidence of the representation fixed at 1/4: error 7/16",
          lambda d: max(0, int((messages_lower_bound(min(d, 2000), Fraction(7, 16))).bit_length() * d // min(d, 2000))))
@sabotage("the Littlestone dimension in place of its multiple, by its logarithm", lambda d: d.bit_length())
@sabotage("a hundredth less", lambda d: private_samples_lower_bound(d) * 99 // 100)
@judged("<=")
def samples_grow_with_the_dimension(bound=private_samples_lower_bound):
    for d in DIMENSIONS:
        yield d, Fraction(d, 9) - 3, bound(d)
        yield d, max(chain_room(d, Fraction(j, 64)).upper for j in range(1, 22)), bound(d)

def refutes_samples_grow_with_the_dimension(bound, d):
    """The chain does not allow so few samples."""
    return not float_chain(d, bound(d))


def chain_room(dimension: int, beta: Fraction) -> Bracket:
    """``ln(M - 1) - ln(4/3 ln(1/beta))``, M the messages that ``(1 - H(e)) LDim`` bits ask for: the chain excludes n
    rows, at this confidence, if epsilon n is at most this; ``e = 1/4 + 3/4 beta``."""
    e = QUARTER + Fraction(3, 4) * beta
    nats = (logarithm(Fraction(2)) + logarithm(e) * e + logarithm(1 - e) * (1 - e)) * dimension
    if nats.lower > 140:  # ln(M - 1) is between nats - 2^-198 and nats
        return nats - Bracket(Fraction(0), Fraction(1, 2**198)) - offset(beta)
    others = ceil(exp_bracket(nats).lower) - 1
    return logarithm(Fraction(others)) - offset(beta) if others else Bracket(Fraction(-1), Fraction(-1))


def dimension_beta(dimension: int) -> Fraction:
    """A confidence, in 64ths, at which the chain excludes many samples, found in floats."""
    def room(j: int) -> float:
        e = 1 / 4 + 3 * j / 256
        bits = (1 + e * log2(e) + (1 - e) * log2(1 - e)) * dimension
        others = bits * log(2) if bits > 60 else log(max(ceil(2**bits) - 1, 1e-9))
        return others - log(4 / 3 * log(64 / j))
    return Fraction(max(range(1, 21), key=room), 64)


@check("FX15-abs.1", grade="certified",
       quantifier="LDim = 20, 50, ..., 1,000,000, at alpha = 1 and eps = delta = 1/4: one sample less is refuted by "
                  "the chain at some confidence in 64ths",
       says="{the bound less one sample} is at most {the samples that the chain excludes}")
@verifier(lambda bound, d: float_chain(d, bound(d) - 1))
@sabotage("e^(-alpha n/2) for n rows replaced: twice as many samples", lambda d: 2 * private_samples_lower_bound(d))
@sabotage("one sample more", lambda d: private_samples_lower_bound(d) + 1)
@sabotage("errors above 1/2 count as well: 1 - H(63/64 + 1/256) bits", lambda d: 627 * d // 1000 + 3)
@sabotage("error eps delta = 1/16 of the protocol: (1 - H(1/16)) ln 2 LDim", lambda d: 459 * d // 1000)
def the_chain_excludes_one_sample_less(bound=private_samples_lower_bound) -> Verdict:
    return judge("<=", ((d, bound(d) - 1, chain_room(d, dimension_beta(d))) for d in DIMENSIONS if bound(d)))


UPPER = tuple(2**j for j in range(4, 21))


@check("FX15-abs.1", grade="certified",
       quantifier="thresholds on 2^b points, LDim = b = 16, 32, ..., 2^20: not above what the exponential mechanism "
                  "needs; and the least sample sizes of the one-point class (2), from its exact optimum",
       says="{the lower bound on samples} is at most {the samples that are enough for a learner}")
@sabotage("fifty samples for each unit of dimension", lambda d: 50 * d)
@judged("<=")
def no_more_is_claimed_than_a_learner_needs(bound=private_samples_lower_bound):
    yield 1, bound(1), 2
    for b in UPPER:
        yield b, bound(b), private_rows(16, 0, 2**b, exp_bracket(1).lower, QUARTER, QUARTER)

def refutes_no_more_is_claimed_than_a_learner_needs(bound, d):
    """64 ln(16 2^b) samples are enough for the 2^b thresholds, and two for one point: success 1 - 1/(2e)."""
    if d == 1:
        return bound(1) > 2 and 1 - 1 / (2 * EULER) > 3 / 4
    return bound(d) > 64 * (log(16) + d * log(2)) + 1
