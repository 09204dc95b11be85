"""Figures of a majority of majorities and of the stages of its proof."""

from privlearn.figures.closure import formulas as majority_formulas


def test_pictures_show_what_they_are_given(drawn):
    # formula tree shows every leaf and gate
    figure = drawn(majority_formulas.formula_tree, [["x1", "0"], ["x2", "0"]], ["1"])
    assert sorted(text.get_text() for text in figure.axes[0].texts) == ["0", "0", "1", "MAJ", "MAJ", "MAJ", "x1", "x2"]
    figure = drawn(majority_formulas.waterfall, ["a", "b"], [10, 100], 5)  # waterfall has a bar for each stage
    assert [bar.get_height() for bar in figure.axes[0].patches] == [10, 100]
