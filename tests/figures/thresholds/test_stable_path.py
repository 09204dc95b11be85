"""Figures of the stable path."""


from privlearn.figures.thresholds import stable_path


def test_pictures_show_what_they_are_given(drawn):
    # a step for each stopping weight
    assert len(drawn(stable_path.stable_region, {(1, 3): 0, (1, 4): 2}, {1: 3}).axes[0].lines) == 3
    figure = drawn(stable_path.level_laws, [0.5, 0.5], [0.75, 0.25])  # ratios are written above the bars
    assert [text.get_text() for text in figure.axes[0].texts] == ["x 1.50", "x 0.50"]
