"""KLMNS20, Section 1: what draws with replacement cost, over all mechanisms that are run on them."""

from collections import Counter
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact.brackets import as_bracket
from privlearn.exact.minimax import MinimaxProgram
from privlearn.exact.solver import solve
from privlearn.laws import Law, bernoulli
from privlearn.mechanisms import all_databases, audit_pure, replace_one
from privlearn.mechanisms.draws import drawn_rows, draws_delta, draws_ratio


def growing_answer(ratio: Fraction, drawn: tuple[Any, ...]) -> Law:
    """Return yes with a probability that grows by the whole ratio with every copy of the row ``a`` drawn."""
    return bernoulli(ratio ** drawn.count("a") / (2 * ratio ** len(drawn)))


def answered_on_draws(draws: int, ratio: Fraction, database: tuple[Any, ...]) -> Law:
    """Return the law of the growing answer on draws from the database."""
    return drawn_rows(database, draws).then(partial(growing_answer, ratio))


def chance_of(bag: tuple[str, ...], database: tuple[str, ...]) -> Fraction:
    """Return the probability that the rows drawn are these, in any order."""
    ways = factorial(len(bag)) // prod(map(factorial, Counter(bag).values()))
    return ways * prod((Fraction(database.count(x), len(database)) for x in bag), start=Fraction(1))


@cache
def private_tests(draws: int, ratio: Fraction, delta: Fraction) -> tuple[Any, Any, Any]:
    """Return the multisets of draws and the blocks and ratio rows of all private answers "yes" or "no" to them.

    ``x <= r y + delta`` becomes ``A + B + C = D + E = 1`` with ``A <= r y/s``, ``B <= delta/s``, ``C <= E`` and
    ``x <= s D``, where ``s = r + delta``.
    """
    bags = tuple(combinations_with_replacement("abo", draws))
    blocks, rows, scale = [1] + [2] * len(bags), [], ratio + delta  # number 0 is the constant 1
    near = [(i, j) for i, j in product(range(len(bags)), repeat=2)
            if (Counter(bags[i]) - Counter(bags[j])).total() == 1]
    for (i, j), answer in product(near, (0, 1)):
        x, y, free = 2 * i + 1 + answer, 2 * j + 1 + answer, sum(blocks)
        if not delta:
            rows.append((x, y, ratio))
            continue
        rows += [(free, y, ratio / scale), (free + 1, 0, delta / scale), (free + 2, free + 4, Fraction(1)),
                 (x, free + 3, scale)]
        blocks += [3, 2]
    return bags, tuple(blocks), tuple(rows)


@cache
def largest_excess(rows: int, draws: int, ratio: Fraction, delta: Fraction, allowed: Fraction) -> Fraction:
    """Return the most that ``Pr[yes]`` on one database exceeds ``allowed`` times that on its neighbour."""
    bags, blocks, near = private_tests(draws, ratio, delta)
    left, right = (tuple(first + "o" * (rows - 1)) for first in "ab")
    losses = {2 * k + 1: allowed * chance_of(bag, right) - chance_of(bag, left) for k, bag in enumerate(bags)}
    return -solve(MinimaxProgram(blocks=blocks, tasks=(losses,), ratios=near)).value


@check("KLMNS20-1.equiv", grade="exact",
       quantifier="n = 1, 2, 3, m = 1, 2, 3, m draws of n rows, e^epsilon = 3/2, 3, delta = 0, 1/100: the exact "
                  "ratio of one mechanism against e^epsilon'; and the optimum over all private mechanisms on the draws "
                  "of the excess over it, against delta'",
       says="all mechanisms that are private on their draws have exactly this price on the rows, and none less")
@sabotage("delta for the expected draws alone", (draws_ratio, lambda ratio, delta, rows, draws: delta * draws / rows))
@judged("==")
def draws_with_replacement_have_this_price(price=(draws_ratio, draws_delta)):
    for ratio, delta, n, m in draws_delta.instances():
        allowed = ratio_on_draws(n, m, ratio)
        yield (n, m, ratio, delta, "ratio"), allowed, price[0](ratio, n, m)
        yield (n, m, ratio, delta, "delta"), largest_excess(n, m, ratio, delta, allowed), price[1](ratio, delta, n, m)


@cache
def ratio_on_draws(rows: int, draws: int, ratio: Fraction) -> Any:
    """Return the exact privacy ratio of the growing answer."""
    answer = partial(answered_on_draws, draws, ratio)
    return audit_pure(answer, all_databases(("a", "o"), rows), replace_one).exp_epsilon

def refutes_draws_with_replacement_have_this_price(price, n, m, ratio, delta, which):
    allowed, left_over = price[0](ratio, n, m), as_bracket(price[1](ratio, delta, n, m))
    masses = [comb(m, k) * Fraction(n - 1) ** (m - k) / n**m for k in range(m + 1)]  # the row is drawn k times
    grown = sum(mass * ratio**k for k, mass in enumerate(masses))
    if which == "ratio":
        return not as_bracket(allowed).lower <= grown <= as_bracket(allowed).upper  # "yes" in proportion to ratio^k
    slack = sum(mass * delta * sum(ratio**j for j in range(k)) for k, mass in enumerate(masses))
    return not left_over.lower <= slack <= left_over.upper
