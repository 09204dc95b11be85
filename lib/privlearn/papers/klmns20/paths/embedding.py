"""KLMNS20, Section 3.1: trimming keeps neighbours (Step 2); Step 5 drops the largest levels."""

from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact.formulas import Value, formula
from privlearn.laws import worst_ratio
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.trees import embed, middle, path_law
from privlearn.learners.interior_point.trees.walk import embed_incremental
from privlearn.papers.klmns20.paths import claim
from privlearn.papers.klmns20.paths.instances import (additions, broken_embed_without_minimum,
                                                      broken_middle_keeps_three, changes, matches, multisets, support,
                                                      up_to_swaps, word)
from privlearn.papers.klmns20.tree_log.instances import (broken_embed_drops_smallest, broken_embed_trims_one_less,
                                                         path_by_definition)

TRIMS = ((4, 7, 3), (5, 6, 2), (5, 5, 1), (4, 6, 0))  # points, elements of S at most, t


@formula("equals", tex={"max(0, size - 2 * trim)": r"\max\{0, |S| - 2t\}"},
         corners={"size": tuple(range(8)), "trim": (0, 1, 2, 3)})
def kept_by_trimming(size: int, trim: int) -> Value:
    """Return how many elements are left between t smallest and t largest ones."""
    return max(0, size - 2 * trim)


claim("KLMNS20-3.trim", kind="observation",
      title="Setting the t smallest and the t largest elements aside keeps neighbours",
      uses=("KLMNS20-2.1", "KLMNS20-alg1"), formulas=(kept_by_trimming,))


@check("KLMNS20-3.trim", grade="exhaustive",
       quantifier="all multisets S and added elements: 4 points, n <= 7, t = 3; 5 points, n <= 6, t = 2; 5 points, n "
                  "<= 5, t = 1; 4 points, n <= 6, t = 0",
       says="trimming keeps all but t elements on either side; that of S + x keeps one more, if n + 1 exceeds 2t")
