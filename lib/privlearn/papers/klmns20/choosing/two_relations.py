"""KLMNS20, Definition 2.1: privacy under two neighbour relations, and how one follows from the other."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, sabotage
from privlearn.exact import as_fraction, rational
from privlearn.laws import hockey_stick
from privlearn.laws.divergences import table_ratio
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_law
from privlearn.mechanisms import add_remove_one, multiset_databases, replace_one_unordered
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
def two_steps_cost_no_more_than_their_sum(combined=through_the_common_rows) -> Verdict:
    laws = [counts for counts in product(range(5), repeat=3) if sum(counts) == 4]
    middles = [counts for counts in laws if counts == tuple(sorted(counts))]

    @cache
    def stick(left: tuple[int, ...], right: tuple[int, ...], ratio: Fraction) -> Fraction:
        return sum((max(Fraction(0), p - ratio * q) for p, q in zip(left, right, strict=True)), Fraction(0)) / 4

    def cases() -> Iterator[Any]:
        for middle, a, b in product(middles, RATIOS, RATIOS):
            for left, right in product(laws, repeat=2):
                ratio, delta = combined(a, b, stick(left, middle, b), stick(middle, right, a))
                yield (left, middle, right, a, b), stick(left, right, ratio), delta

    return judge("<=", cases())

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
