"""ABMS20, Section 4.1: the proof of Proposition 4.3, round by round on the path on which weighted majority always errs.

Definitions
-----------
The learner starts with the standard optimal algorithms of the classes as experts.  At every node of a mistake tree of
the union it is told the label that it did not predict; an expert whose class has no concept left has weight 0.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, all_classes, all_functions, classes_up_to_symmetry
from privlearn.dimensions import littlestone_dimension, mistake_tree
from privlearn.exact.fractions import HALF
from privlearn.online import StandardOptimalAlgorithm
from privlearn.online.experts import WeightedMajority, weighted_majority_bound
from privlearn.online.unions import chip_game, classes_from_strategy
from privlearn.online.unions.chips import strategy
from privlearn.papers.abms20.many_unions.littlestone_dimension import PredictsTheMinority, printed_bound
from privlearn.papers.by_definition import littlestone_by_definition

Rows = tuple[tuple[int, ...], ...]


class Union(NamedTuple):
    """One to three classes on the same points, a concept each row; the last may be left out."""

    H_1: Rows
    H_2: Rows
    H_3: Rows
    d: int
    beta: Fraction = HALF
    learner: Callable[..., Any] = WeightedMajority


Round = tuple[Any, int, int]  # the learner before it, its point, the right label


@cache
def concept_class(rows: Rows) -> ConceptClass:
    return ConceptClass.from_matrix(sorted(set(rows)))


@cache
def expert(rows: Rows) -> StandardOptimalAlgorithm:
    return StandardOptimalAlgorithm(concept_class(rows))


def parts(given: Union) -> tuple[Rows, ...]:
    return tuple(rows for rows in given[:3] if rows)


def path(given: Union) -> tuple[list[Round], Any]:
    """Return the rounds of the path on which every prediction is wrong, and the learner at the end."""
    node: Any = mistake_tree(concept_class(sum(parts(given), ())))
    learner, rounds = given.learner(tuple(map(expert, parts(given))), given.beta), []
    while isinstance(node, tuple):
        point, zero, one = node
        label = 1 - learner.hypothesis()[point]
        rounds.append((learner, point, label))
        learner, node = learner.updated(point, label), one if label else zero
    return rounds, (learner, concept_class(sum(parts(given), ())).rows()[node])


def rounds_of_the_learner(given: Union) -> Iterator[Line]:
    """The path, the expert of the concept at its end, and the weights."""
    rounds, (last, concept) = path(given)
    totals = [sum(learner.weights()) for learner in (*(learner for learner, _, _ in rounds), last)]
    mistakes, k, half = len(rounds), len(parts(given)), (1 + given.beta) / 2
    yield Line("tree", "==", tuple(label for _, _, label in rounds), tuple(concept[x] for _, x, _ in rounds))
    for i, rows in enumerate(parts(given)):
        if concept in rows:
            wrong = [x for learner, x, label in rounds if learner.experts[i].hypothesis()[x] != label]
            yield Line("good", "<=", len(wrong), given.d, f"class {i + 1}")
    for t in range(mistakes):
        yield Line("eq-wm/shrink", "<=", totals[t + 1], half * totals[t], f"mistake {t + 1}")
    yield Line("eq-wm/kept", "<=", given.beta**given.d, totals[-1])
    yield Line("eq-wm/power", "<=", given.beta**given.d, k * half**mistakes)
    yield Line("eq-wm/bound", "<=", mistakes, bound_of_the_discount(k, given.d, given.beta))


@cache
def bound_of_the_discount(k: int, d: int, beta: Fraction) -> Any:
    return weighted_majority_bound(k, d, beta)


@cache
def bound_in_print(k: int, d: int) -> Any:
    return printed_bound(k, d)


@cache
def dimension(rows: Rows) -> int:
    return littlestone_dimension(concept_class(rows))


def with_dimension(*classes: ConceptClass) -> Union:
    rows = [tuple(c.rows()) for c in classes]
    first, second, third = [*rows, (), ()][:3]
    return Union(first, second, third, max(map(dimension, rows)))


@cache
def family() -> list[Union]:
    """All pairs on three points up to symmetry, all triples on two points, and classes from the game with chips."""
    found = [with_dimension(c, other) for c, _ in classes_up_to_symmetry(3) for other in all_classes(3)
             if len(c) >= len(other)]
    triples = [with_dimension(*some) for some in combinations_with_replacement(all_classes(2), 3)]
    played = [with_dimension(*classes_from_strategy(strategy(k, d, chip_game(k, d)), d))
              for k, d in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1))]
    return [*found, *(given._replace(beta=beta) for given in triples + played for beta in (Fraction(1, 4), HALF))]


def start() -> Union:
    """Two classes of dimension 1 whose union has dimension 3, the most that there can be."""
    return with_dimension(*classes_from_strategy(strategy(2, 1, 3), 1))


def too_rich() -> Iterator[Union]:
    """Yield classes whose dimension is d + 1 or more, the last with a union of dimension 4 for d = 0."""
    for given in [start()] + family()[::9]:
        if given.d:
            yield given._replace(d=given.d - 1)
    rows = tuple(all_functions(4).rows())
    yield Union(rows, rows, (), 0)


def smaller_weight() -> Iterator[Union]:
    """Yield classes with the learner that predicts what most of the weight does not."""
    return (given._replace(learner=PredictsTheMinority) for given in [start()] + family()[::9])


@proof("ABMS20-4.3", grade="exhaustive",
       quantifier="all pairs of classes on 3 points (the larger one up to symmetry), beta = 1/2; all triples on 2 "
                  "points, and classes on up to 31 points from the game with chips, beta = 1/4, 1/2",
       instances=family, start=start,
       steps={"tree": "{the labels on the path} are {the values of the concept at its end}",
              "good": "{the mistakes of the expert of a class with this concept} are at most {d}",
              "eq-wm/shrink": "{the total weight after a mistake} is at most {(1 + beta)/2 times that before}",
              "eq-wm/kept": "{beta^d} is at most {the total weight at the end}",
              "eq-wm/power": "{beta^d} is at most {k ((1 + beta)/2)^M}",
              "eq-wm/bound": "{the number M of mistakes} is at most {(log k + d log(1/beta)) / log(2/(1 + beta))}",
              "three": "{2} is at most {(4/3)^3}",
              "conclusion": "{the Littlestone dimension of the union} is at most {3 d + 3 log k}"},
       hypotheses=(
           Hypothesis("no class has a dimension above d", too_rich,
                      ("good", "eq-wm/kept", "eq-wm/power", "eq-wm/bound", "conclusion")),
           Hypothesis("the learner predicts with the larger weight", smaller_weight,
                      ("eq-wm/shrink",))))
def union_is_learned_by_weighted_majority(given: Union) -> Iterator[Line]:
    yield from rounds_of_the_learner(given)
    yield Line("three", "<=", 2, Fraction(4, 3)**3)
    yield Line("conclusion", "<=", dimension(sum(parts(given), ())), bound_in_print(len(parts(given)), given.d))


def refutes_union_is_learned_by_weighted_majority(given: Union, step: str, case: Any) -> bool:
    """Tell whether a line is false in some game in which every round is a mistake, every expert from its rows alone."""
    classes, beta = [list(rows) for rows in given[:3] if rows], given.beta
    k, everything = len(classes), [row for rows in classes for row in rows]
    if step == "conclusion":
        surplus = littlestone_by_definition(ConceptClass.from_matrix(everything)) - 3 * given.d
        return surplus > 0 and 2**surplus > k**3

    def said(rows: list[tuple[int, ...]], x: int) -> int:
        halves = [[row for row in rows if row[x] == y] for y in (0, 1)]
        depths = [littlestone_by_definition(ConceptClass.from_matrix(half)) if half else -1 for half in halves]
        return int(depths[1] > depths[0])

    def false(left: list[list[tuple[int, ...]]], wrong: list[int], made: int) -> bool:
        weight = [beta**m if rows else Fraction(0) for rows, m in zip(left, wrong, strict=True)]
        checked = {"good": any(rows and m > given.d for rows, m in zip(left, wrong, strict=True)),
                   "eq-wm/kept": beta**given.d > sum(weight)}
        if checked.get(step, beta**given.d > k * ((1 + beta) / 2)**made):
            return True
        for x in range(len(everything[0])):
            guess = [said(rows, x) if rows else 0 for rows in left]
            ones = sum(w for w, y in zip(weight, guess, strict=True) if y)
            label = 1 - int((2 * ones > sum(weight)) == (given.learner is WeightedMajority))
            after = [[row for row in rows if row[x] == label] for rows in left]
            later = [m + (y != label) for m, y in zip(wrong, guess, strict=True)]
            total = sum(beta**m for rows, m in zip(after, later, strict=True) if rows)
            if any(after) and (step == "eq-wm/shrink" and total > (1 + beta) / 2 * sum(weight)
                               or made < 5 and false(after, later, made + 1)):
                return True
        return False

    return false(classes, [0] * k, 0)
