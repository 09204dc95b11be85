"""KLMNS20, Section 1: learning a distribution is answering all counts; the cycle through all four problems."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import comb, factorial, lcm, prod
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula, ln, sqrt
from privlearn.exact.fractions import EIGHTH
from privlearn.laws import Law, choice, fold
from privlearn.learners.interior_point import block_answers, interior_score, point_from_answers
from privlearn.learners.interior_point.counting_queries import (counts, distribution_distance, monotone_answers,
                                                                split_blocks)
from privlearn.learners.interior_point.reductions import around_the_cut, halves_labelled, told_apart
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_failure, tree_log_law
from privlearn.learning import empirical_tail, massart_bound
from privlearn.mechanisms import multiset_databases
from privlearn.mechanisms.draws import draws_delta, draws_ratio
from privlearn.papers.klmns20.reductions import claim
from privlearn.papers.klmns20.reductions.instances import last_small_answer, scaled

COIN = "a coin has a lighter tail; the 2 is that of continuous distributions as n grows"


@formula("at most", where=("0 < beta < 1",), tex={"rows": "n"},
         loose={"0 < beta < 1": "no probability is above 1", "2": COIN, "2 / beta": COIN},
         corners={"alpha": (Fraction(0), Fraction(1, 20)), "rows": (40, 400),
                  "beta": (Fraction(1, 10), Fraction(1, 10**10), Fraction(1, 10**30), Fraction(2))})
def learned_distance(alpha: Value, rows: int, beta: Value) -> Value:
    """Return how far the distribution learned from answers within ``alpha rows`` may be, but with probability beta."""
    return alpha + sqrt(1 / (2 * rows) * ln(2 / beta))


claim("KLMNS20-1.equiv-dl", kind="proposition",
      title="Counts of a sample give a distribution in Kolmogorov distance, and the other way round",
      uses=("KLMNS20-1.1", "BBKN14-7.queries"),
      note="The inequality of Dvoretzky, Kiefer and Wolfowitz is cited; checked "
           "are its constants, on these distributions.", formulas=(learned_distance,))


def is_distribution_function(values, rows: int) -> bool:
    """Return whether values over ``rows`` are those of a distribution function at the points, the last point's 1."""
    return min(values) >= 0 and sorted(values) == list(values) and values[-1] == rows


def last_answer_kept(answers, rows: int) -> tuple[Fraction, ...]:
    """Return the monotone answers without the one at the last point being set to ``rows``."""
    return monotone_answers((*answers, rows), rows)[:-1]


@check("KLMNS20-1.equiv-dl", grade="exhaustive",
       quantifier="|X| = 4, n = 4: all multisets, all integer answers within 2 of the counts: the largest error "
                  "after and before, and whether they rise from at least 0 to n at the last point",
       says="{twice the largest error of the monotone answers} is at most {twice the largest error of the answers "
            "given}")
@sabotage("falls are skipped, rises added up",
          lambda answers, rows: tuple(accumulate([answers[0], *(max(0, b - a) for a, b in zip(
              answers, answers[1:], strict=False))])))
@sabotage("the answer at the last point is not set to n", last_answer_kept)
@judged("<=")
def monotone_answers_are_no_worse(repair=monotone_answers):
    @cache
    def doubled(answers: tuple[int, ...]) -> tuple[Any, ...]:
        rising = repair(answers, 4)
        return tuple(int(2 * b) for b in rising) if is_distribution_function(rising, 4) else (99,) * 4
    for points in multiset_databases(range(4), 4):
        true = counts(points, 4)
        for shift in product(range(-2, 3), repeat=4):
            answers = tuple(map(int.__add__, true, shift))
            off = max(abs(a - 2 * b) for a, b in zip(doubled(answers), true, strict=True))
            yield (points, answers), off, 2 * max(map(abs, shift))

def refutes_monotone_answers_are_no_worse(repair, points, answers):
    rising, true = repair(answers, 4), [sum(x <= c for x in points) for c in range(4)]
    before = max(abs(a - b) for a, b in zip(answers, true, strict=True))
    steps = [b - a for a, b in zip((0, *rising), rising, strict=False)]
    return min(steps) < 0 or sum(steps) != 4 or any(abs(a - b) > before for a, b in zip(rising, true, strict=True))


LEARNED = tuple(tuple(Fraction(k, unit) for k in parts) for unit, parts in (
    (2, (1, 0, 1)), (3, (1, 1, 1)), (4, (1, 2, 1)), (6, (1, 2, 3)), (5, (0, 1, 4))))


