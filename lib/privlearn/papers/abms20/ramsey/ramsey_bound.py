"""ABMS20, Section 4.2.1: the Ramsey bound for many colours, and the greedy monochromatic set."""

from functools import cache, lru_cache
from itertools import combinations

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.dimensions.composition import greedy_guarantee, is_monochromatic, monochromatic_set, ramsey_bound
from privlearn.dimensions.composition.ramsey import Colouring, colour_matrix, even_colouring, largest_monochromatic_set
from privlearn.exact.formulas import Value, ceil, formula
from privlearn.papers.abms20.ramsey import claim
from privlearn.papers.abms20.ramsey.instances import found_when_shared_evenly


@formula("rows", where=("c >= 2",), corners={"c": (1, 2, 3), "r": (2, 3, 4)}, tex={"r": "s"})
def footnote_vertices(c: int, r: int) -> Value:
    return c ** (r * c)


@formula("rows", where=("c >= 2",), corners={"c": (1, 2, 3, 64), "r": (2, 3, 12)}, tex={"r": "s"})
def greedy_vertices(c: int, r: int) -> Value:
    return ceil(c ** (c * (r - 2) + 1))


@formula("equals", corners={"k": (0, 1, 2), "t": (0, 1, 3)})
def printed_power(k: int, t: int) -> Value:
    return 2 ** (4 * k * 4**k * t)


claim("ABMS20-4.2.1.ramsey", kind="inequality", formulas=(footnote_vertices, greedy_vertices, printed_power),
       step_of="ABMS20-2.1.2.plan",
      title="For c >= 2 colours n >= c^(rc) vertices have a monochromatic set of size r; for c = 4^k, r = 2t that is "
            "2^(4k 4^k t)",
      erratum_kind="step", repaired=True,
      erratum="The footnote's bound is false for one colour, c = 1, and r > 1, where c^(rc) = 1.  It is used for "
              "c = 4^k only, where it is true.",
      note="That ramsey_bound(c, r) vertices suffice is Greenwood and Gleason's theorem; checked are the smallest "
           "case, three colourings that avoid a set (they must have fewer vertices), the comparison of the bounds, "
           "and the greedy search with its own guarantee: a proof that c^(cr) vertices suffice for every c >= 2. The "
           "footnote leaves much room: already c^(c(r-1)) is above the multinomial bound.")

BOUNDED = [(c, r) for c in range(2, 65) for r in range(1, 13)]


@check("ABMS20-4.2.1.ramsey", grade="exact", against="derivation",
       quantifier="2 <= c <= 64, r <= 12, and c = 4^k, r = 2t for k <= 3, t <= 3",
       says="{the multinomial bound of Greenwood and Gleason} is at most {c^(r c)}")
def multinomial_bound_is_below_the_power(bound=footnote_vertices) -> Verdict:
    more = [(4**k, 2 * t) for k in (1, 2, 3) for t in (1, 2, 3)]
    return judge("<=", (((c, r), ramsey_bound(c, r), bound(c, r)) for c, r in (*BOUNDED, *more)))

def refutes_multinomial_bound_is_below_the_power(bound, c, r):
    words = 1  # the number of words with r - 1 letters of each of c kinds, one kind after the other
    for kind in range(1, c + 1):
        for j in range(1, r):
            words = words * ((kind - 1) * (r - 1) + j) // j
    return words > bound(c, r)


@cache
def words(left: tuple[int, ...]) -> int:
    """Count the words with so many letters of each kind, by their last letter: the recursion of the theorem's proof."""
    return sum(words((*left[:i], n - 1, *left[i + 1:])) for i, n in enumerate(left) if n) or 1


@check("ABMS20-4.2.1.ramsey", grade="exact",
       quantifier="c = 1 to 4 colours, r = 1 to 5: the recursion of Greenwood and Gleason",
       says="{the multinomial bound} equals {the number of words of r - 1 letters of each kind}")
