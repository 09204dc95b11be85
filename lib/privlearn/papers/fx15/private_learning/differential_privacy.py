"""FX15, Section 2.2: differential privacy of sample sets, pure and approximate."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from typing import Any

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.concepts import T3, all_functions
from privlearn.laws import Law, hockey_stick, total_variation, worst_ratio
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.mechanisms import (all_databases, labelled_rows, multiset_databases, randomised_response, replace_one,
                                  replace_one_unordered)
from privlearn.papers.bbkn14.preliminaries.mistakes import broken_ratio_of_likeliest_outcome
from privlearn.papers.fx15.private_learning import claim
from privlearn.papers.fx15.private_learning.instances import answer_if_stable

RATIOS = (Fraction(1), Fraction(3, 2), Fraction(9, 4), Fraction(3))

Table = dict[Any, Fraction]
Pair = tuple[Table, Table]


claim("FX15-2.2.dp", kind="definition", section="2.2 Differentially private learning", uses=("BBKN14-2.1",),
      title="(alpha, beta)-differential privacy: Pr[A(S) in T] <= e^alpha Pr[A(S') in T] + beta; pure if beta = 0",
      note="The ratios are rational, e^alpha = 1, 3/2, 9/4, 3.")


def judged_mechanisms() -> Iterator[tuple[str, int, Callable[[Any], Law], list[Any]]]:
    """Yield (name, rows, mechanism, ordered neighbouring pairs)."""
    for rows in (1, 2, 3, 4):
        multisets = replace_one_unordered(multiset_databases(labelled_rows(2), rows))
        yield "exponential, T3", rows, exponential_learner(T3, Fraction(9, 4)), multisets
        yield "exponential, all functions", rows, exponential_learner(all_functions(2), Fraction(9, 4)), multisets
        yield "propose-test-release, T3", rows, answer_if_stable, multisets
    for rows in (1, 2):
        yield ("randomised response", rows, randomised_response(Fraction(3, 4)),
               replace_one(all_databases((0, 1), rows)))


def pairs_of_laws(most: int = 4) -> Iterator[tuple[Any, Pair]]:
    """Yield every neighbouring pair of at most so many rows with both exact laws."""
    for name, rows, mechanism, pairs in judged_mechanisms():
        if rows > most:
            continue
        law = cache(lambda database, mechanism=mechanism: mechanism(database).exact())
        for left, right in pairs:
            yield (name, rows, left, right), (law(left), law(right))


def events(tables: Pair) -> Iterator[tuple[Any, ...]]:
    """Yield all sets of outcomes."""
    outcomes = list(dict.fromkeys(chain(*tables)))
    return chain.from_iterable(combinations(outcomes, size) for size in range(len(outcomes) + 1))


def excesses(tables: Pair, ratio: Fraction) -> list[Fraction]:
    """Return ``P(T) - ratio Q(T)`` for every event T, the empty one included."""
    left, right = tables
    gain = {o: left.get(o, Fraction(0)) - ratio * right.get(o, Fraction(0)) for o in {**left, **right}}
    return [sum((gain[o] for o in event), Fraction(0)) for event in events(tables)]


def tables_at(witness) -> Pair:
    """Return both laws of a witness, afresh."""
    name, rows, left, right = witness[:4]
    mechanism = next(m for label, n, m, _ in judged_mechanisms() if (label, n) == (name, rows))
    return mechanism(left).exact(), mechanism(right).exact()


def stick(left: Table, right: Table, ratio: Fraction) -> Fraction:
    """Return the hockey stick, ``sum over outcomes of max(0, P(h) - ratio Q(h))``."""
    return hockey_stick(left, right, ratio)[0]


def largest_gain_of_an_outcome(left: Table, right: Table, ratio: Fraction) -> Fraction:
    """Return the largest gain of one outcome instead of an event: certifies mechanisms that are not private."""
    return max((p - ratio * right.get(o, Fraction(0)) for o, p in left.items()), default=Fraction(0))


@check("FX15-2.2.dp", grade="exhaustive",
       quantifier="exponential mechanism over T3 and over all functions on 2 points, propose-test-release over T3, 1 "
                  "to 4 rows; randomised response of 1 and 2 bits: all neighbouring pairs, all events, e^alpha = 1, "
                  "3/2, 9/4, 3",
       says="{the hockey stick} equals {the largest excess of an event}")
@sabotage("total variation instead of the hockey stick", lambda left, right, ratio: total_variation(left, right))
@sabotage("the largest excess of one outcome: calls too much private", largest_gain_of_an_outcome)
def hockey_stick_is_the_largest_excess_of_an_event(judged=stick) -> Verdict:
    return judge("==", (((*where, ratio), judged(*tables, ratio), max(excesses(tables, ratio)))
                        for where, tables in pairs_of_laws() for ratio in RATIOS))

def refutes_hockey_stick_is_the_largest_excess_of_an_event(judged, witness):
    """Some event exceeds the number, or none reaches it: bit masks over the outcomes."""
    left, right = tables_at(witness)
    outcomes, best = sorted({*left, *right}, key=repr), Fraction(0)
    for mask in range(1 << len(outcomes)):
        chosen = [o for k, o in enumerate(outcomes) if mask >> k & 1]
        best = max(best, sum(left.get(o, 0) for o in chosen) - witness[-1] * sum(right.get(o, 0) for o in chosen))
    return best != judged(left, right, witness[-1])


def outcomes_within(left: Table, right: Table, ratio: Fraction) -> bool:
    """Return whether every outcome's ratio is at most ``ratio``."""
    return bool(worst_ratio(left, right)[0] <= ratio)


