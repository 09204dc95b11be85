"""Representation games: values, certificates, minimality."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import ConceptClass, all_classes, initial_segments, point_functions, projective_plane_lines
from privlearn.dimensions.representation import (is_alpha_minimal, is_representation_game, minimality_interval,
                                                 representation_alpha, representation_game)
from privlearn.dimensions.representation.games import RepresentationGame, plane_interval

EMPTY = ConceptClass.from_matrix([[0, 1]]).without(0)


@pytest.mark.parametrize(("hypotheses", "concepts", "alpha"), [
    *((c, c, 0) for c in (point_functions(1), point_functions(5), initial_segments(4))),
    *((projective_plane_lines(q), point_functions(q * q + q + 1), Fraction(1, q + 1)) for q in (2, 3, 5)),
    (ConceptClass.from_matrix([[0, 0]]), point_functions(2), 1)])
def test_alphas_of_known_classes(hypotheses, concepts, alpha):
    assert representation_alpha(hypotheses, concepts) == alpha


def test_verifier_accepts_the_solved_game_and_refuses_other_values_and_what_is_no_law():
    lines, target = projective_plane_lines(2), (1,) + (0,) * 6
    game = representation_game(lines, target)
    assert is_representation_game(game, lines, target)
    for value in (Fraction(1, 4), Fraction(1, 2)):
        assert not is_representation_game(replace(game, value=value), lines, target)
    game = representation_game(point_functions(2), (1, 0))
    for change in ({"mixture": (Fraction(1),)}, {"mixture": (Fraction(2), Fraction(-1))},
                   {"distribution": (Fraction(1), Fraction(1))}):
        assert not is_representation_game(replace(game, **change), point_functions(2), (1, 0))
    game = representation_game(point_functions(1), (0,))  # the smallest
    assert (game.value, game.mixture, game.distribution) == (1, (1,), (1,))


@pytest.mark.parametrize("x", range(3))
def test_verifier_refuses_a_mixture_that_errs_at_one_point_only(x):
    wrong, right = tuple(int(y == x) for y in range(3)), (0, 0, 0)
    even = (Fraction(1, 3),) * 3
    hypotheses = ConceptClass.from_matrix([wrong, right])
    assert is_representation_game(RepresentationGame(Fraction(0), (Fraction(0), Fraction(1)), even), hypotheses, right)
    for share in (Fraction(1, 100), Fraction(1)):
        game = RepresentationGame(Fraction(0), (share, 1 - share), even)
        assert not is_representation_game(game, hypotheses, right)


@pytest.mark.parametrize("x", range(3))
def test_verifier_refuses_a_distribution_with_one_hypothesis_of_less_error(x):
    """Three points, each hypothesis right at one: an even mixture errs at each with 2/3."""
    third, hypotheses = (Fraction(1, 3),) * 3, point_functions(3)
    assert is_representation_game(RepresentationGame(Fraction(2, 3), third, third), hypotheses, (1, 1, 1))
    for step in (Fraction(1, 100), Fraction(1, 3)):
        moved = tuple(q + step * ((y == x) - (y == (x + 1) % 3)) for y, q in enumerate(third))
        assert not is_representation_game(RepresentationGame(Fraction(2, 3), third, moved), hypotheses, (1, 1, 1))
        assert not is_representation_game(RepresentationGame(Fraction(2, 3), moved, third), hypotheses, (1, 1, 1))


def test_points_are_minimal_for_themselves_below_one():
    assert minimality_interval(point_functions(3), point_functions(3)) == (0, 1)
    assert is_alpha_minimal(point_functions(3), point_functions(3), Fraction(99, 100))
    assert not is_alpha_minimal(point_functions(3), point_functions(3), 1)
    assert minimality_interval(point_functions(1), point_functions(1)) == (0, 2)  # whenever it represents


@pytest.mark.parametrize("order", [2, 3])
def test_values_without_one_hypothesis_follow_from_the_definition(order):
    lines = projective_plane_lines(order)
    points = point_functions(lines.size)
    alone = [representation_alpha(lines.without(h), points) for h in range(len(lines))]
    low = representation_alpha(lines, points)
    assert minimality_interval(lines, points) == (low, min(alone))
    assert [minimality_interval(lines, points, [h])[1] for h in range(len(lines))] == alone
    assert plane_interval(order)[0] == Fraction(1, order + 1) < plane_interval(order)[1]


def test_on_two_points_every_interval_follows_from_the_definition():
    for hypotheses, concepts in product(all_classes(2), repeat=2):
        if len(hypotheses) > 1:
            alone = [representation_alpha(hypotheses.without(h), concepts) for h in range(len(hypotheses))]
            assert minimality_interval(hypotheses, concepts) == (representation_alpha(hypotheses, concepts), min(alone))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: representation_game(EMPTY, (0, 1)), "hypotheses must not be empty"),
    (lambda: representation_alpha(point_functions(2), EMPTY), "concepts must not be empty"),
    (lambda: minimality_interval(point_functions(2), EMPTY), "concepts must not be empty"),
    (lambda: representation_game(point_functions(2), (0, 1, 0)), "concept must"),
    (lambda: representation_game(point_functions(2), (0, 2)), "concept must"),
    *((lambda deletions=deletions: minimality_interval(point_functions(3), point_functions(3), deletions), "deletions")
      for deletions in ([], [-1], [3], [0.5])),
    (lambda: plane_interval(6), "prime power")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
