"""KLMNS20, Section 2: the proof of advanced composition, line by line on pairs of laws and trees of answers."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, inf, prod
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import exp_bracket
from privlearn.exact.formulas import Formula, Logarithm
from privlearn.mechanisms import advanced_composition
from privlearn.mechanisms.composition import drift_composition, response_composition_delta, response_images
from privlearn.papers.klmns20.composition.advanced_composition import FAMILIES, grid_pairs
from privlearn.papers.klmns20.paths.instances import value

Row = tuple[Fraction, ...]
Answers = dict[tuple[int, ...], tuple[Fraction, Fraction]]  # their probabilities on the two databases


def in_turn(pairs: tuple[tuple[Row, Row], ...], k: int) -> Answers:
    """Return the law of k answers, each of a pair that the sum of the answers before it chooses."""
    told: Answers = {(): (Fraction(1), Fraction(1))}
    for _ in range(k):
        told = {(*before, o): (a * p, b * q) for before, (a, b) in told.items()
                for o, (p, q) in enumerate(zip(*pairs[sum(before) % len(pairs)], strict=True))}
    return told


def split(p: Row, q: Row, c: Fraction) -> tuple[Row, Row]:
    """Return P_0 and Q_0, from which an answer is drawn that is not leaked."""
    f, g = tuple(map(min, p, (c * b for b in q))), tuple(map(min, q, (c * a for a in p)))
    if sum(f) < sum(g):
        return split(q, p, c)[::-1]
    G = sum(g, Fraction(0))
    share = (G - G / c) / (sum(f) - G / c) if c > 1 else Fraction(1)
    return tuple((share * a + (1 - share) * b / c) / G for a, b in zip(f, g, strict=True)), tuple(b / G for b in g)


class Adaptive(NamedTuple):
    """Pairs of laws of an answer on two databases, the number k of answers, c = e^epsilon, delta and delta'."""

    pairs: tuple[tuple[Row, Row], ...]
    k: int
    c: Fraction
    delta: Fraction = Fraction(0)
    slack: Fraction = Fraction(3, 4)
    answers: Callable[..., Answers] = in_turn

    @property
    def labels(self) -> dict[str, str]:
        return {"pairs": "P, Q of the mechanisms", "c": "c = e^epsilon", "slack": "delta'"}


@cache
def adaptive() -> tuple[Adaptive, ...]:
    """Return all single pairs of some grids, two or three answers of one or two pairs, and leaky responses."""
    found = [three_times(), *(Adaptive(((tuple(p.values()), tuple(q.values())),), 1, c)
                              for c in (Fraction(3, 2), Fraction(2), Fraction(3)) for p, q in grid_pairs(8, 3, c))]
    for (delta, tables), k, slack in zip(FAMILIES.items(), (3, 2), (Fraction(3, 4), Fraction(9, 20)), strict=True):
        pairs = [(tuple(p.values()), tuple(q.values())) for p, q in tables]
        found += [Adaptive(both, k, Fraction(2), delta, slack) for both in product(pairs, repeat=2)]
    return (*found, *(Adaptive((leaky(c, delta),), k, c, delta, slack) for c, k, delta, slack in product(
        map(Fraction, ("1", "11/10", "3/2", "3")), (1, 2, 5), (Fraction(0), Fraction(1, 4)),
        map(Fraction, ("1/20", "9/20", "13/20", "3/4")))))


def three_times() -> Adaptive:
    """Return three answers of a mechanism that leaks with probability 1/10."""
    P, Q = (tuple(Fraction(twentieths, 20) for twentieths in law) for law in ((2, 10, 8), (0, 5, 15)))
    return Adaptive(((P, Q),), 3, Fraction(2), Fraction(1, 10), Fraction(3, 5))


def leaky(c: Fraction, delta: Fraction) -> tuple[Row, Row]:
    """Return the laws of a response that tells the database with probability delta (by 2 or 3)."""
    true, false = (1 - delta) * c / (1 + c), (1 - delta) / (1 + c)
    return (true, false, delta, Fraction(0)), (false, true, Fraction(0), delta)


