"""KLMNS20, Section 2: two neighbour relations; quality functions, their sensitivity and bounded growth."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.exact import as_fraction, rational
from privlearn.laws import hockey_stick
from privlearn.laws.divergences import table_ratio
from privlearn.learners.interior_point import interior_score
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_law
from privlearn.learners.interior_point.trees import weight
from privlearn.learning.labelled import errors
from privlearn.mechanisms import add_remove_one, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.quality import growth_bound, multiplicity, points_in_window, sensitivity
from privlearn.papers.klmns20.choosing import claim
from privlearn.papers.klmns20.choosing.instances import excess

RATIOS = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4))


claim("KLMNS20-2.1", kind="definition", section="2 Preliminaries",
      title="Differential privacy, under replacement and under adding or removing a row", uses=("BBKN14-2.1",),
      note="The printed definition has neighbours 'differ in a single entry', but its proofs add a row. Both relations "
           "are kept, and under adding the two directions are kept apart: A from S to S + x, B from S + x to S.")


def law_pairs() -> Iterator[tuple[dict[int, Fraction], dict[int, Fraction]]]:
    """Yield all pairs of laws with probabilities in quarters on 3 outcomes, and 12 pairs on 5 to 10 outcomes.

    Impossible outcomes are left out of the tables, as a law of the library leaves them out.
    """
    quarters = [counts for counts in product(range(5), repeat=3) if sum(counts) == 4]
    shapes: list[Any] = list(product(quarters, repeat=2))
    for size in range(5, 11):
        squares, powers = tuple(k * k % 11 for k in range(size)), tuple(2**k for k in range(size))
        shapes += [(squares, powers), (powers[::-1], powers)]
    for left, right in shapes:
        p, q = ({k: Fraction(w, sum(side)) for k, w in enumerate(side) if w} for side in (left, right))
        yield p, q


def largest_excess(left: dict[int, Fraction], right: dict[int, Fraction], ratio: Fraction) -> Fraction:
    """Return ``max over events of left(E) - ratio * right(E)``, event by event."""
    gains = [mass - ratio * right.get(k, 0) for k, mass in left.items()]
    sums = [Fraction(0)]
    for gain in gains:
        sums += [total + gain for total in sums]
    return max(sums)


@check("KLMNS20-2.1", grade="exhaustive",
       quantifier="all 225 pairs of laws in quarters on 3 outcomes, 12 pairs on 5..10 outcomes; e^epsilon = 1, 3/2, "
                  "2, 4; all events",
       says="{the hockey stick} equals {the largest P(E) - e^epsilon Q(E) of an event E}")
@sabotage("the largest single outcome instead of an event",
          lambda left, right, ratio: (max(0, *(left[k] - ratio * right.get(k, 0) for k in left), 0), None))
@sabotage("outcomes that the second law cannot have left out",
          lambda left, right, ratio: (sum(max(Fraction(0), left[k] - ratio * right[k]) for k in left.keys() & right),
                                      None))
@sabotage("the two laws exchanged", lambda left, right, ratio: hockey_stick(right, left, ratio))
def hockey_stick_is_the_largest_excess_of_an_event(stick=hockey_stick) -> Verdict:
    return judge("==", (((left, right, ratio), stick(left, right, ratio)[0], largest_excess(left, right, ratio))
                        for left, right in law_pairs() for ratio in RATIOS))

def refutes_hockey_stick_is_the_largest_excess_of_an_event(stick, left, right, ratio):
    return stick(left, right, ratio)[0] != sum((max(Fraction(0), left[k] - ratio * right.get(k, 0))
                                                for k in left), Fraction(0))


BITS = 3
ROWS = 6
TREE_LOG = TreeLogParameters((Level(exp_path=4, exp_choose=4, threshold=3, exp_end=4, trim=1, stop=1),), exp_base=4)
STEPS = (Fraction(4), Fraction(64))  # the e^b at which direction B is measured
MIRRORED = 2**BITS - 1


@cache
def masses(database: tuple[int, ...]) -> dict[Any, Any]:
    """Return the exact law of TreeLog on a sorted database over 8 points; its mirror image gives the mirrored law."""
    mirror = mirrored(database)
    if mirror < database:
        return {None if x is None else MIRRORED - x: mass for x, mass in masses(mirror).items()}
    return tree_log_law(database, BITS, TREE_LOG).masses()


@cache
def measured() -> tuple[Fraction, dict[Fraction, Fraction]]:
    """Return e^a of direction A and ``{e^b: delta}`` of direction B over all S of 5 rows and all added rows."""
    databases = [*multiset_databases(range(2**BITS), ROWS - 1), *multiset_databases(range(2**BITS), ROWS)]
    pairs = [(masses(small), masses(large)) for small, large in add_remove_one(databases)
             if len(small) < len(large) and small <= mirrored(small)]
    forth: Any = max(table_ratio(small, large)[0] for small, large in pairs)
    back = {step: max(excess(large, small, rational(step)) for small, large in pairs) for step in STEPS}
    return forth, {step: as_fraction(delta) for step, delta in back.items()}


@cache
def replaced() -> list[Any]:
    """Return the ordered pairs of multisets of 6 rows one replacement apart; a pair stands for its mirror image too."""
    pairs = replace_one_unordered(multiset_databases(range(2**BITS), ROWS))
    return [(left, right) for left, right in pairs if left <= mirrored(left)]


def mirrored(database: tuple[int, ...]) -> tuple[int, ...]:
    """Return the image of a sorted database under the reflection of the domain, sorted."""
    return tuple(MIRRORED - x for x in reversed(database))


@cache
def replacement(ratio: Fraction) -> tuple[Fraction, Any, int]:
    """Return the largest hockey stick of TreeLog at ``ratio`` over all replacements in 6 rows, the pair, the count."""
    pairs = replaced()
    factor = rational(ratio)
    delta, pair = max(((excess(masses(left), masses(right), factor), (left, right)) for left, right in pairs),
                      key=lambda case: case[0])
    return as_fraction(delta), pair, len(pairs)


def through_the_common_rows(exp_a: Fraction, exp_b: Fraction, delta: Fraction,
                            delta_a: Fraction = Fraction(0)) -> tuple[Fraction, Fraction]:
    """Return the privacy under replacement of what is (a, delta_a) in direction A and (b, delta) in direction B."""
    return exp_a * exp_b, delta + exp_b * delta_a


@check("KLMNS20-2.1", grade="exhaustive",
       quantifier="all 3375 triples of laws in quarters on 3 outcomes, for S, the common rows and S'', up to renaming "
                  "the outcomes; e^a, e^b = 1, 3/2, 2, 4: from the least deltas of the two directions, that of A, too",
       says="{the hockey stick at e^(a + b)} is at most {delta_B + e^b delta_A}")
@sabotage("the two deltas added up", lambda exp_a, exp_b, delta, delta_a: (exp_a * exp_b, delta + delta_a))
@sabotage("e^a in place of e^b before the delta of A",
          lambda exp_a, exp_b, delta, delta_a: (exp_a * exp_b, delta + exp_a * delta_a))
@sabotage("the larger of the two ratios in place of the product",
          lambda exp_a, exp_b, delta, delta_a: (max(exp_a, exp_b), delta + exp_b * delta_a))
@judged("<=")
def two_steps_cost_no_more_than_their_sum(combined=through_the_common_rows):
    laws = [counts for counts in product(range(5), repeat=3) if sum(counts) == 4]
    middles = [counts for counts in laws if counts == tuple(sorted(counts))]

    @cache
    def stick(left: tuple[int, ...], right: tuple[int, ...], ratio: Fraction) -> Fraction:
        return sum((max(Fraction(0), p - ratio * q) for p, q in zip(left, right, strict=True)), Fraction(0)) / 4
    for middle, a, b in product(middles, RATIOS, RATIOS):
        for left, right in product(laws, repeat=2):
            ratio, delta = combined(a, b, stick(left, middle, b), stick(middle, right, a))
            yield (left, middle, right, a, b), stick(left, right, ratio), delta

def refutes_two_steps_cost_no_more_than_their_sum(combined, left, middle, right, a, b):

    def excess_of_events(p, q, ratio: Fraction):
        return max(sum(Fraction(x, 4) - ratio * Fraction(y, 4) for x, y, bit in zip(p, q, event, strict=True) if bit)
                   for event in product((0, 1), repeat=3))

    ratio, delta = combined(a, b, excess_of_events(left, middle, b), excess_of_events(middle, right, a))
    return excess_of_events(left, right, ratio) > delta


@check("KLMNS20-2.1", grade="exhaustive",
       quantifier="TreeLog on 8 points with e^epsilon = 4 throughout, trim 1, stop 1, threshold 3: a and (b, delta) "
                  "measured on all S of 5 rows and added rows, replacements in all S of 6 rows; e^b = 4, 64; up to "
                  "reflection of the domain",
       says="{TreeLog's hockey stick at e^(a + b)} is at most {the delta of direction B}")
@sabotage("delta 0: a node that only one of the two has can come out",
          lambda exp_a, exp_b, delta: (exp_a * exp_b, Fraction(0)))
def replacement_follows_from_the_two_directions(combined=through_the_common_rows) -> Verdict:
    exp_a, deltas = measured()
    found = [(combined(exp_a, step, delta), step) for step, delta in deltas.items()]
    cases = [((replacement(ratio)[1], step), replacement(ratio)[0], delta) for (ratio, delta), step in found]
    return counted(judge("<=", cases), sum(replacement(ratio)[2] for (ratio, _), _ in found))

def refutes_replacement_follows_from_the_two_directions(combined, witness):
    (left, right), step = witness
    ratio, delta = combined(measured()[0], step, measured()[1][step])
    p, q = (tree_log_law(database, BITS, TREE_LOG).exact() for database in (left, right))
    return sum((mass - ratio * q.get(x, 0) for x, mass in p.items() if mass > ratio * q.get(x, 0)),
               Fraction(0)) > delta


@check("KLMNS20-2.1", grade="exhaustive",
       quantifier="the same: the mass that TreeLog puts on outputs impossible for the neighbour, the limit of the "
                  "hockey stick as epsilon grows, is positive somewhere",
       says="TreeLog puts positive mass on outputs that are impossible for some neighbour")
@sabotage("a delta of 1/10", Fraction(1, 10))
def no_epsilon_makes_tree_log_pure(bound: Fraction = Fraction(0)) -> Verdict:
    """A lower bound on delta at every epsilon, attained at the witness."""
    databases = multiset_databases(range(2**BITS), ROWS - 1)
    mass, small, large = max(((sum(mass for x, mass in masses(large).items() if x not in masses(small)), small, large)
                     for small, large in add_remove_one([*databases, *multiset_databases(range(2**BITS), ROWS)])
                     if len(small) < len(large)), key=lambda case: case[0])
    return counted(judge("<", [((small, large), bound, mass)]), len(databases) * 2**BITS)

def refutes_no_epsilon_makes_tree_log_pure(bound, witness):
    small, large = (tree_log_law(database, BITS, TREE_LOG).exact() for database in witness)
    return sum((mass for x, mass in large.items() if x not in small), Fraction(0)) <= bound


def interior(database: Sequence[int], point: int) -> int:
    """Return the interior point score with the arguments of a quality function."""
    return interior_score(point, tuple(database))


def minus_errors(database, concept) -> int:
    return -errors(concept, database)


def weight_at(depth: int, bits: int) -> Callable:
    """Return the weight of the node with a given prefix at ``depth`` as a quality function."""
    return lambda database, prefix: weight(database, bits, (depth, prefix))


@dataclass(frozen=True)
class Case:
    """A quality function with the rows and outcomes on which it is examined."""

    quality: Callable
    rows: tuple[Any, ...]
    outcomes: tuple[Any, ...]
    most: int

    def databases(self, least: int = 0) -> list[Any]:
        """Return all multisets of at least ``least`` and at most ``most`` rows."""
        return [database for size in range(least, self.most + 1) for database in multiset_databases(self.rows, size)]


def on_points(quality, size: int, most: int) -> Case:
    """Return the case of a quality function of points on the domain ``0..size-1``."""
    return Case(quality, tuple(range(size)), tuple(range(size)), most)


SENSITIVE = {
    **{f"interior point score, {size} points": on_points(interior, size, 5) for size in range(1, 7)},
    **{f"multiplicity, {size} points": on_points(multiplicity, size, 5) for size in range(2, 7)},
    **{f"weight at depth {depth} of 3": Case(weight_at(depth, 3), tuple(range(8)), tuple(range(2**depth)), 4)
       for depth in range(1, 4)},
    "minus errors, 3 points": Case(minus_errors, tuple(labelled_rows(3)), tuple(product((0, 1), repeat=3)), 4),
}


claim("KLMNS20-2.sens", kind="definition", uses=("KLMNS20-2.1",),
      title="Quality functions, their sensitivity, and monotone ones")


@check("KLMNS20-2.sens", grade="exhaustive",
       quantifier="interior point score and multiplicity: all multisets with |X| <= 6, n <= 5; node weights at "
                  "depths 1..3 on 8 points and minus errors on 3 points: n <= 4; adding, removing and replacing",
       says="every quality function has sensitivity 1 under both neighbour relations")
def sensitivity_is_one_under_both_relations(cases: dict[str, Case] = SENSITIVE) -> Verdict:
    found = [(name, sensitivity(case.quality, case.databases(), case.outcomes, relation))
             for name, case in cases.items() for relation in (add_remove_one, replace_one_unordered)
             if len(case.rows) > 1 or relation is add_remove_one]
    verdict = judge("==", (((name, *one.witness), one.value, 1) for name, one in found))
    return counted(verdict, sum(one.pairs for _, one in found))

def refutes_sensitivity_is_one_under_both_relations(cases, name, left, right, f):
    moved = sum(abs(left.count(row) - right.count(row)) for row in {*left, *right})
    return moved <= 2 and abs(cases[name].quality(left, f) - cases[name].quality(right, f)) != 1

@sensitivity_is_one_under_both_relations.sabotage("interior point score as a sum instead of a minimum")
def interior_point_score_sum_instead_minimum():
    def both(database, point: int) -> int:
        return sum(s <= point for s in database) + sum(s >= point for s in database)

    return {**SENSITIVE, "interior point score, 6 points": on_points(both, 6, 5)}


MONOTONE = {name: case for name, case in SENSITIVE.items() if name != "minus errors, 3 points"}


@check("KLMNS20-2.sens", grade="exhaustive", quantifier="the same without minus errors: all added rows",
       says="an added row raises every quality by 0 or 1")
@sabotage("minus errors, which an added row can lower",
          make=lambda: {**MONOTONE, "minus errors, 3 points": SENSITIVE["minus errors, 3 points"]})
@judged("==")
def added_rows_raise_the_score_by_zero_or_one(cases: dict[str, Case] = MONOTONE):
    for name, case in cases.items():
        for small, large in add_remove_one(case.databases()):
            if len(small) < len(large):
                for f in case.outcomes:
                    change = case.quality(large, f) - case.quality(small, f)
                    yield (name, small, large, f), change in (0, 1), True

def refutes_added_rows_raise_the_score_by_zero_or_one(cases, name, small, large, f):
    return len(large) == len(small) + 1 and not 0 <= cases[name].quality(large, f) - cases[name].quality(small, f) <= 1


claim("KLMNS20-2.bg", kind="definition", uses=("KLMNS20-2.sens",), title="Bounded growth")


def growing(size: int = 6, most: int = 4) -> dict[str, tuple[Case, int]]:
    """Return quality functions with the bound on their growth."""
    points = {f"multiplicity, {k} points": (on_points(multiplicity, k, most), 1) for k in range(1, size + 1)}
    nodes = {f"weight at depth {d} of {bits}": (Case(weight_at(d, bits), tuple(range(2**bits)), tuple(range(2**d)),
                                                     most), 1)
             for bits in (1, 2, 3) for d in range(bits + 1)}
    windows = {f"windows of length {k}": (Case(points_in_window(k), tuple(range(size)), tuple(range(1 - k, size)),
                                               most), k) for k in range(1, 5)}
    return {**points, **nodes, **windows}


GROWING = growing()


@check("KLMNS20-2.bg", grade="exhaustive",
       quantifier="multiplicity on 1..6 points and windows of length 1..4 on 6 points: all multisets with n <= 4; "
                  "node weights at every depth on 2, 4 and 8 points: n <= 4",
       says="the growth is exactly 1 for multiplicity and node weights, and k for windows of length k")
@sabotage(
    "multiplicity plus 1: the empty database has positive quality",
    make=lambda: {**GROWING, "multiplicity, 6 points": (on_points(lambda database, f: 1 + database.count(f), 6, 4), 1)})
@sabotage("the length of the database as the quality of every point",
          make=lambda: {**GROWING, "multiplicity, 6 points": (on_points(lambda database, f: len(database), 6, 4), 1)})
def growth_is_one_for_nodes_and_k_for_windows(cases: dict[str, tuple[Case, int]] = GROWING) -> Verdict:
    verdict = judge("==", ((name, growth_bound(case.quality, case.databases(), case.outcomes), bound)
                           for name, (case, bound) in cases.items()))
    return counted(verdict, sum(len(case.databases()) for case, _ in cases.values()))

def refutes_growth_is_one_for_nodes_and_k_for_windows(cases, witness):
    case, bound = cases[witness]
    if any(case.quality((), f) for f in case.outcomes):
        return True
    steps = [[case.quality((*s, x), f) - case.quality(s, f) for f in case.outcomes]
             for s in case.databases() if len(s) < case.most for x in case.rows]
    return any(min(step) < 0 or max(step) > 1 for step in steps) or max(map(sum, steps)) != bound


claim("KLMNS20-2.3", kind="example", uses=("KLMNS20-2.bg",), title="Multiplicity is of 1-bounded growth")


@check("KLMNS20-2.3", grade="exhaustive", quantifier="|X| = 1..6, all S with n <= 5, all added points",
       says="multiplicities start at 0, and an added point raises exactly one of them, by 1")
@sabotage("rank: how many elements are at most x", lambda database, point: sum(s <= point for s in database))
@sabotage("min(multiplicity, 1), which need not grow", lambda database, point: min(database.count(point), 1))
@judged("==")
def the_three_conditions_hold_with_one_and_fail_with_zero(quality=multiplicity):
    for size in range(1, 7):
        databases = [s for rows in range(5) for s in multiset_databases(range(size), rows)]
        for s, x in product(databases, range(size)):
            steps = [quality(tuple(sorted((*s, x))), f) - quality(s, f) for f in range(size)]
            yield (size, s, x), [quality((), x), sorted(steps)], [0, [0] * (size - 1) + [1]]

def refutes_the_three_conditions_hold_with_one_and_fail_with_zero(quality, size, s, x):
    changed = {f: quality((*s, x), f) - quality(s, f) for f in range(size)}
    return quality((), x) != 0 or sum(map(abs, changed.values())) != 1 or max(changed.values()) != 1
