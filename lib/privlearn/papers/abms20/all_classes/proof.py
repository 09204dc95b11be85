"""ABMS20, Theorem 3.2: its proof, a walk down a mistake tree that collects thresholds, and a binary search back."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, all_classes, thresholds
from privlearn.dimensions import (littlestone_dimension, mistake_tree, threshold_dimension, thresholds_from_tree,
                                  tree_depth, tree_from_thresholds)
from privlearn.dimensions.shelah import Values, first_leaf, monochromatic_parts, planted_tree
from privlearn.papers.abms20.all_classes.instances import (broken_mirrored, broken_one_colour, broken_own_function,
                                                           orbits)
from privlearn.papers.abms20.all_classes.logarithms import least_depth, least_thresholds
from privlearn.papers.by_definition import certified_littlestone

Rows = tuple[tuple[int, ...], ...]
planted = cache(planted_tree)
littlestone_of = cache(lambda rows: littlestone_dimension(ConceptClass.from_matrix(rows)))
thresholds_of = cache(lambda rows: threshold_dimension(ConceptClass.from_matrix(rows)))


class Grown(NamedTuple):
    """A class with a mistake tree: its rows, or the depth and seed of a planted one; and how many classes are alike."""

    H: Rows
    tree: Any
    planted: tuple[int, ...] = ()
    pairs: Callable[[Any, Values], Any] = thresholds_from_tree
    alike: int = 1

    def fitted(self) -> "Grown":
        return self._replace(tree=mistake_tree(ConceptClass.from_matrix(self.H)))

    @property
    def derived(self) -> tuple[str, ...]:
        return "tree", "planted", "alike"

    @property
    def value(self) -> Values:
        return planted(*self.planted)[1] if self.planted else lambda h, x: self.H[h][x]


@cache
def grown() -> list[Grown]:
    """All classes on three points and, up to new names, on four; thresholds; planted trees."""
    found = [Grown(tuple(c.rows()), mistake_tree(c)) for c in all_classes(3)]
    found += [Grown(tuple(c.rows()), mistake_tree(c), alike=many) for _, c, many in orbits()]
    found += [Grown(tuple(thresholds(b).rows()), tree_from_thresholds([(k, k) for k in range(2**b)])) for b in range(9)]
    return found + [Grown((), planted(d, seed)[0], (d, seed)) for d in (*range(1, 13), 15)
                    for seed in range(3 if d < 12 else 1)]


def start() -> Grown:
    """A planted tree of depth 3, with its functions."""
    tree, value = planted_tree(3, 2)
    return Grown(tuple(tuple(value(h, x) for x in range(7)) for h in range(8)), tree)


def walked(tree: Any, value: Values) -> tuple[list[tuple[Any, ...]], Any]:
    """Return the steps, each a function, point, colour, depth, and the depths of both colours; and the leaf reached."""
    steps = []
    while isinstance(tree, tuple):
        h = first_leaf(tree)
        parts = monochromatic_parts(tree, h, value)
        colour = int(parts[1][0] > parts[0][0])
        steps.append((h, parts[colour][1][0], colour, tree_depth(tree), parts[0][0] + parts[1][0]))
        tree = parts[colour][1][2 - colour]
    return steps, tree


def paths(tree: Any, told: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Yield each leaf with the points and labels above it."""
    if not isinstance(tree, tuple):
        yield tree, told
        return
    for y in (0, 1):
        yield from paths(tree[1 + y], (*told, (tree[0], y)))


