"""What becomes of a mutant, on a function of the library with checks made for the test."""

import importlib
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from privlearn.checking import check, claim, judge, registry
from privlearn.exact import binomial
from privlearn.keeping import results
from privlearn.mechanisms import composition  # noqa: F401 - its functions are swapped
from privlearn.shown import missed
from tools.mutants import changes, children, measuring, trials

FILE = "exact/binomial.py"
VALUES = {1: Fraction(1, 4), 2: Fraction(1, 4), 3: Fraction(5, 32)}
TESTS = Path(__file__).parents[2]


@pytest.fixture
def claims(empty_registry, monkeypatch):
    """Make claims of the test's own known to the trials."""
    monkeypatch.setattr(registry, "load", lambda paper="": dict(empty_registry._CLAIMS))

    def declare(id, left, grade="exact"):
        claim(id, kind="lemma", section="1", title="t", page="p")

        @check(id, grade=grade, quantifier="one to four rows")
        def values(function=binomial.majority_failure):
            return judge("==", [(n, left(n), VALUES[n]) for n in VALUES])

        return [(id, 0, 0.5)]

    return declare


def honest(n):
    return binomial.majority_failure(n, Fraction(3, 4))


def always_true(n):
    honest(n)
    return VALUES[n]


def harmful():
    """A mutant that changes the function's values for odd numbers of rows."""
    return next(m for m in changes.mutants(FILE)
                if (m.function, m.kind, m.before) == ("majority_failure", "branch dropped", "n % 2"))


def tried(checks, imported=False, tests=None):
    return trials.try_mutant(harmful(), checks, checks, imported=imported, tests=tests)


def test_an_honest_check_kills_by_a_verdict_one_that_always_holds_lowers_the_score_and_the_process_stays(claims):
    before = binomial.majority_failure.__code__
    good, hollow = tried(claims("X-1", honest)), tried(claims("X-2", always_true))
    assert binomial.majority_failure.__code__ is before
    assert (good["outcome"], good["by"], good["grade"]) == ("verdict", "X-1: values", "exact")
    assert hollow["outcome"] == "survived"
    assert missed.score([good]).by_claims.part == 1
    with_hollow = missed.score([good, hollow | {"survivor": "gap"}])
    assert (with_hollow.by_claims.part, with_hollow.by_claims.whole, with_hollow.noticed.part) == (1, 2, 1)


def test_a_dead_function_counts_as_missed():
    where = measuring.Map({"imported": {}, "claims": {}})
    found, checks, sabotages, imported = where.job(harmful())
    dead = trials.try_mutant(found, checks, sabotages, imported=imported, tests=None)
    assert dead["outcome"] == "survived"
    assert missed.score([dead | {"survivor": "gap"}]).noticed.interval[0] == 0


def test_a_crash_is_told_apart_from_a_verdict_which_is_still_looked_for(claims):
    def asserting(n):
        assert honest(n) == VALUES[n]
        return VALUES[n]

    assert tried(claims("X-1", asserting))["outcome"] == "crash"
    crashing = claims("X-2", lambda n: {VALUES[n]: VALUES[n]}[honest(n)])
    found = tried([*crashing, *claims("X-3", honest)])
    assert (found["outcome"], found["tried"]) == ("verdict", 2)


def test_work_without_an_end_is_a_crash(claims, monkeypatch):
    monkeypatch.setattr(trials, "_limit", lambda seconds: 0.3)

    def endless(n):
        while honest(n) != VALUES[n]:
            pass
        return VALUES[n]

    found = tried(claims("X-1", endless))
    assert (found["outcome"], found["by"]) == ("crash", "X-1: values: TooLong")


def test_unit_tests_come_last_and_those_of_neighbours_after_the_mirror(tmp_path):
    assert tried([], tests=TESTS)["outcome"] == "unit test"
    guard = next(m for m in changes.mutants(FILE) if (m.function, m.before, m.after) == (
        "majority_failure", "not 0 < p < 1", "False"))
    (tmp_path / "exact").mkdir()
    (tmp_path / "exact/test_elsewhere.py").write_text(
        "import pytest\n\nfrom privlearn.exact.binomial import majority_failure\n\n\n"
        "def test_a_certain_coin_is_refused():\n    with pytest.raises(ValueError):\n        majority_failure(3, 1)\n")
    found = trials.try_mutant(guard, [], [], imported=False, tests=tmp_path)
    assert (found["outcome"], found["by"]) == ("unit test", "exact")


def test_a_module_imported_anew_has_the_change_and_a_changed_default_asks_for_that():
    told, ended = trials.in_child(lambda tell: tell(_value_anew()), 20)
    assert ended
    assert told != [str(binomial.majority_failure(3, Fraction(3, 4)))]
    for before, swapped in (("64", False), ("2", True)):
        chosen = next(m for m in changes.mutants("mechanisms/composition.py")
                      if (m.function, m.kind, m.before) == ("renyi_composition", "constant", before))
        told, _ = trials.in_child(lambda tell, m=chosen: tell(trials.swap(m.file, m.function, changes.mutated(
            m.file, m.id))), 20)
        assert told == [swapped]


def _value_anew():
    chosen = harmful()
    tree = changes.mutated(FILE, chosen.id)
    trials.import_anew(lambda file: tree if file == FILE else None)
    return str(importlib.import_module("privlearn.exact.binomial").majority_failure(3, Fraction(3, 4)))


@pytest.mark.parametrize("imported", [False, True])
def test_a_changed_process_keeps_no_result(tmp_path, monkeypatch, imported):
    monkeypatch.setenv("PRIVLEARN_VERDICTS", str(tmp_path / "verdicts.json"))
    results.kept("x", lambda: {"values": np.array([1])}, [FILE])

    def work(tell):
        trials._with(harmful(), imported)
        kept = importlib.import_module("privlearn.keeping.results").kept
        for name in ("x", "y"):
            tell(kept(name, lambda: {"values": np.array([2])}, [FILE])["values"].tolist())

    assert children.in_child(work, 60) == ([[2], [2]], True)
    assert [path.name for path in (tmp_path / "kept").glob("*.npz")] == ["x.npz"]
    assert results.kept("x", dict, [FILE])["values"].tolist() == [1]


def test_unmutated_code_kills_nothing_and_a_check_that_fails_on_it_proves_nothing(monkeypatch):
    assert trials.loud_checks([("BBKN14-3.4.eq-P", 0, 0.5), ("BBKN14-3.4.eq-q", 0, 0.5)]) == []
    monkeypatch.setattr(trials, "_limit", lambda seconds: 0.01)  # too little for any check
    kept = {"check": ["BBKN14-4.1", 0, 2.9], "outcome": "verdict"}
    assert measuring.unsound([kept, {"outcome": "survived"}], jobs=1) == [kept]


def test_examples_and_unit_tests_that_fail_on_unmutated_code_prove_nothing(tmp_path):
    file = "mechanisms/choosing_once.py"  # an example of it leaves digits out
    assert not trials.has_loud_tests(file, tmp_path)
    (tmp_path / "mechanisms").mkdir()
    (tmp_path / "mechanisms/test_choosing_once.py").write_text("def test_nothing():\n    assert False\n")
    assert trials.has_loud_tests(file, tmp_path)
    killed = {"file": file, "outcome": "unit test"}
    assert measuring.unsound([killed, {"outcome": "survived"}], 1, tmp_path) == [killed]
