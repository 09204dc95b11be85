"""BBKN14, Section 4.2.1: a key drawn through one point, its other values and its expected distance from the concept."""

from fractions import Fraction
from itertools import product

from privlearn.checking import check, judged, sabotage
from privlearn.learners.points import ZERO
from privlearn.learners.pseudorandom import (AffineFamily, HashFamily, KeyedFamily, RandomFunctions, hypothesis_key,
                                             optimal_distinguisher)
from privlearn.learning import error, grid_distributions
from privlearn.papers.bbkn14.keyed_learner import claim
from privlearn.papers.bbkn14.keyed_learner.instances import AFFINE, slow_value

claim("BBKN14-4.2.1.eq-cond", kind="inequality", step_of="BBKN14-4.2.1.A4",
      title="Given h(j) = 1, every other value is 1 with probability alpha/4, up to a negligible term",
      uses=("BBKN14-4.6", "BBKN14-4.7"), erratum_kind="step", repaired=True,
      erratum="A slip: printed for every x, but at x = j the conditional probability is 1. Smallest case: one point.")


def conditional(x: int, j: int, bias: Fraction) -> Fraction:
    """Return what ``Pr[h(x) = 1 | h(j) = 1]`` is: the bias, and 1 at ``x = j``."""
    return Fraction(1) if x == j else bias


@check("BBKN14-4.2.1.eq-cond", grade="exhaustive", quantifier="all pairs of points; affine families, d = 1..4, all s",
       says="{the chance of h(x) = 1 given h(j) = 1} equals {the bias, and 1 where x = j}")
@sabotage("for every x, as printed", lambda x, j, bias: bias)
@judged("==")
def affine_values_given_a_one(value=conditional):
    for bits, zeros in AFFINE:
        family = AffineFamily(bits, zeros)
        for j in range(family.size):
            through = family.keys_through(j).map(family.table).exact()
            for x in range(family.size):
                ones = sum((mass for table, mass in through.items() if table[x]), Fraction(0))
                yield (bits, zeros, x, j), ones, value(x, j, family.bias)

def refutes_affine_values_given_a_one(value, bits, zeros, x, j):
    at_j = [key for key in product(range(2**bits), repeat=2) if slow_value(bits, zeros, key, j)]
    both = sum(slow_value(bits, zeros, key, x) for key in at_j)
    return Fraction(both, len(at_j)) != value(x, j, Fraction(1, 2**zeros))


HASHED = tuple((bits, key_bits, q) for bits, key_bits, q in product((2, 3, 4), range(4, 10), (
    Fraction(1, 8), Fraction(1, 4), Fraction(1, 2))))


@check("BBKN14-4.2.1.eq-cond", grade="exhaustive",
       quantifier="keyed BLAKE2b with d = 2, 3, 4, keys of 4..9 bits, q = 1/8, 1/4, 1/2, where the best two-query "
                  "advantage a is below q: all pairs of points",
       says="{the distance of Pr[h(x) = 1 | h(j) = 1] from q} is at most {a/(q - a)}")
@sabotage("at most the advantage itself", lambda advantage, bias: advantage)
@judged("<=")
def deviation_is_at_most_what_two_queries_can_tell(bound=lambda advantage, bias: advantage / (bias - advantage)):
    for bits, key_bits, q in HASHED:
        tables = HashFamily(bits, key_bits, q).tables()
        a = optimal_distinguisher(tables, bias=q, queries=2).advantage
        if a >= q:
            continue
        members, size = tables.exact(), 2**bits
        for j in range(size):
            said_at_j = {table: mass for table, mass in members.items() if table[j]}
            at_j = sum(said_at_j.values(), Fraction(0))
            for x in range(size):
                if x != j:
                    both = sum((mass for table, mass in said_at_j.items() if table[x]), Fraction(0))
                    yield (bits, key_bits, q, x, j, a), abs(both / at_j - q), bound(a, q)

def refutes_deviation_is_at_most_what_two_queries_can_tell(bound, bits, key_bits, q, x, j, a):
    family = HashFamily(bits, key_bits, q)
    at_j = [key for key in range(2**key_bits) if family.value(key, j)]
    both = Fraction(sum(family.value(key, x) for key in at_j), len(at_j))
    return not q - bound(a, q) <= both <= q + bound(a, q)


