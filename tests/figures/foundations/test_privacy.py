"""Figures of the page on privacy."""

import re
from fractions import Fraction

from privlearn.figures.foundations import privacy

PATIENTS = [("Ada", 34, 0), ("Dora", 67, 1), ("Emil", 29, 1)]
LAWS = {"first": {0: Fraction(2, 3), 1: Fraction(1, 3)}, "second": {0: Fraction(1, 3), 1: Fraction(2, 3)}}


def test_the_difference_is_told_in_words_and_rows_stand_by_age():
    shown = privacy.difference(PATIENTS, [("everyone", 3), ("below sixty", 2)])
    assert "everyone: 2 ill" in shown.wide
    assert "below sixty: 1 ill" in shown.narrow
    assert shown.alt.endswith("So Dora is ill.")
    assert re.findall(r">(Ada|Dora|Emil)<", shown.wide) == ["Emil", "Ada", "Dora"]
    well = privacy.difference([(*row[:2], row[2] * (row[0] != "Dora")) for row in PATIENTS], [("all", 3), ("rest", 2)])
    assert well.alt.endswith("So Dora is well.")


def test_the_mark_has_the_odds_times_and_by_the_ratio_and_certainty_stays():
    shown = privacy.odds([Fraction(3)], mark=(Fraction(1, 2), Fraction(3)))
    assert shown.wide.count("<circle") == 2
    assert ">75%<" in shown.wide
    assert "from 1/4 to 3/4" in shown.alt
    assert [privacy.moved(Fraction(sure), Fraction(9)) for sure in (0, 1)] == [0, 1]


def test_curves_begin_and_end_on_the_diagonal():
    curve = r' d="M([^"]*)" fill="none" stroke="[^"]*" stroke-width="2"'
    found = re.search(curve, privacy.odds([3], (Fraction(1, 2), 3)).wide)
    points = [tuple(map(float, pair.split())) for pair in found[1].split("L")]
    assert (points[0], points[-1]) == ((46, 410), (426, 30))


def test_two_bars_for_every_number_and_the_worst_ratio_in_words():
    shown = privacy.two_laws(LAWS)
    assert shown.wide.count("<rect") == 4 + 2
    assert "factor of 2 at most" in shown.alt
    in_a_notebook = shown._repr_html_()
    assert in_a_notebook.count("display: none") == 1  # one layout
    assert f'aria-label="{shown.alt}"' in in_a_notebook


def test_nothing_is_wider_than_its_layout():
    for shown in (privacy.two_laws(LAWS), privacy.odds([3], (Fraction(1, 2), 3))):
        for text, width in ((shown.wide, 700), (shown.narrow, 350)):
            assert max(map(float, re.findall(r' x="([\d.]+)"', text))) <= width
