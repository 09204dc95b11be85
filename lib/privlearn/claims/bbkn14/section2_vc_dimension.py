"""BBKN14, Section 2.2: shattering and the VC dimension (Definition 2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from privlearn.claims.broken.learners import broken_shattered_needs_all_ones, broken_shattered_set_greedy
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.concepts import ConceptClass, all_functions, initial_segments, point_functions, projective_plane_lines
from privlearn.dimensions import is_shattered, shattered_set, vc_dimension

PAGE = "points-and-intervals/preliminaries"
SECTION = "2.2 Preliminaries from learning theory"

claim("BBKN14-2.3", kind="definition", section=SECTION, page=PAGE,
      title="Shattering and VC dimension", uses=("BBKN14-2.2.error",),
      note="A class of one concept has dimension 0: POINT on a one-point domain.")


def named_classes() -> list[tuple[str, ConceptClass]]:
    """Return the classes whose dimension is checked by going through all sets of points."""
    found = [(f"POINT on {size} points", point_functions(size)) for size in range(1, 14)]
    found += [(f"INTERVAL on {size} points", initial_segments(size)) for size in range(1, 14)]
    found += [(f"all functions on {size} points", all_functions(size)) for size in range(1, 6)]
    return found + [(f"lines of the plane of order {q}", projective_plane_lines(q)) for q in (2, 3)]


def largest_shattered(concepts: ConceptClass) -> int:
    """Return the VC dimension by counting patterns on every set of points, none skipped."""
    rows = [sum(bit << x for x, bit in enumerate(row)) for row in concepts.rows()]
    best = 0
    for mask in range(1 << concepts.size):
        if mask.bit_count() > best and len({row & mask for row in rows}) == 1 << mask.bit_count():
            best = mask.bit_count()
    return best


@check("BBKN14-2.3", grade="exhaustive",
       quantifier="POINT and INTERVAL on 1..13 points, all functions on 1..5, lines of the planes of order 2 and 3 (7 "
                  "and 13 points): all subsets of the domain",
       fingerprint=lambda find: find(initial_segments(3)))
def found_set_is_shattered_and_no_larger_one_is(find=shattered_set) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, concepts in named_classes():
            points = find(concepts)
            patterns = {tuple(row[x] for x in points) for row in concepts.rows()}
            yield (name, points), (len(points), len(patterns)), ((v := largest_shattered(concepts)), 2**v)

    return judge("==", cases())


@found_set_is_shattered_and_no_larger_one_is.verifier
def _(find, witness):
    name, points = witness
    rows = dict(named_classes())[name].rows()
    return any(all(tuple(row[x] for x in points) != pattern for row in rows)
               for pattern in product((0, 1), repeat=len(points)))

found_set_is_shattered_and_no_larger_one_is.sabotage(
    "only the pattern of all ones is sought", broken_shattered_set_greedy)


@check("BBKN14-2.3", grade="exhaustive",
       quantifier="all subsets of the domain: POINT and INTERVAL on 5 points, all functions on 4, the 7 lines of the "
                  "plane of order 2",
       fingerprint=lambda decide: decide((0,), point_functions(1)))
def shattering_is_decided_by_the_definition(decide=is_shattered) -> Verdict:
    classes = [point_functions(5), initial_segments(5), all_functions(4), projective_plane_lines(2)]
    return judge("==", (((k, points), decide(points, concepts),
                         len({tuple(row[x] for x in points) for row in concepts.rows()}) == 2 ** len(points))
                        for k, concepts in enumerate(classes) for size in range(concepts.size + 1)
                        for points in combinations(range(concepts.size), size)))


@shattering_is_decided_by_the_definition.verifier
def _(decide, witness):
    k, points = witness
    concepts = [point_functions(5), initial_segments(5), all_functions(4), projective_plane_lines(2)][k]
    shown = all(any(all(row[x] == bit for x, bit in zip(points, pattern, strict=True)) for row in concepts.rows())
                for pattern in product((0, 1), repeat=len(points)))
    return decide(points, concepts) != shown

shattering_is_decided_by_the_definition.sabotage(
    "only the pattern of all ones is sought", broken_shattered_needs_all_ones)


def stated_dimension(name: str) -> int:
    """Return the dimension that theory gives: 1, 1, v, 2, and 0 for the only point function on one point."""
    size = int(name.split()[-2]) if name.endswith("points") else 0
    if name.startswith("POINT"):
        return min(1, size - 1)
    return 1 if name.startswith("INTERVAL") else size if name.startswith("all") else 2


@check("BBKN14-2.3", grade="exhaustive",
       quantifier="the 33 classes of the first check",
       fingerprint=lambda stated: [stated(name) for name, _ in named_classes()])
def dimensions_are_one_one_v_and_two(stated=stated_dimension) -> Verdict:
    return judge("==", ((name, vc_dimension(concepts), stated(name)) for name, concepts in named_classes()))


@dimensions_are_one_one_v_and_two.verifier
def _(stated, witness):
    return largest_shattered(dict(named_classes())[witness]) != stated(witness)

dimensions_are_one_one_v_and_two.sabotage("dimension 1 also for the single point function on one point",
    lambda name: 1 if name.startswith("POINT") else stated_dimension(name))
