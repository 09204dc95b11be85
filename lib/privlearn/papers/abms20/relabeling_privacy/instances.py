"""Neighbouring inputs of relabelling, private responses, and the branches of their laws."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from privlearn.concepts import ConceptClass, classes_up_to_symmetry
from privlearn.exact import exp_bracket, rational
from privlearn.exact.fractions import HUNDREDTH
from privlearn.laws import Law, choice
from privlearn.learners.relabeling import error_count, small_databases
from privlearn.learners.relabeling.privacy import Branch, Input, branches, choices, matching_extensions
from privlearn.learners.relabeling.relabel import Score
from privlearn.mechanisms.neighbours import Database

ROOT = exp_bracket(Fraction(1, 2), 96)  # sqrt(e)


def neighbouring_data(points: int, rows: int) -> Iterator[tuple[Database, Database]]:
    """Yield all pairs D + z, D + z' with D of at most ``rows`` rows and z before z'."""
    records = [(x, y) for x in range(points) for y in (0, 1)]
    for data in small_databases(points, rows):
        yield from (((*data, z), (*data, w)) for z, w in combinations(records, 2))


def all_extensions(concepts: ConceptClass, score: Score, first: Input, second: Input) -> dict[Any, Any]:
    """Return all patterns of both sides as extensions of one, the empty pattern."""
    found = matching_extensions(concepts, score, first, second).values()
    return {(): tuple({h: q for sides in found for h, q in sides[t].items()} for t in (0, 1))}


def all_triples() -> Iterator[tuple[ConceptClass, int, Input, Input]]:
    """All classes on 3 points up to symmetry, with D, V, W of one row each; neighbours that differ in D or in W."""
    rows = [(x, y) for x in range(3) for y in (0, 1)]
    for c, orbit in classes_up_to_symmetry(3):
        for v in range(3):
            for z, w in combinations(rows, 2):
                for x in range(3):
                    yield c, orbit, ((z,), ((v, 0), (x, 0))), ((w,), ((v, 0), (x, 0)))
            for z in rows:
                for x, u in combinations(range(3), 2):
                    yield c, orbit, ((z,), ((v, 0), (x, 0))), ((z,), ((v, 0), (u, 0)))


def leaking_response(exp_epsilon: Fraction, delta: Fraction) -> Callable[[Database], Law]:
    """Return the algorithm: with probability delta print the database, else randomised response on its first label."""
    truth = exp_epsilon / (1 + exp_epsilon)

    def law(rows: Database) -> Law:
        label = rows[0][1]
        return choice({weight: p for weight, p in ((rows, delta), (label, (1 - delta) * truth),
                                                   (1 - label, (1 - delta) * (1 - truth))) if p})

    return law


def best_response(exp_epsilon: Fraction, delta: Fraction) -> Callable[[Database], Law]:
    """Return randomised response on the first label, told truthfully with probability (e^eps + delta)/(1 + e^eps)."""
    truth = (exp_epsilon + delta) / (1 + exp_epsilon)
    return lambda rows: choice({k: p for k, p in ((rows[0][1], truth), (1 - rows[0][1], 1 - truth)) if p})


BASES = ((best_response, Fraction(1), HUNDREDTH), (best_response, Fraction(3), HUNDREDTH),
         (leaking_response, Fraction(3), HUNDREDTH))


def stick(left: dict[Any, Any], right: dict[Any, Any], exp_epsilon: Fraction):
    """Return the hockey-stick distance of two tables of internal numbers."""
    slope = rational(exp_epsilon)
    return sum((gain for o, p in left.items() if (gain := p - slope * right.get(o, 0)) > 0), rational(0))


@cache
def all_branches() -> list[tuple[Any, dict[Any, Branch]]]:
    """The branches of all instances in both orders, for the responses of BASES; keys (class, inputs, name, base)."""
    instances, known = [], {}
    for c, _, first, second in all_triples():
        rows = tuple(c.rows())
        for given in (first, second):
            if (rows, given) not in known:
                known[rows, given] = choices(c, error_count, given)
        instances.append((rows, first, second))
    found = []
    for make, *base in BASES:
        learner = cache(make(*base))
        for rows, first, second in instances:
            parts = branches(known[rows, first], known[rows, second], learner, Fraction(9, 4))
            found.append(((rows, first, second, make.__name__, tuple(base)), parts))
            back = {h: Branch(b.weights[::-1], b.answers[::-1]) for h, b in parts.items()}
            found.append(((rows, second, first, make.__name__, tuple(base)), back))
    return found


def shown(first, second) -> int:
    """Return the place of V's point among the common points."""
    points = [{x for x, _ in (*given[0], *given[1])} for given in (first, second)]
    return sorted(points[0] & points[1]).index(first[1][0][0])
