"""ABMS20, Remark 7.4: higher confidence by disjoint blocks and a private choice."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.laws import Law, uniform_range
from privlearn.learners.selection.several_blocks import amplified_failure
from privlearn.mechanisms.neighbours import Database
from privlearn.papers.abms20.closure_accuracy import claim
from privlearn.papers.abms20.closure_accuracy.instances import private_selection
from privlearn.papers.abms20.closure_learner.instances import TINY_ROWS

claim("ABMS20-7.4.boost", kind="remark", status="quoted",
      reason="private boosting is cited and not built; the bound for the confidence is proved here",
      uses=("ABMS20-3.13", "ABMS20-7.2"), title="Amplifying the confidence")


@check("ABMS20-7.4.boost", grade="exact",
       quantifier="t <= 4 runs that fail with probability 1/2, bad functions chosen with weight 2^-v against 1, v <= "
                  "30: all error patterns",
       says="{the probability that the chosen function is bad} is at most {2^(-t) + t 2^(-v)}",
       reason="2^-v stands for exp(-eps alpha v / 2), the weight of a bad function in the exponential mechanism.")
@sabotage("the choice is taken to be free of error", lambda runs, weight: Fraction(1, 2**runs))
@judged("<=")
def amplified_failure_is_at_most_the_bound(bound=amplified_failure):
    for t, v in product(range(1, 5), range(31)):
        w, total = Fraction(1, 2**v), Fraction(0)
        for bad in product((0, 1), repeat=t):
            total += Fraction(1, 2**t) * sum(bad) * w / (sum(bad) * w + t - sum(bad))
        yield (t, v), total, bound(t, w)

def refutes_amplified_failure_is_at_most_the_bound(bound, t, v):
    row = [1]
    for _ in range(t):
        row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
    chance = sum(Fraction(c, 2**t) * Fraction(j, j + (t - j) * 2**v) for j, c in enumerate(row))
    return chance > bound(t, Fraction(1, 2**v))


@check("ABMS20-7.4.boost", grade="exact",
       quantifier="t = 1, ..., 12 runs that fail with probability 1/2, weights 0, 1/24, 1/3, 1: all runs fail, run by "
                  "run, or one of the t answers is chosen though it is bad",
       says="{the bound} equals {the probability that all runs fail, and the weight once for each answer}")
@sabotage("the weight counts once", lambda runs, weight: amplified_failure(runs, weight / runs))
@sabotage("one run fewer may fail", lambda runs, weight: amplified_failure(runs, weight) + Fraction(1, 2**runs))
@judged("==")
def bound_is_a_union_over_the_answers(bound=amplified_failure):
    for t, w in product(range(1, 13), (Fraction(0), Fraction(1, 24), Fraction(1, 3), Fraction(1))):
        events = [w] * t + [prod([Fraction(1, 2)] * t)]
        yield (t, w), bound(t, w), sum(events)

def refutes_bound_is_a_union_over_the_answers(bound, t, w):
    return 2**t * bound(t, w) != 1 + 2**t * t * w


def block_neighbours() -> Iterator[tuple[Any, Any]]:
    """Yield the ordered pairs of inputs, two blocks of one row and two validation rows, that differ in one row."""
    inputs = [((((a,), (b,)), (c, d))) for a, b, c, d in product(TINY_ROWS, repeat=4)]
    for blocks, validation in inputs:
        rows = [blocks[0][0], blocks[1][0], *validation]
        for place, row in product(range(4), TINY_ROWS):
            if row != rows[place]:
                new = [*rows[:place], row, *rows[place + 1:]]
                yield (blocks, validation), (((new[0],), (new[1],)), (new[2], new[3]))


@check("ABMS20-7.4.boost", grade="exhaustive",
       quantifier="two blocks of one row, two validation rows, on 2 points; learner 5/2, choice 9/4: all 3072 "
                  "ordered pairs of neighbours; the ratio is at most the larger of the two, not their product",
       says="{the largest ratio of an answer's probabilities} is at most {the larger of the two privacy ratios}")
def disjoint_rows_cost_the_larger_of_the_two(selection=private_selection) -> Verdict:
    laws: dict[Any, dict[Any, Fraction]] = {}

    def table(given) -> dict[Any, Fraction]:
        if given not in laws:
            laws[given] = selection(*given).exact()
        return laws[given]

    def cases() -> Iterator[Any]:
        for left, right in block_neighbours():
            p, q = table(left), table(right)
            yield (left, right), max(w / q[o] if q.get(o) else Fraction(10**6) for o, w in p.items()), Fraction(5, 2)

    return judge("<=", cases())

def refutes_disjoint_rows_cost_the_larger_of_the_two(selection, witness):
    left, right = (selection(*given).exact() for given in witness)
    return any(2 * p > 5 * right.get(answer, Fraction(0)) for answer, p in left.items())

@disjoint_rows_cost_the_larger_of_the_two.corrupted("the answer with the fewest errors, without the mechanism")
def answer_fewest_errors_without_mechanism(blocks: tuple[Database, ...], validation: Database) -> Law:
    answers = [(block[0][1],) * 2 for block in blocks]  # the learners' right answers
    return uniform_range(1).map(lambda _: min(answers, key=lambda h: sum(h[x] != y for x, y in validation)))
