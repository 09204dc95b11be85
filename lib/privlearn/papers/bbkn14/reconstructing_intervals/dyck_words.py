"""BBKN14, Section 5.2: bad points, Dyck words, and the union bound over them."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact.formulas import Value, formula
from privlearn.learners.noise import catalan, dyck_words, first_bad_prefix, is_dyck_word
from privlearn.learners.noise.words import is_prime_dyck_word
from privlearn.papers.bbkn14.reconstructing_intervals import claim
from privlearn.papers.bbkn14.reconstructing_intervals.instances import powers_of_step

claim("BBKN14-5.8.bad", kind="inequality", step_of="BBKN14-5.8.8mu",
      title="A point is bad if at least half of the points up to it are dirty; the first bad one makes it "
            "exactly half", uses=("BBKN14-5.6", "BBKN14-5.8.alg-reconstruct"))


claim("BBKN14-5.8.dyck", kind="inequality", step_of="BBKN14-5.8.8mu", formulas=(catalan,),
      title="There is a bad point beyond j if and only if the noise from j on starts with 1 or with a Dyck word",
      uses=("BBKN14-5.8.bad",))


@cache
def count_words(n: int) -> tuple[int, int]:
    """Return how many Dyck words and prime Dyck words have length 2n, by going through all 2^(2n) words' heights."""
    total = prime = 0
    for word in product((1, -1), repeat=2 * n):
        height, touched = 0, False
        for k, step in enumerate(word, 1):
            height += step
            touched |= height == 0 and k < 2 * n
            if height < 0:
                break
        else:
            total += height == 0
            prime += height == 0 and not touched
    return total, prime


@check("BBKN14-5.8.dyck", grade="exhaustive",
       quantifier="all noise words of lengths 1, ..., 14 that begin with 0 and have a bad prefix: exactly one prefix "
                  "is a prime Dyck word",
       says="exactly one prefix is a prime Dyck word")
@sabotage("any Dyck word: the paper's overcount", lambda word: len(word) > 0 and is_dyck_word(word))
def exactly_one_prefix_is_a_prime_dyck_word(kind=is_prime_dyck_word) -> Verdict:
    words = (word for n in range(1, 15) for word in product((0, 1), repeat=n) if word[0] == 0)
    known = {word: kind(word) for n in range(2, 15, 2) for word in product((0, 1), repeat=n)}
    return judge("==", ((word, sum(known[word[:k]] for k in range(2, len(word) + 1, 2)), 1)
                        for word in words if first_bad_prefix(word) is not None))

def refutes_exactly_one_prefix_is_a_prime_dyck_word(kind, word):
    bad = any(2 * sum(word[:k]) >= k for k in range(1, len(word) + 1))
    return bad and sum(kind(word[:k]) for k in range(2, len(word) + 1, 2)) != 1


@formula("equals", where=("0 < mu < 1 / 2",), corners={"mu": (
    Fraction(1, 100), Fraction(1, 50), Fraction(1, 20), Fraction(9, 100), Fraction(1, 5), Fraction(4, 5))})
def union_bound(mu: Value) -> Value:
    return mu + mu / (1 - mu)


claim("BBKN14-5.8.eq-union", kind="inequality", step_of="BBKN14-5.8.8mu", formulas=(union_bound,),
      title="The union bound over all Dyck words is mu + mu / (1 - mu), too large by exactly mu^2 / (1 - mu)",
      uses=("BBKN14-5.8.dyck",))


@check("BBKN14-5.8.eq-union", grade="exact",
       quantifier="all mu < 1/2: the coefficients of mu^1, ..., mu^N of the sum of C_n (mu (1 - mu))^n, for all N up "
                  "to 150",
       says="up to mu^N the sum of C_n (mu (1 - mu))^n has the coefficients of mu/(1 - mu)")
@sabotage("mu, the sum over prime Dyck words", lambda k: int(k == 1))
@judged("==")
def dyck_sum_is_mu_over_one_minus_mu(closed=lambda k: 1):
    total = [0] * 151
    for n, power in zip(range(151), powers_of_step(150), strict=False):
        if n:
            total = [a + catalan(n) * b for a, b in zip(total, power, strict=True)]
            yield n, tuple(total[1 : n + 1]), tuple(closed(k) for k in range(1, n + 1))

def refutes_dyck_sum_is_mu_over_one_minus_mu(closed, n):
    # the generating function c = 1 + x c^2 at a tiny mu, as numbers: what is left out is below (8 mu)^(n+1)
    mu = Fraction(1, 10**4)
    partial = sum((len(dyck_words(k)) * (mu * (1 - mu)) ** k for k in range(1, min(n, 8) + 1)), Fraction(0))
    supposed = sum((closed(k) * mu**k for k in range(1, n + 1)), Fraction(0))
    return abs(partial - supposed) > (8 * mu) ** (min(n, 8) + 1)


def tail_bound(terms: int, mu: Fraction) -> Fraction:
    """Return ``y^(N+1) / (1 - y)``, ``y = 4 mu (1 - mu)``: at least the sum over n > N, as ``C_n <= 4^n``."""
    y = 4 * mu * (1 - mu)
    return y ** (terms + 1) / (1 - y)


def overcount(mu: Fraction) -> Fraction:
    return mu * mu / (1 - mu)


@check("BBKN14-5.8.eq-union", grade="exact",
       quantifier="all mu: times 1 - mu both sides are polynomials of degree at most 2, compared at mu = k/40, k = 1, "
                  "..., 19",
       says="{the union bound less 2 mu} equals {mu^2/(1 - mu)}")
@sabotage("mu^2: one level of nesting", lambda mu: mu * mu)
def union_bound_is_too_large_by(excess=overcount) -> Verdict:
    rates = [Fraction(k, 40) for k in range(1, 20)]
    return judge("==", ((mu, mu + mu / (1 - mu) - 2 * mu, excess(mu)) for mu in rates))

def refutes_union_bound_is_too_large_by(excess, mu):
    # all Dyck words less the prime ones, summed up to length 120 at a rate of at most 1/20
    small, terms = min(mu, Fraction(1, 20)), range(1, 61)
    difference = sum((comb(2 * n, n) // (n + 1) - comb(2 * n - 2, n - 1) // n) * (small * (1 - small)) ** n
                     for n in terms)
    return abs(difference - excess(small)) > Fraction(1, 10**6)
