"""ABMS20, Section 3.2: the two halves of the proof of Theorem 3.14, on mechanisms run many times.

Definitions
-----------
A mechanism is run on T samples of n points.  A test with the mean ``mean`` under the distribution and ``emp`` on its
sample has the score ``s = mean/e^(2 epsilon) - emp``; the monitor chooses a test, or the test 0 of score 0, with
probability proportional to ``e^(epsilon n s)``.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp, log, prod
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.fractions import TENTH
from privlearn.exact.intervals import ball, bracket_of
from privlearn.mechanisms import from_scores
from privlearn.papers.abms20.generalization.private_mechanisms import leaking

Scores = dict[tuple[Fraction, Fraction], Fraction]  # (mean, emp) of a test -> probability
CASES = (("rare point", 3, 2, Fraction(4), Fraction(0)), ("rare point", 2, 3, Fraction(9, 4), Fraction(0)),
         ("leak", 4, 2, Fraction(2), TENTH), ("leak", 3, 3, Fraction(3, 2), TENTH))
RUNS = (1, 2, 3)


def tests_of(name: str, size: int, exp_epsilon: Fraction, delta: Fraction) -> Callable[[Any], Any]:
    """Return the law of the test on a sample: a point, the rarer the likelier, or the leak of the complement.

    A replaced row changes the numbers of rows of two points by 1, so the root of e^epsilon is the base.
    """
    if name == "leak":
        return lambda sample: leaking(size, delta)(sample)
    root = {Fraction(4): 2, Fraction(9, 4): Fraction(3, 2)}[exp_epsilon]
    return lambda sample: from_scores({tuple(int(x == y) for x in range(size)): -sample.count(y)
                                       for y in range(size)}, root)


@cache
def run_scores(name: str, size: int, rows: int, exp_epsilon: Fraction, delta: Fraction) -> Scores:
    """Return the law of (mean, emp) of one run on equally likely points."""
    law, found = tests_of(name, size, exp_epsilon, delta), dict[tuple[Fraction, Fraction], Fraction]()
    for sample in product(range(size), repeat=rows):
        for test, chance in law(sample).exact().items():
            key = Fraction(sum(test), size), Fraction(sum(test[x] for x in sample), rows)
            found[key] = found.get(key, Fraction(0)) + chance / size**rows
    return found


@cache
def chosen(case: tuple[Any, ...], runs: int) -> tuple[Bracket, Bracket, Fraction]:
    """Return the expectations of mean and emp of the monitor's choice, and of the largest score."""
    _, _, rows, ratio, _ = case
    zero = Fraction(0), Fraction(0)
    games = [((zero, *tests), prod(chances)) for drawn in product(run_scores(*case).items(), repeat=runs)
             for tests, chances in [zip(*drawn, strict=True)]]
    scores = [[mean / ratio**2 - emp for mean, emp in tests] for tests, _ in games]

    def expectation(part: int) -> Any:
        total, rate = ball(0), ball(ratio).log() * rows
        for (tests, chance), values in zip(games, scores, strict=True):
            weights = [(rate * ball(s)).exp() for s in values]
            total += ball(chance) * sum((w * ball(t[part]) for w, t in zip(weights, tests, strict=True)),
                                        ball(0)) / sum(weights, ball(0))
        return total

    largest = sum((chance * max(values) for (_, chance), values in zip(games, scores, strict=True)), Fraction(0))
    return bracket_of(lambda: expectation(0)), bracket_of(lambda: expectation(1)), largest


@check("ABMS20-3.14", grade="certified",
       quantifier="the rare point (e^epsilon = 4, 9/4, delta = 0) and the leak (e^epsilon = 2, 3/2, delta = 1/10) on 2 "
                  "to 4 equally likely points, 2 and 3 rows; 1, 2, 3 runs, all samples, the monitor's choice",
       says="{the mean of the chosen test} is at most {e^(2 epsilon) its empirical mean plus T delta, on average}")
@sabotage("without the factor", lambda ratio, delta, runs: (Fraction(1), runs * delta))
@sabotage("without T delta", lambda ratio, delta, runs: (ratio**2, Fraction(0)))
@judged("<=")
def choice_does_not_overfit_on_average(bound=lambda ratio, delta, runs: (ratio**2, runs * delta)):
    for case, runs in product(CASES, RUNS):
        mean, emp, _ = chosen(case, runs)
        factor, more = bound(case[3], case[4], runs)
        yield (case, runs), mean, emp * factor + more

def played(case: tuple[Any, ...], runs: int) -> tuple[float, float, float]:
    """Return the averages of mean and emp of the choice, and of the largest score, over all samples and tests."""
    name, size, rows, ratio, delta = case
    law, averages = tests_of(name, size, ratio, delta), [0.0, 0.0, 0.0]
    for samples in product(list(product(range(size), repeat=rows)), repeat=runs):
        for outcome in product(*[law(sample).exact().items() for sample in samples]):
            pairs = [(0.0, 0.0)] + [(sum(t) / size, sum(t[x] for x in sample) / rows)
                                    for (t, _), sample in zip(outcome, samples, strict=True)]
            scores = [mean / float(ratio) ** 2 - emp for mean, emp in pairs]
            weights = [float(ratio) ** (rows * s) for s in scores]
            chance = prod(float(p) for _, p in outcome) / size ** (rows * runs)
            for part in (0, 1):
                averages[part] += chance * sum(w * pair[part] for w, pair in zip(weights, pairs, strict=True)
                                               ) / sum(weights)
            averages[2] += chance * max(scores)
    return averages[0], averages[1], averages[2]

def refutes_choice_does_not_overfit_on_average(bound, case, runs):
    mean, emp, _ = played(case, runs)
    factor, more = bound(case[3], case[4], runs)
    return mean > float(factor) * emp + float(more) + 1e-9


@check("ABMS20-3.14", grade="certified", quantifier="the same mechanisms and numbers of runs",
       says="{the average of the largest score} is at most {that of the choice, plus ln(T + 1)/(epsilon n)}")
@sabotage("the choice is a best test", lambda runs: 1)
@judged("<=")
def choice_is_nearly_a_worst_test(count=lambda runs: runs + 1):
    for case, runs in product(CASES, RUNS):
        (mean, emp, largest), (_, _, rows, ratio, _) = chosen(case, runs), case
        slack = log_bracket(count(runs)) / (log_bracket(ratio) * rows)
        yield (case, runs), largest, mean * (1 / ratio**2) - emp + slack

def refutes_choice_is_nearly_a_worst_test(count, case, runs):
    mean, emp, largest = played(case, runs)
    epsilon = log(case[3])
    return largest > mean * exp(-2 * epsilon) - emp + log(count(runs)) / (epsilon * case[2]) + 1e-9