def samples_with_a_far_answer(repair, which: int, rows: int, error: int, far: Fraction) -> Fraction:
    """Return how likely a sample has answers within ``error`` whose distribution is no such, or further than ``far``.

    Every sample of the points is listed, and for each of them all integer answers within ``error`` of its counts.
    """
    law, bad = LEARNED[which], Fraction(0)
    aim = [rows * total for total in accumulate(law)]
    for sample in multiset_databases(range(3), rows):
        near = product(*(range(count - error, count + error + 1) for count in counts(sample, 3)))
        found = map(cache(lambda answers: repair(answers, rows)), near)
        if any(not is_distribution_function(values, rows)
               or max(abs(a - b) for a, b in zip(values, aim, strict=True)) > rows * far for values in found):
            seen = [sample.count(x) for x in range(3)]
            bad += factorial(rows) // prod(map(factorial, seen)) * prod(w**k for w, k in zip(law, seen, strict=True))
    return bad


@check("KLMNS20-1.equiv-dl", grade="certified",
       quantifier="five distributions on three points, n = 2..5, all samples, all integer answers within 0 or 1 of "
                  "their counts; r = 1/4, 1/3, 1/2, 5/8: the probability that some of these answers give no "
                  "distribution or one further than error/n + r, against 2 e^(-2 n r^2)",
       says="{the probability of a sample whose answers may lead further than alpha + r} is at most {2 e^(-2 n r^2)}")
@sabotage("the answer at the last point is not set to n", last_answer_kept)
@sabotage("all or nothing: the first answer of half the rows is made n", lambda answers, rows: tuple(
    rows * (2 * top >= rows) for top in accumulate((*answers[:-1], rows), max)))
@judged("<=")
def learned_distributions_are_close(repair=monotone_answers):
    for which, n, error in product(range(len(LEARNED)), range(2, 6), (0, 1)):
        for r in (Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(5, 8)):
            bad = samples_with_a_far_answer(repair, which, n, error, Fraction(error, n) + r)
            yield (which, n, error, r), bad, massart_bound(n, r)

def refutes_learned_distributions_are_close(repair, which, n, error, r):
    law, bad = LEARNED[which], Fraction(0)
    for drawn in product(range(3), repeat=n):
        true = [sum(x <= c for x in drawn) for c in range(3)]
        for shift in product((-error, 0, error), repeat=3):
            found = repair([a + b for a, b in zip(true, shift, strict=True)], n)
            steps = [b - a for a, b in zip((0, *found), found, strict=False)]
            gaps = [Fraction(found[c], n) - sum(law[:c + 1]) for c in range(3)]
            if min(steps) < 0 or sum(steps) != n or max(map(abs, gaps)) > Fraction(error, n) + r:
                bad += prod(law[x] for x in drawn)
                break
    power = sum(((2 * n * r**2) ** j / factorial(j) for j in range(40)), Fraction(0))  # at most e^(2 n r^2)
    return bad * power > 2


@check("KLMNS20-1.equiv-dl", grade="certified",
       quantifier="a fair coin, n = 40, 400 tosses, alpha = 0, 1/20, beta = 1/10, 10^-10, 10^-30: the probability that "
                  "the true count, or one off by alpha n, leads further than stated",
       says="{the probability of a distribution further away} is at most {beta}")
@judged("<=")
def a_learned_coin_is_close(most=learned_distance):
    for alpha, n, beta in most.instances():
        far = as_bracket(most(alpha, n, beta)).upper
        off = [max(abs(monotone_answers((heads + shift, n), n)[0] / n - Fraction(1, 2))
                   for shift in (-alpha * n, 0, alpha * n)) for heads in range(n + 1)]
        yield (alpha, n, beta), Fraction(sum(comb(n, k) for k in range(n + 1) if off[k] > far), 2**n), beta

def refutes_a_learned_coin_is_close(most, alpha, n, beta):
    far = as_bracket(most(alpha, n, beta)).upper
    missed = (heads for heads in range(n + 1) if min(abs(Fraction(heads, n) - Fraction(1, 2)) + alpha, 1 / 2) > far)
    return sum(factorial(n) // factorial(k) // factorial(n - k) for k in missed) > beta * 2**n


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
       quantifier="four distributions on 8 points: n = 1..6, every value r of the distance, from all samples, and n "
                  "= 40, r = 1/40, 4/40, ..., 19/40: Pr[distance >= r] against 2 e^(-2 n r^2)",
       says="{Pr[distance >= r]} is at most {2 e^(-2 n r^2)}",
       reason="The exact probabilities are compared with brackets of the exponential.")
@sabotage("3 instead of 2 in the exponent", 3)
@judged("<=")
def samples_are_close(exponent: int = 2):
    for which, n in product(range(4), range(1, 7)):
        for r, tail in tails(which, n):
            yield (which, n, r), tail, massart_bound(n, r, exponent)
    for which, k in product(range(4), range(1, 20, 3)):
        yield (which, 40, Fraction(k, 40)), large_tail(which, k), massart_bound(40, Fraction(k, 40), exponent)


