"""Each lint finds nothing in this repository and reports a planted violation."""
import shutil
from pathlib import Path
from types import SimpleNamespace

import jupytext
import nbformat
import pytest

from privlearn.checking import registry
from privlearn.learning.generalization import realizable_rows
from tools import house, layers, lints
from tools.pages import PAGES, ROOT, Page, head, toc_names, toc_pages

FIXTURES = Path(__file__).parent / "fixtures"
FLOORS = {"tests": 3400, "pages": 115, "claims": 566}
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


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    return toc_pages(ROOT)


@pytest.fixture(scope="module")
def claims() -> dict:
    return registry.load()


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

def test_every_page_with_code_is_a_notebook(pages):
    assert lints.headers(pages) == []


def test_every_page_is_in_the_table_of_contents(pages):
    assert lints.orphans(ROOT, pages) == []


def test_cell_tags_are_known(pages):
    assert lints.cell_tags(pages) == []


def test_every_notebook_begins_with_the_style(pages):
    assert lints.style_first(pages) == []


def test_no_page_imports_a_whole_package(pages):
    assert lints.whole_packages(pages) == []


def test_every_figure_has_alternative_text(pages):
    assert lints.figure_texts(pages) == []


def test_every_image_has_alternative_text(pages):
    assert lints.image_texts(pages) == []


def test_no_page_redefines_a_public_name(pages):
    assert lints.redefinitions(pages, public_names()) == []


def test_every_claim_is_stated_once_and_every_statement_registered(claims, pages):
    assert lints.claims_and_pages(claims, pages) == []


def test_every_claim_shows_its_card(claims, pages):
    assert lints.cards(claims, pages) == []


def test_no_reference_between_claims_dangles(claims):
    assert lints.references(claims) == []


def test_every_claim_has_checks_and_every_check_a_sabotage(claims):
    assert lints.unchecked(claims) == []


def test_grades_keep_their_promise(claims):
    assert lints.grades(claims) == []


def test_what_is_said_to_be_proved_is_proved_on_its_page(claims, pages):
    assert lints.unproved(claims, pages) == []


def test_pages_display_the_formulas_that_checks_judge(claims, pages):
    assert lints.undisplayed(claims, pages) == []


def test_imports_go_one_way():
    assert layers.violations(ROOT / "lib/privlearn") == []


def test_rooms_are_small():
    assert lints.rooms(ROOT / "lib") + lints.rooms(ROOT / "tools") == []


def test_examples_have_a_heading():
    assert lints.stray_examples(ROOT / "lib") == []


def test_no_file_names_a_registry():
    assert lints.addresses([p for p in KEPT_FILES if p.is_file() and p.name != "lints.py"]) == []


def test_no_source_keeps_widgets(pages):
    assert lints.kept_widgets([page.source for page in pages]) == []


def test_every_package_has_a_reference_page(pages):
    assert lints.reference_pages(ROOT / "lib/privlearn", pages) == []


def test_counts_have_not_fallen(claims, pages):
    counts = {"tests": lints.count_tests(ROOT / "tests"), "pages": len(pages), "claims": len(claims)}
    assert lints.floors(counts, FLOORS) == []


# planted violations

def test_headless_page_is_reported(planted):
    assert lints.headers(planted) == ["book/headless: code cells, but no jupytext header with a kernel"]


def test_forgotten_page_is_reported(planted):
    assert lints.orphans(FIXTURES / "house", planted) == ["book/forgotten.md: not in _toc.yml"]


def test_missing_page_is_named(tmp_path):
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: book/gone\n")
    with pytest.raises(FileNotFoundError, match="book/gone"):
        toc_pages(tmp_path)


def test_unknown_tag_is_reported(planted):
    assert lints.cell_tags(planted) == ["book/tagged: unknown cell tag 'hide-inputs'"]


def test_late_style_is_reported(planted):
    assert lints.style_first(planted) == ["book/unstyled: the first code cell does not call style.use()"]


def test_whole_package_is_reported(planted):
    assert lints.whole_packages(planted) == [
        "book/unstyled: import names from a module, not 'import privlearn.laws'",
        "book/unstyled: import names from a module, not 'from privlearn import mechanisms'",
    ]


def test_silent_figure_is_reported(planted):
    assert lints.figure_texts(planted) == ["book/pictures: code cell 2: plt.show() and an image alt text go together"]


def test_silent_images_are_reported(planted):
    assert lints.image_texts(planted) == [
        "book/pictures: image bare.png without alternative text",
        "book/pictures: {figure} framed.png without :alt:",
        'book/pictures: <img src="raw.png"> without alt',
    ]


def test_copied_function_is_reported(planted):
    assert "audit_pure" in public_names()
    assert lints.redefinitions(planted, public_names()) == ["book/copied: redefines audit_pure"]


