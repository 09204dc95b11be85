"""ABMS20, Sections 2.1.2 and 4.2.1: the proof as a program on long ladders, and its last step as printed."""

from itertools import product
from math import ceil

import numpy as np

import privlearn.papers.abms20.ramsey.proof  # noqa: F401  declares what is proved here
from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import ConceptClass, named_rule
from privlearn.concepts.aggregation import value_of_rule
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import extract_ladder, greedy_guarantee, is_ladder
from privlearn.dimensions.composition.ladder_extraction import Extraction, Pairs, finish
from privlearn.dimensions.composition.ladder_tables import coordinate_values, is_composed_ladder
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.papers.abms20.ramsey import claim
from privlearn.papers.abms20.ramsey.instances import (Instance, all_instances, broken_extraction, broken_printed_finish,
                                                      found_when_shared_evenly, possible, table_of)

LARGE: Instance = ("majority", 3, 4096, "seed 1")


@formula("rows", corners={"k": (1, 2), "t": (1, 2, 50)})
def ladder_to_start_with(k: int, t: int) -> Value:
    return 2 ** (4 * k * 4**k * t)


claim("ABMS20-2.1.2.plan", kind="remark", section="2.1.2 Closure for threshold dimension",
      formulas=(ladder_to_start_with,),
      title="The plan: a long ladder of G(H_1, ..., H_k) contains a ladder of one H_i, found by Ramsey's theorem",
      uses=("ABMS20-2.def-G", "ABMS20-2.def-T", "ABMS20-2.2.lower", "ABMS20-4.2.1.colouring", "ABMS20-4.2.1.ramsey",
            "ABMS20-4.2.1.extract", "ABMS20-4.2.1.swap", "ABMS20-4.2.1.reverse"),
      note="The program is the proof, run on given ladders with both colourings. The guaranteed length is that of "
           "the greedy search for the colours that can occur; it is met with equality on the evenly split ladders. "
           "That an exponential dependence on t is inevitable is the second half of Theorem 2.2.")


@check("ABMS20-2.1.2.plan", grade="exact", quantifier="all ladders of Section 4.2.1 (n up to 1366, AND, OR, XOR, NAND, "
       "NOT, majority of 3, real classes) and one of majority of 3 with n = 4096; 4^k and 2k colours; the length "
       "counts as -1 unless the answer is a ladder",
       says="{the guaranteed length} is at most {the length of the ladder of one part}")
@sabotage("the last step as printed: the diagonal is not looked at", broken_extraction)
@judged("<=")
def ladder_of_one_part_is_as_long_as_guaranteed(extract=extract_ladder):
    for instance in (*all_instances(), LARGE):
        table, k = table_of(instance), instance[1]
        for colouring, c in (("pairs", possible(instance)), ("coordinates", 2 * k)):
            made = extract(table, named_rule(instance[0], k), k, colouring=colouring)
            good = is_ladder(coordinate_values(table, k, made.coordinate), made.pairs)
            yield (*instance, colouring), greedy_guarantee(len(table), c) // 2, len(made.pairs) if good else -1

