"""FX15, Section 5.1: entropies and mutual information, short messages (Lemma 5.1), and Pinsker's inequality."""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.communication import mutual_information, shannon_entropy
from privlearn.communication.information import (Table, collision_entropy, distance_by_tests, divergence,
                                                 information_as_divergence, min_entropy, product_of_marginals,
                                                 statistical_distance)
from privlearn.exact import Bracket, LogSum, log2
from privlearn.exact.intervals import ball, bracket_of
from privlearn.papers.fx15.information import claim
from privlearn.papers.fx15.information.instances import Masses, ball_log2, compositions, small_distributions

RIGHT_ORDER = (lambda p: log2(len(p)), shannon_entropy, collision_entropy, min_entropy)


claim("FX15-5.1.entropies", kind="definition", title="Shannon, collision and min-entropy, in bits, and their order")


@check("FX15-5.1.entropies", grade="exhaustive",
       quantifier="all distributions with denominator at most 8 on at most 4 points; the three gaps of each",
       says="log |X| >= H >= H_2 >= H_inf")
@sabotage("H_2 and H_inf exchanged", make=lambda: (RIGHT_ORDER[0], RIGHT_ORDER[1], min_entropy, collision_entropy))
@judged("<=")
def chain_of_entropies(order=RIGHT_ORDER):
    for masses in small_distributions(range(1, 9), (1, 2, 3, 4)):
        values = [entropy(masses) for entropy in order]
        for k in range(3):
            yield (k, masses), 0, (values[k] - values[k + 1]).bracket()  # equal sums cancel to exactly 0

def refutes_chain_of_entropies(order, k, masses):
    true = ball_entropies(masses)
    sides = [entropy(masses).bracket() for entropy in order[k:k + 2]]
    named = [[t for t in true if t.lower <= side.upper and side.lower <= t.upper] for side in sides]
    return all(named) and named[0][0].upper < named[1][0].lower


def ball_entropies(masses: Masses) -> list[Bracket]:
    shannon = bracket_of(lambda: sum((-ball(q) * ball_log2(q) for q in masses if q), ball(0)))
    others = (Fraction(1, len(masses)), sum(q * q for q in masses), max(masses))
    size, collision, largest = (bracket_of(lambda q=q: -ball_log2(q)) for q in others)  # type: ignore[misc]
    return [size, shannon, collision, largest]


def all_equal(masses: Masses) -> bool:
    return len(set(masses) - {0}) == 1


@check("FX15-5.1.entropies", grade="exhaustive",
       quantifier="all distributions with denominator at most 8 on at most 4 points: when H, H_2 and H_inf are equal",
       says="H, H_2 and H_inf are equal exactly if all positive masses are the same")
@verifier(lambda rule, witness: rule(witness) != (max(witness) == sum(q * q for q in witness)))
@sabotage("only for the uniform distribution on all points", lambda masses: len(set(masses)) == 1)
def entropies_agree_exactly_on_flat_distributions(rule=all_equal) -> Verdict:
    return judge("==", ((masses, shannon_entropy(masses) == collision_entropy(masses) == min_entropy(masses),
                         rule(masses)) for masses in small_distributions(range(1, 9), (1, 2, 3, 4))))


claim("FX15-5.1.mi", kind="definition", uses=("FX15-5.1.entropies",),
      title="Mutual information, its chain rule, divergence",
      note="Equality is decided exactly, as an identity between sums of logarithms of primes. The left side is "
           "computed from entropies, the two terms on the right as divergences: the rule does not cancel by itself.")


@cache
def random_tables(number: int = 200, variables: int = 4) -> list[dict[Any, Fraction]]:
    """Return random rational tables of bits, some of them with empty cells; always the same ones."""
    rng, found = Random(51), []
    for _ in range(number):
        weights = [rng.choice((0, 1, 1, 2, 3, 5, 7, 12)) for _ in range(2**variables)]
        weights[0] += not any(weights)
        found.append({key: Fraction(weight, sum(weights))
                      for key, weight in zip(product((0, 1), repeat=variables), weights, strict=True)})
    return found


def second_term(table: Table) -> LogSum:
    return information_as_divergence(table, (0,), (2,), (1, 3))


@check("FX15-5.1.mi", grade="exact", quantifier="200 seeded random rational tables of four bits",
       says="I(x; y z | m) equals I(x; y | m) + I(x; z | y m), as an identity of logarithms",
       reason="The tables are the map of a seed; every one is decided exactly.")
