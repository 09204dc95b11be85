"""The site's extension that writes what the finder knows: numbers of statements, places, constants, verdicts."""

import json
from types import SimpleNamespace

import claim_data
import pytest

from privlearn.checking.registry import Check, Claim

THEOREM = Claim("TOY26-3.6", "theorem", "3.1 Toys", "a <= 2^10", "toys/page", uses=("TOY26-9",), erratum_kind="gap")
STEP = Claim("TOY26-3.6.eq", "inequality", "3.1 Toys", "a step", "toys/page", step_of="TOY26-3.6")
TWIN = Claim("TOY26-9", "lemma", "Appendix B", "another version", "toys/page", same_as=("TOY26-3.6",))
PLAIN = Claim("TOY26-3.plain", "remark", "3.1 Toys", "in passing", "toys/page")
CLAIMS = {entry.id: entry for entry in (THEOREM, STEP, TWIN, PLAIN)}
ROW = {"name": "toy", "grade": "exact", "holds": True, "instances": 3, "covered": 24, "slack": 0, "seconds": 0.514}
REPORT = {"status": "proved", "checked": True, "checks": [ROW, ROW | {"grade": "numeric", "stored": {}, "covered": 3}],
          "sabotages": [{"caught": True}, {"caught": False}]}
STATED = {"TOY26-3.6": ("book/toys/page", "theorem", "TOY26", "Theorem $\\mathcal A_1$")}
DOMAINS = {"prf": SimpleNamespace(data={"statements": STATED}),
           "std": SimpleNamespace(anonlabels={"toy26-9": ("book/toys/other", "toy26-9")})}


@pytest.mark.parametrize(("read", "text", "found"), [
    (claim_data.constants, "8,299 rows against 30,528,336", ["8299", "30528336"]),
    (claim_data.constants, "8299 of 10", ["8299"]), (claim_data.constants, "0.1234 and 1.500", []),
    (claim_data.constants, "2^82, 2^{-40}, 10**-6, 2^(12)", ["2^82", "2^-40", "10^-6", "2^12"]),
    (claim_data.constants, "2^{2^{20}} points", ["2^20"]), (claim_data.constants, "2^d and x_100 and n100", []),
    (claim_data.constants, "12,34 and 1,2", []), (claim_data.constants, "3/1024.", ["1024"]),
    (claim_data.plain, r"Algorithm $\mathcal A_1$", "Algorithm A1"),
    (claim_data.plain, r"$\alpha$-minimal classes", "alpha-minimal classes"),
])
def test_constants_are_whole_numbers_of_three_digits_and_powers_and_letters_of_tex_are_plain(read, text, found):
    assert read(text) == found


def test_a_statement_has_the_paper_s_number_a_step_that_of_its_statement_and_each_its_place():
    numbers = [claim_data.number_of(entry, CLAIMS, STATED) for entry in CLAIMS.values()]
    assert numbers == ["Theorem A1", "Step of Theorem A1", "Lemma 9", "Section 3.1"]
    of_proof = {"TOY26-3.6": (*STATED["TOY26-3.6"][:3], "in the proof of Theorem 2")}
    assert claim_data.number_of(STEP, CLAIMS, of_proof) == "Step of Theorem 2"
    places = [claim_data.place_of(entry, CLAIMS, DOMAINS) for entry in CLAIMS.values()]
    assert places == [("book/toys/page", "TOY26-3.6"), ("book/toys/page", "TOY26-3.6"), ("book/toys/other", "toy26-9"),
                      ("book/toys/page", "")]


def notebook(path, *cells):
    path.write_text(json.dumps({"cells": [{"cell_type": kind, "source": [source], "outputs": list(outputs)}
                                          for kind, source, *outputs in cells]}))
    return path


def test_a_number_belongs_to_the_statement_above_it_else_to_the_page(tmp_path):
    page = notebook(
        tmp_path / "page.ipynb",
        ("markdown", "# Page\n\nAbout $2^{82}$."),
        ("markdown", "```{prf:theorem} TOY26, Lemma 3.6 (repaired): $\\alpha$\n:label: TOY26-3.6\n\n1{,}000.\n```"),
        ("code", "print(777)", {"text": ["rows: 8,299\n"]}),
        ("code", "table", {"data": {"text/html": ["<table><td>2<sup>40</sup></td></table>"], "text/plain": ["555"]}}),
        ("code", "figure", {"data": {"image/svg+xml": ["<svg>"], "text/plain": ["<Figure size 640x480>"]}}),
        ("code", "card", {"data": {"text/html": ['<div class="verdict">65,536</div>'], "text/plain": ["333"]}}),
        ("markdown", "```{prf:remark} The size of 4,096\n:label: ours\n:class: x\n```\n"),
        ("markdown", "## Summary\n\nOf 12,345 rows."))
    prose = tmp_path / "prose.md"
    prose.write_text("# Prose\n\n101 things.\n")
    names, found = claim_data.written({"book/page": page, "book/prose": prose})
    assert names == {"TOY26-3.6": "$\\alpha$", "ours": "The size of 4,096"}
    assert found["TOY26-3.6"] == ["1000", "8299", "2^40"]
    assert (found["book/page"], found["book/prose"]) == (["2^82", "12345"], ["101"])


def test_a_row_says_what_the_run_found_and_its_verdicts_come_before_stored_ones(tmp_path, monkeypatch):
    check = Check("toy", lambda right=1: None, "exact", "all 65,536 toys", says="{the least} is at most {the bound}")
    THEOREM.checks[:] = [check]
    book = claim_data.Book(CLAIMS, DOMAINS, {THEOREM.id: REPORT}, {}, {THEOREM.id: ["8299"]})
    row = book.row(THEOREM, ["book/toys/page"])
    assert (row["grade"], row["instances"], row["caught"], row["sabotages"], row["stored"]) == (3, 6, 1, 2, 1)
    assert row["checks"][0] == ["the least is at most the bound", 0, 3, 24, "0", 0.51, 0, 1]
    assert row["checks"][1][3] == 0
    assert (row["uses"], row["numbers"], row["title"]) == ([2], "2^10 65536 8299", "a ≤ 2<sup>10</sup>")
    beside = tmp_path / "verify.json"
    beside.write_text(json.dumps({"claims": [{"id": "TOY26-9", "from": "run"}, {"id": "gone"}]}))
    monkeypatch.setattr(claim_data.store, "stored_claim", lambda id: {"from": "store"} if id == "TOY26-3.6" else None)
    assert claim_data.verdicts(beside, CLAIMS) == {"TOY26-9": {"id": "TOY26-9", "from": "run"},
                                                   "TOY26-3.6": {"from": "store"}}
    assert claim_data.verdicts(tmp_path / "none.json", CLAIMS) == {"TOY26-3.6": {"from": "store"}}
