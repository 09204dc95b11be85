"""FX14, Sections 1 and 2.2: the representation dimensions, and an inequality with its sides interchanged."""

from itertools import combinations, product
from typing import Any

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.checking.verdict import covering
from privlearn.concepts import ConceptClass, points
from privlearn.dimensions.representation import smallest_probabilistic_representation
from privlearn.exact.fractions import QUARTER
from privlearn.papers.by_definition import small_classes
from privlearn.papers.fx14.representation_dimensions import claim
from privlearn.papers.fx15.representation_dimensions.instances import deterministic_size

claim("FX14-1.repr", kind="definition", uses=("BBKN14-3.1",),
      title="Representing a class, deterministically and probabilistically (within the text)",
      same_as=("FX15-2.3", "FX15-2.4"),
      difference="The conference version defines both notions in its introduction, the full version in Section 2.3.")


claim("FX14-4", kind="definition", uses=("FX14-1.repr",), section="2.2 Representation dimension",
      title="Deterministic representation dimension", same_as=("FX15-2.3",),
      difference="What it means to represent a class is not repeated there but taken from the introduction.")


claim("FX14-5", kind="definition", uses=("FX14-1.repr", "FX14-4"), section="2.2 Representation dimension",
      title="Probabilistic representation dimension", same_as=("FX15-2.4",),
      difference="What it means to represent a class probabilistically is taken from the introduction.")


claim("FX14-1.prdim-drdim", kind="proposition", title="The relation of PRDim and DRDim quoted in the introduction",
      same_as=("FX15-1.drdim-prdim",), uses=("FX14-4", "FX14-5", "FX14-3.1app.drdim-prdim"),
      difference="The conference version prints PRDim(C) = O(DRDim(C) + loglog |X|), twice; the full version bounds "
                 "DRDim by PRDim, which is the theorem.",
      erratum_kind="misprint", repaired=True,
      erratum="A misprint: the two dimensions are interchanged. As printed the statement is true and says nothing, for "
              "a deterministic representation is a probabilistic one, so PRDim <= DRDim. PRDim can be the smaller one: "
              "the four functions on two points need four hypotheses, or three at random.")


def random_size(concepts: ConceptClass) -> int:
    return smallest_probabilistic_representation(concepts, QUARTER, QUARTER)


def instances() -> list[tuple[ConceptClass, int]]:
    """Point_2, and all non-empty classes on at most 3 points up to symmetry with the sizes of their orbits."""
    return [(points(2), 1), *small_classes()]


def is_answered(hypotheses: tuple[Any, ...], f: tuple[int, ...], law: tuple[int, ...]) -> bool:
    """Whether some hypothesis has error at most 1/4 for f and integer weights."""
    return any(4 * sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) <= sum(law) for h in hypotheses)


def has_four(concepts: ConceptClass) -> bool:
    return len(concepts) >= 4


@check("FX14-1.prdim-drdim", grade="exhaustive",
       quantifier="Point_2 and all 273 non-empty classes on at most 3 points (up to symmetry): the printed direction "
                  "holds with constant 1 and without loglog |X|; PRDim < DRDim from four concepts on, so only the full "
                  "version's direction says something",
       says="PRDim is at most DRDim, and less exactly for the classes of at least four concepts")
@sabotage("the sides interchanged: DRDim <= PRDim", (deterministic_size, random_size, has_four))
@sabotage("from five concepts on", (random_size, deterministic_size, lambda concepts: len(concepts) >= 5))
def random_sets_are_never_larger(sides=(random_size, deterministic_size, has_four)) -> Verdict:
    random, fixed, less = sides
    cases = ((c, random(c), fixed(c)) for c, _ in instances())
    verdict = judge("==", ((c.rows(), (size <= most, less(c)), (True, size < most)) for c, size, most in cases))
    return covering(verdict, sum(orbit for _, orbit in instances()))

def refutes_random_sets_are_never_larger(sides, rows):
    concepts, n = ConceptClass.from_matrix(rows), len(rows[0])
    laws = [law for law in product(range(4), repeat=n) if sum(law) in (1, 2, 3)]

    def misses(k: int) -> tuple[bool, bool]:  # k concepts, drawn uniformly, at (1/4, 1/4), and k fixed functions
        subsets = list(combinations(rows, k))
        missed = [sum(not is_answered(some, f, law) for some in subsets) for f in rows for law in laws]
        return 4 * max(missed) > len(subsets), not any(all(is_answered(some, f, law) for f in rows for law in laws)
            for some in combinations(product((0, 1), repeat=n), k))

    return misses(sides[1](concepts)) == (False, True) or (
        misses(len(rows) - 1)[1] and (len(rows) >= 4) != sides[2](concepts))
