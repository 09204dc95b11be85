"""FHMM23: the proofs that trees can be balanced just if they are monotone, and what follows, on shapes of trees."""

from ast import literal_eval
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import cosh, exp
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import all_functions
from privlearn.dimensions import is_mistake_tree
from privlearn.dimensions.balanced_trees import (Path, Weights, balancing_weights, branches, is_monotone, monotone_part,
                                                 subtrees)
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.exact import is_at_most
from privlearn.exact.intervals import ball, ball_bracket
from privlearn.papers.fhmm23.randomized_littlestone.balance import (INSIDE, MONOTONE, NOT_MONOTONE, most_mean_depth,
                                                                    small_depth, smaller_depth, weight_of_zero,
                                                                    with_experts)
from privlearn.papers.fhmm23.randomized_littlestone.game import CERTAIN
from privlearn.papers.fhmm23.randomized_littlestone.instances import (HALF, Row, all_trees, class_of, equal_weights,
                                                                      game_value, leaf_depths, mirrored, shapes_on_four,
                                                                      up_to_symmetry)
from privlearn.papers.fhmm23.randomized_littlestone.proof import expected, mean


class Weighed(NamedTuple):
    """A tree, what the two edges below a node weigh together, the least weight of an edge, the chance of the label 1.

    An edge weighs at most 1 less the least weight.
    """

    T: MistakeTree
    of_two: Fraction = Fraction(1)
    least: Fraction = Fraction(0)
    coin: Fraction = HALF

    @property
    def labels(self) -> dict[str, str]:
        return {"of_two": "weight of two edges", "least": "least weight of an edge"}
    @property
    def weights(self) -> Weights:
        """The weights with which all branches weigh the same, of either sign."""
        return equal_weights(self.T, self.of_two)

    def allows(self, weight: Fraction) -> bool:
        """Tell whether an edge may weigh so much."""
        return self.least <= weight <= 1 - self.least

    def E(self, tree: MistakeTree) -> Fraction:
        """Return the mean depth."""
        return mean(tree, self.coin)


def sums_below(tree: MistakeTree, path: Path, weights: Weights) -> list[Fraction]:
    """Return the different sums of weights from the end of a path to the leaves below it."""
    return sorted({sum((weights[*path, *end[:length + 1]] for length in range(len(end))), Fraction(0))
                   for end in branches(tree)})


@cache
def shapes_and_mirror_images() -> list[Weighed]:
    """Return a leaf, all shapes, those that are not monotone inside, and their mirror images."""
    return [Weighed(0), *(Weighed(tree) for shape in (*shapes_on_four(), *INSIDE) for tree in {shape, mirrored(shape)})]


def leaf_beside_four() -> Weighed:
    """Return the tree whose mean depth is twice its least depth."""
    return Weighed((0, 0, (1, (2, 1, 2), (2, 3, 4))))


SUM = Hypothesis("the edges below a node weigh 1 together", {"of_two": Fraction(2)},
                 ("common", "weight", "range", "conclusion"))


@proof("FHMM23-25", grade="exhaustive", quantifier="all 66 shapes of depth 1 to 4 up to mirror images at a node, each "
       "with its reflection, a leaf, two trees of depth 5 that are not monotone inside",
       instances=shapes_and_mirror_images, start=leaf_beside_four,
       steps={"common": "{what branches weigh below a node} is {half the mean depth there}, on each",
              "weight": "{the weight of the edge with label 0, by linear equations,} is {(1 + E_1/2 - E_0/2)/2}",
              "range": "{that is in [0, 1]} just if {no part of the node has a larger mean depth than it}",
              "conclusion": "{the tree is quasi-balanced} just if {it is monotone}, and then has these weights"},
       hypotheses=(SUM, Hypothesis("no edge weighs less than 0", {"least": Fraction(-1)}, ("range", "conclusion")),
                   Hypothesis("the coin is fair", {"coin": Fraction(1, 4)}, SUM.breaks)))
def balance_is_monotony(given: Weighed, weight=weight_of_zero) -> Iterator[Line]:
    found, nodes = given.weights, list(subtrees(given.T))
    for path, tree in nodes:
        yield Line("common", "==", sums_below(tree, path, found), [given.E(tree) / 2], ("path", path))
    for path, (_, zero, one) in nodes:
        yield Line("weight", "==", found[*path, 0], weight(given.E(zero), given.E(one)), ("path", path))
    deep = {path: given.E(tree) >= max(map(given.E, tree[1:])) for path, tree in nodes}
    for path, is_deep in deep.items():
        yield Line("range", "==", given.allows(found[*path, 0]), is_deep, ("path", path))
    can = all(map(given.allows, found.values())) and sums_below(given.T, (), found) == [given.E(given.T) / 2]
    yield Line("conclusion", "==", can, all(deep.values()))
    yield Line("conclusion", "==", found if can else {},
               balancing_weights(given.T) if is_monotone(given.T) else {}, "weights")


