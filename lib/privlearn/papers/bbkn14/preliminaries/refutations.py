"""BBKN14, Section 2.1: what the audits say of one ordered pair of databases, and what their verifiers accept."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

import privlearn.papers.bbkn14.preliminaries.privacy  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.laws import choice
from privlearn.mechanisms import audit_approximate, audit_pure, refutes_pure
from privlearn.mechanisms.audit import refutes_approximate

EIGHTHS = ({"a": 3, "b": 4, "c": 1}, {"a": 1, "b": 4, "d": 3})  # of the probability, for each of two databases
EVENTS = tuple(chain.from_iterable(combinations("abcde", size) for size in range(6)))
LONG = [2**60 + k for k in range(64)]
PAIRS = (((0,), (1,)), ((1,), (0,)))


def mechanism(database: tuple[int, ...]) -> Any:
    """Return the law of a letter."""
    return choice({letter: Fraction(count, 8) for letter, count in EIGHTHS[database[0]].items()})


def scattered(database: tuple[int, ...]) -> Any:
    """Return a law whose denominators are so long and unrelated that no common one is formed."""
    return choice({(n, low): Fraction(1 + 2 * database[0] if low else n - 1 - 2 * database[0], 64 * n)
                   for n in LONG for low in (0, 1)})


@check("BBKN14-2.1", grade="exhaustive",
       quantifier="two laws of a letter in eighths, in both orders: five letters, one of which never comes, "
                  "e^epsilon = 1, 4/3, 2, 3, 4",
       says="an outcome refutes a ratio exactly if its probability is more than so many times as large")
@sabotage("at least so many times", lambda witness, mechanism, ratio: (
    (p := mechanism(witness[0]).exact().get(witness[2], 0)) >= ratio * mechanism(witness[1]).exact().get(witness[2], 0)
    and p > 0))
@sabotage("only what the other law has too", lambda witness, mechanism, ratio: (
    witness[2] in mechanism(witness[1]).exact() and refutes_pure(witness, mechanism, ratio)))
@judged("==")
def outcomes_refute_what_they_must(refutes=refutes_pure) -> Iterator[Any]:
    ratios: list[Any] = [1, Fraction(4, 3), 2, 3, 4]
    for pair, outcome, ratio in product(PAIRS, "abcde", ratios):
        p, q = (EIGHTHS[row].get(outcome, 0) for (row,) in pair)
        yield (pair, outcome, ratio), refutes((*pair, outcome), mechanism, ratio), p > ratio * q

def refutes_outcomes_refute_what_they_must(refutes, pair, outcome, ratio):
    p, q = (list("aaabbbbc").count(outcome), list("abbbbddd").count(outcome))[:: 1 - 2 * pair[0][0]]
    return refutes((*pair, outcome), mechanism, ratio) == (p <= ratio * q)


@check("BBKN14-2.1", grade="exhaustive",
       quantifier="the same laws: all 32 events, e^epsilon = 1, 2, 3, delta = 0, 1/8, ..., 1",
       says="an event refutes (epsilon, delta) exactly if it breaks the inequality with this delta")
@sabotage("delta is forgotten", lambda witness, mechanism, ratio, delta: refutes_approximate(
    witness, mechanism, ratio, 0))
@sabotage("outcome by outcome", lambda witness, mechanism, ratio, delta: any(
    refutes_approximate((*witness[:2], (outcome,)), mechanism, ratio, delta) for outcome in witness[2]))
@judged("==")
def events_refute_what_they_must(refutes=refutes_approximate) -> Iterator[Any]:
    for pair, event, ratio, eighths in product(PAIRS, EVENTS, (1, 2, 3), range(9)):
        p, q = (sum(EIGHTHS[row].get(outcome, 0) for outcome in event) for (row,) in pair)
        yield ((pair, event, ratio, eighths), refutes((*pair, event), mechanism, ratio, Fraction(eighths, 8)),
               p > ratio * q + eighths)

def refutes_events_refute_what_they_must(refutes, pair, event, ratio, eighths):
    p, q = (sum(letter in event for letter in letters) for letters in ("aaabbbbc", "abbbbddd")[:: 1 - 2 * pair[0][0]])
    return refutes((*pair, event), mechanism, ratio, Fraction(eighths, 8)) == (p - ratio * q <= eighths)


def audited(law: Any, pair: Any) -> tuple[Any, Any]:
    """Return the ratio of one ordered pair and its delta at ratio 2."""
    return audit_pure(law, pair, [pair]).exp_epsilon, audit_approximate(law, pair, [pair], 2).delta


@check("BBKN14-2.1", grade="exhaustive",
       quantifier="the same laws and two of 128 outcomes with long denominators, one ordered pair at a time",
       says="the audits give the largest ratio and the largest excess of the pair in its order")
@sabotage("the pair turned round", lambda law, pair: audited(law, pair[::-1]))
@sabotage("delta at ratio 1", lambda law, pair: (audited(law, pair)[0], audit_approximate(law, pair, [pair], 1).delta))
@judged("==")
def audits_keep_the_order_of_a_pair(found=audited) -> Iterator[Any]:
    for which, law in enumerate((mechanism, scattered)):
        for pair in PAIRS:
            p, q = (law(database).exact() for database in pair)
            ratio = max(mass / q[o] if o in q else math.inf for o, mass in p.items())
            yield (which, pair), found(law, pair), (ratio, sum(max(Fraction(0), p[o] - 2 * q.get(o, 0)) for o in p))

def refutes_audits_keep_the_order_of_a_pair(found, which, pair):
    wanted: list[Any] = [[(math.inf, Fraction(2, 8)), (math.inf, Fraction(3, 8))],
                         [(Fraction(2**60 - 1, 2**60 - 3), 0), (3, sum(Fraction(1, 64 * n) for n in LONG))]]
    return found((mechanism, scattered)[which], pair) != wanted[which][pair[0][0]]
