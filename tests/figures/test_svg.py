"""Pieces of pictures."""
from privlearn.figures import svg


def test_raised_letters_come_down_again_and_texts_are_escaped():
    shown = svg.words(0, 0, "2^{64} become 65", size=10)
    assert ">2<tspan" in shown
    assert 'dy="-3.6" font-size="7.5">64<' in shown
    assert 'dy="3.6"> become 65<' in shown
    assert "&lt;1%" in svg.words(0, 0, "<1%")
    assert 'aria-label="a &quot;rule&quot;"' in svg.frame(1, 1, 'a "rule"')


def test_a_line_encloses_nothing_unless_it_is_filled():
    assert 'fill="none"' in svg.path([(0, 0), (1, 1.25)])
    assert svg.path([(0, 0), (1, 1.25)], fill="red").count("fill") == 1
