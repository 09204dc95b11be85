"""ABMS20, Section 2: Theorem 2.4, a proper learner gives a proper agnostic learner."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import ConceptClass, all_classes
from privlearn.laws import Law, choice
from privlearn.learners.relabeling import private_agnostic_law
from privlearn.mechanisms.neighbours import Database
from privlearn.papers.abms20.agnostic_learner import claim

claim("ABMS20-2.4", kind="theorem", section="2 Main results",
      title="Private PAC learning implies private agnostic learning, also improperly", uses=("ABMS20-6.1",),
      difference="Theorem 6.1 with the addition that a proper learner is turned into a proper one.")


def realizable_only(concepts: ConceptClass, rows: Database) -> Law:
    """Return a proper learner that answers nothing (None) on rows that no concept fits, and weighs concepts else."""
    right = {tuple(h): sum(h[x] == y for x, y in rows) for h in concepts.rows()}
    if max(right.values()) < len(rows):
        return choice({None: Fraction(1)})
    total = sum(2**k for k in right.values())
    return choice({h: Fraction(2**k, total) for h, k in right.items()})


def agnostic(concepts: ConceptClass, data: Database, support: tuple[int, ...]) -> Law:
    """Return the law of the agnostic learner with that base learner and one draw."""
    return private_agnostic_law(concepts, base_learner(concepts), data, tuple((x, 0) for x in support), 4, 1)


@cache
def base_learner(concepts: ConceptClass) -> Callable[[Database], Law]:
    """Return :func:`realizable_only` for the class, each law computed once."""
    return cache(lambda rows: realizable_only(concepts, rows))


@check("ABMS20-2.4", grade="exhaustive",
       quantifier="all 15 classes on 2 points, all 220 multisets D of 9 rows, T empty and, where D has one point "
                  "only, both points: every answer of positive probability is a concept",
       says="every answer of positive probability is a concept of the class",
       reason="T matters by points that D lacks. 9 rows, the fewest that Algorithm 4 accepts. Privacy and accuracy "
              "are checked at Theorem 6.1.")
@sabotage("without the relabelling", lambda concepts, data, support: realizable_only(concepts, data))
@judged("<=")
def proper_stays_proper(law=agnostic):
    for c in all_classes(2):
        if len(c):
            concepts = {tuple(h) for h in c.rows()}
            for data in combinations_with_replacement(tuple(product((0, 1), repeat=2)), 9):
                for support in ((), (0, 1)) if len({x for x, _ in data}) == 1 else ((),):
                    outside = set(law(c, data, support).masses()) - concepts
                    yield (c.rows(), data, support), len(outside), 0

def refutes_proper_stays_proper(law, rows, data, support):
    answers = law(ConceptClass.from_matrix(rows), data, support).exact()
    return any(p > 0 and f not in [tuple(h) for h in rows] for f, p in answers.items())
