"""Proofs as programs: their checks, what breaks without a hypothesis, and faults that are reported."""

import random
import time
from dataclasses import replace
from typing import NamedTuple

import pytest

from privlearn.checking import claim, registry, runner
from privlearn.checking.proofs import UNDEFINED, Hypothesis, Line, proof, proofs_so_far
from privlearn.exact.formulas import formula


def squares_grow(n):
    """From n <= m: n^2 <= n m <= m^2."""
    n, m = n
    yield Line("first", "<=", n * n, n * m)
    if n * n > n * m:
        raise ZeroDivisionError("undefined from here")
    yield Line("part/second", "<=", n * m, m * m, joined=2)
    yield Line("conclusion", "<=", n**2, m**2)


class Size(NamedTuple):
    n: int


@formula("at most", corners={"n": (1, 2, 3)})
def half(n):
    return 4 / n


def halves_are_large(given, bound=half):
    yield Line("conclusion", "<=", 1, bound(given.n))


def refutes_halves_are_large(given, step, case, bound):
    return bound(given.n) < 1


def refutes_squares_grow(pair, step, case):
    return pair[0] > pair[1]


def larger_first():
    return [(3, 2), (1, 0)]


STEPS = {"first": "{n^2} is at most {n m}", "part/second": "{n m} is at most {m^2}", "conclusion": "{n^2} <= {m^2}"}


@pytest.fixture
def made(empty_registry, monkeypatch):
    """Return a function that makes the proof above with some hypotheses."""
    proofs = {}
    monkeypatch.setattr("privlearn.checking.proofs._PROOFS", proofs)
    claim("X-1", kind="lemma", section="1", title="t", page="p")
    claim("X-1.part", kind="inequality", section="1", title="t", page="p", step_of="X-1")

    def make(*hypotheses, steps=STEPS, grades=None):
        return proof("X-1", grade="exact", quantifier="n <= m <= 3", steps=steps, hypotheses=hypotheses, grades=grades,
                     instances=lambda: [(n, m) for m in range(4) for n in range(m + 1)], start=(1, 3)
                     )(squares_grow)

    return make


def test_checks_follow_from_the_lines_and_sabotages_from_the_hypotheses(made, empty_registry):
    made(Hypothesis("n <= m", larger_first, ("first",)), Hypothesis("m <= 3", needless="any m will do"),
         grades={"part": "exhaustive"})
    whole, part = (entry.checks[0] for entry in empty_registry._CLAIMS.values())
    assert (whole.name, runner.run_check(whole)["instances"]) == ("squares grow", 40)
    assert runner.run_sabotage(whole, whole.sabotages[0])["caught"] is True
    assert (part.name, runner.run_check(part)["instances"], part.sabotages) == ("lines of part", 20, [])
    assert (whole.grade, part.grade) == ("exact", "exhaustive")


def test_a_grade_of_no_part_is_refused(made):
    with pytest.raises(ValueError, match=r"grades must name parts of the proof that are claims, got \['prat'\]"):
        made(grades={"prat": "exact"})


def test_a_walk_shows_each_step_and_stops_where_a_hypothesis_was_needed(made):
    h = Hypothesis("n <= m", larger_first, ("first",))
    squares = made(h)
    assert [(line.step, line.left, line.right) for line in squares.walk((1, 3))] == [
        ("first", 1, 3), ("part/second", 3, 9), ("conclusion", 1, 9)]
    assert squares.without(h) == ((3, 2), [Line("first", "<=", 9, 6)])
    assert squares.verdicts(larger_first)["first"].witness == ((3, 2), "first", None)


def test_a_formula_of_the_lines_is_judged_with_them(empty_registry, monkeypatch):
    monkeypatch.setattr("privlearn.checking.proofs._PROOFS", {})
    claim("X-1", kind="lemma", section="1", title="t", page="p", formulas=(half,))
    proof("X-1", grade="exact", quantifier="n <= 3", steps={"conclusion": "{1} is at most {half}"}, start=Size(1),
          instances=lambda: [Size(n) for n in (1, 2, 3)],
          hypotheses=(Hypothesis("n <= 3", {"n": lambda given: given.n + 3}, ("conclusion",)),))(halves_are_large)
    check = empty_registry._CLAIMS["X-1"].checks[0]
    assert runner.run_check(check)["instances"] == 3
    assert [s.name for s in check.sabotages][0] == "without: n <= 3"
    assert [runner.run_sabotage(check, s)["caught"] for s in check.sabotages] == [True, True]


def test_a_walk_ends_with_the_step_that_fails_where_cases_of_two_steps_alternate(made):
    squares = made()
    twice = replace(squares, lines=lambda pair: (line for part in ((1, 2), pair) for line in squares_grow(part)))
    assert [line.step for line in twice.walk((3, 2))] == ["first"]


def test_a_hypothesis_that_breaks_another_step_and_half_a_hypothesis_are_refused(made):
    squares = made(wrong := Hypothesis("n <= m", larger_first, ("conclusion",)))
    with pytest.raises(ValueError, match="the proof never stops at conclusion"):
        squares.without(wrong)
    for fields in ({}, {"without": larger_first}, {"without": larger_first, "breaks": ("first",), "needless": "no"}):
        with pytest.raises(ValueError, match="must have instances without it"):
            Hypothesis("n <= m", **fields)


def test_an_error_before_any_line_fails_is_an_error(made):
    with pytest.raises(ValueError, match="not enough values"):
        made().verdicts(lambda: [(1,)])


def failing(found, h):
    """Return the steps that fail without a hypothesis: on its whole family, or if that takes more than a quarter of a
    second, and is not the one in three that is drawn, at least up to where all that it names have failed.
    """
    failed, begun, whole = set(), time.process_time(), random.random() < 1 / 3
    for instance in found.family(h)():
        try:
            for line in found.lines(instance):
                if line.step not in failed and not line.verdict.holds:
                    failed.add(line.step)
        except UNDEFINED:
            assert list(found.until_undefined(instance))  # raises where no line has failed before
        if not whole and failed >= {*h.breaks} and time.process_time() > begun + 0.25:
            break
    return failed


def test_without_a_hypothesis_just_the_steps_fail_that_it_names():
    registry.load()
    for id, found in proofs_so_far().items():
        for h in filter(lambda h: h.without, found.hypotheses):
            assert (id, h.name, failing(found, h)) == (id, h.name, {*h.breaks})


def test_a_step_that_does_not_fail_as_named_is_seen(made):
    h = Hypothesis("n <= m", larger_first, ("first", "conclusion"))
    assert failing(made(h), h) == {"first"}
