"""BBKN14, Section 2.2: the error of a hypothesis, the PAC game (Definition 2.2), the VC dimension (Definition 2.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np

from privlearn.claims.broken.learners import (
    broken_error_counts_agreements,
    broken_error_ignores_distribution,
    broken_failure_ignores_multiplicity,
    broken_failure_strict,
    broken_shattered_needs_all_ones,
    broken_shattered_set_greedy,
)
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.concepts import (
    ConceptClass,
    all_functions,
    initial_segments,
    point_functions,
    projective_plane_lines,
)
from privlearn.dimensions import is_shattered, shattered_set, vc_dimension
from privlearn.exact import binomial_tail
from privlearn.laws import choice, pure
from privlearn.learners import error, exact_failure, grid_distributions, worst_case_failure
from privlearn.learners.consistent import consistent_learner
from privlearn.mechanisms import exponential_learner

PAGE = "points-and-intervals/preliminaries"
SECTION = "2.2 Preliminaries from learning theory"

Error = Callable[[Any, Any, Any], Fraction]

claim("BBKN14-2.2.error", kind="definition", section=SECTION, page=PAGE,
      title="The error of a hypothesis is the mass of the points on which it differs from the target")


@check("BBKN14-2.2.error", grade="exact",
       quantifier="all 512 triples of functions on 3 points, all 91 distributions with denominator 12",
       fingerprint=lambda judged: judged((Fraction(1, 3), Fraction(2, 3)), (0, 1), (1, 1)))
def error_is_a_pseudometric(judged: Error = error) -> Verdict:
    """Zero to itself, symmetric, and no detour is shorter, in one comparison: d(a, c) + |asymmetry| + d(a, a) <= ..."""
    functions = all_functions(3).rows()

    def cases() -> Iterator[Any]:
        for weights in grid_distributions(3, 12):
            d = {(a, b): judged(weights, a, b) for a, b in product(functions, repeat=2)}
            for a, b, c in product(functions, repeat=3):
                yield (weights, a, b, c), d[a, c] + d[a, a] + abs(d[a, b] - d[b, a]), d[a, b] + d[b, c]

    return judge("<=", cases())


@error_is_a_pseudometric.verifier
def _(judged: Error, witness: Any) -> bool:
    weights, a, b, c = witness
    to_itself = judged(weights, a, a) != 0
    asymmetric = judged(weights, a, b) != judged(weights, b, a)
    return to_itself or asymmetric or judged(weights, a, c) > judged(weights, a, b) + judged(weights, b, c)


@error_is_a_pseudometric.sabotage("agreements counted instead of disagreements")
def _() -> Error:
    return broken_error_counts_agreements


@check("BBKN14-2.2.error", grade="exact",
       quantifier="8 points, all 316 distributions with denominator 12 on at most 2 of them, the target 0 and all 256 "
                  "hypotheses",
       fingerprint=lambda judged: judged((Fraction(1, 3), Fraction(2, 3)), (0, 1), (1, 1)))
def error_is_zero_iff_they_agree_on_the_support(judged: Error = error) -> Verdict:
    """So it is no metric: hypotheses that differ only where there is no mass have error 0."""
    zero, hypotheses = (0,) * 8, all_functions(8).rows()
    return judge("==", (((weights, h), judged(weights, zero, h) == 0, not any(w and b for w, b in zip(weights, h, strict=True)))
                        for weights in grid_distributions(8, 12, max_atoms=2) for h in hypotheses))


@error_is_zero_iff_they_agree_on_the_support.verifier
def _(judged: Error, witness: Any) -> bool:
    weights, h = witness
    missed = sum((w for w, b in zip(weights, h, strict=True) if b), Fraction(0))
    return (judged(weights, (0,) * len(h), h) == 0) != (missed == 0)


@error_is_zero_iff_they_agree_on_the_support.sabotage("share of points, whatever their mass")
def _() -> Error:
    return broken_error_ignores_distribution


claim("BBKN14-2.2", kind="definition", section=SECTION, page=PAGE, uses=("BBKN14-2.2.error",),
      title="(alpha, beta)-PAC learner, proper and improper, efficient; success is error <= alpha, not strict",
      note="Efficiency and sample sizes polynomial in the parameters speak of infinitely many classes and are not "
           "checked.",
      erratum="Typography: the definition calls the learner A_1 and A by turns; the name A_1 returns for another "
              "algorithm in Section 4.2. No effect.")

Failure = Callable[..., Fraction]
THIRD = Fraction(1, 3)


def known_games() -> Iterator[tuple[Any, Fraction]]:
    """Yield games whose failure is known without computing: (arguments of exact_failure, value)."""
    for size in (2, 3, 4, 5):
        rows = point_functions(size).rows()
        for j, target in enumerate(rows):
            mass = tuple(Fraction(int(x == j)) for x in range(size))
            other = (j + 1) % size
            yield (lambda _, j=j: pure(j), rows, target, mass, 3, Fraction(0)), Fraction(0)  # the all-knowing oracle
            yield (lambda _, k=other: pure(k), rows, target, mass, 3, Fraction(1, 2)), Fraction(1)  # a wrong constant
            yield (lambda _: pure(None), rows, target, mass, 3, Fraction(1, 2)), Fraction(1)  # no hypothesis
    for size in (3, 4, 5, 6):  # the family of Lemma 3.9 as printed: the target's point has mass exactly alpha
        rows = point_functions(size).rows()
        for alpha in (Fraction(1, 10), Fraction(1, 4)):
            for i in range(2, size):
                mass = tuple(1 - alpha if x == 0 else alpha if x == i else Fraction(0) for x in range(size))
                yield (lambda _: pure(1), rows, rows[i], mass, 4, alpha), Fraction(0)  # a constant never fails


@check("BBKN14-2.2", grade="exact",
       quantifier="POINT_T, T = 2..5, every target: oracle, wrong constant and no hypothesis on the point mass; the "
                  "printed family of Lemma 3.9 for T = 3..6, alpha = 1/10, 1/4: a constant",
       fingerprint=lambda failure: failure(lambda _: pure(0), [(0, 0)], (1, 0), (THIRD, 1 - THIRD), 1, THIRD))
def failure_of_learners_that_need_no_computing(failure: Failure = exact_failure) -> Verdict:
    return judge("==", ((game[1:], failure(*game), value) for game, value in known_games()))


@failure_of_learners_that_need_no_computing.verifier
def _(failure: Failure, witness: Any) -> bool:
    hypotheses, target, mass, rows, alpha = witness
    constant = hypotheses[1]
    wrong = sum(m for m, a, b in zip(mass, target, constant, strict=True) if a != b)
    return failure(lambda _: pure(1), hypotheses, target, mass, rows, alpha) != int(wrong > alpha)


@failure_of_learners_that_need_no_computing.sabotage("success is error < alpha: the family of Lemma 3.9 is hard again")
def _() -> Failure:
    return broken_failure_strict


def small_games() -> Iterator[tuple[Any, ...]]:
    """Yield (learner, hypotheses, target, distribution, rows, alpha): consistent learners and exponential mechanisms."""
    for size, denominator, most in ((2, 12, 8), (3, 6, 6), (4, 4, 5), (5, 3, 4)):
        points = point_functions(size)
        learners = [consistent_learner(points)] + ([exponential_learner(points, Fraction(4))] if size == 4 else [])
        for learner in learners:
            for weights in grid_distributions(size, denominator):
                for rows in (1, most):
                    yield learner, points, points.rows()[0], weights, rows, Fraction(1, 4)


def failure_by_ordered_samples(game: tuple[Any, ...]) -> Fraction:
    """Return the failure as the definition has it: a sum over all sequences of points, no multiset, no symmetry."""
    learner, hypotheses, target, weights, rows, alpha = game
    listed = hypotheses.rows()
    wrong = [sum(w for w, a, b in zip(weights, target, h, strict=True) if a != b) > alpha for h in listed]
    total, laws = Fraction(0), {}
    for drawn in product([x for x, w in enumerate(weights) if w], repeat=rows):
        key = tuple(sorted((x, target[x]) for x in drawn))
        if key not in laws:
            laws[key] = sum(m for h, m in learner(key).exact().items() if h is None or wrong[h])
        if laws[key]:
            probability = Fraction(1)
            for x in drawn:
                probability *= weights[x]
            total += probability * laws[key]
    return total


@check("BBKN14-2.2", grade="exact",
       quantifier="consistent learner of POINT_T and the exponential mechanism of POINT_4 (e^epsilon = 4), alpha = "
                  "1/4: all distributions with denominators 12, 6, 4, 3 for T = 2, 3, 4, 5 and 1 and 8, 6, 5, 4 rows",
       reason="The map asks for up to 8 rows at T = 5; all 5^8 ordered samples of every distribution would take "
              "minutes.",
       fingerprint=lambda failure: failure(lambda _: pure(0), [(0, 0)], (1, 0), (THIRD, 1 - THIRD), 1, THIRD))
def failure_equals_the_sum_over_ordered_samples(failure: Failure = exact_failure) -> Verdict:
    return judge("==", ((game, failure(*game), failure_by_ordered_samples(game)) for game in small_games()))


@failure_equals_the_sum_over_ordered_samples.verifier
def _(failure: Failure, witness: Any) -> bool:
    learner, hypotheses, target, weights, rows, alpha = witness
    listed, total = hypotheses.rows(), Fraction(0)
    for drawn in product(range(len(target)), repeat=rows):
        law = learner(tuple(sorted((x, target[x]) for x in drawn))).exact()
        bad = sum(m for h, m in law.items()
                  if h is None or sum(w for x, w in enumerate(weights) if listed[h][x] != target[x]) > alpha)
        total += bad * np.prod([weights[x] for x in drawn], dtype=object)
    return failure(*witness) != total


@failure_equals_the_sum_over_ordered_samples.sabotage("all multisets of rows weighed alike")
def _() -> Failure:
    return broken_failure_ignores_multiplicity


@failure_equals_the_sum_over_ordered_samples.sabotage("success is error < alpha")
def _() -> Failure:
    return broken_failure_strict


def played_worst(learner: Any, points: ConceptClass, distributions: Any, rows: int, alpha: Fraction) -> Fraction:
    """Return the failure that :func:`worst_case_failure` reports."""
    return worst_case_failure(learner, points, points.rows(), distributions, rows, alpha).failure


def first_game(learner: Any, points: ConceptClass, distributions: Any, rows: int, alpha: Fraction) -> Fraction:
    """Return the failure of the first game only."""
    return exact_failure(learner, points, points.rows()[0], distributions[0], rows, alpha)


@check("BBKN14-2.2", grade="exact",
       quantifier="consistent learner of POINT_T, all targets, all distributions with denominators 12, 12, 6, 3 for T "
                  "= 2, 3, 4, 5 and n = 1, 4, 8 rows; exponential mechanism of POINT_4, denominator 6, n = 4; alpha = "
                  "1/4",
       fingerprint=lambda worst: worst(lambda _: pure(0), point_functions(2), grid_distributions(2, 4), 1, THIRD))
def worst_case_is_the_maximum_of_the_games(worst: Callable[..., Fraction] = played_worst) -> Verdict:
    def cases() -> Iterator[Any]:
        alpha = Fraction(1, 4)
        for size, denominator in ((2, 12), (3, 12), (4, 6), (5, 3)):
            points, places = point_functions(size), grid_distributions(size, denominator)
            plays = [(consistent_learner(points), n) for n in (1, 4, 8)]
            plays += [(exponential_learner(points, Fraction(4)), 4)] if size == 4 else []
            for learner, n in plays:
                games = [exact_failure(learner, points, c, d, n, alpha) for c in points.rows() for d in places]
                yield (learner, points, places, n, alpha), worst(learner, points, places, n, alpha), max(games)

    return judge("==", cases())


@worst_case_is_the_maximum_of_the_games.verifier
def _(worst: Callable[..., Fraction], witness: Any) -> bool:
    learner, points, places, n, alpha = witness
    reported = worst(*witness)
    return any(failure_by_ordered_samples((learner, points, c, d, n, alpha)) > reported
               for c in points.rows() for d in places)


@worst_case_is_the_maximum_of_the_games.sabotage("only the first game is played")
def _() -> Callable[..., Fraction]:
    return first_game


def clopper_pearson(hits: int, draws: int, risk: Fraction) -> tuple[Fraction, Fraction]:
    """Return a rational interval that holds the probability with confidence at least ``1 - risk``.

    Its ends are multiples of 2^-14, widened outwards; tails are exact.
    """
    unit = 1 << 14

    def least(true_from_here_on: Callable[[Fraction], bool]) -> int:
        low, high = 0, unit
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if true_from_here_on(Fraction(middle, unit)) else (middle + 1, high)
        return low

    lower = least(lambda p: binomial_tail(draws, p, at_least=hits) > risk / 2) - 1 if hits else 0
    upper = least(lambda p: binomial_tail(draws, p, at_most=hits) < risk / 2) if hits < draws else unit
    return Fraction(max(lower, 0), unit), Fraction(upper, unit)


@check("BBKN14-2.2", grade="statistical",
       quantifier="20 random games (T = 3..5, 2..6 rows, exponential mechanism or consistent learner), 400 plays "
                  "each; the exact failure against a Clopper-Pearson interval; all 20 together have confidence 99.9 %",
       reason="Sampling tests only the exact routine and proves nothing. Chance of a false alarm per seed at most "
              "1/1000; a deviation of 0.16 in a game is found with probability 0.99.",
       fingerprint=lambda failure: failure(lambda _: pure(0), [(0, 0)], (1, 0), (THIRD, 1 - THIRD), 2, Fraction(0)))
def failure_agrees_with_play(failure: Failure = exact_failure, rng: Any = None) -> Verdict:
    draws, risk = 400, Fraction(1, 20000)

    def cases() -> Iterator[Any]:
        for number in range(20):
            size, rows = int(rng.integers(3, 6)), int(rng.integers(2, 7))
            points = point_functions(size)
            cuts = sorted(int(c) for c in rng.integers(0, 13, size - 1))
            weights = tuple(Fraction(b - a, 12) for a, b in zip([0, *cuts], [*cuts, 12], strict=True))
            target = points.rows()[int(rng.integers(size))]
            learner = exponential_learner(points, Fraction(4)) if number % 2 else consistent_learner(points)
            game = (learner, points, target, weights, rows, Fraction(1, 4))
            low, high = clopper_pearson(_failures_in_play(game, draws, rng), draws, risk)
            exact = failure(*game)
            yield game, max(low - exact, exact - high, Fraction(0)), 0

    return judge("<=", cases())


def _failures_in_play(game: tuple[Any, ...], draws: int, rng: Any) -> int:
    learner, points, target, weights, rows, alpha = game
    point, listed, lost = choice(dict(enumerate(weights))), points.rows(), 0
    for _ in range(draws):
        database = tuple(sorted((x, target[x]) for x in (point.sample(rng) for _ in range(rows))))
        h = learner(database).sample(rng)
        lost += h is None or error(weights, target, listed[h]) > alpha
    return lost


@failure_agrees_with_play.verifier
def _(failure: Failure, witness: Any) -> bool:
    return failure(*witness) != failure_by_ordered_samples(witness)


@failure_agrees_with_play.sabotage("all multisets of rows weighed alike")
def _() -> Failure:
    return broken_failure_ignores_multiplicity


claim("BBKN14-2.3", kind="definition", section=SECTION, page=PAGE,
      title="Shattering and VC dimension", uses=("BBKN14-2.2.error",),
      note="A class of one concept has dimension 0: POINT on a one-point domain.")


def named_classes() -> list[tuple[str, ConceptClass]]:
    """Return the classes whose dimension is checked by going through all sets of points."""
    found = [(f"POINT on {size} points", point_functions(size)) for size in range(1, 14)]
    found += [(f"INTERVAL on {size} points", initial_segments(size)) for size in range(1, 14)]
    found += [(f"all functions on {size} points", all_functions(size)) for size in range(1, 6)]
    return found + [(f"lines of the plane of order {q}", projective_plane_lines(q)) for q in (2, 3)]


def largest_shattered(concepts: ConceptClass) -> int:
    """Return the VC dimension by counting patterns on every set of points, none skipped."""
    rows = [sum(bit << x for x, bit in enumerate(row)) for row in concepts.rows()]
    best = 0
    for mask in range(1 << concepts.size):
        if mask.bit_count() > best and len({row & mask for row in rows}) == 1 << mask.bit_count():
            best = mask.bit_count()
    return best


@check("BBKN14-2.3", grade="exhaustive",
       quantifier="POINT and INTERVAL on 1..13 points, all functions on 1..5, lines of the planes of order 2 and 3 (7 "
                  "and 13 points): all subsets of the domain",
       fingerprint=lambda find: find(initial_segments(3)))
def found_set_is_shattered_and_no_larger_one_is(find: Callable[[ConceptClass], Any] = shattered_set) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, concepts in named_classes():
            points = find(concepts)
            patterns = {tuple(row[x] for x in points) for row in concepts.rows()}
            yield (name, points), (len(points), len(patterns)), ((v := largest_shattered(concepts)), 2**v)

    return judge("==", cases())


@found_set_is_shattered_and_no_larger_one_is.verifier
def _(find: Callable[[ConceptClass], Any], witness: Any) -> bool:
    name, points = witness
    rows = dict(named_classes())[name].rows()
    return any(all(tuple(row[x] for x in points) != pattern for row in rows)
               for pattern in product((0, 1), repeat=len(points)))


@found_set_is_shattered_and_no_larger_one_is.sabotage("only the pattern of all ones is sought")
def _() -> Callable[[ConceptClass], Any]:
    return broken_shattered_set_greedy


@check("BBKN14-2.3", grade="exhaustive",
       quantifier="all subsets of the domain: POINT and INTERVAL on 5 points, all functions on 4, the 7 lines of the "
                  "plane of order 2",
       fingerprint=lambda decide: decide((0, 1), point_functions(3)))
def shattering_is_decided_by_the_definition(decide: Callable[..., bool] = is_shattered) -> Verdict:
    classes = [point_functions(5), initial_segments(5), all_functions(4), projective_plane_lines(2)]
    return judge("==", (((k, points), decide(points, concepts),
                         len({tuple(row[x] for x in points) for row in concepts.rows()}) == 2 ** len(points))
                        for k, concepts in enumerate(classes) for size in range(concepts.size + 1)
                        for points in combinations(range(concepts.size), size)))


@shattering_is_decided_by_the_definition.verifier
def _(decide: Callable[..., bool], witness: Any) -> bool:
    k, points = witness
    concepts = [point_functions(5), initial_segments(5), all_functions(4), projective_plane_lines(2)][k]
    shown = all(any(all(row[x] == bit for x, bit in zip(points, pattern, strict=True)) for row in concepts.rows())
                for pattern in product((0, 1), repeat=len(points)))
    return decide(points, concepts) != shown


@shattering_is_decided_by_the_definition.sabotage("only the pattern of all ones is sought")
def _() -> Callable[..., bool]:
    return broken_shattered_needs_all_ones


def stated_dimension(name: str) -> int:
    """Return the dimension that theory gives: 1, 1, v, 2, and 0 for the only point function on one point."""
    size = int(name.split()[-2]) if name.endswith("points") else 0
    if name.startswith("POINT"):
        return min(1, size - 1)
    return 1 if name.startswith("INTERVAL") else size if name.startswith("all") else 2


@check("BBKN14-2.3", grade="exhaustive",
       quantifier="the 33 classes of the first check",
       fingerprint=lambda stated: [stated(name) for name, _ in named_classes()])
def dimensions_are_one_one_v_and_two(stated: Callable[[str], int] = stated_dimension) -> Verdict:
    return judge("==", ((name, vc_dimension(concepts), stated(name)) for name, concepts in named_classes()))


@dimensions_are_one_one_v_and_two.verifier
def _(stated: Callable[[str], int], witness: Any) -> bool:
    return largest_shattered(dict(named_classes())[witness]) != stated(witness)


@dimensions_are_one_one_v_and_two.sabotage("dimension 1 also for the single point function on one point")
def _() -> Callable[[str], int]:
    return lambda name: 1 if name.startswith("POINT") else stated_dimension(name)
