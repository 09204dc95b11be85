"""Learners on arrays of any kind: laws, errors, labels."""

import datetime
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.learners.interior_point.learned_thresholds import (plan_threshold_learner, threshold_law,
                                                                  word_threshold_law)
from privlearn.learners.intervals import threshold_learner
from privlearn.learners.points import frugal_plan
from privlearn.learners.relabeling.arrays import segment_cut_law
from privlearn.mechanisms import add_remove_one, all_databases, audit_pure, labelled_rows, replace_one
from privlearn.private import learn_agnostic_threshold, learn_point, learn_threshold
from privlearn.private.labelled import agnostic_excess, agnostic_root, read_labels

WISHES = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 20)}
RELATIONS = (replace_one, add_remove_one)


def rng():
    return random.Random(4)


def arrays(rows):
    return np.array([x for x, _ in rows], dtype=np.uint64), np.array([y for _, y in rows], dtype=bool)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_the_law_on_arrays_is_that_of_the_generic_learner(count):
    for rows in all_databases(labelled_rows(3), count):
        assert segment_cut_law(*arrays(rows), 3, 2).exact() == threshold_learner(3, 4)(rows).exact()


def test_points_of_all_64_bits_are_drawn_among_and_those_outside_refused():
    rows = [(0, 1), (2**64 - 1, 0), (5, 1)]
    cuts = {segment_cut_law(*arrays(rows), 2**64, 2**30).sample(random.Random(k)) for k in range(50)}
    assert all(5 <= cut < 2**64 - 1 for cut in cuts)
    assert len(cuts) == 50
    for bad in (np.array([-1]), np.array([4])):
        with pytest.raises(ValueError, match="points must lie in 0..3"):
            segment_cut_law(bad, np.array([True]), 4, 2)


@pytest.mark.parametrize(("relation", "power"), [(replace_one, 2), (add_remove_one, 1)])
def test_the_agnostic_root_is_as_large_as_privacy_allows(relation, power):
    sizes = (2,) if relation is replace_one else (0, 1, 2, 3)
    databases = [rows for n in sizes for rows in all_databases(labelled_rows(2), n)]
    audit = audit_pure(lambda rows: segment_cut_law(*arrays(rows), 2, 3), databases, relation)
    assert audit.exp_epsilon <= 3**power
    assert audit.exp_epsilon > 3 ** (power - 1)
    root = agnostic_root(relation, 2)
    assert root**power < Fraction(73890561, 10**7) < (root + Fraction(1, 10**6)) ** power


def test_the_excess_bounds_the_exact_law():
    for rows in product(labelled_rows(4), repeat=3):
        law = segment_cut_law(*arrays(rows), 4, 3).exact()
        errors = {cut: sum((x <= cut) != y for x, y in rows) for cut in law}
        for beta in (Fraction(1, 3), Fraction(1, 10)):
            allowed = min(errors.values()) + agnostic_excess(2, Fraction(3), beta)
            assert sum(mass for cut, mass in law.items() if errors[cut] > allowed) <= beta


def test_the_threshold_law_on_arrays_is_that_on_rows():
    plan = plan_threshold_learner(domain_bits=2, neighbours=replace_one, epsilon=3, delta=Fraction(1, 20),
                                  beta=Fraction(1, 4), kind="exponential")
    for count in range(4):
        for rows in all_databases(labelled_rows(4), count):
            assert word_threshold_law(*arrays(rows), plan).exact() == threshold_law(rows, plan).exact()


def test_one_threshold_promises_half_the_errors_of_an_interior_point():
    for relation in RELATIONS:
        plan = plan_threshold_learner(domain_bits=64, neighbours=relation, **WISHES)
        assert agnostic_excess(64, agnostic_root(relation, 1), WISHES["beta"]) <= plan.errors / 2 + 1


@pytest.mark.parametrize("neighbours", RELATIONS)
@pytest.mark.parametrize("labels", [(0, 1), (1, 0), ("low", "high"), (False, True)])
def test_a_threshold_is_learned_with_its_labels(neighbours, labels):
    x = np.random.default_rng(2).normal(size=4000)
    y = np.where(x <= 0.3, labels[0], labels[1])
    learned = learn_threshold(x, y, neighbours=neighbours, rng=rng(), labels=labels, **WISHES)
    wrong = int((learned.predict(x) != y).sum())
    assert wrong <= learned.errors
    assert f"at most {learned.errors} rows" in str(learned)
    assert learned(learned.answer) == labels[0]
    assert learned(np.nextafter(learned.answer, np.inf)) == labels[1]


def test_a_threshold_between_days():
    first = datetime.date(2020, 1, 1)
    days = [first + datetime.timedelta(k) for k in range(2000)]
    learned = learn_threshold(days, ["old" if k < 700 else "young" for k in range(2000)], labels=("old", "young"),
                              kind="dates", neighbours=replace_one, rng=rng(), **WISHES)
    assert abs((learned.answer - first).days - 699) <= learned.errors
    assert learned.predict(days[:2]).tolist() == ["old", "old"]


