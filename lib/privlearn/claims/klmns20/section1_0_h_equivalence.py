"""KLMNS20, Section 1: distribution learning, and the cycle through all four problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import comb, factorial, lcm, prod
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.laws import Law, choice, fold
from privlearn.learners.interior_point import (
    Level,
    TreeLogParameters,
    around_the_cut,
    block_answers,
    distribution_distance,
    empirical_tail,
    halves_labelled,
    interior_score,
    massart_bound,
    monotone_answers,
    point_from_answers,
    split_blocks,
    told_apart,
    tree_log_failure,
    tree_log_law,
)
from privlearn.learners.interior_point.reductions import counts
from privlearn.mechanisms import multiset_databases

PAGE = "thresholds/reductions"
SECTION = "1 Introduction"


claim("KLMNS20-1.equiv-dl", kind="proposition", section=SECTION, page=PAGE,
      title="Counts of a sample give a distribution in Kolmogorov distance, and the other way round",
      uses=("KLMNS20-1.1",),
      note="The inequality of Dvoretzky, Kiefer and Wolfowitz is cited; checked are its constants, on these "
           "distributions.")


@check("KLMNS20-1.equiv-dl", grade="exhaustive",
       quantifier="|X| = 4, n = 4: all multisets, all integer answers within 2 of the counts: the largest error after "
                  "and before", fingerprint=lambda repair: repair((2, 0, 3, 4), 4))
def monotone_answers_are_no_worse(repair=monotone_answers) -> Verdict:
    @cache
    def doubled(answers: tuple[int, ...]) -> tuple[Any, ...]:
        rising = repair(answers, 4)
        return tuple(int(2 * b) for b in rising) if sorted(rising) == list(rising) else (99,) * 4

    def cases() -> Iterator[Any]:
        for points in multiset_databases(range(4), 4):
            true = counts(points, 4)
            for shift in product(range(-2, 3), repeat=4):
                answers = tuple(map(int.__add__, true, shift))
                off = max(abs(a - 2 * b) for a, b in zip(doubled(answers), true, strict=True))
                yield (points, answers), off, 2 * max(map(abs, shift))

    return judge("<=", cases())


@monotone_answers_are_no_worse.verifier
def _(repair, witness):
    points, answers = witness
    rising, true = repair(answers, 4), [sum(x <= c for x in points) for c in range(4)]
    before = max(abs(a - b) for a, b in zip(answers, true, strict=True))
    return any(abs(a - b) > before for a, b in zip(rising, true, strict=True)) or sorted(rising) != list(rising)

monotone_answers_are_no_worse.sabotage("falls are skipped, rises added up",
    lambda answers, rows: tuple(accumulate([answers[0], *(max(0, b - a) for a, b in zip(
    answers, answers[1:], strict=False))])))


EIGHTH = Fraction(1, 8)
LISTED = ((EIGHTH,) * 8, (*(Fraction(1, 2**k) for k in range(1, 8)), Fraction(1, 128)),
          (Fraction(1, 2), 0, 0, 0, 0, 0, 0, Fraction(1, 2)), tuple(Fraction(k, 36) for k in range(1, 9)))


@cache
def distances(which: int, rows: int) -> dict[Fraction, Fraction]:
    """Return the law of the Kolmogorov distance by listing all samples as tuples of counts, in integers."""
    scale = lcm(*(Fraction(w).denominator for w in LISTED[which]))
    weights = [int(w * scale) for w in LISTED[which]]
    table: dict[int, int] = {}
    for picked in multiset_databases(range(8), rows):
        seen = [picked.count(x) for x in range(8)]
        ways = factorial(rows) // prod(map(factorial, seen))
        gaps = accumulate(scale * k - rows * w for k, w in zip(seen, weights, strict=True))
        far = max(map(abs, gaps))
        table[far] = table.get(far, 0) + ways * prod(w**k for k, w in zip(seen, weights, strict=True))
    return {Fraction(far, rows * scale): Fraction(mass, scale**rows) for far, mass in table.items()}


def tails(which: int, rows: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield every value r > 0 of the distance, the greatest first, with ``Pr[distance >= r]``."""
    total, table = Fraction(0), distances(which, rows)
    for far in sorted((far for far in table if far), reverse=True):
        total += table[far]
        yield far, total


