"""Ours: the clique numbers of the point functions, and the fractional one of order 2, in closed form."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import point_functions
from privlearn.dimensions.contradictions import Sample, clique_number, fractional_clique, is_clique, largest_clique
from privlearn.exact.formulas import Value, floor, formula
from privlearn.papers.amsy24.contradiction_graphs import claim
from privlearn.papers.amsy24.contradiction_graphs.instances import tournament_clique


@formula("equals", where=("n >= 3",), corners={"n": (2, 3, 4, 5, 6, 7, 8, 255, 256)}, tex={"n / 2": "n/2"})
def closed_form(n: int) -> Value:
    return 4 - 2 / (floor(n / 2) + 1)


@formula("equals", where=("m >= 2",), corners={"n": (3, 4, 5, 6, 7), "m": (1, 2, 3)})
def largest_tournament(n: int, m: int) -> Value:
    return min(n, 2 * m - 1)


claim("AMSY24-points", kind="remark", section="0 Point functions", uses=("AMSY24-8",), formulas=(closed_form,),
      title="Point functions: the fractional clique number of order 2 is 4 - 2/(floor(n/2) + 1)",
      note="Not in the paper. The weights and the cover of the proof are verified for every n that is named, and the "
           "program is solved anew for small ones.")

SIZES = range(3, 257)
Proof = tuple[Fraction, Fraction, dict[int, Fraction]]


def symmetric_proof(size: int) -> Proof:
    """Return the weight of all samples with two zeros, of all with a one, and the cover by numbers of ones.

    The cover gives to every number k of ones what the functions with k ones weigh together.
    """
    half = size // 2
    even = {half: Fraction(2), half - 1: Fraction(2 * half, half + 1)}
    odd = {half: 4 - Fraction(2, half + 1)}
    return Fraction(2, half + 1), Fraction(4 * half, half + 1), odd if size % 2 else even


def total(size: int) -> Fraction:
    """Return what the samples of the proof weigh together."""
    return sum(symmetric_proof(size)[:2], Fraction(0))


def agreeing(size: int, ones: int) -> tuple[Fraction, Fraction]:
    """Return the shares of the samples with two zeros, and with a one, that agree with a function of so many ones."""
    zeros, pairs = size - ones, size * (size - 1)
    return Fraction(zeros * (zeros - 1), pairs), Fraction(ones * zeros, pairs)


@check("AMSY24-points", grade="exact", quantifier="n = 3, ..., 256: functions by their numbers of ones, every sample",
       says="weights and cover are feasible and have the total of the closed form")
@sabotage("weights times 1.01", lambda n: (symmetric_proof(n)[0] * Fraction(101, 100), *symmetric_proof(n)[1:]))
@sabotage("all weight on the samples with a one", lambda n: (Fraction(0), total(n), symmetric_proof(n)[2]))
@sabotage("the cover by half of the points only", lambda n: (*symmetric_proof(n)[:2], {n // 2: total(n)}))
def weights_and_cover_prove_each_other(proof: Callable[[int], Proof] = symmetric_proof) -> Verdict:
    def totals() -> Iterator[Any]:
        for n in SIZES:
            zeros, ones, cover = proof(n)
            yield (n, "total"), (zeros + ones, sum(cover.values()), min(zeros, ones, *cover.values()) >= 0), (
                closed_form(n), closed_form(n), True)

    def loads() -> Iterator[Any]:
        for n in SIZES:
            zeros, ones, _ = proof(n)
            for k in range(n + 1):
                share = agreeing(n, k)
                yield (n, "function", k), zeros * share[0] + ones * share[1], 1

    def covers() -> Iterator[Any]:
        for n in SIZES:
            cover = proof(n)[2]
            for kind in (0, 1):
                yield (n, "sample", kind), 1, sum(mass * agreeing(n, k)[kind] for k, mass in cover.items())

    return all_hold(judge("==", totals()), judge("<=", loads()), judge("<=", covers()))

def refutes_weights_and_cover_prove_each_other(proof: Callable[[int], Proof], witness: tuple[Any, ...]) -> bool:
    n, what, *which = witness
    zeros, ones, cover = proof(n)
    if what == "total":
        return not zeros + ones == sum(cover.values()) == closed_form(n) or min(zeros, ones, *cover.values()) < 0
    if what == "function":  # listed: the pairs of zeros, and a one with a zero
        k = which[0]
        return zeros * comb(n - k, 2) / comb(n, 2) + ones * k * (n - k) / (n * (n - 1)) > 1
    counts = {k: comb(n - 2, k - which[0]) if k >= which[0] else 0 for k in cover}  # functions that agree with a sample
    return sum(mass * Fraction(counts[k], comb(n, k)) for k, mass in cover.items()) < 1


@check("AMSY24-points", grade="certified", quantifier="n = 3, ..., 8, the program solved with both certificates; n = "
       "255 and 256, weights and cover of the proof",
       says="{the optimum of the program} equals {4 - 2/(floor(n/2) + 1)}")
@judged("==")
def the_program_has_this_value(form=closed_form) -> Iterator[Any]:
    for n, in form.instances():
        yield n, fractional_clique(point_functions(n), 2).value if n < 9 else total(n), form(n)

def refutes_the_program_has_this_value(form, n: int) -> bool:
    zeros, ones, _ = symmetric_proof(n)
    return form(n) != (zeros + ones if n > 2 else 2)  # of two points each labelling of a sample is one function's


claim("AMSY24-points.cliques", kind="remark", section="0 Point functions", uses=("AMSY24-18",),
      title="Point functions: the clique number of order m >= 2 is the smaller of n and 2m - 1",
      formulas=(largest_tournament,),
      note="Not in the paper. The upper bound is verified by search on small domains; the cliques, made from "
           "tournaments, on larger ones.")

Family = Callable[[int, int], tuple[Sample, ...]]


@check("AMSY24-points.cliques", grade="exact", quantifier="m = 2, ..., 8 and n = 3, ..., 16",
       says="the samples made from a tournament are a clique of the stated size")
@sabotage("each player beats one player less", lambda n, m: tuple(
    tuple(pair for pair in sample if pair != max(sample)) if len(sample) > 1 else sample
    for sample in tournament_clique(n, m)))
@sabotage("one sample left out", lambda n, m: tournament_clique(n, m)[1:])
@sabotage("of two opposite players neither wins", lambda n, m: tuple(
    tuple(pair for pair in sample if (pair[0] - k) * 2 != min(n, 2 * m - 1))
    for k, sample in enumerate(tournament_clique(n, m))))
@judged("==")
def tournaments_are_cliques(family: Family = tournament_clique) -> Iterator[Any]:
    for m in range(2, 9):
        for n in range(3, 17):
            found = family(n, m)
            yield (n, m), (is_clique(found, point_functions(n), m), len(found)), (True, min(n, 2 * m - 1))

def refutes_tournaments_are_cliques(family: Family, n, m) -> bool:
    found = [dict(sample) for sample in family(n, m)]
    return len(found) != min(n, 2 * m - 1) or any(
        len(one) > m or sum(one.values()) > 1 or not set(one) <= set(range(n)) for one in found) or any(
        all(right.get(x, y) == y for x, y in left.items()) for left, right in combinations(found, 2))


@check("AMSY24-points.cliques", grade="exhaustive", quantifier="m = 2 and 3, n = 3, ..., 7",
       says="{the clique number} equals {the smaller of n and 2m - 1}")
@verifier(lambda form, n, m: len(largest_clique(point_functions(n), m)) != form(n, m))
@judged("==")
def a_search_finds_no_larger_clique(form=largest_tournament) -> Iterator[Any]:
    for n, m in form.instances():
        yield (n, m), clique_number(point_functions(n), m), form(n, m)
