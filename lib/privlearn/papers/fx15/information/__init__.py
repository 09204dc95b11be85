"""FX15 on the page communication/information: How much a short message can say: entropies, exactly."""

from privlearn.checking.registry import on_page

claim = on_page("communication/information", section="5.1 Information theory background")
