"""ABMS20, Section 4.2.1: the proof of the upper bound of Theorem 2.2, line by line on ladders of a composed class.

Definitions
-----------
A *vector* is the string of the bits h_{p,1}(x_q), ..., h_{p,k}(x_q).  The number of colours c is that of the pairs of
vectors that occur.  A ladder is long enough if the greedy search, which keeps one of c vertices in every step, must
record c(2t - 2) + 2 vertices; 2^(4k 4^k t) functions always are.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import numpy as np

import privlearn.papers.abms20.aggregation.threshold_closure  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition.ramsey import even_colouring
from privlearn.papers.abms20.ramsey import claim
from privlearn.papers.abms20.ramsey.colouring import quarter_of_the_pairs
from privlearn.papers.abms20.ramsey.ramsey_bound import least_vertices, printed_power

claim("ABMS20-4.2.1.extract", kind="inequality", step_of="ABMS20-2.1.2.plan",
      title="On i_1 < j_1 < i_2 < ... < j_t with one colour (v, u) the values are v_r for p <= q and u_r for p > q",
      uses=("ABMS20-4.2.1.colouring", "ABMS20-4.2.1.ramsey"),
      erratum_kind="misprint",
      erratum="A misprint: the range of p and q is t; d is printed, here and in the list of functions after it.")
claim("ABMS20-4.2.1.swap", kind="inequality", step_of="ABMS20-2.1.2.plan",
      title="G(v) = 1 and G(u) = 0, so u and v differ", uses=("ABMS20-2.def-G", "ABMS20-4.2.1.colouring"),
      erratum_kind="misprint",
      erratum="A slip: the text goes on with v in G^-1(0) and u in G^-1(1), the reverse of the two lines before it. "
              "All that is used is that u and v differ.")
claim("ABMS20-4.2.1.reverse", kind="inequality", step_of="ABMS20-2.1.2.plan",
      title="Thresholds in H_r: h_(i_1), ..., h_(i_t) on x_(j_1), ..., x_(j_t) if v_r = 1; if v_r = 0, the functions "
            "h_(j_t), ..., h_(j_1) on x_(i_t), ..., x_(i_1)",
      uses=("ABMS20-2.def-T", "ABMS20-4.2.1.extract", "ABMS20-4.2.1.swap"),
      erratum_kind="step", repaired=True,
      erratum="A slip of indices. If v_r = 0, the printed choice x_(j_t), ..., x_(j_1) with the functions of the "
              "lines before has zeros on its diagonal and loses one threshold; for G = NOT no choice of functions "
              "repairs it. Exchanging the roles of the i and the j does, and no constant changes. Also x_1, ..., x_t "
              "is printed where x_(j_1), ..., x_(j_t) is meant.")

Bits = tuple[int, ...]
XOR = (0, 1, 1, 0)


class Composed(NamedTuple):
    """Functions of one or two classes, a row each, on as many points; and how long a ladder of a part is to be."""

    G: Bits
    h_1: tuple[Bits, ...]
    h_2: tuple[Bits, ...]
    t: int


@dataclass
class Sides:
    """What the proof names on an instance; indices count from 0."""

    given: Composed

    @cached_property
    def parts(self) -> list[tuple[Bits, ...]]:
        return [self.given.h_1, self.given.h_2][:(len(self.given.G) // 2)]

    @property
    def n(self) -> int:
        return len(self.given.h_1)

    def vector(self, p: int, q: int) -> str:
        return "".join(str(h[p][q]) for h in self.parts)

    def colour(self, p: int, q: int) -> tuple[str, str]:
        """Return (v, u) for p < q."""
        return self.vector(p, q), self.vector(q, p)

    def value(self, vector: str) -> int:
        return self.given.G[int(vector, 2)]

    @cached_property
    def colours(self) -> set[tuple[str, str]]:
        return {self.colour(p, q) for p, q in combinations(range(self.n), 2)}

    @cached_property
    def search(self) -> tuple[list[tuple[int, int]], list[tuple[int, Any]]]:
        """For each step of the greedy search the vertices there and those kept; the recorded vertices with colours."""
        left, sizes, recorded = list(range(self.n)), [], []
        while len(left) > 1:
            seen = Counter(self.colour(left[0], q) for q in left[1:])
            most = max(sorted(seen), key=seen.__getitem__)
            recorded.append((left[0], most))
            left, before = [q for q in left[1:] if self.colour(left[0], q) == most], len(left)
            sizes.append((before, len(left)))
        return sizes, [*recorded, (left[0], None)]

    @cached_property
    def chosen(self) -> list[int]:
        """The recorded vertices of the most frequent colour, filled up to 2t with others, should they be too few."""
        *first, (last, _) = self.search[1]
        often = Counter(colour for _, colour in first)
        first.sort(key=lambda vertex: (-often[vertex[1]], vertex[1]))
        size = max(2 * self.given.t - 1, max(often.values(), default=0))
        return [*sorted(v for v, _ in first[:size]), last]

    @cached_property
    def differing(self) -> list[int]:
        """The parts r with v_r different from u_r."""
        v, u = self.colour(*self.chosen[:2])
        return [r for r in range(len(v)) if v[r] != u[r]]


def colouring(s: Sides) -> Iterator[Line]:
    """The colours, and those that the first part that differs and its value make."""
    k, ones = len(s.parts), sum(s.given.G)
    told = {next(((r, v[r]) for r in range(k) if v[r] != u[r]), None) for v, u in s.colours}
    yield Line("colouring/count", "<=", len(s.colours), ones * (len(s.given.G) - ones))
    yield Line("colouring/quarter", "<=", ones * (len(s.given.G) - ones), quarter_of_the_pairs(k))
    yield Line("colouring/fewer", "<=", len(told), 2 * k)


def ramsey(s: Sides) -> Iterator[Line]:
    """The greedy search."""
    k, c, t, (sizes, recorded) = len(s.parts), len(s.colours), s.given.t, s.search
    yield Line("ramsey/number", "<=", least_vertices(c * (2 * t - 2) + 2, c), printed_power(k, t))
    for before, kept in sizes:
        yield Line("ramsey/kept", "<=", -(-(before - 1) // c), kept, f"of {before}")
    yield Line("ramsey/recorded", "<=", c * (2 * t - 2) + 2, len(recorded))
    yield Line("ramsey/agree", "<=", 2 * t - 1, max(Counter(colour for _, colour in recorded[:-1]).values()))
    yield Line("ramsey/set", "==", len({s.colour(p, q) for p, q in combinations(s.chosen, 2)}), 1)


def ladder(s: Sides) -> Iterator[Line]:
    """Two values, that differ in some part, and the ladder of this part."""
    m = len(s.chosen) // 2
    i, j = s.chosen[:2 * m:2], s.chosen[1:2 * m:2]
    v, u = s.colour(*s.chosen[:2])
    for p, q in product(range(m), repeat=2):
        yield Line("extract", "==", s.vector(i[p], j[q]), v if p <= q else u, f"p = {p + 1}, q = {q + 1}")
    yield Line("swap/values", "==", f"{s.value(v)}, {s.value(u)}", "1, 0")
    yield Line("swap/parts", "<=", 1, len(s.differing))
    if not s.differing:
        return
    h, above = s.parts[r := s.differing[0]], v[r] == "1"
    functions, points = (i, j) if above else (j[::-1], i[::-1])
    for a, b in product(range(m), repeat=2):
        yield Line("reverse", "==", h[functions[a]][points[b]], int(a <= b), f"function {a + 1}, point {b + 1}")


@cache
def dimension_of(rows: tuple[Bits, ...]) -> int:
    return threshold_dimension(ConceptClass.from_matrix(sorted(set(rows))))


def steps_up(G: Bits, n: int, t: int) -> Iterator[Composed]:
    """Yield all ladders of a rule with n functions."""
    k = len(G).bit_length() - 1
    vectors = [[v for v in product((0, 1), repeat=k) if G[int("".join(map(str, v)), 2)] == value] for value in (0, 1)]
    for entries in product(*(vectors[p <= q] for p, q in product(range(n), repeat=2))):
        tables = [tuple(tuple(v[r] for v in entries[p * n:(p + 1) * n]) for p in range(n)) for r in range(k)]
        yield Composed(G, tables[0], tables[1] if k > 1 else (), t)


def from_colours(G: Bits, t: int, pairs: str, kinds: tuple[tuple[str, str], ...]) -> Composed:
    """Return the ladder whose pairs of indices, in lexicographic order, have colours with such numbers."""
    n = next(n for n in range(len(pairs) + 2) if n * (n - 1) // 2 == len(pairs))
    found = {(p, p): kinds[0][0] for p in range(n)}
    for (p, q), kind in zip(combinations(range(n), 2), pairs, strict=True):
        found[p, q], found[q, p] = kinds[int(kind)]
    tables = [tuple(tuple(int(found[p, q][r]) for q in range(n)) for p in range(n)) for r in (0, 1)]
    return Composed(G, tables[0], tables[1], t)


START = "1001001001011010000001001101"


def start() -> Composed:
    """A ladder of XOR with two colours; above the diagonal the first part is 0 for one of them, 1 for the other."""
    return from_colours(XOR, 1, START, (("01", "11"), ("10", "00")))


@cache
def family() -> list[Composed]:
    """All ladders of three functions, those of one function each, and ladders with one and with two colours."""
    found = [given for G in product((0, 1), repeat=4) for given in steps_up(G, 3, 1)]
    found += [given for G in ((0, 1), (1, 0)) for n in range(2, 9) for given in steps_up(G, n, n // 2)]
    n, colour_of = even_colouring(6, 2)
    evenly = "".join(str(colour) for p in range(n - 1) for colour in colour_of(p, np.arange(p + 1, n)))
    for G in product((0, 1), repeat=4):
        ones, zeros = ([format(v, "02b") for v in range(4) if G[v] == value] for value in (1, 0))
        colours = list(product(ones, zeros))
        found += [from_colours(G, n // 2, "0" * (n * (n - 1) // 2), (kind,)) for kind in colours for n in (4, 6)]
        found += [from_colours(G, 2, evenly, pair) for pair in permutations(colours, 2)]
    return found


def no_ladders() -> Iterator[Composed]:
    """Yield the ladder that is shown with a function negated, ladders of the other rules, and constant functions."""
    given = start()
    yield given._replace(h_1=tuple(tuple(b ^ (p == 3) for b in row) for p, row in enumerate(given.h_1)))
    for given in family()[:6000:7]:
        yield given._replace(G=tuple(1 - value for value in given.G))
    yield Composed((0, 1), ((0, 0, 0, 0),) * 4, (), 2)


def short_ladders() -> Iterator[Composed]:
    """Yield ladders that are too short for t = 2; the last has four functions and parts of threshold dimension 1."""
    for given in [start()] + family()[:6000:7]:
        yield given._replace(t=2)
    kinds = tuple(product(("01", "10"), ("00", "11")))
    for a, b in product(range(4), repeat=2):
        yield from_colours(XOR, 2, "".join(str((a * p + b * q) % 4) for p, q in combinations(range(8), 2)), kinds)
    rows = ((0, 1, 1, 1), (0, 1, 1, 1), (0, 1, 1, 1), (0, 0, 0, 0))
    yield Composed(XOR, rows, tuple(tuple(b ^ (p <= q) for q, b in enumerate(row)) for p, row in enumerate(rows)), 2)


@proof("ABMS20-2.2", steps_of="ABMS20-2.1.2.plan", grade="exhaustive",
       quantifier="all 6,096 ladders of three functions for the 14 rules of two arguments, not constant, t = 1; for "
                  "k = 1 all of 2 to 8 functions; 4 and 6 functions with any one colour, t = 2, 3; 32 functions with "
                  "any two colours, spread evenly, t = 2",
       reason="The proof needs fewer functions if fewer colours occur; for all 4^k of them no computer has the room.",
       instances=family, start=start,
       steps={"colouring/count": "{the colours that occur} are at most {the pairs (v, u) with G(v) = 1, G(u) = 0}",
              "colouring/quarter": "{the pairs (v, u) with G(v) = 1, G(u) = 0} are at most {4^(k-1)}",
              "colouring/fewer": "{the first parts that differ, each with its value,} are at most {2k}",
              "ramsey/number": "{the functions that suffice for the colours that occur} are at most {2^(4k 4^k t)}",
              "ramsey/kept": "{1/c of the other vertices, rounded up,} are at most {those kept}",
              "ramsey/recorded": "{c(2t - 2) + 2} are at most {the recorded vertices}",
              "ramsey/agree": "{2t - 1} are at most {the recorded vertices of the most frequent colour}",
              "ramsey/set": "{the colours in the set} are {one}",
              "extract": "{the vector of function i_p at point j_q} is {v for p <= q, else u}",
              "swap/values": "{G(v), G(u)} are {1, 0}",
              "swap/parts": "{1} is at most {the number of parts with different values in v and u}",
              "reverse": "{the value of function a at point b} is {1 for a <= b, else 0}",
              "conclusion": "{t} is at most {the largest threshold dimension of a part}"},
       hypotheses=(
           Hypothesis("the functions are a ladder of the composed class", no_ladders,
                      ("colouring/count", "swap/values", "swap/parts", "conclusion")),
           Hypothesis("there are enough of them for t", short_ladders,
                      ("ramsey/recorded", "ramsey/agree", "ramsey/set", "extract", "reverse", "conclusion"))))
def long_ladder_has_one_of_a_part(given: Composed) -> Iterator[Line]:
    sides = Sides(given)
    for part in (colouring, ramsey, ladder):
        yield from part(sides)
    yield Line("conclusion", "<=", given.t, max(map(dimension_of, sides.parts)))


def refutes_long_ladder_has_one_of_a_part(given: Composed, step: str, case: Any) -> bool:
    """Tell whether a line is false: the search on sets, the ladder of a part by trying all lists of functions."""
    size, tables = len(given.h_1), [h for h in (given.h_1, given.h_2) if h]
    entry = {(p, q): tuple(h[p][q] for h in tables) for p in range(size) for q in range(size)}
    told = {vector: given.G[sum(bit << r for r, bit in enumerate(vector[::-1]))] for vector in entry.values()}
    kinds = {(entry[p, q], entry[q, p]) for p in range(size) for q in range(p + 1, size)}
    if step == "colouring/count":
        return len(kinds) > given.G.count(0) * given.G.count(1)
    if step.startswith("swap"):
        return any((told[v], told[u]) != (1, 0) if step == "swap/values" else v == u for v, u in kinds)
    if step == "conclusion":
        return not any(has_ladder(h, given.t, tuple(range(size)), ()) for h in tables)
    recorded, waiting = [], list(range(size))
    while waiting:
        by_kind: dict[Any, list[int]] = {}
        for q in waiting[1:]:
            by_kind.setdefault((entry[waiting[0], q], entry[q, waiting[0]]), []).append(q)
        kind = min(by_kind, key=lambda kind: (-len(by_kind[kind]), kind), default=None)
        recorded.append(kind)
        waiting = by_kind.get(kind, [])
    if step == "ramsey/recorded":
        return len(recorded) - 2 < len(kinds) * (2 * given.t - 2)
    return max(map(recorded.count, recorded)) < 2 * given.t - 1  # too few agree: the set is filled with others


def has_ladder(h: tuple[Bits, ...], t: int, points: tuple[int, ...], used: tuple[int, ...]) -> bool:
    """Tell whether t steps follow: functions that are 0 at what is used, and points where all before are 1."""
    return not t or any(has_ladder(h, t - 1, tuple(x for x in points if row[x]), (*used, y))
                        for row in h if not any(row[x] for x in used) for y in points if row[y])
