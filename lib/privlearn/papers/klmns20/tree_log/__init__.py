"""KLMNS20 on the page thresholds/tree-log: TreeLog: from a domain to its logarithm."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/tree-log", section="1.1 Overview of the first construction")
