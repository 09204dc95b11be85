"""BBKN14, Section 4.2: Claim 4.5 itself, the private learner of points of any confidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil
from typing import Any

from privlearn.claims.bbkn14.section4_boosting_steps import PAGE, SECTION
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.exact import as_fraction
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import Law, choice
from privlearn.learners.points import (
    ZERO,
    LazyHypothesis,
    PointPlan,
    boosted,
    boosted_point_learner,
    counted_point,
    flipped,
    improper_point_learner,
    printed_plan,
    row_counts,
    subsampled_point,
)
from privlearn.mechanisms import all_databases, audit_pure, labelled_rows, refutes_pure, replace_one
from privlearn.mechanisms.starring import sharp_star_keep_probability, star_keep_probability, starred

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)

claim("BBKN14-4.5", kind="claim", section=SECTION, page=PAGE,
      title="Points are learned privately with poly(1/epsilon, 1/alpha, log(1/beta)) samples, whatever d",
      uses=("BBKN14-2.5", "BBKN14-4.3", "BBKN14-4.4", "BBKN14-4.5.f", "BBKN14-4.5.sample", "BBKN14-4.5.conf",
            "BBKN14-4.5.N", "BBKN14-4.5.select-privacy", "BBKN14-4.5.E1", "BBKN14-4.5.E2", "BBKN14-4.5.eq-sel",
            "BBKN14-4.5.total", "BBKN14-fn7", "BBKN14-fn8"),
      erratum="The claim stands. (i) The number of test rows is printed in two ways, once with ln(3/beta^2) and once "
              "with ln(3/beta): the first is needed and enough. (ii) N <= 1/beta, said for beta <= 0.01, is used for "
              "every beta: run the learner with min(beta, 1/100). (iii) A block may end with no hypothesis, to which "
              "the selection must give an error count: all rows.",
      note="Simulated runs are replaced by exact bounds on whole families: for all distributions through the steps of "
           "the proof with exact tails, and end to end on two-point distributions. Sampled runs at 2^20 points are "
           "on the page and in the tests.")

ROOT = Fraction(5, 4)  # e^{epsilon/2}, so e^epsilon = 25/16 and epsilon = 0.446


def toy(blocks: int, block_rows: int, test_rows: int) -> PointPlan:
    """Return a plan with the printed survival probability whose whole law can be listed."""
    return PointPlan(blocks, block_rows, test_rows, ROOT, star_keep_probability(ROOT**2, 4), HALF)


TOYS = ((2, toy(1, 1, 1)), (2, toy(1, 2, 1)), (2, toy(1, 1, 2)), (2, toy(2, 1, 1)), (3, toy(2, 1, 1)),
        (2, replace(toy(1, 2, 1), survive=sharp_star_keep_probability(ROOT**2, 4))),
        (2, toy(3, 0, 1)))  # the last: all that is not noise is selection
PLAIN = (*TOYS[:4], (3, toy(1, 2, 1)), TOYS[5])  # the same with one block where there are three points


@cache
def pipeline(size: int, plan: PointPlan) -> Callable[[Any], Law]:
    """Return the learner as it runs: counts of blocks, lazy hypotheses.  Two checks list its laws: once is enough."""
    return cache(lambda database: choice(boosted_point_learner(database, size=size, plan=plan).exact()))


def literal_pipeline(size: int, plan: PointPlan) -> Callable[[Any], Law]:
    """Return the learner as it is written: every row starred or not, A2 on the result, selection by the last rows."""
    a3 = starred(lambda rows: improper_point_learner(rows, size=size, alpha=plan.stage), plan.survive)
    base = cache(lambda block: choice(a3(block).exact()))

    def law(database: Any) -> Law:
        n, last = plan.block_rows, plan.blocks * plan.block_rows
        blocks = [database[start:start + n] for start in range(0, last, n)]
        return boosted(blocks, row_counts(database[last:], size), base, plan.root)

    return law


def toy_databases(size: int, plan: PointPlan) -> list[Any]:
    """Return all databases of the plan's length, rows labelled or starred."""
    return all_databases((*labelled_rows(size), None), plan.total)


