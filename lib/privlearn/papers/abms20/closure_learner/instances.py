"""Instances of the closure learner: two classes on two points, and one class on three with all learners."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

from privlearn.concepts import ConceptClass, initial_segments
from privlearn.laws import Law, choice
from privlearn.learners.closure import closure_learn_law
from privlearn.learners.relabeling import error_count, relabel_law
from privlearn.mechanisms import multiset_databases, replace_one_unordered
from privlearn.mechanisms.neighbours import Database

ROOT = Fraction(28, 17)  # below sqrt(e): the relabelling and the learners are less than 1-private
INTERVAL, MAJORITY, PARITY = 4, 232, 150  # c_1 and not c_2; of three; of three
TINY_ROWS = ((0, 0), (0, 1), (1, 0), (1, 1))
TINY_CLASSES = (((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1), (1, 1)))
TINY_SECOND = ((((0, 1),) * 4 + ((1, 0),) * 5), ((0, 0),) * 9)  # D_2, T_2
EXP_EPSILON = Fraction(9, 4)
EXP_BASE = Fraction(5, 2)
Sample = tuple[Database, Database]


def constant_response(exp_epsilon: Fraction, size: int = 2) -> Callable[[Database], Law]:
    """Return the improper learner of one row: the constant function with its label, by randomised response."""
    truth = exp_epsilon / (1 + exp_epsilon)
    return lambda data: choice({(data[0][1],) * size: truth, (1 - data[0][1],) * size: 1 - truth})


BASE_LEARNER = constant_response(EXP_BASE)


def tiny_law(first: Sample, second: Sample = TINY_SECOND, exp_base: Fraction = EXP_BASE) -> Law:
    """Return the law of (h_1, h_2) for two classes on two points, the rule and, and nine rows in each D."""
    classes = [ConceptClass.from_matrix(rows) for rows in TINY_CLASSES]
    return closure_learn_law(8, classes, (constant_response(exp_base),) * 2, (first, second), EXP_EPSILON)


@cache
def law_by_hand(data: Database, supports: tuple[tuple[int, ...], tuple[int, ...]]) -> dict[Any, Fraction]:
    """Return the law of the tiny instance from the definition, by sums over patterns and rows."""
    law: dict[Any, Fraction] = {}
    for first, p in one_step(TINY_CLASSES[0], data, supports[0], None).items():
        for second, q in one_step(TINY_CLASSES[1], TINY_SECOND[0], supports[1], first).items():
            law[first, second] = law.get((first, second), Fraction(0)) + p * q
    return law


def one_step(rows, data: Database, support: tuple[int, ...], before) -> dict[Any, Fraction]:
    """Return the law of one function: weights (2/3)^q over patterns, one of nine rows, randomised response."""
    points = sorted({x for x, _ in data} | set(support))
    weights: dict[Any, Fraction] = {}
    for h in rows:
        if before is None:
            q = min(sum((h[x] & c[x]) != y for x, y in data) for c in TINY_CLASSES[1])
        else:
            q = sum((before[x] & h[x]) != y for x, y in data)
        weights[tuple((x, h[x]) for x in points)] = Fraction(2, 3) ** q
    ones = sum((w * sum(dict(h)[x] for x, _ in data) for h, w in weights.items()), Fraction(0))
    share = ones / len(data) / sum(weights.values())
    one = (5 * share + 2 * (1 - share)) / 7
    return {(0, 0): 1 - one, (1, 1): one}


ONE_BASE = Fraction(27, 10)  # below e, for one class


def one_class_law(data: Database) -> Law:
    """Return the law for k = 1 and the identity: thresholds on 3 points, all rows of T at the point 1."""
    sample = data, ((1, 0),) * 9
    return closure_learn_law(2, (initial_segments(3),), (constant_response(ONE_BASE, 3),), (sample,), ROOT**2)


RECORDS = tuple((x, y) for x in range(3) for y in (0, 1))
Mass = tuple[int, dict[tuple[int, int], int]]  # nine times the total weight, and the weight of each row drawn


@cache
def row_masses() -> dict[Database, Mass]:
    """Return the law of the drawn row for one class on 3 points, T at the point 1, D with at most 3 kinds of rows."""
    found = {}
    for data in (d for d in multiset_databases(RECORDS, 9) if len(set(d)) < 4):
        law = relabel_law(initial_segments(3), error_count, data, ((1, 0),) * 9, ROOT**2).exact()
        unit, mass = lcm(*(p.denominator for p in law.values())), dict.fromkeys(RECORDS, 0)
        for (new, _), p in law.items():
            for row in new:
                mass[row] += int(p * unit)
        found[data] = 9 * unit, mass
    return found


def response_ratio(left: Mass, right: Mass, rows: frozenset[tuple[int, int]]) -> Fraction:
    """Return the ratio of the chances of an answer that has e^base times its least chance on these drawn rows."""
    (unit, mass), (other_unit, other) = left, right
    gain, base = (ONE_BASE - 1).as_integer_ratio()
    a, b = sum(mass[row] for row in rows), sum(other[row] for row in rows)
    return Fraction((base * unit + gain * a) * other_unit, (base * other_unit + gain * b) * unit)


def worst_rows(left: Mass, right: Mass) -> frozenset[tuple[int, int]]:
    """Return the rows that maximise :func:`response_ratio`: those of the largest quotients, up to some place."""
    (unit, mass), (other_unit, other) = left, right
    ranked = sorted((r for r in RECORDS if mass[r]), reverse=True,
                    key=lambda r: Fraction(mass[r], other[r]) if other[r] else Fraction(10**30))
    best, a, b = (1, 1, 0), 0, 0
    for k, row in enumerate(ranked, 1):
        a, b = a + mass[row], b + other[row]
        now = (10 * unit + 17 * a) * other_unit, (10 * other_unit + 17 * b) * unit, k
        if now[0] * best[1] > best[0] * now[1]:
            best = now
    return frozenset(ranked[:best[2]])


def largest_ratio_for(answers: tuple[frozenset[tuple[int, int]], ...] | None) -> tuple[Fraction, Any]:
    """Return the largest ratio over neighbours, for learners with these sets of favoured rows, or for all learners."""
    masses = row_masses()
    best: tuple[Fraction, Any] = Fraction(0), None
    for pair in neighbouring_data():
        left, right = (masses[d] for d in pair)
        for rows in answers or (worst_rows(left, right),):
            found = response_ratio(left, right, rows)
            if found > best[0]:
                best = found, (*pair, tuple(sorted(rows)))
    return best


@cache
def neighbouring_data() -> tuple[tuple[Database, Database], ...]:
    """Return all pairs of neighbours among these databases, for three learners."""
    return tuple(replace_one_unordered(list(row_masses())))


CONSTANT = tuple(frozenset((x, y) for x in range(3)) for y in (0, 1))
FUNCTIONS = tuple(frozenset((x, f >> x & 1) for x in range(3)) for f in range(8))
