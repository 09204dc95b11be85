"""Each lint of the layout finds nothing in this repository and reports a planted violation."""
from pathlib import Path
from types import SimpleNamespace

import pytest

from privlearn.checking import registry
from privlearn.checking.paper_list import PAPERS
from tools import house
from tools.pages import ROOT, Page

LIBRARY = ROOT / "lib/privlearn"
NOTEBOOK = (ROOT / "tests/meta/fixtures/house/book/right.md").read_text(encoding="utf-8").split("# A page")[0]


def planted(folder: Path, files: dict[str, str]) -> Path:
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

@pytest.mark.parametrize("lint", [house.circles, house.face_names, house.listed_modules, house.numbered_modules],
                         ids=lambda lint: lint.__name__)
def test_the_library_keeps_its_layout(lint):
    assert lint(LIBRARY) == []


def test_pages_import_their_own_claims_have_no_wide_code_and_share_their_addresses(pages):
    assert house.page_imports(pages) == []
    assert house.wide_code(pages) == []
    assert house.addresses(LIBRARY, registry.load(), pages) == []


def test_checks_speak_tests_mirror_the_library_and_its_import_changes_no_other_package():
    assert house.silent_checks(registry.load()) == []
    assert house.tests_mirror(LIBRARY, ROOT / "tests") == []
    assert house.patches("privlearn", ROOT) == []


# planted violations

def test_circles_are_reported_also_inside_functions_and_through_a_face(tmp_path):
    library = planted(tmp_path / "two", {
        "laws/__init__.py": "from privlearn.laws.law import law\n",
        "laws/law.py": "def law():\n    from privlearn.exact.numbers import one\n",
        "exact/numbers.py": "from privlearn.laws import law\none = 1\n",
        "exact/alone.py": "from privlearn.exact.numbers import one\n"})
    assert house.circles(library) == ["exact.numbers and laws.law import each other"]
    files = {f"exact/{a}.py": f"from privlearn.exact.{b} import x\n" for a, b in ("ab", "bc", "ca", "da")}
    assert house.circles(planted(tmp_path, files)) == ["exact.a and exact.b and exact.c import each other"]


def test_a_name_with_two_meanings_and_one_of_a_module_are_reported(tmp_path):
    library = planted(tmp_path, {
        "laws/__init__.py": "from privlearn.laws.law import law, rows\n", "laws/law.py": "",
        "exact/__init__.py": "from privlearn.exact.numbers import rows\n", "exact/numbers.py": "",
    })
    assert house.face_names(library) == ["laws: exports law, the name of its module",
                                         "rows means exact.numbers.rows and laws.law.rows"]


def test_a_page_that_imports_anothers_claims_and_a_wide_line_of_code_are_reported(tmp_path):
    fine = page(tmp_path, "book/closure/unions",
                "from privlearn.shown import card\nfrom privlearn.papers.abms20.unions.instances import x")
    wrong = page(tmp_path, "book/closure/ramsey", "from privlearn.papers.abms20.unions.exercises import y")
    deep = page(tmp_path, "book/closure/regret", "from privlearn.papers.abms20.regret.perceptron import y")
    assert house.page_imports([fine, wrong, deep]) == [
        "book/closure/ramsey: imports papers.abms20.unions.exercises",
        "book/closure/regret: imports papers.abms20.regret.perceptron"]
    wide = page(tmp_path, "book/closure/regret", f"{'x' * 84}\n    {'y' * 81}")
    assert house.wide_code([wide]) == [f"book/closure/regret: 85 characters: {'y' * 81}"]


def test_checks_away_from_their_page_and_claims_and_figures_without_one_are_reported(tmp_path):
    pages = [page(tmp_path, "book/points-and-intervals/first-page")]
    home, away = (claim_in(f"privlearn.papers.bbkn14.{name}.privacy") for name in ("first_page", "other"))
    both = claim_in("", checks=[*home.checks, *away.checks])
    assert house.addresses(tmp_path / "lib", {"a": home}, pages) == []
    for wrong in (away, both):
        assert house.addresses(tmp_path / "lib", {"a": wrong}, pages) == [
            "BBKN14-1: checked in papers/bbkn14/other/privacy, not in papers/bbkn14/first_page"]
    library = planted(tmp_path / "lib", {
        "papers/bbkn14/first_page/privacy.py": "", "papers/bbkn14/second_page/privacy.py": "",
        "figures/points_and_intervals/first_page.py": "", "figures/points_and_intervals/third_page.py": ""})
    assert house.addresses(library, {}, pages) == [
        "papers/bbkn14/second_page: no page points-and-intervals/second-page",
        "figures/points-and-intervals/third-page: no such page"]


def test_a_check_without_a_clause_and_a_paper_without_a_row_are_reported(tmp_path):
    checks = [SimpleNamespace(name="a check", says=""), SimpleNamespace(name="another", says="all is well")]
    assert house.silent_checks({"X-1": SimpleNamespace(id="X-1", checks=checks)}) == ["X-1: a check says nothing"]
    library = planted(tmp_path, {"papers/toy26/__init__.py": "CONTENTS = ()\n", "papers/foundations/__init__.py": ""})
    assert house.listed_modules(library) == ["toy26: has contents, and no row in checking/paper_list.py"]


@pytest.mark.parametrize("paper", [paper.package for paper in PAPERS])
def test_a_module_missing_in_the_contents_is_reported(tmp_path, paper):
    library = planted(tmp_path, {
        f"papers/{paper}/__init__.py": 'CONTENTS = (\n    ("page", "privacy",\n     "empty"),\n)\n',
        f"papers/{paper}/page/privacy.py": "claim('X')\n", f"papers/{paper}/page/empty.py": "",
        f"papers/{paper}/page/utility.py": "@check('X')\n", f"papers/{paper}/page/instances.py": "",
    })
    assert house.listed_modules(library) == [f"{paper}/page/empty: without claims in the contents of {paper}",
                                             f"{paper}/page/utility: not in the contents of {paper}"]


@pytest.mark.parametrize("name", ["section4_stars", "lemma_a_first", "part_1", "b2_steps", "z"])
def test_a_module_named_by_its_place_is_reported(tmp_path, name):
    library = planted(tmp_path, {f"papers/bbkn14/page/{name}.py": "", "papers/bbkn14/page/printed_constants.py": ""})
    assert house.numbered_modules(library) == [f"papers/bbkn14/page/{name}.py: named by its place in the paper"]


def test_a_module_without_tests_and_a_package_that_patches_another_are_reported(tmp_path):
    library = planted(tmp_path / "lib", {"exact/numbers.py": "def one(): ...\n", "exact/signs.py": "class Sign: ...\n",
                                          "exact/names.py": "ONE = 1\n", "papers/card.py": "def card(): ...\n"})
    tests = planted(tmp_path / "tests", {"exact/test_signs.py": ""})
    assert house.tests_mirror(library, tests) == ["exact/numbers.py: no test file exact/test_numbers.py"]
    patch = "import textwrap\ntextwrap.TextWrapper.fill = lambda self, text: text\n"
    planted(tmp_path, {"meddler/__init__.py": "", "meddler/deep/__init__.py": "", "meddler/deep/patch.py": patch})
    assert house.patches("meddler", tmp_path) == ["importing meddler replaces textwrap.TextWrapper.fill"]
