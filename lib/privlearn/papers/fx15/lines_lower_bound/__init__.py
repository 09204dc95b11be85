"""FX15 on the page communication/lines-lower-bound: Lines need as many messages as p, up to a constant."""

from privlearn.checking.registry import on_page

claim = on_page("communication/lines-lower-bound", section="5.2 Lower bound for Line_p")
