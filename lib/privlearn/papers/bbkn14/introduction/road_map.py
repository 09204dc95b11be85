"""BBKN14, Section 1.1.1: the numbers that the road map quotes, each by two routes."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.exact import log_bracket
from privlearn.exact.fractions import QUARTER, TENTH
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.points.side_by_side import small_class_size
from privlearn.learners.proper_points import is_smallest_rows
from privlearn.papers.bbkn14.introduction import claim
from privlearn.papers.bbkn14.introduction.instances import roadmap

claim("BBKN14-1.1.1.proper-log-size", kind="remark", status="checked",
      reason="a summary of later results in orders of growth; the numbers that stand for them are computed",
      section="1.1 Our contributions",
      uses=("BBKN14-3.2", "BBKN14-3.2.log-H", "BBKN14-3.4", "BBKN14-3.9", "BBKN14-3.10", "BBKN14-3.10.consequence",
            "BBKN14-4.1", "BBKN14-4.2", "BBKN14-4.8", "BBKN14-4.11", "BBKN14-5.4"),
      title="The generic learner pays for the logarithm of its class: d for points, log d for a small class, and "
            "O(1) needs heavy hypotheses")

ROADMAP_EXPONENTS = (4, 8, 16, 64, 256)


def _ceiling(expression: Callable[[], Any]) -> int:
    value = bracket_of(expression, 256)
    low, high = -(-value.lower // 1), -(-value.upper // 1)
    return int(high) if low == high else -1


def second_route(name: str, d: int, quoted: int):
    """Return the number again, from the printed formula in ball arithmetic or from its defining property."""
    number, weight, alpha = name.split(":")[0], 2 ** (d // 2), ball(QUARTER)
    generic = 128 / alpha  # max(128/alpha, 8/(epsilon alpha)) with epsilon = ln 2
    if number == "3.9":
        return quoted if is_smallest_rows(quoted, d, 2, QUARTER, TENTH) else None
    if number == "3.10":
        return next(k for k in range(3 * d + 3) if max(comb(k, s) for s in range(k + 1)) >= 2**d)
    if number in ("4.11", "5.4"):
        falls = -(-(weight - 2) // 2) if number == "5.4" else weight
        targets = 2**d - (1 if number == "5.4" else 0)
        success = [Fraction(1, 2) + Fraction(falls * 2**m, 2 * (falls * 2**m + targets - falls))
                   for m in (quoted - 1, quoted)]
        return quoted if success[0] < 1 - TENTH <= success[1] else None
    if number == "4.8":
        blocks = next(n for n in range(99) if 500 * 4**n <= 5**n)
        test = _ceiling(lambda: 24 * ball(30000).log() / (ball(2).log() * alpha))
        return blocks * _ceiling(lambda: 768 / (alpha / 8) ** 2) + test
    size = _ceiling(lambda: 8 * ball(1).exp() * d * 81)
    if number == "4.1":
        return size
    return _ceiling(lambda: generic * ball(30 * (size if number == "4.2" else 2**d)).log())


@check("BBKN14-1.1.1.proper-log-size", grade="exact",
       quantifier="8 quoted numbers at d = 4, 8, 16, 64, 256, each by two routes",
       says="{the number quoted in the road map} equals {the same number by a second route}")
def quoted_numbers_are_those_of_their_entries(quotes=roadmap) -> Verdict:
    return judge("==", (((name, d), value, second_route(name, d, value))
                        for d in ROADMAP_EXPONENTS for name, value in quotes(d).items()))

def refutes_quoted_numbers_are_those_of_their_entries(quotes, name, _):
    return "heavy" in name and len({quotes(d)[name] for d in ROADMAP_EXPONENTS}) > 1  # O(1) must not depend on d

@quoted_numbers_are_those_of_their_entries.sabotage("the O(log d) learner quoted for the O(1) learner")
def o_log_d_learner_quoted_o():
    heavy, small = "4.8: learner with heavy hypotheses", "4.2: generic learner over the small class"
    return lambda d: {**roadmap(d), heavy: roadmap(d)[small]}


@check("BBKN14-1.1.1.proper-log-size", grade="certified",
       quantifier="d = 4, 8, ..., 512: doubling d adds at most (128/alpha) ln 2 + 1 rows, alpha = 1/4",
       says="{the rows that doubling d adds} are at most {(128/alpha) ln 2 + 1}")
@sabotage("the class of all points", lambda d, alpha: 2**d)
def small_class_costs_a_logarithm(size=small_class_size) -> Verdict:
    def rows(d: int) -> int:
        return occam_sample_size(size(d, QUARTER), 2, QUARTER, TENTH)

    step = 128 / QUARTER * log_bracket(2) + 1
    return judge("<=", ((d, rows(2 * d) - rows(d), step) for d in (4, 8, 16, 32, 64, 128, 256, 512)))

def refutes_small_class_costs_a_logarithm(size, d):
    return size(2 * d, QUARTER) > 2 * size(d, QUARTER) + 1  # then the logarithm grows by more than ln 2