def refutes_balance_is_monotony(given: Weighed, step: str, case: Any, weight) -> bool:
    """Tell whether a line is false, by what the branches of the parts weigh, from the leaves up."""
    found = {path: (*(weighs(part, given.of_two) for part in tree[1:]), *(expected(part, given.coin)
             for part in (tree, *tree[1:]))) for path, tree in subtrees(given.T)}
    w = {path: (given.of_two + b - a) / 2 for path, (a, b, *_) in found.items()}
    deep = {path: max(parts) <= E for path, (_, _, E, *parts) in found.items()}
    if step == "conclusion":
        can = all(map(given.allows, w.values())) and 2 * weighs(given.T, given.of_two) == expected(given.T, given.coin)
        return can != all(deep.values()) or case is not None and can != (is_monotone(given.T) and all(
            balancing_weights(given.T)[*path, 0] == at for path, at in w.items()))
    return any({"common": a + b + given.of_two != E, "weight": w[path] != weight(*parts),
                "range": given.allows(w[path]) != deep[path]}[step] for path, (a, b, E, *parts) in found.items())


def weighs(tree: MistakeTree, total: Fraction) -> Fraction:
    """Return what a branch weighs, if all weigh the same."""
    return (total + weighs(tree[1], total) + weighs(tree[2], total)) / 2 if isinstance(tree, tuple) else Fraction(0)


class Pruned(NamedTuple):
    """A class, what its trees are made into, the least weight of an edge, the chance of the coin for the label 1."""

    H: Row
    pruned: Callable[[MistakeTree], MistakeTree] = monotone_part
    least: Fraction = Fraction(0)
    coin: Fraction = HALF

def unchanged(tree: MistakeTree) -> MistakeTree:
    """Return the tree."""
    return tree


def shallowest_part(tree: MistakeTree) -> MistakeTree:
    """Return the part of smallest mean depth wherever the tree is not monotone."""
    return tree if is_monotone(tree) else shallowest_part(min(tree[1:], key=lambda part: mean(part, HALF)))


def reflected_part(tree: MistakeTree) -> MistakeTree:
    """Return the monotone part with the labels exchanged."""
    return mirrored(monotone_part(tree))


@cache
def trees_of(rows: Row) -> tuple[MistakeTree, ...]:
    """Return all mistake trees of a class, of all functions on four points one for each shape."""
    return shapes_on_four() if len(rows) == 16 else tuple(all_trees(rows))


@cache
def is_quasi_balanced(shape: MistakeTree, least: Fraction, coin: Fraction) -> bool:
    """Decide by linear equations."""
    given = Weighed(shape, least=least, coin=coin)
    return all(map(given.allows, given.weights.values())) and sums_below(shape, (), given.weights) == [
        given.E(shape) / 2]


def without_names(tree: MistakeTree) -> MistakeTree:
    return (0, without_names(tree[1]), without_names(tree[2])) if isinstance(tree, tuple) else 0


@cache
def classes_with_trees() -> list[Pruned]:
    """Return all classes on three points up to symmetry, two of nine concepts on four points, and all functions."""
    return [Pruned(rows) for rows in (*up_to_symmetry(3), *CERTAIN, tuple(map(tuple, all_functions(4).rows())))]


@proof("FHMM23-25.sup", grade="exhaustive", quantifier="all 255 classes on three points (up to renaming and flips) and "
       "two of nine concepts on four points, all trees of each; all functions on four points, trees of all shapes",
       instances=classes_with_trees, start=lambda: Pruned(CERTAIN[0]),
       steps={"deeper": "{E_T} is at most {the mean depth of what T is made into}",
              "class": "{that is a mistake tree of H:} {yes}",
              "balanced": "{that is quasi-balanced:} {yes}",
              "conclusion": "{RL(H)} is {half the largest mean depth of a quasi-balanced tree}"},
       hypotheses=(
           Hypothesis("a part that is deeper takes the place of its tree", {"pruned": unchanged}, ("balanced",)),
           Hypothesis("the deeper part does", {"pruned": shallowest_part}, ("deeper",)),
           Hypothesis("no labels are changed", {"pruned": reflected_part}, ("class",)),
           Hypothesis("an edge may weigh 0 or 1", {"least": Fraction(1, 4)}, ("balanced", "conclusion")),
           Hypothesis("the coin is fair", {"coin": Fraction(1, 4)}, ("deeper", "balanced", "conclusion"))))
