"""KLMNS20, Theorem 4.1: how the rows of HeavyPaths grow, and what came later."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import log, sqrt
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula
from privlearn.exact.towers import log_star
from privlearn.laws import Law, independent, worst_ratio
from privlearn.learners.interior_point.heavy_paths import HeavyPathsPlan, plan_heavy_paths
from privlearn.learners.interior_point.heavy_paths.plans import _from_proposal
from privlearn.learners.interior_point.heavy_paths.search import HeavyProposal
from privlearn.learners.interior_point.tree_log import base_size, plan_class_view, plan_tree_log
from privlearn.mechanisms import add_remove_one, replace_one, two_sided_geometric
from privlearn.papers.klmns20.heavy_paths_privacy import claim
from privlearn.papers.klmns20.heavy_paths_privacy.instances import GOAL
from privlearn.papers.klmns20.heavy_paths_privacy.plans import (DOMAIN, heavy_paths_logarithm, heavy_paths_rows,
                                                                in_floats, planned, spent)

TENTH = Fraction(1, 10)
LARGE = 1 << 16
Case = tuple[int, int, Fraction, Fraction, Fraction]  # bits, levels, epsilon, delta, beta


def slope(rows, first: int, last: int) -> Bracket:
    """Bracket the slope of log rows against log N."""
    return log_bracket(Fraction(rows(last), rows(first))) / log_bracket(Fraction(last, first))


@cache
def plan_of_the_proof(bits: int, levels: int, epsilon: Fraction, delta: Fraction, beta: Fraction,
                      steeper: float = 1, hasty: float = 1) -> HeavyPathsPlan:
    """Return the plan that the proof takes; with a steeper path, or with a margin of a likelier T, for sabotages."""
    e, d, b, log_delta = float(epsilon), float(delta), float(beta), log(6 / float(delta))
    step, share = e / (5 * sqrt(levels * log_delta)), d / 6
    return _from_proposal(HeavyProposal(
        rows=0, threshold=e / 8, query=e / 8, path=log(1 + steeper * e / (2 * log_delta)), gap=e / 2, level=e / 8,
        choose=step, end=step, delta_stop=hasty * share, delta_unmatched=share, delta_level=share,
        delta_choose=share / levels, slack=share, beta_early=b / 4 / max(1, levels - 1), beta_level=b / 4,
        beta_choose=b / 4 / levels, beta_end=b / 4 / levels), bits, add_remove_one, levels)


ONE, SMALL, NINE_TENTHS = Fraction(1), Fraction(1, 10**96), Fraction(9, 10)
PROVED: tuple[Case, ...] = (
    *((bits, levels, epsilon, TENTH**k, TENTH) for bits, levels in ((1, 1), (16, 1), (16, 4), (LARGE, 5), (4, 16))
      for epsilon in (ONE, TENTH) for k in (3, 6, 24)),
    *((bits, levels, ONE, SMALL, TENTH) for bits, levels in ((1, 1), (2, 2), (LARGE, 5), (4, 64))),
    *((1, levels, ONE, TENTH**3, beta) for levels in (1, 64) for beta in (NINE_TENTHS, TENTH, TENTH**12)))
SEARCHED: tuple[Case, ...] = tuple((*case, TENTH) for case in (
    (1, 1, ONE, TENTH**6), (1, 1, ONE, SMALL), (16, 1, ONE, TENTH**24), (16, 4, ONE, TENTH**6),
    (16, 4, TENTH, TENTH**6), (LARGE, 5, ONE, TENTH**6), (LARGE, 5, ONE, SMALL), (4, 16, TENTH, TENTH**6),
    (DOMAIN, 64, ONE, TENTH**6), (DOMAIN, 64, ONE, SMALL))) + ((16, 4, ONE, TENTH**6, TENTH**12),)


@cache
def rows_searched(bits: int, levels: int, epsilon: Fraction, delta: Fraction, beta: Fraction) -> int:
    """Return the rows of the plan that the library finds, composed by range."""
    return plan_heavy_paths(bits, neighbours=add_remove_one, levels=levels, accounting="bounded range",
                            epsilon=epsilon, delta=delta, beta=beta).rows


STATED = heavy_paths_logarithm, heavy_paths_rows


def rows_stated(stated: tuple[Formula, Formula], case: Case) -> Any:
    """Return the rows that the formulas state for a case, whose bits and levels say how many values are left."""
    bits, levels, epsilon, delta, beta = case
    return stated[1](base_size(bits, levels), levels, epsilon, delta, stated[0](levels, delta, beta))


@check("KLMNS20-4.1", grade="certified",
       quantifier="40 plans of the proof: 2 to 2^(2^16) points, N = 1 to 64, epsilon = 1, 1/10, delta = 10^-3, 10^-6, "
                  "10^-24, 10^-96, beta = 9/10, 1/10, 10^-12",
       says="{the rows of the plan of the proof} are at most {the rows stated}")
@judged("<=")
def rows_stated_are_enough(stated=STATED):
    for case in PROVED:
        yield case, plan_of_the_proof(*case).rows, rows_stated(stated, case)

def refutes_rows_stated_are_enough(stated, case):
    bits, n, *_ = case
    found = plan_of_the_proof(*case)
    values = {(1, 1): 2, (16, 1): 17}.get((bits, n), 4 if (bits, n) == (4, 1) else 3)
    needed = n * (2 * found.parameters.trim + found.parameters.stop) + values * (found.low - 1) + 1
    return needed > as_bracket(rows_stated(stated, case)).upper


@check("KLMNS20-4.1", grade="certified",
       quantifier="eleven plans found by the search, 2 to 2^(2^20) points, N = 1 to 64, epsilon = 1, 1/10, delta = "
                  "10^-6, 10^-24, 10^-96, beta = 1/10, 10^-12",
       says="a plan of the search needs between a twelfth and a half of the rows stated")
@sabotage("a twentieth of the rows of the plan", lambda *case: rows_searched(*case) // 20)
@sabotage("eight times the rows of the plan", lambda *case: 8 * rows_searched(*case))
@judged("<=")
def rows_stated_are_of_the_right_order(rows=rows_searched):
    for case in SEARCHED:
        yield ("least", case), rows_stated(STATED, case) / 12, rows(*case)
        yield ("most", case), rows(*case), rows_stated(STATED, case) / 2

def refutes_rows_stated_are_of_the_right_order(rows, name, case):
    bits, n, epsilon, delta, beta = case
    big = log(12 * n / beta) - log(delta)
    stated = (20 * (n * big) ** 1.5 + 9 / 4 * n * big**2 + 30 * n * big + 10 * base_size(bits, n) * big) / epsilon
    return not 1 / 12 <= rows(*case) / stated <= 1 / 2


def kept(plan: HeavyPathsPlan, n: int) -> Iterator[tuple[str, Any]]:
    """Yield the names of what a plan costs, for adding or removing a point and for replacing one, and the costs."""
    yield from spent(plan, n).items()
    yield from ((f"{name} of a replacement", cost)
                for name, cost in spent(replace(plan, neighbours=replace_one), n).items() if name != "beta")


@check("KLMNS20-4.1", grade="certified",
       quantifier="the same 40 plans of the proof: epsilon, delta and beta, summed up from the "
                  "parameters, are at most those wished for, and for the replacement of a point at most twice epsilon "
                  "and four times delta",
       says="the plan of the proof costs at most epsilon, delta and beta")
@sabotage("a path three times as steep", lambda *case: plan_of_the_proof(*case, steeper=3))
@sabotage("a heavy level is passed over with six times the chance", lambda *case: plan_of_the_proof(*case, hasty=6))
@judged("<=")
def plan_of_the_proof_keeps_its_promise(plan=plan_of_the_proof):
    for case in PROVED:
        n, epsilon, delta, beta = case[1:]
        most = {"epsilon": epsilon, "delta": delta, "beta": beta, "wrong": beta}
        most |= {f"{name} of a replacement": factor * most[name]
                 for name, factor in (("epsilon", 2), ("delta", 4), ("wrong", 1))}
        for name, cost in kept(plan(*case), n):
            yield (case, name), cost, most[name]

def refutes_plan_of_the_proof_keeps_its_promise(plan, case, name):
    _, n, epsilon, delta, beta = case
    kind = name.removesuffix(" of a replacement")
    found = replace(plan(*case), neighbours=add_remove_one if kind == name else replace_one)
    most = {"epsilon": epsilon, "delta": delta}.get(kind, beta) * ({"epsilon": 2, "delta": 4}[kind] if kind != name
                                                                    else 1)
    return in_floats(found, n)[kind] > float(most) * (1 + 1e-9)


@check("KLMNS20-4.1", grade="exhaustive",
       quantifier="domains of 2^L points, L = 1 to 600 and L = 2^16 - 1, 2^16: after N = log*|X| levels "
                  "the last database has at most 3 values",
       says="{the number of values after log*|X| levels} is at most {3}")
@sabotage("one level fewer", lambda bits: max(1, log_star(1 << bits) - 1))
@judged("<=")
def three_values_are_left_after_log_star_levels(levels=lambda bits: log_star(1 << bits)):
    for bits in (*range(1, 601), LARGE - 1, LARGE):
        yield bits, base_size(bits, levels(bits)), 3

def refutes_three_values_are_left_after_log_star_levels(levels, bits):
    values = bits + 1
    for _ in range(levels(bits) - 1):
        values = values.bit_length() if values & (values - 1) else values.bit_length() - 1  # ceil(log2 values)
        values += 1
    return values > 3


@cache
def class_view_rows(levels: int) -> int:
    return plan_class_view(levels, base_size(DOMAIN, levels), epsilon=GOAL["epsilon"], delta=GOAL["delta"],
                           beta=GOAL["beta"]).rows


@cache
def tree_log_rows(levels: int) -> int:
    return plan_tree_log(DOMAIN, neighbours=add_remove_one, kind="random path", levels=levels,
                         epsilon=GOAL["epsilon"], delta=GOAL["delta"], beta=GOAL["beta"]).rows


BOTH = ("basic", "bounded range")


@check("KLMNS20-4.1", grade="certified",
       quantifier="equal guarantees: for N = 2, 3, 4, 8 TreeLog with the class view needs fewer rows than HeavyPaths "
                  "with either accounting; for N = 16, 32, 64 neither it nor HeavyPaths composed by range needs more "
                  "than 5/4 times the other; for N = 16, HeavyPaths by basic composition needs less than half of "
                  "TreeLog by basic composition",
       says="in rows the class view beats HeavyPaths to N = 8, then is within 5/4; basic HeavyPaths halves basic "
            "TreeLog",
       reason="All rows are those of certified plans; that no better plan exists is not shown.")
@sabotage("TreeLog by basic composition", tree_log_rows)
@judged("<=")
def class_view_compares_with_heavy_paths(rows=class_view_rows):
    for n in (2, 3, 4, 8):
        for accounting in BOTH:
            yield (n, accounting, 1), rows(n), planned(n, accounting).rows - 1
    for n in (16, 32, 64):
        yield (n, BOTH[1], Fraction(5, 4)), rows(n), planned(n).rows * Fraction(5, 4)
        yield (n, BOTH[1], Fraction(4, 5)), planned(n).rows, rows(n) * Fraction(5, 4)
    yield (16, BOTH[0], 2), 2 * planned(16, "basic").rows, tree_log_rows(16)

def refutes_class_view_compares_with_heavy_paths(rows, n, accounting, factor):
    found = planned(n, accounting)
    t, values = found.parameters, {2: 22, 3: 6, 4: 4}.get(n, 3)
    heavy = n * (2 * t.trim + t.stop) + values * (found.low - 1) + 1
    return factor in (1, Fraction(5, 4)) and rows(n) > factor * heavy - (factor == 1)


claim("KLMNS20-4.followup", kind="remark", status="quoted",
      reason="a result of Cohen, Lyu, Nelson, Sarlós and Stemmer; public slices and counts of rows illustrate the "
             "principle",
      section="4 and later work",
      title="Later: slices of the data that are used once", uses=("KLMNS20-1.2", "KLMNS20-4.1"),
      note="The later algorithm is not built here: outside this paper. Judged are the principle in its plainest form, "
           "public slices used once, and the row counts of the two accountings of this paper beside a count in which "
           "every level has a slice, and the whole epsilon, of its own.")


def slice_counts(database: tuple[int, ...]) -> Law:
    """Return the law of the noisy counts of the slices (row 0), (row 1), ... of 0/1 rows, each at ratio 2."""
    return independent([two_sided_geometric(Fraction(1, 2), centre=row, low=0, high=1) for row in database])


@check("KLMNS20-4.followup", grade="exhaustive",
       quantifier="1 to 4 slices of one 0/1 row each, the count of each slice released at ratio 2: replacing a row "
                  "changes no probability by more than the ratio 2, however many slices",
       says="{the privacy ratio of all slices together} is at most {the ratio 2 of one slice}")
@sabotage("the first slice is used twice", lambda database: slice_counts((database[0], *database)))
@judged("<=")
def disjoint_slices_cost_once(release=slice_counts):
    for n in (1, 2, 3, 4):
        for s in product((0, 1), repeat=n):
            for i in range(n):
                other = (*s[:i], 1 - s[i], *s[i + 1:])
                yield (s, i), worst_ratio(release(s), release(other))[0], Fraction(2)

def refutes_disjoint_slices_cost_once(release, s, i):
    here, there = release(s).exact(), release((*s[:i], 1 - s[i], *s[i + 1:])).exact()
    return any(p > 2 * there.get(o, 0) for o, p in here.items())


@cache
def slice_rows(levels: int) -> int:
    """Return N times what one level costs at the full epsilon, with delta and beta shared among the levels."""
    plan = plan_tree_log(64, neighbours=add_remove_one, kind="random path", epsilon=GOAL["epsilon"],
                         delta=GOAL["delta"] / levels, beta=GOAL["beta"] / levels)
    return levels * plan.rows


@check("KLMNS20-4.followup", grade="certified",
       quantifier="the slope of log n against log N from N = 32 to 64: TreeLog by basic composition between 1.9 and "
                  "2.2, by the class view between 1.4 and 1.65, slices between 1 and 1.15",
       says="log n has slope 1 to 1.15 with slices, 1.4 to 1.65 by the class view, 1.9 to 2.2 by basic composition")
@sabotage("every level reads the whole data again, and epsilon is shared", tree_log_rows)
@judged("<=")
def slices_need_hardly_more_than_linearly_many(rows=slice_rows):
    for name, count, low, high in (("slices", rows, "1", "1.15"), ("class view", class_view_rows, "1.4", "1.65"),
                                   ("basic", tree_log_rows, "1.9", "2.2")):
        found = slope(count, 32, 64)
        yield (name, "least"), Fraction(low), found
        yield (name, "most"), found, Fraction(high)

def refutes_slices_need_hardly_more_than_linearly_many(rows, witness):
    quotient = Fraction(rows(64), rows(32))
    return witness[0] == "slices" and not 2 <= quotient <= Fraction(2) * Fraction(111, 100)
