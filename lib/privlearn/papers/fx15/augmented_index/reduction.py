"""FX15, Section 4 and Theorem 1.2: every mistake tree contains augmented index, a lower bound for every class."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import ceil, log2 as float_log2
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.communication import index_reduction, messages_lower_bound
from privlearn.communication.augmented_index import index_bound
from privlearn.communication.lines import line_value, messages_needed
from privlearn.communication.public_coins import public_coin_value
from privlearn.communication.tree_reduction import IndexReduction, reduction_failure
from privlearn.concepts import (ConceptClass, all_functions, boxes, halfspaces, intervals, lines, point_functions,
                                thresholds)
from privlearn.concepts.sets import mask_of
from privlearn.dimensions import halfspace_tree, littlestone_bounds, littlestone_dimension, mistake_tree
from privlearn.dimensions.halfspace_trees import dot
from privlearn.exact import log2
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import FIFTH, HALF, THIRD
from privlearn.exact.primes import primes
from privlearn.papers.by_definition import has_mistake_tree
from privlearn.papers.fx15.augmented_index import claim
from privlearn.papers.fx15.lines_lower_bound.instances import balanced, searched

claim("FX15-4.2", kind="lemma", uses=("FX15-4.augindex", "FX15-2.5.ldim", "FX15-3.eval"),
      title="Every mistake tree is an augmented index problem: leaves are strings, inner nodes prefixes",
      erratum_kind="misprint", repaired=True,
      erratum="The domain of m_X is printed as the strings of 1 to d bits; the prefixes that occur have 0 to d-1 bits "
              "(the root is the empty one, and no node belongs to a prefix of d bits). The sentence that announces the "
              "reduction names its two problems in the reverse order. Slips of notation, in both versions.")


@cache
def ones_at(x: int, points: int) -> int:
    return sum(1 << f for f in range(1 << points) if f >> (points - 1 - x) & 1)


@cache
def small_tree(alive: int, points: int):
    """A deepest complete mistake tree of the class with these function numbers, by definition; leaves are functions."""
    best: Any = (alive & -alive).bit_length() - 1
    depth = 0
    for x in range(points):
        ones = alive & ones_at(x, points)
        if not ones or ones == alive:
            continue
        sides = [small_tree(alive & ~ones, points), small_tree(ones, points)]
        least = min(map(tree_height, sides))
        if least + 1 > depth:
            best, depth = (x, *(cut_tree(side, least) for side in sides)), least + 1
    return best


def tree_height(tree) -> int:
    return 1 + tree_height(tree[1]) if isinstance(tree, tuple) else 0


def cut_tree(tree, height: int):
    if height == 0:
        while isinstance(tree, tuple):
            tree = tree[1]
        return tree
    return (tree[0], cut_tree(tree[1], height - 1), cut_tree(tree[2], height - 1))


@cache
def named_classes() -> dict[str, ConceptClass]:
    """Named classes, among them one of depth 9 and one of depth 12."""
    return dict(_named_classes())


def _named_classes() -> Iterator[tuple[str, ConceptClass]]:
    yield from ((f"Thr_{b}", thresholds(b)) for b in (1, 2, 3, 4, 5, 6, 10, 12))
    yield from ((f"Line_{p}", lines(p)) for p in (2, 3, 5, 7, 11, 13))
    yield from ((f"Point_{b}", point_functions(2**b)) for b in (1, 2, 3, 4))
    yield from ((f"Box({b}, {d})", boxes(b, d)) for b, d in ((1, 1), (4, 1), (2, 2), (3, 2), (1, 4)))
    yield from ((f"HS({b}, {d})", halfspaces(b, d)) for b, d in ((4, 1), (2, 2), (3, 2), (1, 4)))
    yield from ((f"all functions on {n}", all_functions(n)) for n in (1, 2, 3, 4))
    yield "intervals(5)", intervals(5)


def entry(concepts: ConceptClass, row: int, column: int) -> int:
    return int(concepts.matrix[row, column])


@check("FX15-4.2", grade="exhaustive", quantifier="all strings and positions, all 65,535 classes on 4 points",
       says="the strings are as long as the tree is deep; each one's concept has the next bit at every prefix's point")
@sabotage("left and right exchanged at the root", make=lambda: mirrored_root)
@sabotage("the strings one bit too short: the reduction of a subtree",
          lambda tree: index_reduction(tree[1] if isinstance(tree, tuple) else tree))
@sabotage("the domain of the points as printed, without the empty prefix", make=lambda: printed_prefixes)
@judged("==")
def all_small_classes_contain_augmented_index(reduce=index_reduction):
    @cache  # many classes have the same tree
    def reduced(tree: Any) -> tuple[bool, int]:
        found = reduce(tree)
        lost = reduction_failure(found, lambda f, x: f >> (3 - x) & 1)
        return lost is None and found.depth == tree_height(tree), mask_of(found.concepts.values())

    for alive in range(1, 1 << 16):
        good, named = reduced(small_tree(alive, 4))
        yield alive, int(not good or named & ~alive != 0), 0

def refutes_all_small_classes_contain_augmented_index(reduce, alive):
    found = reduce(small_tree(alive, 4))
    if found.depth < tree_height(small_tree(alive, 4)):
        return True
    rows = list(product((0, 1), repeat=4))
    return reduction_is_wrong(_as_rows(found, lambda f: rows[f]), [rows[f] for f in range(16) if alive >> f & 1])


def mirrored_root(tree) -> IndexReduction:
    return index_reduction((tree[0], tree[2], tree[1]) if isinstance(tree, tuple) else tree)


def printed_prefixes(tree) -> IndexReduction:
    """Points only for strings of 1 to d bits, as printed: the root has none."""
    found = index_reduction(tree)
    return IndexReduction(found.depth, found.concepts, {u: x for u, x in found.points.items() if u})


def reduction_is_wrong(found: IndexReduction, rows: list[tuple[int, ...]]) -> bool:
    """Decide by recursion, position by position, whether some string loses a bit."""
    def lost(prefix: tuple[int, ...], alive: list[tuple[int, ...]]) -> bool:
        if len(prefix) == found.depth:
            return found.concepts.get(prefix) not in alive
        x = found.points.get(prefix)
        return x is None or any(lost((*prefix, bit), [row for row in alive if row[x] == bit]) for bit in (0, 1))
    return lost((), rows)


def _as_rows(found: IndexReduction, name: Callable[[Any], tuple[int, ...]]) -> IndexReduction:
    return IndexReduction(found.depth, {x: name(c) for x, c in found.concepts.items()}, found.points)


def halfspace_value(halfspace, point) -> int:
    return int(dot(halfspace[0], point) >= halfspace[1])


@check("FX15-4.2", grade="exhaustive",
       quantifier="all strings and positions of 32 named classes, up to depth 12, and of the trees of Theorem B.2: up "
                  "to 16,384 halfspaces, depth up to 14",
       says="the strings have LDim, or (d (d - 1)/2 + 1) b, bits, and each one's concept has the next bit at the point "
            "of every prefix")
@sabotage("left and right exchanged at the root", mirrored_root)
@judged("==")
def named_classes_and_halfspace_trees_contain_augmented_index(reduce=index_reduction):
    for name, concepts in named_classes().items():
        best = littlestone_bounds(concepts).proved()
        found = reduce(best.witness)
        yield name, -1 if reduction_failure(found, partial(entry, concepts)) else found.depth, best.lower
    for b, d in ((1, 2), (2, 3), (3, 3), (2, 4)):
        found = reduce(halfspace_tree(b, d))
        yield (b, d), -1 if reduction_failure(found, halfspace_value) else found.depth, (d * (d - 1) // 2 + 1) * b

def refutes_named_classes_and_halfspace_trees_contain_augmented_index(reduce, at):
    if isinstance(at, str):
        concepts = named_classes()[at]
        rows, found = concepts.rows(), reduce(mistake_tree(concepts))
        return found.depth < littlestone_dimension(concepts) or reduction_is_wrong(
            _as_rows(found, lambda c: rows[c]), rows)
    found = reduce(halfspace_tree(*at))
    return any((point := found.points.get(x[:i])) is None or x[i] != (
        sum(w * v for w, v in zip(weights, point, strict=True)) >= cut)
        for x, (weights, cut) in found.concepts.items() for i in range(found.depth))


LOOSE = {"four functions": all_functions(2), "thresholds": thresholds(2), "intervals": intervals(5)}


@cache
def small_reduction(name: str) -> IndexReduction:
    return index_reduction(mistake_tree(LOOSE[name]))


def spoilt(name: str, place: tuple[str, Any, Any]) -> tuple[IndexReduction, Callable[[Any, Any], int]]:
    """Return the reduction with one bit misread, or without the concept of a string or the point of a prefix."""
    found, (kind, concept, point) = small_reduction(name), place
    read = partial(entry, LOOSE[name])
    if kind == "concept":
        return replace(found, concepts={x: c for x, c in found.concepts.items() if x != concept}), read
    if kind == "point":
        return replace(found, points={u: x for u, x in found.points.items() if u != point}), read
    return found, lambda c, x: read(c, x) ^ ((c, x) == (concept, point))


def places(name: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield all strings, all prefixes, and all pairs of a concept and a point of the reduction."""
    found = small_reduction(name)
    yield from (("concept", x, None) for x in found.concepts)
    yield from (("point", None, u) for u in found.points)
    yield from (("bit", c, x) for c in {*found.concepts.values()} for x in {*found.points.values()})


