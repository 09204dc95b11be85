import math

import pytest
from matplotlib.figure import Figure

from privlearn.figures.communication import information, lines


@pytest.fixture
def figure():
    return Figure()


def test_plane_has_a_panel_for_each_family(figure):
    lines.plane(figure, 3, [("one", [[(0, 0), (1, 1)]]), ("two", [[(0, 1)], [(0, 2)]])], marked=[(0, 0)])
    assert [axes.get_title() for axes in figure.axes] == ["one", "two"]


def test_marked_number_of_messages_is_circled(figure):
    lines.errors_by_messages(figure, [1, 2], [0.5, 0.25], [0.3, 0.1], marked=2)
    assert len(figure.axes[0].lines) == 3


def test_tables_show_their_numbers(figure):
    lines.partition_grid(figure, [("t", [[0, 1], [2, 0]])])
    assert sorted(text.get_text() for text in figure.axes[0].texts) == ["0", "0", "1", "2"]


def test_bits_may_be_missing(figure):
    lines.bits_by_prime(figure, [2, 3], {"bound": [math.nan, 1.0]}, [(2, 1.5)])
    assert figure.axes[0].get_xscale() == "log"


def test_uniform_law_deviates_nowhere(figure):
    lines.deviation_map(figure, [[0, 0], [0, 0]])
    assert figure.axes[0].images[0].get_array().max() == 0


def test_two_marks_are_named_on_their_outer_sides(figure):
    lines.deficit_against_gamma(figure, [1, 2], {"a": [1, 2]}, "p", {"left": 1, "right": 2})
    assert [text.get_ha() for text in figure.axes[0].texts] == ["right", "left"]


def test_entropy_curves_mark_a_bias(figure):
    information.entropy_curves(figure, [0, 1], {"H": [0, 1]}, marked=0.5)
    assert len(figure.axes[0].lines) == 2


def test_bad_messages_have_another_colour(figure):
    information.message_bars(figure, [[0.9, 0.1], [0.5, 0.5]], [0.5, 0.5], 0.6)
    colours = [axes.patches[0].get_facecolor() for axes in figure.axes]
    assert colours[0] != colours[1]


def test_bad_mass_has_one_label_for_all_tables(figure):
    information.bad_mass_curves(figure, [1, 2], [[0, 1], [1, 0]], {"limit": [1, 1]}, "tables")
    assert figure.axes[0].get_legend_handles_labels()[1] == ["tables", "limit"]


def test_pinsker_region_marks_a_pair(figure):
    information.pinsker_region(figure, [(1, 0.5)], [0, 1], {"bound": [0, 1]}, marked=(1, 0.5))
    assert len(figure.axes[0].lines) == 3
