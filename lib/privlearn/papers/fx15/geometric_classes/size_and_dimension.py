"""FX15, Section 1: the logarithm of the size of a class against its VC dimension."""

from collections.abc import Callable
from math import comb

from privlearn.checking import Verdict, check, covering, judge, sabotage, verifier
from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import sauer_bound, vc_dimension
from privlearn.dimensions.sweeps.four_points import classes_on
from privlearn.papers.by_definition import class_of, vc_by_definition
from privlearn.papers.fx15.geometric_classes import claim

claim("FX15-1.sauer", kind="proposition", section="1 Introduction",
      title="log |C| is O(VC(C) log |X|), and thresholds show that the gap can be log |X|",
      uses=("BBKN14-2.3", "FX15-conv"),
      note="With a constant: log |C| <= VC(C) log |X| + 1. For all classes this is proved on the page; checked are all "
           "classes on at most 4 points.")


def phi(dimension: int, points: int) -> int:
    """Return the bound of the lemma."""
    return sauer_bound(points, dimension)


def judge_all_classes(bound: Callable[[int, int], int]) -> Verdict:
    """Compare the size of every class with its bound; classes of equal size and dimension are compared once."""
    kinds = [kind for n in range(1, 5) for kind in classes_on(n)]
    verdict = judge("<=", ((name, size, bound(v, name[0])) for name, size, v, _ in kinds))
    return covering(verdict, sum(count for *_, count in kinds))


def verify_size_bound(bound: Callable[[int, int], int], witness) -> bool:
    """Recompute size and dimension of one class from the definitions and compare."""
    concepts = class_of(witness)
    return len(concepts) > bound(vc_by_definition(concepts), concepts.size)


@check("FX15-1.sauer", grade="exhaustive", quantifier="all 65,808 non-empty classes on 1, 2, 3 and 4 points",
       says="{the number of concepts} is at most {the sum of C(|X|, i) for i <= VC(C)}")
@verifier(verify_size_bound)
@sabotage("one term of the sum left out: Phi_(d - 1)", lambda d, n: phi(d - 1, n))
@sabotage("C(n, d) alone", lambda d, n: comb(n, d))
def size_is_at_most_the_shatter_bound(bound=phi) -> Verdict:
    return judge_all_classes(bound)


@check("FX15-1.sauer", grade="exhaustive",
       quantifier="all 65,808 non-empty classes on 1, 2, 3 and 4 points; both sides as powers of 2",
       says="{the number of concepts} is at most {2 |X|^VC(C)}")
@verifier(verify_size_bound)
@sabotage("without the added 1: three thresholds on two points", lambda d, n: n**d if d and n > 1 else 2 * n**d)
def logarithm_is_at_most_dimension_times_logarithm_plus_one(bound=lambda d, n: 2 * n**d) -> Verdict:
    return judge_all_classes(bound)


@check("FX15-1.sauer", grade="exhaustive", quantifier="Thr_b for b = 1..8: |C|, |X| and VC from the listed classes",
       says="the class has 2^b concepts on 2^b points and VC dimension 1")
@sabotage("the constant 0 counted in, as for intervals", lambda b: (2**b + 1, 2**b, 1))
def thresholds_show_the_gap(stated=lambda b: (2**b, 2**b, 1)) -> Verdict:
    return judge("==", ((b, (len(c := thresholds(b)), c.size, vc_dimension(c)), stated(b)) for b in range(1, 9)))

def refutes_thresholds_show_the_gap(stated, b):
    concepts = ConceptClass.from_matrix([[int(x >= t) for x in range(2**b)] for t in range(2**b)])
    return stated(b) != (len(concepts), concepts.size, vc_by_definition(concepts))
