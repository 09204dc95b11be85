"""BBKN14, Section 5.1: Theorem 5.4 as a bound on all private mechanisms and a game on all hard distributions."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import MinimaxProgram, is_enclosure, solve
from privlearn.learners.intervals import (rows_for_switches, switch_numbers, switching_points, switching_program,
                                          switching_success)
from privlearn.learners.intervals.switching import DECREASING, most_inner_decreasing
from privlearn.learners.intervals.switching_rows import border_database, half_success, needed_group_ratio
from privlearn.mechanisms.optima import mechanism_program
from privlearn.papers.bbkn14.switching_points import claim

INSTANCES = tuple((size, rows, z, ratio) for ratio in (Fraction(2), Fraction(9, 4)) for size, rows, z in (
    (4, 2, 3), (5, 2, 3), (5, 2, 5), (5, 1, 4), (6, 3, 3), (6, 3, 4), (6, 3, 5), (7, 2, 5), (7, 2, 6), (8, 2, 4)))


claim("BBKN14-5.4", kind="theorem",
      title="A private learner of intervals with few samples must switch exponentially often",
      uses=("BBKN14-2.1.group", "BBKN14-2.2", "BBKN14-2.5", "BBKN14-5.1", "BBKN14-5.2", "BBKN14-5.3", "BBKN14-fn9",
            "BBKN14-5.4.one-decreasing", "BBKN14-5.4.switch", "BBKN14-5.4.reconstruct", "BBKN14-5.5",
            "BBKN14-5.4.alg", "BBKN14-5.4.s", "BBKN14-5.4.step3", "BBKN14-5.4.hoeffding", "BBKN14-5.4.eq-ratio",
            "BBKN14-5.4.vc", "BBKN14-5.4.total", "BBKN14-5.4.samples"),
      note="The asymptotic statement is not checked as such. Checked is an explicit form, by packing, for alpha < "
           "1/2 and beta < 1/2, which implies it there, and that it fails for alpha = 1/2 or if hypotheses switch "
           "seldom on a single distribution; the paper's reduction is checked step by step.",
      formulas=(needed_group_ratio, most_inner_decreasing))


@cache
def certified_success(size: int, rows: int, switches: int, ratio: Fraction) -> Fraction:
    """Return the exact optimum over all mechanisms with at most so many switching points."""
    return 1 - solve(switching_program(size, rows, switches, ratio)).value


@check("BBKN14-5.4", grade="certified",
       quantifier="all mechanisms whose outputs are functions on T points with at most z switching points; (T, m, z) = "
                  "(4,2,3), (5,2,3), (5,2,5), (5,1,4), (6,3,3), (6,3,4), (6,3,5), (7,2,5), (7,2,6), (8,2,4); e^epsilon "
                  "= 2, 9/4",
       says="{the best success} equals {w R/(w R + T - 1 - w), w = ceil((z - 2)/2)}")
@sabotage("one row fewer counts",
          lambda size, rows, switches, ratio: switching_success(size, rows - 1, switches, ratio))
@sabotage("z = T + 1, no restriction at all",
          lambda size, rows, switches, ratio: switching_success(size, rows, size + 1, ratio))
def optimum_over_all_mechanisms(success=switching_success) -> Verdict:
    return judge("==", ((instance, certified_success(*instance), success(*instance)) for instance in INSTANCES))

def refutes_optimum_over_all_mechanisms(success, witness):
    program = switching_program(*witness)
    found = solve(program)
    claimed = 1 - success(*witness)  # certified from both sides: no mechanism fails less, some one fails no more
    return is_enclosure(found, program) and (claimed < found.lower or claimed > found.upper)

@optimum_over_all_mechanisms.corrupted("w = z: every switching point may be a decreasing one")
def w_z_every_switching_point_may(size: int, rows: int, switches: int, ratio: Fraction) -> Fraction:
    n, power = size - 1, ratio**rows
    return Fraction(1) if switches >= n else switches * power / (switches * power + n - switches)


PRICED = tuple((size, rows, z, Fraction(2))
               for size, rows, z in ((3, 1, 3), (4, 2, 3), (5, 2, 3), (5, 2, 5), (6, 2, 3)))


@check("BBKN14-5.4", grade="certified",
       quantifier="all mechanisms, outputs all 2^T functions, more than z switching points priced at 1 - wR/(wR + n "
                  "- w) extra failure; (T, m, z) = (3,1,3), (4,2,3), (5,2,3), (5,2,5), (6,2,3); e^epsilon = 2",
       says="{the price of many switching points} is at most {the least failure with the price added}")
@sabotage("success at most 1/2 with few switching points", lambda size, rows, switches, ratio: Fraction(1, 2))
@judged("<=")
def switching_often_half_the_time_helps_by_half(success=switching_success):
    for instance in PRICED:
        size, rows, z, ratio = instance
        price = 1 - success(*instance)
        yield instance, price, solve(switching_program(size, rows, z, ratio, price)).lower

def refutes_switching_often_half_the_time_helps_by_half(success, witness):
    size, rows, z, ratio = witness
    price = 1 - success(*witness)
    program = switching_program(size, rows, z, ratio, price)
    found = solve(program)  # a mechanism that beats the claimed trade-off
    return is_enclosure(found, program) and found.upper < price


@check("BBKN14-5.4", grade="exhaustive",
       quantifier="all 8190 functions on T = 1..12 points, by their number z of switching points: the maximum",
       says="{the largest number of inner decreasing points} equals {ceil((z - 2)/2)}")
@judged("==")
def largest_number_of_inner_decreasing_points(most=most_inner_decreasing):
    for size in range(1, 13):
        found = dict.fromkeys(range(2, size + 2), 0)
        for h in product((0, 1), repeat=size):
            points = switching_points(h)
            inner = sum(kind == DECREASING for _, kind in points[1:-1])
            found[len(points)] = max(found[len(points)], inner)
        yield from (((size, z), number, most(z)) for z, number in found.items())

def refutes_largest_number_of_inner_decreasing_points(most, size, z):
    words = ["".join(bits) for bits in product("01", repeat=size)]
    return most(z) != max(h.count("10") for h in words if h.count("10") + h.count("01") == z - 2)


@check("BBKN14-5.4", grade="exact",
       quantifier="d = 8, 64, 512; z = 3, 2^(d/8) + 1, 2^(d/2) + 1; beta = 1/10, 2^-20; e^epsilon = 9/4, 4",
       says="the bound leaves success 1 - beta open at the m found, and not with one row fewer")
@sabotage("one row fewer", lambda *setting: rows_for_switches(*setting) - 1)
@judged("==")
def least_rows_left_open(rows=rows_for_switches):
    grid = product((8, 64, 512), (Fraction(1, 10), Fraction(1, 2**20)), (Fraction(9, 4), Fraction(4)))
    for d, beta, ratio in grid:
        for z in (3, 2 ** (d // 8) + 1, 2 ** (d // 2) + 1):
            m = rows(2**d, z, ratio, beta)
            open_here = half_success(2**d, m, z, ratio) >= 1 - beta
            open_below = m > 0 and half_success(2**d, m - 1, z, ratio) >= 1 - beta
            yield (2**d, z, ratio, beta), (open_here, open_below), (True, False)

def refutes_least_rows_left_open(rows, witness):
    size, z, ratio, beta = witness
    m, w = rows(*witness), -((2 - z) // 2)
    enough = [2 * beta * w * ratio**k >= (1 - 2 * beta) * (size - 1 - w) for k in (m - 1, m)]
    return enough != [False, True]


BORDERS = tuple((size, rows, z, ratio, price) for size, rows, z, price in (
    (2, 1, 2, None), (3, 1, 2, None), (3, 2, 3, None), (4, 3, 3, None), (4, 1, 4, None), (3, 1, 3, Fraction(1, 5)),
    (4, 2, 3, Fraction(1, 7)), (3, 3, 2, Fraction(1, 11))) for ratio in (Fraction(1), Fraction(5, 3)))


def border_rows(target: int, rows: int) -> tuple[tuple[int, int], ...]:
    """Return the rows in turn: the last point of the interval, the first one beyond, and so on; sorted."""
    return tuple(sorted((target - 1 + k % 2, 1 - k % 2) for k in range(rows)))


def switches(h: tuple[int, ...]) -> int:
    return 2 + sum(h[x] != h[x - 1] for x in range(1, len(h)))


def losses(size: int, z: int, price: Fraction | None) -> list[list[Fraction]]:
    """Return, function by function, the losses at all borders; without a price only those with at most z switches."""
    return [[Fraction(not h[j - 1] > h[j]) + (price or Fraction(0)) * (switches(h) > z) for j in range(1, size)]
            for h in product((0, 1), repeat=size) if price is not None or switches(h) <= z]


def borders_by_columns(size: int, rows: int, z: int, ratio: Fraction, price: Fraction | None) -> tuple[int, Fraction]:
    """Return how many outputs there are and the least worst failure, by a program put together loss by loss."""
    table, blocks = losses(size, z, price), range(size - 1)
    databases = [border_rows(j, rows) for j in range(1, size)]
    apart: dict[Any, int] = {(i, j): sum(a != b for a, b in zip(databases[i], databases[j], strict=True))
                             for i in blocks for j in blocks if i != j}
    tasks = [{(j, k): row[j] for k, row in enumerate(table)} for j in blocks]
    return len(table), solve(mechanism_program(list(blocks), range(len(table)), apart, ratio, tasks)).value


@check("BBKN14-5.4", grade="certified",
       quantifier="eight (T, m, z) up to (4, 3, 4), three of them with prices 1/5, 1/7, 1/11, e^epsilon = 1 and 5/3: "
                  "all functions with at most z switching points, or all 2^T; rows, switches and losses counted anew",
       says="the databases are those of the borders, and the program has the outputs and the optimum of one that is "
            "put together function by function")
@sabotage("a switching point more", (lambda size, rows, z, ratio, price=None: switching_program(
    size, rows, z + 1, ratio, price), border_database))
@sabotage("a row more", (lambda size, rows, z, ratio, price=None: switching_program(
    size, rows + 1, z, ratio, price), border_database))
@sabotage("more rows beyond the border", (switching_program, lambda target, rows: border_database(target, rows)[
    rows % 2:] + ((target, 0),) * (rows % 2)))
@judged("==")
def programs_are_those_of_the_definition(pair=(switching_program, border_database)):
    program, border = pair
    for size, rows, z, ratio, price in BORDERS:
        found = program(size, rows, z, ratio, price)
        databases = [tuple(sorted(border(j, rows))) for j in range(1, size)]
        yield (size, rows, z, ratio, price), (databases, found.blocks[0], solve(found).value), (
            [border_rows(j, rows) for j in range(1, size)], *borders_by_columns(size, rows, z, ratio, price))

def refutes_programs_are_those_of_the_definition(pair, witness):
    """Two databases differ in all rows, so functions with the same losses may be one."""
    size, rows, z, ratio, price = witness
    found, table, borders = pair[0](*witness), losses(size, z, price), range(size - 1)
    kinds = sorted({tuple(row) for row in table})
    tasks = [{(j, k): row[j] for k, row in enumerate(kinds)} for j in borders]
    pairs: dict[Any, int] = {(i, j): 1 for i in borders for j in borders if i != j}
    optimum = solve(mechanism_program(borders, range(len(kinds)), pairs, ratio**rows, tasks)).value
    more = [pair[1](j, rows).count((j - 1, 1)) - pair[1](j, rows).count((j, 0)) for j in range(1, size)]
    return found.blocks[0] != len(table) or solve(found).value != optimum or {*more} != {rows % 2}


@dataclass(frozen=True)
class Assumed:
    """What is assumed of the learner: its accuracy, and on how many hard distributions it seldom switches."""

    alpha: Fraction
    everywhere: bool = True


GAMES = ((6, 16, 3), (6, 64, 3), (7, 16, 3), (7, 16, 4))  # T, e^epsilon, z


def success_sets(size: int, z: int, alpha: Fraction) -> dict[frozenset[int], bool]:
    """Return the sets of targets that hypotheses approximate up to alpha, and whether one that switches seldom does.

    Target j is judged on its hard distribution, uniform on the points j - 1 and j.
    """
    found: dict[frozenset[int], bool] = {}
    for h in product((0, 1), repeat=size):
        right = frozenset(j for j in range(1, size) if Fraction((h[j - 1] != 1) + (h[j] != 0), 2) <= alpha)
        found[right] = found.get(right, False) or len(switch_numbers(h)) <= z
    return found


@cache
def least_failure(size: int, ratio: int, z: int, assumed: Assumed, limit: Fraction) -> Fraction:
    """Return the least value of: the worst failure, and ``2 limit`` times how likely it is to switch often.

    It is below ``limit`` just if some private learner with one row fails less often than ``limit`` on every hard
    distribution and switches seldom with probability above 1/2, on those on which that is assumed.
    """
    outputs = tuple(success_sets(size, z, assumed.alpha).items())
    databases = [(j, x) for j in range(1, size) for x in (j - 1, j)]  # the row is (x, 1 if x < j else 0)
    number = {database: k * len(outputs) for k, database in enumerate(databases)}
    tasks = []
    for j in range(1, size):
        def average(weights: Iterable[Fraction], j: int = j) -> dict[int, Fraction]:
            return {number[j, x] + k: weight / 2 for k, weight in enumerate(weights) for x in (j - 1, j)}

        tasks.append(average([Fraction(j not in right) for right, _ in outputs]))
        if assumed.everywhere or j == 1:
            tasks.append(average([2 * limit * (not simple) for _, simple in outputs]))
    ratios = tuple((number[a] + k, number[b] + k, Fraction(ratio)) for a, b in product(databases, repeat=2) if a != b
                   for k in range(len(outputs)))
    return solve(MinimaxProgram((len(outputs),) * len(databases), tuple(tasks), ratios)).lower


def failure_bound(size: int, ratio: int, z: int) -> Fraction:
    """Return the beta at which ``R = (1 - 2 beta)(T - 1 - w)/(2 beta w)``."""
    w = (z - 1) // 2
    return Fraction(size - 1 - w, 2 * (w * ratio + size - 1 - w))


@check("BBKN14-5.4", grade="certified",
       quantifier="(T, e^epsilon, z) = (6, 16, 3), (6, 64, 3), (7, 16, 3), (7, 16, 4), alpha = 49/100: all private "
                  "learners with one row, with at most z switching points with probability at least 1/2 on each of the "
                  "T - 1 hard distributions; the learning game itself, errors and samples included",
       says="{the failure at which the bound allows one row} is at most {the least failure on all hard distributions}",
       reason="One row, as all databases and all hypotheses are in one linear program.")
@sabotage("alpha = 1/2", Assumed(Fraction(1, 2)))
@sabotage("few switching points on one distribution only", Assumed(Fraction(49, 100), everywhere=False))
@judged("<=")
def all_learners_that_switch_seldom_everywhere_fail(assumed: Assumed = Assumed(Fraction(49, 100))):
    for game in GAMES:
        yield game, failure_bound(*game), least_failure(*game, assumed, failure_bound(*game))

def refutes_all_learners_that_switch_seldom_everywhere_fail(assumed, size, ratio, z):
    w, places = (z - 1) // 2, size - 1
    bound = Fraction(places - w, 2 * (w * ratio + places - w))
    if assumed.alpha >= Fraction(1, 2):
        return bound > 0  # the constant functions have error 1/2 on every hard distribution
    # target 1 is named with probability 1/2 on its own rows and 1/(2 R) on all others; else, by randomised response,
    # an alternating function that is right for all odd targets or for all even ones
    named = Fraction(1, 2 * ratio)
    return not assumed.everywhere and named + (1 - named) / (ratio + 1) < bound