def refutes_ladder_of_one_part_is_as_long_as_guaranteed(extract, witness):
    *instance, colouring = witness
    table, k = table_of(tuple(instance)), instance[1]
    made = extract(table, named_rule(instance[0], k), k, colouring=colouring)
    wrong = any((int(table[h, x]) >> (k - 1 - made.coordinate)) % 2 != int(i <= j)
                for i, (h, _) in enumerate(made.pairs) for j, (_, x) in enumerate(made.pairs))
    left, recorded, c = len(table), 1, possible(tuple(instance)) if colouring == "pairs" else 2 * k
    while left > 1:
        left, recorded = (left - 2) // c + 1, recorded + 1
    return wrong or len(made.pairs) < (1 + (recorded + c - 2) // c) // 2


@check("ABMS20-2.1.2.plan", grade="exact", against="optimum", quantifier="k = 1, 2 and t = 1, 2, 50",
       says="{2t} is at most {what the greedy search finds in a ladder of so many rows with 4^k evenly spread colours}")
@sabotage("a third of what is found", (lambda n, c: found_when_shared_evenly(n, c) // 3, ladder_to_start_with))
@judged("<=")
def ladder_is_long_enough(case=(found_when_shared_evenly, ladder_to_start_with)):
    for k, t in ladder_to_start_with.instances():
        yield (k, t), 2 * t, case[0](ceil(as_bracket(case[1](k, t)).upper), 4**k)

def refutes_ladder_is_long_enough(case, k, t):
    needed, c = 1, 4**k  # to record c(2t - 2) + 2 vertices
    for _ in range(c * (2 * t - 2) + 1):
        needed = c * (needed - 1) + 2
    return as_bracket(case[1](k, t)).upper < needed or case[0](needed, c) < 2 * t


@check("ABMS20-2.1.2.plan", grade="exhaustive",
       quantifier="all 16 rules of two arguments, all 256 tables of two functions on two points",
       says="a table is accepted exactly if G is 1 on and above its diagonal and 0 below it")
@sabotage("the values on the diagonal are not looked at", lambda table, rule, arity: is_composed_ladder(
    np.where(np.eye(len(table), dtype=bool), table[0, -1], table), rule, arity))
@judged("==")
def ladders_of_a_rule_are_told_from_other_tables(told=is_composed_ladder):
    for rule, entries in product(range(16), product(range(4), repeat=4)):
        values = [rule >> v & 1 for v in entries]
        yield (rule, entries), told(np.array(entries).reshape(2, 2), rule, 2), values == [1, 1, 0, 1]

def refutes_ladders_of_a_rule_are_told_from_other_tables(told, rule, entries):
    right = all(value_of_rule(rule, *divmod(entries[2 * p + q], 2)) == (p <= q) for p in (0, 1) for q in (0, 1))
    return told(np.array(entries).reshape(2, 2), rule, 2) != right


@ladder_of_one_part_is_as_long_as_guaranteed.corrupted("one pair of the ladder is lost")
def one_pair_ladder_lost(*given, **options) -> Extraction:
    made = extract_ladder(*given, **options)
    return Extraction(made.coordinate, made.pairs[1:], made.vertices, made.colour)


def points_of(pairs: Pairs) -> tuple[int, ...]:
    return tuple(x for _, x in pairs)


@check("ABMS20-4.2.1.reverse", grade="exhaustive",
       quantifier="G = NOT on n = 2t <= 8 points: all (2t)^t choices of functions for the points of the repaired and "
                  "of the printed sequence, and the threshold dimension of the class on them",
       says="the repaired points carry a ladder of length t, the printed points only one of length t - 1")
@sabotage("the printed choice in place of the repaired one", broken_printed_finish)
def repaired_points_are_shattered_and_printed_ones_lose_one(ending=finish) -> Verdict:
    cases = []
    for t in range(1, 5):
        h = ConceptClass.from_matrix(np.tri(2 * t, k=-1, dtype=np.int64))  # 1 exactly for p > q: negated, a ladder
        for name, pairs, loss in (("repaired", ending(range(2 * t), 0), 0),
                                  ("printed", broken_printed_finish(range(2 * t), 0), 1)):
            points = points_of(pairs)
            choices = sum(is_ladder(h.matrix, zip(functions, points, strict=True))
                          for functions in product(range(2 * t), repeat=t))
            found = (choices > 0, threshold_dimension(h.restrict(points)))
            cases.append(((t, name), found, (loss == 0, t - loss)))
    return judge("==", cases)

def refutes_repaired_points_are_shattered_and_printed_ones_lose_one(ending, t, name):
    points = points_of(ending(range(2 * t), 0))
    # h_p is 1 on all the points, as the first function must be, only if p is above every one of them
    return name == "repaired" and not any(all(p > x for x in points) for p in range(2 * t))
