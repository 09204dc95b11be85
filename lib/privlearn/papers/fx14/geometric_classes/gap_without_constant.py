"""FX14, Sections 1 and 4.1: geometric classes, and a gap stated without a constant."""

from fractions import Fraction
from itertools import product

from privlearn.checking import Verdict, all_hold, check, counted, judge, judged, sabotage
from privlearn.concepts import ConceptClass
from privlearn.dimensions import sauer_bound
from privlearn.dimensions.sweeps.four_points import classes_on
from privlearn.papers.by_definition import class_of, vc_by_definition
from privlearn.papers.fx14.geometric_classes import claim

claim("FX14-1.gap", kind="proposition", section="1 Introduction",
      title="The gap between log |C| and VC(C) is as large as log |X|, and hardly larger", uses=("FX15-1.sauer",),
      same_as=("FX15-1.sauer",),
      difference='The gap is said to be "no more than" log |X|, without a constant; the full version derives it from '
                 'the shatter function with a constant.', erratum_kind="constant",
      erratum='Read without a constant, "no more than log |X|" is off by a little in one case: classes of VC dimension '
              '1 with |X| + 1 concepts, the largest possible. Smallest: three thresholds on two points, log 3 against '
              '1. For all others it is literally true, as the page proves.')


def largest_excess(points: int) -> Fraction:
    return 1 + Fraction(1, points)


def is_exception(size: int, dimension: int, points: int) -> bool:
    """Tell where the statement without a constant fails: dimension 1, and one concept more than points."""
    return dimension == 1 and size == points + 1


@check("FX14-1.gap", grade="exhaustive", quantifier="all classes of VC dimension at least 1 on 1, 2, 3 and 4 points",
       says="the largest |C|/|X|^VC(C) is 1 + 1/|X|, and |C| exceeds |X|^VC(C) exactly for VC dimension 1 and |X| + 1 "
            "concepts")
@sabotage("never: no more than log |X|, as printed", (lambda points: Fraction(1), is_exception))
@sabotage("no exceptions, as printed", (largest_excess, lambda size, dimension, points: False))
def size_exceeds_the_power_at_most_by(stated=(largest_excess, is_exception)) -> Verdict:
    kinds = [kind for n in range(1, 5) for kind in classes_on(n) if kind[2] >= 1]  # (points, number), size, VC, count
    worst = [max((Fraction(size, n**v), (n, number)) for (n, number), size, v, _ in kinds if n == points)
             for points in range(1, 5)]
    verdict = all_hold(judge("==", ((name, ratio, stated[0](name[0])) for ratio, name in worst)), judge("==", (
        (name, size > name[0]**v, stated[1](size, v, name[0])) for name, size, v, _ in kinds)))
    return counted(verdict, sum(count for *_, count in kinds)) if verdict.holds else verdict

def refutes_size_exceeds_the_power_at_most_by(stated, witness):
    concepts = class_of(witness)
    size, n, v = len(concepts), concepts.size, vc_by_definition(concepts)
    return size > stated[0](n) * n**v or stated[1](size, v, n) != (size > n**v)


def power(points: int, dimension: int) -> int:
    """Return ``n^v``, and one more for dimension 1."""
    return points**dimension + (dimension == 1)


@check("FX14-1.gap", grade="exact", quantifier="n = 1..64 points, v = 1..n: the largest size that dimension v allows",
       says="the shatter bound is at most n^v, and n + 1 for dimension 1")
@sabotage("never: no more than log |X|, as printed", lambda points, dimension: points**dimension)
@sabotage("one less from dimension 2 on", lambda points, dimension: power(points, dimension) - (dimension > 1))
@judged("<=")
def largest_classes_of_every_size_obey_it(bound=power):
    yield from (((n, v), sauer_bound(n, v), bound(n, v)) for n in range(1, 65) for v in range(1, n + 1))
    yield from (((n, 1), bound(n, 1), n + 1) for n in range(1, 65))

def refutes_largest_classes_of_every_size_obey_it(bound, n, v):
    """All functions with at most v ones: their dimension and their number, for few points."""
    rows = [row for row in product((0, 1), repeat=min(n, 6)) if sum(row) <= v]
    return n <= 6 and vc_by_definition(ConceptClass.from_matrix(rows)) == v and len(rows) > bound(n, v)


claim("FX14-1.hs", kind="corollary", section="1.1 Our results",
      title="Halfspaces over I_b^d need of the order of d^2 b private samples", uses=("FX15-1.1.hs",),
      same_as=("FX15-1.1.hs",))


claim("FX14-4.1app.1", kind="example", title="Thresholds: Littlestone's dimension b, VC dimension 1",
      uses=("FX15-4.1app.thr",), same_as=("FX15-4.1app.thr",))


claim("FX14-4.1app.2", kind="example", title="Boxes: Littlestone's dimension at least b d", uses=("FX15-4.1app.box",),
      same_as=("FX15-4.1app.box",), erratum_kind="false", erratum_of="FX15-4.1app.box", repaired=True,
      erratum="VC dimension d + 1 is printed here too; it is 2 d for b >= 2, and max(d, 2) for b = 1.")


claim("FX14-4.1app.3", kind="example",
      title="Halfspaces: Littlestone's dimension of the order of b d^2, VC dimension d + 1", uses=("FX15-4.1app.hs",),
      same_as=("FX15-4.1app.hs",),
      difference="Prints b d (d - 1) / 2 as the full version does in Section 4.1, and leaves the proof to that "
                 "version, whose Appendix B has (d (d - 1) / 2 + 1) b. Both are lower bounds; exact values are larger.",
      erratum_kind="misprint", erratum_of="FX15-4.1app.hs", repaired=True, erratum='The printed "=" is "at least".')


claim("FX14-4.1app.4", kind="example",
      title="Balls: Littlestone's dimension at least of the order of b d^2, VC dimension d + 1",
      uses=("FX15-4.1app.ball",), same_as=("FX15-4.1app.ball",))