leaky_responses = cache(lambda k, c, delta: in_turn((leaky(c, delta),), k))


def stick(law: Answers, ratio: Fraction) -> Fraction:
    """Return the hockey stick of the two laws of the answers."""
    return sum((p - ratio * q for p, q in law.values() if p > ratio * q), Fraction(0))


def largest_ratio(left: Row, right: Row) -> Any:
    return max(a / b if b else inf for a, b in zip(left, right, strict=True) if a)


def one_coin_for_two_answers() -> list[Adaptive]:
    """Return two fair bits, equal on one database and different on the other."""
    fair, half = (Fraction(1, 2),) * 2, Fraction(1, 2)

    def of_one_coin(pairs: tuple[tuple[Row, Row], ...], k: int) -> Answers:
        return {(a, b): (half * (a == b), half * (a != b)) for a, b in product((0, 1), repeat=2)}

    return [Adaptive(((fair, fair),), 2, c, slack=slack, answers=of_one_coin)
            for c in (Fraction(2), Fraction(101, 100)) for slack in (Fraction(3, 4), Fraction(9, 10))]


@proof("KLMNS20-2.adv", grade="certified",
       quantifier="one answer, all pairs of laws on 3 outcomes in eighths, e^epsilon = 3/2, 2, 3; three answers of two "
                  "mechanisms, all pairs of laws of a bit in sixths, e^epsilon = 2; two of two, all (ln 2, 1/4)-close "
                  "pairs of laws in quarters on 4 outcomes, up to renaming; 1, 2, 5 leaky responses, e^epsilon = 1, "
                  "11/10, 3/2, 3, delta = 0, 1/4; delta' = 1/20 to 3/4",
       instances=adaptive, start=three_times,
       steps={"leak/mass": "{1 - delta} is at most {the smaller mass of f and g}",
              "leak/laws": "{the masses of P_0 and Q_0} are {1}",
              "leak/parts": "{the largest ratio of (1 - delta) P_0 to P, or of Q's} is at most {1}",
              "leak/ratio": "{the largest ratio of P_0 to Q_0, or back} is at most {c}",
              "response/laws": "{0} is at most {the least probability of R_0 and R_1}",
              "response/mixture": "{the mixtures of R_0 and R_1} are {P_0 and Q_0}",
              "many/answers": "{the hockey stick of k answers} is at most {that of k leaky responses}",
              "many/sum": "{the hockey stick of k leaky responses} equals {1 - (1 - delta)^k (1 - delta_k)}",
              "tail/loss": "{delta_k at e^epsilon'} is at most {Pr[the loss of k responses is more than epsilon']}",
              "tail/Hoeffding": "{Pr[the loss is more than epsilon']} is at most {delta'}",
              "conclusion": "{the hockey stick of k answers at e^epsilon'} is at most {k delta + delta'}"},
       hypotheses=(Hypothesis("each mechanism is (epsilon, delta)-private", {
                       "c": lambda given: (19 + given.c) / 20, "slack": Fraction(1, 100)},
                              ("leak/mass", "leak/parts", "many/answers", "conclusion")),
                   Hypothesis("an answer is private given those before it", one_coin_for_two_answers,
                              ("many/answers", "conclusion")),
                   Hypothesis("0 < delta' < 1", needless="without failures there is no bound"),
                   Hypothesis("epsilon >= 0", needless="no epsilon is below 0")))