@verifier(lambda bound, c, r: bound(c, r) != words((r - 1,) * c))
@sabotage("r letters of each kind in place of r - 1", lambda c, r: ramsey_bound(c, r + 1))
def bound_is_the_number_of_words(bound=ramsey_bound) -> Verdict:
    return judge("==", (((c, r), bound(c, r), words((r - 1,) * c)) for c in range(1, 5) for r in range(1, 6)))


def quadratic_residues(v: int, others: np.ndarray) -> np.ndarray:
    """Colour K_17 by whether the difference is a square modulo 17 (Paley's graph)."""
    return np.isin((others - v) % 17, [x * x % 17 for x in range(1, 9)]).astype(np.int64)


def pentagon(v: int, others: np.ndarray) -> np.ndarray:
    """Colour K_5 by whether the difference is 1 or 4 modulo 5."""
    return np.isin((others - v) % 5, (1, 4)).astype(np.int64)


def cubes(v: int, others: np.ndarray) -> np.ndarray:
    """Colour K_16 by the class modulo 3 of the discrete logarithm of the difference, in the field of 16 elements."""
    power, logs = 1, {}
    for exponent in range(15):
        logs[power] = exponent % 3
        power = power << 1 ^ (0b10011 if power & 8 else 0)
    return np.array([logs[v ^ w] for w in others.tolist()])


AVOIDING = ((2, 3, 5, pentagon), (2, 4, 17, quadratic_residues), (3, 3, 16, cubes))


@check("ABMS20-4.2.1.ramsey", grade="exhaustive", quantifier="the pentagon (c, r) = (2, 3), Paley's colouring of K_17 "
       "for (2, 4), the cubic residues of 16 for (3, 3): all cliques",
       says="no r vertices have one colour, and the vertices are fewer than the multinomial bound")
@sabotage("c^r vertices suffice: refuted by Paley's colouring", lambda c, r: c**r)
def colourings_without_a_set_have_fewer_vertices(bound=ramsey_bound) -> Verdict:
    found = [(c, r, n, len(largest_monochromatic_set(n, colour_of))) for c, r, n, colour_of in AVOIDING]
    return all_hold(judge("<", (((c, r, n, "clique"), size, r) for c, r, n, size in found)),
                    judge("<", (((c, r, n), n, bound(c, r)) for c, r, n, _ in found)))

def refutes_colourings_without_a_set_have_fewer_vertices(bound, witness):
    c, r, n = witness[:3]
    colour_of = next(colour for cc, rr, nn, colour in AVOIDING if (cc, rr, nn) == (c, r, n))
    colour = {(p, q): int(colour_of(p, np.array([q]))[0]) for p, q in combinations(range(n), 2)}
    return bound(c, r) <= n and all(len({colour[e] for e in combinations(s, 2)}) > 1 or r < 3
                                    for s in combinations(range(n), r))


@check("ABMS20-4.2.1.ramsey", grade="exhaustive", quantifier="the same colourings, and one vertex of no pair, c = 1, r "
       "= 2",
       says="{the vertices without a set of r of one colour, and one more} are at most {c^(r c)}")
@judged("<=")
def as_many_vertices_have_a_set(enough=footnote_vertices):
    yield from (((c, r, n), n + 1, enough(c, r)) for c, r, n in ((1, 2, 1), *(case[:3] for case in AVOIDING))
                if enough.holds_for(c, r))

def refutes_as_many_vertices_have_a_set(enough, c, r, n):
    return enough(c, r) <= n < r if n == 1 else refutes_colourings_without_a_set_have_fewer_vertices(enough, (c, r, n))


@lru_cache(maxsize=8)
def forced(n: int) -> bool:
    """Tell whether every colouring of K_n with two colours has a triangle of one colour."""
    edges = {edge: place for place, edge in enumerate(combinations(range(n), 2))}
    numbers, found = np.arange(1 << len(edges)), np.zeros(1 << len(edges), dtype=bool)
    for triangle in combinations(range(n), 3):
        mask = sum(1 << edges[edge] for edge in combinations(triangle, 2))
        found |= (numbers & mask == 0) | (numbers & mask == mask)
    return bool(found.all())


