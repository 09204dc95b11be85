"""What results show, and that nobody can change them."""

import random
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import numpy as np
import pytest

from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.private import histogram, learn_point, learn_threshold, median
from privlearn.private.results import Guarantee, shown

WISHES = {"neighbours": replace_one, "epsilon": 1, "rng": random.Random(3)}
X = np.arange(9000) % 90
RESULTS = {
    "median": lambda: median(X, delta=1e-6, beta=0.05, **WISHES),
    "histogram": lambda: histogram(X, cells=[1, 2], **WISHES),
    "threshold": lambda: learn_threshold(X, X > 50, delta=1e-6, beta=0.05, **WISHES),
    "point": lambda: learn_point(X, X == 50, alpha=0.25, beta=0.05, **WISHES)}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_says_what_is_promised_and_from_what(name):
    result = RESULTS[name]()
    text = str(result)
    assert "-private where one row is replaced; with probability at least 0.95 " in text
    assert f"proved from: {result.proved_from}" in text
    assert result.promise.epsilon == 1
    with pytest.raises(FrozenInstanceError):
        result.promise = None


def test_a_promise_names_its_relation_and_shows_short_numbers():
    promise = Guarantee(Fraction(1, 2), Fraction(0), add_remove_one, Fraction(1, 4), "it holds")
    assert str(promise) == ("(0.5, 0)-private where one row is added or removed; with probability at least 0.75 it "
                            "holds")
    assert [shown(Fraction(n, d)) for n, d in ((20, 1), (19, 20), (1, 10**7))] == ["20", "0.95", "1e-07"]


def test_a_learned_point_does_not_show_its_point_and_none_labels_nothing():
    secret = 2**61 + 4711
    x = np.where(np.arange(9000) % 2, secret, np.arange(9000))
    learned = learn_point(x, x == secret, alpha=0.25, beta=0.05, **WISHES)
    assert str(secret) not in repr(learned) + str(learned)
    assert learned.predict(np.array([secret])).tolist() == [1]
    assert replace(RESULTS["point"](), answer=None).predict(X).sum() == 0
