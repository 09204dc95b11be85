"""FX15 on the page communication/block-sizes: Most block sizes are stable, and how many are not."""

from privlearn.checking.registry import on_page

claim = on_page("communication/block-sizes", section="6.1 A learner with poor dependence on delta")
