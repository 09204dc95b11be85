"""ABMS20, Section 4.1, after Proposition 4.3: threshold dimensions of unions do add up."""

from functools import cache

import numpy as np

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension, threshold_dimension
from privlearn.papers.abms20.many_unions import claim
from privlearn.papers.by_definition import littlestone_by_definition

claim("ABMS20-4.3.contrast", kind="example",
      title="For the threshold dimension a linear dependence on k is necessary: blocks of thresholds",
      uses=("ABMS20-2.def-T", "FX15-2.5.ldim"),
      erratum_kind="misprint", repaired=True,
      erratum="Printed is Ldim where the threshold dimension T is meant: for t = 4 each block has Littlestone "
              "dimension 2, and the union 3, 3, 4 for k = 2, 3, 4, not 4 and 8, 12, 16.  With T in its place all is "
              'right.  Also "(i-1) t < ji <= i t" should read "(i-1) t < j <= i t".')

BLOCKS = ((2, 4), (3, 4), (4, 4), (16, 32))
Named = tuple[tuple[int, int, int], ConceptClass]


@cache
def staircases() -> tuple[Named, ...]:
    """Return ((k, t, i), block i) for i = 1..k, the union as i = 0: h_j is 1 on the points from j on."""
    found: list[Named] = []
    for k, t in BLOCKS:
        stairs = np.triu(np.ones((k * t, k * t), dtype=np.uint8))
        found.append(((k, t, 0), ConceptClass.from_matrix(stairs)))
        found += [((k, t, i), ConceptClass.from_matrix(stairs[(i - 1) * t:i * t])) for i in range(1, k + 1)]
    return tuple(found)


@check("ABMS20-4.3.contrast", grade="exact",
       quantifier="(k, t) = (2,4), (3,4), (4,4), (16,32): every block and the union",
       says="{the threshold dimension of a block or the union} equals {t for a block, k t for the union}")
@sabotage("the union adds only a logarithm: t + log k",
          lambda size: size if size in (4, 32) else 32 + 4 if size == 512 else 4 + (size // 4).bit_length() - 1)
def threshold_dimensions_add_up(steps=lambda size: size) -> Verdict:
    return judge("==", ((name, threshold_dimension(c), steps(len(c))) for name, c in staircases()))

def refutes_threshold_dimensions_add_up(steps, name):
    rows = dict(staircases())[name].rows()
    first = next(x for x in range(len(rows[0])) if rows[0][x])  # h_j is 1 on the first + j-th point, h_(j+1) is not
    chain = all(rows[i][first + j] == (i <= j) for i in range(len(rows)) for j in range(len(rows)))
    return chain and steps(len(rows)) != len(rows)


@check("ABMS20-4.3.contrast", grade="exact",
       quantifier="the same blocks and unions; the printed form, t and k t, is the sabotage",
       says="{the Littlestone dimension of a block or the union} equals {floor(log t), or floor(log(k t)) for the "
            "union}")
@sabotage("the printed Ldim(H_i) = t", lambda size: size)
def littlestone_dimensions_are_logarithms(logarithm=lambda size: size.bit_length() - 1) -> Verdict:
    return judge("==", ((name, littlestone_dimension(c), logarithm(len(c))) for name, c in staircases()))

def refutes_littlestone_dimensions_are_logarithms(logarithm, name):
    c = dict(staircases())[name]
    return littlestone_by_definition(c) != logarithm(len(c))