@cache
def large_tail(which: int, k: int) -> Fraction:
    """Return the tail at ``k/40`` for 40 rows."""
    return empirical_tail(LISTED[which], 40, Fraction(k, 40))


def refutes_samples_are_close(exponent, which, n, r):
    table = distances(which, n) if n < 9 else {r: large_tail(which, int(r * n))}
    tail = sum(mass for far, mass in table.items() if far >= r)
    power = sum(((exponent * n * r**2) ** j / factorial(j) for j in range(40)), Fraction(0))  # at most e^(...)
    return tail * power > 2


@check("KLMNS20-1.equiv-dl", grade="exact",
       quantifier="four distributions on 8 points, n = 1..5, every value r of the distance: by passing along the "
                  "points, and by listing all samples",
       says="{Pr[distance >= r], passing along the points} equals {Pr[distance >= r], over all samples}")
@sabotage("more than r instead of at least r",
          lambda weights, rows, r: empirical_tail(weights, rows, r + Fraction(1, 10**9)))
@judged("==")
def tail_is_that_of_all_samples(tail=empirical_tail):
    for which, n in product(range(4), range(1, 6)):
        for r, mass in tails(which, n):
            yield (which, n, r), tail(LISTED[which], n, r), mass

def refutes_tail_is_that_of_all_samples(tail, which, n, r):
    weights, total = LISTED[which], Fraction(0)
    for drawn in product(range(8), repeat=n):
        gaps = [Fraction(sum(x <= c for x in drawn), n) - sum(weights[:c + 1]) for c in range(8)]
        if max(map(abs, gaps)) >= r:
            total += prod((Fraction(weights[x]) for x in drawn), start=Fraction(1))
    return tail(weights, n, r) != total


@check("KLMNS20-1.equiv-dl", grade="exhaustive",
       quantifier="|X| = 4, n = 1..4: all multisets, all distributions with denominator 5: the largest error of the "
                  "answers n H(c) is n times the distance of H from the empirical distribution",
       says="{the largest error of the answers n H(c)} equals {n times the distance of H from the sample}")
@sabotage("answers rounded down", lambda share, rows: tuple(int(answer) for answer in scaled(share, rows)))
@judged("==")
def a_close_distribution_answers_all_counts(answers=scaled):
    shares = [tuple(Fraction(picked.count(x), 5) for x in range(4)) for picked in multiset_databases(range(4), 5)]
    for n in range(1, 5):
        for points in multiset_databases(range(4), n):
            true, own = counts(points, 4), tuple(Fraction(points.count(x), n) for x in range(4))
            for share in shares:
                off = max(abs(a - b) for a, b in zip(answers(share, n), true, strict=True))
                yield (points, share), off, n * distribution_distance(share, own)

def refutes_a_close_distribution_answers_all_counts(answers, points, share):
    n, said = len(points), answers(share, len(points))
    gaps = [sum(share[:c + 1]) - Fraction(sum(x <= c for x in points), n) for c in range(4)]
    return max(abs(said[c] - sum(x <= c for x in points)) for c in range(4)) != n * max(map(abs, gaps))


claim("KLMNS20-1.equiv", kind="theorem",
      title="Four equivalent problems: interior points, thresholds, distributions, counts (cited)",
      uses=("KLMNS20-1.red-learn-to-ipp", "KLMNS20-1.red-ipp-to-learn", "KLMNS20-1.equiv-qr-ipp",
            "KLMNS20-1.equiv-ipp-qr", "KLMNS20-1.equiv-dl", "KLMNS20-alg1", "KLMNS20-3.8", "BBKN14-2.eq2.lower"),
      note="Cited in the paper; the table of prices is ours. Checked are the accuracy of the reductions, here along "
           "two cycles and by itself in the claims it uses, and the privacy of draws with replacement, over all "
           "mechanisms. For the other reductions privacy is by the number of records that change. The dependence on "
           "the accuracy is not the cited one, which has powers of log(1/alpha) in place of the number of blocks.",
      formulas=(draws_ratio, draws_delta))


def back_from_answers(z, rows: int, size: int, rule) -> int:
    """Go from points of the blocks to answers, a distribution, its answers, and an interior point."""
    rising = monotone_answers(block_answers(z, rows, size), rows)
    weights = [Fraction(b - a, rows) for a, b in zip([Fraction(0), *rising], rising, strict=False)]
    return rule(scaled(weights, rows), rows)


@check("KLMNS20-1.equiv", grade="exhaustive",
       quantifier="|X| = 4, (n, K) = (4, 2), (6, 3), (8, 4): all multisets, all interior points of the blocks: n/2 - "
                  "(n/K - 1) against the score after interior points, counts, a distribution, counts, an interior "
                  "point",
       says="{n/2 - (n/K - 1)} is at most {the score of the point that comes back}")
