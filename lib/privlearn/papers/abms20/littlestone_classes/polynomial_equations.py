"""ABMS20, Section 1: polynomial equations have bounded Littlestone dimension, inequalities not."""

from functools import cache
from itertools import product
from math import comb, prod
from typing import Any

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.concepts import ConceptClass, initial_segments, zero_sets
from privlearn.dimensions import littlestone_dimension, tree_from_thresholds, vc_dimension
from privlearn.dimensions.composition import hamming_ball
from privlearn.exact.formulas import Value, floor, formula, log2
from privlearn.online import HullLearner, longest_hull_chain, mistakes_forced
from privlearn.papers.abms20.all_classes.instances import broken_mirrored
from privlearn.papers.abms20.littlestone_classes import claim
from privlearn.papers.abms20.littlestone_classes.affine_subspaces import CautiousLearner, most_errors
from privlearn.papers.by_definition import certified_littlestone, vc_by_definition


@formula("at most", corners={"M": (1, 2, 6, 10)})
def equations_dimension(M: int) -> Value:
    """Return the bound on the Littlestone dimension of zero sets, with M monomials and without the polynomial 0."""
    return M - 1


@formula("equals", corners={"D": (0, 1, 3, 4), "p": (1, 2, 5, 12)})
def univariate_dimension(D: int, p: int) -> Value:
    """Return the Littlestone dimension of the zeros on p points of polynomials of degree D in one variable."""
    return min(D, p)


@formula("equals", corners={"N": (1, 2, 63, 64)}, tex={"log2(N + 1)": r"\log(N + 1)"})
def half_lines_dimension(N: int) -> Value:
    """Return the Littlestone dimension of the half-lines on N points."""
    return floor(log2(N + 1))


claim("ABMS20-1.polynomials", kind="example",
      formulas=(equations_dimension, univariate_dimension, half_lines_dimension),
      title="Polynomial equations of bounded degree have bounded Littlestone dimension, inequalities have not",
      uses=("FX15-2.5.ldim", "FX15-2.5.ldim-mb", "ABMS20-3.def-tree", "ABMS20-3.2"),
      note="Printed without a bound. The one checked: for polynomials other than 0 with M monomials at most M - 1 (M "
           "with the polynomial 0), since every mistake of the hull learner lowers the dimension of the space of "
           "polynomials that vanish on the positive examples.  For inequalities half-lines are checked, the bound M on "
           "the VC dimension is proved only.")

PLANAR = [(3, 2, 1), (3, 2, 2), (2, 2, 2), (2, 3, 1), (2, 3, 2), (2, 4, 1), (5, 2, 1), (3, 3, 1)]
UNIVARIATE = [(p, 1, degree) for p in (2, 3, 5, 7) for degree in range(4)]
KINDS = [(*case, zero) for case in (*UNIVARIATE, *PLANAR) for zero in (0, 1)]


@cache
def zeros(p: int, variables: int, degree: int, zero: int) -> ConceptClass:
    return zero_sets(p, variables, degree, zero_polynomial=bool(zero))


def number_of_monomials(variables: int, degree: int) -> int:
    return comb(variables + degree, degree)


def vanishing_sets(p: int, variables: int, degree: int, zero: int) -> ConceptClass:
    """Return the zero sets from the definition, every polynomial evaluated at every point."""
    terms = [e for e in product(range(degree + 1), repeat=variables) if sum(e) <= degree]
    space = list(product(range(p), repeat=variables))
    rows = {tuple(int(sum(a * prod(x**k for x, k in zip(point, e, strict=True))
                          for a, e in zip(c, terms, strict=True)) % p == 0) for point in space)
            for c in product(range(p), repeat=len(terms)) if zero or any(c)}
    return ConceptClass.from_matrix(sorted(rows))


@check("ABMS20-1.polynomials", grade="exhaustive",
       quantifier="one variable over F_2, F_3, F_5, F_7, degree at most 3; lines over F_3 and F_5, planes over F_2 "
                  "and F_3, conics over F_2 and F_3, quadrics of F_2^3; with and without the polynomial 0; all trees",
       says="{the Littlestone dimension of the zero sets} is at most {M - 1, or M with the polynomial 0}")
@sabotage("never more than 4", lambda many: min(4, many - 1))
def fewer_than_the_monomials(bound=equations_dimension) -> Verdict:
    return judge("<=", ((kind, littlestone_dimension(zeros(*kind)), bound(number_of_monomials(*kind[1:3])) + kind[3])
                        for kind in KINDS))

def refutes_fewer_than_the_monomials(bound, witness):
    terms = number_of_monomials(*witness[1:3])
    return certified_littlestone(vanishing_sets(*witness)) > bound(terms) + witness[3]


@check("ABMS20-1.polynomials", grade="exhaustive",
       quantifier="one variable over F_2, F_3, F_5, F_7, degree D at most 3: min(D, p), with the polynomial 0 min(D "
                  "+ 1, p), all trees; and at most D of N = D to 12 points (zeros over the rationals): min(D, N)",
       says="{the Littlestone dimension on N points} equals {min(D, N), or min(D + 1, N) with the polynomial 0}")
@sabotage("growing with the number of points", lambda degree, points: min(degree, points) + (points >= 7))
def dimension_for_one_variable(value=univariate_dimension) -> Verdict:
    finite = [((p, degree, zero), littlestone_dimension(zeros(p, 1, degree, zero)), value(degree + zero, p))
              for p, _, degree in UNIVARIATE for zero in (0, 1)]
    rational = [((n, degree), littlestone_dimension(hamming_ball(n, degree)), value(degree, n))
                for degree in range(4) for n in range(max(degree, 1), 13)]
    return judge("==", finite + rational)

