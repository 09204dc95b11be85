"""BBKN14, Section 4.2: what users of Claim 4.5 run, its coins, its counts and its plans, is what the law says."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from operator import itemgetter
from typing import Any

import numpy as np

import privlearn.papers.bbkn14.stars_and_boosting.whole_learner  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact.fractions import HALF, HUNDREDTH, THIRD
from privlearn.learners.points import PointPlan, frugal_plan, lazily_flipped, private_point_learner, row_counts
from privlearn.learners.points.boosted import boosted_from_counts, private_plan
from privlearn.learners.points.counts import RowCounts, draw_counts, power_coin
from privlearn.learners.points.lazy import coins
from privlearn.learners.points.plans import root_below
from privlearn.papers.bbkn14.stars_and_boosting.instances import SAMPLES

WORD = 1 << 64


class Scripted(random.Random):
    """A generator that gives the 64-bit words of a script, then 0, and the ``last`` of fewer than 2^64 choices."""

    def __init__(self, *words: int, last: int = 0):
        super().__init__(0)
        self._words, self._last = list(words), last

    def randrange(self, bound: Any, *_: Any) -> int:
        """Return the next word, or the choice."""
        return self._last if bound < WORD else self._words.pop(0) if self._words else 0

    def randbytes(self, n: int) -> bytes:
        """Return the next words, byte by byte."""
        return b"".join(self.randrange(WORD).to_bytes(8, "big") for _ in range(n // 8))


POWERS = ((THIRD, 2), (Fraction(2, 3), 5), (HALF, 3), (Fraction(63, 64), 40), (Fraction(999, 1000), 1000))


@check("BBKN14-4.5", grade="exact",
       quantifier="(1/3)^2, (2/3)^5, (1/2)^3, (63/64)^40, 0.999^1000: random words on both sides of the power, in the "
                  "first, second and third 64 bits: 1 just where the number they write is below it",
       says="the coin shows 1 exactly where the random words write a number below the power")
@sabotage("a bias of 2^-60", lambda base, n: power_coin(base + Fraction(1, 1 << 60), n))
@judged("==")
def the_coin_for_rows_that_are_missed(coin=power_coin):
    for base, n in POWERS:
        for length, k in product((1, 2, 3), (-1, 0, 1)):
            number = int(base**n * WORD**length) + k
            words = [number // WORD ** (length - 1 - i) % WORD for i in range(length)]
            below = Fraction(number, WORD**length) < base**n
            yield (base, n, number, length), coin(base, n).sample(Scripted(*words)), int(below)

def refutes_the_coin_for_rows_that_are_missed(coin, base, n, number, length):
    words = list(number.to_bytes(8 * length, "big"))
    script = [sum(byte << 8 * (7 - i) for i, byte in enumerate(words[k:k + 8])) for k in range(0, 8 * length, 8)]
    below = number * base.denominator**n < base.numerator**n * WORD**length
    return coin(base, n).sample(Scripted(*script)) != below


RATES = (Fraction(1, 8), THIRD, Fraction(2, 5), Fraction(3, 64), Fraction(1, 1000))


@check("BBKN14-4.5", grade="exact",
       quantifier="rates 1/8, 1/3, 2/5, 3/64, 1/1000: the words around the rate, with all choices in the case of a "
                  "tie, so that the probability is exact; and a lazy hypothesis asked (1, 1, 0, 2) with such words",
       says="words below the rate give 1 and words above it 0, and ties are settled so that the rate is exact")
@sabotage("ties count as 0", lambda rate, n, rng: [int(rng.randrange(WORD) < int(rate * WORD)) for _ in range(n)])
@sabotage("one word too many", lambda rate, n, rng: coins(rate + Fraction(1, WORD), n, rng))
@judged("==")
def the_coins_that_flip_values(toss=coins):
    for rate in RATES:
        cut, rest = divmod(rate.numerator * WORD, rate.denominator)
        yield (rate, "sides"), toss(rate, 3, Scripted(cut - 1, cut + 1, 0)), [1, 0, 1]
        tied = [toss(rate, 1, Scripted(cut, last=v))[0] for v in range(rate.denominator)]
        yield (rate, "ties"), (sum(tied), sorted(tied)), (rest, tied[::-1])
        lazy: Any = lazily_flipped(1, size=4, rate=rate).sample(Scripted(cut - 1, cut + 1, 0, cut + 1))
        yield (rate, "lazy"), [lazy[x] for x in (1, 1, 0, 2)], [0, 0, 0, 1]

def refutes_the_coins_that_flip_values(toss, rate, which):
    cut = rate.numerator * WORD // rate.denominator
    if which == "ties":
        ones = sum(sum(toss(rate, 1, Scripted(cut, last=v))) for v in range(rate.denominator))
        return (cut + Fraction(ones, rate.denominator)) / WORD != rate
    return [toss(rate, 1, Scripted(word)) for word in (cut - 1, cut + 1)] != [[1], [0]]


@check("BBKN14-4.5", grade="exhaustive",
       quantifier="all multisets of at most 4 rows over 2 points and 3 rows over 3 points, as lists, and those without "
                  "stars as arrays, of all rows and of the rows beside a label 1",
       says="every labelled row is counted as often as it occurs, and stars only as rows")
@sabotage("stars are rows labelled 0", lambda rows, size, **kinds: row_counts(
    [(0, 0) if row is None else row for row in rows] if isinstance(rows, tuple) else rows, size, **kinds))
@sabotage("the points labelled 0 alone", lambda rows, size, **kinds: row_counts(
    [row for row in rows if row is not None and not row[1]], size))
@judged("==")
def rows_are_counted(counts=row_counts):
    for size, rows in SAMPLES:
        tally = Counter(row for row in rows if row is not None)
        yield (size, rows, "list"), counts(rows, size), RowCounts(dict(tally), len(rows))
        if rows and None not in rows:
            table = np.array(rows)
            yield (size, rows, "array"), counts(table, size), RowCounts(dict(tally), len(rows))
            read = {(x, y): n for (x, y), n in tally.items() if tally[x, 1]}
            yield (size, rows, "read"), counts(table, size, beside_ones=True), RowCounts(read, len(rows))

def refutes_rows_are_counted(counts, size, rows, kind):
    found = counts(rows, size) if kind == "list" else counts(np.array(rows), size, beside_ones=kind == "read")
    return found.rows != len(rows) or any(
        found.labelled.get((x, y), 0) != rows.count((x, y)) * (kind != "read" or (x, 1) in rows)
        for x in range(size) for y in (0, 1))


GOAL = (Fraction(9, 10), Fraction(2, 5), HUNDREDTH)
FINE = Fraction(1, 1 << 50)


def plans() -> list[tuple[PointPlan, bool]]:
    """Return plans at the edge of being private for epsilon = 9/10, and whether they are."""
    plan, root = frugal_plan(*GOAL), root_below(GOAL[0])
    return [(replace(plan, root=root + up * FINE, survive=((root + up * FINE) ** 2 - 1) / 3 + more * FINE), good)
            for up, more, good in ((0, 0, True), (-1, 0, True), (0, -1, True), (0, 1, False), (1, 0, False),
                                   (1, -1, False), (-1, 1, False))]


@check("BBKN14-4.5", grade="exact",
       quantifier="epsilon = 9/10; root and survival at the largest private values, 2^-50 below and above: a plan that "
                  "somebody gives is taken as it is or refused",
       says="a plan is taken exactly where it is private for the given epsilon")
@sabotage("every plan is taken", lambda plan, *goal: plan)
@sabotage("survival is not looked at",
          lambda plan, *goal: private_plan(replace(plan, survive=Fraction(0)), *goal) and plan)
def a_less_private_plan_is_refused(taken=private_plan):
    return judge_plans(taken)


def accepts(taken, plan: PointPlan) -> bool:
    """Tell whether a plan is taken, as it is; a refusal is a ``ValueError``."""
    try:
        return bool(taken(plan, *GOAL) == plan)
    except ValueError:
        return False


@judged("==")
def judge_plans(taken):
    for k, (plan, good) in enumerate(plans()):
        yield k, accepts(taken, plan), good

def refutes_a_less_private_plan_is_refused(taken, k):
    plan, _ = plans()[k]
    private = plan.root <= root_below(GOAL[0]) and 1 + 3 * plan.survive <= plan.root**2
    return accepts(taken, plan) != private


TINY = PointPlan(blocks=2, block_rows=30, test_rows=3, root=root_below(GOAL[0]), survive=HALF * 9 / 10, stage=HALF)
ROWS: tuple[Any, ...] = (*[(0, 1)] * 28, (1, 0), None, *[(2, 1)] * 30, *[(0, 1)] * 3, *[(1, 1)] * 7)
LONG = tuple((7 if k % 3 else k % 64, int(k % 3 > 0 or k % 64 == 7)) for k in range(2019))


@check("BBKN14-4.5", grade="exact",
       quantifier="seeds 0..39: 70 rows with a star over 3 points, a plan that reads 63; seeds 0..3: 2019 rows over 64 "
                  "points as a list and as an array, epsilon = 9/10, alpha = 2/5, beta = 1/100, no plan given: the "
                  "labels of all points against a sample of the law on the blocks cut by hand",
       says="the call returns the plan and labels that the law gives with the same seed")
@sabotage("the last rows are read, not the first",
          lambda rows, **given: private_point_learner(tuple(rows)[::-1], **given))
@judged("==")
def what_users_call_is_the_law(learn=private_point_learner):
    for kind, seed in [("tiny", k) for k in range(40)] + list(product(("list", "array"), range(4))):
        yield (kind, seed), labels(learn, kind, seed), by_blocks(kind, seed)


def labels(learn, kind: str, seed: int) -> tuple[PointPlan, list[int]]:
    """Return the plan and the labels that the learner gives."""
    goal, rng = {"epsilon": GOAL[0], "alpha": GOAL[1], "beta": GOAL[2]}, random.Random(seed)
    if kind == "tiny":
        result = learn(ROWS, size=3, rng=rng, plan=TINY, **goal)
        return result.plan, result.predict(range(3)).tolist()
    result = learn(np.array(LONG) if kind == "array" else LONG, size=64, rng=rng, **goal)
    return result.plan, result.predict(range(64)).tolist()


def by_blocks(kind: str, seed: int) -> tuple[PointPlan, list[int]]:
    """Return the plan and labels from the law of the learner on counts, the blocks cut one after the other."""
    size, rows, plan = (3, ROWS, TINY) if kind == "tiny" else (64, LONG, frugal_plan(*GOAL))
    parts = [rows[k * plan.block_rows:(k + 1) * plan.block_rows] for k in range(plan.blocks)]
    last = rows[plan.blocks * plan.block_rows:][:plan.test_rows]
    order = itemgetter(1, 0) if kind == "array" else lambda row: 0  # in which test points are asked
    counts = [RowCounts(dict(Counter(sorted((row for row in part if row), key=order))), len(part))
              for part in (*parts, last)]
    h: Any = boosted_from_counts(counts[:-1], counts[-1], size=size, plan=plan).sample(random.Random(seed))
    return plan, [0] * size if h is None else [h[x] for x in range(size)]


def refutes_what_users_call_is_the_law(learn, witness):
    return labels(learn, *witness) != by_blocks(*witness)


class Dealt:
    """A generator whose multinomial counts are given; it keeps what it was asked for."""

    def __init__(self, *counts: int):
        self._counts = counts
        self.asked: tuple[int, tuple[Fraction, ...]] = 0, ()

    def multinomial(self, rows: int, chances: Any) -> Any:
        """Return the given counts."""
        self.asked = rows, tuple(map(Fraction, chances))
        return np.array(self._counts)


DEALT = (((3, 0, 2), (Fraction(1, 4), HALF, Fraction(1, 4))), ((0, 0, 0), (THIRD, THIRD, THIRD)),
         ((0, 0, 7), (Fraction(0), Fraction(1, 8), Fraction(7, 8))))
CELLS = ((5, 1), (0, 0), (5, 0))


def dealt(draw: Any, counts: tuple[int, ...], weights: tuple[Fraction, ...]) -> tuple[Any, Any]:
    """Return the counts that are drawn, and what the generator was asked for."""
    source = Dealt(*counts)
    return draw(dict(zip(CELLS, weights, strict=True)), sum(counts), source), source.asked


@check("BBKN14-4.5", grade="exact",
       quantifier="three laws on three labelled rows, one of them with a row of mass 0, and counts of 0 to 7 rows",
       says="a drawn sample has the counts that its law's cells got, rows that did not occur left out")
@sabotage("the counts in another order than the rows", lambda law, rows, rng: RowCounts({
    row: n for row, n in zip(law, rng.multinomial(rows, [float(p) for p in law.values()]).tolist()[::-1], strict=True)
    if n}, rows))
@sabotage("every row equally likely", lambda law, rows, rng: draw_counts(
    {row: Fraction(1, len(law)) for row in law}, rows, rng))
@judged("==")
def samples_are_drawn_by_their_counts(draw=draw_counts):
    for counts, weights in DEALT:
        tally = {cell: count for cell, count in zip(CELLS, counts, strict=True) if count}
        yield ((counts, weights), dealt(draw, counts, weights), (
            RowCounts(tally, sum(counts)), (sum(counts), tuple(Fraction(float(p)) for p in weights))))

def refutes_samples_are_drawn_by_their_counts(draw, witness):
    found, (rows, chances) = dealt(draw, *witness)
    counts, weights = witness
    return (sum(found.labelled.values()) != sum(counts) or 0 in found.labelled.values() or rows != sum(counts)
            or any(abs(p - q) > FINE for p, q in zip(chances, weights, strict=True))
            or any(found.labelled.get(cell, 0) != count for cell, count in zip(CELLS, counts, strict=True)))
