"""Verdict cards."""

import importlib
import sys

import pytest

from privlearn.checking import check, claim, judge, registry, statements, verifier
from privlearn.shown import card
from privlearn.shown.cards import Card, brief, neighbours
from privlearn.shown.notation import typeset
from tests.shown.cells import Cells


@pytest.fixture
def lemma(empty_registry, own_store, monkeypatch):
    """A lemma with a note and a step, declared for the test."""
    monkeypatch.setattr(registry, "load", lambda paper="": dict(empty_registry._CLAIMS))
    claim("X-1", kind="lemma", section="1", title="t", page="p", erratum="<b> & more",
          erratum_kind="gap", repaired=True, note="what is left")
    claim("X-1.a", kind="inequality", section="1", title="the step", page="p", step_of="X-1")
    for id in ("X-1", "X-1.a"):
        declare_check(id)
    return "X-1"


def declare_check(id):
    @check(id, grade="exhaustive", quantifier="1, 2, 3", says="{the bound} is at most {every n^2}")
    @verifier(lambda bound, witness: witness < bound)
    def all_are_at_least(bound=1):
        return judge("<=", [(n, bound, n) for n in (1, 2, 3)])

    all_are_at_least.sabotage("two")(lambda: 2)


def test_the_card_shows_grade_quantifier_instances_sabotages_and_steps(lemma):
    text = card(lemma)._repr_html_()
    for part in ("exhaustive", "For all of: 1, 2, 3.", "Judged: 3,", "1 of 1 sabotage refuted", "what is left",
                 "def all_are", "<strong>Proved and checked, in repaired form</strong>: 1 check, 3 instances judged",
                 "<dt>the bound</dt><dd>1</dd>", "&lt;<i>b</i>&gt; &amp; more",
                 '<a data-claim="X-1.a">X-1.a</a> the step'):
        assert part in text
    Cells(text)
    assert repr(card(lemma)) == "X-1: proved and checked (exhaustive over 3; sabotages caught 1 of 1)"


def test_the_card_says_what_holds_each_number_of_the_statement(lemma, monkeypatch):
    row = {"name": "rows", "mutants": 5, "by_law": 2, "by_derivation": 1, "reasoned": 2, "tried": {"alpha": 4, "d": 1},
           "loose": {"80": "not sharp", "2": "not sharp"}, "constants": {"2": "0.5", "80": "5.9"}, "attained": True,
           "kind": "rows"}
    monkeypatch.setattr(statements, "kept", lambda entry: [row, row | {"name": "a_second", "constants": {}}])
    assert ("<dt>Held</dt><dd>Rows: 3 of 5 stronger variants refuted, 1 of them by a formula only. 2 pass: not sharp. "
            "On all that was tried (values: 4 of α, 1 of <i>d</i>) 80 could be 5.9, 2 could be 0.5. One row less is "
            "too few. A second: 3 of 5"
            ) in card(lemma)._repr_html_()


def test_what_a_claim_uses_and_what_uses_it(lemma):
    claim("X-3", kind="lemma", section="1", title="later", page="p", uses=("X-1",))
    shown = neighbours(registry._CLAIMS["X-1"], registry._CLAIMS)
    assert ">0 and 1<" in shown
    assert '<a data-claim="X-3">X-3</a> later' in shown
    assert neighbours(registry._CLAIMS["X-1.a"], registry._CLAIMS) == ""


def test_an_unknown_id_a_failed_claim_and_a_failed_step_show_no_card(lemma):
    with pytest.raises(ValueError, match="registered claim, got 'X-9'"):
        card("X-9")
    sabotages = registry._CLAIMS["X-1"].checks[0].sabotages
    registry._CLAIMS["X-1"].checks[0].sabotage("one")(lambda: 1)
    with pytest.raises(RuntimeError, match="not checked: X-1;"):
        card("X-1")
    sabotages.pop()
    registry._CLAIMS["X-1.a"].checks[0].sabotages.clear()
    with pytest.raises(RuntimeError, match=r"not checked: X-1\.a"):
        card("X-1")


def test_what_is_quoted_says_of_whom_and_what_is_computed_beside_it(lemma):
    claim("X-2", kind="theorem", section="1", title="deep", page="p", status="quoted", reason="a theorem of others")
    assert '<span aria-hidden="true">–</span> <strong>Quoted</strong>.</p>' in card("X-2")._repr_html_()
    declare_check("X-2")
    text = card("X-2")._repr_html_()
    assert "<strong>Quoted</strong>: computed beside it: 1 check, 3 instances judged, 1 of 1 sabotage refuted." in text
    assert "<dt>Source</dt><dd>A theorem of others.</dd>" in text


def test_a_card_names_its_neighbours_in_all_papers_and_long_values_keep_their_full_text_in_the_title():
    claims, report = registry.load(), {"status": "proved", "checks": [], "sabotages": [], "checked": True}
    shown = Card(claims["FX15-2.5.lb"], report, ())._repr_html_()
    assert 'data-claim="BBKN14-2.1.group">BBKN14-2.1.group</a> ' + typeset(claims["BBKN14-2.1.group"].title) in shown
    assert 'data-claim="FX15-2.5.lb"' in Card(claims["BBKN14-2.1.group"], report, ())._repr_html_()
    assert brief("x" * 50).startswith(f'<span title="{"x" * 50}">')


def test_a_card_that_lacks_an_extra_says_so_and_shows_no_failure(lemma, monkeypatch):
    monkeypatch.setitem(sys.modules, "highspy", None)

    @check(lemma, grade="exact", quantifier="1")
    @verifier(lambda one, witness: True)
    def solver_agrees(one=1):
        importlib.import_module("highspy")

    solver_agrees.sabotage("two")(lambda: 2)
    shown = card(lemma)
    assert 'not checked here, skipped: needs highspy (pip install "privlearn[verify]")' in repr(shown)
    text = shown._repr_html_()
    assert "Not checked here</strong>: skipped: needs highspy" in text
    assert "✗" not in text
    assert text.count("–") >= 2
