"""FX15, Abstract and Section 1: samples in the order of the Littlestone dimension, or more than any function of it;
thresholds separate pure from approximate privacy.
"""

from fractions import Fraction
from math import ceil, e as EULER, exp, log, log2

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.communication import messages_lower_bound, private_samples_lower_bound
from privlearn.communication.private_samples import line_bits_for
from privlearn.concepts import ConceptClass, lines
from privlearn.dimensions import littlestone_dimension
from privlearn.exact import Bracket, exp_bracket, log_star
from privlearn.exact.fractions import QUARTER
from privlearn.exact.towers import tower
from privlearn.learners.selection import proper_learner_rows
from privlearn.papers.by_definition import has_mistake_tree
from privlearn.papers.fx15.results import claim
from privlearn.papers.fx15.results.instances import line_room, logarithm, most_line_room, offset, thresholds_crossing

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
       quantifier="LDim = 10, 20, 50, ..., 1,000,000, at alpha = 1 and eps = delta = 1/4: at least LDim/9 - 3, and so "
                  "many samples the chain allows at all confidences in 64ths; from LDim = 20 on one sample less is "
                  "refuted by the chain at one of them",
       says="the bound is at least LDim/9 - 3, and the least number that the chain excludes at no confidence")
@sabotage("the confidence of the representation fixed at 1/4: error 7/16",
          lambda d: max(0, int((messages_lower_bound(min(d, 2000), Fraction(7, 16))).bit_length() * d // min(d, 2000))))
@sabotage("the Littlestone dimension in place of its multiple, by its logarithm", lambda d: d.bit_length())
@sabotage("a hundredth less", lambda d: private_samples_lower_bound(d) * 99 // 100)
@sabotage("e^(-alpha n/2) for n rows replaced: twice as many samples", lambda d: 2 * private_samples_lower_bound(d))
@sabotage("one sample more", lambda d: private_samples_lower_bound(d) + 1)
@sabotage("errors above 1/2 count as well: 1 - H(63/64 + 1/256) bits", lambda d: 627 * d // 1000 + 3)
@sabotage("error eps delta = 1/16 of the protocol: (1 - H(1/16)) ln 2 LDim", lambda d: 459 * d // 1000)
@judged("<=")
def samples_grow_with_the_dimension(bound=private_samples_lower_bound):
    for d in DIMENSIONS:
        yield (d, "least"), Fraction(d, 9) - 3, bound(d)
        yield (d, "least"), max(chain_room(d, Fraction(j, 64)).upper for j in range(1, 22)), bound(d)
        if bound(d):
            yield (d, "most"), bound(d) - 1, chain_room(d, dimension_beta(d))

def refutes_samples_grow_with_the_dimension(bound, d, side):
    """The chain does not allow so few samples, or it allows one less."""
    return float_chain(d, bound(d) - 1) if side == "most" else not float_chain(d, bound(d))


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
        yield b, bound(b), proper_learner_rows(2**b, exp_bracket(1).lower, QUARTER, QUARTER)

def refutes_no_more_is_claimed_than_a_learner_needs(bound, d):
    """64 ln(16 2^b) samples are enough for the 2^b thresholds, and two for one point: success 1 - 1/(2e)."""
    if d == 1:
        return bound(1) > 2 and 1 - 1 / (2 * EULER) > 3 / 4
    return bound(d) > 64 * (log(16) + d * log(2)) + 1


PRIMES = (2, 3, 5, 7, 11, 13)


claim("FX15-abs.2", kind="corollary", uses=("FX15-5.ldim", "FX15-5.3", "FX15-3.1.ge", "FX15-2.5.lb"),
      title="Littlestone dimension 2 and private sample complexity as large as one likes",
      note="The witness is Line_p; the bound is the second-moment one of Theorem 5.3's claim, pushed "
           "through Theorem 3.1 and the conversion of learners. Primes are not listed: the bound "
           "holds for every p from a power of two on.")


@check("FX15-abs.2", grade="exhaustive", quantifier="p = 2, 3, 5, 7, 11, 13: all mistake trees",
       says="the Littlestone dimension of the lines is 2")
@verifier(lambda family, p: has_mistake_tree(family(p), 3) or not has_mistake_tree(family(p), 2))
@sabotage("without: p is a prime", lambda p: lines_modulo(4 if p == 3 else p))
def lines_have_littlestone_dimension_two(family=lines) -> Verdict:
    return judge("==", ((p, littlestone_dimension(family(p)), 2) for p in PRIMES))


@lines_have_littlestone_dimension_two.corrupted("with the complements of all lines")
def complements_all_lines(p: int) -> ConceptClass:
    return lines(p).union(ConceptClass.from_matrix(1 - lines(p).matrix, lines(p).point_names))


def lines_modulo(m: int) -> ConceptClass:
    """The graphs of ``y = a x + b`` modulo any m; for composite m two of them may share two points."""
    return ConceptClass.from_matrix([[int((a * x + b - y) % m == 0) for x in range(m) for y in range(m)]
                                     for a in range(m) for b in range(m)])


@check("FX15-abs.2", grade="certified",
       quantifier="t = 1, ..., 20 and 10,000 samples, alpha = 1, eps = delta = 1/4: for p from 2^b on the chain "
                  "excludes t - 1 of them, for p = 2^(b-1) it does not",
       says="the chain excludes t - 1 samples for p = 2^b, and does not for p = 2^(b - 1)")
@sabotage("half as many bits", lambda t: line_bits_for(t) // 2)
@sabotage("one bit less", lambda t: line_bits_for(t) - 1)
@sabotage("one bit more", lambda t: line_bits_for(t) + 1)
@judged("<=")
def lines_need_any_number_of_samples(size=line_bits_for):
    for t in (*range(1, 21), 10_000):
        bits = size(t)
        yield (t, "enough"), t - 1, most_line_room(bits)
        yield (t, "least"), max(line_room(bits - 1, Fraction(j, 64)).upper for j in range(1, 22)), t - 1

def refutes_lines_need_any_number_of_samples(size, t, side):
    """In floats, for p = 2^b: do t - 1 samples satisfy the chain for every confidence?"""
    b = size(t) - (side == "least")

    def allowed(j: int) -> bool:
        gap = 1 - 2 * (0.25 + 0.75 * j / 64) - 2.0**-b
        messages = 2.0 ** min(b + 2, 900) * gap * gap
        if gap <= 0 or messages <= 1:
            return True
        nats = log(messages - 1) + max(0, b - 898) * log(2)  # for so many bits the 1 is nothing
        return t - 1 + log(log(64 / j) / 0.75) >= nats - 1e-9
    return all(map(allowed, range(1, 64))) == (side == "enough")


claim("FX15-1.thr-approx", kind="remark", status="quoted",
      reason="a theorem of Beimel, Nissim and Stemmer, quoted without its constant; only the arithmetic of iterated "
             "logarithms is computed",
      section="1 Introduction", uses=("FX15-2.2.dp", "FX15-2.2.proper"),
      title="Approximate privacy learns thresholds on 2^b points, properly, from O(16^(log* b) log(1/beta)) samples",
      note="The bound is cited by the paper, not proved there. Checked: what it says in numbers, the constant of the O "
           "taken as 1. It is below b itself for the first time at b = 2^20 + 1.")


def least_beaten(star, first: int = 1, last: int = 1 << 40) -> int:
    """The least b in ``first..last`` with ``16^(log* b) < b``, 0 if there is none; ``star`` must not decrease."""
    if star(first) == star(last):
        found = max(first, 16 ** star(first) + 1)
        return found if found <= last else 0
    middle = (first + last) // 2
    return least_beaten(star, first, middle) or least_beaten(star, middle + 1, last)


def rounds(n: int) -> int:
    """Return how many logarithms, rounded up, lead down to 1."""
    return 0 if n <= 1 else 1 + rounds((n - 1).bit_length())


@check("FX15-1.thr-approx", grade="exact",
       quantifier="b = 1, ..., 5000 and 2^j - 1, 2^j, 2^j + 1 for j up to 70: by towers and by repeated logarithms, "
                  "rounded up; all b up to 2^40: the least b with 16^(log* b) < b, against a search among the towers",
       says="log* b by towers is the number of rounded logarithms down to 1, and the least b with 16^(log* b) < b the "
            "one found among the towers")
@judged("==")
def quoted_bound_beats_b_from_here_on(star=log_star):
    for b in (*range(1, 5001), *(2**j + shift for j in range(2, 71) for shift in (-1, 0, 1))):
        yield b, star(b), rounds(b)
    storey = next(k for k in range(6) if tower(k) > 16**k)
    yield "least b", least_beaten(star), max(tower(storey - 1), 16**storey) + 1

def refutes_quoted_bound_beats_b_from_here_on(star, b):
    """``log* b = k`` iff b is above the tower of ``k - 1`` twos and at most that of k; 16^5 is beaten from 2^20 on."""
    if b == "least b":
        return any(star(n) != rounds(n) for n in (2, 3, 4, 5, 16, 17, 65536, 65537, 2**20, 2**20 + 1))
    low, high, k = 0, 1, 0
    while not low < b <= high:
        low, high, k = high, 2**high, k + 1
    return star(b) != k

@quoted_bound_beats_b_from_here_on.sabotage("natural logarithms")
def natural_logarithms():
    def natural(n: float) -> int:
        return 0 if n <= 1 else 1 + natural(log(n))
    return natural

@quoted_bound_beats_b_from_here_on.sabotage("logarithms rounded down")
def logarithms_rounded_down():
    def down(n: int) -> int:
        return 0 if n <= 1 else 1 + down(n.bit_length() - 1)
    return down


claim("FX15-1.1.thr-sep", kind="corollary", status="quoted",
      reason="the upper bound is by Beimel, Nissim and Stemmer; with 1 for its constant, the crossing with our lower "
             "bound is computed",
      section="1.1 Our results", uses=("FX15-1.thr-approx", "FX15-3.1app.thr", "FX15-abs.1"),
      title="Thresholds separate pure from approximate privacy",
      note="Against the cited bound with constant 1, for constant beta: whatever the constant is, the pure bound is "
           "linear in b and overtakes it.")


EPSILONS = (Fraction(1, 10), Fraction(1))


@check("FX15-1.1.thr-sep", grade="certified",
       quantifier="alpha = 1/10, 1, at eps = delta = 1/4: at this b, beyond 65,536, the pure bound is above the quoted "
                  "one, one before it is not",
       says="the pure bound is above the quoted one at this b, and not at b - 1")
@sabotage("where b itself overtakes it", lambda epsilon: 16**5 + 1)
@sabotage("half as far again", lambda epsilon: thresholds_crossing(epsilon) * 3 // 2)
@judged("<=")
def pure_bound_overtakes_the_quoted_one(crossing=thresholds_crossing):
    for epsilon in EPSILONS:
        b, ratio = crossing(epsilon), exp_bracket(epsilon)
        yield (epsilon, "at"), 16 ** log_star(b) + 1, private_samples_lower_bound(b, ratio)
        yield (epsilon, "before"), private_samples_lower_bound(b - 1, ratio), 16 ** log_star(b - 1)

def refutes_pure_bound_overtakes_the_quoted_one(crossing, epsilon, where):
    """The chain in floats: the number of samples it asks for at b, at most a sample off."""
    b, best = crossing(epsilon) - (where == "before"), 0.0
    for j in range(1, 64):
        e = 1 / 4 + 3 / 4 * j / 64
        if e < 1 / 2:
            share = 1 + e * log2(e) + (1 - e) * log2(1 - e)
            best = max(best, (share * b * log(2) + log(3 / 4 / log(64 / j))) / float(epsilon))
    return best < 16**5 - 2 if where == "at" else best > 16**5 + 2
