"""BBKN14, Section 4.2.1: Definition 4.6, biased random functions."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

from privlearn.checking import check, judged, sabotage
from privlearn.laws import Law
from privlearn.learners.pseudorandom import RandomFunctions
from privlearn.papers.bbkn14.keyed_learner import claim

BIASES = (Fraction(1, 16), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2))


def random_tables(size: int, bias: Fraction) -> Law:
    """Return the law of the table of a biased random function."""
    return RandomFunctions(size, bias).tables()


claim("BBKN14-4.6", kind="definition",
      title="The q-biased random function: independent values, each 1 with probability q")


@check("BBKN14-4.6", grade="exhaustive", quantifier="all tables on T = 1..8 points, q = 1/16, 1/4, 1/3, 1/2",
       says="{the probability of a table} equals {q^k (1 - q)^(T - k) for a table with k ones}")
@judged("==")
def every_table_has_the_product_probability(make=random_tables):
    for size, q in product(range(1, 9), BIASES):
        law = make(size, q).exact()
        for table in product((0, 1), repeat=size):
            ones = sum(table)
            yield (size, q, table), law.get(table, 0), q**ones * (1 - q) ** (size - ones)

def refutes_every_table_has_the_product_probability(make, size, q, table):
    law, chance, expected = make(size, q).exact(), Fraction(0), Fraction(1)
    for other, mass in law.items():
        chance += mass * all(a == b for a, b in zip(other, table, strict=True))
    for bit in table:
        expected *= q if bit else 1 - q
    return chance != expected

@every_table_has_the_product_probability.corrupted("bias q on the first half of the points, 1/2 on the rest")
def bias_q_first_half_points_1(size: int, bias: Fraction) -> Law:
    first = (size + 1) // 2
    rest = RandomFunctions(size, Fraction(1, 2)).tables()
    return RandomFunctions(size, bias).tables().then(
        lambda head: rest.map(lambda tail: head[:first] + tail[first:]))


@check("BBKN14-4.6", grade="exhaustive", quantifier="all points and all pairs of them, T = 1..8, q = 1/16, 1/4, 1/3, "
                                                    "1/2",
       says="{the chance of ones at all chosen points} equals {q to the power of the number of points}")
@sabotage(
    "every odd point repeats the value before it",
    lambda size, bias: random_tables(size, bias).map(lambda table: tuple(table[x - x % 2] for x in range(len(table)))))
@judged("==")
def values_are_pairwise_independent(make=random_tables):
    for size, q in product(range(1, 9), BIASES):
        law = make(size, q).exact()
        for chosen in [(x,) for x in range(size)] + list(combinations(range(size), 2)):
            both = sum((mass for table, mass in law.items() if all(table[x] for x in chosen)), Fraction(0))
            yield (size, q, chosen), both, q ** len(chosen)

def refutes_values_are_pairwise_independent(make, size, q, chosen):
    ones = make(size, q).map(lambda table: sum(table[x] for x in chosen)).exact()
    return ones != {k: comb(len(chosen), k) * q**k * (1 - q) ** (len(chosen) - k) for k in range(len(chosen) + 1)}
