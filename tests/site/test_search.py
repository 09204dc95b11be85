"""The search of the built site, opened as a file without a network: it finds, tells, and is used by keyboard alone."""
import re
import shutil
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, Page

from tests.site.visits import AXE, DESK, PHONE
from tools.pages import ROOT

SITE = ROOT / "_build/html"
MOST_BYTES = 960_000
ROWS = "book/points-and-intervals/stars-and-boosting.html"  # where 8,299 is computed
WANTED = {
    "Theorem 5.8": "book/points-and-intervals/noise-learners.html#BBKN14-5.8",
    "KLMNS20 Theorem 1.2": "book/thresholds/crossover.html#KLMNS20-1.2",
    "BBKN14-3.2": "book/points-and-intervals/generic-learner.html#BBKN14-3.2",
    "8,299": ROWS, "8299": ROWS, "8 299": ROWS, "2^82": "book/thresholds/crossover.html",
    "relabeling": "book/closure/relabeling.html", "relabelling": "book/closure/relabeling.html",
    "BBKN14": "book/points-and-intervals/index.html",
    "mistake tree": "book/communication/mistake-trees.html",
    "audit_pure": "book/reference/mechanisms.html",
    "tree_log": "book/reference/interior-point.html#privlearn.learners.interior_point.release.tree_log",
    '"an outcome that attains it"': "book/reference/laws.html",
}
# Which query is lost, and through what change of which file.
FAULTS = [
    ("Theorem 5.8", "search-index.js", r"`t`BBKN14-5\.8`[^`]*", ""),
    ("KLMNS20 Theorem 1.2", "search-index.js", r"`t`KLMNS20-1\.2`[^`]*", ""),
    ("BBKN14-3.2", "search-index.js", r"`t`BBKN14-3\.2`", "`t`bbkn14-3-2`"),
    ("8,299", "search-index.js", r"`8,?299(?=`)", "`0"),
    ("8299", "search-index.js", r"`8,?299(?=`)", "`0"),
    ("8 299", "search.js", r'\(number\) => number\.replace\(/ /g, ","\)', "(number) => number"),
    ("2^82", "search-index.js", r"`2\^82(?=`)", "`282"),
    ("relabeling", "search-index.js", r'\["book/closure/relabeling"', '["book/closure/r"'),
    ("audit_pure", "search-index.js", r'\["book/reference/mechanisms"', '["book/reference/m"'),
]
FOCUSED = "document.activeElement.getAttribute('href')"


def opened(chromium: Browser, query: str = "", site: Path = SITE, **settings) -> Page:
    """Open the search with a query in its address."""
    page = chromium.new_context(offline=True, **{"viewport": DESK} | settings).new_page()
    page.goto((site / "search.html").as_uri() + (f"?q={quote(query)}" if query else ""))
    return page


def first_three(page: Page) -> list[str]:
    links = page.locator("#results > li > .head a").all()[:3]
    return [unquote(link.get_attribute("href")) for link in links]


def finds(page: Page, query: str) -> bool:
    """Whether the right page is among the first three; a statement's with its place."""
    return any(place == WANTED[query] or place.partition("#")[0] == WANTED[query] for place in first_three(page))


@pytest.mark.parametrize("query", WANTED)
def test_the_right_page_is_among_the_first_three(chromium, query):
    assert finds(opened(chromium, query), query)


@pytest.mark.parametrize(("query", "file", "right", "wrong"), FAULTS)
def test_a_planted_fault_loses_the_page(chromium, tmp_path, query, file, right, wrong):
    (tmp_path / "_static").mkdir()
    shutil.copy(SITE / "search.html", tmp_path)
    for path in [SITE / "_static/site.js", *SITE.glob("_static/search*")]:
        shutil.copy(path, tmp_path / "_static")
    text, count = re.subn(right, wrong, (SITE / "_static" / file).read_text(encoding="utf-8"))
    (tmp_path / "_static" / file).write_text(text, encoding="utf-8")
    assert count
    assert not finds(opened(chromium, query, tmp_path), query)


