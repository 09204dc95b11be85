"""FX15 on the page communication/lines-learner."""

from privlearn.checking.registry import on_page

claim = on_page("communication/lines-learner", section="6.1 A learner with poor dependence on delta")
