"""KLMNS20, Section 3.1, a variant of ours: the heavy path is stable for few enough elements."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from privlearn.checking import check, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.formulas import Formula
from privlearn.laws import worst_ratio
from privlearn.laws.divergences import table_hockey_stick
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.tree_log import TreeLogParameters, tree_log_directions, tree_log_law
from privlearn.learners.interior_point.trees import (embed, fall_levels, heavy_node, is_prefix, node_at, stable_limit,
                                                     weight)
from privlearn.learners.interior_point.trees.stable_path import stable_sizes, unstable_pairs
from privlearn.papers.klmns20.paths.instances import Database, changes, multisets, word
from privlearn.papers.klmns20.stable_path import claim
from privlearn.papers.klmns20.tree_log.instances import heavy_by_definition
from privlearn.papers.klmns20.tree_log_privacy.instances import (RIGHT, BrokenTrim, broken_always_a_node, broken_budget,
                                                                 excess, laws_of, one, replacements, worst_addition)

DOMAINS = tuple(product((3,), range(5))) + tuple(product((4,), range(3)))  # (bits, stop)
WHERE = "8 points with t <= 4 and 16 points with t <= 2"


claim("KLMNS20-3.stable", kind="theorem",
      title="For at most 2t + 1 elements the heavy path already gives neighbouring inner databases (ours)",
      uses=("KLMNS20-alg1", "KLMNS20-3.trim", "KLMNS20-3.embed", "KLMNS20-3.6", "KLMNS20-3.6.neigh", "KLMNS20-2.4"),
      note="The converse is for at least four points; for t = 0 the limit is not sharp: on 8 points the first two "
           "databases that part have 4 elements. The number of elements must be public, so the guarantee is for "
           "replacement; for addition and removal the checks fix the larger size.", formulas=(stable_limit,))


@cache
def first_unstable(bits: int, stop: int) -> int:
    """Return the least size of S' at which some pair parts."""
    return next(size for size in range(1, 99) if unstable_pairs(bits, size, stop)[0])


class Tipped(NamedTuple):
    """A database, a point that is added, stopping weight, dropped levels, whether the limit is looked at."""

    S: Database
    x: int
    t: int
    levels_dropped: int
    bits: int = 2
    converse: bool = False


@cache
def tipped() -> tuple[Tipped, ...]:
    """Return all small databases up to the limit, and for some more stopping weights the converse alone."""
    found = [Tipped(s, x, t, t, bits) for bits, most in ((2, 3), (3, 2)) for t in range(most + 1)
             for s in multisets(1 << bits, 2 * t) for x in range(1 << bits)]
    return (*found, *(Tipped((), 0, t, t, bits, converse=True) for bits, t in DOMAINS if t))


@cache
def law_of(database: Database, bits: int, t: int, tau: int) -> Mapping[Any, Any]:
    """Return the law of the answer with one level and the heavy path, e^eps = 2 at each step."""
    return tree_log_law(database, bits, one(None, 2, tau, 2, 0, t, 2)).masses()


@proof("KLMNS20-3.stable", grade="exhaustive",
       quantifier=f"all S' of 1 to 2t + 1 elements and all x in S': 4 points with t <= 3, 8 points with t <= 2, "
                  f"e^eps = 2, tau = -1, 1, 3; that up to this size none parts, and beyond one does: {WHERE}",
       instances=tipped, start=Tipped((0, 0, 2, 2), 3, 2, 2, converse=True),
       steps={"prefix": "{whether the path of S' is a prefix of that of S} is {whether both are the same}",
              "part/heavier": "{the weight a of the child with x} is at most {that of the other, s}",
              "part/tips": "{s} is at most {a + 1}",
              "light": "{s} is at most {t}",
              "before": "{the levels of S' before v} are {those of S}",
              "inner": "{D} is {these, and a + s - t times the level of v}",
              "later": "{the first |D| of D', and how many more} are {D, and 1}",
              "neighbours": "{the numbers of levels that D' has too many, too few} are {1 and 0, or none}",
              "sharp/pair": "{these numbers for t zeros and t + 1 twos, x = 1} are {2 and 1}",
              "sharp/level": "{e^epsilon_b} is less than {the ratio of the laws of y on this pair}",
              "sharp/size": "{the largest size up to which no pair parts} equals {2t + 1}",
              "private": "{the largest ratio of the laws of y} is at most {e^epsilon_b}",
              "conclusion": "{the largest hockey stick of replacing x} is at most {delta_c}"},
       hypotheses=(Hypothesis("S' has at most 2t + 1 elements",
                              {"S": lambda given: (0,) * given.t + (2,) * (given.t + 1), "x": 1},
                              ("light", "inner", "later", "neighbours", "private")),
                   Hypothesis("as many levels are dropped as the stopping weight",
                              {"levels_dropped": lambda given: max(0, given.t - 1)},
                              ("inner", "later", "neighbours", "private")),
                   Hypothesis("t is at least 1, for the converse",
                              {"t": 0, "levels_dropped": 0, "S": (), "converse": True},
                              ("sharp/pair", "sharp/level", "sharp/size")),
                   Hypothesis("the number of elements is public", needless="only replacements are compared")))