@sabotage("the last point whose answer is below n/2", last_small_answer)
@judged("<=")
def cycle_of_counts_returns_a_central_point(rule=point_from_answers):
    for n, blocks in ((4, 2), (6, 3), (8, 4)):
        back = cache(lambda z, n=n: back_from_answers(z, n, 4, rule))
        for points in multiset_databases(range(4), n):
            for z in product(*(range(block[0], block[-1] + 1) for block in split_blocks(points, blocks))):
                yield (blocks, points, z), Fraction(n, 2) - n // blocks + 1, interior_score(back(z), points)

def refutes_cycle_of_counts_returns_a_central_point(rule, blocks, points, z):
    n, size = len(points), len(points) // blocks
    legal = all(points[k * size] <= z[k] <= points[(k + 1) * size - 1] for k in range(blocks))
    c = rule([size * sum(chosen <= c for chosen in z) for c in range(4)], n)
    return legal and min(sum(x <= c for x in points), sum(x >= c for x in points)) < Fraction(n, 2) - size + 1


@check("KLMNS20-1.equiv", grade="exhaustive",
       quantifier="|X| = 3, n = 2..6, all m up to floor(n/2), all multisets S: labelled halves, cuts around, any "
                  "interior point of these; left: answers outside S",
       says="every interior point of the cuts around the labelled halves gives back an interior point of S")
@sabotage("one more cut of each label than there are records of it", lambda n: n // 2 + 1)
@judged("==")
def cycle_of_labels_returns_an_interior_point(most=lambda n: n // 2):
    for n in range(2, 7):
        for points in multiset_databases(range(3), n):
            rows = halves_labelled(told_apart(points))
            for m in range(1, most(n) + 1):
                built = around_the_cut(rows, 3 * n, m)
                for cut in range(built[0], built[-1] + 1):
                    yield (points, m, cut), points[0] <= cut // n <= points[-1], True

def refutes_cycle_of_labels_returns_an_interior_point(most, points, m, cut):
    n = len(points)
    fine = [n * x + points[:k].count(x) for k, x in enumerate(points)]
    ends = [-1] * m + fine[:n // 2], [x - 1 for x in fine[n // 2:]] + [3 * n - 1] * m
    return m <= most(n) and ends[0][-m] <= cut <= ends[1][m - 1] and not points[0] <= cut // n <= points[-1]


PARAMETERS = TreeLogParameters((Level(exp_path=16, exp_choose=16, threshold=2, exp_end=16, trim=1, stop=4),), 16)
BLOCK = 10
BLOCKS = 5
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
       says="{the probability that the cycle ends outside} is at most {the bound on three failures among five blocks}",
       reason="The exact law in place of 500 runs; a large epsilon, 16 = e^epsilon in every step, makes 10 rows in a "
              "block enough.")
@sabotage("the last point whose answer is below n/2", last_small_answer)
@judged("<=")
def cycle_with_tree_log_seldom_fails(rule=point_from_answers):
    back = cache(lambda z: back_from_answers(z, BLOCK * BLOCKS, 8, rule))
    for name, points in FAMILIES.items():
        outside = [p for z, p in representatives(points).items() if not points[0] <= back(z) <= points[-1]]
        yield name, sum(outside, Fraction(0)), three_of_five_fail()

def refutes_cycle_with_tree_log_seldom_fails(rule, witness):
    points, outside = FAMILIES[witness], Fraction(0)
    for z, probability in representatives(points).items():
        c = rule([BLOCK * sum(chosen <= c for chosen in z) for c in range(8)], len(points))
        outside += probability * (c < min(points) or c > max(points))
    return outside > three_of_five_fail()


@check("KLMNS20-1.equiv", grade="exact",
       quantifier="the same five databases, block by block: exact probability that TreeLog's point lies outside its "
                  "block, against the proved bound of Lemma 3.8",
       says="{TreeLog's failure on a block} is at most {the failure bound of Lemma 3.8}")
@sabotage("a hundredth of the bound", lambda *arguments: tree_log_failure(*arguments) / 100)
@judged("<=")
def blocks_fail_at_most_as_proved(bound=tree_log_failure):
    for name, points in FAMILIES.items():
        for k, block in enumerate(split_blocks(points, BLOCKS)):
            law = tree_log_law(block, 3, PARAMETERS).exact()
            missed = sum(p for x, p in law.items() if x is None or not block[0] <= x <= block[-1])
            yield (name, k), missed, bound(3, BLOCK, PARAMETERS)

def refutes_blocks_fail_at_most_as_proved(bound, name, k):
    block = sorted(FAMILIES[name])[BLOCK * k:BLOCK * (k + 1)]
    law = tree_log_law(tuple(block), 3, PARAMETERS).exact()
    return 1 - sum(p for x, p in law.items() if x in range(block[0], block[-1] + 1)) > bound(3, BLOCK, PARAMETERS)
