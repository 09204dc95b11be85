"""The slides of the built site: every statement of a part is on one, and keys go through them."""
import re

import pytest

from tools.pages import ROOT, toc_parts

SITE = ROOT / "_build/html"
STATED = re.compile(r'<section class="statement \w+" id="([^"]+)">')
SLIDE = re.compile(r'<section class="slide" id="([^"]+)">')
PARTS = sorted(path.stem for path in (SITE / "slides").glob("*.html"))


def unshown(part: str, text: str) -> list[str]:
    """Return the statements on the pages of a part that have no slide."""
    names = next(names for name, names in toc_parts(ROOT) if name.lower().replace(" ", "-") == part)
    stated = [label for name in names for label in STATED.findall((SITE / f"{name}.html").read_text(encoding="utf-8"))]
    shown = SLIDE.findall(text)
    return [label for label in stated if shown.count(label) != 1]


@pytest.mark.parametrize("part", PARTS)
def test_every_statement_of_a_part_has_a_slide(part):
    text = (SITE / f"slides/{part}.html").read_text(encoding="utf-8")
    assert unshown(part, text) == []
    lost = SLIDE.search(text)
    assert unshown(part, text.replace(lost[0], "<section>")) == [lost[1]]


def test_slides_are_linked_from_the_pages_on_teaching_and_keys_go_through_them(from_file):
    text = (SITE / "book/teaching/syllabi.html").read_text(encoding="utf-8")
    assert {"closure", "communication", "foundations", "points-and-intervals", "thresholds"} <= {*PARTS}
    assert re.findall(r'href="\.\./\.\./slides/([^"]*)\.html"', text) == sorted(
        PARTS, key=[name.lower().replace(" ", "-") for name, _ in toc_parts(ROOT)].index)
    size = {"width": 1280, "height": 800}
    page = from_file("slides/thresholds.html", size=size)
    places = [slide.get_attribute("id") or "" for slide in page.locator(".slide").all()]
    assert visited(page) == [places[1], places[2], places[1], places[-1], places[0]]
    stuck = from_file("slides/thresholds.html", size=size, fault=("slides.js", "(onward ? 1 : -1)", "0"))
    assert visited(stuck) != [places[1], places[2], places[1], places[-1], places[0]]


def visited(page) -> list[str]:
    """Return the slides that a few keys lead to."""
    page.emulate_media(reduced_motion="reduce")
    found = []
    for key in ("ArrowRight", "PageDown", "ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
        found.append(page.evaluate("location.hash.slice(1)"))
    return found