@check("BBKN14-4.5", grade="exhaustive",
       quantifier="e^epsilon = 25/16, stage accuracy 1/2; (T, blocks, rows of a block, test rows) = (2,1,1,1), "
                  "(2,1,2,1), (2,1,1,2), (2,2,1,1), (3,2,1,1), (2,3,0,1), and (2,1,2,1) with survival (r-1)/3: all "
                  "databases with stars, all replacements, all outcomes",
       fingerprint=lambda make: make(2, TOYS[3][1])(((0, 1), (1, 1), (0, 0))).exact())
def privacy_ratio_of_the_whole_learner(make=pipeline) -> Verdict:
    seen = 0

    def cases() -> Iterator[Any]:
        nonlocal seen
        for k in (len(TOYS) - 1, *range(len(TOYS) - 1)):  # first the smallest
            size, plan = TOYS[k]
            found = audit_pure(make(size, plan), toy_databases(size, plan), replace_one)
            seen += found.pairs
            yield (k, *found.witness), found.exp_epsilon, ROOT**2

    verdict = judge("<=", cases())
    return counted(verdict, seen)


@privacy_ratio_of_the_whole_learner.verifier
def _(make, witness):
    k, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), make(*TOYS[k]), ROOT**2)

privacy_ratio_of_the_whole_learner.sabotage(
    "no stars: every row survives", lambda size, plan: pipeline(size, replace(plan, survive=Fraction(1))))
privacy_ratio_of_the_whole_learner.sabotage("selection with weights exp(-epsilon errors), without the 1/2",
    lambda size, plan: pipeline(size, replace(plan, root=plan.root**2)))


@check("BBKN14-4.5", grade="exhaustive",
       quantifier="(T, blocks, rows of a block, test rows) = (2,1,1,1), (2,1,2,1), (2,1,1,2), (2,2,1,1), (3,1,2,1), "
                  "and (2,1,2,1) with survival (r-1)/3: laws of the learner that runs (counts, lazy hypotheses) and of "
                  "the learner as written (a coin for each row, A2, full tables) on all databases",
       fingerprint=lambda make: make(2, TOYS[1][1])(((0, 1), (0, 0), (0, 0))).exact())
def fast_learner_has_the_law_of_the_written_one(make=pipeline) -> Verdict:
    return judge("==", (((k, database), make(size, plan)(database).exact(),
                         literal_pipeline(size, plan)(database).exact())
                        for k, (size, plan) in enumerate(PLAIN) for database in toy_databases(size, plan)))


@fast_learner_has_the_law_of_the_written_one.verifier
def _(make, witness):
    (size, plan), database = PLAIN[witness[0]], witness[1]  # probability of "no hypothesis", by subsets of rows
    nothing = Fraction(1)
    for b in range(plan.blocks):
        rows, consistent = database[b * plan.block_rows:(b + 1) * plan.block_rows], Fraction(0)
        for looked in product((0, 1), repeat=len(rows)):
            seen = {row for row, bit in zip(rows, looked, strict=True) if bit and row is not None}
            ones = {x for x, y in seen if y}
            chance = plan.keep ** sum(looked) * (1 - plan.keep) ** (len(looked) - sum(looked))
            consistent += chance * (len(ones) < 2 and not any((x, 0) in seen for x in ones))
        nothing *= 1 - (1 - plan.noise) * consistent
    return plan.blocks == 1 and make(size, plan)(database).exact().get(None, 0) != nothing


@fast_learner_has_the_law_of_the_written_one.sabotage("rows labelled 0 are not read in the blocks")
def _():
    def careless(size: int, plan: PointPlan) -> Callable[[Any], Law]:
        last = plan.blocks * plan.block_rows
        return lambda database: boosted_point_learner(
            (*(row if row is None or row[1] else None for row in database[:last]), *database[last:]), size=size,
            plan=plan)

    return careless


SAMPLES = [(size, rows) for size, most in ((2, 4), (3, 3)) for n in range(most + 1)
           for rows in combinations_with_replacement((*labelled_rows(size), None), n)]
KEEP, ABORT = Fraction(1, 3), Fraction(1, 8)


def start_from_counts(size: int, rows: Any) -> dict[Any, Fraction]:
    """Return the law of the concept inside A2 from the counts of the rows."""
    return counted_point(row_counts(rows, size), keep=KEEP, abort=ABORT).exact()