@pytest.mark.parametrize("labels", [[0] * 3000, [1] * 3000])
@pytest.mark.parametrize("learn", [learn_threshold, learn_agnostic_threshold])
def test_one_label_only(learn, labels):
    learned = learn(np.arange(3000), labels, neighbours=replace_one, epsilon=1, rng=rng())
    assert abs(int(learned.predict(np.arange(3000)).sum()) - sum(labels)) < 200
    assert learned.answer is None or isinstance(learned.answer, int)


@pytest.mark.parametrize("neighbours", RELATIONS)
def test_noisy_labels_are_learned_from(neighbours):
    generator = np.random.default_rng(3)
    x = generator.uniform(size=20_000)
    y = (x > 0.4) ^ (generator.random(20_000) < 0.2)
    learned = learn_agnostic_threshold(x, y, neighbours=neighbours, epsilon=1, rng=rng())
    assert abs(learned.answer - 0.4) < 0.02
    assert learned.promise.delta == 0


POINT = {"neighbours": replace_one, "epsilon": 0.5, "alpha": 0.25, "beta": 0.01}


def test_a_point_is_learned_from_columns_and_text():
    generator = np.random.default_rng(4)
    codes = [f"code {k}" for k in generator.integers(0, 50, 9000)]
    x = np.where(generator.random(9000) < 0.5, "code 7", np.array(codes)).tolist()
    y = ["ill" if code == "code 7" else "well" for code in x]
    learned = learn_point(x, y, kind="text", labels=("well", "ill"), rng=rng(), **POINT)
    assert learned("code 7") == "ill"
    assert (learned.predict(x) != np.array(y)).mean() < 0.25


@pytest.mark.parametrize(("x", "y", "change", "rule"), [
    (np.arange(5), np.ones(5), {}, "at least 8299 rows"),
    (np.arange(5), np.ones(5), {"neighbours": add_remove_one}, "neighbours must be replace_one"),
    (["a" * 5000] * 9000, [1] * 9000, {"kind": "text"}, "at most 4096 bytes"),
    ([b"a"] * 9000, [1] * 9000, {"kind": "text"}, "text only")], ids=["rows", "neighbours", "long", "bytes"])
def test_a_point_is_not_learned_from_others(x, y, change, rule):
    with pytest.raises(ValueError, match=rule):
        learn_point(x, y, rng=rng(), **POINT | change)


@pytest.mark.parametrize("epsilon", [1e-3, 0.999, 1, 1.4, 3, 40])
def test_points_are_learned_at_every_epsilon(epsilon):
    plan = frugal_plan(epsilon, Fraction(1, 4), Fraction(1, 10))
    assert plan.exp_epsilon >= 1 + 3 * plan.survive or plan.survive == 1
    assert plan.survive <= 1
    assert float(plan.exp_epsilon) <= np.exp(epsilon)
    generator = np.random.default_rng(1)
    if plan.total < 10**5:
        x = np.where(generator.random(plan.total) < 0.5, 41, generator.integers(0, 2**40, plan.total))
        learned = learn_point(x, x == 41, neighbours=replace_one, epsilon=epsilon, alpha=Fraction(1, 4),
                              beta=Fraction(1, 10), rng=rng())
        assert learned(41)


@pytest.mark.parametrize(("y", "labels", "public", "rule"), [
    ([0, 1], None, True, "as many rows as x"), ([0, 1, 2], None, True, "two different labels"),
    (["a"] * 3, None, True, "two different labels"), ([0.0, float("nan"), 1], None, True, "two different labels"),
    (["a", 1, "a"], None, True, "must be named where they have no order"),
    (["a", "b", "a"], None, False, "must be named where the number of rows is private"),
    ([0, 1, 2], (0, 1), True, "no label but the two"), ([[0], [1], [2]], None, True, "numbers or text"),
    ([0, 1, 1], (1, 1), True, "pair of different labels"), ([0, 1, 1], "01", True, "pair of different labels"),
    (np.zeros((3, 1)), None, True, "one dimension"), ("abc", None, True, "array or a sequence")])
def test_bad_labels_are_refused(y, labels, public, rule):
    with pytest.raises(ValueError, match=rule):
        read_labels(y, labels, 3, public)


@pytest.mark.parametrize(("y", "labels", "pair", "upper"), [
    ([0, 1], None, (0, 1), [False, True]), ([True, False], None, (False, True), [True, False]),
    (["b", "a"], None, ("a", "b"), [True, False]), (np.array([2, -2]), None, (-2, 2), [True, False]),
    (np.array(["x", "y"]), ("y", "x"), ("y", "x"), [True, False]), ([1, 1], None, (0, 1), [True, True])])
def test_labels_are_read(y, labels, pair, upper):
    found, read = read_labels(y, labels, 2, True)
    assert (found.tolist(), read) == (upper, pair)
