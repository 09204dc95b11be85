"""KLMNS20, Section 3.1: paths without a match, and what matched paths give."""

from fractions import Fraction
from functools import cache

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import least_integer
from privlearn.learners.interior_point.trees import (embed, is_prefix, matching_prefix, path_law, path_support,
                                                     unmatched_bound, weight)
from privlearn.papers.klmns20.paths import claim
from privlearn.papers.klmns20.paths.instances import (FAMILIES, broken_embed_without_minimum, changes, inside, matches,
                                                      neighbours, support, word)
from privlearn.papers.klmns20.paths.mistakes import broken_support_enters_empty_children
from privlearn.papers.klmns20.tree_log.mistakes import broken_embed_drops_smallest, broken_embed_trims_one_less

BASES = (Fraction(3, 2), Fraction(2))


claim("KLMNS20-3.4", kind="observation",
      title="A path of S + x with no prefix among the paths of S has probability at most 1/(1 + e^(eps t))",
      uses=("KLMNS20-3.1", "KLMNS20-3.3"),
      note="The bound is attained: t + 1 points on one side of the root, x on the other.")


@check("KLMNS20-3.4", grade="exact",
       quantifier="all S, x (8 points: all n <= 3, n <= 6 up to swaps; 16 points: n <= 4 up to swaps) with an "
                  "unmatched path, stopping weights 0, 1, 2, e^eps = 2, on 8 points 3/2 too",
       says="{the probability of unmatched paths of S + x} is at most {1/(1 + e^(epsilon t))}",
       reason="On 16 points 4 points are enough to attain the bound at every stopping weight here.")
@sabotage("the bound for stopping weight 3 at every stopping weight", lambda base, stop: unmatched_bound(base, 3))
@sabotage("the bound for one more", lambda base, stop: unmatched_bound(base, stop + 1))
@judged("<=")
def unmatched_paths_are_unlikely(bound=unmatched_bound):
    law = cache(lambda s, bits, stop, base: path_law(s, bits, stop, base).exact())
    for bits, stop, s, x, larger in neighbours():
        if bits == 4 and len(s) > 4:
            continue
        before = support(s, bits, stop)
        lost = [p for p in support(larger, bits, stop) if matching_prefix(p, before) is None]
        for base in BASES[bits - 3:] if lost else ():
            mass = sum((law(larger, bits, stop, base)[p] for p in lost), Fraction(0))
            yield (s, x, bits, stop, base), mass, bound(base, stop)

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
