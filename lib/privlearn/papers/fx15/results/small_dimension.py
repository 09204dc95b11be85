"""FX15, Abstract: Littlestone dimension 2, and as many private samples as one likes."""

from fractions import Fraction
from math import log

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.communication.private_samples import line_bits_for
from privlearn.concepts import ConceptClass, lines
from privlearn.dimensions import littlestone_dimension
from privlearn.papers.by_definition import has_mistake_tree
from privlearn.papers.fx15.results import claim
from privlearn.papers.fx15.results.instances import line_room, most_line_room

PRIMES = (2, 3, 5, 7, 11, 13)


claim("FX15-abs.2", kind="corollary",
      uses=("FX15-5.ldim", "FX15-5.3", "FX15-3.1.ge", "FX15-2.5.lb"),
      title="Littlestone dimension 2 and private sample complexity as large as one likes",
      note="The witness is Line_p; the bound is the second-moment one of Theorem 5.3's claim, pushed "
           "through Theorem 3.1 and the conversion of learners. Primes are not listed: the bound "
           "holds for every p from a power of two on.")


@check("FX15-abs.2", grade="exhaustive", quantifier="p = 2, 3, 5, 7, 11, 13: all mistake trees",
       says="the Littlestone dimension of the lines is 2")
@verifier(lambda family, p: has_mistake_tree(family(p), 3) or not has_mistake_tree(family(p), 2))
@sabotage("arithmetic modulo 4 in place of p = 3", lambda p: lines_modulo(4 if p == 3 else p))
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
