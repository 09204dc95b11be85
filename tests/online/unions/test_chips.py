"""The chip game and the unions that it builds."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from privlearn.concepts import ConceptClass
from privlearn.dimensions import is_mistake_tree, littlestone_dimension
from privlearn.exact import TooLargeToEnumerate
from privlearn.online.unions import chip_game, chips, classes_from_strategy, sphere_bound
from privlearn.online.unions.chips import can_force, expert_predictions, states_along, strategy


@cache
def forces(lives, rounds):
    if max(lives) < 0 or rounds == 0:
        return max(lives) >= 0
    return any(all(forces(tuple(max(j - (bit != y), -1) for j, bit in zip(lives, said, strict=True)), rounds - 1)
                   for y in (0, 1)) for said in product((0, 1), repeat=len(lives)))


@pytest.mark.parametrize(("experts", "lives"), [(1, 0), (1, 2), (2, 1), (3, 1), (4, 1), (2, 2), (5, 0)])
def test_value_is_that_of_the_game_expert_by_expert(experts, lives):
    value = chip_game(experts, lives)
    assert forces((lives,) * experts, value)
    assert not forces((lives,) * experts, value + 1)


def test_the_smallest_games():
    assert [chip_game(1, d) for d in range(4)] == [0, 1, 2, 3]  # one expert loses its lives
    assert not can_force((0, 0), 0)  # no expert no game
    assert strategy(2, 1, 0) is None  # no mistake needs no question
    assert states_along(strategy(2, 0, 1), 0, (0,)) == [(2,), (1,)]  # experts without lives are out at once


def heap_tree(leaves, node, depth):
    if depth == 0:
        return next(leaves)
    return node, *(heap_tree(leaves, 2 * node + 1 + y, depth - 1) for y in (0, 1))


def test_strategy_is_a_mistake_tree_of_the_union():
    classes = classes_from_strategy(strategy(3, 1, 3), 1)
    union = ConceptClass.from_matrix(np.vstack([c.matrix for c in classes]))
    rows = union.rows()
    leaves = []
    for labels in product((0, 1), repeat=3):
        nodes = [2**t - 1 + int("".join(map(str, labels[:t])) or "0", 2) for t in range(3)]
        leaves.append(next(i for i, row in enumerate(rows) if all(row[v] == y for v, y in zip(nodes, labels,
                                                                                               strict=True))))
    assert is_mistake_tree(heap_tree(iter(leaves), 0, 3), union)


def test_classes_stay_within_the_lives_of_their_expert():
    tree = strategy(4, 2, 6)
    for said, c in zip(expert_predictions(tree), classes_from_strategy(tree, 2), strict=True):
        assert max(int((row != np.array(said)).sum()) for row in c.matrix) == 2
        assert littlestone_dimension(c) == 2
    tree = ((0, 1, 1), ((1, 1, 0), None, None), ((1, 0, 0), None, None))
    assert expert_predictions(tree) == ((0, 1, 1), (1, 1, 0), (1, 0, 0))


def test_strategies_are_written_out_up_to_the_limit(monkeypatch):
    monkeypatch.setattr(chips, "LARGEST_STRATEGY", 3)
    assert strategy(2, 1, 3) is not None
    with pytest.raises(TooLargeToEnumerate, match="strategy tree"):
        strategy(2, 1, 4)
    with pytest.raises(TooLargeToEnumerate):
        strategy(2, 1, 11)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: chip_game(0, 1), "experts"), (lambda: strategy(2, 1, 4), "at most the value 3"),
    (lambda: classes_from_strategy(strategy(2, 1, 0), 1), "at least one round"),
    (lambda: sphere_bound(0, 0), "experts must be an integer"),
    (lambda: sphere_bound(1, -1), "lives must be an integer"),
    (lambda: states_along(strategy(2, 0, 1), -1, (0,)), "lives must be an integer of at least 0")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_sphere_bound_is_met_by_perfect_codes():
    assert (sphere_bound(16, 1), sphere_bound(4096, 3), chip_game(16, 1)) == (7, 23, 7)
    assert sphere_bound(1, 0) == 0
    tree = strategy(16, 1, 7)
    assert all(sum(states_along(tree, 1, labels)[-1]) == 1 for labels in product((0, 1), repeat=7))


@pytest.mark.parametrize(("experts", "lives"), [(1, 1), (2, 1), (3, 2), (5, 3)])
def test_more_mistakes_than_the_value_are_refused(experts, lives):
    value = chip_game(experts, lives)
    assert strategy(experts, lives, value) is not None
    with pytest.raises(ValueError, match=f"at most the value {value}"):
        strategy(experts, lives, value + 1)


def walk(labels_at, depth):
    nodes = [0]
    for _ in range(depth - 1):
        nodes.append(2 * nodes[-1] + 1 + labels_at[nodes[-1]])
    return nodes


@pytest.mark.parametrize(("experts", "lives", "mistakes", "allowed"), [(3, 1, 3, 1), (2, 1, 3, 0), (3, 2, 2, 1),
                                                                       (1, 1, 1, 1), (4, 1, 3, 3)])
def test_concepts_are_those_that_leave_their_expert_on_their_own_path_only(experts, lives, mistakes, allowed):
    tree = strategy(experts, lives, mistakes)
    for said, c in zip(expert_predictions(tree), classes_from_strategy(tree, allowed), strict=True):
        off = [{x for x, (a, b) in enumerate(zip(row, said, strict=True)) if a != b}
               for row in product((0, 1), repeat=len(said))]
        assert set(c.rows()) == {
            row for row, differs in zip(product((0, 1), repeat=len(said)), off, strict=True)
            if len(differs) <= allowed and differs <= set(walk(row, mistakes))}


@pytest.mark.parametrize(("experts", "lives", "mistakes"), [(3, 1, 3), (5, 2, 6), (4, 0, 2)])
def test_states_count_the_lives_that_are_left_on_the_path(experts, lives, mistakes):
    tree = strategy(experts, lives, mistakes)
    said = expert_predictions(tree)
    for labels in product((0, 1), repeat=mistakes):
        nodes = [2**t - 1 + int("0" + "".join(map(str, labels[:t])), 2) for t in range(mistakes)]
        left = [[lives - sum(row[v] != y for v, y in zip(nodes[:t], labels, strict=False)) for row in said]
                for t in range(mistakes + 1)]
        assert states_along(tree, lives, labels) == [tuple(map(now.count, range(lives + 1))) for now in left]
