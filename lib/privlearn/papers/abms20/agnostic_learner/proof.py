"""ABMS20, Section 6: Theorem 2.4 and the accuracy of Theorem 6.1 on the exact law of the agnostic learner, 2 points."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, all_classes
from privlearn.exact import as_fraction
from privlearn.laws import Law, choice
from privlearn.learners.relabeling import error_count, private_agnostic_law, relabel_law
from privlearn.learners.relabeling.agnostic import resampled_law
from privlearn.mechanisms.neighbours import Database
from privlearn.papers.abms20.agnostic_learner.instances import EXP, FOUR, RECORDS, counts_of, error
from privlearn.papers.abms20.agnostic_learner.large_runs import error_of_the_answer, error_of_the_chosen
from privlearn.papers.abms20.agnostic_learner.privacy import realizable_only
from privlearn.papers.abms20.agnostic_learner.utility import UNIT, Counts, outcomes

EVENTS = ("D shows the errors of concepts", "h is nearly the best on D", "f is close to h")
SEGMENTS = ((0, 0), (1, 0), (1, 1))
GOALS = tuple(product((Fraction(1, 16), Fraction(1, 8)), repeat=2))


class World(NamedTuple):
    """Four times the chances of the labelled points (0,0), (0,1), (1,0), (1,1), and what may fail and is counted."""

    mu: Counts
    events: tuple[str, ...] = EVENTS


@proof("ABMS20-6.1", grade="exact",
       quantifier="initial segments of 2 points, 36 rows, 2 draws, improper learner, all 35 distributions mu on the "
                  "labelled points with multiples of 1/4: all samples and coins; alpha the least for which both events "
                  "hold, and in the conclusion alpha and gamma = 1/16, 1/8",
       reason="e^epsilon = 9/4. With 36 rows the printed constant makes every bound empty; the three events are "
              "those of the proof, with their exact probabilities in place of bounds.",
       instances=lambda: map(World, counts_of(4)), start=World((0, 1, 2, 1)),
       steps={"eq13-14": "{the error of h} is at most {Delta + 3 alpha}",
              "eq15-16": "{the error of f} is at most {error_P(f, h) + the error of h}",
              "conclusion": "{Pr[the error of f is above Delta + 3 alpha + gamma]} is at most {the chances that errors "
                            "deviate by more than alpha, that h is worse on D by more, that error_P(f, h) > gamma}"},
       wordless={"privacy": "two losses are added, on a card of their own"},
       hypotheses=(
           Hypothesis("the sample is large enough for uniform convergence", {"events": EVENTS[1:]},
                      ("eq13-14", "conclusion")),
           Hypothesis("the sample is large enough for a good relabelling", {"events": EVENTS[::2]},
                      ("eq13-14", "conclusion")),
           Hypothesis("the learner is accurate and private", {"events": EVENTS[:2]}, ("conclusion",))))
def an_answer_is_nearly_the_best(given: World, chosen=error_of_the_chosen,
                                 answer=error_of_the_answer) -> Iterator[Line]:
    law, counted = outcomes(given.mu), [event in given.events for event in EVENTS]
    least = min(error(h, given.mu) for h in SEGMENTS)
    for off, excess, wrong in sorted({(key[0] * counted[0], key[1] * counted[1], key[3]) for key in law}):
        alpha = Fraction(max(off, excess), UNIT)
        yield Line("eq13-14", "<=", least + Fraction(wrong, UNIT), chosen(least, alpha), f"alpha = {alpha}")
    for apart, *errors in sorted({key[2:] for key in law}):
        h, f = (least + Fraction(n, UNIT) for n in errors)
        yield Line("eq15-16", "<=", f, answer(Fraction(apart, UNIT), h), f"the error of h is {h}")
    for alpha, gamma in GOALS:
        limits = alpha * UNIT, alpha * UNIT, gamma * UNIT
        fails = sum(p for key, p in law.items() if key[4] > 2 * limits[0] + sum(limits[1:]))
        events = sum(p * sum(n > limit for n, limit, yes in zip(key, limits, counted, strict=False) if yes)
                     for key, p in law.items())
        yield Line("conclusion", "<=", as_fraction(fails), as_fraction(events), f"alpha = {alpha}, gamma = {gamma}")


def refutes_an_answer_is_nearly_the_best(given: World, step: str, case: Any, chosen, answer) -> bool:
    """Tell whether a line is false: over all D and concepts; the law itself if all rows are the same."""
    mu, counted = given.mu, [event in given.events for event in EVENTS]
    true = {h: Fraction(sum(k for (x, y), k in zip(RECORDS, mu, strict=True) if h[x] != y), 4) for h in FOUR}
    least = min(true[h] for h in SEGMENTS)
    if step == "eq15-16":
        mass = mu[0] + mu[1], mu[2] + mu[3]
        return any(true[f] > answer(Fraction(sum(mass[x] for x in (0, 1) if f[x] != h[x]), 4), true[h])
                   for f, h in product(FOUR, SEGMENTS))
    if step == "eq13-14":
        for data in counts_of(18):
            seen = {h: error(h, data) for h in SEGMENTS}
            off = max(abs(true[h] - seen[h]) for h in SEGMENTS) * counted[0]
            if all(m or not k for k, m in zip(data, mu, strict=True)) and any(
                    true[h] > chosen(least, max(off, (seen[h] - min(seen.values())) * counted[1])) for h in SEGMENTS):
                return True
        return False
    if max(mu) < 4:
        return False
    x, y = RECORDS[mu.index(4)]  # the only row: h(x) is wrong with weight (2/3)^18, f sees two rows (x, h(x))
    wrong_h, wrong_f = Fraction(2, 3) ** 18 / (1 + Fraction(2, 3) ** 18), 1 / (EXP**2 + 1)
    fails = wrong_h * (1 - wrong_f) + (1 - wrong_h) * wrong_f
    return fails > wrong_h * counted[1] + wrong_f * counted[2]


class Proper(NamedTuple):
    """A class, databases D and T, a learner for the class that gets one row, and how D is relabelled."""

    H: tuple[tuple[int, ...], ...]
    D: Database
    T: Database
    learner: Callable[[ConceptClass, Database], Law] = realizable_only
    relabel: Callable[..., Law] = relabel_law


@cache
def small_databases() -> list[Proper]:
    """Return all classes on two points with all D of nine rows; T matters by points that D lacks."""
    return [Proper(tuple(c.rows()), D, T) for c in all_classes(2) for D in combinations_with_replacement(RECORDS, 9)
            for T in ((), ((0, 0), (1, 0)))[:1 + (len({x for x, _ in D}) == 1)]]


def broken_unchanged(concepts: ConceptClass, score: Any, D: Database, T: Database, exp_epsilon: int) -> Law:
    return choice({(D, T): Fraction(1)})


def broken_any_function(concepts: ConceptClass, rows: Database) -> Law:
    return choice(dict.fromkeys(FOUR, Fraction(1, 4)))


@proof("ABMS20-2.4", grade="exhaustive", quantifier="all 15 classes on 2 points, all 220 multisets D of 9 rows, T "
       "empty and, where D has one point only, both points; one draw, e^epsilon = 4",
       reason="9 rows, the fewest that Algorithm 4 accepts.", instances=small_databases,
       start=Proper(SEGMENTS, ((0, 0),) * 4 + ((1, 1),) * 5, ()),
       steps={"labels": "{the relabelled databases with labels that no concept has} are {none}",
              "answers": "{the answers of the learner on rows of these that are no concepts} are {none}",
              "conclusion": "{the answers of the algorithm that are no concepts} are {none}"},
       wordless={"numbers": "Theorem 6.1"},
       hypotheses=(
           Hypothesis("D is relabelled", {"relabel": broken_unchanged}, ("labels", "answers", "conclusion")),
           Hypothesis("the learner is proper", {"learner": broken_any_function}, ("answers", "conclusion"))))
def a_proper_learner_stays_proper(given: Proper) -> Iterator[Line]:
    H, D, T, learner, relabel = given
    concepts = ConceptClass.from_matrix(H)
    pairs: dict[Any, Any] = relabel(concepts, error_count, D, T, 4).masses()
    found = {new for new, _ in pairs}
    yield Line("labels", "==", sum(not any(all(h[x] == y for x, y in new) for h in H) for new in found), 0)
    answers = {f for row in {row for new in found for row in new} for f in learner(concepts, (row,)).masses()}
    yield Line("answers", "==", len(answers - {*H}), 0)
    law = private_agnostic_law(concepts, lambda rows: learner(concepts, rows), D, T, 4, 1)
    if relabel is not relabel_law:
        law = relabel(concepts, error_count, D, T, 4).then(
            lambda pair: resampled_law(lambda rows: learner(concepts, rows), pair[0], 1))
    yield Line("conclusion", "==", len({*law.masses()} - {*H}), 0)


def refutes_a_proper_learner_stays_proper(given: Proper, step: str, case: Any) -> bool:
    """Tell whether no concept fits D as it stays, or an answer on a row with its label, or a concept's, is none."""
    concepts, stays = ConceptClass.from_matrix(given.H), given.relabel is not relabel_law
    if step == "labels":
        return stays and all(any(h[x] != y for x, y in given.D) for h in given.H)
    labels = given.D if stays else [(x, h[x]) for h in given.H for x, _ in given.D]
    return any(f not in given.H for row in labels for f in given.learner(concepts, (row,)).exact())
