"""ABMS20, Section 2.1.1: the VC dimension of composed classes, by growth functions."""

from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.dimensions import littlestone_dimension, sauer_bound, vc_dimension
from privlearn.dimensions.composition import closure_bound
from privlearn.dimensions.sweeps.pairs import apply_rule
from privlearn.papers.abms20.aggregation import claim
from privlearn.papers.abms20.aggregation.instances import (EVERY_PAIR, composed_rows, depth_value, entries_refuted,
                                                           judge_entries, judge_table, judge_values, table_refuted,
                                                           values_refuted)

claim("ABMS20-2.1.1.dudley", kind="remark", section="2.1.1 Technical overview",
      title="The VC dimension of a composed class is at most the closure bound, by counting patterns",
      uses=("ABMS20-2.def-G", "BBKN14-2.3", "FX15-1.sauer"),
      erratum_kind="constant", repaired=True,
      erratum="The chain is printed with n^d as growth bound, 1 for n = d = 1, though a class of VC dimension 1 has "
              "two patterns on some point; C(n, <=d) <= n^d + 1 is true.  Stated is the bound by the exact counts.")


@check("ABMS20-2.1.1.dudley", grade="exhaustive", quantifier=EVERY_PAIR,
       says="{the largest VC dimension of G(H_1, H_2)} is at most {the closure bound of d_1 and d_2}")
@verifier(table_refuted("vc"))
@sabotage("d1 + d2", lambda one, two: one + two)
def vc_dimension_of_two_classes_is_below_the_closure_bound(bound=closure_bound) -> Verdict:
    return judge_table("vc", bound)


@check("ABMS20-2.1.1.dudley", grade="exhaustive",
       quantifier=f"{EVERY_PAIR}: the largest VC dimension, for every d1, d2",
       says="{the largest VC dimension of G(H_1, H_2)} equals {the closed form in G, d_1 and d_2}")
@verifier(values_refuted("vc"))
@sabotage("d1 + d2, if both arguments are needed", lambda rule, one, two: min(depth_value(rule, one, two), one + two))
def largest_vc_dimension_of_two_classes_on_four_points(value=depth_value) -> Verdict:
    return judge_values("vc", value)


@check("ABMS20-2.1.1.dudley", grade="exact",
       quantifier="one to three dimensions of at most 5: the bound is the largest n that the counts of sets allow",
       says="the closure bound is the largest n with 2^n <= C(n, <=d_1) ... C(n, <=d_k), and all smaller n satisfy it")
@sabotage("one more", lambda *dimensions: closure_bound(*dimensions) + 1)
@sabotage("one less from 2 on", lambda *dimensions: closure_bound(*dimensions) - (closure_bound(*dimensions) > 1))
@judged("==")
def closure_bound_is_the_largest_that_counting_allows(bound=closure_bound):
    for dimensions in (d for k in (1, 2, 3) for d in combinations_with_replacement(range(6), k)):
        allowed = [n for n in range(120) if 2**n <= prod(sum(comb(n, j) for j in range(d + 1)) for d in dimensions)]
        yield dimensions, (bound(*dimensions), len(allowed)), (allowed[-1], allowed[-1] + 1)

def refutes_closure_bound_is_the_largest_that_counting_allows(bound, dimensions):
    def holds(n: int) -> bool:
        product_ = 1
        for d in dimensions:
            row = [1]  # of Pascal's triangle
            for _ in range(n):
                row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
            product_ *= sum(row[:d + 1])
        return bool(2**n <= product_)

    stated = bound(*dimensions)
    return not holds(stated) or holds(stated + 1)


@check("ABMS20-2.1.1.dudley", grade="exact", quantifier="every entry of the 16 extremal tables on 4 points",
       says="the entry's two classes and their composition have the VC dimensions that the table states")
@verifier(entries_refuted("vc"))
@sabotage("the Littlestone dimension", littlestone_dimension)
def vc_tables_have_witnesses(solver=vc_dimension) -> Verdict:
    return judge_entries("vc", solver)


@cache
def growth_tables() -> np.ndarray:
    """Return the growth function of all 256 classes on three points, row n - 1 for n = 1, 2, 3."""
    classes, found = np.arange(256), np.zeros((3, 256), dtype=int)
    for n in (1, 2, 3):
        for chosen in combinations(range(3), n):
            shown: dict[tuple[int, ...], int] = {}
            for f in range(8):
                pattern = tuple(f >> x & 1 for x in chosen)
                shown[pattern] = shown.get(pattern, 0) | 1 << f
            found[n - 1] = np.maximum(found[n - 1], sum((classes & mask > 0).astype(int) for mask in shown.values()))
    return found


@check("ABMS20-2.1.1.dudley", grade="exhaustive",
       quantifier="all 255^2 pairs of classes on 3 points, all 16 rules, samples of n = 1, 2, 3 points",
       says="{the growth function of the composed class} is at most {the product of the two growth functions}")
@sabotage("the larger of the two in place of the product", max)
def growth_of_the_composition_is_at_most_the_product(bound=lambda a, b: a * b) -> Verdict:
    growth, found = growth_tables(), []
    table = np.array([[bound(a, b) for b in range(9)] for a in range(9)])
    images = [[[1 << apply_rule(rule, f, g, 3) for f in range(8)] for g in range(8)] for rule in range(16)]
    for rule, one in product(range(16), range(1, 256)):
        composed, members = np.zeros(1, dtype=int), [f for f in range(8) if one >> f & 1]
        for g in range(8):
            reached = sum({images[rule][g][f] for f in members})
            composed = np.concatenate([composed, composed | reached])
        slack = (table[growth[:, one][:, None], growth] - growth[:, composed])[:, 1:]
        n, two = np.unravel_index(slack.argmin(), slack.shape)
        left, product_ = int(growth[n, composed[two + 1]]), int(table[growth[n, one], growth[n, two + 1]])
        found.append(((rule, one, int(two) + 1, int(n) + 1), left, product_))
    verdict = judge("<=", found)
    return counted(verdict, 3 * 16 * 255**2) if verdict.holds else verdict

def refutes_growth_of_the_composition_is_at_most_the_product(bound, rule, one, two, n):
    families = ([[f >> x & 1 for x in range(3)] for f in range(8) if one >> f & 1],
                [[f >> x & 1 for x in range(3)] for f in range(8) if two >> f & 1], composed_rows(rule, one, two, 3))
    growth = [max(len({tuple(row[x] for x in chosen) for row in rows}) for chosen in combinations(range(3), n))
              for rows in families]
    return growth[2] > bound(growth[0], growth[1])


@check("ABMS20-2.1.1.dudley", grade="exact", quantifier="d = 1..12, n = 1..60", says="{C(n, <=d)} is at most {n^d + 1}")
@verifier(
    lambda bound, n, d: sum(1 for j in range(d + 1) for _ in combinations(range(min(n, 12)), j)) > bound(min(n, 12), d))
@sabotage("the printed power n^d", lambda n, d: n**d)
def few_element_sets_are_at_most_a_power_and_one(bound=lambda n, d: n**d + 1) -> Verdict:
    return judge("<=", (((n, d), sauer_bound(n, d), bound(n, d)) for d in range(1, 13) for n in range(1, 61)))
