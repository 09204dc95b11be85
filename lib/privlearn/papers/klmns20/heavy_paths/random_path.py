"""KLMNS20, Section 4: OneRandomPath (Algorithm 4, Lemmas 4.6 and 4.7)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact import as_fraction, rational
from privlearn.exact.brackets import as_bracket
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters, query_values
from privlearn.learners.interior_point.heavy_paths.law import random_step_law
from privlearn.learners.interior_point.heavy_paths.tables import Row, through
from privlearn.learners.interior_point.tree_log import choice_failure, end_failure
from privlearn.learners.interior_point.trees import embed, path_curve, path_support, unmatched_bound, weight
from privlearn.learners.interior_point.trees.path_privacy import forward_factor
from privlearn.mechanisms.choosing_once import one_shot_delta, one_shot_no_answer
from privlearn.papers.klmns20.heavy_paths import claim
from privlearn.papers.klmns20.heavy_paths.instances import (ENDS, SURE, TWO, Points, as_table, databases, excess,
                                                            failures, failures_of_table, mirrored,
                                                            one_random_path_by_definition, random_row, rows_of,
                                                            up_to_mirror)
from privlearn.papers.klmns20.heavy_paths.level_up import (attaining as attaining_nodes_and_leaves,
                                                           below_the_heavy_level, level_one_pairs)
from privlearn.papers.klmns20.paths.instances import additions, up_to_swaps
from privlearn.papers.klmns20.stopping_point.instances import GRID, by_hand, top

SPREAD = (*databases(3, 4), *databases(2, 7, 5), *databases(4, 1))


claim("KLMNS20-alg4", kind="algorithm",
      title="OneRandomPath: one level of TreeLog whose recursive call is a choice of a heavy level",
      uses=("KLMNS20-alg1", "KLMNS20-alg2", "KLMNS20-2.4"))


def bits_of(points: Points) -> int:
    """Return the bits of the domain in which a database of the check of Algorithm 4 is taken."""
    return 4 if max(points, default=0) > 7 else 2 if len(points) > 4 else 3


@check("KLMNS20-alg4", grade="exact",
       quantifier="all S of at most 4 points of 3 bits, of 5 to 7 points of 2 bits, and S = {x} of 4 bits, trim 0 "
                  "and 1: the law is that of one level of TreeLog, step by step on words, its recursive call "
                  "replaced by a choice, and sums to 1",
       says="the law is that of one level of TreeLog with a choice for its recursive call, and sums to 1",
       reason="Step by step on words in fractions: databases of 5 to 7 points are taken on 4 points in place of 8.")
@judged("==")
def law_is_one_level_with_a_choice(law=random_row):
    for s in SPREAD:
        for trim in (0, 1) if len(s) > 4 else (0,):
            settings, bits = replace(TWO, trim=trim, level_threshold=3, threshold_choose=3), bits_of(s)
            found = as_table(law(s, bits, settings))
            yield (s, bits, trim, "law"), found, one_random_path_by_definition(s, bits, settings)
            yield (s, bits, trim, "sum"), sum(found.values()), Fraction(1)

def refutes_law_is_one_level_with_a_choice(law, s, bits, trim, _):
    settings = replace(TWO, trim=trim, level_threshold=3, threshold_choose=3)
    program = random_step_law(s, bits, settings).exact()  # the paper's steps as a program
    return bool(as_table(law(s, bits, settings)) != program)

@law_is_one_level_with_a_choice.corrupted("the level by an exponential mechanism over all levels")
def level_exponential_mechanism_over_all_levels(points: Points, bits: int, t: HeavyPathsParameters) -> Row:
    levels = interior_point_law(points, range(bits + 1), 2).masses()
    return through((*(levels[y] for y in range(bits + 1)), rational(0)), rows_of(points, bits, t))

@law_is_one_level_with_a_choice.corrupted("scores of the chosen leaf on the trimmed database only")
def scores_chosen_leaf_trimmed_database_only(points: Points, bits: int, t: HeavyPathsParameters) -> Row:
    return random_row(points[t.trim:len(points) - t.trim], bits, replace(t, trim=0))


claim("KLMNS20-4.6", kind="lemma", title="OneRandomPath is private below i*: three choices and one path",
      uses=("KLMNS20-alg4", "KLMNS20-4.3", "KLMNS20-3.5", "KLMNS20-3.5r", "KLMNS20-3.4", "KLMNS20-3.6.neigh",
            "KLMNS20-2.4", "KLMNS20-2.em"),
      note="For adding or removing a point; i = 0 is always below i*. Preconditions, checked by the library: both "
           "choices have delta <= 1 - e^-epsilon, and 1 + e^(-epsilon_p t) <= e^(epsilon_p). The bounds are far from "
           "attained here: the path alone and the choice alone attain theirs on their own pages.")


def forward_bound(t: HeavyPathsParameters) -> Fraction:
    """Return the ratio allowed in direction A."""
    return (forward_factor(t.exp_path, t.stop) * as_fraction(t.exp_level) * as_fraction(t.exp_choose)
            * as_fraction(t.exp_end))


FORWARD = ((ENDS, 3, 4), (replace(TWO, trim=1), 3, 4), (TWO, 3, 6))
AT_ONE = {1: replace(TWO, stop=1, high=1, threshold=0, exp_path=2), 2: TWO}  # level 1, by t = T_high


def at_level_one(below) -> Iterator[tuple[Points, int, int, int, Points, Points]]:
    """Yield (S, x, bits, t, D_1, D_1'), every pair of databases of level 1 once."""
    found = {(one, two, t.stop): (s, x, bits) for (s, x, bits, t), one, two, _ in level_one_pairs(below)}
    yield from ((*where, stop, one, two) for (one, two, stop), where in found.items())


def inner_pair(below, s: Points, x: int, bits: int, stop: int) -> list[Points]:
    """Return D_1 and D_1' from words, none where level 1 is not below i* (for verifiers)."""
    inner = [tuple(by_hand(r, bits, stop)[0]) for r in (s, tuple(sorted((*s, x))))]
    return inner if below(1, (top(list(inner[0])),), stop) else []


@check("KLMNS20-4.6", grade="exhaustive",
       quantifier="direction A. i = 0: all S of at most 6 points of 3 bits up to reflection and all x (e^epsilon_p = "
                  "3/2, other e^epsilon = 2, t = 2); of at most 4 points with trim 1, and with e^epsilon = 11/10 but "
                  "for the leaves (2). i = 1 < i*: all S of at most 5 points of 3 bits and S = 3^2 5 7 12^5 of 4 bits, "
                  "all x, t = T_high = 2 and 1 (there e^epsilon_p = 2): the ratio of the probabilities of every answer",
       says="{the largest ratio of S against S + x} is at most {the factors of path, level, node and leaf}",
       reason="S + x has up to 7 points. The law commutes with reflecting the domain, so one of two reflections is "
              "enough for i = 0.")
@sabotage("beyond i*, where D_1 and D_1' are no neighbours", (lambda i, values, high: True, random_row))
@sabotage("the last choice with weights 8^q where 2^q is accounted",
          (below_the_heavy_level, lambda s, bits, t: random_row(s, bits, replace(t, exp_end=8))))
@sabotage("a choice that always answers", (below_the_heavy_level, lambda s, bits, t: random_row(
    s, bits, replace(t, level_threshold=-40, threshold_choose=-40))))
@judged("<=")
def direction_a_needs_no_delta(given=(below_the_heavy_level, random_row)):
    below, law = given
    for s, x, bits, stop, one, two in at_level_one(below):
        p, q = (law(r, bits.bit_length(), AT_ONE[stop]) for r in (one, two))
        worst = max(a / b if b else rational(10**9) for a, b in zip(p, q, strict=True) if a)
        yield (s, x, bits, stop, 1), as_fraction(worst), forward_bound(AT_ONE[stop])
    for which, (settings, bits, most) in enumerate(FORWARD):
        bound = forward_bound(settings)
        remembered: dict[Points, Row] = {}
        for s, x, more in additions(up_to_mirror(bits, most), bits):
            p = remembered.get(s) or remembered.setdefault(s, law(s, bits, settings))
            q = remembered.get(more) or remembered.setdefault(more, law(more, bits, settings))
            worst = max(a / b for a, b in zip(p, q, strict=True) if a)
            yield (s, x, bits, which, 0), as_fraction(worst), bound

def refutes_direction_a_needs_no_delta(given, s, x, bits, which, i):
    (below, law), t = given, AT_ONE[which] if i else FORWARD[which][0]
    pair = inner_pair(below, s, x, bits, which) if i else [s, tuple(sorted((*s, x)))]
    allowed = (1 + t.exp_path**-t.stop if 1 + t.exp_path**-t.stop > t.exp_path else t.exp_path)
    less, more = (as_table(law(r, bits.bit_length() if i else bits, t)) for r in pair) if pair else ({}, {})
    return any(p > allowed * t.exp_level * t.exp_choose * t.exp_end * more.get(o, 0) for o, p in less.items())


GAPS = (Fraction(3, 2), Fraction(2), Fraction(6))


def backward_delta(t: HeavyPathsParameters, gap: Fraction) -> Fraction:
    """Return the delta allowed in direction B."""
    return (path_curve(t.exp_path, gap).upper + unmatched_bound(t.exp_path, t.stop)
            + one_shot_delta(t.exp_level, t.level_threshold) + one_shot_delta(t.exp_choose, t.threshold_choose))


@check("KLMNS20-4.6", grade="exhaustive",
       quantifier="direction B, both thresholds 8, e^g in {3/2, 2, 6}. i = 0: all S of at most 6 points of 3 bits up "
                  "to reflection and all x, e^epsilon_p = 3/2, other e^epsilon = 2, t = 2. i = 1 < i*: all S of at "
                  "most 5 points of 3 bits and S = 3^2 5 7 12^5 of 4 bits, all x, t = T_high = 2 and 1 (there "
                  "e^epsilon_p = 2): the hockey stick",
       says="{the hockey stick of S + x against S} is at most {W(g) + u + delta_y + delta_c}",
       reason="S + x has up to 7 points. The law commutes with reflecting the domain, so one of two reflections is "
              "enough for i = 0.")
@sabotage("both thresholds 1, accounted as 8",
          lambda s, bits, t: random_row(s, bits, replace(t, level_threshold=1, threshold_choose=1)))
@judged("<=")
def direction_b_costs_the_path_and_two_new_elements(law=random_row):
    allowed = {stop: [(gap, rational(gap * 8), backward_delta(t, gap)) for gap in GAPS] for stop, t in AT_ONE.items()}
    for s, x, bits, stop, one, two in at_level_one(below_the_heavy_level):
        p, q = (law(r, bits.bit_length(), AT_ONE[stop]) for r in (one, two))
        for gap, ratio, delta in allowed[stop]:
            yield (s, x, bits, stop, 1, gap), excess(q, p, ratio), delta
    remembered: dict[Points, Row] = {}
    for s, x, more in additions(up_to_mirror(3, 6), 3):
        p = remembered.get(s) or remembered.setdefault(s, law(s, 3, TWO))
        q = remembered.get(more) or remembered.setdefault(more, law(more, 3, TWO))
        for gap, ratio, delta in allowed[2][2 * (len(s) > 4):]:
            yield (s, x, 3, 2, 0, gap), excess(q, p, ratio), delta

def refutes_direction_b_costs_the_path_and_two_new_elements(law, s, x, bits, stop, i, gap):
    t = AT_ONE[stop]
    pair = inner_pair(below_the_heavy_level, s, x, bits, stop) if i else [s, tuple(sorted((*s, x)))]
    less, more = (as_table(law(r, bits.bit_length() if i else bits, t)) for r in pair) if pair else ({}, {})
    c, power = t.exp_path, 1 if t.exp_path == 2 else 2  # (1 - 1/c) (c z)^(-1/(c-1)) for c = 2 and 3/2
    allowed = (1 - 1 / Fraction(c)) / (c * gap) ** power + 1 / (1 + Fraction(c)**stop) + Fraction(2, 1 + 2**7)
    return sum(max(0, p - 8 * gap * less.get(o, Fraction(0))) for o, p in more.items()) > allowed


no_level = replace(one_shot_no_answer, tex={"exp_epsilon ** (best - threshold)":
                                            r"e^{\epsilon_y (T_{\mathrm{low}} - \tau_y)}"})
TWO_GOOD = "a node of the path at which points fall has two good leaves; one of another node may be the only one"
bad_leaf = replace(end_failure, loose={**end_failure.loose, **dict.fromkeys(
    ("3", "1", "3 / (3 + exp_end ** (trim + 1))"), TWO_GOOD)})


claim("KLMNS20-4.7", kind="lemma",
      title="OneRandomPath finds an interior point of D_i if the next level has a heavy element",
      uses=("KLMNS20-alg4", "KLMNS20-4.f", "KLMNS20-4.7.break", "KLMNS20-3.8", "KLMNS20-2.4", "KLMNS20-2.em"),
      note="Printed: up to constants, and that the answer has large score; score t_1 + 1 if the last choice succeeds.",
      formulas=(no_level, choice_failure, bad_leaf))


Case = tuple[Points, int, HeavyPathsParameters, int]  # S, its bits, the settings, T_low


def attaining(levels, nodes, leaves) -> Iterator[Case]:
    """Yield points for which one of the three steps fails as often as it may, and the others seldom."""
    easy = replace(SURE, level_threshold=-40, threshold_choose=-40)
    for base, low, threshold in levels.instances():
        if base > 1:
            yield (1,) * (low + 2), 1, replace(easy, exp_level=base, level_threshold=threshold), low
    for s, bits, t in attaining_nodes_and_leaves(nodes, leaves):
        yield s, bits, replace(t, level_threshold=-40), 1


@check("KLMNS20-4.7", grade="exact",
       quantifier="all S of at most 8 points of 3 bits up to reflection with f_1 >= T_low = 3 (t = 2, trim 0) or f_1 "
                  ">= 1 (t = 2, trim 1, at most 6 points), e^epsilon_y = e^epsilon_c = 4, thresholds 1, e^epsilon_e = "
                  "16; S = 1^(T_low + 2) of 1 bit, T_low = 1, 2, 8, e^epsilon_y = 3/2, 4, tau_y = -1, 1, 2, 7, and the "
                  "databases that attain the bounds of Lemma 4.8: the probabilities of no answer and of a wrong one",
       says="no answer and a wrong answer have at most the probability that is their part of the bound")
@sabotage("tau_y raised by 3 in the algorithm, not in the bound", (lambda s, bits, t: random_row(
    s, bits, replace(t, level_threshold=t.level_threshold + 3)), no_level, choice_failure, bad_leaf))
@judged("<=")
def success_is_at_least_the_bound(given=(random_row, no_level, choice_failure, bad_leaf)):
    law, *bounds = given
    for case in (*attaining(*bounds), *small_cases()):
        for part, sides in enumerate(zip(step_failures(law, *case[:3]), allowed(bounds, *case[2:]), strict=True)):
            yield (*case, part), *sides


@cache
def small_cases() -> list[Case]:
    """Return databases of 3 bits with f_1, or that of the mirror image, of at least T_low."""
    found = [(s, 3, replace(SURE, trim=trim), low) for trim, low, most in ((0, 3, 8), (1, 1, 6))
             for s in up_to_mirror(3, most, low + 2 * (1 + trim))]
    return [(s, bits, t, low) for s, bits, t, low in found
            if any(query_values(r, bits, 1, t.trim, t.stop)[0] >= low for r in (s, mirrored(s, bits)))]


@cache
def step_failures(law, s: Points, bits: int, t: HeavyPathsParameters) -> tuple[Fraction, Fraction]:
    return failures(law(s, bits, t), s)


def allowed(bounds, t: HeavyPathsParameters, low: int) -> tuple[Any, Any]:
    """Return the bounds on no answer, for want of a level or of a node, and on a bad leaf."""
    level, node, leaf = bounds
    return (level(t.exp_level, low, t.level_threshold) + node(t.exp_choose, t.threshold_choose, t.stop),
            leaf(t.exp_end, t.trim))

def refutes_success_is_at_least_the_bound(given, s, bits, t, low, part):
    law, *bounds = given
    inner = [by_hand(r[t.trim:len(r) - t.trim], bits, t.stop)[0] for r in (s, mirrored(s, bits))]
    found = failures_of_table(as_table(law(s, bits, t)), s)
    return max(map(top, inner)) >= low and found[part] > as_bracket(allowed(bounds, t, low)[part]).upper


claim("KLMNS20-4.7.break", kind="inequality", step_of="KLMNS20-4.7", title="A random path never loses the heavy level",
      uses=("KLMNS20-3.embed", "KLMNS20-alg2"),
      note="The paper's sketch loses a constant factor here ('a lot of elements fall off'); none is lost. Judged for "
           "every rule for ties of the heavy path.")


def is_heavy(s: Points, bits: int, end) -> bool:
    """Tell whether every step of a path goes to a child that is at least as heavy as its sibling."""
    depth, prefix = end
    nodes = [(d, prefix >> (depth - d)) for d in range(1, depth + 1)]
    return all(weight(s, bits, v) >= weight(s, bits, (v[0], v[1] ^ 1)) for v in nodes)


@check("KLMNS20-4.7.break", grade="exhaustive",
       quantifier="all S of n points of L bits up to swaps of subtrees and all pairs of a path and a heavy path, for "
                  "(L, n, t) = (3,5,0), (3,6,1), (3,6,2), (3,7,3), (3,8,4), (3,8,3), (3,9,5), (4,5,1), (4,5,2)",
       says="{the top multiplicity of D on the heavy path} is at most {the top multiplicity of D on any path}",
       reason="Swapping the two subtrees of a node changes no multiplicity if all rules for ties are judged.")
@sabotage("what falls off the heavy path is not cut off", lambda s, bits, node, trim: embed(s, bits, node, 0))
@sabotage("the smallest levels of the heavy path are dropped in place of the largest",
          lambda s, bits, node, trim: embed(s, bits, node, 0)[trim:])
@judged("<=")
def no_path_loses_the_heavy_level(levels=embed):
    for bits, n, stop in GRID:
        for s in up_to_swaps(bits, n):
            ends = path_support(s, bits, stop)
            heavy = [end for end in ends if is_heavy(s, bits, end)]
            for best in heavy:
                high = top(list(levels(s, bits, best, stop)))
                for end in ends:
                    yield (s, bits, stop, best, end), high, top(list(embed(s, bits, end, stop)))

def refutes_no_path_loses_the_heavy_level(levels, s, bits, stop, best, end):
    words, path = [f"{x:0{bits}b}" for x in s], f"{end[1]:0{end[0]}b}" if end[0] else ""
    falls = sorted(max(k for k in range(end[0] + 1) if w.startswith(path[:k])) for w in words)
    return top(list(levels(s, bits, best, stop))) > top(falls[:max(0, len(falls) - stop)])