@check("KLMNS20-1.equiv-dl", grade="certified",
       quantifier="four distributions on 8 points: n = 1..6, every value r of the distance, from all samples, and n = "
                  "40, r = 1/40, 4/40, ..., 19/40: Pr[distance >= r] against 2 e^(-2 n r^2)",
       reason="The exact probabilities are compared with brackets of the exponential.")
def samples_are_close(exponent: int = 2) -> Verdict:
    def cases() -> Iterator[Any]:
        for which, n in product(range(4), range(1, 7)):
            for r, tail in tails(which, n):
                yield (which, n, r), tail, massart_bound(n, r, exponent)
        for which, k in product(range(4), range(1, 20, 3)):
            yield (which, 40, Fraction(k, 40)), large_tail(which, k), massart_bound(40, Fraction(k, 40), exponent)

    return judge("<=", cases())


@cache
def large_tail(which: int, k: int) -> Fraction:
    """Return the tail at ``k/40`` for 40 rows."""
    return empirical_tail(LISTED[which], 40, Fraction(k, 40))


@samples_are_close.verifier
def _(exponent, witness):
    which, n, r = witness
    table = distances(which, n) if n < 9 else {r: large_tail(which, int(r * n))}
    tail = sum(mass for far, mass in table.items() if far >= r)
    power = sum(((exponent * n * r**2) ** j / factorial(j) for j in range(40)), Fraction(0))  # at most e^(...)
    return tail * power > 2

samples_are_close.sabotage("3 instead of 2 in the exponent", 3)


@check("KLMNS20-1.equiv-dl", grade="exact",
       quantifier="four distributions on 8 points, n = 1..5, every value r of the distance: by passing along the "
                  "points, and by listing all samples", fingerprint=lambda tail: tail(LISTED[2], 2, Fraction(1, 2)))
def tail_is_that_of_all_samples(tail=empirical_tail) -> Verdict:
    def cases() -> Iterator[Any]:
        for which, n in product(range(4), range(1, 6)):
            for r, mass in tails(which, n):
                yield (which, n, r), tail(LISTED[which], n, r), mass

    return judge("==", cases())


@tail_is_that_of_all_samples.verifier
def _(tail, witness):
    which, n, r = witness
    weights, total = LISTED[which], Fraction(0)
    for drawn in product(range(8), repeat=n):
        gaps = [Fraction(sum(x <= c for x in drawn), n) - sum(weights[:c + 1]) for c in range(8)]
        if max(map(abs, gaps)) >= r:
            total += prod((Fraction(weights[x]) for x in drawn), start=Fraction(1))
    return tail(weights, n, r) != total

tail_is_that_of_all_samples.sabotage(
    "more than r instead of at least r", lambda weights, rows, r: empirical_tail(weights, rows, r + Fraction(1, 10**9)))


def scaled(weights: Any, rows: int) -> tuple[Any, ...]:
    """Return the answers of a distribution, n times its distribution function."""
    return tuple(rows * total for total in accumulate(weights))


@check("KLMNS20-1.equiv-dl", grade="exhaustive",
       quantifier="|X| = 4, n = 1..4: all multisets, all distributions with denominator 5: the largest error of the "
                  "answers n H(c) is n times the distance of H from the empirical distribution",
       fingerprint=lambda answers: answers([Fraction(1, 5)] * 5, 4))
def a_close_distribution_answers_all_counts(answers=scaled) -> Verdict:
    shares = [tuple(Fraction(picked.count(x), 5) for x in range(4)) for picked in multiset_databases(range(4), 5)]

    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            for points in multiset_databases(range(4), n):
                true, own = counts(points, 4), tuple(Fraction(points.count(x), n) for x in range(4))
                for share in shares:
                    off = max(abs(a - b) for a, b in zip(answers(share, n), true, strict=True))
                    yield (points, share), off, n * distribution_distance(share, own)

    return judge("==", cases())


@a_close_distribution_answers_all_counts.verifier
def _(answers, witness):
    points, share = witness
    n, said = len(points), answers(share, len(points))
    gaps = [sum(share[:c + 1]) - Fraction(sum(x <= c for x in points), n) for c in range(4)]
    return max(abs(said[c] - sum(x <= c for x in points)) for c in range(4)) != n * max(map(abs, gaps))

