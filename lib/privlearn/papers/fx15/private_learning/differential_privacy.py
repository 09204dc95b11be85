"""FX15, Sections 2.1 and 2.2: PAC, agnostic and proper learning; differential privacy of sample sets."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import prod
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import T3, Concept, ConceptClass, all_functions, point_functions, thresholds
from privlearn.exact.fractions import QUARTER
from privlearn.laws import Law, hockey_stick, total_variation, worst_ratio
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import (agnostic_failure, best_label_error, exact_failure, grid_distributions, label_error,
                                labelled_by)
from privlearn.mechanisms import (all_databases, labelled_rows, multiset_databases, randomised_response, replace_one,
                                  replace_one_unordered)
from privlearn.papers.bbkn14.preliminaries.instances import failure_by_ordered_samples
from privlearn.papers.bbkn14.preliminaries.mistakes import (broken_failure_ignores_multiplicity,
                                                            broken_ratio_of_likeliest_outcome)
from privlearn.papers.fx15.private_learning import claim
from privlearn.papers.fx15.private_learning.instances import answer_if_stable

RATIO = Fraction(9, 4)

CLASSES = {"one point": all_functions(1), "T3": T3, "Thr_2": thresholds(2)}
Game = tuple[str, Concept, Any, int]  # class, target, distribution, rows


claim("FX15-2.1", kind="definition", section="2.1 Learning models", uses=("BBKN14-2.2",),
      title="PAC learning from n examples: error at most epsilon with probability at least 1 - delta",
      note="The definition quantifies over epsilon and delta inside; n is read as n(epsilon, delta).")


@cache
def exponential(name: str):
    return cache(exponential_learner(CLASSES[name], RATIO))


def play(failure, game: Game) -> Fraction:
    """Return what ``failure`` says of the exponential mechanism in one game, at accuracy 1/4."""
    name, target, weights, rows = game
    return failure(exponential(name), CLASSES[name], target, weights, rows, QUARTER)


def small_games() -> Iterator[Game]:
    """Yield every target and every distribution with denominator at most 6, with 1 to 4 rows."""
    for name, concepts in CLASSES.items():
        places = dict.fromkeys(d for unit in range(1, 7) for d in grid_distributions(concepts.size, unit))
        yield from ((name, *game) for game in product(concepts.rows(), places, range(1, 5)))


@check("FX15-2.1", grade="exact",
       quantifier="the exponential mechanism (ratio 9/4) over the two functions on one point, T3 = {00, 01, 11} and "
                  "Thr_2, accuracy 1/4: all targets, all distributions with denominator at most 6, 1 to 4 rows",
       says="{the failure over multisets} equals {the failure over ordered samples}")
@sabotage("multinomial coefficient forgotten", broken_failure_ignores_multiplicity)
def failure_over_multisets_is_the_sum_over_ordered_samples(failure=exact_failure) -> Verdict:
    return judge("==", ((game, play(failure, game), play(failure_by_ordered_samples, game)) for game in small_games()))

def refutes_failure_over_multisets_is_the_sum_over_ordered_samples(failure, witness):
    """Go through all sequences of points one by one, with weights (2/3)^errors."""
    name, target, weights, rows = witness
    concepts, total = CLASSES[name].rows(), Fraction(0)
    for drawn in product(range(len(target)), repeat=rows):
        weight = [Fraction(2, 3) ** sum(c[x] != target[x] for x in drawn) for c in concepts]
        far = [sum(w for w, a, b in zip(weights, c, target, strict=True) if a != b) > QUARTER for c in concepts]
        lost = sum((w for w, wrong in zip(weight, far, strict=True) if wrong), Fraction(0)) / sum(weight)
        total += lost * prod((weights[x] for x in drawn), start=Fraction(1))
    return total != play(failure, witness)


claim("FX15-2.2", kind="definition", section="2.1 Learning models", uses=("FX15-2.1",),
      title="Agnostic learning: error at most epsilon more than the best concept's")


def worst_in_class(labelled, concepts: ConceptClass) -> Fraction:
    return max(label_error(labelled, concept) for concept in concepts.rows())


@check("FX15-2.2", grade="exhaustive",
       quantifier="T3 and the point functions on 2 points: all 35 distributions with denominator 4 on labelled points",
       says="{the least label error in the class} equals {the least mass of disagreeing labelled points}")
@sabotage("a maximum over the class instead of a minimum", worst_in_class)
@judged("==")
def no_concept_errs_less_than_the_yardstick(best=best_label_error):
    for concepts, labelled in product((CLASSES["T3"], point_functions(2)), grid_distributions(4, 4)):
        wrong = [sum(int(4 * labelled[2 * x + y]) for x, y in product((0, 1), repeat=2) if c[x] != y)
                 for c in concepts.rows()]
        yield (tuple(concepts.rows()), labelled), best(labelled, concepts), Fraction(min(wrong), 4)

def refutes_no_concept_errs_less_than_the_yardstick(best, rows, labelled):
    found = best(labelled, ConceptClass.from_matrix(rows))
    agree = [labelled[c[0]] + labelled[2 + c[1]] for c in rows]
    return any(1 - mass < found for mass in agree) or all(1 - mass != found for mass in agree)


def broken_agnostic_failure(learner, hypotheses, concepts: ConceptClass, labelled, rows: int,
                            accuracy: Fraction) -> Fraction:
    generous = min(Fraction(1), accuracy + worst_in_class(labelled, concepts))
    return agnostic_failure(learner, hypotheses, concepts, labelled, rows, generous)


@check("FX15-2.2", grade="exhaustive",
       quantifier="the exponential mechanism over T3 (ratio 9/4), accuracy 1/4: all targets, all distributions with "
                  "denominator 6, 0 to 5 rows",
       says="with the labels of a concept the yardstick is 0, and the agnostic failure is the failure for that target")
@sabotage("measured against the worst concept", broken_agnostic_failure)
@judged("==")
def a_target_is_a_special_case(failure=agnostic_failure):
    concepts = CLASSES["T3"]
    for target, weights, rows in product(concepts.rows(), grid_distributions(2, 6), range(6)):
        labelled = labelled_by(weights, target)
        found = failure(exponential("T3"), concepts, concepts, labelled, rows, QUARTER)
        known = exact_failure(exponential("T3"), concepts, target, weights, rows, QUARTER)
        yield (target, weights, rows), (best_label_error(labelled, concepts), found), (0, known)

def refutes_a_target_is_a_special_case(failure, target, weights, rows):
    concepts, total = CLASSES["T3"].rows(), Fraction(0)
    for drawn in product((0, 1), repeat=rows):
        weight = [Fraction(2, 3) ** sum(c[x] != target[x] for x in drawn) for c in concepts]
        lost = sum((w for w, c in zip(weight, concepts, strict=True)
                    if sum(m for m, a, b in zip(weights, c, target, strict=True) if a != b) > QUARTER), Fraction(0))
        total += lost / sum(weight) * prod((weights[x] for x in drawn), start=Fraction(1))
    judged = failure(exponential("T3"), CLASSES["T3"], CLASSES["T3"], labelled_by(weights, target), rows, QUARTER)
    return total != judged


claim("FX15-2.2.proper", kind="definition", section="2.1 Learning models", uses=("FX15-2.1", "FX15-2.2"),
      title="A proper learner's output always lies in the class")


PROPER = (("T3", CLASSES["T3"]), ("Thr_2", CLASSES["Thr_2"]), ("points on 3", point_functions(3)))


def the_class_itself(concepts: ConceptClass) -> ConceptClass:
    return concepts


def with_the_zero_function(concepts: ConceptClass) -> ConceptClass:
    return concepts.union(ConceptClass.from_matrix([[0] * concepts.size]))


@check("FX15-2.2.proper", grade="exhaustive",
       quantifier="the exponential mechanism over T3, Thr_2 and the point functions on 3 points, ratio 9/4: all "
                  "multisets of 0 to 3 labelled rows (the law ignores their order)",
       says="no function outside the class has positive probability")
@sabotage("the zero function added to the outputs for points", with_the_zero_function)
@judged("==")
def outputs_lie_in_the_class(hypotheses=the_class_itself):
    for name, concepts in PROPER:
        chosen = hypotheses(concepts)
        learner, rows, allowed = exponential_learner(chosen, RATIO), chosen.rows(), set(concepts.rows())
        for n in range(4):
            for database in multiset_databases(labelled_rows(concepts.size), n):
                support = {rows[k] for k, mass in learner(database).exact().items() if mass}
                yield (name, database), sorted(support - allowed), []

def refutes_outputs_lie_in_the_class(hypotheses, name, _):
    """Some function that the mechanism weighs positively, as it weighs all it chooses from, is no concept."""
    concepts = dict(PROPER)[name].matrix.tolist()
    return any(row not in concepts for row in hypotheses(dict(PROPER)[name]).matrix.tolist())


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
    return hockey_stick(left, right, ratio)[0]


def outcomes_within(left: Table, right: Table, ratio: Fraction) -> bool:
    return bool(worst_ratio(left, right)[0] <= ratio)


def attaining(left: Table, right: Table, ratio: Fraction) -> frozenset[Any]:
    return hockey_stick(left, right, ratio)[1]


def largest_gain_of_an_outcome(left: Table, right: Table, ratio: Fraction) -> Fraction:
    """Return the largest gain of one outcome instead of an event: certifies mechanisms that are not private."""
    return max((p - ratio * right.get(o, Fraction(0)) for o, p in left.items()), default=Fraction(0))


RIGHT = (stick, outcomes_within, attaining)


@check("FX15-2.2.dp", grade="exhaustive",
       quantifier="exponential mechanism over T3 and over all functions on 2 points, propose-test-release over T3, 1 "
                  "to 4 rows; randomised response of 1 and 2 bits: all neighbouring pairs, all events, e^alpha = 1, "
                  "3/2, 9/4, 3; the event that is named for 1 and 2 rows",
       says="the hockey stick is the largest excess of an event, the event that is named is the common part of those "
            "that attain it, and every outcome's ratio is at most e^alpha exactly where every event's is")
@sabotage("total variation instead of the hockey stick",
          (lambda left, right, ratio: total_variation(left, right), *RIGHT[1:]))
@sabotage("the largest excess of one outcome: calls too much private", (largest_gain_of_an_outcome, *RIGHT[1:]))
@sabotage("only the likeliest outcome is compared", (stick, lambda left, right, ratio: bool(
    broken_ratio_of_likeliest_outcome(left, right)[0] <= ratio), attaining))
@sabotage("only the certain event is compared",
          (stick, lambda left, right, ratio: sum(left.values()) <= ratio * sum(right.values()), attaining))
@sabotage("outcomes without loss are in the event too", (*RIGHT[:2], lambda left, right, ratio: frozenset(
    o for o, p in left.items() if p >= ratio * right.get(o, 0))))
@sabotage("the outcomes that the left law favours",
          (*RIGHT[:2], lambda left, right, ratio: attaining(left, right, Fraction(1))))
@judged("==")
def hockey_stick_is_the_largest_excess_of_an_event(parts=RIGHT):
    value, within, named = parts
    for (where, tables), ratio in product(pairs_of_laws(), RATIOS):
        gains = excesses(tables, ratio)
        yield (*where, ratio), (value(*tables, ratio), within(*tables, ratio)), (max(gains), max(gains) <= 0)
        if where[1] <= 2:
            common = frozenset.intersection(*(frozenset(event) for event, gain in zip(
                events(tables), gains, strict=True) if gain == max(gains)))
            yield (*where, ratio), named(*tables, ratio), common

def refutes_hockey_stick_is_the_largest_excess_of_an_event(parts, witness):
    """Some event exceeds the number, or none reaches it: bit masks over the outcomes."""
    (left, right), ratio = tables_at(witness), witness[-1]
    outcomes, best = sorted({*left, *right}, key=repr), Fraction(0)
    for mask in range(1 << len(outcomes)):
        chosen = [o for k, o in enumerate(outcomes) if mask >> k & 1]
        best = max(best, sum(left.get(o, 0) for o in chosen) - ratio * sum(right.get(o, 0) for o in chosen))
    gaining = {o for o in left if left[o] > ratio * right.get(o, 0)}
    value, within, named = (part(left, right, ratio) for part in parts)
    return best != value or within == (best > 0) or named != gaining
