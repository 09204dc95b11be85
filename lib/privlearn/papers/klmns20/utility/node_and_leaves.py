"""KLMNS20, Section 3.2: the weight of the node at level y, and its four leaves."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.learners.interior_point import interior_score
from privlearn.learners.interior_point.trees import candidates, embed, middle
from privlearn.papers.klmns20.paths.instances import multisets, support, up_to_swaps
from privlearn.papers.klmns20.utility import claim

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


claim("KLMNS20-3.8.case1", kind="inequality", step_of="KLMNS20-3.8",
      title="If some element lies outside the node, its first or its last leaf is an interior point",
      uses=("KLMNS20-3.score",))


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
@sabotage("a bound of t_1 + 2", lambda trim: trim + 2)
@judged("<=")
def its_score_on_all_elements_exceeds_the_trim(bound=lambda trim: trim + 1):
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
