"""GGKM21, Lemma 4.4: what the irreducible subclasses of a class predict, and how irreducible they have to be."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.concepts import Concept, ConceptClass, all_functions, point_functions
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.irreducibility import irreducibility, standard_functions, standard_labels
from privlearn.dimensions.sweeps import littlestone_of_all_classes, number_of_class
from privlearn.dimensions.sweeps.irreducible import standard_classes
from privlearn.papers.ggkm21.irreducibility import claim
from privlearn.papers.ggkm21.irreducibility.instances import (Number, Rows, class_of, deepest, having, kinds,
                                                              littlestone, rows_of)

claim("GGKM21-4.4", kind="lemma", uses=("GGKM21-irreducible", "GGKM21-irreducible.soa"),
      title="The standard labels of the (d + 1)-irreducible subclasses have Littlestone dimension at most d",
      note="Stated as Lyu restates it. It is d exactly, as every single concept is a subclass.")

Depth = Callable[[int], int]
SIZES = (1, 2, 3, 4)
CLASSES = "all 65,808 classes on one to four points, all their subclasses"


def dimensions_of_predictions(enough: Depth) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Yield, for n points and dimension d, a class whose predictions have not dimension d, else any; and theirs, and d.

    What is found is a class of the fewest concepts.
    """
    for points in SIZES:
        dimension = littlestone_of_all_classes(points)
        sizes = np.bitwise_count(np.arange(len(dimension)))
        for d in range(points + 1):
            chosen = np.flatnonzero(dimension == d)
            made = dimension[standard_classes(points, max(1, enough(d)))[chosen]]
            place = min(range(len(chosen)), key=lambda i: (made[i] == d, sizes[chosen[i]]))
            yield (points, int(chosen[place])), int(made[place]), d


def predictions_refuted(enough: Depth, number: Number) -> bool:
    """Tell, subclass by subclass, whether predictions of a class have not its dimension."""
    rows = rows_of(number)
    whole = littlestone(rows)
    found = {tuple(next(b for b in (0, 1) if littlestone(having(part, x, b)) == littlestone(part))
                   for x in range(number[0])) for size in range(1, len(rows) + 1)
             for part in combinations(rows, size) if len(part) == 1 or deepest(part) >= max(1, enough(whole))}
    return littlestone(tuple(sorted(found))) != whole


def judge_depth(enough: Depth) -> Verdict:
    """Judge that subclasses irreducible to a depth predict functions of no other dimension."""
    verdict = judge("==", dimensions_of_predictions(enough))
    return counted(verdict, sum((1 << (1 << n)) - 1 for n in SIZES)) if verdict.holds else verdict


@check("GGKM21-4.4", grade="exhaustive", quantifier=CLASSES,
       says="{the Littlestone dimension of the predictions of all (d + 1)-irreducible subclasses} is {d}")
@sabotage("subclasses that no single question reduces", lambda d: 1)
@sabotage("(d - 1)-irreducible subclasses", lambda d: d - 1)
def predictions_have_the_dimension_of_the_class(enough: Depth = lambda d: d + 1) -> Verdict:
    return judge_depth(enough)

refutes_predictions_have_the_dimension_of_the_class = predictions_refuted


@check("GGKM21-4.4", grade="exact", quantifier="all 255 classes on three points (21 up to renaming points and flipping "
       "labels), and every third of those with at most 5 concepts on four points; k = 1, 2",
       says="the functions found are those of the table, and each subclass is k-irreducible and has its function as "
       "standard labels")
@sabotage("the whole class proves everything", lambda concepts, k:
          dict.fromkeys(standard_functions(concepts, k), tuple(range(len(concepts)))))
@sabotage("the concepts of the class only", lambda concepts, k:
          {row: (place,) for place, row in enumerate(concepts.rows())})
@judged("==")
def subclasses_prove_their_predictions(find: Callable[[ConceptClass, int], dict] = standard_functions) -> Iterator[Any]:
    few = [number for number in kinds() if number[0] == 4 and number[1].bit_count() <= 5]
    for points, number in [*(n for n in kinds() if n[0] == 3), *few[::3]]:
        for k in (1, 2):
            concepts = class_of((points, number))
            found = find(concepts, k)
            proved = all(proves(concepts, k, function, members) for function, members in found.items())
            made = number_of_class(ConceptClass.from_matrix(list(found)))
            yield (points, number, k), (proved, made), (True, int(standard_classes(points, k)[number]))

@subclasses_prove_their_predictions.corrupted("a depth less")
def depth_less(concepts: ConceptClass, k: int) -> dict:
    return standard_functions(concepts, max(1, k - 1))

