"""BBKN14, Section 3: representing a class (Definition 3.1), points (3.3), the generic learner (Theorem 3.2)."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from privlearn.broken.famous_learners import broken_exponential_without_factor_two
from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import (Concept, ConceptClass, initial_segments, point_functions, projective_plane_lines,
                                subset_layer)
from privlearn.concepts.sets import point_function
from privlearn.dimensions.representation import RepresentationGame, representation_alpha, representation_game
from privlearn.dimensions.representation.points import layer_value
from privlearn.exact import exp_bracket, log_bracket
from privlearn.exact.fractions import HALF, TENTH
from privlearn.exact.rationals import rational_square_root
from privlearn.learners.generic import moment_bound, occam_failure_bound, occam_sample_size
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import exact_failure, grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.papers.bbkn14.generic_learner import claim
from privlearn.papers.bbkn14.generic_learner.instances import CLOSE, with_zero, without_the_third_term


def bit_functions(d: int) -> ConceptClass:
    """Return the d functions "bit h of x" on ``2^d`` points."""
    return ConceptClass.from_matrix([[x >> h & 1 for x in range(2**d)] for h in range(d)])


@cache
def named_games() -> tuple[tuple[str, ConceptClass, ConceptClass, Fraction], ...]:
    """Return (name, hypotheses, targets, value by closed form) for the named families."""
    games = [(f"points {t}", point_functions(t), point_functions(t), Fraction(0)) for t in (1, 4, 16)]
    games += [(f"intervals {t}", initial_segments(t), initial_segments(t), Fraction(0)) for t in (1, 8)]
    games += [("bits", bit_functions(3), point_functions(8), Fraction(1))]
    games += [(f"lines {q}", projective_plane_lines(q), point_functions(q * q + q + 1), Fraction(1, q + 1))
              for q in (2, 3, 5, 7)]
    for k, s in ((5, 2), (6, 2), (7, 3), (8, 3), (9, 4)):
        layer = subset_layer(k, s)
        games.append((f"layer {k}, {s}", layer, point_functions(layer.size), layer_value(k, s)))
    return tuple(games)


claim("BBKN14-3.1", kind="definition",
      title="H alpha-represents C: for every concept and every distribution some hypothesis has error at most alpha",
      uses=("BBKN14-2.2.error",))


def both_guarantees(hypotheses: ConceptClass, concept: Concept, game: RepresentationGame) -> tuple[Any, Any]:
    """Return the largest miss probability of the mixture and the least error under the distribution."""
    misses = (hypotheses.matrix != np.array(concept, dtype=np.uint8)).tolist()
    columns = range(len(concept))
    at_points = [sum(p for p, miss in zip(game.mixture, misses, strict=True) if miss[x]) for x in columns]
    errors = [sum(game.distribution[x] for x in columns if miss[x]) for miss in misses]
    return max(at_points), min(errors)


@check("BBKN14-3.1", grade="certified",
       quantifier="every target of points (T = 1, 4, 16), intervals (T = 1, 8), bit functions (8 points), lines of "
                  "PG(2, q), q = 2, 3, 5, 7, and layers (5,2), (6,2), (7,3), (8,3), (9,4) for points; every "
                  "distribution, by duality",
       says="a mixture errs nowhere above the value, and under a distribution no hypothesis errs below it",
       reason="Large instances are the plane of order 7 (57 hypotheses and points) and the layer (9, 4) on 126 "
              "points; the random sets of Lemma 4.1 come with their own section.")
@judged("<=")
def mixture_and_distribution_prove_the_same_value(solve=representation_game):
    for name, hypotheses, targets, _ in named_games():
        for concept in targets.rows():
            game = solve(hypotheses, concept)
            most, least = both_guarantees(hypotheses, concept, game)
            yield (name, concept), most, game.value
            yield (name, concept), game.value, least

def refutes_mixture_and_distribution_prove_the_same_value(solve, name, concept):
    hypotheses = next(h for n, h, _, _ in named_games() if n == name)
    claimed = solve(hypotheses, concept).value
    rows = [row for row in hypotheses.rows() if any(a and b for a, b in zip(row, concept, strict=True))]
    spread = [Fraction(sum(row[x] != concept[x] for row in rows), len(rows)) for x in range(len(concept))]
    return max(spread) < claimed  # the uniform mixture of the hypotheses that contain the point does better

@mixture_and_distribution_prove_the_same_value.corrupted("quantifiers swapped: one hypothesis for all distributions")
def quantifiers_swapped_one_hypothesis_all_distributions(hypotheses: ConceptClass,
                                                         concept: Concept) -> RepresentationGame:
    right = representation_game(hypotheses, concept)
    worst = [max(int(a != b) for a, b in zip(row, concept, strict=True)) for row in hypotheses.rows()]
    best = worst.index(min(worst))
    return RepresentationGame(Fraction(worst[best]), tuple(map(Fraction, point_function(len(hypotheses), best))),
                              right.distribution)


@check("BBKN14-3.1", grade="certified",
       quantifier="the same families: the largest value over the targets against the closed form of the family",
       says="{the largest value over the targets} equals {the closed form of the family}")
@sabotage("a hundredth more", lambda *classes: representation_alpha(*classes) * Fraction(101, 100))
@sabotage("without one of the lines: 1/q for a plane of order q",
          lambda hypotheses, targets: representation_alpha(hypotheses.without(0), targets)
          if len(hypotheses) in (7, 13) else representation_alpha(hypotheses, targets))
def values_are_the_closed_forms(alpha=representation_alpha) -> Verdict:
    return judge("==", ((name, alpha(hypotheses, targets), value)
                        for name, hypotheses, targets, value in named_games()))

def refutes_values_are_the_closed_forms(alpha, witness):
    hypotheses, targets = next((h, c) for n, h, c, _ in named_games() if n == witness)
    proofs = [both_guarantees(hypotheses, c, representation_game(hypotheses, c)) for c in targets.rows()]
    proven = all(most == least for most, least in proofs)  # by a mixture and a distribution, for each target
    return proven and alpha(hypotheses, targets) != max(most for most, _ in proofs)


@cache
def grid_cases() -> tuple[tuple[Any, Concept, Fraction], ...]:
    """Return (hypotheses, target, largest least error on the grid of denominator 12)."""
    three = list(product((0, 1), repeat=3))
    families = [ConceptClass.from_matrix(rows) for k in (1, 2, 3) for rows in combinations(three, k)]
    families += [point_functions(4), point_functions(5), initial_segments(5), bit_functions(2),
                 subset_layer(4, 2).restrict(range(5)), subset_layer(5, 2).restrict(range(5))]
    grids = {t: np.array([[int(12 * w) for w in d] for d in grid_distributions(t, 12)]) for t in (3, 4, 5)}
    found = []
    for hypotheses in families:
        for point in range(hypotheses.size):
            concept = point_function(hypotheses.size, point)
            wrong = (hypotheses.matrix != np.array(concept)).astype(int)
            largest = Fraction(int((grids[hypotheses.size] @ wrong.T).min(axis=1).max()), 12)
            found.append((tuple(hypotheses.rows()), concept, largest))
    return tuple(found)


@check("BBKN14-3.1", grade="exhaustive",
       quantifier="all distributions with denominator 12; all 92 classes of at most 3 hypotheses on 3 points, and 6 "
                  "named classes on 4 and 5 points; every point function as target",
       says="{the largest least error on the grid} is at most {the value of the game}")
@sabotage("a hundredth less", lambda hypotheses, concept: replace(
    right := representation_game(hypotheses, concept), value=right.value * Fraction(99, 100)))
@judged("<=")
def no_grid_distribution_exceeds_the_value(solve=representation_game):
    for rows, concept, largest in grid_cases():
        value = solve(ConceptClass.from_matrix(rows), concept).value
        yield (rows, concept), largest, value, {3: 91, 4: 455, 5: 1820}[len(concept)]

def refutes_no_grid_distribution_exceeds_the_value(solve, rows, concept):
    value = solve(ConceptClass.from_matrix(rows), concept).value

    def least_error(weights: tuple[Fraction, ...]) -> Fraction:
        return min(sum((w for w, a, b in zip(weights, row, concept, strict=True) if a != b), Fraction(0))
                   for row in rows)

    return any(least_error(weights) > value for weights in grid_distributions(len(concept), 12))


claim("BBKN14-3.3", kind="definition", title="POINT: the functions that are 1 at exactly one point of the domain")


@check("BBKN14-3.3", grade="exhaustive",
       quantifier="T = 1..16: number of concepts, all pairs of concepts, all transpositions of two points (they "
                  "generate all permutations)",
       says="there are T concepts, any two of them differ at exactly two points, and renaming points keeps the class")
@sabotage("the zero function included", with_zero)
@sabotage("initial segments, where the order of the points matters", initial_segments)
@judged("==")
def as_many_concepts_as_points_all_at_distance_two(family=point_functions):
    for size in range(1, 17):
        rows = family(size).rows()
        yield (size, None, None), len(set(rows)), size
        for a, b in combinations(rows, 2):
            yield (size, a, b), sum(x != y for x, y in zip(a, b, strict=True)), 2
        for i, j in combinations(range(size), 2):
            order = [j if x == i else i if x == j else x for x in range(size)]
            yield (size, i, j), {tuple(row[x] for x in order) for row in rows}, set(rows)

def refutes_as_many_concepts_as_points_all_at_distance_two(family, size, a, b):
    if a is None:  # a concept that is no point function, or one that is missing
        return sorted(family(size).rows()) != sorted(point_function(size, j) for j in range(size))
    if isinstance(a, tuple):
        return sum(abs(x - y) for x, y in zip(a, b, strict=True)) != 2
    swapped = family(size).matrix.copy()
    swapped[:, [a, b]] = family(size).matrix[:, [b, a]]
    return {row.tobytes() for row in swapped} != {row.tobytes() for row in family(size).matrix}


claim("BBKN14-3.2", kind="theorem",
      title="A class that alpha/2-represents C gives a private learner with O((log |H| + log(1/beta)) / (epsilon "
            "alpha)) rows", uses=("BBKN14-2.1", "BBKN14-2.5", "BBKN14-2.eq2.upper", "BBKN14-2.eq2.lower", "BBKN14-3.1"),
      erratum_kind="constant", repaired=True,
      erratum="The count has the single denominator epsilon alpha and so falls to 0 as epsilon grows, while Definition "
              "2.5 allows every epsilon > 0, and every learner must see the distribution. Repaired: max(1/alpha, "
              "1/(epsilon alpha)) in its place holds for all epsilon; for bounded epsilon both say the same.",
      formulas=(occam_sample_size,))


def pairs_up_to_renaming(size: int, rows: int) -> list[tuple[Any, Any]]:
    """Return all neighbouring pairs of multisets whose left one has its points numbered in order of their rows."""
    alphabet, pairs = labelled_rows(size), []
    for left in multiset_databases(alphabet, rows):
        shown = [tuple(y for x, y in left if x == point) for point in range(size)]
        if shown == sorted(shown, key=lambda labels: (-len(labels), labels)):
            pairs += [(left, tuple(sorted((*left[:i], row, *left[i + 1:]))))
                      for i in range(rows) for row in alphabet if row != left[i]]
    return pairs


AUDITED: tuple[tuple[ConceptClass, list[tuple[Any, Any]]], ...] = (
    *((point_functions(t), pairs_up_to_renaming(t, m)) for t in range(1, 9) for m in (1, 2, 3)),
    *((projective_plane_lines(2), replace_one_unordered(multiset_databases(labelled_rows(7), m))) for m in (1, 2)))


@check("BBKN14-3.2", grade="exhaustive",
       quantifier="points with T <= 8, m <= 3, up to renaming the points, and the lines of PG(2, 2), m <= 2: all "
                  "multisets, replacements and outcomes",
       says="{the exponential mechanism's largest ratio} is at most {e^epsilon = 9/4}")
@sabotage("the exponent without its factor 1/2", broken_exponential_without_factor_two)
@judged("<=")
def privacy_ratio_is_at_most_the_promise(make=exponential_learner):
    for k, (h, pairs) in enumerate(AUDITED):
        audit = audit_pure(make(h, Fraction(9, 4)), {database for pair in pairs for database in pair}, pairs)
        yield (k, *audit.witness), audit.exp_epsilon, Fraction(9, 4), audit.pairs

def refutes_privacy_ratio_is_at_most_the_promise(make, witness):
    return refutes_pure(tuple(witness[1:]), make(AUDITED[witness[0]][0], Fraction(9, 4)), Fraction(9, 4))


Shown = list[tuple[Concept, tuple[Concept, ...]]]


def points_shown(size: int) -> Shown:
    """Return a target and all point functions on 4 points, enough for 3 atoms with or without the target's point."""
    outside = ((0, 0, 0, 0),) * (size - 4)
    return [(point_function(4, 0), tuple(point_function(4, j) for j in range(4)) + outside)]


