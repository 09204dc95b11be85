"""AMSY24, Lemmas 1, 16 and 20: a clique has at most 2^m samples, the paths of a tree are as many, and up to which m."""

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import floor, prod
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import all_functions, point_functions
from privlearn.dimensions import mistake_tree, tree_depth
from privlearn.dimensions.contradictions import clique_dimension, clique_from_tree, fractional_clique
from privlearn.exact.brackets import as_bracket
from privlearn.papers.amsy24.contradiction_graphs.clique_numbers import ORDER_TWO, full_clique, in_order_two
from privlearn.papers.amsy24.contradiction_graphs.dichotomy import (ALL, LARGEST, every_class, full_order,
                                                                    smaller_full_order)
from privlearn.papers.amsy24.contradiction_graphs.instances import TWO_AND_THREE, Row, class_of, clique_of
from privlearn.papers.amsy24.contradiction_graphs.proof import CliqueOfClass, Words, words

clique_dimension_of = cache(lambda rows: clique_dimension(class_of(rows)))


def labels(word: str) -> dict[int, int]:
    """Return the labels of a sample by their points."""
    return {x: int(y) for x, y in enumerate(word) if y != "."}


def fits(function: Any, word: str) -> bool:
    return all(function[x] == y for x, y in labels(word).items())


class Weighted(NamedTuple):
    """A largest clique of a class, and weights of samples that are a largest fractional one."""

    H: Row
    samples: Words
    weights: tuple[tuple[str, Fraction], ...]
    m: int


@cache
def weighted(rows: Row, m: int) -> Weighted:
    points, found = len(rows[0]), fractional_clique(class_of(rows), m).weights
    return Weighted(rows, words(clique_of(rows, m), points),
                    tuple(zip(words(tuple(found), points), found.values(), strict=True)), m)


@proof("AMSY24-1", grade="certified", quantifier=f"{ORDER_TWO}; all functions on 3 points, order 3",
       instances=lambda: [weighted(*pair) for pair in (*in_order_two(), (tuple(all_functions(3).rows()), 3))],
       start=lambda: weighted(tuple(point_functions(4).rows()), 2),
       steps={"whole": "{the samples of the clique that agree with one function} are at most {1}",
              "agree": "{2^(-m)} is at most {the share of the functions that agree with a sample}",
              "average": "{2^(-m) times the total weight} is at most {the average weight that agrees}",
              "most": "{the largest weight that agrees with one function} is at most {1}",
              "conclusion": "{the clique number, the fractional one} are at most {the fractional one, 2^m}"},
       hypotheses=(
           Hypothesis("the samples of the clique contradict each other", {
               "samples": lambda given: given.samples * 2}, ("whole", "conclusion")),
           Hypothesis("a sample has m points", {"m": 1}, ("agree", "average", "conclusion")),
           Hypothesis("samples without a contradiction weigh at most 1", {
               "weights": lambda given: tuple((word, 2 * w) for word, w in given.weights)}, ("most", "conclusion"))))
def weights_are_at_most_those_of_coins(given: Weighted, most=full_clique) -> Iterator[Line]:
    functions = list(product((0, 1), repeat=len(given.H[0])))
    yield Line("whole", "<=", max(sum(fits(f, word) for word in given.samples) for f in functions), 1)
    agreeing = {word: [fits(f, word) for f in functions] for word, _ in given.weights}
    for word, agrees in agreeing.items():
        yield Line("agree", "<=", Fraction(1, 2**given.m), Fraction(sum(agrees), len(functions)), word)
    weighs = [sum(w for word, w in given.weights if agreeing[word][i]) for i in range(len(functions))]
    total = sum(w for _, w in given.weights)
    yield Line("average", "<=", total / 2**given.m, Fraction(sum(weighs)) / len(functions))
    yield Line("most", "<=", max(weighs), 1)
    yield Line("conclusion", "<=", len(given.samples), total, "the clique number")
    yield Line("conclusion", "<=", total, most(given.m), "the fractional clique number")


def refutes_weights_are_at_most_those_of_coins(given: Weighted, step: str, case: Any, most) -> bool:
    """Tell whether a line is false: what agrees with a function is what has no contradiction."""
    total = sum(w for _, w in given.weights)
    if case == "the clique number":
        return len(given.samples) > total
    if step in ("agree", "average", "conclusion"):
        return total > most(given.m) or any(len(word) - word.count(".") > given.m for word, _ in given.weights)
    if step == "whole":
        return not all(any({*at} >= {"0", "1"} for at in zip(*two, strict=True))
                       for two in combinations(given.samples, 2))
    return total > fractional_clique(class_of(given.H), given.m).value


@cache
def trees() -> list[CliqueOfClass]:
    """Return the paths of a deepest mistake tree of each class."""
    found = [(concepts, mistake_tree(concepts)) for concepts in every_class()]
    return [CliqueOfClass(tuple(concepts.rows()), words(clique_from_tree(tree), concepts.size), tree_depth(tree))
            for concepts, tree in found]


