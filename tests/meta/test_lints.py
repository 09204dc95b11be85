"""Each lint finds nothing in this repository and reports a planted violation."""
import shutil
from pathlib import Path
from types import SimpleNamespace

import jupytext
import nbformat
import pytest

from privlearn.checking import registry
from privlearn.checking.proofs import proofs_so_far
from privlearn.learning.generalization import realizable_rows
from tools import house, layers, lints
from tools.pages import PAGES, ROOT, Page, head, toc_names, toc_pages

FIXTURES = Path(__file__).parent / "fixtures"
FLOORS = {"tests": 3000, "pages": 115, "claims": 630}
KEPT_FILES = [
    *ROOT.glob("*.*"), ROOT / "Makefile", ROOT / "Containerfile", ROOT / ".npmrc", ROOT / ".ci/run",
    *(ROOT / ".github").rglob("*.yml"),
    *(p for folder in ("lib", "tools", "book/_ext") for p in (ROOT / folder).rglob("*.py")),
    *(ROOT / "book").rglob("*.md"),
]


def public_names() -> set[str]:
    """The names that the library's sub-packages export."""
    faces = house.faces(ROOT / "lib/privlearn")
    return {name for package, names in faces.items() if "." not in package for name in names}


def called(given) -> str | None:
    """The name of a lint, for the id of its case."""
    return getattr(given, "__name__", None)


@pytest.fixture(scope="module")
def planted() -> list[Page]:
    return toc_pages(FIXTURES / "house")


def toy_claim(id: str, **fields) -> SimpleNamespace:
    """A claim with one check and one sabotage, stated on the fixture's right page."""
    sound = SimpleNamespace(name="sound", sabotages=["halved"])
    standard = {"kind": "lemma", "page": "right", "uses": (), "step_of": "", "same_as": (), "checks": [sound],
                "status": "proved", "declared": ""}
    return SimpleNamespace(id=id, **(standard | fields))


# this repository

@pytest.mark.parametrize("lint", [lints.headers, lints.cell_tags, lints.style_first, lints.whole_packages,
                                  lints.figure_texts, lints.image_texts], ids=called)
def test_pages_keep_the_rules(pages, lint):
    assert lint(pages) == []


def test_pages_are_listed_by_themselves_and_for_every_package(pages):
    assert lints.orphans(ROOT, pages) == []
    assert lints.redefinitions(pages, public_names()) == []
    assert lints.kept_widgets([page.source for page in pages]) == []
    assert lints.reference_pages(ROOT / "lib/privlearn", pages) == []


@pytest.mark.parametrize("lint", [lints.references, lints.unchecked, lints.grades], ids=called)
def test_claims_keep_the_rules(lint):
    assert lint(registry.load()) == []


@pytest.mark.parametrize("lint", [lints.claims_and_pages, lints.cards, lints.unproved, lints.undisplayed], ids=called)
def test_pages_state_show_and_prove_what_is_claimed(pages, lint):
    assert lint(registry.load(), pages) == []


def test_no_number_of_a_statement_is_typed_twice(tmp_path):
    assert lints.typed_twice(registry.load(), ROOT / "lib/privlearn") == []
    claim = {"TOY26-1": toy_claim("TOY26-1", own_formulas=(realizable_rows,))}
    again = "80 / a * (d * log_bracket(16 / a, 96) + log_bracket(2 / b, 96))"
    (tmp_path / "again.py").write_text(f"def rows(a, b, d):\n    return 1 + {again}\n"
                                       f"def refutes_rows(a, b, d):\n    return {again}\n")
    complaint, = {found.partition(" types ")[0] for found in lints.typed_twice(claim, tmp_path)}
    assert complaint == "again.py: rows"


def test_the_steps_of_proofs_that_run_are_those_of_the_pages(pages):
    assert lints.unwalked(registry.load(), proofs_so_far(), pages) == []
    proof = SimpleNamespace(steps=dict.fromkeys(("a/1", "a/2", "b", "conclusion")), wordless={"c": "a choice"})
    text = "``````{proof} TOY26-1\n" + "".join(f":::{{proof-step}} {name}\n:::\n" for name in (
        "c", "a", "b", "conclusion")) + "``````\n"
    for told, complaints in ((text, 1), (text.replace("{proof-step} b", "{proof-step} d"), 2)):
        page = SimpleNamespace(name="book/page", text=told, code_cells=list)
        claim = {"TOY26-1": toy_claim("TOY26-1", page="page")}
        assert len(lints.unwalked(claim, {"TOY26-1": proof}, [page])) == complaints


