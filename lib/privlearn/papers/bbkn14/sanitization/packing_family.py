"""BBKN14, Section 7: the databases of the packing for Theorem 7.2, and their disjoint success sets."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

from privlearn.checking import check, judged, sabotage
from privlearn.exact.fractions import QUARTER, TENTH
from privlearn.mechanisms import multiset_databases
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.papers.bbkn14.sanitization import claim
from privlearn.release.counting_queries import in_cell_by_all_queries, in_cell_by_two_queries, sanitization_family

FAMILIES = ((4, 10, TENTH), (8, 20, TENTH), (3, 4, QUARTER))  # (T, m, alpha), 3 alpha m whole

claim("BBKN14-7.2.family", kind="definition", uses=("BBKN14-7.useful",),
      title="The databases of the packing and their success sets")


@check("BBKN14-7.2.family", grade="exact",
       quantifier="(T, m, alpha) = (4, 10, 1/10), (8, 20, 1/10), (3, 4, 1/4): the counts of each, and all pairs",
       says="the T databases have 3 alpha m rows at i and the rest at 0, and any two differ in 3 alpha m rows")
@sabotage("one entry more at i",
          lambda size, rows, alpha: tuple(
          (0,) * (rows - int(3 * alpha * rows) - 1) + (i,) * (int(3 * alpha * rows) + 1) for i in range(size)))
@sabotage("the rows at i alone", lambda size, rows, alpha: tuple((i,) * int(3 * alpha * rows) for i in range(size)))
@judged("==")
def databases_are_at_the_same_distance(family=sanitization_family):
    for size, rows, alpha in FAMILIES:
        databases, moved = family(size, rows, alpha), int(3 * alpha * rows)
        for i, database in enumerate(databases):
            yield (size, rows, alpha, i), sorted(database), [0] * (rows - moved) + [i] * moved
        yield (size, rows, alpha), len(databases), size
        for left, right in combinations(databases, 2):
            yield (size, rows, alpha, left, right), hamming_distance(left, right), moved

def refutes_databases_are_at_the_same_distance(family, witness):
    size, rows, alpha, *which = witness
    databases, moved = family(size, rows, alpha), 3 * alpha * rows
    if not which:
        return len(databases) != size
    if len(which) == 1:
        counts = Counter(databases[which[0]])
        return counts != (Counter({0: rows - moved, which[0]: moved}) if which[0] else Counter({0: rows}))
    left, right = which
    return {left, right} <= set(databases) and sum(a != b for a, b in zip(left, right, strict=True)) != moved


def useful_in_counts(i: int, counts: list[int], rows: int, alpha: Fraction) -> bool:
    """Decide usefulness for database i in integers: all counts over ``rows`` are within alpha of its frequencies."""
    a, b = alpha.as_integer_ratio()
    truth = [(b - 3 * a * (i > 0)) * (x == 0) + 3 * a * (x == i > 0) for x in range(len(counts))]
    return all(abs(share * rows - count * b) < a * rows for share, count in zip(truth, counts, strict=True))


@check("BBKN14-7.2.family", grade="exhaustive",
       quantifier="(T, m, alpha) = (4, 10, 1/10), (8, 20, 1/10), (3, 4, 1/4): all synthetic databases of 1 to 12 "
                  "rows; database 0 and, by symmetry, database 1: is a useful output outside the cell?",
       says="every output that is useful for a database lies in its cell")
@sabotage("cells half as wide",
          lambda i, answers, alpha: (answers[0] > 1 - alpha / 2) if i == 0 else abs(
          answers[i] - 3 * alpha) < alpha / 2 and abs(answers[0] - 1 + 3 * alpha) < alpha / 2)
@judged("==")
def useful_outputs_lie_in_the_cell(cell=in_cell_by_two_queries):
    for size, _, alpha in FAMILIES:
        for rows, i in product(range(1, 13), (0, 1)):
            for counts in ([db.count(x) for x in range(size)] for db in multiset_databases(range(size), rows)):
                if useful_in_counts(i, counts, rows, alpha):
                    said = tuple(Fraction(count, rows) for count in counts)
                    yield (i, said, alpha), cell(i, said, alpha), True

def refutes_useful_outputs_lie_in_the_cell(cell, i, said, alpha):
    truth = [1 - 3 * alpha if i else Fraction(1), *(3 * alpha if x == i else Fraction(0) for x in range(1, len(said)))]
    return max(abs(t - s) for t, s in zip(truth, said, strict=True)) < alpha and not cell(i, said, alpha)


STEP = Fraction(1, 20)


def printed_cell(i: int, first: int, own: int, third: int, unit: int) -> tuple[bool, bool]:
    """Decide both cells for answers at the points 0, 1, 2 and an alpha of so many twentieths."""
    if i == 0:
        return 20 - unit < first <= 20, 20 - unit < first < 20 + unit and max(own, third) < unit
    near = 20 - 4 * unit < first < 20 - 2 * unit and 2 * unit < own < 4 * unit
    return near, near and third < unit


@check("BBKN14-7.2.family", grade="exhaustive",
       quantifier="T = 3, i = 0 and, by symmetry, 1; alpha = 1/20, 1/10, 3/20, 1/5, 1/4; all answers in steps of 1/20 "
                  "up to 21/20, the third 0 or alpha: both cells, in whole twentieths",
       says="each cell holds exactly the answers in its open box")
@sabotage("all queries looked at in the printed cells, too", (in_cell_by_all_queries, in_cell_by_all_queries))
@judged("==")
def cells_are_open_boxes(cells=(in_cell_by_two_queries, in_cell_by_all_queries)):
    for i, unit, first, own in product((0, 1), (1, 2, 3, 4, 5), range(22), range(22)):
        for third in (0, unit):
            said = (first * STEP, own * STEP, third * STEP)
            yield (i, said, unit), tuple(cell(i, said, unit * STEP) for cell in cells), printed_cell(
                i, first, own, third, unit)

def refutes_cells_are_open_boxes(cells, i, said, unit):
    alpha = unit * STEP
    truth = [1 - 3 * alpha * (i > 0), *(3 * alpha * (x == i) for x in (1, 2))]
    near = [abs(t - s) < alpha for t, s in zip(truth, said, strict=True)]
    printed = near[0] and near[i] and said[0] <= 1 if i == 0 else near[0] and near[i]
    return tuple(cell(i, said, alpha) for cell in cells) != (printed, all(near))
