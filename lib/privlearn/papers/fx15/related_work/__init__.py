"""FX15 on the page communication/related-work: Neighbours of the problem: synthetic samples and statistical queries."""

from privlearn.checking.registry import on_page

claim = on_page("communication/related-work", section="1.2 Related work")
