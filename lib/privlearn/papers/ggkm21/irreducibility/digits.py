"""GGKM21, Proposition 11: a rule and 3k classes of small threshold dimension that make an exponential one."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.dimensions import is_threshold_sequence, threshold_dimension
from privlearn.dimensions.composition.digits import digit_classes, digit_concepts, digit_rule, digits_of
from privlearn.papers.ggkm21.irreducibility import claim

claim("GGKM21-11", kind="proposition", status="quoted",
      reason="a proposition of Ghazi, Golowich, Kumar and Manurangsi; comparing digits, our own route, reaches it for "
             "small dimensions only",
      uses=("ABMS20-2.def-G", "ABMS20-2.def-T"),
      title="For d >= 6, some rule makes of 3k classes with T <= d one with T = 2^(k floor(d/5))",
      note="Checked where comparing digits does it, which need not be the construction of the paper: for k = 1 up to "
           "d = 49. For large d the power of two outgrows the digits, and the paper's own construction, which we have "
           "not read, is needed.")

CASES = (*((1, max(6, 5 * t)) for t in range(1, 10)), *((2, max(6, 5 * t)) for t in range(1, 5)), (3, 6), (3, 10))
Instance = tuple[int, int, int]  # points, base, digits


def smallest_base(k: int, d: int) -> Instance:
    """Return the points of the statement, the least base in which the digits of 3k classes are enough, their number."""
    points, digits = 2 ** (k * (d // 5)), (3 * k + 1) // 2
    return points, next(b for b in range(2, points + 2) if b**digits >= points), digits


def with_bases(change: Callable[[int, int, int], Instance]) -> Callable[[int, int], Instance]:
    """Return the choice of points, base and digits with a change to it."""
    return lambda k, d: change(*smallest_base(k, d))


@check("GGKM21-11", grade="exact",
       quantifier="k = 1 and d = 6, ..., 49; k = 2 and d = 6, ..., 24; k = 3 and d = 6, ..., 14 (one d for each "
                  "floor(d/5))",
       says="3k classes of threshold dimension at most d compose to one of dimension 2^(k floor(d/5)), the number of "
            "points")
@sabotage("a digit more", with_bases(lambda points, base, digits: (points, base, digits + 1)))
@sabotage("half of the points", with_bases(lambda points, base, digits: (points // 2, base, digits)))
@sabotage("a single digit", with_bases(lambda points, base, digits: (points, points, 1)))
@judged("==")
def digits_make_an_exponential_dimension(choose: Callable[[int, int], Instance] = smallest_base) -> Iterator[Any]:
    for k, d in CASES:
        points, base, digits = choose(k, d)
        classes = digit_classes(points, base=base, digits=digits)
        made = digit_concepts(points, base=base, digits=digits)
        largest = max(threshold_dimension(concepts) for concepts in classes)
        reached = points if is_threshold_sequence([(t, t) for t in range(points)], made) else 0
        yield (k, d), (len(classes) <= 3 * k, largest <= d, reached), (True, True, 2 ** (k * (d // 5)))

def refutes_digits_make_an_exponential_dimension(choose: Callable[[int, int], Instance], k, d) -> bool:
    points, base, digits = choose(k, d)
    return points != 2 ** (k * (d // 5)) or 2 * digits - 1 > 3 * k or min(base, points) > d


@check("GGKM21-11", grade="exhaustive",
       quantifier="all pairs of numbers of 1 to 3 digits to base 3 and of 4 or 5 to base 2",
       says="the digit rule says x >= t just if x is at least t")
@sabotage("only the last digits count", lambda digits: sum(1 << v for v in range(1 << 2 * digits - 1) if v & 1))
@sabotage("every digit has to be at least as large", lambda digits: sum(
    1 << v for v in range(1 << 2 * digits - 1) if all(v >> 2 * place & 1 for place in range(digits))))
@judged("==")
def the_digit_rule_compares(rule: Callable[[int], int] = digit_rule) -> Iterator[Any]:
    for digits in range(1, 6):
        table = rule(digits)
        for x, t in product(range(3**digits if digits < 4 else 2**digits), repeat=2):
            yield (digits, x, t), table >> number_of_comparisons(x, t, digits) & 1, int(x >= t)

def refutes_the_digit_rule_compares(rule: Callable[[int], int], digits, x, t) -> bool:
    number, base = 0, 3 if digits < 4 else 2
    for place in reversed(range(digits)):
        a, b = x // base**place % base, t // base**place % base
        number = 2 * (number if place == 0 else 2 * number + (a > b)) + (a >= b)
    return bool(rule(digits) >> number & 1) != (x >= t)


def number_of_comparisons(x: int, t: int, digits: int) -> int:
    """Return the comparisons of two numbers, digit by digit, as the number of a line of the truth table."""
    base = 3 if digits < 4 else 2
    pairs = list(zip(digits_of(x, base, digits), digits_of(t, base, digits), strict=True))
    bits = [bit for a, b in pairs for bit in (a > b, a >= b)]
    return int("".join(str(int(bit)) for bit in bits[:-2] + bits[-1:]), 2)
