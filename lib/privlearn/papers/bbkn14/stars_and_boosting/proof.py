"""BBKN14, Section 4.2: the proof of Claim 4.5 line by line: what each step may fail with, by exact tails, and privacy.

Definitions
-----------
An object is a ratio, an accuracy and a confidence; the numbers N, n_1 and m of the learner are those of the proof, or
shares of them.  A row survives with probability epsilon/6 only, and a block fails with what it is allowed to, so the
numbers bound every learner of this form.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, exp, floor, lgamma, log, log1p
from operator import ne
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import as_fraction, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.exact.fractions import FIFTH, HALF, HUNDREDTH, QUARTER
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket
from privlearn.learners.points import PointPlan
from privlearn.learners.points.side_by_side import first_rows
from privlearn.mechanisms import audit_pure, from_scores, replace_one
from privlearn.mechanisms.starring import star_keep_probability
from privlearn.papers.bbkn14.stars_and_boosting import selection, whole_learner  # noqa: F401  statement, steps
from privlearn.papers.bbkn14.stars_and_boosting.instances import (literal_pipeline, pipeline, power_of_bracket,
                                                                  toy_databases)
from privlearn.papers.bbkn14.stars_and_boosting.surviving_rows import block_rows, blocks_for, four_to, too_few_survive


def no_stars(r: Fraction, of_the_block: Fraction) -> Fraction:
    return Fraction(1)


def twice_the_stars(r: Fraction, of_the_block: Fraction) -> Fraction:
    return star_keep_probability(r, of_the_block) / 2


class Boosted(NamedTuple):
    """What is asked of the learner: e^(epsilon/2), alpha and beta; and the shares of N, n_1 and m that it takes."""

    root: Fraction
    alpha: Fraction
    beta: Fraction
    taken: tuple[Fraction, ...] = (Fraction(1),) * 3
    copies: int = 1  # of each test row
    power: int = 1  # a hypothesis is selected in proportion to root^(-power errors)
    survival: Callable[[Fraction, Fraction], Fraction] = star_keep_probability

    @property
    def labels(self) -> dict[str, str]:
        return {"root": "e^(epsilon/2)", "taken": "shares of N, n_1, m", "copies": "copies of a test row",
                "power": "weight of an error, in epsilon/2"}

    @property
    def epsilon(self) -> Logarithm:
        return Logarithm(self.root**2)


@cache
def worst_changes(root: Fraction, power: int) -> tuple[Fraction, ...]:
    """Return the most that a test row changes a weight, the normaliser and a selection probability by, as factors."""
    base, most = root**power, [Fraction(1)] * 3
    vectors = [errors for n in (1, 2, 3) for errors in product((0, 1, 2, 40), repeat=n)]
    for errors in vectors:
        for change in product((-1, 0, 1), repeat=len(errors)):
            other = [e + d for e, d in zip(errors, change, strict=True)]
            old, new = ([as_fraction(base**-e) for e in found] for found in (errors, other))
            grown, shrunk = new[-1] / old[-1], sum(old, Fraction(0)) / sum(new, Fraction(0))
            most = [max(pair) for pair in zip(most, (grown, shrunk, grown * shrunk), strict=True)]
    return tuple(most)


def asked() -> list[Boosted]:
    return [Boosted(root, alpha, beta) for root in (Fraction(206, 125), Fraction(33, 32)) for alpha in (
        2 * FIFTH, QUARTER, Fraction(1, 8)) for beta in (HUNDREDTH, HUNDREDTH**3, HUNDREDTH**6)]


def shares(*taken: Fraction) -> Callable[[], list[Boosted]]:
    return lambda: [given._replace(taken=taken) for given in asked()]


def toys(root: Fraction, survive: Fraction, power: int) -> list[PointPlan]:
    """Return learners of two points with one test row: a row in one block, and three blocks of noise alone."""
    return [PointPlan(blocks=blocks, block_rows=rows, test_rows=1, root=root**power, survive=survive, stage=HALF)
            for blocks, rows in ((1, 1), (3, 0))]


@cache
def worst_ratio(*toy: Any) -> Any:
    """Return the larger exact ratio of these learners."""
    return max(audit_pure(pipeline(2, plan), toy_databases(2, plan), replace_one).exp_epsilon for plan in toys(*toy))


def ratio(value: Any, bound: Any) -> Any:
    """Return a quotient of two numbers that are too small to tell apart otherwise."""
    return as_bracket(value) / bound


@proof("BBKN14-4.5", grade="certified", grades=dict.fromkeys(("N", "select-privacy", "eq-sel"), "exact"),
       quantifier="e^(epsilon/2) = 206/125, 33/32; alpha = 2/5, 1/4, 1/8; beta = "
       "10^-2, 10^-6, 10^-12: exact binomial tails of up to 35 million rows; selection among up to 3 hypotheses with "
       "0, 1, 2, 40 errors, all changes by one row; exact ratios with one test row: a row in one block, and 3 blocks "
       "without rows",
       instances=asked, start=Boosted(Fraction(3, 2), QUARTER, HUNDREDTH),
       steps={"f/sixth": "{epsilon/6} is less than {f}",
              "f/more": "{4/15 epsilon} is less than {f}",
              "sample": "{Pr[fewer than 32 ln 4/a^2 rows survive], over 4^(-8/a^2), a = alpha/8} is at most {1}",
              "conf": "{1/5} is less than {1 - (Pr[too few rows survive] + 3/4)}",
              "N/blocks": "{(4/5)^N} is at most {beta/5}",
              "N/number": "{N} is at most {1/beta}",
              "select-privacy/parts": "{the factors for a weight and for the normaliser} are at most {e^(epsilon/2)}",
              "select-privacy/ratio": "{the factor for a selection probability} is at most {e^epsilon}",
              "E1/tail": "{Pr[Bin(m, alpha/8) > alpha m/4], over e^(-alpha m/24)} is at most {1}",
              "E1/bound": "{e^(-alpha m/24), over beta^2/3} is at most {1}",
              "E1/both": "{1 - (beta/5 + beta^2/3)} is less than {(1 - (4/5)^N)(1 - that tail)}",
              "E2/tail": "{Pr[Bin(m, alpha) <= alpha m/2], over e^(-alpha m/8)} is at most {1}",
              "E2/bound": "{e^(-alpha m/8), over (beta^2/3)^(3/epsilon)} is at most {1}",
              "eq-sel/one": "{Pr[one of two is selected, with alpha m/2 errors to alpha m/4]} is at most {beta^6/27}",
              "eq-sel/all": "{N times that} is at most {beta^2/27}",
              "total": "{(4/5)^N + e^(-alpha m/24) + N e^(-alpha m/8) + N Pr[selected]} is at most {beta}",
              "conclusion": "{the failure by exact tails, and the exact ratio} are at most {beta, and e^epsilon}"},
       hypotheses=(
           Hypothesis("epsilon < 1", {"root": Fraction(19, 10)}, ("E1/bound",)),
           Hypothesis("beta <= 1/100", {"beta": Fraction(1, 10)}, ("N/number",)),
           Hypothesis("there are N blocks", shares(HALF, Fraction(1), Fraction(1)),
                      ("N/blocks", "E1/both", "total", "conclusion")),
           Hypothesis("a block has n_1 rows", shares(Fraction(1), HALF, Fraction(1)), ("sample", "conf", "conclusion")),
           Hypothesis("there are m test rows", shares(Fraction(1), Fraction(1), HALF),
                      ("E1/bound", "E1/both", "E2/bound", "eq-sel/one", "eq-sel/all")),
           Hypothesis("the test rows are independent", {"copies": 50}, ("E1/tail", "E1/both", "E2/tail", "conclusion")),
           Hypothesis("an error weighs epsilon/2", lambda: [one._replace(power=k) for k in (2, 0) for one in asked()],
                      ("select-privacy/parts", "select-privacy/ratio", "eq-sel/one", "eq-sel/all", "total",
                       "conclusion")),
           Hypothesis("rows survive as BBKN14-4.4 says", lambda: [
               one._replace(survival=rule) for rule in (twice_the_stars, no_stars) for one in asked()],
                      ("f/sixth", "f/more", "conclusion")),
           Hypothesis("alpha < 1/2", needless="blocks aim at alpha/8, which is below 1/2 anyway")))
def boosting_keeps_its_promises(given: Boosted, block: Formula = block_rows, number: Formula = blocks_for,
                                test: Formula = first_rows) -> Iterator[Line]:
    r, beta, stage, epsilon = given.root**2, given.beta, given.alpha / 8, log_bracket(given.root**2, 128)
    counts = number(beta), block(stage, given.epsilon), test(given.alpha, beta, given.epsilon)
    N, rows, m = (max(0, int(share * count)) for share, count in zip(given.taken, counts, strict=True))
    f = given.survival(r, Fraction(4))
    yield Line("f/sixth", "<", epsilon / 6, f)
    yield Line("f/more", "<", 4 * epsilon / 15, f)
    few = too_few_survive(rows, stage, log_bracket(r, 30).lower)
    yield Line("sample", "<=", ratio(few, four_to(-8 / stage**2)), 1)
    yield Line("conf", "<", FIFTH, 1 - (few + 3 * QUARTER))
    yield Line("N/blocks", "<=", Fraction(4, 5) ** N, beta / 5)
    yield Line("N/number", "<=", N, 1 / beta)
    weight, normaliser, selected = worst_changes(given.root, given.power)
    yield Line("select-privacy/parts", "<=", max(weight, normaliser), given.root)
    yield Line("select-privacy/ratio", "<=", selected, r)
    yield from lines_of_the_test(given, N, m)
    looks_bad, looks_good = tails(given, m)
    missed = power_of_bracket(few + 3 * QUARTER, N) + looks_bad + N * (looks_good + selected_bad(given, m))
    yield Line("conclusion", "<=", missed, beta)
    yield Line("conclusion", "<=", worst_ratio(given.root, f, given.power), r, "ratio")


@cache
def tails(given: Boosted, m: int) -> tuple[Any, Any]:
    """Return the chances that a good hypothesis looks bad on m test rows, and that a bad one does not."""
    alpha, drawn = given.alpha, m // given.copies
    return (upper_tail_bracket(drawn, alpha / 8, floor(alpha * m / 4) // given.copies + 1),
            lower_tail_bracket(drawn, alpha, floor(alpha * m / 2) // given.copies))


def selected_bad(given: Boosted, m: int) -> Fraction:
    """Return the chance that of two hypotheses the one that looks bad is selected."""
    law = from_scores({0: -floor(given.alpha * m / 4), 1: -ceil(given.alpha * m / 2)}, given.root**given.power)
    return as_fraction(law.masses()[1])


def lines_of_the_test(given: Boosted, N: int, m: int) -> Iterator[Line]:
    alpha, beta, (looks_bad, looks_good) = given.alpha, given.beta, tails(given, m)
    good, bad = exp_bracket(-alpha * m / 24), exp_bracket(-alpha * m / 8)
    yield Line("E1/tail", "<=", ratio(looks_bad, good), 1)
    yield Line("E1/bound", "<=", ratio(good, beta**2 / 3), 1)
    yield Line("E1/both", "<", 1 - (beta / 5 + beta**2 / 3), (1 - Fraction(4, 5) ** N) * (1 - looks_bad))
    yield Line("E2/tail", "<=", ratio(looks_good, bad), 1)
    small = exp_bracket(3 / log_bracket(given.root**2, 128) * log_bracket(beta**2 / 3, 128), 128)
    yield Line("E2/bound", "<=", ratio(bad, small), 1)
    selected = selected_bad(given, m)
    yield Line("eq-sel/one", "<=", selected, beta**6 / 27)
    yield Line("eq-sel/all", "<=", N * selected, beta**2 / 27)
    yield Line("total", "<=", Fraction(4, 5) ** N + good + N * (bad + selected), beta)


def refutes_boosting_keeps_its_promises(given: Boosted, step: str, case: Any, block, number, test) -> bool:
    """Tell whether a line is false, with logarithms of tails in floating point, and the learner as it is written."""
    root, alpha, beta, r, power = float(given.root), float(given.alpha), float(given.beta), given.root**2, given.power
    epsilon, stage, f = 2 * log(root), alpha / 8, given.survival(r, Fraction(4))
    counts = number(given.beta), block(given.alpha / 8, given.epsilon), test(given.alpha, given.beta, given.epsilon)
    N, rows, m = (int(share * count) for share, count in zip(given.taken, counts, strict=True))
    if case == "ratio":
        laws = [{rows: literal_pipeline(2, plan)(rows).exact() for rows in toy_databases(2, plan)}
                for plan in toys(given.root, f, power)]
        return any(p > r * found[other].get(h, 0) for found in laws for one, other in product(found, repeat=2)
                   if sum(map(ne, one, other)) == 1 for h, p in found[one].items())

    def tail(n: int, p: float, k: int, last: int) -> float:
        """Return the logarithm of the chance of k hits up to the last number."""
        logs = [lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) + i * log(p) + (n - i) * log1p(-p)
                for i in range(max(k, 0), min(last, n) + 1)]
        most = max(logs)
        return most + log(sum(exp(one - most) for one in logs))

    need, drawn = ceil(32 * log(4) / stage**2) - 1, m // given.copies
    selected = 1 / (1 + root ** (power * (ceil(alpha * m / 2) - floor(alpha * m / 4))))
    few = tail(rows, min(epsilon / 6, 0.9), min(need, int(rows * epsilon / 6)) - 4000, need) if rows > need else 0.0
    looks_bad = tail(drawn, stage, floor(alpha * m / 4) // given.copies + 1, drawn)
    looks_good = tail(drawn, alpha, 0, floor(alpha * m / 2) // given.copies)
    good, bad = exp(-alpha * m / 24), exp(-alpha * m / 8)
    return {
        "f/sixth": epsilon / 6 >= f, "f/more": 4 * epsilon / 15 >= f, "sample": few > -8 * log(4) / stage**2,
        "conf": exp(few) >= 1 / 20, "N/blocks": 5**N * given.beta < 5 * 4**N, "N/number": N * beta > 1,
        "select-privacy/parts": root**power > root, "select-privacy/ratio": root ** (2 * power) > r,
        "E1/tail": looks_bad > -alpha * m / 24, "E1/bound": 3 * good > beta**2,
        "E1/both": beta / 5 + beta**2 / 3 <= 1 - (1 - 0.8**N) * (1 - exp(looks_bad)),
        "E2/tail": looks_good > -alpha * m / 8, "E2/bound": alpha * m / 8 < 3 / epsilon * log(3 / beta**2),
        "eq-sel/one": 27 * selected > beta**6, "eq-sel/all": 27 * N * selected > beta**2,
        "total": 0.8**N + good + N * (bad + selected) > beta,
        "conclusion": min(exp(few) + 0.75, 1) ** N + exp(looks_bad) + N * (exp(looks_good) + selected) > beta}[step]
