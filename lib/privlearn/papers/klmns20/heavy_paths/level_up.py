"""KLMNS20, Section 4: LevelUp (Algorithm 5, Lemmas 4.8 and 4.9)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import as_fraction, rational
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, construct_paths, first_heavy_level,
                                                           level_up_law, query_values)
from privlearn.learners.interior_point.heavy_paths.databases import domain_sizes
from privlearn.learners.interior_point.tree_log import choice_failure, end_failure
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import candidates, middle
from privlearn.mechanisms.choosing_once import one_shot_delta
from privlearn.papers.klmns20.heavy_paths import claim
from privlearn.papers.klmns20.heavy_paths.instances import (ENDS, SURE, TWO, Points, as_table, databases, excess,
                                                            failures, failures_of_table, level_up_by_definition,
                                                            mirrored, rows_of, up_to_mirror)
from privlearn.papers.klmns20.paths.instances import additions
from privlearn.papers.klmns20.stopping_point.instances import apart, by_hand

claim("KLMNS20-alg5", kind="algorithm", title="LevelUp: from a level y to a heavy node at y to one of four leaves",
      uses=("KLMNS20-alg2", "KLMNS20-alg1", "KLMNS20-2.4", "KLMNS20-2.em"))


def level_up(s: Points, bits: int, i: int, y: int, t: HeavyPathsParameters) -> dict[Any, Fraction]:
    """Return the law of LevelUp's answer as a table."""
    return level_up_law(s, bits, i, y, t).exact()


NARROW = replace(TWO, stop=1, threshold_choose=2)


@check("KLMNS20-alg5", grade="exact",
       quantifier="all S of at most 3 points of 3 bits and at most 2 points of 4 bits, and three of 7, 8 and 9 "
                  "points; i = 0 and 1, t = 1, all y of the domain of D_(i+1), those above L_i too: the law is that "
                  "of the steps on words, and sums to 1",
       says="the law is that of the steps carried out on words, and sums to 1")
@sabotage("a level beyond the deepest one gives no answer",
          lambda s, bits, i, y, t: (level_up(s, bits, i, y, t) if y <= (bits, bits.bit_length())[i]
                                    else {None: Fraction(1)}))
@judged("==")
def law_is_that_of_the_steps(law=level_up):
    family = [(s, 3) for s in databases(3, 3)] + [(s, 4) for s in databases(4, 2)]
    family += [((0, 1, 1, 7, 9, 9, 12), 4), ((0, 0, 1, 2, 3, 3, 7, 7), 3), ((3, 3, 5, 7, 12, 12, 12, 12, 12), 4)]
    for s, bits in family:
        inner = by_hand(s, bits, 1)[0]
        for i, (points, size) in enumerate(((s, bits), (inner, bits.bit_length()))):
            for y in range(1 << size.bit_length()):
                found = law(s, bits, i, y, NARROW)
                yield (s, bits, i, y), found, level_up_by_definition(points, size, y, NARROW)
                yield (s, bits, i, y), sum(found.values()), Fraction(1)

def refutes_law_is_that_of_the_steps(law, s, bits, i, y):
    points = construct_paths(s, bits, i, 0, 1)[i]
    size = bits.bit_length() if i else bits
    row = rows_of(points, size, NARROW)[min(y, size)]
    return law(s, bits, i, y, NARROW) != as_table(row)

@law_is_that_of_the_steps.corrupted("the last choice scored on D_(i+1)")
def last_choice_scored_d_i_1(s: Points, bits: int, i: int, y: int, t: HeavyPathsParameters) -> dict[Any, Fraction]:
    size = (bits, bits.bit_length())[i]
    points, inner = construct_paths(s, bits, i + 1, t.trim, t.stop)[i:]
    flat = level_up_by_definition(points, size, y, replace(t, exp_end=1))
    weights = {x: p * 2 ** min(sum(d <= x for d in inner), sum(d >= x for d in inner))
               for x, p in flat.items() if x is not None}
    scale = (1 - flat.get(None, Fraction(0))) / (sum(weights.values()) or 1)
    return {**{x: p * scale for x, p in weights.items()}, **{x: p for x, p in flat.items() if x is None}}


claim("KLMNS20-4.8", kind="lemma", title="LevelUp turns an interior point of D_(i+1) into one of D_i",
      uses=("KLMNS20-alg5", "KLMNS20-3.8", "KLMNS20-3.embed", "KLMNS20-2.em"),
      note="Printed: up to constants, and with large scores; score 1 of y is enough, and the answer has score t_1 + 1 "
           "if the last choice succeeds.", formulas=(choice_failure, end_failure))


