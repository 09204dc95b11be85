"""Figures of a majority of majorities and of the stages of its proof."""

from privlearn.figures.closure import formulas as majority_formulas


def test_formula_tree_shows_every_leaf_and_gate(figure):
    majority_formulas.formula_tree(figure, [["x1", "0"], ["x2", "0"]], ["1"])
    assert sorted(text.get_text() for text in figure.axes[0].texts) == ["0", "0", "1", "MAJ", "MAJ", "MAJ", "x1", "x2"]


def test_waterfall_has_a_bar_for_each_stage(figure):
    majority_formulas.waterfall(figure, ["a", "b"], [10, 100], 5)
    assert [bar.get_height() for bar in figure.axes[0].patches] == [10, 100]
