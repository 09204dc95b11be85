"""FX15, Lemma 4.2 and Corollary 4.3: their proofs, line by line on mistake trees, with protocols played along them."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import log2 as float_log2
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.communication import PublicCoinProtocol, error_matrix, index_reduction
from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import Concept, ConceptClass, classes_up_to_symmetry, lines, point_functions, thresholds
from privlearn.dimensions import littlestone_dimension, mistake_tree
from privlearn.exact import log2
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula
from privlearn.exact.fractions import HALF
from privlearn.papers.by_definition import littlestone_by_definition, small_classes
from privlearn.papers.fx15.augmented_index.message_bound import bits
from privlearn.papers.fx15.augmented_index.reduction import evaluation_bound
from privlearn.papers.fx15.equivalence.instances import CLASSES
from privlearn.papers.fx15.fano.messages import ABOVE, entropy_of_bit

Tree = Any  # (point, tree if 0, tree if 1), or a leaf: a concept


class PlayedTree(NamedTuple):
    """A class with a tree, a protocol for the class, and what Bob knows of Alice's string: its prefix, or nothing."""

    C: tuple[Concept, ...]
    d: int
    tree: Tree
    protocol: tuple[tuple[Fraction, tuple[int, ...], tuple[Concept, ...]], ...]
    Bob_knows: str = "position and prefix"

    @property
    def labels(self) -> dict[str, str]:
        """What a reader calls the parts whose names are others."""
        return {"tree": "tree: point, if 0, if 1", "protocol": "coins, Alice, Bob"}


def is_leaf(tree: Tree) -> bool:
    return not (len(tree) == 3 and isinstance(tree[1], tuple))


def paths(tree: Tree, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Tree]]:
    """Yield each node and leaf with the path that leads to it, from left to right."""
    yield path, tree
    if not is_leaf(tree):
        yield from paths(tree[1], (*path, 0))
        yield from paths(tree[2], (*path, 1))


class Maps:
    """The two maps of the lemma, and what is asked."""

    def __init__(self, given: PlayedTree) -> None:
        self.concept = {path: node for path, node in paths(given.tree) if is_leaf(node)}
        self.node = {path: node for path, node in paths(given.tree) if not is_leaf(node)}
        self.strings = list(product((0, 1), repeat=given.d))
        self.asked = [(x, i) for i in range(given.d)[::-1] for x in self.strings[::-1]]
        self.told = "prefix" in given.Bob_knows

    def point(self, x: tuple[int, ...], i: int) -> int:
        """Return Bob's point; if he is not told the prefix, that of the left node at this depth."""
        return int(self.node[x[:i] if self.told else (0,) * i][0])


def played(given: PlayedTree, maps: Maps, x: tuple[int, ...], i: int) -> Fraction:
    """Return how often Bob's answer is not the bit: augmented index, as it is played."""
    f = given.C.index(maps.concept[x])
    return sum((w for w, alice, bob in given.protocol if bob[alice[f]][maps.point(x, i)] != x[i]), Fraction(0))


def strings_are_leaves(given: PlayedTree, maps: Maps) -> Iterator[Line]:
    """The maps, and their equation."""
    yield Line("maps/strings", "==", sum(len(x) == given.d for x in maps.concept), 2**given.d)
    yield Line("maps/prefixes", "==", sum(len(u) < given.d for u in maps.node), 2**given.d - 1)
    for u, node in maps.node.items():
        for bit in (0, 1):
            below = [f for _, f in paths(node[1 + bit]) if is_leaf(f)]
            ours = [maps.concept[x] for x in maps.strings if x[:len(u) + 1] == (*u, bit)]
            yield Line("side", "==", sum(f is g for f, g in zip(ours, below, strict=True)), len(below),
                       ("prefix", (*u, bit)))
    for u, node in maps.node.items():
        for bit in (0, 1):
            below = [f for _, f in paths(node[1 + bit]) if is_leaf(f)]
            yield Line("value", "==", sum(f[node[0]] == bit for f in below), len(below), ("prefix", (*u, bit)))
    for x, i in maps.asked:
        yield Line("equation", "==", maps.concept[x][maps.point(x, i)], x[i], ("string", x, "position", i + 1))