@check("FX15-4.2", grade="exhaustive",
       quantifier="the trees of all functions on 2 points, of thresholds on 4 and of intervals on 5: each string "
                  "without its concept, each prefix without its point, each bit of a concept at a point misread",
       says="the first string and position at which a reduction fails is found, and none where it does not fail")
@sabotage("the positions from 0", lambda *case: (lost := reduction_failure(*case)) and (lost[0], lost[1] - 1))
@sabotage("a missing string is no failure", lambda reduction, evaluate: next(
    ((x, i + 1) for x in sorted(reduction.concepts) for i in range(reduction.depth) if x[:i] not in reduction.points
     or evaluate(reduction.concepts[x], reduction.points[x[:i]]) != x[i]), None))
@judged("==")
def failures_of_reductions_are_found(first=reduction_failure):
    for name in LOOSE:
        whole, (_, read) = small_reduction(name), spoilt(name, ("bit", None, None))
        yield (name, None), first(whole, read), None
        for place in places(name):
            kind, concept, point = place
            fails = [(x, i + 1) for x, c in whole.concepts.items() for i in range(whole.depth) if {
                "concept": x == concept, "point": x[:i] == point,
                "bit": (c, whole.points[x[:i]]) == (concept, point)}[kind]]
            yield (name, place), first(*spoilt(name, place)), min(fails, default=None)

