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


def test_equal_bounds_are_proved_and_others_an_error_that_carries_them():
    assert KNOWN.exact
    assert KNOWN.proved() is KNOWN
    assert as_class(SMALL) is SMALL
    assert not OPEN.exact
    with pytest.raises(LimitReached, match="the VC dimension is between 2 and 3") as error:
        OPEN.proved()
    assert (error.value.lower, error.value.upper, error.value.witness) == (2, 3, (0, 1))
    assert isinstance(error.value, TooLargeToEnumerate)


@pytest.mark.parametrize(("numba", "concepts", "solver", "limit", "plain", "found", "calls"), [
    *((False, SMALL, "plain", limit, KNOWN, KNOWN, [("plain", asked)]) for limit, asked in (
        (None, PLAIN_LIMIT), (7, 7), (0, 0))),
    *((True, SMALL, "compiled", limit, OPEN, KNOWN, [("compiled", asked)]) for limit, asked in (
        (None, COMPILED_LIMIT), (7, 7))),
    (True, SMALL, "auto", None, KNOWN, KNOWN, [("plain", FIRST_TRY)]),  # decided without compilation
    (False, SMALL, "auto", None, OPEN, OPEN, [("plain", FIRST_TRY), ("plain", PLAIN_LIMIT)]),
    (True, SMALL, "auto", FIRST_TRY + 1, OPEN, KNOWN, [("plain", FIRST_TRY), ("compiled", FIRST_TRY + 1)]),
    (True, SMALL, "auto", 3, OPEN, OPEN, [("plain", 3)]),  # a limit below the first try ends there
    (True, LARGE, "auto", None, OPEN, KNOWN, [("compiled", COMPILED_LIMIT)]),
    (False, LARGE, "auto", None, OPEN, OPEN, [("plain", PLAIN_LIMIT)])])
def test_each_search_gets_its_own_limit_or_the_given_one(monkeypatch, numba, concepts, solver, limit, plain, found,
                                                         calls):
    monkeypatch.setattr(bounds, "compiled_available", lambda: numba)
    searches = Searches(plain=plain)
    assert searches.run(concepts, solver, limit) is found
    assert searches.calls == calls


def test_without_numba_nothing_is_compiled_and_it_is_not_asked_for_in_vain(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not bounds.compiled_available()
    with pytest.raises(ValueError, match="numba is not installed"):
        Searches().run(SMALL, "compiled", None)
    monkeypatch.setattr(bounds, "compiled_available", None)
    assert Searches().run(SMALL, "auto", None) is KNOWN


@pytest.mark.parametrize(("call", "message"), [
    (lambda: as_class(None, "left"), "left must be a ConceptClass"),
    (lambda: as_class([[0, 1]], "left"), "left must be a ConceptClass"),
    (lambda: as_class("thresholds", "left"), "left must be a ConceptClass"),
    (lambda: Searches().run(SMALL, "fast", None), "solver must be"),
    (lambda: Searches().run(SMALL, "plain", -1), "limit"), (lambda: Searches().run(SMALL, "plain", 0.5), "limit")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
