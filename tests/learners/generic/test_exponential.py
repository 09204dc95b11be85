"""The exponential mechanism and its efficient form for points."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, point_functions
from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import Law
from privlearn.learners.generic.exponential import exponential_learner, exponential_success, point_learner
from privlearn.mechanisms import labelled_rows, multiset_databases

RATIO = Fraction(9, 4)


@pytest.mark.parametrize(("size", "rows"), [(1, 3), (2, 3), (4, 4), (5, 2), (8, 3)])
def test_the_efficient_law_is_the_listed_one(size, rows):
    listed, efficient = exponential_learner(point_functions(size), RATIO), point_learner(size, RATIO)
    for database in multiset_databases(labelled_rows(size), rows):
        assert efficient(database).exact() == listed(database).exact()


def test_laws_of_few_points_in_any_order():
    learner = point_learner(4, RATIO)
    assert learner(((0, 1), (2, 0), (0, 1))).exact() == learner(((2, 0), (0, 1), (0, 1))).exact()
    # the empty database gives the uniform law
    assert set(point_learner(5, RATIO)(()).exact().values()) == {Fraction(1, 5)}
    # a domain whose points all occur has no other branch
    assert set(point_learner(2, RATIO)(((0, 1), (1, 1))).exact()) == {0, 1}


@pytest.mark.parametrize("rng", [random.Random(1), np.random.default_rng(1)])
def test_a_domain_of_4096_bits_is_sampled(rng):
    domain = 2**4096
    target = domain - 12345
    sample = ((target, 1),) * 4400 + tuple((7 * k, 0) for k in range(400))
    assert point_learner(domain, 4)(sample).sample(rng) == target


def test_domains_of_4096_bits_are_sampled_and_not_listed():
    found = point_learner(2**4096, RATIO)(((3, 1),)).sample(random.Random(2))
    assert 0 <= found < 2**4096
    assert found > 2**4000
    with pytest.raises(TooLargeToEnumerate):
        point_learner(2**4096, RATIO)(((3, 1),)).exact()


def test_samples_follow_the_law():
    law: Law = point_learner(4, RATIO)(((0, 1), (0, 1), (1, 1)))
    rng = random.Random(5)
    share = sum(law.sample(rng) == 0 for _ in range(4000)) / 4000
    assert abs(share - float(law.exact()[0])) < 0.03


@pytest.mark.parametrize(("row", "message"), [
    ((4, 0), "points x in 0..size-1"), ((-1, 0), "points x in 0..size-1"), ((0, 2), "labels y in"), ((0,), "rows"),
    ([0, 1], "rows"), (("a", 0), "points x")])
def test_rows_that_are_no_labelled_points_are_refused(row, message):
    for learner in (point_learner(4, RATIO), exponential_learner(point_functions(4), RATIO)):
        with pytest.raises(ValueError, match=message):
            learner((row,))


@pytest.mark.parametrize("hits", range(4))
def test_closed_form_of_success_is_the_probability_of_the_target(hits):
    database = ((2, 1),) * hits + ((1, 0),) * (3 - hits)
    assert exponential_success(5, 3, hits, Fraction(3, 2)) == point_learner(5, RATIO)(database).exact()[2]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: point_learner(4, 2), "exp_epsilon"), (lambda: point_learner(4, Fraction(1, 4)), "exp_epsilon"),
    (lambda: exponential_success(4, 2, 3, Fraction(2)), "hits"),
    (lambda: exponential_learner([(0, 1)], RATIO), "hypotheses must be a ConceptClass with at least one"),
    (lambda: exponential_learner(ConceptClass.from_matrix(np.zeros((0, 2), dtype=int)), RATIO),
        "hypotheses must be a ConceptClass with at least one")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
