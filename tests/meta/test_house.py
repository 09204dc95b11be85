"""Each lint of the layout finds nothing in this repository and reports a planted violation."""
from pathlib import Path
from types import SimpleNamespace

import pytest

from privlearn.checking import registry
from privlearn.checking.paper_list import PAPERS
from tools import house
from tools.pages import ROOT, Page, toc_pages

LIBRARY = ROOT / "lib/privlearn"
NOTEBOOK = (ROOT / "tests/meta/fixtures/house/book/right.md").read_text(encoding="utf-8").split("# A page")[0]


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    return toc_pages(ROOT)


def planted(folder: Path, files: dict[str, str]) -> Path:
    """Write a small library."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def page(folder: Path, name: str, code: str = "") -> Page:
    """Write a page with one cell."""
    planted(folder, {f"{name}.md": f"{NOTEBOOK}# Page\n\n```{{code-cell}} ipython3\n{code}\n```\n"})
    return Page(name, folder / f"{name}.md")


def claim_in(module: str, **fields) -> SimpleNamespace:
    """A claim with one check that stands in a module."""
    check = SimpleNamespace(function=SimpleNamespace(__module__=module))
    standard = {"id": "BBKN14-1", "paper": "BBKN14", "page": "points-and-intervals/first-page", "checks": [check]}
    return SimpleNamespace(**(standard | fields))


# this repository

def test_no_modules_import_each_other():
    assert house.circles(LIBRARY) == []


def test_faces_have_no_double_meanings():
    assert house.face_names(LIBRARY) == []


def test_pages_import_their_own_claims_only(pages):
    assert house.page_imports(pages) == []


def test_pages_have_no_wide_code(pages):
    assert house.wide_code(pages) == []


def test_every_topic_has_one_address(pages):
    assert house.addresses(LIBRARY, registry.load(), pages) == []


def test_every_check_says_what_was_found():
    assert house.silent_checks(registry.load()) == []


def test_contents_list_every_module_with_claims():
    assert house.listed_modules(LIBRARY) == []


def test_modules_are_named_by_what_they_show():
    assert house.numbered_modules(LIBRARY) == []


def test_tests_mirror_the_library():
    assert house.tests_mirror(LIBRARY, ROOT / "tests") == []


def test_importing_the_library_changes_no_other_package():
    assert house.patches("privlearn", ROOT) == []


# planted violations

def test_a_circle_is_reported_also_inside_functions_and_through_a_face(tmp_path):
    library = planted(tmp_path, {
        "laws/__init__.py": "from privlearn.laws.law import law\n",
        "laws/law.py": "def law():\n    from privlearn.exact.numbers import one\n",
        "exact/numbers.py": "from privlearn.laws import law\none = 1\n",
        "exact/alone.py": "from privlearn.exact.numbers import one\n",
    })
    assert house.circles(library) == ["exact.numbers and laws.law import each other"]


def test_a_longer_circle_is_one(tmp_path):
    files = {f"exact/{a}.py": f"from privlearn.exact.{b} import x\n" for a, b in ("ab", "bc", "ca", "da")}
    assert house.circles(planted(tmp_path, files)) == ["exact.a and exact.b and exact.c import each other"]


def test_a_name_with_two_meanings_and_one_of_a_module_are_reported(tmp_path):
    library = planted(tmp_path, {
        "laws/__init__.py": "from privlearn.laws.law import law, rows\n", "laws/law.py": "",
        "exact/__init__.py": "from privlearn.exact.numbers import rows\n", "exact/numbers.py": "",
    })
    assert house.face_names(library) == ["laws: exports law, the name of its module",
                                         "rows means exact.numbers.rows and laws.law.rows"]


def test_a_page_that_imports_anothers_claims_is_reported(tmp_path):
    fine = page(tmp_path, "book/closure/unions",
                "from privlearn.shown import card\nfrom privlearn.papers.abms20.unions.instances import x")
    wrong = page(tmp_path, "book/closure/ramsey", "from privlearn.papers.abms20.unions.exercises import y")
    deep = page(tmp_path, "book/closure/regret", "from privlearn.papers.abms20.regret.perceptron import y")
    assert house.page_imports([fine, wrong, deep]) == [
        "book/closure/ramsey: imports papers.abms20.unions.exercises",
        "book/closure/regret: imports papers.abms20.regret.perceptron"]


def test_a_wide_line_of_code_is_reported(tmp_path):
    code = f"{'x' * 84}\n    {'y' * 81}"
    assert house.wide_code([page(tmp_path, "book/closure/regret", code)]) == [
        f"book/closure/regret: 85 characters: {'y' * 81}"]


def test_checks_away_from_their_page_are_reported(tmp_path):
    pages = [page(tmp_path, "book/points-and-intervals/first-page")]
    home = "privlearn.papers.bbkn14.first_page.privacy"
    away = "privlearn.papers.bbkn14.other.privacy"
    right, wrong = claim_in(home), claim_in(away)
    both = claim_in(home, checks=[*claim_in(home).checks, *claim_in(away).checks])
    assert house.addresses(tmp_path / "lib", {"a": right}, pages) == []
    assert house.addresses(tmp_path / "lib", {"a": wrong}, pages) == [
        "BBKN14-1: checked in papers/bbkn14/other/privacy, not in papers/bbkn14/first_page"]
    assert house.addresses(tmp_path / "lib", {"a": both}, pages) == [
        "BBKN14-1: checked in papers/bbkn14/other/privacy, not in papers/bbkn14/first_page"]


def test_a_check_without_a_clause_is_reported():
    checks = [SimpleNamespace(name="a check", says=""), SimpleNamespace(name="another", says="all is well")]
    assert house.silent_checks({"X-1": SimpleNamespace(id="X-1", checks=checks)}) == ["X-1: a check says nothing"]


def test_claims_and_figures_without_a_page_are_reported(tmp_path):
    library = planted(tmp_path / "lib", {
        "papers/bbkn14/first_page/privacy.py": "", "papers/bbkn14/second_page/privacy.py": "",
        "figures/points_and_intervals/first_page.py": "", "figures/points_and_intervals/third_page.py": "",
    })
    assert house.addresses(library, {}, [page(tmp_path, "book/points-and-intervals/first-page")]) == [
        "papers/bbkn14/second_page: no page points-and-intervals/second-page",
        "figures/points-and-intervals/third-page: no such page"]


@pytest.mark.parametrize("paper", [paper.package for paper in PAPERS])
def test_a_module_missing_in_the_contents_is_reported(tmp_path, paper):
    library = planted(tmp_path, {
        f"papers/{paper}/__init__.py": 'CONTENTS = (\n    ("page", "privacy",\n     "empty"),\n)\n',
        f"papers/{paper}/page/privacy.py": "claim('X')\n", f"papers/{paper}/page/empty.py": "",
        f"papers/{paper}/page/utility.py": "@check('X')\n", f"papers/{paper}/page/instances.py": "",
    })
    assert house.listed_modules(library) == [f"{paper}/page/empty: without claims in the contents of {paper}",
                                             f"{paper}/page/utility: not in the contents of {paper}"]


def test_a_paper_without_a_row_is_reported(tmp_path):
    library = planted(tmp_path, {"papers/toy26/__init__.py": "CONTENTS = ()\n", "papers/foundations/__init__.py": ""})
    assert house.listed_modules(library) == ["toy26: has contents, and no row in checking/paper_list.py"]


@pytest.mark.parametrize("name", ["section4_stars", "lemma_a_first", "part_1", "b2_steps", "z"])
def test_a_module_named_by_its_place_is_reported(tmp_path, name):
    library = planted(tmp_path, {f"papers/bbkn14/page/{name}.py": "", "papers/bbkn14/page/printed_constants.py": ""})
    assert house.numbered_modules(library) == [f"papers/bbkn14/page/{name}.py: named by its place in the paper"]


def test_a_module_without_tests_is_reported(tmp_path):
    library = planted(tmp_path / "lib", {"exact/numbers.py": "def one(): ...\n", "exact/signs.py": "class Sign: ...\n",
                                          "exact/names.py": "ONE = 1\n", "papers/card.py": "def card(): ...\n"})
    tests = planted(tmp_path / "tests", {"exact/test_signs.py": ""})
    assert house.tests_mirror(library, tests) == ["exact/numbers.py: no test file exact/test_numbers.py"]


def test_a_package_that_patches_another_is_reported(tmp_path):
    planted(tmp_path, {
        "meddler/__init__.py": "", "meddler/deep/__init__.py": "",
        "meddler/deep/patch.py": "import textwrap\ntextwrap.TextWrapper.fill = lambda self, text: text\n",
    })
    assert house.patches("meddler", tmp_path) == ["importing meddler replaces textwrap.TextWrapper.fill"]