@sabotage("a quarter of the elements on either side, if that is more than t",
          (lambda database, trim: middle(database, max(trim, len(database) // 4)), kept_by_trimming))
@sabotage("one element on the right in place of one on the left", (lambda database, trim: tuple(
    sorted(database)[trim - (trim > 0):len(database) - trim - (trim > 0)]), kept_by_trimming))
@judged("==")
def exactly_one_element_is_added(given=(middle, kept_by_trimming)):
    trim, number = given[0], cache(given[1])
    for size, most, t in TRIMS:
        for s in multisets(size, most):
            kept = trim(s, t)
            for x in range(size):
                more = sorted((*s, x))
                yield (s, x, t), (changes(kept, trim(more, t)), sorted(trim(more, t)), len(kept)), (
                    (int(len(more) > 2 * t), 0), [y for i, y in enumerate(more) if t <= i < len(more) - t],
                    number(len(s), t))

def refutes_exactly_one_element_is_added(given, s, x, t):
    rows, trim = [*s, x], given[0]
    if len(trim(s, t)) != given[1](len(s), t):
        return True
    before, after = sorted(trim(s, t)), sorted(trim(rows, t))
    for side in (min, max) * t:
        if rows:
            rows.remove(side(rows))
    return sorted(rows) != after or bool(rows) and all(sorted([*before, value]) != after for value in set(after))


@check("KLMNS20-3.trim", grade="exact",
       quantifier="the exponential mechanism for interior points on 4 points at e^eps = 2, after trimming with t = "
                  "1: all neighbours with n <= 6, both directions",
       says="{the largest privacy ratio after trimming} is at most {e^epsilon}")
@sabotage("the three middle elements, whatever their number", broken_middle_keeps_three)
@judged("<=")
def trimming_first_costs_nothing(trim=middle):
    laws = {kept: interior_point_law(kept, range(4), 2).exact()
            for s in multisets(4, 7) for kept in (trim(s, 1),)}
    for s in multisets(4, 6):
        for x in range(4):
            before, after = (laws[trim(rows, 1)] for rows in (s, tuple(sorted((*s, x)))))
            yield (s, x), max(worst_ratio(before, after)[0], worst_ratio(after, before)[0]), 2

def refutes_trimming_first_costs_nothing(trim, s, x):
    tables = []
    for rows in (s, (*s, x)):
        kept = trim(rows, 1)
        weights = [2 ** min(sum(k <= y for k in kept), sum(k >= y for k in kept)) for y in range(4)]
        tables.append([Fraction(w, sum(weights)) for w in weights])
    return any(max(p / q, q / p) > 2 for p, q in zip(*tables, strict=True))


@formula("equals", tex={"max(0, size - trim)": r"\max\{0, |S| - t\}"},
         corners={"size": (0, 2, 6), "trim": (0, 1, 2, 3)})
def levels_kept(size: int, trim: int) -> Value:
    """Return how many levels Step 5 outputs."""
    return max(0, size - trim)


claim("KLMNS20-3.embed", kind="lemma", title="Step 5 outputs the fall levels without the largest ones",
      uses=("KLMNS20-alg1", "KLMNS20-1.1-weights"),
      erratum_kind="conjecture", repaired=True,
      erratum="The numbers of copies in Step 5 are lost in our text; the proof of Lemma 3.6 ('exactly one more element "
              "will be added') forces them. If all points that fall off at a node, or all of the last node, were added "
              "without a minimum, neighbours would not be mapped to neighbours: the path to 0 with stopping weight and "
              "trimming 1 gives D = (0) for S = (0, 1), but (0, 1, 1) for (0, 0, 1).", formulas=(levels_kept,))


@check("KLMNS20-3.embed", grade="exhaustive",
       quantifier="8 points: all multisets with n = 6 (stopping weight 2), n <= 4 (weights 0, 1); 16 points: n <= 6 "
                  "up to swaps of subtrees (weight 2); all paths; trims 0 to 3",
       says="both forms of Step 5 give the same max(0, n - trim) levels")
@sabotage("the smallest levels are dropped", (broken_embed_drops_smallest, levels_kept))
@sabotage("one level fewer is dropped", (broken_embed_trims_one_less, levels_kept))
@judged("==")
def both_forms_of_step_5_agree(given=(embed, levels_kept)):
    embedding, kept = given[0], cache(given[1])
    families = ((3, 2, multisets(8, 6, 6)), (3, 0, multisets(8, 4)), (3, 1, multisets(8, 4)),
                (4, 2, (s for n in range(7) for s in up_to_swaps(4, n))))
    for bits, stop, databases in families:
        for s in databases:
            for node in support(s, bits, stop):
                for trim in range(4):
                    found = embedding(s, bits, node, trim)
                    yield ((s, bits, node, trim), (found, len(found)),
                           (embed_incremental(s, bits, node, trim), kept(len(s), trim)))

def refutes_both_forms_of_step_5_agree(given, witness):
    s, bits, (depth, prefix), trim = witness
    path = word(prefix, depth)
    levels = [max(d for d in range(depth + 1) if word(x, bits).startswith(path[:d])) for x in s]
    for _ in range(min(trim, len(levels))):
        levels.remove(max(levels))
    return sorted(given[0](s, bits, (depth, prefix), trim)) != sorted(levels) or given[1](len(s), trim) != len(levels)


@check("KLMNS20-3.embed", grade="exhaustive",
       quantifier="8 points, n <= 5 up to swaps of subtrees and all n <= 3: all added points and matched paths, "
                  "stopping weight and trim (2, 2), (1, 2), (3, 3), (1, 1); all of it on 2 points with n <= 8",
       says="on matched paths D of S + x is D of S and one more level, or both are empty if n < trim")
@sabotage("one level fewer is dropped than the stopping weight", broken_embed_trims_one_less)
@sabotage("all that fall off are added, without a minimum", broken_embed_without_minimum)
@judged("==")
def neighbours_stay_neighbours(embedding=embed):
    remembered = cache(embedding)
    eight = [*multisets(8, 3), *(s for n in (4, 5) for s in up_to_swaps(3, n))]
    for bits, databases in ((1, list(multisets(2, 8))), (3, eight)):
        for stop, trim in ((2, 2), (1, 2), (3, 3), (1, 1)):
            for s, x, larger in additions(databases, bits):
                for node, other in matches(s, larger, bits, stop):
                    yield ((s, x, bits, node, other, trim),
                           changes(remembered(s, bits, node, trim), remembered(larger, bits, other, trim)),
                           (int(len(larger) > trim), 0))

def refutes_neighbours_stay_neighbours(embedding, s, x, bits, node, other, trim):
    before, after = embedding(s, bits, node, trim), embedding((*s, x), bits, other, trim)
    if len(s) + 1 <= trim:
        return bool(before or after)
    return all(sorted((*before, level)) != sorted(after) for level in range(bits + 1))


def inner_law(s: tuple[int, ...], stop: int, trim: int) -> dict[Any, Fraction]:
    """Return the law of the inner database on 8 points with another stopping weight than trim."""
    return path_law(s, 3, stop, 2).map(lambda node: embed(s, 3, node, trim)).exact()


@check("KLMNS20-3.embed", grade="exact",
       quantifier="8 points, n <= 5 up to swaps of subtrees, and t + 1 copies of 0; trims t = 0 to 3, stopping "
                  "weights 0 to 4, e^eps = 2: the law of D is that with stopping weight 0 exactly up to the trim",
       says="the law of D is that of stopping weight 0 up to stopping weight t, and not at t + 1")
@sabotage("up to one more than the trim", lambda trim: trim + 1)
@sabotage("only up to one less", lambda trim: trim - 1)
@judged("==")
def up_to_the_trim_the_stopping_weight_changes_nothing(largest=lambda trim: trim):
    for trim in range(4):
        for s in (s for n in range(6) for s in up_to_swaps(3, n)):
            laws = [inner_law(s, stop, trim) for stop in range(max(1, largest(trim) + 1))]
            yield (s, trim, len(laws) - 1), laws, laws[:1] * len(laws)
        zeros, stop = (0,) * (trim + 1), largest(trim) + 1
        (node,) = support(zeros, 3, stop)
        yield (zeros, trim, stop), embed(zeros, 3, node, trim) == (3,), False

def refutes_up_to_the_trim_the_stopping_weight_changes_nothing(largest, s, trim, _):
    tables: list[dict[Any, Fraction]] = []
    for stop in (0, largest(trim), largest(trim) + 1):
        tables.append({})
        for end, mass in path_by_definition([word(x, 3) for x in s], 3, stop, Fraction(2)).items():
            falls = sorted(max(d for d in range(len(end) + 1) if word(x, 3)[:d] == end[:d]) for x in s)
            kept = tuple(falls[:max(0, len(s) - trim)])
            tables[-1][kept] = tables[-1].get(kept, Fraction(0)) + mass
    return tables[0] != tables[1] or (set(s) == {0} and len(s) == trim + 1 and tables[0] == tables[2])


@check("KLMNS20-3.embed", grade="exact",
       quantifier="stopping weights 0 to 5, trims 0 to 7: S = t copies of 0 on two points, and one more",
       says="no level of S gets lost under S + x exactly if the trim is at least the stopping weight")
@sabotage("one less than the stopping weight", lambda stop: max(0, stop - 1))
@sabotage("one more than the stopping weight", lambda stop: stop + 1)
@judged("==")
def the_stopping_weight_is_the_least_trim(least=lambda stop: stop):
    for stop in range(6):
        zeros = (0,) * stop
        (node,), (other,) = support(zeros, 1, stop), support((0, *zeros), 1, stop)
        for trim in range(8):
            lost = changes(embed(zeros, 1, node, trim), embed((0, *zeros), 1, other, trim))[1]
            yield (stop, trim), lost == 0, trim >= least(stop)

def refutes_the_stopping_weight_is_the_least_trim(least, stop, trim):
    before = [0] * max(0, stop - trim)  # the path ends at the root
    after = [1] * max(0, stop + 1 - trim)  # it goes on to the leaf
    return (all(before.count(k) <= after.count(k) for k in (0, 1))) != (trim >= least(stop))
