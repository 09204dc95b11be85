"""Private learners as scikit-learn's classifiers: for pipelines, splits and scores.

Needs the extra ``estimators`` (scikit-learn).  Each call of ``fit`` is a release of its own and spends epsilon
again: fitting five times on parts of one data set, as cross-validation does, costs up to five times the budget, and so
does a search over parameters.  Classes are read off ``y`` and count as public; so does the number of rows under
``replace_one``.

>>> from privlearn.mechanisms import replace_one
>>> rng = np.random.default_rng(1)
>>> X = rng.normal(size=(4_000, 1))
>>> model = PrivateThresholdClassifier(epsilon=1, random_state=1).fit(X, X[:, 0] > 0.5)
>>> bool(model.score(X, X[:, 0] > 0.5) > 0.95)
True
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from privlearn.extras import explained

with explained():
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, validate_data

from privlearn.exact.rationals import Number
from privlearn.mechanisms import replace_one
from privlearn.mechanisms.neighbours import Relation
from privlearn.private import learn_agnostic_threshold, learn_point, learn_threshold


class _OneFeature(ClassifierMixin, BaseEstimator):
    """What both classifiers share: one column is used, two classes are told apart."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = True
        tags.non_deterministic = self.random_state is None
        return tags

    def fit(self, X: Any, y: Any) -> Any:
        """Learn from the rows; a release that costs epsilon.

        Parameters
        ----------
        X : array of shape (rows, features)
            Finite numbers.
        y : array of shape (rows,)
            Two classes.

        Returns
        -------
        The estimator.

        Raises
        ------
        ValueError
            Before any private step, if an argument or a row is bad, or there are too few rows for the promise.
        """
        table, labels = self._read(X, y=y)
        check_classification_targets(labels)
        feature = self._feature(table)
        self.classes_ = np.unique(labels)
        if len(self.classes_) != 2:
            many = "one class" if len(self.classes_) == 1 else f"{len(self.classes_)} classes"
            raise ValueError(f"Only binary classification is supported. y must hold two classes, got {many}")
        self.learned_ = self._learn(table[:, feature], labels == self.classes_[1], _generator(self.random_state))
        self.promise_ = self.learned_.promise
        return self

    def predict(self, X: Any) -> np.ndarray[Any, Any]:
        """Return the class of each row."""
        check_is_fitted(self, "learned_")
        table = self._read(X, reset=False)
        return self.classes_[self.learned_.predict(table[:, self.feature]).astype(int)]

    def _read(self, X: Any, **given: Any) -> Any:
        try:
            return validate_data(self, X, dtype=np.float64, **given)
        except ValueError as error:
            if "could not convert" in str(error):  # the one message of scikit-learn and numpy that shows an entry
                raise ValueError("X must hold numbers") from None
            raise

    def _feature(self, table: np.ndarray[Any, Any]) -> int:
        whole = isinstance(self.feature, (int, np.integer)) and not isinstance(self.feature, bool)
        if not whole or not 0 <= self.feature < table.shape[1]:
            raise ValueError(f"feature must be the number of a column, 0..{table.shape[1] - 1}, got {self.feature!r}")
        return int(self.feature)


class PrivateThresholdClassifier(_OneFeature):
    """A threshold on one feature, learned privately.

    Parameters
    ----------
    epsilon : number
        Privacy of one fit; delta is 0.
    beta : number in (0, 1)
        Probability of more errors than promised.
    neighbours : function
        ``replace_one`` or ``add_remove_one``.
    noisy : bool
        Whether labels may be noisy: the promise is then about the best threshold.
    rising : bool
        Whether the second class in sorted order is expected above the threshold.
    feature : int
        The number of the column.
    random_state : int, generator or None
        None draws from the system's source of randomness, for a real release.

    Attributes
    ----------
    classes_ : array of two classes
    threshold_ : float
        The cut, free to be published.
    promise_ : Guarantee
    """

    def __init__(self, *, epsilon: Number = 1, beta: Number = 0.05,
                 neighbours: Relation = replace_one, noisy: bool = False, rising: bool = True, feature: int = 0,
                 random_state: Any = None):
        self.epsilon = epsilon
        self.beta = beta
        self.neighbours = neighbours
        self.noisy = noisy
        self.rising = rising
        self.feature = feature
        self.random_state = random_state

    @property
    def threshold_(self) -> float:
        check_is_fitted(self, "learned_")
        return float(self.learned_.answer)

    def _learn(self, column: np.ndarray[Any, Any], second: np.ndarray[Any, Any], rng: Any) -> Any:
        learn = learn_agnostic_threshold if self.noisy else learn_threshold
        return learn(column, second.astype(int), labels=(0, 1) if self.rising else (1, 0), neighbours=self.neighbours,
                     epsilon=self.epsilon, beta=self.beta, rng=rng)


class PrivatePointClassifier(_OneFeature):
    """The indicator of one value of a feature, learned privately, with noise.

    Parameters
    ----------
    epsilon, alpha, beta : numbers
        As for :func:`~privlearn.private.labelled.learn_point`.
    neighbours : function
        ``replace_one``.
    feature, random_state
        As for :class:`PrivateThresholdClassifier`.

    Attributes
    ----------
    classes_ : array of two classes
        The second in sorted order is that of the point.
    promise_ : Guarantee

    Notes
    -----
    Publish predictions, never the fitted object or a file with it: it remembers its point without the noise.
    """

    def __init__(self, *, epsilon: Number = 1, alpha: Number = 0.25, beta: Number = 0.05,
                 neighbours: Relation = replace_one, feature: int = 0, random_state: Any = None):
        self.epsilon = epsilon
        self.alpha = alpha
        self.beta = beta
        self.neighbours = neighbours
        self.feature = feature
        self.random_state = random_state

    def _learn(self, column: np.ndarray[Any, Any], second: np.ndarray[Any, Any], rng: Any) -> Any:
        return learn_point(column, second.astype(int), neighbours=self.neighbours, epsilon=self.epsilon,
                           alpha=self.alpha, beta=self.beta, rng=rng)


def _generator(random_state: Any) -> Any:
    if random_state is None:
        return random.SystemRandom()
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(0, 2**31 - 1))
    if isinstance(random_state, (int, np.integer)) and not isinstance(random_state, bool):
        return np.random.default_rng(int(random_state))
    return random_state
