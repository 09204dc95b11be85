"""AMSY24: the contradiction graph, and why sets of labelled points may stand for sequences."""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import ConceptClass, all_classes, all_functions
from privlearn.dimensions.contradictions import Sample, agrees, clique_number, contradict, is_clique, realised_samples
from privlearn.papers.amsy24.contradiction_graphs import claim
from privlearn.papers.amsy24.contradiction_graphs.instances import class_of, graphs, largest_by_growing, sequences

Contradiction = Callable[[Sample, Sample], bool]

claim("AMSY24-graph", kind="definition",
      title="The contradiction graph: samples that a class realises, joined if a point is labelled both ways",
      note="The largest sets of samples without a contradiction are those that agree with one function, which need not "
           "belong to the class. The paper's vertices are sequences; here they are sets of labelled points, which have "
           "the same cliques.")


def sets_without(joined: Contradiction, samples: tuple[Sample, ...]) -> frozenset[frozenset[Sample]]:
    """Return the largest sets of samples of which no two are joined: none can take one more."""
    free = {sample: {other for other in samples if other != sample and not joined(sample, other)} for sample in samples}
    found: set[frozenset[Sample]] = set()

    def grow(chosen: frozenset[Sample], open_to: set[Sample], closed: set[Sample]) -> None:
        if not open_to and not closed:
            found.add(chosen)
        for sample in sorted(open_to):
            grow(chosen | {sample}, open_to & free[sample], closed & free[sample])
            open_to, closed = open_to - {sample}, closed | {sample}

    grow(frozenset(), set(samples), set())
    return frozenset(found)


def sets_of_functions(samples: tuple[Sample, ...], points: int) -> frozenset[frozenset[Sample]]:
    """Return the samples that agree with a function, for every function on the domain; the largest of these sets."""
    families = {frozenset(sample for sample in samples if agrees(function, sample))
                for function in product((0, 1), repeat=points)}
    return frozenset(family for family in families if not any(family < other for other in families))


@check("AMSY24-graph", grade="exhaustive", quantifier="all 255 classes on three points, orders 1 to 3",
       says="the largest sets without a contradiction are the largest sets that agree with one function")
@sabotage("joined wherever two samples share a point", lambda left, right: bool(dict(left).keys() & dict(right).keys()))
@sabotage("joined only if all points that both have are labelled differently",
          lambda left, right: all(dict(left).get(x, 1 - y) != y for x, y in right))
@sabotage("only the first point of a sample is looked at", lambda left, right: contradict(left[:1], right))
def sets_without_contradiction_agree_with_a_function(joined: Contradiction = contradict) -> Verdict:
    return judge("==", (((rows, order), sets_without(joined, samples), sets_of_functions(samples, 3))
                        for rows, order in graphs() for samples in [realised_samples(class_of(rows), order)]))

def refutes_sets_without_contradiction_agree_with_a_function(joined: Contradiction, rows, order) -> bool:
    samples = realised_samples(class_of(rows), order)

    def independent(family: tuple[Sample, ...]) -> bool:
        return not any(joined(left, right) for left, right in combinations(family, 2))

    def fits_one(family: tuple[Sample, ...]) -> bool:
        return all(len({y for sample in family for point, y in sample if point == x}) < 2 for x in range(3))

    return any(independent(family) != fits_one(family)
               for size in range(1, len(samples) + 1) for family in combinations(samples, size))


@check("AMSY24-graph", grade="exhaustive",
       quantifier="all 15 classes on two points, orders 1 to 3; all 255 on three points, orders 1 and 2",
       says="{the largest clique of sequences} has {the largest clique of samples} members")
@sabotage("samples one point too short", lambda concepts, order: clique_number(concepts, max(1, order - 1)))
@sabotage("the last point is left out",
          lambda concepts, order: clique_number(concepts.restrict(range(concepts.size - 1)), order))
@judged("==")
def sequences_have_the_same_cliques(number: Callable[[ConceptClass, int], int] = clique_number) -> Iterator[Any]:
    for points, most in ((2, 3), (3, 2)):
        for concepts in all_classes(points):
            for order in range(1, most + 1):
                yield (tuple(concepts.rows()), order), largest_by_growing(sequences(concepts, order)), number(concepts,
                                                                                                              order)

def refutes_sequences_have_the_same_cliques(number: Callable[[ConceptClass, int], int], rows, order) -> bool:
    vertices = sequences(class_of(rows), order)
    claimed = number(class_of(rows), order)

    def has(size: int) -> bool:
        return any(all(any(a == b and y != z for a, y in left for b, z in right) for left, right in
                       combinations(chosen, 2)) for chosen in combinations(vertices, size))

    return not has(claimed) or has(claimed + 1)


TWO_THRESHOLDS = class_of(((0, 0, 1), (0, 1, 1)))


def families_of_samples() -> Iterator[tuple[Sample, ...]]:
    """Yield families of at most three samples of at most two of three points, realised or not, and strange ones."""
    labelled = list(product(range(3), (0, 1)))
    samples: list[Sample] = [(pair,) for pair in labelled] + [(a, b) for a, b in combinations(labelled, 2)]
    for size in range(3):
        yield from combinations(samples, size)
    yield from combinations(samples[::2], 3)
    strange: list[Sample] = [(), ((-1, 1),), ((3, 1),), ((0, 0), (0, 0)), ((1, 2),), ((0, 0), (1, 0), (2, 1))]
    yield from product(strange)
    yield from product(strange, samples[:4])
    yield from product(samples[:4], strange)


def pairwise(samples: tuple[Sample, ...], concepts: ConceptClass, order: int) -> bool:
    """Decide whether samples of so many points are restrictions of concepts, and every two differ at a common point."""
    realised = {tuple(sorted(zip(points, (row[x] for x in points), strict=True))) for row in concepts.rows()
                for size in range(1, order + 1) for points in combinations(range(concepts.size), size)}
    return all(tuple(sorted(sample)) in realised for sample in samples) and all(
        any(x == other and y != label for x, y in samples[i] for other, label in samples[j])
        for j in range(len(samples)) for i in range(j))


@check("AMSY24-graph", grade="exhaustive", quantifier="two concepts on three points, orders 1 to 3: families of at "
       "most three samples, and some with points or labels that there are not, or one point twice",
       says="a family is accepted just if its samples are restrictions of concepts and every two contradict")
@sabotage("samples that no concept has", lambda samples, concepts, order: is_clique(
    samples, all_functions(concepts.size), order))
@sabotage("one point more", lambda samples, concepts, order: is_clique(samples, concepts, order + 1))
@judged("==")
def cliques_are_decided_by_the_definition(decide: Callable[..., bool] = is_clique) -> Iterator[Any]:
    for samples, order in product(families_of_samples(), (1, 2, 3)):
        yield (samples, order), decide(samples, TWO_THRESHOLDS, order), pairwise(samples, TWO_THRESHOLDS, order)

def refutes_cliques_are_decided_by_the_definition(decide: Callable[..., bool], samples, order) -> bool:
    vertices = {sample for size in range(1, order + 1) for sample in realised_samples(TWO_THRESHOLDS, size)}
    family = [tuple(sorted(sample)) for sample in samples]
    joined = all(contradict(left, right) for left, right in combinations(family, 2))
    return decide(samples, TWO_THRESHOLDS, order) != (joined and set(family) <= vertices)
