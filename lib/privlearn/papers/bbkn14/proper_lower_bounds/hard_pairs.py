"""BBKN14, Section 3.1: what verifies a hard pair."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation.minimality import HardPair, hard_pairs, is_hard_pair
from privlearn.papers.bbkn14.proper_lower_bounds.minimal_classes import accurate_set, named_classes

CLASSES = tuple(entry for entry in named_classes() if entry[0][1] <= 4 and entry[0] != ("lines", 3))
ALPHAS = tuple(Fraction(a, b) for a, b in ((0, 1), (1, 3), (2, 5), (1, 2), (999, 1000)))


def offered(hypotheses: ConceptClass, concepts: ConceptClass) -> Iterator[HardPair]:
    """Yield the hard pair of every hypothesis, and each with a distribution that is none or another one."""
    for pair in hard_pairs(hypotheses, concepts):
        yield pair
        first, *rest = pair.distribution
        for law in ((first + 1, *rest), (first / 2, *(q / 2 for q in rest)), (first + 1, *rest[:-1], rest[-1] - 1),
                    (*rest, first), (Fraction(1, len(rest) + 1),) * (len(rest) + 1)):
            yield replace(pair, distribution=law)


@check("BBKN14-3.6.witness", grade="exact",
       quantifier="points (T = 2, 3), with the zero function, initial segments (T = 2, 4), lines (q = 2): the hard "
                  "pair of each h, and it with five other weights, for every h and alpha = 0, 1/3, 2/5, 1/2, 999/1000",
       says="a pair is accepted for h exactly if its weights are a distribution and no other hypothesis has error at "
            "most alpha")
@sabotage("the error of h counts, too", lambda pair, h, hypotheses, e: is_hard_pair(pair, -1, hypotheses, e))
@sabotage("any weights are a distribution", lambda pair, h, hypotheses, e: accurate_set(
    hypotheses, pair.concept, pair.distribution, e) <= {h})
@judged("==")
def hard_pairs_are_told_from_others(accepts=is_hard_pair):
    for name, hypotheses, concepts, _ in CLASSES:
        for which, pair in enumerate(offered(hypotheses, concepts)):
            law = sum(pair.distribution) == 1 and min(pair.distribution) >= 0
            for e in ALPHAS:
                accurate = accurate_set(hypotheses, pair.concept, pair.distribution, e)
                for h in range(len(hypotheses)):
                    yield (name, which, h, e), accepts(pair, h, hypotheses, e), law and accurate <= {h}

def refutes_hard_pairs_are_told_from_others(accepts, name, which, h, e):
    _, hypotheses, concepts, _ = next(entry for entry in CLASSES if entry[0] == name)
    pair = list(offered(hypotheses, concepts))[which]
    agree = [sum(q * (1 - abs(a - b)) for q, a, b in zip(pair.distribution, pair.concept, row, strict=True))
             for row in hypotheses.rows()]
    hard = all(sum(pair.distribution) - share > e for k, share in enumerate(agree) if k != h)
    return accepts(pair, h, hypotheses, e) != (hard and sum(pair.distribution) == 1 and min(pair.distribution) >= 0)