def start() -> PlayedTree:
    """Four thresholds on three points, and a protocol in which Alice tells the value at a random point."""
    C, third = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)), Fraction(1, 3)
    return PlayedTree(C, 2, (1, (2, C[0], C[1]), (0, C[2], C[3])), (
        (third, (0, 0, 0, 1), (C[1], C[3])), (third, (0, 0, 1, 1), (C[0], C[3])), (third, (0, 1, 1, 1), (C[0], C[2]))))


@cache
def complete_trees(rows: tuple[Concept, ...], depth: int) -> list[Tree]:
    """Return all complete mistake trees of a depth with leaves in a class."""
    if depth == 0 or not rows:
        return list(rows)
    return [(x, left, right) for x in range(len(rows[0]))
            for left in complete_trees(tuple(row for row in rows if not row[x]), depth - 1)
            for right in complete_trees(tuple(row for row in rows if row[x]), depth - 1)]


@cache
def played_trees() -> tuple[PlayedTree, ...]:
    """All deepest mistake trees of all classes on 2 and 3 points, each with optimal protocols in turn."""
    found = []
    for points in (2, 3):
        for c, _ in classes_up_to_symmetry(points):
            rows, d = tuple(c.rows()), littlestone_dimension(c)
            protocols = [public_coin_value(c, k).protocol.branches for k in range(1, len(c) + 1)]
            found += [PlayedTree(rows, d, tree, protocols[n % len(protocols)])
                      for n, tree in enumerate(complete_trees(rows, d))]
    return tuple(found)


def every(step: int) -> list[PlayedTree]:
    return [start(), *(given for given in played_trees()[::step] if given.d)]


def exchanged_leaves() -> Iterator[PlayedTree]:
    """Yield trees with left and right exchanged at the root."""
    for given in every(5):
        yield given._replace(tree=(given.tree[0], given.tree[2], given.tree[1]))


def too_shallow() -> Iterator[PlayedTree]:
    """Yield one of the two subtrees instead of the tree."""
    yield from (given._replace(tree=given.tree[1]) for given in every(5) if given.d > 1)


def strange_leaves() -> Iterator[PlayedTree]:
    """Yield classes without the concept at the last leaf."""
    for given in every(5):
        last = [node for _, node in paths(given.tree)][-1]
        f = given.C.index(last)
        kept = tuple((w, alice[:f] + alice[f + 1:], bob) for w, alice, bob in given.protocol)
        yield given._replace(C=given.C[:f] + given.C[f + 1:], protocol=kept)


def without_prefix() -> Iterator[PlayedTree]:
    """Yield games in which Bob knows his position only."""
    yield from (given._replace(Bob_knows="position") for given in every(5))


@proof("FX15-4.2", grade="exhaustive",
       quantifier="all deepest complete mistake trees of all classes on 2 and 3 points up to symmetry, each with one "
                  "of the class's optimal public-coin protocols; all strings and positions",
       instances=played_trees, start=start,
       steps={"maps/strings": "{the leaves after d directions} are {2^d}",
              "maps/prefixes": "{the inner nodes after fewer directions} are {2^d - 1}",
              "side": "{the strings that begin so, and have their leaf on this side} are {as many as its leaves}",
              "value": "{the leaves on this side whose concept has this bit at the point} are {all of them}",
              "equation": "{m_C(x) at m_X(x_1 ... x_(i-1))} equals {x_i}",
              "protocol/Alice": "{the strings that name a concept of C} are {2^d}",
              "protocol/Bob": "{Pr[Bob's answer is not x_i]} equals {the error for m_C(x) and Bob's point}",
              "conclusion": "{the largest error for augmented index} is at most {the largest error for C}"},
       hypotheses=(
           Hypothesis("the tree is complete and has depth d", too_shallow, ("maps/strings", "maps/prefixes")),
           Hypothesis("on the side b of a node concepts have the value b at its point", exchanged_leaves,
                      ("value", "equation", "protocol/Bob", "conclusion")),
           Hypothesis("the leaves are concepts of C", strange_leaves, ("protocol/Alice",)),
           Hypothesis("Bob knows the bits before his position", without_prefix,
                      ("equation", "protocol/Bob", "conclusion"))))
