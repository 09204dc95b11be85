"""FX15, Section 3.1: thresholds have VC dimension 1, and need communication in proportion to their bits."""

from fractions import Fraction
from itertools import product
from math import comb

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.communication.augmented_index import index_bound
from privlearn.communication.information import log2_bracket
from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import littlestone_dimension, vc_dimension
from privlearn.dimensions.representation import representation_alpha
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.papers.by_definition import has_mistake_tree
from privlearn.papers.fx15.greater_than import claim
from privlearn.papers.fx15.greater_than.instances import representation_size_of_thresholds
from privlearn.papers.fx15.one_way_protocols.instances import least_by_partitions, solved

claim("FX15-3.1app.thr", kind="corollary", title="Thr_b has VC dimension 1, yet PRDim and SCDP Omega(b)",
      uses=("FX15-2.3", "FX15-2.4", "FX15-2.5.ldim", "FX15-2.5.lb", "FX15-3.1.le", "FX15-3.1.ge", "FX15-3.1app.gt",
            "FX15-4.3", "BBKN14-2.5"),
      note="The paper derives PRDim = Omega(b) from the cited bound for greater-than; here it comes with the constant "
           "1 - H(error) of FX15-4.3, as the Littlestone dimension is b. From PRDim to private samples: FX15-2.5.lb.")


def intervals_of(bits: int) -> ConceptClass:
    """All intervals, with two ends, of the points of Thr_b."""
    n = 2**bits
    return ConceptClass.from_matrix([[int(i <= x < j) for x in range(n)] for i in range(n) for j in range(i, n + 1)])


@check("FX15-3.1app.thr", grade="exhaustive",
       quantifier="VC dimension 1 for b = 1, ..., 6, Littlestone dimension b for b = 1, ..., 6 (all shattered sets, "
                  "all mistake trees)",
       says="the VC dimension is 1 and the Littlestone dimension b")
@sabotage("intervals in place of thresholds", intervals_of)
def vc_is_one_and_littlestone_is_b(family=thresholds) -> Verdict:
    return judge("==", (((b, name), dimension(family(b)), expected) for b in range(1, 7)
                        for name, dimension, expected in (("VC", vc_dimension, 1), ("LDim", littlestone_dimension, b))))

def refutes_vc_is_one_and_littlestone_is_b(family, b, name):
    concepts = family(b)
    if name == "LDim":
        return has_mistake_tree(concepts, b + 1) or not has_mistake_tree(concepts, b)
    shattered = [len({(row[x], row[y]) for row in concepts.rows()}) for x, y in product(range(concepts.size), repeat=2)]
    return max(shattered) == 4 or max(shattered) < 2


@check("FX15-3.1app.thr", grade="certified",
       quantifier="b = 1, 2, 3, all k up to 2^b, all public-coin protocols, v_k their least error",
       says="(1 - H(v_k)) b is at most log2 k, and equal to it for k = 1 and k = 2^b")
@sabotage("(1 - 2 v) b: a linear function for the entropy", lambda bits, error: (1 - 2 * error) * bits)
@sabotage("one percent more", lambda bits, error: index_bound(bits, error) * Fraction(101, 100))
@sabotage("one percent less", lambda bits, error: index_bound(bits, error) * Fraction(99, 100))
def bits_grow_with_b(bound=index_bound) -> Verdict:
    cases = [((b, k), bound(b, solved(thresholds(b), k).value), log2_bracket(k))
             for b in (1, 2, 3) for k in range(1, 2**b + 1)]
    return all_hold(judge("<=", cases), judge("==", (case for case in cases if case[0][1] in (1, 2 ** case[0][0]))))

def refutes_bits_grow_with_b(bound, b, k):
    value = least_by_partitions(thresholds(b), k, solved(thresholds(b), k).hard_distribution)
    found = as_bracket(bound(b, value))  # more bits than log2 k: 2^(n found) > k^n, n large; or fewer where none may be
    return bool(2 ** int(found.lower * 1000) > k**1000 or k in (1, 2**b) and (
        found.upper < 0 or 2 ** -int(-found.upper * 1000 // 1) < k**1000))


@check("FX15-3.1app.thr", grade="certified",
       quantifier="b = 1, 2, ..., 10, 10^3, 10^4, 10^5, 10^6, error 7/16 (epsilon = delta = 1/4) and 1/3: the explicit "
                  "bound is at least b/89 and 0.0817 b, and neither b/88 nor 0.0818 b",
       says="the bound lies between b/89 and b/88 at error 7/16, between 0.0817 b and 0.0818 b at 1/3",
       reason="A formula: what it bounds is FX15-4.3, checked there and above for b <= 3.")
@sabotage("the bound is halved", lambda bits, error: index_bound(bits, error) * Fraction(1, 2))
@judged("<=")
def bound_is_linear_in_b(bound=index_bound):
    for b, (error, floor, above) in product((*range(1, 11), 10**3, 10**4, 10**5, 10**6), (
            (Fraction(7, 16), Fraction(1, 89), Fraction(1, 88)),
            (Fraction(1, 3), Fraction(817, 10**4), Fraction(818, 10**4)))):
        yield (b, error, "least"), floor * b, bound(b, error)
        yield (b, error, "most"), bound(b, error), above * b

def refutes_bound_is_linear_in_b(bound, b, error, side):
    p, q = error.numerator, error.denominator  # 2^(q (1 - H)) = 2^q p^p (q - p)^(q - p) / q^q
    gain, found = Fraction(2**q * p**p * (q - p) ** (q - p), q**q), as_bracket(bound(b, error))
    if side == "least":
        return 2 ** (int(found.upper * q / b * 1000) + 1) < gain**1000
    return 2 ** int(found.lower * q / b * 1000) > gain**1000


@check("FX15-3.1app.thr", grade="certified",
       quantifier="b = 1, 2, 3 (without the point at which all are 1): the least number of hypotheses that "
                  "1/4-represent Thr_b is 2^b, by an exhaustive search with re-verified certificates",
       says="{the least number of hypotheses} equals {2^b}")
@sabotage("2^b - 1 hypotheses are enough", lambda bits: 2**bits - 1)
def deterministic_representations_save_nothing(size=representation_size_of_thresholds) -> Verdict:
    return judge("==", (((b,), size(b), 2**b) for b in (1, 2, 3)))

def refutes_deterministic_representations_save_nothing(size, witness):
    (b,) = witness  # are size(b) hypotheses the fewest?  Every such set is tried; the class itself has 2^b
    if size(b) > 2**b:
        return True
    concepts = thresholds(b).restrict(range(2**b - 1))
    tables = list(product((0, 1), repeat=concepts.size))
    if comb(len(tables), size(b)) > 1000:
        return False
    return all(representation_alpha(ConceptClass.from_matrix(chosen), concepts) > QUARTER
               for chosen in product(tables, repeat=size(b)))
