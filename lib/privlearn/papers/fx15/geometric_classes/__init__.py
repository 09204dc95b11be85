"""FX15 on the page communication/geometric-classes."""

from privlearn.checking.registry import on_page

claim = on_page("communication/geometric-classes", section="4.1 Applications")