def answers_are_drawn_from_responses(given: Adaptive, plain: Formula = advanced_composition,
                                     drift: Formula = drift_composition) -> Iterator[Line]:
    pairs, k, c, delta, slack, answers = given
    for place, (p, q) in enumerate(pairs):
        at, halves = ("mechanism", place), split(p, q, c)
        masses = [sum(map(min, a, (c * x for x in b)), Fraction(0)) for a, b in ((p, q), (q, p))]
        yield Line("leak/mass", "<=", 1 - delta, min(masses), at)
        yield Line("leak/laws", "==", [*map(sum, halves)], [1, 1], at)
        yield Line("leak/parts", "<=", (1 - delta) * max(map(largest_ratio, halves, (p, q))), 1, at)
        yield Line("leak/ratio", "<=", max(largest_ratio(*halves), largest_ratio(*halves[::-1])), c, at)
        if c > 1:
            P, Q = map(dict, map(enumerate, halves))
            zero, one = (tuple(law.values()) for law in response_images(P, Q, c))
            yield Line("response/laws", "<=", 0, min(*zero, *one), at)
            yield Line("response/mixture", "==", [tuple((c * a + b) / (1 + c) for a, b in zip(*laws, strict=True))
                                                  for laws in ((zero, one), (one, zero))], [*halves], at)
    law, told = answers(pairs, k), leaky_responses(k, c, delta)
    for ratio in (Fraction(1), c, c**2):
        yield Line("many/answers", "<=", stick(law, ratio), stick(told, ratio), ("ratio", ratio))
        yield Line("many/sum", "==", stick(told, ratio), value(response_composition_delta, k, c, ratio, delta),
                   ("ratio", ratio))
    for total in (plain, drift):
        ratio = max(Fraction(1), exp_bracket(value(total, k, Logarithm(c), slack).lower).lower)
        more = sum(comb(k, j) * c**j / (1 + c) ** k for j in range(k + 1) if c ** (2 * j - k) > ratio)
        yield Line("tail/loss", "<=", value(response_composition_delta, k, c, ratio), more)
        yield Line("tail/Hoeffding", "<=", more, slack)
        yield Line("conclusion", "<=", stick(law, ratio), k * delta + slack)


def refutes_answers_are_drawn_from_responses(given: Adaptive, step: str, case: Any, plain: Formula,
                                             drift: Formula) -> bool:
    """Tell whether a line is false, outcome by outcome, and from all that k responses may tell."""
    pairs, k, c, delta, slack, answers = given
    w, kept = 1 / (1 + c), 1 - delta

    def gap(law: Iterable[tuple[Fraction, Fraction]], ratio: Fraction) -> Fraction:
        return sum((max(Fraction(0), a - ratio * b) for a, b in law), Fraction(0))

    def told(*one: tuple[Fraction, Fraction]) -> Answers:
        return {way: (prod((one[o][0] for o in way), start=w / w), prod((one[o][1] for o in way), start=w / w))
                for way in product(range(len(one)), repeat=k)}

    if case and case[0] == "mechanism":
        p, q = pairs[case[1]]
        P, Q = split(p, q, c)
        zero, one = (law.values() for law in response_images(dict(enumerate(P)), dict(enumerate(Q)), c)) if c > 1 else (
            P, Q)
        return {"leak/mass": max(gap(zip(*way, strict=True), c) for way in ((p, q), (q, p))) > delta,
                "leak/laws": (sum(P), sum(Q)) != (1, 1),
                "leak/parts": any(kept * a > b for a, b in zip(P + Q, p + q, strict=True)),
                "leak/ratio": any(a > c * b or b > c * a for a, b in zip(P, Q, strict=True)),
                "response/laws": min(*zero, *one) < 0, "response/mixture": any(
                    (c * a + b, a + c * b) != (x / w, y / w) for a, b, x, y in zip(zero, one, P, Q, strict=True))}[step]
    bits = told((c * w, w), (w, c * w))
    leaky = told((kept * c * w, kept * w), (kept * w, kept * c * w), (delta, 0 * w))
    for r in [case[1]] if case else [max(Fraction(1), exp_bracket(total(k, Logarithm(c), slack).lower).lower)
                                     for total in (plain, drift)]:
        stuck, least, tail = gap(answers(pairs, k).values(), r), gap(bits.values(), r), sum(
            (a for a, b in bits.values() if a > r * b), Fraction(0))
        if {"many/answers": stuck > gap(leaky.values(), r), "tail/loss": least > tail, "tail/Hoeffding": tail > slack,
                "many/sum": gap(leaky.values(), r) != 1 - kept**k * (1 - least),
                "conclusion": stuck > k * delta + slack}[step]:
            return True
    return False
