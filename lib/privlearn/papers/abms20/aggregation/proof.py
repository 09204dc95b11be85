"""ABMS20, Section 2: the proof of Theorem 2.1 by halving over tuples of experts, on mistake trees of composed classes.

Definitions
-----------
An expert of a class follows the standard optimal algorithm on its own predictions, and flips the prediction in the
rounds of a set.  Every prediction of halving on the way down a mistake tree of the composed class is called wrong.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb, prod
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, aggregate, all_classes
from privlearn.dimensions import littlestone_dimension, mistake_tree, tree_depth
from privlearn.dimensions.composition import closure_bound
from privlearn.dimensions.sweeps.simple_pairs import largest_simple_classes
from privlearn.online import StandardOptimalAlgorithm, VersionSpaceLearner
from privlearn.online.experts import start_halving
from privlearn.papers.abms20.aggregation.littlestone_closure import order_of_the_closure_bound, printed_bound, rows_of
from privlearn.papers.by_definition import littlestone_by_definition

Rows = tuple[tuple[int, ...], ...]
AND, XOR, MAJORITY = (0, 0, 0, 1), (0, 1, 1, 0), (0, 0, 0, 1, 0, 1, 1, 1)


class Composed(NamedTuple):
    """One to three classes on the same points, a concept each row, and how often their experts may flip."""

    G: tuple[int, ...]
    H_1: Rows
    H_2: Rows
    H_3: Rows
    d: list[int]  # a tuple of zeros and ones would be shown as bits
    halving_predicts_as: str = "most tuples"


Round = tuple[int, int]  # point and label


@cache
def concept_class(rows: Rows) -> ConceptClass:
    return ConceptClass.from_matrix(rows)


@cache
def dimension(rows: Rows) -> int:
    return littlestone_dimension(concept_class(rows))


def parts(given: Composed) -> list[Rows]:
    return [rows for rows in given[1:4] if rows]


@cache
def composed(G: tuple[int, ...], classes: tuple[Rows, ...]) -> tuple[ConceptClass, Any]:
    """Return the composed class and a deepest mistake tree of it."""
    made = aggregate(sum(bit << v for v, bit in enumerate(G)), *map(concept_class, classes))
    return made, mistake_tree(made)


def game(given: Composed) -> tuple[list[Round], list[int], tuple[int, ...]]:
    """Return the rounds on the path, the survivors before each and at the end, and the concept at the leaf."""
    concepts, node = composed(given.G, tuple(parts(given)))
    rule = sum(bit << v for v, bit in enumerate(given.G))
    halving = start_halving(rule, [concept_class(rows) for rows in parts(given)], tree_depth(node), given.d)
    rounds, survivors = [], [halving.survivors]
    while isinstance(node, tuple):
        label = halving.prediction(node[0]) ^ int(given.halving_predicts_as == "most tuples")
        rounds.append((node[0], label))
        halving, node = halving.updated(node[0], label), node[1 + label]
        survivors.append(halving.survivors)
    return rounds, survivors, concepts.rows()[node]


def expert(rows: Rows, points: list[int], flips: list[int]) -> tuple[int, ...]:
    """Return the predictions of the expert that flips in these rounds."""
    learner: VersionSpaceLearner = StandardOptimalAlgorithm(concept_class(rows))
    said: list[int] = []
    for t, x in enumerate(points):
        said.append(learner.hypothesis()[x] ^ int(t in flips))
        learner = learner.updated(x, said[-1])
    return tuple(said)


def errors(rows: Rows, labels: list[Round]) -> list[int]:
    """Return the rounds in which the standard optimal algorithm errs."""
    learner: VersionSpaceLearner = StandardOptimalAlgorithm(concept_class(rows))
    wrong: list[int] = []
    for t, (x, label) in enumerate(labels):
        wrong += [t] * (learner.hypothesis()[x] != label)
        learner = learner.updated(x, label)
    return wrong


def imitation(given: Composed, rounds: list[Round], concept: tuple[int, ...]) -> Iterator[Line]:
    """The concept at the leaf, and for each of its parts the expert that imitates it."""
    points, classes = [x for x, _ in rounds], parts(given)
    chosen = next(hs for hs in product(*classes) if all(
        given.G[int("".join(map(str, bits)), 2)] == y for *bits, y in zip(*hs, concept, strict=True)))
    yield Line("tree", "==", tuple(label for _, label in rounds), tuple(concept[x] for x in points))
    for i, (rows, h, d) in enumerate(zip(classes, chosen, given.d, strict=True), 1):
        wrong = errors(rows, [(x, h[x]) for x in points])
        yield Line("imitate/flips", "<=", len(wrong), d, f"class {i}")
        yield Line("imitate/values", "==", expert(rows, points, wrong[:d]), tuple(h[x] for x in points), f"class {i}")


def counting(given: Composed, survivors: list[int]) -> Iterator[Line]:
    """Halving, and the number of tuples."""
    n, k, most = len(survivors) - 1, len(given.d), max(given.d)
    for t in range(n):
        yield Line("halving/mistake", "<=", 2 * survivors[t + 1], survivors[t], f"round {t + 1}")
    yield Line("halving/survivor", "<=", 1, survivors[-1])
    yield Line("count/tuples", "==", survivors[0], prod(sum(comb(n, j) for j in range(d + 1)) for d in given.d))
    yield Line("count/depth", "<=", 2**n, survivors[0])
    yield Line("order/closure", "<=", n, closure_bound(*given.d))
    yield Line("order/sum", "<=", closure_bound(*given.d), of_order(k, sum(given.d)))
    yield Line("order/equal", "<=", of_order(k, k * most), 4 * k**2 * most)
    yield Line("order/print", "<=", 4 * k**2 * most, printed_bound(k, most))


@cache
def of_order(k: int, s: int) -> Any:
    return order_of_the_closure_bound(k, s)


def with_dimensions(G: tuple[int, ...], *classes: Rows) -> Composed:
    first, second, third = [*classes, (), ()][:3]
    return Composed(G, first, second, third, list(map(dimension, classes)))


@cache
def family() -> list[Composed]:
    """Pairs of classes on two points by all rules, and simple classes on three points, two and three of them."""
    on_two = [tuple(c.rows()) for c in all_classes(2)]
    simple = [rows_of(functions, 3) for functions in largest_simple_classes(3, flips=False)]
    found = [with_dimensions(G, *pair) for G in product((0, 1), repeat=4) for pair in product(on_two, repeat=2)]
    found += [with_dimensions(G, tuple(c.rows())) for G in ((0, 1), (1, 0)) for c in all_classes(3)]
    found += [with_dimensions(G, *pair) for G in (AND, XOR) for pair in product(simple, repeat=2)]
    return found + [with_dimensions(MAJORITY, *three) for three in combinations(simple, 3)]


def start() -> Composed:
    """Two classes of dimension 1 whose exclusive or has all functions on three points."""
    return with_dimensions(XOR, ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 0, 0), (1, 1, 1)))


def too_rich() -> Iterator[Composed]:
    """Yield classes whose experts may flip less often than their dimensions ask for."""
    for given in [start()] + family()[::7]:
        if max(given.d):
            yield given._replace(d=[max(0, d - 1) for d in given.d])


def fewest() -> Iterator[Composed]:
    """Yield classes with the learner that predicts as fewest of the surviving tuples do."""
    return (given._replace(halving_predicts_as="fewest tuples") for given in [start()] + family()[::7])


@proof("ABMS20-2.1", grade="exhaustive",
       quantifier="all 225 pairs of classes on 2 points, all 16 rules; all classes on 3 points and their negations; "
                  "partitions of 3 points with the empty function, AND and XOR of two, majority of three",
       instances=family, start=start,
       steps={"tree": "{the labels on the path} are {the values of the concept at its end}",
              "imitate/flips": "{the mistakes of the standard optimal algorithm on h_i} are at most {d_i}",
              "imitate/values": "{the predictions of the expert that flips there} are {the values of h_i}",
              "halving/mistake": "{twice the tuples that survive a mistake} are at most {those before}",
              "halving/survivor": "{1} is at most {the number of tuples that survive all rounds}",
              "count/tuples": "{the tuples at the start} are {the product of the C(n, <=d_i)}",
              "count/depth": "{2^n} is at most {the number of tuples}",
              "order/closure": "{n} is at most {the closure bound of the d_i}",
              "order/sum": "{the closure bound} is at most {(3/2 log k + 3.2) times the sum of the d_i}",
              "order/equal": "{(3/2 log k + 3.2) k d} is at most {4 k^2 d}",
              "order/print": "{4 k^2 d} is at most {4^k k^2 d}",
              "conclusion": "{the Littlestone dimension of G(H_1, ..., H_k)} is at most {4^k k^2 d}"},
       hypotheses=(
           Hypothesis("no class has a dimension above its d_i", too_rich,
                      ("imitate/flips", "imitate/values", "halving/survivor", "count/depth", "order/closure",
                       "conclusion")),
           Hypothesis("halving predicts as most of the tuples do", fewest, ("halving/mistake",))))
def composed_class_is_learned_by_halving(given: Composed) -> Iterator[Line]:
    rounds, survivors, concept = game(given)
    yield from imitation(given, rounds, concept)
    yield from counting(given, survivors)
    yield Line("conclusion", "<=", littlestone_dimension(composed(given.G, tuple(parts(given)))[0]),
               printed_bound(len(given.d), max(given.d)))


def refutes_composed_class_is_learned_by_halving(given: Composed, step: str, case: Any) -> bool:
    """Tell whether a line is false: dimensions by their definition, halving with every tuple listed."""
    classes = [rows for rows in given[1:4] if rows]
    value = dict(zip(product((0, 1), repeat=len(classes)), given.G, strict=True))
    concepts = sorted({tuple(value[bits] for bits in zip(*hs, strict=True)) for hs in product(*classes)})
    n, k, most = littlestone_by_definition(ConceptClass.from_matrix(concepts)), len(classes), max(given.d)
    if step == "conclusion":
        return n > 4**k * k**2 * most
    if step.startswith("imitate"):
        return any(littlestone_by_definition(ConceptClass.from_matrix(rows)) > d
                   for rows, d in zip(classes, given.d, strict=True))
    sets = [[set(J) for size in range(d + 1) for J in combinations(range(n), size)] for d in given.d]
    if step in ("count/depth", "order/closure"):
        return 2**n > prod(map(len, sets))

    def broken(tuples: list[Any], left: list[tuple[int, ...]], t: int) -> bool:
        if t == n:
            return step == "halving/survivor" and not tuples
        for x in range(len(concepts[0])):
            after: tuple[list[Any], list[Any]] = ([], [])
            for experts in tuples:
                made = [told(rows, x, t in J) for rows, J in experts]
                after[value[tuple(bit for bit, _ in made)]].append(
                    [(rows, J) for (_, rows), (_, J) in zip(made, experts, strict=True)])
            label = int((len(after[1]) > len(after[0])) != (given.halving_predicts_as == "most tuples"))
            rest = [row for row in left if row[x] == label]
            if rest and (step == "halving/mistake" and 2 * len(after[label]) > len(tuples)
                         or broken(after[label], rest, t + 1)):
                return True
        return False

    return broken([list(zip(classes, Js, strict=True)) for Js in product(*sets)], concepts, 0)


def told(rows: Rows, x: int, flip: bool) -> tuple[int, Rows]:
    """Return what an expert says at a point, and the concepts that agree; a flip that none allows is not made."""
    halves = [tuple(row for row in rows if row[x] == y) for y in (0, 1)]
    depth = [littlestone_by_definition(ConceptClass.from_matrix(half)) if half else -1 for half in halves]
    said = int(depth[1] > depth[0]) ^ int(flip and min(depth) >= 0)
    return said, halves[said]