def interior_levels(inner: Points, bits: int) -> range:
    """Return the interior points of a database of levels."""
    return range(min(inner), max(inner) + 1)


Case = tuple[Points, int, HeavyPathsParameters]  # S, its bits, the settings


@cache
def failures_at(s: Points, bits: int, t: HeavyPathsParameters) -> list[tuple[Fraction, Fraction]]:
    """Return the probabilities of no answer and of a wrong one for every level."""
    return [failures(row, s) for row in rows_of(s, bits, t)]


def attaining(no_node, bad_leaf) -> Iterator[Case]:
    """Yield t + 1 equal points, in one node, and points of which one leaf of the node 0 of level 1 is interior."""
    for base, threshold, stop in no_node.instances():
        if base > 1:
            yield (1,) * (stop + 1), 1, replace(SURE, stop=stop, exp_choose=base, threshold_choose=threshold)
    for base, trim in bad_leaf.instances():
        yield (5,) * (2 * trim + 4) + (8,) * (trim + 1), 4, replace(SURE, exp_end=base, trim=trim, threshold_choose=-40)


@check("KLMNS20-4.8", grade="exact",
       quantifier="all S of 3 to 8 points of 3 bits (trim 0) and of 5 or 6 (trim 1), t = 2, e^epsilon_c = 4, threshold "
                  "1, e^epsilon_e = 16; S = 1^(t + 1) of 1 bit, t = 1, 2, 4, e^epsilon_c = 3/2, 4, thresholds -1, 1, "
                  "4; S = 5^(2 t_1 + 4) 8^(t_1 + 1) of 4 bits, t_1 = 0, 1, 3, e^epsilon_e = 1, 3/2, 16, threshold "
                  "-40: all interior points y of D_1: the probabilities of no answer and of a wrong one",
       says="no answer and a wrong answer have at most the probability that is their part of the bound",
       reason="Each law is computed once for S and its mirror image, whose D_1 need not be the same.")
@sabotage("every y, beyond the levels of D_1 too", (lambda inner, bits: range(bits + 1), choice_failure, end_failure))
@judged("<=")
def success_is_at_least_the_bound(given=(interior_levels, choice_failure, end_failure)):
    levels, no_node, bad_leaf = given
    small = [(s, 3, replace(SURE, trim=trim)) for trim, least, most in ((0, 3, 8), (1, 5, 6))
             for s in up_to_mirror(3, most, least)]
    for s, bits, t in (*attaining(no_node, bad_leaf), *small):
        found = failures_at(s, bits, t)
        bounds = no_node(t.exp_choose, t.threshold_choose, t.stop), bad_leaf(t.exp_end, t.trim)
        for mirror in {s, mirrored(s, bits)}:
            inner = construct_paths(mirror, bits, 1, t.trim, t.stop)[1]
            for part, bound in enumerate(bounds):
                worst = max(levels(inner, bits), key=lambda y: found[y][part])
                yield (mirror, bits, t, worst, part), found[worst][part], bound, len(levels(inner, bits))

def refutes_success_is_at_least_the_bound(given, s, bits, t, y, part):
    (levels, no_node, bad_leaf), inner = given, tuple(by_hand(s[t.trim:len(s) - t.trim], bits, t.stop)[0])
    bound = bad_leaf(t.exp_end, t.trim) if part else no_node(t.exp_choose, t.threshold_choose, t.stop)
    found = failures_of_table(level_up_by_definition(s, bits, y, t), s)
    return y in levels(inner, bits) and found[part] > as_bracket(bound).upper


@formula("equals", where=("exp_choose >= 1",), tex={"exp_choose ** (threshold - 1)": r"e^{\epsilon_c (\tau - 1)}"},
         corners={"exp_choose": (Fraction(1), Fraction(11, 10), Fraction(2)), "threshold": (-2, 2, 8)},
         loose={"exp_choose >= 1": "no ratio is below 1"})
def new_node(exp_choose: Value, threshold: Value) -> Value:
    """Return the probability that the choice gives a node that is empty without the new point."""
    return 1 / (1 + exp_choose ** (threshold - 1))


claim("KLMNS20-4.9", kind="lemma", title="LevelUp is private below i*: a choice of a node and a choice of a leaf",
      uses=("KLMNS20-alg5", "KLMNS20-4.3", "KLMNS20-4.istar", "KLMNS20-3.trim", "KLMNS20-2.4", "KLMNS20-2.em"),
      note="For adding or removing a point, D_i and D_i' being neighbours; precondition: delta_c <= 1 - e^-epsilon_c. "
           "Direction B is attained by S empty.", formulas=(new_node,))


Pair = tuple[tuple[Points, int, int, HeavyPathsParameters], Points, Points, int]


