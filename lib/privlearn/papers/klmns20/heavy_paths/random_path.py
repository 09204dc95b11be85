"""KLMNS20, Section 4: OneRandomPath (Algorithm 4, Lemmas 4.6 and 4.7)."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from privlearn.checking import check, judged
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import rational
from privlearn.exact.brackets import as_bracket
from privlearn.laws.divergences import table_hockey_stick, table_ratio
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters, construct_paths, query_values
from privlearn.learners.interior_point.heavy_paths.databases import domain_sizes
from privlearn.learners.interior_point.heavy_paths.law import random_step_law
from privlearn.learners.interior_point.heavy_paths.tables import Row, through
from privlearn.learners.interior_point.tree_log import choice_failure, end_failure
from privlearn.learners.interior_point.trees import (embed, matching_prefix, middle, path_curve, path_law, path_support,
                                                     unmatched_bound, weight)
from privlearn.learners.interior_point.trees.path_privacy import forward_factor
from privlearn.mechanisms import choose_one_shot
from privlearn.mechanisms.choosing_once import one_shot_delta, one_shot_no_answer
from privlearn.papers.klmns20.heavy_paths import claim
from privlearn.papers.klmns20.heavy_paths.instances import (ENDS, SURE, TWO, Points, as_table, databases, excess,
                                                            failures, failures_of_table, falls_by_definition,
                                                            level_by_definition, level_up_by_definition, mirrored,
                                                            one_random_path_by_definition, random_row, rows_of,
                                                            up_to_mirror)
from privlearn.papers.klmns20.heavy_paths.level_up import (Chosen, attaining, below_the_heavy_level, level_one_pairs,
                                                           stick)
from privlearn.papers.klmns20.paths.instances import additions, up_to_swaps
from privlearn.papers.klmns20.stopping_point.instances import GRID, apart, by_hand, top

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
      uses=("KLMNS20-alg4", "KLMNS20-4.3", "KLMNS20-3.trim", "KLMNS20-3.5", "KLMNS20-3.5r", "KLMNS20-3.4",
            "KLMNS20-3.6.neigh", "KLMNS20-2.4", "KLMNS20-4.9"),
      note="For adding or removing a point; i = 0 is always below i*. Precondition, checked by the library: both "
           "choices have delta <= 1 - e^-epsilon. The bounds are far from attained here: the path alone and the choice "
           "alone attain theirs on their own pages.")

AT_ONE = {1: replace(TWO, stop=1, high=1, threshold=0, exp_path=2), 2: TWO}  # level 1, by t = T_high
GAPS = (Fraction(1), Fraction(3, 2), Fraction(6))


@cache
def on_one_level() -> list[Chosen]:
    """Return the family; on level 1 one S and x for each pair (D_1, D_1')."""
    one = {(*pair, t.stop): Chosen(s, (x,), bits, 1, AT_ONE[t.stop])
           for (s, x, bits, t), *pair, _ in level_one_pairs(below_the_heavy_level)}
    return [Chosen(s, (x,), 3, 0, t) for t, most in ((TWO, 6), (ENDS, 4), (replace(TWO, trim=1), 4))
            for s, x, _ in additions(up_to_mirror(3, most), 3)] + [*one.values()]


@cache
def promised(t: HeavyPathsParameters) -> tuple[Any, dict[Fraction, Any], Any, Any]:
    """Return gamma_p, W(g) + u for each e^g, and the deltas of the two choices."""
    return (forward_factor(t.exp_path, t.stop),
            {gap: path_curve(t.exp_path, gap) + unmatched_bound(t.exp_path, t.stop) for gap in GAPS},
            one_shot_delta(t.exp_level, t.level_threshold), one_shot_delta(t.exp_choose, t.threshold_choose))


def steps_of_a_path(less: Points, more: Points, bits: int, t: HeavyPathsParameters) -> Iterator[Line]:
    """Yield the lines of the path, of what falls off, of the choice of a level, and of LevelUp."""
    kept, e_y, up = [middle(r, t.trim) for r in (less, more)], rational(t.exp_level), rational(t.exp_choose * t.exp_end)
    paths: list[dict[Any, Any]] = [path_law(r, bits, t.stop, t.exp_path).masses() for r in kept]
    later: dict[Any, Any] = {}
    matched = {end: matching_prefix(end, paths[0]) for end in paths[1]}
    for end, P in matched.items():
        later[P] = later.get(P, rational(0)) + paths[1][end]
    gamma, backward, new_level, new_node = promised(t)
    yield Line("path", "<=", table_ratio(paths[0], later)[0], gamma, "A")
    for gap, more_likely in backward.items():
        yield Line("path", "<=", table_hockey_stick(later, paths[0], gap)[0], more_likely, ("B, e^g", gap))
    inner = {(embed(kept[0], bits, P, t.stop), embed(kept[1], bits, end, t.stop)) for end, P in matched.items() if P}
    yield Line("inner", "<=", max((apart(*pair) for pair in inner), default=0), 1)
    yield Line("inner", "==", sum((Counter(d) - Counter(e)).total() for d, e in inner), 0, "lost")
    levels = [[choose_one_shot(Counter(d), t.exp_level, t.level_threshold).masses() for d in pair] for pair in inner]
    yield Line("level", "<=", max((stick(p, q, e_y) for p, q in levels), default=0), 0, "A")
    yield Line("level", "<=", max((stick(q, p, e_y) for p, q in levels), default=0), new_level, "B")
    rows = list(zip(rows_of(less, bits, t), rows_of(more, bits, t), strict=True))
    yield Line("up", "<=", max(excess(p, q, up) for p, q in rows), 0, "A")
    yield Line("up", "<=", max(excess(q, p, up) for p, q in rows), new_node, "B")


@proof("KLMNS20-4.6", grade="exhaustive",
       quantifier="i = 0: all S of at most 6 points of 3 bits up to reflection and all x (e^epsilon_p = 3/2, other "
                  "e^epsilon = 2, t = 2, thresholds 8), the steps, and e^g below 6, for at most 4 points; of at most 4 "
                  "points with trim 1, and with e^epsilon = 11/10 but for the leaves (2). i = 1 < i*: all S of at most "
                  "5 points of 3 bits and S = 3^2 5 7 12^5 of 4 bits, all x, t = T_high = 2 and 1 (there e^epsilon_p = "
                  "2); e^g = 1, 3/2, 6",
       reason="S + x has up to 7 points. The law commutes with reflecting the domain, so one of two reflections is "
              "enough for i = 0.",
       instances=on_one_level, start=Chosen((0, 2, 3), (5,), 3, 0, TWO),
       steps={"neighbours": "{the elements in which D_i and D_i' differ} are {1, or 0 if both are empty}",
              "path": "{the largest ratio of a class of paths, in B their hockey stick at e^g,} is at most {gamma_p, "
                      "in B W(g) + u}",
              "inner": "{the largest number of levels that D' has more; has lost} is {at most 1; 0}",
              "level": "{the largest hockey stick of the choice of y at e^epsilon_y} is at most {0, in B delta_y}",
              "up": "{the largest hockey stick of LevelUp at e^(epsilon_c + epsilon_e)} is at most {0, in B delta_c}",
              "conclusion": "{the hockey stick of OneRandomPath} is at most {0, in B W(g) + u + delta_y + delta_c}"},
       hypotheses=(
           Hypothesis("i < i*(S)", lambda: [Chosen((3, 3, 4, 4, 5), (0,), 3, 1, TWO)],
                      ("neighbours", "path", "inner", "level", "up", "conclusion")),
           Hypothesis("S' is S with one more point", {"added": lambda given: 9 * given.added},
                      ("neighbours", "path", "inner", "level", "up", "conclusion")),
           Hypothesis("delta_y <= 1 - e^(-eps_y)", lambda: [Chosen((0,) * 60, (5,), 3, 0, replace(
               ENDS, stop=60, level_threshold=-40, exp_end=1))], ("level", "conclusion")),
           Hypothesis("delta_c <= 1 - e^(-eps_c)", lambda: [Chosen(
               (0,), (5,), 3, 0, replace(ENDS, threshold_choose=-40, exp_end=1))], ("up",))))
def one_level_is_private(given: Chosen) -> Iterator[Line]:
    t, bits = given.parameters, domain_sizes(given.L, given.i)[-1]
    less, more = (construct_paths(s, given.L, given.i, t.trim, t.stop)[-1]
                  for s in (given.S, tuple(sorted(given.S + given.added))))
    yield Line("neighbours", "==", apart(less, more), min(1, len(more)))
    small = given.i or len(given.S) not in (5, 6)
    if small:
        yield from steps_of_a_path(less, more, bits, t)
    p, q = (random_row(r, bits, t) for r in (less, more))
    choices, (gamma, backward, *new) = t.exp_level * t.exp_choose * t.exp_end, promised(t)
    yield Line("conclusion", "<=", excess(p, q, rational(gamma * choices)), 0, "A")
    for gap, more_likely in [*backward.items()][0 if small else 2:]:
        yield Line("conclusion", "<=", excess(q, p, rational(gap * choices)), more_likely + sum(new), ("B, e^g", gap))


def refutes_one_level_is_private(given: Chosen, step: str, case: Any) -> bool:
    """Tell whether a line is false: paths, levels and laws on words."""
    t, rows, bits = given.parameters, [sorted(s) for s in (given.S, given.S + given.added)], given.L
    for _ in range(given.i):
        rows, bits = [by_hand(s[t.trim:len(s) - t.trim], bits, t.stop)[0] for s in rows], bits.bit_length()
    if step == "neighbours":
        return apart(*rows) > 1
    choices, c, delta = t.exp_choose * t.exp_end, Fraction(t.exp_path), Fraction(0)
    new = [1 / (1 + Fraction(e) ** (tau - 1)) for e, tau in ((t.exp_level, t.level_threshold),
                                                             (t.exp_choose, t.threshold_choose))]
    if step == "up":
        pairs = [[level_up_by_definition(r, bits, y, t) for r in rows] for y in range(bits + 1)]
        ratio, delta = choices, new[1]
    elif step == "level":
        pairs = [[level_by_definition(d, t) for d in (first, second)] for (P, _, first), (end, _, second) in product(
            *(falls_by_definition(r, bits, t) for r in rows)) if end.startswith(P)]
        ratio, delta = t.exp_level, new[0]
    else:
        pairs = [[one_random_path_by_definition(r, bits, t) for r in rows]]
        ratio = (max(c, 1 + c**-t.stop) if case == "A" else case[1]) * choices * t.exp_level
        if case != "A":
            delta = (1 - 1 / c) / (c * case[1]) ** (1 / (c - 1)) + 1 / (1 + c**t.stop) + sum(new)
    return any(sum(max(0, p - ratio * q.get(o, 0)) for o, p in first.items()) > delta * (case != "A")
               for first, q in (pair if case == "A" else pair[::-1] for pair in pairs))


no_level = replace(one_shot_no_answer, tex={"exp_epsilon ** (best - threshold)":
                                            r"e^{\epsilon_y (T_{\mathrm{low}} - \tau_y)}"})
TWO_GOOD = "a node of the path at which points fall has two good leaves; one of another node may be the only one"
bad_leaf = replace(end_failure, loose={**end_failure.loose, **dict.fromkeys(
    ("3", "1", "3 / (3 + exp_end ** (trim + 1))"), TWO_GOOD)})


claim("KLMNS20-4.7", kind="lemma",
      title="OneRandomPath finds an interior point of D_i if the next level has a heavy element",
      uses=("KLMNS20-alg4", "KLMNS20-4.f", "KLMNS20-4.7.break", "KLMNS20-4.8", "KLMNS20-3.8", "KLMNS20-2.4",
            "KLMNS20-2.em"),
      note="Printed: up to constants, and that the answer has large score; score t_1 + 1 if the last choice succeeds.",
      formulas=(no_level, choice_failure, bad_leaf))
claim("KLMNS20-4.7.break", kind="inequality", step_of="KLMNS20-4.7", title="A random path never loses the heavy level",
      uses=("KLMNS20-3.embed", "KLMNS20-alg2"),
      note="The paper's sketch loses a constant factor here ('a lot of elements fall off'); none is lost. Judged for "
           "every rule for ties of the heavy path.")


class Heavy(NamedTuple):
    """A database with T_low, the parameters, whether all steps are judged, and how levels are made."""

    S: Points
    L: int
    low: int
    parameters: HeavyPathsParameters
    all_steps: bool = True
    levels: Callable[..., Points] = embed

    @property
    def labels(self) -> dict[str, str]:
        return {"L": "bits of a point", "low": "T_low", "levels": "levels by"}


def broken_without_the_cut(s: Points, bits: int, end: Any, stop: int) -> Points:
    return embed(s, bits, end, 0)


@cache
def heavy_ones() -> list[Heavy]:
    """Return databases that attain a bound, those up to swaps with a heavy level, and small ones up to reflection."""
    easy = replace(SURE, level_threshold=-40, threshold_choose=-40)
    found = [Heavy((3,), 3, 0, SURE)]  # below every T_low
    found += [Heavy((1,) * (low + 2), 1, low, replace(easy, exp_level=base, level_threshold=threshold))
             for base, low, threshold in no_level.instances() if base > 1]
    found += [Heavy(s, bits, 1, replace(t, level_threshold=-40)) for s, bits, t in attaining(choice_failure, bad_leaf)]
    for bits, n, stop in GRID:
        found += [Heavy(s, bits, low, replace(SURE, stop=stop)) for s in up_to_swaps(bits, n)
                  if stop and (low := query_values(s, bits, 1, 0, stop)[0])]
    for trim, low, most in ((0, 3, 8), (1, 1, 6)):
        t = replace(SURE, trim=trim)
        found += [Heavy(s, 3, low, t, trim == 1) for s in up_to_mirror(3, most, low + 2 * (1 + trim)) if any(
            query_values(r, 3, 1, trim, 2)[0] >= low for r in (s, mirrored(s, 3)))]
    return found


def is_heavy(s: Points, bits: int, end: Any) -> bool:
    """Tell whether every step of a path goes to a child that is at least as heavy as its sibling."""
    depth, prefix = end
    nodes = [(d, prefix >> (depth - d)) for d in range(1, depth + 1)]
    return all(weight(s, bits, v) >= weight(s, bits, (v[0], v[1] ^ 1)) for v in nodes)


def where_paths_part(kept: Points, bits: int, t: int, inner: dict[Any, Points]) -> Iterator[Line]:
    """Yield the lines of all pairs of a heavy path and another."""
    for best, end in product((end for end in inner if is_heavy(kept, bits, end)), inner):
        if best != end:
            d = next(d for d in range(bits) if best[1] >> best[0] - d - 1 != end[1] >> end[0] - d - 1)
            a, s = (weight(kept, bits, (d + 1, path[1] >> path[0] - d - 1)) for path in (best, end))
            pair, after = ("heavy path", best, "path", end), Counter(y for y in inner[best] if y >= d)
            yield Line("break/kept", "==", inner[end].count(d), min(a, a + s - t), pair)
            yield Line("break/heavy", "<=", max(after.values(), default=0), max(0, min(s, a + s - t), a - t), pair)
            yield Line("break/top", "<=", top([*inner[best]]), top([*inner[end]]), pair)


@proof("KLMNS20-4.7", grade="exhaustive",
       quantifier="all S of n points of L bits up to swaps of subtrees with f_1 >= 1, T_low = f_1, for (L, n, t) = "
                  "(3,6,1), (3,6,2), (3,7,3), (3,8,4), (3,8,3), (3,9,5), (4,5,1), (4,5,2), and all pairs of a path and "
                  "a heavy one; up to reflection those of at most 8 points of 3 bits with f_1 >= T_low = 3 (t = 2; the "
                  "conclusion) and of at most 6 with trim 1, T_low = 1; e^epsilon_y = e^epsilon_c = 4, thresholds 1, "
                  "e^epsilon_e = 16; S = 1^(T_low + 2) of 1 bit, T_low = 1, 2, 8, e^epsilon_y = 3/2, 4, tau_y = -1, 1, "
                  "2, 7, and the databases that attain the bounds of Lemma 4.8",
       reason="Swapping the two subtrees of a node changes no multiplicity if all rules for ties are judged.",
       instances=heavy_ones, start=Heavy((0, 0, 1, 3, 3, 3, 6), 3, 2, SURE),
       steps={"break/kept": "{the copies of the level of v that P keeps} are {min(a, a + s - t)}",
              "break/heavy": "{the largest multiplicity of the heavy path from v on} is at most {max(0, min(s, a + s - "
                             "t), a - t)}",
              "break/top": "{the largest multiplicity of D_h} is at most {that of D}",
              "level/none": "{the largest chance of no level, over the paths,} is at most {1/(1 + e^(eps_y (T_low - "
                            "tau_y)))}",
              "level/element": "{the levels that may be chosen and are not in D} are {none}",
              "rest/weight": "{t + 1} is at most {the least weight of the node of P at a level in D}",
              "rest/node": "{the largest chance of no node at such a level} is at most {1/(1 + e^(eps_c (t + 1 - "
                           "tau)))}",
              "rest/leaf": "{the largest chance of a bad leaf there} is at most {3/(3 + e^(eps_e (t_1 + 1)))}",
              "conclusion": "{the chance of no answer, or of a wrong one,} is at most {its part of the bound}"},
       hypotheses=(
           Hypothesis("f_(i+1) >= T_low", {"low": lambda given: given.low + 3}, ("level/none", "conclusion")),
           Hypothesis("T_low >= 1", needless="else D may be empty, and the first part of the bound is not defined"),
           Hypothesis("the t largest levels are dropped", {"levels": broken_without_the_cut},
                      ("break/kept", "break/heavy", "rest/weight", "rest/node"))))
def heavy_level_is_found(given: Heavy, level=no_level, node=choice_failure, leaf=bad_leaf) -> Iterator[Line]:
    s, bits, low, t = given[:4]
    if not level.holds_for(t.exp_level, low, t.level_threshold):
        return
    bounds = (level(t.exp_level, low, t.level_threshold), node(t.exp_choose, t.threshold_choose, t.stop),
              leaf(t.exp_end, t.trim))
    if given.all_steps:
        kept = middle(s, t.trim)
        inner = {end: given.levels(kept, bits, end, t.stop) for end in path_support(kept, bits, t.stop)}
        yield from where_paths_part(kept, bits, t.stop, inner)
        laws = {d: choose_one_shot(Counter(d), t.exp_level, t.level_threshold).exact() for d in inner.values()}
        yield Line("level/none", "<=", max(law.get(None, Fraction(0)) for law in laws.values()), bounds[0])
        yield Line("level/element", "==", sum(y is not None and y not in d for d, law in laws.items() for y in law), 0)
        asked = {(y, weight(kept, bits, (y, end[1] >> end[0] - y))) for end, d in inner.items() for y in d}
        fails = [failures(rows_of(s, bits, t)[y], s) for y in {y for y, _ in asked}]
        if asked:
            yield Line("rest/weight", "<=", t.stop + 1, min(many for _, many in asked))
            yield Line("rest/node", "<=", max(silent for silent, _ in fails), bounds[1])
            yield Line("rest/leaf", "<=", max(wrong for _, wrong in fails), bounds[2])
    silent, wrong = failures(random_row(s, bits, t), s)
    yield Line("conclusion", "<=", silent, bounds[0] + bounds[1], "no answer")
    yield Line("conclusion", "<=", wrong, bounds[2], "wrong")


def refutes_heavy_level_is_found(given: Heavy, step: str, case: Any, level, node, leaf) -> bool:
    """Tell whether a line is false: paths, levels and laws on words."""
    s, bits, low, t = given[:4]
    falls = list(falls_by_definition(s, bits, t))
    none = as_bracket(level(t.exp_level, low, t.level_threshold)).upper
    if step.startswith("break"):
        return any([*given.levels(middle(s, t.trim), bits, (len(end), int(end or "0", 2)), t.stop)] != inner
                   for end, _, inner in falls)
    if step == "level/none":
        return any(level_by_definition(inner, t).get(None, 0) > none for *_, inner in falls)
    bounds = [as_bracket(node(t.exp_choose, t.threshold_choose, t.stop)).upper,
              as_bracket(leaf(t.exp_end, t.trim)).upper]
    if step.startswith("rest"):
        tables = [level_up_by_definition(s, bits, y, t) for y in {y for *_, inner in falls for y in inner}]
    else:
        tables, bounds[0] = [one_random_path_by_definition(s, bits, t)], bounds[0] + none
    return any(failures_of_table(table, s)[part] > bounds[part] for table in tables for part in (0, 1))
