"""FX15 on the page communication/halfspace-trees: A deep mistake tree for halfspaces, built from thresholds."""

from privlearn.checking.registry import on_page

claim = on_page("communication/halfspace-trees", section="B Lower bound for halfspaces")