def lines_shown(order: int) -> Shown:
    """Return all ways in which the lines meet a target and 3 more points (they depend on collinear triples only)."""
    lines = projective_plane_lines(order)
    ways = {tuple(sorted(tuple(row[x] for x in (0, *others)) for row in lines.rows()))
            for others in combinations(range(1, 2 * order + 2), 3)}
    return [(point_function(4, 0), way) for way in sorted(ways)]


def intervals_shown(size: int) -> Shown:
    """Return the four patterns of initial segments on 3 points in order, each counted ``size + 1`` times."""
    shown = tuple((*(int(x < j) for x in range(3)), 0) for j in range(4))
    return [(target, shown * (size + 1)) for target in shown]


@cache
def learning_cases() -> tuple[tuple[Any, Fraction], ...]:
    """Return ((name, N, e^epsilon, alpha, target, distribution), bound on the failure with enough rows)."""
    grid = grid_distributions(4, 12, max_atoms=3)
    families: list[tuple[str, int, Shown, tuple[Fraction, ...]]] = [
        (f"points {t}", t, points_shown(t), (Fraction(1, 4), HALF)) for t in (4, 16, 1024)]
    families += [("intervals 16", 17, intervals_shown(16), (Fraction(1, 4), HALF))]
    families += [("lines 7", 57, lines_shown(7), (Fraction(1, 4),)), ("lines 5", 31, lines_shown(5), (HALF,))]
    found = []
    for (name, n, shown, accuracies), r in product(families, (CLOSE, Fraction(9, 4), Fraction(4))):
        places = [d for d in grid if d[3] == 0] if name.startswith("intervals") else [
            d for d in grid if d[1] >= d[2] >= d[3]] if name.startswith("points") else grid
        for alpha in accuracies:
            rows, root = occam_sample_size(n, r, alpha, TENTH), rational_square_root(r)
            found += [((name, n, r, alpha, target, place), moment_bound(hypotheses, target, place, rows, root, alpha))
                      for (target, hypotheses), place in product(shown, places)]
    return tuple(found)


