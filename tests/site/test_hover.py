"""Cards of statements on the built site: by focus, by pointer and under a finger, from a file, without a network."""
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from tests.site.conftest import FromFile
from tests.site.visits import AXE, DESK, PHONE, barriers

PAGE = "book/points-and-intervals/proper-lower-bounds.html"
CARD = "#statement-card"
NARROW = {"width": 1000, "height": 900}
Opened = Callable[..., tuple[Page, Locator]]


@pytest.fixture
def opened(from_file: FromFile) -> Opened:
    """Opens a page as a file, perhaps with a fault in the script of cards; finds a link to a statement in its text."""

    def open_page(size: dict[str, int] = DESK, fault: tuple[str, str] | None = None) -> tuple[Page, Locator]:
        page = from_file(PAGE, fault=fault and ("hover.js", *fault), size=size)
        link = page.locator("article p > a.statement-link[href$='#BBKN14-3.1']:visible").first
        link.scroll_into_view_if_needed()
        return page, link

    return open_page


def focus(page: Page, link: Locator) -> None:
    """Reach a link as the keyboard does."""
    page.keyboard.press("Tab")
    link.focus()
    page.wait_for_timeout(300)


def shows(page: Page, link: Locator) -> bool:
    """Whether the card is there, describes the link, and says what it leads to."""
    card = page.locator(CARD)
    return (card.is_visible() and link.get_attribute("aria-describedby") == "statement-card"
            and link.inner_text() in card.inner_text() and "instances" in card.inner_text())


def gone(page: Page, link: Locator) -> bool:
    return page.locator(CARD).is_hidden() and link.get_attribute("aria-describedby") is None


def test_focus_shows_the_card_and_escape_closes_it(opened):
    page, link = opened()
    assert gone(page, link)
    focus(page, link)
    assert shows(page, link)
    page.keyboard.press("Escape")
    assert gone(page, link)
    assert link.evaluate("link => document.activeElement === link")


def test_the_card_leaves_with_the_focus_and_one_that_stays_or_never_comes_is_seen(opened):
    page, link = opened()
    focus(page, link)
    page.keyboard.press("Shift+Tab")
    page.wait_for_timeout(100)
    assert link.get_attribute("aria-describedby") is None
    page, link = opened(fault=('key === "Escape"', 'key === "Backspace"'))
    focus(page, link)
    page.keyboard.press("Escape")
    assert not gone(page, link)
    page, link = opened(fault=('link.setAttribute("aria-describedby", NAME);', ""))
    focus(page, link)
    assert not shows(page, link)


@pytest.mark.parametrize("size", [DESK, NARROW], ids=["margin", "under the line"])
def test_the_pointer_shows_the_card_and_may_go_onto_it(opened, size):
    page, link = opened(size)
    link.hover()
    page.wait_for_timeout(700)
    assert shows(page, link)
    page.locator(CARD).hover()
    page.wait_for_timeout(900)
    assert shows(page, link)
    page.mouse.move(2, 300)
    page.wait_for_timeout(900)
    assert gone(page, link)


def test_a_pointer_that_passes_shows_nothing(opened):
    page, link = opened()
    link.hover()
    page.mouse.move(2, 300)
    page.wait_for_timeout(700)
    assert gone(page, link)


def covered(page: Page) -> float:
    """Return by how many pixels the card reaches into the column of the text."""
    return page.evaluate("""() => document.querySelector('article').getBoundingClientRect().right
      - document.querySelector('#statement-card').getBoundingClientRect().left""")


def test_the_card_stands_beside_the_text_or_under_the_line(opened):
    page, link = opened()
    focus(page, link)
    assert covered(page) <= 0
    page, link = opened(fault=("const beside = margin?.offsetWidth > 0", "const beside = false"))
    focus(page, link)
    assert covered(page) > 0
    page, link = opened(NARROW)
    focus(page, link)
    assert covered(page) > 0
    line, card = link.bounding_box(), page.locator(CARD).bounding_box()
    assert card["y"] >= line["y"] + line["height"] or card["y"] + card["height"] <= line["y"]


def test_every_card_lies_within_the_window(opened):
    page, _ = opened()
    for link in page.locator("article a.statement-link:visible").all()[:12]:
        focus(page, link)
        assert page.locator(CARD).evaluate("card => card.scrollWidth <= card.clientWidth")
        box = page.locator(CARD).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= DESK["width"]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= DESK["height"]


def touch(page: Page, x: float, y: float, milliseconds: int) -> None:
    """Lay a finger on the page and lift it again."""
    point, session = {"x": x, "y": y}, page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(milliseconds)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)


def test_a_long_press_shows_a_sheet_and_a_tap_follows_the_link(opened):
    page, link = opened(PHONE)
    before, place = page.url, link.bounding_box()
    finger = place["x"] + 5, place["y"] + 5
    touch(page, *finger, 700)
    assert page.url == before
    assert shows(page, link)
    box = page.locator(CARD).bounding_box()
    assert (box["x"], box["width"], round(box["y"] + box["height"])) == (0, PHONE["width"], PHONE["height"])
    touch(page, 5, 5, 60)
    assert gone(page, link)
    touch(page, *finger, 60)
    assert page.url != before


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_an_open_card_adds_no_barrier(opened, size):
    page, link = opened(size)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    before = barriers(page, {"preload": False})
    focus(page, link)
    assert page.locator(CARD).is_visible()
    assert barriers(page, {"preload": False}) == before
    page.locator(CARD).evaluate("card => { card.tabIndex = 0; card.innerHTML = '<button></button>'; }")
    assert barriers(page, {"preload": False}) != before
