"""FHMM23, Theorem 25: trees whose branches weigh the same, that they are enough, and how their depths vary."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from privlearn.checking import Verdict, all_hold, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions
from privlearn.dimensions import is_mistake_tree, mean_depth, mean_depth_tree, tree_depth
from privlearn.dimensions.balanced_trees import (Weights, balancing_program, balancing_weights, branches, depth_law,
                                                 is_balancing, is_monotone, monotone_part, subtrees)
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.exact import Bracket, exp_bracket, solve
from privlearn.exact.minimax import is_enclosure
from privlearn.laws import Law, uniform
from privlearn.papers.fhmm23.randomized_littlestone import claim
from privlearn.papers.fhmm23.randomized_littlestone.instances import (HALF, class_of, common_weight, leaf_depths,
                                                                      mirrored, orders_of, shapes, shapes_on_four,
                                                                      tree_of, two_expert_tree, up_to_symmetry)

SHAPES = "all 676 shapes of depth 1 to 4 (66 up to mirror images)"
SHAPES_TOTAL = sum(map(orders_of, shapes(4)[1:]))
CUBE = (0, (0, (0, 0, 0), (0, 0, 0)), (0, (0, 0, 0), (0, 0, 0)))
MONOTONE = "the monotone ones of all shapes of depth 1 to 4, one of each two mirror images"
LEAF_AND_CUBE = tree_of((0, 0, (0, (0, 0, 0), (0, 0, 0))))  # mean depth 2, and so is that of a part
NOT_MONOTONE = tree_of((0, 0, CUBE))
INSIDE = tuple(tree_of((0, (0, 0, CUBE), other), points=5) for other in ((0, 0, CUBE), (0, CUBE, CUBE)))
SOME = (LEAF_AND_CUBE, NOT_MONOTONE, tree_of((0, 0, (0, 0, (0, 0, 0)))), *INSIDE)


def monotone_shapes() -> list[MistakeTree]:
    """Return the monotone trees among those of all shapes, judged by the weights of their branches."""
    return [tree for tree in shapes_on_four() if common_weight(tree) is not None]


claim("FHMM23-25", kind="theorem", uses=("FHMM23-RL",),
      title="A tree is quasi-balanced just if it is monotone; its weights are unique, (1 + E1/2 - E0/2)/2 below a node")

Decide = Callable[[MistakeTree], bool]


def by_nodes(compare: Callable[[Fraction, Fraction, Fraction], bool]) -> Decide:
    """Return the decision that compares the mean depth of every node with those of its two parts."""
    return lambda tree: all(compare(*map(mean_depth, (node, *node[1:]))) for _, node in subtrees(tree))


@check("FHMM23-25", grade="certified", quantifier=f"{SHAPES}, and two of depth 5 that are not monotone inside",
       says="the heaviest branch can weigh half the mean depth, by a linear program with its certificate, just if the "
            "tree is monotone")
@verifier(lambda decide, tree: decide(tree) != (common_weight(tree) is not None))
@sabotage("looks at the root only", lambda tree: mean_depth(tree) >= max(map(mean_depth, tree[1:])))
@sabotage("compares with the part of smaller mean depth", by_nodes(lambda node, zero, one: node >= min(zero, one)))
@sabotage("asks for a larger mean depth than those of the parts", by_nodes(lambda node, *parts: node > max(parts)))
@sabotage("allows parts that differ by one at most", by_nodes(lambda node, zero, one: abs(zero - one) <= 1))
def balance_is_monotony(decide: Decide = is_monotone) -> Verdict:
    def cases() -> Iterator[Any]:
        for tree in (*shapes_on_four(), *INSIDE):
            program = balancing_program(tree)
            found = solve(program)
            balanced = found.lower == mean_depth(tree) / 2 if found.upper == found.lower else None
            yield tree, balanced if is_enclosure(found, program) else None, decide(tree)

    return covering(judge("==", cases()), SHAPES_TOTAL + len(INSIDE))


Weigh = Callable[[MistakeTree], Weights]


def weighed(weight: Callable[[Fraction, Fraction], Fraction]) -> Weigh:
    """Return the weights with another formula, a function of the mean depths of the two parts below a node."""
    def weights(tree: MistakeTree) -> Weights:
        found = Weights()
        for path, (_, *parts) in subtrees(tree):
            found[*path, 0] = weight(*map(mean_depth, parts))
            found[*path, 1] = 1 - found[*path, 0]
        return found

    return weights


@check("FHMM23-25", grade="certified", quantifier=f"{MONOTONE}, and their mirror images",
       says="the weights of the formula balance the tree, and are those that the linear program finds")
@sabotage("every edge weighs 1/2", weighed(lambda zero, one: HALF))
@sabotage("the two labels exchanged", weighed(lambda zero, one: (1 + zero / 2 - one / 2) / 2))
@sabotage("mean depths not halved", weighed(lambda zero, one: (1 + one - zero) / 2))
@sabotage("1.01 times the difference", weighed(lambda zero, one: (1 + Fraction(101, 200) * (one - zero)) / 2))
@judged("==")
def the_weights_are_the_only_ones(weigh: Weigh = balancing_weights) -> Iterator[Any]:
    for shape in monotone_shapes():
        for tree in (shape, mirrored(shape)):
            found, weights = solve(balancing_program(tree)).point, weigh(tree)
            proposed = {(*path, label): found[2 * k + label] for k, (path, _) in enumerate(subtrees(tree))
                        for label in (0, 1)}
            yield tree, (is_balancing(weights, tree), weights), (True, proposed)

def refutes_the_weights_are_the_only_ones(weigh: Weigh, tree: MistakeTree) -> bool:
    weights, wanted = weigh(tree), mean_depth(tree) / 2
    return any(sum(weights[end[:length]] for length in range(1, len(end) + 1)) != wanted for end in branches(tree))


def changed_weights(tree: MistakeTree) -> Iterator[dict[Any, Fraction]]:
    """Yield weights by the formula, and all with a change: an edge, or the two of a node, heavier, lighter, gone."""
    weights = dict(weighed(lambda zero, one: (1 + one / 2 - zero / 2) / 2)(tree))
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


def balances(weights: dict[Any, Fraction], tree: MistakeTree) -> bool:
    """Decide from the root down whether the weights are coins at the nodes, and all branches weigh the same."""
    seen: set[Any] = set()

    def totals(node: MistakeTree, path: tuple[int, ...], total: Fraction) -> Iterator[Fraction | None]:
        if not isinstance(node, tuple):
            yield total
            return
        seen.update((*path, label) for label in (0, 1))
        coin = [weights.get((*path, label), Fraction(-1)) for label in (0, 1)]
        if min(coin) < 0 or sum(coin) != 1:
            yield None
            return
        for label in (0, 1):
            yield from totals(node[1 + label], (*path, label), total + coin[label])

    found = set(totals(tree, (), Fraction(0)))
    return len(found) == 1 and None not in found and set(weights) == seen


@check("FHMM23-25", grade="exhaustive", quantifier="twelve trees of depth up to 5, monotone or not: the weights of the "
       "formula, and all with one change of an edge or of a node",
       says="weights are accepted just if they are coins at all nodes and all branches weigh the same")
@sabotage("weights may be negative", lambda weights, tree: set(weights) == set(balancing_edges(tree)) and len(
    {sum(weights[end[:length]] for length in range(1, len(end) + 1)) for end in branches(tree)}) == 1)
@sabotage("edges without a weight count as 1/2", lambda weights, tree: is_balancing(
    dict.fromkeys(balancing_edges(tree), HALF) | weights, tree))
@judged("==")
def weights_are_decided_by_the_definition(decide: Callable[..., bool] = is_balancing) -> Iterator[Any]:
    for tree in (*SOME, *shapes_on_four()[:7]):
        for k, weights in enumerate(changed_weights(tree)):
            yield (tree, k), decide(weights, tree), balances(weights, tree)

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

Prune = Callable[[MistakeTree], MistakeTree]


@check("FHMM23-25.sup", grade="exhaustive", quantifier=SHAPES,
       says="leaving out nodes makes a tree monotone, and no less deep in the mean")
@sabotage("the tree as it is", lambda tree: tree)
@sabotage("the part with label 1 for a tree that is not monotone",
          lambda tree: tree if is_monotone(tree) else tree[2][2])
@sabotage("the part of smaller mean depth for a tree that is not monotone",
          lambda tree: tree if is_monotone(tree) else min(tree[1:], key=mean_depth))
def a_monotone_part_is_as_deep(prune: Prune = monotone_part) -> Verdict:
    def cases() -> Iterator[Any]:
        for tree in shapes_on_four():
            found = prune(tree)
            yield tree, (common_weight(found) is not None, mean_depth(found) >= mean_depth(tree),
                         is_mistake_tree(found, all_functions(4), complete=False)), (True,) * 3

    return covering(judge("==", cases()), SHAPES_TOTAL)

def refutes_a_monotone_part_is_as_deep(prune: Prune, tree: MistakeTree) -> bool:
    found = prune(tree)
    mean, before = (sum(Fraction(d, 2**d) for d in leaf_depths(one)) for one in (found, tree))
    return mean < before or any(mean_depth(node) < max(map(mean_depth, node[1:])) for _, node in subtrees(found))


@check("FHMM23-25.sup", grade="exhaustive", quantifier="all 65,535 classes on four points, up to renaming and flips",
       says="the tree of largest mean depth that the search finds is quasi-balanced")
@verifier(lambda grow, rows: common_weight(grow(class_of(rows))) is None)
@sabotage("one question more before it, which one label answers", lambda c: (0, 0, mean_depth_tree(c)))
@sabotage("and one more before that", lambda c: (0, (0, mean_depth_tree(c), 0), 0))
def the_best_trees_are_balanced(grow: Callable[[ConceptClass], MistakeTree] = mean_depth_tree) -> Verdict:
    return covering(judge("==", ((rows, is_monotone(grow(class_of(rows))), True) for rows in up_to_symmetry(4))),
                    2**16 - 1)


claim("FHMM23-25.depth", kind="corollary", uses=("FHMM23-25",),
      title="In a quasi-balanced tree the mean depth is at most twice the least depth")

Depths = Callable[[MistakeTree], Law]


def with_experts() -> Iterator[MistakeTree]:
    """Yield the monotone trees, and those of two experts that disagree until one has erred too often."""
    yield from monotone_shapes()
    for errors in range(1, 4):
        yield two_expert_tree(errors, errors)


@check("FHMM23-25.depth", grade="exact", quantifier=f"{MONOTONE}, and 3 trees of two experts",
       says="{the mean depth} is at most {twice the least depth}, with equality for a leaf beside four")
@sabotage("1.99 times the least depth", lambda least: Fraction(199, 100) * least)
@sabotage("the least depth and a half", lambda least: least + HALF)
@sabotage("twice the least depth, less a hundredth", lambda least: 2 * least - Fraction(1, 100))
@verifier(lambda bound, tree: mean_depth(tree) > bound(min(leaf_depths(tree))))
@judged("<=")
def no_branch_is_short(bound: Callable[[int], Fraction] = lambda least: Fraction(2 * least)) -> Iterator[Any]:
    for tree in with_experts():
        yield tree, mean_depth(tree), bound(min(depth_law(tree).exact()))


@check("FHMM23-25.depth", grade="exact", quantifier=SHAPES,
       says="the law of the depth gives to every depth what its leaves weigh, and has {the mean depth} as {its mean}")
@sabotage("leaves with equal chances",
          lambda tree: uniform(range(len(leaf_depths(tree)))).map(leaf_depths(tree).__getitem__))
@sabotage("one level too few", lambda tree: depth_law(tree).map(lambda depth: max(0, depth - 1)))
@sabotage("the leftmost branch for all", lambda tree: depth_law(tree).map(lambda depth: tree_depth(tree)))
def the_law_of_the_depth(depths: Depths = depth_law) -> Verdict:
    def shares(tree: MistakeTree) -> dict[int, Fraction]:
        found = leaf_depths(tree)
        return {depth: Fraction(found.count(depth), 2**depth) for depth in sorted(set(found))}

    trees = shapes_on_four()
    return all_hold(judge("==", ((tree, sum(d * p for d, p in depths(tree).exact().items()), mean_depth(tree))
                                 for tree in trees)),
                    judge("==", ((tree, dict(sorted(depths(tree).exact().items())), shares(tree)) for tree in trees)))

def refutes_the_law_of_the_depth(depths: Depths, tree: MistakeTree) -> bool:
    law = depths(tree).exact()
    leaves = leaf_depths(tree)
    return any(law.get(d, Fraction(0)) != Fraction(leaves.count(d), 2**d) for d in {*law, *leaves})


claim("FHMM23-25.tail", kind="corollary", uses=("FHMM23-25", "FHMM23-25.depth"),
      title="In a quasi-balanced tree of mean depth E, fair coins end above (1 - t)E with chance at most exp(-t^2 E/4)",
      note="For every t between 0 and 1: the chance jumps only where (1 - t)E is a depth of the tree. On all "
           "quasi-balanced shapes of depth at most 4 even 4^(-t^2 E) is enough, which is sharp; whether it is so in "
           "general is not claimed.")

Exponent = Callable[[Fraction, Fraction], Fraction]


def jumps(tree: MistakeTree) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Yield each depth j below the mean E, the t with (1 - t)E = j, and the chance that the depth is at most j."""
    law, mean, below = depth_law(tree).exact(), mean_depth(tree), Fraction(0)
    for depth in sorted(law):
        if depth < mean:
            below += law[depth]
            yield depth, 1 - depth / mean, below