a_close_distribution_answers_all_counts.sabotage(
    "answers rounded down", lambda share, rows: tuple(int(answer) for answer in scaled(share, rows)))


claim("KLMNS20-1.equiv", kind="theorem", section=SECTION, page=PAGE,
      title="Four equivalent problems: interior points, thresholds, distributions, counts (cited)",
      uses=("KLMNS20-1.red-learn-to-ipp", "KLMNS20-1.red-ipp-to-learn", "KLMNS20-1.equiv-qr-ipp",
            "KLMNS20-1.equiv-ipp-qr", "KLMNS20-1.equiv-dl", "KLMNS20-alg1", "KLMNS20-3.8"),
      note="Cited in the paper. Checked is the accuracy of every reduction, here along two cycles and by itself in the "
           "claims it uses; privacy of each reduction is by the number of records that change, with a constant factor.")


def back_from_answers(z: Any, rows: int, size: int, rule: Callable) -> int:
    """Go from points of the blocks to answers, a distribution, its answers, and an interior point."""
    rising = monotone_answers(block_answers(z, rows, size), rows)
    weights = [Fraction(b - a, rows) for a, b in zip([Fraction(0), *rising], rising, strict=False)]
    return rule(scaled(weights, rows), rows)


def last_small_answer(answers: Any, rows: int) -> int:
    """Return the last c whose answer is below ``rows/2``: the predecessor of the right one."""
    return max((c for c, answer in enumerate(answers) if 2 * answer < rows), default=0)


@check("KLMNS20-1.equiv", grade="exhaustive",
       quantifier="|X| = 4, (n, K) = (4, 2), (6, 3), (8, 4): all multisets, all interior points of the blocks: n/2 - "
                  "(n/K - 1) against the score after interior points, counts, a distribution, counts, an interior "
                  "point",
       fingerprint=lambda rule: rule((0, 4, 4, 4), 4))
def cycle_of_counts_returns_a_central_point(rule=point_from_answers) -> Verdict:
    def cases() -> Iterator[Any]:
        for n, blocks in ((4, 2), (6, 3), (8, 4)):
            back = cache(lambda z, n=n: back_from_answers(z, n, 4, rule))
            for points in multiset_databases(range(4), n):
                for z in product(*(range(block[0], block[-1] + 1) for block in split_blocks(points, blocks))):
                    yield (blocks, points, z), Fraction(n, 2) - n // blocks + 1, interior_score(back(z), points)

    return judge("<=", cases())


@cycle_of_counts_returns_a_central_point.verifier
def _(rule, witness):
    blocks, points, z = witness
    n, size = len(points), len(points) // blocks
    legal = all(points[k * size] <= z[k] <= points[(k + 1) * size - 1] for k in range(blocks))
    c = rule([size * sum(chosen <= c for chosen in z) for c in range(4)], n)
    return legal and min(sum(x <= c for x in points), sum(x >= c for x in points)) < Fraction(n, 2) - size + 1

cycle_of_counts_returns_a_central_point.sabotage("the last point whose answer is below n/2", last_small_answer)


@check("KLMNS20-1.equiv", grade="exhaustive",
       quantifier="|X| = 3, n = 2..6, all m up to floor(n/2), all multisets S: labelled halves, cuts around, any "
                  "interior point of these; left: answers outside S",
       fingerprint=lambda most: [most(n) for n in range(2, 7)])
