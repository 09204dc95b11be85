"""KLMNS20, Section 3.1: which paths a database can take, and how those of neighbours match or do not."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import least_integer
from privlearn.learners.interior_point.trees import (embed, extensions, is_prefix, matching_prefix, path_law,
                                                     path_support, unmatched_bound, weak_paths, weight)
from privlearn.papers.klmns20.paths import claim
from privlearn.papers.klmns20.paths.instances import (FAMILIES, broken_embed_without_minimum,
                                                      broken_path_law_enters_empty_children,
                                                      broken_support_enters_empty_children, broken_support_may_rest,
                                                      broken_support_stops_below, changes, inside, matches, multisets,
                                                      neighbours, settings, support, up_to_swaps, word)
from privlearn.papers.klmns20.tree_log.instances import broken_embed_drops_smallest, broken_embed_trims_one_less

claim("KLMNS20-3.1", kind="observation",
      title="There are at most as many paths as distinct points, and none is a prefix of another",
      uses=("KLMNS20-alg1",),
      note="The empty database, of which trimming may leave nothing more, has one path, the root.")


@check("KLMNS20-3.1", grade="exhaustive", quantifier=f"all nonempty S ({FAMILIES}), stopping weights 0, 1, 2",
       says="{the number of possible paths} is at most {the number of distinct points}")
@verifier(lambda paths, s, bits, stop: len(list(paths(s, bits, stop))) > len({word(x, bits) for x in s}))
@sabotage("children of weight 0 are entered", broken_support_enters_empty_children)
@sabotage("a path may also end one node earlier", broken_support_may_rest)
def paths_are_at_most_the_distinct_points(paths=path_support) -> Verdict:
    return judge("<=", (((s, bits, stop), len(paths(s, bits, stop)), len(set(s))) for bits, stop, s in settings() if s))


@check("KLMNS20-3.1", grade="exhaustive", quantifier=f"all S ({FAMILIES}), stopping weights 0, 1, 2",
       says="no path is a prefix of another one")
@sabotage("a path may also end one node earlier", broken_support_may_rest)
@judged("==")
def no_path_is_a_prefix_of_another(paths=path_support):
    for bits, stop, s in settings():
        found = paths(s, bits, stop)
        yield (s, bits, stop), sum(is_prefix(p, q) for p in found for q in found), len(found)

def refutes_no_path_is_a_prefix_of_another(paths, witness):
    words = sorted(word(prefix, depth) for depth, prefix in paths(*witness))
    return any(second.startswith(first) for first, second in zip(words, words[1:], strict=False))


@check("KLMNS20-3.1", grade="exhaustive", quantifier="8 points, all S with n <= 4, stopping weights 0, 1, 2, e^eps = 2",
       says="the paths listed are exactly the outcomes of the path's law")
@sabotage("children of weight 0 are entered", broken_path_law_enters_empty_children)
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


@check("KLMNS20-3.2", grade="exhaustive",
       quantifier=f"all S, x and paths ({FAMILIES}), stopping weights 0, 1, 2; two exactly if the weight rises to "
                  "t + 1 and there are two distinct points below",
       says="a path extends to two paths of S + x if its last node splits at weight t + 1, else to exactly one")
@sabotage("stopping below the stopping weight", broken_support_stops_below)
@sabotage("children of weight 0 are entered", broken_support_enters_empty_children)
@judged("==")
def extensions_are_one_or_two(paths=path_support):
    remembered = cache(paths)
    for bits, stop, s, x, larger in neighbours():
        ends = remembered(larger, bits, stop)
        for node in remembered(s, bits, stop):
            below = [y for y in larger if y >> (bits - node[0]) == node[1]]
            splits = x in below and len(below) == stop + 1 and len(set(below)) > 1
            yield (bits, stop, s, x, node), len(extensions(node, ends)), 2 if splits else 1

def refutes_extensions_are_one_or_two(paths, witness):
    bits, stop, s, x, (depth, prefix) = witness
    number = sum(word(q, d).startswith(word(prefix, depth)) for d, q in paths(tuple(sorted((*s, x))), bits, stop))
    before = inside(s, (depth, prefix), bits)
    two = len(before) == stop and x >> (bits - depth) == prefix and any(y != x for y in before)
    return number != 1 + two


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


BASES = (Fraction(3, 2), Fraction(2))


claim("KLMNS20-3.4", kind="observation",
      title="A path of S + x with no prefix among the paths of S has probability at most 1/(1 + e^(eps t))",
      uses=("KLMNS20-3.1", "KLMNS20-3.3"),
      note="The bound is attained: t + 1 points on one side of the root, x on the other.", formulas=(unmatched_bound,))


@check("KLMNS20-3.4", grade="exact",
       quantifier="all S, x (8 points: all n <= 3, n <= 6 up to swaps; 16 points: n <= 4 up to swaps) with an "
                  "unmatched path, stopping weights 0, 1, 2, e^eps = 2, on 8 points 3/2 too",
       says="{the probability of unmatched paths of S + x} is at most {1/(1 + e^(epsilon t))}",
       reason="On 16 points 4 points are enough to attain the bound at every stopping weight here.")
@sabotage("the bound for stopping weight 3 at every stopping weight", lambda base, stop: unmatched_bound(base, 3))
@judged("<=")
def unmatched_paths_are_unlikely(bound=unmatched_bound):
    most = cache(bound)
    law = cache(lambda s, bits, stop, base: path_law(s, bits, stop, base).exact())
    for bits, stop, s, x, larger in neighbours():
        if bits == 4 and len(s) > 4:
            continue
        before = support(s, bits, stop)
        lost = [p for p in support(larger, bits, stop) if matching_prefix(p, before) is None]
        for base in BASES[bits - 3:] if lost else ():
            mass = sum((law(larger, bits, stop, base)[p] for p in lost), Fraction(0))
            yield (s, x, bits, stop, base), mass, most(base, stop)

def refutes_unmatched_paths_are_unlikely(bound, s, x, bits, stop, base):
    mass, larger = Fraction(1), (*s, x)
    for d in range(bits):  # along the path to x, until it leaves S
        here, child = (inside(larger, (k, x >> (bits - k)), bits) for k in (d, d + 1))
        if len(here) <= stop:
            break
        rest = len(here) - len(child)
        mass *= base ** len(child) / (base ** len(child) + base**rest) if child and rest else 1
        if child == [x]:
            break
    return mass > bound(base, stop)


@check("KLMNS20-3.4", grade="exhaustive",
       quantifier=f"all S, x ({FAMILIES}), stopping weights 0, 1, 2: which paths are unmatched, exactly",
       says="a path is unmatched exactly if it leads to x alone, from a node that weighs more than t in S")
@sabotage("children of weight 0 are entered", broken_support_enters_empty_children)
@judged("==")
def the_unmatched_path_leads_to_the_new_point_alone(paths=path_support):
    remembered = cache(paths)
    for bits, stop, s, x, larger in neighbours():
        before = remembered(s, bits, stop)
        lost = [p for p in remembered(larger, bits, stop) if not any(is_prefix(q, p) for q in before)]
        common = max((bits - (x ^ y).bit_length() for y in s), default=0)  # depth of the last node of S over x
        leaves = common < bits and weight(s, bits, (common, x >> (bits - common))) > stop
        depth = common + 1 if stop else bits
        yield (s, x, bits, stop), lost, [(depth, x >> (bits - depth))] if leaves else []

def refutes_the_unmatched_path_leads_to_the_new_point_alone(paths, s, x, bits, stop):
    words = [word(q, d) for d, q in paths(s, bits, stop)]
    lost = [word(q, d) for d, q in paths(tuple(sorted((*s, x))), bits, stop)
            if not any(word(q, d).startswith(w) for w in words)]
    alone = [d for d in range(1, bits + 1) if not inside(s, (d, x >> (bits - d)), bits)]  # depths where x is alone
    first = min(alone, default=0)
    right = first > 0 and len(inside(s, (first - 1, x >> (bits - first + 1)), bits)) > stop
    return lost != ([word(x, bits)[:first if stop else bits]] if right else [])


def weak_stop(base: Fraction, threshold: Fraction) -> int:
    """Return the least integer ``t >= ln(1/threshold) / eps``: the paths without a match are weak from there on."""
    return least_integer(lambda t: base**t * threshold >= 1, 0)


@check("KLMNS20-3.4", grade="exact", quantifier="e^eps in {3/2, 2, 4, 9}, thresholds 1/2, 1/10, 1/128, 10^-6",
       says="{1/(1 + e^(epsilon t))} is at most {the threshold}, with t = ceil(ln(1/threshold)/epsilon)")
@sabotage("one less", lambda base, threshold: max(0, weak_stop(base, threshold) - 1))
def unmatched_paths_are_weak(stop=weak_stop) -> Verdict:
    grid = ((base, threshold) for base in (*BASES, Fraction(4), Fraction(9))
            for threshold in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 128), Fraction(1, 10**6)))
    return judge("<=", ((case, unmatched_bound(case[0], stop(*case)), case[1]) for case in grid))

def refutes_unmatched_paths_are_weak(stop, base, threshold):
    zeros = (0,) * (stop(base, threshold) + 1)  # the database that attains the bound
    return path_law((*zeros, 1), 1, stop(base, threshold), base).exact()[1, 1] > threshold


claim("KLMNS20-3.6.neigh", kind="lemma", title="Matched paths give neighbouring inner databases",
      uses=("KLMNS20-3.1", "KLMNS20-3.2", "KLMNS20-3.embed"))


@check("KLMNS20-3.6.neigh", grade="exhaustive",
       quantifier=f"all S, x and matched paths ({FAMILIES}), stopping weight and trim t = 0, 1, 2, 3",
       says="matched paths give inner databases that differ by one added level, or are both empty if n < t")
@sabotage("one level fewer is dropped than the stopping weight", broken_embed_trims_one_less)
@sabotage("the smallest levels are dropped", broken_embed_drops_smallest)
@sabotage("all that fall off are added, without a minimum", broken_embed_without_minimum)
@judged("==")
def one_element_is_added(embedding=embed):
    remembered = cache(embedding)
    for bits, stop, s, x, larger in neighbours((0, 1, 2, 3)):
        for node, other in matches(s, larger, bits, stop):
            added = changes(remembered(s, bits, node, stop), remembered(larger, bits, other, stop))
            yield (s, x, bits, node, other, stop), added, (int(len(larger) > stop), 0)

def refutes_one_element_is_added(embedding, s, x, bits, node, other, stop):
    old, new = list(embedding(s, bits, node, stop)), list(embedding((x, *s), bits, other, stop))
    while old and old[-1] in new:
        new.remove(old.pop())
    return bool(old) or len(new) != (len(s) >= stop)