def test_imports_go_one_way_rooms_are_small_examples_have_a_heading_and_no_file_names_a_registry():
    assert layers.violations(ROOT / "lib/privlearn") == []
    assert lints.rooms(ROOT / "lib") + lints.rooms(ROOT / "tools") == []
    assert lints.stray_examples(ROOT / "lib") == []
    assert lints.addresses([p for p in KEPT_FILES if p.is_file() and p.name != "lints.py"]) == []


def test_counts_have_not_fallen(pages):
    counts = {"tests": lints.count_tests(ROOT / "tests"), "pages": len(pages), "claims": len(registry.load())}
    assert lints.floors(counts, FLOORS) == []


# planted violations

@pytest.mark.parametrize(("lint", "told"), [
    (lints.headers, ["book/headless: code cells, but no jupytext header with a kernel"]),
    (lints.cell_tags, ["book/tagged: unknown cell tag 'hide-inputs'"]),
    (lints.style_first, ["book/unstyled: the first code cell does not call style.use()"]),
    (lints.whole_packages, ["book/unstyled: import names from a module, not 'import privlearn.laws'",
                            "book/unstyled: import names from a module, not 'from privlearn import mechanisms'"]),
    (lints.figure_texts, ["book/pictures: code cell 2: plt.show() and an image alt text go together"]),
    (lints.image_texts, ["book/pictures: image bare.png without alternative text",
                         "book/pictures: {figure} framed.png without :alt:",
                         'book/pictures: <img src="raw.png"> without alt'])], ids=called)
def test_a_page_against_a_rule_is_reported(planted, lint, told):
    assert lint(planted) == told


def test_a_forgotten_page_a_copied_function_and_a_missing_reference_page_are_reported(planted):
    assert lints.orphans(FIXTURES / "house", planted) == ["book/forgotten.md: not in _toc.yml"]
    assert "audit_pure" in public_names()
    assert lints.redefinitions(planted, public_names()) == ["book/copied: redefines audit_pure"]
    assert "laws: no reference page" in lints.reference_pages(FIXTURES / "library", planted)


def test_the_table_of_contents_is_read_in_order_a_missing_page_named_and_a_missing_head_empty(tmp_path):
    assert toc_names(FIXTURES / "house")[:2] == ["book/right", "book/headless"]
    assert head("# A title\n---\n") == {}
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: book/gone\n")
    with pytest.raises(FileNotFoundError, match="book/gone"):
        toc_pages(tmp_path)


def test_statements_made_twice_or_unregistered_and_missing_cards_are_reported(planted):
    claims = {id: toy_claim(id) for id in ("TOY26-1", "TOY26-1.step", "TOY26-2")}
    assert lints.claims_and_pages(claims, planted) == [
        "TOY26-9.unknown: stated on book/stated, but not registered",
        "TOY26-1: to be stated once on book/right, is stated on book/right, book/stated",
        "TOY26-2: to be stated once on book/right, is stated on no page"]
    claims["TOY26-1.step"].step_of = "TOY26-1"
    assert lints.cards(claims, planted) == ['TOY26-2: no card("TOY26-2") on book/right']


def test_a_dangling_reference_and_a_claim_without_check_or_sabotage_are_reported():
    claims = {"TOY26-1": toy_claim("TOY26-1", uses=("TOY26-1", "TOY26-7"), step_of="TOY26-8")}
    assert lints.references(claims) == [f"TOY26-1: refers to TOY26-{n}, which is not registered" for n in (7, 8)]
    trusting = SimpleNamespace(name="trusting", sabotages=[])
    claims = {c.id: c for c in (toy_claim("TOY26-1", checks=[]), toy_claim("TOY26-2", checks=[trusting]),
                                toy_claim("TOY26-3", status="quoted", checks=[]))}
    assert lints.unchecked(claims) == ["TOY26-1: proved with no check", "TOY26-2: check 'trusting' has no sabotage"]


@pytest.mark.parametrize(("quantifier", "is_all"), [
    ("all classes on three points", True), ("all classes; five seeded ones of 10", False),
    ("every 40th database", False), ("seed 0: every point", True), ("every third class", False),
    ("ten random classes", False), ("protocols from local search", False)])
def test_a_part_that_is_called_exhaustive_is_reported(quantifier, is_all):
    check = SimpleNamespace(name="sound", grade="exhaustive", quantifier=quantifier)
    assert (lints.grades({"TOY26-1": toy_claim("TOY26-1", checks=[check])}) == []) == is_all