def refutes_failures_of_reductions_are_found(first, name, place):
    if place is None:
        return first(small_reduction(name), partial(entry, LOOSE[name])) is not None
    found, read = spoilt(name, place)
    listed = []
    for x in product((0, 1), repeat=found.depth):
        asked = [found.points.get(x[:i]) for i in range(found.depth)]
        listed += [(x, i + 1) for i, y in enumerate(asked)
                   if x not in found.concepts or y is None or read(found.concepts[x], y) != x[i]]
    return first(found, read) != min(listed, default=None)


evaluation_bound = replace(index_bound, tex={**index_bound.tex, "bits": r"\mathrm{LDim}(C)"})
claim("FX15-4.3", kind="corollary", uses=("FX15-4.1", "FX15-4.2", "FX15-2.1eq"),
      title="Evaluating a class takes (1 - H(eps)) LDim bits, with public coins too",
      erratum_kind="convention", repaired=True,
      erratum="True as printed for eps <= 1/2, which is not said; and stated for private coins only. The proof gives "
              "the stronger public-coin form, which Theorem 1.2 uses.",
      note="Private coins and deterministic Bobs can do no better than public coins, so their case is included.",
      formulas=(evaluation_bound,))


claim("FX15-4.zhang", kind="remark", status="quoted",
      reason="the quantum lower bound is only cited by Feldman and Xiao; nothing quantum is computed here",
      uses=("FX15-4.3",), title="The quantum strengthening of the lower bound",
      note="Cited in the paper: a lower bound technique for one-way quantum complexity has power exactly governed by "
           "the Littlestone dimension. Nothing quantum is computed here; the classical consequence is FX15-4.3.")