@check("FX15-2.2.dp", grade="exhaustive", quantifier="the same mechanisms, pairs, events and ratios",
       says="every outcome's ratio is at most e^alpha exactly where every event's is")
@sabotage("only the likeliest outcome is compared",
          lambda left, right, ratio: bool(broken_ratio_of_likeliest_outcome(left, right)[0] <= ratio))
@sabotage("only the certain event is compared",
          lambda left, right, ratio: sum(left.values()) <= ratio * sum(right.values()))
def pure_privacy_is_a_bound_on_every_outcome(judged=outcomes_within) -> Verdict:
    return judge("==", (((*where, ratio), judged(*tables, ratio), max(excesses(tables, ratio)) <= 0)
                        for where, tables in pairs_of_laws() for ratio in RATIOS))

def refutes_pure_privacy_is_a_bound_on_every_outcome(judged, witness):
    left, right = tables_at(witness)
    broken = [event for size in range(1, len({*left, *right}) + 1) for event in combinations({*left, *right}, size)
              if sum(left.get(o, 0) for o in event) > witness[-1] * sum(right.get(o, 0) for o in event)]
    return judged(left, right, witness[-1]) == bool(broken)


def attaining(left: Table, right: Table, ratio: Fraction) -> frozenset[Any]:
    """Return the event at which the hockey stick is attained."""
    return hockey_stick(left, right, ratio)[1]


@check("FX15-2.2.dp", grade="exhaustive",
       quantifier="the same mechanisms with 1 and 2 rows: all neighbouring pairs, all events, e^alpha = 1, 3/2, 9/4, 3",
       says="the event that is named is the common part of all events of the largest excess")
@sabotage("outcomes without loss are in it too", lambda left, right, ratio: frozenset(
    o for o, p in left.items() if p >= ratio * right.get(o, 0)))
@sabotage("the outcomes that the left law favours", lambda left, right, ratio: attaining(left, right, Fraction(1)))
def the_least_event_of_the_largest_excess_is_named(named=attaining) -> Verdict:
    def least(tables: Pair, ratio: Fraction) -> frozenset[Any]:
        gains = excesses(tables, ratio)
        return frozenset.intersection(*(frozenset(event) for event, gain in zip(events(tables), gains, strict=True)
                                        if gain == max(gains)))

    return judge("==", (((*where, ratio), named(*tables, ratio), least(tables, ratio))
                        for where, tables in pairs_of_laws(2) for ratio in RATIOS))

def refutes_the_least_event_of_the_largest_excess_is_named(named, witness):
    left, right = tables_at(witness)
    return named(left, right, witness[-1]) != {o for o in left if left[o] > witness[-1] * right.get(o, 0)}
