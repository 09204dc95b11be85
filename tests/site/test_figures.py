"""Figures on a phone: their labels can be read, and what is wider than the window goes on in a box of its own."""
import re

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.site.visits import OVERFLOW, PHONE

PAGES = ("closure/unions", "thresholds/crossover", "atlas/dimensions")
READABLE = 8  # pixels
# The width that each picture has on the page, and its text.
PICTURES = """async () => {
  const found = [...document.querySelectorAll('.cell_output > img, .frames img')].filter(e => e.checkVisibility());
  return Promise.all(found.map(async e => [e.getBoundingClientRect().width, await (await fetch(e.src)).text()]));
}"""
BOXES = """() => [...document.querySelectorAll('.cell_output:has(> img), .picture')].filter(e => e.checkVisibility())
  .map(e => [e.scrollWidth > e.clientWidth, e.tabIndex === 0, getComputedStyle(e, '::after').content !== 'none'])"""


@pytest.fixture
def phone(browser: BrowserContext, host: str):
    """Opens a page in a narrow window."""
    page = browser.new_page()
    page.set_viewport_size(PHONE)

    def opened(name: str) -> Page:
        page.goto(f"{host}/book/{name}.html", wait_until="load")
        page.wait_for_function("[...document.images].every(i => i.loading === 'lazy' || i.complete)")
        page.wait_for_timeout(300)
        return page

    yield opened
    page.close()


def least(page: Page) -> float:
    """Return the height of the smallest letters of all pictures, in pixels."""
    return min(width * float(size) / float(re.search(r'viewBox="0 0 ([\d.]+) ', text)[1])
               for width, text in page.evaluate(PICTURES) for size in re.findall(r"font(?:-size)?: ?([\d.]+)px", text))


@pytest.mark.parametrize("name", PAGES)
def test_labels_can_be_read_and_wide_figures_are_reached_by_keyboard(phone, name):
    page = phone(name)
    assert least(page) >= READABLE
    assert page.evaluate(OVERFLOW) <= 0
    boxes = page.evaluate(BOXES)
    assert boxes
    assert all(wide == reached == told for wide, reached, told in boxes)


def test_a_figure_that_shrinks_to_the_window_is_seen(phone):
    page = phone("thresholds/crossover")
    page.add_style_tag(content="img { max-width: 100% !important; }")
    assert least(page) < READABLE