@proof("ABMS20-3.2", grade="exhaustive", quantifier="deepest trees of all classes on 3 points and of all 65,535 on 4 "
       "(3983 orbits under renaming); thresholds on 1 to 2^8 points; 35 trees of depth 1 to 12 and 15, a point of its "
       "own at every node, functions pseudorandom off their paths; the conclusion for 275 of these classes, all "
       "on 3 points among them", instances=grown, start=start,
       steps={"colours": "{d} is at most {the depths of the deepest subtrees of both colours, added}",
              "next": "{d/2, rounded up, less one} is at most {the depth of the next tree}",
              "own": "{the values other than c of the functions at their own and later points} are {none}",
              "later": "{the values c of later functions at the point of a step} are {none}",
              "ladder": "{the wrong values of the pairs as thresholds} are {none}",
              "length": "{floor(log(d + 1))} is at most {the number of pairs}",
              "search/depth": "{floor(log t)} is at most {the depth of the binary search}",
              "search/fits": "{the labels on paths that the functions at the leaves do not have} are {none}",
              "conclusion": "{floor(log(LDim + 1)), floor(log T)} are at most {T, LDim}"},
       hypotheses=(
           Hypothesis("LDim(H), T(H) >= 1", needless="the first bound, floor(log(LDim + 1)), is 0 for LDim = 0; in "
                      "the second one log 0 is not defined"),
           Hypothesis("the tree is one of H", {"tree": lambda given: broken_mirrored(given.tree)},
                      ("later", "ladder", "search/fits")),
           Hypothesis("a point of colour 0 gets the function of the next such step", {"pairs": broken_own_function},
                      ("ladder", "search/fits")),
           Hypothesis("both colours count", {"pairs": broken_one_colour}, ("length",))))
def trees_and_thresholds(given: Grown, least=least_thresholds, depth=least_depth) -> Iterator[Line]:
    value, n = given.value, given.alike
    steps, last = walked(given.tree, value)
    depths = [*(d for *_, d, _ in steps), 0]
    for (*_, d, both), after in zip(steps, depths[1:], strict=True):
        yield Line("colours", "<=", d, both, ("d =", d), n)
        yield Line("next", "<=", -(-d // 2) - 1, after, ("d =", d), n)
    yield Line("own", "==", sum(value(h, x) != c for i, (h, _, c, *_) in enumerate(steps) for _, x, *_ in steps[i:]),
               0, joined=n)
    yield Line("later", "==", sum(value(h, x) == c for i, (_, x, c, *_) in enumerate(steps)
                                  for h in (*(later[0] for later in steps[i + 1:]), last)), 0, joined=n)
    pairs = given.pairs(given.tree, value)
    yield Line("ladder", "==", sum(value(h, x) != (a <= b) for a, (h, _) in enumerate(pairs)
                                   for b, (_, x) in enumerate(pairs)), 0, joined=n)
    yield Line("length", "<=", least(depths[0]), len(pairs), joined=n)
    if pairs:
        search = tree_from_thresholds(pairs)
        yield Line("search/depth", "<=", depth(len(pairs)), tree_depth(search), joined=n)
        wrong = sum(value(h, x) != y for h, path in paths(search) for x, y in path)
        yield Line("search/fits", "==", wrong, 0, joined=n)
    if given.H and n == 1 and len(given.H) <= 8:
        d, t = littlestone_of(given.H), thresholds_of(given.H)
        yield Line("conclusion", "<=", least(d), t, "T")
        if t:
            yield Line("conclusion", "<=", depth(t), d, "LDim")


def refutes_trees_and_thresholds(given: Grown, step: str, case: Any, least, depth) -> bool:
    """Tell whether a leaf has other labels than its path, a pair of pairs is in no order, or a number is too small."""
    if step == "conclusion":
        concepts = ConceptClass.from_matrix(given.H)
        d, t = certified_littlestone(concepts), threshold_dimension(concepts, solver="plain")
        return t < least(d) if case == "T" else d < depth(t)
    if any(given.value(h, x) != y for h, path in paths(given.tree) for x, y in path):
        return True
    pairs = given.pairs(given.tree, given.value)
    wrong = any(not given.value(h, x) for h, x in pairs) or any(
        (given.value(h, y), given.value(g, x)) != (1, 0) for (h, x), (g, y) in combinations(pairs, 2))
    longest = max(len(path) for _, path in paths(given.tree))
    return wrong or len(pairs) < least(longest) or bool(pairs) and len(pairs) < 2 ** depth(len(pairs))
