"""FX15, Sections 1.1 and 3.1: evaluating thresholds is the negation of greater-than."""

from fractions import Fraction
from itertools import product

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.communication import worst_error
from privlearn.communication.greater_than import greater_than, greater_than_by_bits
from privlearn.communication.protocols import negated_protocol
from privlearn.concepts import ConceptClass, point_functions, thresholds
from privlearn.papers.fx15.greater_than import claim
from privlearn.papers.fx15.one_way_protocols.instances import least_by_partitions, solved

claim("FX15-3.1app.gt", kind="proposition", title="Evaluation of thresholds is greater-than up to negation",
      uses=("FX15-conv", "FX15-2.4.protocol", "FX15-3.eval"),
      note="That greater-than needs Omega(b) bits with error 1/3 is cited in the paper (Miltersen, Nisan, Safra, "
           "Wigderson); with an explicit constant it is FX15-4.3 for thresholds: (1 - H(1/3)) b, at least 0.0817 b.")


@check("FX15-3.1app.gt", grade="exhaustive", quantifier="b = 1, ..., 6, all pairs (x, y) of b-bit integers (5,460)",
       says="greater-than is 1 exactly where the threshold is 0")
@verifier(lambda family, b, x, y: bool(family(b).matrix[x, y]) != (x > y))
@sabotage("the arguments of greater-than swapped", lambda b: ConceptClass.from_matrix(greater_than(b).matrix.T))
def matrices_are_complements(family=greater_than) -> Verdict:
    return judge("==", (((b, x, y), int(row[y]), 1 - int(own.matrix[x, y]))
                        for b in range(1, 7) for own in [thresholds(b)]
                        for x, row in enumerate(family(b).rows()) for y in range(2**b)))


@check("FX15-3.1app.gt", grade="certified",
       quantifier="b = 1, 2, 3, all k up to 2^b: the values, and the error of the optimal protocol for greater-than "
                  "with Bob's answers negated",
       says="greater-than and thresholds have one value, which Bob's negated answers attain")
@sabotage("equality in place of greater-than", lambda b: point_functions(2**b))
@judged("==")
def negation_changes_no_value(family=greater_than):
    for b in (1, 2, 3):
        own = thresholds(b)
        for k in range(1, 2**b + 1):
            found = solved(family(b), k)
            yield (b, k, "value"), found.value, solved(own, k).value
            yield (b, k, "negated"), worst_error(negated_protocol(found.protocol), own), found.value

def refutes_negation_changes_no_value(family, b, k, kind):
    found, own = solved(family(b), k), solved(thresholds(b), k)
    forced = (least_by_partitions(family(b), k, found.hard_distribution),
              least_by_partitions(thresholds(b), k, own.hard_distribution))
    wrong = [sum((w for w, alice, bob in found.protocol.branches if bob[alice[x]][y] == int(x <= y)), Fraction(0))
             for x, y in product(range(2**b), repeat=2)]
    return forced[0] != forced[1] if kind == "value" else max(wrong) != found.value


claim("FX15-1.1.gt", kind="proposition", section="1.1 Our results",
      title="Evaluating thresholds is greater-than, so a class of VC dimension 1 needs Omega(b) private samples",
      uses=("FX15-1.1", "FX15-3.eval", "FX15-3.1app.gt", "FX15-3.1app.thr"),
      note="The check is the identity, from the binary representations; the lower bound on the communication of "
           "greater-than, which the paper cites, is checked with a constant in FX15-3.1app.thr.")


BITS = range(1, 7)


@check("FX15-1.1.gt", grade="exhaustive", quantifier="b = 1, ..., 6, all pairs (x, y) of b-bit integers (5,460)",
       says="the threshold t_x is 1 at y exactly where x > y is false")
@verifier(lambda family, b, x, y: bool(family(b).matrix[x, y]) != (x <= y))
@sabotage("t_x is 1 where y > x: the diagonal is wrong",
          lambda b: ConceptClass.from_matrix([[int(y > x) for y in range(2**b)] for x in range(2**b)]))
def evaluation_of_thresholds_is_the_negation_of_greater_than(family=thresholds) -> Verdict:
    return judge("==", (((b, x, y), int(row[y]), 1 - greater_than_by_bits(x, y, b))
                        for b in BITS for x, row in enumerate(family(b).rows()) for y in range(2**b)))
