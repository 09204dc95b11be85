"""KLMNS20, Inequality (2): the path and what follows it together, on settings in which one step is dear."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import privlearn.papers.klmns20.path_privacy.later_answers  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import as_fraction, rational
from privlearn.laws import Law, pure
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import candidates, embed, is_prefix, path_law
from privlearn.learners.interior_point.trees.path_privacy import forward_factor
from privlearn.mechanisms.choosing_once import one_shot_delta, one_shot_is_pure

Node = tuple[int, int]
TWO = Fraction(2)


class Setting(NamedTuple):
    """The numbers e^epsilon of the path, of the inner answer, of nodes and of leaves; threshold, stopping weight."""

    path: Fraction
    base: Fraction
    choose: Fraction
    threshold: int
    end: Fraction
    stop: int


NEAR = Fraction(101, 100)
SETTINGS = (Setting(Fraction(16), NEAR, NEAR, 464, NEAR, 1), Setting(Fraction(3, 2), NEAR, NEAR, 464, NEAR, 1),
            Setting(NEAR, Fraction(64), TWO, 3, NEAR, 2), Setting(NEAR, NEAR, Fraction(16), 4, NEAR, 1),
            Setting(NEAR, NEAR, TWO, 3, Fraction(64), 1))


def prices(setting: Setting) -> tuple[Fraction, Fraction, Fraction]:
    """Return gamma, e^epsilon_* and the delta that removing a point has, as stated."""
    return (forward_factor(setting.path, setting.stop), setting.base * setting.choose * setting.end,
            one_shot_delta(setting.choose, setting.threshold))


@lru_cache(maxsize=1 << 14)
def view_table(points: tuple[int, ...], end: Node, setting: Setting) -> dict[Any, Any]:
    """Return the law of (y, node, leaf) given the path to ``end``, for points of 2 bits."""
    def leaf(y: int, node: Any) -> Law:
        if node is None:
            return pure((y, None, None))
        return interior_point_law(points, candidates(node, 2), setting.end).map(lambda z: (y, node, z))

    first = interior_point_law(embed(points, 2, end, setting.stop), range(3), setting.base)
    return first.then(lambda y: node_law(points, 2, y, setting.choose, setting.threshold).then(
        partial(leaf, y))).masses()


def sides_of_class(s: tuple[int, ...], x: int, end: Node, setting: Setting):
    """Return the law of the view under S and the sub-law under S + x, each times the probability of the class."""
    more = tuple(sorted((*s, x)))
    mass = path_law(s, 2, setting.stop, setting.path).masses()[end]
    less = {view: mass * p for view, p in view_table(s, end, setting).items()}
    after: dict[Any, Any] = {}
    law: dict[Any, Any] = path_law(more, 2, setting.stop, setting.path).masses()
    for node, share in law.items():
        if is_prefix(end, node):
            for view, p in view_table(more, node, setting).items():
                after[view] = after.get(view, 0) + share * p
    return less, after


@check("KLMNS20-3.6.eq-2", grade="exhaustive",
       quantifier="4 points, all S of 3 and 4 elements, all x, all P, no trimming; five settings, in each one step "
                  "dear and the others cheap: the path (e^eps = 16, and 3/2 where gamma = 1 + 1/c), the inner answer "
                  "(64), the nodes (16), the leaves (64): the inequality for the worst event of (y, node, leaf), and "
                  "both directions given the class",
       says="{the excess of the worst event} is at most {its delta}")
@sabotage("gamma = 1", lambda setting: (Fraction(1), *prices(setting)[1:]))
@sabotage("gamma = c", lambda setting: (setting.path, *prices(setting)[1:]))
@sabotage("gamma = 1 + c^-t", lambda setting: (1 + setting.path ** -setting.stop, *prices(setting)[1:]))
@sabotage("no delta when a point is removed", lambda setting: (*prices(setting)[:2], Fraction(0)))
@sabotage("the inner answer is not paid", lambda setting: without(setting, setting.base))
@sabotage("the nodes are not paid", lambda setting: without(setting, setting.choose))
@sabotage("the leaves are not paid", lambda setting: without(setting, setting.end))
@judged("<=")
def class_and_view_cost_what_is_stated(told=prices):
    for which, setting in enumerate(SETTINGS):
        assert one_shot_is_pure(setting.choose, setting.threshold)
        gamma, later, delta = told(setting)
        for s in (s for n in (3, 4) for s in combinations_with_replacement(range(4), n)):
            for x, end in product(range(4), path_law(s, 2, setting.stop, setting.path).exact()):
                less, after = sides_of_class(s, x, end, setting)
                yield (which, s, x, end, "to S + x"), excess(less, after, gamma * later), Fraction(0)
                here, there = (as_fraction(sum(side.values(), rational(0))) for side in (after, less))
                yield (which, s, x, end, "onward"), excess(less, after, later * there / here), Fraction(0)
                yield (which, s, x, end, "back"), excess(after, less, later * here / there), delta * here


def excess(p: dict[Any, Any], q: dict[Any, Any], ratio: Fraction) -> Fraction:
    """Return the hockey stick of two measures."""
    factor, zero = rational(ratio), rational(0)
    return as_fraction(sum((max(zero, mass - factor * q.get(view, zero)) for view, mass in p.items()), zero))


def without(setting: Setting, step: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Return the prices with one step's e^epsilon left out."""
    gamma, later, delta = prices(setting)
    return gamma, later / step, delta


