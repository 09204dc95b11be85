"""ABMS20, Section 1: the regret of composed classes is controlled by their Littlestone dimension."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import ConceptClass, aggregate, named_rule, thresholds
from privlearn.dimensions import littlestone_dimension, vc_dimension
from privlearn.exact import exp_bracket
from privlearn.online import minimax_regrets, mistake_bound, regret_upper_bound
from privlearn.papers.abms20.regret import claim
from privlearn.papers.abms20.regret.instances import naive_regret
from privlearn.papers.by_definition import class_of, littlestone_by_definition

claim("ABMS20-1.Q1", kind="remark", status="checked",
      reason="a question; that the dimension of composed classes controls their regret is computed for all classes on "
             "three points",
      title="Question 1.1: is the regret of a composed class bounded through the regret of its parts?",
      uses=("ABMS20-2.def-G", "ABMS20-1.eq1", "FX15-2.5.ldim", "ABMS20-2.1"),
      note="A question has no truth value.  Checked is what turns it into one about dimensions: whatever the regret "
           "of a composed class, its Littlestone dimension controls it.")

RULES = ("and", "or", "xor")


@cache
def composed(name: str, number: int) -> tuple[ConceptClass, int, tuple[Fraction, ...]]:
    """Return the class of all ``G(h1, h2)`` for a class on 3 points, its dimension and its regrets up to T = 4."""
    base = class_of((3, number))
    made = aggregate(named_rule(name, 2), base, base)
    return made, *numbers_of(made)


@cache
def numbers_of(concepts: ConceptClass) -> tuple[int, tuple[Fraction, ...]]:
    """Return dimension and regrets (many composed classes are the same)."""
    return littlestone_dimension(concepts), minimax_regrets(concepts, 4)


@check("ABMS20-1.Q1", grade="certified",
       quantifier="all 255 classes on 3 points, G = and, or, xor of two concepts, T = 1..4",
       says="{the square of the composed class's regret} is at most {(T/2) ln C(T, <=d), d its dimension}")
@sabotage("1 in place of the dimension of the cube", lambda c: 1 if len(c) == 8 else littlestone_dimension(c))
@judged("<=")
def regret_of_composed_classes_is_controlled_by_their_dimension(dimension=littlestone_dimension):
    for name, number in product(RULES, range(1, 256)):
        made, depth, regrets = composed(name, number)
        d = depth if dimension is littlestone_dimension else dimension(made)
        for rounds in range(1, 5):
            yield (name, number, rounds), regrets[rounds] ** 2, regret_upper_bound(d, rounds)

def refutes_regret_of_composed_classes_is_controlled_by_their_dimension(dimension, name, number, rounds):
    functions = [f for f in range(8) if number >> f & 1]
    rule = {"and": int.__and__, "or": int.__or__, "xor": int.__xor__}[name]
    rows = sorted({tuple(rule(f, g) >> x & 1 for x in range(3)) for f in functions for g in functions})
    d = dimension(ConceptClass.from_matrix(rows))
    twice = 2 * naive_regret(rows, rounds) ** 2 / rounds  # to be compared with ln C(T, <=d)
    return exp_bracket(twice).lower > sum(comb(rounds, j) for j in range(d + 1))


@check("ABMS20-1.Q1", grade="exact",
       quantifier="thresholds on 2, 4 and 8 points, exclusive or of two: search for trees against the online game",
       says="{the Littlestone dimension by trees} equals {the value of the online game}")
@sabotage("the VC dimension", vc_dimension)
@judged("==")
def dimension_of_composed_thresholds_is_the_value_of_their_game(dimension=littlestone_dimension):
    for bits in (1, 2, 3):
        made = aggregate(named_rule("xor", 2), thresholds(bits), thresholds(bits))
        yield tuple(made.rows()), dimension(made), mistake_bound(made)

def refutes_dimension_of_composed_thresholds_is_the_value_of_their_game(dimension, rows):
    c = ConceptClass.from_matrix(rows)
    return dimension(c) != littlestone_by_definition(c)
