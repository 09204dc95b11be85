"""FX15 on the page communication/information: How much a short message can say: entropies, exactly."""

from privlearn.claims.registry import on_page

claim = on_page("communication/information", section="5.1 Information theory background")
