"""The class view of TreeLog: all that its steps answer, and which class of paths each level took.

Definitions
-----------
Compare S with S', which is S or S with one more element.  The *class* of a path is the path of S that it extends.  The
*view* of a run with N levels is

``(c_1, ..., c_N, y_N, v_N, y_(N-1), ..., v_1, x)``:

the classes of the N paths, from the outermost on, then the answer of the base, and level by level the chosen node and
leaf; it ends with ``None`` where there is no answer.  Under S the classes are the paths, so the view is the whole run.
Under S' it hides which extension of a class was taken, and given any of them the next inputs are neighbours.

With ``removed=True`` the run on S' never takes a path without a class (it never turns towards the new element alone)
and never chooses a node that is empty under S.

>>> level = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=0)
>>> table = view_laws((0, 3), 1, 2, TreeLogParameters((level,), exp_base=2))
>>> table[(2, 0), 1, (1, 0), 0]
(Fraction(1, 48), Fraction(1, 45))

Source: our reading of KLMNS20, proof of Lemma 3.6; the removal is ours.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from privlearn.exact import as_fraction, as_integer, rational
from privlearn.learners.interior_point.tree_log.law import Level, TreeLogParameters
from privlearn.learners.interior_point.tree_log.tables import base_masses, leaves, power, scores, shares
from privlearn.learners.interior_point.trees.nodes import as_points, level_bits, middle
from privlearn.learners.interior_point.trees.walk import fall_levels, heavy_node

Points = tuple[int, ...]
View = tuple[Any, ...]
Masses = dict[View, tuple[Any, Any]]


def view_laws(database: Iterable[int], x: int, bits: int, parameters: TreeLogParameters, *,
              removed: bool = False) -> dict[View, tuple[Fraction, Fraction]]:
    """Return view -> (probability under S, probability under ``S' = S + x``).

    Parameters
    ----------
    database : sequence of int in ``0..2^bits - 1``
        S.
    x : int
        The element that S' has more.
    bits : int
    parameters : TreeLogParameters
        With integer thresholds.
    removed : bool
        Leave out, in S', paths without a class (class None) and nodes that are empty under S.

    Notes
    -----
    Every view is listed: for a few points of a small domain.

    Examples
    --------
    >>> level = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)
    >>> table = view_laws((0, 3, 3), 1, 2, TreeLogParameters((level,), exp_base=2))
    >>> [sum(side) for side in zip(*table.values())]
    [Fraction(1, 1), Fraction(1, 1)]
    """
    table = view_masses(database, x, bits, parameters, removed=removed)
    return {view: (as_fraction(p), as_fraction(q)) for view, (p, q) in table.items()}


def view_masses(database: Iterable[int], x: int, bits: int, parameters: TreeLogParameters, *,
                removed: bool = False) -> Masses:
    """Return :func:`view_laws` in internal weights, for checks over many databases; do not change the table."""
    points = as_points(database, bits)
    other = as_points((*points, x), bits)
    return _pair(points, other, bits, 1 << as_integer(bits, "bits"), parameters, removed)


@lru_cache(maxsize=1 << 12)
def _pair(points: Points, other: Points, bits: int, size: int, parameters: TreeLogParameters,
          removed: bool) -> Masses:
    if not parameters.levels:
        before, after = (base_masses(side, size, parameters) for side in (points, other))
        return {(y,): (mass, after[y]) for y, mass in before.items()}
    level, rest, zero = parameters.levels[0], replace(parameters, levels=parameters.levels[1:]), rational(0)
    kept, kept_other = middle(points, level.trim), middle(other, level.trim)
    run: Masses = {}
    for label, mass, extensions in _classes(kept, kept_other, bits, level, removed):
        inner = _cut(kept, bits, label, level.stop)
        for node, share in extensions:
            inner_other = _cut(kept_other, bits, node, level.stop)
            below = _pair(inner if label is not None else inner_other, inner_other, level_bits(bits), bits + 1, rest,
                          removed)
            for view, (p, q) in below.items():  # p is the same for every extension
                known = run.get((label, *view), (zero, zero))[1]
                run[label, *view] = mass * p, known + share * q
    table: Masses = {}
    steps: dict[Any, Masses] = {}
    for view, (p, q) in run.items():
        y = view[-1]
        if y is None:
            table[view] = p, q
            continue
        depth = min(y, bits)
        if depth not in steps:
            steps[depth] = _answers(points, other, kept, kept_other, bits, depth, level, removed)
        for end, (a, b) in steps[depth].items():
            table[view + end] = p * a, q * b
    return table


def _cut(kept: Points, bits: int, node: Any, stop: int) -> Points:
    if node is None:
        return ()
    return fall_levels(kept, bits, node)[:max(0, len(kept) - stop)]


def _classes(kept: Points, other: Points, bits: int, level: Level, removed: bool) -> list[tuple[Any, Any, Any]]:
    """Return (class, its probability under S, [(extension, its probability under S')]); class None at the end."""
    if level.exp_path is None:
        ends = heavy_node(kept, bits, level.stop), heavy_node(other, bits, level.stop)
        return [(ends[0], rational(1), [(ends[1], rational(1))])]
    found: list[tuple[Any, Any, Any]] = []
    unmatched: list[tuple[Any, Any]] = []

    def walk(node: tuple[int, int], inside: Points, inside_other: Points, p: Any, q: Any, label: Any) -> None:
        depth, prefix = node
        if label is None and p != 0 and (depth == bits or len(inside) <= level.stop):
            label = node
            found.append((label, p, []))
        if depth == bits or len(inside_other) <= level.stop:
            (found[-1][2] if label is not None else unmatched).append((node, q))
            return
        middle_point = (2 * prefix + 1) << (bits - depth - 1)
        halves = [(tuple(y for y in side if y < middle_point), tuple(y for y in side if y >= middle_point))
                  for side in (inside, inside_other)]
        counts = [(len(left), len(right)) for left, right in halves]
        on_path = label is None and p != 0
        follow = counts[0] if removed and on_path else counts[1]
        for bit in (0, 1):
            if counts[1][bit]:
                here = p * _turn(counts[0], bit, level.exp_path) if on_path else p
                there = q * _turn(follow, bit, level.exp_path, counts[1])
                if there != 0 or here != 0:
                    walk((depth + 1, 2 * prefix + bit), halves[0][bit], halves[1][bit], here, there, label)

    walk((0, 0), kept, other, rational(1), rational(1), None)
    return [*found, (None, rational(0), unmatched)] if unmatched else found


def _turn(counts: tuple[int, int], bit: int, exp_path: Any, weights: tuple[int, int] | None = None) -> Any:
    """Return the probability of turning to a child by ``weights``, among the children of positive count."""
    if not counts[bit] or not counts[1 - bit]:
        return rational(1 if counts[bit] else 0)
    a, b = (weights or counts)[bit], (weights or counts)[1 - bit]
    return 1 / (1 + power(exp_path, b - a))


def _answers(points: Points, other: Points, kept: Points, kept_other: Points, bits: int, depth: int, level: Level,
             removed: bool) -> Masses:
    """Return (node, leaf) or (None,) -> its probability given the level, under S and under S'."""
    counts, counts_other = (Counter(y >> (bits - depth) for y in side) for side in (kept, kept_other))
    nodes = sorted(counts_other)
    limit, zero = int(level.threshold), rational(0)
    listed = [v for v in nodes if counts[v]]
    first = dict(zip([*listed, None], shares(level.exp_choose, (*(counts[v] for v in listed), limit)), strict=True))
    wider = listed if removed else nodes
    second = dict(zip([*wider, None], shares(level.exp_choose, (*(counts_other[v] for v in wider), limit)),
                      strict=True))
    values, values_other = scores(points, 1 << bits), scores(other, 1 << bits)
    table: Masses = {(None,): (first[None], second[None])}
    for v in wider:
        ends = leaves(depth, v, bits)
        before = shares(level.exp_end, tuple(values[x] for x in ends))
        after = shares(level.exp_end, tuple(values_other[x] for x in ends))
        for x, a, b in zip(ends, before, after, strict=True):
            table[(depth, v), x] = first.get(v, zero) * a, second[v] * b
    return table


def step_ratios(table: Mapping[View, tuple[Fraction, Fraction]], place: int) -> Iterable[tuple[View, Any, Any]]:
    """Yield (history, least, greatest): the ratios q/p of the conditional laws of the entry at ``place``.

    Parameters
    ----------
    table : as :func:`view_laws` returns it
    place : int
        0 for the first class; histories are the beginnings of views, of that length.

    Examples
    --------
    >>> table = {("a", 0): (Fraction(1, 2), Fraction(1, 3)), ("a", 1): (Fraction(1, 2), Fraction(2, 3))}
    >>> list(step_ratios(table, 1))
    [(('a',), Fraction(2, 3), Fraction(4, 3))]
    """
    sums: dict[View, list[Any]] = {}
    for view, pair in table.items():
        for length in (place, place + 1):
            if len(view) > place:
                entry = sums.setdefault(view[:length], [0, 0])
                entry[0] += pair[0]
                entry[1] += pair[1]
    ratios: dict[View, list[Any]] = {}
    for view, (p, q) in sums.items():
        if len(view) == place + 1 and all(sums[view[:-1]]):
            ratio = q * sums[view[:-1]][0] / (p * sums[view[:-1]][1]) if p else None
            ratios.setdefault(view[:-1], []).append(ratio)
    for history, found in ratios.items():
        finite: Sequence[Any] = [ratio for ratio in found if ratio is not None]
        yield history, min(finite, default=None), None if len(finite) < len(found) else max(finite)
