"""KLMNS20, Section 3: Algorithm TreeLog and Figure 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

from privlearn.claims.broken.tree_log_mistakes import (
    broken_embed_drops_smallest,
    broken_embed_trims_one_less,
    broken_embed_without_minimum,
    broken_tree_log,
)
from privlearn.claims.klmns20.section1_1_overview import long_points
from privlearn.claims.klmns20.tree_instances import inside, multisets, support, up_to_swaps, word
from privlearn.claims.klmns20.tree_log_by_definition import law_by_definition, path_by_definition, score
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.laws import Law
from privlearn.learners.interior_point import (
    Level,
    TreeLogParameters,
    candidates,
    embed,
    embed_incremental,
    fall_levels,
    is_prefix,
    middle,
    tree_log_law,
)
from privlearn.learners.interior_point.fast_tree_log import fast_tree_log_law
from privlearn.learners.interior_point.one_level import OneLevel, compressed_tree, one_level
from privlearn.learners.interior_point.tree import Node
from privlearn.learners.interior_point.tree_log import interior_point_law

PAGE = "thresholds/tree-log"
SECTION = "3 Algorithm TreeLog"

THREE_HALVES = Fraction(3, 2)
PLAIN = TreeLogParameters((Level(2, 2, 2, 2, trim=0, stop=1),), 2)
TRIMMED = TreeLogParameters((Level(THREE_HALVES, 2, 1, THREE_HALVES, trim=1, stop=2),), THREE_HALVES)
TWICE = TreeLogParameters((Level(2, THREE_HALVES, 2, 2, trim=1, stop=1), Level(THREE_HALVES, 2, 1, 2, trim=0, stop=1)),
                          2)
FAMILY = ("8 points, one level: all n <= 3, and up to swaps of subtrees n = 4, 5, 6 (stopping weight 1), n = 7, 8 with "
          "trimming 1 and stopping weight 2 (every fourth); 16 points, one level: n <= 4 up to swaps; two levels: "
          "n = 7 up to swaps, every twentieth")

claim("KLMNS20-alg1", kind="algorithm", section=SECTION, page=PAGE, title="Algorithm TreeLog",
      uses=("KLMNS20-2.em", "KLMNS20-2.choose", "KLMNS20-1.1-weights", "KLMNS20-1.1-hash", "KLMNS20-1.1-translate"),
      note="Constants reconstructed; the choosing mechanism is the one-shot version. The fast form, which builds no "
           "tree, is checked as an exact law and not by samples: both readings of a law are one program.")


def runs() -> Iterator[tuple[tuple[int, ...], int, TreeLogParameters]]:
    """Yield the instances on which implementations are compared."""
    yield from ((s, 3, PLAIN) for s in multisets(8, 3))
    yield from ((s, 3, PLAIN) for n in range(4, 7) for s in up_to_swaps(3, n))
    yield from ((s, 3, TRIMMED) for n in (7, 8) for s in up_to_swaps(3, n)[::4])
    yield from ((s, 4, PLAIN) for n in range(5) for s in up_to_swaps(4, n))
    yield from ((s, 4, TWICE) for s in up_to_swaps(4, 7)[::20])


@cache  # for a check and its sabotages
def explicit_law(s: tuple[int, ...], bits: int, p: TreeLogParameters) -> dict[Any, Fraction]:
    """Return the law of one instance by the explicit tree."""
    return law_by_definition(s, bits, p.levels, Fraction(p.exp_base))


@cache
def exact_law(s: tuple[int, ...], bits: int, p: TreeLogParameters) -> dict[Any, Fraction]:
    """Return the law of TreeLog on one instance."""
    return tree_log_law(s, bits, p).exact()


def law_fingerprint(run: Callable) -> list[Any]:
    """Return a few laws."""
    return [run(s, bits, parameters).exact() for s, bits, parameters in (
        ((0, 3, 3, 6), 3, PLAIN), ((1, 3, 3, 3, 5, 6, 6), 3, TRIMMED), ((0, 0, 3), 3, PLAIN),
        ((0, 3, 3, 9, 15), 4, PLAIN))]


@check("KLMNS20-alg1", grade="exact", quantifier=f"{FAMILY}; against the explicit tree of binary words",
       fingerprint=law_fingerprint)
def the_law_is_that_of_the_explicit_tree(run=tree_log_law) -> Verdict:
    return judge("==", ((case, run(*case).exact(), explicit_law(*case)) for case in runs()))


@the_law_is_that_of_the_explicit_tree.verifier
def _(run, witness):
    s, bits, p = witness
    return run(s, bits, p).exact() != fast_tree_log_law(s, bits, p).exact()

the_law_is_that_of_the_explicit_tree.sabotage(
    "stopping at one more than the stopping weight", partial(broken_tree_log, stops_early=True))
the_law_is_that_of_the_explicit_tree.sabotage(
    "leaves scored on the trimmed points", partial(broken_tree_log, scores_on_middle=True))
the_law_is_that_of_the_explicit_tree.sabotage(
    "the domain of the levels rounded up to a power of two", partial(broken_tree_log, rounded_base=True))


@check("KLMNS20-alg1", grade="exact", quantifier=f"{FAMILY}; the exact table of the program that is sampled",
       fingerprint=law_fingerprint)
def the_fast_form_has_the_same_law(run=fast_tree_log_law) -> Verdict:
    return judge("==", ((case, run(*case).exact(), exact_law(*case)) for case in runs()))


@the_fast_form_has_the_same_law.verifier
def _(run, witness):
    s, bits, p = witness
    return run(s, bits, p).exact() != law_by_definition(s, bits, p.levels, Fraction(p.exp_base))

the_fast_form_has_the_same_law.sabotage(
    "the domain of the levels rounded up to a power of two", partial(broken_tree_log, rounded_base=True))


@check("KLMNS20-alg1", grade="exact",
       quantifier="8 points: all n <= 4, and one multiset of every class up to swaps of subtrees for n = 5, 6, 7; one "
                  "level, stopping weight 1 and, with trimming 1, 2",
       reason="Not all 6435 multisets with n <= 7: that a table sums to one does not depend on the order of points.",
       fingerprint=lambda run: [sum(table.values()) for table in law_fingerprint(run)])
def the_law_sums_to_one(run=tree_log_law) -> Verdict:
    def cases() -> Iterator[Any]:
        for s in [*multisets(8, 4), *(s for n in (5, 6, 7) for s in up_to_swaps(3, n))]:
            parameters = TRIMMED if len(s) > 4 else PLAIN
            yield (s, parameters), sum(run(s, 3, parameters).exact().values()), 1

    return judge("==", cases())


@the_law_sums_to_one.verifier
def _(run, witness):
    s, p = witness
    right, found = law_by_definition(s, 3, p.levels, Fraction(p.exp_base)), run(s, 3, p).exact()
    return any(found.get(x, 0) != mass for x, mass in right.items()) and sum(found.values()) != sum(right.values())


class Unanswered(Law):
    """A law without the mass of its outcome None."""

    def __init__(self, law: Law):
        self._law = law

    def masses(self) -> dict[Any, Any]:
        return {x: mass for x, mass in self._law.masses().items() if x is not None}

the_law_sums_to_one.sabotage(
    "no answer is left out of the table", lambda s, bits, p: Unanswered(tree_log_law(s, bits, p)))


@check("KLMNS20-alg1", grade="exhaustive",
       quantifier="16 points, n <= 6 up to swaps of subtrees, stopping weights 0, 1, 2, all paths, trims 0 to 3",
       fingerprint=lambda step: [step((0, 0, 0, 2, 2), 3, v, trim) for v in ((2, 0), (3, 1)) for trim in range(3)])
def step_5_drops_the_largest_levels(step=embed_incremental) -> Verdict:
    return judge("==", (((s, node, trim), step(s, 4, node, trim), embed(s, 4, node, trim))
                        for n in range(7) for s in up_to_swaps(4, n) for stop in range(3)
                        for node in support(s, 4, stop) for trim in range(4)))


@step_5_drops_the_largest_levels.verifier
def _(step, witness):
    s, (depth, prefix), trim = witness
    sizes = [len(inside(s, (d, prefix >> (depth - d)), 4)) for d in range(depth + 1)] + [0]
    levels = [d for d in range(depth + 1) for _ in range(sizes[d] - sizes[d + 1])]
    return list(step(s, 4, (depth, prefix), trim)) != levels[:max(0, len(s) - trim)]

step_5_drops_the_largest_levels.sabotage("all that fall off are added, without a minimum", broken_embed_without_minimum)
step_5_drops_the_largest_levels.sabotage("the smallest levels are dropped", broken_embed_drops_smallest)


def last_step(points: tuple[int, ...], kept: tuple[int, ...], node: Node, exp_end: int) -> Law:
    """Return Steps 8 and 9 on 8 points: scores count all points, not only the kept ones."""
    return interior_point_law(points, candidates(node, 3), exp_end)


@check("KLMNS20-alg1", grade="exact",
       quantifier="8 points, all multisets with n <= 4, trims 0, 1, and n = 5, trim 2; e^eps = 2: all nodes with a "
                  "candidate leaf between the kept points; failure at most 3 / (3 + e^(eps (trim + 1)))",
       fingerprint=lambda step: step((1, 3, 3), (3,), (0, 0), 2).exact())
def the_last_step_seldom_fails(step=last_step) -> Verdict:
    def cases() -> Iterator[Any]:
        for s in multisets(8, 5, 1):
            for trim in (0, 1) if len(s) < 5 else (2,):
                kept = middle(s, trim)
                shown = {(depth, x >> (3 - depth)) for x in kept for depth in range(4)}
                for node in sorted(v for v in shown if any(kept[0] <= x <= kept[-1] for x in candidates(v, 3))):
                    wrong = sum((mass for x, mass in step(s, kept, node, 2).exact().items()
                                 if not s[0] <= x <= s[-1]), Fraction(0))
                    yield (s, trim, node, 2), wrong, Fraction(3, 3 + 2 ** (trim + 1))

    return judge("<=", cases())


@the_last_step_seldom_fails.verifier
def _(step, witness):
    s, trim, node, base = witness
    law = step(s, tuple(sorted(s)[trim:len(s) - trim]), node, base).exact()
    good = sum((mass for x, mass in law.items() if score(x, s) >= 1), Fraction(0))
    return good * (3 + base ** (trim + 1)) < base ** (trim + 1)

the_last_step_seldom_fails.sabotage("leaves scored on the trimmed points",
    lambda points, kept, node, exp_end: interior_point_law(kept, candidates(node, 3), exp_end))


claim("KLMNS20-fig1", kind="example", section=SECTION, page=PAGE, title="Figure 1: an execution of TreeLog",
      uses=("KLMNS20-alg1", "KLMNS20-3.embed"),
      note="The figure itself is lost in our text; ours is drawn from the data checked here.")

TWELVE = (1, 2, 2, 3, 5, 5, 5, 6, 6, 9, 12, 14)  # the points of our figure, on 16 leaves


@check("KLMNS20-fig1", grade="exact",
       quantifier="the 12 points of the figure and every multiset of 7 points up to swaps of subtrees, on 16 leaves: "
                  "all paths with stopping weight 2, all levels y and nodes on the path; weights, counts and leaves",
       fingerprint=lambda draw: draw(TWELVE, 4, 2, (2, 1), 1, (1, 0)))
def the_drawn_numbers_are_those_of_the_algorithm(draw=one_level) -> Verdict:
    def cases() -> Iterator[Any]:
        for s in (TWELVE, *up_to_swaps(4, 7)[::4]):
            weights = {v: len(inside(s, v, 4)) for v in {(d, x >> (4 - d)) for x in s for d in range(5)}}
            for last in support(s, 4, 2):
                levels, depths = embed(s, 4, last, 2), range(last[0] + 1)
                for y in depths:
                    v = (y, last[1] >> (last[0] - y))
                    shown = draw(s, 4, 2, last, y, v)
                    found = dict(shown.weights), shown.falls, shown.inner, shown.leaves, shown.scores
                    falls, leaves = fall_levels(s, 4, last), candidates(v, 4)
                    yield ((s, last, y), found, (weights, tuple(falls.count(d) for d in depths),
                                                 tuple(levels.count(d) for d in depths), leaves,
                                                 tuple(score(x, s) for x in leaves)))

    return judge("==", cases())


@the_drawn_numbers_are_those_of_the_algorithm.verifier
def _(draw, witness):
    s, (depth, prefix), y = witness
    shown = draw(s, 4, 2, (depth, prefix), y, (y, prefix >> (depth - y)))
    right = sorted(max(d for d in range(depth + 1) if word(x, 4)[:d] == word(prefix, depth)[:d]) for x in s)
    drawn = [[d for d, number in enumerate(counts) for _ in range(number)] for counts in (shown.inner, shown.falls)]
    heavy = {v: number for v, number in shown.weights if number == len(inside(s, v, 4))}
    top = word(prefix, depth)[:y]
    ends = [int((top + end).ljust(4, fill), 2) for end, fill in (("", "0"), ("0", "1"), ("1", "0"), ("", "1"))
            if len(top + end) <= 4]
    scores = [min(sum(z <= x for z in s), sum(z >= x for z in s)) for x in sorted(set(ends))]
    return (drawn != [right[:max(0, len(s) - 2)], right] or list(shown.leaves) != sorted(set(ends))
            or list(shown.scores) != scores or len(heavy) != len({word(x, 4)[:d] for x in s for d in range(5)}))

the_drawn_numbers_are_those_of_the_algorithm.sabotage(
    "D is drawn without trimming", lambda s, bits, stop, last, y, chosen: one_level(s, bits, 0, last, y, chosen))
the_drawn_numbers_are_those_of_the_algorithm.sabotage(
    "the last leaf is not drawn", lambda *given: replace(one_level(*given), leaves=one_level(*given).leaves[:-1]))
the_drawn_numbers_are_those_of_the_algorithm.sabotage("points below the last node do not count as falling",
    lambda *given: replace(one_level(*given), falls=(*one_level(*given).falls[:-1], 0)))


@the_drawn_numbers_are_those_of_the_algorithm.sabotage("D is drawn with one level too many")
def _():
    def draw(s: Any, bits: int, stop: int, last: Node, y: int, chosen: Node) -> OneLevel:
        inner = broken_embed_trims_one_less(s, bits, last, stop)
        right = one_level(s, bits, stop, last, y, chosen)
        return replace(right, inner=tuple(inner.count(d) for d in range(last[0] + 1)))

    return draw


@check("KLMNS20-fig1", grade="exact",
       quantifier="8 leaves: all multisets with n <= 4 against the explicit tree; 2000 points of 1024 bits: nodes, "
                  "weights and links counted",
       fingerprint=lambda tree: [sorted(tree(s, 3).items()) for s in ((0, 1, 7), (2,), (3, 3, 4))])
def the_tree_without_chains_is_right(tree=compressed_tree) -> Verdict:
    def cases() -> Iterator[Any]:
        for s in multisets(8, 4, 1):
            explicit = path_by_definition([word(x, 3) for x in s], 3, 0, Fraction(2))
            words = set(explicit) | {w[:d] for w in explicit for d in range(3)
                                     if {x[d] for x in explicit if x.startswith(w[:d])} == {"0", "1"}}
            shown = {word(prefix, depth): (weight, above and word(above[1], above[0]))
                     for (depth, prefix), (weight, above) in tree(s, 3).items()}
            yield (s, 3), shown, {w: (sum(word(x, 3).startswith(w) for x in s),
                                      max((v for v in words if w.startswith(v) and v != w), default=None))
                                  for w in words}
        s = long_points(1024, 2000)
        found = tree(s, 1024)
        below: dict[Any, list[int]] = {}
        for weight, above in found.values():
            below.setdefault(above, []).append(weight)
        sums = all(sum(below[v]) == found[v][0] and len(below[v]) == 2 for v in below if v is not None)
        yield ("long", 1024), (len(found), sums, below[None]), (2 * len(set(s)) - 1, True, [2000])

    return judge("==", cases())


@the_tree_without_chains_is_right.verifier
def _(tree, witness):
    bits = witness[1]
    s = long_points(1024, 2000)[:200] if witness[0] == "long" else witness[0]
    found = tree(s, bits)
    words = {word(prefix, depth): weight for (depth, prefix), (weight, _) in found.items()}
    counts = all(sum(word(x, bits).startswith(w) for x in s) == weight for w, weight in words.items())
    above = {node: [v for v in found if v != node and is_prefix(v, node)] for node in found}
    links = all(found[node][1] == max(over, default=None) for node, over in above.items())
    distinct = {word(x, bits) for x in s}
    return not (counts and links and len(words) == 2 * len(distinct) - 1 and distinct <= set(words))

the_tree_without_chains_is_right.sabotage(
    "repeated points count once", lambda database, bits: compressed_tree(set(database), bits))


@the_tree_without_chains_is_right.sabotage("every node hangs from the topmost one")
def _():
    def star(database: Any, bits: int) -> Any:
        found = compressed_tree(database, bits)
        first = next(iter(found), None)
        return {v: (weight, None if v == first else first) for v, (weight, _) in found.items()}

    return star

the_tree_without_chains_is_right.sabotage("the leaves are left out",
    lambda database, bits: {v: w for v, w in compressed_tree(database, bits).items() if v[0] < bits})
