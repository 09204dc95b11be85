"""FX15 on the page communication/greater-than."""

from privlearn.checking.registry import on_page

claim = on_page("communication/greater-than", section="3.1 Applications")
