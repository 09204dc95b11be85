"""FX15, conventions that its statements leave open: sizes of the classes, messages against bits."""

from collections.abc import Iterator
from fractions import Fraction
from math import log2
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, sabotage
from privlearn.communication.information import log2_bracket
from privlearn.communication.public_coins import public_coin_messages
from privlearn.concepts import ConceptClass, boxes, grid, halfspaces, lines, points, thresholds
from privlearn.concepts.dichotomies import count_linear_dichotomies
from privlearn.exact import log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.papers.fx15.equivalence.instances import either, representation_size
from privlearn.papers.fx15.geometric_classes import claim
from privlearn.papers.fx15.geometric_classes.instances import BOXES, HALFSPACES

PRIMES = (2, 3, 5, 7, 11, 13)


claim("FX15-conv", kind="remark", status="checked",
      reason="conventions of the book; sizes of the classes and one example against whole bits are computed",
      section="0 Conventions",
      title="Points from 0, classes without repetition, sizes in messages, bits as their logarithm to base 2",
      note="Conventions of ours where the paper leaves a choice: they decide whether its inequalities hold as printed "
           "or up to rounding. Tie breaking and the order of databases are fixed in code, not checked here.")


def listed() -> Iterator[tuple[tuple[Any, ...], ConceptClass]]:
    """Yield the classes whose sizes are counted, with the name of their family and its parameters."""
    yield from ((("Thr", b), thresholds(b)) for b in range(1, 7))
    yield from ((("Point", b), points(b)) for b in range(1, 5))
    yield from ((("Line", p), lines(p)) for p in PRIMES)
    yield from ((("Box", b, d), boxes(b, d)) for b, d in BOXES)
    yield from ((("HS", b, d), halfspaces(b, d)) for b, d in HALFSPACES)


def stated_size(family: str, first: int, dimension: int = 1) -> int:
    """Return the size of a class by its formula; that of halfspaces by deletion and contraction, without a list."""
    if family == "Line":
        return first**2
    if family == "Box":
        return 1 + (2 ** (first - 1) * (2**first + 1)) ** dimension
    if family == "HS":
        return count_linear_dichotomies([(*x, -1) for x in grid(first, dimension)])
    return 2**first


@check("FX15-conv", grade="exhaustive",
       quantifier="Thr_1..Thr_6, Point_1..Point_4, Line_p for p <= 13, boxes and halfspaces for ten and nine (b, d), "
                  "all listed",
       says="{the number of concepts listed} equals {the size by the formula}")
@sabotage("every box with s_i > t_i counted as another empty set",
          lambda family, b, d=1: 4 ** (b * d) if family == "Box" else stated_size(family, b, d))
@sabotage("2^(b + 1) halfspaces in every dimension",
          lambda family, b, d=1: 2 ** (b + 1) if family == "HS" else stated_size(family, b, d))
def classes_have_the_stated_sizes(size=stated_size) -> Verdict:
    return judge("==", ((name, len(concepts), size(*name)) for name, concepts in listed()))

def refutes_classes_have_the_stated_sizes(size, witness):
    family, b, d = witness
    if family == "Box":
        ends = [(s, t) for s in grid(b, d) for t in grid(b, d)]
        return size(*witness) != len({tuple(all(i <= c <= j for i, c, j in zip(s, x, t, strict=True))
                                            for x in grid(b, d)) for s, t in ends})
    weights = grid(3, d + 1)  # weights -4..3 show all halfspaces on the small grids
    return size(*witness) < len({tuple(sum((w - 4) * c for w, c in zip(v, x, strict=False)) >= v[-1] - 4
                                       for x in grid(b, d)) for v in weights})


THREE = ((0, 0), (0, 1), (1, 1))  # the smallest class with three thresholds


@check("FX15-conv", grade="certified",
       quantifier="three thresholds on two points at errors eps = delta = 1/16: all public-coin protocols with two "
                  "messages, all representations by two hypotheses; log 3 between multiples of 1/1000",
       says="three messages and three hypotheses are needed, and so many messages cost log 3")
@sabotage("cost in whole bits: 2 for three messages, more than log 3", lambda k: as_bracket((k - 1).bit_length()))
@sabotage("the natural logarithm", log_bracket)
def messages_not_whole_bits_make_the_bound_literal(cost=log2_bracket) -> Verdict:
    concepts, sixteenth = ConceptClass.from_matrix(THREE), Fraction(1, 16)
    needed = public_coin_messages(concepts, either(sixteenth, sixteenth))
    size, bits = representation_size(concepts, sixteenth, sixteenth), (3**1000).bit_length()  # of 3^1000
    return all_hold(judge("==", [("messages", needed, 3), ("hypotheses", size, 3)]),
                    judge("<", [("no less", Fraction(bits - 1, 1000), cost(needed)),
                                ("no more", cost(needed), Fraction(bits, 1000))]))

def refutes_messages_not_whole_bits_make_the_bound_literal(cost, witness):
    found, thousand = as_bracket(cost(3)), int(1000 * log2(3))
    return 1000 * found.upper <= thousand if witness == "no less" else 1000 * found.lower > thousand