claim("FX15-1.2", kind="theorem", section="1.1 Our results", uses=("FX15-4.3", "FX15-5.3.direct", "FX15-5.ldim"),
      formulas=(evaluation_bound,),
      title="Public-coin complexity is at least of the order of LDim, and unbounded at LDim = 2",
      note="Without a subscript the error is 1/3. Part 1 is Corollary 4.3, here where it is tight; part 2 is the bound "
           "for lines that is proved after Theorem 5.3, at error 1/3, with LDim(Line_p) = 2.")


@check("FX15-1.2", grade="certified", against="optimum",
       quantifier="all public-coin protocols for all functions on n = 1..3 points, every k; a fair coin errs "
                  "with probability 1/2; the constant at error 1/3",
       says="(1 - H(epsilon)) LDim, at the least error epsilon, is at most log2 of the number k of messages, and equal "
            "to it for k = 2^n; at 1/3 it is between LDim/13 and LDim/12")
@sabotage("the dimension plus one", (lambda concepts: littlestone_dimension(concepts) + 1, evaluation_bound))
@sabotage("the dimension less one", (lambda concepts: littlestone_dimension(concepts) - 1, evaluation_bound))
def the_bound_is_tight_for_all_functions(case=(littlestone_dimension, evaluation_bound)) -> Verdict:
    dimension, bound = case
    games = ((n, k, dimension(all_functions(n)), public_coin_value(all_functions(n), k).value)
             for n in (1, 2, 3) for k in range(1, 2**n + 1))
    cases = [((n, k), as_bracket(bound(d, error)), log2(k).bracket()) for n, k, d, error in games]
    coins = [((d, str(e)), bound(d, e), 0) for d, e in bound.instances() if e >= HALF]
    third = bound(dimension(all_functions(1)), THIRD)
    return all_hold(judge("<=", cases), judge("==", (case for case in cases if case[0][1] == 2 ** case[0][0])),
                    judge("<=", coins),
                    judge("<", [((1, "/13"), Fraction(1, 13), third), ((1, "/12"), third, Fraction(1, 12))]))

def refutes_the_bound_is_tight_for_all_functions(case, n, k):
    """With 2^n messages Alice names her function and nothing is wrong: n bits, no fewer, are the bound."""
    dimension, bound = case
    if isinstance(k, str) and k[0] == "/":  # one point asks for one bit, of which 1 - H(1/3) is left
        found, part = float(as_bracket(bound(dimension(all_functions(1)), THIRD)).lower), 1 / int(k[1:])
        return found < part if k == "/13" else found > part
    if isinstance(k, str):
        return Fraction(k) >= HALF and as_bracket(bound(n, Fraction(k))).lower > 0
    concepts, branches = all_functions(n), public_coin_value(all_functions(n), k).protocol.branches
    e = max(sum(w for w, alice, bob in branches if bob[alice[f]][x] != row[x])
            for f, row in enumerate(concepts.rows()) for x in range(n))
    more = float(as_bracket(bound(dimension(concepts), e)).lower) - float_log2(k)
    return more > 1e-9 or k == 2**n and more < -1e-9


PARTS: tuple[Callable[..., int], Callable[..., Fraction]] = (littlestone_dimension, messages_needed)


@check("FX15-1.2", grade="certified",
       quantifier="Line_p for the primes up to 13; t = 0..12 bits and the least prime p >= (9 2^t + 20)/4, error 1/3; "
                  "exact public-coin values for p = 2, 3, a protocol with 6 messages for p = 7",
       says="lines have Littlestone dimension 2, and at error 1/3 need 2^t messages; no protocol has fewer than needed")
