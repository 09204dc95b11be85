"""FX15 on the page communication/fano: Fano's inequality, and what one message can carry."""

from privlearn.checking.registry import on_page

claim = on_page("communication/fano", section="Appendix A")
