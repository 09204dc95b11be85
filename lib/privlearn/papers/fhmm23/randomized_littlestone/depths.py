"""FHMM23, what follows for the depths of quasi-balanced trees: none is small, and they vary little."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.dimensions import mean_depth, tree_depth
from privlearn.dimensions.balanced_trees import depth_law
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.exact import Bracket, exp_bracket
from privlearn.laws import Law, uniform
from privlearn.papers.fhmm23.randomized_littlestone import claim
from privlearn.papers.fhmm23.randomized_littlestone.balance import MONOTONE, SHAPES, monotone_shapes
from privlearn.papers.fhmm23.randomized_littlestone.instances import HALF, leaf_depths, shapes_on_four, two_expert_tree

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


def chances_and_bounds(exponent: Exponent) -> Iterator[Any]:
    """Yield for every tree and depth below its mean the chance of at most that depth, and exp(-exponent)."""
    for tree in with_experts():
        for depth, t, chance in jumps(tree):
            yield (tree, depth), Bracket(chance, chance), exp_bracket(-exponent(t, mean_depth(tree)))


def chance_exceeds(exponent: Exponent, tree: MistakeTree, depth: int) -> bool:
    """Decide, leaf by leaf, whether the chance of at most this depth is certainly above exp(-exponent)."""
    mean = sum((Fraction(d, 2**d) for d in leaf_depths(tree)), Fraction(0))
    return exp_bracket(-exponent(1 - depth / mean, mean)).upper < chance_of(tree, depth)


@check("FHMM23-25.tail", grade="certified", quantifier=f"{MONOTONE}, and 3 trees of two experts; every t",
       says="{the chance of a depth that small} is at most {exp(-t^2 E/4)}")
@sabotage("t for t^2", lambda t, mean: t * mean)
@sabotage("3/2 for 1/4", lambda t, mean: t * t * mean * Fraction(3, 2))
@sabotage("E^2 for E", lambda t, mean: t * t * mean * mean)
@judged("<=")
def depths_are_concentrated(exponent: Exponent = lambda t, mean: t * t * mean / 4) -> Iterator[Any]:
    return chances_and_bounds(exponent)

def refutes_depths_are_concentrated(exponent: Exponent, witness: tuple[MistakeTree, int]) -> bool:
    return chance_exceeds(exponent, *witness)


@check("FHMM23-25.tail", grade="certified", quantifier=f"{MONOTONE}, and 3 trees of two experts; every t below 1",
       says="{the chance of a depth that small} is at most {exp(-t^2 E/(2(1 - t))), what the proof on the page gives}")
@sabotage("1.4 times the exponent", lambda t, mean: Fraction(7, 5) * proved_exponent(t, mean))
@sabotage("1 - t squared", lambda t, mean: proved_exponent(t, mean) / (1 - t))
@sabotage("the 2 left out", lambda t, mean: 2 * proved_exponent(t, mean))
@judged("<=")
def depths_obey_the_proof(exponent: Exponent = proved_exponent) -> Iterator[Any]:
    return chances_and_bounds(exponent)

def refutes_depths_obey_the_proof(exponent: Exponent, witness: tuple[MistakeTree, int]) -> bool:
    return chance_exceeds(exponent, *witness)


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
