"""Figures of the equivalence page show what they are given."""

from privlearn.figures.communication import equivalence as draw


def test_misses_draw_a_step_and_a_bound_for_each_protocol(figure):
    draw.misses(figure, [0.1, 0.2], {"a": [1, 0.5], "b": [0.5, 0]}, {"a": [1, 1], "b": [1, 0.5]})
    assert len(figure.axes[0].lines) == 4


def test_regions_write_each_number_once(figure):
    draw.regions(figure, {"left": [[3, 2], [2, 1]], "right": [[1, 1], [1, 1]]}, (0, 0.5, 0, 1))
    assert [sorted(text.get_text() for text in axes.texts) for axes in figure.axes] == [["1", "2", "3"], ["1"]]


def test_square_has_a_box_for_each_concept(figure):
    draw.square(figure, [[0, 0.3], [0.7, 1]], {"00": [0, 0.3], "11": [0.7, 1]}, {"00": (0, 0), "11": (1, 1)}, 0.3)
    assert len(figure.axes[0].patches) == 2


def test_mixtures_stack_to_one(figure):
    draw.mixtures(figure, {"0": [0.5, 0.5], "1": [1.0, 0.0]}, [0.5, 0], 0.5)
    tops = [bar.get_y() + bar.get_height() for bar in figure.axes[0].containers[1]]
    assert tops == [1, 1]


def test_scatter_writes_the_counts(figure):
    draw.scatter(figure, {(1, 1): 8, (2, 3): 5}, ("messages", "size"))
    assert [text.get_text() for text in figure.axes[0].texts] == ["8", "5"]
