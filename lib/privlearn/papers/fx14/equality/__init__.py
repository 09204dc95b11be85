"""FX14 on the page communication/equality: Points, equality, and a learner for 64-bit words."""

from privlearn.checking.registry import on_page

claim = on_page("communication/equality", section="3.1 Applications")