@sabotage("no conditioning on y in the second term", lambda table: information_as_divergence(table, (0,), (2,), (3,)))
@judged("==")
def chain_rule(term=second_term):
    for i, table in enumerate(random_tables()):
        whole = mutual_information(table, (0,), (1, 2), (3,))
        yield i, whole, information_as_divergence(table, (0,), (1,), (3,)) + term(table)

def refutes_chain_rule(term, witness):
    table = random_tables()[witness]
    true, given = ball_information(table, (0, 2), (1, 3)), term(table).bracket()
    return given.upper < true.lower or given.lower > true.upper


def ball_information(table: Table, places: Sequence[int], given: Sequence[int]) -> Bracket:
    """Return ``I(first place; second | given)`` from joint entropies, ``H(xz) + H(yz) - H(z) - H(xyz)``, in balls."""
    def joint(chosen: Sequence[int]):
        sums: dict[Any, Fraction] = {}
        for key, mass in table.items():
            part = tuple(key[i] for i in chosen)
            sums[part] = sums.get(part, Fraction(0)) + mass
        return sum((-ball(q) * ball_log2(q) for q in sums.values() if q), ball(0))

    x, y = places
    return bracket_of(lambda: joint((x, *given)) + joint((y, *given)) - joint(given) - joint((x, y, *given)))


@check("FX15-5.1.mi", grade="exact", quantifier="200 seeded random rational tables of four bits; I(x; y | m)",
       says="I(x; y | m) is at least 0")
@sabotage("the difference of the two entropies the other way round", lambda *arguments: -mutual_information(*arguments))
def information_is_never_negative(information=mutual_information) -> Verdict:
    return judge("<=", ((i, 0, information(table, (0,), (1,), (3,)).bracket())
                        for i, table in enumerate(random_tables())))

def refutes_information_is_never_negative(information, witness):
    table = random_tables()[witness]
    true, given = ball_information(table, (0, 1), (3,)), information(table, (0,), (1,), (3,)).bracket()
    return true.lower >= 0 > given.upper


claim("FX15-5.1eq", kind="inequality", step_of="FX15-5.1.mi", uses=("FX15-5.1.mi",),
      title="Mutual information is a divergence (5.1)")


def two_by_two(total: int) -> list[dict[Any, Fraction]]:
    keys = tuple(product((0, 1), repeat=2))
    return [{key: Fraction(n, total) for key, n in zip(keys, numbers, strict=True)}
            for numbers in compositions(total, 4)]


def joint_from_product(table: Table) -> LogSum | float:
    return divergence(*product_of_marginals(table, (0,), (1,)))


@check("FX15-5.1eq", grade="exact",
       quantifier="200 seeded random rational tables (two of their bits), all 56 tables of two bits with denominator 5",
       says="the mutual information is the divergence of the joint law from the product of its marginals")
@sabotage("the arguments of D exchanged", lambda table: divergence(*reversed(product_of_marginals(table, (0,), (1,)))))
def information_equals_divergence(distance=joint_from_product) -> Verdict:
    tables = [*two_by_two(5), *random_tables()]
    return judge("==", ((i, mutual_information(table, (0,), (1,)), distance(table)) for i, table in enumerate(tables)))

def refutes_information_equals_divergence(distance, witness):
    table = [*two_by_two(5), *random_tables()][witness]
    true, given = ball_information(table, (0, 1), ()), distance(table)
    if not isinstance(given, LogSum):
        return given == math.inf
    return given.bracket().lower > true.upper or given.bracket().upper < true.lower


claim("FX15-5.1.tv", kind="definition", title="Statistical distance, two forms")


@check("FX15-5.1.tv", grade="exhaustive",
       quantifier="all pairs of distributions with denominator 5 on 3 points (441), 4 on 4 (1225), 2 on 5 points "
                  "(225), all tests each",
       says="{half the sum of |p - q|} equals {the advantage of the best test}")
@verifier(lambda distance, p, q: distance(p, q) != sum(max(a - b, Fraction(0)) for a, b in zip(p, q, strict=True)))
@sabotage("without the factor 1/2", lambda p, q: 2 * statistical_distance(p, q))
@sabotage("the largest difference at one point, enough on three points",
          lambda p, q: max(abs(a - b) for a, b in zip(p, q, strict=True)))
def half_the_sum_is_the_best_test(distance=statistical_distance) -> Verdict:
    return judge("==", (((p, q), distance(p, q), distance_by_tests(p, q)) for denominator, points in (
        (5, 3), (4, 4), (2, 5)) for p, q in product(small_distributions((denominator,), (points,)), repeat=2)))