def trees_are_augmented_index(given: PlayedTree) -> Iterator[Line]:
    maps = Maps(given)
    yield from strings_are_leaves(given, maps)
    yield Line("protocol/Alice", "==", sum(maps.concept[x] in given.C for x in maps.strings), 2**given.d)
    errors = error_matrix(PublicCoinProtocol(given.protocol), ConceptClass.from_matrix(given.C))
    for x, i in maps.asked:
        yield Line("protocol/Bob", "==", played(given, maps, x, i),
                   errors[given.C.index(maps.concept[x])][maps.point(x, i)], ("string", x, "position", i + 1))
    yield Line("conclusion", "<=", max((played(given, maps, *at) for at in maps.asked), default=Fraction(0)),
               max(map(max, errors)))


def refutes_trees_are_augmented_index(given: PlayedTree, step: str, case: Any) -> bool:
    """Tell whether a line is false: down the tree by each string, bit by bit."""
    found, wrong, right = 0, [], []
    for x in product((0, 1), repeat=given.d):
        node, left, asked = given.tree, given.tree, []
        for bit in x:
            if is_leaf(node):
                break
            asked.append((node if given.Bob_knows != "position" else left)[0])
            node, left = node[1 + bit], left[1]
        if len(asked) < given.d:
            return step.startswith("maps")
        found += node in given.C
        for i, point in enumerate(asked):
            if step == "equation" and case[1::2] == (x, i + 1):
                return node[point] != x[i]
            if step == "value" and case[1] == x[:i + 1] and node[point] != x[i]:
                return True
            if node in given.C:
                answers = [(w, bob[alice[given.C.index(node)]][point]) for w, alice, bob in given.protocol]
                wrong.append((x, i + 1, sum(w for w, bit in answers if bit != x[i])))
                right.append(sum(w for w, bit in answers if bit != node[point]))
    if step == "protocol/Alice":
        return found < 2**given.d
    if step == "protocol/Bob":
        return any(one[:2] == case[1::2] and one[2] != other for one, other in zip(wrong, right, strict=True))
    worst = max(sum(w for w, alice, bob in given.protocol if bob[alice[f]][x] != bit)
                for f, row in enumerate(given.C) for x, bit in enumerate(row))
    return step == "conclusion" and max(one[2] for one in wrong) > worst


class Evaluated(NamedTuple):
    """A class, its Littlestone dimension, a protocol for it, its number of messages, and an error."""

    C: tuple[Concept, ...]
    d: int
    protocol: tuple[tuple[Fraction, tuple[int, ...], tuple[Concept, ...]], ...]
    k: int
    eps: Fraction

    @property
    def labels(self) -> dict[str, str]:
        return {"d": "LDim(C)", "protocol": "coins, Alice, Bob"}

    def wrong(self, f: int, x: int, bit: int) -> Fraction:
        """Return how often Bob's answer at a point is not the bit, if Alice has a concept."""
        return sum((w for w, alice, bob in self.protocol if bob[alice[f]][x] != bit), Fraction(0))


def evaluated_by(c: ConceptClass, protocol: Any, k: int) -> Evaluated:
    found = Evaluated(tuple(c.rows()), littlestone_dimension(c), protocol, k, Fraction(0))
    return found._replace(eps=max(found.wrong(f, x, bit) for f, row in enumerate(found.C) for x, bit in enumerate(row)))