def below_the_heavy_level(i: int, values: tuple[int, ...], high: int) -> bool:
    """Tell whether i < i*(S)."""
    return i < first_heavy_level(values, high)


ONE = replace(TWO, stop=1, high=1, threshold=0)


def level_one_pairs(below) -> Iterator[Pair]:
    """Yield the distinct pairs (D_1, D_1'), with a pair S, S + x that has them and the settings."""
    jumps = [((3, 3, 5, 7, 12, 12, 12, 12, 12), 4, ONE)]
    everything = [(s, 3, t) for t in (TWO, ONE) for s in databases(3, 5)]
    for s, bits, t in jumps + everything:
        if not below(1, query_values(s, bits, 1, 0, t.stop), t.high):
            continue
        for x in range(1 << bits):
            more = tuple(sorted((*s, x)))
            one, two = (construct_paths(r, bits, 1, 0, t.stop)[1] for r in (s, more))
            yield (s, x, bits, t), one, two, bits.bit_length()


def accounted(t: HeavyPathsParameters) -> Fraction:
    """Return ``e^(epsilon_c + epsilon_e)``."""
    return Fraction(t.exp_choose) * Fraction(t.exp_end)


class Chosen(NamedTuple):
    """A database, what is added, a level at which LevelUp is called, and parameters."""

    S: Points
    added: Points
    L: int
    i: int
    parameters: HeavyPathsParameters


@cache
def chosen() -> list[Chosen]:
    """Return the family; on level 1 one S and x for each pair (D_1, D_1')."""
    one = {(*pair, t): Chosen(s, (x,), bits, 1, t)
           for (s, x, bits, t), *pair, _ in level_one_pairs(below_the_heavy_level)}
    return [Chosen(s, (x,), 3, 0, t) for t, most in ((TWO, 5), (ENDS, 4))
            for s, x, _ in additions(up_to_mirror(3, most), 3)] + [*one.values()]


law_of_node: Any = cache(lambda *given: node_law(*given).masses())
law_of_leaf: Any = cache(lambda *given: interior_point_law(*given).masses())


fresh_node, ZERO = cache(one_shot_delta), rational(0)


def stick(p: dict[Any, Any], q: dict[Any, Any], ratio: Any) -> Any:
    """Return the hockey stick of two tables of masses."""
    return sum((more for o, mass in p.items() if (more := mass - ratio * q.get(o, ZERO)) > 0), ZERO)


def choices(less: Points, more: Points, bits: int, t: HeavyPathsParameters) -> Iterator[Line]:
    """Yield the lines of the two choices at the levels and nodes where they are worst."""
    kept, c, e = [middle(s, t.trim) for s in (less, more)], rational(t.exp_choose), rational(t.exp_end)
    nodes = [[law_of_node(s, bits, y, t.exp_choose, t.threshold_choose) for s in kept] for y in range(bits + 1)]
    leaves = [[law_of_leaf(s, candidates(v, bits), t.exp_end) for s in (less, more)]
              for _, q in nodes for v in q if v is not None]
    yield Line("node", "<=", max(stick(p, q, c) for p, q in nodes), 0, ("A",))
    delta = fresh_node(t.exp_choose, t.threshold_choose)
    yield Line("node", "<=", max(stick(q, p, c) for p, q in nodes), delta, ("B",))
    yield Line("leaf", "<=", max((max(stick(p, q, e), stick(q, p, e)) for p, q in leaves), default=0), 0)


@proof("KLMNS20-4.9", grade="exhaustive",
       quantifier="i = 0, all S of at most 5 points of 3 bits up to reflection and all x; i = 1 < i*, all S of at most "
                  "5 points of 3 bits and S = 3^2 5 7 12^5 of 4 bits, all x, t = T_high = 2 and 1; e^epsilon = 2, "
                  "threshold 8; i = 0, at most 4 points, e^epsilon_c = 11/10, threshold 26, e^epsilon_e = 2: all "
                  "levels y, both directions",
       reason="Up to 5 points in place of 7, for all levels y: the delta of direction B is attained by 1 point.",
       instances=chosen, start=Chosen((0, 2, 3), (5,), 3, 0, TWO),
       steps={"neighbours": "{the elements in which D_i and D_i' differ} are {1, or 0 if both are empty}",
              "node": "{the largest hockey stick of the choice of a node} is at most {0, in B delta_c}",
              "leaf": "{the largest hockey stick of the choice of a leaf} is at most {0}",
              "conclusion": "{the hockey stick of LevelUp} is at most {0, in B delta_c}"},
       wordless={"attained": "a check of its own has it, for all x and y"},
       hypotheses=(
           Hypothesis("i < i*(S)", lambda: [Chosen((3, 3, 5, 7, 12, 12, 12, 12, 12), (0,), 4, 1, ONE)],
                      ("neighbours", "node", "leaf", "conclusion")),
           Hypothesis("S' is S with one more point", {"added": lambda given: 9 * given.added},
                      ("neighbours", "node", "leaf", "conclusion")),
           Hypothesis("delta_c <= 1 - e^(-eps_c)", lambda: [Chosen(
               (0,), (5,), 3, 0, replace(ENDS, threshold_choose=-40, exp_end=1))], ("node", "conclusion"))))
