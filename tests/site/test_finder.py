"""The finder of the built site, by keyboard, from a file, without a network."""
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page

from privlearn.checking import registry
from tests.site.conftest import FromFile
from tests.site.visits import AXE, DESK, PHONE, barriers

FINDER = "book/atlas/finder.html"
FIELD = "#finder-field"
FOCUSED = "document.activeElement.querySelector('strong')?.textContent || document.activeElement.textContent"
NODES = "[...document.querySelectorAll('.graph a')].map(node => [Number(node.dataset.one), node.tabIndex])"
DRAWN = "[...document.querySelectorAll('.graph path')].map(path => path.dataset.ends.split(' ').map(Number))"
Opened = Callable[..., Page]


@pytest.fixture
def opened(from_file: FromFile) -> Opened:
    """Opens the finder as a file, with a fault planted in one of its scripts if one is given."""
    return lambda hash="", fault=None, size=DESK: from_file(FINDER, hash, fault=fault, size=size)


def found(page: Page, query: str) -> list[str]:
    """Return what the finder lists for a query: number and paper."""
    page.fill(FIELD, query)
    return [" ".join(text.split()) for text in page.locator(".found .result-head").all_inner_texts()]


def number_of(page: Page) -> str:
    return page.locator(".finder [role=status]").inner_text().split()[0].replace(",", "")


@pytest.mark.parametrize(("query", "first"), [
    ("Theorem 5.8", "Theorem 5.8 BBKN14"), ("thm 5.8", "Theorem 5.8 BBKN14"), ("BBKN14-3.2", "Theorem 3.2 BBKN14"),
    ("KLMNS20 Theorem 1.2", "Theorem 1.2 KLMNS20"), ("Algorithm A1", "Algorithm A1 BBKN14"),
    ("α-minimal classes", "Definition 3.5 BBKN14"), ("alpha-minimal classes", "Definition 3.5 BBKN14"),
    ("8,299", "Table 1 BBKN14"), ("8299", "Table 1 BBKN14"),
])
def test_the_first_of_what_is_found(opened, query, first):
    assert found(opened(), query)[0].removesuffix(" ◇") == first


@pytest.mark.parametrize(("one", "other"), [
    ("relabeling", "relabelling"), ("8,299", "8299"), ("neighbor", "neighbour"), ("sanitise", "sanitize"),
])
def test_two_spellings_find_the_same(opened, one, other):
    page = opened()
    assert found(page, one) == found(page, other) != []


def test_a_spelling_that_is_not_folded_finds_nothing(opened):
    page = opened(fault=("claim-search.js", r'.replace(/(\d),(?=\d{3}(?!\d))/g, "$1")', ""))
    assert found(page, "8,299") != found(page, "8299")


def test_a_constant_leads_to_its_page_and_a_statement_s_text_comes_from_the_cards(opened):
    page = opened()
    assert found(page, "2^82")[-1].endswith("page")
    assert page.locator(".found a").last.get_attribute("href") == "../../book/thresholds/crossover.html"
    page = opened("#BBKN14-3.6")
    page.wait_for_selector(".statement-text math")
    assert "minimal" in page.locator(".statement-text").inner_text()


def names_the_unknown(page: Page, id: str) -> bool:
    """Whether the finder says that there is no such statement, and shows no other."""
    alert = page.locator(".finder [role=alert]")
    return (alert.is_visible() and f"There is no statement “{id}”." in alert.inner_text()
            and page.locator(".chosen h2").inner_text() == "Where to begin")


@pytest.mark.parametrize("id", ["BBKN14-3.66", "bbkn14-3.6", "BBKN14-3.6.", "nothing"])
def test_an_unknown_id_is_an_error(opened, id):
    assert names_the_unknown(opened(f"#{id}"), id)


def test_a_finder_that_shows_a_neighbour_is_seen(opened):
    nearest = "places.get([...places.keys()].find((id) => state.id.startsWith(id)))"
    page = opened("#BBKN14-3.66", ("finder.js", "places.get(state.id)", nearest))
    assert not names_the_unknown(page, "BBKN14-3.66")


def test_an_unknown_id_in_the_field_finds_nothing_and_an_unknown_filter_in_the_address_is_an_error(opened):
    page = opened()
    assert found(page, "BBKN14-3.66") == []
    assert page.locator("[role=alert]").inner_text() == "There is no statement “BBKN14-3.66”."
    assert found(page, "BBKN14-3.6") != []
    assert page.locator("[role=alert]").is_hidden()
    assert opened("#?paper=XX99").locator("[role=alert]").inner_text() == "There is no paper “XX99”."


FILTERS = {
    "paper=KLMNS20": lambda entry: entry.paper == "KLMNS20", "kind=lemma": lambda entry: entry.kind == "lemma",
    "erratum=any": lambda entry: entry.erratum, "erratum=repaired": lambda entry: entry.repaired,
    "erratum=gap": lambda entry: entry.erratum_kind == "gap", "verdict=quoted": lambda entry: entry.status == "quoted",
    "stored=1": lambda entry: any(check.long for check in entry.checks),
    "paper=FX15&kind=theorem": lambda entry: entry.paper == "FX15" and entry.kind == "theorem",
}


