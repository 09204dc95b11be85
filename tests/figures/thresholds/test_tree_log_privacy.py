"""The figures of whole runs draw what they are given."""


from privlearn.figures.thresholds import tree_log_privacy as draw


def test_pictures_show_what_they_are_given(drawn):
    promised = [0.5, 0.3, 0.2], 1.5, [(1, 0.5), (2, 0.3)]
    figure = drawn(draw.run_curves, [0, 1, 2], [0.5, 0.1, 0.0], *promised)  # cut at the lowest value
    assert list(figure.axes[0].lines[0].get_xdata()) == [0, 1]
    figure = drawn(draw.run_curves, [0, 1], [0.0, 0.0], promised[0][:2], *promised[1:])  # an empty curve is left out
    assert len(figure.axes[0].lines) == 3
    figure = drawn(draw.two_accounts, [0.5, 1.0], {"a": [1.0, 0.1], "b": [1.0, 2.0]})  # trivial deltas are left out
    assert len(figure.axes[0].lines) == 1
    figure = drawn(draw.rows_by_levels, [1, 2], {"a": [10, 50]}, {"a": 2})  # the slope ends in the last point
    assert figure.axes[0].lines[1].get_ydata()[-1] == 50