@pytest.mark.parametrize(("text", "status", "complaint"), [
    (":label: TOY26-1\n\nA statement.\n```\n\n*Proof.* By counting.\n", "proved", ""),
    (":label: TOY26-1\n\nA statement.\n```\n\n```{dropdown} Proof\nBy counting.\n```\n", "proved", ""),
    (":label: TOY26-1\n\nA statement.\n```\n\nWords.\n", "proved", "proved, without a proof on book/page"),
    (":label: TOY26-1\n\nA statement.\n```\n\n:label: TOY26-2\n\n*Proof.* Of another.\n", "proved",
     "proved, without a proof on book/page"),
    (":label: TOY26-1\n\n:label: TOY26-2\n\n*Proof of {prf:ref}`TOY26-1`.* By counting.\n", "proved", ""),
    (":label: TOY26-2\n\n````{dropdown} Proof, step by step\n(TOY26-1)=\nFirst.\n````\n", "proved", ""),
    (":label: TOY26-1\n\nA statement.\n```\n\n```{dropdown} Proof\nBy counting.\n```\n", "quoted",
     "quoted, with a proof on book/page")])
def test_a_proof_that_is_said_or_not_said_is_looked_for(text, status, complaint):
    page, claim = SimpleNamespace(name="book/page", text=text), toy_claim("TOY26-1", page="page", status=status)
    assert lints.unproved({"TOY26-1": claim}, [page]) == [f"TOY26-1: said to be {complaint}"] * bool(complaint)


@pytest.mark.parametrize(("text", "complaint"), [(r"$\tfrac{80} \alpha \bigl(\mathrm{VC}(\mathcal H) \,"
                                                   r"\ln\frac{16}\alpha + \ln\frac2\beta\bigr)$", False),
                                                  (r"$\tfrac{40} \alpha \bigl(\mathrm{VC}(\mathcal H) \,"
                                                   r"\ln\frac{16}\alpha + \ln\frac2\beta\bigr)$", True)])
def test_a_formula_that_the_page_changes_is_reported(text, complaint):
    claim = toy_claim("TOY26-1", page="page", own_formulas=(realizable_rows,))
    for before, reported in ((":label: TOY26-1", complaint), (":label: TOY26-1\n:label: TOY26-2", True)):
        page = SimpleNamespace(name="book/page", text=f"{before}\n{text}")
        assert bool(lints.undisplayed({"TOY26-1": claim}, [page])) == reported


def test_an_example_against_the_flow_a_kept_widget_and_large_rooms_are_reported(tmp_path):
    assert layers.violations(FIXTURES / "library") == [
        "dimensions.sibling imports mechanisms",
        "exact.upward imports laws.law",
        "figures.algorithms imports learners.relative",
        "learners.relative imports shown.registry",
        "shown.draws imports figures.style",
        "strangers.new imports exact.upward",
    ]
    (tmp_path / "page.ipynb").write_text('{"application/vnd.jupyter.widget-view+json": {}}')
    assert lints.kept_widgets([tmp_path / "page.ipynb"]) == ["page.ipynb: keeps widgets"]
    (tmp_path / "long_module.py").write_text("X = 1\n" * 401)
    (tmp_path / "long_function.py").write_text("def long():\n" + "    x = 1\n" * 41)
    assert lints.rooms(tmp_path) == ["long_module.py: 401 lines", "long_function.py: long has 42 lines"]


@pytest.mark.parametrize(("lint", "given", "told"), [
    (lints.stray_examples, (FIXTURES / "examples",), ["stray.py: halved: example below Parameters"]),
    (lints.addresses, ([FIXTURES / "address.json"],), ["address.json: names npmjs.org"]),
    (lints.floors, ({"tests": 3, "pages": 5}, {"tests": 4, "pages": 5}), ["3 tests, at least 4 expected"])], ids=called)
def test_a_planted_violation_is_reported(lint, given, told):
    assert lint(*given) == told


def test_unexecuted_pages_missing_images_and_stubs_and_refused_solutions_are_reported(tmp_path, planted):
    house = shutil.copytree(FIXTURES / "house", tmp_path / "house")
    (house / PAGES / "book").mkdir(parents=True)
    notebook = jupytext.read(house / "book/right.md")
    for name in ("book/right", "book/gone"):
        jupytext.write(notebook, house / PAGES / f"{name}.ipynb")
    complaints = lints.executed(house, planted)
    assert {"book/tagged: not executed", "book/gone: executed, but not in _toc.yml",
            "book/right: a code cell was not executed"} <= set(complaints)
    assert lints.images(house, planted) == ["book/right: code cell 3: 0 images, 1 promised"]
    notebook.cells[-1].metadata.tags = ["exercise-solution"]
    notebook.cells[-1].outputs = [nbformat.v4.new_output("stream", text="not yet: no reason")]
    jupytext.write(notebook, house / PAGES / "book/right.ipynb")
    assert lints.exercises(house, planted) == [
        "book/right: exercise-solution number 1 said 'not yet: no reason'",
        "book/right: 1 cells exercise-solution, 0 exercises"]
