"""KLMNS20, Section 3.1: which paths a database can take, and how those of neighbours match or do not."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.formulas import Formula
from privlearn.learners.interior_point.trees import (embed, extensions, fall_levels, is_prefix, node_at, path_law,
                                                     unmatched_bound, weak_paths)
from privlearn.learners.interior_point.trees.nodes import Node
from privlearn.papers.klmns20.paths import claim
from privlearn.papers.klmns20.paths.instances import (FAMILIES, Added, Database, additions, below,
                                                      broken_embed_without_minimum,
                                                      broken_support_enters_empty_children, broken_support_may_rest,
                                                      broken_support_stops_below, changes, inside, matches, multisets,
                                                      neighbours, settings, support, up_to_swaps, value, way, word)
from privlearn.papers.klmns20.tree_log.instances import broken_embed_drops_smallest, path_by_definition

claim("KLMNS20-3.1", kind="observation",
      title="There are at most as many paths as distinct points, and none is a prefix of another",
      uses=("KLMNS20-alg1",),
      note="The empty database, of which trimming may leave nothing more, has one path, the root.")


@proof("KLMNS20-3.1", grade="exhaustive", quantifier=f"all nonempty S ({FAMILIES}), one point more, stopping weights "
                                                      "0, 1, 2",
       instances=lambda: [Added(s, 0, stop, bits) for bits, stop, s in settings() if s],
       start=Added((0, 1, 2, 2, 3, 6), 4, 2),
       steps={"ends": "{the nodes of the path that are leaves or weigh at most t} are {its last alone}",
              "prefix": "{the paths that begin with this one} are {itself alone}",
              "positive": "{1} is at most {the least weight of an end}",
              "points": "{the ends above one point of S} are at most {1}",
              "conclusion": "{the paths of S, of S'} are at most {the distinct points of S, one more than S}"},
       hypotheses=(Hypothesis("S is not empty", {"S": ()}, ("positive", "conclusion")),
                   Hypothesis("no path enters an empty child", {"paths": broken_support_enters_empty_children},
                              ("positive", "conclusion")),
                   Hypothesis("whether a path ends depends on the node alone", {"paths": broken_support_may_rest},
                              ("ends", "prefix", "points", "conclusion"))))
def paths_are_at_most_the_distinct_points(given: Added) -> Iterator[Line]:
    S, t, bits, paths = given.S, given.t, given.bits, given.paths
    ends = support(S, bits, t, paths)
    for u in ends:
        yield Line("ends", "==", [v for v in way(u) if v[0] == bits or len(below(S, bits, v)) <= t], [u], ("path", u))
    for u in ends:
        yield Line("prefix", "==", [v for v in ends if is_prefix(u, v)], [u], ("path", u))
    yield Line("positive", "<=", 1, min(len(below(S, bits, u)) for u in ends))
    yield Line("points", "<=", max((sum(is_prefix(u, (bits, y)) for u in ends) for y in S), default=0), 1)
    yield Line("conclusion", "<=", len(ends), len(set(S)))
    yield Line("conclusion", "<=", len(support(given.larger, bits, t, paths)), len(S) + 1, "S'")


def refutes_paths_are_at_most_the_distinct_points(given: Added, step: str, case: Any) -> bool:
    """Tell whether there are too many paths, in one subtree or in all."""
    words = sorted(word(prefix, depth) for depth, prefix in given.paths(given.S, given.bits, given.t))
    points = {word(x, given.bits) for x in given.S}
    return len(words) > len(points) or any(b.startswith(a) for a, b in pairwise(words)) or any(
        not any(x.startswith(end) for x in points) for end in words)


@check("KLMNS20-3.1", grade="exhaustive", quantifier="8 points, all S with n <= 4, stopping weights 0, 1, 2, e^eps = 2",
       says="the paths listed are exactly the outcomes of the path's law")
@sabotage("the path stops at t + 1, too", lambda s, bits, stop, base: path_law(s, bits, stop + 1, base))
def paths_are_the_outcomes_of_the_law(law=path_law) -> Verdict:
    return judge("==", (((s, stop), set(law(s, 3, stop, 2).exact()), set(support(s, 3, stop)))
                        for stop in range(3) for s in multisets(8, 4)))

def refutes_paths_are_the_outcomes_of_the_law(law, s, stop):
    ends = {(d, x >> (3 - d)) for x in s for d in range(4)
            if (d == 3 or len(inside(s, (d, x >> (3 - d)), 3)) <= stop)
            and all(len(inside(s, (k, x >> (3 - k)), 3)) > stop for k in range(d))}
    return set(law(s, 3, stop, 2).exact()) != (ends or {(0, 0)})


claim("KLMNS20-3.2", kind="observation",
      title="A path of S extends to one or two paths of S + x, to two only at a last node of weight t",
      uses=("KLMNS20-3.1",))


@proof("KLMNS20-3.2", grade="exhaustive",
       quantifier=f"all S, x and paths ({FAMILIES}), stopping weights 0, 1, 2; two exactly if the weight rises to "
                  "t + 1 and there are two distinct points below",
       instances=lambda: [Added(s, x, stop, bits) for bits, stop, s, x, _ in neighbours()],
       start=Added((0, 0, 4, 5, 6), 1, 2),
       steps={"reached": "{t} is less than {the least weight under S' of the last node before an end}",
              "grows": "{the largest weight under S' of an end that is no leaf} is at most {t + 1}",
              "ends": "{the paths of S' that extend those to leaves or to weights at most t under S'} are {these}",
              "below": "{the paths of S' through u} are {those through the last node above all elements below u}",
              "children": "{the weight under S' of the heavier child of that node} is at most {t}",
              "conclusion": "{the extensions of each path} are {2 where w rises from t to t + 1 and two points below u "
                            "differ, else 1}"},
       hypotheses=(Hypothesis("one point is added", {"copies_of_x": 2}, ("grows", "children", "conclusion")),
                   Hypothesis("a path ends where the weight is at most t", {"paths": broken_support_stops_below},
                              ("reached", "ends", "conclusion")),
                   Hypothesis("no path enters an empty child", {"paths": broken_support_enters_empty_children},
                              ("below", "conclusion")),
                   Hypothesis("P ends where Step 4 ends", {"paths": broken_support_may_rest},
                              ("grows", "below", "children", "conclusion"))))
def extensions_are_one_or_two(given: Added) -> Iterator[Line]:
    S, t, bits, larger = given.S, given.t, given.bits, given.larger
    ends, later = support(S, bits, t, given.paths), support(larger, bits, t, given.paths)
    found, after = ({u: extensions(u, later) for u in ends}, {u: below(larger, bits, u) for u in ends})
    if before := [node_at(u, u[0] - 1) for u in ends if u[0]]:
        yield Line("reached", "<", t, min(len(below(larger, bits, v)) for v in before))
    if inner := [u for u in ends if u[0] < bits]:
        yield Line("grows", "<=", max(len(after[u]) for u in inner), t + 1)
    same = [u for u in ends if u not in inner or len(after[u]) <= t]
    if same:
        yield Line("ends", "==", [end for u in same for end in found[u]], same)
    for u in inner:
        if u not in same:
            depth = bits - (after[u][0] ^ after[u][-1]).bit_length()
            last = depth, after[u][0] >> (bits - depth)
            yield Line("below", "==", found[u], extensions(last, later), ("path", u))
            if depth < bits:
                yield Line("children", "<=", max(len(below(larger, bits, (depth + 1, 2 * last[1] + bit)))
                                                 for bit in (0, 1)), t, ("path", u))
    yield Line("conclusion", "==", [len(found[u]) for u in ends],
               [1 + (len(below(S, bits, u)) == t and len(after[u]) == t + 1 and len(set(after[u])) > 1) for u in ends])


def refutes_extensions_are_one_or_two(given: Added, step: str, case: Any) -> bool:
    """Tell whether one path of S has a wrong number of extensions, or a node of it is too light."""
    x, bits, t = given.x, given.bits, given.t
    later = [word(q, d) for d, q in given.paths(given.larger, bits, t)]
    for depth, prefix in given.paths(given.S, bits, t):
        path, old = word(prefix, depth), inside(given.S, (depth, prefix), bits)
        two = len(old) == t and x >> (bits - depth) == prefix and any(y != x for y in old)
        weights = [len(inside(given.larger, node, bits)) for node in way((depth, prefix))]
        if sum(end.startswith(path) for end in later) != 1 + two or any(w <= t for w in weights[:-1]) or (
                depth < bits and weights[-1] > t + 1):
            return True
    return False


claim("KLMNS20-3.3", kind="definition",
      title="Weak and strong paths: the weak ones together have probability at most n times the threshold",
      uses=("KLMNS20-3.1",),
      note="The printed threshold is lost; every threshold is allowed here. KLMNS20-3.5r needs no such distinction.")


def weak_cases() -> Iterator[tuple[Fraction, tuple[int, ...], int, int, Mapping[Any, Fraction]]]:
    """Yield ``(threshold, S, bits, stop, law of the path)``; with every point once the bound is attained."""
    for bits in (1, 2, 3, 4):
        once = tuple(range(1 << bits))
        yield Fraction(1, 1 << bits), once, bits, 0, path_law(once, bits, 0, 2).exact()
    for stop in (0, 1):
        for n in range(1, 7):
            for s in up_to_swaps(3, n):
                law = path_law(s, 3, stop, Fraction(3, 2)).exact()
                for threshold in (Fraction(1, 100), Fraction(1, 10), Fraction(1, n)):
                    yield threshold, s, 3, stop, law


WEAK_FAMILY = ("8 points, n <= 6 up to swaps, stopping weights 0 and 1, e^eps = 3/2, thresholds 1/100, 1/10, 1/n; and "
               "every one of 2 to 16 points once, threshold 1/n")


@check("KLMNS20-3.3", grade="exact", quantifier=WEAK_FAMILY,
       says="{the probability of all weak paths} is at most {n times the threshold}")
@sabotage("the depth of the tree instead of n", lambda threshold, database, bits: threshold * bits)
@sabotage("n - 1 instead of n", lambda threshold, database, bits: threshold * (len(database) - 1))
def weak_paths_are_unlikely(bound=lambda threshold, database, bits: threshold * len(database)) -> Verdict:
    return judge("<=", (((threshold, s, bits, stop), sum((law[p] for p in weak_paths(law, threshold)), Fraction(0)),
                         bound(threshold, s, bits)) for threshold, s, bits, stop, law in weak_cases()))

def refutes_weak_paths_are_unlikely(bound, threshold, s, bits, stop):
    masses = [Fraction(1)] if stop == 0 and len(set(s)) == len(s) == 1 << bits else list(
        path_law(s, bits, stop, Fraction(3, 2)).exact().values())
    if len(masses) == 1:
        masses = [Fraction(1, len(s))] * len(s)
    return sum((p for p in masses if p <= threshold), Fraction(0)) > bound(threshold, s, bits)


@check("KLMNS20-3.3", grade="exact", quantifier=WEAK_FAMILY,
       says="weak paths have probability at most the threshold, and all others more")
@verifier(
    lambda weak, threshold, law: any((p in weak(dict(law), threshold)) != (mass - threshold <= 0) for p, mass in law))
@sabotage("paths at the threshold count as strong",
          lambda law, threshold: frozenset(p for p, mass in law.items() if mass < threshold))
@judged("==")
def the_threshold_divides_the_paths(weak=weak_paths):
    for threshold, _, _, _, law in weak_cases():
        found = weak(law, threshold)
        yield ((threshold, tuple(law.items())),
               (max((law[p] for p in found), default=Fraction(0)) <= threshold,
                min((law[p] for p in law if p not in found), default=Fraction(2)) > threshold), (True, True))


claim("KLMNS20-3.4", kind="observation",
      title="A path of S + x with no prefix among the paths of S has probability at most 1/(1 + e^(eps t))",
      uses=("KLMNS20-3.1", "KLMNS20-3.3"),
      note="The bound is attained: t + 1 points on one side of the root, x on the other.", formulas=(unmatched_bound,))


def one_more() -> Iterator[Added]:
    """Yield the family of the other statements at some bases, and small trees at others."""
    for bits, stop, s, x, _ in neighbours():
        yield Added(s, x, stop, bits)
        if bits == 3:
            yield Added(s, x, stop, bits, Fraction(3, 2))
    yield from (Added((0,) * n, 1, stop, 1, Fraction(c)) for n in range(7) for stop in range(6) for c in (4, 9))


@proof("KLMNS20-3.4", grade="exhaustive",
       quantifier=f"all S, x ({FAMILIES}), stopping weights 0, 1, 2, e^eps = 2, on 8 points 3/2 too; copies of one of "
                  "two points, and the other, stopping weights up to 5, e^eps = 4 and 9",
       instances=one_more, start=Added((0, 0, 2, 2), 1, 1),
       steps={"enters": "{1} is at most {the number of nodes that weigh 0 in S}",
              "alone": "{the elements of S' below the first of them} are {x alone}",
              "heavy": "{t} is less than {the weight in S of the node above}",
              "one": "{the paths without a prefix} are {that to this node, or to x if t = 0, alone}",
              "factor/step": "{the probability of the step from the node above} equals {c/(c + c^w)}",
              "factor/most": "{c^t} is at most {c^(w - 1)}",
              "weak": "{1/(1 + c^t)} is at most {c^(-t)}",
              "conclusion": "{the probability of a path without a prefix} is at most {1/(1 + c^t)}"},
       hypotheses=(Hypothesis("one point is added", {"copies_of_x": 2}, ("alone", "one", "factor/step", "conclusion")),
                   Hypothesis("epsilon is not negative", needless="by definition; factor/most makes use of it"),
                   Hypothesis("no path enters an empty child", {"paths": broken_support_enters_empty_children},
                              ("one",)),
                   Hypothesis("a path ends where the weight is at most t", {"paths": broken_support_stops_below},
                              ("heavy", "one", "factor/most", "conclusion"))))
def unmatched_paths_are_unlikely(given: Added, bound: Formula = unmatched_bound) -> Iterator[Line]:
    S, t, x, bits, c, larger = given.S, given.t, given.x, given.bits, given.c, given.larger
    ends = support(S, bits, t, given.paths)
    lost = [end for end in support(larger, bits, t, given.paths) if not any(is_prefix(u, end) for u in ends)]
    law = path_law(larger, bits, t, c).exact() if lost else {}
    for end in lost:
        empty = [v for v in way(end) if not below(S, bits, v)]
        yield Line("enters", "<=", 1, len(empty), ("path", end))
        yield Line("alone", "==", below(larger, bits, empty[0]), (x,), ("path", end))
        above = node_at(empty[0], empty[0][0] - 1)
        yield Line("heavy", "<", t, len(below(S, bits, above)), ("path", end))
    depth = max((bits - (x ^ y).bit_length() for y in S), default=0)  # of the last node with a point of S over x
    leaves = depth < bits and len(below(S, bits, (depth, x >> (bits - depth)))) > t
    to = depth + 1 if t else bits
    yield Line("one", "==", lost, [(to, x >> (bits - to))] if leaves else [])
    for end in lost:
        above = next(node_at(v, v[0] - 1) for v in way(end) if not below(S, bits, v))
        w = len(below(S, bits, above))
        yield Line("factor/step", "==", law[end] / sum(p for u, p in law.items() if is_prefix(above, u)),
                   c / (c + c**w), ("path", end))
        yield Line("factor/most", "<=", c**t, c ** (w - 1), ("path", end))
    if lost:
        most = value(bound, c, t)
        yield Line("weak", "<=", most, 1 / c**t)
        yield Line("conclusion", "<=", sum(law[end] for end in lost), most)


def refutes_unmatched_paths_are_unlikely(given: Added, step: str, case: Any, bound: Formula) -> bool:
    """Tell whether another path than the one to x has no prefix, or that one is too likely: words, not nodes."""
    bits, t, c, (x, *old) = given.bits, given.t, given.c, [word(y, given.bits) for y in (given.x, *given.S)]
    ends = [word(q, d) for d, q in given.paths(given.S, bits, t)]
    lost = [end for d, q in given.paths(given.larger, bits, t)
            if not any((end := word(q, d)).startswith(u) for u in ends)]
    alone = next((k for k in range(bits + 1) if not any(y.startswith(x[:k]) for y in old)), 0)
    above = sum(y.startswith(x[:alone - 1]) for y in old) if alone else 0
    if step == "factor/most":
        return c**t > c ** (above - 1)
    right = [x[:alone if t else bits]] if above > t else []
    law = path_by_definition([x] * given.copies_of_x + old, bits, t, c)
    return lost != right or given.copies_of_x > 1 or sum(law[end] for end in lost) > bound(c, t)


claim("KLMNS20-3.6.neigh", kind="lemma", title="Matched paths give neighbouring inner databases",
      uses=("KLMNS20-alg1", "KLMNS20-3.trim", "KLMNS20-3.embed"))


class Matched(NamedTuple):
    """A database, a point that is added, a path of each of the two, how many levels are dropped, and Step 5."""

    S: Database
    x: int
    P: Node
    P_later: Node
    t: int
    levels_dropped: int
    bits: int = 3
    copies_of_x: int = 1
    Step_5: Callable[..., Database] = embed


@cache
def matched() -> tuple[Matched, ...]:
    """Return all matched paths of small neighbours."""
    few = ((1, tuple(multisets(2, 8)), [(stop, trim) for trim in range(8) for stop in range(min(trim, 5) + 1)]),
           (3, (*multisets(8, 3), *up_to_swaps(3, 4), *up_to_swaps(3, 5)), [(1, 2)]))
    found = [(bits, stop, stop, s, x, larger) for bits, stop, s, x, larger in neighbours((0, 1, 2, 3))]
    found += [(bits, *pair, *added) for bits, databases, pairs in few for pair in pairs
              for added in additions(databases, bits)]
    return tuple(Matched(s, x, *ends, stop, trim, bits) for bits, stop, trim, s, x, larger in found
                 for ends in matches(s, larger, bits, stop))


levels, inner = cache(fall_levels), cache(lambda step_5, *at: step_5(*at))


@proof("KLMNS20-3.6.neigh", grade="exhaustive",
       quantifier=f"all S, x and matched paths ({FAMILIES}), t = 0, 1, 2, 3; on 2 points with n <= 8 0 to "
                  "7 dropped levels, all stopping weights up to these and to 5, on 8 with n <= 5 up to swaps 1 with 2",
       instances=matched, start=Matched((0, 0, 4, 5, 6), 1, (1, 0), (3, 0), 2, 2),
       steps={"low": "{the fall levels of S less than u's along P} are {those along P'}",
              "few": "{the elements of S below u, if P is shorter} are at most {the dropped levels}",
              "dropped": "{the inner database of S along P} is {that along P'}",
              "added": "{the fall levels of S' along P'} are {those of S and that of x}",
              "conclusion": "{the numbers of elements that D' has too many, too few} are {1 and 0, or none}"},
       hypotheses=(
           Hypothesis("P is a prefix of P'", {"P": lambda given: support(given.S, given.bits, given.t)[-1]},
                      ("low", "few", "dropped", "conclusion")),
           Hypothesis("the stopping weight is at most the number of dropped levels",
                      {"levels_dropped": lambda given: max(0, given.levels_dropped - 1)},
                      ("few", "dropped", "conclusion")),
           Hypothesis("one point is added", {"copies_of_x": 2}, ("added", "conclusion")),
           Hypothesis("Step 5 drops the largest levels", {"Step_5": broken_embed_drops_smallest},
                      ("dropped", "conclusion")),
           Hypothesis("Step 5 adds no more than |S| - t levels", {"Step_5": broken_embed_without_minimum},
                      ("conclusion",))))
def one_level_is_added(given: Matched) -> Iterator[Line]:
    S, x, P, later, _, dropped, bits, copies, step_5 = given
    larger, later_levels = tuple(sorted((*S, *(x,) * copies))), levels(S, bits, later)
    D, along, D_later = (inner(step_5, rows, bits, end, dropped) for rows, end in ((S, P), (S, later), (larger, later)))
    if later != P:
        low, low_later = ([d for d in found if d < P[0]] for found in (levels(S, bits, P), later_levels))
        yield Line("low", "==", low, low_later)
        yield Line("few", "<=", len(below(S, bits, P)), dropped)
        yield Line("dropped", "==", D, along)
    yield Line("added", "==", levels(larger, bits, later), tuple(sorted(later_levels + levels((x,), bits, later))))
    yield Line("conclusion", "==", changes(D, D_later), (int(len(larger) > dropped), 0))


def refutes_one_level_is_added(given: Matched, step: str, case: Any) -> bool:
    """Tell whether the later inner database is not the old one and one more."""
    S, x, P, later, _, dropped, bits, copies, step_5 = given
    old, new = list(step_5(S, bits, P, dropped)), list(step_5((*(x,) * copies, *S), bits, later, dropped))
    while old and old[-1] in new:
        new.remove(old.pop())
    return bool(old) or len(new) != (len(S) >= dropped)
