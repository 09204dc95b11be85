"""ABMS20, Section 2: composed classes, and what flipping or renaming points leaves unchanged."""

import random
from functools import cache
from itertools import product

from privlearn.checking import Verdict, all_hold, check, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, aggregate
from privlearn.dimensions.sweeps import (class_of_number, littlestone_of_all_classes, number_of_class,
                                         threshold_of_all_classes, vc_of_all_classes)
from privlearn.dimensions.sweeps.four_points import chains_of_all_classes, largest_set
from privlearn.dimensions.sweeps.numbers import half_numbers, renamings_of_all_classes
from privlearn.papers.abms20.aggregation import claim
from privlearn.papers.abms20.aggregation.instances import flipped, on_all

claim("ABMS20-2.def-G", kind="definition", title="Composed class: all functions x -> G(h_1(x), ..., h_k(x))",
      uses=("FX15-2.5.ldim",))

known_class = cache(class_of_number)


@check("ABMS20-2.def-G", grade="exact",
       quantifier="all 225 pairs of classes on 2 points, all 16 rules; 2,000 seeded pairs and rules on 4 points",
       says="the composed class consists of exactly the functions G(f, g) with f in H_1 and g in H_2")
@sabotage("the two arguments of the rule are exchanged", lambda rule, one, two: aggregate(rule, two, one))
@judged("==")
def composition_is_the_double_loop(made=aggregate):
    rng = random.Random(1)
    small = ((2, rule, one, two) for rule, one, two in product(range(16), range(1, 16), range(1, 16)))
    large = ((4, rng.randrange(16), rng.randrange(1, 1 << 16), rng.randrange(1, 1 << 16)) for _ in range(2000))
    for n, rule, one, two in (*small, *large):
        functions = [[f for f in range(1 << n) if number >> f & 1] for number in (one, two)]
        minterms = [(a, b) for a, b in product((0, 1), repeat=2) if rule >> (2 * a + b) & 1]
        whole = (1 << n) - 1
        found = {sum((whole * (1 - a) ^ f) & (whole * (1 - b) ^ g) for a, b in minterms)
                 for f, g in product(*functions)}
        composed = made(rule, known_class(one, n), known_class(two, n))
        yield (n, rule, one, two), number_of_class(composed), sum(1 << f for f in found)

def refutes_composition_is_the_double_loop(made, n, rule, one, two):
    rows = [[[f >> x & 1 for x in range(n)] for f in range(1 << n) if c >> f & 1] for c in (one, two)]
    naive = {tuple(rule >> (2 * u + v) & 1 for u, v in zip(f, g, strict=True)) for f in rows[0] for g in rows[1]}
    return set(map(tuple, made(rule, *map(ConceptClass.from_matrix, rows)).rows())) != naive


@composition_is_the_double_loop.corrupted("a concept meets only the concept at its own place")
def concept_meets_only_concept_own_place(rule: int, one: ConceptClass, two: ConceptClass) -> ConceptClass:
    rows = [[rule >> (2 * u + v) & 1 for u, v in zip(f, g, strict=True)]
            for f, g in zip(one.rows(), two.rows(), strict=False)]
    return ConceptClass.from_matrix(sorted({tuple(row) for row in rows}))


def judge_flips(table) -> Verdict:
    """Judge a table of all classes on 4 points against itself after each of the 15 flips."""
    values = table(4)
    verdicts = [(added, on_all("==", values, values[flipped(added)])) for added in range(1, 16)]
    total = sum(verdict.instances for _, verdict in verdicts)
    added, chosen = next((pair for pair in verdicts if not pair[1].holds), verdicts[0])
    return Verdict(chosen.holds, chosen.left, chosen.right, chosen.slack, (added, chosen.witness), total)


def flip_refuted(table, witness) -> bool:
    """Tell whether a table differs on a class and the class with a function added, listed function by function."""
    added, number = witness
    other = sum(1 << g for g in {f ^ added for f in range(16) if number >> f & 1})
    return int(table(4)[number]) != int(table(4)[other])


@check("ABMS20-2.def-G", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 15 functions added to "
       "every concept (15 = all points: the complement)",
       says="{the Littlestone dimension} equals {the Littlestone dimension after the flips}")
@verifier(flip_refuted)
@sabotage("the threshold dimension ignores flips", threshold_of_all_classes)
def littlestone_dimension_ignores_flips_of_points(table=littlestone_of_all_classes) -> Verdict:
    return judge_flips(table)


@check("ABMS20-2.def-G", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 15 functions added to "
       "every concept",
       says="{the VC dimension} equals {the VC dimension after the flips}")
@verifier(flip_refuted)
@sabotage("the threshold dimension ignores flips", threshold_of_all_classes)
def vc_dimension_ignores_flips_of_points(table=vc_of_all_classes) -> Verdict:
    return judge_flips(table)


@check("ABMS20-2.def-G", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 24 permutations of points",
       says="{the threshold dimension} equals {the threshold dimension with points renamed}")
@sabotage("the first point of the chain is always point 0",
          lambda n: largest_set(n - 1)[chains_of_all_classes(n - 1)][half_numbers(n, 0, 1)] + 1)
def threshold_dimension_ignores_the_names_of_points(table=threshold_of_all_classes) -> Verdict:
    values = table(4)
    verdicts = [on_all("==", values, values[moved]) for moved in renamings_of_all_classes(4)[1:]]
    return all_hold(*verdicts)

def refutes_threshold_dimension_ignores_the_names_of_points(table, number):
    rows = class_of_number(number, 4).rows()
    orders = [[row[i:] + row[:i] for row in rows] for i in range(4)] + [[row[1::-1] + row[2:] for row in rows]]
    return len({int(table(4)[number_of_class(ConceptClass.from_matrix(order))]) for order in orders}) > 1
