"""KLMNS20, Section 3.2: scores, sizes along the recursion, the node at level y and its four leaves, and the base."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.learners.interior_point import interior_score
from privlearn.learners.interior_point.problem import (exponential_failure, exponential_failure_bracket,
                                                       exponential_rows, worst_base)
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters
from privlearn.learners.interior_point.tree_log.failure import sizes
from privlearn.learners.interior_point.trees import candidates, embed, middle
from privlearn.papers.klmns20.paths.instances import multisets, support, up_to_swaps
from privlearn.papers.klmns20.utility import claim

claim("KLMNS20-3.score", kind="definition", title="Interior point with score s", uses=("KLMNS20-3.trim",),
      note="Checked with it: the best score is at least half of the elements, and trimming t elements on either side "
           "adds t to the score of an interior point of the middle, which is what Lemma 3.8 needs of Step 2.")


@check("KLMNS20-3.score", grade="exhaustive", quantifier="all databases of at most 6 elements on 8 points, t <= 2",
       says="the score is positive exactly inside, at best at least n/2, and at least t more than after trimming t")
@sabotage("strictly larger and strictly smaller elements",
          lambda x, s: min(sum(a < x for a in s), sum(a > x for a in s)))
@sabotage("the larger of the two counts", lambda x, s: max(sum(a <= x for a in s), sum(a >= x for a in s)))
def scores_are_positive_inside_and_grow_by_trimming(score=interior_score) -> Verdict:
    def inside() -> Iterator[Any]:
        for s in multisets(8, 6):
            for x in range(8):
                yield (s, x, 0), score(x, s) >= 1, bool(s) and s[0] <= x <= s[-1]

    def best() -> Iterator[Any]:
        for s in multisets(8, 6):
            yield (s, None, 0), -(-len(s) // 2), max(score(x, s) for x in range(8))

    def trimmed() -> Iterator[Any]:
        for s in multisets(8, 6):
            for t in (1, 2):
                kept = middle(s, t)
                yield from (((s, x, t), score(x, kept) + t, score(x, s))
                            for x in range(kept[0] if kept else 1, kept[-1] + 1 if kept else 1))

    return all_hold(judge("==", inside()), judge("<=", best()), judge("<=", trimmed()))

def refutes_scores_are_positive_inside_and_grow_by_trimming(score, s, x, t):
    if x is None:
        return all(2 * score(z, s) < len(s) for z in range(8))
    if t == 0:
        return (score(x, s) > 0) != (any(a <= x for a in s) and any(a >= x for a in s))
    kept = sorted(s)[t:len(s) - t]
    return kept[0] <= x <= kept[-1] and score(x, s) < score(x, kept) + t


claim("KLMNS20-3.8.size", kind="inequality", step_of="KLMNS20-3.8",
      title="Every level of the recursion takes 2 t_1 + t_2 elements", uses=("KLMNS20-alg1", "KLMNS20-3.embed"))


def _level(trim: int, stop: int) -> Level:
    return Level(exp_path=2, exp_choose=2, threshold=3, exp_end=2, trim=trim, stop=stop)


TWO_LEVELS = tuple(TreeLogParameters((_level(*first), _level(*second)), 2)
                   for first, second in (((1, 1), (0, 2)), ((0, 2), (1, 1)), ((1, 2), (0, 1))))


@cache
def last_sizes(kept: tuple[int, ...], stop: int) -> tuple[int, ...]:
    """Return the sizes of the databases below all paths over 4 points."""
    return tuple(len(embed(kept, 2, last, stop)) for last in support(kept, 2, stop))


def run_sizes(database: tuple[int, ...], parameters: TreeLogParameters) -> Iterator[tuple[int, ...]]:
    """Yield the sizes of the databases of every run over 8 points: for all paths of the first and the second level."""
    first, second = parameters.levels
    kept = middle(database, first.trim)
    for node in support(kept, 3, first.stop):
        inner = embed(kept, 3, node, first.stop)
        for size in last_sizes(middle(inner, second.trim), second.stop):
            yield len(database), len(inner), size


@check("KLMNS20-3.8.size", grade="exhaustive",
       quantifier="all databases of at most 8 elements on 8 points, all paths of two levels, three settings of (t_1, "
                  "t_2)",
       says="the databases of every run have the sizes that the formula gives")
@judged("==")
def sizes_are_those_of_every_run(formula=sizes):
    for k, parameters in enumerate(TWO_LEVELS):
        for n in range(9 if k == 0 else 7):
            found = formula(n, parameters)
            for s in combinations_with_replacement(range(8), n):
                for lengths in run_sizes(s, parameters):
                    yield (s, k), lengths, found

def refutes_sizes_are_those_of_every_run(formula, s, k):
    lengths, points, bits = [len(s)], sorted(s), 3
    for level in TWO_LEVELS[k].levels:
        points = points[level.trim:len(points) - level.trim] if len(points) > 2 * level.trim else []
        low, high, depth, levels = 0, (1 << bits) - 1, 0, []
        while depth < bits and len(points) > level.stop:  # always left if it can
            cut = (low + high) // 2
            inside = [x for x in points if x <= cut]
            low, high = (low, cut) if inside else (cut + 1, high)
            inside = inside or points
            levels += [depth] * (len(points) - len(inside))
            points, depth = inside, depth + 1
        points = (levels + [depth] * len(points))[:-level.stop or None]
        lengths, bits = [*lengths, len(points)], bits.bit_length()
    return tuple(lengths) != tuple(formula(len(s), TWO_LEVELS[k]))

@sizes_are_those_of_every_run.corrupted("forgets that the largest levels are dropped")
def forgets_largest_levels_dropped(rows: int, parameters: TreeLogParameters) -> tuple[int, ...]:
    found = [rows]
    for level in parameters.levels:
        found.append(max(0, found[-1] - 2 * level.trim))
    return tuple(found)


claim("KLMNS20-3.8.base", kind="inequality", step_of="KLMNS20-3.8",
      title="The exponential mechanism's worst failure at the base", uses=("KLMNS20-2.em", "KLMNS20-3.score"),
      note="The printed form is lost. Ours is exact: for small B or n_b the constant database can be the worst, hence "
           "the maximum of two terms.", formulas=(worst_base,))


@cache
def worst_by_enumeration(size: int, rows: int, ratio: Fraction) -> Fraction:
    """Return the largest failure over all databases, from the definition: without rows no answer is right."""
    worst = Fraction(0 if rows else 1)
    for s in combinations_with_replacement(range(size), rows) if rows else ():
        weights = [ratio ** min(sum(a <= x for a in s), sum(a >= x for a in s)) for x in range(size)]
        bad = sum((w for x, w in enumerate(weights) if not s[0] <= x <= s[-1]), Fraction(0))
        worst = max(worst, bad / sum(weights, Fraction(0)))
    return worst


@check("KLMNS20-3.8.base", grade="exact",
       quantifier="B = 1, 2, 3, 4, 6, 8, n_b = 1, 2, 3, 5, e^epsilon_b = 1, 3/2, 4: the maximum over all databases",
       says="{the failure by the formula} equals {the largest failure over all databases}")
@judged("==")
def formula_is_the_maximum_over_databases(failure=worst_base):
    for size, rows, ratio in failure.instances():
        yield (size, rows, ratio), failure(size, rows, ratio), worst_by_enumeration(size, rows, Fraction(ratio))

def refutes_formula_is_the_maximum_over_databases(failure, size, rows, r):
    claimed, tops = failure(size, rows, r), [Fraction(0 if rows else 1)]
    for a in range(rows // 2 + 1 if rows else 0):  # a copies of 0 and the rest at 1, and everything at 0
        good = r ** (rows - a) + r**a if a and size > 1 else r**rows
        bad = size - 2 if a and size > 1 else size - 1
        tops.append(Fraction(bad, 1) / (bad + good))
    return claimed != max(tops)


RATIOS = (Fraction(3, 2), Fraction(2))
POWERS = tuple((bits, rows, ratio, silent) for bits, most in ((0, 4), (1, 6), (2, 5), (3, 3))
               for rows in range(most + 1) for ratio in RATIOS for silent in (None, 0, 3))
LEAST = tuple((bits, ratio, Fraction(beta), silent) for bits in (0, 1, 2) for silent in (None, 0, 3)
              for ratio, beta in ((RATIOS[0], "0.287"), (RATIOS[1], "0.287"), (RATIOS[1], "0.0971")))
FINE = Fraction(1, 1 << 200)


@cache
def worst_with_silence(bits: int, rows: int, ratio: Fraction, silent: int | None) -> Fraction:
    """Return the largest failure over all databases on 2^bits points; "no answer" fails, too, if it has a score."""
    if rows == 0:
        return Fraction(1)
    worst, silence = Fraction(0), Fraction(0) if silent is None else ratio**silent
    for s in combinations_with_replacement(range(1 << bits), rows):
        weights = [ratio ** min(sum(a <= x for a in s), sum(a >= x for a in s)) for x in range(1 << bits)]
        good = sum(weights[s[0]:s[-1] + 1], Fraction(0))
        worst = max(worst, 1 - good / (sum(weights, Fraction(0)) + silence))
    return worst


def natural(ratio: Fraction) -> Bracket:
    """Return epsilon to 300 bits."""
    return log_bracket(ratio, 300)


def first_enough(bits: int, ratio: Fraction, beta: Fraction, silent: int | None) -> int:
    """Return the least number of rows of which no database fails with more than beta."""
    rows = 1
    while worst_with_silence(bits, rows, ratio, silent) > beta:
        rows += 1
    return rows


@check("KLMNS20-3.8.base", grade="certified",
       quantifier="1, 2, 4 and 8 points, none to six, five or three rows, e^epsilon_b = 3/2 and 2, no answer "
                  "left out or with score 0 and 3: brackets narrower than 2^-200 about the maximum over all databases; "
                  "the least rows for a failure of 0.287 and 0.0971 on 1, 2 and 4 points",
       says="the bracket holds the largest failure over all databases, and the rows are the least that are enough")
@sabotage("no answer has no weight", (lambda bits, rows, epsilon, digits, silent: exponential_failure_bracket(
    bits, rows, epsilon, digits), exponential_rows))
@sabotage("a row too many", (exponential_failure_bracket, lambda *case: exponential_rows(*case) + 1))
@sabotage("a row less than is there", (lambda bits, rows, *more: exponential_failure_bracket(
    bits, max(rows - 1, 0), *more), exponential_rows))
@judged("==")
def brackets_and_rows_are_those_of_all_databases(pair=(exponential_failure_bracket, exponential_rows)):
    for bits, rows, ratio, silent in POWERS:
        found, worst = pair[0](bits, rows, natural(ratio), 256, silent), worst_with_silence(bits, rows, ratio, silent)
        yield ("bracket", bits, rows, ratio, silent), (found.lower <= worst <= found.upper,
                                                       found.upper - found.lower < FINE), (True, True)
    for bits, ratio, beta, silent in LEAST:
        yield ("rows", bits, ratio, beta, silent), pair[1](bits, natural(ratio), beta, silent), first_enough(
            bits, ratio, beta, silent)
    for rows, ratio in product((400, 4001), RATIOS):  # by the formula: too many to list
        found, worst = pair[0](2, rows, natural(ratio), 256, None), exponential_failure(4, rows, ratio)
        yield ("many", 2, rows, ratio, None), found.lower <= worst <= found.upper < worst + FINE, True
    for rows in (10**7, 10**18):  # a failure below all that matters
        found = pair[0](2, rows, natural(RATIOS[1]), 256, None)
        yield ("many", 2, rows, RATIOS[1], None), 0 <= found.lower <= found.upper < FINE, True

def refutes_brackets_and_rows_are_those_of_all_databases(pair, witness):
    name, bits, *rest, silent = witness

    def bound(rows: int, ratio: Fraction) -> Fraction:  # two neighbouring heaps, or one
        points, extra = 1 << bits, ratio**silent if silent is not None else 0
        two = ratio ** (rows // 2) + ratio ** (rows - rows // 2)
        heaps = [(points - 1 + extra, ratio**rows)] + [(points - 2 + extra, two)] * (points > 1)
        return max(Fraction(bad, bad + good) for bad, good in heaps) if rows else Fraction(1)

    if name == "rows":
        ratio, beta = rest
        rows = pair[1](bits, natural(ratio), beta, silent)
        return bound(rows, ratio) > beta or rows > 1 and bound(rows - 1, ratio) <= beta
    rows, ratio = rest
    if rows >= 10**7:
        found = pair[0](bits, rows, natural(ratio), 256, silent)
        return found.lower < 0 or found.upper > FINE
    found = pair[0](bits, rows, natural(ratio), 256, silent)
    return not found.lower <= bound(rows, ratio) <= found.upper or found.upper - found.lower >= FINE


EIGHT_POINTS = [(d, p) for d in range(4) for p in range(1 << d)]  # the nodes of their tree


claim("KLMNS20-3.8.weight", kind="inequality", step_of="KLMNS20-3.8",
      title="The path's node at an interior level is heavy", uses=("KLMNS20-alg1", "KLMNS20-3.embed"))


def paths_with_levels(embedding) -> Iterator[tuple[Any, ...]]:
    """Yield ``(S, bits, stop, last node, D)`` for databases up to swaps of subtrees and all their paths."""
    for bits, most, stops in ((3, 7, 4), (4, 5, 3)):
        for s in (s for n in range(1, most + 1) for s in up_to_swaps(bits, n)):
            for stop in range(min(stops, len(s))):
                for node in support(s, bits, stop):
                    yield s, bits, stop, node, embedding(s, bits, node, stop)


@check("KLMNS20-3.8.weight", grade="exhaustive",
       quantifier="all databases of at most 7 elements on 8 points (t_2 <= 3) and of at most 5 on 16 (t_2 <= 2), up "
                  "to swaps of subtrees, which the statement does not notice; all paths, all y from min D to max D",
       says="{t_2 plus the number of levels from y on} is at most {the weight of the path's node at level y}")
@sabotage("Step 5 drops no levels", lambda s, bits, node, trim: embed(s, bits, node, 0))
@sabotage("Step 5 drops the smallest levels", lambda s, bits, node, trim: embed(s, bits, node, 0)[trim:])
@judged("<=")
def node_at_level_y_outweighs_the_levels_from_y_on(embedding=embed):
    for s, bits, stop, (depth, prefix), levels in paths_with_levels(embedding):
        for y in range(levels[0], levels[-1] + 1) if levels else ():
            start = prefix >> max(0, depth - y)
            weight = sum(x >> (bits - y) == start for x in s) if y <= depth else -1
            yield (s, bits, stop, (depth, prefix), y), stop + sum(d >= y for d in levels), weight

def refutes_node_at_level_y_outweighs_the_levels_from_y_on(embedding, witness):
    s, bits, stop, (depth, prefix), y = witness
    levels = embedding(s, bits, (depth, prefix), stop)
    word = f"{prefix:0{depth}b}" if depth else ""
    below = [x for x in s if f"{x:0{bits}b}".startswith(word[:y])]
    return min(levels) <= y <= max(levels) and (y > depth or len(below) < stop + len([d for d in levels if d >= y]))


@formula("at least", corners={"t_1": (0, 1, 2)})
def outer_score(t_1: int) -> Value:
    """Return the score of the better of the first and the last leaf."""
    return t_1 + 1


claim("KLMNS20-3.8.case1", kind="inequality", step_of="KLMNS20-3.8",
      title="If some element lies outside the node, its first or its last leaf is an interior point",
      uses=("KLMNS20-3.score",), formulas=(outer_score,))


def outer_leaves(node, bits: int) -> tuple[int, ...]:
    """Return the first and the last of the candidate leaves."""
    found = candidates(node, bits)
    return found[0], found[-1]


def inner_leaves(node, bits: int) -> tuple[int, ...]:
    """Return the two candidate leaves at the middle of a node (for a leaf, the leaf itself)."""
    found = candidates(node, bits)
    return found if len(found) < 4 else found[1:3]


@check("KLMNS20-3.8.case1", grade="exhaustive",
       quantifier="all databases of at most 6 elements on 8 points and of at most 4 on 16, all nodes that hold some "
                  "elements but not all",
       says="the first or the last leaf of the node is an interior point")
@sabotage("the first leaf only", lambda node, bits: candidates(node, bits)[:1])
@sabotage("the two leaves in the middle", inner_leaves)
@judged("==")
def outer_leaf_is_interior(leaves=outer_leaves):
    for bits, most in ((3, 6), (4, 4)):
        nodes = [(d, p, leaves((d, p), bits)) for d in range(bits + 1) for p in range(1 << d)]
        for s in multisets(1 << bits, most, 2):
            for d, p, chosen in nodes:
                low, high = p << (bits - d), (p + 1) << (bits - d)
                if 0 < sum(low <= x < high for x in s) < len(s):
                    yield (s, bits, (d, p)), any(s[0] <= x <= s[-1] for x in chosen), True

def refutes_outer_leaf_is_interior(leaves, witness):
    s, bits, (d, p) = witness
    inside = [x for x in s if x >> (bits - d) == p]
    return 0 < len(inside) < len(s) and all(interior_score(x, s) == 0 for x in leaves((d, p), bits))


@check("KLMNS20-3.8.case1", grade="exhaustive",
       quantifier="t_1 <= 2; all databases of at most 6 elements on 8 points, all nodes that hold some elements of "
                  "the middle but not all",
       says="{t_1 + 1} is at most {the better score of the first and last leaf}")
@judged("<=")
def its_score_on_all_elements_exceeds_the_trim(bound=outer_score):
    for s in multisets(8, 6, 2):
        for trim in range(3):
            kept = middle(s, trim)
            for d, p in EIGHT_POINTS:
                if 0 < sum(x >> (3 - d) == p for x in kept) < len(kept):
                    best = max(interior_score(x, s) for x in outer_leaves((d, p), 3))
                    yield (s, trim, (d, p)), bound(trim), best

def refutes_its_score_on_all_elements_exceeds_the_trim(bound, witness):
    s, trim, (d, p) = witness
    ends = (p << (3 - d), ((p + 1) << (3 - d)) - 1)
    return all(min(len([a for a in s if a <= x]), len([a for a in s if a >= x])) < bound(trim) for x in ends)


claim("KLMNS20-3.8.case2", kind="inequality", step_of="KLMNS20-3.8",
      title="If the node holds all elements, a leaf at its middle is an interior point",
      uses=("KLMNS20-3.8.weight", "KLMNS20-3.embed"),
      erratum_kind="gap",
      erratum="The proof says that both children of the node have positive weight. If all elements are the same "
              "point and y is the deepest level, the node is a leaf and has no children: one such case for "
              "every point of the domain, the smallest being two equal points of a domain of two. The "
              "conclusion stands: the leaf is the point itself.")


@cache
def all_below() -> tuple[tuple[Any, ...], ...]:
    """Return ``(S, bits, stop, node)`` wherever one node at an interior level y holds all elements.

    Nothing falls off a path above the deepest such node, so that only its level can be interior.
    """
    found = []
    for bits, most, stops in ((3, 6, 4), (4, 3, 3)):
        for s in multisets(1 << bits, most, 1):
            y = bits - (s[0] ^ s[-1]).bit_length()
            for stop in range(min(stops, len(s))):
                ranges = (embed(s, bits, node, stop) for node in support(s, bits, stop))
                if any(levels and levels[0] <= y <= levels[-1] for levels in ranges):
                    found.append((s, bits, stop, (y, s[0] >> (bits - y))))
    return tuple(found)


@check("KLMNS20-3.8.case2", grade="exhaustive",
       quantifier="all databases of at most 6 elements on 8 points (t_2 <= 3) and of at most 3 on 16 (t_2 <= 2), all "
                  "paths, all interior levels y with one node",
       says="both leaves at the middle of the node, or the leaf that it is, are interior points")
@sabotage("the first and the last leaf", outer_leaves)
def inner_leaf_is_interior(leaves=inner_leaves) -> Verdict:
    return judge("==", (((s, bits, stop, node), all(s[0] <= x <= s[-1] for x in leaves(node, bits)), True)
                        for s, bits, stop, node in all_below()))

def refutes_inner_leaf_is_interior(leaves, witness):
    s, bits, stop, (d, p) = witness
    away = len(s) - sum(x >> (bits - d) == p for x in s)
    return away == 0 and len(s) > stop and any(x < min(s) or x > max(s) for x in leaves((d, p), bits))


@check("KLMNS20-3.8.case2", grade="exhaustive",
       quantifier="the same: the node has two non-empty children unless it is a leaf with all elements on it",
       says="both children of the node hold elements exactly if it is no leaf")
@sabotage("the printed sentence: always two non-empty children", lambda s, bits, node: True)
@judged("==")
def children_are_non_empty_except_at_a_leaf(says=lambda s, bits, node: node[0] < bits):
    for s, bits, stop, node in all_below():
        both = node[0] < bits and len({x >> (bits - node[0] - 1) for x in s}) == 2
        yield (s, bits, stop, node), says(s, bits, node), both

def refutes_children_are_non_empty_except_at_a_leaf(says, witness):
    s, bits, _, (d, p) = witness
    low, cut, high = p << (bits - d), (2 * p + 1) << (bits - d) >> 1, (p + 1) << (bits - d)
    left, right = (any(a <= x < b for x in s) for a, b in ((low, cut), (cut, high)))
    return says(s, bits, (d, p)) != (left and right)
