"""KLMNS20 on the page thresholds/stable-path: A path that costs nothing."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/stable-path", section="3.1 Privacy analysis of TreeLog")
