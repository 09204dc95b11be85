"""FX14 on the page communication/known-distributions: When the distribution is known: metric entropy."""

from privlearn.checking.registry import on_page

claim = on_page("communication/known-distributions", section="1.2 Related work")