def balanced_trees_are_enough(given: Pruned) -> Iterator[Line]:
    H, least, coin = given.H, given.least, given.coin
    trees = trees_of(H)[::-1]
    made = [given.pruned(tree) for tree in trees]
    for tree, other in zip(trees, made, strict=True):
        yield Line("deeper", "<=", mean(tree, coin), mean(other, coin), str(tree))
    for tree, other in zip(trees, made, strict=True):
        yield Line("class", "==", is_mistake_tree(other, class_of(H), complete=False), True, str(tree))
    for tree, other in zip(trees, made, strict=True):
        yield Line("balanced", "==", is_quasi_balanced(without_names(other), least, coin), True, str(tree))
    yield Line("conclusion", "==", max(mean(tree, coin) for tree in trees) / 2, max(
        mean(tree, coin) for tree in trees if is_quasi_balanced(without_names(tree), least, coin)) / 2)


def refutes_balanced_trees_are_enough(given: Pruned, step: str, case: Any) -> bool:
    """Tell whether a line is false, by recursions on mean depths and the game on the class."""
    def balanced(tree: MistakeTree) -> bool:
        return not isinstance(tree, tuple) or given.coin == HALF and all(map(balanced, tree[1:])) and abs(
            expected(tree[1], HALF) - expected(tree[2], HALF)) <= 2 - 4 * given.least

    if step == "conclusion":
        return given.coin != HALF or 2 * game_value(given.H) != max(
            expected(tree, HALF) for tree in trees_of(given.H) if balanced(tree))
    tree = literal_eval(case)
    made = given.pruned(tree)
    return {"deeper": expected(tree, given.coin) > expected(made, given.coin), "balanced": not balanced(made),
            "class": any(given.H[concept][x] != label for concept, path in told(made) for x, label in path)}[step]


def told(tree: MistakeTree, path: tuple[tuple[int, int], ...] = ()) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """Return the concept at each leaf with the labels on the way."""
    return [leaf for y in (0, 1) for leaf in told(tree[1 + y], (*path, (tree[0], y)))] if isinstance(tree, tuple) else [
        (tree, path)]


def trees_of_experts_too() -> list[Weighed]:
    return [Weighed(tree) for tree in with_experts()]


def unbalanced_trees() -> list[Weighed]:
    return [Weighed(tree) for tree in (NOT_MONOTONE, *INSIDE)]


DEEP = f"{MONOTONE}, and 3 trees of two experts"


@proof("FHMM23-25.depth", grade="exact", quantifier=DEEP, instances=trees_of_experts_too, start=leaf_beside_four,
       steps={"branch": "{the weight of a shortest branch} is {E_T/2}",
              "edges": "{the heaviest edge on it} weighs at most {1}",
              "conclusion": "{E_T} is at most {twice the least depth}"},
       hypotheses=(Hypothesis("the tree is quasi-balanced", unbalanced_trees, ("edges", "conclusion")),
                   Hypothesis("the edges below a node weigh 1 together", {"of_two": Fraction(2)}, ("branch", "edges")),
                   Hypothesis("the coin is fair", {"coin": Fraction(3, 4)}, ("branch", "conclusion"))))
def no_branch_is_short(given: Weighed, bound=most_mean_depth) -> Iterator[Line]:
    end = min(branches(given.T), key=len)
    edges = [given.weights[end[:length]] for length in range(1, len(end) + 1)]
    yield Line("branch", "==", sum(edges), given.E(given.T) / 2)
    yield Line("edges", "<=", max(edges), 1)
    yield Line("conclusion", "<=", given.E(given.T), bound(min(leaf_depths(given.T))))


def refutes_no_branch_is_short(given: Weighed, step: str, case: Any, bound) -> bool:
    """Tell whether a line is false, on any branch that is as short, from the leaves up."""
    E, short = expected(given.T, given.coin), min(map(len, branches(given.T)))
    edges = {(*path, y): HALF * (given.of_two + (1 - 2 * y) * (weighs(one, given.of_two) - weighs(zero, given.of_two)))
             for path, (_, zero, one) in subtrees(given.T) for y in (0, 1)}
    return {"branch": 2 * weighs(given.T, given.of_two) != E, "conclusion": bound(short) < E,
            "edges": any(edges[end[:k]] > 1 for end in branches(given.T) if len(end) == short
                         for k in range(1, short + 1))}[step]


