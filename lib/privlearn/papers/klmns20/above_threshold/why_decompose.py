"""KLMNS20, Section 4: why the authors decompose TreeLog."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.laws import Law, hockey_stick
from privlearn.learners.interior_point.trees import class_law, embed, is_prefix, path_curve, path_law, unmatched_bound
from privlearn.learners.interior_point.trees.path_classes import matched_hockey_stick
from privlearn.learners.interior_point.trees.path_privacy import forward_factor
from privlearn.papers.klmns20.above_threshold import claim
from privlearn.papers.klmns20.paths.instances import Database, additions, up_to_swaps

BITS = 3
SIZE = 6


claim("KLMNS20-4.why", kind="remark", status="checked",
      reason="a remark of the authors, judged on all databases of six points among eight",
      title="Why the authors decompose TreeLog: its stages hand on data that is not private",
      uses=("KLMNS20-alg1", "KLMNS20-2.adv", "KLMNS20-3.5", "KLMNS20-3.5r", "KLMNS20-3.6.view"),
      erratum_kind="remark",
      erratum="The remark says that standard composition theorems cannot be applied to TreeLog, because its steps "
              "share a state that is not private. The state is not, but the classes of matched paths are, and they are "
              "history enough: with them in the view the theorems apply (KLMNS20-3.6.view). Section 4 of the paper "
              "remains a valid second way.")


def path_and_levels(database: Database, stop: int, base: Fraction) -> Law:
    """Return the law of the last node of the path together with the inner database."""
    return path_law(database, BITS, stop, base).map(lambda node: (node, embed(database, BITS, node, stop)))


@check("KLMNS20-4.why", grade="exhaustive",
       quantifier="8 points, all databases of 6, all added points, up to exchanging the two subtrees of nodes; stop "
                  "1, 2; e^eps_p = 3/2, 2: the hockey stick of (path, D) at every finite ratio is 1 in both "
                  "directions",
       says="no outcome of (path, D) is possible both under S and under S + x")
@sabotage("only the last node is released", lambda database, stop, base: path_law(database, BITS, stop, base))
@judged("==")
def path_and_inner_database_tell_everything(released=path_and_levels):
    for stop, base in product((1, 2), (Fraction(3, 2), Fraction(2))):
        for small, _, large in additions(up_to_swaps(BITS, SIZE), BITS):
            tables = [released(s, stop, base).exact() for s in (small, large)]
            common = [outcome for outcome in tables[0] if outcome in tables[1]]
            ends = tuple(1 - sum((table[o] for o in common), Fraction(0)) for table in tables)
            yield (small, large, stop, base), ends, (1, 1)

def refutes_path_and_inner_database_tell_everything(released, small, large, stop, base):
    ratio = Fraction(10**100)  # so large that only outcomes impossible in the other world count
    left, right = released(small, stop, base), released(large, stop, base)
    return hockey_stick(left, right, ratio)[0] < 1 or hockey_stick(right, left, ratio)[0] < 1


@path_and_inner_database_tell_everything.corrupted("D without a further largest element in the larger database")
def d_without_further_largest_element_larger(database: Database, stop: int, base: Fraction) -> Law:
    cut = len(database) - SIZE
    return path_and_levels(database, stop, base).map(lambda told: told[1][:len(told[1]) - cut])


@check("KLMNS20-4.why", grade="exhaustive",
       quantifier="the pairs of 'path and inner database tell everything'; stop 1, 2; e^eps_p = 3/2, 2: the classes of "
                  "matched paths keep the bounds of Claim 3.5 and, at g = 0, eps_p, 2 eps_p, of its reverse",
       says="the classes keep the factor of Claim 3.5, the curve W in reverse, and the bound on unmatched paths")
@sabotage("a path chosen with weights e^(2 eps_p w)",
          lambda database, x, stop, base: class_law(database, BITS, x, stop, base**2))
@judged("<=")
def classes_alone_are_private(labels=lambda database, x, stop, base: class_law(database, BITS, x, stop, base)):
    for stop, base in product((1, 2), (Fraction(3, 2), Fraction(2))):
        factor, new = forward_factor(base, stop), unmatched_bound(base, stop)
        curve = {power: path_curve(base, base**power) for power in (0, 1, 2)}
        for small, x, _ in additions(up_to_swaps(BITS, SIZE), BITS):
            table = labels(small, x, stop, base)
            yield (small, x, stop, base), matched_hockey_stick(table, factor, forward=True), 0
            for power, bound in curve.items():
                yield (small, x, stop, base), matched_hockey_stick(table, base**power), bound
            yield (small, x, stop, base), table.get(None, (Fraction(0), Fraction(0)))[1], new

def refutes_classes_alone_are_private(labels, small, x, stop, base):
    table = labels(small, x, stop, base)
    if table.get(None, (0, 0))[1] > 1 / (1 + base**stop) or any(
            p > max(base, 1 + base**-stop) * q for label, (p, q) in table.items() if label is not None):
        return True
    for power in (0, 1, 2):  # e^g = base^power; the curve is (1 - 1/base) base^(-(power + 1)/(base - 1))
        exponent = -(power + 1) / (base - 1)
        told = sum((max(Fraction(0), q - base**power * p) for label, (p, q) in table.items()
                    if label is not None), Fraction(0))
        if told > (1 - 1 / base) * base ** int(exponent):
            return True
    return False


@classes_alone_are_private.corrupted("D is released with the class")
def d_released_class(database: Database, x: int, stop: int, base: Fraction) -> dict[Any, tuple[Fraction, Fraction]]:
    table: dict[Any, tuple[Fraction, Fraction]] = {}
    larger = tuple(sorted((*database, x)))
    known = [node for node, _ in path_and_levels(database, stop, base).exact()]
    for world, points in enumerate((database, larger)):
        for (node, inner), mass in path_and_levels(points, stop, base).exact().items():
            label = next((k for k in known if is_prefix(k, node)), None)
            both = [*table.get((label, inner), (Fraction(0), Fraction(0)))]
            both[world] += mass
            table[label, inner] = both[0], both[1]
    return table
