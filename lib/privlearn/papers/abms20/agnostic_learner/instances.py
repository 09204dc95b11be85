"""Classes, learners and neighbouring inputs on two points for the private agnostic learner."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.concepts import ConceptClass, all_functions, initial_segments, point_functions
from privlearn.exact import as_fraction
from privlearn.laws import Law, choice
from privlearn.learners.relabeling import private_agnostic_law
from privlearn.mechanisms.neighbours import Database

ROOT = Fraction(3, 2)  # e^{epsilon/2} of the relabelling, and of the learners below
EXP = ROOT**2
CLASSES = {"segments": initial_segments(2), "all": all_functions(2), "points": point_functions(2),
           "constants": ConceptClass.from_matrix([[0, 0], [1, 1]]), "zero": ConceptClass.from_matrix([[0, 0]])}
FOUR = tuple(product((0, 1), repeat=2))
RECORDS = tuple(product((0, 1), repeat=2))


@cache
def proper_learner(concepts: ConceptClass) -> Callable[[Database], Law]:
    """Return the exponential mechanism over the class (weight ``ROOT`` to the number of right labels)."""
    return cache(lambda rows: weighted([tuple(h) for h in concepts.rows()], rows, ROOT))


@cache
def improper_learner(rows: Database) -> Law:
    """Return a function of the four on 2 points, those that fit a single row preferred by the factor ``EXP``."""
    return weighted(list(FOUR), rows, EXP)


def weighted(functions: list[tuple[int, ...]], rows: Database, base: Fraction) -> Law:
    weights = {h: base ** sum(h[x] == y for x, y in rows) for h in functions}
    return choice({h: w / sum(weights.values()) for h, w in weights.items()})


def error(h: tuple[int, ...], counts: tuple[int, ...]) -> Fraction:
    """Return the share of the labelled points ``(0,0), (0,1), (1,0), (1,1)``, with multiplicities, that h misses."""
    return Fraction(sum(k for (x, y), k in zip(RECORDS, counts, strict=True) if h[x] != y), sum(counts))


def counts_of(rows: int) -> list[tuple[int, ...]]:
    return [tuple(z.count(k) for k in range(4)) for z in combinations_with_replacement(range(4), rows)]


def algorithm(name: str, base: str, data: Database, support: tuple[int, ...]) -> Law:
    """Return the law of the agnostic learner on D and a T with the given points."""
    learner = improper_learner if base == "improper" else proper_learner(CLASSES[name])
    return private_agnostic_law(CLASSES[name], learner, data, tuple((x, 0) for x in support), EXP, 1)


@cache
def neighbouring_inputs() -> tuple[tuple[Any, Any], ...]:
    """Return all neighbouring pairs of (D, points of T that D lacks), |D| = |T| = 9 on 2 points, each pair once.

    Points of T that D has change no pattern; a replaced row of T may add a point, remove one, or both.
    """
    supports = ((0,), (1,), (0, 1))
    new = {(d, t): tuple(x for x in t if all(x != z[0] for z in d))
           for d in combinations_with_replacement(RECORDS, 9) for t in supports}
    pairs = set()
    for d, t in new:
        near = [(tuple(sorted((*d[:i], z, *d[i + 1:]))), t) for i in range(9) if not i or d[i] != d[i - 1]
                for z in RECORDS if z > d[i]]
        near += [(d, u) for u in supports if u != t and len({*t, *u}) < len(t) + len(u)]
        pairs |= {((d, new[d, t]), (other[0], new[other])) for other in near}
    return tuple(sorted(pair for pair in pairs if pair[0] != pair[1]))


def neighbour_losses(law, names: tuple[str, ...]) -> Iterator[tuple[Any, Fraction]]:
    """Yield the largest ratio of two probabilities, either way round, for all neighbouring inputs."""
    for name, base in product(names, ("proper", "improper")):
        tables: dict[Any, dict[Any, Any]] = {}  # fast rationals
        for pair in neighbouring_inputs():
            for key in pair:
                if key not in tables:
                    tables[key] = law(name, base, *key).masses()
            yield (name, base, *pair), largest_ratio(tables[pair[0]], tables[pair[1]])


def largest_ratio(p: dict[Any, Any], q: dict[Any, Any]) -> Fraction:
    """Return the largest ratio of two probabilities, either way round; a million for an impossible outcome."""
    if p.keys() != q.keys():
        return Fraction(10**6)
    return as_fraction(max(p[f] / q[f] if p[f] > q[f] else q[f] / p[f] for f in p))


RATIO = (1 + ROOT) ** 2 * (1 + (EXP - 1) / 9)
