"""Figures of regret and of unions of many classes."""

from privlearn.figures.closure import regret


def test_exact_regret_lies_between_two_lines(figure):
    regret.between(figure, [1, 2], [0.3, 0.5], [0.5, 0.5], [0.6, 0.9])
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == [[0.6, 0.9], [0.5, 0.5], [0.3, 0.5]]


def test_every_group_of_classes_has_its_number(figure):
    regret.composed(figure, [0.0, 0.5], [0.5, 0.5], [3, 4])
    assert [text.get_text() for text in figure.axes[0].texts] == ["3", "4"]


def test_row_of_a_dimension_counts_its_classes(figure):
    regret.randomised(figure, {1: {0.5: 2, 0.75: 3}, 2: {1.0: 1}})
    assert [text.get_text() for text in figure.axes[0].texts] == ["5 classes", "1 class"]


def test_strip_of_a_margin_has_three_lines_and_all_points(figure):
    regret.margin(figure, [(1, 0), (0, 1)], [1, -1], 0.5, (1, 0))
    assert len(figure.axes[0].lines) == 5
