"""Minor ticks of logarithmic axes."""

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.log_axes import loglog, semilogx, semilogy


@pytest.mark.parametrize(("highest", "minor"), [(9, 8), (10, 8), (1000, 24), (1001, 0), (10**8, 0)])
def test_there_are_minor_ticks_on_up_to_three_decades(highest, minor):
    figure, axes = plt.subplots()
    axes.set(yscale="decades", ylim=(1, highest))
    inside = [tick for tick in axes.yaxis.get_minorticklocs() if 1 <= tick <= highest]
    plt.close(figure)
    assert len(inside) == minor


def test_an_axis_may_name_its_own_minor_ticks():
    figure, axes = plt.subplots()
    axes.set_yscale("decades", subs=[2, 5])
    axes.set_ylim(1, 10**5)
    places = list(axes.yaxis.get_minorticklocs())
    plt.close(figure)
    assert 2 in places
    assert 50_000 in places


def test_base_two_has_none():
    figure, axes = plt.subplots()
    axes.set_xscale("decades", base=2)
    axes.set_xlim(1, 4)
    assert list(axes.xaxis.get_minorticklocs()) == []
    plt.close(figure)


def test_the_scale_of_matplotlib_stays_as_it_is():
    figure, axes = plt.subplots()
    axes.set(yscale="log", ylim=(1, 10**8))
    minor = len(axes.yaxis.get_minorticklocs())
    plt.close(figure)
    assert minor > 8


@pytest.mark.parametrize(("plot", "scales"), [(loglog, ("decades", "decades")), (semilogx, ("decades", "linear")),
                                              (semilogy, ("linear", "decades"))])
def test_plots_set_the_scales_of_their_axes(plot, scales):
    figure, axes = plt.subplots()
    plot(axes, [1, 10], [2, 20], base=2, label="a line")
    drawn = axes.lines[0].get_label(), axes.get_xscale(), axes.get_yscale()
    plt.close(figure)
    assert drawn == ("a line", *scales)
