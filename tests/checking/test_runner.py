"""The runner: what counts as caught, what counts as checked."""

import importlib
import sys
from fractions import Fraction

import numpy as np
import pytest

from privlearn.checking import Verdict, check, claim, judge, registry, runner, verifier


@pytest.fixture
def bound(empty_registry, monkeypatch):
    """A claim with one check: all of 1, 2, 3 are at least the bound, which is 1."""
    monkeypatch.setattr(registry, "load", lambda paper="": dict(empty_registry._CLAIMS))
    claim("X-1", kind="lemma", section="1", title="t", page="p")

    @check("X-1", grade="exhaustive", quantifier="1, 2, 3")
    @verifier(lambda bound, witness: witness < bound)
    def all_are_at_least(bound=1):
        return judge("<=", [(n, bound, n) for n in (1, 2, 3)])

    return all_are_at_least


def sabotaged(made, corrupted):
    made.sabotages.clear()
    made.sabotage("corrupted")(corrupted)
    return runner.run_sabotage(made, made.sabotages[0])


def crash():
    raise RuntimeError("no object")


def test_a_corruption_that_is_refuted_with_a_good_witness_is_caught(bound):
    found = sabotaged(bound, lambda: 2)
    assert (found["name"], found["caught"], found["witness"]) == ("corrupted", True, 1)


def test_an_unchanged_object_is_not_a_catch(bound):
    found = sabotaged(bound, lambda: 1)
    assert not found["caught"]
    assert "passed on the corrupted object" in found["witness"]


def test_a_crash_while_corrupting_is_not_a_catch(bound):
    assert sabotaged(bound, crash)["witness"].startswith("RuntimeError: no object (crash")


def test_a_crash_in_the_check_is_not_a_catch(bound):
    found = sabotaged(bound, lambda: "two")
    assert not found["caught"]
    assert found["witness"].startswith("ValueError")


def test_a_corruption_that_passes_is_not_a_catch(bound):
    found = sabotaged(bound, lambda: 0)
    assert (found["caught"], found["witness"]) == (False, "the check passed on the corrupted object")


def test_without_a_verifier_nothing_is_caught(bound):
    del bound.function.verifier
    assert "no verifier: define refutes_all_are_at_least(judged, witness)" in sabotaged(bound, lambda: 2)["witness"]


def test_a_witness_that_the_verifier_refuses_is_not_a_catch(bound):
    verifier(lambda judged, witness: False)(bound.function)
    found = sabotaged(bound, lambda: 2)
    assert not found["caught"]
    assert "refused the witness 1" in found["witness"]


def test_an_undecided_comparison_is_not_a_catch(bound):
    from privlearn.exact import Bracket
    assert sabotaged(bound, lambda: Bracket(Fraction(1, 2), 4))["witness"].startswith("Undecided")


def test_a_checked_claim_needs_all_checks_and_all_sabotages(bound):
    claims = registry.load()
    assert not runner.run(claims)["claims"][0]["checked"]  # no sabotage yet
    bound.sabotage("two")(lambda: 2)
    report = runner.run(claims)
    assert report["claims"][0]["checked"]
    assert runner.all_is_well(report)
    bound.sabotage("none")(lambda: 1)
    report = runner.run(claims)
    assert not report["claims"][0]["checked"]
    assert not runner.all_is_well(report)
    assert {k: report["summary"][k] for k in ("claims", "checks", "checked", "sabotages", "caught")} == {
        "claims": 1, "checks": 1, "checked": 0, "sabotages": 2, "caught": 1}


def row_of(function, grade="exact"):
    claim("X-2", kind="lemma", section="1", title="t", page="p")
    return runner.run_check(check("X-2", grade=grade, quantifier="q")(function))


def test_a_float_in_an_exact_grade_fails(bound):
    def half(value=1):
        return Verdict(True, 0.5, 1, None, (), 1)

    row = row_of(half)
    assert not row["holds"]
    assert row["witness"].startswith("TypeError: a check of grade exact must not contain floats")


def test_a_float_in_a_numeric_grade_is_fine(bound):
    def half(value=1):
        return Verdict(True, 0.5, 1, None, (), 1)

    assert row_of(half, grade="numeric")["holds"]


def test_a_check_over_nothing_fails(bound):
    def nothing(value=1):
        return judge("<=", [])

    row = row_of(nothing)
    assert (row["holds"], row["instances"]) == (False, 0)
    assert "must not be empty" in row["witness"]


def test_a_crashing_check_fails_and_says_where(bound):
    def crashing(value=1):
        return crash()

    row = row_of(crashing)
    assert not row["holds"]
    assert "crash, line" in row["witness"]


def test_the_row_of_a_check_has_the_promised_keys(bound):
    row = runner.run_check(bound)
    assert list(row) == ["name", "grade", "quantifier", "holds", "left", "right", "slack", "witness", "instances",
                         "covered", "seconds"]
    assert (row["left"], row["right"], row["slack"], row["witness"], row["instances"]) == (1, 1, 0, 1, 3)


def test_statistical_checks_get_a_seeded_generator(bound):
    def drawing(value=0, rng=None):
        assert isinstance(rng, np.random.Generator)
        return Verdict(True, int(rng.integers(10**9)), value, None, (), 1)

    claim("X-2", kind="lemma", section="1", title="t", page="p")
    made = check("X-2", grade="statistical", quantifier="q")(drawing)
    first, again, other = (runner.run_check(made, seed=seed)["left"] for seed in (1, 1, 2))
    assert first == again != other