def cycle_of_labels_returns_an_interior_point(most=lambda n: n // 2) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(2, 7):
            for points in multiset_databases(range(3), n):
                rows = halves_labelled(told_apart(points))
                for m in range(1, most(n) + 1):
                    built = around_the_cut(rows, 3 * n, m)
                    for cut in range(built[0], built[-1] + 1):
                        yield (points, m, cut), points[0] <= cut // n <= points[-1], True

    return judge("==", cases())


@cycle_of_labels_returns_an_interior_point.verifier
def _(most, witness):
    points, m, cut = witness
    n = len(points)
    fine = [n * x + points[:k].count(x) for k, x in enumerate(points)]
    ends = [-1] * m + fine[:n // 2], [x - 1 for x in fine[n // 2:]] + [3 * n - 1] * m
    return m <= most(n) and ends[0][-m] <= cut <= ends[1][m - 1] and not points[0] <= cut // n <= points[-1]

cycle_of_labels_returns_an_interior_point.sabotage(
    "one more cut of each label than there are records of it", lambda n: n // 2 + 1)


PARAMETERS = TreeLogParameters((Level(16, 16, 2, 16, 1, 4),), 16)
BLOCK, BLOCKS = 10, 5
FAMILIES = {"constant": (5,) * 50, "two neighbours": (3,) * 26 + (4,) * 24, "one apart": (2,) * 49 + (7,),
            "ends and middle": (0,) * 17 + (3,) * 16 + (7,) * 17, "spread": tuple(sorted(k % 8 for k in range(50)))}


@cache
def block_law(block: tuple[int, ...]) -> Law:
    """Return TreeLog's law on one block of points of ``0..7``, None as the point 0."""
    return choice(tree_log_law(block, 3, PARAMETERS).map(lambda x: 0 if x is None else x).exact())


@cache
def representatives(points: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """Return the exact law of the sorted points of all blocks."""
    return fold((), split_blocks(points, BLOCKS), lambda state, block: block_law(block).map(
        lambda z: tuple(sorted((*state, z))))).exact()


def three_of_five_fail() -> Fraction:
    """Return how likely three of five blocks fail, at most: the third smallest of their points is then all there is."""
    p = tree_log_failure(3, BLOCK, PARAMETERS)
    return sum((comb(BLOCKS, k) * p**k * (1 - p) ** (BLOCKS - k) for k in range(3, BLOCKS + 1)), Fraction(0))


@check("KLMNS20-1.equiv", grade="exact",
       quantifier="five databases of 50 rows on 8 points, K = 5, TreeLog with one level in each block: exact "
                  "probability that the cycle of counts ends outside the database, against that of three failures "
                  "among five blocks by the bound of Lemma 3.8",
       reason="The exact law in place of 500 runs; a large epsilon, 16 = e^epsilon in every step, makes 10 rows in a "
              "block enough.",
       fingerprint=lambda rule: rule((0, 4, 4, 4), 4))
def cycle_with_tree_log_seldom_fails(rule=point_from_answers) -> Verdict:
    def cases() -> Iterator[Any]:
        back = cache(lambda z: back_from_answers(z, BLOCK * BLOCKS, 8, rule))
        for name, points in FAMILIES.items():
            outside = [p for z, p in representatives(points).items() if not points[0] <= back(z) <= points[-1]]
            yield name, sum(outside, Fraction(0)), three_of_five_fail()

    return judge("<=", cases())


@cycle_with_tree_log_seldom_fails.verifier
def _(rule, witness):
    points, outside = FAMILIES[witness], Fraction(0)
    for z, probability in representatives(points).items():
        c = rule([BLOCK * sum(chosen <= c for chosen in z) for c in range(8)], len(points))
        outside += probability * (c < min(points) or c > max(points))
    return outside > three_of_five_fail()

cycle_with_tree_log_seldom_fails.sabotage("the last point whose answer is below n/2", last_small_answer)


@check("KLMNS20-1.equiv", grade="exact",
       quantifier="the same five databases, block by block: exact probability that TreeLog's point lies outside its "
                  "block, against the proved bound of Lemma 3.8",
       fingerprint=lambda bound: bound(3, BLOCK, PARAMETERS))
def blocks_fail_at_most_as_proved(bound=tree_log_failure) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, points in FAMILIES.items():
            for k, block in enumerate(split_blocks(points, BLOCKS)):
                law = tree_log_law(block, 3, PARAMETERS).exact()
                missed = sum(p for x, p in law.items() if x is None or not block[0] <= x <= block[-1])
                yield (name, k), missed, bound(3, BLOCK, PARAMETERS)

    return judge("<=", cases())


@blocks_fail_at_most_as_proved.verifier
def _(bound, witness):
    name, k = witness
    block = sorted(FAMILIES[name])[BLOCK * k:BLOCK * (k + 1)]
    law = tree_log_law(tuple(block), 3, PARAMETERS).exact()
    return 1 - sum(p for x, p in law.items() if x in range(block[0], block[-1] + 1)) > bound(3, BLOCK, PARAMETERS)

blocks_fail_at_most_as_proved.sabotage(
    "a hundredth of the bound", lambda *arguments: tree_log_failure(*arguments) / 100)