@sabotage("Littlestone dimension 3", (lambda concepts: 3, messages_needed))
@sabotage("the messages at error 1/5", (littlestone_dimension, lambda p, error: messages_needed(p, FIFTH)))
@sabotage("the messages at error 7/16", (littlestone_dimension, lambda p, error: messages_needed(p, Fraction(7, 16))))
@judged("<=")
def lines_have_dimension_two_and_need_many_messages(parts=PARTS):
    dimension, needed = parts
    yield from (((p, "dimension"), abs(dimension(lines(p)) - 2), 0) for p in primes(2, 13))
    for t in range(13):
        p = next(p for p in primes(2, 2 ** (t + 4)) if 4 * p >= 9 * 2**t + 20)
        yield (p, "messages"), 2**t, needed(p, THIRD)
    for p in (2, 3):
        yield (p, "exact"), needed(p, THIRD), next(k for k in (1, 2, 3) if line_value(p, k).value <= THIRD)
    yield (7, "search"), needed(7, THIRD), 6

def refutes_lines_have_dimension_two_and_need_many_messages(parts, p, kind):
    """A tree of depth 2, and none of depth 3; the bound in whole numbers; a protocol, pair by pair."""
    if kind == "dimension":
        return has_mistake_tree(lines(p), 2) and not has_mistake_tree(lines(p), 3) and parts[0](lines(p)) != 2
    if kind == "messages":
        return Fraction(4 * (p - 3) ** 2, 9 * (p - 1)) > parts[1](p, THIRD)
    found = searched(7, 4)
    return kind == "search" and balanced(found) <= THIRD and len(found.answers) < parts[1](7, THIRD)


ERRORS = tuple(Fraction(a, b) for a, b in ((0, 1), (1, 100), (1, 8), (1, 5), (1, 4), (1, 3), (2, 5), (49, 100), (1, 2),
                                           (2, 3), (1, 1)))


def least_power(dimension: int, error: Fraction) -> int:
    """Return ``ceil(2^((1 - H(e)) d))`` in whole numbers, for e = a/b.

    ``2^(-H(e)) = e^e (1 - e)^(1 - e)``, so the least M is that with ``M^b b^(b d) >= (2^b a^a (b - a)^(b - a))^d``.
    """
    a, b = error.numerator, error.denominator
    if 2 * a >= b:
        return 1
    power, whole, low, high = (2**b * a**a * (b - a) ** (b - a)) ** dimension, b ** (b * dimension), 1, 2**dimension
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if middle**b * whole >= power else (middle + 1, high)
    return low


@check("FX15-4.3", grade="exact", quantifier="LDim = 0 to 16, eleven errors from 0 to 1; every number of messages",
       says="{the number of messages needed} equals {the least M with log M at least (1 - H(epsilon)) LDim}")
@verifier(lambda bound, d, e: bound(d, e) < 1 or float_log2(bound(d, e)) < floating_bits(d, e) - 1e-9
          or bound(d, e) > 1 and float_log2(bound(d, e) - 1) >= floating_bits(d, e) - 1e-9)
@sabotage("rounded down", lambda d, e: max(1, messages_lower_bound(d, e) - 1))
@sabotage("2 epsilon in place of the entropy", lambda d, e: ceil(2 ** max((1 - 2 * e) * d, 0)))
def messages_are_the_least_whole_number(bound=messages_lower_bound) -> Verdict:
    return judge("==", (((d, e), bound(d, e), least_power(d, e)) for d in range(17) for e in ERRORS))


def floating_bits(dimension: int, error: Fraction) -> float:
    """Return (1 - H(e)) LDim in floating point, 0 from 1/2 on."""
    entropy = -sum(float(p) * float_log2(p) for p in (error, 1 - error) if p)
    return (1 - entropy) * dimension if 2 * error < 1 else 0.0
