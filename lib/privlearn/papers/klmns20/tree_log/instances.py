"""KLMNS20, Section 3: TreeLog on the explicit tree of binary words, sharing no code with the library; wrong parts."""

import random
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.laws import Law, pure
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import candidates, embed, fall_levels, level_bits, middle, path_law
from privlearn.learners.interior_point.trees.nodes import Node, as_points
from privlearn.papers.klmns20.paths.instances import Database

Table = dict[Any, Fraction]


def shares(weights: Mapping[Any, Fraction | int]) -> Table:
    total = Fraction(sum(weights.values()))
    return {outcome: w / total for outcome, w in weights.items() if w}


def score(x: int, s: Sequence[int]) -> int:
    return min(len([y for y in s if y <= x]), len([y for y in s if y >= x]))


def path_by_definition(words: Sequence[str], bits: int, stop: int, base: Fraction) -> dict[str, Fraction]:
    """Return the law of the last node, a word, by the product of the steps along every path."""
    ends: dict[str, Fraction] = {}
    waiting = [("", Fraction(1))]
    while waiting:
        node, mass = waiting.pop()
        left, right = (sum(w.startswith(node + bit) for w in words) for bit in "01")
        if len(node) == bits or sum(w.startswith(node) for w in words) <= stop:
            ends[node] = mass
        elif 0 in (left, right):
            waiting.append((node + ("1" if left == 0 else "0"), mass))
        else:
            waiting += [(node + bit, mass * base**w / (base**left + base**right))
                        for bit, w in (("0", left), ("1", right))]
    return ends


def heavy_by_definition(words: Sequence[str], bits: int, stop: int) -> str:
    """Return the last node, a word, of the path to the heavier child, the left one in a tie."""
    node = ""
    while len(node) < bits and sum(w.startswith(node) for w in words) > stop:
        node += max("01", key=lambda bit: sum(w.startswith(node + bit) for w in words))
    return node


def law_by_definition(s: Sequence[int], bits: int, levels: Sequence[Any], base: Fraction, size: int = 0,
                      silence: int | None = None) -> Table:
    """Return the law of TreeLog's answer; ``levels`` have the fields of the library's ``Level``.

    With ``silence``, "no answer" takes part at the base with this score.
    """
    if not levels:
        last: dict[Any, Fraction] = {} if silence is None else {None: base**silence}
        return shares({x: base ** score(x, s) for x in range(size or 2**bits)} | last)
    t, ordered = levels[0], sorted(s)
    kept = [f"{x:0{bits}b}" for i, x in enumerate(ordered) if t.trim <= i < len(ordered) - t.trim]
    answer: Table = {}
    paths = ({heavy_by_definition(kept, bits, t.stop): Fraction(1)} if t.exp_path is None else
             path_by_definition(kept, bits, t.stop, Fraction(t.exp_path)))
    for end, path_mass in paths.items():
        falls = sorted(max(d for d in range(len(end) + 1) if w.startswith(end[:d])) for w in kept)
        inner = [level for i, level in enumerate(falls) if i < len(falls) - t.stop]
        width = next(k for k in range(bits + 1) if 2**k > bits)
        for y, y_mass in law_by_definition(inner, width, levels[1:], base, bits + 1, silence).items():
            tops = [w[:min(y, bits)] for w in kept] if y is not None else []
            choice: dict[Any, Any] = {v: t.exp_choose ** tops.count(v) for v in tops}
            choice[None] = Fraction(t.exp_choose) ** t.threshold
            nodes = shares(choice)
            for node, node_mass in nodes.items():
                if node is None:
                    final: Table = {None: Fraction(1)}
                else:
                    rest = bits - len(node)
                    ends = [node + "0" * rest, node + "1" * rest]
                    ends += [node + "0" + "1" * (rest - 1), node + "1" + "0" * (rest - 1)] if rest else []
                    final = shares({x: Fraction(t.exp_end) ** score(x, s) for x in {int(w or "0", 2) for w in ends}})
                for x, mass in final.items():
                    answer[x] = answer.get(x, Fraction(0)) + path_mass * y_mass * node_mass * mass
    return answer


def nodes(bits: int) -> list[Node]:
    """Return all nodes of the tree."""
    return [(depth, prefix) for depth in range(bits + 1) for prefix in range(1 << depth)]


@cache
def long_points(bits: int, count: int) -> tuple[int, ...]:
    """Return a fixed database of long points that share prefixes of all lengths, with repetitions."""
    source = random.Random(bits)
    base = source.getrandbits(bits)
    flipped = [base ^ source.getrandbits(source.randrange(1, bits + 1)) for _ in range(count - count // 10)]
    return tuple(sorted([*flipped, *flipped[:count // 10]]))


def broken_embed_trims_one_less(database: Iterable[int], bits: int, node: Node, trim: int) -> Database:
    """Drop one level fewer than the stopping weight."""
    return embed(database, bits, node, max(0, trim - 1))


def broken_embed_drops_smallest(database: Iterable[int], bits: int, node: Node, trim: int) -> Database:
    """Drop the smallest levels instead of the largest."""
    return fall_levels(database, bits, node)[trim:]


def broken_candidates_two(node: Node, bits: int) -> Database:
    """Take only the first and the last leaf."""
    four = candidates(node, bits)
    return tuple(sorted({four[0], four[-1]}))


def broken_tree_log(database: Iterable[int], bits: int, parameters: TreeLogParameters, *, stops_early: bool = False,
                    scores_on_middle: bool = False, rounded_base: bool = False) -> Law:
    """Run TreeLog, of one level or more, with a slip.

    It stops at one more than the stopping weight, scores leaves on the trimmed points, or rounds the base up.
    """
    level: Level = parameters.levels[0]
    points = as_points(database, bits)
    kept = middle(points, level.trim)
    path = path_law(kept, bits, level.stop + 1 if stops_early else level.stop, level.exp_path)
    rest = TreeLogParameters(parameters.levels[1:], parameters.exp_base)

    def inner(levels: Database) -> Law:
        if rest.levels:
            return broken_tree_log(levels, level_bits(bits), rest, stops_early=stops_early,
                                   scores_on_middle=scores_on_middle, rounded_base=rounded_base)
        size = 1 << level_bits(bits) if rounded_base else bits + 1
        return interior_point_law(levels, range(size), rest.exp_base)

    return (path.map(lambda node: embed(kept, bits, node, level.stop)).then(inner)
            .then(lambda y: pure(None) if y is None else
                  node_law(kept, bits, min(y, bits), level.exp_choose, level.threshold))
            .then(lambda node: pure(None) if node is None else
                  interior_point_law(kept if scores_on_middle else points, candidates(node, bits), level.exp_end)))
