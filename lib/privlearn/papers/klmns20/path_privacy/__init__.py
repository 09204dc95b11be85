"""KLMNS20 on the page thresholds/path-privacy: How private is a random path?."""

from privlearn.checking.registry import on_page

claim = on_page("thresholds/path-privacy", section="3.1 Privacy analysis of TreeLog")