@proof("AMSY24-16", grade="exhaustive", against="optimum", quantifier=ALL,
       instances=trees, start=lambda: next(given for given in trees() if tuple(TWO_AND_THREE.rows()) == given.H),
       steps={"paths": "{the points of a path, and the labels that the concept has that fits it best} are {d, d}",
              "parting": "{the pairs of paths that contradict each other} are {2^d (2^d - 1)/2}",
              "largest": "{the clique number of order d} is {2^d}",
              "conclusion": "{the depth d of a deepest tree} is at most {CD(H)}"},
       hypotheses=(
           Hypothesis("a concept of H fits each path", {"H": lambda given: given.H[:1]},
                      ("paths", "largest", "conclusion")),
           Hypothesis("each path has a point on each level", {
               "samples": lambda given: tuple("." * (x + 1) + word[x + 1:] for word in given.samples
                                              for x in [min(labels(word), default=-1)])}, ("paths", "parting")),
           Hypothesis("the two labels of a node lead to different paths", {
               "samples": lambda given: given.samples[:len(given.samples) // 2] * 2 or given.samples}, ("parting",))))
def paths_of_a_tree_are_a_clique(given: CliqueOfClass, full=full_clique) -> Iterator[Line]:
    H, samples, d = given
    for word in samples:
        told = labels(word)
        best = max(sum(row[x] == y for x, y in told.items()) for row in H)
        yield Line("paths", "==", (len(told), best), (d, d), word)
    yield Line("parting", "==", sum(any(labels(one).get(x, y) != y for x, y in labels(two).items())
                                    for one, two in combinations(samples, 2)), 2**d * (2**d - 1) // 2)
    if d:
        yield Line("largest", "==", len(clique_of(H, d)), full(d))
    yield Line("conclusion", "<=", d, clique_dimension_of(H))


def refutes_paths_of_a_tree_are_a_clique(given: CliqueOfClass, step: str, case: Any, full) -> bool:
    """Tell whether a line is false: the tree is built again from its paths, by a point on all of them."""
    def is_complete(paths: Words, depth: int, rows: tuple[Any, ...]) -> bool:
        return bool(rows) and (depth == 0 and len(paths) == 1 or any(
            all(is_complete(tuple(word for word in paths if word[x] == y), depth - 1,
                            tuple(row for row in rows if str(row[x]) == y)) for y in "01")
            for x in range(len(given.H[0])) if depth and all(word[x] != "." for word in paths)))

    return not is_complete(given.samples, given.m, given.H) or len(given.samples) != full(given.m)


class Degree(NamedTuple):
    """A Littlestone dimension, and an order above which there should be no full clique."""

    d: int
    M: int


def two_d_log_d(d: int) -> int:
    """Return 2 d log d, rounded down."""
    return (d ** (2 * d)).bit_length() - 1


@cache
def last_order(d: int) -> int:
    """Return the largest m with 2^m <= (2m + 1)^d: m - d log(2m + 1) is convex, and negative for m = 1."""
    return bisect_left(range(1, 8 * d * d.bit_length() + 8), True, key=lambda m: 2**m > (2 * m + 1) ** d)


@proof("AMSY24-20", grade="exact", against="derivation", quantifier=f"LDim = 1, ..., {LARGEST}",
       instances=lambda: [Degree(d, max(two_d_log_d(d), 118)) for d in range(LARGEST, 0, -1)], start=Degree(15, 118),
       steps={"grows": "{(2M + 3)^d} is at most {2 (2M + 1)^d}",
              "start": "{(2M + 3)^d} is less than {2^(M + 1)}",
              "conclusion": "{the last order that Lemma 18 allows a full clique} is at most {the bound}"},
       wordless={"enough": "Lemma 18"},
       hypotheses=(
           Hypothesis("M >= 118", {"M": lambda given: two_d_log_d(given.d)}, ("start", "conclusion")),
           Hypothesis("M >= 2 d log d", {"M": 118}, ("grows", "start", "conclusion"))))
def full_cliques_end(given: Degree, bound=full_order, smaller=smaller_full_order) -> Iterator[Line]:
    d, M = given
    yield Line("grows", "<=", (2 * M + 3) ** d, 2 * (2 * M + 1) ** d)
    yield Line("start", "<", (2 * M + 3) ** d, 2 ** (M + 1))
    for name, most in (("M", M), ("300", bound(d)), ("118", smaller(d))):
        yield Line("conclusion", "<=", last_order(d), most, name)


def refutes_full_cliques_end(given: Degree, step: str, case: Any, bound, smaller) -> bool:
    """Tell whether there is room for a full clique just above the bound, or the power doubles there, by products."""
    d, most = given.d, {"300": bound, "118": smaller}.get(case)
    m = 1 + (floor(as_bracket(most(d)).upper) if most else given.M)
    before, here = (prod([2 * k + 1] * d) for k in (m - 1, m))
    return here > 2 * before if step == "grows" else here >= 1 << m
