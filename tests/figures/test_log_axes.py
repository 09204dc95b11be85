"""Minor ticks of logarithmic axes."""

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.log_axes import thin_out


@pytest.mark.parametrize(("highest", "minor"), [(9, 8), (10, 8), (1000, 24), (1001, 0), (10**8, 0)])
def test_there_are_minor_ticks_on_up_to_three_decades(highest, minor):
    thin_out()
    figure, axes = plt.subplots()
    axes.set(yscale="log", ylim=(1, highest))
    inside = [tick for tick in axes.yaxis.get_minorticklocs() if 1 <= tick <= highest]
    plt.close(figure)
    assert len(inside) == minor


def test_an_axis_may_name_its_own_minor_ticks():
    thin_out()
    figure, axes = plt.subplots()
    axes.set_yscale("log", subs=[2, 5])
    axes.set_ylim(1, 10**5)
    places = list(axes.yaxis.get_minorticklocs())
    plt.close(figure)
    assert 2 in places
    assert 50_000 in places


def test_base_two_has_none():
    thin_out()
    figure, axes = plt.subplots()
    axes.set_xscale("log", base=2)
    axes.set_xlim(1, 4)
    assert list(axes.xaxis.get_minorticklocs()) == []
    plt.close(figure)
