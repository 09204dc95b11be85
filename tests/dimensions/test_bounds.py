"""Bounds of a dimension, and which search is asked for them."""

import sys

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import bounds
from privlearn.dimensions.bounds import (COMPILED_LIMIT, FIRST_TRY, PLAIN_LIMIT, DimensionBounds, LimitReached,
                                         as_class, run_search)
from privlearn.exact import TooLargeToEnumerate

KNOWN, OPEN = DimensionBounds("VC dimension", 2, 2, (0, 1), 5), DimensionBounds("VC dimension", 2, 3, (0, 1), 5)
SMALL, LARGE = thresholds(2), ConceptClass.from_matrix(np.eye(100, dtype=int))


class Searches:
    """Write down which search got which limit, and answer ``plain`` or ``compiled``."""

    def __init__(self, plain=KNOWN, compiled=KNOWN):
        self.calls, self.answers = [], {"plain": plain, "compiled": compiled}

    def run(self, concepts, solver, limit):
        def search(name):
            def answer(steps):
                self.calls.append((name, steps))
                return self.answers[name]
            return answer
        return run_search(concepts, solver, limit, search("plain"), search("compiled"))


@pytest.fixture
def numba(monkeypatch):
    """Let the searches believe that numba is there."""
    monkeypatch.setattr(bounds, "compiled_available", lambda: True)


@pytest.fixture
def no_numba(monkeypatch):
    monkeypatch.setattr(bounds, "compiled_available", lambda: False)


def test_equal_bounds_are_proved():
    assert KNOWN.exact
    assert KNOWN.proved() is KNOWN


def test_other_bounds_are_an_error_that_carries_them():
    assert not OPEN.exact
    with pytest.raises(LimitReached, match="the VC dimension is between 2 and 3") as error:
        OPEN.proved()
    assert (error.value.lower, error.value.upper, error.value.witness) == (2, 3, (0, 1))


def test_a_limit_that_is_met_is_no_value_error():
    assert issubclass(LimitReached, TooLargeToEnumerate)


def test_a_class_is_returned():
    assert as_class(SMALL) is SMALL


def test_the_plain_search_gets_its_own_limit_or_the_given_one():
    searches = Searches()
    assert searches.run(SMALL, "plain", None) is searches.run(SMALL, "plain", 7)
    assert searches.calls == [("plain", PLAIN_LIMIT), ("plain", 7)]


def test_the_compiled_search_gets_its_own_limit_or_the_given_one(numba):
    searches = Searches()
    assert searches.run(SMALL, "compiled", None) is searches.run(SMALL, "compiled", 7)
    assert searches.calls == [("compiled", COMPILED_LIMIT), ("compiled", 7)]


def test_a_small_class_is_tried_without_compilation(numba):
    searches = Searches()
    assert searches.run(SMALL, "auto", None) is KNOWN
    assert searches.calls == [("plain", FIRST_TRY)]


def test_a_small_class_that_is_decided_does_not_ask_for_numba(monkeypatch):
    monkeypatch.setattr(bounds, "compiled_available", None)
    assert Searches().run(SMALL, "auto", None) is KNOWN


def test_a_small_class_that_is_not_decided_has_its_whole_limit_without_numba(no_numba):
    searches = Searches(plain=OPEN)
    assert searches.run(SMALL, "auto", None) is OPEN
    assert searches.calls == [("plain", FIRST_TRY), ("plain", PLAIN_LIMIT)]


def test_a_small_class_that_is_not_decided_is_compiled(numba):
    searches = Searches(plain=OPEN)
    assert searches.run(SMALL, "auto", FIRST_TRY + 1) is KNOWN
    assert searches.calls == [("plain", FIRST_TRY), ("compiled", FIRST_TRY + 1)]


def test_a_limit_below_the_first_try_ends_there(numba):
    searches = Searches(plain=OPEN)
    assert searches.run(SMALL, "auto", 3) is OPEN
    assert searches.calls == [("plain", 3)]


def test_a_large_class_is_compiled_at_once(numba):
    searches = Searches()
    searches.run(LARGE, "auto", None)
    assert searches.calls == [("compiled", COMPILED_LIMIT)]


def test_without_numba_everything_is_plain(no_numba):
    searches = Searches(plain=OPEN)
    assert searches.run(LARGE, "auto", None) is OPEN
    assert searches.calls == [("plain", PLAIN_LIMIT)]


def test_without_numba_nothing_is_compiled(no_numba):
    with pytest.raises(ValueError, match="numba is not installed"):
        Searches().run(SMALL, "compiled", None)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: as_class(None, "left"), "left must be a ConceptClass"),
    (lambda: as_class([[0, 1]], "left"), "left must be a ConceptClass"),
    (lambda: as_class("thresholds", "left"), "left must be a ConceptClass"),
    (lambda: Searches().run(SMALL, "fast", None), "solver must be"),
    (lambda: Searches().run(SMALL, "plain", -1), "limit"), (lambda: Searches().run(SMALL, "plain", 0.5), "limit")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_nothing_is_compiled_without_numba(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not bounds.compiled_available()


def test_a_limit_of_no_step_is_passed_on():
    asked = []
    assert run_search(SMALL, "plain", 0, lambda limit: asked.append(limit) or OPEN, lambda limit: KNOWN) == OPEN
    assert asked == [0]
