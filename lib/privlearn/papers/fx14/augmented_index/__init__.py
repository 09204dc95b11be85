"""FX14 on the page communication/augmented-index: Augmented index: the hard problem inside every mistake tree."""

from privlearn.checking.registry import on_page

claim = on_page("communication/augmented-index", section="4 Lower bounds via Littlestone's dimension")
