"""KLMNS20, Inequality (2), for one class of paths: what follows the path costs what its choices cost."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import inf
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, sabotage
from privlearn.exact import as_fraction, rational
from privlearn.laws import worst_ratio
from privlearn.learners.interior_point import interior_point_law, interior_score
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
    """Return the interior scores of all points of the domain."""
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
