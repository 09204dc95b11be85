"""KLMNS20, Section 1.1: the node at an interior level, and its four leaves."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.learners.interior_point import is_interior_point
from privlearn.learners.interior_point.trees import candidates, embed, node_at
from privlearn.learners.interior_point.trees.nodes import Node
from privlearn.learners.interior_point.trees.walk import fall_level
from privlearn.papers.klmns20.paths.instances import inside, multisets, support, up_to_swaps, word
from privlearn.papers.klmns20.tree_log import claim
from privlearn.papers.klmns20.tree_log.instances import nodes
from privlearn.papers.klmns20.tree_log.mistakes import broken_candidates_two, broken_embed_trims_one_less

claim("KLMNS20-1.1-translate", kind="observation",
      title="From an interior point of the levels to four leaves, one of which is an interior point",
      uses=("KLMNS20-1.1-weights", "KLMNS20-1.1-hash"),
      erratum_kind="remark", repaired=True,
      erratum="The overview takes the first and the last leaf only. It says so, assumes that points fall off strictly "
              "before the level y, and announces two more leaves in a footnote. Without the assumption two leaves do "
              "not suffice: S = (1, 2) on four points, stopping weight 1, y = 0. Also, as the level of a leaf is "
              "allowed, the chosen node may have no children; then it is the point itself.")


@check("KLMNS20-1.1-translate", grade="exhaustive",
       quantifier="8 points with n <= 8, 16 points with n <= 7, up to swaps of subtrees; stopping weight and trim t = "
                  "0 to 3; all paths, all y from min D to max D",
       says="{the weight of the path's node at level y} equals {t plus the number of levels of D from y on}")
@sabotage("one level fewer is dropped", broken_embed_trims_one_less)
@judged("==")
def the_node_at_an_interior_level_is_heavy(embedding=embed):
    for bits, most in ((3, 8), (4, 7)):
        for s in (s for n in range(most + 1) for s in up_to_swaps(bits, n)):
            for t in range(4):
                for node in support(s, bits, t):
                    inner = embedding(s, bits, node, t)
                    for y in range(inner[0], inner[-1] + 1) if inner else ():
                        heavy = sum(x >> (bits - y) == node[1] >> (node[0] - y) for x in s) if y <= node[0] else 0
                        yield (s, bits, t, node, y), heavy, t + sum(d >= y for d in inner)

def refutes_the_node_at_an_interior_level_is_heavy(embedding, s, bits, t, node, y):
    return len(inside(s, node_at(node, y), bits)) != t + len([d for d in embedding(s, bits, node, t) if d >= y])


def bad_nodes(leaves, s: tuple[int, ...], bits: int, y: int) -> int:
    """Return how many nodes of positive weight at level ``y`` have no interior point of S among their leaves."""
    found = {x >> (bits - y) for x in s}
    return sum(not any(s[0] <= x <= s[-1] for x in leaves((y, prefix), bits)) for prefix in found)


def translations(bits: int, most: int, stops: tuple[int, ...]) -> Iterator[tuple[Any, int, int, Node, int, int]]:
    """Yield ``(S, bits, t, path, y, min D)`` for all databases, paths, and levels from min D to max D."""
    for s in multisets(1 << bits, most, 1):
        for t in stops:
            for node in support(s, bits, t):
                inner = embed(s, bits, node, t)
                for y in range(inner[0], inner[-1] + 1) if inner else ():
                    yield s, bits, t, node, y, inner[0]


@check("KLMNS20-1.1-translate", grade="exhaustive",
       quantifier="all multisets: 8 points with n <= 5, t = 0, 1, 2; 16 points with n <= 4, t = 1; all paths, all y "
                  "from min D to max D, all nodes of positive weight at level y",
       says="every node of positive weight at level y has an interior point among its four leaves")
@sabotage("the first and the last leaf only", broken_candidates_two)
@sabotage("the two middle leaves only", lambda node, bits: candidates(node, bits)[1:-1] or candidates(node, bits))
def one_of_four_leaves_is_interior(leaves=candidates) -> Verdict:
    known = cache(lambda s, bits, y: bad_nodes(leaves, s, bits, y))
    return judge("==", ((case[:5], known(case[0], case[1], case[4]), 0)
                        for bits, most, stops in ((3, 5, (0, 1, 2)), (4, 4, (1,)))
                        for case in translations(bits, most, stops)))

def refutes_one_of_four_leaves_is_interior(leaves, witness):
    s, bits, _, _, y = witness
    chosen = {(y, int(word(x, bits)[:y] or "0", 2)) for x in s}
    return any(not any(is_interior_point(x, s) for x in leaves(v, bits)) for v in chosen)


def first_last_and_centre(node: Node, bits: int) -> tuple[int, ...]:
    """Return the first leaf, the first leaf of the right child, and the last leaf."""
    four = candidates(node, bits)
    return tuple(sorted({four[0], four[len(four) // 2], four[-1]}))


@check("KLMNS20-1.1-translate", grade="exhaustive",
       quantifier="8 points, all multisets with n <= 5, t = 0, 1, 2; all paths, all y from min D to max D, all nodes "
                  "of positive weight at level y: one of the two middle leaves may be left out",
       says="every node of positive weight has an interior point among its first, last and one middle leaf")
@sabotage("without the last leaf", lambda node, bits: first_last_and_centre(node, bits)[:2])
@sabotage("without the first leaf", lambda node, bits: first_last_and_centre(node, bits)[-2:])
def a_single_middle_leaf_would_do(leaves=first_last_and_centre) -> Verdict:
    known = cache(lambda s, bits, y: bad_nodes(leaves, s, bits, y))
    return judge("==", ((case[:5], known(case[0], case[1], case[4]), 0) for case in translations(3, 5, (0, 1, 2))))

def refutes_a_single_middle_leaf_would_do(leaves, witness):
    s, bits, _, _, y = witness
    between = {word(x, bits) for x in range(min(s), max(s) + 1)}
    tops = {word(x, bits)[:y] for x in s}
    return any(not between & {word(x, bits) for x in leaves((y, int(top or "0", 2)), bits)} for top in tops)


@check("KLMNS20-1.1-translate", grade="exhaustive",
       quantifier="8 points, all multisets with n <= 5, t = 0, 1, 2; all paths, all y above min D: the first and the "
                  "last leaf suffice where a point falls off before level y",
       says="every node of positive weight at level y has an interior point as its first or last leaf")
@sabotage("the first leaf only", lambda node, bits: candidates(node, bits)[:1])
def two_leaves_suffice_below_the_first_fall(leaves=broken_candidates_two) -> Verdict:
    known = cache(lambda s, bits, y: bad_nodes(leaves, s, bits, y))
    return judge("==", ((case[:5], known(case[0], case[1], case[4]), 0)
                        for case in translations(3, 5, (0, 1, 2)) if case[4] > case[5]))

def refutes_two_leaves_suffice_below_the_first_fall(leaves, s, bits, _, node, y):
    strict = any(fall_level(x, bits, node) < y for x in s)
    below = [v for v in nodes(bits) if v[0] == y and inside(s, v, bits)]
    return strict and any(not set(leaves(v, bits)) & set(range(min(s), max(s) + 1)) for v in below)
