"""The badge of a run says what the run found, and is red where something fails."""
from xml.etree import ElementTree

import pytest

from privlearn.keeping import write_json
from tools import badge

FINE = {"status": "proved", "checked": True, "checks": [{"holds": True}], "sabotages": [{"caught": True}]}
QUOTED = FINE | {"status": "quoted", "checked": False}
FALSE = FINE | {"checked": False, "checks": [{"holds": True}, {"holds": False}]}
MISSED = FINE | {"checked": False, "sabotages": [{"caught": True}, {"caught": False}]}
SKIPPED = FINE | {"checked": False, "checks": [{"holds": None}]}
STALE = {"status": "proved", "checked": False, "checks": [], "sabotages": [], "not_counted": [{"holds": True}]}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("rows", "text", "colour"), [
    ([FINE, FINE, QUOTED], "2 of 3 checked", badge.WELL),
    ([FINE, FALSE], "1 of 2 failed", badge.FAILED),
    ([MISSED, FINE, SKIPPED], "1 of 3 failed", badge.FAILED),
    ([FINE, SKIPPED], "1 of 2 checked", badge.OPEN),
    ([FINE, STALE], "1 of 2 checked", badge.OPEN)])
def test_it_tells_what_was_found(rows, text, colour):
    assert badge.told({"claims": rows}) == (text, colour)


def test_a_failure_planted_in_a_run_turns_it_red_and_without_a_run_there_is_none(tmp_path):
    place, run = tmp_path / "_build/html/badge.svg", tmp_path / "_build/verify.json"
    place.parent.mkdir(parents=True)
    for rows, colour, words in (([FINE, FINE], badge.WELL, ">2 of 2 checked<"),
                                ([FINE, MISSED], badge.FAILED, ">1 of 2 failed<")):
        write_json(run, {"claims": rows})
        badge.write(tmp_path)
        assert f'fill="{colour}"' in place.read_text()
        assert words in place.read_text()
    run.unlink()
    badge.write(tmp_path)
    assert not place.exists()


def test_listeners_hear_it_no_host_is_asked_and_letters_end_within_it_whatever_the_font():
    text = badge.drawn("574 of 574 checked", badge.WELL)
    picture = ElementTree.fromstring(text)
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == picture.findtext(f"{SVG}title") == "statements: 574 of 574 checked"
    assert text.count("http") == 1  # the name of the format
    assert "url(" not in text
    picture = ElementTree.fromstring(badge.drawn("12,345 of 12,345 checked", badge.WELL))
    ends = [int(part.get("x")) + int(part.get("textLength")) for part in picture.iter(f"{SVG}text")]
    assert ends == [ends[0], int(picture.get("width")) - badge.MARGIN]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as contrast is measured."""
    parts = [int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", [badge.WELL, badge.OPEN, badge.FAILED, "#3b4148"])
def test_white_letters_can_be_read_on_each_colour(colour):
    assert 1.05 / (luminance(colour) + 0.05) >= 5
