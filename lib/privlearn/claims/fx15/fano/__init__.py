"""FX15 on the page communication/fano: Fano's inequality, and what one message can carry."""

from privlearn.claims.registry import on_page

claim = on_page("communication/fano", section="Appendix A")