@check("BBKN14-3.2", grade="exact",
       quantifier="points with T = 4, 16, 1024, intervals with T = 16, lines of PG(2, 5) (alpha = 1/2) and PG(2, 7) "
                  "(alpha = 1/4); e^epsilon in {1.001^2, 9/4, 4}, alpha in {1/4, 1/2}, beta = 1/10; all targets, all "
                  "distributions with at most 3 atoms on a grid of denominator 12, up to symmetry",
       says="{an exact upper bound on the failure} is at most {the three-term bound}",
       reason="The left side is an exact rational upper bound on the failure (exponential moments, no sampling); the "
              "failure itself has millions of digits. The three-term bound is proved for all distributions. PG(2, 5) "
              "only 1/6-represents points, so for alpha = 1/4 the plane of order 7 takes its place.")
@sabotage("without the third term, the only one with epsilon", without_the_third_term)
@sabotage("N e^(-epsilon alpha m) alone, without the sampling terms",
          lambda n, r, alpha, rows: n * exp_bracket(-log_bracket(r, 64) * (alpha * rows), 64))
def failure_at_the_sample_size_is_at_most_the_bound(bound=occam_failure_bound) -> Verdict:
    values = {}
    for (_, n, r, alpha, _, _), _ in learning_cases():
        if (n, r, alpha) not in values:
            values[n, r, alpha] = bound(n, r, alpha, occam_sample_size(n, r, alpha, TENTH)).lower
    return judge("<=", ((case, left, values[case[1:4]]) for case, left in learning_cases()))

