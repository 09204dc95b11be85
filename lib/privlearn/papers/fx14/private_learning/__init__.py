"""FX14 on the page communication/private-learning: How many examples does the best private learner need?."""

from privlearn.checking.registry import on_page

claim = on_page("communication/private-learning", section="2.1 Differentially private learning")