@check("BBKN14-4.5", grade="exhaustive",
       quantifier="all multisets of at most 4 rows over 2 points and 3 rows over 3 points, stars included; rows kept "
                  "with probability 1/3, giving up 1/8: against A2's own law, row by row",
       fingerprint=lambda start: start(2, ((0, 0), (0, 1))))
def block_is_learned_from_its_counts(start=start_from_counts) -> Verdict:
    return judge("==", (((size, rows), start(size, rows),
                         subsampled_point(rows, size=size, keep=KEEP, abort=ABORT).exact()) for size, rows in SAMPLES))


@block_is_learned_from_its_counts.verifier
def _(start, witness):
    size, rows = witness
    law: dict[Any, Fraction] = {None: ABORT}
    for looked in product((0, 1), repeat=len(rows)):
        seen = {row for row, bit in zip(rows, looked, strict=True) if bit and row is not None}
        ones = sorted(x for x, y in seen if y)
        clash = len(ones) > 1 or (bool(ones) and (ones[0], 0) in seen)
        concept = None if clash else ones[0] if ones else ZERO
        chance = (1 - ABORT) * KEEP ** sum(looked) * (1 - KEEP) ** (len(looked) - sum(looked))
        law[concept] = law.get(concept, Fraction(0)) + chance
    return start(size, rows) != law

block_is_learned_from_its_counts.sabotage("rows labelled 0 are not counted",
    lambda size, rows: start_from_counts(size, tuple(row for row in rows if row is None or row[1])))


RATE = Fraction(1, 5)


def lazy_point(concept: int, size: int, flips: Iterator[int]) -> LazyHypothesis:
    """Return the lazy hypothesis on given flips."""
    return LazyHypothesis(concept, size=size, flips=flips)


def law_of_answers(make: Callable, concept: int, size: int, queries: tuple[int, ...]) -> dict[Any, Fraction]:
    """Return the joint law of the answers, by running the hypothesis on every sequence of flips."""
    law: dict[Any, Fraction] = {}
    for flips in product((0, 1), repeat=len(queries)):
        hypothesis = make(concept, size, iter(flips))
        answers = tuple(hypothesis[x] for x in queries)
        chance = RATE ** sum(flips) * (1 - RATE) ** (len(flips) - sum(flips))
        law[answers] = law.get(answers, Fraction(0)) + chance
    return law


QUESTIONS = [(concept, size, queries) for size in (1, 2, 3) for concept in range(ZERO, size) for n in range(1, 5)
             for queries in product(range(size), repeat=n)]


@check("BBKN14-4.5", grade="exhaustive",
       quantifier="1, 2, 3 points, all point functions and zero, all sequences of at most 4 questions, repeated or "
                  "not: joint law of the answers, over all flips, against the full table at rate 1/5",
       fingerprint=lambda make: law_of_answers(make, 0, 2, (1, 1)))
def lazy_answers_have_the_law_of_the_table(make=lazy_point) -> Verdict:
    def answers(concept: int, size: int, queries: tuple[int, ...]) -> dict[Any, Fraction]:
        return flipped(concept, size=size, rate=RATE).map(lambda table: tuple(table[x] for x in queries)).exact()

    return judge("==", ((asked, law_of_answers(make, *asked), answers(*asked)) for asked in QUESTIONS))


@lazy_answers_have_the_law_of_the_table.verifier
def _(make, witness):
    concept, size, queries = witness
    first = {x: queries.index(x) for x in queries}
    return any(answers[i] != answers[first[x]] for answers in law_of_answers(make, concept, size, queries)
               for i, x in enumerate(queries))  # one point with two values


class _Forgetful(LazyHypothesis):
    def __getitem__(self, x: int) -> int:
        self._drawn.clear()
        return super().__getitem__(x)

lazy_answers_have_the_law_of_the_table.sabotage(
    "a fresh flip at every question", lambda concept, size, flips: _Forgetful(concept, size=size, flips=flips))


printed = cache(printed_plan)
GOALS = tuple(product((HALF, Fraction(1, 10), Fraction(9, 10)), (QUARTER, Fraction(1, 10), Fraction(2, 5)),
                      (Fraction(1, 2), Fraction(1, 100), Fraction(1, 10**9))))