def refutes_subclasses_prove_their_predictions(find: Callable[[ConceptClass, int], dict], points, number, k) -> bool:
    rows = rows_of((points, number))
    found, right = find(class_of((points, number)), k), set()
    for size in range(1, len(rows) + 1):
        for part in combinations(rows, size):
            if size == 1 or deepest(part) >= k:
                right.add(kept_labels(part))
    return set(found) != right or any(kept_labels(part) != function or len(part) > 1 and deepest(part) < k for function,
                                      members in found.items() for part in [tuple(rows[i] for i in members)])


def proves(concepts: ConceptClass, k: int, function: Concept, members: tuple[int, ...]) -> bool:
    """Tell whether some concepts are a k-irreducible subclass with these standard labels."""
    part = ConceptClass.from_matrix(concepts.matrix[list(members)])
    return irreducibility(part) >= k and standard_labels(part) == function


def kept_labels(rows: Rows) -> tuple[int | None, ...]:
    """Return the label that keeps the dimension at each point, from the definition."""
    return tuple(next((b for b in (0, 1) if littlestone(having(rows, x, b)) == littlestone(rows)), None)
                 for x in range(len(rows[0])))


claim("GGKM21-4.4.depth", kind="remark", section="0 Irreducible and composed classes", uses=("GGKM21-4.4",),
      title="For d of at least 1, the d-irreducible subclasses are enough, and the (d - 1)-irreducible ones are not",
      note="Not in what we read of the paper. The proof on the page is for all classes; the family that shows that "
           "d - 1 is too little is for all d of at least 2.")


@check("GGKM21-4.4.depth", grade="exhaustive", quantifier=CLASSES,
       says="{the Littlestone dimension of the predictions of all d-irreducible subclasses} is {d}")
@sabotage("d - 1", lambda d: d - 1)
@sabotage("half of d", lambda d: (d + 1) // 2)
def d_irreducible_is_enough(enough: Depth = lambda d: d) -> Verdict:
    return judge_depth(enough)

refutes_d_irreducible_is_enough = predictions_refuted

Pair = tuple[ConceptClass, ConceptClass]


def class_and_subclass(d: int) -> Pair:
    return all_functions(d + 1).without(0), point_functions(d + 1)


@check("GGKM21-4.4.depth", grade="exact", quantifier="d = 2, ..., 6",
       says="a (d - 1)-irreducible subclass of a class of dimension d predicts a function with which it has dimension "
            "d + 1")
@sabotage("all functions", lambda d: (all_functions(d + 1), point_functions(d + 1)))
@sabotage("one point function is missing", lambda d: (class_and_subclass(d)[0], point_functions(d + 1).without(0)))
@sabotage("another function is missing", lambda d: (all_functions(d + 1).without(1), point_functions(d + 1)))
@judged("==")
def a_depth_less_is_too_little(pair: Callable[[int], Pair] = class_and_subclass) -> Iterator[Any]:
    for d in range(2, 7):
        whole, part = pair(d)
        inside = set(part.rows()) <= set(whole.rows())
        predicted = ConceptClass.from_matrix([standard_labels(part)]) if irreducibility(part) else part
        yield d, (inside, irreducibility(part), littlestone_dimension(whole),
                  littlestone_dimension(whole.union(predicted))), (True, d - 1, d, d + 1)

def refutes_a_depth_less_is_too_little(pair: Callable[[int], Pair], d: int) -> bool:
    whole, part = (tuple(c.rows()) for c in pair(d))
    if not set(part) <= set(whole) or littlestone(whole) != d or deepest(part) != d - 1:
        return True
    return littlestone((*whole, tuple(y or 0 for y in kept_labels(part)))) != d + 1


claim("GGKM21-proper", kind="theorem", status="quoted",
      reason="a theorem of Ghazi, Golowich, Kumar and Manurangsi, stated after their abstract; the learner is not "
             "built here",
      section="Abstract", uses=("GGKM21-4.4",),
      title="A class of Littlestone dimension d has a proper private learner with O~(d^6) rows",
      note="Stated as the abstract has it, for the sample complexity up to logarithms and up to the dependence on "
           "privacy and accuracy: nothing that a finite computation could check. The learner itself was not built.")
claim("GGKM21-sanitize", kind="theorem", status="quoted",
      reason="a theorem of Ghazi, Golowich, Kumar and Manurangsi, stated after their abstract; every finite class has "
             "finite dimension, so nothing computed bears on it",
      section="Abstract", uses=("GGKM21-proper",),
      title="A class can be sanitised if and only if its Littlestone dimension is finite",
      note="Stated as the abstract has it. Every finite class has finite dimension, so that no finite computation "
           "bears on it.")
