"""Proofs that are walked: by buttons, keys and struck-out hypotheses; a fault in the script is noticed."""

import pytest

from tools.pages import ROOT

PAGE = "book/closure/relabeling-privacy.html"
SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 800}}


def states(page):
    return page.locator(".step").evaluate_all("steps => steps.map(step => step.dataset.state)")


def test_the_numbers_stand_below_the_steps_without_a_script():
    text = (ROOT / "_build/html" / PAGE).read_text(encoding="utf-8")
    proof = text[text.index('class="proof"'):text.index('class="runs"')]
    assert proof.count('class="mark"') == 9
    assert proof.count('class="now"') == 13
    assert proof.count("without it the proof stops at step") == 4


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_one_walks_by_keys_and_stops_where_a_hypothesis_is_missing(from_file, size):
    page = from_file(PAGE, size=size)
    assert states(page) == ["holds"] * 6 + ["idle"] * 3
    page.locator(".keys .first").click()
    page.keyboard.press("ArrowRight")
    assert page.locator(".step[aria-current]").get_attribute("data-step") == "eq-score"
    assert "1 ≤ 1" in page.locator(".says").inner_text()
    switch = page.locator(".hypothesis").nth(2)
    switch.press("Enter")
    assert switch.get_attribute("aria-checked") == "false"
    assert states(page) == ["holds"] * 3 + ["fails"] + ["unreached"] * 5
    assert "4 fails" in page.locator(".says").inner_text()
    page.locator(".keys .first").click()
    assert (states(page)[3], switch.get_attribute("aria-checked")) == ("holds", "true")


def test_a_walk_that_goes_on_after_a_failure_is_noticed(from_file):
    fault = ("walk.js", 'states.includes("fails") ? "fails"', 'false ? "fails"')
    page = from_file(PAGE, size=SIZES["desk"], fault=fault)
    page.locator(".hypothesis").nth(2).press("Enter")
    assert "fails" not in states(page)