@pytest.mark.parametrize("chosen", FILTERS)
def test_a_filter_in_the_address_keeps_what_the_registry_keeps(opened, chosen):
    wanted = str(sum(bool(FILTERS[chosen](entry)) for entry in registry.load().values()))
    assert number_of(opened(f"#?{chosen}")) == wanted
    assert number_of(opened(f"#?{chosen}", ("finder.js", "filter(({ one }) => passes(one))", "slice()"))) != wanted


def test_filters_are_chosen_by_keyboard_and_kept_in_the_address(opened):
    page = opened()
    page.focus("select[name=paper]")
    page.keyboard.type("KLMNS")
    for verdict in ("quoted", ""):
        page.select_option("select[name=verdict]", verdict)
    assert page.evaluate("location.hash") == "#?paper=KLMNS20"
    page.fill(FIELD, "interior")
    kept = page.locator(".found").inner_text()
    assert page.evaluate("location.hash") == "#?q=interior&paper=KLMNS20"
    page.reload()
    assert page.locator(".found").inner_text() == kept


def test_a_statement_is_found_and_read_by_keyboard(opened):
    page = opened()
    page.focus(FIELD)
    page.keyboard.type("theorem 3.6")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chosen h2:has-text('Theorem 3.6')")
    assert page.evaluate("document.activeElement.tagName") == "H2"
    assert page.evaluate("location.hash") == "#BBKN14-3.6?q=theorem+3.6"
    page.go_back()
    page.wait_for_selector(".chosen h2:has-text('Where to begin')")


def walked(page: Page) -> bool:
    """Whether the arrow keys walk from the middle along curves, and Enter puts what they reach into the middle."""
    page.focus(".graph a[tabindex='0']")
    stops = [page.evaluate("Number(document.activeElement.dataset.one)")]
    for key in ("ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
        stops.append(page.evaluate("Number(document.activeElement.dataset.one)"))
    ids, claims = list(registry.load()), registry.load()
    start, left, below, _, middle, right, far = (ids[stop] for stop in stops)
    if not (start == middle and left in claims[start].uses and below in claims[start].uses and below != left
            and start in claims[right].uses and right in claims[far].uses):
        return False
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    chosen = page.evaluate("document.activeElement.ariaCurrent + document.activeElement.dataset.one")
    return chosen == f"true{stops[-1]}" and page.locator(".chosen code").first.inner_text() == far


def test_arrow_keys_walk_the_picture(opened):
    assert walked(opened("#BBKN14-3.6"))
    assert not walked(opened("#BBKN14-3.6", ("explorer.js", "key === \"ArrowLeft\" ? -1 : 1", "1")))


@pytest.mark.parametrize("id", ["BBKN14-3.6", "BBKN14-2.2.error", "KLMNS20-4.1", "FX15-7.open"])
def test_the_picture_has_one_stop_few_rows_and_curves_of_uses_only(opened, id):
    page, claims = opened(f"#{id}"), registry.load()
    ids, nodes = list(claims), page.evaluate(NODES)
    assert sum(stop == 0 for _, stop in nodes) == 1
    assert max(page.locator(".graph .column").nth(k).locator("a").count() for k in range(5)) <= 9
    assert len({one for one, _ in nodes}) == len(nodes)
    assert all(ids[used] in claims[ids[user]].uses for used, user in page.evaluate(DRAWN))


def ancestors(id: str) -> set[str]:
    claims = registry.load()
    return {id for used in claims[id].uses for id in (used, *ancestors(used))}


def listed(page: Page, number: int) -> list[str]:
    """Return the ids of one of the two lists."""
    links = page.locator(".claim-lists section").nth(number).locator("a")
    hashes = links.evaluate_all("all => all.map(link => link.hash)")
    return [unquote(hash.removeprefix("#")) for hash in hashes]


def lists_are_whole(page: Page, id: str) -> bool:
    """Whether the lists hold all that a statement rests on, in an order to read it, and all that rests on it."""
    before, after, claims = listed(page, 0), listed(page, 1), registry.load()
    readable = all(used in before[:k] for k, one in enumerate(before) for used in claims[one].uses)
    rest = {one for one in claims if id in ancestors(one)}
    return readable and set(before) == ancestors(id) and set(after) == rest and len(after) == len(rest)


@pytest.mark.parametrize(("id", "fault", "whole"), [
    ("BBKN14-3.6", None, True), ("BBKN14-2.5", None, True), ("KLMNS20-4.1", None, True),
    ("BBKN14-3.6", ("explorer.js", "return [...seen];", "return [...seen].reverse();"), False),
    ("BBKN14-3.6", ("explorer.js", "seen.delete(chosen);", ""), False),
    ("BBKN14-3.6", ("explorer.js", "uses[one].forEach(visit);", ""), False)])
def test_the_lists_hold_all_before_and_all_after_in_order(opened, id, fault, whole):
    assert lists_are_whole(opened(f"#{id}", fault), id) is whole


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("hash", ["", "#BBKN14-3.6", "#BBKN14-99"])
def test_every_state_is_open_to_all_readers(opened, hash, size, scheme):
    page = opened(hash, size=size)
    page.emulate_media(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('.chosen details').forEach(drawer => drawer.open = true)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert barriers(page, {"preload": False}) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.evaluate("document.querySelector('.chosen h2').style.color = 'color-mix(in srgb, gray, var(--ground) 80%)'")
    assert barriers(page, {"preload": False}) != []
