"""Minor ticks of logarithmic axes."""

import pytest

from privlearn.figures.log_axes import loglog, semilogx, semilogy


@pytest.mark.parametrize(("highest", "minor"), [(9, 8), (10, 8), (1000, 24), (1001, 0), (10**8, 0)])
def test_there_are_minor_ticks_on_up_to_three_decades(axes, highest, minor):
    axes.set(yscale="decades", ylim=(1, highest))
    assert sum(1 <= tick <= highest for tick in axes.yaxis.get_minorticklocs()) == minor


def test_an_axis_may_name_its_own_minor_ticks_and_base_two_has_none(axes):
    axes.set_yscale("decades", subs=[2, 5])
    axes.set_ylim(1, 10**5)
    assert {2, 50_000} <= set(axes.yaxis.get_minorticklocs())
    axes.set_xscale("decades", base=2)
    axes.set_xlim(1, 4)
    assert list(axes.xaxis.get_minorticklocs()) == []


def test_the_scale_of_matplotlib_stays_as_it_is(axes):
    axes.set(yscale="log", ylim=(1, 10**8))
    assert len(axes.yaxis.get_minorticklocs()) > 8


@pytest.mark.parametrize(("plot", "scales"), [(loglog, ("decades", "decades")), (semilogx, ("decades", "linear")),
                                              (semilogy, ("linear", "decades"))])
def test_plots_set_the_scales_of_their_axes(axes, plot, scales):
    plot(axes, [1, 10], [2, 20], base=2, label="a line")
    assert (axes.lines[0].get_label(), axes.get_xscale(), axes.get_yscale()) == ("a line", *scales)
