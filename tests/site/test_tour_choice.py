"""The tour in a browser: its radio buttons by keyboard, one layout at a time, also from a file."""
import pytest

SHOWN = """() => [...document.querySelectorAll('.stop [data-choice]')].filter(part => part.checkVisibility())
  .map(part => part.dataset.choice)"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.stop svg')].filter(svg => svg.checkVisibility()).map(
  svg => Math.min(...[...svg.querySelectorAll('text')].map(t => parseFloat(t.getAttribute('font-size'))))
    * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width))"""
LAYOUTS = """() => [...document.querySelectorAll('.stop svg')].filter(svg => svg.checkVisibility()).length"""
PICTURES, READABLE = 6, 8  # pixels


@pytest.fixture(params=["served", "a file"])
def tour(request, browser, host):
    from tests.site.test_tour import SITE

    page = browser.new_page()
    page.goto(f"{host}/book/tour.html" if request.param == "served" else (SITE / "book/tour.html").as_uri())
    yield page
    page.close()


def test_arrow_keys_choose_the_picture_and_its_number_and_the_choice_is_one_stop_of_the_tab_key(tour):
    assert tour.evaluate(SHOWN) == ["1", "1"]
    tour.locator(".stop input:checked").focus()
    for key, choice, number in (("ArrowRight", "2", "× 9"), ("ArrowRight", "0", "× 1.5"), ("ArrowLeft", "2", "× 9"),
                                ("ArrowLeft", "1", "× 3")):
        tour.keyboard.press(key)
        assert tour.evaluate(SHOWN) == [choice, choice]
        assert tour.locator("[aria-live] .number:visible strong").inner_text() == number
    tour.keyboard.press("Tab")
    assert tour.evaluate("document.activeElement.closest('.stop')") is None


@pytest.mark.parametrize("width", [320, 390, 700, 1280])
def test_each_picture_is_shown_once_and_can_be_read(tour, width):
    tour.set_viewport_size({"width": width, "height": 900})
    assert tour.evaluate(LAYOUTS) == PICTURES
    assert tour.evaluate(SMALLEST) >= READABLE
    assert tour.evaluate("document.documentElement.scrollWidth") <= width


def test_a_page_without_its_style_is_reported(tour):
    tour.evaluate("document.querySelectorAll('link[rel=stylesheet]').forEach(link => link.remove())")
    tour.locator(".stop input").first.evaluate("radio => { radio.checked = true; }")
    assert tour.evaluate(SHOWN) == ["1", "1"]  # the default alone, whatever is chosen
    assert tour.evaluate(LAYOUTS) == PICTURES