@cache
def evaluated() -> list[Evaluated]:
    """Return classes with an optimal public-coin protocol for every number of messages, each with two errors."""
    named = (*CLASSES.values(), thresholds(3), point_functions(8), lines(3))
    return [given._replace(eps=eps) for c in (*(c for c, _ in small_classes()), *named) for k in range(1, len(c) + 1)
            for given in [evaluated_by(c, public_coin_value(c, k).protocol.branches, k)]
            for eps in sorted({given.eps, (given.eps + HALF) / 2})]


def first_evaluated() -> Evaluated:
    given = start()
    return evaluated_by(ConceptClass.from_matrix(given.C), given.protocol, 2)._replace(eps=Fraction(2, 5))


asked_of = cache(lambda C: index_reduction(mistake_tree(ConceptClass.from_matrix(C))))


@proof("FX15-4.3", grade="certified",
       quantifier="an optimal public-coin protocol for each number of messages, for every class on up to 3 points (one "
                  "of an orbit) and eight named ones; eps its largest error, and halfway from it to 1/2",
       instances=evaluated, start=first_evaluated,
       steps={"tree": "{the bits of augmented index in the deepest tree} are {LDim(C)}",
              "index": "{the largest error e for augmented index} is at most {eps}",
              "bits": "{(1 - H(e)) times these bits} is at most {log k}",
              "increases": "{H(e)} is less than {H(eps)}",
              "conclusion": "{(1 - H(eps)) LDim(C)} is at most {log k}"},
       hypotheses=(Hypothesis("d is Littlestone's dimension", {"d": lambda given: given.d + 1}, ("tree", "conclusion")),
                   Hypothesis("the protocol errs with probability at most eps", {"eps": lambda given: given.eps / 2},
                              ("index", "increases", "conclusion")),
                   Hypothesis("eps <= 1/2", {"eps": Fraction(19, 20)}, ("increases", "conclusion")),
                   Hypothesis("there are k messages", {"k": lambda given: given.k // 2 or 1}, ("bits", "conclusion"))))
def evaluation_needs_the_littlestone_dimension(given: Evaluated, bound: Formula = evaluation_bound) -> Iterator[Line]:
    d, eps, asked, length = given.d, given.eps, asked_of(given.C), log2(given.k).bracket()
    e = max((given.wrong(f, asked.points[x[:i]], x[i]) for x, f in asked.concepts.items() for i in range(len(x))),
            default=Fraction(0))
    yield Line("tree", "==", asked.depth, d)
    yield Line("index", "<=", e, eps)
    yield Line("bits", "<=", bound(asked.depth, e), length)
    if e != eps:
        yield Line("increases", "<", entropy_of_bit(e).bracket(), entropy_of_bit(eps).bracket())
    yield Line("conclusion", "<=", bound(d, eps) if bound.holds_for(d, eps) else (
        (log2(2) - entropy_of_bit(eps)) * d).bracket(), length)
    if bound.holds_for(d, ABOVE):  # if the condition is dropped
        yield Line("conclusion", "<=", bound(d, ABOVE), length, ("eps =", ABOVE))


def refutes_evaluation_needs_the_littlestone_dimension(given: Evaluated, step: str, case: Any, bound: Formula) -> bool:
    """Tell whether a line is false, in floating point, the dimension from its recursion."""
    d, eps = littlestone_by_definition(ConceptClass.from_matrix(given.C)), case[1] if case else given.eps
    if step == "tree":
        return d != given.d
    worst = max(sum((w for w, alice, bob in given.protocol if bob[alice[f]][x] != bit), Fraction(0))
                for f, row in enumerate(given.C) for x, bit in enumerate(row))
    if step in ("index", "increases"):
        return worst > eps if step == "index" else bits(worst) >= bits(eps)
    of = (given.d, eps) if step == "conclusion" else (d, worst)
    said = bound(*of) if bound.holds_for(*of) else (1 - bits(of[1])) * of[0]
    return float(as_bracket(said).lower) > float_log2(given.k) + 1e-9
