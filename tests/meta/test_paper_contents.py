"""The extension that lists the statements of a paper and says how long pages take to read."""

import importlib
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes

from privlearn.checking import registry
from privlearn.checking.paper_list import PAPERS

EXTENSIONS = Path(__file__).parents[2] / "book/_ext"


@pytest.fixture(scope="module")
def contents():
    sys.path.insert(0, str(EXTENSIONS))
    yield importlib.import_module("paper_contents")
    sys.path.remove(str(EXTENSIONS))


def entry(id, section="3 A section", **fields):
    standard = {"id": id, "section": section, "step_of": "", "kind": "theorem", "repaired": False}
    return SimpleNamespace(**(standard | fields))


@pytest.mark.parametrize("paper", [paper.key for paper in PAPERS])
def test_every_statement_stands_in_one_section(contents, paper):
    found = [one.id for entries in contents.sections_of(paper).values() for one in entries]
    assert sorted(found) == sorted(id for id, one in registry.load().items() if one.paper == paper and not one.step_of)


@pytest.mark.parametrize("paper", [paper.key for paper in PAPERS])
def test_numbers_of_the_paper_ascend(contents, paper):
    for entries in contents.sections_of(paper).values():
        numbers = [tuple(map(int, re.split(r"\D", one.id.split("-")[1]))) for one in entries
                   if re.fullmatch(r"\w+-\d+\.\d+", one.id)]
        assert numbers == sorted(numbers)


def test_sections_ascend_and_appendices_come_last(contents):
    names = [contents.name_of_section(*section).split()[0] for section in contents.sections_of("FX15").items()]
    assert names[:4] == ["Conventions", "Abstract", "§1", "§1.1"]
    assert names[-4:] == ["§7", "Appendix", "Appendix", "Appendix"]


def test_statements_without_a_number_stay_where_they_are(contents):
    given = [entry(f"TOY26-{name}") for name in ("start", "3.10", "3.2", "3.2.remark", "end")]
    assert [one.id for one in contents.in_order(given)] == [
        "TOY26-start", "TOY26-3.2", "TOY26-3.2.remark", "TOY26-3.10", "TOY26-end"]


def test_the_number_of_a_section_is_no_statements_number(contents):
    given = [entry(f"TOY26-{name}", "2.1 A section") for name in ("2.2", "2.1.remark", "2.1")]
    assert [one.id for one in contents.in_order(given)] == ["TOY26-2.1", "TOY26-2.2", "TOY26-2.1.remark"]


def test_steps_of_a_statement_follow_it_in_a_section_without_a_number(contents):
    given = [entry(f"TOY26-{name}", "By their numbers") for name in ("25", "25.depth", "11", "11.note")]
    assert [one.id for one in contents.in_order(given)] == ["TOY26-11", "TOY26-11.note", "TOY26-25", "TOY26-25.depth"]


def test_a_section_has_its_usual_name(contents):
    entries = [entry("a", "4 Tools"), entry("b", "4 Tools, proof of 4.2"), entry("c", "4, footnote 1"),
               entry("d", "4 Tools")]
    assert contents.name_of_section((4,), entries) == "§4 Tools"


def test_states(contents):
    checks = [{"grade": "exact"}, {"grade": "numeric"}]
    report = {"status": "proved", "checked": True, "checks": checks, "sabotages": []}
    assert contents.state(entry("a", repaired=True), report) == (
        '<span class="repaired">repaired</span> <span aria-hidden="true">✓</span> proved and checked '
        '<span class="grade">numeric</span>')
    broken = report | {"checked": False, "checks": [{"grade": "exact", "holds": False}]}
    assert "✗</span> does not hold" in contents.state(entry("a"), broken)
    assert contents.state(entry("a"), None) == "not run"
    quoted = {"status": "quoted", "checked": False, "checks": [], "sabotages": []}
    assert contents.state(entry("a"), quoted) == '<span aria-hidden="true">–</span> quoted'


def test_unknown_papers_are_refused(contents):
    with pytest.raises(ValueError, match="TOY26"):
        contents.statements_of("TOY26")


def test_only_open_prose_is_read(contents):
    page = nodes.section("", nodes.paragraph("", "three plain words"), nodes.literal_block("", "x = 1"),
                         nodes.container("", nodes.paragraph("", "a proof"), design_component="dropdown"),
                         nodes.container("", nodes.paragraph("", "printed"), classes=["cell"]),
                         nodes.paragraph("", "", nodes.Text("and "), nodes.emphasis("", "two more")))
    assert contents.words_in(page) == 6


@pytest.mark.parametrize(("words", "time"), [
    (1, "1 minute"), (150, "1 minute"), (151, "2 minutes"), (74 * 150, "74 minutes"), (75 * 150, "1½ hours"),
    (104 * 150, "1½ hours"), (105 * 150, "2 hours")])
def test_times_are_minutes_and_then_half_hours(contents, words, time):
    assert contents.duration(words) == time