DIMENSIONS = (2, 20, 4096, 10**6)


def rows_needed(d: int, epsilon: Fraction, alpha: Fraction, beta: Fraction) -> int:
    """Return the rows the printed plan takes on ``2^d`` points."""
    return printed(epsilon, alpha, beta).total


@check("BBKN14-4.5", grade="certified",
       quantifier="epsilon = 1/10, 1/2, 9/10; alpha = 1/10, 1/4, 2/5; beta = 1/2, 1/100, 10^-9; d = 2, 20, 4096, 10^6: "
                  "at most 160,000 ln(5/min(beta, 1/100)) / (epsilon alpha^2)",
       fingerprint=lambda needed: [needed(d, HALF, QUARTER, Fraction(1, 100)) for d in DIMENSIONS])
def rows_are_polynomial_and_independent_of_d(needed=rows_needed) -> Verdict:
    def bound(epsilon: Fraction, alpha: Fraction, beta: Fraction) -> Any:
        return bracket_of(lambda: 160_000 * ball(5 / min(beta, Fraction(1, 100))).log() / ball(epsilon * alpha**2))

    return judge("<=", (((d, *goal), needed(d, *goal), bound(*goal)) for goal in GOALS for d in DIMENSIONS))


@rows_are_polynomial_and_independent_of_d.verifier
def _(needed, witness):
    d, *goal = witness
    return needed(d, *goal) > needed(2, *goal)

rows_are_polynomial_and_independent_of_d.sabotage("a thousand more rows for every bit of a point",
    lambda d, epsilon, alpha, beta: rows_needed(d, epsilon, alpha, beta) + 1000 * d)


def parts_by_balls(epsilon: Fraction, alpha: Fraction, beta: Fraction) -> tuple[int, int, int]:
    """Return N, the rows of a block and the test rows, each by one formula in ball arithmetic, rounded up."""
    parts = (lambda: ball(5 / beta).log() / ball(Fraction(5, 4)).log(),
             lambda: 384 * ball(4).log() / ball(epsilon * (alpha / 8) ** 2),
             lambda: 24 * ball(3 / beta**2).log() / ball(epsilon * alpha))
    found = [bracket_of(part) for part in parts]
    if any(ceil(part.lower) != ceil(part.upper) for part in found):
        raise AssertionError("a formula too close to an integer")
    return ceil(found[0].upper), ceil(found[1].upper), ceil(found[2].upper)


TRIPLES = ((HALF, QUARTER, Fraction(1, 100)), (Fraction(9, 10), Fraction(2, 5), Fraction(1, 100)),
           (Fraction(1, 10), Fraction(1, 10), Fraction(1, 100)), (HALF, QUARTER, Fraction(1, 10**9)))


@check("BBKN14-4.5", grade="certified",
       quantifier="(epsilon, alpha, beta) = (1/2, 1/4, 1/100), (9/10, 2/5, 1/100), (1/10, 1/10, 1/100), "
                  "(1/2, 1/4, 10^-9): N, rows of a block and test rows of the program against the three formulas in "
                  "ball arithmetic",
       fingerprint=lambda planner: [planner(*triple) for triple in TRIPLES])
def printed_plan_takes_the_printed_numbers(planner=printed_plan) -> Verdict:
    def parts(plan: PointPlan) -> tuple[int, int, int]:
        return plan.blocks, plan.block_rows, plan.test_rows

    return judge("==", ((triple, parts(planner(*triple)), parts_by_balls(*triple)) for triple in TRIPLES))


@printed_plan_takes_the_printed_numbers.verifier
def _(planner, witness):
    epsilon, alpha, _ = witness  # ln 4 lies between 1.386 and 1.387
    per_row = as_fraction(planner(*witness).block_rows) * epsilon * alpha**2 / 64 / 384
    return not Fraction(1386, 1000) < per_row < Fraction(1387, 1000)

printed_plan_takes_the_printed_numbers.sabotage("blocks that aim at alpha/4",
    lambda epsilon, alpha, beta: replace(
    printed_plan(epsilon, alpha, beta), block_rows=ceil(printed_plan(epsilon, alpha, beta).block_rows / 4)))
