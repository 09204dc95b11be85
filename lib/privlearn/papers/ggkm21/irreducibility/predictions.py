"""GGKM21, Lemma 4.4: what the irreducible subclasses of a class predict, and how irreducible they have to be."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import Concept, ConceptClass, all_functions, point_functions
from privlearn.dimensions import littlestone_dimension, mistake_tree
from privlearn.dimensions.irreducibility import irreducibility, standard_functions, standard_labels
from privlearn.dimensions.sweeps import littlestone_of_all_classes, number_of_class
from privlearn.dimensions.sweeps.irreducible import standard_classes
from privlearn.papers.ggkm21.irreducibility import claim
from privlearn.papers.ggkm21.irreducibility.instances import (Number, Rows, class_of, deepest, having, kinds,
                                                              littlestone, rows_of)

claim("GGKM21-4.4", kind="lemma", uses=("GGKM21-irreducible", "GGKM21-irreducible.soa", "GGKM21-irreducible.points"),
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


class Predicting(NamedTuple):
    """A class, how irreducible its parts have to be, and how they are found, with the functions that they predict."""

    H: Rows
    k: int
    parts: Callable[[ConceptClass, int], dict] = standard_functions


@cache
def few_concepts() -> list[Predicting]:
    """All kinds of classes on up to three points, and those with up to five concepts on four; k = d + 1 and k = d."""
    found = [rows_of(number) for number in kinds() if number[0] < 4 or number[1].bit_count() <= 5]
    return [Predicting(H, k) for H in found for k in (littlestone(H) + 1, littlestone(H)) if k]


@cache
def predictions(H: Rows, k: int, find: Callable[[ConceptClass, int], dict]) -> dict[Concept, Rows]:
    """Return the predicted functions, each with a part that predicts it."""
    return {f: tuple(H[i] for i in members) for f, members in find(ConceptClass.from_matrix(H), k).items()}


def agreeing(rows: Rows, f: Concept, size: int) -> Iterator[Rows]:
    """Yield for all choices of so many points the concepts that agree with a function there."""
    for points in combinations(range(len(f)), min(size, len(f))):
        yield tuple(row for row in rows if all(row[x] == f[x] for x in points))


def ways(tree: Any, depth: int, rows: Rows) -> Iterator[Rows]:
    """Yield for each path of a tree, cut off at a depth, the concepts that take it."""
    if depth == 0 or not isinstance(tree, tuple):
        yield rows
        return
    for y in (0, 1):
        yield from ways(tree[1 + y], depth - 1, having(rows, tree[0], y))


@proof("GGKM21-4.4", grade="exhaustive", quantifier="all kinds of classes on one to three points, and of those with at "
       "most five concepts on four, up to renaming points and flipping labels; k = d + 1 and, if d >= 1, k = d; a part "
       "for each prediction, all choices of points",
       instances=few_concepts, start=lambda: Predicting(tuple(point_functions(4).rows()), 2),
       steps={"keeps": "{the least dimension of a part with its standard labels at k points} is {that of the part}",
              "takes": "{1} is at most {the least number of concepts of a part with its labels at d + 1 points}",
              "tree": "{the paths of a deepest tree of predictions, to depth d + 1, that concepts take} are {all}",
              "conclusion": "{the Littlestone dimension of the predictions} is {d}"},
       hypotheses=(Hypothesis("the parts are k-irreducible", {"parts": depth_less},
                              ("keeps", "takes", "tree", "conclusion")),
                   Hypothesis("k >= d", {"k": lambda given: max(0, littlestone(given.H) - 1) or given.k},
                              ("takes", "tree", "conclusion"))))
def predictions_are_no_deeper(given: Predicting) -> Iterator[Line]:
    d, found = littlestone(given.H), predictions(*given)
    for f, part in found.items():
        yield Line("keeps", "==", min(map(littlestone, agreeing(part, f, given.k))), littlestone(part), f)
    for f, part in found.items():
        yield Line("takes", "<=", 1, min(map(len, agreeing(part, f, d + 1))), f)
    made = ConceptClass.from_matrix(sorted(found))
    paths = list(ways(mistake_tree(made), d + 1, given.H))
    yield Line("tree", "==", sum(map(bool, paths)), len(paths))
    yield Line("conclusion", "==", littlestone_dimension(made), d)


def refutes_predictions_are_no_deeper(given: Predicting, step: str, case: Any) -> bool:
    """Tell whether a part is reducible, no concept has its labels, or the predictions are deeper, by definition."""
    d, found = littlestone(given.H), predictions(*given)
    if step == "keeps":
        return len(found[case]) > 1 and deepest(found[case]) < given.k
    if step == "takes":  # some d + 1 points that show a mistake of every concept
        mistakes = [[x for x, y in enumerate(case) if row[x] != y] for row in found[case]]
        return any(len(set(points)) <= d + 1 for points in product(*mistakes))
    return littlestone(tuple(sorted(found))) != d


claim("GGKM21-4.4.depth", kind="remark", section="0 Irreducible and composed classes", uses=("GGKM21-4.4",),
      title="For d of at least 1, the d-irreducible subclasses are enough, and the (d - 1)-irreducible ones are not",
      note="Not in what we read of the paper. The proof on the page is for all classes; the family that shows that "
           "d - 1 is too little is for all d of at least 2.")


@check("GGKM21-4.4.depth", grade="exhaustive", quantifier=CLASSES,
       says="{the Littlestone dimension of the predictions of all d-irreducible subclasses} is {d}")
@sabotage("d - 1", lambda d: d - 1)
@sabotage("half of d", lambda d: (d + 1) // 2)
def d_irreducible_is_enough(enough: Depth = lambda d: d) -> Verdict:
    verdict = judge("==", dimensions_of_predictions(enough))
    return counted(verdict, sum((1 << (1 << n)) - 1 for n in SIZES)) if verdict.holds else verdict

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
