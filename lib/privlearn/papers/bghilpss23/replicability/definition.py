"""BGHILPSS23: replicability, with the probability computed from its definition; and the rule of a shared threshold."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import Any

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact.formulas import Value, binom, formula
from privlearn.exact.fractions import HALF
from privlearn.laws import Law, independent, uniform
from privlearn.learning.replicability import (Algorithm, agreement, correlated_run, ordered_samples,
                                              replicable_majority, threshold_rule)
from privlearn.papers.bghilpss23.replicability import claim
from privlearn.papers.bghilpss23.replicability.instances import algorithms, bits, cases, sequences

claim("BGHILPSS23-replicable", kind="definition",
      title="rho-replicable: two runs on independent samples with the same coins differ with probability at most rho",
      note="The definition speaks of all distributions of rows; computed are those of a bit on a grid.")

Agreement = Callable[..., Fraction]


def by_listing(algorithm: Algorithm, p: Fraction, rows: int, coins: Law, runs: int) -> Fraction:
    """Return how often all runs agree: all samples of all runs, and all coins, one after another."""
    total = Fraction(0)
    for r, weight in coins.exact().items():
        for drawn in sequences(rows * runs):
            outputs = {algorithm(drawn[rows * k:rows * (k + 1)], r) for k in range(runs)}
            total += weight * prod(p if bit else 1 - p for bit in drawn) * (len(outputs) == 1)
    return total


def with_own_coins(algorithm: Algorithm, distribution: Any, rows: int, *, coins: Law, runs: int) -> Fraction:
    """Give every run coins of its own."""
    outputs: dict[Any, Fraction] = {}
    for r, weight in coins.exact().items():
        for database, p in ordered_samples(distribution, rows):
            output = algorithm(database, r)
            outputs[output] = outputs.get(output, Fraction(0)) + weight * p
    return sum((mass**runs for mass in outputs.values()), Fraction(0))


def on_sorted_rows(algorithm: Algorithm, distribution: Any, rows: int, **given: Any) -> Fraction:
    """Read every sample with its rows sorted."""
    return agreement(lambda database, r: algorithm(tuple(sorted(database)), r), distribution, rows, **given)


@check("BGHILPSS23-replicable", grade="exhaustive", quantifier="4 algorithms, a bit that is 1 with probability 0, 1/4, "
       "..., 1: 1 to 3 rows and 2 runs, 1 or 2 rows and 3 runs",
       says="{the agreement by the law for fixed coins} is {that over all samples and coins}")
@sabotage("each run has its own coins", with_own_coins)
@sabotage("the runs read the same sample", lambda algorithm, distribution, rows, **given: Fraction(1))
@sabotage("rows are sorted first", on_sorted_rows)
@sabotage("of three runs only two are compared",
          lambda algorithm, distribution, rows, coins, runs: agreement(algorithm, distribution, rows, coins=coins))
@judged("==")
def agreement_is_that_of_the_definition(found: Agreement = agreement) -> Iterator[Any]:
    for name, p, rows in cases(3, 4):
        algorithm, coins = algorithms(rows)[name]
        for runs in (2, 3) if rows < 3 else (2,):
            yield (name, p, rows, runs), found(algorithm, bits(p), rows, coins=coins, runs=runs), by_listing(
                algorithm, p, rows, coins, runs)

def refutes_agreement_is_that_of_the_definition(found: Agreement, name, p, rows, runs) -> bool:
    algorithm, coins = algorithms(rows)[name]
    drawn = independent([independent([_bit(p)] * rows)] * runs)
    same = coins.then(lambda r: drawn.map(lambda samples: len({algorithm(sample, r) for sample in samples}) == 1))
    return found(algorithm, bits(p), rows, coins=coins, runs=runs) != same.exact().get(True, 0)


def _bit(p: Fraction) -> Law:
    return uniform(range(p.denominator)).map(lambda ticket: int(ticket < p.numerator))


@formula("equals", corners={"n": (1, 2, 3, 4, 12)})
def worst_disagreement(n: int) -> Value:
    return binom(2 * n, n) * 4**-n


claim("BGHILPSS23-replicable.threshold", kind="remark", section="0 Exact forms and proofs",
      uses=("BGHILPSS23-replicable",), formulas=(worst_disagreement,),
      title="At least t ones in n rows, t shared and uniform: a rule that is C(2n, n)/4^n-replicable, and no better",
      note="Not in the paper. That a fair coin is the worst is proved on the page, and computed on a grid.")


def deviation(p: Fraction, rows: int) -> Fraction:
    """Return ``E|K - K'| / n`` for the numbers of ones in two independent samples of n rows."""
    mass = [comb(rows, k) * p**k * (1 - p) ** (rows - k) for k in range(rows + 1)]
    return sum((abs(j - k) * a * b for j, a in enumerate(mass) for k, b in enumerate(mass)), Fraction(0)) / rows


@check("BGHILPSS23-replicable.threshold", grade="exact",
       quantifier="a bit that is 1 with probability 0, 1/8, ..., 1, samples of 1 to 5 rows",
       says="{the disagreement of the rule with a shared threshold} is {E|K - K'|/n}")
@verifier(lambda rule, p, rows: 1 - by_listing(rule, p, rows, uniform(range(1, rows + 1)), 2) != deviation(p, rows))
@sabotage("more than t ones for at least t", lambda database, t: int(sum(database) > t))
@sabotage("the majority, whatever t is", lambda database, t: int(2 * sum(database) > len(database)))
@sabotage("the last row is forgotten", lambda database, t: int(sum(database[:-1]) >= t))
@judged("==")
def shared_threshold_disagrees_by_the_mean_difference(rule: Algorithm = threshold_rule) -> Iterator[Any]:
    for rows in range(1, 6):
        for k in range(9):
            found = agreement(rule, bits(Fraction(k, 8)), rows, coins=uniform(range(1, rows + 1)))
            yield (Fraction(k, 8), rows), 1 - found, deviation(Fraction(k, 8), rows)


@cache
def on_a_coin(p: Fraction, rows: int) -> Fraction:
    """Return how often two runs of the rule differ, over its shared threshold."""
    return correlated_run(replicable_majority, bits(p), rows).disagreement


@check("BGHILPSS23-replicable.threshold", grade="exact",
       quantifier="a bit that is 1 with probability 0, 1/12, ..., 1, samples of 1, 2, 3, 4 and 12 rows",
       says="{the largest disagreement, and that for a fair coin} are {C(2n, n)/4^n}")
@verifier(lambda most, n, p: most(n) != deviation(HALF, n))
@judged("==")
def a_fair_coin_is_the_worst(most=worst_disagreement) -> Iterator[Any]:
    for n, in most.instances():
        yield (n, HALF), on_a_coin(HALF, n), most(n)
        yield (n, "any"), max(on_a_coin(Fraction(k, 12), n) for k in range(13)), most(n)
