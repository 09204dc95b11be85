"""FX15 on the page communication/open-questions: Information, memory, and two open questions."""

from privlearn.checking.registry import on_page

claim = on_page("communication/open-questions", section="7 Conclusions")