@check("ABMS20-4.2.1.ramsey", grade="exhaustive", quantifier="all 2^15 colourings of K_6 with two colours, all 2^10 of "
       "K_5: the least number of vertices that forces a triangle",
       says="every colouring has a triangle of one colour exactly from the multinomial bound of 6 vertices on")
@sabotage("five are enough", lambda c, r: 5)
@sabotage("six are not enough", lambda c, r: 7)
def two_colours_need_six_vertices_for_a_triangle(bound=ramsey_bound) -> Verdict:
    return judge("==", ((n, forced(n), n >= bound(2, 3)) for n in range(3, 7)))

def refutes_two_colours_need_six_vertices_for_a_triangle(bound, n):
    pairs = list(combinations(range(n), 2))
    free = []
    for number in range(1 << len(pairs)):
        red = {pair for place, pair in enumerate(pairs) if number >> place & 1}
        if all(0 < len(red & {(a, b), (a, c), (b, c)}) < 3 for a, b, c in combinations(range(n), 3)):
            free.append(number)
            break
    return (not free) != (n >= bound(2, 3))


def numbered(number: int) -> Colouring:
    """Return the colouring of K_5 whose edges, in lexicographic order, have the bits of a number as colours."""
    table = np.zeros((5, 5), dtype=np.int64)
    for place, edge in enumerate(combinations(range(5), 2)):
        table[edge] = number >> place & 1
    return lambda v, others: table[v, others]


@cache
def largest_sets() -> list[int]:
    """Return the size of a largest monochromatic set for all colourings of K_5 with two colours, by all sets."""
    edges, numbers = list(combinations(range(5), 2)), np.arange(1 << 10)
    found = np.full(1 << 10, 2)
    for size in (3, 4, 5):
        for chosen in combinations(range(5), size):
            mask = sum(1 << place for place, edge in enumerate(edges) if set(edge) <= set(chosen))
            found[(numbers & mask == 0) | (numbers & mask == mask)] = size
    return [int(size) for size in found]


@check("ABMS20-4.2.1.ramsey", grade="exhaustive", quantifier="all 2^10 colourings of K_5 with two colours: the size of "
       "the set found, whether it has one colour, and whether all vertices do",
       says="the set found has one colour and the largest size, and all vertices pass the test only if of one colour")
@sabotage("the greedy set", lambda size, colour_of: monochromatic_set(size, colour_of)[0])
@judged("==")
def search_finds_the_largest_sets(search=largest_monochromatic_set):
    for number, size in enumerate(largest_sets()):
        colour_of = numbered(number)
        chosen = search(5, colour_of)
        told = is_monochromatic(chosen, colour_of), is_monochromatic(range(5), colour_of)
        yield number, (len(chosen), *told), (size, True, size == 5)

def refutes_search_finds_the_largest_sets(search, number):
    bits = dict(zip(combinations(range(5), 2), format(number, "010b")[::-1], strict=True))
    chosen = search(5, numbered(number))
    good = [s for size in range(2, 6) for s in combinations(range(5), size)
            if len({bits[edge] for edge in combinations(s, 2)}) == 1]
    return tuple(chosen) not in good or len(chosen) < max(map(len, good))


@check("ABMS20-4.2.1.ramsey", grade="exact", quantifier="k <= 3, t <= 3", says="{(4^k)^(2t 4^k)} equals {2^(4k 4^k t)}")
@verifier(lambda power, k, t: power(k, t) != 1 << sum(2 * k for _ in range(2 * t * 2 ** (2 * k))))
def power_of_the_colours_is_the_printed_power_of_two(power=printed_power) -> Verdict:
    return judge("==", (((k, t), (1 << 2 * k) ** (2 * t * 4**k), power(k, t)) for k in range(4) for t in range(4)))


HARD = tuple((length, c) for c, most in ((2, 10), (3, 7), (4, 6), (16, 3)) for length in range(2, most + 1))


