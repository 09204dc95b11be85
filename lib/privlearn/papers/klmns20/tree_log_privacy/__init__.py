"""KLMNS20 on the page thresholds/tree-log-privacy: The privacy of whole runs."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/tree-log-privacy", section="3.1 Privacy analysis of TreeLog")
