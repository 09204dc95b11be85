"""BBKN14, Section 7: the databases of the packing for Theorem 7.2, and their disjoint success sets."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact.fractions import FIFTH, QUARTER, TENTH, THIRD
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


def outputs_up_to(size: int, most: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the counts and the number of rows of all databases of 1 to ``most`` rows over ``size`` points."""
    for rows in range(1, most + 1):
        for bars in combinations(range(rows + size - 1), size - 1):
            ends = (-1, *bars, rows + size - 1)
            yield tuple(b - a - 1 for a, b in zip(ends, ends[1:], strict=False)), rows


def useful_in_counts(i: int, counts: tuple[int, ...], rows: int, alpha: Fraction) -> bool:
    """Decide usefulness for database i in integers: all counts over ``rows`` are within alpha of its frequencies."""
    a, b = alpha.numerator, alpha.denominator
    for x, count in enumerate(counts):
        truth = (b if i == 0 else b - 3 * a) if x == 0 else (3 * a if x == i else 0)
        if abs(truth * rows - count * b) >= a * rows:
            return False
    return True


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
        for counts, rows in outputs_up_to(size, 12):
            for i in (0, 1):
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


claim("BBKN14-7.2.disjoint", kind="inequality", step_of="BBKN14-7.2", uses=("BBKN14-7.2.family", "BBKN14-7.queries"),
      title="No output is useful for two databases of the packing",
      note="The two-query sets of the printed proof are disjoint for databases as outputs; for arbitrary answers all "
           "queries must be looked at, as Theorem 7.2 explains.")


@check("BBKN14-7.2.disjoint", grade="exhaustive",
       quantifier="T = 4, alpha = 1/10, 1/5, 1/4: all synthetic databases of 1 to 12 rows: cells they lie in",
       says="no synthetic database lies in two printed cells")
@sabotage("closed cells",
          lambda i, answers, alpha: (1 - alpha <= answers[0] <= 1) if i == 0 else (
          2 * alpha <= answers[i] <= 4 * alpha and 1 - 4 * alpha <= answers[0] <= 1 - 2 * alpha))
def no_database_is_in_two_cells(cell=in_cell_by_two_queries) -> Verdict:
    return judge("<=", (((tuple(Fraction(count, rows) for count in counts), alpha),
                         sum(cell(i, [Fraction(count, rows) for count in counts], alpha) for i in range(4)), 1)
                        for alpha in (TENTH, FIFTH, QUARTER) for counts, rows in outputs_up_to(4, 12)))

def refutes_no_database_is_in_two_cells(cell, said, alpha):
    return sum(said) == 1 and any(cell(i, said, alpha) and cell(j, said, alpha) for i, j in combinations(range(4), 2))


@check("BBKN14-7.2.disjoint", grade="exhaustive",
       quantifier="T = 3: all 21^3 answer vectors with entries in steps of 1/20, summing to anything, alpha = 1/10, "
                  "1/5, 1/4, 1/3: cells of full usefulness they lie in",
       says="no answers lie in two cells of full usefulness")
@sabotage("the printed cells, on arbitrary answers", in_cell_by_two_queries)
def no_answers_are_fully_useful_twice(cell=in_cell_by_all_queries) -> Verdict:
    steps = [Fraction(k, 20) for k in range(21)]
    return judge("<=", (((answers, alpha), sum(cell(i, answers, alpha) for i in range(3)), 1)
                        for alpha in (TENTH, FIFTH, QUARTER, THIRD) for answers in product(steps, repeat=3)))

def refutes_no_answers_are_fully_useful_twice(cell, answers, alpha):
    both = [i for i in range(3) if cell(i, answers, alpha)]
    truth = [[1, 0, 0], [1 - 3 * alpha, 3 * alpha, 0], [1 - 3 * alpha, 0, 3 * alpha]]
    return len(both) > 1 and any(abs(f - a) >= alpha for i in both for f, a in zip(truth[i], answers, strict=True))


Answers = tuple[Fraction, Fraction, Fraction]
THREE: Answers = (Fraction(7, 10), Fraction(3, 10), Fraction(3, 10))


@check("BBKN14-7.2.disjoint", grade="exact",
       quantifier="the answers 7/10, 3/10, 3/10 at alpha = 1/10: in two of the printed cells, in no cell of full "
                  "usefulness",
       says="the answers lie in two printed cells and in no cell of full usefulness")
@sabotage("answers 7/10, 3/10, 0, those of a database", (Fraction(7, 10), Fraction(3, 10), Fraction(0)))
def arbitrary_answers_lie_in_two_printed_cells(answers=THREE) -> Verdict:
    inside = [sum(cell(i, answers, TENTH) for i in range(3))
              for cell in (in_cell_by_two_queries, in_cell_by_all_queries)]
    return judge("==", [(answers, inside, [2, 0])])

def refutes_arbitrary_answers_lie_in_two_printed_cells(answers, witness):
    first, *others = (10 * x for x in answers)  # printed: 6 < 10 a_0 < 8 and 2 < 10 a_i < 4
    return witness == answers and not (6 < first < 8 and all(2 < x < 4 for x in others))
