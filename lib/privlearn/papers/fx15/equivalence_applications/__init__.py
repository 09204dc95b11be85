"""FX15 on the page communication/equivalence-applications: What protocols do for representations."""

from privlearn.checking.registry import on_page

claim = on_page("communication/equivalence-applications", section="3.1 Applications")
