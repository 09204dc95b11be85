"""KLMNS20, Section 1.1: tree weights, a path as a hash function, the node at an interior level, and its four leaves."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.learners.interior_point import is_interior_point
from privlearn.learners.interior_point.trees import (candidates, embed, fall_levels, heavy_node, level_bits, node_at,
                                                     weight)
from privlearn.learners.interior_point.trees.laid_open import fall_counts
from privlearn.learners.interior_point.trees.nodes import Node
from privlearn.learners.interior_point.trees.walk import fall_level
from privlearn.papers.klmns20.paths.instances import additions, changes, inside, multisets, support, up_to_swaps, word
from privlearn.papers.klmns20.tree_log import claim
from privlearn.papers.klmns20.tree_log.instances import (broken_candidates_two, broken_embed_trims_one_less,
                                                         long_points, nodes)

claim("KLMNS20-1.1-weights", kind="definition", title="Tree weights, and how many points fall off a path at each level")


@check("KLMNS20-1.1-weights", grade="exhaustive",
       quantifier="2, 4, 8 points: all nonempty sets, 16 points: all sets up to swaps of subtrees; all paths to a "
                  "point of the set: n - 1 fall off; 8 points: all multisets with n <= 5, all nodes: the differences "
                  "of summed weights",
       says="as many points fall off at each level as the child off the path weighs, and of a set all but one in total")
@sabotage("the point at the end of the path counts as falling off",
          lambda s, bits, node: (*fall_counts(s, bits, node), weight(s, bits, node)))
@sabotage("points that fall off at the root are forgotten", lambda s, bits, node: (0, *fall_counts(s, bits, node)[1:]))
@sabotage("the weights of the children on the path",
          lambda s, bits, node: tuple(weight(s, bits, node_at(node, d + 1)) for d in range(node[0])))
@judged("==")
def counts_are_the_weights_of_the_other_children(counts=fall_counts):
    for bits in range(1, 5):
        families = ((s for n in range(1, 17) for s in up_to_swaps(4, n) if len(set(s)) == n) if bits == 4 else
                    (tuple(x for x in range(1 << bits) if mask >> x & 1) for mask in range(1, 1 << (1 << bits))))
        for s in families:
            for x in s:
                yield (s, bits, (bits, x)), sum(counts(s, bits, (bits, x))), len(s) - 1
    for s in multisets(8, 5):
        heap = [0] * 8 + [s.count(x) for x in range(8)]  # the tree as an array: children of v are 2v and 2v + 1
        for v in range(7, 0, -1):
            heap[v] = heap[2 * v] + heap[2 * v + 1]
        for depth, prefix in nodes(3):
            path = [((1 << depth) + prefix) >> (depth - k) for k in range(depth + 1)]
            yield ((s, 3, (depth, prefix)), counts(s, 3, (depth, prefix)),
                   tuple(heap[v] - heap[below] for v, below in zip(path, path[1:], strict=False)))

def refutes_counts_are_the_weights_of_the_other_children(counts, s, bits, node):
    sizes = [len(inside(s, node_at(node, d), bits)) for d in range(node[0] + 1)]
    return counts(s, bits, node) != tuple(a - b for a, b in zip(sizes, sizes[1:], strict=False))


LONG = ((64, 400), (1024, 2000), (1 << 14, 200))  # bits, points


@check("KLMNS20-1.1-weights", grade="exact",
       quantifier="8 points: all multisets with n <= 4, paths to all 15 nodes, by definition; 400 points of 64 bits, "
                  "2000 of 1024 bits, 200 of 16384 bits, with repetitions: five paths each, by minima of common "
                  "prefixes of neighbours in sorted order",
       says="the fall levels are those of the last nodes with the elements below them")
@sabotage("elements that stay on the path to its end have no level",
          lambda s, bits, node: tuple(level for level in fall_levels(s, bits, node) if level < node[0]))
@sabotage("the depth of the first node off the path",
          lambda s, bits, node: tuple(min(level + 1, node[0]) for level in fall_levels(s, bits, node)))
@judged("==")
def levels_are_those_of_the_last_nodes(levels=fall_levels):
    for s, node in product(multisets(8, 4), nodes(3)):
        above = [node_at(node, d) for d in range(node[0] + 1)]
        yield (3, s, node), levels(s, 3, node), tuple(sorted(max(d for d, v in above if inside((x,), (d, v), 3))
                                                             for x in s))
    for bits, count in LONG:
        s = long_points(bits, count)
        common = [bits - (a ^ b).bit_length() for a, b in zip(s, s[1:], strict=False)]
        for end in range(0, count, count // 4 - 1):
            right, left = accumulate(common[end:], min), accumulate(reversed(common[:end]), min)
            yield (bits, count, end), levels(s, bits, (bits, s[end])), tuple(sorted([*left, bits, *right]))

def refutes_levels_are_those_of_the_last_nodes(levels, bits, given, end):
    s = given if bits == 3 else long_points(bits, given)
    depth, prefix = end if bits == 3 else (bits, s[end])
    path = word(prefix, depth)
    found = []
    for x in s:
        other = word(x, bits)
        found.append(next((d for d in range(depth) if other[d] != path[d]), depth))
    return sorted(found) != list(levels(s, bits, (depth, prefix)))


@formula("equals", where=("d < bits",), tex={"bits": "L"}, loose={"d < bits": "the leaf itself has level L"},
         corners={"bits": (1, 3, 8), "d": (0, 1, 7)})
def fallen(bits: int, d: int) -> Value:
    """Return how many points have the fall level d along a path to a leaf."""
    return 2 ** (bits - 1 - d)


claim("KLMNS20-1.1-hash", kind="observation",
      title="A path is a hash function onto log|X| + 1 levels that maps neighbours to neighbours",
      uses=("KLMNS20-1.1-weights", "KLMNS20-2.1"), formulas=(fallen,))


@check("KLMNS20-1.1-hash", grade="exhaustive",
       quantifier="8 points: all multisets with n <= 4, and n = 5 up to swaps of subtrees; all 15 paths, all added "
                  "points",
       says="adding a point adds exactly one fall level and removes none")
@sabotage("along the heavy path of the database itself",
          lambda s, bits, node: fall_levels(s, bits, heavy_node(s, bits, 0)))
def one_point_adds_one_level(levels=fall_levels) -> Verdict:
    remembered = cache(levels)
    databases = [*multisets(8, 4), *up_to_swaps(3, 5)]
    return judge("==", (((s, x, node), changes(remembered(s, 3, node), remembered(larger, 3, node)), (1, 0))
                        for s, x, larger in additions(databases, 3) for node in nodes(3)))

def refutes_one_point_adds_one_level(levels, s, x, node):
    before, after = list(levels(s, 3, node)), list(levels(tuple(sorted((*s, x))), 3, node))
    return all(sorted([*before, level]) != after for level in range(4))


@check("KLMNS20-1.1-hash", grade="exhaustive",
       quantifier="2 to 256 points, all paths to a leaf: how many points have each level (2^(L-1-d) of them level d, "
                  "the leaf level L); 2^64 and 2^1000 points: one path, the points that differ from it in one bit",
       says="the levels are exactly 0 to L, and a level d < L has 2^(L - 1 - d) points")
@sabotage("levels counted from the leaves upwards", (lambda x, bits, node: bits - fall_level(x, bits, node), fallen))
@judged("==")
def all_levels_occur_and_no_others(given=(fall_level, fallen)):
    level, number = given
    for bits in range(1, 9):
        shares = {bits: 1, **{d: number(bits, d) for d in range(bits)}}
        for leaf in range(1 << bits):
            yield (bits, leaf), dict(Counter(level(x, bits, (bits, leaf)) for x in range(1 << bits))), shares
    for bits in (64, 1000):
        leaf = long_points(bits, 10)[0]
        flipped = [leaf, *(leaf ^ (1 << k) for k in range(bits))]
        yield (bits, leaf), [level(x, bits, (bits, leaf)) for x in flipped], [bits, *range(bits - 1, -1, -1)]

def refutes_all_levels_occur_and_no_others(given, bits, leaf):
    level, path = given[0], word(leaf, bits)
    words = [word(x, bits) for x in range(1 << bits)] if bits < 9 else []
    if words and any(as_bracket(given[1](bits, d)) != as_bracket(sum(
            w[:d] == path[:d] and w[d] != path[d] for w in words)) for d in range(bits)):
        return True
    tried = [path] + [path[:d] + "10"[int(path[d])] + path[d + 1:] for d in range(bits)]
    return [level(int(w, 2), bits, (bits, leaf)) for w in tried] != [bits, *range(bits)]


@check("KLMNS20-1.1-hash", grade="exact",
       quantifier="all bits L from 1 to 300: the least number of bits that hold the L + 1 levels",
       says="{the least number of bits for L + 1 levels} equals {the number of bits of the new domain}")
@sabotage("L levels instead of L + 1", lambda bits: (bits - 1).bit_length())
def the_new_domain_has_one_more_point_than_bits(width=level_bits) -> Verdict:
    return judge("==", ((bits, next(k for k in range(bits + 1) if 2**k > bits), width(bits))
                        for bits in range(1, 301)))

def refutes_the_new_domain_has_one_more_point_than_bits(width, bits):
    levels = {fall_level(1 << k, bits, (bits, 0)) for k in range(bits)} | {fall_level(0, bits, (bits, 0))}
    return not 2 ** (width(bits) - 1) < len(levels) <= 2 ** width(bits)


@formula("equals", corners={"t": (0, 1, 3), "deeper": (1, 4)}, tex={"deeper": r"\#\{d \in D : d \ge y\}"})
def interior_weight(t: int, deeper: int) -> Value:
    """Return the weight of the path's node at an interior level, from the number of levels that are no less."""
    return t + deeper