@proof("FHMM23-25.tail", grade="certified", quantifier=f"{DEEP}, every t at which the chance jumps",
       instances=trees_of_experts_too, start=leaf_beside_four,
       steps={"fair": "{the mean weight of the next edge} is {1/2}",
              "step": "{the most by which an edge differs from 1/2} is at most {1/2}",
              "factor": "{the mean of e^(s(w - 1/2))} is at most {e^(s^2/8)}",
              "stopped": "{the mean of e^Z when the walk ends, or after n edges,} is at most {1}",
              "exponent": "{(E - n)^2/(2n)} is at most {Z, if the walk has ended then}",
              "conclusion": "{the chance of a depth of at most (1 - t)E} is at most {both bounds}"},
       hypotheses=(Hypothesis("the tree is quasi-balanced", unbalanced_trees,
                              ("step", "factor", "stopped", "conclusion")),
                   Hypothesis("the edges below a node weigh 1 together", {"of_two": Fraction(3, 2)},
                              ("fair", "step", "factor", "stopped")),
                   Hypothesis("the coin is fair", {"coin": Fraction(3, 4)},
                              ("fair", "stopped", "exponent", "conclusion")),
                   Hypothesis("t is between 0 and 1", needless="bounds are stated there; for t < 0 they are false")))
def depths_are_concentrated(given: Weighed, stated=small_depth, proved=smaller_depth) -> Iterator[Line]:
    T, weights, E, coin = given.T, given.weights, given.E(given.T), given.coin
    chance = {end: chance_of(end, coin) for end in branches(T)}
    depths = sorted({*map(len, chance)})
    below = {n: 2 * (E - n) / n for n in depths if n < E}
    for path, _ in subtrees(T):
        yield Line("fair", "==", (1 - coin) * weights[*path, 0] + coin * weights[*path, 1], HALF, ("path", path))
    most = max(abs(weight - HALF) for weight in weights.values())
    yield Line("step", "<=", most, HALF)
    for n, s in below.items():
        yield Line("factor", "<=", ball_bracket((ball(s * most).exp() + ball(-s * most).exp()) / 2),
                   ball_bracket(ball(s * s / 8).exp()),
                   ("n", n))
    for n, s in below.items():
        stopped = {end[:n] for end in chance}
        yield Line("stopped", "<=", ball_bracket(sum((ball(chance_of(path, coin)) * ball(surplus(
            path, weights, s)).exp() for path in stopped), ball(0))), 1, ("n", n))
    for n, s in below.items():
        yield Line("exponent", "<=", (E - n) ** 2 / (2 * n), min(surplus(end, weights, s) for end in chance
                                                                 if len(end) <= n), ("n", n))
    for n in depths:
        for bound in (stated, proved):
            if bound.holds_for(1 - n / E, E):
                yield Line("conclusion", "<=", sum(p for end, p in chance.items() if len(end) <= n),
                           bound(1 - n / E, E), (bound.text, n))


def chance_of(path: Path, coin: Fraction) -> Fraction:
    """Return the chance that the coin goes down a path."""
    return coin ** sum(path) * (1 - coin) ** (len(path) - sum(path))


def surplus(path: Path, weights: Weights, s: Fraction) -> Fraction:
    """Return ``s (S - i/2) - s^2 i/8`` for a path of i edges that weigh S."""
    return s * sum(weights[path[:k]] - HALF for k in range(1, len(path) + 1)) - s * s * len(path) / 8


def refutes_depths_are_concentrated(given: Weighed, step: str, case: Any, stated, proved) -> bool:
    """Tell whether a line is false, with edges weighed from the leaves up, branch by branch in floats."""
    total, coin, E = given.of_two, given.coin, expected(given.T, given.coin)
    edges = {(*path, y): (total + (1 - 2 * y) * (weighs(one, total) - weighs(zero, total))) / 2
             for path, (_, zero, one) in subtrees(given.T) for y in (0, 1)}
    most = max(abs(w - HALF) for w in edges.values())
    if step in ("fair", "step"):
        return most > HALF if step == "step" else (1 - coin) * edges[*case[1], 0] + coin * edges[*case[1], 1] != HALF
    name, n = case
    s, ends = 2 * float(E - n) / n, list(branches(given.T))
    Z = {end[:n]: sum(s * float(edges[end[:i + 1]] - HALF) - s * s / 8 for i in range(len(end[:n]))) for end in ends}
    return {"factor": cosh(s * most) > exp(s * s / 8) * (1 + 1e-9),
            "stopped": sum(chance_of(path, coin) * exp(z) for path, z in Z.items()) > 1 + 1e-9,
            "exponent": min(Z[end] for end in ends if len(end) <= n) < (E - n) ** 2 / (2 * n) - 1e-9,
            "conclusion": not is_at_most(sum(chance_of(end, coin) for end in ends if len(end) <= n), (
                stated if name == stated.text else proved)(1 - n / E, E))}[step]
