"""FHMM23, Theorem 25: trees whose branches weigh the same, that they are enough, and how their depths vary."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.dimensions import mean_depth, mean_depth_tree, tree_depth
from privlearn.dimensions.balanced_trees import branches, depth_law, is_balancing, is_monotone, subtrees
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.exact import is_at_most
from privlearn.exact.formulas import Value, exp, formula
from privlearn.laws import Law, uniform
from privlearn.papers.fhmm23.randomized_littlestone import claim
from privlearn.papers.fhmm23.randomized_littlestone.instances import (HALF, class_of, common_weight, equal_weights,
                                                                      leaf_depths, shapes_on_four, tree_of,
                                                                      two_expert_tree, up_to_symmetry)

SHAPES = "all 66 shapes of depth 1 to 4 up to mirror images at a node"
CUBE = (0, (0, (0, 0, 0), (0, 0, 0)), (0, (0, 0, 0), (0, 0, 0)))
MONOTONE = "the monotone ones of all shapes of depth 1 to 4, one of each two mirror images"
LEAF_AND_CUBE = tree_of((0, 0, (0, (0, 0, 0), (0, 0, 0))))  # mean depth 2, and so is that of a part
NOT_MONOTONE = tree_of((0, 0, CUBE))
INSIDE = tuple(tree_of((0, (0, 0, CUBE), other), points=5) for other in ((0, 0, CUBE), (0, CUBE, CUBE)))
SOME = (LEAF_AND_CUBE, NOT_MONOTONE, tree_of((0, 0, (0, 0, (0, 0, 0)))), *INSIDE)


def monotone_shapes() -> list[MistakeTree]:
    """Return the monotone trees among those of all shapes, judged by the weights of their branches."""
    return [tree for tree in shapes_on_four() if common_weight(tree) is not None]


MEANS = (0, 1, Fraction(3, 2), 2)


@formula("equals", corners={"E_0": MEANS, "E_1": MEANS})
def weight_of_zero(E_0: Value, E_1: Value) -> Value:
    return 1 / 2 * (1 + E_1 / 2 - E_0 / 2)


claim("FHMM23-25", kind="theorem", uses=("FHMM23-RL",), formulas=(weight_of_zero,),
      title="A tree is quasi-balanced just if it is monotone; its weights are unique, (1 + E1/2 - E0/2)/2 below a node")

def changed_weights(tree: MistakeTree) -> Iterator[dict[Any, Fraction]]:
    """Yield weights by the formula, and all with a change: an edge, or the two of a node, heavier, lighter, gone."""
    weights = equal_weights(tree, Fraction(1))
    yield weights
    yield {}
    yield {**weights, (0,) * 9: HALF}
    yield {edge: weight / 2 for edge, weight in weights.items()}  # equal branches, but no coins
    yield {edge: weight - Fraction(len(edge) == 1, 8) for edge, weight in weights.items()}
    for path, weight in weights.items():
        other = (*path[:-1], 1 - path[-1])
        for shift in (Fraction(1, 4), -Fraction(1, 4), -weight, 1 - weight, Fraction(1)):
            yield {**weights, path: weight + shift}
            yield {**weights, path: weight + shift, other: 1 - weight - shift}
        yield {edge: w for edge, w in weights.items() if edge != path}


@check("FHMM23-25", grade="exhaustive", quantifier="twelve trees of depth up to 5, monotone or not: the weights of the "
       "formula, and all with one change of an edge or of a node",
       says="weights are accepted just if they are those of the linear equations, and none is negative")
@sabotage("weights may be negative", lambda weights, tree: set(weights) == set(balancing_edges(tree)) and len(
    {sum(weights[end[:length]] for length in range(1, len(end) + 1)) for end in branches(tree)}) == 1)
@sabotage("edges without a weight count as 1/2", lambda weights, tree: is_balancing(
    dict.fromkeys(balancing_edges(tree), HALF) | weights, tree))
@judged("==")
def weights_are_decided_by_the_definition(decide: Callable[..., bool] = is_balancing) -> Iterator[Any]:
    for tree in (*SOME, *shapes_on_four()[:7]):
        right = equal_weights(tree, Fraction(1))
        for k, weights in enumerate(changed_weights(tree)):
            yield (tree, k), decide(weights, tree), weights == right and min(right.values()) >= 0

def refutes_weights_are_decided_by_the_definition(decide: Callable[..., bool], tree, k) -> bool:
    weights, edges = list(changed_weights(tree))[k], balancing_edges(tree)
    right = sorted(weights) == sorted(edges) and all(0 <= weights[e] == 1 - weights[*e[:-1], 1 - e[-1]] for e in edges)
    totals = [sum(weights[e] for e in edges if e == end[:len(e)]) for end in branches(tree)] if right else [0, 1]
    return decide(weights, tree) != (right and min(totals) == max(totals))


def balancing_edges(tree: MistakeTree) -> list[tuple[int, ...]]:
    """Return the edges of a tree, each named by the labels that lead to its end."""
    return [(*path, label) for path, _ in subtrees(tree) for label in (0, 1)]


claim("FHMM23-25.sup", kind="corollary", uses=("FHMM23-RL", "FHMM23-25"),
      title="RL(H) is half the largest mean depth of a quasi-balanced tree already")

@check("FHMM23-25.sup", grade="exhaustive", quantifier="all 65,535 classes on four points, up to renaming and flips",
       says="the tree of largest mean depth that the search finds is quasi-balanced")
@verifier(lambda grow, rows: common_weight(grow(class_of(rows))) is None)
@sabotage("one question more before it, which one label answers", lambda c: (0, 0, mean_depth_tree(c)))
@sabotage("and one more before that", lambda c: (0, (0, mean_depth_tree(c), 0), 0))
def the_best_trees_are_balanced(grow: Callable[[ConceptClass], MistakeTree] = mean_depth_tree) -> Verdict:
    return covering(judge("==", ((rows, is_monotone(grow(class_of(rows))), True) for rows in up_to_symmetry(4))),
                    2**16 - 1)


@formula("at most", corners={"d": tuple(range(1, 8))})
def most_mean_depth(d: int) -> Value:
    return 2 * d


claim("FHMM23-25.depth", kind="corollary", uses=("FHMM23-25",), formulas=(most_mean_depth,),
      title="In a quasi-balanced tree the mean depth is at most twice the least depth")

Depths = Callable[[MistakeTree], Law]


def with_experts() -> Iterator[MistakeTree]:
    """Yield the monotone trees, and those of two experts that disagree until one has erred too often."""
    yield from monotone_shapes()
    for errors in range(1, 4):
        yield two_expert_tree(errors, errors)


@check("FHMM23-25.depth", grade="exact", quantifier=SHAPES,
       says="the law of the depth gives to every depth what its leaves weigh, and has {the mean depth} as {its mean}")
@sabotage("leaves with equal chances",
          lambda tree: uniform(range(len(leaf_depths(tree)))).map(leaf_depths(tree).__getitem__))
@sabotage("one level too few", lambda tree: depth_law(tree).map(lambda depth: max(0, depth - 1)))
@sabotage("the leftmost branch for all", lambda tree: depth_law(tree).map(lambda depth: tree_depth(tree)))
@judged("==")
def the_law_of_the_depth(depths: Depths = depth_law) -> Iterator[Any]:
    for tree in shapes_on_four():
        law, found = dict(sorted(depths(tree).exact().items())), leaf_depths(tree)
        shares = {d: Fraction(found.count(d), 2**d) for d in sorted({*found})}
        yield tree, (sum(d * p for d, p in law.items()), law), (mean_depth(tree), shares)

def refutes_the_law_of_the_depth(depths: Depths, tree: MistakeTree) -> bool:
    law = depths(tree).exact()
    leaves = leaf_depths(tree)
    return any(law.get(d, Fraction(0)) != Fraction(leaves.count(d), 2**d) for d in {*law, *leaves})


DEPTHS = {"t": (Fraction(1, 10), Fraction(1, 2), Fraction(-1, 2)), "E": (2, 4000)}


@formula("at most", where=("0 <= t <= 1",), corners=DEPTHS, tex={"E": "E_T"}, loose=dict.fromkeys(
    ("4", "exp(-t ** 2 * E / 4)"), "the proof on the page gives 2 in place of 4"))
def small_depth(t: Value, E: Value) -> Value:
    return exp(-t**2 * E / 4)


@formula("at most", where=("0 <= t < 1",), corners=DEPTHS)
def smaller_depth(t: Value, E: Value) -> Value:
    return exp(-t**2 * E / (2 * (1 - t)))


claim("FHMM23-25.tail", kind="corollary", uses=("FHMM23-25", "FHMM23-25.depth"), formulas=(small_depth, smaller_depth),
      title="In a quasi-balanced tree of mean depth E, fair coins end at a depth below (1 - t)E with chance at most "
            "exp(-t^2 E/4)",
      note="For every t between 0 and 1: the chance jumps only where (1 - t)E is a depth of the tree. On all "
           "quasi-balanced shapes of depth at most 4 even 4^(-t^2 E) is enough; for a tree that waits for 20 heads it "
           "is not.")


def jumps(tree: MistakeTree) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Yield each depth j of a tree, the t with (1 - t)E = j, and the chance that the depth is at most j."""
    law, mean, below = depth_law(tree).exact(), mean_depth(tree), Fraction(0)
    for depth in sorted(law):
        below += law[depth]
        yield depth, 1 - depth / mean, below


