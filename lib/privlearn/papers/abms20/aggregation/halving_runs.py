"""Runs of halving over experts, for all labels or along a mistake tree."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from privlearn.concepts import ConceptClass, aggregate, initial_segments, named_rule
from privlearn.dimensions import mistake_tree, tree_depth
from privlearn.dimensions.sweeps import RULES
from privlearn.dimensions.sweeps.simple_pairs import largest_simple_classes, up_to_renaming
from privlearn.online.experts import HalvingExperts, start_halving

Rows = tuple[tuple[int, ...], ...]


def rows_of(functions: Sequence[int], points: int) -> Rows:
    """Return functions as rows of bits."""
    return tuple(tuple(f >> x & 1 for x in range(points)) for f in functions)


def halving_games() -> Iterator[tuple[int, tuple[Rows, ...], int]]:
    """Yield (rule, classes, rounds): thresholds alone, and pairs of classes of dimension 1 on 3 points."""
    yield from ((rule, (tuple(initial_segments(3).rows()),), rounds) for rule in (0b10, 0b01) for rounds in (3, 4))
    simple = largest_simple_classes(3, flips=False)
    for first, second, name in product(up_to_renaming(simple, 3), simple, ("and", "xor")):
        rounds = 3 if len(first) == 4 else 2
        yield RULES[name], (rows_of(first, 3), rows_of(second, 3)), rounds


Path = tuple[tuple[int, int], ...]


def all_runs(state: HalvingExperts, left: list[Any], mistakes: int, path: Path) -> Iterator[tuple[Path, int, int]]:
    """Yield (points and labels, mistakes, survivors) for all labels that the composed class allows."""
    yield path, mistakes, state.survivors
    for x in range(len(left[0]) if state.rest else 0):
        said = state.prediction(x)
        for label in (0, 1):
            if agreeing := [row for row in left if row[x] == label]:
                yield from all_runs(state.updated(x, label), agreeing, mistakes + (said != label), (*path, (x, label)))


TREES = (("and", 2, 3), ("xor", 2, 3), ("and", 3, 3), ("majority", 3, 3), ("and", 3, 4), ("xor", 3, 4))


@cache
def forced_on_a_tree(name: str, arity: int, parts: int) -> tuple[int, int]:
    """Return the depth of a mistake tree of the composition of simple classes, and who survives it in halving."""
    points = list(product(product(range(parts + 1), repeat=arity), product((0, 1), repeat=arity)))
    classes = [ConceptClass.from_matrix([[int(i == a[j] < parts) ^ s[j] for a, s in points] for i in range(parts + 1)])
               for j in range(arity)]
    tree = mistake_tree(aggregate(named_rule(name, arity), *classes))
    depth = tree_depth(tree)
    asked = sorted(points_of(tree))
    shown = [ConceptClass.from_matrix(sorted(set(map(tuple, c.matrix[:, asked].tolist())))) for c in classes]
    halving = start_halving(named_rule(name, arity), shown, depth)
    while isinstance(tree, tuple):
        x = asked.index(tree[0])
        said = halving.prediction(x)
        halving, tree = halving.updated(x, 1 - said), tree[2 - said]
    return depth, halving.survivors


def points_of(tree) -> set[int]:
    """Return the points at the inner nodes of a mistake tree."""
    return {tree[0]} | points_of(tree[1]) | points_of(tree[2]) if isinstance(tree, tuple) else set()
