"""Logarithmic axes: minor ticks only where there are few decades.

Between 1 and 10^8 matplotlib draws 64 minor ticks, too many to count and half the time, and size, of a picture: the
decades alone say as much.
"""

from __future__ import annotations

import functools
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


@functools.cache  # once only: a wrapper must not wrap itself
def thin_out() -> None:
    """Let all logarithmic axes drawn from now on have these minor ticks, unless they name their own."""
    scale_side: Any = LogScale
    default = scale_side.set_default_locators_and_formatters

    @functools.wraps(default)
    def with_few(scale: LogScale, axis: Any) -> None:
        default(scale, axis)
        if scale.subs is None:
            axis.set_minor_locator(FewDecades(scale.base))

    scale_side.set_default_locators_and_formatters = with_few
