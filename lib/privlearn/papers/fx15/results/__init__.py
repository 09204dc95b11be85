"""FX15 on the page communication/results: What privacy costs, measured in messages: the map of the paper."""

from privlearn.checking.registry import on_page

claim = on_page("communication/results", section="Abstract")
