"""AMSY24, Theorems 2, 3, 6 and 7 and Lemmas 16 and 20: what the clique numbers of all orders say about learning."""

from collections.abc import Iterator
from typing import Any

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.contradictions import clique_dimension, largest_clique
from privlearn.exact.formulas import Value, formula, log2
from privlearn.papers.amsy24.contradiction_graphs import claim
from privlearn.papers.amsy24.contradiction_graphs.clique_numbers import full_clique
from privlearn.papers.amsy24.contradiction_graphs.instances import (LARGER, TWO_AND_THREE, class_of, clique_of,
                                                                    small_classes)

claim("AMSY24-16", kind="lemma", uses=("AMSY24-graph", "AMSY24-1"), formulas=(full_clique,),
      title="The paths of a mistake tree of depth d are a clique of 2^d samples: LDim <= CD")

ALL = "all 255 classes on three points and 5 classes on 4 to 8 points"


def every_class() -> Iterator[ConceptClass]:
    yield from small_classes()
    yield from LARGER.values()


claim("AMSY24-example", kind="example", status="checked", reason="an example, computed in full", uses=("AMSY24-16",),
      title="Eight concepts on four points with Littlestone dimension 2 and clique dimension 3")


@check("AMSY24-example", grade="exact", quantifier="the paper's class; its clique numbers of orders 1 to 4",
       says="LDim, CD and the clique numbers are 2, 3 and 2, 4, 8, 8")
@sabotage("thresholds on eight points", make=lambda: thresholds(3))
@sabotage("the first concept left out", make=lambda: ConceptClass.from_matrix(TWO_AND_THREE.rows()[1:]))
@sabotage("one bit changed", make=lambda: ConceptClass.from_matrix([(1, 0, 0, 1), *TWO_AND_THREE.rows()[1:]]))
@judged("==")
def the_example_separates_the_dimensions(concepts: ConceptClass = TWO_AND_THREE) -> Iterator[Any]:
    rows = tuple(concepts.rows())
    yield "dimensions", (littlestone_dimension(concepts), clique_dimension(concepts)), (2, 3)
    for order, number in enumerate((2, 4, 8, 8), start=1):
        yield order, len(clique_of(rows, order)), number

def refutes_the_example_separates_the_dimensions(concepts: ConceptClass, witness: Any) -> bool:
    rows = concepts.rows()
    if witness == "dimensions":
        trees = [(x, y, z) for x in range(concepts.size) for y in range(concepts.size) for z in range(concepts.size)]
        two = any(all(any(row[x] == a and row[(y, z)[a]] == b for row in rows) for a in (0, 1) for b in (0, 1))
                  for x, y, z in trees)
        return not two or len(rows) < 8 or littlestone_dimension(concepts) != 2 or clique_dimension(concepts) != 3
    return len(largest_clique(concepts, witness)) != (2, 4, 8, 8)[witness - 1]


claim("AMSY24-2", kind="theorem", uses=("AMSY24-16", "AMSY24-18"), formulas=(full_clique,),
      title="The clique numbers of a class are 2^m for all m, or at most a polynomial in m",
      note="On a finite class: 2^m up to the Littlestone dimension, and at most (2m + 1)^LDim always; an infinite "
           "class has either mistake trees of every depth or a largest one, which gives the two cases.")


@check("AMSY24-2", grade="exhaustive", against="optimum", quantifier=f"{ALL}, orders 1 to 4 (1 to 3 on 8 points)",
       says="the clique number is 2^m up to the clique dimension, and less from there on")
@sabotage("the Littlestone dimension in its place", (littlestone_dimension, full_clique))
@sabotage("one more", (lambda concepts: clique_dimension(concepts) + 1, full_clique))
@verifier(lambda case, rows, order: (len(largest_clique(class_of(rows), order)) == case[1](order))
          != (order <= case[0](class_of(rows))))
@judged("==")
def full_cliques_end_once_and_for_all(case=(clique_dimension, full_clique)) -> Iterator[Any]:
    for concepts in every_class():
        rows = tuple(concepts.rows())
        for order in range(1, 5 if concepts.size < 8 else 4):
            yield (rows, order), len(clique_of(rows, order)) == case[1](order), order <= case[0](concepts)


LARGEST = 512
ORDERS = {"d": (1, 2, 7, 14, 15, 16, 30, 31, 32, LARGEST)}


@formula("at most", corners=ORDERS, tex={"max(2 * d * log2(d), 300)": r"\max\{2 d \log d, 300\}"},
         loose={"300": "118 is enough, as the other bound shows"})
def full_order(d: int) -> Value:
    return max(2 * d * log2(d), 300)


@formula("at most", corners=ORDERS, tex={"max(2 * d * log2(d), 118)": r"\max\{2 d \log d, 118\}"})
def smaller_full_order(d: int) -> Value:
    return max(2 * d * log2(d), 118)


claim("AMSY24-20", kind="lemma", uses=("AMSY24-18",), formulas=(full_order, smaller_full_order),
      title="The clique dimension is at most max(2 LDim log LDim, 300)",
      note="Computed is the last order at which Lemma 18 allows a full clique. That 118 is enough for 300 is ours.")


claim("AMSY24-3", kind="theorem", status="quoted",
      reason="a theorem of Alon, Moran, Schefler and Yehudayoff on infinite classes; nothing computed on finite ones "
             "bears on it",
      uses=("AMSY24-2",),
      title="The fractional clique numbers of a class are 2^m for all m, or at most a polynomial in m",
      note="Proved in the paper by a symmetric form of boosting. The degree of the polynomial is not known to depend "
           "on the fractional clique dimension alone. No finite computation can check it: a finite class has bounded "
           "clique numbers.")

claim("AMSY24-6", kind="theorem", status="quoted",
      reason="a theorem of Alon, Moran, Schefler and Yehudayoff; every finite class satisfies both sides, so nothing "
             "computed bears on it",
      uses=("AMSY24-3",),
      title="A class can be learned with pure privacy if and only if its fractional clique dimension is finite",
      note="A statement on infinite classes; for finite ones both hold. The game behind the fractional clique number, "
           "between samples and functions, is solved on this page.")

claim("AMSY24-7", kind="theorem", status="quoted",
      reason="a theorem of Alon, Moran, Schefler and Yehudayoff; every finite class satisfies both sides, so nothing "
             "computed bears on it",
      uses=("AMSY24-2",),
      title="A class can be learned with approximate privacy if and only if its clique dimension is finite",
      note="A statement on infinite classes, with delta smaller than every power of 1/m; for finite ones both hold.")
