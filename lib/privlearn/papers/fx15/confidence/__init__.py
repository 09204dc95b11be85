"""FX15 on the page communication/confidence: Any confidence for the price of its logarithm."""

from privlearn.checking.registry import on_page

claim = on_page("communication/confidence", section="Appendix C")