def test_statement_made_twice_or_unregistered_is_reported(planted):
    claims = {id: toy_claim(id) for id in ("TOY26-1", "TOY26-1.step", "TOY26-2")}
    assert lints.claims_and_pages(claims, planted) == [
        "TOY26-9.unknown: stated on book/stated, but not registered",
        "TOY26-1: to be stated once on book/right, is stated on book/right, book/stated",
        "TOY26-2: to be stated once on book/right, is stated on no page",
    ]


def test_missing_card_is_reported(planted):
    step = toy_claim("TOY26-1.step", step_of="TOY26-1")
    claims = {c.id: c for c in (toy_claim("TOY26-1"), step, toy_claim("TOY26-2"))}
    assert lints.cards(claims, planted) == ['TOY26-2: no card("TOY26-2") on book/right']


def test_dangling_reference_is_reported():
    claims = {"TOY26-1": toy_claim("TOY26-1", uses=("TOY26-1", "TOY26-7"), step_of="TOY26-8")}
    assert lints.references(claims) == [f"TOY26-1: refers to TOY26-{n}, which is not registered" for n in (7, 8)]


def test_claim_without_check_or_sabotage_is_reported():
    trusting = SimpleNamespace(name="trusting", sabotages=[])
    claims = {c.id: c for c in (toy_claim("TOY26-1", checks=[]), toy_claim("TOY26-2", checks=[trusting]),
                                toy_claim("TOY26-3", status="quoted", checks=[]))}
    assert lints.unchecked(claims) == [
        "TOY26-1: proved with no check",
        "TOY26-2: check 'trusting' has no sabotage",
    ]


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
    page = SimpleNamespace(name="book/page", text=text)
    claim = toy_claim("TOY26-1", page="page", own_formulas=(realizable_rows,))
    assert bool(lints.undisplayed({"TOY26-1": claim}, [page])) == complaint


def test_imports_against_the_flow_are_reported():
    assert layers.violations(FIXTURES / "library") == [
        "dimensions.sibling imports mechanisms",
        "exact.upward imports laws.law",
        "figures.algorithms imports learners.relative",
        "learners.relative imports shown.registry",
        "shown.draws imports figures.style",
        "strangers.new imports exact.upward",
    ]


def test_large_rooms_are_reported():
    assert lints.rooms(FIXTURES / "rooms") == ["long_module.py: 401 lines", "long_function.py: long has 42 lines"]


def test_an_example_without_a_heading_is_reported():
    assert lints.stray_examples(FIXTURES / "examples") == ["stray.py: halved: example below Parameters"]


def test_registry_address_is_reported():
    assert lints.addresses([FIXTURES / "address.json"]) == ["address.json: names npmjs.org"]


def test_kept_widgets_are_reported(tmp_path):
    (tmp_path / "page.ipynb").write_text('{"application/vnd.jupyter.widget-view+json": {}}')
    assert lints.kept_widgets([tmp_path / "page.ipynb"]) == ["page.ipynb: keeps widgets"]


def test_missing_reference_page_is_reported(planted):
    assert "laws: no reference page" in lints.reference_pages(FIXTURES / "library", planted)


def test_fallen_count_is_reported():
    assert lints.floors({"tests": 3, "pages": 5}, {"tests": 4, "pages": 5}) == ["3 tests, at least 4 expected"]


def test_unexecuted_page_cell_and_missing_image_are_reported(tmp_path, planted):
    house = shutil.copytree(FIXTURES / "house", tmp_path / "house")
    for name in ("book/right", "book/gone"):
        (house / PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        jupytext.write(jupytext.read(house / "book/right.md"), house / PAGES / f"{name}.ipynb")
    complaints = lints.executed(house, planted)
    assert {"book/tagged: not executed", "book/gone: executed, but not in _toc.yml",
            "book/right: a code cell was not executed"} <= set(complaints)
    assert lints.images(house, planted) == ["book/right: code cell 3: 0 images, 1 promised"]


def test_refused_solution_and_missing_stub_are_reported(tmp_path, planted):
    house = shutil.copytree(FIXTURES / "house", tmp_path / "house")
    notebook = jupytext.read(house / "book/right.md")
    notebook.cells[-1].metadata.tags = ["exercise-solution"]
    notebook.cells[-1].outputs = [nbformat.v4.new_output("stream", text="not yet: no reason")]
    (house / PAGES / "book").mkdir(parents=True)
    jupytext.write(notebook, house / PAGES / "book/right.ipynb")
    assert lints.exercises(house, planted) == [
        "book/right: exercise-solution number 1 said 'not yet: no reason'",
        "book/right: 1 cells exercise-solution, 0 exercises",
    ]


def test_table_of_contents_is_read_in_order():
    assert toc_names(FIXTURES / "house")[:2] == ["book/right", "book/headless"]


def test_text_without_header_has_an_empty_head():
    assert head("# A title\n---\n") == {}
