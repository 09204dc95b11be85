"""Who follows a link by keyboard and comes back stands on the same link again."""
import pytest

from tests.site.conftest import SITE

PAGE, LINK = "book/points-and-intervals/generic-learner.html", "article p a.statement-link[href*='.html']:visible"
HERE = "document.activeElement.getAttribute('href')"


@pytest.mark.parametrize(("found", "returns"), [("links()[history.state.left]", True), ("links()[0]", False)])
def test_the_focus_is_where_it_was(browser, found, returns):
    script = (SITE / "_static/site.js").read_text(encoding="utf-8")
    assert "links()[history.state.left]" in script
    body = script.replace("links()[history.state.left]", found)
    page = browser.new_page()
    page.route("**/site.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    page.goto((SITE / PAGE).as_uri())
    page.locator(LINK).first.focus()
    left = page.evaluate(HERE)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{left}")
    page.go_back()
    page.wait_for_url(f"**/{PAGE}")
    assert (page.evaluate(HERE) == left) is returns
    page.close()
