"""The figure of the front page: what it shows stands where the numbers are, and it is told in words."""

import re
from fractions import Fraction

import pytest

from privlearn.figures.intro import LEAST_ROWS, MOST_ROWS, NARROW, WIDE, rows_needed, state_of_checks

PROPER = ((2, 20, 30), (8, 90, 150), (64, 400, 800), (512, 3000, 6000))
REST = {"free": 35, "improper": 1000, "crossing": 170,
        "goal": (Fraction(1, 2), Fraction(1, 4), Fraction(1, 100)), "checked": {"the bound": "BBKN14-3.9"}}
TOTALS = {"claims": 10, "checked": 9, "proved": 7, "checks": 1200, "exact, exhaustive or certified": 1100,
          "sabotages": 2000, "caught": 2000}


@pytest.fixture(scope="module")
def shown():
    return rows_needed(PROPER, **REST)


def curve(layout, picture):
    """Return the places of the solid rising curve."""
    found = re.search(r'd="M([^"Z]*)"[^>]* stroke-width="2.4"', picture)
    return [tuple(map(float, place.split())) for place in found[1].split("L")]


@pytest.mark.parametrize(("layout", "number"), [(WIDE, 0), (NARROW, 1)])
def test_the_curve_and_the_crossing_stand_where_the_numbers_are(shown, layout, number):
    picture = shown.content.split("<svg")[number + 1]
    places = [(layout.x(d, 512), layout.y(rows)) for d, rows, _ in PROPER]
    assert curve(layout, picture) == [pytest.approx(place, abs=0.06) for place in places]
    circle = re.search(r'<circle cx="([\d.]+)" cy="([\d.]+)"', picture)
    assert tuple(map(float, circle.groups())) == pytest.approx((layout.x(170, 512), layout.y(1000)), abs=0.06)


def test_what_was_found_stands_above_the_picture(shown):
    found, _, rest = shown.content.partition("<svg")
    assert "From <i>d</i> = 170 on" in found
    assert "fewer rows, 1,000, than any" in found
    assert "170 on" not in rest.split("<figcaption>")[1]


def test_both_layouts_keep_their_letters_large_and_their_axes_from_end_to_end(shown):
    pictures = re.findall(r'<svg viewBox="0 0 (\d+) .*?</svg>', shown.content)
    assert pictures == [str(WIDE.width), str(NARROW.width)]
    assert min(map(float, re.findall(r'font-size="([\d.]+)"', shown.content))) >= 8
    assert '<div class="narrow" hidden>' in shown.content
    for layout in (WIDE, NARROW):
        assert (layout.x(2, 512), layout.x(512, 512)) == (layout.left, layout.width - layout.right)
        assert (layout.y(LEAST_ROWS), layout.y(MOST_ROWS)) == (layout.height - layout.bottom, layout.top)


def test_all_of_it_is_told_in_words(shown):
    for part in ("from 2 to 512", "35 rows without privacy", "1,000 for a private learner", "from 20 to 3,000",
                 "from 30 to 6,000", "at d = 170"):
        assert part in shown.description
    assert repr(shown) == shown.description
    assert "ε = 1/2, error at most 1/4, failure at most 1/100" in shown.content
    assert '<a data-claim="BBKN14-3.9">the bound</a>' in shown.content


@pytest.mark.parametrize(("wrong", "words"), [
    ({"crossing": 60}, "crossing must be"), ({"crossing": 600}, "crossing must be"), ({"free": 9}, "rows must be"),
    ({"improper": 100_001}, "rows must be")])
def test_what_is_not_so_is_not_drawn(wrong, words):
    with pytest.raises(ValueError, match=words):
        rows_needed(PROPER, **(REST | wrong))


def test_the_state_of_checks_has_its_numbers():
    told = state_of_checks(TOTALS).content
    assert ">7 of 10 statements proved and checked</a></strong>, 2 more checked, 1 quoted, open or assumed." in told
    assert "1,200 checks, 1,100 of them without a floating-point number" in told
    assert "2,000 of 2,000 planted errors refuted" in told
    assert "all of them" in state_of_checks(TOTALS | {"checks": 1100}).content
