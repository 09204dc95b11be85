"""AMSY24, Lemma 1, Theorem 8, Lemmas 17 and 18: clique numbers, whole and fractional, and what a large clique holds."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions, point_functions, thresholds
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.contradictions import (FractionalClique, Sample, balanced_point, fractional_clique,
                                                 is_fractional_clique, largest_clique)
from privlearn.exact.formulas import Value, formula
from privlearn.papers.amsy24.contradiction_graphs import claim
from privlearn.papers.amsy24.contradiction_graphs.instances import (Row, class_of, clique_of, cliques_of_cube, graphs,
                                                                    tournament_clique)

claim("AMSY24-8", kind="theorem", status="quoted",
      reason="a theorem of Alon, Moran, Schefler and Yehudayoff; for small classes both numbers are computed, each "
             "proving the other optimal",
      uses=("AMSY24-graph",),
      title="The fractional clique number is the fractional chromatic number, and both are attained",
      note="For finite domains, where it is the duality of linear programs. The paper proves it for infinite ones too.")

ORDER_TWO = "all 255 classes on three points, order 2, and 5 classes on 4 to 8 points, orders 1 and 2"


def in_order_two() -> Iterator[tuple[Row, int]]:
    """Yield the graphs whose programs are solved; with one and with three points they say little."""
    return graphs(range(2, 3), larger=2)


def without_a_function(found: FractionalClique) -> FractionalClique:
    """Take the lightest function out of the cover."""
    least = min(found.cover, key=lambda function: (found.cover[function], function))
    return replace(found, cover={f: p for f, p in found.cover.items() if f != least})


def scaled(found: FractionalClique, factor: Fraction) -> FractionalClique:
    return FractionalClique(factor * found.value, {s: factor * w for s, w in found.weights.items()},
                            {f: factor * p for f, p in found.cover.items()})


@check("AMSY24-8", grade="certified", quantifier=ORDER_TWO,
       says="a fractional clique and a fractional colouring of the same total weight prove each other optimal")
@sabotage("all weights times 1.01", lambda c, m: scaled(fractional_clique(c, m), Fraction(101, 100)))
@sabotage("all weights divided by 1.01", lambda c, m: scaled(fractional_clique(c, m), Fraction(100, 101)))
@sabotage("a function left out of the cover", lambda c, m: without_a_function(fractional_clique(c, m)))
@judged("==")
def both_numbers_agree(solve: Callable[[ConceptClass, int], FractionalClique] = fractional_clique) -> Iterator[Any]:
    for rows, order in in_order_two():
        yield (rows, order), is_fractional_clique(solve(class_of(rows), order), class_of(rows), order), True

def refutes_both_numbers_agree(solve: Callable[[ConceptClass, int], FractionalClique], rows, order) -> bool:
    found, points = solve(class_of(rows), order), len(rows[0])
    heaviest = max(sum((w for sample, w in found.weights.items() if all(f[x] == y for x, y in sample)), Fraction(0))
                   for f in product((0, 1), repeat=points))
    lightest = min(sum((p for f, p in found.cover.items() if all(f[x] == row[x] for x in chosen)), Fraction(0))
                   for row in rows for chosen in product(range(points), repeat=order))
    return heaviest > 1 or lightest < 1 or sum(found.weights.values()) != sum(found.cover.values())


def changed_cliques(concepts: ConceptClass, order: int) -> Iterator[FractionalClique]:
    """Yield the number with its weights, and all with one change of the value, a weight, a sample or a function."""
    found = fractional_clique(concepts, order)
    yield found
    yield from (scaled(found, factor) for factor in (Fraction(9, 10), Fraction(11, 10), Fraction(-1)))
    yield from (replace(found, value=found.value + shift) for shift in (-1, 1))
    points = concepts.size
    others: tuple[Sample, ...] = (((0, 1 - concepts.rows()[0][0]), (1, 1)), ((0, 0),), ((0, 0), (points, 1)))
    yield replace(found, weights=found.weights | {others[1]: Fraction(0)})
    for sample in (*found.weights, *others):
        for shift in (Fraction(-2), Fraction(-1, 8), Fraction(1, 8)):
            yield replace(found, weights=found.weights | {sample: found.weights.get(sample, Fraction(0)) + shift})
        for other in found.weights:  # the sum stays
            yield replace(found, weights=found.weights | {other: found.weights[other] - Fraction(1, 8)} | {
                sample: found.weights.get(sample, Fraction(0)) + Fraction(1, 8)})
    for function in (*found.cover, (1, *[0] * (points - 1)), (0,) * (points + 1), (2,) * points, (0, 1) * points):
        for lighter in found.cover:
            for moved in (Fraction(-1, 8), Fraction(1, 8), found.cover[lighter], Fraction(3)):
                cover = dict(found.cover)
                cover[lighter] -= moved
                cover[function] = cover.get(function, Fraction(0)) + moved
                yield replace(found, cover=cover)


def prove_each_other(found: FractionalClique, concepts: ConceptClass, order: int) -> bool:
    """Decide whether samples weigh at most 1 on any function, functions at least 1 on any sample, and totals agree."""
    points, rows = range(concepts.size), concepts.rows()
    cube = list(product((0, 1), repeat=concepts.size))
    if any(f not in cube for f in found.cover) or min([*found.weights.values(), *found.cover.values()]) < 0:
        return False
    on_functions = dict.fromkeys(cube, Fraction(0))
    for sample, weight in found.weights.items():
        if not 1 <= len({x for x, _ in sample}) == len(sample) <= order or not any(
                all(x in points and row[x] == y for x, y in sample) for row in rows):
            return False
        for f in cube:
            on_functions[f] += weight * all(f[x] == y for x, y in sample)
    least = min(sum((p for f, p in found.cover.items() if all(f[x] == row[x] for x in chosen)), Fraction(0))
                for row in rows for chosen in combinations(points, min(order, len(points))))
    totals = {sum(found.weights.values()), sum(found.cover.values()), found.value}
    return max(on_functions.values()) <= 1 <= least and len(totals) == 1


CHANGED = thresholds(2), all_functions(2), class_of(((0, 0), (0, 1), (1, 1)))


@check("AMSY24-8", grade="exhaustive", quantifier="thresholds on 4 points, all functions and three of them on 2, order "
       "2: the number with its weights, and all with one change of the value, of a weight, or of two with the same sum",
       says="weights are accepted just if they are a fractional clique and a fractional colouring of one total")
@verifier(lambda decide, c, k: decide(list(changed_cliques(CHANGED[c], 2))[k], CHANGED[c], 2) != prove_each_other(
    list(changed_cliques(CHANGED[c], 2))[k], CHANGED[c], 2))
@sabotage("the totals are not compared", lambda found, concepts, order: is_fractional_clique(
    replace(found, value=sum(found.weights.values())), concepts, order))
@sabotage("negative weights", lambda found, concepts, order: is_fractional_clique(FractionalClique(
    found.value, {s: w for s, w in found.weights.items() if w >= 0}, found.cover), concepts, order))
@judged("==")
def fractional_cliques_are_decided_by_the_definition(decide: Callable[..., bool] = is_fractional_clique,
                                                     ) -> Iterator[Any]:
    for c, concepts in enumerate(CHANGED):
        for k, found in enumerate(changed_cliques(concepts, 2)):
            yield (c, k), decide(found, concepts, 2), prove_each_other(found, concepts, 2)


@formula("at most", corners={"m": (1, 2, 3)})
def full_clique(m: int) -> Value:
    return 2**m


claim("AMSY24-1", kind="lemma", uses=("AMSY24-graph",), formulas=(full_clique,),
      title="The clique number is at most the fractional clique number, which is at most 2^m")


COUNTS = {"c": (2, 3, 5, 39), "m": (1, 2, 3, 20)}


@formula("at least", where=("c >= 2",), corners=COUNTS, loose={
    "c >= 2": "a clique of one sample has both labels nowhere, as often as 0 says"} | dict.fromkeys(
        ("c - 1", "1"), "from m = 2 on, c in place of c - 1 is enough, as the sharper bound shows"))
def rarer_label(c: int, m: int) -> Value:
    return (c - 1) / (2 * m)


@formula("at least", where=("c >= 2", "m >= 2"), corners=COUNTS)
def sharp_rarer_label(c: int, m: int) -> Value:
    return c / (2 * m - 1)


claim("AMSY24-17", kind="lemma", uses=("AMSY24-graph",), formulas=(rarer_label, sharp_rarer_label),
      title="In a clique of c samples of m points some point has each label in at least (c - 1)/(2m) of them",
      note="The bound c/(2m - 1) is ours, and sharp: in the 2m - 1 samples of a tournament of point functions each "
           "label 1 occurs once.")

Cliques = tuple[tuple[int, int], ...]
LISTED: Cliques = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2))  # points, order
ALL_CLIQUES = "all 677 cliques on 1 to 3 points, and on 4 points for orders 1 and 2"



@check("AMSY24-17", grade="exhaustive", quantifier=f"{ALL_CLIQUES}; tournaments of 3, 5 and 39 point functions",
       says="{(c - 1)/(2m)} is at most {the samples with the rarer label of the best point}")
@judged("<=")
def some_point_is_balanced(shares=(rarer_label, sharp_rarer_label)) -> Iterator[Any]:
    others: list[Any] = [("tournament", 2), ("tournament", 3), ("tournament", 20), ((((0, 0), (1, 0)),), 2)]
    listed = ((clique, m) for points, m in LISTED for clique in cliques_of_cube(points, m))
    for which, order in (*others, *listed):
        clique = tournament_clique(2 * order - 1, order) if which == "tournament" else which
        for k, share in enumerate(shares):
            if share.holds_for(len(clique), order):
                yield (k, which, order), share(len(clique), order), balanced_point(clique)[1]

def refutes_some_point_is_balanced(shares, k, clique, order) -> bool:
    clique = tournament_clique(2 * order - 1, order) if clique == "tournament" else clique
    return all(min(sum(dict(s).get(x) == y for s in clique) for y in (0, 1)) < shares[k](len(clique), order)
               for x in {x for sample in clique for x, _ in sample})


SIZES = {"m": (1, 2, 3, 4, 20), "d": (0, 1, 2, 4)}


@formula("at most", corners=SIZES, tex={"d": r"\mathrm{LDim}(\mathcal H)"}, loose=dict.fromkeys(
    ("1", "2 * m + 1"), "from m = 2 on, 2m - 1 is enough, as the sharper bound shows"))
def most_samples(m: int, d: int) -> Value:
    return (2 * m + 1) ** d


@formula("at most", where=("m >= 2",), corners=SIZES, tex={"d": r"\mathrm{LDim}(\mathcal H)"})
def fewer_samples(m: int, d: int) -> Value:
    return (2 * m - 1) ** d


claim("AMSY24-18", kind="lemma", uses=("AMSY24-17",), formulas=(most_samples, fewer_samples),
      title="The clique number of order m is at most (2m + 1)^LDim",
      note="The bound (2m - 1)^LDim from m = 2 on is ours; for LDim = 1 point functions attain it.")


@check("AMSY24-18", grade="exhaustive", quantifier="all 255 classes on three points, orders 1 to 3, and 5 classes on 4 "
       "to 8 points, orders 1 to 3; all functions on 4 points, order 4; tournaments of 39 point functions, order 20",
       says="{the clique number} is at most {(2m + 1)^LDim}")
@verifier(lambda bounds, k, rows, order: len(tournament_clique(39, 20) if order == 20 else largest_clique(
    class_of(rows), order)) > bounds[k](order, littlestone_dimension(class_of(rows))))
@judged("<=")
def cliques_are_small(bounds=(most_samples, fewer_samples)) -> Iterator[Any]:
    for k, bound in enumerate(bounds):
        yield (k, tuple(point_functions(39).rows()), 20), len(tournament_clique(39, 20)), bound(20, 1)
        for rows, order in (*graphs(larger=3), (tuple(all_functions(4).rows()), 4)):
            if bound.holds_for(order, ldim(rows)):
                yield (k, rows, order), len(clique_of(rows, order)), bound(order, ldim(rows))


@cache
def ldim(rows: Row) -> int:
    return littlestone_dimension(class_of(rows))
