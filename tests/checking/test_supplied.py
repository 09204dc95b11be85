"""What a reader supplies to a proof: an instance that makes a step tight, or stops it, and a bound."""

from typing import NamedTuple

import pytest

from privlearn.checking import claim, supplied
from privlearn.checking.proofs import Hypothesis, Line, proof


class Pair(NamedTuple):
    n: int
    m: int


def squares(given):
    yield Line("first", "<=", given.n * given.n, given.n * given.m)
    yield Line("loose", "<=", given.n * given.m, given.m**2 + 2)
    yield Line("conclusion", "<=", given.n**2, given.m**2)


@pytest.fixture
def _squares(empty_registry, monkeypatch):
    monkeypatch.setattr("privlearn.checking.proofs._PROOFS", {})
    claim("X-1", kind="lemma", section="1", title="t", page="p")
    proof("X-1", grade="exact", quantifier="0 < n <= m <= 3", start=Pair(1, 3),
          steps={"first": "{n^2} is at most {n m}", "loose": "{n m} is at most {m^2 + 2}",
                 "conclusion": "{n^2} is at most {m^2}"},
          instances=lambda: [Pair(n, m) for m in (1, 2, 3) for n in range(1, m + 1)],
          hypotheses=(Hypothesis("n <= m", {"n": 4}, ("first", "conclusion")),))(squares)


@pytest.mark.usefixtures("_squares")
@pytest.mark.parametrize(("answer", "told"), [
    ({"n": 3}, "accepted: first (9 <= 9)"), ({"n": 2}, "not yet: the two sides differ, first (4 <= 6)"),
    ({"n": 5}, "not yet: a hypothesis does not hold, since the proof stops at first (25 <= 15 is false)"),
    ({"k": 5}, "not yet: give a dictionary from some of the parts n, m to their values"),
    ({"n": "a"}, "not yet: the proof has no line for this"), ({"n": 0, "m": 0}, "not yet: n must be positive")])
def test_an_instance_that_makes_a_step_tight(answer, told):
    assert supplied.tight("X-1", "first", answer, refused=lambda given: "n must be positive" * (not given.n)
                          ).startswith(told)


@pytest.mark.usefixtures("_squares")
@pytest.mark.parametrize(("answer", "told"), [
    ({"n": 5}, "accepted: the proof stops at first (25 <= 15 is false), and the statement is false: conclusion (25 <="),
    ({"n": 2}, "not yet: the proof goes through"),
    ({"n": 1, "m": -2}, "not yet: the proof stops at first (1 <= -2 is false), but the statement holds here all the")])
def test_an_instance_that_stops_the_proof(answer, told):
    assert supplied.stops("X-1", "first", answer).startswith(told)


@pytest.mark.usefixtures("_squares")
@pytest.mark.parametrize(("answer", "told"), [
    (lambda n, m: n * m, "accepted: it holds on all 6 lines"), (lambda n, m: n * m + 2, "not yet: 3 is no"),
    (lambda n, m: n * m + 1, "not yet: it holds on all 6 lines of the step and is sharper, but something smaller"),
    (lambda n, m: n, "not yet: 2 is not at most 1"), (lambda n, m: 0.5, "not yet: the function must return exact"),
    (3, "not yet: give a function of n, m")])
def test_a_sharper_bound_of_a_step(answer, told):
    assert supplied.sharper("X-1", "loose", answer, "n, m", lambda given, case: given).startswith(told)
