"""KLMNS20 on the page thresholds/paths: Paths of neighbouring databases."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/paths", section="3.1 Privacy analysis of TreeLog")
