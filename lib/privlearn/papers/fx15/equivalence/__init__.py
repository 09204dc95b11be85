"""FX15 on the page communication/equivalence: A representation is a one-way protocol, and back."""

from privlearn.checking.registry import on_page

claim = on_page(
    "communication/equivalence",
    section="3 Equivalence between representation dimension and communication complexity")
