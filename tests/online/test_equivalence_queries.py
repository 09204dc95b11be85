"""Equivalence queries, general and proper."""

from itertools import product
from math import inf

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_functions, point_functions, thresholds
from privlearn.dimensions import littlestone_dimension
from privlearn.online import equivalence_query_complexity, is_query_strategy, query_strategy


def test_the_general_complexity_is_the_dimension_on_random_classes():
    random = np.random.default_rng(1)
    for _ in range(20):
        c = ConceptClass.from_matrix(random.integers(0, 2, (12, 5)))
        general, proper = (equivalence_query_complexity(c, proper=choice) for choice in (False, True))
        assert general == littlestone_dimension(c) <= proper


def test_one_concept_needs_no_counterexample_and_all_functions_one_a_point():
    one = ConceptClass.from_matrix([[1, 0]])
    assert equivalence_query_complexity(one) == equivalence_query_complexity(one, proper=True) == 0
    assert query_strategy(one) == {(0,): (1, 0)}
    assert [equivalence_query_complexity(all_functions(n), proper=True) for n in (1, 2, 3)] == [1, 2, 3]
    with pytest.raises(ValueError, match="concepts must not be empty"):
        equivalence_query_complexity(ConceptClass.from_matrix(np.zeros((0, 2))))


@pytest.mark.parametrize("proper", [False, True])
def test_a_strategy_keeps_its_promise_and_no_better_one(proper):
    c = thresholds(3)
    strategy = query_strategy(c, proper=proper)
    assert is_query_strategy(strategy, c, 3)
    assert not is_query_strategy(strategy, c, 2)


SMALL = [[[0, 0, 1], [0, 1, 1], [1, 1, 0], [1, 0, 1]], [[0, 0], [0, 1], [1, 1]], [[1, 0, 1]], [[0, 1, 1], [1, 0, 1]],
         [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1]]]


def forced(strategy, rows, left, limit):
    """The most counterexamples on the way from the rows left, infinite beyond the limit or where nothing is said."""
    said = strategy.get(left)
    if said is None or limit < 0:
        return inf
    found = 0
    for target, x in product(left, range(len(said))):
        if rows[target][x] != said[x]:
            rest = tuple(i for i in left if rows[i][x] == rows[target][x])
            found = max(found, 1 + forced(strategy, rows, rest, limit - 1))
    return found


@pytest.mark.parametrize("proper", [False, True])
@pytest.mark.parametrize("matrix", SMALL)
def test_a_changed_strategy_keeps_what_it_keeps_in_play(matrix, proper):
    c = ConceptClass.from_matrix(matrix)
    rows, strategy = c.rows(), query_strategy(c, proper=proper)
    everything = tuple(range(len(rows)))
    changed = [strategy] + [strategy | {left: (*said[:x], 1 - said[x], *said[x + 1:])}
                            for left, said in strategy.items() for x in range(len(said))]
    changed += [{left: said for left, said in strategy.items() if left != hole} for hole in strategy]
    for given in changed:
        value = forced(given, rows, everything, 6)
        assert [is_query_strategy(given, c, k) for k in range(5)] == [value <= k for k in range(5)]


@pytest.mark.parametrize("matrix", SMALL)
def test_strategies_with_a_hole_or_hypotheses_of_another_length_are_refused(matrix):
    c = ConceptClass.from_matrix(matrix)
    strategy = query_strategy(c)
    for left, said in strategy.items():
        for wrong in (said[:-1], (*said, 0)):
            assert not is_query_strategy(strategy | {left: wrong}, c, 9)
    assert not is_query_strategy({(0, 1): (0, 0)}, point_functions(2), 5)


@pytest.mark.parametrize("proper", [False, True])
@pytest.mark.parametrize("matrix", SMALL)
def test_the_complexity_is_the_least_over_all_hypotheses(matrix, proper):
    c = ConceptClass.from_matrix(matrix)
    proposals = c.rows() if proper else list(product((0, 1), repeat=c.size))

    def value(left):
        return min((price(left, h) for h in proposals), default=0)

    def price(left, h):
        rests = [tuple(r for r in left if r[x] != h[x]) for x in range(len(h))]
        return inf if left in rests else max((1 + value(rest) for rest in rests if rest), default=0)

    assert equivalence_query_complexity(c, proper=proper) == value(tuple(c.rows()))
    strategy, everything = query_strategy(c, proper=proper), tuple(range(len(c)))
    assert forced(strategy, c.rows(), everything, 9) == value(tuple(c.rows()))
    reached, waiting = set(), [everything]
    while waiting:
        left = waiting.pop()
        if left not in reached:
            reached.add(left)
            rests = [tuple(i for i in left if c.rows()[i][x] != y) for x, y in enumerate(strategy[left])]
            waiting += [rest for rest in rests if rest]
    assert reached == set(strategy)


def test_a_proper_strategy_proposes_the_first_of_equally_good_concepts():
    assert set(query_strategy(point_functions(4), proper=True).values()) <= set(point_functions(4).rows())
    assert query_strategy(point_functions(3), proper=True) == {
        (0, 1, 2): (0, 0, 1), (0, 1): (0, 1, 0), (0,): (1, 0, 0), (1,): (0, 1, 0)}
