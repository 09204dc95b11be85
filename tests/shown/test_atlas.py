"""Tables across all claims."""

from dataclasses import replace

import pytest

from privlearn.checking import runner
from privlearn.checking.registry import Claim
from privlearn.checking.words import STATUSES
from privlearn.shown import atlas
from tests.shown.cells import Cells

CHECK = {"name": "n <= m", "grade": "exact", "quantifier": "q", "holds": True, "left": 1, "right": 2, "slack": 1,
         "witness": 0, "instances": 1200, "covered": 1200, "seconds": 0.5}
LEMMA = (Claim("X-1", "lemma", "1", "a < b", "folder/page"), {
    "id": "X-1", "status": "proved", "checked": True, "fully_checked": True,
    "checks": [CHECK, CHECK | {"name": "second", "grade": "numeric"}],
    "sabotages": [{"name": "s", "caught": True}, {"name": "t", "caught": False}]})
OPEN = (Claim("X-2", "remark", "1", "open", "folder/page", declared="open", reason="no one knows"), {
    "id": "X-2", "status": "open", "checked": False, "fully_checked": None, "checks": [], "sabotages": []})
LISTED = [LEMMA, OPEN]


@pytest.mark.parametrize("table", [
    atlas.totals_table(LISTED), atlas.not_proved_table(LISTED, "open"), atlas.errata_table(LISTED)])
def test_every_row_has_a_cell_for_each_column(table):
    cells = Cells(table._repr_html_())
    assert cells.count["caption"] == 1
    assert cells.count["th"] + cells.count["td"] == (len(table.rows) + 1) * len(table.columns)


def test_a_stacked_table_writes_its_roles_out_and_text_is_escaped():
    text, rows = atlas.errata_table(LISTED)._repr_html_(), len(atlas.errata_table(LISTED).rows)
    assert [text.count(f'role="{name}"') for name in ("table", "row", "columnheader", "rowheader", "cell")] == [
        1, rows + 1, 4, rows, 3 * rows]
    assert 'class="stacked"' in text
    assert text.count('data-label=') == 3 * rows
    assert 'role="row' not in atlas.totals_table(LISTED)._repr_html_()
    text = atlas.errata_table([(replace(LEMMA[0], erratum="n <= m", erratum_kind="gap"), LEMMA[1])])._repr_html_()
    assert "a &lt; <i>b</i>" in text
    assert "<i>n</i> ≤ <i>m</i>" in text


def test_what_is_open_is_listed_with_its_reason_and_leads_to_its_statement():
    table = atlas.not_proved_table(LISTED, "open")
    assert table.rows == [['<a data-claim="X-2">X-2</a>', "open", "open", "no one knows"]]
    assert 'tabindex="0" role="region" aria-label="Not proved here: open"' in table._repr_html_()
    assert repr(table) == "Not proved here: open"


def test_the_ledger_holds_errata_and_nothing_else_the_weightiest_first_and_those_of_two_versions_once():
    mended = [(replace(LEMMA[0], erratum=text, erratum_kind=kind, repaired=kind == "false"), LEMMA[1])
              for kind, text in (("misprint", "one"), ("gap", "two"), ("false", "three"), ("gap", "four"))]
    assert [row[1:3] for row in atlas.errata_table([*mended, *LISTED]).rows] == [
        ["false as printed; repaired here", "three"], ["a gap in the proof", "two"],
        ["a gap in the proof", "four"], ["a misprint", "one"]]
    assert [row[1:] for row in atlas.errata_totals_table(mended).rows if row[1] != "0"] == [
        ["1", "1"], ["2", "0"], ["1", "0"]]
    twins = [(replace(LEMMA[0], id=id, erratum="2 is meant", erratum_kind="gap", erratum_of=of), LEMMA[1])
             for id, of in (("Y-1", "X-1"), ("X-1", ""))]
    assert [row[0] for row in atlas.errata_table(twins).rows] == [
        '<a data-claim="X-1">X-1</a>, <a data-claim="Y-1">Y-1</a><br>a &lt; <i>b</i>']
    assert sum(int(row[1]) for row in atlas.errata_totals_table(twins).rows) == 1
    assert len(atlas.errata_table(twins[:1]).rows) == 1


def test_totals_grades_and_words_are_those_of_the_reports():
    assert atlas.summary(LISTED) == {
        "claims": 2, "checked": 1, "proved": 1, "checks": 2, "exact, exhaustive or certified": 1,
        "sabotages": 2, "caught": 1}
    assert [row[:3] for row in atlas.totals_table(LISTED).rows] == [["exact", "1", "50 %"], ["numeric", "1", "50 %"]]
    assert atlas.totals_table([]).rows == []
    words = [runner.word(report) for _, report in LISTED]
    assert words == ["proved and checked", "open"]
    counted = {word: str(words.count(word)) for word in (*STATUSES.values(), *words)}
    assert dict(atlas.words_table(LISTED).rows) == counted


def test_each_proof_that_runs_has_a_row_with_what_it_needs():
    table, totals = atlas.proofs_table(), atlas.proof_totals()
    assert len(table.rows) == totals["proofs that run"]
    assert any("ABMS20-5.3" in row[0] and "one row is replaced; " in row[2] for row in table.rows)


def test_the_catalogue_has_a_row_for_each_mistake_and_auditor():
    from privlearn.broken import catalogue
    from privlearn.broken.noise_mistakes import noise_mistakes
    rows = catalogue.run_catalogue(noise_mistakes()[:2])
    assert len(atlas.mistakes_table(rows).rows) == 2
    assert len(atlas.auditors_table(rows).rows) == 4
    Cells(atlas.mistakes_table(rows)._repr_html_())