def refutes_failure_at_the_sample_size_is_at_most_the_bound(bound, witness):
    _, n, r, alpha, target, place = witness  # a target in the class has weight 1, all together at most N
    rows, root = occam_sample_size(n, r, alpha, TENTH), rational_square_root(r)
    others = [sum(w for w, a, b in zip(place, target, point_function(4, j), strict=True) if a != b) for j in range(4)]
    least = min(error for error in others if error > alpha)
    return (1 - least * (1 - 1 / root)) ** rows / n > bound(n, r, alpha, rows).upper


SMALL_GAMES = (("points 4", point_functions(4), 5), ("lines 2", projective_plane_lines(2), 2))


@check("BBKN14-3.2", grade="exact",
       quantifier="points with T = 4, m <= 5, and lines of PG(2, 2), m <= 2; alpha = 1/3, e^epsilon = 9/4; "
                  "distributions with at most 3 atoms on a grid of denominator 4, one target; exact multinomial sums",
       says="{the exact failure} is at most {the moment bound}")
@sabotage("exponent epsilon in place of epsilon/2",
          lambda hypotheses, target, place, rows, root, alpha: moment_bound(
          hypotheses, target, place, rows, root * root, alpha))
@judged("<=")
def exact_failure_is_at_most_the_moment_bound(moments=moment_bound):
    for k, (_, hypotheses, most) in enumerate(SMALL_GAMES):
        learner, target = exponential_learner(hypotheses, Fraction(9, 4)), point_function(hypotheses.size, 0)
        for rows, place in product(range(most + 1), grid_distributions(hypotheses.size, 4, max_atoms=3)):
            failure = exact_failure(learner, hypotheses, target, place, rows, Fraction(1, 3))
            bound = moments(hypotheses.rows(), target, place, rows, Fraction(3, 2), Fraction(1, 3))
            yield (k, rows, place), failure, bound

def refutes_exact_failure_is_at_most_the_moment_bound(moments, k, rows, place):
    listed, limit = SMALL_GAMES[k][1].rows(), Fraction(1, 3)
    target, atoms = point_function(len(place), 0), [x for x, w in enumerate(place) if w]
    bad = [sum(w for w, a, b in zip(place, h, target, strict=True) if a != b) > limit for h in listed]
    failure = Fraction(0)
    for points in product(atoms, repeat=rows):  # every sequence of points, not every multiset
        chance = Fraction(1)
        for x in points:
            chance *= place[x]
        weight = [Fraction(2, 3) ** sum(h[x] != target[x] for x in points) for h in listed]
        failure += chance * sum(w for w, b in zip(weight, bad, strict=True) if b) / sum(weight)
    return failure > moments(listed, target, place, rows, Fraction(3, 2), limit)
