"""AMSY24, Lemmas 17 and 18 and Theorem 2: their proofs, line by line on cliques and classes.

Definitions
-----------
A sample is written as the labels of all points in turn, with a dot where a point has none.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import privlearn.papers.amsy24.contradiction_graphs.clique_numbers
import privlearn.papers.amsy24.contradiction_graphs.dichotomy  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import boxes, point_functions
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.contradictions import Sample, realised_samples
from privlearn.papers.amsy24.contradiction_graphs.clique_numbers import LISTED
from privlearn.papers.amsy24.contradiction_graphs.instances import (TWO_AND_THREE, Row, class_of, clique_of,
                                                                    cliques_of_cube, graphs, largest_by_growing,
                                                                    tournament_clique)

Words = tuple[str, ...]


def words(samples: tuple[Sample, ...], points: int) -> Words:
    """Return samples as words."""
    return tuple("".join(str(dict(sample).get(x, ".")) for x in range(points)) for sample in samples)


def labels_of(x: int, samples: Words) -> tuple[int, int]:
    """Return how many samples label a point 0, and how many 1."""
    return sum(sample[x] == "0" for sample in samples), sum(sample[x] == "1" for sample in samples)


class Clique(NamedTuple):
    """Samples of m labelled points that contradict each other pairwise."""

    samples: Words
    m: int

    @property
    def labels(self) -> dict[str, str]:
        return {"samples": "the clique: the labels of all points in turn, a dot where a sample has none"}


def cliques() -> Iterator[Clique]:
    """Yield all cliques of at least 2 points on few points, and tournaments, which attain the bound."""
    for points, order in LISTED:
        if order > 1:
            for samples in cliques_of_cube(points, order):
                yield Clique(words(samples, points), order)
    for order in (2, 3, 20):
        yield Clique(words(tournament_clique(2 * order - 1, order), 2 * order - 1), order)


def eight_samples() -> Clique:
    """Return the largest clique of the paper's example: eight samples that are no paths of a mistake tree."""
    return Clique(words(clique_of(tuple(TWO_AND_THREE.rows()), 3), 4), 3)


def contradiction_lost() -> Iterator[Clique]:
    """Yield samples of which some pairs do not contradict each other."""
    for samples, order in (eight_samples(), Clique(("00", "01", "10", "11"), 2)):
        yield Clique(tuple(word.replace("1", "0", 1) for word in samples), order)
        yield Clique(tuple(word.replace("1", "0") for word in samples), order)
    yield from (Clique(pair, 2) for pair in combinations(map("".join, product("01.", repeat=2)), 2)
                if not any({*at} == {"0", "1"} for at in zip(*pair, strict=True)))


def longer_samples() -> Iterator[Clique]:
    """Yield cliques with samples of more labelled points than m."""
    yield from (given._replace(m=m) for given in (eight_samples(), *cliques()) for m in range(2, given.m)
                if longest(given.samples) > m)


def longest(samples: Words) -> int:
    return max(len(word) - word.count(".") for word in samples)


def single_samples() -> Iterator[Clique]:
    """Yield cliques of one sample."""
    yield from (given._replace(samples=given.samples[:1]) for given in (eight_samples(), *cliques()))


def single_points() -> list[Clique]:
    """Return a clique of samples of one point; all are like it."""
    return [Clique(("0", "1"), 1)]


@proof("AMSY24-17", grade="exhaustive", quantifier="all cliques on 2 and 3 points for orders from 2 on, and on 4 "
       "points for order 2; tournaments of 3, 5 and 39 point functions",
       instances=cliques, start=eight_samples,
       steps={"pairs": "{the pairs of samples} are at most {the sum of all a_x b_x}",
              "labels": "{the sum of all a_x + b_x} is at most {c m}",
              "rarer labels": "{c - 1} is at most {the sum of all r_x}",
              "best point/one": "{a_x b_x} is at most {r max(a_x, b_x)}",
              "best point/all": "{the sum of all a_x b_x} is at most {r (c m - c + 1)}",
              "stated bound": "{(c - 1)/(2m)} is at most {r}",
              "conclusion": "{c/(2m - 1)} is at most {the samples with the rarer label of the best point}"},
       hypotheses=(
           Hypothesis("the samples contradict each other", contradiction_lost,
                      ("pairs", "rarer labels", "stated bound", "conclusion")),
           Hypothesis("a sample has m points", longer_samples,
                      ("labels", "best point/all", "stated bound", "conclusion")),
           Hypothesis("c >= 2", single_samples, ("conclusion",)),
           Hypothesis("m >= 2, for the sharper bound", single_points, ("conclusion",)),
           Hypothesis("a concept labels each sample", needless="each step holds for samples that give a point both "
                      "labels, too")))
