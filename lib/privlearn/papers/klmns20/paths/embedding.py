"""KLMNS20, Section 3.1: trimming keeps neighbours (Step 2); Step 5 drops the largest levels."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from privlearn.checking import check, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact.formulas import Formula, Value, formula
from privlearn.laws import worst_ratio
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.trees import embed, fall_levels, middle, path_law
from privlearn.learners.interior_point.trees.nodes import Node
from privlearn.learners.interior_point.trees.walk import embed_incremental
from privlearn.papers.klmns20.paths import claim
from privlearn.papers.klmns20.paths.instances import (Database, below, broken_embed_without_minimum,
                                                      broken_middle_keeps_three, changes, multisets, support,
                                                      up_to_swaps, value, way, word)
from privlearn.papers.klmns20.tree_log.instances import (broken_embed_drops_smallest, broken_embed_trims_one_less,
                                                         path_by_definition)

TRIMS = ((4, 7, 3), (5, 6, 2), (5, 5, 1), (4, 6, 1), (4, 6, 0))  # points, elements of S at most, t


@formula("equals", tex={"max(0, size - 2 * trim)": r"\max\{0, |S| - 2t\}"},
         corners={"size": tuple(range(8)), "trim": (0, 1, 2, 3)})
def kept_by_trimming(size: int, trim: int) -> Value:
    """Return how many elements are left between t smallest and t largest ones."""
    return max(0, size - 2 * trim)


claim("KLMNS20-3.trim", kind="observation",
      title="Setting the t smallest and the t largest elements aside keeps neighbours",
      uses=("KLMNS20-2.1", "KLMNS20-alg1"), formulas=(kept_by_trimming,))


class Trimmed(NamedTuple):
    """A database, a point that is added, how many elements are set aside at either end, and by which rule."""

    S: Database
    x: int
    t: int
    copies_of_x: int = 1
    rule: Callable[[Database, int], Database] = middle


def shifted(database: Database, trim: int) -> Database:
    """Set one element more aside on the right, and one fewer on the left."""
    return tuple(sorted(database)[trim - (trim > 0):len(database) - trim - (trim > 0)])


def a_third(database: Database, trim: int) -> Database:
    """Set a third of the elements aside on either side, if that is more than t."""
    return middle(database, max(trim, len(database) // 3))


@cache
def ratio(first: Database, second: Database) -> Any:
    """Return the privacy ratio of two databases of the exponential mechanism for interior points, at e^eps = 2."""
    laws = [interior_point_law(kept, range(5), 2).exact() for kept in (first, second)]
    return max(worst_ratio(*laws)[0], worst_ratio(*laws[::-1])[0])


@proof("KLMNS20-3.trim", grade="exhaustive",
       quantifier="all multisets S and added elements: 4 points, n <= 7, t = 3; 5 points, n <= 6, t = 2; 5 points, n "
                  "<= 5, and 4 points, n <= 6, t = 1; 4 points, n <= 6, t = 0; the exponential mechanism at e^eps = 2",
       instances=lambda: [Trimmed(s, x, t) for size, most, t in TRIMS for s in multisets(size, most)
                          for x in range(size)],
       start=Trimmed((1, 2, 2, 3, 4), 3, 1),
       steps={"kept": "{what is kept of S} is {from the t + 1st to the (n - t)-th element}",
              "order": "{S' in order without its k-th element} is {S in order}",
              "new": "{what is kept of S', without the m-th element of S',} is {what is kept of S}",
              "private": "{the largest privacy ratio after trimming} is at most {e^epsilon}",
              "conclusion": "{the numbers of elements kept of S' that are too many, too few} are {1 and 0, or none}"},
       hypotheses=(Hypothesis("one element is added", {"copies_of_x": 2}, ("order", "new", "private", "conclusion")),
                   Hypothesis("as many are set aside on the left as on the right", {"rule": shifted},
                              ("kept", "new")),
                   Hypothesis("how many are set aside does not depend on n", {"rule": a_third},
                              ("kept", "new", "conclusion")),
                   Hypothesis("how many are kept is not fixed", {"rule": broken_middle_keeps_three},
                              ("kept", "new", "private", "conclusion"))))
def exactly_one_element_is_added(given: Trimmed, number: Formula = kept_by_trimming) -> Iterator[Line]:
    S, x, t, copies, rule = given
    n, rows, larger = len(S), sorted(S), sorted((*S, *(x,) * copies))
    kept, later, k = rule(S, t), rule(tuple(larger), t), larger.index(x)
    yield Line("kept", "==", (list(kept), len(kept)), (rows[t:max(t, n - t)], value(number, n, t)))
    yield Line("order", "==", larger[:k] + larger[k + 1:], rows)
    if n >= 2 * t:
        m = min(max(k, t), n - t) - t
        yield Line("new", "==", later[:m] + later[m + 1:], kept)
    yield Line("private", "<=", ratio(kept, later), 2)
    yield Line("conclusion", "==", changes(kept, later), (int(n + 1 > 2 * t), 0))


def refutes_exactly_one_element_is_added(given: Trimmed, step: str, case: Any, number: Formula) -> bool:
    """Tell whether not the t smallest and t largest are set aside, or another thing than one element comes."""
    rows, (before, after) = list(given.S), (sorted(given.rule(s, given.t)) for s in (
        given.S, (*given.S, *(given.x,) * given.copies_of_x)))
    for side in (min, max) * given.t:
        if rows:
            rows.remove(side(rows))
    return sorted(rows) != before or len(before) != number(len(given.S), given.t) or bool(after) and all(
        sorted([*before, y]) != after for y in set(after))


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


class Walked(NamedTuple):
    """A database, a node, how many levels are dropped, and Step 5."""

    S: Database
    P: Node
    t: int
    bits: int = 3
    Step_5: Callable[..., Database] = embed_incremental


@cache
def walked() -> tuple[Walked, ...]:
    """Return small databases with all their paths, for stopping weights 0, 1 and 2."""
    families = ((3, 2, multisets(8, 6, 6)), (3, 0, multisets(8, 4)), (3, 1, multisets(8, 4)),
                (4, 2, (s for n in range(7) for s in up_to_swaps(4, n))))
    return tuple(Walked(s, node, trim, bits) for bits, stop, databases in families for s in databases
                 for node in support(s, bits, stop) for trim in range(4))


@proof("KLMNS20-3.embed", grade="exhaustive",
       quantifier="8 points: all multisets with n = 6 (stopping weight 2), n <= 4 (weights 0, 1); 16 points: n <= 6 "
                  "up to swaps of subtrees (weight 2); all paths; trims 0 to 3",
       instances=walked, start=Walked((0, 0, 1, 4, 5, 6), (3, 0), 2),
       steps={"levels": "{the weights of the nodes off the path, and of the last one} are {how many have each level}",
              "all": "{the sum of these weights} is {n}",
              "copies": "{the levels of D up to each d} are {the first of all that are at most d, up to n - t of them}",
              "conclusion": "{D and its size} are {the levels without the t largest, and max(0, n - t)}"},
       hypotheses=(Hypothesis("Step 5 takes the minimum", {"Step_5": broken_embed_without_minimum},
                              ("copies", "conclusion")),
                   Hypothesis("Step 5 goes on to n - t levels, no further", {"Step_5": broken_embed_trims_one_less},
                              ("copies", "conclusion")),
                   Hypothesis("Step 5 goes down from the root", {"Step_5": broken_embed_drops_smallest},
                              ("copies", "conclusion")),
                   Hypothesis("P is a possible path", needless="any node has levels")))
def levels_without_the_largest(given: Walked, number: Formula = levels_kept) -> Iterator[Line]:
    S, P, t, bits, step_5 = given
    D, levels = step_5(S, bits, P, t), fall_levels(S, bits, P)
    off = [(depth, prefix ^ 1) for depth, prefix in way(P)[1:]]
    weights = [len(below(S, bits, u)) for u in (*off, P)]
    yield Line("levels", "==", weights, [levels.count(d) for d in range(P[0] + 1)])
    yield Line("all", "==", sum(weights), len(S))
    yield Line("copies", "==", [[y for y in D if y <= d] for d in range(P[0] + 1)],
               [list(levels[:min(sum(weights[:d + 1]), max(0, len(S) - t))]) for d in range(P[0] + 1)])
    yield Line("conclusion", "==", (D, len(D)), (embed(S, bits, P, t), value(number, len(S), t)))


def refutes_levels_without_the_largest(given: Walked, step: str, case: Any, number: Formula) -> bool:
    """Tell whether D is another multiset than the levels, found by words, from which t largest are removed."""
    path = word(given.P[1], given.P[0])
    levels = [max(d for d in range(len(path) + 1) if word(x, given.bits).startswith(path[:d])) for x in given.S]
    for _ in range(min(given.t, len(levels))):
        levels.remove(max(levels))
    return sorted(given.Step_5(given.S, given.bits, given.P, given.t)) != sorted(levels) or (
        number(len(given.S), given.t) != len(levels))


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
