"""KLMNS20, Section 1: the cycle through all four problems, with TreeLog inside."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from privlearn.checking import check, judged, sabotage
from privlearn.laws import Law, choice, fold
from privlearn.learners.interior_point import block_answers, interior_score, point_from_answers
from privlearn.learners.interior_point.counting_queries import monotone_answers, split_blocks
from privlearn.learners.interior_point.reductions import around_the_cut, halves_labelled, told_apart
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_failure, tree_log_law
from privlearn.mechanisms import multiset_databases
from privlearn.papers.klmns20.reductions import claim
from privlearn.papers.klmns20.reductions.instances import last_small_answer, scaled

claim("KLMNS20-1.equiv", kind="theorem",
      title="Four equivalent problems: interior points, thresholds, distributions, counts (cited)",
      uses=("KLMNS20-1.red-learn-to-ipp", "KLMNS20-1.red-ipp-to-learn", "KLMNS20-1.equiv-qr-ipp",
            "KLMNS20-1.equiv-ipp-qr", "KLMNS20-1.equiv-dl", "KLMNS20-alg1", "KLMNS20-3.8", "BBKN14-2.eq2.lower"),
      note="Cited in the paper; the table of prices is ours. Checked are the accuracy of the reductions, here along "
           "two cycles and by itself in the claims it uses, and the privacy of draws with replacement, over all "
           "mechanisms. For the other reductions privacy is by the number of records that change. The dependence on "
           "the accuracy is not the cited one, which has powers of log(1/alpha) in place of the number of blocks.")


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
