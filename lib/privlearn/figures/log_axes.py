"""Logarithmic axes: minor ticks only where there are few decades.

Between 1 and 10^8 matplotlib draws 64 minor ticks, too many to count and half the time, and size, of a picture: the
decades alone say as much.  The scale is called ``"decades"``; it stands beside matplotlib's own, which stays as it is.
"""

import math
from typing import Any

from matplotlib.scale import LogScale
from matplotlib.ticker import LogLocator

MOST_DECADES = 3


class FewDecades(LogLocator):
    """Minor ticks at the multiples of the powers of the base, as matplotlib places them, on up to three decades."""

    def __init__(self, base: float) -> None:
        super().__init__(base, subs="auto")
        self.base = base

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the places of the ticks."""
        low, high = sorted((vmin, vmax))
        wide = low > 0 and math.log(high / low, self.base) > MOST_DECADES
        return [] if wide else super().tick_values(vmin, vmax)


class DecadesScale(LogScale):
    """The logarithmic scale with these minor ticks, unless it is given others (``subs``)."""

    name = "decades"

    def __init__(self, *_axis: Any, **options: Any) -> None:  # matplotlib 3.10 hands over the axis, and looks not at it
        super().__init__(None, **options)

    def set_default_locators_and_formatters(self, axis: Any) -> None:
        """Set the locators and formatters of an axis that takes this scale."""
        super().set_default_locators_and_formatters(axis)
        if self.subs is None:
            axis.set_minor_locator(FewDecades(self.base))


def loglog(axes: Any, *points: Any, base: float = 10, **style: Any) -> None:
    """Plot with both axes logarithmic."""
    axes.set_xscale("decades", base=base)
    axes.set_yscale("decades", base=base)
    axes.plot(*points, **style)


def semilogx(axes: Any, *points: Any, base: float = 10, **style: Any) -> None:
    """Plot with a logarithmic x axis."""
    axes.set_xscale("decades", base=base)
    axes.plot(*points, **style)


def semilogy(axes: Any, *points: Any, base: float = 10, **style: Any) -> None:
    """Plot with a logarithmic y axis."""
    axes.set_yscale("decades", base=base)
    axes.plot(*points, **style)