@cache
def waiting(heads: int, most: int, depth: int) -> tuple[Fraction, Fraction]:
    """Return the mean depth, and the chance of a depth of at most so much, of the tree that waits for some heads.

    It ends at depth ``most`` at the latest.  A head more takes two questions more in the mean, or fewer, so that the
    tree is monotone.
    """
    few, ways, mean, reached = 1, int(heads == 1), Fraction(0), Fraction(0)  # words with fewer heads; with one less
    for j in range(most):
        mean += Fraction(few, 1 << j)
        reached = 1 - Fraction(few, 1 << j) if j == depth else reached
        few = 2 * few - ways
        ways = int(j + 1 == heads - 1) if j + 1 < heads else ways * (j + 1) // (j + 2 - heads)
    return mean, reached


WAITING = ((20, 200, 29), (2000, 4600, 3590))
Depth = Callable[[Fraction, Fraction], Any]


def by_leaves(tree: MistakeTree, depth: int) -> tuple[Fraction, Fraction]:
    """Return the mean depth and the chance of a depth of at most so much, leaf by leaf."""
    masses = [(d, Fraction(1, 2**d)) for d in leaf_depths(tree)]
    return sum((d * p for d, p in masses), Fraction(0)), sum((p for d, p in masses if d <= depth), Fraction(0))


