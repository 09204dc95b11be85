"""Declaring claims and checks."""

import subprocess
import sys

import pytest

from privlearn.checking import check, claim, judge, judged, registry, sabotage, verifier
from privlearn.checking.runner import run_check, run_sabotage
from privlearn.checking.verifying import describe
from privlearn.checking.words import COUNTED


def declare(id="X-1", **more):
    return claim(id, kind="lemma", section="1", title="t", page="p", **more)


def test_an_erratum_has_a_kind_and_is_listed_with_it(empty_registry):
    declare(erratum="Read 3 for 2.", erratum_kind="misprint", repaired=True)
    listed = describe(empty_registry._CLAIMS["X-1"])
    assert listed["erratum"] == {"kind": "misprint", "text": "Read 3 for 2."}


@pytest.mark.parametrize("fields", [{"erratum": "Read 3 for 2."}, {"erratum_kind": "gap"}, {"repaired": True},
                                    {"erratum": "Read 3 for 2.", "erratum_kind": "slip"}])
def test_a_kind_of_erratum_and_a_repair_come_with_an_erratum(empty_registry, fields):
    with pytest.raises(ValueError, match="erratum_kind must be one of false, step, gap, .* conjecture just"):
        declare(**fields)


def test_an_erratum_is_repeated_from_a_twin_alone(empty_registry):
    assert declare(erratum="As there.", erratum_kind="gap", erratum_of="X-2", same_as=("X-2",)).erratum_of == "X-2"
    for id, fields in (("X-3", {"same_as": ("X-2",)}), ("X-4", {"erratum": "As there.", "erratum_kind": "gap"})):
        with pytest.raises(ValueError, match="erratum_of must be one of same_as"):
            declare(id, erratum_of="X-2", **fields)


def test_a_declared_claim_is_described_as_the_command_line_lists_it(empty_registry):
    declare(uses=("X-0",), needless={"t": "why not"})

    @check("X-1", grade="exact", quantifier="one case")
    def two_is_at_least(bound=1):
        return judge("<=", [((), bound, 2)])

    @two_is_at_least.sabotage("without: two is two")
    def _():
        return 3

    assert describe(empty_registry._CLAIMS["X-1"]) == {
        "id": "X-1", "paper": "X", "section": "1", "kind": "lemma", "title": "t", "uses": ["X-0"],
        "checks": [{"name": "two is at least", "grade": "exact", "quantifier": "one case", "long": False}],
        "sabotages": ["without: two is two"], "page": "p", "same_as": [], "step_of": None, "erratum": None, "note": "",
        "status": "proved", "reason": "", "hypotheses": [{"name": "two is two", "needless": None},
                                                         {"name": "t", "needless": "why not"}], "formulas": [],
        "proof": {"kind": "complete", "steps": 0, "lines": 0, "hypotheses": []}}


def test_a_repeated_id_is_refused(empty_registry):
    declare()
    with pytest.raises(ValueError, match="id must be new, got 'X-1' twice"):
        declare()


@pytest.mark.parametrize(("status", "reason"), [("sure", ""), ("quoted", ""), ("proved", "easy"), ("", "why not")])
def test_a_status_without_its_reason_is_refused(empty_registry, status, reason):
    with pytest.raises(ValueError, match="status of X-1 must be one of"):
        claim("X-1", kind="lemma", section="1", title="t", page="p", status=status, reason=reason)


def test_a_twin_has_the_status_of_its_twin(empty_registry):
    first = claim("X-1", kind="lemma", section="1", title="t", page="p", status="quoted", reason="of others")
    twin = claim("Y-1", kind="lemma", section="1", title="t", page="p", same_as=("X-1",))
    assert (twin.status, twin.why) == (first.status, first.why) == ("quoted", "of others")
    assert claim("X-2", kind="algorithm", section="1", title="t", page="p").status == "definition"


def test_an_unknown_kind_is_refused(empty_registry):
    with pytest.raises(ValueError, match="kind must be one of"):
        claim("X-1", kind="guess", section="1", title="t", page="p")


def test_a_check_of_an_undeclared_claim_is_refused(empty_registry):
    with pytest.raises(ValueError, match="declared claim, got 'X-2'"):
        check("X-2", grade="exact", quantifier="q")


def test_an_unknown_grade_is_refused(empty_registry):
    declare()
    with pytest.raises(ValueError, match="grade must be one of"):
        check("X-1", grade="obvious", quantifier="q")


def test_a_check_without_a_right_object_is_refused(empty_registry):
    declare()
    with pytest.raises(ValueError, match="must have the right object as default"):
        check("X-1", grade="exact", quantifier="q")(lambda bound: None)


