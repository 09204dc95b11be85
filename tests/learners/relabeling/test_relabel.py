"""Relabelling: what stays, what changes, what is not looked at."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_functions, initial_segments
from privlearn.learners.relabeling import (error_count, initial_segment_errors, initial_segment_law, pattern_scores,
                                           patterns, relabel_law)


def test_no_rows_leave_nothing_to_relabel():
    assert relabel_law(initial_segments(3), error_count, (), (), 4).exact() == {((), ()): 1}
    assert initial_segment_errors(np.zeros((0, 2), dtype=int), np.array([4, 7])).tolist() == [0, 0, 0]
    # one concept has one pattern
    assert pattern_scores(ConceptClass.from_matrix([[1, 0]]), error_count, ((0, 1),), ((1, 0),)) == {(1, 0): 0}
    # a domain may have one point
    assert initial_segment_law(1, ((0, 1),), (), 4).exact() == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    assert set(pattern_scores(all_functions(2), error_count, (), ((1, 0),)).values()) == {0}


def test_order_and_multiplicity_stay_and_other_labels_are_not_looked_at():
    law = relabel_law(initial_segments(3), error_count, ((2, 1), (0, 0), (2, 0)), ((0, 1), (0, 1)), 4).exact()
    for data, other in law:
        assert [x for x, _ in data] == [2, 0, 2]
        assert [x for x, _ in other] == [0, 0]
        assert data[0] == data[2]
    laws = [relabel_law(all_functions(2), error_count, ((0, 1),), ((1, y),), 4).exact() for y in (0, 1)]
    assert laws[0] == laws[1]


def test_large_domains_and_samples():
    rng = np.random.default_rng(1)  # thresholds on a large domain have one pattern more than points
    data = tuple((int(x), int(x < 2**19)) for x in rng.integers(2**20, size=300))
    law = initial_segment_law(2**20, data, (), 4).exact()
    assert len(law) == len({x for x, _ in data}) + 1
    assert law[sum(x < 2**19 for x in {x for x, _ in data})] == max(law.values())
    rng = np.random.default_rng(2)  # errors at ten thousand rows are those of a direct count
    data = np.column_stack([rng.integers(2**20, size=10_000), rng.integers(2, size=10_000)])
    points = np.unique(data[:, 0])
    found = initial_segment_errors(data, points)
    for k in (0, 1, 17, len(points)):
        cut = points[k - 1] if k else -1
        assert found[k] == np.sum((data[:, 0] <= cut) != data[:, 1])


@pytest.mark.parametrize("xs", [[0], [3], [4], [1, 3]])
def test_points_that_are_not_listed_are_refused(xs):
    with pytest.raises(ValueError, match="points must contain every point of the data"):
        initial_segment_errors(np.array([[x, 1] for x in xs]), np.array([1, 2]))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: initial_segment_law(0, (), (), 4), "size must"),
    (lambda: pattern_scores(all_functions(2), lambda data, h: h[1], (), ((1, 0),)), "agree on the points"),
    (lambda: pattern_scores(all_functions(2), lambda data, h: h[1], ((0, 0),), ()), "score must depend only"),
    (lambda: relabel_law(all_functions(2), lambda data, h: h[1], ((0, 0),), ((1, 0),), 4), "agree on the points"),
    (lambda: pattern_scores(None, error_count, (), ()), "concepts must be a ConceptClass with at least one"),
    (lambda: pattern_scores(ConceptClass.from_matrix(np.zeros((0, 2), dtype=int)), error_count, (), ()),
        "concepts must be a ConceptClass with at least one")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("x", [-1, 2, 3])
def test_points_outside_the_domain_have_no_pattern(x):
    assert list(patterns(initial_segments(2), (0, 1))) == [(0, 0), (1, 0), (1, 1)]
    with pytest.raises(ValueError, match="points must be an integer of at least 0 and at most 1"):
        patterns(initial_segments(2), (x,))


@pytest.mark.parametrize("row", [(-1, 0), (2, 0), (0, 2), (0,)])
def test_rows_outside_the_domain_are_refused_in_both_databases(row):
    for data, other in (((row,), ()), (((0, 1),), (row,))):
        with pytest.raises(ValueError, match="database must hold"):
            pattern_scores(initial_segments(2), error_count, data, other)
        with pytest.raises(ValueError, match="database must hold"):
            initial_segment_law(2, data, other, 4)


@pytest.mark.parametrize("data", [((0, 1), (2, 0), (2, 0)), ((3, 1), (1, 0), (1, 1)), ((2, 1),), ()])
@pytest.mark.parametrize("other", [(), ((1, 0),), ((3, 1), (3, 0), (0, 0))])
def test_a_pattern_weighs_by_its_errors_on_the_scored_rows(data, other):
    points = sorted({x for x, _ in data + other})
    weights = {}
    for h in initial_segments(4).rows():
        weights[tuple(h[x] for x in points)] = Fraction(2, 3) ** sum(h[x] != y for x, y in data)
    whole = sum(weights.values())
    law = {}
    for pattern, weight in weights.items():
        value = dict(zip(points, pattern, strict=True))
        law[tuple((x, value[x]) for x, _ in data), tuple((x, value[x]) for x, _ in other)] = weight / whole
    assert relabel_law(initial_segments(4), error_count, data, other, Fraction(9, 4)).exact() == law
    assert initial_segment_law(4, data, other, Fraction(9, 4)).exact() == {
        sum(pattern): weight / whole for pattern, weight in weights.items()}


def test_patterns_list_their_concepts_in_the_order_of_the_class():
    concepts = ConceptClass.from_matrix([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 0]])
    rows = concepts.rows()
    for points in ((0,), (2, 1), (), (1, 1)):
        found = patterns(concepts, points)
        assert found == {p: [h for h in rows if tuple(h[x] for x in points) == p] for p in found}
        assert list(found) == list(dict.fromkeys(tuple(h[x] for x in points) for h in rows))