def two_choices_for_each_level(given: Chosen) -> Iterator[Line]:
    t, databases = given.parameters, (given.S, tuple(sorted(given.S + given.added)))
    less, more = (construct_paths(s, given.L, given.i, t.trim, t.stop)[-1] for s in databases)
    delta, bound = fresh_node(t.exp_choose, t.threshold_choose), rational(accounted(t))
    bits = domain_sizes(given.L, given.i)[-1]
    yield Line("neighbours", "==", apart(less, more), min(1, len(more)))
    yield from choices(less, more, bits, t)
    for y, (p, q) in enumerate(zip(*(rows_of(s, bits, t) for s in (less, more)), strict=True)):
        yield Line("conclusion", "<=", excess(p, q, bound), 0, ("A", "level", y))
        yield Line("conclusion", "<=", excess(q, p, bound), delta, ("B", "level", y))


def refutes_two_choices_for_each_level(given: Chosen, step: str, case: Any) -> bool:
    """Tell whether a line is false: levels and laws on words."""
    t, rows, bits, found = given.parameters, [sorted(s) for s in (given.S, given.S + given.added)], given.L, Fraction(0)
    for _ in range(given.i):
        rows, bits = [by_hand(s[t.trim:len(s) - t.trim], bits, t.stop)[0] for s in rows], bits.bit_length()
    if step == "neighbours":
        return apart(*rows) > 1
    for y in range(bits + 1):
        p, q = (level_up_by_definition(s, bits, y, t) for s in (rows if case[0] == "A" else rows[::-1]))
        found = max(found, sum(max(Fraction(0), mass - t.exp_choose * t.exp_end * q.get(o, Fraction(0)))
                               for o, mass in p.items()))
    return found > (0 if case[0] == "A" else 1 / (1 + Fraction(t.exp_choose) ** (t.threshold_choose - 1)))


@check("KLMNS20-4.9", grade="exhaustive",
       quantifier="i = 0, 3 bits. B: S empty, all x and y, e^epsilon_e = 2, e^epsilon_c = 11/10, 2, threshold -2, 2, "
                  "8. A: all S of at most 4 points up to reflection, all x and y, e^epsilon_c = 11/10, threshold 26, "
                  "e^epsilon_e = 2",
       says="delta_c is attained in direction B, and e^(epsilon_c + epsilon_e) to one part in ten in direction A")
@sabotage("the choice of a leaf counted twice", (new_node, lambda t: accounted(t) * Fraction(t.exp_end)))
def losses_of_both_directions_are_needed(bounds=(new_node, accounted)) -> Verdict:
    delta, factor = bounds
    asked = [replace(TWO, exp_choose=base, threshold_choose=tau) for base, tau in delta.instances() if base > 1]
    missed = [((t, x, y), excess(more, less, rational(accounted(t))), delta(t.exp_choose, t.threshold_choose))
              for t in asked for x in range(8)
              for y, (more, less) in enumerate(zip(rows_of((x,), 3, t), rows_of((), 3, t), strict=True))]
    ratio, where = max((as_fraction(max(a / b for a, b in zip(p, q, strict=True) if b)), (s, x, y))
                       for s, x, more in additions(up_to_mirror(3, 4), 3)
                       for y, (p, q) in enumerate(zip(rows_of(s, 3, ENDS), rows_of(more, 3, ENDS), strict=True)))
    return all_hold(judge("==", missed), judge("<=", [(where, factor(ENDS) * Fraction(9, 10), ratio)]))

def refutes_losses_of_both_directions_are_needed(bounds, witness):
    (delta, factor), (first, x, y) = bounds, witness
    if isinstance(first, HeavyPathsParameters):  # S empty never answers
        told = 1 - level_up_by_definition((x,), 3, y, first).get(None, Fraction(0))
        return told != delta(first.exp_choose, first.threshold_choose)
    less, more = (level_up_by_definition(r, 3, y, ENDS) for r in (first, (*first, x)))
    return all(10 * p < 9 * factor(ENDS) * more[o] for o, p in less.items())