@check("FHMM23-25.tail", grade="certified", quantifier="waiting for 20 heads and 29 questions, for 2000 and 3590",
       says="{the chance of a depth that small} is at most {exp(-t^2 E/4), and exp(-t^2 E/(2(1 - t)))}")
@judged("<=")
def long_waits_are_concentrated(bounds=(small_depth, smaller_depth)) -> Iterator[Any]:
    for wait in WAITING:
        mean, chance = waiting(*wait)
        yield from (((k, wait), chance, bound(1 - wait[2] / mean, mean)) for k, bound in enumerate(bounds))

def refutes_long_waits_are_concentrated(bounds, k: int, wait: tuple[int, int, int]) -> bool:
    """By the number of heads so far; without the cut the mean is 2 heads."""
    heads, _, depth = wait
    mean = 2 * heads - Fraction(1, 10**9)
    chance = Fraction(sum(comb(depth, j) for j in range(heads, depth + 1)), 2**depth)
    return not is_at_most(chance, bounds[k](1 - depth / mean, mean))


@check("FHMM23-25.tail", grade="exact", quantifier=f"{MONOTONE}; every t: sharper than stated",
       says="{a power of the chance of a depth that small} is at most {that power of 4^(-t^2 E)}, once with equality")
@sabotage("1.01 times the exponent", lambda t, mean: t * t * mean * Fraction(101, 100))
@sabotage("E + 1/50 for E", lambda t, mean: t * t * (mean + Fraction(1, 50)))
@judged("<=")
def small_trees_are_more_concentrated(exponent: Depth = lambda t, mean: t * t * mean) -> Iterator[Any]:
    for tree in monotone_shapes():
        for depth, t, chance in jumps(tree):
            if t >= 0:
                power = exponent(t, mean_depth(tree))
                yield (tree, depth), chance**power.denominator, Fraction(1, 4**power.numerator)

def refutes_small_trees_are_more_concentrated(exponent: Depth, tree, depth) -> bool:
    mean, chance = by_leaves(tree, depth)
    power = exponent(1 - depth / mean, mean)
    return chance**power.denominator * 4**power.numerator > 1


@check("FHMM23-25.tail", grade="exact", quantifier="waiting for 20 heads, at most 200 questions, t = 1/4 nearly",
       says="{4^(-12/5), and 12/5} is at most {the chance of at most 30 questions, and t^2 E}")
@sabotage("15 heads, 22 questions", (15, 22))
@judged("<=")
def waiting_for_heads_is_not(wait: tuple[int, int] = (20, 30)) -> Iterator[Any]:
    mean, chance = waiting(wait[0], 200, wait[1])
    yield "chance", Fraction(1, 4**12), chance**5
    yield "exponent", Fraction(12, 5), (mean - wait[1]) ** 2 / mean

def refutes_waiting_for_heads_is_not(wait: tuple[int, int], which: str) -> bool:
    heads, n = wait
    chance = Fraction(sum(comb(n, j) for j in range(heads, n + 1)), 2**n)
    return chance**5 * 4**12 < 1 if which == "chance" else 5 * (2 * heads - n) ** 2 < 24 * heads