def test_a_name_of_the_library_is_on_the_first_screen_of_results_behind_statements(chromium):
    page = opened(chromium, "littlestone_dimension")
    places = [link.get_attribute("href") for link in page.locator("#results > li > .head a").all()]
    name = places.index("book/reference/dimensions.html#privlearn.dimensions.littlestone.littlestone_dimension")
    assert "book/communication/mistake-trees.html#FX15-2.5.ldim" in places[:name]


def test_every_result_leads_to_its_place(chromium):
    page, ids = opened(chromium), {}
    dead = []
    for place in page.evaluate("BOOK_SEARCH.addresses()"):
        name, _, anchor = place.partition("#")
        if name not in ids:
            ids[name] = {""} | set(re.findall(r'\bid="([^"]+)"', (SITE / f"{name}.html").read_text(encoding="utf-8")))
        dead += [] if anchor in ids[name] else [place]
    assert len(ids) > 100
    assert dead == []


def test_only_the_search_loads_the_index_which_is_small_and_nothing_of_the_former_one_is_left():
    assert (SITE / "_static/search-index.js").stat().st_size <= MOST_BYTES
    loading = [path for path in SITE.rglob("*.html") if "search-index.js" in path.read_text(encoding="utf-8")]
    assert loading == [SITE / "search.html"]
    former = {"searchindex.js", "searchtools.js", "language_data.js"}
    assert not former & {path.name for path in SITE.rglob("*.js")}
    assert "searchindex" not in "".join(path.read_text(encoding="utf-8") for path in SITE.glob("*.html"))


def test_what_is_typed_is_found_told_and_kept_in_the_address(chromium):
    page = opened(chromium)
    page.keyboard.type("relabeling")  # the field has the focus
    page.wait_for_function("location.search === '?q=relabeling'")  # the last letter has been answered
    assert re.fullmatch(r"\d+ results", page.locator("[role=status]").inner_text())
    assert page.title().startswith("relabeling")
    assert page.locator("#results mark").first.inner_text() == "Relabelling"
    page.reload()
    assert page.locator("#query").input_value() == "relabeling"
    assert finds(page, "relabeling")


def test_a_word_that_is_not_there_gets_another_and_all_results_are_shown_on_request(chromium):
    page = opened(chromium, "relabelng privacy")
    assert page.locator("#results > li").count() == 0
    assert "“relabelng”" in page.locator("[role=status]").inner_text()
    page.locator("[role=status] a").click()
    assert page.locator("#results > li").count() > 0
    page = opened(chromium, "law")
    number = int(page.locator("[role=status]").inner_text().split()[0])
    assert page.locator("#results > li").count() == 20 < number
    page.locator("#more").press("Enter")
    assert page.locator("#results > li").count() == number
    assert page.evaluate(FOCUSED) == page.locator("#results > li > .head a").nth(20).get_attribute("href")


def test_results_are_walked_by_arrows(chromium):
    page = opened(chromium, "packing")
    page.locator("#query").focus()
    links = [link.get_attribute("href") for link in page.locator("#results > li > .head a").all()]
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == links[0]
    while page.evaluate(FOCUSED) != links[1]:  # past the drawer of further places
        page.keyboard.press("ArrowDown")
    for key in ("ArrowUp", "ArrowDown", "Escape"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.id") == "query"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{links[0]}")


@pytest.mark.parametrize("name", ["book/foundations/privacy.html", "book/reference/laws.html", "search.html"])
def test_a_slash_leads_to_the_field(chromium, name):
    page = chromium.new_context(offline=True).new_page()
    page.goto((SITE / name).as_uri())
    page.locator("main").focus()
    page.keyboard.press("/")
    page.keyboard.type("1/2, 8299")
    assert page.evaluate("document.activeElement.value") == "1/2, 8299"
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=*")


def test_without_scripts_the_page_says_so(chromium):
    page = opened(chromium, java_script_enabled=False)
    assert page.locator("#query").is_hidden()
    said = page.locator("main p", has_text="needs JavaScript")
    assert said.is_visible()
    said.locator("a").click()
    assert page.locator("main a").count() > 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESK, PHONE])
@pytest.mark.parametrize("query", ["", "Theorem 5.8", "relabelng"])
def test_the_page_has_no_barrier_and_fits(chromium, query, viewport, scheme):
    page = opened(chromium, query, viewport=viewport, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate("axe.run().then(result => result.violations.map(v => v.id))") == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
