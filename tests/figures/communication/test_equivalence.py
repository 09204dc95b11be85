"""Figures of the equivalence page show what they are given."""

from privlearn.figures.communication import equivalence as draw


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(draw.misses, [0.1, 0.2], {"a": [1, 0.5], "b": [0.5, 0]}, {"a": [1, 1], "b": [1, 0.5]})
    assert len(figure.axes[0].lines) == 4  # misses draw a step and a bound for each protocol
    # regions write each number once
    figure = drawn(draw.regions, {"left": [[3, 2], [2, 1]], "right": [[1, 1], [1, 1]]}, (0, 0.5, 0, 1))
    assert [sorted(text.get_text() for text in axes.texts) for axes in figure.axes] == [["1", "2", "3"], ["1"]]
    figure = drawn(draw.square, [[0, 0.3], [0.7, 1]], {"00": [0, 0.3], "11": [0.7, 1]},
                   {"00": (0, 0), "11": (1, 1)}, 0.3)
    assert len(figure.axes[0].patches) == 2  # square has a box for each concept
    figure = drawn(draw.mixtures, {"0": [0.5, 0.5], "1": [1.0, 0.0]}, [0.5, 0], 0.5)  # mixtures stack to one
    tops = [bar.get_y() + bar.get_height() for bar in figure.axes[0].containers[1]]
    assert tops == [1, 1]
    figure = drawn(draw.scatter, {(1, 1): 8, (2, 3): 5}, ("messages", "size"))  # scatter writes the counts
    assert [text.get_text() for text in figure.axes[0].texts] == ["8", "5"]
