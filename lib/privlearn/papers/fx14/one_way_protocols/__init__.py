"""FX14 on the page communication/one-way-protocols: One message, and how often it must mislead."""

from privlearn.checking.registry import on_page

claim = on_page("communication/one-way-protocols", section="2.3 Communication complexity")
