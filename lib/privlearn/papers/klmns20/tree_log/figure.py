"""KLMNS20, Figure 1: the numbers drawn are those of the algorithm, and the tree without chains is right."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.learners.interior_point.trees import candidates, embed, fall_levels, is_prefix, one_level
from privlearn.learners.interior_point.trees.laid_open import OneLevel, compressed_tree
from privlearn.learners.interior_point.trees.nodes import Node
from privlearn.papers.klmns20.paths.instances import inside, multisets, support, up_to_swaps, word
from privlearn.papers.klmns20.tree_log import claim
from privlearn.papers.klmns20.tree_log.instances import long_points, path_by_definition, score
from privlearn.papers.klmns20.tree_log.mistakes import broken_embed_trims_one_less

TWELVE = (1, 2, 2, 3, 5, 5, 5, 6, 6, 9, 12, 14)  # the points of our figure, on 16 leaves


claim("KLMNS20-fig1", kind="example", status="checked",
      reason="a picture, whose numbers are judged against the algorithm",
      section="3 Algorithm TreeLog", title="Figure 1: an execution of TreeLog",
      uses=("KLMNS20-alg1", "KLMNS20-3.embed"),
      note="The figure itself is lost in our text; ours is drawn from the data checked here.")


@check("KLMNS20-fig1", grade="exact",
       quantifier="the 12 points of the figure and every multiset of 7 points up to swaps of subtrees, on 16 leaves: "
                  "all paths with stopping weight 2, all levels y and nodes on the path; weights, counts and leaves",
       says="the weights, falls, levels, leaves and scores drawn are those that the steps define")
@sabotage("D is drawn without trimming", lambda s, bits, stop, last, y, chosen: one_level(s, bits, 0, last, y, chosen))
@sabotage("the last leaf is not drawn", lambda *given: replace(one_level(*given), leaves=one_level(*given).leaves[:-1]))
@sabotage("points below the last node do not count as falling",
          lambda *given: replace(one_level(*given), falls=(*one_level(*given).falls[:-1], 0)))
@judged("==")
def the_drawn_numbers_are_those_of_the_algorithm(draw=one_level):
    for s in (TWELVE, *up_to_swaps(4, 7)):
        weights = {v: len(inside(s, v, 4)) for v in {(d, x >> (4 - d)) for x in s for d in range(5)}}
        for last in support(s, 4, 2):
            levels, depths = embed(s, 4, last, 2), range(last[0] + 1)
            for y in depths:
                v = (y, last[1] >> (last[0] - y))
                shown = draw(s, 4, 2, last, y, v)
                found = dict(shown.weights), shown.falls, shown.inner, shown.leaves, shown.scores
                falls, leaves = fall_levels(s, 4, last), candidates(v, 4)
                yield ((s, last, y), found, (weights, tuple(falls.count(d) for d in depths),
                                             tuple(levels.count(d) for d in depths), leaves,
                                             tuple(score(x, s) for x in leaves)))

def refutes_the_drawn_numbers_are_those_of_the_algorithm(draw, witness):
    s, (depth, prefix), y = witness
    shown = draw(s, 4, 2, (depth, prefix), y, (y, prefix >> (depth - y)))
    right = sorted(max(d for d in range(depth + 1) if word(x, 4)[:d] == word(prefix, depth)[:d]) for x in s)
    drawn = [[d for d, number in enumerate(counts) for _ in range(number)] for counts in (shown.inner, shown.falls)]
    heavy = {v: number for v, number in shown.weights if number == len(inside(s, v, 4))}
    top = word(prefix, depth)[:y]
    ends = [int((top + end).ljust(4, fill), 2) for end, fill in (("", "0"), ("0", "1"), ("1", "0"), ("", "1"))
            if len(top + end) <= 4]
    scores = [min(sum(z <= x for z in s), sum(z >= x for z in s)) for x in sorted(set(ends))]
    return (drawn != [right[:max(0, len(s) - 2)], right] or list(shown.leaves) != sorted(set(ends))
            or list(shown.scores) != scores or len(heavy) != len({word(x, 4)[:d] for x in s for d in range(5)}))


@the_drawn_numbers_are_those_of_the_algorithm.corrupted("D is drawn with one level too many")
def d_drawn_one_level_too_many(s, bits: int, stop: int, last: Node, y: int, chosen: Node) -> OneLevel:
    inner = broken_embed_trims_one_less(s, bits, last, stop)
    right = one_level(s, bits, stop, last, y, chosen)
    return replace(right, inner=tuple(inner.count(d) for d in range(last[0] + 1)))


@check("KLMNS20-fig1", grade="exact",
       quantifier="8 leaves: all multisets with n <= 4 against the explicit tree; 2000 points of 1024 bits: nodes, "
                  "weights and links counted",
       says="the tree without chains has the right nodes, weights and links")
@sabotage("repeated points count once", lambda database, bits: compressed_tree(set(database), bits))
@sabotage("the leaves are left out",
          lambda database, bits: {v: w for v, w in compressed_tree(database, bits).items() if v[0] < bits})
@judged("==")
def the_tree_without_chains_is_right(tree=compressed_tree):
    for s in multisets(8, 4, 1):
        explicit = path_by_definition([word(x, 3) for x in s], 3, 0, Fraction(2))
        words = set(explicit) | {w[:d] for w in explicit for d in range(3)
                                 if {x[d] for x in explicit if x.startswith(w[:d])} == {"0", "1"}}
        shown = {word(prefix, depth): (weight, above and word(above[1], above[0]))
                 for (depth, prefix), (weight, above) in tree(s, 3).items()}
        yield (s, 3), shown, {w: (sum(word(x, 3).startswith(w) for x in s),
                                  max((v for v in words if w.startswith(v) and v != w), default=None))
                              for w in words}
    s = long_points(1024, 2000)
    found = tree(s, 1024)
    below: dict[Any, list[int]] = {}
    for weight, above in found.values():
        below.setdefault(above, []).append(weight)
    sums = all(sum(below[v]) == found[v][0] and len(below[v]) == 2 for v in below if v is not None)
    yield ("long", 1024), (len(found), sums, below[None]), (2 * len(set(s)) - 1, True, [2000])

def refutes_the_tree_without_chains_is_right(tree, witness):
    bits = witness[1]
    s = long_points(1024, 2000)[:200] if witness[0] == "long" else witness[0]
    found = tree(s, bits)
    words = {word(prefix, depth): weight for (depth, prefix), (weight, _) in found.items()}
    counts = all(sum(word(x, bits).startswith(w) for x in s) == weight for w, weight in words.items())
    above = {node: [v for v in found if v != node and is_prefix(v, node)] for node in found}
    links = all(found[node][1] == max(over, default=None) for node, over in above.items())
    distinct = {word(x, bits) for x in s}
    return not (counts and links and len(words) == 2 * len(distinct) - 1 and distinct <= set(words))


@the_tree_without_chains_is_right.corrupted("every node hangs from the topmost one")
def every_node_hangs_from_topmost_one(database, bits: int):
    found = compressed_tree(database, bits)
    first = next(iter(found), None)
    return {v: (weight, None if v == first else first) for v, (weight, _) in found.items()}
