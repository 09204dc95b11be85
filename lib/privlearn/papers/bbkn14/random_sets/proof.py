"""BBKN14, Section 4.1: the proof of Lemma 4.1, line by line on drawings of random sets and on their laws."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb, floor
from typing import Any, NamedTuple

import numpy as np

import privlearn.papers.bbkn14.random_sets.small_class  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass
from privlearn.concepts.sets import indicator, pack
from privlearn.dimensions.representation import representation_game
from privlearn.dimensions.representation.points import draw_sets, random_sets_shape
from privlearn.dimensions.representation.points.multiplicities import first_sets_through
from privlearn.dimensions.representation.points.random_sets import DrawnSets, cut_down, good_points
from privlearn.dimensions.representation.points.random_sizes import (RandomSetsShape, bad_point_chances, number_of_sets,
                                                                     shape_of, too_many_chance)
from privlearn.exact.formulas import Formula
from privlearn.exact.fractions import HALF, NINE_TENTHS
from privlearn.papers.bbkn14.random_sets.bad_events import (PARAMETERS, chances_in_integers, crowded_limit,
                                                            k_for_crowds, most_sets_at_a_point, too_few_limit)

MOST_CHOSEN = 160  # of the sets through a point, where their number is computed exactly
DRAWN = ("eq3/own", "eq3/others", "eq-sum/sum", "eq-sum/mean")


class Drawing(NamedTuple):
    """Sets on 2T points, T = 2^d, as a seed draws them; without a seed the law of a drawing."""

    d: int
    alpha: Fraction
    seed: int | None
    sets: Callable[["Drawing"], DrawnSets]
    times: Fraction = Fraction(1)

    @property
    def labels(self) -> dict[str, str]:
        return {"sets": "the k sets are", "times": "points of a set, times 4pT/k"}


@cache
def sizes(given: Drawing, sets: int | None = None) -> RandomSetsShape:
    """Return the numbers of a drawing, of another number of sets if one is named."""
    right = random_sets_shape(given.d, given.alpha)
    right = right if sets is None else shape_of(given.d, given.alpha, max(sets, 2 * right.chosen))
    return replace(right, members=floor(given.times * Fraction(4 * right.chosen << given.d, right.sets) + HALF))


def drawn_independently(given: Drawing) -> DrawnSets:
    return draw_sets(sizes(given), given.seed or 0)


def each_drawn_often(given: Drawing) -> DrawnSets:
    right = drawn_independently(given)
    words = np.repeat(right.words[: len(right.words) // given.d], given.d, axis=0)
    return replace(right, words=words, chosen=first_sets_through(words, right.points, right.shape.chosen))


def made_by_hand(given: Drawing) -> DrawnSets:
    """Return p sets through each of two points, of which d - 1 hold both; two more points are in none."""
    both, p = given.d - 1, sizes(given).chosen
    words = pack(np.array([(1, 1, 0, 0)] * both + [(1, 0, 0, 0)] * (p - both) + [(0, 1, 0, 0)] * (p - both)))
    return DrawnSets(sizes(given), words, 4, first_sets_through(words, 4, p))


@cache
def drawn(given: Drawing) -> tuple[int, DrawnSets]:
    """Return how many points are good, and the sets on half of the points, good ones if there are so many."""
    whole = given.sets(given)
    good, half = np.flatnonzero(good_points(whole)), whole.points // 2
    return len(good), cut_down(whole, good[:half] if len(good) >= half else np.arange(half))


@cache
def counted(given: Drawing) -> list[tuple[int, int, int, int, int]]:
    """Return for each j how many of its p sets hold it, which b most of them hold, how many, their sum and union."""
    kept, found = drawn(given)[1], []
    matrix = kept.matrix
    for j in range(kept.points):
        counts = matrix[kept.chosen[j]].sum(axis=0, dtype=np.int64)
        own, counts[j] = int(counts[j]), 0
        b = int(counts.argmax())
        found.append((own, b, int(counts[b]), int(counts.sum()), int(np.count_nonzero(counts))))
    return found


game = cache(representation_game)
chances = cache(bad_point_chances)


def good_points_are_represented(given: Drawing, most: Formula) -> Iterator[Line]:
    d, p, kept, factor = given.d, sizes(given).chosen, drawn(given)[1], most(given.d)
    n = kept.points
    for j, (own, *_) in enumerate(counted(given)):
        yield Line("eq3/own", "==", own, p, ("j =", j))
    for j, (_, b, count, *_) in enumerate(counted(given)):
        yield Line("eq3/others", "<", count, d, ("j =", j, "b =", b))
    for j, (_, b, count, total, union) in enumerate(counted(given)):
        yield Line("eq-sum/sum", "<=", count, factor * (count > 0), ("j =", j, "all mass on", b))
        yield Line("eq-sum/sum", "<=", Fraction(total, n), factor * Fraction(union, n), ("j =", j, "uniform"))
    for j, rows in enumerate(kept.matrix[kept.chosen[:2048 >> d]]):
        D = game(ConceptClass.from_matrix(rows), indicator({j}, n)).distribution
        weighed = [(D[b], count) for b, count in enumerate(rows.sum(axis=0).tolist()) if b != j and count]
        yield Line("eq-sum/sum", "<=", sum((q * count for q, count in weighed), Fraction(0)),
                   factor * sum((q for q, _ in weighed), Fraction(0)), ("j =", j, "worst"))
    for j, (own, _, count, *_) in enumerate(counted(given)):
        yield Line("eq-sum/mean", "<=", Fraction(max(count, p - own), p), Fraction(factor, p), ("j =", j))


def pairs(s: RandomSetsShape) -> Fraction:
    """Return the mean number of pairs of another point and of d of the p sets that hold it."""
    return (s.points - 1) * comb(s.chosen, s.d) * Fraction(s.members - 1, s.points - 1) ** s.d


@cache
def failing(s: RandomSetsShape) -> Fraction:
    return too_many_chance(s.points, sum(chances(s), Fraction(0)))


def bad_events_are_rare(given: Drawing, few: Formula, number: Formula, crowded: Formula) -> Iterator[Line]:
    s = sizes(given)
    p, q, others = s.chosen, Fraction(s.members, s.points), s.points - 1
    squares = s.sets * q * (1 - q) / (s.sets * q - p + 1) ** 2
    yield Line("bad1/size", "<=", abs(s.members - Fraction(4 * p << s.d, s.sets)), HALF)
    if p <= MOST_CHOSEN:
        yield Line("bad1/Chebyshev", "<=", chances(s)[0], squares)
        yield Line("bad1/limit", "<", chances(s)[0], few(p))
    yield Line("bad1/eighth", "<=", squares, Fraction(1, 8))
    if s.members:
        yield Line("bad2/chance", "<", Fraction(s.members - 1, others), Fraction(2 * p, s.sets))
        yield Line("bad2/pairs", "<=", pairs(sizes(given, max(1, int(number(s.d, s.alpha))))), crowded(s.d))
        yield Line("bad2/eighth", "<=", pairs(s), Fraction(1, 8))
    if p <= MOST_CHOSEN:
        yield Line("markov/half", "<", failing(s), HALF)


def family() -> Iterator[Drawing]:
    """Yield drawings, sets made by hand, and laws."""
    drawings = ((8, NINE_TENTHS), (10, NINE_TENTHS), (10, HALF), (12, NINE_TENTHS))
    yield from (Drawing(d, alpha, 0, drawn_independently) for d, alpha in drawings)
    yield from (Drawing(d, NINE_TENTHS, 0, made_by_hand) for d in (8, 10))
    laws = dict.fromkeys((*PARAMETERS, *number_of_sets.instances(), *k_for_crowds.instances()))
    yield from (Drawing(d, alpha, None, drawn_independently) for d, alpha in laws if alpha < 1)


@proof("BBKN14-4.1", grade="certified", grades={"eq3": "exhaustive", "eq-sum": "exact"},
       quantifier="the classes drawn with seed 0 for (d, alpha) = (8, 9/10), (10, 9/10), (10, 1/2), (12, 9/10), and "
                  "sets made by hand of which all but one of d share a point, d = 8, 10: all points j and b; all mass "
                  "on one b (enough, as both sides are linear in D), the uniform D and, at the first 2048/2^d points, "
                  "the worst; exact games of 4 points at d = 8.  The laws of drawings for d = 8, 16, 32, alpha = 9/10, "
                  "1/2, 1/4, and (10, 9/10); of all but the sets through one point for (32, 1/100), (128, 9/10), "
                  "(128, 1/2), (128, 1/100).  For d = 8 and (10, 1/2) k is at least T, and all steps hold as well",
       instances=family, start=lambda: next(family()),
       steps={"eq3/own": "{the sets among the p that contain j} are {p}",
              "eq3/others": "{the most of the p sets that share another point b} is less than {log T}",
              "eq-sum/sum": "{the sum of the p sets' errors} is at most {(log T - 1) times the mass of their union}",
              "eq-sum/mean": "{the largest mean of the p sets' errors} is at most {(log T - 1)/p}",
              "eq-sum/alpha": "{log T/p} is less than {alpha}",
              "bad1/size": "{the distance of the size of a set from 4pT/k} is at most {1/2}",
              "bad1/Chebyshev": "{Pr[fewer than p sets contain j]} is at most {variance/(mean - p + 1)^2}",
              "bad1/limit": "{Pr[fewer than p sets contain j]} is less than {2/p}",
              "bad1/eighth": "{variance/(mean - p + 1)^2} is at most {1/8}",
              "bad2/chance": "{Pr[a set through j contains b]} is less than {2p/k}",
              "bad2/pairs": "{the mean number of pairs: another point, d of the p sets that hold it} is at most {2/T}",
              "bad2/eighth": "{the mean number of these pairs} is at most {1/8}",
              "markov/half": "{the bound on Pr[more than T points fail]} is less than {1/2}",
              "markov/good": "{half of the points} is at most {the number of good ones}",
              "conclusion": "{the chance that a drawing fails, the error for the point j} is less than {1, alpha}"},
       wordless={"points": "a class at hand, which has one hypothesis for each point"},
       hypotheses=(
           Hypothesis("k is less than T, or d at least 8", {"d": 4, "seed": None}, ("bad1/eighth",)),
           Hypothesis("alpha is less than 1", needless="every hypothesis has an error of at most 1"),
           Hypothesis("a set has no fewer than about 4pT/k points", {"times": HALF},
                      (*DRAWN, "bad1/size", "bad1/limit", "bad1/eighth", "markov/half", "markov/good", "conclusion")),
           Hypothesis("a set has no more than about 4pT/k points", {"times": Fraction(4)},
                      (*DRAWN[1:], "bad1/size", "bad2/chance", "bad2/pairs", "bad2/eighth", "markov/half",
                       "markov/good", "conclusion")),
           Hypothesis("the sets are drawn independently", {"sets": each_drawn_often},
                      (*DRAWN, "markov/good", "conclusion"))))
def random_sets_represent_the_points(given: Drawing, most=most_sets_at_a_point, few=too_few_limit, k=k_for_crowds,
                                     crowded=crowded_limit) -> Iterator[Line]:
    if given.seed is not None:
        yield from good_points_are_represented(given, most)
    p = sizes(given).chosen
    yield Line("eq-sum/alpha", "<", Fraction(given.d, p), given.alpha)
    yield from bad_events_are_rare(given, few, k, crowded)
    if given.seed is not None:
        good, kept = drawn(given)
        yield Line("markov/good", "<=", kept.points, good)
    if p <= MOST_CHOSEN:
        yield Line("conclusion", "<", failing(sizes(given)), 1, "a drawing")
    if given.seed is not None:
        for j, (own, _, count, *_) in enumerate(counted(given)):
            yield Line("conclusion", "<", Fraction(max(count, p - own), p), given.alpha, ("j =", j, "the p sets"))
        for j in range(min(kept.points, 4) if given.d <= 8 else 0):
            value = game(kept.concept_class(), indicator({j}, kept.points)).value
            yield Line("conclusion", "<", value, given.alpha, ("j =", j, "all sets"))


def refutes_random_sets_represent_the_points(given: Drawing, step: str, case: Any, most, few, k, crowded) -> bool:
    """Tell whether a line is false: sets as integers, chances as numbers of sequences of sets."""
    d, T, p = given.d, 1 << given.d, given.d * (1 + int(1 / given.alpha))
    if isinstance(case, tuple):
        kept, j = drawn(given)[1], case[1]
        sets = [int.from_bytes(kept.words[i].tobytes(), "little") for i in kept.chosen[j].tolist()]
        errors = [sum((A ^ 1 << j) >> b & 1 for A in sets) for b in range(kept.points)]  # by point
        if step == "eq3/own":
            return errors[j] > 0
        if step == "eq3/others":
            return errors[case[3]] >= d
        if step == "conclusion":
            return max(errors) >= given.alpha * p
        if step == "eq-sum/mean" or case[2] != "uniform":
            return max(errors) > most(d)
        return sum(errors) > most(d) * sum(map(bool, errors))
    s = sizes(given)
    if step == "bad1/size":
        return abs(2 * s.members * s.sets - 8 * p * T) > s.sets
    if step in ("bad1/Chebyshev", "bad1/limit"):
        return chances_in_integers(s)[0] >= few(p)
    if step == "bad1/eighth":
        return 8 * s.members * s.sets * 2 * T > (s.members * s.sets - 2 * T * (p - 1)) ** 2
    if step == "bad2/chance":
        return (s.members - 1) * s.sets >= 2 * p * (2 * T - 1)
    if step.startswith("bad2"):
        size, most = s.members, Fraction(1, 8)
        if step == "bad2/pairs":
            size, most = sizes(given, max(1, int(k(d, given.alpha)))).members, crowded(d)
        return comb(p, p - d) * (size - 1) ** d > most * (2 * T - 1) ** (d - 1)
    if step == "markov/good":
        return drawn(given)[0] < drawn(given)[1].points
    return 2 * T * sum(chances_in_integers(s)) >= (T + 1) * (HALF if step == "markov/half" else 1)