def heavy_paths_part_late(given: Tipped, limit: Formula = stable_limit) -> Iterator[Line]:
    S, x, t, dropped, bits, converse = given
    larger = tuple(sorted((*S, x)))
    P, P_later = heavy_node(S, bits, t), heavy_node(larger, bits, t)
    D, D_later = embed(S, bits, P, dropped), embed(larger, bits, P_later, dropped)
    yield Line("prefix", "==", is_prefix(P_later, P), P_later == P)
    if not is_prefix(P, P_later):
        depth = next(d for d in range(bits) if node_at(P, d + 1) != node_at(P_later, d + 1))
        s, a = (weight(S, bits, node_at(end, depth + 1)) for end in (P, P_later))
        yield Line("part/heavier", "<=", a, s)
        yield Line("part/tips", "<=", s, a + 1)
        yield Line("light", "<=", s, t)
        early, of_larger = (tuple(d for d in fall_levels(rows, bits, end) if d < depth)
                            for rows, end in ((S, P), (larger, P_later)))
        yield Line("before", "==", of_larger, early)
        yield Line("inner", "==", D, early + (depth,) * (a + s - t))
        yield Line("later", "==", (D_later[:len(D)], len(D_later) - len(D)), (D, 1))
    yield Line("neighbours", "==", changes(D, D_later), (int(len(larger) > t), 0))
    if converse:
        pair = [(0,) * t + (2,) * (t + 1), (0,) * t + (1,) + (2,) * (t + 1)]
        inner = [embed(rows, bits, heavy_node(rows, bits, t), t) for rows in pair]
        yield Line("sharp/pair", "==", changes(*inner), (2, 1))
        yield Line("sharp/level", "<", 2, level_ratio(*inner, bits))
        yield Line("sharp/size", "==", first_unstable(bits, t) - 1, limit(t))
    yield Line("private", "<=", level_ratio(D, D_later, bits), 2)
    for tau in (-1, 1, 3):
        yield Line("conclusion", "<=", max(table_hockey_stick(
            law_of(larger, bits, t, tau), law_of(tuple(sorted((*S, y))), bits, t, tau), 2**6)[0]
            for y in range(1 << bits)), 1 / (1 + Fraction(2) ** (tau - 1)), ("tau", tau))


@cache
def level_ratio(D: Database, D_later: Database, bits: int) -> Any:
    """Return the larger ratio of the laws of the level y at e^eps = 2, either way."""
    laws = [interior_point_law(rows, range(bits + 1), 2).exact() for rows in (D, D_later)]
    return max(worst_ratio(*laws)[0], worst_ratio(*laws[::-1])[0])


def refutes_heavy_paths_part_late(given: Tipped, step: str, case: Any, limit: Formula) -> bool:
    """Tell whether a line is false: heavy paths of words."""
    S, x, t, dropped, bits, _ = given

    def levels(rows: Database, least: int = dropped) -> list[int]:
        words = [word(y, bits) for y in rows]
        end = heavy_by_definition(words, bits, t)
        found = sorted(max(d for d in range(len(end) + 1) if w[:d] == end[:d]) for w in words)
        return found[:max(0, len(rows) - least)]

    def parts(less: list[int], more: list[int]) -> bool:
        return any(less.count(d) > more.count(d) for d in less) or (bool(more) and len(more) != len(less) + 1)

    if step.startswith("sharp"):
        pairs = (((0,) * t + (2,) * k, 1) for k in range(t + 2))
        sizes = [len(s) + 1 for s, y in pairs if parts(levels(s, t), levels((*s, y), t))]
        return sizes != [limit(t) + 1]
    return parts(levels(S), levels((*S, x))) or len(levels(S)) != max(0, len(S) - t)