@check("ABMS20-4.2.1.ramsey", grade="exact", quantifier="evenly split colourings of up to 512 vertices: the greedy "
       "search records no more than it must, and its set is no larger than guaranteed",
       says="the greedy set is only as large as guaranteed, on the fewest vertices that let so many be recorded")
@sabotage("all edges of one colour", lambda recorded, c: (even_colouring(recorded, c)[0], lambda v, others: 0 * others))
@judged("==")
def guarantee_is_attained_on_evenly_split_colourings(even=even_colouring):
    for length, c in HARD:
        n, colour_of = even(length, c)
        sizes = len(monochromatic_set(n, colour_of)[0]), found_when_shared_evenly(n, c), greedy_guarantee(n, c)
        yield (length, c), (n, *sizes), (least_vertices(length, c), *[1 + -(-(length - 1) // c)] * 3)

def refutes_guarantee_is_attained_on_evenly_split_colourings(even, length, c):
    n, colour_of = even(length, c)
    left, recorded = list(range(n)), 1
    while len(left) > 1:  # keep a largest kind; ties go to the least colour
        kinds = colour_of(left[0], np.array(left[1:])).tolist()
        most = min(set(kinds), key=lambda kind: (-kinds.count(kind), kind))
        left, recorded = [v for v, kind in zip(left[1:], kinds, strict=True) if kind == most], recorded + 1
    return recorded != length or n != least_vertices(length, c)


def least_vertices(recorded: int, colours: int) -> int:
    """Return the least number of vertices of which the greedy search records so many, from the last one backwards."""
    least = 1
    while recorded > 1:
        least, recorded = colours * (least - 1) + 2, recorded - 1
    return least


@check("ABMS20-4.2.1.ramsey", grade="exact",
       quantifier="2 <= c <= 8, 2 <= r <= 12, c = 64, r = 2, 3, 12: the greedy search succeeds at n = c^(c(r-2)+1)",
       says="{the size r asked for} is at most {the size that the greedy search guarantees}",
       reason="The search is simulated on the sizes alone; this proves the footnote for these c and r by itself.")
@verifier(lambda enough, c, r: enough(c, r) < least_vertices(c * (r - 2) + 2, c))
def greedy_guarantee_reaches_the_size(enough=greedy_vertices) -> Verdict:
    return judge("<=", (((c, r), r, greedy_guarantee(enough(c, r), c)) for c, r in (*enough.instances(),
                        *((c, r) for c, r in BOUNDED if r >= 2 and c < 9))))


def coloured(number: int) -> Colouring:
    """Return the colouring of the edges of 4 vertices in 2 colours with a number, the edges in lexicographic order."""
    edge = {pair: place for place, pair in enumerate(combinations(range(4), 2))}
    return lambda v, others: np.array([number >> edge[v, int(w)] & 1 for w in others])


@check("ABMS20-4.2.1.ramsey", grade="exhaustive",
       quantifier="all 64 colourings of the edges of 4 vertices in 2 colours, and the parts with 1, 2 and 3 vertices",
       says="the table of a colouring is symmetric with every edge's colour, and -1 on the diagonal")
@verifier(lambda table, n, number: any(
    int(table(n, coloured(number))[v, w])
    != (-1 if v == w else int(coloured(number)(min(v, w), np.array([max(v, w)]))[0]))
    for v in range(n) for w in range(n)))
@sabotage("0 below the diagonal", lambda n, colour_of: np.triu(colour_matrix(n, colour_of)))
@sabotage("the last vertex is left without colours", lambda n, colour_of: np.pad(
    colour_matrix(max(n - 1, 1), colour_of), (0, int(n > 1)), constant_values=-1))
@judged("==")
def tables_have_the_colours_of_all_edges(table=colour_matrix):
    for number in range(64):
        colours = dict(zip(combinations(range(4), 2), format(number, "06b")[::-1], strict=True))
        for n in range(1, 5):
            right = [[int(colours.get((min(v, w), max(v, w)), -1)) for w in range(n)] for v in range(n)]
            yield (n, number), table(n, coloured(number)).tolist(), right
