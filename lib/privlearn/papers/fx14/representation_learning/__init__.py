"""FX14 on the page communication/representation-learning."""

from privlearn.checking.registry import on_page

claim = on_page("communication/representation-learning", section="2.2 Representation dimension")