def test_full_status_is_unknown_where_a_used_claim_was_not_run(bound):
    bound.sabotage("two")(lambda: 2)
    claim("X-3", kind="remark", section="1", title="t", page="p", uses=("X-1",), status="quoted", reason="r")
    claims = registry.load()
    assert runner.run({"X-3": claims["X-3"]})["claims"][0]["fully_checked"] is False  # what is quoted is never checked
    assert runner.run({"X-1": claims["X-1"]})["claims"][0]["fully_checked"] is True
    claim("X-4", kind="lemma", section="1", title="t", page="p", uses=("X-1",))
    registry._CLAIMS["X-4"].checks.append(bound)
    assert runner.run({"X-4": registry.load()["X-4"]})["claims"][0]["fully_checked"] is None
    assert runner.run({id: registry.load()[id] for id in ("X-1", "X-4")})["claims"][1]["fully_checked"] is True


def test_context_is_never_checked_and_never_a_failure(bound):
    claim("X-5", kind="remark", section="1", title="t", page="p", status="open", reason="r")
    report = runner.run({"X-5": registry.load()["X-5"]})
    assert report["claims"][0]["checked"] is False
    assert runner.all_is_well(report)


def shared_claim(bound):
    """A twin of X-1, which has one check and one sabotage."""
    bound.sabotage("corrupted")(lambda: 2)
    return claim("Y-1", kind="lemma", section="1", title="t", page="p", same_as=("X-1",))


def test_a_twin_is_checked_by_the_checks_that_it_shares(bound):
    twin = shared_claim(bound)
    row = runner.run({"Y-1": twin})["claims"][0]
    assert row["checked"]
    assert [c["shared_from"] for c in row["checks"]] == ["X-1"]


def test_a_twin_of_a_failing_claim_is_not_checked(bound):
    twin = shared_claim(bound)
    bound.sabotage("unchanged")(lambda: 1)
    assert not runner.run({"Y-1": twin})["claims"][0]["checked"]


def test_shared_checks_are_counted_once(bound):
    shared_claim(bound)
    total = runner.run(registry.load())["summary"]
    assert (total["claims"], total["checked"], total["checks"], total["sabotages"], total["caught"]) == (2, 2, 1, 1, 1)


def test_a_check_shared_from_a_claim_that_was_not_asked_for_still_counts(bound):
    assert runner.run({"Y-1": shared_claim(bound)})["summary"]["checks"] == 1


@pytest.fixture
def lacking_highspy(bound, monkeypatch):
    """The claim of `bound` with a further check that needs what is not there."""
    monkeypatch.setitem(sys.modules, "highspy", None)
    bound.sabotage("two")(lambda: 2)

    @check("X-1", grade="exhaustive", quantifier="1")
    @verifier(lambda needs, witness: True)
    def solver_agrees(needs="highspy"):
        importlib.import_module(needs)
        return judge("<=", [(1, 1, 1)])

    solver_agrees.sabotage("another name")(lambda: "highspy ")
    return solver_agrees


NEEDS = 'skipped: needs highspy (pip install "privlearn[verify]")'


def test_a_check_that_lacks_an_extra_is_skipped(lacking_highspy):
    row = runner.run_check(lacking_highspy)
    assert (row["holds"], row["witness"], row["instances"]) == (None, NEEDS, 0)


def test_a_sabotage_that_lacks_an_extra_is_neither_caught_nor_missed(lacking_highspy):
    lacking_highspy.sabotage("made with it")(lambda: importlib.import_module("highspy"))
    row = runner.run_sabotage(lacking_highspy, lacking_highspy.sabotages[-1])
    assert (row["caught"], row["witness"]) == (None, NEEDS)


def test_what_is_skipped_is_counted_nowhere_and_its_claim_is_not_checked(lacking_highspy):
    lacking_highspy.sabotages.clear()
    report = runner.run(registry.load())
    found = report["claims"][0]
    assert (found["checked"], found["fully_checked"]) == (False, None)
    assert runner.skipped(found) == [NEEDS]
    assert not runner.all_is_well(report)
    assert {name: report["summary"][name] for name in ("checks", "checked", "sabotages", "caught", "skipped")} == {
        "checks": 1, "checked": 0, "sabotages": 1, "caught": 1, "skipped": 1}


def test_a_claim_with_a_failed_part_is_failed_and_not_skipped(lacking_highspy):
    report = runner.run(registry.load())  # "highspy " is no module: its import is a crash
    assert report["claims"][0]["fully_checked"] is False
    assert runner.skipped(report["claims"][0]) == []


@pytest.mark.parametrize("error", [
    ModuleNotFoundError("No module named 'flint'", name="flint"),  # a plain installation has it
    ModuleNotFoundError("No module named 'numpy.gone'", name="numpy.gone"),
    ModuleNotFoundError("No module named 'joblib'", name="joblib"),  # it is there
    ImportError("cannot import name 'Highs' from 'highspy'", name="highspy"), RuntimeError("highspy")])
def test_any_other_error_is_a_failure(lacking_highspy, monkeypatch, error):
    def fails(name):
        raise error

    monkeypatch.setattr(importlib, "import_module", fails)
    row = runner.run_check(lacking_highspy)
    assert row["holds"] is False
    assert row["witness"].startswith(type(error).__name__)


def test_a_skipped_part_of_a_long_check_skips_it_and_a_failed_part_fails_it(lacking_highspy):
    crash = runner.run_safely("X-1", 0, 0, 0)[3]  # the check takes no part
    lacking_highspy.function = lambda needs="highspy", part=0: importlib.import_module(needs)
    gone, made = runner.run_safely("X-1", 1, 0, 0)[3], registry.load()["X-1"]
    assert runner._joined(made, 1, {0: gone, "sabotages": []}, False)[0]["holds"] is None
    assert runner._joined(made, 1, {0: gone, 1: crash}, False)[0]["holds"] is False
