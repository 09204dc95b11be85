"""FX14 on the page communication/lines: Lines: two mistakes online, but no short message describes one."""

from privlearn.checking.registry import on_page

claim = on_page("communication/lines", section="4.2 Separation from PRDim")