def reflected(database: tuple[int, ...], bits: int) -> tuple[int, ...]:
    return tuple(2**bits - 1 - x for x in reversed(database))


# name -> (bits, parameters with a heavy path, elements); all but the last at the limit n - 2 trim = 2 stop + 1
AT_LIMIT: dict[str, tuple[int, TreeLogParameters, int]] = {
    "8 points, 5 elements": (3, one(None, 4, 3, 4, 0, 2, 4), 5),
    "8 points, trimmed": (3, one(None, 4, 3, 4, 1, 1, 4), 5),
    "8 points, base": (3, one(None, 4, 3, 4, 0, 1, 64), 3),
    "4 points, 21 elements": (2, one(None, 2, 5, 2, 0, 10, 2), 21),
    "8 points, stop 3": (3, one(None, 4, 3, 4, 0, 3, 4), 1),
}


@check("KLMNS20-3.stable", grade="exhaustive",
       quantifier="all pairs of databases that differ in one element: at the limit, 8 points with n = 5 (t = 2; t = 1, "
                  "trimmed by 1) and 3 (t = 1) and 4 points with n = 21 elements (t = 10), and 8 points with n = 1 (t "
                  "= 3): the hockey stick at e^{2(eps_c + eps_e + eps_b)} against delta_c",
       says="{the largest hockey stick of a replacement} is at most {delta_c}")
@sabotage("hardly any weight on no answer", broken_always_a_node)
@judged("<=")
def replacement_costs_nothing_for_the_path(make=RIGHT):
    for name, (bits, parameters, n) in AT_LIMIT.items():
        bound = tree_log_directions(parameters, rows=n)
        pairs = list(replacements(bits, n))
        pairs += [(reflected(a, bits), reflected(b, bits)) for a, b in pairs]  # ties go left, so both are needed
        stick, pair = laws_of(make, bits, parameters).worst(pairs, bound.replacement)
        yield (name, *pair), stick, bound.delta, len(pairs)

def refutes_replacement_costs_nothing_for_the_path(make, name, left, right):
    bits, parameters, _ = AT_LIMIT[name]
    (t,) = parameters.levels
    loss = (t.exp_choose * t.exp_end * parameters.exp_base) ** 2
    return excess(make, bits, parameters, left, right, loss) > Fraction(1, 1 + t.exp_choose ** (t.threshold - 1))


ELEVEN_TENTHS = Fraction(11, 10)
# one step dear, the others cheap: bits, parameters, two databases that differ in one element
UNEQUAL: dict[str, tuple[int, TreeLogParameters, tuple[int, ...], tuple[int, ...]]] = {
    "nodes": (4, one(None, 16, 8, 1, 0, 11, ELEVEN_TENTHS), (0,) * 12 + (8,) * 10, (0,) * 11 + (8,) * 11),
    "base": (4, one(None, 2, 10, 1, 0, 9, 64), (1, 1, 1, 2, 2) + (12,) * 14, (1, 1, 1, 2, 2, 4) + (12,) * 13),
    "leaves": (2, one(None, 2, 10, 64, 0, 7, ELEVEN_TENTHS), (0,) * 7 + (2,) * 5 + (3, 3), (0,) * 8 + (2,) * 5 + (3,)),
}


def stated(parameters: TreeLogParameters, n: int) -> tuple[Fraction, Fraction]:
    """Return ratio and delta stated for a replacement among n elements."""
    found = tree_log_directions(parameters, rows=n)
    return found.replacement, found.delta.upper


def paid_once(step: str) -> Any:
    """Return what is stated, with one of the three steps counted once."""
    def told(parameters: TreeLogParameters, n: int) -> tuple[Fraction, Fraction]:
        ratio, delta = stated(parameters, n)
        (level,) = parameters.levels
        return ratio / {"nodes": level.exp_choose, "base": parameters.exp_base, "leaves": level.exp_end}[step], delta

    return told


@check("KLMNS20-3.stable", grade="exact",
       quantifier="one step dear, the others cheap: 16 points, e^eps_c = 16, tau = 8, t = 11, n = 22; 16 points, "
                  "e^eps_b = 64, e^eps_c = 2, tau = 10, t = 9, n = 19; 4 points, e^eps_e = 64, e^eps_c = 2, tau = 10, "
                  "t = 7, n = 14; a pair of databases each, both ways: the hockey stick at the ratio stated",
       says="{the hockey stick of the pair} is at most {delta_c}")
