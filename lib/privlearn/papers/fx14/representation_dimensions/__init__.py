"""FX14 on the page communication/representation-dimensions."""

from privlearn.checking.registry import on_page

claim = on_page("communication/representation-dimensions", section="1 Introduction")
