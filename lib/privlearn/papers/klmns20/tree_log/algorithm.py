"""KLMNS20, Section 3: TreeLog has the law of its steps on the explicit tree, and Figure 1 is of that algorithm."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact.fractions import THREE_HALVES
from privlearn.laws import Law
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.tree_log import (LawTables, Level, TreeLogParameters, fast_tree_log_law,
                                                        tree_log_law)
from privlearn.learners.interior_point.trees import (candidates, embed, fall_levels, is_prefix, middle, one_level,
                                                     sorted_points)
from privlearn.learners.interior_point.trees.fast_walk import last_node, trimmed, walk_law
from privlearn.learners.interior_point.trees.laid_open import OneLevel, compressed_tree
from privlearn.learners.interior_point.trees.nodes import Node
from privlearn.learners.interior_point.trees.walk import embed_incremental
from privlearn.papers.klmns20.large_domains.scripted import sampled
from privlearn.papers.klmns20.paths.instances import (broken_embed_without_minimum, inside, multisets, support,
                                                      up_to_swaps, word)
from privlearn.papers.klmns20.tree_log import claim
from privlearn.papers.klmns20.tree_log.instances import (broken_embed_drops_smallest, broken_embed_trims_one_less,
                                                         broken_tree_log, law_by_definition, long_points,
                                                         path_by_definition, score)

PLAIN = TreeLogParameters((Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1),), 2)
TRIMMED = TreeLogParameters((Level(exp_path=THREE_HALVES, exp_choose=2, threshold=1, exp_end=THREE_HALVES, trim=1,
                                   stop=2),), THREE_HALVES)
TWICE = TreeLogParameters((Level(exp_path=2, exp_choose=THREE_HALVES, threshold=2, exp_end=2, trim=1,
                                 stop=1), Level(exp_path=THREE_HALVES, exp_choose=2,
                                                                               threshold=1, exp_end=2, trim=0, stop=1)),
                          2)
HEAVY = TreeLogParameters((replace(PLAIN.levels[0], exp_path=None, exp_end=3),), 2)
SILENT = TreeLogParameters(PLAIN.levels, 3, threshold_base=1)
NO_LEVELS = TreeLogParameters((), THREE_HALVES), TreeLogParameters((), 2, threshold_base=1)
FAMILY = ("8 points, one level: all n <= 3, and up to swaps of subtrees n = 4, 5, 6 (stopping weight 1), n = 7, 8 with "
          "trimming 1 and stopping weight 2; 16 points, up to swaps: one level for n <= 4, two levels for n = 5, 6; "
          "8 points, all n <= 2: the heavy path, no answer at the base, no level")


claim("KLMNS20-alg1", kind="algorithm", section="3 Algorithm TreeLog", title="Algorithm TreeLog",
      uses=("KLMNS20-2.em", "KLMNS20-2.choose", "KLMNS20-1.1-weights", "KLMNS20-1.1-hash", "KLMNS20-1.1-translate"),
      note="Constants reconstructed; the choosing mechanism is the one-shot version. The fast form, which builds no "
           "tree, is what users sample: it is checked as an exact table, and by giving it all draws where its "
           "decisions lie at few places. That its single draws are exact for any numbers is checked under the "
           "exponential mechanism and KLMNS20-3.fast.")


def runs() -> Iterator[tuple[tuple[int, ...], int, TreeLogParameters]]:
    """Yield the instances on which implementations are compared."""
    yield from ((s, 3, PLAIN) for s in multisets(8, 3))
    yield from ((s, 3, PLAIN) for n in range(4, 7) for s in up_to_swaps(3, n))
    yield from ((s, 3, TRIMMED) for n in (7, 8) for s in up_to_swaps(3, n))
    yield from ((s, 4, PLAIN) for n in range(5) for s in up_to_swaps(4, n))
    yield from ((s, 4, TWICE) for n in (5, 6) for s in up_to_swaps(4, n))
    yield from ((s, 3, p) for s in multisets(8, 2) for p in (HEAVY, SILENT, *NO_LEVELS))


@cache  # for a check and its sabotages
def explicit_law(s: tuple[int, ...], bits: int, p: TreeLogParameters) -> dict[Any, Fraction]:
    """Return the law of one instance by the explicit tree."""
    return law_by_definition(s, bits, p.levels, Fraction(p.exp_base), silence=p.threshold_base)


@cache
def exact_law(s: tuple[int, ...], bits: int, p: TreeLogParameters) -> dict[Any, Fraction]:
    """Return the law of TreeLog on one instance."""
    return tree_log_law(s, bits, p).exact()


@check("KLMNS20-alg1", grade="exact", quantifier=f"{FAMILY}; against the explicit tree of binary words",
       says="TreeLog's law is that of its steps carried out on the explicit tree")
@verifier(lambda run, s, bits, p: run(s, bits, p).exact() != fast_tree_log_law(s, bits, p).exact())
@sabotage("stopping at one more than the stopping weight", partial(broken_tree_log, stops_early=True))
@sabotage("leaves scored on the trimmed points", partial(broken_tree_log, scores_on_middle=True))
@sabotage("the domain of the levels rounded up to a power of two", partial(broken_tree_log, rounded_base=True))
def the_law_is_that_of_the_explicit_tree(run=tree_log_law) -> Verdict:
    return judge("==", ((case, run(*case).exact(), explicit_law(*case)) for case in runs()))


@check("KLMNS20-alg1", grade="exact", quantifier=f"{FAMILY}; the tables by which privacy is audited",
       says="the tables of one domain have the law of TreeLog")
@verifier(lambda tables, s, bits, p: tables(bits, p).law(s).exact() != fast_tree_log_law(s, bits, p).exact())
@sabotage("stopping at one more than the stopping weight", lambda bits, p: LawTables(
    bits, replace(p, levels=tuple(replace(level, stop=level.stop + 1) for level in p.levels))))
@sabotage("the heavy path for the random one", lambda bits, p: LawTables(
    bits, replace(p, levels=tuple(replace(level, exp_path=None) for level in p.levels))))
@judged("==")
def tables_have_the_law_of_the_program(tables=LawTables):
    known = cache(tables)
    for s, bits, p in runs():
        yield (s, bits, p), known(bits, p).law(s).exact(), exact_law(s, bits, p)


@check("KLMNS20-alg1", grade="exact", quantifier=f"{FAMILY}; the exact table of the program that is sampled",
       says="the fast form has the law of TreeLog")
@verifier(lambda run, s, bits, p: run(s, bits, p).exact() != law_by_definition(s, bits, p.levels, Fraction(p.exp_base),
                                                                               silence=p.threshold_base))
@sabotage("the domain of the levels rounded up to a power of two", partial(broken_tree_log, rounded_base=True))
def the_fast_form_has_the_same_law(run=fast_tree_log_law) -> Verdict:
    return judge("==", ((case, run(*case).exact(), exact_law(*case)) for case in runs()))


def of_one_level(path, choose, threshold: int, stop: int, base, silence: int | None = None) -> TreeLogParameters:
    """Return parameters of one level without trimming, e^eps = 2 at its end."""
    return TreeLogParameters((Level(exp_path=path, exp_choose=choose, threshold=threshold, exp_end=2, trim=0,
                                    stop=stop),), base, silence)


# (S, parameters, cells): all decisions of a run on 4 points lie at multiples of 1/cells
SCRIPTED = (((1, 2), of_one_level(None, 2, 2, 1, 2, 1), 6), ((0, 3), of_one_level(2, 2, 2, 0, 3, 1), 4),
            ((0, 1, 2), TreeLogParameters((), 3, 1), 19), ((1, 3, 3, 3), TreeLogParameters((), 2), 13))


@check("KLMNS20-alg1", grade="exact",
       quantifier="4 points, four databases and parameters with the heavy path, a random path and no level, with and "
                  "without no answer at the base, whose decisions all lie at multiples of 1/4, 1/6, 1/13 or 1/19: all "
                  "equally likely draws, by the lowest and by the highest number of each part; against the explicit "
                  "tree",
       says="all equally likely draws together have the law of the steps on the explicit tree",
       reason="The draws of a run multiply: 6 equal parts of each of four numbers are 1296 runs.")
@sabotage("e^eps of the base a hundredth larger",
          lambda s, bits, p: fast_tree_log_law(s, bits, replace(p, exp_base=p.exp_base * Fraction(101, 100))))
@judged("==")
def all_draws_together_have_the_law(run=fast_tree_log_law):
    for place, (s, p, cells) in enumerate(SCRIPTED):
        for high in (False, True):
            yield (place, high), sampled(run(s, 2, p).sample, cells, end=high), explicit_law(s, 2, p)

def refutes_all_draws_together_have_the_law(run, witness):
    s, p, cells = SCRIPTED[witness[0]]
    right = law_by_definition(s, 2, p.levels, Fraction(p.exp_base), silence=p.threshold_base)
    drawn = sampled(run(s, 2, p).sample, cells, end=witness[1])
    return any(drawn.get(x, 0) != right.get(x, 0) for x in (*range(4), None))


# (S on 4 points, stopping weight, e^eps, cells): all turns of the path have odds of whole numbers that divide the cells
TURNS = (((0, 0, 1, 2, 2, 2, 3), 0, 2, 15), ((0, 1, 1, 3), 1, 3, 20), ((0, 2, 2), 0, 4, 5))


def drawn_path(walk, place: int, high: bool) -> dict[str, Fraction]:
    """Return the law of the last node, a word, from all draws of the path."""
    s, stop, base, cells = TURNS[place]
    kept = trimmed(sorted_points(s, 2), 0)
    found = sampled(walk(kept, stop, base).sample, cells, end=high)
    named = {last_node(kept.points, end): mass for end, mass in found.items()}
    return {f"{prefix:0{depth}b}" if depth else "": mass for (depth, prefix), mass in named.items()}


@check("KLMNS20-alg1", grade="exact",
       quantifier="three databases on 4 points, e^eps = 2, 3, 4, whose turns all lie at multiples of 1/15, 1/20 or "
                  "1/5: all equally likely draws of the random path, by the lowest and by the highest number of each "
                  "part",
       says="all equally likely draws together give each path the product of its steps' probabilities")
@sabotage("e^eps of a turn a hundredth larger",
          lambda kept, stop, base: walk_law(kept, stop, base * Fraction(101, 100)))
@judged("==")
def all_turns_together_have_the_law_of_the_path(walk=walk_law):
    for place, (s, stop, base, _) in enumerate(TURNS):
        for high in (False, True):
            words = [f"{x:02b}" for x in s]
            yield (place, high), drawn_path(walk, place, high), path_by_definition(words, 2, stop, Fraction(base))

def refutes_all_turns_together_have_the_law_of_the_path(walk, place, high):
    s, stop, base, _ = TURNS[place]
    drawn = drawn_path(walk, place, high)
    for first in "01":  # how likely the first turn is, whatever follows
        on = sum(f"{x:02b}"[0] == first for x in s)
        mass = sum(mass for word, mass in drawn.items() if word[:1] == first)
        if mass * (base**on + base ** (len(s) - on)) != base**on:
            return True
    return any(mass != path_by_definition([f"{x:02b}" for x in s], 2, stop, Fraction(base)).get(word)
               for word, mass in drawn.items())


@check("KLMNS20-alg1", grade="exact",
       quantifier="8 points: all n <= 4, and one multiset of every class up to swaps of subtrees for n = 5, 6, 7; "
                  "one level, stopping weight 1 and, with trimming 1, 2",
       says="the probabilities of all answers, no answer included, sum to 1",
       reason="Not all 6435 multisets with n <= 7: that a table sums to one does not depend on the order of points.")
@sabotage("no answer is left out of the table", lambda s, bits, p: Unanswered(tree_log_law(s, bits, p)))
@judged("==")
def the_law_sums_to_one(run=tree_log_law):
    for s in [*multisets(8, 4), *(s for n in (5, 6, 7) for s in up_to_swaps(3, n))]:
        parameters = TRIMMED if len(s) > 4 else PLAIN
        yield (s, parameters), sum(run(s, 3, parameters).exact().values()), 1

def refutes_the_law_sums_to_one(run, s, p):
    right, found = law_by_definition(s, 3, p.levels, Fraction(p.exp_base)), run(s, 3, p).exact()
    return any(found.get(x, 0) != mass for x, mass in right.items()) and sum(found.values()) != sum(right.values())


class Unanswered(Law):
    """A law without the mass of its outcome None."""

    def __init__(self, law: Law):
        self._law = law

    def masses(self) -> dict[Any, Any]:
        return {x: mass for x, mass in self._law.masses().items() if x is not None}


@check("KLMNS20-alg1", grade="exhaustive",
       quantifier="16 points, n <= 6 up to swaps of subtrees, stopping weights 0, 1, 2, all paths, trims 0 to 3",
       says="Step 5, carried out level by level, gives all fall levels but the largest ones")
@sabotage("all that fall off are added, without a minimum", broken_embed_without_minimum)
@sabotage("the smallest levels are dropped", broken_embed_drops_smallest)
def step_5_drops_the_largest_levels(step=embed_incremental) -> Verdict:
    return judge("==", (((s, node, trim), step(s, 4, node, trim), embed(s, 4, node, trim))
                        for n in range(7) for s in up_to_swaps(4, n) for stop in range(3)
                        for node in support(s, 4, stop) for trim in range(4)))

def refutes_step_5_drops_the_largest_levels(step, witness):
    s, (depth, prefix), trim = witness
    sizes = [len(inside(s, (d, prefix >> (depth - d)), 4)) for d in range(depth + 1)] + [0]
    levels = [d for d in range(depth + 1) for _ in range(sizes[d] - sizes[d + 1])]
    return list(step(s, 4, (depth, prefix), trim)) != levels[:max(0, len(s) - trim)]


def last_step(points: tuple[int, ...], kept: tuple[int, ...], node: Node, exp_end: int) -> Law:
    """Return Steps 8 and 9 on 8 points: scores count all points, not only the kept ones."""
    return interior_point_law(points, candidates(node, 3), exp_end)


@check("KLMNS20-alg1", grade="exact",
       quantifier="8 points, all multisets with n <= 4, trims 0, 1, and n = 5, trim 2; e^eps = 2: all nodes with a "
                  "candidate leaf between the kept points; failure at most 3 / (3 + e^(eps (trim + 1)))",
       says="{the failure of the last choice} is at most {3/(3 + e^(epsilon (trim + 1)))}")
@sabotage("leaves scored on the trimmed points",
          lambda points, kept, node, exp_end: interior_point_law(kept, candidates(node, 3), exp_end))
@judged("<=")
def the_last_step_seldom_fails(step=last_step):
    for s in multisets(8, 5, 1):
        for trim in (0, 1) if len(s) < 5 else (2,):
            kept = middle(s, trim)
            shown = {(depth, x >> (3 - depth)) for x in kept for depth in range(4)}
            for node in sorted(v for v in shown if any(kept[0] <= x <= kept[-1] for x in candidates(v, 3))):
                wrong = sum((mass for x, mass in step(s, kept, node, 2).exact().items()
                             if not s[0] <= x <= s[-1]), Fraction(0))
                yield (s, trim, node, 2), wrong, Fraction(3, 3 + 2 ** (trim + 1))

def refutes_the_last_step_seldom_fails(step, s, trim, node, base):
    law = step(s, tuple(sorted(s)[trim:len(s) - trim]), node, base).exact()
    good = sum((mass for x, mass in law.items() if score(x, s) >= 1), Fraction(0))
    return good * (3 + base ** (trim + 1)) < base ** (trim + 1)


TWELVE = (1, 2, 2, 3, 5, 5, 5, 6, 6, 9, 12, 14)  # the points of our figure, on 16 leaves


claim("KLMNS20-fig1", kind="example", status="checked",
      reason="a picture, whose numbers are judged against the algorithm",
      section="3 Algorithm TreeLog", title="Figure 1: an execution of TreeLog",
      uses=("KLMNS20-alg1", "KLMNS20-3.embed"),
      note="The figure itself is lost in our text; ours is drawn from the data checked here.")


@check("KLMNS20-fig1", grade="exact",
       quantifier="the 12 points of the figure and every multiset of 7 points up to swaps of subtrees, on 16 leaves: "
                  "all paths with stopping weight 2, all levels y and nodes on the path; weights, counts and leaves",
       says="the weights, falls, levels, leaves and scores drawn are those that the steps define")
@sabotage("D is drawn without trimming", lambda s, bits, stop, last, y, chosen: one_level(s, bits, 0, last, y, chosen))
@sabotage("the last leaf is not drawn", lambda *given: replace(one_level(*given), leaves=one_level(*given).leaves[:-1]))
@sabotage("points below the last node do not count as falling",
          lambda *given: replace(one_level(*given), falls=(*one_level(*given).falls[:-1], 0)))
@judged("==")
def the_drawn_numbers_are_those_of_the_algorithm(draw=one_level):
    for s in (TWELVE, *up_to_swaps(4, 7)):
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

def refutes_the_drawn_numbers_are_those_of_the_algorithm(draw, witness):
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


@the_drawn_numbers_are_those_of_the_algorithm.corrupted("D is drawn with one level too many")
def d_drawn_one_level_too_many(s, bits: int, stop: int, last: Node, y: int, chosen: Node) -> OneLevel:
    inner = broken_embed_trims_one_less(s, bits, last, stop)
    right = one_level(s, bits, stop, last, y, chosen)
    return replace(right, inner=tuple(inner.count(d) for d in range(last[0] + 1)))


@check("KLMNS20-fig1", grade="exact",
       quantifier="8 leaves: all multisets with n <= 4 against the explicit tree; 2000 points of 1024 bits: nodes, "
                  "weights and links counted",
       says="the tree without chains has the right nodes, weights and links")
@sabotage("repeated points count once", lambda database, bits: compressed_tree(set(database), bits))
@sabotage("the leaves are left out",
          lambda database, bits: {v: w for v, w in compressed_tree(database, bits).items() if v[0] < bits})
@judged("==")
def the_tree_without_chains_is_right(tree=compressed_tree):
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

def refutes_the_tree_without_chains_is_right(tree, witness):
    bits = witness[1]
    s = long_points(1024, 2000)[:200] if witness[0] == "long" else witness[0]
    found = tree(s, bits)
    words = {word(prefix, depth): weight for (depth, prefix), (weight, _) in found.items()}
    counts = all(sum(word(x, bits).startswith(w) for x in s) == weight for w, weight in words.items())
    above = {node: [v for v in found if v != node and is_prefix(v, node)] for node in found}
    links = all(found[node][1] == max(over, default=None) for node, over in above.items())
    distinct = {word(x, bits) for x in s}
    return not (counts and links and len(words) == 2 * len(distinct) - 1 and distinct <= set(words))


@the_tree_without_chains_is_right.corrupted("every node hangs from the topmost one")
def every_node_hangs_from_topmost_one(database, bits: int):
    found = compressed_tree(database, bits)
    first = next(iter(found), None)
    return {v: (weight, None if v == first else first) for v, (weight, _) in found.items()}
