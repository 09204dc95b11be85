"""ABMS20, Section 4.2.2, equation (4): the Littlestone dimension of majorities."""

from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage
from privlearn.concepts import aggregate, named_rule
from privlearn.dimensions.composition import closure_bound, universal_class
from privlearn.dimensions.sweeps import littlestone_of_all_classes
from privlearn.online.boosting import boosting_bound
from privlearn.papers.abms20.boosting import claim
from privlearn.papers.by_definition import class_of, littlestone_by_definition

MAJORITY = named_rule("majority", 3)

claim("ABMS20-4.2.2.eq4", kind="inequality", section="4.2.2 Littlestone dimension, equation (4)",
      title="The majority of k classes of Littlestone dimension at most d has dimension at most ~ k^2 d",
      uses=("ABMS20-2.def-G", "FX15-2.5.ldim", "ABMS20-4.2.2.W", "ABMS20-4.2.2.boost", "ABMS20-4.2.2.eq6",
            "ABMS20-4.2.2.eqD", "ABMS20-4.1.reduction", "ABMS20-4.3"),
      note="On four points the bound says something for dimension 0 only, and the explicit 2 k^2 ln C(D, <=d) is far "
           "above the dimensions that occur.")


@cache
def majorities() -> np.ndarray:
    """Return the number of MAJ_3(H, H, H) for all classes on 4 points, by number."""
    everything = np.arange(1 << 16, dtype=np.int64)
    found = np.zeros_like(everything)
    for a, b, c in combinations_with_replacement(range(16), 3):
        inside = (everything >> a) & (everything >> b) & (everything >> c) & 1
        found |= inside << (a & b | a & c | b & c)
    return found


def least_bound(d: int) -> int:
    """Return the smaller of the bound by boosting and the bound by counting, for three classes of dimension d."""
    return min(boosting_bound(3, d), closure_bound(d, d, d))


@check("ABMS20-4.2.2.eq4", grade="exhaustive",
       quantifier="all 65,535 classes H on 4 points, MAJ_3(H, H, H); the universal classes of MAJ_3 with one and two "
                  "parts, from classes of dimension 1",
       says="{the largest Littlestone dimension of a majority} is at most {the smaller of boosting and closure bound}",
       reason="The universal class with three parts or more is left to the page on composed classes.",
       fingerprint=lambda bound: [bound(d) for d in range(5)])
@sabotage("k d", lambda d: 3 * d)
def majority_of_three_is_within_both_bounds(bound=least_bound) -> Verdict:
    table, made = littlestone_of_all_classes(4), majorities()
    cases = []
    for d in range(5):
        numbers = np.nonzero(table[1:] == d)[0] + 1
        if len(numbers):
            worst = int(numbers[table[made[numbers]].argmax()])
            cases.append((("class", worst), int(table[made[worst]]), bound(d)))
    cases += [(("universal", r), littlestone_by_definition(universal_class(MAJORITY, 3, r, flips=True)), bound(1))
              for r in (1, 2)]
    verdict = judge("<=", cases)
    return covering(verdict, 65537)

def refutes_majority_of_three_is_within_both_bounds(bound, kind, number):
    if kind == "universal":
        return littlestone_by_definition(universal_class(MAJORITY, 3, number, flips=True)) > bound(1)
    base = class_of((4, number))
    return littlestone_by_definition(aggregate(MAJORITY, base, base, base)) > bound(littlestone_by_definition(base))


def union_of(a: int, b: int, c: int) -> int:
    """Return the number of the union of three classes."""
    return a | b | c


def majority_set(a: int, b: int, c: int) -> int:
    """Return the number of MAJ_3 of three classes on 2 points."""
    members = [[f for f in range(4) if number >> f & 1] for number in (a, b, c)]
    found = 0
    for f, g, h in product(*members):
        found |= 1 << (f & g | f & h | g & h)
    return found


@check("ABMS20-4.2.2.eq4", grade="exhaustive", quantifier="all 3,375 triples of classes on 2 points",
       says="every majority over the three classes is a majority of three concepts of their union",
       fingerprint=lambda union: union(1, 2, 4))
@sabotage("the union of the first two classes only", lambda a, b, c: a | b)
@judged("==")
def majorities_of_three_classes_are_majorities_of_their_union(union=union_of):
    for triple in product(range(1, 16), repeat=3):
        common = union(*triple)
        yield triple, (majority_set(*triple) & ~majority_set(common, common, common)).bit_count(), 0

def refutes_majorities_of_three_classes_are_majorities_of_their_union(union, witness):
    common = class_of((2, union(*witness)))
    whole = set(aggregate(MAJORITY, common, common, common).rows())
    return not set(aggregate(MAJORITY, *[class_of((2, number)) for number in witness]).rows()) <= whole
