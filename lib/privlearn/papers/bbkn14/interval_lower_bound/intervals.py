"""BBKN14, Section 5: the class of intervals, its VC dimension and for which accuracies it is minimal."""

from fractions import Fraction
from itertools import combinations, permutations

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import ConceptClass, initial_segments
from privlearn.dimensions import is_shattered
from privlearn.dimensions.representation.minimality import minimality_bounds
from privlearn.exact.fractions import HALF
from privlearn.mechanisms.optima.intervals import hard_rows
from privlearn.papers.bbkn14.interval_lower_bound import claim

claim("BBKN14-5.1", kind="definition", uses=("BBKN14-1.1.1.interval-def",), title="The class of intervals",
      erratum_kind="convention",
      erratum="A mismatch of conventions, not of results: Section 1.1.1 takes the domain {1, ..., T+1} for the same "
              "class, Section 5 takes {1, ..., T}. We follow Section 5.")


@check("BBKN14-5.1", grade="exhaustive",
       quantifier="T = 1..16: the number of concepts, and where any two of them differ",
       says="there are T + 1 intervals, and any two differ exactly at the points between their ends")
@sabotage("the interval of all points left out",
          lambda size: ConceptClass.from_matrix(initial_segments(size).matrix[:-1]))
@judged("==")
def intervals_differ_between_their_ends(family=initial_segments):
    for size in range(1, 17):
        rows = family(size).rows()
        yield (size,), len(rows), size + 1
        for j, k in combinations(range(len(rows)), 2):
            yield (size, j, k), [x for x in range(size) if rows[j][x] != rows[k][x]], list(range(j, k))

def refutes_intervals_differ_between_their_ends(family, witness):
    stated = {tuple(int(x < j) for x in range(witness[0])) for j in range(witness[0] + 1)}
    return set(family(witness[0]).rows()) != stated


claim("BBKN14-5.1.vc", kind="remark", uses=("BBKN14-5.1", "BBKN14-2.3"), title="The VC dimension of the intervals is 1")


def all_subintervals(size: int) -> ConceptClass:
    """Return the indicators of all ranges of points, the empty one included."""
    return ConceptClass.from_matrix([[int(a <= x < b) for x in range(size)]
                                     for a in range(size + 1) for b in range(a, size + 1)])


@check("BBKN14-5.1.vc", grade="exhaustive", quantifier="T = 1..64: every single point, and every pair of points",
       says="every single point is shattered, and no pair of points is")
@sabotage("all sub-intervals in place of the initial ones", all_subintervals)
@judged("==")
def points_are_shattered_and_pairs_are_not(family=initial_segments):
    for size in range(1, 65):
        matrix = family(size).matrix
        for x in range(size):
            yield (size, x), {int(v) for v in matrix[:, x]}, {0, 1}
        for x, y in combinations(range(size), 2):
            # the pattern (0, 1) is the one that must be missing
            yield (size, x, y), bool((matrix[:, x] < matrix[:, y]).any()), False

def refutes_points_are_shattered_and_pairs_are_not(family, witness):
    size, *points = witness
    return is_shattered(points, by=family(size)) != (len(points) == 1)


claim("BBKN14-5.1.minimal", kind="remark", uses=("BBKN14-5.1", "BBKN14-3.5"),
      title="The intervals are alpha-minimal for themselves, for alpha below 1/2",
      note="The end 1/2 is exact for T of at least 2; on a single point the two intervals are minimal below 1.")


@check("BBKN14-5.1.minimal", grade="certified",
       quantifier="T = 1..8 and 16: every deletion, all distributions, by representation games with rational duals",
       says="the intervals are alpha-minimal for themselves exactly for alpha below 1/2 (below 1 on one point)")
@sabotage("alpha = 1/2 included: minimal up to 3/5",
          lambda size: (Fraction(0), Fraction(3, 5) if size >= 2 else Fraction(1)))
def range_of_minimality_ends_at_a_half(ends=lambda size: (Fraction(0), HALF if size >= 2 else Fraction(1))) -> Verdict:
    return judge("==", ((size, minimality_bounds(initial_segments(size), initial_segments(size)), ends(size))
                        for size in (*range(1, 9), 16)))

def refutes_range_of_minimality_ends_at_a_half(ends, size):
    rows, high = initial_segments(max(size, 2)).rows(), ends(size)[1]
    # the half-half mixture of the neighbours of an inner concept errs on every point with probability at most 1/2
    inner = max(Fraction((rows[0][x] != rows[1][x]) + (rows[2][x] != rows[1][x]), 2) for x in range(size))
    return size >= 2 and inner < high


def stated_witness(size: int, j: int) -> dict[int, Fraction]:
    """Return the distribution that forces ``c_j``: equal weights on the points of its hard distribution."""
    support = hard_rows(size, j)
    return {x: Fraction(1, len(support)) for x, _ in support}


@check("BBKN14-5.1.minimal", grade="exact",
       quantifier="T = 1..32, all j: the error of every other interval under the distribution named for c_j",
       says="every interval other than c_j has error at least 1/2")
@sabotage("uniform over all points", lambda size, j: {x: Fraction(1, size) for x in range(size)})
@judged("<=")
def other_intervals_have_error_a_half(witness=stated_witness):
    for size in range(1, 33):
        rows = initial_segments(size).rows()
        for j, k in permutations(range(size + 1), 2):
            yield (size, j, k), HALF, sum(q for x, q in witness(size, j).items() if rows[j][x] != rows[k][x])

def refutes_other_intervals_have_error_a_half(witness, size, j, k):
    law = witness(size, j)
    return sum(law.values()) == 1 and sum(law.get(x, 0) for x in range(min(j, k), max(j, k))) < HALF
