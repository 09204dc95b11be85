"""Figures of unions of many classes."""

from privlearn.figures.closure import many_unions


def test_best_discount_is_marked(figure):
    many_unions.discounts(figure, [0.1, 0.5], {"a": [3, 4]}, {"a": (0.2, 2.5)})
    assert list(figure.axes[0].lines[1].get_xdata()) == [0.2]


def test_exact_values_are_dots(figure):
    many_unions.bounds(figure, [1, 2], {"exact": [1, 3], "bound": [2, 4]})
    assert [line.get_marker() for line in figure.axes[0].lines] == ["o", "None"]


def test_staircase_has_one_bar_for_each_concept(figure):
    many_unions.staircase(figure, 2, 3)
    assert len(figure.axes[0].patches) == 6


def test_piles_of_chips_are_stacked(figure):
    many_unions.chips(figure, [(0, 2), (1, 1)])
    assert [bar.get_y() for bar in figure.axes[0].containers[1]] == [0, 1]