def test_check_and_sabotage_names_are_distinct(empty_registry):
    declare()

    def named(bound=1):
        return judge("<=", [((), bound, 2)])

    made = check("X-1", grade="exact", quantifier="q")(named)
    with pytest.raises(ValueError, match="check names must be distinct"):
        check("X-1", grade="exact", quantifier="q")(named)
    made.sabotage("a")(lambda: 3)
    with pytest.raises(ValueError, match="sabotage names must be distinct"):
        made.sabotage("a")


@pytest.fixture
def squares(empty_registry):
    """A check with a corruption of each kind, in the order in which they are written."""
    declare()

    @check("X-1", grade="exact", quantifier="1, 2, 3")
    @verifier(lambda power, n, following: power(n) != n * n and following == n + 1)
    @sabotage("the root", lambda n: n)
    @sabotage("the cube", make=lambda: lambda n: n**3)
    @judged("==")
    def squares_are_squares(power=lambda n: n**2):
        for n in (1, 2, 3):
            yield (n, n + 1), power(n), n * n

    @squares_are_squares.corrupted("one more")
    def _(n):
        return n * n + 1

    @squares_are_squares.sabotage("the double")
    def _():
        return lambda n: 2 * n

    return squares_are_squares


@pytest.mark.parametrize(("given", "got"), [({}, "neither"), ({"corrupted": 3, "make": lambda: 3}, "both"),
                                            ({"corrupted": None, "make": lambda: 3}, "both")])
def test_a_sabotage_is_given_an_object_or_a_function_that_makes_it(given, got):
    with pytest.raises(ValueError, match=f"sabotage 'x' must be given either .* got {got}"):
        sabotage("x", **given)


def test_none_itself_is_an_object():
    def judging(bound=1):
        return judge("==", [((), bound, 1)])

    (_, make), = vars(sabotage("none at all", None)(judging))["sabotages"]
    assert make() is None


def test_corruptions_keep_their_order(squares):
    assert [found.name for found in squares.sabotages] == ["the root", "the cube", "one more", "the double"]


def test_a_check_that_yields_its_cases_returns_their_verdict(squares):
    assert (squares.name, run_check(squares)["instances"]) == ("squares are squares", 3)


def test_every_kind_of_corruption_is_caught_by_a_verifier_that_takes_the_parts_of_a_witness(squares):
    assert all(run_sabotage(squares, found)["caught"] for found in squares.sabotages)


def test_a_check_that_yields_nothing_proves_nothing(empty_registry):
    declare()

    @check("X-1", grade="exact", quantifier="no number")
    @judged("==")
    def nothing(number=1):
        yield from ()

    assert "must not be empty" in run_check(nothing)["witness"]


def test_loading_the_registry_imports_no_judge_of_an_exercise():
    code = "import sys; from privlearn.checking import registry; registry.load(); print([*sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "privlearn.papers.abms20.boosting.booster" in loaded
    assert ".exercises" not in loaded


def test_an_exact_id_selects_that_claim_alone(empty_registry, monkeypatch):
    declare("X-1")
    declare("X-1.2")
    monkeypatch.setattr(registry, "load", lambda paper="": dict(empty_registry._CLAIMS))
    assert list(registry.select(["X-1"])) == ["X-1"]
    assert list(registry.select(["X-1."])) == ["X-1.2"]
    assert list(registry.select(["X"])) == list(registry.select([])) == ["X-1", "X-1.2"]


def test_a_name_that_matches_nothing_is_refused(empty_registry):
    with pytest.raises(ValueError, match="beginning of one, got 'nothing'"):
        registry.select(["nothing"])


def test_claims_of_one_paper_are_those_of_its_versions_whatever_is_loaded():
    everything = registry.load()
    assert {entry.paper for entry in registry.load("FX14").values()} == {"FX14", "FX15"}
    assert registry.load("BBKN14") == {id: entry for id, entry in everything.items() if entry.paper == "BBKN14"}


def test_every_used_claim_is_registered_and_uses_have_no_cycle():
    claims = registry.load()
    done: set[str] = set()

    def visit(id, path):
        assert id in claims, f"{path[-1]} uses {id}, which no module declares"
        assert id not in path, f"circular: {path}"
        if id not in done:
            for used in claims[id].uses:
                visit(used, (*path, id))
            done.add(id)

    for id in claims:
        visit(id, ())


def test_steps_belong_to_registered_statements_of_the_same_page():
    claims = registry.load()
    for entry in claims.values():
        if entry.step_of:
            assert claims[entry.step_of].page == entry.page


def test_every_claim_has_a_check_or_is_context():
    assert [entry.id for entry in registry.load().values()
            if not (entry.checks or entry.same_as) and entry.status in COUNTED] == []


def test_every_check_has_a_verifier_and_a_sabotage():
    lacking = [(entry.id, c.name) for entry in registry.load().values() for c in entry.checks
               if c.verifier is None or not c.sabotages]
    assert lacking == []
