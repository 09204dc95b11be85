"""FX15 on the page communication/mistake-trees: Mistake trees: one number for mistakes, trees and queries."""

from privlearn.checking.registry import on_page

claim = on_page("communication/mistake-trees", section="2.5 Littlestone's dimension")