claim("BBKN14-4.2.1.eq-exp", kind="inequality", step_of="BBKN14-4.2.1.A4",
      title="The expected distance of the hypothesis from the noiseless concept is at most alpha/4, up to a negligible "
            "term", uses=("BBKN14-2.2", "BBKN14-4.2.1.eq-cond"), erratum_kind="step", repaired=True,
      erratum="A slip in the middle of the chain, whose ends are right: for c = c_j the term E[h(x)] at x = j is 1, as "
              "h is conditioned there, so E_x E_h[h(x)] may exceed alpha/4 (17/32 against 1/16 for D(j) = 1/2, alpha = "
              "1/4). Replace |h(x) - c(x)| by h(x) - c(x), which is 0 at x = j.")

EXPECTED: tuple[tuple[KeyedFamily, int], ...] = (
    (RandomFunctions(4, Fraction(1, 16)), 6), (RandomFunctions(2, Fraction(1, 4)), 12), (AffineFamily(2, 1), 6),
    (AffineFamily(2, 2), 6), (AffineFamily(3, 2), 2), (AffineFamily(3, 3), 2), (AffineFamily(4, 4), 1))


def distance(h: int, c: int) -> int:
    """Return ``|h - c|`` for two bits."""
    return abs(h - c)


@check("BBKN14-4.2.1.eq-exp", grade="exhaustive",
       quantifier="all j and c = 0, all distributions on multiples of 1/6 (T = 4), 1/12 (T = 2), 1/2 (T = 8), point "
                  "masses (T = 16; enough, by linearity): random functions and affine families",
       says="{the expected distance from the concept} is at most {the bias of the family}")
@sabotage("E_x E_h[h(x)], as printed in the middle of the chain", lambda h, c: h)
@judged("<=")
def expected_distance_is_at_most_the_bias(integrand=distance):
    for number, (family, unit) in enumerate(EXPECTED):
        places = grid_distributions(family.size, unit)
        for concept in (ZERO, *range(family.size)):
            law = hypothesis_key(concept, family=family).map(family.table).exact()
            mean = [sum((mass * integrand(h[x], int(x == concept)) for h, mass in law.items()), Fraction(0))
                    for x in range(family.size)]
            for place in places:
                value = sum((w * m for w, m in zip(place, mean, strict=True)), Fraction(0))
                yield (number, concept, place), value, family.bias

def refutes_expected_distance_is_at_most_the_bias(integrand, number, concept, place):
    family = EXPECTED[number][0]
    total = weight = Fraction(0)
    for key, mass in family.keys().exact().items():
        if concept == ZERO or family.value(key, concept) == 1:
            weight += mass
            for x, w in enumerate(place):
                total += mass * w * integrand(family.value(key, x), int(x == concept))
    return total / weight > family.bias


@check("BBKN14-4.2.1.eq-exp", grade="exhaustive", quantifier="the same families, concepts and distributions",
       says="{the expected distance from the concept} equals {the bias times the mass off the concept}")
@sabotage("alpha/4 for every concept and distribution", lambda mass, bias: bias)
@judged("==")
def expected_distance_is_the_bias_off_the_point(value=lambda mass, bias: bias * (1 - mass)):
    for number, (family, unit) in enumerate(EXPECTED):
        places = grid_distributions(family.size, unit)
        for concept in (ZERO, *range(family.size)):
            law = hypothesis_key(concept, family=family).map(family.table).exact()
            bits = tuple(int(x == concept) for x in range(family.size))
            for place in places:
                mean = sum((mass * error(place, bits, h) for h, mass in law.items()), Fraction(0))
                yield (number, concept, place), mean, value(Fraction(0) if concept == ZERO else place[concept],
                                                            family.bias)

def refutes_expected_distance_is_the_bias_off_the_point(value, number, concept, place):
    family = EXPECTED[number][0]
    total, weight = Fraction(0), Fraction(0)
    for key, mass in family.keys().exact().items():
        if concept == ZERO or family.value(key, concept) == 1:
            weight += mass
            total += mass * sum(w for x, w in enumerate(place) if family.value(key, x) != (x == concept))
    return total / weight != value(Fraction(0) if concept == ZERO else place[concept], family.bias)