@sabotage("epsilon_c counted once", paid_once("nodes"))
@sabotage("epsilon_b counted once", paid_once("base"))
@sabotage("epsilon_e counted once", paid_once("leaves"))
@judged("<=")
def every_step_is_paid_twice(told=stated):
    for name, (bits, parameters, *pair) in UNEQUAL.items():
        laws = laws_of(RIGHT, bits, parameters)
        ratio, delta = told(parameters, len(pair[0]))
        for left, right in (pair, pair[::-1]):
            yield (name, left, right), laws.exactly((left, right), ratio)[0], delta

def refutes_every_step_is_paid_twice(told, name, left, right):
    bits, parameters, *_ = UNEQUAL[name]
    ratio, delta = told(parameters, len(left))
    return excess(RIGHT, bits, parameters, left, right, ratio) > delta


@check("KLMNS20-3.stable", grade="exhaustive",
       quantifier="at most 2t + 1 elements in S + x: 8 points, t = 1 (e^eps_b = 64, else 4) and t = 2 (4), all S up to "
                  "reflection and all x; 4 points, t = 10 (e^eps = 2), all S of 20 elements up to reflection and all x",
       says="{the largest ratio of S against S + x} is at most {e^(epsilon_c + epsilon_e + epsilon_b)}")
@sabotage("no level is dropped: trim below the stopping weight", BrokenTrim)
@sabotage("base with weight e^{2 eps q}, accounted as e^{eps q}", make=lambda: broken_budget(base=2))
@judged("<=")
def adding_costs_nothing_for_the_path(make=RIGHT):
    for name in ("8 points, base", "8 points, 5 elements", "4 points, 21 elements"):
        bits, parameters, n = AT_LIMIT[name]
        sizes = tuple(range(n)) if n < 6 else (n - 1,)
        (ratio, pair), number = worst_addition(make, bits, parameters, sizes, None)
        yield (name, *pair), ratio, tree_log_directions(parameters, rows=n).forward, number

def refutes_adding_costs_nothing_for_the_path(make, name, smaller, larger):
    bits, parameters, _ = AT_LIMIT[name]
    (t,) = parameters.levels
    return excess(make, bits, parameters, smaller, larger, t.exp_choose * t.exp_end * parameters.exp_base) > 0


BASES = tuple(product(range(7), (1, 2, 5, 10), (0, 1, 3), (1, 4)))  # levels, elements at the base, trim, least stop


@check("KLMNS20-3.stable", grade="exact",
       quantifier="N <= 6 levels, 1, 2, 5, 10 elements at the base, trim 0, 1, 3, least stopping weight 1, 4: fewest "
                  "elements for which some stopping weights are stable at every level, by trying them all",
       says="{the number of elements stated} equals {the fewest that are stable at every level}")
@sabotage("the sizes add up, as with random paths",
          lambda levels, base_rows, trim, stop: (base_rows + levels * (max(stop, base_rows - 1) + 2 * trim),))
@judged("==")
def used_at_every_level_it_doubles(sizes=stable_sizes):
    for levels, base_rows, trim, stop in BASES:
        reached = {base_rows}  # numbers of elements from which the base gets at least base_rows
        least = base_rows
        for _ in range(levels):
            least = next(n for n in range(least, 10**6) if any(
                n - 2 * trim <= 2 * t + 1 and n - 2 * trim - t >= least for t in range(stop, n + 1)))
            reached.add(least)
        yield (levels, base_rows, trim, stop), sizes(levels, base_rows, trim, stop)[0], least
        if stop == 1 and trim == 0 and base_rows > 1:
            yield (levels, base_rows, 0, 1), sizes(levels, base_rows, 0, 1)[0], 2**levels * (base_rows - 1) + 1

def refutes_used_at_every_level_it_doubles(sizes, witness):
    levels, base_rows, trim, stop = witness

    def enough(n: int, left: int) -> bool:
        kept = n - 2 * trim
        if left == 0:
            return n >= base_rows
        return any(enough(kept - t, left - 1) for t in range(max(stop, kept // 2), kept))

    n = sizes(*witness)[0]
    return not enough(n, levels) or n > 1 and enough(n - 1, levels)
