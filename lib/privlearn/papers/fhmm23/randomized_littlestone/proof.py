"""FHMM23: the proof of the recursion of the randomised Littlestone dimension, line by line on all trees of a class."""

from ast import literal_eval
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import privlearn.papers.fhmm23.randomized_littlestone.game  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import classes_up_to_symmetry
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.exact.formulas import Formula
from privlearn.papers.fhmm23.randomized_littlestone.dimension import mean_of_the_parts
from privlearn.papers.fhmm23.randomized_littlestone.instances import HALF, Row, all_trees, leaf_depths, up_to_symmetry


class Trees(NamedTuple):
    """A class, the chance of the coin for the label 1, and which of its mistake trees count."""

    H: Row
    coin: Fraction = HALF
    trees: str = "all"

    @property
    def labels(self) -> dict[str, str]:
        return {"H": "H, a row for each concept", "coin": "chance of the coin for a 1", "trees": "trees that count"}


@cache
def trees_of(given: Trees) -> tuple[MistakeTree, ...]:
    """Return the mistake trees that count."""
    return tuple(tree for tree in all_trees(given.H) if given.trees == "all" or len({*leaf_depths(tree)}) == 1)


@cache
def mean(tree: MistakeTree, coin: Fraction) -> Fraction:
    """Return the expected depth of the leaf that the coin reaches, leaf by leaf."""
    found, waiting = Fraction(0), [(tree, 0, Fraction(1))]
    while waiting:
        node, depth, chance = waiting.pop()
        if isinstance(node, tuple):
            waiting += [(node[1], depth + 1, chance * (1 - coin)), (node[2], depth + 1, chance * coin)]
        else:
            found += depth * chance
    return found


@cache
def dimension(given: Trees) -> Fraction:
    """Return half the largest mean depth of a tree that counts."""
    return max(mean(tree, given.coin) for tree in trees_of(given)) / 2


def means_of_the_parts(given: Trees, joined: Formula) -> dict[int, Fraction]:
    """Return for each point at which both labels occur the mean on the right of the recursion."""
    parts = {x: [tuple(row for row in given.H if row[x] == y) for y in (0, 1)] for x in range(len(given.H[0]))}
    return {x: joined(*(dimension(given._replace(H=part)) for part in pair)) for x, pair in parts.items() if all(pair)}


@cache
def classes() -> list[Trees]:
    """Return all classes of two concepts at least, on three points, or of five at most on four, up to symmetry."""
    four = (tuple(map(tuple, c.rows())) for c, _ in classes_up_to_symmetry(4) if len(c) <= 5)
    return [Trees(rows) for rows in (*up_to_symmetry(3), *four) if len(rows) > 1]


def seven_functions() -> Trees:
    """Return all functions on three points but one: its deepest trees are not complete."""
    return Trees(tuple(product((0, 1), repeat=3))[:-1])


def single_concepts() -> Iterable[Trees]:
    return (given._replace(H=given.H[:1]) for given in [seven_functions()] + classes())


def unfair_coins() -> Iterable[Trees]:
    return (given._replace(coin=coin) for coin in (Fraction(2, 3), Fraction(1, 4))
            for given in [seven_functions()] + classes())


def complete_trees() -> Iterable[Trees]:
    return (given._replace(trees="complete") for given in [seven_functions()] + classes())


@proof("FHMM23-recursion", grade="exhaustive",
       quantifier="all classes of at least two concepts on three points, and of 2 to 5 concepts on four points (up to "
                  "renaming and flips), all of their trees",
       instances=classes, start=seven_functions,
       steps={"point": "{1} is at most {the points at which both labels occur}",
              "root": "{E_T} is {1 + (E_0 + E_1)/2 for the parts below its root}",
              "at most": "{E_T/2} is at most {the mean at its root}",
              "at least": "{the mean at x} is at most {RL(H)}",
              "conclusion": "{RL(H)} is {the largest of the means}"},
       hypotheses=(
           Hypothesis("H has two concepts at least", single_concepts, ("point",)),
           Hypothesis("the coin is fair", unfair_coins, ("root", "at most", "at least", "conclusion")),
           Hypothesis("trees need not be complete", complete_trees, ("at least", "conclusion")),
           Hypothesis("both labels occur at x", needless="the empty class has the dimension -1, so at other points the "
                      "mean is half of RL(H)")))
def means_of_parts_are_attained(given: Trees, joined=mean_of_the_parts) -> Iterator[Line]:
    means, coin = means_of_the_parts(given, joined), given.coin
    rooted = [tree for tree in trees_of(given)[::-1] if isinstance(tree, tuple)]
    yield Line("point", "<=", 1, len(means))
    for tree in rooted:
        yield Line("root", "==", mean(tree, coin), 1 + (mean(tree[1], coin) + mean(tree[2], coin)) / 2, str(tree))
    for tree in trees_of(given):
        here = means[tree[0]] if isinstance(tree, tuple) else max(means.values())
        yield Line("at most", "<=", mean(tree, coin) / 2, here, str(tree))
    for x, value in means.items():
        yield Line("at least", "<=", value, dimension(given), ("point", x))
    yield Line("conclusion", "==", dimension(given), max(means.values()))


def refutes_means_of_parts_are_attained(given: Trees, step: str, case: Any, joined: Formula) -> bool:
    """Tell whether a line is false, by recursions in place of the lists of trees."""
    H, p, points = given.H, given.coin, range(len(given.H[0]))
    means = [joined(*(value(tuple(row for row in H if row[x] == y), given) for y in (0, 1))) if
             len({row[x] for row in H}) == 2 else Fraction(-1) for x in points]
    if step in ("root", "at most"):
        tree = literal_eval(case)
        if not isinstance(tree, tuple):
            return max(means) < 0
        below = [expected(part, p) for part in tree[1:]]
        depth = 1 + (1 - p) * below[0] + p * below[1]
        return depth != 1 + sum(below) / 2 if step == "root" else depth > 2 * means[tree[0]]
    return {"point": len(H) < 2, "conclusion": value(H, given) != max(means),
            "at least": case is not None and means[case[1]] > value(H, given)}[step]


def expected(tree: MistakeTree, p: Fraction) -> Fraction:
    """Return the expected depth of a tree from those of its parts."""
    return 1 + (1 - p) * expected(tree[1], p) + p * expected(tree[2], p) if isinstance(tree, tuple) else Fraction(0)


def value(rows: Row, given: Trees) -> Fraction:
    """Return half the largest expected depth of a tree, of a complete one the depth."""
    splits = [[tuple(row for row in rows if row[x] == y) for y in (0, 1)] for x in range(len(rows[0]))]
    below = [[value(part, given) for part in pair] for pair in splits if all(pair)]
    joined = (min(pair) if given.trees == "complete" else (1 - given.coin) * pair[0] + given.coin * pair[1]
              for pair in below)
    return max((Fraction(1, 2) + part for part in joined), default=Fraction(0))
