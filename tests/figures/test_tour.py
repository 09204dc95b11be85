"""Pictures of the tour: what they show is what they are given, in both layouts."""
import re

import pytest

from privlearn.figures import tour
from privlearn.figures.stops import NARROW, WIDE, choices, stop

DRAWINGS = {
    "leak": tour.leak([(0, 0), (2, 1)], 1, ((0, 0, 1), (0, 0, 0)), ("ill with variant 2", "nobody is ill")),
    "odds": tour.odds([(0, 0, 0), (0.5, 0.25, 0.75), (1, 1, 1)], (0.5, 0.25, 0.75), "3"),
    "chances": tour.chances({"4 variants": (3, [(0, 0.25), (9, 0.996)]), "1,024 variants": (1023, [(0, 0.001)])}),
    "winners": tour.winners({"low": [(4 * 2**k, 30 * 3**k) for k in range(7)],
                             "high": [(4 * 2**k, 40 * 3**k) for k in range(7)]},
                            {"any: 900": 900, "free: 20": 20}, (30, 40), (4, 16)),
    "readings": tour.readings([0, 1, 1, 0], [0.9, 0.1], 3),
    "walk": tour.walk({(0, 0): 3, (1, 0): 2, (1, 1): 1}, [(0, 0), (1, 0)], (1, 2), "2 values become 2 levels."),
}
each = pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)


@each
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_nothing_stands_outside_its_layout(drawing, width):
    shown = drawing(width)
    xs = [float(x) for x in re.findall(r' (?:x|x1|x2|cx)="([-\d.]+)"', shown)]
    assert min(xs) >= 0
    assert max(xs) <= width
    assert f'viewBox="0 0 {width} ' in shown


@each
def test_every_picture_says_what_it_shows_and_no_id(drawing):
    shown = drawing(WIDE)
    assert len(re.search(r'role="img" aria-label="([^"]*)"', shown)[1]) > 50
    assert " id=" not in shown


def test_who_is_left_out_is_an_empty_box_and_each_part_of_a_cut_a_line_of_its_own():
    shown = DRAWINGS["leak"](WIDE)
    assert (shown.count("stroke-dasharray"), shown.count(">ill<")) == (1, 1)
    cut = DRAWINGS["readings"](WIDE)
    squares = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)"[^>]*fill="var\(--blue[^>]*rx="2"', cut)
    assert len({x for x, _ in squares}) == len(squares) == 4
    assert len({y for _, y in squares}) == 2


def test_a_bar_is_as_long_as_its_chance_and_neither_never_nor_always_is_said():
    shown = tour.chances({"two": (1, [(0, 0.5)])})(WIDE)
    whole, filled = re.findall(r'<rect x="62" [^>]*width="([\d.]+)"', shown)
    assert float(filled) == float(whole) / 2
    assert re.findall(r">([^<]*%)<", DRAWINGS["chances"](WIDE)) == ["25%", "&gt;99%", "&lt;1%"]


def test_one_of_several_choices_is_seen_without_a_style_sheet():
    draw = DRAWINGS["walk"]
    shown = choices("At most", [(draw, "1", "one"), (draw, "2", "two")], default=1)
    text = shown._repr_html_()
    assert repr(shown) == "stop: 2"
    assert text.count('<div data-choice="0" hidden>') == 2
    assert text.count('<div data-choice="1">') == 2
    assert re.findall(r'value="(\d)"( checked)?>', text) == [("0", ""), ("1", " checked")]


def test_a_stop_without_a_choice_has_no_radio_buttons():
    text = stop(DRAWINGS["walk"], "7", "of <i>d</i>")._repr_html_()
    assert "radio" not in text
    assert '<p class="number"><strong>7</strong> <span>of <i>d</i></span></p>' in text
    assert text.count("<svg") == 2
