"""FX15, Section 1.1: thresholds are greater-than, announced."""

from __future__ import annotations

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.communication import greater_than_by_bits
from privlearn.concepts import ConceptClass, thresholds

claim("FX15-1.1.gt", kind="proposition", section="1.1 Our results", page="communication/greater-than",
      title="Evaluating thresholds is greater-than, so a class of VC dimension 1 needs Omega(b) private samples",
      uses=("FX15-1.1", "FX15-3.eval", "FX15-3.1app.gt", "FX15-3.1app.thr"),
      note="The check is the identity, from the binary representations; the lower bound on the communication of "
           "greater-than, which the paper cites, is checked with a constant in FX15-3.1app.thr.")

BITS = range(1, 7)


@check("FX15-1.1.gt", grade="exhaustive", quantifier="b = 1, ..., 6, all pairs (x, y) of b-bit integers (5,460)",
       fingerprint=lambda family: [family(b).rows() for b in BITS])
def evaluation_of_thresholds_is_the_negation_of_greater_than(family=thresholds) -> Verdict:
    return judge("==", (((b, x, y), int(row[y]), 1 - greater_than_by_bits(x, y, b))
                        for b in BITS for x, row in enumerate(family(b).rows()) for y in range(2**b)))


@evaluation_of_thresholds_is_the_negation_of_greater_than.verifier
def _(family, witness):
    b, x, y = witness
    return bool(family(b).matrix[x, y]) != (x <= y)

evaluation_of_thresholds_is_the_negation_of_greater_than.sabotage("t_x is 1 where y > x: the diagonal is wrong",
    lambda b: ConceptClass.from_matrix([[int(y > x) for y in range(2**b)] for x in range(2**b)]))
