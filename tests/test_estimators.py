"""The classifiers: scikit-learn's own checks, pipelines, and what a fit costs."""

import pickle
import random
import warnings

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import check_estimator

from privlearn.estimators import PrivatePointClassifier, PrivateThresholdClassifier
from privlearn.mechanisms import add_remove_one, replace_one

RNG = np.random.default_rng(1)
X = RNG.uniform(0, 10, size=(6000, 2))
Y = np.where(X[:, 1] > 4, "yes", "no")


class Repeated(PrivatePointClassifier):
    """Takes each row as often as the rows needed ask for: the checks' few dozen rows are below every private learner's.

    That is not private; it is for the checks alone, so that none of them has to be left out.
    """

    def _learn(self, column, second, rng):
        times = -(-3000 // len(column))
        return super()._learn(np.tile(column, times), np.tile(second, times), rng)


@pytest.mark.parametrize("estimator", [
    PrivateThresholdClassifier(random_state=1), PrivateThresholdClassifier(noisy=True, random_state=1),
    PrivateThresholdClassifier(neighbours=add_remove_one, rising=False, random_state=1), Repeated(random_state=1)],
    ids=["replaced", "noisy", "added", "point"])
def test_the_checks_of_scikit_learn_pass(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(estimator, on_fail=None, on_skip=None)
    assert len(results) > 50
    assert [row["check_name"] for row in results if row["status"] not in ("passed", "skipped")] == []
    assert {row["check_name"] for row in results if row["status"] == "skipped"} <= {
        "check_array_api_input", "check_classifier_data_not_an_array"}  # they need other libraries


def test_the_checks_fail_a_planted_fault():
    class Changing(PrivateThresholdClassifier):
        def fit(self, X, y):
            self.epsilon = 2 * self.epsilon
            return super().fit(X, y)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(Changing(random_state=1), on_fail=None, on_skip=None)
    assert any(row["status"] == "failed" for row in results)


def test_thresholds_are_learned_in_a_pipeline_falling_and_from_noisy_labels():
    model = make_pipeline(FunctionTransformer(np.log1p), PrivateThresholdClassifier(feature=1, random_state=2))
    assert model.fit(X, Y).score(X, Y) > 0.98
    assert abs(np.expm1(model[-1].threshold_) - 4) < 0.2
    assert set(model.predict(X)) == {"no", "yes"}
    assert model[-1].promise_.epsilon == 1
    flipped = np.where(RNG.random(6000) < 0.1, Y == "no", Y == "yes")
    rising = PrivateThresholdClassifier(feature=1, noisy=True, random_state=1).fit(X, flipped)
    assert rising.score(X, Y == "yes") > 0.97
    falling = PrivateThresholdClassifier(feature=1, noisy=True, rising=False, random_state=1).fit(X, ~flipped)
    assert falling.score(X, Y == "no") > 0.97


def test_every_fit_of_a_cross_validation_is_a_release():
    fits = []

    class Counted(PrivateThresholdClassifier):
        def fit(self, X, y):
            fits.append(super().fit(X, y).promise_.epsilon)
            return self

    cross_val_score(Counted(feature=1, random_state=1), X, Y, cv=5)
    assert fits == [1] * 5


def test_a_point_classifier_survives_a_file():
    column = np.where(RNG.random(6000) < 0.4, 41.5, RNG.uniform(0, 10, 6000))[:, None]
    model = PrivatePointClassifier(random_state=3).fit(column, column[:, 0] == 41.5)
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict(column) == model.predict(column)).all()
    assert model.predict([[41.5]]).tolist() == [True]


@pytest.mark.parametrize("state", [None, 5, np.random.RandomState(1), np.random.default_rng(1), random.Random(1)])
def test_every_source_of_randomness(state):
    assert PrivateThresholdClassifier(feature=1, random_state=state).fit(X, Y).score(X, Y) > 0.9


@pytest.mark.parametrize(("change", "labels", "rule"), [
    ({"epsilon": 0}, Y, "epsilon"), ({"beta": 2}, Y, "beta"), ({"neighbours": 4}, Y, "neighbours"),
    ({"feature": 2}, Y, "feature"), ({"feature": True}, Y, "feature"), ({"random_state": "7"}, Y, "rng"),
    ({}, np.zeros(6000), "binary classification"), ({}, np.arange(6000) % 3, "binary classification")])
def test_bad_parameters_and_other_than_two_classes_are_refused_at_fit(change, labels, rule):
    with pytest.raises(ValueError, match=rule):
        PrivateThresholdClassifier(**change).fit(X, labels)


def test_no_message_shows_a_row():
    bad = X.copy()
    bad[5, 0] = np.inf
    for table, labels in ((bad, Y), (X, np.arange(6000) % 3 + 8_675_309), ([["8675309"]] * 9, [0, 1, 2] * 3),
                          ([["8675309a"]] * 9, [0, 1, 0] * 3)):
        for model in (PrivateThresholdClassifier(), PrivatePointClassifier(neighbours=replace_one)):
            with pytest.raises(ValueError, match=r"\w") as caught:
                model.fit(table, labels)
            assert "8675309" not in str(caught.value)
            assert caught.value.__cause__ is None
