"""The atlas of classes in the built site: filters, sorting, looking up, taking along; from a file, no network."""
import csv
import io
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page

from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions.sweeps import place_of
from privlearn.dimensions.sweeps.atlas import entries
from tests.site.conftest import FromFile
from tests.site.visits import AXE, DESK, PHONE, barriers

CLASSES = "book/atlas/classes.html"
COUNT, ROWS = ".classes .count", ".classes tbody tr"
Opened = Callable[..., Page]


@pytest.fixture
def opened(from_file: FromFile) -> Opened:
    """Opens the atlas as a file, with a fault planted in its script if one is given."""
    return lambda hash="", fault=None, size=DESK: from_file(CLASSES, hash, fault=fault, size=size)


@pytest.fixture(scope="module")
def atlas():
    return list(entries())


def counted(page: Page) -> int:
    return int(page.locator(COUNT).inner_text().split()[0].replace(",", ""))


def column(page: Page, number: int) -> list[str]:
    """Return what the shown rows have in a column."""
    return page.locator(f"{ROWS} > :nth-child({number})").all_inner_texts()


def agrees(page: Page, atlas) -> bool:
    """Whether two filters together find as many classes as the library knows."""
    page.select_option("select[name=littlestone]", "2")
    page.select_option("select[name=threshold]", "4")
    return counted(page) == sum((one.littlestone, one.threshold) == (2, 4) for one in atlas)


def test_all_classes_are_there_and_the_focus_goes_to_the_first_of_more_rows(opened):
    page = opened()
    assert counted(page) == 3983
    assert page.locator(ROWS).count() == 25
    page.click(".classes .more")
    assert page.locator(ROWS).count() == 125
    assert page.evaluate("document.activeElement.textContent") == "26"


def test_filters_find_what_the_library_knows_and_stand_in_the_address(opened, atlas):
    page = opened()
    assert agrees(page, atlas)
    assert "littlestone=2" in page.url
    assert "threshold=4" in page.url
    again = opened(page.url.partition("#")[2].join(["#", ""]))
    assert counted(again) == counted(page)
    page = opened("#?randomized=46")
    assert set(column(page, 5)) == {"23/16"}
    assert counted(page) == sum(16 * one.randomized == 23 for one in atlas)
    assert not agrees(opened(fault=("class-table.js", "FILTERS.every(", "FILTERS.slice(0, 4).every(")), atlas)


def sorts(page: Page) -> bool:
    """Whether a head sorts up, and down when pressed again, keeps the focus and says so."""
    head = page.locator("[data-column=representation]")
    head.press("Enter")
    up, said = column(page, 7), page.locator("thead [aria-sort]").get_attribute("aria-sort")
    page.locator("[data-column=representation]").press("Enter")
    down = column(page, 7)
    focused = page.evaluate("document.activeElement.dataset.column")
    return (up[0], said, down[0], focused) == ("1", "ascending", "8", "representation")


def test_heads_sort_by_keyboard(opened):
    assert sorts(opened())
    assert not sorts(opened(fault=("class-table.js", "(a[key] - b[key]) * (down ? -1 : 1) || ", "")))


def looked_up(page: Page, rows) -> str:
    page.fill("#class-values", "\n".join("".join(map(str, row)) for row in rows))
    page.click(".look-up button")
    return page.locator(".classes .answer").inner_text()


@pytest.mark.parametrize("seed", range(3))
def test_a_class_is_found_by_its_values(opened, seed):
    rows = np.random.default_rng(seed).integers(0, 2, (seed + 3, 4))
    place = place_of(ConceptClass.from_matrix(rows))
    page = opened()
    said = looked_up(page, rows.tolist())
    assert said.startswith(f"Class {place.place:,}:")
    assert page.locator(".one h2").inner_text() == f"Class {place.place:,}"
    names = [int(part.split()[-1].strip(".")) for part in said.split(": ")[1].split(", ")]
    least = min(one.number for one in entries() if one.place == place.place)
    moved = {sum(int(row[x]) << names[x] for x in range(4)) for row in rows.tolist()}
    assert sum(1 << f for f in moved) == least


def test_a_lookup_that_loses_a_row_is_seen_and_a_class_that_is_not_there_is_an_error(opened):
    rows, found = thresholds(2).rows(), f"Class {place_of(thresholds(2)).place:,}:"
    page = opened(fault=("class-table.js", "[...new Set(words)]", "words.slice(1)"))
    assert not looked_up(page, rows).startswith(found)
    assert looked_up(opened(), rows).startswith(found)
    assert "There is no class “4000”" in opened("#4000").locator(".classes [role=alert]").inner_text()


@pytest.mark.parametrize("text", ["", "01 012", "01 011", "01011"])
def test_what_is_no_table_is_refused_in_words(opened, text):
    page = opened()
    page.fill("#class-values", text)
    page.click(".look-up button")
    said = page.locator(".classes .answer").inner_text()
    assert said.endswith(".")
    assert "Class" not in said
    assert not page.locator(".one h2").count()


def test_a_chosen_class_shows_its_numbers_and_gets_the_focus(opened, atlas):
    page, entry = opened("#?littlestone=3"), next(one for one in atlas if one.littlestone == 3)
    page.locator(f"{ROWS} a").first.press("Enter")
    page.wait_for_selector(".one h2")
    assert page.evaluate("document.activeElement.textContent") == f"Class {entry.place:,}"
    text = page.locator(".one").inner_text()
    assert all(f"{name} {value}" in text for name, value in (
        ("VC dimension", entry.vc), ("Littlestone’s dimension", entry.littlestone),
        ("Randomised Littlestone dimension", entry.randomized), ("Threshold dimension", entry.threshold),
        ("Representation size", entry.representation)))
    assert all(row in text for row in entry.rows)


def test_what_is_found_can_be_taken_along(opened, atlas):
    page = opened("#?vc=3&sort=size-down")
    with page.expect_download() as download:
        page.click(".classes .as-csv")
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text())))
    assert len(rows) == counted(page) == sum(one.vc == 3 for one in atlas)
    assert [int(row["size"]) for row in rows] == sorted((int(row["size"]) for row in rows), reverse=True)
    known = {one.place: one for one in atlas}
    assert all(row["concepts"].split() == list(known[int(row["place"])].rows) for row in rows[::50])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_every_state_is_open_to_all_readers(opened, size, scheme):
    page = opened("#1127", size=size)
    page.emulate_media(color_scheme=scheme)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert barriers(page, {"preload": False}) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.evaluate("document.querySelector('.one h2').style.color = 'color-mix(in srgb, gray, var(--ground) 80%)'")
    assert barriers(page, {"preload": False}) != []