def shares(scores: dict[Any, int], base: Fraction) -> dict[Any, float]:
    """Return probabilities proportional to powers of a base, in floating point."""
    whole = sum(float(base) ** q for q in scores.values())
    return {o: float(base) ** q / whole for o, q in scores.items()}


def view_by_hand(words: list[str], end: str, t: Setting) -> dict[Any, float]:
    """Return the law of (y, node, leaf) given the path to ``end``, on words of two letters."""
    def inside(z: Any, points: list[Any]) -> int:
        return min(sum(w <= z for w in points), sum(w >= z for w in points))

    levels = sorted(max(k for k in range(len(end) + 1) if w[:k] == end[:k]) for w in words)[:-t.stop]
    found: dict[Any, float] = {}
    for y, p in shares({y: inside(y, levels) for y in range(3)}, t.base).items():
        counts = Counter(w[:y] for w in words) | Counter({"none": t.threshold})
        for v, q in shares(counts, t.choose).items():
            leaves = {(v + tail)[:2] for tail in ("00", "11", "01", "10")} if v != "none" else {"none"}
            for z, r in shares({z: inside(z, words) for z in leaves}, t.end).items():
                found[y, v, z] = p * q * r
    return found


def refutes_class_and_view_cost_what_is_stated(told, which, s, x, end, name):
    setting = SETTINGS[which]
    gamma, later, delta = map(float, told(setting))
    more = tuple(sorted((*s, x)))
    word = format(end[1], "b").zfill(end[0])[:end[0]]
    found: list[dict[Any, float]] = []
    for points in (s, more):
        sums: dict[Any, float] = {}
        found.append(sums)
        for node, mass in path_law(points, 2, setting.stop, setting.path).exact().items():
            path = format(node[1], "b").zfill(node[0])[:node[0]]
            if path.startswith(word) and (points == more or path == word):
                for view, p in view_by_hand([format(z, "02b") for z in points], path, setting).items():
                    sums[view] = sums.get(view, 0) + float(mass) * p
    less, after = found
    same = later * sum(less.values()) / sum(after.values())
    one, two, ratio, allowed = {"to S + x": (less, after, gamma * later, 0.0), "onward": (less, after, same, 0.0),
                                "back": (after, less, later**2 / same, delta * sum(after.values()))}[name]
    return sum(max(0.0, mass - ratio * two.get(view, 0.0)) for view, mass in one.items()) > allowed + 1e-9
