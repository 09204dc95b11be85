"""Long checks: what is kept of them, when it counts, and what is computed again."""

import json

import pytest

from privlearn.checking import check, claim, judge, long_checks, registry, runner, verifier
from privlearn.cli import main
from privlearn.shown import card

LARGEST = 10  # what the long check below compares with; a test changes it


@pytest.fixture
def data(monkeypatch, tmp_path):
    monkeypatch.setattr(long_checks, "DATA", tmp_path)
    return tmp_path


@pytest.fixture
def long_check(empty_registry, monkeypatch, data):
    """A claim with an ordinary check and a long one of four parts: part k compares 2k and 2k + 1 with 10."""
    monkeypatch.setattr(registry, "load", lambda paper="": dict(empty_registry._CLAIMS))
    monkeypatch.setattr(long_checks, "code_behind", lambda check: "this code")
    claim("X-1", kind="lemma", section="1", title="t", page="p")

    @check("X-1", grade="exact", quantifier="one case")
    @verifier(lambda value, witness: value != 1)
    def one(value=1):
        return judge("==", [("one", value, 1)])

    one.sabotage("two")(lambda: 2)

    @check("X-1", grade="exhaustive", quantifier="0 to 7", parts=4)
    @verifier(lambda start, witness: witness > 10)
    def all_are_below(start=0, part=0):
        return judge("<=", [(n, n, LARGEST) for n in (start + 2 * part, start + 2 * part + 1)])

    all_are_below.sabotage("begin at 8")(lambda: 8)
    return all_are_below


def report(**options):
    return runner.run(registry.load(), **options)["claims"][0]


def test_a_check_that_never_ran_is_not_counted_and_all_its_parts_are_judged_on_request(long_check, data):
    found = report()
    assert found["checked"]
    assert [row["name"] for row in found["checks"]] == ["one"]
    assert found["not_counted"][0]["stored"] is None
    assert "Not run yet: not counted." in card("X-1")._repr_html_()
    found = report(long=True)
    row = found["checks"][1]
    assert (row["holds"], row["left"], row["right"], row["witness"], row["instances"]) == (True, 7, 10, 7, 8)
    assert found["sabotages"][1]["caught"]
    assert not list(data.iterdir())


def test_a_kept_result_counts_and_is_computed_again_in_part_by_some_seed_each(long_check):
    report(long=True, keep=True)
    row = report(again=5)["checks"][1]
    assert (row["left"], row["right"], row["instances"]) == (7, 10, 8)
    assert row["stored"]["current"]
    assert row["stored"]["same"]
    assert (row["stored"]["parts"], row["stored"]["seed"]) == (4, 5)
    assert "computed again now: the same" in card("X-1")._repr_html_()
    assert {report(again=seed)["checks"][1]["stored"]["part"] for seed in range(40)} == {0, 1, 2, 3}


def test_a_kept_result_of_other_code_is_not_counted(long_check, monkeypatch):
    report(long=True, keep=True)
    monkeypatch.setattr(long_checks, "code_behind", lambda check: "other code")
    found = report()
    assert len(found["checks"]) == len(found["sabotages"]) == 1
    assert found["not_counted"][0]["stored"]["current"] is False
    assert "the code has changed since: not counted" in card("X-1")._repr_html_()


def test_a_part_that_now_differs_refuses_the_check(long_check, monkeypatch):
    report(long=True, keep=True)
    monkeypatch.setitem(globals(), "LARGEST", 11)
    found = report()
    assert not found["checked"]
    assert not found["checks"][1]["holds"]
    assert "and gave" in found["checks"][1]["witness"]


def edit(data, change):
    """Change what is kept of the long check by hand."""
    place = data / "X-1.json"
    content = json.loads(place.read_text())
    change(content["all are below"])
    place.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")


@pytest.mark.parametrize("change", [
    lambda kept: kept.update(date="2020-01-01"), lambda kept: kept.update(machine="a faster one"),
    lambda kept: kept["parts"][3].update(right=11), lambda kept: kept["parts"][0].update(seconds=99),
    lambda kept: kept["sabotages"][0].update(witness=12), lambda kept: kept.update(row={"left": 6})])
def test_an_edited_file_is_refused(long_check, data, change):
    report(long=True, keep=True)
    edit(data, change)
    found = report()
    assert not found["checked"]
    assert "not the listed ones" in found["checks"][1]["witness"]


def test_a_row_is_put_together_from_its_parts(long_check, data):
    report(long=True, keep=True)
    edit(data, lambda kept: kept["parts"][0].update(left=9, right=9, slack=0, witness="mine", instances=5, covered=7))
    kept = json.loads((data / "X-1.json").read_text())["all are below"]
    row = long_checks.row_of(long_check, kept["parts"])
    assert (row["left"], row["slack"], row["witness"], row["instances"], row["covered"]) == (9, 0, "mine", 11, 13)


@pytest.mark.parametrize(("largest", "is_told"), [(6, lambda told: told == 7),
                                                  ("ten", lambda told: told.startswith("ValueError"))])
def test_a_failing_or_crashing_part_fails_the_check_and_is_not_kept(long_check, monkeypatch, data, largest, is_told):
    monkeypatch.setitem(globals(), "LARGEST", largest)
    found = report(long=True, keep=True)
    assert not found["checked"]
    assert not found["checks"][1]["holds"]
    assert is_told(found["checks"][1]["witness"])
    assert not list(data.iterdir())


def test_parts_and_the_parameter_come_together_and_keeping_with_long(long_check, capsys):
    with pytest.raises(ValueError, match="parts must be positive just where check 'one part'"):
        @check("X-1", grade="exact", quantifier="q", parts=2)
        def one_part(value=0):
            return judge("==", [(0, value, 0)])
    assert main(["verify", "--keep"]) == 2
    assert "--keep must come with --long" in capsys.readouterr().err


def test_long_checks_are_never_the_only_ones_and_kept_results_have_their_parts():
    entries = registry.load().values()
    assert [entry.id for entry in entries
            if entry.checks and all(made.long for made in entry.checks) and not entry.same_as] == []
    hashes = {long_checks.code_behind(made) for entry in entries for made in entry.checks if made.long}
    assert len(hashes) > 1
    assert all(len(code) == 64 for code in hashes)
    claims = registry.load()
    for place in long_checks.DATA.glob("*-*.json"):
        assert long_checks.is_listed(place.stem)
        made = {made.name: made for made in claims[place.stem].checks if made.long}
        content = json.loads(place.read_text())
        assert set(content) <= set(made)
        assert all(len(kept["parts"]) == made[name].parts for name, kept in content.items())
