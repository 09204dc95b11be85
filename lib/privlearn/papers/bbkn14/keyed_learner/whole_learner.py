"""BBKN14, Section 4.2.1: the whole learner of Theorem 4.8, its privacy and what users get."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import privlearn.papers.bbkn14.keyed_learner.efficient  # noqa: F401  declares what is checked here
from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.laws import Law
from privlearn.learners.points import PointPlan, RowCounts
from privlearn.learners.points.plans import root_below
from privlearn.learners.pseudorandom import AffineFamily, efficient_from_counts, efficient_point_learner
from privlearn.mechanisms import all_databases, audit_pure, labelled_rows, refutes_pure, replace_one
from privlearn.mechanisms.audit import PureAudit
from privlearn.mechanisms.starring import star_keep_probability


def printed_survival(ratio: Fraction) -> Fraction:
    """Return the probability of Lemma 4.4 that a row is no star, from ratio 4 to ``ratio``."""
    return star_keep_probability(ratio, 4)


TOY_ROOT = Fraction(9, 8)
TOYS = ((1, 1, 2, 1), (2, 2, 1, 2))  # (d, s, blocks, rows of a block); one test row


def toy_learner(survival, toy: tuple[int, int, int, int]) -> Callable[[Any], Law]:
    """Return the whole learner on tiny samples, blocks by position, stage accuracy 1/2."""
    bits, zeros, blocks, rows = toy
    plan = PointPlan(blocks=blocks, block_rows=rows, test_rows=1, root=TOY_ROOT, survive=survival(TOY_ROOT**2),
                     stage=Fraction(1, 2))

    def counts(part) -> RowCounts:
        return RowCounts(dict(Counter(row for row in part if row is not None)), len(part))

    def law(database) -> Law:
        parts = [counts(database[k * rows:(k + 1) * rows]) for k in range(blocks)]
        chosen = efficient_from_counts(parts, counts(database[blocks * rows:]), family=AffineFamily(bits, zeros),
                                       plan=plan)
        return chosen.map(lambda h: None if h is None else h.key)

    return law


@cache
def toy_audit(survival, toy: tuple[int, int, int, int]) -> PureAudit:
    """Return the audit of the whole learner over all databases in order."""
    databases = all_databases([None, *labelled_rows(2 ** toy[0])], toy[2] * toy[3] + 1)
    return audit_pure(toy_learner(survival, toy), databases, replace_one)


@check("BBKN14-4.8", grade="exhaustive",
       quantifier="e^epsilon = 81/64: all ordered databases with stars, all outcomes; T = 2, two blocks of one row "
                  "and a test row; T = 4, one block of two rows and a test row",
       says="{the worst ratio of two neighbours} is at most {e^epsilon}")
@sabotage("no stars: every row survives", lambda ratio: Fraction(1))
def the_whole_learner_has_the_promised_ratio(survival=printed_survival) -> Verdict:
    audits = ((toy, toy_audit(survival, toy)) for toy in TOYS)
    verdict = judge("<=", (((toy, *found.witness), found.exp_epsilon, TOY_ROOT**2) for toy, found in audits))
    return counted(verdict, sum(toy_audit(survival, toy).pairs for toy in TOYS)) if verdict.holds else verdict

def refutes_the_whole_learner_has_the_promised_ratio(survival, witness):
    toy, *pair_and_key = witness
    return refutes_pure(tuple(pair_and_key), toy_learner(survival, toy), TOY_ROOT**2)


SHARP = (4, 4, 1, 1)  # bias 1/16, an eighth of the stage accuracy: the least that privacy allows


@check("BBKN14-4.8", grade="exact",
       quantifier="e^epsilon = 81/64, T = 16, bias 1/16 = stage/8: all rows of one block, replaced or starred, all "
                  "keys: the worst ratio is (1 + 15/8 s)/(1 - s/8), s the rate of survival",
       says="{the worst ratio of a block} equals {(1 + 15/8 s)/(1 - s/8), s the rate of survival}")
@sabotage("four times the survival rate", lambda ratio: 4 * printed_survival(ratio))
@sabotage("one percent more rows survive", lambda ratio: printed_survival(ratio) * Fraction(101, 100))
def the_worst_ratio_of_a_block_is(survival=printed_survival) -> Verdict:
    rows = [((row, None),) for row in (None, *labelled_rows(16))]
    learner = toy_learner(survival, SHARP)
    found = audit_pure(lambda block: learner(block[0]), rows, replace_one)
    s = (TOY_ROOT**2 - 1) / (3 + Fraction(3, 4) * TOY_ROOT**2)
    verdict = judge("==", [(found.witness, found.exp_epsilon, (1 + Fraction(15, 8) * s) / (1 - s / 8))])
    return counted(verdict, found.pairs)

def refutes_the_worst_ratio_of_a_block_is(survival, left, right, key):
    table = AffineFamily(4, 4).table(key)
    s, chances = survival(TOY_ROOT**2), []
    for ((row, _),) in (left, right):  # given up: 1/16; else looked at with probability s/8, then a key through it
        seen = 16 * table[row[0]] if row is not None and row[1] else 1
        chances.append(1 - s / 8 + s / 8 * seen)
    known = Fraction(68, 1011)  # (81/64 - 1)/(3 + 3/4 81/64)
    return chances[0] / chances[1] != (1 + Fraction(15, 8) * known) / (1 - known / 8)


GOAL = (Fraction(9, 10), Fraction(2, 5), Fraction(1, 100))
TINY = PointPlan(blocks=2, block_rows=30, test_rows=3, root=root_below(GOAL[0]), survive=Fraction(9, 20),
                 stage=Fraction(1, 2))
SAMPLE: tuple[Any, ...] = (*[(9, 1)] * 28, (1, 0), None, *[(20, 1)] * 30, *[(9, 1)] * 3, *[(1, 1)] * 7)


@check("BBKN14-4.8", grade="exact",
       quantifier="seeds 0..49: 70 rows with a star over 32 points, a plan that reads 63 of them: the key and the "
                  "family that users get, against a sample of the law on the blocks cut by hand",
       says="the call returns the key and family that the law gives with the same seed")
@sabotage("the last rows are read, not the first",
          lambda rows, **given: efficient_point_learner(rows[::-1], **given))
@judged("==")
def what_users_call_is_the_law(learn=efficient_point_learner):
    for seed in range(50):
        yield seed, called(learn, seed), by_blocks(seed)


def called(learn, seed: int) -> tuple[Any, ...]:
    """Return the key that the learner gives, and the numbers of its family."""
    epsilon, alpha, beta = GOAL
    h = learn(SAMPLE, bits=5, epsilon=epsilon, alpha=alpha, beta=beta, rng=random.Random(seed), plan=TINY)
    return () if h is None else (h.key, h.family.bits, h.family.zeros, h.family.key_bits)


def by_blocks(seed: int) -> tuple[Any, ...]:
    """Return the same from the law on counts, for the family of 10-bit keys with bias 1/8 = stage/4."""
    parts = SAMPLE[:30], SAMPLE[30:60], SAMPLE[60:63]
    *blocks, test = (RowCounts(dict(Counter(row for row in part if row)), len(part)) for part in parts)
    h: Any = efficient_from_counts(blocks, test, family=AffineFamily(5, 3), plan=TINY).sample(random.Random(seed))
    return () if h is None else (h.key, 5, 3, 10)


def refutes_what_users_call_is_the_law(learn, seed):
    return called(learn, seed) != by_blocks(seed)