def chance_of(tree: MistakeTree, depth: int) -> Fraction:
    """Return the chance of a depth of at most so much, leaf by leaf."""
    return sum((Fraction(1, 2**d) for d in leaf_depths(tree) if d <= depth), Fraction(0))


def proved_exponent(t: Fraction, mean: Fraction) -> Fraction:
    """Return what the proof on the page gives: ``t^2 E/(2(1 - t))``, at least twice what is stated."""
    return t * t * mean / (2 * (1 - t))


def stated_exponent(t: Fraction, mean: Fraction) -> Fraction:
    return t * t * mean / 4


@check("FHMM23-25.tail", grade="certified", quantifier=f"{MONOTONE}, and 3 trees of two experts; every t below 1",
       says="{the chance of a depth that small} is at most {exp(-t^2 E/4), and what the proof on the page gives: "
       "exp(-t^2 E/(2(1 - t)))}")
@sabotage("t for t^2", (lambda t, mean: t * mean, proved_exponent))
@sabotage("3/2 for 1/4", (lambda t, mean: t * t * mean * Fraction(3, 2), proved_exponent))
@sabotage("E^2 for E", (lambda t, mean: t * t * mean * mean, proved_exponent))
@sabotage("1.4 times the proved one", (stated_exponent, lambda t, mean: Fraction(7, 5) * proved_exponent(t, mean)))
@sabotage("1 - t squared", (stated_exponent, lambda t, mean: proved_exponent(t, mean) / (1 - t)))
@sabotage("the 2 left out", (stated_exponent, lambda t, mean: 2 * proved_exponent(t, mean)))
@judged("<=")
def depths_are_concentrated(exponents: tuple[Exponent, Exponent] = (stated_exponent, proved_exponent)) -> Iterator[Any]:
    for k, exponent in enumerate(exponents):
        for tree in with_experts():
            for depth, t, chance in jumps(tree):
                yield (tree, depth, k), Bracket(chance, chance), exp_bracket(-exponent(t, mean_depth(tree)))

