"""ABMS20, Section 4.2.1: the lower bound by the random construction, and its parameters."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, covering, judge, judged, sabotage
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import is_or_ladder, random_or_class
from privlearn.dimensions.composition.blocks import printed_parameters, union_bound
from privlearn.dimensions.sweeps import class_of_number, threshold_of_all_classes, unions_of_all_classes
from privlearn.papers.abms20.random_construction import claim
from privlearn.papers.abms20.random_construction.instances import FOUND

claim("ABMS20-2.2.lower", kind="theorem", section="2 Main results",
      title="For every t >= 6 a class has T(H) <= t, and its unions h_1 OR h_2 have dimension T >= 2^floor(t/5)",
      uses=("ABMS20-2.def-G", "ABMS20-2.def-T", "ABMS20-4.2.1.construction", "ABMS20-4.2.1.eq3", "ABMS20-4.2.1.event",
            "ABMS20-4.2.1.bad-event", "ABMS20-4.2.1.union-bound"),
      note="The proof gives existence; the arithmetic of its parameters is checked for t <= 200. The classes on this "
           "page are explicit outcomes with far fewer thresholds than the theorem needs: T = 5 for m = 16, which it "
           "promises from t = 20 on. That they have no fewer and no more is decided by search.")


@check("ABMS20-2.2.lower", grade="exact",
       quantifier="(m, T(H)) = (2, 1), (5, 2), (8, 3), (12, 4), (16, 5), (32, 9): T(H) by complete search, with two "
                  "programs; and the m unions f_i OR g_i are thresholds",
       says="both programs find T(H) as stated, and the m unions f_i OR g_i are thresholds",
       reason="T(H or H) >= m is checked on the unions of f_i and g_i alone.")
@sabotage("T(H) = 1 for m = 5", make=lambda: tuple((m, seed, t - (m == 5)) for m, seed, t in FOUND))
@sabotage("another seed for m = 8", make=lambda: tuple((m, seed + (m == 8), t) for m, seed, t in FOUND))
@judged("==")
def unions_have_many_more_thresholds(found=FOUND):
    import numba  # noqa: F401  # the second program's compiler

    for m, seed, t in found:
        outcome = random_or_class(m, seed)
        by_both = {threshold_dimension(outcome.concepts(), solver=solver) for solver in ("plain", "compiled")}
        yield (m, seed, t), (by_both, is_or_ladder(outcome)), ({t}, True)

def refutes_unions_have_many_more_thresholds(found, witness):
    m, seed, t = witness
    rows = {tuple(row) for row in random_or_class(m, seed).concepts().matrix.tolist()}

    def longest(rows: frozenset[Any], points: frozenset[int]) -> int:  # by definition: a first pair, then the rest
        best = 0
        for h in rows:
            for x in (x for x in points if h[x]):
                rest = frozenset(g for g in rows if not g[x])
                best = max(best, 1 + longest(rest, frozenset(y for y in points if h[y] and y != x)))
        return best

    return witness in found and longest(frozenset(rows), frozenset(range(m))) != t


@check("ABMS20-2.2.lower", grade="exact", quantifier="all t in 6..200: 2k <= t, m = 2^floor(t/5), and the union bound",
       says="m = 2^floor(t/5), 2k <= t, and the union bound is below 1")
@sabotage("from t = 5 on", (5, printed_parameters))
@sabotage("m = 2^t", (6, lambda t: (2**t, printed_parameters(t)[1])))
@sabotage("k = log m", (6, lambda t: (printed_parameters(t)[0], max(t // 5, 1))))
@sabotage("k = 2 log m + 2", (6, lambda t: (printed_parameters(t)[0], printed_parameters(t)[1] + 1)))
@judged("==")
def parameters_meet_all_conditions(plan=(6, printed_parameters)):
    for t in range(plan[0], 201):
        m, k = plan[1](t)
        met = m == 2 ** (t // 5), 2 * k <= t, m.bit_length() <= 201 and union_bound(m, k) < 1
        yield t, met, (True, True, True)

def refutes_parameters_meet_all_conditions(plan, t):
    m, k = plan[1](t)
    choices = 1
    for j in range(k):
        choices = choices * (m - j) // (j + 1)
    return t >= plan[0] and (m != 1 << t // 5 or 2 * k > t or choices**2 >= 1 << k * (k - 1))


def by_permutations(rows: Iterable[tuple[int, ...]]) -> int:
    """Return the threshold dimension of a class on four points: for every order of the points the longest beginning."""
    best, listed = 0, list(rows)
    for order in permutations(range(4)):
        for length in range(best + 1, 5):
            seen = {tuple(row[x] for x in order[:length]) for row in listed}
            if not all(tuple(int(i <= j) for j in range(length)) in seen for i in range(length)):
                break
            best = length
    return best


@cache
def largest_by_definition(t: int) -> int:
    """Return the largest T of the unions of a class with T(H) = t on four points.

    All classes with t <= 1 are tried; for t >= 2 one class with 4, the number of points, is looked for and shown.
    """
    best = 0
    for number in np.flatnonzero(threshold_of_all_classes(4) == t).tolist():
        rows = class_of_number(number, 4).rows() if number else []
        if by_permutations(rows) == t:
            best = max(best, by_permutations({tuple(map(max, f, g)) for f in rows for g in rows}))
        if best == 4:
            break
    return best


@cache
def unions_by_doubling() -> np.ndarray:
    """Return the class of unions of every class on four points, one function after the other."""
    made = np.zeros(1, dtype=np.int64)
    for f in range(16):
        images = np.zeros(1, dtype=np.int64)  # of the classes of functions before f: their unions with f
        for g in range(f):
            images = np.concatenate([images, images | 1 << (f | g)])
        made = np.concatenate([made, made | images | 1 << f])
    return made


@check("ABMS20-2.2.lower", grade="exhaustive",
       quantifier="all 65,536 classes on 4 points: the class of unions, entry by entry",
       says="the class of unions in the table consists of all h_1 OR h_2")
@sabotage("the class itself", lambda points: np.arange(1 << (1 << points)))
def unions_are_those_of_all_pairs(unions=unions_of_all_classes) -> Verdict:
    found, right = unions(4), unions_by_doubling()
    place = int((found != right).argmax())
    return counted(judge("==", [(place, int(found[place]), int(right[place]))]), len(right))

def refutes_unions_are_those_of_all_pairs(unions, number):
    functions = [f for f in range(16) if number >> f & 1]
    return int(unions(4)[number]) != sum(1 << u for u in {f | g for f in functions for g in functions})


@check("ABMS20-2.2.lower", grade="exhaustive", quantifier="all 65,536 classes on 4 points: for each value of T(H) the "
       "largest T of the unions, from the tables of all classes and from the definition",
       says="{the largest T of the unions by the tables} equals {the largest T of the unions by the definition}")
@sabotage("no unions: the class itself", lambda points: np.arange(1 << (1 << points)))
def four_points_have_the_same_extremes_by_two_routes(unions=unions_of_all_classes) -> Verdict:
    own = threshold_of_all_classes(4)
    of_unions = own[unions(4)]
    cases = ((t, int(of_unions[own == t].max()), largest_by_definition(t)) for t in range(5))
    return covering(judge("==", cases), len(own))

def refutes_four_points_have_the_same_extremes_by_two_routes(unions, t):
    own = threshold_of_all_classes(4)
    return int(own[unions(4)][own == t].max()) != int(own[unions_by_doubling()][own == t].max())

@four_points_have_the_same_extremes_by_two_routes.sabotage("intersections in place of unions")
def intersections_place_unions():
    classes = np.arange(1 << 16)
    found = classes.copy()
    for f, g in combinations(range(16), 2):
        found |= (classes >> f & classes >> g & 1) << (f & g)
    return lambda points: found


claim("ABMS20-4.2.1.eq3", kind="inequality", step_of="ABMS20-2.2.lower",
      title="T(H) <= 2k suffices, as 2k = 4 floor(t/5) + 2 <= t for all t >= 6",
      note="Also checked: with T(H) <= 2k - 2, which the same event gives, floor(t/4) may stand for floor(t/5).")


@check("ABMS20-4.2.1.eq3", grade="exact", quantifier="t from 6 to 10000, which contains every case t = 5a + b with a "
       "<= 1999: 2k = 4a + 2 <= t says a + b >= 2, true for a = 1, b >= 1 and for a >= 2",
       says="{2k = 4 floor(t/5) + 2} is at most {t}")
@sabotage("from t = 5 on", 5)
def twice_the_block_is_at_most_t(first: int = 6) -> Verdict:
    return judge("<=", ((t, 2 * printed_parameters(t)[1], t) for t in range(first, 10001)))

def refutes_twice_the_block_is_at_most_t(first, t):
    a, b = divmod(t, 5)
    return t >= first and a + b < 2


@check("ABMS20-4.2.1.eq3", grade="exact", quantifier="t from 6 to 1000: k = 2 log m + 1, m = 2^floor(t/5)",
       says="m = 2^floor(t/5) and k = 2 log m + 1")
@sabotage("k = 2 log m", lambda t: (printed_parameters(t)[0], printed_parameters(t)[1] - 1))
@judged("==")
def block_side_is_twice_the_logarithm_and_one(parameters=printed_parameters):
    for t in range(6, 1001):
        m, k = parameters(t)
        yield t, (m, 2**k), (2 ** (t // 5), 2 * m * m)

def refutes_block_side_is_twice_the_logarithm_and_one(parameters, t):
    m, k = parameters(t)
    fifths, log = t, 0
    while fifths >= 5:
        fifths, log = fifths - 5, log + 1
    return bin(m) != "0b1" + "0" * log or k != log + log + 1


QUARTER: tuple[int, Callable[[int], tuple[int, int]]] = (4, lambda t: (2 ** (t // 4), 2 * (t // 4) + 1))


@check("ABMS20-4.2.1.eq3", grade="exact",
       quantifier="t from 4 to 200: with T(H) <= 2k - 2 the same proof gives m = 2^floor(t/4), k = 2 log m + 1",
       says="m = 2^floor(t/4), 2k - 2 <= t, and the union bound is below 1")
@sabotage("m = 2^floor(t/3)", (4, lambda t: (2 ** (t // 3), 2 * (t // 3) + 1)))
@sabotage("k = 2 log m + 2", (4, lambda t: (QUARTER[1](t)[0], QUARTER[1](t)[1] + 1)))
@judged("==")
def quarter_of_t_meets_the_conditions_of_the_sharper_step(plan=QUARTER):
    for t in range(plan[0], 201):
        m, k = plan[1](t)
        yield t, (2 * k - 2 <= t, union_bound(m, k) < 1, m), (True, True, 2 ** (t // 4))

def refutes_quarter_of_t_meets_the_conditions_of_the_sharper_step(plan, t):
    m, k = plan[1](t)
    choices = 1
    for j in range(k):
        choices = choices * (m - j) // (j + 1)
    return 2 * (k - 1) > t or choices**2 >= 1 << k * (k - 1) or m.bit_length() - 1 != (t - t % 4) // 4
