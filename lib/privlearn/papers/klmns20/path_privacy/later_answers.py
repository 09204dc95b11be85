"""KLMNS20, Inequality (2): what follows the path, for one class of paths and together with the path."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations_with_replacement, product
from math import inf
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.exact import as_fraction, rational
from privlearn.laws import Law, pure, worst_ratio
from privlearn.learners.interior_point import interior_point_law, interior_score
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import candidates, embed, is_prefix, path_law
from privlearn.learners.interior_point.trees.path_privacy import forward_factor
from privlearn.mechanisms import choose_one_shot, from_scores
from privlearn.mechanisms.choosing_once import one_shot_delta, one_shot_is_pure
from privlearn.papers.klmns20.path_privacy import claim

TWO = Fraction(2)
TAU = 3
BITS = 3
STOP = 1
Node = tuple[int, int]


claim("KLMNS20-3.6.eq-2", kind="inequality",
      title="Inequality (2): within one class all later answers are those of neighbouring databases",
      uses=("KLMNS20-alg1", "KLMNS20-3.embed", "KLMNS20-3.2", "KLMNS20-3.5", "KLMNS20-3.6.neigh", "KLMNS20-2.em",
            "KLMNS20-2.4"),
      note="One level of recursion, no trimming. The answers judged are the whole view (y, node, leaf), of which the "
           "output is the last. On 8 points, all four e^epsilon equal to 2: their ratio outside the event that a node "
           "new to S is chosen is at most 8, so delta is paid for that event only. On 4 points: unequal steps.")


@lru_cache(maxsize=4096)
def first_answer(levels: tuple[int, ...]):
    """Return the law of the recursive answer y for an inner database, in internal weights."""
    return interior_point_law(levels, range(BITS + 1), TWO).masses()


@lru_cache(maxsize=8192)
def all_scores(database: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(interior_score(x, database) for x in range(1 << BITS))


@lru_cache(maxsize=4096)
def node_ratios(others: tuple[int, ...], count: int) -> tuple[Any, ...]:
    """Return ratios S : S' and S' : S for the node of x and for another one, and the mass of the node if it is new."""
    names = dict(enumerate(others))
    before = choose_one_shot(names | {"x": count}, TWO, TAU).masses()
    after = choose_one_shot(names | {"x": count + 1}, TWO, TAU).masses()
    other = before[None] / after[None]  # all solutions but the node of x share the normaliser's ratio
    if not count:
        return rational(0), rational(0), other, 1 / other, after["x"]
    return before["x"] / after["x"], after["x"] / before["x"], other, 1 / other, rational(0)


@lru_cache(maxsize=4096)
def leaf_ratios(scores: tuple[tuple[int, int], ...]) -> tuple[Any, ...]:
    """Return the worst ratios S : S' and S' : S of the last answer, from the scores of the candidates."""
    before, after = (from_scores(dict(enumerate(side)), TWO) for side in zip(*scores, strict=True))
    return rational(worst_ratio(before, after)[0]), rational(worst_ratio(after, before)[0])


LEAVES = {(y, node): candidates((y, node), BITS) for y in range(BITS + 1) for node in range(1 << y)}


def answer_ratios(database: tuple[int, ...], x: int, y: int) -> tuple[Any, ...]:
    """Return the worst ratios, both ways, of node and leaf given y, without a new node; and the mass of that node."""
    counts, own = Counter(z >> (BITS - y) for z in database), x >> (BITS - y)
    old, new = all_scores(database), all_scores(tuple(sorted((*database, x))))
    of_x = node_ratios(tuple(sorted(n for node, n in counts.items() if node != own)), counts[own])
    worst = [of_x[2], of_x[3]]  # no node at all
    for node in counts:
        first = 0 if node == own else 2
        leaf = leaf_ratios(tuple((old[z], new[z]) for z in LEAVES[y, node]))
        worst = [max(worst[k], of_x[first + k] * leaf[k]) for k in (0, 1)]
    return worst[0], worst[1], of_x[4]


@lru_cache(maxsize=8192)
def paths_of(database: tuple[int, ...]):
    """Return node -> (probability of the path, inner database)."""
    law: dict[Any, Any] = path_law(database, BITS, STOP, TWO).masses()
    return {node: (mass, embed(database, BITS, node, STOP)) for node, mass in law.items()}


@lru_cache(maxsize=1 << 15)
def change_of_answer(levels: tuple[int, ...], taken: tuple[tuple[Any, tuple[int, ...]], ...]) -> tuple[Any, ...]:
    """Return the law of y under S + x, a mixture over the paths taken, and both ratios for each y."""
    law, total = first_answer(levels), sum((share for share, _ in taken), rational(0))
    laws = [(share / total, first_answer(inner)) for share, inner in taken]
    whole = [sum((share * inner[y] for share, inner in laws), rational(0)) for y in law]
    return whole, [law[y] / whole[y] for y in law], [whole[y] / law[y] for y in law]


@check("KLMNS20-3.6.eq-2", grade="exhaustive",
       quantifier="8 points, n = 6, N = 1: all databases, added points x <= 3 (the others by reflection), all "
                  "classes, both directions",
       says="within a class y moves by at most e^epsilon, the view by e^(3 epsilon), and new nodes have at most delta")
@sabotage("paths are matched up to their last node only",
          lambda label, node: is_prefix((max(0, label[0] - 1), label[1] >> 1), node))
@sabotage("paths that go on under S + x counted as unmatched", lambda label, node: label == node)
@sabotage("a sibling of the path counted to its class",
          lambda label, node: is_prefix(label, node) or (node[0] <= label[0] and node[1] ^ 1 == label[1] >> (
              label[0] - node[0])))
def answers_within_a_class_are_close(match=is_prefix) -> Verdict:
    delta, factor = one_shot_delta(TWO, TAU), forward_factor(TWO, STOP)
    assert one_shot_is_pure(TWO, TAU)
    limits = {"y": TWO, "view": TWO**3, "new node": delta, "with the path": factor * TWO**3}
    seen = [0]

    def cases() -> Iterator[Any]:
        for database in combinations_with_replacement(range(1 << BITS), 6):
            worst: dict[str, Any] = {}
            for x, label, *found in class_changes(database, match):
                seen[0] += 1
                if found[0] is inf:
                    yield (database, x, label, "y"), inf, TWO
                    break
                for what, value in zip(limits, found, strict=True):
                    if what not in worst or value > worst[what][0]:
                        worst[what] = value, x, label
            for what, (value, x, label) in worst.items():
                yield (database, x, label, what), value, limits[what]

    return counted(judge("<=", cases()), seen[0])


def class_changes(database: tuple[int, ...], match) -> Iterator[tuple[Any, ...]]:
    """Yield x, class, worst ratio of y, of the view, the mass of a new node, and the ratio of class and view."""
    for x in range(1 << (BITS - 1)):
        after = paths_of(tuple(sorted((*database, x))))
        later = [answer_ratios(database, x, y) for y in range(BITS + 1)]
        for label, (mass, levels) in paths_of(database).items():
            taken = tuple(found for node, found in after.items() if match(label, node))
            if not taken:  # S has a class that S + x has not
                yield x, label, inf, inf, rational(0), inf
                continue
            total = sum((share for share, _ in taken), rational(0))
            alone = taken if len(taken) > 1 else ((rational(1), taken[0][1]),)  # for the cache
            whole, lost, won = change_of_answer(levels, alone)
            new = sum((q * rest[2] for q, rest in zip(whole, later, strict=True)), rational(0))
            forward = max(ratio * rest[0] for ratio, rest in zip(lost, later, strict=True))
            backward = max(ratio * rest[1] for ratio, rest in zip(won, later, strict=True))
            yield x, label, max(*lost, *won), max(forward, backward), new, mass / total * forward


def refutes_answers_within_a_class_are_close(match, database, x, label, what):

    def levels(points, node: Node) -> list[int]:
        words = [format(z, "03b") for z in points]
        word = format(node[1], "03b")[3 - node[0]:]
        return sorted(max(k for k in range(len(word) + 1) if w[:k] == word[:k]) for w in words)[:-STOP]

    def answer(points, node: Node) -> list[Fraction]:
        inner = levels(points, node)
        weights = [2 ** min(sum(z <= y for z in inner), sum(z >= y for z in inner)) for y in range(4)]
        return [Fraction(w, sum(weights)) for w in weights]

    taken = [(as_fraction(mass), answer((*database, x), node))
             for node, (mass, _) in paths_of(tuple(sorted((*database, x)))).items() if match(label, node)]
    if not taken:
        return True
    mixed = [sum(mass * law[y] for mass, law in taken) / sum(mass for mass, _ in taken) for y in range(4)]
    first = answer(database, label)
    return what == "y" and max(max(p / q, q / p) for p, q in zip(first, mixed, strict=True)) > 2


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
    factor, zero = rational(ratio), rational(0)
    return as_fraction(sum((max(zero, mass - factor * q.get(view, zero)) for view, mass in p.items()), zero))


def without(setting: Setting, step: Fraction) -> tuple[Fraction, Fraction, Fraction]:
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