def refutes_depths_are_concentrated(exponents: tuple[Exponent, Exponent], tree, depth, k) -> bool:
    mean = sum((Fraction(d, 2**d) for d in leaf_depths(tree)), Fraction(0))
    return exp_bracket(-exponents[k](1 - depth / mean, mean)).upper < chance_of(tree, depth)


@check("FHMM23-25.tail", grade="exact", quantifier=f"{MONOTONE}; every t: sharper than stated",
       says="{a power of the chance of a depth that small} is at most {that power of 4^(-t^2 E)}, once with equality")
@sabotage("1.01 times the exponent", lambda t, mean: t * t * mean * Fraction(101, 100))
@sabotage("t for t^2", lambda t, mean: t * mean)
@sabotage("E + 1/50 for E", lambda t, mean: t * t * (mean + Fraction(1, 50)))
@judged("<=")
def depths_are_more_concentrated(exponent: Exponent = lambda t, mean: t * t * mean) -> Iterator[Any]:
    for tree in monotone_shapes():
        for depth, t, chance in jumps(tree):
            power = exponent(t, mean_depth(tree))
            yield (tree, depth), chance**power.denominator, Fraction(1, 4**power.numerator)

def refutes_depths_are_more_concentrated(exponent: Exponent, tree, depth) -> bool:
    mean = sum((Fraction(d, 2**d) for d in leaf_depths(tree)), Fraction(0))
    power = exponent(1 - depth / mean, mean)
    return chance_of(tree, depth) ** power.denominator * 4**power.numerator > 1
