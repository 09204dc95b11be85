"""Who follows a link by keyboard and comes back stands on the same link again."""
import pytest

from tests.site.visits import DESK

PAGE, LINK = "book/points-and-intervals/generic-learner.html", "article p a.statement-link:visible"
FAULT = ("site.js", "links()[history.state.left]?.focus", "links()[0]?.focus")


@pytest.mark.parametrize(("fault", "returns"), [(None, True), (FAULT, False)])
def test_the_focus_is_where_it_was(from_file, fault, returns):
    page = from_file(PAGE, size=DESK, fault=fault)
    left = page.locator(LINK).first.get_attribute("href")
    page.locator(LINK).first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.go_back(wait_until="load")
    assert (page.evaluate("document.activeElement.getAttribute('href')") == left) is returns