def a_point_is_balanced(given: Clique) -> Iterator[Line]:
    c, m, points = len(given.samples), given.m, range(len(given.samples[0]))
    counts = {x: labels_of(x, given.samples) for x in points}
    rarer, products = sum(map(min, counts.values())), sum(a * b for a, b in counts.values())
    r = max(map(min, counts.values()))
    yield Line("pairs", "<=", c * (c - 1) // 2, products)
    yield Line("labels", "<=", sum(map(sum, counts.values())), c * m)
    yield Line("rarer labels", "<=", c - 1, rarer)
    for x, (a, b) in counts.items():
        yield Line("best point/one", "<=", a * b, r * max(a, b), ("point", x))
    yield Line("best point/all", "<=", products, r * (c * m - c + 1))
    yield Line("stated bound", "<=", Fraction(c - 1, 2 * m), r)
    yield Line("conclusion", "<=", Fraction(c, 2 * m - 1), max(
        min(sum(word[x] == label for word in given.samples) for label in "01") for x in points))


def refutes_a_point_is_balanced(given: Clique, step: str, case: Any) -> bool:
    """Tell whether a line is false, by the columns of the table of samples."""
    columns = ["".join(column) for column in zip(*given.samples, strict=True)]
    c, zeros, ones = len(given.samples), [s.count("0") for s in columns], [s.count("1") for s in columns]
    rarer = [min(pair) for pair in zip(zeros, ones, strict=True)]
    joined = sum(a * b for a, b in zip(zeros, ones, strict=True))
    return {"pairs": 2 * joined < c * (c - 1), "labels": sum(zeros) + sum(ones) > c * given.m,
            "rarer labels": sum(rarer) < c - 1, "best point/all": joined > max(rarer) * (c * (given.m - 1) + 1),
            "stated bound": 2 * given.m * max(rarer) < c - 1, "conclusion": (2 * given.m - 1) * max(rarer) < c}[step]


class CliqueOfClass(NamedTuple):
    """A clique of samples of m labelled points that a class realises."""

    H: Row
    samples: Words
    m: int

    @property
    def labels(self) -> dict[str, str]:
        return Clique(self.samples, self.m).labels


Path = tuple[tuple[int, int], ...]


def tree_of_parts(samples: Words) -> dict[Path, tuple[Words, int]]:
    """Return for each path of the tree the samples that are left, and the largest depth that is complete below it."""
    def grown(path: Path, part: Words) -> int:
        x = max(range(len(part[0])), key=lambda x: min(labels_of(x, part)))
        found[path] = part, 0
        if min(labels_of(x, part)):
            found[path] = part, 1 + min(grown((*path, (x, y)), tuple(word for word in part if word[x] == str(y)))
                                        for y in (0, 1))
        return found[path][1]

    found: dict[Path, tuple[Words, int]] = {}
    grown((), samples)
    return found


@cache
def largest_cliques() -> list[CliqueOfClass]:
    """Return a largest clique of every small class and some larger ones, and a tournament of point functions."""
    found = [CliqueOfClass(rows, words(clique_of(rows, m), len(rows[0])), m) for rows, m in graphs(larger=3) if m > 1]
    rows = tuple(point_functions(9).rows())
    return [*found, CliqueOfClass(rows, words(tournament_clique(9, 5), 9), 5)]


def eight_realised_samples() -> CliqueOfClass:
    """Return the largest clique of the paper's example with its class."""
    return CliqueOfClass(tuple(TWO_AND_THREE.rows()), *eight_samples())


def no_contradictions() -> Iterator[CliqueOfClass]:
    """Yield all parts with one point of the first concept's sample: samples that do not contradict each other."""
    for given in [eight_realised_samples()] + largest_cliques():
        points = len(given.H[0])
        yield given._replace(samples=tuple(f"{'.' * x}{given.H[0][x]}{'.' * (points - x - 1)}" for x in range(points)))


def more_points() -> Iterator[CliqueOfClass]:
    """Yield cliques with samples of more labelled points than m."""
    for given in [eight_realised_samples()] + largest_cliques():
        yield from (given._replace(m=m) for m in range(2, given.m) if longest(given.samples) > m)


def fewer_concepts() -> Iterator[CliqueOfClass]:
    """Yield cliques some of whose samples no concept labels."""
    for given in [eight_realised_samples()] + largest_cliques():
        if len(given.samples) > 1:
            yield from (given._replace(H=H) for H in (given.H[::len(given.H) - 1], given.H[:1]))


def two_samples() -> list[CliqueOfClass]:
    """Return the clique of samples of one point of a class of two concepts."""
    return [CliqueOfClass(((0,), (1,)), ("0", "1"), 1)]


@proof("AMSY24-18", grade="exhaustive", quantifier="a largest clique of all 255 classes on three points and of 5 "
       "classes on 4 to 8 points, orders 2 and 3; a tournament of 9 point functions, order 5; every node of each tree",
       instances=largest_cliques, start=eight_realised_samples,
       steps={"split": "{|P|} is at most {(2m - 1) times the smaller part of P}",
              "leaves": "{the labels on a path} are {those that the concept at its leaf has}",
              "depth": "{|P|} is at most {(2m - 1)^e for the depth e of its tree}",
              "tree": "{the depth of the tree of all samples} is at most {LDim(H)}",
              "conclusion": "{the samples} are at most {(2m - 1)^LDim(H)}"},
       wordless={"stated bound": "2m - 1 is less than 2m + 1; for m = 1 there are two samples at most"},
       hypotheses=(
           Hypothesis("the samples contradict each other", no_contradictions, ("split", "depth", "conclusion")),
           Hypothesis("a sample has m points", more_points, ("split", "depth", "conclusion")),
           Hypothesis("a concept of H labels each sample", fewer_concepts, ("leaves", "tree", "conclusion")),
           Hypothesis("m >= 2, for the sharper bound", two_samples, ("split", "depth", "conclusion"))))
def a_clique_holds_a_tree(given: CliqueOfClass) -> Iterator[Line]:
    H, base, tree = given.H, 2 * given.m - 1, tree_of_parts(given.samples)
    parts = {path: [len(found) for other, (found, _) in tree.items() if other and other[:-1] == path] for path in tree}
    for path, below in parts.items():
        if len(tree[path][0]) > 1:
            yield Line("split", "<=", len(tree[path][0]), base * min(below, default=0), told(path))
    for path, below in parts.items():
        if not below:
            ways = [sum(row[x] == y for x, y in path) for row in H
                    if all(y in (".", str(row[x])) for x, y in enumerate(tree[path][0][0]))]
            yield Line("leaves", "==", len(path), max(ways, default=0), told(path))
    for path, (part, depth) in tree.items():
        if len(part) > 1:
            yield Line("depth", "<=", len(part), base**depth, told(path))
    dimension = littlestone_dimension(class_of(H))
    yield Line("tree", "<=", tree[()][1], dimension)
    yield Line("conclusion", "<=", len(given.samples), base**dimension)


def told(path: Path) -> str:
    """Return a path as text."""
    return "path " + (" ".join(f"{x}:{y}" for x, y in path) or "of length 0")


def refutes_a_clique_holds_a_tree(given: CliqueOfClass, step: str, case: Any) -> bool:
    """Tell whether a line is false; for a line of a path by the samples that fit the path."""
    base, dimension = 2 * given.m - 1, deepest_tree(given.H)
    if step == "conclusion":
        return len(given.samples) > base**dimension
    if step == "tree":
        return deepest_split(given.samples) > dimension
    path = [] if case.endswith("of length 0") else [pair.split(":") for pair in case.split()[1:]]
    part = [word for word in given.samples if all(word[int(x)] == y for x, y in path)]
    if step == "leaves":
        return not any(all(str(row[int(x)]) == y for x, y in path) and all(
            y == "." or str(row[x]) == y for x, y in enumerate(word)) for row in given.H for word in part[:1])
    if step == "depth":
        return len(part) > base ** deepest_split(tuple(part))
    return all(base * min(column.count("0"), column.count("1")) < len(part) for column in zip(*part, strict=True))


def deepest_split(part: Words) -> int:
    """Return the complete depth of the tree that splits at the points where the rarer label is most frequent."""
    columns = [(-min(column.count("0"), column.count("1")), x) for x, column in enumerate(zip(*part, strict=True))]
    rarer, x = min(columns)
    return rarer and 1 + min(deepest_split(tuple(word for word in part if word[x] == y)) for y in "01")


def deepest_tree(H: Row) -> int:
    """Return Littlestone's dimension from its recursion."""
    splits = [[tuple(row for row in H if row[x] == y) for y in (0, 1)] for x in range(len(H[0]))]
    return max((1 + min(map(deepest_tree, pair)) for pair in splits if all(pair)), default=0)


class Order(NamedTuple):
    """A class, its Littlestone dimension and a number of rows."""

    H: Row
    d: int
    m: int

    @property
    def labels(self) -> dict[str, str]:
        return {"d": "d, Littlestone's dimension"}


@cache
def orders() -> list[Order]:
    """Return all small classes and two on four points, with the orders 1 to 3."""
    larger = [tuple(TWO_AND_THREE.rows()), tuple(boxes(1, 2).rows())]
    return [Order(rows, littlestone_dimension(class_of(rows)), m)
            for rows, m in (*graphs(), *product(larger, (1, 2, 3)))]


def the_example() -> Order:
    """Return the paper's example at the order where its clique number is 2^m for the last time."""
    return Order(tuple(TWO_AND_THREE.rows()), 2, 3)


def another_dimension() -> Iterator[Order]:
    """Yield classes with one more than Littlestone's dimension for d, or less."""
    for given in [the_example()] + orders():
        yield from (given._replace(d=max(0, given.d - 2)), given._replace(d=given.d + 1, m=given.d + 1))


@proof("AMSY24-2", grade="exhaustive", quantifier="all 255 classes on three points, the paper's example and boxes in a "
       "square, orders 1 to 3",
       instances=orders, start=the_example,
       steps={"finite": "{omega_m} is at most {(2m + 1)^d}",
              "infinite/trees": "{2^min(m, d)} is at most {omega_m}",
              "infinite/most": "{omega_m} is at most {2^m}",
              "conclusion": "{the largest clique} is at most {2^m and (2m + 1)^d}, and 2^m if m <= d"},
       hypotheses=(Hypothesis("d is Littlestone's dimension", another_dimension,
                              ("finite", "infinite/trees", "conclusion")),))
def orders_double_or_grow_slowly(given: Order) -> Iterator[Line]:
    H, d, m = given
    omega = len(clique_of(H, m))
    yield Line("finite", "<=", omega, (2 * m + 1) ** d)
    yield Line("infinite/trees", "<=", 2 ** min(m, d), omega)
    yield Line("infinite/most", "<=", omega, 2**m)
    counted = largest_by_growing(realised_samples(class_of(H), m))
    yield Line("conclusion", "==" if m <= d else "<=", counted, min(2**m, (2 * m + 1) ** d))


def refutes_orders_double_or_grow_slowly(given: Order, step: str, case: Any) -> bool:
    """Tell whether a line is false, by the cliques of the restrictions of concepts."""
    vertices = {tuple((x, row[x]) for x in chosen) for row in given.H
                for chosen in combinations(range(len(row)), min(given.m, len(row)))}
    omega, most = largest_by_growing(sorted(vertices)), min(2**given.m, (2 * given.m + 1) ** given.d)
    return {"finite": omega > (2 * given.m + 1) ** given.d, "infinite/trees": omega < 2 ** min(given.m, given.d),
            "conclusion": omega > most or given.m <= given.d and omega != most}[step]
