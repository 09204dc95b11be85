"""The extension that lists the statements of a paper and says how long pages take to read."""

import re
from types import SimpleNamespace

import paper_contents as contents
import pytest
from docutils import nodes

from privlearn.checking import registry
from privlearn.checking.paper_list import PAPERS


def entry(id, section="3 A section", **fields):
    standard = {"id": id, "section": section, "step_of": "", "kind": "theorem", "repaired": False}
    return SimpleNamespace(**(standard | fields))


@pytest.mark.parametrize("paper", [paper.key for paper in PAPERS])
def test_every_statement_stands_in_one_section_and_numbers_ascend(paper):
    sections = contents.sections_of(paper).values()
    found = [one.id for entries in sections for one in entries]
    assert sorted(found) == sorted(id for id, one in registry.load().items() if one.paper == paper and not one.step_of)
    for entries in sections:
        numbers = [tuple(map(int, re.split(r"\D", one.id.split("-")[1]))) for one in entries
                   if re.fullmatch(r"\w+-\d+\.\d+", one.id)]
        assert numbers == sorted(numbers)


def test_sections_ascend_appendices_come_last_and_each_has_its_usual_name():
    names = [contents.name_of_section(*section).split()[0] for section in contents.sections_of("FX15").items()]
    assert names[:4] == ["Conventions", "Abstract", "§1", "§1.1"]
    assert names[-4:] == ["§7", "Appendix", "Appendix", "Appendix"]
    entries = [entry(id, title) for id, title in (("a", "4 Tools"), ("b", "4 Tools, proof of 4.2"),
                                                  ("c", "4, footnote 1"), ("d", "4 Tools"))]
    assert contents.name_of_section((4,), entries) == "§4 Tools"


@pytest.mark.parametrize(("section", "given", "ordered"), [
    ("3 A section", ["start", "3.10", "3.2", "3.2.remark", "end"], ["start", "3.2", "3.2.remark", "3.10", "end"]),
    ("2.1 A section", ["2.2", "2.1.remark", "2.1"], ["2.1", "2.2", "2.1.remark"]),
    ("By their numbers", ["25", "25.depth", "11", "11.note"], ["11", "11.note", "25", "25.depth"]),
], ids=["without a number", "number of the section", "steps without a section's number"])
def test_statements_stand_in_the_order_of_their_numbers(section, given, ordered):
    entries = [entry(f"TOY26-{name}", section) for name in given]
    assert [one.id for one in contents.in_order(entries)] == [f"TOY26-{name}" for name in ordered]


def test_states_are_said_unknown_papers_refused_and_only_open_prose_read():
    report = {"status": "proved", "checked": True, "checks": [{"grade": "exact"}, {"grade": "numeric"}],
              "sabotages": []}
    assert contents.state(entry("a", repaired=True), report) == (
        '<span class="repaired">repaired</span> <span aria-hidden="true">✓</span> proved and checked '
        '<span class="grade">numeric</span>')
    broken = report | {"checked": False, "checks": [{"grade": "exact", "holds": False}]}
    assert "✗</span> does not hold" in contents.state(entry("a"), broken)
    assert contents.state(entry("a"), None) == "not run"
    quoted = {"status": "quoted", "checked": False, "checks": [], "sabotages": []}
    assert contents.state(entry("a"), quoted) == '<span aria-hidden="true">–</span> quoted'
    with pytest.raises(ValueError, match="TOY26"):
        contents.statements_of("TOY26")
    page = nodes.section("", nodes.paragraph("", "three plain words"), nodes.literal_block("", "x = 1"),
                         nodes.container("", nodes.paragraph("", "a proof"), design_component="dropdown"),
                         nodes.container("", nodes.paragraph("", "printed"), classes=["cell"]),
                         nodes.paragraph("", "", nodes.Text("and "), nodes.emphasis("", "two more")))
    assert contents.words_in(page) == 6


@pytest.mark.parametrize(("words", "time"), [
    (1, "1 minute"), (150, "1 minute"), (151, "2 minutes"), (74 * 150, "74 minutes"), (75 * 150, "1½ hours"),
    (104 * 150, "1½ hours"), (105 * 150, "2 hours")])
def test_times_are_minutes_and_then_half_hours(words, time):
    assert contents.duration(words) == time