claim("KLMNS20-1.1-translate", kind="observation",
      title="From an interior point of the levels to four leaves, one of which is an interior point",
      uses=("KLMNS20-1.1-weights", "KLMNS20-1.1-hash"),
      erratum_kind="remark", repaired=True,
      erratum="The overview takes the first and the last leaf only. It says so, assumes that points fall off strictly "
              "before the level y, and announces two more leaves in a footnote. Without the assumption two leaves do "
              "not suffice: S = (1, 2) on four points, stopping weight 1, y = 0. Also, as the level of a leaf is "
              "allowed, the chosen node may have no children; then it is the point itself.",
      formulas=(interior_weight,))


@check("KLMNS20-1.1-translate", grade="exhaustive",
       quantifier="8 points with n <= 8, 16 points with n <= 7, up to swaps of subtrees; stopping weight and trim t = "
                  "0 to 3; all paths, all y from min D to max D",
       says="{the weight of the path's node at level y} equals {t plus the number of levels of D from y on}")
@sabotage("one level fewer is dropped", (broken_embed_trims_one_less, interior_weight))
@judged("==")
def the_node_at_an_interior_level_is_heavy(given=(embed, interior_weight)):
    embedding, total = given[0], cache(given[1])
    for bits, most in ((3, 8), (4, 7)):
        for s in (s for n in range(most + 1) for s in up_to_swaps(bits, n)):
            for t in range(4):
                for node in support(s, bits, t):
                    inner = embedding(s, bits, node, t)
                    for y in range(inner[0], inner[-1] + 1) if inner else ():
                        heavy = sum(x >> (bits - y) == node[1] >> (node[0] - y) for x in s) if y <= node[0] else 0
                        yield (s, bits, t, node, y), heavy, total(t, sum(d >= y for d in inner))

def refutes_the_node_at_an_interior_level_is_heavy(given, s, bits, t, node, y):
    return len(inside(s, node_at(node, y), bits)) != given[1](t, sum(d >= y for d in given[0](s, bits, node, t)))


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