def refutes_dimension_for_one_variable(value, witness):
    if len(witness) == 2:
        n, degree = witness
        sets = [row for row in product((0, 1), repeat=n) if sum(row) <= degree]
        return certified_littlestone(ConceptClass.from_matrix(sets)) != value(degree, n)
    p, degree, zero = witness
    return certified_littlestone(vanishing_sets(p, 1, degree, zero)) != value(degree + zero, p)


@check("ABMS20-1.polynomials", grade="exhaustive", quantifier="all adversaries of the classes on at most 9 points, "
       "conics over F_3 apart: at most M - 1 mistakes, M with the polynomial 0",
       says="{the number of mistakes forced on the hull learner} is at most {M - 1, or M with the polynomial 0}")
@sabotage("predict 1 only at points told to be 1", CautiousLearner)
def hull_learner_of_zero_sets(make=HullLearner) -> Verdict:
    return judge("<=", ((kind, mistakes_forced(make(zeros(*kind)), zeros(*kind)), number_of_monomials(*kind[1:3]) - 1
                         + kind[3]) for kind in KINDS if kind[0] ** kind[1] <= 9 and kind[:3] != (3, 2, 2)))

def refutes_hull_learner_of_zero_sets(make, witness):
    sets = vanishing_sets(*witness)
    return most_errors(make, sets, sets) > number_of_monomials(*witness[1:3]) - 1 + witness[3]


@check("ABMS20-1.polynomials", grade="exhaustive", quantifier="all adversaries of all the classes, through the chains "
       "of hulls: at most M - 1 mistakes, M with the polynomial 0",
       says="{the length of the longest chain of hulls} is at most {M - 1, or M with the polynomial 0}")
def longest_chains_of_zero_sets(bound=equations_dimension) -> Verdict:
    return judge("<=", ((kind, longest_hull_chain(zeros(*kind)), bound(number_of_monomials(*kind[1:3])) + kind[3])
                        for kind in KINDS))

def refutes_longest_chains_of_zero_sets(bound, witness):
    sets = [frozenset(x for x, bit in enumerate(row) if bit) for row in vanishing_sets(*witness).rows()]

    def errors(seen: frozenset[int]) -> int:
        above = [zeros for zeros in sets if seen <= zeros]
        return max((1 + errors(seen | {x}) for x in frozenset.union(*above) - frozenset.intersection(*above)),
                   default=0)

    return errors(frozenset()) > bound(number_of_monomials(*witness[1:3])) + witness[3]


@check("ABMS20-1.polynomials", grade="exact", quantifier="half-lines on N = 1 to 64 points, the empty one included: "
       "Littlestone dimension floor(log(N + 1)), VC dimension 1",
       says="the half-lines have Littlestone dimension floor(log(N + 1)) and VC dimension 1")
@sabotage("at most 5: bounded like the classes of equations", lambda n: min(5, (n + 1).bit_length() - 1))
def half_lines_have_unbounded_dimension(value=half_lines_dimension) -> Verdict:
    return judge("==", ((n, (littlestone_dimension(initial_segments(n)), vc_dimension(initial_segments(n))),
                         (value(n), 1)) for n in range(1, 65)))

def refutes_half_lines_have_unbounded_dimension(value, witness):
    @cache
    def depth(many: int) -> int:  # of so many half-lines in a row: a point splits them in two
        return max((1 + min(depth(k), depth(many - k)) for k in range(1, many)), default=0)

    few = ConceptClass.from_matrix([[int(x < a) for x in range(min(witness, 6))] for a in range(min(witness, 6) + 1)])
    return depth(witness + 1) != value(witness) or vc_by_definition(few) != 1


def leaves_fit(tree, size: int) -> int:
    """Return the depth of the tree if it is complete and fits the half-lines on so many points, else -1.

    Function a of the tree is the half-line of the points below ``size - a``, point b the point ``size - 1 - b``.
    """
    def walk(node, low: int, high: int) -> int:
        if not isinstance(node, tuple):
            return 0 if low <= node < high else -1  # it is 1 at b exactly if a <= b
        left, right = walk(node[1], max(low, node[0] + 1), high), walk(node[2], low, min(high, node[0] + 1))
        return left + 1 if left == right >= 0 else -1

    return walk(tree, 0, size)


@check("ABMS20-1.polynomials", grade="exact", quantifier="half-lines on N = 2^1 to 2^16 points: binary search is a "
       "complete tree of depth log N, and N + 1 functions allow no deeper one",
       says="{the depth of the tree of binary search} equals {floor(log(N + 1))}")
@sabotage("the lower half on the left", lambda pairs: broken_mirrored(tree_from_thresholds(pairs)))
def half_lines_on_many_points(search=tree_from_thresholds) -> Verdict:
    cases = [(k, leaves_fit(search([(a, a) for a in range(1 << k)]), 1 << k), ((1 << k) + 1).bit_length() - 1)
             for k in range(1, 17)]
    return judge("==", cases)

def refutes_half_lines_on_many_points(search, witness):
    size = 1 << witness
    rows = [[int(x < size - a) for x in reversed(range(size))] for a in range(size)]
    reached: list[bool] = []
    open_nodes: list[tuple[Any, tuple[Any, ...]]] = [(search([(a, a) for a in range(size)]), ())]
    while open_nodes:
        node, path = open_nodes.pop()
        if isinstance(node, tuple):
            open_nodes += [(node[1 + y], (*path, (node[0], y))) for y in (0, 1)]
        else:
            reached.append(len(path) == witness and all(rows[node][x] == y for x, y in path))
    return not all(reached)
